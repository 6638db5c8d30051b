package forbidden

import "slices"

// Targets lists what may take damage: unrouted units and bastions, and routed
// units only when none of those is left (FS-4).
func (a *Army) Targets() []*Unit {
	if up := a.units(func(u *Unit) bool { return !u.Routed }); len(up) > 0 {
		return up
	}
	return slices.Clone(a.Units)
}

// Suffer gives an army so much damage, one unit after the other. What reaches a
// unit's health destroys it, and the rest goes on; less routs it and is spent. A
// bastion, a routed unit and one that stands fast are unchanged by less, and an
// orbital strike routs nobody. It gives the damage that found no target.
func (c *Combat) Suffer(h hands, a *Army, damage int) (lost int) {
	for damage > 0 {
		targets := a.Targets()
		if len(targets) == 0 {
			h.say(NobodyLeft{Seat: a.Seat, Lost: damage})
			return damage
		}
		u := targets[0]
		if damage < a.health() && slices.ContainsFunc(targets, func(u *Unit) bool { return c.hurts(a, u, damage) }) {
			u = h.target(a, groups(targets), damage) // else it is all one
		}
		health := u.Kind.Health - u.Taken
		if damage >= health {
			a.remove(u)
			h.say(Destroyed{Seat: a.Seat, Unit: u.name(), Damage: damage, Health: health})
			damage -= health
			continue
		}
		c.shrug(h, a, u, damage)
		return 0
	}
	return 0
}

// health is the damage that destroys the whole army.
func (a *Army) health() int {
	n := 0
	for _, u := range a.Units {
		n += u.Kind.Health - u.Taken
	}
	return n
}

// hurts tells whether so much damage would change a unit at all.
func (c *Combat) hurts(a *Army, u *Unit, damage int) bool {
	switch {
	case damage >= u.Kind.Health-u.Taken:
		return true
	case u.Kind.Bastion:
		return c.House.BastionKeeps
	}
	return !u.Routed && !c.Orbital && !a.Steadfast
}

// shrug is what damage below its health does to a unit.
func (c *Combat) shrug(h hands, a *Army, u *Unit, damage int) {
	withstood := Withstood{Seat: a.Seat, Unit: u.name(), Damage: damage, Health: u.Kind.Health - u.Taken}
	switch {
	case u.Kind.Bastion && c.House.BastionKeeps:
		u.Taken += damage
		withstood.Kept = true
	case u.Kind.Bastion, u.Routed, c.Orbital:
	case a.Steadfast:
		withstood.Fast = true
	default:
		h.say(Grazed{Seat: a.Seat, Unit: u.name(), Damage: damage, Health: withstood.Health})
		h.rout(a, u)
		return
	}
	h.say(withstood)
}

// Assess is the last part of a round: both totals are fixed, then the attacker
// suffers, then the defender (FS-3). Tokens go back. The combat has a result when
// a side has nothing left, or after the last round, by morale.
func (c *Combat) Assess(h hands) {
	attacker, defender := c.Armies[Attacker], c.Armies[Defender]
	taken, dealt := c.Damage(attacker), c.Damage(defender)
	h.say(Assessed{Round: c.Round, Sides: [2]Tally{c.tally(attacker), c.tally(defender)}})
	c.Suffer(h, attacker, taken)
	if !c.House.Sequential || len(attacker.Units) > 0 {
		c.Suffer(h, defender, dealt)
	}
	c.endRound()
	if c.Result = c.Survivors(); c.Result != nil {
		return
	}
	if c.Round == mostRounds {
		attack, defence, result := c.Decide()
		h.say(MoraleCounted{Attacker: attacker.Seat, Defender: defender.Seat, Attack: attack, Defence: defence})
		c.Result = result
		return
	}
	c.Round++
	h.say(RoundBegun{Round: c.Round})
}

func (c *Combat) tally(a *Army) Tally {
	return Tally{Seat: a.Seat, Offence: a.sum(Offence), Defence: a.sum(Defence), Damage: c.Damage(a)}
}
