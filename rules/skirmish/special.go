package skirmish

import (
	"slices"

	"umpire/rules/kit"
)

// Special is a special rule as data: its name, what /rules says of it, and what
// it does at each window of the round where it does something. A window that it
// leaves out is as if the rule were not there. When limits the windows of an
// attack to ranged or melee ones. Models, armies and snapshots keep its Key only.
type Special struct {
	Key  string `json:"key" yaml:"key"`
	Name string `json:"name" yaml:"name"`
	Text string `json:"text" yaml:"text"`
	When Mode   `json:"when,omitempty" yaml:"when"`

	// Moving.
	Move      kit.Length `json:"move,omitempty" yaml:"move"`           // the standard move
	Carries   bool       `json:"carries,omitempty" yaml:"carries"`     // infantry, one a life it has
	Stampedes bool       `json:"stampedes,omitempty" yaml:"stampedes"` // strikes at once when it makes contact

	// Before the hit roll.
	ToHit int        `json:"to_hit,omitempty" yaml:"to_hit"`
	Aura  kit.Length `json:"aura,omitempty" yaml:"aura"` // ToHit counts for all friends so near, itself included

	// After a hit.
	Reroll bool       `json:"reroll,omitempty" yaml:"reroll"`   // any attack dice, once
	PerDie int        `json:"per_die,omitempty" yaml:"per_die"` // damage of an unblocked die
	Blast  kit.Length `json:"blast,omitempty" yaml:"blast"`     // all others so near to the target are hit too
	Spares bool       `json:"spares,omitempty" yaml:"spares"`   // the blast leaves out the attacker
	Drag   kit.Length `json:"drag,omitempty" yaml:"drag"`       // the attacker moves the target so far
	Repeat bool       `json:"repeat,omitempty" yaml:"repeat"`   // another hit roll, until a miss

	// Falling, and the End Phases.
	Rises   int      `json:"rises,omitempty" yaml:"rises"`     // lies down, and gets up on this roll
	Bombard *Bombard `json:"bombard,omitempty" yaml:"bombard"` // a shot from beyond the table

	// Instead of shooting.
	Urge int `json:"urge,omitempty" yaml:"urge"` // an ally moves an inch for each die that shows this or more
}

// Bombard is a shot that no model makes: so many dice, with a special rule.
type Bombard struct {
	RAF  int    `json:"raf" yaml:"raf"`
	Rule string `json:"rule,omitempty" yaml:"rule"`
}

// Mode is how an attack is made.
type Mode string

// The two ways to attack. As a Special's When, none means both.
const (
	Ranged Mode = "ranged"
	Melee  Mode = "melee"
)

// specials are the rules of the text, in the order in which hooks run.
func specials() []Special {
	return []Special{
		{Key: "ancient_curses", Name: "Ancient Curses", Rises: 6, Text: "A model of this army that is killed lies down instead of leaving. In each later End Phase of its own, a 6 on a die lets it get up with all its lives; while it lies, and at the end of the battle, it counts as dead."},
		{Key: "startillery", Name: "Startillery", Bombard: &Bombard{RAF: 5, Rule: "boom"}, Text: "In each End Phase this army makes one ranged attack against any enemy in play: it hits on a 5 or 6 whatever the cover, with attack factor 5 and Boom."},
		{Key: "skilled_warriors", Name: "Skilled Warriors", When: Melee, ToHit: 1, Text: "Models of this army have +1 to hit in melee."},
		{Key: "stampede", Name: "Stampede", Stampedes: true, Text: "A model of this army that itself makes contact with an enemy outside its own Moves/Melees phase may make a melee attack on that enemy at once."},
		{Key: "call_of_nature", Name: "Call of Nature", Text: "An army of this kind has at most two of each dinosaur."},
		{Key: "inspiring", Name: "Inspiring", ToHit: 1, Aura: 12 * kit.Inch, Text: "All friends within 12\" of this model, itself included, have +1 to hit."},
		{Key: "fast", Name: "Fast", Move: 12 * kit.Inch, Text: "This model moves up to 12\" instead of 6\"."},
		{Key: "slow", Name: "Slow", Move: 3 * kit.Inch, Text: "This model moves up to 3\" instead of 6\"."},
		{Key: "transport", Name: "Transport", Carries: true, Text: "This model carries friendly infantry, one for each life it has. They get in or out in their own movement phases when it does not move, cannot be attacked inside, and when it is killed they get out at once and move 3\"."},
		{Key: "blade_master", Name: "Blade Master", Reroll: true, Text: "After the attack dice and the defence dice are rolled, any number of this model's attack dice may be rolled again, once."},
		{Key: "lethal", Name: "Lethal", PerDie: 2, Text: "Each unblocked die of this model deals 2 damage."},
		{Key: "lethal_ranged", Name: "Lethal (Ranged)", When: Ranged, PerDie: 2, Text: "Each unblocked die of this model's ranged attacks deals 2 damage."},
		{Key: "boom", Name: "Boom", When: Ranged, Blast: 3 * kit.Inch, Text: "When this attack hits, all other models within 3\" of the target, friend or foe, are hit too, each with dice of its own."},
		{Key: "sweep", Name: "Sweep", When: Melee, Blast: 3 * kit.Inch, Spares: true, Text: "When this model's melee attack hits, all other models within 3\" of the target but itself are hit too, each with dice of its own."},
		{Key: "full_auto", Name: "Full Auto", When: Ranged, Repeat: true, Text: "When this model's ranged attack hits, it may roll to hit again after that hit is resolved, until it misses."},
		{Key: "grapple", Name: "Grapple", Drag: 3 * kit.Inch, Text: "After a hit of this model, it may move the target up to 3\"."},
		{Key: "head_crest", Name: "Head Crest", Urge: 4, Text: "Instead of shooting, this model urges on an ally within its range, even when in contact: it rolls its ranged dice, and the ally may move 1\" for each 4 or more."},
	}
}

