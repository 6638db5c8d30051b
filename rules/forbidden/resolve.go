package forbidden

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// hands are what a combat needs from whoever plays it: a table with its dice
// and its players, a worked case, or the odds.
type hands struct {
	roll    func(a *Army, why string, n int) []Face
	ask     func(rules.Ask) []string // gives the picks
	say     func(fact any)
	look    func(me *Army)                           // shows the enemy's face-down card
	retreat func(a *Army, u *Unit)                   // finds the unit an area to go to
	unit    func(ask rules.Ask, from []group) *Unit  // one that a card is about
	target  func(a *Army, from []group, n int) *Unit // who takes n damage
}

// reading is a card that is being resolved.
type reading struct {
	hands
	c    *Combat
	me   *Army
	card Card
}

// Resolve reads a card: its general box from top to bottom, then its unit box,
// if one of the units it names is here and unrouted when it is reached (FS-14).
// Its icons count from now on.
func (c *Combat) Resolve(h hands, me *Army, card Card, kinds []Kind) {
	icons := card.icons()
	for _, f := range faces() {
		me.Cards.Add(f, icons.Of(f))
	}
	r := reading{h, c, me, card}
	for _, e := range card.effects(card.General) {
		r.do(e)
	}
	if len(card.Needs) == 0 {
		return
	}
	unit := r.needed()
	if unit == nil {
		h.say(UnitBox{Seat: me.Seat, Units: card.needs(kinds)})
		return
	}
	h.say(UnitBox{Seat: me.Seat, Units: unit.name(), Met: true})
	for _, e := range card.effects(card.Unit) {
		r.do(e)
	}
}

// needed gives an unrouted unit that the unit box names; a bastion only has to
// be there.
func (r reading) needed() *Unit {
	for _, key := range r.card.Needs {
		for _, u := range r.me.Units {
			if u.Kind.Key == key && !u.Routed {
				return u
			}
		}
	}
	return nil
}

func (r reading) foe() *Army { return r.c.foe(r.me) }

func (r reading) holds(cond Condition) bool {
	switch cond {
	case attacking:
		return r.me.Role == Attacker
	case defending:
		return r.me.Role == Defender
	case enemyRouted:
		return len(r.foe().units(routed)) > 0
	case ownRouted:
		return len(r.me.units(routed)) > 0
	}
	return true
}

// do does one ability: what can happen of it, at the owner's choice.
func (r reading) do(e Effect) {
	if !r.holds(e.If) {
		r.say(Nothing{Seat: r.me.Seat, Ability: e.Text})
		return
	}
	var can []Act
	for _, act := range e.Ways {
		if r.can(act) {
			can = append(can, act)
		}
	}
	if e.Else && len(can) > 1 {
		can = can[:1]
	}
	if len(can) == 0 || e.Price > r.me.Dice.Of(e.Pay) && e.Price > 0 {
		r.say(Nothing{Seat: r.me.Seat, Ability: e.Text})
		return
	}
	act, ok := r.choose(e, can)
	if !ok {
		r.say(Declined{Seat: r.me.Seat, Ability: e.Text})
		return
	}
	if e.Price > 0 {
		r.me.Dice.Add(e.Pay, -e.Price)
		r.say(Spent{Seat: r.me.Seat, Face: e.Pay, N: e.Price})
	}
	r.act(act)
}

// choose asks the owner which way, and whether, when there is anything to ask.
func (r reading) choose(e Effect, can []Act) (Act, bool) {
	optional := e.May || e.Price > 0
	if len(can) == 1 && !optional {
		return can[0], true
	}
	ask := rules.Ask{ID: "ability", Seat: r.me.Seat, Prompt: fmt.Sprintf("**%s**: %s?", r.card.Name, e.Text)}
	for i, act := range can {
		ask.Options = append(ask.Options, rules.Option{ID: fmt.Sprintf("w%d", i+1), Label: kit.Capital(act.String())})
	}
	ask.Default = []string{"w1"}
	if optional {
		ask.Options = append(ask.Options, rules.Option{ID: "no", Label: "Leave it"})
		ask.Default = []string{"no"}
	}
	pick := r.ask(ask)[0]
	for i, act := range can {
		if pick == fmt.Sprintf("w%d", i+1) {
			return act, true
		}
	}
	return Act{}, false
}

// can tells whether an act would change anything now.
func (r reading) can(act Act) bool {
	me, foe := r.me, r.foe()
	switch act.Do {
	case gainDice, rollDice:
		return me.Dice.Total() < mostDice
	case loseDice, enemyRerolls:
		return foe.Dice.Of(act.Face) > 0
	case loseTokens:
		return foe.Tokens.Of(act.Face) > 0
	case rerollFace:
		return me.Dice.Of(act.Face) > 0
	case rerollAny:
		return me.Dice.Total() > 0
	case turnDice, turnUpTo:
		return me.Dice.Total() > me.Dice.Of(act.Face)
	case rally:
		return len(me.units(routed)) > 0
	case rout, enemyRouts:
		return !foe.Steadfast && len(foe.units(unrouted)) > 0
	case destroy, enemyKills:
		return len(foe.Units) > 0
	case destroyDown:
		return len(foe.units(routed)) > 0
	case retreat:
		return len(me.units(mobile)) > 0
	case enemyRetreat:
		return len(foe.units(mobile)) > 0
	case look:
		return me.Role == Attacker && !r.c.Turned[Defender]
	}
	return true
}

