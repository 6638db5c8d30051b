package lasthope

import (
	"testing"
)

func TestFirstExampleOfTheRulebook(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Marshal Hale", "Dusty", "weapon", "hunting knife")
	tb.says("**Marshal Hale attacks Dusty with a hunting knife.**", "Strength 3 against defence 1, no padding. Base contact as called by Alice.")
	tb.cards("JS", "7D")
	tb.says(
		"**Jack of Spades ♠ against 7 of Diamonds ♦**",
		"Attack: strength 3 + Jack 11 + favoured Jack 1 = **15**",
		"Defence: defence 1 + seven 7 = **8**",
		"Ahead by 7 (6 to 10): 2 damage. Hunting knife +1 makes 3. Toughness takes off 1.",
		"**2 wounds. Dusty had 1 wound left: out of action.**",
	)
}

func TestSecondExampleOfTheRulebook(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Josie Marsh", "Cole")
	tb.says("Strength 2 against defence 2, light padding +1.")
	tb.cards("6S", "5C")
	tb.says(
		"Attack: strength 2 + six 6 = **8**",
		"Defence: defence 2 + five 5 + light padding 1 = **8**",
		"Level at 8", "6 of Spades ♠",
		"Ahead by 1 (1 to 5): 1 damage. Hunting knife +1 makes 2. Toughness takes off 2.",
		"**2 damage against toughness 2: winged, no wound.**",
	)
}

func TestThirdExampleOfTheRulebook(t *testing.T) {
	tb := called(t, "townsfolk", "bootleggers")
	tb.attack(1, "Mayor Bell", "Copper")
	tb.cards("AH", "JC")
	tb.says(
		"Attack: strength 3 + Ace 14 + favoured Ace 2 = **19**",
		"Defence: defence 1 + Jack 11 + favoured Jack 1 = **13**",
		"Ahead by 6 (6 to 10): 2 damage. Favoured Ace +2 and hatchet +2 make 6. Toughness takes off 1.",
		"**5 wounds. Copper had 1 wound left: out of action.**",
	)
}
