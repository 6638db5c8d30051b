package skirmish

import (
	"strings"
	"testing"

	"umpire/rules/kit"
)

func TestAncientCursesLayAModelDownAndASixRaisesItWithAllItsLives(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Assaulter", "pirates: 1 Captain, 1 Skeleton Fighter", "startillery", "own_end_phase")
	tb.s.Sides[0].Rules = nil
	tb.at("Assaulter", 24, 10).at("Skeleton Fighter", 24, 20).phase(AShoots)
	tb.model("Skeleton Fighter").Lives = 1
	tb.rolls(4, 5, 6, 1, 2, 3)
	tb.attack(1, "Assaulter", "Skeleton Fighter")
	tb.says("2 damage. Skeleton Fighter had 1 left: lying down.")
	tb.is("Skeleton Fighter", Lies)
	tb.rolls(6)
	tb.done() // Bob's shooting: his End Phase follows
	tb.says("**Ancient Curses:** Skeleton Fighter rolls 6 and **gets up with 3 lives**.")
	tb.is("Skeleton Fighter", Stands)
	tb.lives(map[string]int{"Skeleton Fighter": 3})
}

func TestWhoGetsUpMakesRoomForWhoStandsThere(t *testing.T) { // SK-19
	tb := lay(t, "pirates: 1 Captain, 1 Fighter", "sci_corps: 1 Assaulter", "startillery", "own_end_phase")
	tb.at("Fighter", 24, 24).at("Assaulter", 24, 24.5).phase(AEnd).rolls(6)
	tb.s.Sides[1].Rules = nil
	m := tb.model("Fighter")
	m.Status, m.Lives = Lies, 0
	tb.start()
	s := tb.state()
	if up, there := s.base(s.model("fighter_1")), s.base(s.model("assaulter_1")); up.Overlaps(there) || up.Gap(there) > kit.Inch/2 {
		t.Errorf("it gets up at %s, %s from who stands there", up.At, up.Gap(there))
	}
}

func TestInspiringHelpsFriendsWithinTwelveInchesOnce(t *testing.T) { // SK-13
	for _, c := range []struct {
		x    float64
		want string
	}{{23, "+1 Inspiring (Captain). The die shows 3, which makes 4. **A hit.**"}, {23.01, "4+ in the open. The die shows 3. **A miss.**"}} {
		tb := lay(t, "pirates: 1 Captain, 1 Musketeer", "sci_corps: 1 Assaulter").phase(AShoots)
		tb.at("Musketeer", 10, 10).at("Captain", c.x, 10).at("Assaulter", 10, 30)
		tb.rolls(3)
		if strings.Contains(c.want, "A hit") {
			tb.rolls(1, 1, 2, 3)
		}
		tb.attack(1, "Musketeer", "Assaulter")
		tb.says(c.want)
	}
}

func TestARuleFromTwoSourcesCountsOnce(t *testing.T) {
	f := Faction{Rules: []string{"inspiring", "skilled_warriors"}}
	k := Kind{Name: "Hero", MAF: 1, DF: 1, LV: 1, Rules: []string{"inspiring", "skilled_warriors"}}
	tb := layOut(t, homemade(t, f, k, Kind{Name: "Friend", MAF: 1, DF: 1, LV: 1, Rules: []string{"inspiring"}}), army(t, "pirates: 1 Fighter"))
	tb.at("Hero", 20, 20).at("Friend", 20, 18).at("Fighter", 21, 20).rolls(1)
	tb.attack(1, "Hero", "Fighter")
	aimed := factsOf[Aimed](tb)[0]
	if aimed.Bonus.Total() != 2 || len(aimed.Bonus) != 2 {
		t.Errorf("the bonus is %v", aimed.Bonus)
	}
	tb.says("The die shows 1, which makes 3. **A miss.**")
}

func TestLeadersWhoLieOrRideInspireNobody(t *testing.T) { // SK-13
	for _, status := range []Status{Lies, Aboard, Dead} {
		tb := lay(t, "pirates: 1 Captain, 1 Musketeer", "sci_corps: 1 Assaulter").phase(AShoots)
		tb.at("Musketeer", 10, 10).at("Captain", 12, 10).at("Assaulter", 10, 30).rolls(3)
		m := tb.model("Captain")
		m.Status, m.Inside = status, "musketeer_1"
		tb.attack(1, "Musketeer", "Assaulter")
		tb.mute("Inspiring")
	}
}

