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

// kept is a roster as the books have it. Its campaign is nil for a player's own.
type kept struct {
	b    *books
	row  storage.Roster
	sys  *rules.System
	now  campaign.Roster
	camp *keptCampaign
}

// errNoRoster answers a roster that this server does not have.
const errNoRoster = rules.Refusal("There is no such roster here. `/roster show` without a name lists yours, and `/roster new` makes one.")

// roster gives a roster of the asker's server by its id.
func (b *books) roster(id string) (*kept, error) {
	row, err := b.tx.Roster(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && row.Guild != b.r.Guild {
		return nil, errNoRoster
	}
	if err != nil {
		return nil, err
	}
	var camp *keptCampaign
	if row.Campaign != "" {
		if camp, err = b.campaign(row.Campaign); err != nil {
			return nil, err
		}
	}
	return b.rosterOf(row, camp)
}

// rosterOf reads a stored roster of a campaign, or of none.
func (b *books) rosterOf(row storage.Roster, camp *keptCampaign) (*kept, error) {
	k := &kept{b: b, row: row, camp: camp}
	var err error
	if k.sys, err = b.d.system(row.System); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(row.Body, &k.now); err != nil {
		return nil, fmt.Errorf("read roster %s: %w", row.ID, err)
	}
	return k, nil
}

// mostNamed is how many rosters are looked through for a name that was typed.
const mostNamed = 500

// rosterNamed gives a roster by what somebody typed: its id, or its name, of which
// the asker's own goes first, and of these the one that is in a campaign. Nothing
// typed is the asker's only one.
func (b *books) rosterNamed(text string) (*kept, error) {
	return b.oneRoster(storage.RosterQuery{}, text, errNoRoster, b.owns, func(l storage.RosterLine) bool { return l.Campaign != "" })
}

// oneRoster gives the roster that somebody typed, by its id or its name, with or
// without what a list shows behind it in brackets, of those that q finds; nothing
// typed is the only one of the asker's. Of several of that name those go first that
// are preferred, and of these those that are next. None says that there is none.
func (b *books) oneRoster(q storage.RosterQuery, text string, none error, prefer ...func(storage.RosterLine) bool) (*kept, error) {
	text = strings.TrimSpace(text)
	q.Part, q.Limit = text, mostNamed
	if text == "" && q.Owner == nil {
		q.Owner = &b.me.Key
	}
	if q.Owner != nil && *q.Owner == "" {
		return nil, none
	}
	lines, err := b.tx.FindRosters(b.r.Guild, q)
	if err != nil {
		return nil, err
	}
	best := only(lines, func(l storage.RosterLine) bool { return l.ID == text || strings.EqualFold(l.Name, text) })
	if len(lines) == 0 {
		if best, err = b.inBrackets(q, text); err != nil {
			return nil, err
		}
		lines = best
	}
	lists := [][]storage.RosterLine{best, lines}
	for _, preferred := range prefer {
		best = only(best, preferred)
		lists = append([][]storage.RosterLine{best}, lists...)
	}
	return b.oneOf(none, lists...)
}

// oneOf gives the one roster of the first of some lists that has any. None says
// that no list has.
func (b *books) oneOf(none error, lists ...[]storage.RosterLine) (*kept, error) {
	for _, found := range lists {
		if len(found) == 1 {
			return b.roster(found[0].ID)
		}
		if len(found) > 1 {
			names, err := b.rosterNames(found)
			if err != nil {
				return nil, err
			}
			return nil, rules.Refuse("Several rosters could be meant: %s. Pick one from the list that opens while you type.", names)
		}
	}
	return nil, none
}

func only(lines []storage.RosterLine, keep func(storage.RosterLine) bool) []storage.RosterLine {
	return slices.DeleteFunc(slices.Clone(lines), func(l storage.RosterLine) bool { return !keep(l) })
}

// rosterNames names rosters so that they can be told apart.
func (b *books) rosterNames(lines []storage.RosterLine) (string, error) {
	var names []string
	for _, l := range lines[:min(len(lines), 10)] {
		who, err := b.person(l.Owner)
		if err != nil {
			return "", err
		}
		name := rules.Escape(l.Name) + " of " + who
		if l.Campaign != "" {
			c, err := b.campaign(l.Campaign)
			if err != nil {
				return "", err
			}
			name += " in " + c.title()
		}
		names = append(names, name)
	}
	return rules.List(names), nil
}

// mine tells whether the roster is the asker's.
func (k *kept) mine() bool { return k.b.me.Key != "" && k.row.Owner == k.b.me.Key }

// runs tells whether the asker may correct the roster although it is another's: who
// runs its campaign, or manages the server.
func (k *kept) runs() bool {
	return k.b.r.Manager || k.camp != nil && k.camp.runs()
}

// reads tells whether the asker may read what a sheet hides: the owner's side alone.
// Who runs a campaign may play in it.
func (k *kept) reads() bool { return k.mine() }

// yours refuses somebody whose roster it is not to act for.
func (k *kept) yours() error {
	if k.mine() || k.runs() {
		return nil
	}
	return rules.Refuse("%s is not your roster.", rules.Escape(k.now.Name))
}

// open refuses a roster of a campaign that is over.
func (k *kept) open() error {
	if k.camp == nil {
		return nil
	}
	return k.camp.opened()
}

// present refuses a roster that is withdrawn, and one of a campaign that is over.
func (k *kept) present() error {
	if k.row.State != storage.Kept {
		return rules.Refuse("%s is withdrawn.", rules.Escape(k.now.Name))
	}
	return k.open()
}

// unengaged refuses a roster that is in a fight. Until is how the sentence goes on
// that says so: what there is to do until the fight is over.
func (k *kept) unengaged(until string) error {
	if k.row.Fight == "" {
		return nil
	}
	return rules.Refuse("%s is in fight `%s`%s", rules.Escape(k.now.Name), k.row.Fight, until)
}

// free refuses a roster that is not present, and one that is in a fight.
func (k *kept) free(until string) error {
	if err := k.present(); err != nil {
		return err
	}
	return k.unengaged(until)
}

// editable refuses somebody whose roster it is not, and the owner while it fights,
// also one who runs the campaign: that is for others to correct.
func (k *kept) editable() error {
	if err := k.open(); err != nil {
		return err
	}
	if err := k.yours(); err != nil || !k.mine() {
		return err
	}
	return k.free(", or what that changed is not confirmed yet. Until then only somebody else who runs the campaign corrects it.")
}

// ready refuses a roster that cannot fight now.
func (k *kept) ready() error { return k.free(", or what that changed is not confirmed yet.") }

// record is what of an entry is kept as its body.
type record struct {
	Fight   string            `json:"fight,omitempty"`
	Line    int               `json:"line,omitempty"`
	Changes []campaign.Change `json:"changes,omitempty"`
}

// ledger gives all entries of a roster.
func (k *kept) ledger() ([]campaign.Entry, error) {
	lines, err := k.b.tx.Ledger(k.row.ID)
	if err != nil {
		return nil, err
	}
	return Entries(lines)
}

// Entries reads the ledger of a roster.
func Entries(lines []storage.LedgerEntry) ([]campaign.Entry, error) {
	entries := make([]campaign.Entry, len(lines))
	for i, l := range lines {
		var body record
		if err := json.Unmarshal(l.Body, &body); err != nil {
			return nil, fmt.Errorf("read entry %d of roster %s: %w", l.N, l.Roster, err)
		}
		entries[i] = campaign.Entry{
			N: l.N, At: l.AtMS, By: l.By, Why: l.Why, Battle: l.Battle, Reverses: l.Reverses,
			Fight: body.Fight, Line: body.Line, Changes: body.Changes,
		}
	}
	return entries, nil
}

// enter writes changes into the ledger as one entry, of which By and At are filled
// in. A sheet that the system would not take is refused.
func (k *kept) enter(e campaign.Entry) error {
	next, err := k.now.After(e.Changes)
	if err != nil {
		return err
	}
	return k.append(e, next)
}

// reverse takes an entry of the roster's ledger back, which is all of it. Whose sheets
// would no longer be such as the system takes, because of what came later, is refused.
func (k *kept) reverse(ledger []campaign.Entry, n int, why, battle string) error {
	if err := campaign.Reversible(ledger, n); err != nil {
		return err
	}
	e := campaign.Entry{N: len(ledger) + 1, Why: why, Battle: battle, Reverses: n}
	next, err := campaign.Fold(append(slices.Clip(ledger), e))
	if err != nil {
		return err
	}
	return k.append(e, next)
}

// append writes an entry down. What comes of a battle is never refused, so that
// nobody can stand in its way by what they change in a roster: a sheet that its
// system does not take then waits to be put right.
func (k *kept) append(e campaign.Entry, next campaign.Roster) error {
	if err := next.Check(k.sys); err != nil && e.Battle == "" {
		return err
	}
	body, err := json.Marshal(record{Fight: e.Fight, Line: e.Line, Changes: e.Changes})
	if err != nil {
		return fmt.Errorf("write an entry of roster %s: %w", k.row.ID, err)
	}
	now, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("write roster %s: %w", k.row.ID, err)
	}
	k.row.Entry++
	k.now, k.row.Body, k.row.Name = next, now, next.Name
	return k.b.tx.AppendEntry(storage.LedgerEntry{
		Roster: k.row.ID, N: k.row.Entry, By: k.b.me.Key, Why: clip(e.Why, typedLimit), Battle: e.Battle, Reverses: e.Reverses, Body: body,
	}, next.Name, now)
}

