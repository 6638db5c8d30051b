package lasthope

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"umpire/rules/kit"
)

// brawler is an attacker or defender of the arithmetic, with a card by its ID.
func brawler(t *testing.T, card string, favoured kit.Suit) (Attacker, Defender) {
	t.Helper()
	weapon, _ := WeaponOf("hatchet")
	a := Attacker{Stat: kit.Part{Why: "strength", N: 2}, Weapon: weapon, Card: cardOf(t, card), Favoured: favoured}
	return a, Defender{Defence: 2, Toughness: 1, Card: cardOf(t, card), Favoured: favoured}
}

func TestToughnessIsTakenOffTheWholeOnce(t *testing.T) { // LH-1, LH-2
	a, d := brawler(t, "9C", kit.Spades)
	d.Toughness = 2
	damage, toughness := Damage(6, a, d)
	if damage.Total() != 4 || Wounds(damage, toughness) != 2 {
		t.Errorf("%s less %s gives %d", damage, toughness, Wounds(damage, toughness))
	}
	damage, toughness = Damage(1, Attacker{}, d)
	if Wounds(damage, toughness) != 0 {
		t.Errorf("%s less %s heals or wounds", damage, toughness)
	}
}

func TestFavouredFaceCardsAddAsTheTableSays(t *testing.T) { // LH-3
	for id, want := range map[string][2]int{"10S": {0, 0}, "JS": {1, 0}, "QS": {0, 1}, "KS": {1, 1}, "AS": {2, 2}, "AH": {0, 0}} {
		card := cardOf(t, id)
		if got := [2]int{TestBonus(card, kit.Spades), DamageBonus(card, kit.Spades)}; got != want {
			t.Errorf("%s adds %v, want %v", id, got, want)
		}
	}
}

func TestOnlyAFavouredNumberCardBreaksATie(t *testing.T) { // LH-3, LH-4, LH-5, LH-15
	for _, c := range []struct {
		attack, defence string
		want            Edge
	}{
		{"7S", "7C", ToAttacker},
		{"7C", "7S", ToDefender},
		{"7C", "7H", ToNobody},
		{"7S", "7S", ToNobody},
		{"QS", "QC", ToNobody},
		{"QS", "2S", ToDefender},
		{"2S", "AS", ToAttacker},
	} {
		a, _ := brawler(t, c.attack, kit.Spades)
		_, d := brawler(t, c.defence, kit.Spades)
		if got := TieBreak(a, d, House{}); got != c.want {
			t.Errorf("%s against %s: %s, want %s", c.attack, c.defence, got, c.want)
		}
	}
}

func TestABrokenTieIsALeadOfOne(t *testing.T) { // LH-6
	a, _ := brawler(t, "7S", kit.Spades)
	_, d := brawler(t, "7C", kit.Spades)
	attack, defence := Test(a, d, House{})
	if lead, tie := Settle(attack, defence, a, d, House{}); lead != 1 || tie != ToAttacker {
		t.Errorf("lead %d by %q", lead, tie)
	}
}

func TestDamageGrowsWithTheLead(t *testing.T) {
	for lead, want := range map[int]int{-3: 0, 0: 0, 1: 1, 5: 1, 6: 2, 10: 2, 11: 3, 20: 3} {
		if got := Base(lead); got != want {
			t.Errorf("a lead of %d gives %d, want %d", lead, got, want)
		}
	}
}

func TestPaddingCountsAndAddsUp(t *testing.T) { // LH-7, LH-19
	a, d := brawler(t, "8C", kit.Spades)
	d.Clothing = Padding()[:2]
	_, defence := Test(a, d, House{})
	if defence.Total() != 2+8+1+2 || !strings.Contains(defence.String(), "light padding 1 + medium padding 2") {
		t.Errorf("%s", defence)
	}
}

func TestUnarmedAddsNothing(t *testing.T) { // LH-8
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Marshal Hale", "Dusty", "weapon", "Unarmed")
	tb.says("with bare hands")
	tb.cards("9H", "7S")
	tb.says("Ahead by 4 (1 to 5): 1 damage. Toughness takes off 1.")
}