func TestGrappleMovesTheTargetInAStraightLineAndNoAttackFollows(t *testing.T) { // SK-11, SK-30
	tb := lay(t, "pirates: 1 Grappler, 1 Fighter", "dinosaur_empire: 1 Ankylosaurus, 1 Stegosaurus").phase(AShoots)
	tb.at("Grappler", 20, 20).at("Ankylosaurus", 20, 27).at("Fighter", 26, 27).at("Stegosaurus", 40, 40)
	tb.rolls(4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	tb.attack(1, "Grappler", "Ankylosaurus")
	if q := tb.asked(1); q.ID != "where" || !strings.Contains(q.Prompt, `dragged up to 3"`) {
		t.Errorf("asked: %+v", q)
	}
	tb.refused(`moves at most 3" (Grapple)`, 1, "move", "models", "Ankylosaurus", "to", "toward east 3.5")
	tb.refused("straight line", 1, "move", "models", "Ankylosaurus", "to", "toward Fighter", "via", "22,30")
	tb.refused("moves first", 1, "move", "models", "Fighter", "to", "toward north")
	tb.refused("", 2, "move", "models", "Ankylosaurus", "to", "toward north")
	tb.move(1, "Ankylosaurus", "toward Fighter 3")
	tb.says(`**Ankylosaurus** is dragged 3" (Grapple) toward Fighter`)
	tb.mute("stampede")
	tb.gap("Ankylosaurus", "Fighter", 130)
	tb.at("Grappler", 20, 20)
}

func TestGrappleBreaksContact(t *testing.T) {
	tb := lay(t, "pirates: 1 Grappler", "sci_corps: 1 Assaulter")
	tb.at("Grappler", 20, 20).at("Assaulter", 21, 20).rolls(4, 1, 1, 1, 1, 1, 1)
	tb.attack(1, "Grappler", "Assaulter")
	tb.move(1, "Assaulter", "toward east")
	tb.gap("Grappler", "Assaulter", 300)
}

func TestBoomHitsFriendAndFoeNearestFirstAndCausesNoFurtherBlast(t *testing.T) { // SK-8
	tb := lay(t, "pirates: 1 Grenadier, 1 Fighter", "pirates: 3 Musketeer").phase(AShoots)
	tb.at("Grenadier", 24, 20).at("Fighter", 27, 27).at("Musketeer 1", 24, 27).at("Musketeer 2", 24, 29).at("Musketeer 3", 24, 31.5)
	tb.rolls(4, 1, 2, 3, 4, 1, 2).rolls(5, 5, 6, 2, 5, 3).rolls(1, 1, 1, 1, 1, 6)
	tb.attack(1, "Grenadier", "Musketeer 1")
	tb.says(`**Boom:** Musketeer 2 (1" off) and Fighter (2" off) stand within 3" of Musketeer 1 and are hit too.`)
	tb.is("Musketeer 1", Lies)
	tb.is("Musketeer 2", Lies)
	tb.lives(map[string]int{"Fighter": 2, "Musketeer 3": 2})
}

func TestBoomHitsTheShooterToo(t *testing.T) { // SK-8
	tb := lay(t, "pirates: 1 Grenadier", "sci_corps: 1 Sniper").phase(AShoots)
	tb.at("Grenadier", 24, 20).at("Sniper", 24, 23).rolls(6, 1, 1, 1, 1, 2, 2, 2).rolls(3, 3, 3, 3, 1, 1)
	tb.attack(1, "Grenadier", "Sniper")
	tb.says("Grenadier (2\" off) stands within 3\" of Sniper and is hit too")
	tb.is("Grenadier", Lies)
}

func TestBlastsSpareFriendsByHouseRule(t *testing.T) {
	tb := lay(t, "pirates: 1 Grenadier, 1 Fighter", "pirates: 1 Musketeer", "blast_hits_friends", "false").phase(AShoots)
	tb.at("Grenadier", 24, 20).at("Fighter", 27, 27).at("Musketeer", 24, 27).rolls(4, 1, 2, 3, 4, 1, 2)
	tb.attack(1, "Grenadier", "Musketeer")
	tb.says("nobody else stands within 3\"")
}

func TestBoomCountsInMeleeOnlyByHouseRule(t *testing.T) { // SK-9
	for option, caught := range map[string]bool{"false": false, "true": true} {
		tb := lay(t, "pirates: 1 Grenadier", "pirates: 2 Musketeer", "boom_in_melee", option)
		tb.at("Grenadier", 24, 20).at("Musketeer 1", 24, 21).at("Musketeer 2", 24, 24).rolls(4, 1, 1, 1)
		if caught {
			tb.rolls(1, 1, 1).rolls(1, 1, 1)
		}
		tb.attack(1, "Grenadier", "Musketeer 1")
		if strings.Contains(tb.told, "Boom") != caught {
			t.Errorf("boom_in_melee %s: %s", option, tb.told)
		}
	}
}

func TestSweepLeavesItselfOut(t *testing.T) {
	tb := lay(t, "dinosaur_empire: 1 Ankylosaurus, 1 Stegosaurus", "pirates: 2 Fighter")
	tb.at("Ankylosaurus", 20, 20).at("Fighter 1", 20, 21.7).at("Fighter 2", 20, 23).at("Stegosaurus", 40, 10)
	tb.rolls(4, 1, 2, 3, 4, 5, 6, 3, 4).rolls(1, 1, 1, 1, 1, 1, 1, 2)
	tb.attack(1, "Ankylosaurus", "Fighter 1")
	tb.says(`**Sweep:** Fighter 2 (0.3" off) stands within 3" of Fighter 1 and is hit too.`)
	tb.is("Fighter 1", Lies)
	tb.lives(map[string]int{"Ankylosaurus": 12, "Fighter 2": 2})
}

func TestStartilleryHitsWhateverTheCoverInBothEndPhases(t *testing.T) { // SK-5, SK-6, SK-7
	tb := lay(t, "sci_corps: 1 Commander", "pirates: 1 Captain, 1 Fighter").phase(AEnd)
	tb.at("Captain", 30, 30).at("Fighter", 10, 40)
	tb.model("Captain").Cover = kit.Hard
	if q := tb.asked(1); q.ID != "bombard" || len(q.Options) != 3 {
		t.Fatalf("asked: %+v", q)
	}
	tb.rolls(5, 1, 2, 3, 4, 5, 1, 1, 2, 6)
	tb.pick(1, "bombard", "captain_1")
	tb.says("To hit: 5+ whatever the cover. The die shows 5. **A hit.**", "3 damage. Captain has 2 of 5 lives left.", "B End")
	tb.rolls(4)
	tb.lapse(1, "bombard") // his End Phase; the Captain has lost most
	tb.says("guns find Captain.** 5 dice against defence 4, 2 lives.", "The die shows 4. **A miss.**")
}

func TestStartilleryShootsInItsOwnEndAloneByHouseRule(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Commander", "pirates: 1 Captain", "startillery", "own_end_phase", "startillery_target", "6").phase(AEnd)
	tb.start()
	tb.rolls(5)
	tb.pick(1, "bombard", "captain_1")
	tb.says("6 whatever the cover. The die shows 5. **A miss.**", "Round 2 of 6")
}

func TestStartilleryMayHoldItsFire(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Commander", "pirates: 1 Captain").phase(AEnd)
	tb.pick(1, "bombard", "none")
	tb.says("Startillery: Alice holds fire.")
}

func TestLethalDealsTwoForEachUnblockedDie(t *testing.T) {
	tb := lay(t, "shining_brotherhood: 1 Spearman", "dinosaur_empire: 1 Stegosaurus")
	tb.at("Spearman", 20, 20).at("Stegosaurus", 20, 21.7).rolls(3, 1, 1, 2, 3, 4, 4, 5, 6, 6, 6)
	tb.attack(1, "Spearman", "Stegosaurus")
	tb.says("4 dice at 2 each (Lethal): 8 damage. Stegosaurus has 4 of 12 lives left.")
}

func TestLethalRangedDoesNotCountInMelee(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Sniper", "pirates: 1 Captain")
	tb.at("Sniper", 20, 20).at("Captain", 20, 21).rolls(4, 1, 1, 2, 3, 4, 5)
	tb.attack(1, "Sniper", "Captain")
	tb.says("**2 damage. Captain has 3 of 5 lives left.**")
}

func TestFullAutoGoesOnUntilAMissOrUntilThePlayerStops(t *testing.T) { // SK-10
	tb := lay(t, "sci_corps: 1 Minigunner, 1 Sniper", "dinosaur_empire: 1 Stegosaurus").phase(AShoots)
	tb.at("Minigunner", 20, 20).at("Stegosaurus", 20, 35).rolls(4, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5)
	tb.attack(1, "Minigunner", "Stegosaurus")
	tb.rolls(5, 6, 6, 6, 6, 6, 1, 2, 3, 4, 5)
	tb.pick(1, "again", "yes")
	tb.says("Attack, 5 dice: 6 6 6 6 6", "5 damage. Stegosaurus has 7 of 12 lives left.")
	tb.rolls(3)
	tb.lapse(1, "again")
	tb.says("**A miss.**")
	tb.refused("has shot or run", 1, "attack", "attacker", "Minigunner", "target", "Stegosaurus")
}

func TestFullAutoChangesItsTargetByHouseRule(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Minigunner", "pirates: 2 Fighter", "full_auto_retarget", "true").phase(AShoots)
	tb.at("Minigunner", 20, 20).at("Fighter 1", 20, 35).at("Fighter 2", 24, 35).rolls(4, 1, 1, 1, 1, 1, 2, 2)
	tb.attack(1, "Minigunner", "Fighter 1")
	tb.says("Fighter 1 had 2 left: lying down")
	tb.rolls(1)
	tb.pick(1, "again", "fighter_2")
	tb.is("Fighter 1", Lies)
	tb.says("**Minigunner attacks Fighter 2.**", "**A miss.**")
}

func TestFastAndSlowReplaceTheMoveAndNotTheRun(t *testing.T) { // SK-12
	tb := lay(t, "dinosaur_empire: 1 Ceratosaurus, 1 Ankylosaurus", "pirates: 1 Fighter")
	tb.at("Ceratosaurus", 20, 10).at("Ankylosaurus", 30, 10).at("Fighter", 5, 40)
	tb.move(1, "Ceratosaurus", "north")
	tb.move(1, "Ankylosaurus", "north")
	if a, b := tb.model("Ceratosaurus").At.Y, tb.model("Ankylosaurus").At.Y; a != 2200 || b != 1300 {
		t.Errorf("they are at %s and %s", a, b)
	}
	tb.refused(`moves at most 3" (Slow), not 4"`, 1, "move", "models", "Ankylosaurus", "to", "toward north 4")
	tb.refused(`moves up to 12" (Fast)`, 1, "move", "models", "Ceratosaurus", "to", "20,25")
}

func TestAFastModelRunsTwiceTheDieByHouseRule(t *testing.T) {
	tb := lay(t, "dinosaur_empire: 1 Ceratosaurus", "pirates: 1 Fighter", "fast_doubles_run", "true").phase(AShoots).rolls(4)
	tb.order(1, "run", "models", "Ceratosaurus")
	tb.says(`the die shows 4, so up to 8", doubled for being Fast.`)
}

func TestSkilledWarriorsHelpInMeleeOnly(t *testing.T) {
	tb := lay(t, "shining_brotherhood: 1 Bowman", "pirates: 1 Fighter").phase(AShoots)
	tb.at("Bowman", 20, 20).at("Fighter", 20, 30).rolls(3)
	tb.attack(1, "Bowman", "Fighter")
	tb.mute("Skilled Warriors")
}

func TestBladeMasterRerollsAnyDiceOnce(t *testing.T) { // SK-15
	tb := lay(t, `shining_brotherhood: 1 Archknight "Sir Aldric"`, "dinosaur_empire: 1 Stegosaurus")
	tb.at("Sir Aldric", 20, 20).at("Stegosaurus", 20, 21.7)
	tb.rolls(2, 1, 1, 2, 2, 3, 3, 6, 6, 1, 2, 3, 4, 5)
	tb.attack(1, "Sir Aldric", "Stegosaurus")
	if q := tb.asked(1); q.Options[0].ID != "blocked" || q.Options[0].Label != "The 6 blocked" || len(q.Options) != 10 {
		t.Errorf("asked: %+v", q.Options)
	}
	tb.rolls(1, 6)
	tb.pick(1, "reroll", "d1", "d8")
	tb.says("2 dice again: 1 6. Through: two 6s.", "**2 damage. Stegosaurus has 10 of 12 lives left.**")
}

func TestBladeMasterKeepsItsDiceOrLapsesToTheBlockedOnes(t *testing.T) {
	lay8 := func() *table {
		tb := lay(t, `shining_brotherhood: 1 Archknight "Sir Aldric"`, "dinosaur_empire: 1 Stegosaurus")
		tb.at("Sir Aldric", 20, 20).at("Stegosaurus", 20, 21.7).rolls(2, 1, 1, 2, 2, 3, 3, 6, 6, 1, 2, 3, 4, 5)
		tb.attack(1, "Sir Aldric", "Stegosaurus")
		return tb
	}
	tb := lay8()
	tb.pick(1, "reroll", "keep")
	tb.mute("again")
	tb.lives(map[string]int{"Stegosaurus": 10})
	tb = lay8()
	tb.rolls(6, 6, 6, 6, 6, 6)
	tb.lapse(1, "reroll")
	tb.lives(map[string]int{"Stegosaurus": 4})
}

func TestStampedeStrikesAtOnceWhenADinosaurRunsIntoContact(t *testing.T) { // SK-31
	tb := lay(t, "dinosaur_empire: 1 Saurophaganax, 1 Stegosaurus", "pirates: 2 Fighter").phase(AShoots)
	tb.at("Saurophaganax", 20, 20).at("Fighter 1", 19, 24).at("Fighter 2", 21, 24).rolls(6)
	tb.order(1, "run", "models", "Saurophaganax")
	tb.order(1, "move", "models", "Saurophaganax", "to", "20,22.62")
	q := tb.asked(1)
	if len(q.Options) != 3 || q.Options[2].ID != "hold" || !strings.Contains(q.Prompt, "Stampede") {
		t.Fatalf("asked: %+v", q)
	}
	tb.rolls(4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2)
	tb.pick(1, q.ID, q.Options[0].ID)
	tb.says("(Stampede)", "lying down")
}

func TestStampedeMayHoldBackAndDoesNotCountWhenTheEnemyComes(t *testing.T) {
	tb := lay(t, "dinosaur_empire: 1 Saurophaganax", "pirates: 1 Fighter").phase(AShoots)
	tb.at("Saurophaganax", 20, 20).at("Fighter", 20, 24).rolls(6)
	tb.order(1, "run", "models", "Saurophaganax")
	tb.move(1, "Saurophaganax", "toward Fighter")
	tb.pick(1, tb.asked(1).ID, "hold")
	tb.mute("To hit")
	tb = lay(t, "dinosaur_empire: 1 Saurophaganax", "pirates: 1 Fighter").phase(BMoves)
	tb.at("Saurophaganax", 20, 20).at("Fighter", 20, 24)
	tb.move(2, "Fighter", "toward Saurophaganax")
	if asks := tb.b.Fight.Asks(1); len(asks) > 0 {
		t.Errorf("asked: %+v", asks)
	}
}

func TestStampedeGivesASecondAttackInTheOwnPhaseByHouseRule(t *testing.T) { // SK-21
	for option, extra := range map[string]bool{"false": false, "true": true} {
		tb := lay(t, "dinosaur_empire: 1 Saurophaganax", "pirates: 1 Fighter", "stampede_extra_attack", option)
		tb.at("Saurophaganax", 20, 20).at("Fighter", 20, 24)
		tb.move(1, "Saurophaganax", "toward Fighter")
		if got := strings.HasPrefix(tb.asked(1).ID, "stampede"); got != extra {
			t.Errorf("stampede_extra_attack %s: asked %+v", option, tb.asked(1))
		}
	}
}

func TestHeadCrestUrgesAnAllyOnInchByInch(t *testing.T) { // SK-16
	tb := lay(t, "dinosaur_empire: 1 Parasaurolophus, 1 Triceratops", "pirates: 2 Fighter").phase(AShoots)
	tb.at("Parasaurolophus", 20, 20).at("Triceratops", 20, 30).at("Fighter 1", 20, 34.7).at("Fighter 2", 20, 18.3)
	tb.refused("does not shoot", 1, "attack", "attacker", "Parasaurolophus", "target", "Fighter 1")
	tb.refused("is an enemy", 1, "special", "model", "Parasaurolophus", "what", "Head Crest on Fighter 1")
	tb.rolls(1, 3, 4, 4, 6, 2)
	tb.order(1, "special", "model", "Parasaurolophus", "what", "crest.triceratops_1")
	tb.says("1 2 3 4 4 6: each 4 or more counts.", `**Triceratops may move 3" at once.**`)
	tb.move(1, "Triceratops", "toward Fighter 1")
	if q := tb.asked(1); !strings.HasPrefix(q.ID, "stampede") {
		t.Errorf("asked: %+v", q)
	}
}

func TestHeadCrestOutOfRangeIsRefusedWithTheDistance(t *testing.T) {
	tb := lay(t, "dinosaur_empire: 1 Parasaurolophus, 1 Triceratops", "pirates: 1 Fighter").phase(AShoots)
	tb.at("Parasaurolophus", 10, 10).at("Triceratops", 10, 26)
	tb.refused(`Triceratops is 13.6" away, range 12".`, 1, "special", "model", "Parasaurolophus", "what", "Head Crest on Triceratops")
}

func TestARuleIsOneEntryOfData(t *testing.T) {
	f := Faction{Rules: []string{"grim"}, Specials: []Special{{Key: "grim", Name: "Grim", Text: "One more to hit when shooting, and each die deals 3.", When: Ranged, ToHit: 1, PerDie: 3}}}
	tb := layOut(t, homemade(t, f, Kind{Name: "Reaper", Range: 12, RAF: 1, MAF: 1, DF: 1, LV: 1}), army(t, "pirates: 1 Captain")).phase(AShoots)
	tb.at("Reaper", 20, 20).at("Captain", 20, 30).rolls(3, 1, 2, 2, 2, 2)
	tb.attack(1, "Reaper", "Captain")
	tb.says("+1 Grim. The die shows 3, which makes 4. **A hit.**", "1 die at 3 each (Grim): 3 damage. Captain has 2 of 5 lives left.")
}

func TestHooksRunInTheOrderOfTheRulebookAndNotOfTheSheet(t *testing.T) {
	sum := func(own ...string) kit.Sum {
		f := Faction{Rules: []string{"skilled_warriors"}}
		tb := layOut(t, homemade(t, f, Kind{Name: "Hero", MAF: 1, DF: 1, LV: 1, Rules: own}), army(t, "pirates: 1 Fighter"))
		return tb.s.toHit(tb.model("Hero"), Melee, false)
	}
	one, two := sum("inspiring", "blade_master", "skilled_warriors"), sum("skilled_warriors", "blade_master", "inspiring")
	if one.String() != two.String() || one.String() != "Skilled Warriors 1 + Inspiring (itself) 1" {
		t.Errorf("%s and %s", one, two)
	}
}

func TestEverySpecialRuleHasItsSentenceAndIsInTheRules(t *testing.T) {
	told := map[string]bool{}
	for _, r := range rulings() {
		told[r.Title] = r.Text != ""
	}
	if len(specials()) != 17 {
		t.Errorf("%d special rules", len(specials()))
	}
	for _, r := range specials() {
		if !told[r.Name] || r.fault(func(string) bool { return false }) != "" && r.Bombard == nil {
			t.Errorf("%s has no sentence, or cannot be read back", r.Name)
		}
	}
}
