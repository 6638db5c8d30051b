package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/commands/picture"
	"umpire/rules"
)

// preview is what a draft would give: in words, and as a picture where the table
// would stand otherwise. Refused: it cannot be given as it is.
type preview struct {
	text    string
	scene   *rules.Scene
	refused bool
}

// mostTwins is how many models' new places a preview names.
const mostTwins = 6

// try shows what a whole draft would give; nothing moves.
func (t *Table) try(dr draft) (p preview, err error) {
	events, scene, err := t.fight.Try(dr.Seat, *dr.order())
	if errors.Is(err, rules.ErrTry) {
		return p, nil
	}
	if why, refused := rules.IsRefusal(err); refused {
		return preview{text: "**Not so:** " + clip(why, 600), refused: true}, nil
	}
	if err != nil {
		return p, fmt.Errorf("try /%s in session %s: %w", dr.Verb, t.session.ID, err)
	}
	narrator := rules.NewNarrator(t.fight.System(), t.names(), true, t.session.ID)
	var told []string
	for place, e := range events {
		text, err := narrator.Tell(e.Fact, t.fight.Line()+1, place)
		if err != nil {
			return p, fmt.Errorf("session %s: %w", t.session.ID, err)
		}
		if text != "" {
			told = append(told, text)
		}
	}
	p.text = clip(strings.Join(told, "\n"), 900)
	if now := t.fight.Scene(dr.Seat); scene != nil && now != nil && !alike(now, scene) {
		p.scene = scene
		p.text += newLines(now, scene)
	}
	return p, nil
}

// alike tells whether all stand in two scenes as they did.
func alike(a, b *rules.Scene) bool {
	return slices.Equal(a.Models, b.Models) && slices.Equal(a.Markers, b.Markers)
}

// newLines are the words of a scene for the models that it shows otherwise than
// the scene before did.
func newLines(before, after *rules.Scene) string {
	var moved []string
	for _, m := range after.Models {
		if !slices.Contains(before.Models, m) {
			moved = append(moved, rules.Escape(m.Name))
		}
	}
	text, n := "", 0
	for _, line := range after.Text {
		about := slices.ContainsFunc(moved, func(name string) bool { return strings.HasPrefix(line, name+":") })
		if !about || slices.Contains(before.Text, line) {
			continue
		}
		if n++; n <= mostTwins {
			text += "\n-# " + clip(line, 160)
		}
	}
	if n > mostTwins {
		text += fmt.Sprintf("\n-# And %d more.", n-mostTwins)
	}
	return text
}

// drawn gives a scene as a picture for the presser alone, where he wants one and
// it can be sent.
func (t *Table) drawn(scene *rules.Scene, ring *picture.Ring) *Picture {
	if scene == nil || t.taste(t.r.User.ID).Words || !mayAttach(t.r) {
		return nil
	}
	return &Picture{Scene: *scene, Ring: ring}
}

// mayAttach tells whether the bot may send files where a request came from.
func mayAttach(r Request) bool { return r.Guild == "" || r.Rights&(attachFiles|administrator) != 0 }
