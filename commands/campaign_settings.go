package commands

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

// mostLimit is the highest limit of a roster's worth.
const mostLimit = 100000

// setting is one thing of a campaign that can be set. Values is what it takes, none
// where anything is typed; set changes it and tells what it is then, in a sentence.
type setting struct {
	key, label string
	values     []rules.Option
	set        func(value string) (string, error)
}

// settings reads a campaign's terms to the asker, or changes one.
func settings(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	if r.Options["what"] == "" && r.Options["value"] == "" && r.Options["who"] == "" {
		return readSettings(d, ctx, r)
	}
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		c, err := b.running(r.Options["campaign"])
		if err != nil {
			return err
		}
		title := c.title()
		if text, err = c.change(r.Options["what"], r.Options["value"]); err != nil {
			return err
		}
		if err := c.save(); err != nil {
			return err
		}
		return c.tell(fmt.Sprintf("**%s**, set by %s: %s", title, rules.Escape(clip(r.User.Name, typedLimit)), text))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private(text + " Fights that go on are not touched."), nil
}

func readSettings(d *Desk, ctx context.Context, r Request) (reply Reply, err error) {
	err = d.look(ctx, r, func(b *books) error {
		c, err := b.campaignNamed(r.Options["campaign"])
		if err != nil {
			return err
		}
		people, err := b.people()
		if err != nil {
			return err
		}
		lines := append([]string{c.head(), c.about(people)}, c.termLines()...)
		lines = append(lines, "House rules that are not named here are as each system has them. Who runs the campaign changes one with `/campaign settings`, **what** and **value**.")
		reply = Private(cutLines(strings.Join(lines, "\n"), textLimit))
		return nil
	})
	return reply, err
}

// change sets one thing, by its key or its label, to what was typed.
func (c *keptCampaign) change(what, value string) (string, error) {
	what, value = strings.TrimSpace(what), strings.TrimSpace(value)
	if what == "" {
		what = "helper"
		if c.b.r.Options["who"] == "" {
			return "", rules.Refusal("Say what is to change, as **what**: a list opens while you type.")
		}
	}
	all := c.settingList()
	i := slices.IndexFunc(all, func(s setting) bool { return strings.EqualFold(s.key, what) || strings.EqualFold(s.label, what) })
	if i < 0 {
		return "", rules.Refuse("There is no setting called %s. Pick one from the list that opens while you type.", typed(what))
	}
	s := all[i]
	if len(s.values) == 0 {
		return s.set(value)
	}
	value = strings.Join(strings.Fields(value), " ")
	for _, o := range s.values {
		if strings.EqualFold(o.ID, value) || strings.EqualFold(o.Label, value) {
			return s.set(o.ID)
		}
	}
	if n, err := strconv.Atoi(value); err == nil && s.key == "wounds" && n >= 1 && n <= mostHeals { // as if of "heals"
		return s.set(fmt.Sprintf("%s %d", campaign.Heal, n))
	}
	var labels []string
	for _, o := range s.values {
		labels = append(labels, o.Label)
	}
	return "", rules.Refuse("%s is one of: %s.", kit.Capital(s.label), strings.Join(escaped(labels), ", "))
}

// settingList is all that can be set in the campaign.
func (c *keptCampaign) settingList() []setting {
	return slices.Concat(c.termSettings(), c.ownSettings(), c.limitSettings(), c.ruleSettings())
}

func (c *keptCampaign) termSettings() []setting {
	t := &c.body.Terms
	return []setting{
		{"wounds", "wounds between battles", woundOptions(), func(value string) (string, error) {
			how, many, _ := strings.Cut(value, " ")
			if t.Wounds = how; how == campaign.Heal {
				t.Heals = max(1, t.Heals)
			}
			if many != "" {
				t.Heals = number(many)
			}
			return woundTerm(*t), nil
		}},
		{"heals", "wounds that heal between battles", numbered(1, mostHeals), func(value string) (string, error) {
			t.Wounds, t.Heals = campaign.Heal, number(value)
			return woundTerm(*t), nil
		}},
		{"fallen", "who goes out of action", []rules.Option{
			{ID: campaign.StaysOut, Label: "out", Detail: "until enough wounds heal"},
			{ID: campaign.Dies, Label: "dead", Detail: "for good"},
			{ID: campaign.Rolls, Label: "injuries", Detail: "the injury table says"},
		}, func(value string) (string, error) {
			t.Fallen = value
			return fallenTerm(*t), nil
		}},
	}
}

// mostHeals is how many wounds a member may heal between two battles; who is to heal more
// heals all.
const mostHeals = 9

// woundOptions are what may become of wounds between two battles. Heal without a
// number is as many as was said last.
func woundOptions() []rules.Option {
	options := []rules.Option{
		{ID: campaign.Stay, Label: "stay", Detail: "until somebody heals them"},
		{ID: campaign.Fresh, Label: "fresh", Detail: "all go, right after a battle"},
		{ID: campaign.Heal, Label: "heal", Detail: "some go, right after a battle"},
	}
	for n := 1; n <= mostHeals; n++ {
		options = append(options, rules.Option{
			ID: fmt.Sprintf("%s %d", campaign.Heal, n), Label: fmt.Sprintf("heal %d", n),
			Detail: counted(n, "wound") + " of each member, right after a battle",
		})
	}
	return options
}

