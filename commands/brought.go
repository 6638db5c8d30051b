package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"umpire/rules"
	"umpire/storage"
)

// A seat brings one of its system's own sides, or a roster of the books. Two
// rosters of a campaign make the fight one of its battles; any other roster fights
// as it is, and nothing that happens to it is carried over.

// ownRoster is the choice on a card that opens the presser's rosters.
const ownRoster = "kept"

// title is what a seat brings, by name.
func (c chair) title(sys *rules.System) string {
	if c.Kept != "" {
		return c.Name
	}
	for _, r := range sys.Rosters() {
		if r.Key == c.Roster {
			return r.Name
		}
	}
	return c.Roster
}

// campaign is the campaign that a lobby's rosters are of, or "".
func (l lobby) campaign() string {
	for _, c := range l.Seats {
		if c.Campaign != "" {
			return c.Campaign
		}
	}
	return ""
}

// keeps tells whether a seat brings a roster of the books.
func (l lobby) keeps() bool {
	return slices.ContainsFunc(l.Seats, func(c chair) bool { return c.Kept != "" })
}

// carries tells what becomes of a lobby's rosters after the fight, or "".
func (l lobby) carries() string {
	of := ""
	var without []string
	for i, c := range l.Seats {
		if c.Campaign == "" {
			without = append(without, fmt.Sprintf("side %d", i+1))
		} else {
			of = rules.Escape(c.Of)
		}
	}
	switch {
	case of != "" && len(without) > 0:
		return fmt.Sprintf("For a battle of %s, %s has to bring a roster of it too: **Your side**.\n", of, rules.List(without))
	case of != "":
		return fmt.Sprintf("A battle of %s: what happens is carried over once both sides confirm it.\n", of)
	case l.keeps():
		return "A friendly fight: nothing that happens to a roster is carried over.\n"
	}
	return ""
}

// shown is what a seat brings, for a text: whose a roster is of the books.
func (c chair) shown(sys *rules.System) string {
	switch text := rules.Escape(c.title(sys)); {
	case c.Campaign != "":
		return text + " of " + rules.Escape(c.Of)
	case c.Kept != "":
		return text + " (own roster)"
	default:
		return text
	}
}

// bring puts a roster of the books on a seat.
func (c *chair) bring(k *kept) {
	c.brought = brought{Kept: k.row.ID, Name: k.now.Name, Campaign: k.row.Campaign}
	if side, err := k.now.Fielded(k.sys, "side"); err == nil { // else it is refused when the fight begins
		c.Brings = k.sys.Brings(side)
	}
	if k.camp != nil {
		c.Of = k.camp.row.Name
	}
}