func TestSeveralWeaponsMustBeNamed(t *testing.T) { // LH-8
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[0].Fighters[0].Sheet = json.RawMessage(`{"role":"leader","strength":3,"defence":3,"toughness":3,"wounds":3,"weapons":["hatchet","machete"]}`)
	tb := sit(t, sides, map[string]string{"cards": "called"})
	tb.refused("Marshal Hale carries a hatchet and machete. Name the weapon", 1, "attack", "attacker", "Marshal Hale", "target", "Dusty")
	tb.refused("Marshal Hale does not carry hunting knife. There is: Hatchet; Machete; No weapon.", 1, "attack", "attacker", "Marshal Hale", "target", "Dusty", "weapon", "hunting_knife")
	tb.attack(1, "Marshal Hale", "Dusty", "weapon", "Machete")
	tb.cards("9H", "7S")
	tb.says("Machete +3 makes 4.")
}

func TestThrownKnifeIsAShotAndLostHitOrMiss(t *testing.T) { // LH-9
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Marshal Hale", "Dusty", "weapon", "thrown_knife", "cover", "3")
	tb.says("with a thrown hunting knife", "Shot value 3 against defence 1, no padding, cover +3.", "no base contact and cover 3 as called by Alice.")
	tb.cards("4H", "7S")
	tb.says("Defence: defence 1 + seven 7 + cover 3 = **11**", "a miss", "The hunting knife is lost")
	tb.order(1, "done")
	tb.order(2, "done")
	tb.refused("has no hunting knife to throw", 1, "attack", "attacker", "Marshal Hale", "target", "Dusty", "weapon", "thrown_knife")
	tb.attack(1, "Marshal Hale", "Dusty")
	tb.says("with bare hands")
	for _, f := range tb.fight.Roster() {
		if f.Name == "Marshal Hale" && strings.Contains(string(f.Sheet), "hunting_knife") {
			t.Errorf("the roster still has the knife: %s", f.Sheet)
		}
	}
}

func TestASheetWithoutShotValueThrowsWithStrength(t *testing.T) { // LH-9
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[0].Fighters[0].Sheet = json.RawMessage(`{"role":"leader","strength":4,"defence":3,"toughness":3,"wounds":3,"weapons":["hunting knife"]}`)
	tb := sit(t, sides, map[string]string{"cards": "called"})
	tb.attack(1, "Marshal Hale", "Dusty", "weapon", "Hunting knife, thrown")
	tb.says("Strength 4 against defence 1", "no base contact and no cover")
}

func TestCoverHelpsOnlyAgainstAThrow(t *testing.T) { // LH-9
	tb := called(t, "sheriffs", "outlawmen")
	tb.refused("Cover counts only against a thrown knife", 1, "attack", "attacker", "Marshal Hale", "target", "Dusty", "cover", "1")
	tb.refused("from 0 to 3", 1, "attack", "attacker", "Marshal Hale", "target", "Dusty", "weapon", "thrown_knife", "cover", "4")
}

func TestAWinningDefenderHurtsNobody(t *testing.T) { // LH-12
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Marshal Hale", "Dusty")
	tb.cards("2S", "AD")
	tb.says("**5 against 17: a miss. Dusty is unhurt.**")
	tb.mute("damage")
	if !strings.Contains(tb.sees(0), "Marshal Hale**, leader: 3 of 3 wounds left") {
		t.Error(tb.sees(0))
	}
}

func TestAGangWithEveryModelOutHasLost(t *testing.T) { // LH-14
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[1].Fighters = sides[1].Fighters[3:4]
	tb := sit(t, sides, map[string]string{"cards": "called"})
	tb.attack(1, "Marshal Hale", "Dusty")
	tb.cards("JS", "7D")
	tb.says("**Alice wins.** The last of the Outlawmen is out of action.")
	tb.over(1)
}

