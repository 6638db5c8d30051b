package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
	"umpire/storage"
)

// waitForWord is how long both sides' word on a battle is awaited, in hours, where
// the fight had no patience of its own.
const waitForWord = 72

// battleSlot is the outbox slot of a battle's card.
const battleSlot = "battle"

// books opens the books of a table's server within a transaction.
func (t *Table) books(tx *storage.Tx) *books {
	r := t.r
	r.Guild = t.session.Guild // a direct message comes from none
	return &books{d: t.d, r: r, tx: tx}
}

// aftermath brings a fight of a campaign that is over to its books: a card proposes
// what it changes. One that ended unrecorded changes nothing.
func (t *Table) aftermath(tx *storage.Tx) error {
	if t.session.State != storage.Over || t.lobby.campaign() == "" {
		return nil
	}
	b := t.books(tx)
	row, err := tx.BattleOf(t.session.ID)
	if err != nil {
		return err
	}
	bt, err := b.battleOf(row)
	if err != nil {
		return err
	}
	bt.body.Result, bt.body.Winner = t.lobby.Result, max(0, int(t.fight.Over().Winner))
	bt.after.Line, bt.after.Hours = t.fight.Line(), t.lobby.Hours
	for i := range bt.body.Sides { // seats may have changed hands
		bt.body.Sides[i].Players = nil
		for _, p := range t.users(rules.Seat(i + 1)) {
			m, err := tx.Join(t.session.Guild, p.User, p.Name)
			if err != nil {
				return err
			}
			bt.body.Sides[i].Players = append(bt.body.Sides[i].Players, m.Key)
		}
	}
	if bt.body.Result == unrecorded {
		bt.row.State = confirmed
		bt.after.Fielded = nil
		if err := bt.free(); err != nil {
			return err
		}
		return errors.Join(bt.save(), t.tellCampaign(bt))
	}
	if err := t.changes(bt); err != nil {
		return err
	}
	return errors.Join(bt.propose(t.session.Place), t.tellCampaign(bt))
}

// tellCampaign tells a campaign's channel how a fight ended, where the fight's own
// line does not reach it.
func (t *Table) tellCampaign(bt *battle) error {
	if channel := bt.camp.body.Channel; channel == t.session.Channel || channel == t.session.Place {
		return nil
	}
	how, err := bt.outcome()
	if err != nil {
		return err
	}
	return bt.camp.tell(fmt.Sprintf("**%s:** %s. <#%s>", bt.camp.title(), how, t.session.Place))
}

// changes works out what the fight changes in each side's roster.
func (t *Table) changes(bt *battle) error {
	sys, left := t.fight.System(), t.fight.Roster()
	terms := bt.camp.body.Terms
	if bt.after.Terms != nil { // since then others may have been set
		terms = *bt.after.Terms
	}
	bt.after.Changes, bt.after.Rolled = nil, nil
	for i, before := range bt.after.Fielded {
		after := slices.DeleteFunc(slices.Clone(left), func(f rules.Fighter) bool { return int(f.Seat) != i+1 })
		changes, fallen, err := terms.Aftermath(sys, before, after, func(id string) campaign.Injury {
			return t.injury(bt, i+1, before, id)
		})
		if err != nil {
			return err
		}
		bt.body.Sides[i].Lost = len(fallen)
		bt.after.Changes = append(bt.after.Changes, changes)
	}
	bt.after.Fielded = nil
	return nil
}

// injury rolls on the injury table for a member that fell, with the fight's own
// sealed dice: roll 0 of a kind of its own, so that anybody can work it out again
// from the opened secret.
func (t *Table) injury(bt *battle, seat int, side []rules.Fighter, id string) campaign.Injury {
	table := campaign.InjuryTable()
	face := t.dice().Roll(0, path("injury", seat, id), 1, table.Die)[0]
	found := table.Of(face)
	name := id
	if i := slices.IndexFunc(side, func(f rules.Fighter) bool { return f.ID == id }); i >= 0 {
		name = side[i].Name
	}
	bt.after.Rolled = append(bt.after.Rolled, fmt.Sprintf("%s: injury roll **%d**, %s.", rules.Escape(name), face, found.Text))
	return found
}

// propose posts the card that asks both sides for their word on what a battle
// changes, and stores the battle.
func (bt *battle) propose(place string) error {
	bt.row.State, bt.after.Place, bt.after.Since = proposed, place, bt.b.r.At.UnixMilli()
	if bt.after.Hours == 0 {
		bt.after.Hours = waitForWord
	}
	if err := bt.word(); err != nil {
		return err
	}
	if err := bt.save(); err != nil {
		return err
	}
	return bt.postCard()
}

// postCard posts the battle's card, or brings it up to date.
func (bt *battle) postCard() error {
	m, err := bt.card()
	if err != nil {
		return err
	}
	_, err = bt.b.tx.Post(row(bt.row.ID, ToChannel+bt.after.Place, battleSlot, Post{Message: m}))
	return err
}