// tellCorrection tells the campaign's channel what somebody changed by hand in one
// of its rosters.
func (k *kept) tellCorrection(what, why string) error {
	if k.camp == nil {
		return nil
	}
	does := "corrects"
	if k.mine() {
		does = "changes"
	}
	text := fmt.Sprintf("**%s** %s %s: %s.", rules.Escape(k.b.r.User.Name), does, rules.Escape(k.now.Name), clip(what, 1200))
	if why != "" {
		text += " “" + rules.Escape(clip(why, typedLimit)) + "”"
	}
	return k.camp.tell(text)
}

// start stores a new roster of a member's with its first entry.
func (b *books) start(sys *rules.System, camp *keptCampaign, owner, why string, now campaign.Roster) (*kept, error) {
	k := &kept{b: b, sys: sys, camp: camp, row: storage.Roster{
		ID: b.d.name(6), Guild: b.r.Guild, System: sys.Key, Owner: owner, Name: now.Name, State: storage.Kept,
	}}
	if camp != nil {
		k.row.Campaign = camp.row.ID
	}
	if err := b.tx.AddRoster(k.row); err != nil {
		return nil, err
	}
	changes := []campaign.Change{{What: campaign.Name, To: now.Name}}
	if len(now.Side) > 0 {
		changes = append(changes, campaign.Change{What: campaign.Side, Value: now.Side})
	}
	for _, m := range now.Members {
		changes = append(changes, campaign.Change{What: campaign.Add, Who: &m})
	}
	return k, k.enter(campaign.Entry{Why: why, Changes: changes})
}
