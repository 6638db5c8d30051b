package rulestest

import (
	"encoding/json"
	"strconv"

	"umpire/rules"
)

// The facts of the Proving Ground. Drawn is whispered, the others are for all.
type (
	Drawn  struct{ Cards []string }
	Drew   struct{ Seat rules.Seat }
	Turned struct {
		Cards  [2]string
		Hunter rules.Seat
		Stance string
		Edge   rules.Seat
	}
	Scouted struct {
		Seat rules.Seat
		Face int
	}
	Sprung struct {
		Trap string
		Face int
	}
	Aimed struct {
		Who, Target, Aim, Guard string
		Edge                    bool
	}
	Struck struct {
		Faces []int
		Hits  int
	}
	Wounded struct {
		Who  string
		Left int
	}
	Marched struct {
		Who  string
		X, Y int
	}
	Corrected struct {
		Who    string
		Wounds int
		Reason string
	}
)

const groundLines = `
{{define "Drawn"}}You hold {{list .Cards}}.{{end}}
{{define "Drew"}}{{seat .Seat}} draws a card.{{end}}
{{define "Turned"}}Cards up: {{index .Cards 0}} and {{index .Cards 1}}; {{seat .Hunter}} {{if eq .Stance "charge"}}charges{{else}}holds{{end}}. {{seat .Edge}} has the edge.{{end}}
{{define "Turned/plain"}}{{index .Cards 0}} / {{index .Cards 1}}, {{.Stance}}: edge {{seat .Edge}}.{{end}}
{{define "Scouted"}}{{seat .Seat}} scouts: **{{.Face}}**.{{if ge .Face 4}} The trap is found.{{end}}{{end}}
{{define "Sprung"}}The trap was a {{.Trap}}.{{with .Face}} It rolls **{{.}}**.{{end}}{{end}}
{{define "Aimed"}}{{name .Who}} strikes {{.Aim}} at {{name .Target}}, who guards {{.Guard}}{{if .Edge}}, with the edge{{end}}.{{end}}
{{define "Aimed/2"}}{{.Aim}} goes the blow of {{name .Who}}; {{name .Target}} guards {{.Guard}}{{if .Edge}} and gives the edge away{{end}}.{{end}}
{{define "Struck"}}Blades: {{range $i, $f := .Faces}}{{if $i}}, {{end}}{{$f}}{{end}}. {{plural .Hits "hit" "hits"}} so far.{{end}}
{{define "Wounded"}}{{if .Left}}{{name .Who}} has {{plural .Left "wound" "wounds"}} left.{{else}}**{{name .Who}} falls.**{{end}}{{end}}
{{define "Wounded/2"}}{{if .Left}}It bites: {{plural .Left "wound" "wounds"}} left for {{name .Who}}.{{else}}**{{name .Who}} is out.**{{end}}{{end}}
{{define "Marched"}}{{name .Who}} goes to {{.X}}, {{.Y}}.{{end}}
{{define "Corrected"}}{{seat -1}} sets {{name .Who}} to {{plural .Wounds "wound" "wounds"}}: {{name .Reason}}{{end}}
`

func place(name string) rules.Arg[ground] {
	return rules.Arg[ground]{Name: name, Text: "Paces, 1 to 9", Kind: "number", Required: true}
}

func duellists(name, text string, seats func(seat rules.Seat) []rules.Seat) rules.Arg[ground] {
	return rules.Arg[ground]{
		Name: name, Text: text, Kind: "text", Required: true,
		Legal: func(g *ground, seat rules.Seat, _ map[string]string) []rules.Option {
			var list []rules.Option
			for _, s := range seats(seat) {
				list = append(list, g.standing(s)...)
			}
			return list
		},
	}
}

func own(seat rules.Seat) []rules.Seat   { return []rules.Seat{seat} }
func other(seat rules.Seat) []rules.Seat { return []rules.Seat{foe(seat)} }
func both(rules.Seat) []rules.Seat       { return []rules.Seat{1, 2} }

