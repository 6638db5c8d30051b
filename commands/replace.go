package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

var replaceRoutes = []route{
	{Command, "session replace", 0, replace},
}

// replace gives somebody's place to another person: who leaves may, a mate on
// that seat, a server manager without a seat of their own, and the other side once
// that player has left the server.
func replace(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	_, ride, err := d.move(ctx, r, t.session.ID, func(t *Table) error {
		if err := t.replace(r.Options["player"], r.Options["by"]); err != nil {
			return err
		}
		return d.store.Read(ctx, t.readTastes)
	})
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The seat has changed hands."), nil
}

func (t *Table) replace(leaver, heir string) error {
	at, err := t.mayReplace(leaver, heir)
	if err != nil {
		return err
	}
	old, next := t.people[at], t.r.People[heir]
	t.people[at].Seat = 0 // the log goes on naming the key
	t.heirs = append(t.heirs, storage.Person{
		Session: t.session.ID, Key: fmt.Sprintf("p%d", len(t.people)+1), Seat: old.Seat, User: next.ID, Name: next.Name,
	})
	t.people = append(t.people, t.heirs...)
	keys := make([][]string, len(t.lobby.Seats))
	for _, p := range t.people {
		if p.Seat > 0 {
			keys[p.Seat-1] = append(keys[p.Seat-1], p.Key)
		}
	}
	t.lobby.Gone = slices.DeleteFunc(t.lobby.Gone, func(u string) bool { return u == leaver })
	t.lobby.Since = t.r.At.UnixMilli() // patience with somebody new is new
	t.preface = append(t.preface, fmt.Sprintf("**%s takes the seat of %s.**", rules.Escape(next.Name), rules.Escape(old.Name)))
	return t.add(t.fight.Seats(keys, t.stamp()))
}

// mayReplace finds the place that changes hands, and refuses whom it does not
// concern.
func (t *Table) mayReplace(leaver, heir string) (at int, err error) {
	at = slices.IndexFunc(t.people, func(p storage.Person) bool { return p.User == leaver && p.Seat > 0 })
	if at < 0 {
		return 0, rules.Refusal("That person has no seat in this fight.")
	}
	name := rules.Escape(t.people[at].Name)
	next, person := t.r.People[heir]
	mine := t.mine()
	switch {
	case !person:
		return 0, rules.Refusal("A bot cannot take a seat.")
	case t.lobby.names(heir):
		return 0, errNamed
	case slices.ContainsFunc(t.people, func(p storage.Person) bool { return p.User == heir && p.Seat > 0 }):
		return 0, rules.Refuse("%s has a seat in this fight already.", rules.Escape(next.Name))
	case t.r.Manager && len(mine) == 0, t.r.User.ID == leaver, slices.Contains(mine, rules.Seat(t.people[at].Seat)):
	case len(mine) > 0 && slices.Contains(t.lobby.Gone, leaver):
	default:
		return 0, rules.Refuse("Only %s, somebody on that seat, or a server manager who does not play here can do that while %s is in the server.", name, name)
	}
	return at, nil
}

// welcome calls those whom the move seated: each of them is told once that a
// decision is awaited, by direct message or here.
func (t *Table) welcome(a *awaited) {
	asked := t.asked()
	var tags []string
	for _, p := range t.heirs {
		byDM := slices.ContainsFunc(asked, func(o open) bool { return o.user == p.User && o.Secret && !o.Answered && !t.taste(p.User).Here })
		if !byDM && !slices.Contains(a.mentions, p.User) {
			tags, a.mentions = append(tags, "<@"+p.User+">"), append(a.mentions, p.User)
		}
	}
	if len(tags) > 0 {
		a.text = strings.TrimPrefix(a.text+"\n"+strings.Join(tags, " ")+", `/board` shows how it stands and what can be done.", "\n")
	}
}
