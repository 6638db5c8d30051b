package commands

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"umpire/commands/picture"
	"umpire/rules"
)

// errNoMap refuses a map where there is nothing to draw.
const errNoMap = rules.Refusal("There is no map here: the models stand on your own table, or this game has none. `/board` shows how it stands.")

// mostRange is the widest ring that may be asked for, in inches.
const mostRange = 144

// showMap shows the battlefield to the asker alone: a picture, and the same in
// words; with a ring about a model, who is within it.
func showMap(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	scene := t.mapScene()
	if scene == nil {
		return Reply{}, errNoMap
	}
	around, far := strings.TrimSpace(r.Options["around"]), strings.TrimSpace(r.Options["range"])
	if around == "" && far == "" {
		return Reply{Message: t.mapMessage(scene, 0)}, nil
	}
	if around == "" || far == "" {
		return Reply{}, rules.Refusal("A ring needs both: `around`, a model, and `range`, how many inches.")
	}
	inch, err := strconv.ParseFloat(far, 64)
	if err != nil || !(inch > 0 && inch <= mostRange) {
		return Reply{}, rules.Refuse("%s is no range: it is a number of inches up to %d.", typed(far), mostRange)
	}
	m := modelNamed(scene, around)
	if m == nil {
		return Reply{}, rules.Refuse("No model on the table is called %s.", typed(around))
	}
	reach := int(math.Round(inch * 100))
	return Reply{Message: Message{
		Text:    cutLines(nearby(scene, m, reach), 2000),
		Picture: t.drawn(scene, &picture.Ring{X: m.X, Y: m.Y, Radius: reach, Base: m.Radius}),
	}}, nil
}

// mapScene is what the presser may see of the table.
func (t *Table) mapScene() *rules.Scene {
	if mine := t.mine(); len(mine) == 1 {
		return t.fight.Scene(mine[0])
	}
	return t.fight.Scene(rules.Everyone)
}

func modelNamed(scene *rules.Scene, name string) *rules.SceneModel {
	for i, m := range scene.Models {
		if strings.EqualFold(m.ID, name) || strings.EqualFold(m.Name, name) {
			return &scene.Models[i]
		}
	}
	return nil
}

// nearby tells who is within a range of a model, base to base, and where.
func nearby(scene *rules.Scene, about *rules.SceneModel, reach int) string {
	text := fmt.Sprintf("**Within %s\" of %s:**", inches(reach), rules.Escape(about.Name))
	found := false
	for _, m := range scene.Models {
		dx, dy := float64(m.X-about.X), float64(m.Y-about.Y)
		gap := max(0, int(math.Ceil(math.Hypot(dx, dy)))-m.Radius-about.Radius)
		if m.ID == about.ID || gap > reach {
			continue
		}
		found = true
		text += fmt.Sprintf("\n%s %s\" %s, %d of %d lives", rules.Escape(m.Name), inches((gap+9)/10*10), bearing(dx, dy), m.Left, m.Max)
	}
	if !found {
		text += "\nNobody."
	}
	return text
}

// bearing is the direction, of the eight, in which something lies.
func bearing(dx, dy float64) string {
	eighth := int(math.Round(math.Atan2(dx, dy) / (math.Pi / 4)))
	return rules.Directions()[(eighth+8)%8]
}

// mapMessage is the table in words, a page of them, and drawn.
func (t *Table) mapMessage(scene *rules.Scene, page int) Message {
	const most = 1900
	pages := pack(append([]string{"**" + scene.Title + "**"}, scene.Text...), most)
	page = max(0, min(page, len(pages)-1))
	m := Message{Text: pages[page], Picture: t.drawn(scene, nil)}
	var turn []Button
	if page > 0 {
		turn = append(turn, Button{Path: path("map", t.session.ID, page-1), Label: "Page before"})
	}
	if page < len(pages)-1 {
		turn = append(turn, Button{Path: path("map", t.session.ID, page+1), Label: "Next page"})
	}
	if len(turn) > 0 {
		m.Text += fmt.Sprintf("\n-# Page %d of %d.", page+1, len(pages))
		m.Rows = []Row{{Buttons: turn}}
	}
	return m
}

// turnMap opens the map from a public button, and turns its pages.
func turnMap(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	scene := t.mapScene()
	if scene == nil {
		return Reply{}, errNoMap
	}
	return t.shown(t.mapMessage(scene, number(vars[1]))), nil
}

// completeMap offers the models on the table.
func completeMap(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil || r.Focused != "around" {
		return Reply{Act: Offer}, nil
	}
	scene := t.mapScene()
	if scene == nil {
		return Reply{Act: Offer}, nil
	}
	var options []rules.Option
	for _, m := range scene.Models {
		options = append(options, rules.Option{ID: m.ID, Label: m.Name})
	}
	return offer(options, r.Options["around"]), nil
}
