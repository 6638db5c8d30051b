package commands

import (
	"context"
	"fmt"
	"io"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/storage"
)

var rollRoutes = []route{
	{Command, "roll", 0, roll},
}

// rollDefinition is taken everywhere, in direct messages too.
func rollDefinition() *definition {
	return &definition{Name: "roll", Description: "Roll dice in the open: 2d6+1, 4d6kh3, 5d6>=4, several divided by a semicolon.", Options: []*option{
		{Type: optionText, Name: "dice", Description: "kh kl dh dl keep or drop, r1 rerolls, ! explodes, >=4 counts; # begins words.", Required: true, MaxLength: 300},
		{Type: optionText, Name: "label", Description: "What the roll is for.", MaxLength: 100},
	}}
}

// roll rolls in the open: where a fight is fought from its sealed dice, as a line
// of its log; elsewhere from the desk's own randomness.
func roll(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	notation, err := kit.ReadNotation(r.Options["dice"])
	if err != nil {
		return Reply{}, err
	}
	label, err := kit.ReadLabel(r.Options["label"])
	if err != nil {
		return Reply{}, err
	}
	session, err := d.at(ctx, r.Channel, storage.Running)
	if err != nil {
		return Reply{}, err
	}
	throw := func(dice func(count, sides int) []int) (string, error) {
		return rollNote(label, notation.Throw(dice).Text()), nil
	}
	if session != "" {
		return d.rollSealed(ctx, r, session, throw)
	}
	// Noted before a die falls: delivered twice, it is rolled once.
	if err := d.write(ctx, r, func(*storage.Tx) error { return nil }); err != nil {
		return Reply{}, err
	}
	note, err := throw(d.faces)
	return Reply{Act: Open, Message: Message{Text: roller(r) + " rolls: " + note}}, err
}

// rollSealed rolls in a fight, for whoever is there.
func (d *Desk) rollSealed(ctx context.Context, r Request, session string, throw func(func(count, sides int) []int) (string, error)) (Reply, error) {
	_, ride, err := d.move(ctx, r, session, func(t *Table) error {
		seat, err := t.seat(func(rules.Seat) bool { return false })
		if err != nil {
			seat = rules.Everyone // who watches may roll as well
		}
		before := t.fight.Line()
		entry, events, err := t.fight.Loose(seat, throw, t.dice(), t.stamp())
		if b := t.lobby.Takeback; err == nil && b != nil && b.last() == before {
			b.Loose++ // loose dice decide nothing, so the request still stands
		}
		return t.add(entry, events, err)
	})
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The dice are rolled; they are told in a moment."), nil
}

// rollNote puts what a throw came to under its label.
func rollNote(label, text string) string {
	if label == "" && !strings.Contains(text, "\n") {
		return text
	}
	return rules.Escape(label) + "\n" + text
}

// rolled names who rolled loose dice where the fight knows only that somebody
// watches; other facts are told as they were.
func (t *Table) rolled(fact any, text string) string {
	if dice, ok := fact.(rules.LooseDice); ok && dice.Seat == rules.Everyone {
		return fmt.Sprintf("%s, who watches, rolls loose dice: %s", roller(t.r), dice.Note)
	}
	return text
}

// roller is the name of whoever rolls, without power over the text around it.
func roller(r Request) string {
	name, err := kit.ReadLabel(clip(r.User.Name, 60))
	if err != nil || name == "" {
		return "Somebody"
	}
	return rules.Escape(name)
}

// faces rolls fair dice from the desk's randomness: a draw at or above the
// largest multiple of sides is drawn again.
func (d *Desk) faces(count, sides int) []int {
	width, span := 1, 256
	if sides > span {
		width, span = 2, 65536
	}
	limit := span - span%sides
	faces := make([]int, 0, count)
	for len(faces) < count {
		draws := make([]byte, width*(count-len(faces)))
		if _, err := io.ReadFull(d.random, draws); err != nil {
			panic(fmt.Sprintf("commands: no randomness: %v", err))
		}
		for ; len(draws) > 0; draws = draws[width:] {
			draw := int(draws[0])
			if width == 2 {
				draw = draw<<8 | int(draws[1])
			}
			if draw < limit {
				faces = append(faces, draw%sides+1)
			}
		}
	}
	return faces
}
