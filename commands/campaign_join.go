package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// How many rosters a campaign holds, and of one player.
const (
	mostRosters = 200
	mostOfOne   = 5
)

// joinCampaign copies a roster into a campaign.
func joinCampaign(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		c, err := b.campaignNamed(r.Options["campaign"])
		if err != nil {
			return err
		}
		owner, err := c.bringer()
		if err != nil {
			return err
		}
		none := rules.Refusal("You have no such roster. `/roster new` makes one.")
		if owner.Key != b.me.Key {
			none = rules.Refusal(rules.Escape(owner.Name) + " has no such roster.")
		}
		k, err := b.oneRoster(storage.RosterQuery{Owner: &owner.Key, Campaign: new(string)}, r.Options["roster"], none)
		if err != nil {
			return err
		}
		text, err = c.admit(k)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	return Private(text), nil
}

// bringer is whose roster is brought in: the asker's, or that of the player whom
// who runs the campaign names.
func (c *keptCampaign) bringer() (storage.Member, error) {
	if err := c.opened(); err != nil {
		return c.b.me, err
	}
	if c.body.Closed && !c.runs() {
		who, err := c.b.person(c.body.Organiser)
		if err != nil {
			return c.b.me, err
		}
		return c.b.me, rules.Refuse("%s is closed to newcomers. Ask %s to bring your roster in.", c.title(), who)
	}
	id := c.b.r.Options["player"]
	if id == "" || id == c.b.r.User.ID {
		return c.b.me, nil
	}
	if err := c.byWhoRuns(); err != nil {
		return c.b.me, err
	}
	player, ok := c.b.r.People[id]
	if !ok {
		return c.b.me, rules.Refusal("A bot has no rosters. Name a person.")
	}
	return c.b.tx.Join(c.b.r.Guild, player.ID, player.Name)
}

// room refuses a roster that the campaign cannot take in.
func (c *keptCampaign) room(k *kept) error {
	if !c.body.Plays(k.sys.Key) {
		return rules.Refuse("%s is a roster of %s, and %s is fought by %s.", rules.Escape(k.now.Name), k.sys.Title, c.title(), c.systems()[0].Title)
	}
	there, err := c.b.tx.RostersIn(c.row.ID)
	if err != nil {
		return err
	}
	if err := c.roomOf(k.row.Owner, k, there); err != nil {
		return err
	}
	in := 0
	for _, o := range there {
		if o.State == storage.Kept {
			in++
		}
	}
	if in >= mostRosters {
		return rules.Refuse("%s holds %d rosters, and that is as many as there can be.", c.title(), in)
	}
	return nil
}

// roomOf refuses a roster that one player cannot have beside those of the campaign
// that are theirs.
func (c *keptCampaign) roomOf(owner string, k *kept, there []storage.Roster) error {
	own := 0
	for _, o := range there {
		if o.Owner != owner || o.State != storage.Kept {
			continue
		}
		own++
		if strings.EqualFold(o.Name, k.now.Name) && o.System == k.row.System {
			return rules.Refuse("%s is in %s already. Another roster needs another name: `/roster rename` gives it one.", rules.Escape(o.Name), c.title())
		}
	}
	if own >= mostOfOne {
		return rules.Refuse("One player has at most %d rosters in a campaign. `/campaign leave` withdraws one.", mostOfOne)
	}
	return nil
}

// admit copies a roster into the campaign, if there is room for it, and tells it
// there. It gives the answer to the asker, with what is wrong with the roster as it is.
func (c *keptCampaign) admit(k *kept) (string, error) {
	if err := c.room(k); err != nil {
		return "", err
	}
	copied, err := c.b.start(k.sys, c, k.row.Owner, "joined as a copy of "+k.now.Name, k.now)
	if err != nil {
		return "", err
	}
	name := rules.Escape(k.now.Name)
	text := fmt.Sprintf("**%s is in %s**, as a copy: what happens to it there does not touch your own, nor the other way round.", name, c.title())
	for _, wrong := range c.warnings(copied) {
		text += "\n" + clip(wrong, 700)
	}
	owner, err := c.b.person(k.row.Owner)
	if err != nil {
		return "", err
	}
	told := fmt.Sprintf("**%s** of %s joins %s: %s, %s.", name, owner, c.title(), k.sys.Title, counted(len(k.now.Members), "member"))
	if c.body.Round > 0 {
		told += " It is paired from the next round on."
	}
	return text, c.tell(told)
}

// warnings say what keeps a roster from a fight by the campaign's terms as they
// are: it may be put right later.
func (c *keptCampaign) warnings(k *kept) (wrong []string) {
	side, why := k.fitness()
	if why != "" {
		wrong = append(wrong, why)
	}
	if text, refused := rules.IsRefusal(c.body.Terms.Admit(k.sys, side)); refused {
		wrong = append(wrong, "It is over a limit. "+text)
	}
	return wrong
}

// leaveCampaign withdraws a roster from a campaign.
func leaveCampaign(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.entrant(r.Options["campaign"], r.Options["roster"])
		if err != nil {
			return err
		}
		if err := k.yours(); err != nil {
			return err
		}
		if err := k.unengaged(". It can be withdrawn when that is over."); err != nil {
			return err
		}
		text, err = k.camp.withdraw(k)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	return Private(text), nil
}

// withdraw takes a roster out of the campaign, and calls its pairings off.
func (c *keptCampaign) withdraw(k *kept) (string, error) {
	off, err := c.callOff(func(bt *battle) bool {
		return slices.ContainsFunc(bt.body.Sides, func(s campaign.BattleSide) bool { return s.Roster == k.row.ID })
	}, "Called off: a side is withdrawn.")
	if err != nil {
		return "", err
	}
	if err := k.enter(campaign.Entry{Why: "withdrawn from the campaign"}); err != nil {
		return "", err
	}
	if err := c.b.tx.SetRoster(k.row.ID, k.row.Owner, storage.Withdrawn); err != nil {
		return "", err
	}
	name := rules.Escape(k.now.Name)
	told := fmt.Sprintf("**%s** withdraws from %s. Its results stay.", name, c.title())
	if off > 0 {
		told += fmt.Sprintf(" %s", pairingsOff(off))
	}
	return fmt.Sprintf("%s is withdrawn from %s. Its results stay.", name, c.title()), c.tell(told)
}

func pairingsOff(n int) string {
	if n == 1 {
		return "1 pairing is called off."
	}
	return fmt.Sprintf("%d pairings are called off.", n)
}
