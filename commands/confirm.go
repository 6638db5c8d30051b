package commands

import (
	"context"
	"fmt"

	"umpire/rules"
	"umpire/rules/campaign"
)

// battleRoutes are the buttons of a battle's card.
var battleRoutes = []route{
	{Press, "confirm", 1, confirmBattle},
	{Press, "dispute", 1, disputeBattle},
	{Press, "strike-battle", 1, battleForm("strike-battle", "Strike this battle", "Why it is to change nothing")},
	{Submit, "strike-battle", 1, strikeBattle},
	{Press, "takeback-battle", 1, battleForm("takeback-battle", "Take this battle back", "Why it is taken back")},
	{Submit, "takeback-battle", 1, takeBattleBack},
	{Press, "restore-battle", 1, battleForm("restore-battle", "Let this battle count again", "Why it counts after all")},
	{Submit, "restore-battle", 1, restoreBattle},
	{Press, "open-battle", 1, openBattle},
}

// errNotRunning answers somebody who does not run the campaign.
const errNotRunning = rules.Refusal("That is for whoever runs the campaign.")

// onBattle changes a battle and answers with its card, which the outbox brings up
// to date wherever the press came from.
func (d *Desk) onBattle(ctx context.Context, r Request, id string, change func(*battle) error) (Reply, error) {
	var card Message
	err := d.keep(ctx, r, func(b *books) error {
		bt, err := b.battle(id)
		if err != nil {
			return err
		}
		if err := bt.camp.opened(); err != nil {
			return err
		}
		if err := change(bt); err != nil {
			return err
		}
		if err := bt.save(); err != nil {
			return err
		}
		if err := bt.postCard(); err != nil {
			return err
		}
		card, err = bt.card()
		return err
	})
	card.File = nil // it hangs on the message already
	return Reply{Act: Change, Message: card}, err
}

// stillProposed refuses a word on a battle that is settled.
func (bt *battle) stillProposed() error {
	switch bt.row.State {
	case proposed:
		return nil
	case confirmed:
		return rules.Refusal("This battle is confirmed already: it stands in the ledgers.")
	case struck:
		return rules.Refusal("This battle was struck: it changes nothing.")
	case reversed:
		return rules.Refusal("This battle was taken back.")
	}
	return rules.Refusal("This battle is not over yet.")
}

// confirmBattle takes a side's word for what a battle changes. The last one, or one
// side's when the other has let its time pass, or the organiser's, writes it down.
func confirmBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.onBattle(ctx, r, vars[0], func(bt *battle) error {
		if err := bt.stillProposed(); err != nil {
			return err
		}
		mine, err := bt.sides(bt.b.me.Key)
		if err != nil {
			return err
		}
		judges, err := bt.judges()
		if err != nil {
			return err
		}
		if len(mine) == 0 && !judges {
			return rules.Refusal("That is for those who fought this battle, or for whoever runs the campaign and had no part in it.")
		}
		late := bt.lapses() && r.At.After(bt.due())
		for _, i := range mine {
			switch agreed := bt.body.Sides[i].Agreed != ""; {
			case agreed && bt.after.Disputed != "":
				return rules.Refusal("Your side has confirmed already, and the other says that it is not so: whoever runs the campaign decides.")
			case agreed && !bt.lapses():
				return rules.Refusal("Your side has confirmed already. The other side, or whoever runs the campaign, has to as well.")
			case agreed && !late:
				return rules.Refuse("Your side has confirmed already. The other side has until <t:%d:f>.", bt.due().Unix())
			}
			bt.body.Sides[i].Agreed = bt.b.me.Key
		}
		all := true
		for _, s := range bt.body.Sides {
			all = all && s.Agreed != ""
		}
		switch {
		case all:
			bt.after.Settled = settled{How: "Confirmed by every side: it is written down."}
		case len(mine) == 0:
			bt.after.Settled = settled{How: "Confirmed", By: bt.b.me.Key, End: ", who runs the campaign: it is written down."}
		case late:
			bt.after.Settled = settled{How: "Confirmed", By: bt.b.me.Key, End: " alone, since the other side has let its time pass: it is written down."}
		default:
			return nil
		}
		return bt.enact()
	})
}

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
		}
		bt.after.Disputed = bt.b.me.Key
		for _, i := range mine {
			bt.body.Sides[i].Agreed = ""
		}
		return bt.callOrganiser()
	})
}