// askKept offers the presser's rosters for a seat of theirs.
func askKept(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	i, err := s.ownSeat(vars[1])
	if err != nil {
		return Reply{}, err
	}
	var lines []storage.RosterLine
	names := make(map[string]string)
	err = d.look(ctx, r, func(b *books) (err error) {
		if b.me.Key == "" {
			return nil
		}
		if lines, err = b.tx.FindRosters(r.Guild, storage.RosterQuery{Owner: &b.me.Key, System: s.sys.Key, Limit: menuLimit}); err != nil {
			return err
		}
		for _, l := range lines {
			if l.Campaign != "" && names[l.Campaign] == "" {
				c, err := b.campaign(l.Campaign)
				if err != nil {
					return err
				}
				names[l.Campaign] = c.row.Name
			}
		}
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	if len(lines) == 0 {
		return Reply{}, rules.Refuse("You have no roster of %s here. `/roster new` makes one.", s.sys.Title)
	}
	menu := &Menu{Path: path("field", s.session.ID, i), Hint: "Your rosters"}
	for _, l := range lines {
		detail := "your own: nothing carries over"
		if l.Campaign != "" {
			detail = "of " + names[l.Campaign]
		}
		menu.Choices = append(menu.Choices, Choice{Label: clip(plain(l.Name), 100), Value: l.ID, Detail: clip(plain(detail), 100)})
	}
	return Private(fmt.Sprintf("What does side %d bring?", i+1), Row{Menu: menu}), nil
}

// ownSeat reads which seat of the presser's is meant.
func (s *setUp) ownSeat(text string) (int, error) {
	mine, err := s.seated()
	if err != nil {
		return 0, err
	}
	i, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(mine, i) {
		return 0, rules.Refusal("That seat is not yours.")
	}
	return i, nil
}

// bringKept brings a roster of the presser's to a seat of theirs.
func bringKept(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	var said string
	reply, err := d.alter(ctx, r, vars[0], func(s *setUp) error {
		i, err := s.ownSeat(vars[1])
		if err != nil {
			return err
		}
		return d.look(ctx, r, func(b *books) error {
			k, err := b.roster(r.Values[0])
			if err != nil {
				return err
			}
			if err := s.brings(i, k); err != nil {
				return err
			}
			said = fmt.Sprintf("Side %d brings %s.", i+1, rules.Escape(k.now.Name))
			return nil
		})
	})
	if err == nil && r.Private { // the menu, not the card
		reply.Message = Message{Text: said}
	}
	return reply, err
}

// brings puts a roster on a seat, if it may fight here. A campaign's house rules
// then count.
func (s *setUp) brings(i int, k *kept) error {
	switch {
	case !k.mine():
		return rules.Refuse("%s is not your roster.", rules.Escape(k.now.Name))
	case k.row.System != s.sys.Key:
		return rules.Refuse("%s is a roster of %s, and this is a fight of %s.", rules.Escape(k.now.Name), k.sys.Title, s.sys.Title)
	}
	if err := k.ready(); err != nil {
		return err
	}
	for j, c := range s.lobby.Seats {
		if j != i && c.Kept == k.row.ID {
			return rules.Refuse("%s fights on the other side already.", rules.Escape(k.now.Name))
		}
		if j != i && c.Campaign != "" && k.row.Campaign != "" && c.Campaign != k.row.Campaign {
			return rules.Refuse("%s is of another campaign than %s.", rules.Escape(k.now.Name), rules.Escape(c.Name))
		}
	}
	was := s.lobby.campaign()
	s.lobby.Seats[i].bring(k)
	s.brought(was, k.camp)
	return nil
}

// brought sets the house rules after another roster was put on a seat: those of its
// campaign, or, of a fight that was a campaign's battle and is none any more, those
// that are written.
func (s *setUp) brought(was string, camp *keptCampaign) {
	switch now := s.lobby.campaign(); {
	case camp != nil:
		s.lobby.Options = camp.body.Terms.Rules[s.sys.Key]
	case was != "" && now == "":
		s.lobby.Options = nil
	}
	s.lobby.disagree()
}

// openBattle opens the lobby of a pairing, with its players and rosters.
func openBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	defer d.queue("battle/" + vars[0])()
	s := &setUp{d: d, r: r}
	if err := d.look(ctx, r, func(b *books) error { return s.fill(b, vars[0]) }); err != nil {
		return Reply{}, err
	}
	if err := able(r, s.lobby.Here); err != nil {
		return Reply{}, err
	}
	if _, err := s.open(ctx); err != nil {
		return Reply{}, err
	}
	return Private(fmt.Sprintf("The card of this fight is in <#%s>.", r.Channel)), nil
}

// fill makes the lobby of a pairing.
func (s *setUp) fill(b *books, id string) error {
	bt, err := b.battle(id)
	if err != nil {
		return err
	}
	mine, err := bt.sides(b.me.Key)
	switch {
	case err != nil:
		return err
	case bt.row.State != paired:
		return rules.Refusal("This pairing was called off, or its battle is fought already.")
	case len(mine) == 0 && !bt.camp.runs():
		return rules.Refusal("That is for those who are paired, or for whoever runs the campaign.")
	}
	if s.sys, err = s.d.system(bt.body.System); err != nil {
		return err
	}
	s.lobby = lobby{Host: s.r.User, Hours: patienceHours()[0], Battle: id, Here: s.r.Parent != "", Options: bt.camp.body.Terms.Rules[s.sys.Key]}
	for _, side := range bt.body.Sides {
		k, err := b.roster(side.Roster)
		if err != nil {
			return err
		}
		if err := k.ready(); err != nil {
			return err
		}
		owner, err := b.tx.Member(k.row.Guild, k.row.Owner)
		if err != nil {
			return err
		}
		c := chair{Roster: s.sys.Rosters()[0].Key, Users: []Person{{ID: owner.User, Name: owner.Name}}}
		if owner.User == "" {
			return rules.Refuse("Nobody holds %s any more: whoever runs the campaign can hand it over.", rules.Escape(k.now.Name))
		}
		c.bring(k)
		s.lobby.Seats = append(s.lobby.Seats, c)
	}
	return s.notOpenTwice(b)
}

// notOpenTwice refuses a second lobby of a pairing while the first stands open.
func (s *setUp) notOpenTwice(b *books) error {
	open, err := b.tx.UnopenedIn(s.r.Guild)
	if err != nil {
		return err
	}
	for _, session := range open {
		other := &setUp{d: s.d, r: s.r, session: session}
		if session.State != storage.Lobby {
			continue
		}
		if err := other.read(); err != nil {
			return err
		}
		if other.lobby.Battle == s.lobby.Battle && !other.old() {
			return rules.Refuse("The card of this fight is open already, in <#%s>.", session.Channel)
		}
	}
	return nil
}
