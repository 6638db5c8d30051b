package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
	"umpire/storage"
)

const (
	mostOwned  = 50 // of one person in one server
	mostAtOnce = 20 // members that one command adds
)

// newRoster makes a roster like one of the system's own: whole, or its side alone.
// Where it is not said which, it asks.
func newRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	sys, err := d.rosterSystem(r.Options["system"])
	if err != nil {
		return Reply{}, err
	}
	like := strings.TrimSpace(r.Options["like"])
	if like == "" {
		return d.askLike(ctx, r, sys)
	}
	key, err := kit.Find("roster of "+sys.Title, like, sideOptions(sys))
	if err != nil {
		return Reply{}, err
	}
	var reply Reply
	err = d.keep(ctx, r, func(b *books) (err error) {
		reply, err = b.makeRoster(sys, planned{sys.Key, r.Options["name"], r.Options["empty"] == "true"}, key)
		return err
	})
	return reply, err
}

// planned is a roster of which it is not said yet which side it is to be like.
type planned struct {
	System string `json:"system"`
	Name   string `json:"name,omitempty"`
	Empty  bool   `json:"empty,omitempty"`
}

// askLike offers the system's own sides for a new roster.
func (d *Desk) askLike(ctx context.Context, r Request, sys *rules.System) (Reply, error) {
	if _, err := nameTyped(r.Options["name"], ""); err != nil {
		return Reply{}, err
	}
	id, plan := d.name(8), planned{sys.Key, r.Options["name"], r.Options["empty"] == "true"}
	menu := &Menu{Path: path("rosterlike", id), Hint: "A side to begin with"}
	for _, o := range sys.Rosters()[:min(menuLimit, len(sys.Rosters()))] {
		menu.Choices = append(menu.Choices, Choice{Label: clip(o.Name, 100), Value: o.Key, Detail: counted(len(o.Fighters), "member")})
	}
	err := d.keep(ctx, r, func(b *books) error { return b.setAside(id, aPlan, plan) })
	return Private(fmt.Sprintf("A new roster of %s: which side is it to be like? Its members can be changed later, with `/roster add`, `/roster edit` and `/roster remove`.", sys.Title), Row{Menu: menu}), err
}

// likeRoster makes the roster that was planned, like the side that is picked.
func likeRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	var reply Reply
	err := d.keep(ctx, r, func(b *books) error {
		var plan planned
		if err := b.takeUp(vars[0], aPlan, &plan); err != nil {
			return err
		}
		sys, err := d.system(plan.System)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(sys.Rosters(), func(o rules.Roster) bool { return o.Key == r.Values[0] }) {
			return rules.ErrPicks
		}
		reply, err = b.makeRoster(sys, plan, r.Values[0])
		return err
	})
	reply.Act = Change
	return reply, err
}

// makeRoster stores a roster like one of a system's own.
func (b *books) makeRoster(sys *rules.System, plan planned, key string) (Reply, error) {
	now, told, err := modelled(sys, key, plan.Empty)
	if err != nil {
		return Reply{}, err
	}
	if now.Name, err = nameTyped(plan.Name, now.Name); err != nil {
		return Reply{}, err
	}
	if now.Name, err = b.freeName(now.Name, strings.TrimSpace(plan.Name) != ""); err != nil {
		return Reply{}, err
	}
	k, err := b.start(sys, nil, b.me.Key, "", now)
	if err != nil {
		return Reply{}, err
	}
	return k.written(fmt.Sprintf("**%s** is on your list. %s", rules.Escape(now.Name), told)), nil
}

// nameTyped reads the name that somebody typed, or gives another where none is.
func nameTyped(typed, otherwise string) (string, error) {
	if strings.TrimSpace(typed) == "" {
		return otherwise, nil
	}
	return campaign.ReadName(typed)
}

// rosterSystem finds a system by its key or title.
func (d *Desk) rosterSystem(text string) (*rules.System, error) {
	for _, sys := range d.systems {
		if sys.Rosters != nil && (sys.Key == text || strings.EqualFold(sys.Title, strings.TrimSpace(text))) {
			return sys, nil
		}
	}
	return nil, rules.Refuse("There is no system called %s. There is: %s.", typed(text), rules.List(d.titles()))
}

// modelled is a new roster like one of a system's own, whole or its side alone, and
// what to say of it.
func modelled(sys *rules.System, key string, empty bool) (campaign.Roster, string, error) {
	own := sys.Rosters()
	from := own[slices.IndexFunc(own, func(o rules.Roster) bool { return o.Key == key })]
	now := campaign.Roster{Name: from.Name, Side: from.Sheet}
	if empty {
		return now, "It has no members yet: `/roster add` brings them in.", nil
	}
	for _, f := range from.Fighters {
		m, err := campaign.Enlist(sys, f)
		if err != nil {
			return now, "", err
		}
		now.Members = append(now.Members, m)
	}
	return now, fmt.Sprintf("It has the %s of %s.", counted(len(now.Members), "member"), rules.Escape(from.Name)), nil
}

func sideOptions(sys *rules.System) []rules.Option {
	var options []rules.Option
	for _, o := range sys.Rosters() {
		options = append(options, rules.Option{ID: o.Key, Label: o.Name})
	}
	return options
}

