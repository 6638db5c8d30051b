package bot

import "testing"

func TestAnInteractionIsForgottenWhenDiscordTakesNoMoreWordsForIt(t *testing.T) {
	p := newPresses()
	p.keep(&interaction{ID: "1"})
	p.keep(&interaction{ID: "2"})
	p.ages[0].at = p.ages[0].at.Add(-pressLife)
	if p.find("1") != nil || len(p.list) != 1 {
		t.Error("one that is too old is still answered, though no newer one came in")
	}
	if p.find("2") == nil {
		t.Error("one that is at hand is forgotten")
	}
}
