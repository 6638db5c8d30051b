// Package chronicle writes a fight's log out for people: as text, as markdown or
// as a page, and says what checking it finds.
//
// A Fight is what one reader may have: the log with those secret parts that are
// theirs, and what each line told them. Steps are made of it once; each form
// only dresses them. Nothing here looks at a running fight or at the store.
package chronicle

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"umpire/rules"
)

// Fight is a fight as it is written out for one reader. Names are what the seats
// are called, People what the log's keys mean; both as people typed them. Told
// has the facts of each log line that the reader heard, or nil where the line's
// rules are not at hand. Whole: it is over, and nothing is left out.
type Fight struct {
	System *rules.System
	Names  []string
	People map[string]string
	Log    []rules.Entry
	Told   [][]rules.Event
	Whole  bool
}

// step is one log line as it is written out. Texts are markdown, as Discord has
// it; the rest is plain.
type step struct {
	line   int
	when   string
	who    string
	deed   string
	texts  []string
	rolls  []string
	struck int // the line that took it back; 0: none did
	chain  string
}

// steps writes every line.
func (f *Fight) steps() ([]step, error) {
	names := make([]string, len(f.Names))
	for i, name := range f.Names {
		names[i] = rules.Escape(name)
	}
	narrator := rules.NewNarrator(f.System, names, false, f.opening().Fight)
	struck := Struck(f.Log)
	steps := make([]step, len(f.Log))
	for i, e := range f.Log {
		s := step{
			line: e.Line, when: time.UnixMilli(e.At).UTC().Format("2006-01-02 15:04:05"), who: f.who(e),
			deed: f.Deed(e), rolls: rolls(e), struck: struck[e.Line], chain: e.Chain,
		}
		if i < len(f.Told) {
			for place, told := range f.Told[i] {
				text, err := narrator.Tell(told.Fact, e.Line, place)
				if err != nil {
					return nil, err
				}
				if told.To > rules.Everyone && int(told.To) <= len(names) {
					text = "To " + names[told.To-1] + " alone: " + text
				}
				if strings.TrimSpace(text) != "" {
					s.texts = append(s.texts, text)
				}
			}
		}
		steps[i] = s
	}
	return steps, nil
}

func (f *Fight) opening() *rules.Opening { return f.Log[0].Setup }

// who is the name of whoever wrote a line.
func (f *Fight) who(e rules.Entry) string {
	seated := e.Seat >= 1 && int(e.Seat) <= len(f.Names)
	switch name := f.People[e.By]; {
	case e.Seat == rules.Umpire:
		return "The umpire"
	case e.Pledge+e.Word != "" && seated:
		return f.Names[e.Seat-1]
	case e.Setup != nil, e.Begin, e.Upgrade != 0, e.End != "":
		return "The table"
	case name != "":
		return name
	case seated:
		return f.Names[e.Seat-1]
	}
	return "Somebody who watches"
}

// Struck gives, for each log line that an undo took back, the line of that undo.
// Loose dice, remarks, pauses and changes of seats are never taken back.
func Struck(log []rules.Entry) map[int]int {
	struck := make(map[int]int)
	for _, e := range log {
		if e.Undo == nil {
			continue
		}
		for _, was := range log {
			stays := was.Loose != "" || was.Note != "" || was.Pause || was.Resume || was.Seats != nil
			if was.Line > *e.Undo && was.Line < e.Line && struck[was.Line] == 0 && !stays {
				struck[was.Line] = e.Line
			}
		}
	}
	return struck
}

