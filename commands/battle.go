package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// The states of a battle of a campaign, from its pairing to the books.
const (
	paired    = "paired"    // for a round, and not begun
	bye       = "bye"       // one side, which does not fight this round
	fighting  = "fighting"  // its fight has begun
	proposed  = "proposed"  // over; what it changes waits for both sides' word
	confirmed = "confirmed" // written into the ledgers
	struck    = "struck"    // called off: it changes nothing
	reversed  = "reversed"  // taken back after it was confirmed
)

// battle is a battle as the books have it.
type battle struct {
	b     *books
	camp  *keptCampaign
	row   storage.Battle
	body  campaign.Battle
	after aftermath
}

// aftermath is what a battle is to change, and what is known of it besides.
type aftermath struct {
	Fielded  [][]rules.Fighter   `json:"fielded,omitempty"` // by side, as the fight began
	Began    []string            `json:"began,omitempty"`   // the keys of those who began it
	Terms    *campaign.Terms     `json:"terms,omitempty"`   // as the fight began
	Pairing  bool                `json:"pairing,omitempty"` // it is a round's
	Changes  [][]campaign.Change `json:"changes,omitempty"` // by side
	Words    [][]string          `json:"words,omitempty"`   // the same for everybody to read, as it was proposed
	Rolled   []string            `json:"rolled,omitempty"`  // on the injury table, in words
	Fight    string              `json:"fight,omitempty"`
	Line     int                 `json:"line,omitempty"`
	Place    string              `json:"place,omitempty"`    // the channel of the card
	Since    int64               `json:"since,omitempty"`    // from when the word of both sides is awaited, in ms
	Hours    int                 `json:"hours,omitempty"`    // of patience with it
	Disputed string              `json:"disputed,omitempty"` // the key of who says that it is not so
	Asked    map[string][]int    `json:"asked,omitempty"`    // the sides that want it struck, taken back or counted again
	Settled  settled             `json:"settled,omitzero"`   // how it was settled, for the card
}

// settled is how a battle was settled: words, then by whom, if by one person, and
// further words or a reason. By is a key: whoever is forgotten is not named here.
type settled struct {
	How string `json:"how"`
	By  string `json:"by,omitempty"`
	End string `json:"end,omitempty"`
	Why string `json:"why,omitempty"`
}

// settlement tells how the battle was settled; "" when it is not yet.
func (bt *battle) settlement() (string, error) {
	s := bt.after.Settled
	text := s.How
	if s.By != "" {
		who, err := bt.b.person(s.By)
		if err != nil {
			return "", err
		}
		text += " by " + who
	}
	if text += s.End; s.Why != "" {
		text += ": “" + rules.Escape(clip(s.Why, typedLimit)) + "”"
	}
	return text, nil
}

// errNoBattle answers a battle that this server does not have.
const errNoBattle = rules.Refusal("There is no such battle here. `/campaign battles` lists those that there are.")

// battle gives a battle of the asker's server by its id.
func (b *books) battle(id string) (*battle, error) {
	row, err := b.tx.Battle(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && row.Guild != b.r.Guild {
		return nil, errNoBattle
	}
	if err != nil {
		return nil, err
	}
	return b.battleOf(row)
}

// battleOf reads a stored battle with its campaign.
func (b *books) battleOf(row storage.Battle) (*battle, error) {
	c, err := b.campaign(row.Campaign)
	if err != nil {
		return nil, err
	}
	return c.battleOf(row)
}

// battleOf reads a stored battle of the campaign.
func (c *keptCampaign) battleOf(row storage.Battle) (*battle, error) {
	bt := &battle{b: c.b, camp: c, row: row}
	if err := json.Unmarshal(row.Body, &bt.body); err != nil {
		return nil, fmt.Errorf("read battle %s: %w", row.ID, err)
	}
	if len(row.Proposal) > 0 {
		if err := json.Unmarshal(row.Proposal, &bt.after); err != nil {
			return nil, fmt.Errorf("read what battle %s changes: %w", row.ID, err)
		}
	}
	return bt, nil
}

// newBattle is a battle of a campaign that is not stored yet.
func (c *keptCampaign) newBattle(body campaign.Battle, round int, state string) *battle {
	return &battle{b: c.b, camp: c, body: body, row: storage.Battle{
		ID: c.b.d.name(6), Campaign: c.row.ID, Guild: c.row.Guild, Round: round, State: state,
	}}
}

// add stores a new battle.
func (bt *battle) add() error {
	if err := bt.write(); err != nil {
		return err
	}
	return bt.b.tx.AddBattle(bt.row)
}

// save stores what changed of a battle.
func (bt *battle) save() error {
	if err := bt.write(); err != nil {
		return err
	}
	return bt.b.tx.SaveBattle(bt.row)
}

func (bt *battle) write() (err error) {
	if bt.row.Body, err = json.Marshal(bt.body); err != nil {
		return fmt.Errorf("write battle %s: %w", bt.row.ID, err)
	}
	if bt.row.Proposal, err = json.Marshal(bt.after); err != nil {
		return fmt.Errorf("write what battle %s changes: %w", bt.row.ID, err)
	}
	return nil
}

// sides are those that somebody speaks for: whose seat it was, and whose roster it is.
func (bt *battle) sides(person string) (mine []int, err error) {
	for i, s := range bt.body.Sides {
		row, err := bt.b.tx.Roster(s.Roster)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return nil, err
		}
		if person != "" && (slices.Contains(s.Players, person) || row.Owner == person) {
			mine = append(mine, i)
		}
	}
	return mine, nil
}