// rulebook is every special rule of this fight, in the order in which hooks run:
// those of the text, then those that an army brought.
func (s *S) rulebook() []Special {
	if s.book == nil {
		s.book = append(specials(), s.Specials...)
	}
	return s.book
}

// special finds a rule by its key.
func (s *S) special(key string) Special {
	for _, r := range s.rulebook() {
		if r.Key == key {
			return r
		}
	}
	return Special{}
}

// rulesOf lists what makes a model special, its army's rules and its own, each
// once, in the order in which hooks run.
func (s *S) rulesOf(m *Model) []Special {
	army, own := s.side(m.Seat).Rules, s.kind(m).Rules
	var list []Special
	for _, r := range s.rulebook() {
		if slices.Contains(army, r.Key) || slices.Contains(own, r.Key) {
			list = append(list, r)
		}
	}
	return list
}

// first gives the first of a model's rules that has something to do in a window.
func (s *S) first(m *Model, does func(Special) bool) (Special, bool) {
	for _, r := range s.rulesOf(m) {
		if does(r) {
			return r, true
		}
	}
	return Special{}, false
}

func (s *S) has(m *Model, does func(Special) bool) bool {
	_, has := s.first(m, does)
	return has
}

// stride is how far a model may move in its Moves/Melees phase, and the rule
// that says so, if one does.
func (s *S) stride(m *Model) (kit.Length, string) {
	if r, special := s.first(m, func(r Special) bool { return r.Move > 0 }); special {
		return r.Move, r.Name
	}
	return 6 * kit.Inch, ""
}

// carries tells whether a model takes others inside.
func (s *S) carries(m *Model) bool { return s.has(m, func(r Special) bool { return r.Carries }) }

// stampedes tells whether a model strikes when it makes contact.
func (s *S) stampedes(m *Model) bool { return s.has(m, func(r Special) bool { return r.Stampedes }) }

// urges tells whether a model urges on allies instead of shooting, and from what
// die on.
func (s *S) urges(m *Model) (Special, bool) {
	return s.first(m, func(r Special) bool { return r.Urge > 0 })
}

// toHit adds up what is added to a model's hit roll, each with its reason. The
// rules that count are its own, and those of friends so near that it helps.
func (s *S) toHit(m *Model, mode Mode, inspired bool) kit.Sum {
	var sum kit.Sum
	for _, r := range s.rulebook() {
		if r.ToHit == 0 || r.When != "" && r.When != mode {
			continue
		}
		if from := s.source(m, r, inspired); from != nil {
			why := r.Name
			switch {
			case r.Aura == 0:
			case from == m:
				why += " (itself)"
			default:
				why += " (" + from.Name + ")"
			}
			sum = sum.With(why, r.ToHit)
		}
	}
	return sum
}

// source is the model from which a rule helps another to hit: itself, or one
// near enough; none when none does. On a called table, inspired says whether a
// friend is near.
func (s *S) source(m *Model, r Special, inspired bool) *Model {
	if s.carriesRule(m, r.Key) && (m.Standing() || r.Aura == 0) {
		return m
	}
	if r.Aura == 0 {
		return nil
	}
	for _, o := range s.Models {
		if o == m || o.Seat != m.Seat || !o.Standing() || !s.carriesRule(o, r.Key) {
			continue
		}
		if s.House.Called && inspired || !s.House.Called && s.base(o).Gap(s.base(m)) <= r.Aura {
			return o
		}
	}
	return nil
}

func (s *S) carriesRule(m *Model, key string) bool {
	return slices.Contains(s.kind(m).Rules, key) || slices.Contains(s.side(m.Seat).Rules, key)
}