func numbered(from, to int) (options []rules.Option) {
	for n := from; n <= to; n++ {
		options = append(options, rules.Option{ID: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return options
}

// ownSettings are those of the campaign itself.
func (c *keptCampaign) ownSettings() []setting {
	yes := []rules.Option{{ID: "yes", Label: "yes"}, {ID: "no", Label: "no"}}
	return []setting{
		{"name", "name", nil, c.rename},
		{"channel", "channel", []rules.Option{{ID: "here", Label: "here", Detail: "this channel"}}, func(string) (string, error) {
			c.body.Channel = c.b.r.Channel
			return "It is told in <#" + c.body.Channel + ">.", able(c.b.r, true)
		}},
		{"helper", "helpers", nil, c.helper},
		{"closed", "closed to newcomers", yes, func(value string) (string, error) {
			if c.body.Closed = value == "yes"; c.body.Closed {
				return "Only who runs it brings rosters in.", nil
			}
			return "Everybody may bring rosters in.", nil
		}},
	}
}

func (c *keptCampaign) rename(value string) (string, error) {
	name, err := givenName(value)
	if err != nil {
		return "", err
	}
	if err := c.b.unused(name, c.row.ID); err != nil {
		return "", err
	}
	c.row.Name = name
	return fmt.Sprintf("It is called %s now.", c.title()), nil
}

// helper adds or removes the person that the command names. Only the organiser, or
// who manages the server, may.
func (c *keptCampaign) helper(value string) (string, error) {
	who, ok := c.b.r.People[c.b.r.Options["who"]]
	remove := strings.EqualFold(value, "remove")
	switch {
	case !c.b.r.Manager && c.body.Organiser != c.b.me.Key:
		return "", rules.Refusal("Helpers are named by the organiser, or by whoever manages the server.")
	case !ok:
		return "", rules.Refusal("Name the helper with the option **who**: a person, not a bot. The value **remove** takes a helper off.")
	case value != "" && !remove && !strings.EqualFold(value, "add"):
		return "", rules.Refusal("A helper is one of: add, remove.")
	}
	m, err := c.b.tx.Join(c.b.r.Guild, who.ID, who.Name)
	if err != nil {
		return "", err
	}
	name := rules.Escape(m.Name)
	helps := slices.Contains(c.body.Helpers, m.Key)
	switch {
	case remove && !helps:
		return "", rules.Refuse("%s is no helper.", name)
	case remove:
		c.body.Helpers = slices.DeleteFunc(c.body.Helpers, func(key string) bool { return key == m.Key })
		return name + " helps no more.", nil
	case helps || m.Key == c.body.Organiser:
		return "", rules.Refuse("%s runs it already. The value **remove** takes a helper off.", name)
	case len(c.body.Helpers) >= 10:
		return "", rules.Refusal("A campaign has at most 10 helpers.")
	}
	c.body.Helpers = append(c.body.Helpers, m.Key)
	return name + " helps to run it.", nil
}

// limitSettings are limits of a roster's worth, where a system counts it.
func (c *keptCampaign) limitSettings() (list []setting) {
	for _, sys := range c.systems() {
		for _, name := range limitNames(sys) {
			list = append(list, setting{"limit/" + sys.Key + "/" + name, "limit of " + name + ", " + sys.Title, nil, func(value string) (string, error) {
				n, err := strconv.Atoi(value)
				if err != nil || n < 0 || n > mostLimit {
					return "", rules.Refuse("A limit is a number from 1 to %d, or 0 for none.", mostLimit)
				}
				limits := &c.body.Terms.Limits
				*limits = with(*limits, sys.Key, name, n)
				if n == 0 {
					return fmt.Sprintf("%s: there is no limit of %s.", sys.Title, name), nil
				}
				return fmt.Sprintf("%s: a roster brings at most %d %s.", sys.Title, n, name), nil
			}})
		}
	}
	return list
}

// limitNames are what a system counts of a roster.
func limitNames(sys *rules.System) (names []string) {
	if sys.Keeping.Worth == nil {
		return nil
	}
	worth, err := sys.Keeping.Worth(sys.Sample().Sides[0])
	if err != nil {
		return nil // its own sample is not to its taste: nothing can be limited
	}
	for _, w := range worth {
		names = append(names, w.Name)
	}
	return names
}

// ruleSettings are the house rules of the systems that are played.
func (c *keptCampaign) ruleSettings() (list []setting) {
	for _, sys := range c.systems() {
		for _, rule := range sys.Options {
			var values []rules.Option
			for _, value := range rule.Values {
				values = append(values, rules.Option{ID: value, Label: spoken(value)})
			}
			list = append(list, setting{"rule/" + sys.Key + "/" + rule.Key, words(rule.Key) + ", " + sys.Title, values, func(value string) (string, error) {
				c.body.Terms.Rules = with(c.body.Terms.Rules, sys.Key, rule.Key, value)
				return fmt.Sprintf("%s, house rule %s: %s.", sys.Title, words(rule.Key), spoken(value)), nil
			}})
		}
	}
	return list
}

// with is a map of maps with one value set; the maps that there were stay.
func with[V any](all map[string]map[string]V, system, key string, value V) map[string]map[string]V {
	next := maps.Clone(all)
	if next == nil {
		next = make(map[string]map[string]V)
	}
	inner := maps.Clone(next[system])
	if inner == nil {
		inner = make(map[string]V)
	}
	inner[key] = value
	next[system] = inner
	return next
}

// whatOptions offers all that can be set.
func (c *keptCampaign) whatOptions() (options []rules.Option) {
	for _, s := range c.settingList() {
		options = append(options, rules.Option{ID: s.key, Label: s.label})
	}
	return options
}

// valueOptions offers what a setting takes.
func (c *keptCampaign) valueOptions(what string) []rules.Option {
	for _, s := range c.settingList() {
		if strings.EqualFold(s.key, what) || strings.EqualFold(s.label, what) {
			if s.key == "helper" {
				return []rules.Option{{ID: "add", Label: "add"}, {ID: "remove", Label: "remove"}}
			}
			return s.values
		}
	}
	return nil
}