// Deed says what a line did, in plain words; of a sealed pick only what the line's
// secret part shows.
func (f *Fight) Deed(e rules.Entry) string {
	switch {
	case e.Setup != nil:
		return "the fight is set up"
	case e.Pledge != "":
		return "hands in a word, sealed: SHA-256 " + e.Pledge
	case e.Word != "":
		return "gives a word for the dice: “" + e.Word + "”"
	case e.Begin:
		return "the fight begins"
	case e.Reply != nil:
		return f.reply(e)
	case e.Undo != nil && e.Agreed == "":
		return fmt.Sprintf("goes back to step %d", *e.Undo)
	case e.Undo != nil:
		return fmt.Sprintf("goes back to step %d; %s agreed", *e.Undo, f.those(e.Agreed))
	case e.Upgrade != 0:
		return fmt.Sprintf("rules version %d from here on", e.Upgrade)
	case e.Seats != nil:
		return "the seats change hands"
	}
	return f.beside(e)
}

// beside says what a line did that is no part of the rules' own course.
func (f *Fight) beside(e rules.Entry) string {
	switch {
	case e.Object != "":
		return "objects: “" + e.Object + "”"
	case e.Stand:
		return "lets the declaration stand" + because(e)
	case e.Withdraw:
		return "takes the declaration back" + because(e)
	case e.Loose != "":
		return "rolls loose dice"
	case e.Note != "":
		return strings.TrimSpace("notes: “" + e.Note + "” " + e.Link)
	case e.Pause:
		return "pauses the fight" + because(e)
	case e.Resume:
		return "lets the fight go on" + because(e)
	case e.End != "":
		return "the secret of the dice is opened: " + e.End
	}
	return ""
}

// those names people by their keys, with commas between.
func (f *Fight) those(keys string) string {
	var names []string
	for key := range strings.SplitSeq(keys, ",") {
		name := f.People[key]
		if name == "" {
			name = "somebody"
		}
		names = append(names, name)
	}
	return rules.List(names)
}

func because(e rules.Entry) string {
	if e.Reason == "" {
		return ""
	}
	return ": “" + e.Reason + "”"
}

// reply says what was answered; a sealed pick only where its secret part is there.
func (f *Fight) reply(e rules.Entry) string {
	r := e.Reply
	side := ""
	if e.Seat >= 1 && int(e.Seat) <= len(f.Names) {
		side = fmt.Sprintf("side %d: ", e.Seat)
	}
	switch {
	case r.Order != nil:
		var args []string
		for name, value := range r.Order.Args {
			args = append(args, name+" "+value)
		}
		slices.Sort(args)
		return strings.TrimSpace(side + "/" + r.Order.Verb + " " + strings.Join(args, ", "))
	case r.Lapse:
		return side + "the decision “" + r.Ask + "” falls to its default" + because(e)
	case e.PickSeal == "":
		return side + "answers “" + r.Ask + "”: " + picked(r.Picks)
	case e.Secret.PickNonce != "":
		return fmt.Sprintf("%slocks “%s”: %s, sealed as %s with nonce %s", side, r.Ask, picked(e.Secret.Picks), e.PickSeal, e.Secret.PickNonce)
	}
	return fmt.Sprintf("%slocks “%s”, sealed as %s", side, r.Ask, e.PickSeal)
}

func picked(picks []string) string {
	if len(picks) == 0 {
		return "nothing"
	}
	return strings.Join(picks, ", ")
}

// rolls lists a line's dice, shuffles and openings.
func rolls(e rules.Entry) []string {
	var list []string
	for _, r := range e.Rolls {
		if r.Hidden {
			list = append(list, fmt.Sprintf("Roll %d, %s: %d cards shuffled, sealed as %s", r.N, r.Kind, r.Sides, e.RollSeal))
			continue
		}
		list = append(list, fmt.Sprintf("Roll %d, %s, %dd%d: %s", r.N, r.Kind, len(r.Faces), r.Sides, strings.Trim(fmt.Sprint(r.Faces), "[]")))
	}
	for _, o := range e.Opened {
		list = append(list, fmt.Sprintf("Opened: %s, sealed in step %d as %s with nonce %s", picked(o.Picks), o.Line, o.Seal, o.Nonce))
	}
	return list
}
