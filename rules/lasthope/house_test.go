package lasthope

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

// dealt is a fight with dealt cards and the decks in order, so that both hands
// hold 2S to 6S and the 7S comes next.
func dealt(t *testing.T, options ...string) *table {
	t.Helper()
	house := map[string]string{}
	for i := 0; i+1 < len(options); i += 2 {
		house[options[i]] = options[i+1]
	}
	return sit(t, gangs(t, "sheriffs", "outlawmen"), house)
}

func hand(tb *table, seat rules.Seat) string {
	for _, f := range tb.fight.View(seat).Fields {
		if f.Name == "Your hand" {
			return strings.ReplaceAll(f.Value, "\n", ", ")
		}
	}
	return ""
}

func TestHandsAreFilledAfterEachCombat(t *testing.T) { // LH-11
	tb := dealt(t)
	tb.says("Both decks are shuffled. Five cards each.")
	tb.attack(1, "Pike", "Dusty")
	tb.cards("6S", "2S")
	if got := hand(tb, 1); got != "7 of Spades ♠, 5 of Spades ♠, 4 of Spades ♠, 3 of Spades ♠, 2 of Spades ♠" {
		t.Errorf("Alice holds %s", got)
	}
}

func TestRefillTurnFillsHandsOnlyWhenTheTurnPasses(t *testing.T) {
	tb := dealt(t, "refill", "turn")
	tb.attack(1, "Pike", "Dusty")
	tb.cards("6S", "2S")
	if n := len(tb.question(1).Options) + strings.Count(hand(tb, 1), ","); n != 3 {
		t.Errorf("Alice holds %s", hand(tb, 1))
	}
	tb.order(1, "done")
	if n := strings.Count(hand(tb, 1), ",") + 1; n != 5 {
		t.Errorf("Alice holds %s", hand(tb, 1))
	}
}

func TestHandSizeIsTheHouses(t *testing.T) {
	for size, words := range map[string]string{"1": "One card each.", "10": "Ten cards each."} {
		tb := dealt(t, "hand_size", size)
		tb.says(words)
		tb.attack(1, "Pike", "Dusty")
		if n := len(tb.question(2).Options); (size == "1" && n != 1) || (size == "10" && n != 10) {
			t.Errorf("hand_size %s: Bob chooses among %d", size, n)
		}
	}
}

func TestSharedDeckGivesNoCardTwice(t *testing.T) {
	tb := dealt(t, "shared_deck", "true", "hand_size", "10")
	tb.says("One deck is shuffled for both sides. Ten cards each.")
	for card := range strings.SplitSeq(hand(tb, 1), ", ") {
		if strings.Contains(hand(tb, 2), card) {
			t.Errorf("both hold the %s", card)
		}
	}
}

func TestALapsedCardIsTheTopOfTheDeck(t *testing.T) { // LH-16
	tb := dealt(t)
	tb.attack(1, "Pike", "Dusty")
	tb.pick(1, "card1", "6S")
	tb.lapse(2, "card2")
	tb.says("For Bob, the top card of the deck is played blind.", "**6 of Spades ♠ against 7 of Spades ♠**")
	if got := hand(tb, 2); strings.Count(got, ",") != 4 || strings.Contains(got, "7 of") {
		t.Errorf("Bob holds %s", got)
	}
}

func TestALapsedCalledCardIsRolled(t *testing.T) { // LH-16
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Pike", "Dusty")
	tb.pick(1, "card1", "6S")
	tb.lapse(2, "card2")
	tb.says("For Bob, a numbered roll over the whole deck gives the card.", "**6 of Spades ♠ against Ace of Clubs ♣**")
}

// drained plays Alice's and Bob's only cards, so that both hands are empty.
func drained(t *testing.T, options ...string) *table {
	t.Helper()
	tb := dealt(t, append([]string{"hand_size", "1", "refill", "turn"}, options...)...)
	tb.attack(1, "Pike", "Dusty")
	tb.cards("2S", "2S")
	return tb
}

func TestAnEmptyHandPlaysTheTopCardBlind(t *testing.T) { // LH-13
	tb := drained(t)
	tb.attack(1, "Tully", "Lefty")
	tb.says("Alice has no card left: the top card", "Bob has no card left: the top card", "**3 of Spades ♠ against 3 of Spades ♠**")
}

func TestEmptyHandZeroPlaysNoCard(t *testing.T) {
	tb := drained(t, "empty_hand", "zero")
	tb.attack(1, "Tully", "Lefty")
	tb.says("Bob has no card left: no card is played, and nothing is added.", "**No card against no card**", "Attack: strength 1 = **1**", "A draw")
}

func TestUsedUpDeckIsReshuffledAndTold(t *testing.T) { // LH-11
	tb := dealt(t, "hand_size", "10", "attacks_per_model", "free")
	for range 43 {
		tb.mute("used up")
		tb.attack(1, "Pike", "Silas Crane")
		low := tb.question(1).Options[len(tb.question(1).Options)-1].ID
		high := tb.question(2).Options[0].ID
		tb.cards(low, high)
	}
	tb.says("Alice's deck is used up: the discards are shuffled into a new one.", "Bob's deck is used up")
}

