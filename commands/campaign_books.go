package commands

import (
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
	"umpire/storage"
)

// longestName is how long the name of a campaign may be, in runes.
const longestName = 60

// givenName cleans a name that somebody typed: it stays on its line, holds no
// control letters, and has single spaces.
func givenName(text string) (string, error) {
	name, err := kit.ReadLabel(clip(text, longestName))
	if err == nil && name == "" {
		err = rules.Refusal("A name needs at least one letter.")
	}
	return name, err
}

// peopleByKey is the people of a server by their keys.
type peopleByKey map[string]storage.Member

// people reads the names of all members of the server's books at once.
func (b *books) people() (peopleByKey, error) {
	all, err := b.tx.Members(b.r.Guild)
	people := make(peopleByKey, len(all))
	for _, m := range all {
		people[m.Key] = m
	}
	return people, err
}

// name is what somebody is called, not escaped.
func (p peopleByKey) name(key string) string {
	if name := p[key].Name; name != "" {
		return name
	}
	return nobody
}

// gone tells whether somebody was forgotten, so that nobody answers for what is theirs.
func (p peopleByKey) gone(key string) bool { return p[key].User == "" }

// names lists people for a text.
func (p peopleByKey) names(keys []string) string {
	var names []string
	for _, key := range keys {
		names = append(names, rules.Escape(p.name(key)))
	}
	return rules.List(names)
}

// title is the campaign's name for a text.
func (c *keptCampaign) title() string { return rules.Escape(c.row.Name) }

// opened refuses what is done to a campaign that is over.
func (c *keptCampaign) opened() error {
	if c.row.State != storage.Opened {
		return rules.Refuse("%s is over.", c.title())
	}
	return nil
}

// running gives the campaign that somebody typed, to do what only those may do who
// run it, while it is open.
func (b *books) running(text string) (*keptCampaign, error) {
	c, err := b.campaignNamed(text)
	if err != nil {
		return nil, err
	}
	if err := c.opened(); err != nil {
		return nil, err
	}
	return c, c.byWhoRuns()
}

// byWhoRuns refuses whoever does not run the campaign.
func (c *keptCampaign) byWhoRuns() error {
	if c.runs() {
		return nil
	}
	who, err := c.b.person(c.body.Organiser)
	if err != nil {
		return err
	}
	return rules.Refuse("That is for who runs %s: %s, the helpers, and whoever manages the server.", c.title(), who)
}

// systems are those that are played in the campaign.
func (c *keptCampaign) systems() []*rules.System {
	return slices.DeleteFunc(slices.Clone(c.b.d.systems), func(sys *rules.System) bool { return !c.body.Plays(sys.Key) })
}

// rosters reads all rosters of the campaign by name, withdrawn ones too.
func (c *keptCampaign) rosters() ([]*kept, error) {
	rows, err := c.b.tx.RostersIn(c.row.ID)
	if err != nil {
		return nil, err
	}
	list := make([]*kept, len(rows))
	for i, row := range rows {
		if list[i], err = c.b.rosterOf(row, c); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// line is the roster as lists have it.
func (k *kept) line() storage.RosterLine {
	return storage.RosterLine{
		ID: k.row.ID, Name: k.row.Name, Owner: k.row.Owner, Campaign: k.row.Campaign,
		System: k.row.System, State: k.row.State, Fight: k.row.Fight,
	}
}

// entrant is a roster as pairings and standings know it.
func entrant(l storage.RosterLine, people peopleByKey) campaign.Entrant {
	return campaign.Entrant{
		Roster: l.ID, Name: l.Name, Player: l.Owner, Person: people.name(l.Owner),
		System: l.System, Withdrawn: l.State != storage.Kept,
	}
}

// rosterOf gives the roster of the campaign that somebody typed.
func (c *keptCampaign) rosterOf(text string) (*kept, error) {
	none := rules.Refuse("%s has no such roster. `/campaign show` lists those that are in.", c.title())
	return c.b.oneRoster(storage.RosterQuery{Campaign: &c.row.ID}, text, none)
}

// entrant gives a roster that is in an open campaign: the one with the id that was
// picked, or else the one that was typed, in the campaign that was typed.
func (b *books) entrant(where, text string) (*kept, error) {
	k, err := b.roster(strings.TrimSpace(text))
	if _, refused := rules.IsRefusal(err); where != "" || refused || err == nil && k.camp == nil {
		c, err := b.campaignNamed(where)
		if err != nil {
			return nil, err
		}
		if k, err = c.rosterOf(text); err != nil {
			return nil, err
		}
		return k, k.present()
	}
	if err != nil {
		return nil, err
	}
	return k, k.present()
}

// battles reads all battles of the campaign as they were added, without what they
// change: so none of these may be saved.
func (c *keptCampaign) battles() ([]*battle, error) {
	rows, err := c.b.tx.BattlesOf(c.row.ID)
	if err != nil {
		return nil, err
	}
	list := make([]*battle, len(rows))
	for i, row := range rows {
		if list[i], err = c.battleOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// countedBattles are those of the battles that count in the standings.
func countedBattles(battles []*battle) (list []campaign.Battle) {
	for _, bt := range battles {
		if bt.row.State == confirmed || bt.row.State == bye {
			list = append(list, bt.body)
		}
	}
	return list
}

// callOff strikes those pairings that are not begun and that which means, and tells
// how many.
func (c *keptCampaign) callOff(which func(*battle) bool, why string) (off int, err error) {
	battles, err := c.battles()
	if err != nil {
		return 0, err
	}
	for _, listed := range battles {
		if listed.row.State != paired || !which(listed) {
			continue
		}
		bt, err := c.b.battle(listed.row.ID)
		if err != nil {
			return off, err
		}
		bt.row.State, bt.after.Settled = struck, settled{How: why}
		if err := bt.save(); err != nil {
			return off, err
		}
		off++
	}
	return off, nil
}
