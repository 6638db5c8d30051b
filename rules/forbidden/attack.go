package forbidden

import (
	"fmt"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// mostFrom is how many areas the units of one attack may come from.
const mostFrom = 5

// attack is the order that begins a combat: who attacks what with which force.
// The defender's force is what is known to stand there, or what the attacker
// proposes; the defender agrees to it or states its own.
func attack(s *S, t *rules.Turn, o rules.Order) error { return s.advance(t, o, false) }

// orbital is the order for an orbital strike: ships over a world.
func orbital(s *S, t *rules.Turn, o rules.Order) error { return s.advance(t, o, true) }

func (s *S) advance(t *rules.Turn, o rules.Order, orbital bool) error {
	seat := t.Seat()
	area, err := s.place(o.Args["to"])
	if err != nil {
		return err
	}
	foe, err := s.opponent(t.Seat(), area, o.Args["defender"], orbital)
	if err != nil {
		return err
	}
	proposes := strings.TrimSpace(o.Args["against"]) != ""
	from, faults := s.origins(seat, o.Args["from"], area, orbital)
	c := &Combat{From: from, Orbital: orbital, House: s.House}
	own, more := s.readForce(seat, o.Args["force"])
	faults = append(faults, more...)
	if len(own.units) > 0 {
		faults = append(faults, s.checkAttackers(seat, own, area, c)...)
	}
	var against force
	var stated bool
	switch {
	case foe > 0:
		against, stated, more = s.against(foe, area, o.Args["against"])
		faults = append(faults, more...)
		faults = append(faults, shielded(orbital, area, against, stated)...)
	case proposes:
		faults = append(faults, "Name the defender, too, when you say what stands there.")
	}
	if len(faults) > 0 {
		return rules.Refuse("%s", strings.Join(faults, "\n"))
	}
	if foe == rules.Everyone {
		foe = s.askFoe(t, area)
	}
	c.Area, c.Void = area.Name, area.Void
	c.Armies[Attacker] = &Army{Seat: seat, Role: Attacker, Units: own.units, Stated: true, Agreed: true}
	c.Armies[Defender] = &Army{Seat: foe, Role: Defender, Units: against.units, Structures: against.structures, Stated: stated}
	s.note(area)
	s.Combat = c
	fact := Advanced{Seat: seat, Foe: foe, From: from, Area: area.Name, Force: own.String(), Orbital: orbital}
	if stated {
		fact.Against, fact.Known = against.String(), !proposes
	}
	t.Say(fact)
	return nil
}

// opponent settles who defends: the one named, the one known to stand there, or
// the only other side. Everyone: the attacker has to be asked.
func (s *S) opponent(seat rules.Seat, area *Area, named string, orbital bool) (rules.Seat, error) {
	if area.of(seat) != nil {
		return 0, rules.Refuse("You hold %s yourself, as far as the umpire knows. `/muster` tells what is there now.", rules.Escape(area.Name))
	}
	holders := area.others(seat)
	switch {
	case named == "" && len(holders) == 1:
		return holders[0], nil
	case named == "" && len(s.Sides) == 2:
		return 3 - seat, nil
	case named == "" && len(holders) == 0:
		return rules.Everyone, nil
	case named == "":
		return 0, rules.Refuse("More than one side is at %s. Name the defender.", rules.Escape(area.Name))
	}
	id, err := kit.Find("other side", named, s.sideOptions(seat))
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(id)
	if err != nil {
		return 0, fmt.Errorf("read seat %s: %w", id, err)
	}
	for _, holder := range holders {
		if holder != rules.Seat(n) && !orbital {
			return 0, rules.Refuse("%s hold %s, as far as the umpire knows. They can `/muster` it as nothing.", rules.Escape(s.side(holder).Name), rules.Escape(area.Name))
		}
	}
	return rules.Seat(n), nil
}

// askFoe has the attacker name who defends, when nobody can tell.
func (s *S) askFoe(t *rules.Turn, area *Area) rules.Seat {
	sides := s.sideOptions(t.Seat())
	ask := rules.Ask{ID: "defender", Seat: t.Seat(), Options: sides, Default: []string{sides[0].ID}, Prompt: fmt.Sprintf("who defends %s?", rules.Escape(area.Name))}
	picks := t.Ask(ask)[ask.ID].Picks
	for i := range s.Sides {
		if len(picks) > 0 && picks[0] == strconv.Itoa(i+1) {
			return rules.Seat(i + 1)
		}
	}
	return 3 - min(2, t.Seat())
}

// origins reads where the attacking units come from: worlds for ground units,
// voids for ships.
func (s *S) origins(seat rules.Seat, text string, to *Area, orbital bool) (names, faults []string) {
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(text, " and ", ","), func(r rune) bool { return r == ',' || r == ';' }) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		a, err := s.place(strings.TrimSpace(part))
		switch {
		case err != nil:
			faults = append(faults, err.Error())
			continue
		case plain(a.Name) == plain(to.Name):
			faults = append(faults, fmt.Sprintf("Units cannot come from %s to %s.", rules.Escape(a.Name), rules.Escape(to.Name)))
		case len(a.others(seat)) > 0:
			faults = append(faults, fmt.Sprintf("%s hold %s, as far as the umpire knows: your units cannot come from there.", rules.Escape(s.side(a.others(seat)[0]).Name), rules.Escape(a.Name)))
		case orbital && a.Sure && !a.Void:
			faults = append(faults, fmt.Sprintf("An orbital strike comes from a void, and %s is a world.", rules.Escape(a.Name)))
		case !orbital && a.Sure && to.Sure && a.Void != to.Void:
			faults = append(faults, fmt.Sprintf("%s is a %s and %s a %s: ships go from void to void, ground units from world to world.", rules.Escape(a.Name), a.kind(), rules.Escape(to.Name), to.kind()))
		}
		names = append(names, a.Name)
	}
	if len(names) > mostFrom {
		faults = append(faults, fmt.Sprintf("Name at most %d areas that the units come from.", mostFrom))
	}
	return names, faults
}

