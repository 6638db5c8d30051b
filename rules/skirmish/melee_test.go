package skirmish

import "testing"

func TestAChargeThatIsDescribedInFull(t *testing.T) {
	tb := lay(t, `shining_brotherhood: 1 Archknight (Mounted) "Dame Ysolde"`, "sci_corps: 1 Wardog APC")
	tb.at("Dame Ysolde", 24, 20).at("Wardog APC", 24, 33)
	tb.move(1, "Dame Ysolde", "toward Wardog APC")
	tb.says(`**Dame Ysolde** moves 10.7" (Fast) toward Wardog APC (E6), in contact with Wardog APC`)
	tb.rolls(2, 1, 1, 2, 3, 4, 4, 5, 6, 1, 2, 2, 4, 5, 6)
	tb.attack(1, "Dame Ysolde", "Wardog APC")
	tb.says("Archknight (Mounted), melee 8, against defence 6, 6 lives.",
		"To hit: 4+ in melee, +1 Skilled Warriors, +1 Inspiring (itself). The die shows 2, which makes 4. **A hit.**",
		"Attack, 8 dice: 1 1 2 3 4 4 5 6", "Defence, 6 dice: 1 2 2 4 5 6. Every 1, 2, 4, 5 and 6 is blocked. Through: one 3.")
	tb.rolls(1, 2, 3, 3, 3, 4, 6)
	tb.pick(1, "reroll", "blocked")
	tb.says("7 dice again: 1 2 3 3 3 4 6. Through: four 3s.", "**4 damage. Wardog APC has 2 of 6 lives left.**")
}
