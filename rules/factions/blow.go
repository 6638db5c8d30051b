package factions

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// natural is the key of what a hero can do without a card.
const natural = "natural"

// wielded is a weapon in use. Holding is the card's ID, empty for a natural one.
type wielded struct {
	Weapon
	Holding string
	Down    bool
}

// bare reports whether it is the hero's natural attack.
func (w wielded) bare() bool { return w.Holding == "" }

// weapons lists what a figure can attack with, natural first: every card of that
// kind that it may use and, when down is asked for, those that lie face down.
// Reach is how far away the target is, in spaces; a melee weapon has none.
func (s *S) weapons(f *Figure, kind Kind, reach int, down bool) []wielded {
	var list []wielded
	switch {
	case kind == Melee:
		list = append(list, wielded{Weapon: Weapon{Key: natural, Name: "fists", Kind: Melee, Power: f.Sheet.Power, Wound: f.Sheet.Wound}})
	case f.Sheet.Ranged != nil:
		list = append(list, wielded{Weapon: f.Sheet.Ranged.weapon()})
	}
	for _, h := range f.Cards {
		if h.Card.Kind == kind && (down || !h.Down) && f.Sheet.bars(h.Card, s.House) == "" {
			list = append(list, wielded{h.Card, h.ID, h.Down})
		}
	}
	if kind == Melee {
		return list
	}
	var inRange []wielded
	for _, w := range list {
		if reach >= w.Min && reach <= w.Max {
			inRange = append(inRange, w)
		}
	}
	return inRange
}

// blow is one attack: who strikes whom with what, and the modifiers that were
// called for it.
type blow struct {
	by, at      *Figure
	arm         wielded
	hit, damage int
}

// toHit compares the ratings of the hit challenge: Melee against Agility, or Aim
// or Point against Stealth.
func (s *S) toHit(b blow) Compared {
	rating, against := kit.Part{Why: "Melee", N: b.by.Sheet.Melee}, kit.Part{Why: "Agility", N: b.at.Sheet.Agility}
	if b.arm.Kind == Ranged {
		against = kit.Part{Why: "Stealth", N: b.at.Sheet.Stealth}
		rating = kit.Part{Why: "Point", N: b.by.Sheet.Point}
		if b.arm.Skill == skillAim {
			rating = kit.Part{Why: "Aim", N: b.by.Sheet.Aim}
		}
	}
	return Compared{append(kit.Sum{rating}, s.modifiers(b, ofHit, b.hit)...), against}
}

// toWound compares the ratings of the damage challenge: Power against Armor.
func (s *S) toWound(b blow) Compared {
	power := b.arm.total("Power", b.arm.Power, s.bare(b).Power)
	return Compared{append(power, s.modifiers(b, ofDamage, b.damage)...), kit.Part{Why: "Armor", N: b.at.Sheet.Armor}}
}

// rating is the Wound rating of the weapon. No modifier changes it.
func (s *S) rating(b blow) kit.Sum { return b.arm.total("Wound rating", b.arm.Wound, s.bare(b).Wound) }

// bare is the natural attack that a card with a plus adds to.
func (s *S) bare(b blow) Weapon {
	switch {
	case b.arm.Kind == Melee:
		return Weapon{Power: b.by.Sheet.Power, Wound: b.by.Sheet.Wound}
	case b.by.Sheet.Ranged != nil:
		return b.by.Sheet.Ranged.weapon()
	}
	return Weapon{}
}

// total is a number of the weapon: its own, or on top of the natural one (WF-9).
func (w wielded) total(why string, own, bare int) kit.Sum {
	if w.Plus && !w.bare() {
		return kit.Sum{{Why: why, N: bare}}.With(w.Name, own)
	}
	return kit.Sum{{Why: why, N: own}}
}