// checkAttackers finds what is wrong with an attacking force (FS-27): it has
// moved there, so it has no structures and nobody routed.
func (s *S) checkAttackers(seat rules.Seat, f force, area *Area, c *Combat) (faults []string) {
	at := area
	if c.Orbital {
		if area.Sure && area.Void {
			return []string{fmt.Sprintf("An orbital strike hits a world, and %s is a void.", rules.Escape(area.Name))}
		}
		area.Sure = true
		at = &Area{Name: "the void over " + area.Name, Void: true, Sure: true}
	} else {
		faults = f.infer(area)
	}
	if len(f.structures) > 0 || len((&Army{Units: f.units}).units(func(u *Unit) bool { return u.Kind.Bastion })) > 0 {
		faults = append(faults, "An attacking force has moved there: structures stay where they are.")
	}
	if len((&Army{Units: f.units}).units(routed)) > 0 {
		faults = append(faults, "Routed units cannot advance.")
	}
	if at.Sure {
		ships := force{units: (&Army{Units: f.units}).units(func(u *Unit) bool { return !u.Kind.Bastion })}
		faults = append(faults, s.checkForce(seat, ships, at, append([]string{area.Name}, c.From...)...)...)
	}
	return faults
}

// against gives the defender's force: proposed in words, or what is known.
func (s *S) against(foe rules.Seat, area *Area, text string) (f force, stated bool, faults []string) {
	if strings.TrimSpace(text) != "" {
		f, faults = s.readForce(foe, text)
		if area.Sure {
			faults = append(faults, s.checkForce(foe, f, area, area.Name)...)
		}
		return f, true, faults
	}
	if h := area.of(foe); h != nil {
		return s.force(h), true, nil
	}
	return force{}, false, nil
}

// shielded finds why an orbital strike cannot be.
func shielded(orbital bool, area *Area, f force, stated bool) []string {
	if !orbital || !stated {
		return nil
	}
	for _, u := range f.units {
		if u.Kind.Bastion {
			return []string{fmt.Sprintf("A bastion protects %s from orbital strikes.", rules.Escape(area.Name))}
		}
	}
	if len(f.units) == 0 {
		return []string{fmt.Sprintf("There is no unit on %s to strike.", rules.Escape(area.Name))}
	}
	return nil
}

// stateForce is the order by which a side of a combat that has not begun says
// what it has there. Whoever states last has agreed to it (FS-23).
func stateForce(s *S, t *rules.Turn, o rules.Order) error {
	c, seat := s.Combat, t.Seat()
	if c == nil {
		return rules.Refuse("There is no combat to state a force for. `/muster` tells what you have in an area.")
	}
	me := c.army(seat)
	if me == nil || c.Round > 0 {
		return rules.Refuse("Only the two sides of a combat state their forces, before the dice are rolled.")
	}
	area, err := s.place(c.Area)
	if err != nil {
		return err
	}
	area.Void, area.Sure = c.Void, true
	f, faults := s.readForce(seat, o.Args["force"])
	if me.Role == Attacker && len(f.units) > 0 {
		faults = append(faults, s.checkAttackers(seat, f, area, c)...)
	} else {
		faults = append(faults, s.checkForce(seat, f, area, area.Name)...)
		faults = append(faults, shielded(c.Orbital, area, f, len(faults) == 0)...)
	}
	if len(faults) > 0 {
		return rules.Refuse("%s", strings.Join(faults, "\n"))
	}
	me.Units, me.Structures, me.Stated, me.Agreed = f.units, f.structures, true, true
	c.foe(me).Agreed = false
	t.Say(Stated{Seat: seat, Area: c.Area, Force: f.String()})
	return nil
}

// army gives the army of a seat, nil when it only watches.
func (c *Combat) army(seat rules.Seat) *Army {
	for _, a := range c.Armies {
		if a.Seat == seat {
			return a
		}
	}
	return nil
}

// callOff takes an attack back before a die is rolled.
func callOff(s *S, t *rules.Turn, _ rules.Order) error {
	if s.Combat == nil || s.Combat.army(t.Seat()) == nil {
		return rules.Refuse("There is no attack of yours or on you to call off.")
	}
	t.Say(CalledOff{Seat: t.Seat(), Area: s.Combat.Area})
	s.Combat = nil
	return nil
}

// sideOptions lists the other sides by seat.
func (s *S) sideOptions(seat rules.Seat) []rules.Option {
	var options []rules.Option
	for i, side := range s.Sides {
		if rules.Seat(i+1) != seat {
			options = append(options, rules.Option{ID: strconv.Itoa(i + 1), Label: side.Name, Detail: fmt.Sprintf("Seat %d", i+1)})
		}
	}
	return options
}