func groundOrders() []rules.OrderSpec[ground] {
	reason := rules.Arg[ground]{Name: "reason", Text: "Why", Kind: "text", Required: true}
	return []rules.OrderSpec[ground]{
		{
			Verb: "strike", Label: "Strike", Text: "Strike at one of the other side", Run: strike,
			Args: []rules.Arg[ground]{duellists("who", "Your duellist", own), duellists("target", "Whom to strike", other)},
		},
		{
			Verb: "march", Label: "March", Text: "Go to a free place", Run: march,
			Args: []rules.Arg[ground]{duellists("who", "Your duellist", own), place("x"), place("y")},
		},
		{Verb: "draw", Label: "Draw", Text: "Draw a card", Run: drawCard},
		{Verb: "done", Label: "Done", Text: "End your part of the round", Run: func(g *ground, _ *rules.Turn, _ rules.Order) error {
			g.Acts = 0
			return nil
		}},
		{
			Verb: "set-wounds", Label: "Set wounds", Text: "Correct a duellist's wounds", Umpire: true, Run: setWounds,
			Args: []rules.Arg[ground]{duellists("who", "Which duellist", both), place("wounds"), reason},
		},
		{
			Verb: "end", Label: "End", Text: "End the fight", Umpire: true, Args: []rules.Arg[ground]{reason},
			Run: func(_ *ground, t *rules.Turn, o rules.Order) error {
				t.End(rules.Outcome{Why: o.Args["reason"]})
				return nil
			},
		},
	}
}

func (g *ground) goTo(t *rules.Turn, o rules.Order, seat rules.Seat) error {
	d := g.find(o.Args["who"])
	if d == nil || d.Seat != seat {
		return rules.Refuse("Name one of your own duellists who stands.")
	}
	x, errX := strconv.Atoi(o.Args["x"])
	y, errY := strconv.Atoi(o.Args["y"])
	if errX != nil || errY != nil || min(x, y) < 1 || max(x, y) > 9 {
		return rules.Refuse("A place is two numbers from 1 to 9.")
	}
	for _, e := range g.Duel {
		if e.Wounds > 0 && e.X == x && e.Y == y {
			return rules.Refuse("%s stands there.", e.Name)
		}
	}
	d.X, d.Y = x, y
	t.Say(Marched{d.Name, x, y})
	return nil
}

func march(g *ground, t *rules.Turn, o rules.Order) error {
	g.Acts--
	return g.goTo(t, o, t.Seat())
}

func drawCard(g *ground, t *rules.Turn, _ rules.Order) error {
	p := g.Piles[t.Seat()-1]
	if len(p.Draw)+len(p.Discards) == 0 {
		return rules.Refuse("You hold all your cards.")
	}
	g.Acts--
	card := g.draw(t, t.Seat())
	t.Say(Drew{t.Seat()})
	t.Whisper(t.Seat(), Drawn{[]string{card}})
	return nil
}

// strike asks three deep: the aim (sealed) and the guard, then after each blow
// whether to go on, and at last whether the target stands or gives way.
func strike(g *ground, t *rules.Turn, o rules.Order) error {
	who, target := g.find(o.Args["who"]), g.find(o.Args["target"])
	if who == nil || target == nil || who.Seat != t.Seat() || target.Seat == t.Seat() {
		return rules.Refuse("One of yours strikes one of the others, and both must stand.")
	}
	g.Acts--
	seat := who.Seat
	t.Ask(rules.Ask{ID: "aim", Prompt: "Aim high or low?", Seat: seat, Secret: true, Options: options("high", "low"), Default: []string{"wild"}})
	guard := t.Ask(rules.Ask{ID: "guard", Prompt: "Guard high or low?", Seat: target.Seat, Options: options("high", "low"), Default: []string{"high"}})["guard"].Picks[0]
	t.Open("aim")
	t.Say(Aimed{who.Name, target.Name, t.Pick("aim"), guard, g.Edge == seat})
	hits := g.blows(t, seat, guard)
	if hits == 0 {
		return nil
	}
	way := rules.Ask{ID: "way", Prompt: "Stand, or give way?", Seat: target.Seat, Options: options("stand"), Orders: []string{"march"}, Default: []string{"stand"}}
	if r := t.Ask(way)["way"]; r.Order != nil {
		if r.Order.Args["who"] != target.ID {
			return rules.Refuse("%s is the one who may give way.", target.Name)
		}
		if err := g.goTo(t, *r.Order, target.Seat); err != nil {
			return err
		}
		hits--
	}
	g.Struck = g.Struck || seat == g.hunter()
	if hits > 0 {
		g.wound(t, target, hits)
	}
	return nil
}

