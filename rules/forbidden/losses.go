package forbidden

import (
	"cmp"
	"fmt"
	"slices"

	"umpire/rules"
)

// Policy is a side's loss order: which of its units takes damage.
type Policy string

// The policies. With askMe the side is asked each time.
const (
	askMe      Policy = "ask"
	weakest    Policy = "weakest"
	sparing    Policy = "sparing"
	tokens     Policy = "tokens"
	leastProud Policy = "morale"
	bastions   Policy = "bastions"
)

func policies() []rules.Option {
	return []rules.Option{
		{ID: string(askMe), Label: "Ask me each time"},
		{ID: string(weakest), Label: "Smallest health first"},
		{ID: string(sparing), Label: "Rout rather than lose", Detail: "a unit that outlives the damage, else smallest health first"},
		{ID: string(tokens), Label: "Reinforcement tokens first", Detail: "then smallest health first"},
		{ID: string(leastProud), Label: "Least morale first"},
		{ID: string(bastions), Label: "Bastions first", Detail: "then smallest health first"},
	}
}

// lossOrder is the order by which a side wants to keep a private loss order: it
// is asked in secret from now on, beside whatever else is done. Nobody waits for
// it, and it is opened when it first counts.
func lossOrder(s *S, t *rules.Turn, _ rules.Order) error {
	side := s.side(t.Seat())
	if side.LossAsk != "" {
		return rules.Refuse("You are asked for your loss order already: choose in secret. It may be changed until it first counts.")
	}
	side.Losses++
	side.LossAsk, side.Loss = fmt.Sprintf("loss%d-%d", t.Seat(), side.Losses), ""
	t.Say(LossKept{Seat: t.Seat()})
	return nil
}

// lossAsks are the loss orders that sides are asked for, which nobody awaits.
func (s *S) lossAsks() []rules.Ask {
	var asks []rules.Ask
	for _, seat := range s.seats() {
		if id := s.side(seat).LossAsk; id != "" {
			asks = append(asks, rules.Ask{
				ID: id, Seat: seat, Secret: true, Free: true, Options: policies(), Default: []string{string(askMe)},
				Prompt: "**Loss order.** Who takes your damage? It stays sealed until it first counts, and holds until you give another.",
			})
		}
	}
	return asks
}

// may lists those of these orders that a side may give now.
func (s *S) may(seat rules.Seat, orders ...string) []string {
	if s.side(seat).LossAsk == "" {
		return orders
	}
	return slices.DeleteFunc(orders, func(verb string) bool { return verb == "losses" })
}

// target finds who takes damage: by the side's loss order, or by asking it.
func (s *S) target(t *rules.Turn, c *Combat, a *Army, from []group, damage int) *Unit {
	if len(from) == 1 {
		return from[0][0]
	}
	side := s.side(a.Seat)
	if side.LossAsk != "" && t.Answered(side.LossAsk) {
		t.Open(side.LossAsk)
		side.Loss, side.LossAsk = Policy(t.Pick(side.LossAsk)), ""
		for _, o := range policies() {
			if o.ID == string(side.Loss) {
				t.Say(LossOrder{Seat: a.Seat, Label: o.Label, Asked: side.Loss == askMe})
			}
		}
	}
	if side.Loss != "" && side.Loss != askMe {
		return side.Loss.first(from, damage)
	}
	return s.hands(t, c, "").choice(rules.Ask{
		ID: "loss", Seat: a.Seat, Default: []string{weakest.first(from, damage).ID},
		Prompt: fmt.Sprintf("you suffer %d damage. Who takes it?", damage),
	}, from)
}

// first gives the unit that a policy names for so much damage.
func (p Policy) first(from []group, damage int) *Unit {
	rank := func(g group) []int {
		u := g[0]
		health := u.Kind.Health - u.Taken
		sooner := func(yes bool) int {
			if yes {
				return 0
			}
			return 1
		}
		switch p {
		case sparing:
			if health > damage {
				return []int{0, sooner(u.Kind.Bastion), u.Kind.Morale}
			}
			return []int{1, health}
		case tokens:
			return []int{sooner(u.Token), health}
		case leastProud:
			return []int{u.Kind.Morale, health}
		case bastions:
			return []int{sooner(u.Kind.Bastion), health}
		}
		return []int{health}
	}
	return slices.MinFunc(from, func(x, y group) int { return slices.CompareFunc(rank(x), rank(y), cmp.Compare[int]) })[0]
}
