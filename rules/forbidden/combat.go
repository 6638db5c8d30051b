package forbidden

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

const (
	mostDice   = 8 // that one side may have in a combat
	mostRounds = 3
	handSize   = 5
)

// Role is a side of a combat.
type Role int

// The roles, which are also the places in Combat.Armies.
const (
	Attacker Role = iota
	Defender
)

// Combat is one combat in an area, from the order to the clean-up. Round is 0
// until the dice are rolled.
type Combat struct {
	Area    string     `json:"area"`
	Void    bool       `json:"void,omitempty"`
	From    []string   `json:"from,omitempty"` // where the attacker's units came from
	Orbital bool       `json:"orbital,omitempty"`
	Armies  [2]*Army   `json:"armies"`
	Round   int        `json:"round"`
	Placed  [2]bool    `json:"placed"` // each side has had its reinforce step
	Turned  [2]bool    `json:"turned"` // each side's card of this round is resolved
	Result  *Result    `json:"result,omitempty"`
	House   houseRules `json:"house"`
}

// Army is one side of a combat. Units are its units, tokens and bastions that
// are left. Hand, Faceup and Draw hold cards by key. Steadfast and Hunted last
// until the round is over.
type Army struct {
	Seat       rules.Seat `json:"seat"`
	Role       Role       `json:"role"`
	Units      []*Unit    `json:"units"`
	Structures []string   `json:"structures,omitempty"`
	Stated     bool       `json:"stated,omitempty"`
	Agreed     bool       `json:"agreed,omitempty"`
	Dice       Icons      `json:"dice"`
	Tokens     Icons      `json:"tokens"`
	Hand       []string   `json:"hand,omitempty"`
	Faceup     []string   `json:"faceup,omitempty"`
	Draw       []string   `json:"draw,omitempty"`
	Blind      string     `json:"blind,omitempty"` // the card a lapsed choice fell to
	Cards      Icons      `json:"cards"`           // icons on the faceup cards
	Used       int        `json:"used,omitempty"`  // reinforcement tokens laid
	Steadfast  bool       `json:"steadfast,omitempty"`
	Hunted     bool       `json:"hunted,omitempty"`
}

// Reason is why a combat ended as it did.
type Reason string

// The reasons.
const (
	ByMorale     Reason = "morale"
	ByTie        Reason = "tie"
	SoleSurvivor Reason = "sole_survivor"
	Mutual       Reason = "mutual_destruction"
	AllRouted    Reason = "auto_all_routed"
	Undefended   Reason = "undefended"
)

// Result is how a combat ended; without a Winner nobody won.
type Result struct {
	Won    bool   `json:"won"`
	Winner Role   `json:"winner"`
	Reason Reason `json:"reason"`
}

func (r Role) foe() Role { return 1 - r }

func (r Role) String() string {
	if r == Attacker {
		return "attacker"
	}
	return "defender"
}

func (c *Combat) foe(a *Army) *Army { return c.Armies[a.Role.foe()] }

// Pool adds up the dice that an army rolls at the start, at most eight of them:
// those of its unrouted units and its bastions (FS-1, FS-2). Tokens bring none.
func (a *Army) Pool() (n int, sum kit.Sum) {
	for _, g := range groups(a.Units) {
		if !g[0].Routed && !g[0].Token {
			sum = sum.With(g[0].names(len(g)), len(g)*g[0].Kind.Dice)
		}
	}
	return min(mostDice, sum.Total()), sum
}

// MostTokens is how many reinforcement tokens an army may lay of those it owns:
// one for each unit it has here, routed or not, bastions not counted (FS-11).
func (a *Army) MostTokens(owned int) int {
	units := 0
	for _, u := range a.Units {
		if !u.Kind.Bastion && !u.Token {
			units++
		}
	}
	return min(units, owned)
}

// standing tells whether the army has an unrouted unit or a bastion.
func (a *Army) standing() bool {
	return slices.ContainsFunc(a.Units, func(u *Unit) bool { return !u.Routed })
}

// units lists the army's units that are wanted.
func (a *Army) units(want func(*Unit) bool) []*Unit {
	var list []*Unit
	for _, u := range a.Units {
		if want(u) {
			list = append(list, u)
		}
	}
	return list
}

