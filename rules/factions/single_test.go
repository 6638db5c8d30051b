package factions

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

func TestAnAttackThatTheRulesForbidIsRefused(t *testing.T) {
	tb := demo(t)
	for _, c := range []struct {
		want, verb string
		args       []string
	}{
		{"Rizzik is of Black. Name one of White.", "attack", []string{"attacker", "Rizzik", "target", "Pip"}},
		{"Iron Agnes is of White. Name one of Black.", "attack", []string{"attacker", "Blackbeard", "target", "Agnes"}},
		{"No hero is called Nobody Much. Did you mean", "attack", []string{"attacker", "Blackbeard", "target", "Nobody Much"}},
		{"Bilge Rat is a minion, and minions do not attack here.", "attack", []string{"attacker", "Bilge Rat", "target", "Pip"}},
		{"A modifier to hit is a number from -6 to 6.", "attack", []string{"attacker", "Blackbeard", "target", "Pip", "hit", "7"}},
		{"A modifier to damage is a number from -6 to 6.", "attack", []string{"attacker", "Blackbeard", "target", "Pip", "damage", "NaN"}},
		{"There is: fists, Broadaxe. Leave it out to choose in secret.", "attack", []string{"attacker", "Iron Agnes", "target", "Pip", "weapon", "spoon"}},
		{"Iron Agnes has no natural ranged attack, and no ranged card that can be used.", "shoot", []string{"attacker", "Iron Agnes", "target", "Pip", "spaces", "2"}},
		{"The distance in spaces is a number from 1 to 20.", "shoot", []string{"attacker", "Blackbeard", "target", "Pip", "spaces", "0"}},
		{"/shoot needs spaces", "shoot", []string{"attacker", "Blackbeard", "target", "Pip"}},
		{"/attack has no cover here.", "attack", []string{"attacker", "Blackbeard", "target", "Pip", "cover", "1"}},
	} {
		tb.refuses(c.want, 1, c.verb, c.args...)
	}
	tb.umpire("set-wounds", "model", "Tin Wolf", "wounds", "2", "reason", "a fall")
	tb.refuses("Tin Wolf is defeated already.", 1, "attack", "attacker", "Blackbeard", "target", "Tin Wolf")
	tb.refuses("Tin Wolf is defeated and cannot attack.", 2, "attack", "attacker", "Tin Wolf", "target", "Blackbeard")
}

func TestACardOverItsHerosLimitsCannotBeUsed(t *testing.T) { // WF-18
	for limits, want := range map[string]string{"true": "", "false": "Pip Quickly attacks Blackbeard: Broadaxe."} {
		tb := demo(t, "enforce_card_limits", limits)
		tb.order(2, "treasure", "hero", "Pip", "card", "Broadaxe")
		tb.says("Pip Quickly takes Broadaxe (Power 6, Wound 3), as called by Bob.")
		if want == "" {
			tb.refuses("Pip Quickly cannot use the Broadaxe: it needs Strength 6, not 3.", 2, "attack", "attacker", "Pip", "target", "Blackbeard", "weapon", "Broadaxe")
			continue
		}
		tb.order(2, "attack", "attacker", "Pip", "target", "Blackbeard", "weapon", "Broadaxe")
		tb.pick(1, "agree", "agree")
		tb.says(want)
	}
	sheet := Sheet{Strength: 3, Symbols: []string{"anchor"}}
	if sheet.bars(Weapon{Strength: 6, Symbol: "anchor"}, House{}) != "" || sheet.bars(Weapon{Strength: 6, Symbol: "star"}, House{}) == "" {
		t.Error("only the card's own symbol stands for its Strength")
	}
}

func TestOneOpenWeaponNeedsNoQuestion(t *testing.T) {
	tb := demo(t)
	tb.order(2, "attack", "attacker", "Pip", "target", "Blackbeard")
	tb.says("**Pip Quickly attacks Blackbeard: fists.**\nIn an adjacent space, as called by Bob.")
	if len(tb.fight.Asks(2)) != 0 {
		t.Errorf("Bob is asked %+v", tb.fight.Asks(2))
	}
	tb.pick(1, "agree", "agree")
	tb.says("To hit: Melee 4 + Dancing Feet 1 against Agility 5 = 0. Black draws card 1, whose Hit bar covers 0. **A hit.**")
}

func TestRangedAttacksAimAtStealthWithinTheirRange(t *testing.T) { // WF-24, WF-30
	tb := demo(t)
	tb.order(2, "shoot", "attacker", "Rizzik", "target", "Blackbeard", "spaces", "5", "weapon", "thrown sparks")
	tb.says("**Rizzik takes aim at Blackbeard: thrown sparks.**\n5 spaces away with a clear line of fire, as called by Bob.")
	tb.pick(1, "agree", "agree")
	tb.says("To hit: Point 7 against Stealth 3 = +4.", "To wound: Power 4 against Armor 3 = +1.", "Wound rating 1")
	tb.refuses("no weapon of that name lying open for this attack", 2, "shoot", "attacker", "Rizzik", "target", "Blackbeard", "spaces", "6", "weapon", "thrown sparks")
	tb.order(1, "treasure", "hero", "Blackbeard", "card", "deck_gun")
	tb.refuses("1 spaces is out of range of the Deck Gun: 2 to 6.", 1, "shoot", "attacker", "Blackbeard", "target", "Pip", "spaces", "1", "weapon", "Deck Gun")
	tb.order(1, "shoot", "attacker", "Blackbeard", "target", "Pip", "spaces", "2", "weapon", "Deck Gun")
	tb.pick(2, "agree", "agree")
	tb.says("To hit: Aim 4 against Stealth 8 = −4.")
	tb.refuses("Pip Quickly has no natural ranged attack", 2, "shoot", "attacker", "Pip", "target", "Blackbeard", "spaces", "2")
}

