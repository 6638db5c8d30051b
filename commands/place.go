package commands

import (
	"context"
	"fmt"
	"math"
	"strings"

	"umpire/commands/picture"
	"umpire/rules"
)

// step is how far one press moves a place, in hundredths of an inch.
const step = 100

// winds are the eight directions as their buttons say them, in the order of
// rules.Directions.
func winds() []string {
	return []string{"↑ N", "↗ NE", "→ E", "↘ SE", "↓ S", "↙ SW", "← W", "↖ NW"}
}

// unit is the way of one step in a direction: east and north.
func unit(wind int) (x, y float64) {
	angle := float64(wind) * math.Pi / 4
	return math.Sin(angle), math.Cos(angle)
}

// steered is the place after one press in a direction. From where it starts that
// is the whole way, where there is one; then a step at a time, never farther from
// the start than the reach is.
func steered(at rules.Reach, wind int) string {
	if at.Far > 0 && at.AtX == at.FromX && at.AtY == at.FromY {
		return rules.Directions()[wind]
	}
	x, y := unit(wind)
	toX, toY := at.AtX+int(math.Round(x*step)), at.AtY+int(math.Round(y*step))
	if at.Far > 0 {
		toX, toY = within(at, toX, toY, at.Far)
	}
	return placed(at, toX, toY)
}

// shorter is the place a step nearer to the start, and within the reach: who
// leads may have gone farther than those who go with him.
func shorter(at rules.Reach) string {
	far := math.Hypot(float64(at.AtX-at.FromX), float64(at.AtY-at.FromY))
	if at.Far > 0 {
		far = min(far, float64(at.Far))
	}
	if far <= step {
		return ""
	}
	x, y := within(at, at.AtX, at.AtY, int(far)-step)
	return placed(at, x, y)
}

// within is a point drawn toward the start until it is near enough.
func within(at rules.Reach, x, y, most int) (int, int) {
	dx, dy := float64(x-at.FromX), float64(y-at.FromY)
	far := math.Hypot(dx, dy)
	if far <= float64(most) {
		return x, y
	}
	cut := float64(most) / far
	return at.FromX + int(dx*cut), at.FromY + int(dy*cut) // both toward the start
}

// placed writes a point on the table as a place; the start is none.
func placed(at rules.Reach, x, y int) string {
	x, y = max(0, x), max(0, y)
	if at.Far > 0 && x == at.FromX && y == at.FromY {
		return ""
	}
	return inches(x) + "," + inches(y)
}

// inches writes hundredths of an inch: "24.5".
func inches(n int) string {
	text := fmt.Sprintf("%d.%02d", n/100, n%100)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// placeRows are the eight directions about the button that gives the order, with
// the others in a row of their own or, where there is none left, beside them.
func placeRows(id string, arg rules.VerbArg, at rules.Reach, give *Button, others []Button, spare bool) []Row {
	wind := func(n int) Button { return Button{Path: path("steer", id, arg.Name, n), Label: winds()[n]} }
	rows := []Row{
		{Buttons: []Button{wind(7), wind(0), wind(1)}},
		{Buttons: []Button{wind(6)}},
		{Buttons: []Button{wind(5), wind(4), wind(3)}},
	}
	if give != nil {
		rows[1].Buttons = append(rows[1].Buttons, *give)
	}
	rows[1].Buttons = append(rows[1].Buttons, wind(2))
	if at.Far > 0 && (at.AtX != at.FromX || at.AtY != at.FromY) {
		others = append([]Button{{Path: path("steer", id, arg.Name, "shorter"), Label: "Shorter"}}, others...)
	}
	if spare && len(others) > 0 {
		return append(rows, Row{Buttons: others[:min(len(others), buttonLimit)]})
	}
	for i, b := range others {
		if row := &rows[i%len(rows)]; len(row.Buttons) < buttonLimit {
			row.Buttons = append(row.Buttons, b)
		}
	}
	return rows
}

// draftSteer moves the place of a draft by one press.
func draftSteer(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	arg, ok := t.argument(dr, vars[1])
	if !ok || arg.Kind != kindPlace {
		return Reply{}, rules.ErrPicks
	}
	at, ok := t.fight.Reach(dr.Seat, dr.Verb, arg.Name, dr.Args)
	if !ok {
		return Reply{}, rules.ErrPicks
	}
	if vars[2] == "shorter" {
		dr.Args[arg.Name] = shorter(at)
		return t.draftSave(ctx, vars[0], dr)
	}
	for wind := range winds() {
		if vars[2] == fmt.Sprint(wind) {
			dr.Args[arg.Name] = steered(at, wind)
			return t.draftSave(ctx, vars[0], dr)
		}
	}
	return Reply{}, rules.ErrPicks
}

// ringOf is how far a place may be found, for the picture.
func ringOf(at rules.Reach) *picture.Ring {
	if at.Far == 0 {
		return nil
	}
	return &picture.Ring{X: at.FromX, Y: at.FromY, Radius: at.Far}
}