func TestJokersCountAsTheHouseHasIt(t *testing.T) { // LH-10
	for jokers, want := range map[string]string{"value_0": "strength 1 + Red Joker 0 = **1**", "value_14_no_suit": "strength 1 + Red Joker 14 = **15**"} {
		tb := called(t, "sheriffs", "outlawmen", "jokers", jokers)
		tb.attack(1, "Pike", "Dusty")
		if n := len(tb.question(1).Options); n != 54 {
			t.Errorf("%s: %d cards", jokers, n)
		}
		tb.cards("XR", "2S")
		tb.says("**Red Joker ★ against 2 of Spades ♠**", want)
	}
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Pike", "Dusty")
	if n := len(tb.question(1).Options); n != 52 {
		t.Errorf("without jokers: %d cards", n)
	}
}

func TestQueenBreaksTiesWhereTheHouseHasItSo(t *testing.T) { // LH-3
	for on, want := range map[string]string{"false": "no favoured card breaks it", "true": "one more for the attack"} {
		tb := called(t, "sheriffs", "outlawmen", "queen_breaks_ties", on)
		tb.tell = rules.NewNarrator(System(), []string{"Alice", "Bob"}, true, "y")
		tb.attack(1, "Pike", "Dusty")
		tb.cards("QS", "QC")
		if on == "true" && strings.Contains(tb.told, "breaks the tie for the attack") {
			continue // the other sentence for the same
		}
		tb.says(want)
	}
}

func TestFaceCancelsTiebreakWhereTheHouseHasItSo(t *testing.T) { // LH-4
	a, _ := brawler(t, "7S", kit.Spades)
	_, d := brawler(t, "KC", kit.Clubs)
	for on, want := range map[bool]Edge{false: ToAttacker, true: ToNobody} {
		if got := TieBreak(a, d, House{FaceCancelsTieBreak: on}); got != want {
			t.Errorf("face_cancels_tiebreak %v: %s, want %s", on, got, want)
		}
	}
	d.Favoured = kit.Hearts
	if got := TieBreak(a, d, House{FaceCancelsTieBreak: true}); got != ToAttacker {
		t.Errorf("an unfavoured face card cancels: %s", got)
	}
}

func TestAFaceCardThatCancelsIsTold(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen", "face_cancels_tiebreak", "true")
	tb.attack(1, "Marshal Hale", "Dusty")
	tb.cards("10S", "QD")
	tb.says("Level at 13, and the favoured face card cancels the favoured number card.", "A draw")
}

func TestWeaponAfterTheRevealIsAskedOnlyWhenItCounts(t *testing.T) { // LH-8
	tb := called(t, "sheriffs", "outlawmen", "declare_weapon", "after_reveal")
	tb.refused("the weapon is named after the cards are turned", 1, "attack", "attacker", "Pike", "target", "Dusty", "weapon", "switchblade")
	tb.attack(1, "Marshal Hale", "Dusty")
	tb.says("The weapon is named after the cards are turned.")
	tb.cards("JS", "7D")
	tb.says("**Jack of Spades ♠ against 7 of Diamonds ♦**")
	tb.mute("damage")
	tb.pick(1, "weapon", "hunting_knife")
	tb.says("Marshal Hale strikes with a hunting knife.", "Hunting knife +1 makes 3.", "**2 wounds. Dusty had 1 wound left")
	tb.mute("Jack")
	tb.attack(1, "Pike", "Cole")
	tb.cards("2S", "AD")
	tb.says("a miss")
	tb.question(1)
}

func TestALapsedWeaponIsTheBestCarried(t *testing.T) {
	tb := called(t, "townsfolk", "outlawmen", "declare_weapon", "after_reveal")
	tb.attack(1, "Mayor Bell", "Dusty")
	tb.cards("JS", "7D")
	tb.lapse(1, "weapon")
	tb.says("Mayor Bell strikes with a hatchet.")
}

func TestThrowingMayBeForbidden(t *testing.T) { // LH-9
	tb := called(t, "sheriffs", "outlawmen", "allow_thrown_knife", "false")
	tb.refused("knives are not thrown", 1, "attack", "attacker", "Marshal Hale", "target", "Dusty", "weapon", "thrown_knife")
	for _, o := range tb.fight.Legal(1, "attack", "weapon", map[string]string{"attacker": "marshal_hale"}) {
		if o.ID == thrown {
			t.Error("the throw is offered")
		}
	}
}

func TestFreeAttacksHaveNoEndOfTheirOwn(t *testing.T) { // LH-18
	tb := called(t, "sheriffs", "outlawmen", "attacks_per_model", "free")
	for range 3 {
		tb.attack(1, "Pike", "Silas Crane")
		tb.cards("2H", "AD")
	}
	if !strings.HasPrefix(tb.question(1).Prompt, "six of your models") {
		t.Error(tb.question(1).Prompt)
	}
}