// callOrganiser asks who runs the campaign to decide.
func (bt *battle) callOrganiser() error {
	m, err := bt.b.tx.Member(bt.row.Guild, bt.camp.body.Organiser)
	if err != nil || m.User == "" {
		return err
	}
	text := fmt.Sprintf("<@%s>, %s says that what is proposed for this battle is not so. Confirm it or strike it at its card; what is wrong can then be put right with `/wound`, `/heal` and `/roster edit`.", m.User, rules.Escape(bt.b.r.User.Name))
	_, err = bt.b.tx.Post(row(bt.row.ID, ToChannel+bt.after.Place, "dispute", Post{Message: Message{Text: text, Mentions: []string{m.User}}}))
	return err
}

// battleForm asks for the reason of what is done about a battle.
func battleForm(what, title, label string) handler {
	return func(_ *Desk, _ context.Context, _ Request, vars []string) (Reply, error) {
		return Reply{Act: Fill, Form: &Form{Path: path(what, vars[0]), Title: title, Inputs: []Input{
			{ID: "why", Label: label, Required: true, Max: typedLimit},
		}}}, nil
	}
}

// ruleBattle makes a decision on a battle that only who runs the campaign may make; then
// it stands on the card and in the campaign's channel.
func (d *Desk) ruleBattle(ctx context.Context, r Request, id, how string, decide func(*battle, string) error) (Reply, error) {
	return d.onBattle(ctx, r, id, func(bt *battle) error {
		why := r.Fields["why"]
		judges, err := bt.judges()
		if err != nil {
			return err
		}
		if bt.row.State == paired || bt.row.State == bye { // nothing has happened in it yet
			judges = true
		}
		switch {
		case !bt.camp.runs():
			return errNotRunning
		case !judges:
			return rules.Refusal("You have a part in this battle yourself: a helper, or somebody else who manages the server, decides.")
		case why == "":
			return rules.ErrWhy
		}
		if err := decide(bt, why); err != nil {
			return err
		}
		outcome, err := bt.outcome()
		if err != nil {
			return err
		}
		bt.after.Settled = settled{How: how, By: bt.b.me.Key, Why: why}
		words, err := bt.settlement()
		if err != nil {
			return err
		}
		return bt.camp.tell(fmt.Sprintf("**%s:** %s\nThe battle was: %s.", rules.Escape(bt.camp.row.Name), words, outcome))
	})
}

// strikeBattle calls a battle off: it changes nothing.
func strikeBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.ruleBattle(ctx, r, vars[0], "Struck", func(bt *battle, _ string) error {
		was := bt.row.State
		if was != paired && was != bye {
			if err := bt.stillProposed(); err != nil {
				return err
			}
		}
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
	return d.ruleBattle(ctx, r, vars[0], "Taken back", func(bt *battle, why string) error {
		if bt.row.State != confirmed {
			return rules.Refusal("Only a battle that is confirmed can be taken back.")
		}
		bt.row.State = reversed
		return bt.turnEntries(why, func(e campaign.Entry) bool { return e.Reverses == 0 })
	})
}

// restoreBattle lets a battle that was taken back count again.
func restoreBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.ruleBattle(ctx, r, vars[0], "Counted again", func(bt *battle, why string) error {
		if bt.row.State != reversed {
			return rules.Refusal("Only a battle that was taken back can count again.")
		}
		bt.row.State = confirmed
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
				if err := k.reverse(e.N, why, bt.row.ID); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}
