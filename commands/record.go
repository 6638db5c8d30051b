package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
)

// How a battle ended for a side, as it is typed.
const (
	wonIt  = "won"
	drewIt = "drawn"
	lostIt = "lost"
)

// recordBattle enters a battle that was fought without the bot. It counts when both
// sides have confirmed it.
func recordBattle(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	result := strings.ToLower(strings.TrimSpace(r.Options["result"]))
	if !slices.Contains([]string{wonIt, drewIt, lostIt}, result) {
		return Reply{}, rules.Refuse("A battle is %s, %s or %s, not %s.", wonIt, drewIt, lostIt, typed(result))
	}
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		mine, err := b.entrant(r.Options["campaign"], r.Options["mine"])
		if err != nil {
			return err
		}
		theirs, err := mine.camp.rosterOf(r.Options["theirs"])
		if err != nil {
			return err
		}
		if err := mine.mayRecord(theirs); err != nil {
			return err
		}
		bt, err := mine.met(theirs)
		if err != nil {
			return err
		}
		if err := bt.enter(mine, result, strings.TrimSpace(plain(clip(r.Options["note"], typedLimit)))); err != nil {
			return err
		}
		text = fmt.Sprintf("It is entered. It counts when both sides have confirmed it: the card is in <#%s>.", mine.camp.body.Channel)
		return bt.propose(mine.camp.body.Channel)
	})
	if err != nil {
		return Reply{}, err
	}
	return Private(text), nil
}

// mayRecord refuses a battle that cannot have been, and one that is not the asker's
// to enter.
func (k *kept) mayRecord(other *kept) error {
	switch {
	case k.row.ID == other.row.ID:
		return rules.Refusal("A roster does not fight itself. Name two.")
	case k.row.Owner == other.row.Owner:
		return rules.Refusal("Both rosters are one person's: a battle of a campaign has two players.")
	case k.row.Campaign != other.row.Campaign || k.row.System != other.row.System:
		return rules.Refuse("%s and %s are not of one campaign and one system.", rules.Escape(k.now.Name), rules.Escape(other.now.Name))
	case !k.mine() && !other.mine() && !k.camp.runs():
		return rules.Refusal("A battle is entered by who fought it, or by who runs the campaign.")
	}
	return nil
}

// met gives the battle of two rosters that is to be entered: their pairing that is
// open, or else a new one.
func (k *kept) met(other *kept) (*battle, error) {
	battles, err := k.camp.battles()
	if err != nil {
		return nil, err
	}
	for _, bt := range battles {
		if bt.row.State != paired || len(bt.body.Sides) != 2 {
			continue
		}
		if a, b := bt.body.Sides[0].Roster, bt.body.Sides[1].Roster; a == k.row.ID && b == other.row.ID || b == k.row.ID && a == other.row.ID {
			whole, err := k.b.battle(bt.row.ID)
			if err == nil {
				whole.after.Pairing = true
			}
			return whole, err
		}
	}
	body := campaign.Battle{System: k.row.System}
	for _, one := range []*kept{k, other} {
		body.Sides = append(body.Sides, campaign.BattleSide{Roster: one.row.ID, Name: one.now.Name, Players: []string{one.row.Owner}})
	}
	bt := k.camp.newBattle(body, 0, proposed)
	return bt, bt.add()
}

// enter writes down how a battle ended for one of its rosters. Whoever enters it has
// thereby confirmed it for their own side.
func (bt *battle) enter(k *kept, result, note string) error {
	mine := slices.IndexFunc(bt.body.Sides, func(s campaign.BattleSide) bool { return s.Roster == k.row.ID })
	bt.body.ByHand, bt.body.Note = true, note
	switch result {
	case wonIt:
		bt.body.Result, bt.body.Winner = campaign.Won, mine+1
	case lostIt:
		bt.body.Result, bt.body.Winner = campaign.Won, 2-mine
	default:
		bt.body.Result, bt.body.Winner = campaign.Drawn, 0
	}
	own, err := bt.sides(bt.b.me.Key)
	if len(own) == 1 {
		bt.body.Sides[own[0]].Agreed = bt.b.me.Key
	}
	return err
}