func TestModifiersMoveTheRowOfTheirOwnChallenge(t *testing.T) { // WF-24, WF-14, WF-29
	hero := func(id string, seat int, abilities ...Ability) *Figure {
		return &Figure{ID: id, Name: id, Seat: 1, Sheet: Sheet{Melee: 5, Aim: 4, Power: 3, Wound: 2, Health: 3, Abilities: abilities}}
	}
	gain := func(text string) (g Gain) {
		if err := g.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		return g
	}
	by := hero("by", 1, Ability{"Fierce", gain("+1 melee hit"), ""}, Ability{"Strong", gain("+2 damage"), toSelf}, Ability{"Sharp", gain("+1 ranged hit"), ""})
	friend := hero("friend", 1, Ability{"Drum", gain("+1 hit"), toTeam}, Ability{"Own", gain("+5 hit"), ""})
	twin := hero("twin", 1, Ability{"Drum", gain("+1 hit"), toTeam})
	foe := &Figure{ID: "foe", Seat: 2, Sheet: Sheet{Agility: 5, Stealth: 3, Armor: 2, Health: 3, Abilities: []Ability{{"Dread", gain("−1 hit"), toFoes}, {"Shout", gain("+1 hit"), toTeam}}}}
	s := &S{Teams: []Team{{Figures: []*Figure{by, friend, twin}}, {Figures: []*Figure{foe}}}, Trackers: []Tracker{
		{Name: "Blessed", On: "by", Gain: gain("+1 melee damage")}, {Name: "Elsewhere", On: "friend", Gain: gain("+6 hit")},
	}}
	b := blow{by: by, at: foe, arm: s.weapons(by, Melee, 0, true)[0], hit: 2}
	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	check("melee", s.toHit(b).Sum(), "Melee 5 + Fierce 1 + Drum 1 − Dread 1 + as called 2 against Agility 5 = +3")
	check("damage", s.toWound(b).Sum(), "Power 3 + Strong 2 + Blessed 1 against Armor 2 = +4")
	check("wounds", s.rating(b).String(), "Wound rating 2")
	b.arm, b.hit = wielded{Weapon: Weapon{Kind: Ranged, Skill: skillAim, Power: 4}, Holding: "c1"}, 0
	check("ranged", s.toHit(b).Sum(), "Aim 4 + Sharp 1 + Drum 1 − Dread 1 against Stealth 3 = +2")
	b.arm = wielded{Weapon: Weapon{Name: "Spiked Gloves", Kind: Melee, Power: 2, Wound: 1, Plus: true}, Holding: "c2"} // WF-9
	check("a card with a plus", s.toWound(b).Sum(), "Power 3 + Spiked Gloves 2 + Strong 2 + Blessed 1 against Armor 2 = +6")
	check("its wounds", s.rating(b).String(), "Wound rating 2 + Spiked Gloves 1")
	friend.Defeated, foe.Defeated = true, true
	check("the fallen", s.toHit(b).Sum(), "Melee 5 + Fierce 1 + Drum 1 against Agility 5 = +2")
	twin.Defeated = true
	check("all fallen", s.toHit(b).Sum(), "Melee 5 + Fierce 1 against Agility 5 = +1")
}

func TestModifiersAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]string{"+1 melee hit": "+1 melee hit", " -2  DAMAGE": "-2 damage", "3 ranged damage": "+3 ranged damage", "−1 hit": "-1 hit"} {
		var g Gain
		if err := g.UnmarshalText([]byte(text)); err != nil || g.String() != want {
			t.Errorf("%q is read as %s, %v", text, g, err)
		}
	}
	for _, text := range []string{"", "+1", "hit", "+0 hit", "+7 hit", "+1 fist hit", "+1 hit melee", "1e9 hit", "+1 melee hit now"} {
		var g Gain
		if err := g.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "+1 melee hit") {
			t.Errorf("%q is read as %s, %v", text, g, err)
		}
	}
}

func TestAnAttackIsOfferedOnlyToATeamThatMayAttack(t *testing.T) {
	tb := demo(t)
	offered := func(seat rules.Seat) bool {
		return slices.ContainsFunc(tb.fight.Verbs(seat), func(v rules.Verb) bool { return v.Name == "attack" || v.Name == "shoot" })
	}
	if !offered(1) || !offered(2) {
		t.Error("no attack is offered at the start")
	}
	tb.umpire("set-wounds", "model", "Rizzik", "wounds", "5", "reason", "a fall")
	tb.umpire("set-wounds", "model", "Pip", "wounds", "4", "reason", "a fall")
	tb.pick(2, "gold-b2", goldKeep)
	if tb.fight.Over() != nil {
		t.Fatal("the fight is over")
	}
	if offered(2) {
		t.Error("an attack is offered to a team whose heroes are all defeated")
	}
	if !offered(1) {
		t.Error("an attack on the minion that is left is not offered")
	}
}