func unrouted(u *Unit) bool { return !u.Routed && !u.Kind.Bastion }
func routed(u *Unit) bool   { return u.Routed }
func mobile(u *Unit) bool   { return !u.Kind.Bastion && !u.Token }

func (a *Army) remove(u *Unit) {
	a.Units = slices.DeleteFunc(slices.Clone(a.Units), func(o *Unit) bool { return o == u })
}

// sum adds up an army's icons of one face: dice, tokens and faceup cards (FS-20).
func (a *Army) sum(f Face) kit.Sum {
	return kit.Sum{{Why: "dice", N: a.Dice.Of(f)}}.With("tokens", a.Tokens.Of(f)).With("cards", a.Cards.Of(f))
}

// morale adds up an army's morale: dice, faceup cards, and what is printed for
// its unrouted units, tokens and bastions.
func (a *Army) morale() kit.Sum {
	sum := a.sum(Morale)
	for _, g := range groups(a.Units) {
		if !g[0].Routed {
			sum = sum.With(g[0].names(len(g)), len(g)*g[0].Kind.Morale)
		}
	}
	return sum
}

// Damage is what an army suffers this round: the enemy's offence less its own
// defence, never below none.
func (c *Combat) Damage(a *Army) int {
	return max(0, c.foe(a).sum(Offence).Total()-a.sum(Defence).Total())
}

// Auto tells whether the attacker wins before a die is rolled: over a defender
// whose units are all routed and who has no bastion (FS-5), or over structures
// alone (FS-22).
func (c *Combat) Auto() *Result {
	switch d := c.Armies[Defender]; {
	case len(d.Units) == 0:
		return &Result{Won: true, Winner: Attacker, Reason: Undefended}
	case !d.standing() && c.House.AutoWin:
		return &Result{Won: true, Winner: Attacker, Reason: AllRouted}
	}
	return nil
}

// Survivors tells how a combat ends when a side has nothing left (FS-6), nil
// when both have.
func (c *Combat) Survivors() *Result {
	attacker, defender := len(c.Armies[Attacker].Units) > 0, len(c.Armies[Defender].Units) > 0
	switch {
	case attacker && defender:
		return nil
	case attacker:
		return &Result{Won: true, Winner: Attacker, Reason: SoleSurvivor}
	case defender:
		return &Result{Won: true, Winner: Defender, Reason: SoleSurvivor}
	}
	return &Result{Reason: Mutual}
}

// Eliminated ends a combat that a card has emptied of a side's units, where the
// house has it so (FS-7).
func (c *Combat) Eliminated() bool {
	if c.House.EliminatedByCards {
		if c.Result = c.Survivors(); c.Result != nil {
			c.endRound()
		}
	}
	return c.Result != nil
}

// Decide compares morale after the last round; the defender wins a tie.
func (c *Combat) Decide() (attack, defence kit.Sum, r *Result) {
	attack, defence = c.Armies[Attacker].morale(), c.Armies[Defender].morale()
	r = &Result{Won: true, Winner: Defender, Reason: ByMorale}
	switch n := attack.Total() - defence.Total(); {
	case n > 0:
		r.Winner = Attacker
	case n == 0:
		r.Reason = ByTie
	}
	return attack, defence, r
}

// Captures tells whether the winner takes the structures: the attacker does,
// unless the house lets tokens alone hold nothing (FS-8, FS-12).
func (c *Combat) Captures() bool {
	r := c.Result
	if r == nil || !r.Won || r.Winner != Attacker {
		return false
	}
	return !c.House.TokensHoldNothing || len(c.Armies[Attacker].units(mobile)) > 0
}

// endRound takes tokens and what lasts a round away.
func (c *Combat) endRound() {
	for _, a := range c.Armies {
		a.Tokens, a.Steadfast, a.Hunted = Icons{}, false, false
	}
	c.Turned = [2]bool{}
}

func (c *Combat) clone() *Combat {
	d := *c
	for i, a := range c.Armies {
		b := *a
		b.Units = cloneUnits(a.Units)
		d.Armies[i] = &b
	}
	return &d
}
