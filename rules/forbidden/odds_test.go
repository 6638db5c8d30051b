package forbidden

import (
	"testing"
	"time"
)

// TestOddsAreTheMeanOverAllThatMayHappen works the odds of three cards out by
// hand. The enemy may hold any of the ten cards of the neutral deck, two of each.
func TestOddsAreTheMeanOverAllThatMayHappen(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.combat("1 Land Raider, 1 Scout", "2 Battlewagons", 1, 1, 4, 6, 1, 1, 1, 4, 4, 6)
	s := tb.state()
	c := s.Combat
	a := c.Armies[Attacker] // 2 offence, 1 defence, 1 morale; against 3 offence, 2 defence, 1 morale
	odds := s.odds(c, a, s.side(1).designs(a.Hand))
	// Rally Cry: the Scout gains a morale die; 2 offence, 1 defence.
	//  dealt: Volley 2-2=0, Dig In 0, Rally Cry 0, Steady Advance 0, Feint 0
	//  taken: Volley 3+2+1-1=5 (no Boyz to reroll), Dig In 3-1=2, Rally Cry 2,
	//  Steady Advance 3+1+1-1=4 and half a die, Feint 2: mean (5+2+2+4.5+2)/5 = 3.1
	if got := odds[2]; got != (expected{"0.0", "3.1"}) {
		t.Errorf("Rally Cry %+v, want 0.0 and 3.1", got)
	}
	// Volley: 5 offence; the Scout has a defence die rerolled, which stays defence
	// one time in three, so the enemy has 4/3 defence dice.
	//  dealt: Volley 5-4/3, Dig In 5-(4/3+3) but never below none: 2/3,
	//  Rally Cry 5-4/3, Steady Advance 5-(4/3+1) less a third of a die, Feint 5-4/3:
	//  mean (11/3+2/3+11/3+7/3+11/3)/5 = 2.8
	if got := odds[0].dealt; got != "2.8" {
		t.Errorf("Volley deals %s, want 2.8", got)
	}
}

func TestOddsAreQuick(t *testing.T) {
	tb := sit(t, "ultramarines orks", "decks", "printed")
	tb.combat("3 Land Raiders, 3 Scouts", "3 Gargants, 3 Boyz", 1, 1, 1, 4, 4, 4, 6, 6, 1, 1, 1, 4, 4, 4, 6, 6)
	s := tb.state()
	hand := s.side(1).designs(s.Combat.Armies[Attacker].Hand)
	begun := time.Now()
	const rounds = 10
	for range rounds {
		s.odds(s.Combat, s.Combat.Armies[Attacker], hand)
	}
	if took := time.Since(begun) / rounds; took > 100*time.Millisecond {
		t.Errorf("a hand takes %s to weigh", took)
	}
}

func TestAPlayedCardIsNotExpectedAgain(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.combat("1 Land Raider", "2 Battlewagons", 6, 6, 6, 6, 6, 6, 6, 6, 6)
	s := tb.state()
	c := s.Combat
	rallyCry := s.side(1).designs([]string{"rally-cry"})
	before := s.odds(c, c.Armies[Attacker], rallyCry)[0].taken
	c.Armies[Defender].Faceup = []string{"volley", "volley"}
	if after := s.odds(c, c.Armies[Attacker], rallyCry)[0].taken; after >= before {
		t.Errorf("with both Volleys played it takes %s, before %s", after, before)
	}
}
