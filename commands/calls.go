package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// callRoutes are objections to what a player called, and taking it back.
var callRoutes = []route{
	{Press, "object", 2, objectForm}, // session, asked
	{Submit, "objection", 2, object},
	{Press, "stand", 2, stand}, // session, the line of the objection
	{Press, "withdraw", 2, withdraw},
}

// callButtons stand beside the secret choice while a declaration is open.
func (t *Table) callButtons() []Button {
	if _, open := t.fight.Declared(); !open {
		return nil
	}
	return []Button{
		{Path: path("object", t.session.ID, t.fight.Asked()), Label: "Object"},
		{Path: path("withdraw", t.session.ID, t.fight.Asked()), Label: "Take back"},
	}
}

// heldPost opens the post that tells an objection: whoever declared is called, and
// both can settle it.
func (t *Table) heldPost() (a awaited) {
	t.lobby.Held, t.lobby.Since, t.lobby.Nudged = t.fight.Line(), t.r.At.UnixMilli(), 0
	by, _ := t.fight.Declared()
	tag, users := t.mentions(by)
	a.text, a.mentions = tag+", an objection waits for you.", users
	a.rows = []Row{{Buttons: []Button{
		{Path: path("stand", t.session.ID, t.fight.Line()), Label: "Let it stand"},
		{Path: path("withdraw", t.session.ID, t.fight.Asked()), Label: "Take back"},
	}}}
	return a
}

// errHeld refuses an answer while an objection is open.
func (t *Table) errHeld() error {
	held := t.fight.Held()
	by, _ := t.fight.Declared()
	names := t.names()
	return rules.Refuse("%s objects: “%s” Nothing can be answered until %s takes the declaration back or %s lets it stand. What you have chosen is not lost: press again then.",
		names[held.Seat-1], rules.Escape(held.Reason), names[by-1], names[held.Seat-1])
}

// objector finds the seat that the presser can object for.
func (t *Table) objector(asked string) (rules.Seat, error) {
	by, open := t.fight.Declared()
	seat, err := t.seat(func(s rules.Seat) bool { return s != by })
	switch {
	case err != nil:
		return 0, err
	case !open || t.fight.Asked() != number(asked):
		return 0, rules.ErrTooLate
	case t.fight.Held() != nil:
		return 0, rules.Refusal("An objection is open already. Settle that one first.")
	case seat == by:
		return 0, rules.Refusal("That declaration is your own: take it back instead.")
	}
	return seat, nil
}

func objectForm(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if _, err := t.objector(vars[1]); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Fill, Form: &Form{Path: path("objection", vars[0], vars[1]), Title: "Object", Inputs: []Input{
		{ID: "reason", Label: "What is wrong with it?", Hint: "They are not in contact: a fence stands between.", Required: true, Max: typedLimit},
	}}}, nil
}

func object(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		seat, err := t.objector(vars[1])
		if err != nil {
			return err
		}
		return t.add(t.fight.Object(seat, clip(r.Fields["reason"], typedLimit), t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("Your objection is told. Nothing moves until it is settled."), nil
}

// stand lets a declaration stand: the objector's press, or the umpire's, who is
// asked why first.
func stand(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if form, err := d.why(ctx, r, "stand", vars); form != nil || err != nil {
		return Reply{Act: Fill, Form: form}, err
	}
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		held := t.fight.Held()
		if held == nil || t.lobby.Held != number(vars[1]) {
			return rules.ErrNotHeld
		}
		seat, err := t.caller(held.Seat)
		if err != nil {
			return err
		}
		t.ruled(seat)
		return t.add(t.fight.Stand(seat, false, t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("It stands."), nil
}

// withdraw takes a declaration back: the declarer's press, or, while an
// objection is open, that of the umpire, who is asked why first.
func withdraw(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if form, err := d.why(ctx, r, "withdraw", vars); form != nil || err != nil {
		return Reply{Act: Fill, Form: form}, err
	}
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		by, open := t.fight.Declared()
		seat, err := t.caller(by)
		switch {
		case err != nil:
			return err
		case !open || t.fight.Asked() != number(vars[1]):
			return rules.ErrTooLate
		case seat == rules.Umpire && t.fight.Held() == nil:
			return rules.Refusal("Only who declared it can take it back, as long as nobody objects.")
		}
		t.ruled(seat)
		return t.add(t.fight.Withdraw(seat, false, t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("It is taken back."), nil
}

// caller is the seat that the presser speaks for in a matter that is one seat's:
// that seat, else another of theirs; the umpire's for one who rules here and has
// no seat.
func (t *Table) caller(whose rules.Seat) (rules.Seat, error) {
	if t.umpires() && len(t.mine()) == 0 {
		return rules.Umpire, nil
	}
	return t.seat(func(s rules.Seat) bool { return s == whose })
}

// dropHeld takes the buttons from the post of an objection that is settled. If
// the declaration stands, patience with what is still to be answered begins anew.
func (t *Table) dropHeld(tx *storage.Tx) error {
	if t.lobby.Held == 0 || t.fight.Held() != nil {
		return nil
	}
	at := fmt.Sprintf("step/%d/", t.lobby.Held)
	t.lobby.Held, t.lobby.Since, t.lobby.Nudged = 0, t.r.At.UnixMilli(), 0
	var live []string
	for _, slot := range t.lobby.Live {
		if !strings.HasPrefix(slot, at) {
			live = append(live, slot)
		} else if err := t.stripSlot(tx, slot); err != nil {
			return err
		}
	}
	t.lobby.Live = live
	return nil
}