// judges tells whether the asker decides on a battle: who runs the campaign, or
// manages the server, and has no part in it.
func (bt *battle) judges() (bool, error) {
	mine, err := bt.sides(bt.b.me.Key)
	if err != nil || len(mine) > 0 || slices.Contains(bt.after.Began, bt.b.me.Key) {
		return false, err
	}
	return bt.camp.runs(), nil
}

// players names who fights a side, for a text.
func (bt *battle) players(side int) (string, error) {
	var names []string
	for _, key := range bt.body.Sides[side].Players {
		name, err := bt.b.person(key)
		if err != nil {
			return "", err
		}
		names = append(names, name)
	}
	return rules.List(names), nil
}

// side names a side with its players: "Red Company (Alice)".
func (bt *battle) side(i int) (string, error) {
	names, err := bt.players(i)
	return fmt.Sprintf("%s (%s)", rules.Escape(bt.body.Sides[i].Name), names), err
}

// inRound puts the round that a battle was paired for before a text; one that was not
// paired has none.
func (bt *battle) inRound(text string) string {
	if bt.row.Round > 0 {
		return fmt.Sprintf("Round %d: %s", bt.row.Round, text)
	}
	return text
}

// outcome tells how the battle ended, without a full stop.
func (bt *battle) outcome() (string, error) {
	sides := make([]string, len(bt.body.Sides))
	for i := range sides {
		var err error
		if sides[i], err = bt.side(i); err != nil {
			return "", err
		}
	}
	return bt.ended(sides), nil
}

// ended tells how the battle ended, with its sides called like that. What a ledger
// keeps for good calls them by their rosters alone, since no player is named there.
func (bt *battle) ended(sides []string) string {
	winner := bt.body.Winner
	switch {
	case winner > 0 && len(sides) == 2:
		text := sides[winner-1] + " beat " + sides[2-winner]
		if bt.body.Result == conceded {
			text += ", who concede"
		}
		return text
	case winner > 0:
		return sides[winner-1] + " won against " + rules.List(slices.Delete(slices.Clone(sides), winner-1, winner))
	case bt.body.Result == drawn:
		return strings.Join(sides, " against ") + " ends in a draw"
	case bt.body.Result == unrecorded:
		return strings.Join(sides, " against ") + " ends unrecorded"
	}
	return strings.Join(sides, " against ")
}

// wordsAwaited lists the battles, in every server, that wait for the asker: for a
// side's word on what they change, for a decision, or to be fought.
func (d *Desk) wordsAwaited(tx *storage.Tx, r Request) (lines []string, err error) {
	everywhere, err := tx.MembersOf(r.User.ID)
	if err != nil {
		return nil, err
	}
	for _, me := range everywhere {
		there := r
		there.Guild, there.Manager = me.Guild, r.Manager && r.Guild == me.Guild
		b := &books{d: d, r: there, tx: tx, me: me}
		for _, state := range []string{proposed, paired} {
			rows, err := tx.BattlesIn(me.Guild, state)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				bt, err := b.battle(row.ID)
				if err != nil {
					return nil, err
				}
				line, err := bt.awaits()
				if err != nil {
					return nil, err
				}
				if line != "" {
					lines = append(lines, line)
				}
			}
		}
	}
	return lines, nil
}

// awaits tells what the battle waits for from the asker, or "". Most wait for nothing
// of them, so that is found out first.
func (bt *battle) awaits() (string, error) {
	if bt.camp.row.State != storage.Opened {
		return "", nil
	}
	mine, err := bt.sides(bt.b.me.Key)
	if err != nil {
		return "", err
	}
	where, what := bt.after.Place, ""
	switch {
	case bt.row.State == paired && len(mine) > 0:
		where, what = bt.camp.body.Channel, fmt.Sprintf("paired in %s; its button there opens the fight", bt.camp.title())
	case bt.row.State != proposed:
	case slices.ContainsFunc(mine, func(i int) bool { return bt.body.Sides[i].Agreed == "" }):
		what = "**Confirm** what the battle changes, or say that it is not so"
	case bt.after.Disputed != "":
		judges, err := bt.judges()
		if err != nil {
			return "", err
		}
		if judges {
			what = "one side says that it is not so, and you decide: **Confirm** it or **Strike it**"
		}
	}
	if what == "" {
		return "", nil
	}
	how, err := bt.outcome()
	return fmt.Sprintf("<#%s> %s: %s", where, clip(how, 300), what), err
}
