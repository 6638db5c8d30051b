package commands

import (
	"context"

	"umpire/rules"
)

// battleRoutes are the buttons of a battle's card.
var battleRoutes = []route{
	{Press, "confirm", 1, confirmBattle},
	{Press, "dispute", 1, battleForm("dispute", "That is not so", "What is not so")},
	{Submit, "dispute", 1, disputeBattle},
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
