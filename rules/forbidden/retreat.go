package forbidden

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Status is what an area is to the side that may retreat to it.
type Status string

// The statuses.
const (
	Friendly     Status = "friendly"
	Uncontrolled Status = "uncontrolled"
	Hostile      Status = "enemy"
)

// Candidate is an area that a retreat may go to. Origin: a unit of the combat
// came from there. All candidates are of the right kind and within reach.
type Candidate struct {
	Area   string
	Status Status
	Origin bool
}

// Retreats gives the areas that a side may legally retreat to: the attacker one
// that its units came from, the defender a friendly one or, if there is none, an
// uncontrolled one. None: the units are destroyed (FS-9).
func Retreats(role Role, candidates []Candidate) []Candidate {
	var friendly, free, origins []Candidate
	for _, c := range candidates {
		switch c.Status {
		case Hostile:
			continue
		case Friendly:
			friendly = append(friendly, c)
		default:
			free = append(free, c)
		}
		if c.Origin {
			origins = append(origins, c)
		}
	}
	switch {
	case role == Attacker:
		return origins
	case len(friendly) > 0:
		return friendly
	}
	return free
}

// The options of a retreat that are no known area.
const (
	nowhere    = "nowhere"
	nearby     = "nearby"
	nearbyFree = "nearby-free"
	home       = "home"
)

// noArea tells that there is nowhere to retreat to.
const noArea = "no legal area"

// fallBack moves units of an army to where they may retreat, and routs them;
// without a legal area they are destroyed. By is the card that makes them.
func (s *S) fallBack(t *rules.Turn, c *Combat, a *Army, units []*Unit, by string) {
	told := listed(units)
	name, ok := s.refuge(t, c, a, told)
	if !ok {
		t.Say(NoRetreat{Seat: a.Seat, Units: told, Card: by != ""})
		return
	}
	for _, u := range units {
		u.Routed = true
	}
	to := name
	switch name {
	case nearby, nearbyFree, home:
		to = "" // the umpire does not know where
	default:
		area, err := s.place(name)
		if err != nil {
			break
		}
		area.Void, area.Sure = c.Void, true
		s.join(area, a.Seat, units)
	}
	t.Say(FellBack{Seat: a.Seat, Units: told, To: to, Void: c.Void, Home: name == home, Card: by != ""})
}

// refuge finds the area that a retreat goes to. An attacker goes back to where
// its units came from. Else the loser names areas with what they are, and the
// other side agrees, or it is asked again.
func (s *S) refuge(t *rules.Turn, c *Combat, a *Army, told string) (name string, ok bool) {
	if a.Role == Attacker && len(c.From) > 0 {
		var known []Candidate
		for _, from := range c.From {
			known = append(known, Candidate{Area: from, Status: s.status(from, a.Seat), Origin: true})
		}
		return s.settleOn(t, a, Retreats(Attacker, known), told)
	}
	for {
		ask := s.retreatAsk(c, a, told)
		r := t.Ask(ask)[ask.ID]
		legal, told2 := []Candidate(nil), ""
		switch {
		case r.Order != nil:
			named := s.named(r.Order.Args["areas"], c, a)
			legal, told2 = Retreats(a.Role, named), words(named)
		case len(r.Picks) == 0 || r.Picks[0] == nowhere:
			told2 = noArea
		default:
			legal, told2 = s.picked(r.Picks[0]), ask.LabelsOf(r.Picks)[0]
		}
		t.Say(RetreatNamed{Seat: a.Seat, Areas: told2})
		foe := c.foe(a)
		prompt := fmt.Sprintf("is it so that the other side's %s may retreat to this: %s?", rules.Escape(told), rules.Escape(told2))
		if told2 == noArea {
			prompt = fmt.Sprintf("is it so that the other side's %s cannot retreat to any area?", rules.Escape(told))
		}
		agreed := t.Ask(rules.Ask{
			ID: "retreat-agreed", Seat: foe.Seat, Default: []string{"agreed"},
			Prompt:  prompt,
			Options: []rules.Option{{ID: "agreed", Label: "Agreed"}, {ID: "no", Label: "Not so"}},
		})["retreat-agreed"].Picks
		if len(agreed) == 0 || agreed[0] != "no" {
			return s.settleOn(t, a, legal, told)
		}
		t.Say(Disputed{Seat: foe.Seat})
	}
}