// blows rolls until one misses, the striker stops or three have hit.
func (g *ground) blows(t *rules.Turn, seat rules.Seat, guard string) int {
	for hits := 0; ; {
		faces := t.Roll("strike", 2, 6)
		hit := faces[0] >= 5 || faces[1] >= 5 || guard != t.Pick("aim") && faces[0]+faces[1] >= 5 || g.Edge == seat && faces[0] == faces[1]
		if hit {
			hits++
		}
		t.Say(Struck{faces, hits})
		if !hit || hits == 3 {
			return hits
		}
		again := rules.Ask{ID: "again", Prompt: "Strike again?", Seat: seat, Options: options("again", "stop"), Default: []string{"stop"}}
		if t.Ask(again)["again"].Picks[0] == "stop" {
			return hits
		}
	}
}

func setWounds(g *ground, t *rules.Turn, o rules.Order) error {
	d := g.find(o.Args["who"])
	n, err := strconv.Atoi(o.Args["wounds"])
	if d == nil || err != nil || n < 1 || n > 9 {
		return rules.Refuse("Name a duellist who stands and 1 to 9 wounds.")
	}
	d.Wounds = n
	t.Say(Corrected{d.Name, n, o.Args["reason"]})
	return nil
}

// ProvingGround gives the system that the engine is proved on.
func ProvingGround() *rules.System { return rules.Define(groundSpec()) }

func groundSpec() rules.Spec[ground] {
	return rules.Spec[ground]{
		Key: "ground", Title: "Proving Ground", Version: 2, Sample: groundSample, Lines: groundLines,
		Sheet: func(sheet json.RawMessage) (rules.View, error) {
			n, err := wounds(sheet)
			return rules.View{Fields: []rules.Field{{Name: "Wounds", Value: strconv.Itoa(n)}}}, err
		},
		New:     newGround,
		Opening: []rules.Step[ground]{{Name: "Deal", Run: (*ground).deal}},
		Steps: []rules.Step[ground]{
			{Name: "Cards", Asks: (*ground).cardAsks, Run: (*ground).cards},
			{Name: "Trap", Asks: (*ground).trapAsks, Run: (*ground).trap},
			act((*ground).hunter),
			act((*ground).prey),
			{Name: "Spring", Run: (*ground).spring},
		},
		Orders:  groundOrders(),
		View:    (*ground).view,
		Roster:  (*ground).roster,
		Options: []rules.HouseRule{{Key: "rounds", Values: []string{"4", "2", "8"}, Text: "How many rounds are fought before night falls."}},
		Rules:   []rules.Rule{{ID: "PG-1", Title: "Edge", Text: "The higher card gives the edge; of equal cards, the hunter's charge."}},
		Keeping: groundKeeping(),
	}
}

func groundSample() rules.Setup {
	side := func(key string, names ...string) rules.Roster {
		r := rules.Roster{Key: key, Name: key}
		for i, name := range names {
			r.Fighters = append(r.Fighters, rules.Fighter{ID: key[:1] + strconv.Itoa(i+1), Name: name, Sheet: json.RawMessage(`{"Wounds":3}`)})
		}
		return r
	}
	return rules.Setup{Sides: []rules.Roster{side("azure", "Anna", "Abel"), side("brass", "Bruno", "Berta")}}
}
