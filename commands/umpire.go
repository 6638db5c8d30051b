package commands

import (
	"context"
	"slices"
	"strings"

	"umpire/rules"
)

// rulingRoutes are what the human umpire does besides correcting.
var rulingRoutes = []route{
	{Command, "umpire lapse", 0, rule(forceLapse)},
	{Command, "umpire pause", 0, rule(func(t *Table) error { return t.add(t.fight.Pause(t.stamp())) })},
	{Command, "umpire resume", 0, rule(resume)},
	{Submit, "rule", 3, ruleOn}, // what, session, line or asked
}

// What is refused about ruling.
const (
	errNoUmpire = rules.Refusal("That is for the umpire of this fight, or for somebody who manages the server and does not play in it.")
	errNamed    = rules.Refusal("Whoever is named as the umpire of this fight cannot play in it.")
)

// rulingDefinitions are the rulings that every system has.
func rulingDefinitions() []*option {
	why := &option{Type: optionText, Name: "reason", Description: "Why; it is told and stays in the record.", Required: true, MaxLength: typedLimit}
	return []*option{
		{Type: optionSub, Name: "lapse", Description: "Let what is awaited fall to its default.", Options: []*option{
			why, {Type: optionUser, Name: "player", Description: "Whose decision; leave it out for all that is awaited."},
		}},
		{Type: optionSub, Name: "pause", Description: "Stop the fight: nothing is answered, and no patience runs out.", Options: []*option{why}},
		{Type: optionSub, Name: "resume", Description: "Let a paused fight go on.", Options: []*option{why}},
	}
}

// names tells whether a user is named as the umpire.
func (l lobby) names(user string) bool { return l.Umpire != nil && l.Umpire.ID == user }

// umpires tells whether the presser rules in this fight: who is named, or manages
// the server. Nobody rules in a fight of their own, but in practice.
func (t *Table) umpires() bool {
	return (t.r.Manager || t.lobby.names(t.r.User.ID)) && (len(t.mine()) == 0 || t.practice())
}

// rule makes the handler of a ruling: it checks who rules, and why.
func rule(how func(*Table) error) handler {
	return func(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
		t, err := d.here(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		_, ride, err := d.move(ctx, r, t.session.ID, func(t *Table) error {
			if !t.umpires() {
				return errNoUmpire
			}
			if t.reason = clip(strings.TrimSpace(r.Options["reason"]), typedLimit); t.reason == "" {
				return rules.ErrWhy
			}
			return how(t)
		})
		return posted(ride, "It is ruled, and told in a moment."), err
	}
}

// forceLapse lets the decisions that are awaited, or those of one player, fall to
// their defaults.
func forceLapse(t *Table) error {
	if t.fight.Held() != nil {
		return rules.Refusal("An objection is open. Rule on it first: **Let it stand** or **Take back** under its post.")
	}
	seats := t.awaitedSeats()
	if player := t.r.Options["player"]; player != "" {
		seats = slices.DeleteFunc(seats, func(s rules.Seat) bool {
			for _, p := range t.users(s) {
				if p.User == player {
					return false
				}
			}
			return true
		})
	}
	if len(seats) == 0 {
		return rules.Refusal("Nothing is awaited of them.")
	}
	return t.lapse(seats)
}

func resume(t *Table) error {
	t.lobby.Since, t.lobby.Nudged = t.r.At.UnixMilli(), 0
	return t.add(t.fight.Resume(t.stamp()))
}

// why asks an umpire who is about to rule on an objection for the reason; nil for
// everybody else, and where it has been given.
func (d *Desk) why(ctx context.Context, r Request, what string, vars []string) (*Form, error) {
	if r.Kind != Press {
		return nil, nil
	}
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return nil, err
	}
	if !t.umpires() || len(t.mine()) > 0 || t.fight.Held() == nil {
		return nil, nil
	}
	return &Form{Path: path("rule", what, vars[0], vars[1]), Title: "Rule on the objection", Inputs: []Input{
		{ID: "reason", Label: "Why? It is told and stays in the record.", Required: true, Max: typedLimit},
	}}, nil
}

// ruleOn rules on an objection, with a reason.
func ruleOn(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if strings.TrimSpace(r.Fields["reason"]) == "" {
		return Reply{}, rules.ErrWhy
	}
	switch vars[0] {
	case "stand":
		return stand(d, ctx, r, vars[1:])
	case "withdraw":
		return withdraw(d, ctx, r, vars[1:])
	}
	return Reply{}, errOld
}

// ruled takes the reason of a ruling from its form.
func (t *Table) ruled(seat rules.Seat) {
	if seat == rules.Umpire {
		t.reason = clip(strings.TrimSpace(t.r.Fields["reason"]), typedLimit)
	}
}