// settleOn lets a side choose among legal areas when there are several.
func (s *S) settleOn(t *rules.Turn, a *Army, legal []Candidate, told string) (name string, ok bool) {
	if len(legal) < 2 {
		if len(legal) == 0 {
			return "", false
		}
		return legal[0].Area, true
	}
	ask := rules.Ask{ID: "retreat-to", Seat: a.Seat, Prompt: fmt.Sprintf("where does %s retreat to? All go to one area.", rules.Escape(told)), Default: []string{"r1"}}
	for i, l := range legal {
		ask.Options = append(ask.Options, rules.Option{ID: fmt.Sprintf("r%d", i+1), Label: l.Area, Detail: string(l.Status)})
	}
	picks := t.Ask(ask)[ask.ID].Picks
	for i, l := range legal {
		if len(picks) > 0 && picks[0] == fmt.Sprintf("r%d", i+1) {
			return l.Area, true
		}
	}
	return legal[0].Area, true
}

// status is what an area is to a side, as far as the umpire knows.
func (s *S) status(name string, seat rules.Seat) Status {
	a := s.known(name)
	switch {
	case a == nil:
		return Uncontrolled
	case len(a.others(seat)) > 0:
		return Hostile
	case a.of(seat) != nil:
		return Friendly
	}
	return Uncontrolled
}

// retreatAsk has the loser say where its units may go: to an area that is known,
// one that is not, or nowhere. With the order it names areas in words.
func (s *S) retreatAsk(c *Combat, a *Army, told string) rules.Ask {
	ask := rules.Ask{ID: "fall-back", Seat: a.Seat, Orders: []string{"retreat"}, Prompt: fmt.Sprintf("where may %s retreat to?", rules.Escape(told))}
	kind := "world"
	if c.Void {
		kind = "void"
	}
	if a.Role == Attacker {
		ask.Options = append(ask.Options, rules.Option{ID: home, Label: "Where they came from", Detail: "not tracked: name it with the order"})
	}
	for _, status := range []Status{Friendly, Uncontrolled} {
		for _, area := range s.Areas {
			if a.Role == Defender && area.Sure && area.Void == c.Void && area.Name != c.Area && s.status(area.Name, a.Seat) == status {
				ask.Options = append(ask.Options, rules.Option{ID: area.ID, Label: area.Name, Detail: string(status)})
			}
		}
	}
	if a.Role == Defender {
		ask.Options = append(ask.Options,
			rules.Option{ID: nearby, Label: fmt.Sprintf("A friendly %s nearby", kind), Detail: "not tracked: name it with the order"},
			rules.Option{ID: nearbyFree, Label: fmt.Sprintf("An uncontrolled %s nearby", kind), Detail: "only without a friendly one"})
	}
	ask.Default = []string{ask.Options[0].ID}
	ask.Options = append(ask.Options, rules.Option{ID: nowhere, Label: "No legal area", Detail: "the units are destroyed"})
	return ask
}

// picked makes a candidate of an option of retreatAsk.
func (s *S) picked(id string) []Candidate {
	if a := s.known(id); a != nil {
		return []Candidate{{Area: a.Name}}
	}
	return []Candidate{{Area: id}}
}

// named reads candidates in words: "Brae friendly, Tor uncontrolled". An area
// without a word is what the umpire knows of it. Of an attacker all are areas
// that its units came from.
func (s *S) named(text string, c *Combat, a *Army) []Candidate {
	var list []Candidate
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		words := strings.Fields(part)
		var status Status
		words = slices.DeleteFunc(words, func(word string) bool {
			switch w := strings.Trim(strings.ToLower(word), "():"); w {
			case "friendly", "own", "mine":
				status = Friendly
			case "uncontrolled", "free", "empty":
				status = Uncontrolled
			case "enemy", "hostile":
				status = Hostile
			default:
				return false
			}
			return true
		})
		name := kit.Clip(strings.Join(words, " "), mostLetters)
		if name == "" || plain(name) == plain(c.Area) || len(list) == mostFrom {
			continue
		}
		if status == "" {
			status = s.status(name, a.Seat)
		}
		if known := s.known(name); known != nil {
			if name = known.Name; known.Sure && known.Void != c.Void {
				continue
			}
		}
		list = append(list, Candidate{Area: name, Status: status, Origin: a.Role == Attacker})
	}
	return list
}

func words(list []Candidate) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, fmt.Sprintf("%s (%s)", c.Area, c.Status))
	}
	if len(parts) == 0 {
		return "no legal area"
	}
	return strings.Join(parts, ", ")
}

// retreatOrder stands for the verb: it is given in answer to a retreat only.
func retreatOrder(_ *S, _ *rules.Turn, _ rules.Order) error {
	return rules.Refuse("Nobody retreats now.")
}
