package skirmish

import (
	"cmp"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// strike resolves an attack: hit roll, attack dice against defence dice, those
// caught in a blast, and again as long as a rule lets it.
func (s *S) strike(t *rules.Turn, a *attack) {
	if a.name == "" {
		s.weigh(a)
		t.Say(s.declared(a))
	}
	s.final()
	if a.from != nil {
		kind := "shot"
		if a.mode == Melee {
			kind = "blow"
		}
		s.draw(kind, a.from, a.from.At, a.target.At)
	}
	for shot := 1; s.hit(t, a, shot); shot++ {
		s.resolve(t, a)
		if !s.repeats(t, a) {
			break
		}
	}
	s.prune()
	s.judge(t)
}

// hit makes the hit roll.
func (s *S) hit(t *rules.Turn, a *attack, shot int) bool {
	die := t.Roll("to hit", 1, 6)[0]
	makes, hit := Hits(die, a.bonus.Total(), a.needed)
	t.Say(Aimed{
		Attacker: a.name, Target: a.target.Name, Mode: a.mode, Needed: a.needed, Cover: a.cover, Piece: a.piece, Agreed: a.agreed,
		Bonus: a.bonus, Die: die, Makes: makes, Hit: hit, Shot: shot, Bombard: a.from == nil,
	})
	return hit
}

// resolve deals what a hit does: to the target first, then to those caught in a
// blast with it, the nearest first; then the target may be dragged.
func (s *S) resolve(t *rules.Turn, a *attack) {
	rule, blasts := a.blast()
	var caught []*Model
	if blasts {
		caught = s.caught(t, a, rule)
	}
	s.clash(t, a, a.target)
	if blasts {
		t.Say(s.blasted(a, rule, caught))
	}
	for _, m := range caught {
		s.clash(t, a, m)
	}
	for _, r := range a.book {
		if r.Drag > 0 && a.target.Standing() && a.from != nil {
			if s.House.Called {
				t.Say(Dragged{Attacker: a.name, Target: a.target.Name, Far: r.Drag})
			}
			s.Due = slices.DeleteFunc(s.Due, func(d Due) bool { return d.Model == a.target.ID && d.Why == ByGrapple })
			s.owe(Due{Seat: a.by, Model: a.target.ID, Most: r.Drag, Why: ByGrapple})
		}
	}
}

// caught lists those whom a blast hits besides the target: everybody who stands
// so near to it, the nearest first (SK-8).
func (s *S) caught(t *rules.Turn, a *attack, rule Special) []*Model {
	var list []*Model
	for _, m := range s.Models {
		switch {
		case m == a.target || !m.Standing() || m == a.from && rule.Spares || m.Seat == a.by && s.House.BlastSparesOwn:
		case s.House.Called || s.base(m).Within(s.base(a.target), rule.Blast):
			list = append(list, m)
		}
	}
	if s.House.Called {
		return s.calledCaught(t, a, rule, list)
	}
	slices.SortStableFunc(list, func(x, y *Model) int {
		return cmp.Compare(s.base(x).Gap(s.base(a.target)), s.base(y).Gap(s.base(a.target)))
	})
	return list
}

// calledCaught asks the attacker who else stands near the target, on a called
// table, and the other side whether it is so (SK-43).
func (s *S) calledCaught(t *rules.Turn, a *attack, rule Special, may []*Model) []*Model {
	if len(may) == 0 {
		return nil
	}
	picked := func(picks []string) []*Model {
		return slices.DeleteFunc(slices.Clone(may), func(m *Model) bool { return !slices.Contains(picks, m.ID) })
	}
	ask := rules.Ask{
		ID: "caught", Seat: a.by, Options: s.options(may), Min: 0, Max: len(may),
		Prompt: fmt.Sprintf("**%s:** who else stands within %s of %s, friend or foe?", rule.Name, rule.Blast, a.target.shown()),
	}
	t.Ask(ask)
	return picked(settle(t, ask, func(picks []string) string {
		near := "nobody else stands"
		if list := names(picked(picks)); len(list) == 1 {
			near = escaped(list) + " alone stands"
		} else if len(list) > 1 {
			near = escaped(list) + " stand"
		}
		return fmt.Sprintf("**%s:** %s within %s of %s", rule.Name, near, rule.Blast, a.target.shown())
	}))
}

// clash rolls attack dice against defence dice, and deals what gets through.
func (s *S) clash(t *rules.Turn, a *attack, m *Model) {
	attack := t.Roll("attack", a.dice, 6)
	defence := t.Roll("defence", s.kind(m).DF, 6)
	through := Through(attack, defence)
	t.Say(Clashed{Target: m.Name, Attack: sorted(attack), Defence: sorted(defence), Through: sorted(through), Blast: m != a.target})
	each, why := a.perDie()
	if a.any(rerolls) && len(attack) > 0 {
		had := m.Lives
		m.Lives = Suffer(m.Lives, len(through)*each) // the dice as they lie, if nothing more is rolled (SK-44)
		through = s.reroll(t, a, m, attack, defence)
		m.Lives = had
	}
	s.hurt(t, a, m, Damage{Dice: len(through), Each: each, Why: why})
}

// reroll lets any of the attack dice be rolled again, once (SK-15).
func (s *S) reroll(t *rules.Turn, a *attack, m *Model, attack, defence []int) (through []int) {
	places := s.rerolled(t, a, m, attack, defence)
	if len(places) == 0 {
		return Through(attack, defence)
	}
	rolled := t.Roll("attack again", len(places), 6)
	attack = Again(attack, places, rolled)
	through = Through(attack, defence)
	t.Say(Rerolled{Attacker: a.name, Rolled: sorted(rolled), Attack: sorted(attack), Through: sorted(through)})
	return through
}

// rerolled asks which dice are rolled again, by their places.
func (s *S) rerolled(t *rules.Turn, a *attack, m *Model, attack, defence []int) []int {
	order := make([]int, len(attack))
	blocked := 0
	for i, die := range attack {
		order[i] = i
		if slices.Contains(defence, die) {
			blocked++
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(attack[x], attack[y]) })
	ask := rules.Ask{
		ID: "reroll", Seat: a.by, Min: 1, Max: len(attack) + 2, Default: []string{"blocked"},
		Prompt: fmt.Sprintf("**%s:** any of the %s dice against %s may be rolled again, once.", a.rule(rerolls), count(len(attack)), m.shown()),
	}
	if blocked > 0 {
		ask.Options = append(ask.Options, rules.Option{ID: "blocked", Label: fmt.Sprintf("The %d blocked", blocked), Detail: "roll all blocked dice again"})
	}
	ask.Options = append(ask.Options, rules.Option{ID: "keep", Label: "Keep", Detail: "roll none again"})
	for _, place := range order {
		what := "gets through"
		if slices.Contains(defence, attack[place]) {
			what = "blocked"
		}
		ask.Options = append(ask.Options, rules.Option{ID: fmt.Sprintf("d%d", place+1), Label: fmt.Sprintf("A %d", attack[place]), Detail: what})
	}
	t.Ask(ask)
	var places []int
	for i, die := range attack {
		own := slices.Contains(t.Picks("reroll"), fmt.Sprintf("d%d", i+1))
		if own || slices.Contains(t.Picks("reroll"), "blocked") && slices.Contains(defence, die) {
			places = append(places, i)
		}
	}
	return places
}

// repeats asks whether the attacker rolls to hit again, as Full Auto lets it.
func (s *S) repeats(t *rules.Turn, a *attack) bool {
	if !a.any(repeats) || a.from == nil || !a.from.Standing() {
		return false
	}
	if s.House.Retarget {
		return s.retarget(t, a)
	}
	if !a.target.Standing() {
		return false
	}
	t.Ask(rules.Ask{
		ID: "again", Seat: a.by, Default: []string{"yes"},
		Prompt:  fmt.Sprintf("**%s:** does %s fire at %s again?", a.rule(repeats), a.from.shown(), a.target.shown()),
		Options: []rules.Option{{ID: "yes", Label: "Fire again"}, {ID: "no", Label: "Stop"}},
	})
	return t.Pick("again") == "yes"
}

// retarget asks where Full Auto goes on, where the house lets it change (SK-10).
func (s *S) retarget(t *rules.Turn, a *attack) bool {
	attacked := a.from.Attacked
	a.from.Attacked = false
	list := s.targets(a.from, s.contacts(), 0)
	a.from.Attacked = attacked
	if len(list) == 0 {
		return false
	}
	lapse := list[0].ID
	if slices.Contains(list, a.target) {
		lapse = a.target.ID
	}
	t.Ask(rules.Ask{
		ID: "again", Seat: a.by, Default: []string{lapse}, Options: append(s.options(list), rules.Option{ID: "no", Label: "Stop"}),
		Prompt: fmt.Sprintf("**%s:** at whom does %s fire again?", a.rule(repeats), a.from.shown()),
	})
	target := s.model(t.Pick("again"))
	if target != nil && target != a.target {
		a.target, a.cover, a.agreed, a.called = target, "", false, ""
		s.weigh(a)
		t.Say(s.declared(a))
	}
	return target != nil
}

// Damage is what gets through to a model: so many dice, each so much, and the
// rule that makes it more than one.
type Damage struct {
	Dice, Each int
	Why        string
}

// Total is the damage in all.
func (d Damage) Total() int { return d.Dice * d.Each }

// hurt takes lives, and lets a model fall that has none left.
func (s *S) hurt(t *rules.Turn, a *attack, m *Model, d Damage) {
	had, of := m.Lives, s.kind(m).LV
	m.Lives = Suffer(m.Lives, d.Total())
	told := Hurt{Attacker: a.name, Target: m.Name, Mode: a.mode, Damage: d, Had: had, Left: m.Lives, Of: of, Inside: len(s.aboard(m))}
	switch {
	case d.Total() == 0:
		t.Say(Unhurt(told))
	case m.Lives > 0:
		t.Say(told)
		if s.House.Ejects && s.room(m) < 0 {
			inside := s.aboard(m)
			s.eject(t, m, inside[m.Lives:])
		}
	default:
		s.fall(t, m, told)
	}
}

// fall takes a model that has no life left from the table, or lays it down.
func (s *S) fall(t *rules.Turn, m *Model, told Hurt) {
	m.From = nil
	if s.has(m, func(r Special) bool { return r.Rises > 0 }) {
		m.Status = Lies
		t.Say(LaidLow(told))
	} else {
		m.Status = Dead
		t.Say(Slain(told))
	}
	s.eject(t, m, s.aboard(m))
}

// sorted gives dice as they are told: in order.
func sorted(dice []int) []int {
	dice = slices.Clone(dice)
	slices.Sort(dice)
	return dice
}

// declared is the attack as it is told, with what was called.
func (s *S) declared(a *attack) Declared {
	d := Declared{
		Seat: a.by, Attacker: a.name, Target: a.target.Name, Mode: a.mode, Dice: a.dice, Defence: s.kind(a.target).DF, Lives: a.target.Lives,
		Gap: a.gap, Called: s.House.Called, Distance: a.called, Charge: a.charge, Stampede: a.stampede, Cover: a.cover,
	}
	if a.from == nil {
		return d
	}
	kind := s.kind(a.from)
	d.Range = kind.reach()
	if kind.Name != a.name {
		d.Kind = kind.Name
	}
	return d
}

// blasted tells who is caught in a blast.
func (s *S) blasted(a *attack, rule Special, caught []*Model) Blasted {
	b := Blasted{Rule: rule.Name, Target: a.target.Name, Within: rule.Blast, Called: s.House.Called}
	for _, m := range caught {
		one := Caught{Name: m.Name}
		if !s.House.Called {
			one.Gap = s.base(m).Gap(kit.Base{At: a.target.At, Radius: s.kind(a.target).Base / 2})
		}
		b.Caught = append(b.Caught, one)
	}
	return b
}
