package commands

import (
	"context"
	"fmt"
	"strconv"

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

// heldRow is under the post that tells an objection.
func (t *Table) heldRow() Row {
	return Row{Buttons: []Button{
		{Path: path("stand", t.session.ID, t.fight.Line()), Label: "Let it stand"},
		{Path: path("withdraw", t.session.ID, t.fight.Asked()), Label: "Take back"},
	}}
}

// objector finds the seat that the presser can object for.
func (t *Table) objector(asked string) (rules.Seat, error) {
	by, open := t.fight.Declared()
	seat, err := t.seat(func(s rules.Seat) bool { return s != by })
	switch {
	case err != nil:
		return 0, err
	case !open || strconv.Itoa(t.fight.Asked()) != asked:
		return 0, rules.ErrTooLate
	case t.fight.Held() != nil:
		return 0, rules.ErrHeld
	}
	return seat, nil
}

func objectForm(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	by, _ := t.fight.Declared()
	seat, err := t.objector(vars[1])
	if err != nil {
		return Reply{}, err
	}
	if seat == by {
		return Reply{}, rules.Refusal("That declaration is your own: take it back instead.")
	}
	return Reply{Act: Fill, Form: &Form{Path: path("objection", vars[0], vars[1]), Title: "Object", Inputs: []Input{
		{ID: "reason", Label: "What is wrong with it?", Hint: "They are not in contact: there is a fence between.", Required: true, Max: 200},
	}}}, nil
}

func object(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		seat, err := t.objector(vars[1])
		if err != nil {
			return err
		}
		return t.add(t.fight.Object(seat, r.Fields["reason"], t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("Your objection is told. Nothing moves until it is settled."), nil
}

// stand lets a declaration stand: the objector's press, or a server manager's.
func stand(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		held := t.fight.Held()
		if held == nil {
			return rules.ErrNotHeld
		}
		seat, err := t.seat(func(s rules.Seat) bool { return s == held.Seat })
		if r.Manager && seat != held.Seat {
			seat, err = rules.Umpire, nil
		}
		if err != nil {
			return err
		}
		return t.add(t.fight.Stand(seat, false, t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("It stands."), nil
}

// withdraw takes a declaration back: the declarer's press, or, while an
// objection is open, a server manager's.
func withdraw(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		by, open := t.fight.Declared()
		seat, err := t.seat(func(s rules.Seat) bool { return s == by })
		if r.Manager && seat != by && t.fight.Held() != nil {
			seat, err = rules.Umpire, nil
		}
		if err != nil {
			return err
		}
		if !open || strconv.Itoa(t.fight.Asked()) != vars[1] {
			return rules.ErrTooLate
		}
		return t.add(t.fight.Withdraw(seat, false, t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("It is taken back."), nil
}

// dropHeld takes the buttons from the post of an objection that is settled.
func (t *Table) dropHeld(tx *storage.Tx) error {
	for i, slot := range t.lobby.Live {
		if t.fight.Held() == nil && slot == t.lobby.heldSlot() {
			t.lobby.Live = append(t.lobby.Live[:i:i], t.lobby.Live[i+1:]...)
			t.lobby.Held = 0
			return t.stripSlot(tx, slot)
		}
	}
	return nil
}

// heldSlot is the slot of the post that tells the open objection.
func (l lobby) heldSlot() string { return fmt.Sprintf("step/%d/1", l.Held) }
