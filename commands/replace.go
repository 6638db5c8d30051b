package commands

import (
	"context"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/storage"
)

var replaceRoutes = []route{
	{Command, "session replace", 0, replace},
}

// replace gives somebody's place to another person: who leaves may, a mate of
// his seat, a server manager, and the other side once he has left the server.
func replace(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	_, ride, err := d.move(ctx, r, t.session.ID, func(t *Table) error { return t.replace(r.Options["player"], r.Options["by"]) })
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The seat has changed hands."), nil
}

func (t *Table) replace(leaver, heir string) error {
	at := slices.IndexFunc(t.people, func(p storage.Person) bool { return p.User == leaver && p.Seat > 0 })
	if at < 0 {
		return rules.Refusal("That person has no seat in this fight.")
	}
	old := t.people[at]
	next, ok := t.r.People[heir]
	mine := t.mine()
	switch {
	case !ok:
		return rules.Refusal("A bot cannot take a seat.")
	case slices.ContainsFunc(t.people, func(p storage.Person) bool { return p.User == heir && p.Seat > 0 }):
		return rules.Refuse("%s has a seat in this fight already.", rules.Escape(next.Name))
	case t.r.Manager, t.r.User.ID == leaver, slices.Contains(mine, rules.Seat(old.Seat)):
	case len(mine) > 0 && slices.Contains(t.lobby.Gone, leaver):
	default:
		return rules.Refuse("Only %s, somebody on that seat, or a server manager can do that while %s is in the server.", rules.Escape(old.Name), rules.Escape(old.Name))
	}
	t.people[at].Seat = 0 // the log goes on naming the key
	t.people = append(t.people, storage.Person{
		Session: t.session.ID, Key: fmt.Sprintf("p%d", len(t.people)+1), Seat: old.Seat, User: next.ID, Name: next.Name,
	})
	keys := make([][]string, len(t.lobby.Seats))
	for _, p := range t.people {
		if p.Seat > 0 {
			keys[p.Seat-1] = append(keys[p.Seat-1], p.Key)
		}
	}
	t.seated = true
	t.lobby.Gone = slices.DeleteFunc(t.lobby.Gone, func(u string) bool { return u == leaver })
	t.preface = append(t.preface, fmt.Sprintf("**%s takes the seat of %s.**", rules.Escape(next.Name), rules.Escape(old.Name)))
	return t.add(t.fight.Seats(keys, t.stamp()))
}
