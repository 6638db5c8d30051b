package factions

import (
	"fmt"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/rules/rulestest"
)

// heard is all that a seat can see and hear of a fight so far: what was told,
// the public log, its view, its questions and what it may name.
func heard(tb *table, seat rules.Seat) string {
	var b strings.Builder
	for i, entry := range tb.Log {
		fmt.Fprintln(&b, string(entry.Public()))
		for _, e := range tb.Told[i] {
			if e.To == rules.Everyone || e.To == seat {
				fmt.Fprintf(&b, "%T %s\n", e.Fact, kit.Encode(e.Fact))
			}
		}
	}
	fmt.Fprintf(&b, "%s %s %s %s\n", tb.sees(seat), kit.Encode(tb.fight.Asks(seat)), kit.Encode(tb.fight.Waiting()), kit.Encode(tb.fight.Roster()))
	args := map[string]string{"attacker": "a1", "hero": "a1", "spaces": "2", "from": "m1"}
	for _, v := range tb.fight.System().Verbs {
		for _, arg := range v.Args {
			fmt.Fprintf(&b, "%s %s %s\n", v.Name, arg.Name, kit.Encode(tb.fight.Legal(seat, v.Name, arg.Name, args)))
		}
	}
	return b.String()
}

// TestWhatLiesFaceDownShowsToNobodyElse swaps Blackbeard's face-down card for
// every other and plays the same Melee step, a held attack and a defeat, through
// which it stays face down. The other team and the spectators notice nothing.
func TestWhatLiesFaceDownShowsToNobodyElse(t *testing.T) {
	play := func(card string) *table {
		tb := sit(t, demoTeams(), nil)
		tb.pick(1, "card2", card)
		tb.pick(2, "card3", "other")
		tb.order(1, "melee", "contacts", "Blackbeard: Rizzik, Pip Quickly")
		tb.pick(2, "agree", "agree")
		tb.pick(1, "plan1-a1", askMe)
		tb.pick(2, "plan1-b1", "natural.a1")
		tb.pick(2, "plan1-b2", hold)
		tb.pick(1, "turn1-a1", "natural.b1")
		tb.order(1, "attack", "attacker", "Blackbeard", "target", "Rizzik")
		tb.pick(2, "agree", "agree")
		tb.pick(1, "weapon", hold)
		tb.order(1, "shoot", "attacker", "Blackbeard", "target", "Rizzik", "spaces", "2")
		tb.pick(2, "agree", "agree")
		tb.pick(1, "weapon", hold)
		tb.refuses("lying open", 1, "attack", "attacker", "Blackbeard", "target", "Rizzik", "weapon", "Boarding Cutlass")
		tb.refuses("lying open", 1, "attack", "attacker", "Blackbeard", "target", "Rizzik", "weapon", "Court Rapier")
		tb.umpire("set-wounds", "model", "Blackbeard", "wounds", "7", "reason", "a fall")
		return tb
	}
	// Seals differ with what they seal, and the chain with the seals.
	seals := func(text string) string {
		var words []string
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\" \n", r) }) {
			if len(word) != 64 {
				words = append(words, word)
			}
		}
		return strings.Join(words, " ")
	}
	first := play("boarding_cutlass")
	for _, w := range append(first.state().Teams[0].Pool, otherCard()) {
		other := play(w.Key)
		for _, seat := range []rules.Seat{rules.Everyone, 2} {
			if is, was := seals(heard(other, seat)), seals(heard(first, seat)); is != was {
				t.Errorf("seat %d can tell %s from a cutlass", seat, w.Name)
			}
		}
	}
	if !strings.Contains(first.sees(1), "What Blackbeard left: 1 card and 3 gold") {
		t.Errorf("Alice sees:\n%s", first.sees(1))
	}
}

func TestAWeaponIsTurnedUpBeforeTheHitCardAndStaysUp(t *testing.T) { // WF-10
	tb := demo(t)
	if !strings.Contains(tb.sees(1), "Blackbeard: Boarding Cutlass") || strings.Contains(tb.sees(2), "Cutlass") {
		t.Fatal("a face-down card is seen by the wrong team")
	}
	tb.order(1, "attack", "attacker", "Blackbeard", "target", "Rizzik", "hit", "-6")
	tb.pick(1, "weapon", "c2")
	tb.mute("Cutlass")
	tb.pick(2, "agree", "agree")
	turned, drawn := strings.Index(tb.told, "turns up Boarding Cutlass"), strings.Index(tb.told, "draws card")
	if turned < 0 || drawn < turned {
		t.Errorf("told:\n%s", tb.told)
	}
	if !strings.Contains(tb.sees(2), "Boarding Cutlass") {
		t.Error("after its use the weapon is hidden again")
	}
	if opened := tb.Log[len(tb.Log)-1].Opened; len(opened) != 2 {
		t.Errorf("opened: %+v", opened)
	}
}

func TestLootedCardsAreShownToWhoTakesThem(t *testing.T) { // WF-21
	tb := demo(t)
	tb.umpire("set-wounds", "model", "Blackbeard", "wounds", "7", "reason", "a fall")
	tb.order(2, "loot", "hero", "Rizzik", "from", "Blackbeard")
	tb.pick(1, "agree", "agree")
	tb.says("2> Alice's face-down choice is **Boarding Cutlass**", "**Rizzik takes 1 card face down and 3 gold** that Blackbeard left")
	if s := tb.sees(2); !strings.Contains(s, "Rizzik: Boarding Cutlass") || strings.Contains(tb.sees(0), "Cutlass") {
		t.Errorf("Bob sees:\n%s", s)
	}
	tb.order(2, "attack", "attacker", "Rizzik", "target", "Iron Agnes", "hit", "6")
	tb.pick(1, "agree", "agree")
	tb.pick(2, "weapon", "c2")
	tb.says("Rizzik turns up Boarding Cutlass")
}

func TestAFaceDownCardIsTakenByAnOrderThatNamesNothing(t *testing.T) { // WF-25
	tb := demo(t)
	tb.order(1, "treasure", "hero", "Iron Agnes")
	tb.says("takes a treasure card, face down, as called by Alice")
	q := tb.question(1, "card4")
	for _, o := range q.Options {
		if o.ID == "star_rod" && !strings.Contains(o.Detail, "useless, it needs Intellect 6, not 3") {
			t.Errorf("a card over her limits is offered as %q", o.Detail)
		}
	}
	tb.pick(1, "card4", "star_rod")
	tb.order(1, "shoot", "attacker", "Iron Agnes", "target", "Rizzik", "spaces", "3")
	tb.pick(2, "agree", "agree")
	q = tb.question(1, "weapon")
	if len(q.Options) != 1 || q.Options[0].ID != hold {
		t.Errorf("she may shoot with %+v", q.Options)
	}
	tb.refusesMove("not one of the choices", rulestest.Move{Seat: 1, Reply: &rules.Reply{Asked: q.Asked, Ask: "weapon", Picks: []string{"c4"}}})
	tb.pick(1, "weapon", hold)
	tb.says("Iron Agnes lets it be. No attack is made.")
}