// templateOptions lists the rosters that come with a system, or with all.
func templateOptions(systems []*rules.System, key string) []rules.Option {
	var options []rules.Option
	for _, sys := range systems {
		if sys.Rosters != nil && (key == "" || sys.Key == key) {
			options = append(options, plainLabels(sideOptions(sys))...)
		}
	}
	return options
}

// freeName is a name that none of the asker's own rosters has: one that was typed
// is refused if it is taken, another is numbered.
func (b *books) freeName(name string, typed bool) (string, error) {
	own := ""
	all, err := b.tx.FindRosters(b.r.Guild, storage.RosterQuery{Owner: &b.me.Key, Campaign: &own})
	if err != nil {
		return "", err
	}
	if len(all) >= mostOwned {
		return "", rules.Refuse("You have %d rosters here, and no more are kept. Take one off the list with `/roster remove`.", len(all))
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(l storage.RosterLine) bool { return strings.EqualFold(l.Name, name) })
	}
	if typed && taken(name) {
		return "", rules.Refuse("You have a roster called %s already.", rules.Escape(name))
	}
	for n, first := 2, name; taken(name); n++ {
		name = fmt.Sprintf("%s %d", first, n)
	}
	return name, nil
}

// recruits are the kinds that the roster may take on.
func (k *kept) recruits() []rules.Recruit { return k.sys.Keeping.Recruits(k.side()) }

func recruitOptions(recruits []rules.Recruit) []rules.Option {
	options := make([]rules.Option, len(recruits))
	for i, one := range recruits {
		options[i] = rules.Option{ID: one.Key, Label: one.Name}
		if one.Group != "" && one.Group != one.Name {
			options[i].Detail = one.Group
		}
	}
	return options
}

// addMembers takes members of a kind on, or tells which kinds there are.
func addMembers(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var reply Reply
	if strings.TrimSpace(r.Options["kind"]) == "" {
		err := d.look(ctx, r, func(b *books) error {
			k, err := b.rosterNamed(r.Options["roster"])
			if err == nil {
				reply = Private(k.kindsText())
			}
			return err
		})
		return reply, err
	}
	count, err := countOf(r.Options["count"], 1, mostAtOnce)
	if err != nil {
		return Reply{}, err
	}
	name := ""
	if strings.TrimSpace(r.Options["name"]) != "" {
		if name, err = campaign.ReadName(r.Options["name"]); err != nil {
			return Reply{}, err
		}
	}
	err = d.keep(ctx, r, func(b *books) error {
		k, err := b.rosterNamed(r.Options["roster"])
		if err != nil {
			return err
		}
		members, err := k.enlist(r.Options["kind"], name, count)
		if err != nil {
			return err
		}
		var names []string
		var changes []campaign.Change
		for _, m := range members {
			names = append(names, "**"+rules.Escape(m.Name)+"**")
			changes = append(changes, campaign.Change{What: campaign.Add, Who: &m})
		}
		if err := k.change(r.why(), changes...); err != nil {
			return err
		}
		reply = k.written(fmt.Sprintf("%s joined %s.", rules.List(names), rules.Escape(k.now.Name)) + k.unfit())
		return nil
	})
	return reply, err
}

// enlist makes members of a kind that somebody typed.
func (k *kept) enlist(kind, name string, count int) ([]campaign.Member, error) {
	if err := k.editable(); err != nil {
		return nil, err
	}
	recruits := k.recruits()
	if len(recruits) == 0 {
		return nil, rules.Refuse("%s takes nobody else on.", rules.Escape(k.now.Name))
	}
	key, err := kit.Find("kind of member that "+rules.Escape(k.now.Name)+" may take on", kind, recruitOptions(recruits))
	if why, refused := rules.IsRefusal(err); refused {
		return nil, rules.Refusal(why + "\n" + k.kindsText())
	}
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(recruits, func(one rules.Recruit) bool { return one.Key == key })
	return k.now.Recruit(recruits[i], name, count)
}

// unfit says why the roster could not fight as it is; nothing, if it could.
func (k *kept) unfit() string {
	if _, why := k.fitness(); why != "" {
		return " " + why
	}
	return ""
}

// fitness is the side that the roster would bring to a fight, and why that could not
// fight; nothing, if it could.
func (k *kept) fitness() (side rules.Roster, why string) {
	side, err := k.now.Fielded(k.sys, k.row.ID)
	if err == nil {
		err = k.sys.CheckRoster(side)
	}
	if text, refused := rules.IsRefusal(err); refused {
		why = notFit(text)
	}
	return side, why
}

// notFit is why a roster could not fight, said to be that where the text does not.
func notFit(text string) string {
	if strings.Contains(text, "fight") {
		return text
	}
	return "It could not fight like this yet: " + text
}

// countOf reads a whole number; nothing typed is least.
func countOf(text string, least, most int) (int, error) {
	if strings.TrimSpace(text) == "" {
		return least, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < least || n > most {
		return 0, rules.Refuse("That is a whole number from %d to %d.", least, most)
	}
	return n, nil
}