// modifiers lists what changes a challenge of an attack, each with its reason:
// the attacker's own abilities, those of its team and of its foes, the trackers
// on it, then what was called. An ability that several have counts once, and
// those of a defeated hero not at all.
func (s *S) modifiers(b blow, on string, called int) kit.Sum {
	var sum kit.Sum
	add := func(f *Figure, whom string) {
		for _, a := range f.Sheet.Abilities {
			twice := slices.ContainsFunc(sum, func(p kit.Part) bool { return p.Why == a.Name })
			if a.whom() == whom && a.Gives.helps(b.arm.Kind, on) && !twice {
				sum = sum.With(a.Name, a.Gives.N)
			}
		}
	}
	add(b.by, toSelf)
	for _, f := range s.team(b.by.Seat).standing() {
		add(f, toTeam)
	}
	for _, f := range s.team(other(b.by.Seat)).standing() {
		add(f, toFoes)
	}
	for _, tr := range s.Trackers {
		if tr.On == b.by.ID && tr.Gain.N != 0 && tr.Gain.helps(b.arm.Kind, on) {
			sum = sum.With(tr.Name, tr.Gain.N)
		}
	}
	return sum.With("as called", called)
}

// odds counts the chances of a blow from what everybody may know of the deck.
func (s *S) odds(b blow) Chances {
	return Odds(s.deck(b.by.Seat), s.pile(b.by.Seat), s.toHit(b).Row(), s.toWound(b).Row(), s.rating(b).Total(), s.House)
}

// strike resolves an attack: the hit challenge, the damage challenge, wounds,
// and what a defeat brings with it. It tells whether the target fell.
func (s *S) strike(t *rules.Turn, b blow) bool {
	s.turnUp(t, b)
	t.Turned()
	attacker, target, ranged := b.by.Name, b.at.Name, b.arm.Kind == Ranged
	t.Say(Struck{Attacker: attacker, Target: target, Weapon: b.arm.Name, Natural: b.arm.bare(), Ranged: ranged})
	hit := s.toHit(b)
	drawn := s.draw(t, b.by.Seat)
	hits := drawn.Shows.Hits(hit.Row())
	t.Say(HitDrawn{Compared: hit, Drawn: drawn, Hit: hits})
	if !hits {
		t.Say(Missed{Attacker: attacker, Target: target, Ranged: ranged})
		s.spend(t, b, false)
		return false
	}
	wound := s.toWound(b)
	drawn = s.draw(t, b.by.Seat)
	face := drawn.Shows.Face(wound.Row())
	t.Say(DamageDrawn{Compared: wound, Drawn: drawn, Face: face})
	reckoned := Reckoned{Rating: s.rating(b), Face: face}
	reckoned.Wounds = face.Wounds(reckoned.Rating.Total(), s.House)
	had, health := b.at.Wounds, b.at.Sheet.Health
	b.at.Wounds += reckoned.Wounds
	fell := b.at.Wounds >= health
	switch {
	case reckoned.Wounds == 0:
		t.Say(Unhurt{Attacker: attacker, Target: target, Reckoned: reckoned})
	case !fell:
		t.Say(Wounded{Attacker: attacker, Target: target, Reckoned: reckoned, Has: b.at.Wounds, Health: health})
	default:
		t.Say(Felled{Attacker: attacker, Target: target, Minion: b.at.Sheet.Minion, Reckoned: reckoned, Had: had, Health: health})
	}
	s.spend(t, b, fell)
	if fell {
		s.defeat(t, b.at)
	}
	return fell
}

// turnUp turns a face-down weapon up, before any card is drawn (WF-10).
func (s *S) turnUp(t *rules.Turn, b blow) {
	if !b.arm.Down {
		return
	}
	h := b.by.holding(b.arm.Holding)
	t.Open(h.Ask)
	t.Say(TurnedUp{Figure: b.by.Name, Card: h.Card.Name, Terms: h.Card.terms()})
	h.Down, h.Ask = false, ""
}

// spend discards a card that its use has used up: one that serves once, and a
// skull that has defeated a hero.
func (s *S) spend(t *rules.Turn, b blow, fell bool) {
	if b.arm.bare() {
		return
	}
	switch {
	case b.arm.Use == Once, b.arm.Use == Skull && fell && !b.at.Sheet.Minion:
		b.by.drop(b.arm.Holding)
		t.Say(CardGone{Figure: b.by.Name, Card: b.arm.Name, Use: b.arm.Use})
	case b.arm.Use == Skull && fell:
		t.Say(CardKept{Figure: b.by.Name, Card: b.arm.Name})
	}
}