// card is what a battle changes, and who is to say so.
func (bt *battle) card() (Message, error) {
	how, err := bt.outcome()
	if err != nil {
		return Message{}, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s: what this battle changes.** %s.\n", bt.camp.title(), kit.Capital(how))
	for _, line := range bt.after.Rolled {
		b.WriteString(line + "\n")
	}
	for i := range bt.body.Sides {
		fmt.Fprintf(&b, "**%s:** %s\n", rules.Escape(bt.body.Sides[i].Name), bt.changeWords(i))
	}
	m := Message{}
	foot, err := bt.foot()
	if err != nil {
		return m, err
	}
	if m.Text = b.String(); runes(m.Text)+runes(foot) > textLimit {
		m.File = &File{Name: "battle-" + bt.row.ID + ".txt", Alt: "All that this battle changes", Body: []byte(m.Text)}
		m.Text = cutLines(m.Text, textLimit-runes(foot)-60) + "\nThe file has all of it.\n"
	}
	m.Text += foot
	if bt.row.State == proposed {
		m.Rows = []Row{{Buttons: []Button{
			{Path: path("confirm", bt.row.ID), Label: "Confirm", Style: Main},
			{Path: path("dispute", bt.row.ID), Label: "That is not so"},
			{Path: path("strike-battle", bt.row.ID), Label: "Strike it", Style: Grave},
		}}}
		m.Mentions, err = bt.mentioned(m.Text)
	}
	return m, err
}

// word puts what the battle changes into words, once: later the rosters are others.
// Of a battle that was fought without the bot, the campaign's rest is all.
func (bt *battle) word() error {
	bt.after.Words = nil
	for i, s := range bt.body.Sides {
		k, err := bt.b.roster(s.Roster)
		if err != nil {
			return err
		}
		if bt.body.ByHand {
			rest, _, err := bt.camp.body.Terms.Aftermath(k.sys, nil, nil, nil)
			if err != nil {
				return err
			}
			bt.after.Changes = append(bt.after.Changes[:i:i], rest)
		}
		bt.after.Words = append(bt.after.Words, k.openWords(bt.after.Changes[i]))
	}
	return nil
}

// changeWords tells what the battle changes in one side's roster.
func (bt *battle) changeWords(side int) string {
	if len(bt.after.Words) <= side || len(bt.after.Words[side]) == 0 {
		return "nothing."
	}
	return strings.Join(bt.after.Words[side], "; ") + "."
}

// foot tells who has given their word, and who is still to.
func (bt *battle) foot() (string, error) {
	switch bt.row.State {
	case confirmed, struck, reversed:
		return bt.settlement()
	}
	var agreed, tags []string
	for _, s := range bt.body.Sides {
		if s.Agreed != "" {
			name, err := bt.b.person(s.Agreed)
			if err != nil {
				return "", err
			}
			agreed = append(agreed, name)
			continue
		}
		for _, key := range s.Players {
			m, err := bt.b.member(key)
			if err != nil {
				return "", err
			}
			if m.User != "" {
				tags = append(tags, "<@"+m.User+">")
			}
		}
	}
	text := ""
	if len(agreed) > 0 {
		text = "Confirmed by " + rules.List(agreed) + ". "
	}
	if bt.after.Disputed != "" {
		who, err := bt.b.person(bt.after.Disputed)
		if err != nil {
			return "", err
		}
		text += who + " says that this is not so: whoever runs the campaign decides. "
	}
	text += "Nothing is written down before every side confirms"
	if len(tags) > 0 {
		text += ": " + strings.Join(tags, " ")
	}
	if text += ". "; bt.lapses() {
		text += fmt.Sprintf("After <t:%d:f> one side's word is enough. ", bt.due().Unix())
	}
	return text + "Whoever runs the campaign and has no part in it may confirm or strike it at any time; both sides together may strike it.", nil
}

// lapses tells whether one side's word is enough once the other has let its time
// pass: of a fight that the bot has seen, and that nobody disputes.
func (bt *battle) lapses() bool { return !bt.body.ByHand && bt.after.Disputed == "" }

func (bt *battle) due() time.Time {
	return time.UnixMilli(bt.after.Since).Add(time.Duration(bt.after.Hours) * time.Hour)
}

// mentioned lists the users whom a text names.
func (bt *battle) mentioned(text string) (users []string, err error) {
	for _, s := range bt.body.Sides {
		for _, key := range s.Players {
			m, err := bt.b.member(key)
			if err != nil {
				return nil, err
			}
			if m.User != "" && strings.Contains(text, "<@"+m.User+">") && !slices.Contains(users, m.User) {
				users = append(users, m.User)
			}
		}
	}
	return users, nil
}

// enact writes what a battle changes into the ledgers.
func (bt *battle) enact() error {
	var sides []string
	for _, s := range bt.body.Sides {
		sides = append(sides, s.Name)
	}
	for i, s := range bt.body.Sides {
		k, err := bt.b.roster(s.Roster)
		if err != nil {
			return err
		}
		var changes []campaign.Change
		if i < len(bt.after.Changes) {
			changes = bt.after.Changes[i]
		}
		if err := k.enter(campaign.Entry{Why: bt.ended(sides), Battle: bt.row.ID, Fight: bt.after.Fight, Line: bt.after.Line, Changes: changes}); err != nil {
			return err
		}
	}
	bt.row.State = confirmed
	if err := bt.free(); err != nil {
		return err
	}
	if !bt.body.ByHand { // of a fight, its end was told
		return nil
	}
	how, err := bt.outcome()
	if err != nil {
		return err
	}
	return bt.camp.tell(fmt.Sprintf("**%s:** %s.", bt.camp.title(), how))
}

// free lets the battle's rosters fight elsewhere.
func (bt *battle) free() error {
	if bt.row.Session == "" {
		return nil
	}
	for _, s := range bt.body.Sides {
		row, err := bt.b.tx.Roster(s.Roster)
		if err != nil {
			return err
		}
		if row.Fight != bt.row.Session {
			continue
		}
		if err := bt.b.tx.Engage(s.Roster, ""); err != nil {
			return err
		}
	}
	return nil
}