func TestWoundsStayUntilAModelIsOut(t *testing.T) { // LH-14
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Marshal Hale", "Silas Crane", "weapon", "hunting knife")
	tb.cards("AS", "2C")
	tb.says("Ahead by 13 (11 or more): 3 damage. Favoured Ace +2 and hunting knife +1 make 6. Toughness takes off 3.", "**3 wounds. Silas Crane had 3 wounds left: out of action.**")
	tb.attack(1, "Josie Marsh", "Cole")
	tb.cards("KS", "5H")
	tb.says("Ahead by 8 (6 to 10): 2 damage. Favoured King +1 and hunting knife +1 make 4. Toughness takes off 2.", "**2 wounds. Cole had 2 wounds left")
	tb.refused("Cole is out of action already.", 1, "attack", "attacker", "Abel Stone", "target", "Cole")
	tb.attack(1, "Abel Stone", "Rosa Vane")
	tb.cards("QS", "8H")
	tb.says("**1 wound. Rosa Vane has 1 of 2 wounds left.**")
	if !strings.Contains(tb.sees(0), "Cole**, deputy: out of action") {
		t.Error(tb.sees(0))
	}
}

func TestTwoGangsOfOneKindFight(t *testing.T) { // LH-15
	sides := gangs(t, "outlawmen", "sheriffs")
	sides[1] = sides[0]
	tb := sit(t, sides, map[string]string{"cards": "called"})
	tb.attack(1, "Dusty", "Dusty II")
	tb.says("**Dusty attacks Dusty II with a switchblade.**")
	tb.cards("KD", "QD")
	tb.says("strength 1 + King 13 + favoured King 1 = **15**", "defence 1 + Queen 12 = **13**", "Toughness 1 + favoured Queen 1 take off 2.")
	for _, f := range tb.fight.Roster() {
		if strings.Contains(f.Name, "II") || strings.Contains(f.ID, "_2") {
			t.Errorf("the roster calls a model %s (%s)", f.Name, f.ID)
		}
	}
}

func TestAModelAttacksOnceInItsTurn(t *testing.T) { // LH-18
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Pike", "Dusty")
	tb.cards("2H", "AD")
	tb.refused("Pike has attacked this turn", 1, "attack", "attacker", "Pike", "target", "Dusty")
	if !strings.Contains(tb.question(1).Prompt, "five of your models may still attack") {
		t.Error(tb.question(1).Prompt)
	}
	tb.order(1, "done")
	tb.says("Alice ends the turn.", "**Turn 1: Bob, Outlawmen.** Six models may attack.")
	tb.order(2, "done")
	tb.says("**Turn 2: Alice, Sheriffs.**")
	tb.attack(1, "Pike", "Dusty")
}

func TestATurnWithoutAnAttackLeftPassesByItself(t *testing.T) { // LH-18
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[0].Fighters = sides[0].Fighters[:1]
	tb := sit(t, sides, map[string]string{"cards": "called"})
	tb.attack(1, "Marshal Hale", "Dusty")
	tb.cards("2H", "AD")
	tb.says("Alice has no attack left, so the turn passes.", "**Turn 1: Bob, Outlawmen.**")
}

func TestWingingIsToldAsSuch(t *testing.T) { // LH-21
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Pike", "Cole")
	tb.cards("10S", "7H")
	tb.says("Ahead by 1 (1 to 5): 1 damage. Toughness takes off 2.", "**1 damage against toughness 2: winged, no wound.**")
}

func TestOrdersThatTheRulesForbidAreRefused(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen")
	tb.refused("No model is called Dusti. Did you mean Dusty?", 1, "attack", "attacker", "Marshal Hale", "target", "Dusti")
	tb.refused("Dusty is not yours", 1, "attack", "attacker", "Dusty", "target", "Cole")
	tb.refused("Pike is of your own side", 1, "attack", "attacker", "Nan", "target", "Pike")
	tb.refused("cannot be given now", 2, "attack", "attacker", "Dusty", "target", "Pike")
	tb.refused("cannot be given now", 2, "done")
}

func TestALapsedTurnIsDone(t *testing.T) { // LH-16
	tb := called(t, "sheriffs", "outlawmen")
	tb.lapse(1, "turn")
	tb.says("**Turn 1: Bob, Outlawmen.**")
}

func TestEveryRulingHasItsEntry(t *testing.T) {
	ids := map[string]bool{}
	for _, rule := range rulings() {
		if rule.Title == "" || rule.Text == "" || len(rule.Text) > 1000 {
			t.Errorf("%s %q: %q", rule.ID, rule.Title, rule.Text)
		}
		ids[rule.ID] = true
	}
	for n := 1; n <= 21; n++ {
		if id := fmt.Sprintf("LH-%d", n); !ids[id] {
			t.Errorf("no entry for %s", id)
		}
	}
}
