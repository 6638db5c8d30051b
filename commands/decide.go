package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
)

// disputeBattle notes that a side does not agree, and calls for a decision.
func disputeBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.onBattle(ctx, r, vars[0], func(bt *battle) error {
		if err := bt.stillProposed(); err != nil {
			return err
		}
		mine, err := bt.sides(bt.b.me.Key)
		switch {
		case err != nil:
			return err
		case len(mine) == 0:
			return rules.Refusal("That is for those who fought this battle.")
		case bt.after.Disputed != "":
			return rules.Refusal("Whoever runs the campaign is asked already.")
		case r.Fields["why"] == "":
			return rules.ErrWhy
		}
		bt.after.Disputed = bt.b.me.Key
		for _, i := range mine {
			bt.body.Sides[i].Agreed = ""
		}
		return bt.callFor(r.Fields["why"])
	})
}

// callFor asks somebody who runs the campaign, and has no part in the battle, to
// decide on it.
func (bt *battle) callFor(why string) error {
	m := Message{Text: fmt.Sprintf("%s says of this battle: “%s” Confirm it or strike it at its card; what is wrong can then be put right with `/wound`, `/heal` and `/roster edit`.",
		rules.Escape(bt.b.r.User.Name), rules.Escape(clip(why, typedLimit)))}
	who := "whoever manages the server"
	for _, key := range append([]string{bt.camp.body.Organiser}, bt.camp.body.Helpers...) {
		mine, err := bt.sides(key)
		if err != nil {
			return err
		}
		person, err := bt.b.member(key)
		if err != nil {
			return err
		}
		if person.User != "" && len(mine) == 0 && !slices.Contains(bt.after.Began, key) {
			who, m.Mentions = "<@"+person.User+">", []string{person.User}
			break
		}
	}
	m.Text = who + ", " + m.Text
	_, err := bt.b.tx.Post(row(bt.row.ID, ToChannel+bt.after.Place, "dispute", Post{Message: m}))
	return err
}

// battleForm asks for the reason of what is done about a battle, whoever may do it.
func battleForm(what, title, label string) handler {
	return func(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
		err := d.look(ctx, r, func(b *books) error {
			bt, err := b.battle(vars[0])
			if err != nil {
				return err
			}
			mine, err := bt.sides(b.me.Key)
			if err == nil && len(mine) == 0 && !bt.camp.runs() {
				err = errNotRunning
			}
			return err
		})
		return Reply{Act: Fill, Form: &Form{Path: path(what, vars[0]), Title: title, Inputs: []Input{
			{ID: "why", Label: label, Required: true, Max: typedLimit},
		}}}, err
	}
}

// ruleBattle makes a decision on a battle, which then stands on its card and in the
// campaign's channel. Who runs the campaign and has no part in the battle decides
// alone, and so do all sides together. May refuses what cannot be done as it stands.
func (d *Desk) ruleBattle(ctx context.Context, r Request, id, how string, may func(*battle) error, decide func(*battle, string) error) (Reply, error) {
	return d.onBattle(ctx, r, id, func(bt *battle) error {
		why := r.Fields["why"]
		if why == "" {
			return rules.ErrWhy
		}
		if err := may(bt); err != nil {
			return err
		}
		if alone, err := bt.decides(); err != nil {
			return err
		} else if !alone {
			if agreed, err := bt.wants(how, why); err != nil || !agreed {
				return err
			}
		}
		if err := decide(bt, why); err != nil {
			return err
		}
		outcome, err := bt.outcome()
		if err != nil {
			return err
		}
		bt.after.Asked = nil
		bt.after.Settled = settled{How: how, By: bt.b.me.Key, Why: why}
		words, err := bt.settlement()
		if err != nil {
			return err
		}
		return bt.camp.tell(fmt.Sprintf("**%s:** %s\nThe battle was: %s.", bt.camp.title(), words, outcome))
	})
}

// decides tells whether the asker decides alone. It refuses whoever has nothing to
// say here.
func (bt *battle) decides() (bool, error) {
	judges, err := bt.judges()
	if err != nil || judges {
		return judges, err
	}
	if bt.row.State == paired || bt.row.State == bye { // nothing has happened in it yet
		if !bt.camp.runs() {
			return false, errNotRunning
		}
		return true, nil
	}
	mine, err := bt.sides(bt.b.me.Key)
	switch {
	case err != nil:
		return false, err
	case len(mine) == 0 && bt.camp.runs():
		return false, rules.Refusal("You have a part in this battle yourself: its sides together, a helper, or whoever manages the server decides.")
	case len(mine) == 0:
		return false, errNotRunning
	}
	return false, nil
}