// act does an act that can happen.
func (r reading) act(act Act) {
	me, foe := r.me, r.foe()
	switch act.Do {
	case gainTokens:
		me.Tokens.Add(act.Face, act.N)
		r.say(Gained{Seat: me.Seat, Face: act.Face, N: act.N, Tokens: true})
	case gainDice:
		n := min(act.N, mostDice-me.Dice.Total())
		me.Dice.Add(act.Face, n)
		r.say(Gained{Seat: me.Seat, Face: act.Face, N: n})
	case rollDice:
		r.extra(act.N)
	case loseDice:
		r.say(Lost{Seat: foe.Seat, Face: act.Face, N: -foe.Dice.Add(act.Face, -act.N)})
	case loseTokens:
		r.say(Lost{Seat: foe.Seat, Face: act.Face, N: -foe.Tokens.Add(act.Face, -act.N), Tokens: true})
	case enemyRerolls:
		n := min(act.N, foe.Dice.Of(act.Face))
		var from Icons
		from.Add(act.Face, n)
		r.reroll(foe, from)
	case rerollFace, rerollAny, turnDice, turnUpTo:
		r.own(act)
	case look:
		r.look(me)
	case steadfast:
		me.Steadfast = true
		r.say(StandsFast{Seat: me.Seat})
	case hunt:
		foe.Hunted = true
		r.say(Hunts{Seat: me.Seat, Foe: foe.Seat})
	default:
		r.units(act)
	}
}

// extra rolls dice from the supply, as many as there is room for.
func (r reading) extra(n int) {
	n = min(n, mostDice-r.me.Dice.Total())
	var rolled Icons
	for _, f := range r.roll(r.me, "extra", n) {
		rolled.Add(f, 1)
		r.me.Dice.Add(f, 1)
	}
	r.say(Extra{Seat: r.me.Seat, Dice: rolled})
}

// reroll rolls some of an army's dice again.
func (r reading) reroll(a *Army, from Icons) {
	for _, f := range faces() {
		a.Dice.Add(f, -from.Of(f))
	}
	var to Icons
	for _, f := range r.roll(a, "reroll", from.Total()) {
		to.Add(f, 1)
		a.Dice.Add(f, 1)
	}
	r.say(Rerolled{Seat: a.Seat, From: from, To: to})
}

// own rerolls or turns dice of the army's own choice.
func (r reading) own(act Act) {
	from, upTo := r.me.Dice, act.Do != turnDice
	switch act.Do {
	case rerollFace:
		from = Icons{}
		from.Add(act.Face, r.me.Dice.Of(act.Face))
	case turnDice, turnUpTo:
		from.Add(act.Face, -from.Of(act.Face))
	}
	picked := r.dice(act, from, upTo)
	if picked.Total() == 0 {
		r.say(Declined{Seat: r.me.Seat, Ability: act.String()})
		return
	}
	if act.Do == rerollFace || act.Do == rerollAny {
		r.reroll(r.me, picked)
		return
	}
	for _, f := range faces() {
		r.me.Dice.Add(f, -picked.Of(f))
	}
	r.me.Dice.Add(act.Face, picked.Total())
	r.say(TurnedDice{Seat: r.me.Seat, From: picked, To: act.Face})
}

// dice lets the owner pick dice by their icons, all in one question.
func (r reading) dice(act Act, from Icons, upTo bool) Icons {
	n := min(act.N, from.Total())
	var ways []Icons
	for total := n; total > 0; total-- {
		if total < n && !upTo {
			break
		}
		ways = append(ways, handfuls(from, total)...)
	}
	if len(ways) == 1 && !upTo {
		return ways[0]
	}
	ask := rules.Ask{ID: "dice", Seat: r.me.Seat, Prompt: fmt.Sprintf("**%s**: %s. Which dice?", r.card.Name, act)}
	for _, way := range ways {
		ask.Options = append(ask.Options, rules.Option{ID: strings.ToLower(way.Letters()), Label: kit.Capital(way.String())})
	}
	ask.Default = []string{ask.Options[0].ID}
	if upTo {
		ask.Options = append(ask.Options, rules.Option{ID: "no", Label: "Leave them"})
		ask.Default = []string{"no"}
	}
	pick := r.ask(ask)[0]
	for _, way := range ways {
		if pick == strings.ToLower(way.Letters()) {
			return way
		}
	}
	return Icons{}
}

// handfuls lists every way to take so many of these dice.
func handfuls(from Icons, n int) []Icons {
	var ways []Icons
	for o := min(n, from.Offence); o >= 0; o-- {
		for d := min(n-o, from.Defence); d >= 0; d-- {
			if m := n - o - d; m <= from.Morale {
				ways = append(ways, Icons{o, d, m})
			}
		}
	}
	return ways
}
