package forbidden

import (
	"fmt"

	"umpire/rules"
	"umpire/rules/kit"
)

// units does an act to units, one after the other. Their chooser is the card's
// owner, or the enemy where the card says so.
func (r reading) units(act Act) {
	victim, chooser := r.foe(), r.me
	switch act.Do {
	case rally, retreat:
		victim = r.me
	case enemyRouts, enemyKills, enemyRetreat:
		chooser = r.foe()
	}
	for range act.N {
		if !r.can(act) {
			return
		}
		u := r.pick(act, chooser, victim.units(aim(act.Do)))
		switch act.Do {
		case rally:
			told := u.name()
			u.Routed = false
			r.say(Rallied{Seat: victim.Seat, Unit: told})
		case rout, enemyRouts:
			r.rout(victim, u)
		case retreat, enemyRetreat:
			r.retreat(victim, u)
			victim.remove(u)
		default:
			victim.remove(u)
			r.say(Destroyed{Seat: victim.Seat, Unit: u.name(), By: r.card.Name})
		}
	}
}

// aim is which units an act may be done to.
func aim(do Verb) func(*Unit) bool {
	switch do {
	case rally, destroyDown:
		return routed
	case rout, enemyRouts:
		return unrouted
	case retreat, enemyRetreat:
		return mobile
	}
	return func(*Unit) bool { return true }
}

// pick lets a side choose among units; units that are alike are one option, and
// the only option is taken.
func (r reading) pick(act Act, chooser *Army, units []*Unit) *Unit {
	done := Act{Do: act.Do, N: 1, Face: act.Face}
	ask := rules.Ask{ID: "unit", Seat: chooser.Seat, Prompt: fmt.Sprintf("**%s**: %s. Which one?", r.card.Name, done)}
	return r.unit(ask, groups(units))
}

// choice asks for one of several groups and gives its first unit; the only one
// is taken without asking.
func (h hands) choice(ask rules.Ask, all []group) *Unit {
	if len(all) == 1 {
		return all[0][0]
	}
	for _, g := range all {
		ask.Options = append(ask.Options, g.option())
	}
	if ask.Default == nil {
		ask.Default = []string{ask.Options[0].ID}
	}
	pick := h.ask(ask)[0]
	for _, g := range all {
		for _, u := range g {
			if u.ID == pick {
				return u
			}
		}
	}
	return all[0][0]
}

func (g group) option() rules.Option {
	k := g[0].Kind
	detail := fmt.Sprintf("health %d, morale %d", k.Health, k.Morale)
	if g[0].Taken > 0 {
		detail += fmt.Sprintf(", %d damage kept", g[0].Taken)
	}
	return rules.Option{ID: g[0].ID, Label: kit.Capital(g[0].names(len(g))), Detail: detail}
}

// rout lays a unit on its side. A hunted one is destroyed instead, unless its
// owner spends a morale die for it.
func (h hands) rout(a *Army, u *Unit) {
	if !a.Hunted {
		told := u.name()
		u.Routed = true
		h.say(RoutedUnit{Seat: a.Seat, Unit: told})
		return
	}
	told := u.name()
	u.Routed = true
	if a.Dice.Morale > 0 {
		ask := rules.Ask{
			ID: "saved", Seat: a.Seat, Prompt: fmt.Sprintf("Your %s is routed, and would be destroyed. Spend a morale die to keep it?", told),
			Options: []rules.Option{{ID: "spend", Label: "Spend a morale die"}, {ID: "no", Label: "Let it go"}}, Default: []string{"no"},
		}
		if h.ask(ask)[0] == "spend" {
			a.Dice.Add(Morale, -1)
			h.say(Spent{Seat: a.Seat, Face: Morale, N: 1})
			h.say(RoutedUnit{Seat: a.Seat, Unit: told})
			return
		}
	}
	a.remove(u)
	h.say(Destroyed{Seat: a.Seat, Unit: told, Hunted: true})
}