// wants notes that the asker's side wants something done about a battle. Once every
// side does, it is.
func (bt *battle) wants(how, why string) (agreed bool, err error) {
	mine, err := bt.sides(bt.b.me.Key)
	if err != nil {
		return false, err
	}
	if bt.after.Asked == nil {
		bt.after.Asked = make(map[string][]int)
	}
	asked := bt.after.Asked[how]
	for _, i := range mine {
		if slices.Contains(asked, i) {
			return false, rules.Refusal("Your side has asked for that already. It is done when every side has, or when whoever runs the campaign decides so.")
		}
		asked = append(asked, i)
	}
	bt.after.Asked[how] = asked
	if len(asked) == len(bt.body.Sides) {
		return true, nil
	}
	outcome, err := bt.outcome()
	if err != nil {
		return false, err
	}
	return false, bt.camp.tell(fmt.Sprintf("**%s:** %s wants a battle %s: “%s” That is done when every side asks for it, from `/campaign battles` or its card.\nThe battle is: %s.",
		bt.camp.title(), rules.Escape(bt.b.r.User.Name), strings.ToLower(how), rules.Escape(clip(why, typedLimit)), outcome))
}

// strikeBattle calls a battle off: it changes nothing.
func strikeBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.ruleBattle(ctx, r, vars[0], "Struck", func(bt *battle) error {
		if bt.row.State == paired || bt.row.State == bye {
			return nil
		}
		return bt.stillProposed()
	}, func(bt *battle, _ string) error {
		was := bt.row.State
		bt.row.State = struck
		if err := bt.free(); err != nil {
			return err
		}
		if bt.after.Pairing && was != paired {
			return bt.pairAgain()
		}
		return nil
	})
}

// pairAgain pairs the sides of a battle that was struck once more, for the same
// round.
func (bt *battle) pairAgain() error {
	body := campaign.Battle{System: bt.body.System}
	for _, s := range bt.body.Sides {
		body.Sides = append(body.Sides, campaign.BattleSide{Roster: s.Roster, Name: s.Name, Players: s.Players})
	}
	again := bt.camp.newBattle(body, bt.row.Round, paired)
	again.after.Place = bt.camp.body.Channel
	if err := again.add(); err != nil {
		return err
	}
	m := Message{
		Text: fmt.Sprintf("**%s, round %d:** %s is to be fought again.", bt.camp.title(), bt.row.Round, rules.Escape(again.short())),
		Rows: []Row{{Buttons: []Button{{Path: path("open-battle", again.row.ID), Label: "Open: " + again.short()}}}},
	}
	_, err := bt.b.tx.Post(row(bt.camp.row.ID, ToChannel+bt.camp.body.Channel, "", Post{Message: m}))
	return err
}

// takeBattleBack takes a confirmed battle out of the books: each side's roster is as
// if it had never been fought.
func takeBattleBack(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.ruleBattle(ctx, r, vars[0], "Taken back", func(bt *battle) error {
		if bt.row.State != confirmed {
			return rules.Refusal("Only a battle that is confirmed can be taken back.")
		}
		return nil
	}, func(bt *battle, why string) error {
		bt.row.State = reversed
		if err := bt.turnEntries(why, func(e campaign.Entry) bool { return e.Reverses == 0 }); err != nil || !bt.after.Pairing {
			return err
		}
		return bt.pairAgain()
	})
}

// restoreBattle lets a battle that was taken back count again.
func restoreBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.ruleBattle(ctx, r, vars[0], "Counted again", func(bt *battle) error {
		if bt.row.State != reversed {
			return rules.Refusal("Only a battle that was taken back can count again.")
		}
		return nil
	}, func(bt *battle, why string) error {
		bt.row.State = confirmed
		again := func(o *battle) bool { return o.row.Round == bt.row.Round && o.body.Between(bt.body) }
		if _, err := bt.camp.callOff(again, "Called off: its battle counts after all."); err != nil {
			return err
		}
		return bt.turnEntries(why, func(e campaign.Entry) bool { return e.Reverses > 0 })
	})
}

// turnEntries takes back the battle's newest entry of a kind that stands, in each
// side's ledger. A battle that ended unrecorded has none.
func (bt *battle) turnEntries(why string, kind func(campaign.Entry) bool) error {
	for _, s := range bt.body.Sides {
		k, err := bt.b.roster(s.Roster)
		if err != nil {
			return err
		}
		ledger, err := k.ledger()
		if err != nil {
			return err
		}
		stands := campaign.Stands(ledger)
		for i := len(ledger) - 1; i >= 0; i-- {
			if e := ledger[i]; e.Battle == bt.row.ID && stands[i] && kind(e) {
				if err := k.reverse(ledger, e.N, why, bt.row.ID); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}
