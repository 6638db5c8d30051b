package forbidden

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

func TestAForceIsCheckedWithAllItsFaultsAtOnce(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	asked := tb.Fight.Asked()
	tb.refused(order(1, asked, "attack", "to", "World of Halden", "from", "The Brae Void", "force", "7 Scouts, 1 Strike Cruiser, 2 Dreadnoughts, 1 Land Raider routed, bastion", "against", "Kill Kroozer, 10 Boyz, Gretchin"),
		"The Brae Void is a void and World of Halden a world", "No unit of Ultramarines is called dreadnoughts", "Strike Cruiser cannot be there: World of Halden is a world",
		"There are 6 pieces of Scout, not 7", "Routed units cannot advance", "structures stay where they are",
		"Kill Kroozer cannot be there", "There are 9 pieces of Boyz, not 10", "No unit of Orks is called gretchin")
	tb.refused(order(1, asked, "attack", "to", "Halden", "force", "Scout, Battle Barge"), "one force has one or the other")
	tb.refused(order(1, asked, "attack", "to", "Halden", "force", "0 Scouts"), "write a number from 1")
	tb.refused(order(1, asked, "attack", "to", "Halden", "force", "  "), "Write what stands there, such as “2 Scouts, 1 Scout routed, bastion”")
	tb.refused(order(1, asked, "attack", "to", strings.Repeat("x", 41), "force", "Scout"), "An area has a name of 1 to 40 letters")
	tb.refused(order(1, asked, "attack", "to", "Halden", "force", "Scout", "defender", "Tau"), "No other side is called Tau. Did you mean Orks?")
	tb.refused(order(2, asked, "muster", "to", "Halden", "force", "bastion routed, 4 factories"), "A bastion cannot be routed", "There are 3 pieces of factory, not 4")
	tb.refused(order(2, asked, "muster", "to", "Rift Void", "force", "bastion, city"), "A bastion stands on a world", "Structures stand on worlds")
	tb.order(2, "muster", "to", "Crag", "force", "8 Boyz")
	tb.refused(order(1, asked+1, "attack", "to", "Halden", "from", "Crag", "force", "Scout"), "Orks hold Crag")
	tb.refused(order(2, asked+1, "muster", "to", "Halden", "force", "2 Boyz"), "There are 9 pieces of Boyz, not 10 (8 at Crag")
	tb.refused(order(2, asked+1, "attack", "to", "Crag", "force", "Nob"), "You hold Crag yourself")
	tb.refused(order(1, asked+1, "reserve", "tokens", "4"), "from 0 to 3")
}

func TestForcesAreReadAsPlayersWriteThem(t *testing.T) {
	s, err := newS(sample())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2 Land Raider, 1 Scout routed, bastion, factory": "2 Land Raiders, routed Scout, bastion, factory",
		"a scout and two space marines":                   "Scout, 2 Space Marines",
		"2x Scouts; routed land":                          "2 Scouts, routed Land Raider",
		"2-land-raider.1-scout-routed":                    "2 Land Raiders, routed Scout",
		"SCOUT + titan + cities":                          "Scout, Warlord Titan, city",
		"1 scout, 1 scout":                                "2 Scouts",
	} {
		f, faults := s.readForce(1, text)
		if len(faults) > 0 || f.String() != want {
			t.Errorf("%q is read as %s, %v; want %s", text, f, faults, want)
		}
	}
}

func TestAMoveTheRulesForbidMovesNothing(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.combat("1 Land Raider, 1 Scout", "1 Nob, 1 Boyz, 1 Boyz routed", 1, 1, 1, 1, 4, 4, 4, 4)
	tb.refused(tb.answer(1, "card1", "hold-fast"), "not one of the choices") // not in hand
	tb.refused(tb.answer(1, "card2", "volley"), "belongs to the other side") // not its hand
	tb.refused(tb.answer(1, "card1", "volley", "feint"), "not one of the choices")
	tb.cards("volley", "rally-cry", 4)
	if got := tb.offered(2, "loss"); got != "u1 u2" {
		t.Errorf("may take the damage: %s", got)
	}
	tb.refused(tb.answer(2, "loss", "u9"), "not one of the choices") // not there
	tb.pick(2, "loss", "u2")
}

func TestARoutedUnitIsNoTargetWhileOneStands(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.combat("2 Land Raiders", "2 Nob, 1 Boyz, 1 Boyz routed", 1, 1, 1, 1, 1, 1, 4, 4, 1, 1, 1, 4)
	tb.cards("volley", "steady-advance", 4)
	if got := tb.offered(2, "loss"); got != "u1 u3" { // two Nobz are one option, the routed Boyz none
		t.Errorf("may take the damage: %s", got)
	}
	tb.refused(tb.answer(2, "loss", "u4"), "not one of the choices")
}

func TestNoNinthDie(t *testing.T) {
	tb := sit(t, "chaos orks")
	tb.combat("3 Chaos Space Marines", "3 Nobz", 1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4)
	tb.says("rolls 9, at most 8 dice")
	tb.cards("steady-advance", "dig-in")
	tb.says("“roll 1 extra die”: nothing to do.")
	if n := tb.state().Combat.Armies[Attacker].Dice.Total(); n != 8 {
		t.Errorf("the attacker has %d dice", n)
	}
}

func TestAnOrbitalStrikeHitsUnshieldedWorldsOnly(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(2, "muster", "to", "Halden", "force", "Nob, bastion")
	tb.order(2, "muster", "to", "Rift Void", "force", "Kill Kroozer")
	tb.order(2, "muster", "to", "Anvil", "force", "city")
	asked := tb.Fight.Asked()
	tb.refused(order(1, asked, "orbital", "to", "Halden", "force", "Battle Barge"), "A bastion protects Halden")
	tb.refused(order(1, asked, "orbital", "to", "Rift Void", "force", "Battle Barge"), "hits a world")
	tb.refused(order(1, asked, "orbital", "to", "Anvil", "force", "Battle Barge"), "no unit on Anvil")
	tb.refused(order(1, asked, "orbital", "to", "Crag", "force", "Scout"), "Scout cannot be there")
	tb.refused(order(1, asked, "orbital", "to", "Crag", "from", "Brae World", "force", "Battle Barge"), "comes from a void")
	tb.order(1, "orbital", "to", "Crag", "force", "3 Battle Barges", "defender", "2")
	tb.refused(order(2, tb.Fight.Asked(), "force", "force", "Nob, bastion"), "A bastion protects Crag")
	tb.order(2, "force", "force", "2 Nobz")
	tb.dice.Queue(1, 1, 1, 1, 1, 1, 4, 6)
	tb.pick(1, "agree1", "agreed")
	tb.says("rolls 12, at most 8 dice", "Bob suffers 6", "still has Nob at Crag")
	if got := tb.held(2, "Crag"); got != "Nob" {
		t.Errorf("at Crag is %s, and nobody is routed by a strike", got)
	}
}

func TestADeckFileNamesEveryFaultWithItsLine(t *testing.T) {
	factions, err := ReadFactions("factions.yaml", factionsFile)
	if err != nil {
		t.Fatal(err)
	}
	const file = `- key: mine
  faction: orks
  starters:
  - name: Krump
    icons: OOX
    general:
    - gain 2 offence tokens
    - win the combat
    needs: [nob, wombat]
    unit: [rally 1 unit]
  - {name: Two, icons: O}
  - {name: Three, icons: D}
  - {name: Four, icons: M}
  - {name: Five, icons: "-", unit: [rally 1 unit]}
- key: other
  faction: squats
  starters: []
`
	_, err = ReadDecks("deck.yaml", []byte(file), factions)
	if err == nil {
		t.Fatal("the file is read")
	}
	for _, want := range []string{
		`deck.yaml:8: Krump: unknown effect "win the combat"`, `deck.yaml:9: Krump: unknown unit "wombat"`, `deck.yaml:4: Krump: "OOX" are not icons`,
		"deck.yaml:14: Five: a unit box needs both", `deck.yaml:15: unknown faction "squats"`, "deck.yaml:15: a deck has 5 starters",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("without %q:\n%v", want, err)
		}
	}
	if _, err := ReadDecks("deck.yaml", []byte("- key: x\n  colour: red\n"), factions); err == nil || !strings.Contains(err.Error(), "deck.yaml:2") {
		t.Errorf("an unknown field: %v", err)
	}
	if _, err := ReadFactions("f.yaml", []byte("- key: tau\n  name: Tau\n  tokens: 3\n  units:\n  - {key: x, name: X, plural: Xs, dice: 99, health: 1, morale: 1, pieces: 1}\n")); err == nil || !strings.Contains(err.Error(), "f.yaml:5: x: dice and morale") {
		t.Errorf("an impossible unit: %v", err)
	}
}

func TestTheShippedDecksAreWhole(t *testing.T) {
	designs := 0
	for _, roster := range defaultFactions() {
		sheet, err := readSheet(roster.Fighters[0].Sheet)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(sheet.Printed.Designs) + len(sheet.Printed.Upgrades); n != 14 {
			t.Errorf("%s have %d printed designs", roster.Name, n)
		}
		designs += len(sheet.Printed.Designs) + len(sheet.Printed.Upgrades)
		if len(sheet.Deck.Designs) != 5 || len(sheet.Deck.Upgrades) != 3 || len(sheet.Deck.cards()) != 10 {
			t.Errorf("%s have a neutral deck of %d", roster.Name, len(sheet.Deck.cards()))
		}
	}
	if designs != 56 {
		t.Errorf("there are %d printed designs", designs)
	}
}

func TestASetupThatCannotBeIsRefused(t *testing.T) {
	broken := func(change func(*Sheet)) rules.Setup {
		setup := sample()
		sheet, err := readSheet(setup.Sides[0].Fighters[0].Sheet)
		if err != nil {
			t.Fatal(err)
		}
		change(&sheet)
		setup.Sides[0].Fighters[0].Sheet = kit.Encode(sheet)
		return setup
	}
	five := sample()
	five.Sides = append(five.Sides, five.Sides[0], five.Sides[0], five.Sides[0])
	for what, setup := range map[string]rules.Setup{
		"one side":           {Sides: sample().Sides[:1]},
		"five sides":         five,
		"no sheet":           {Sides: []rules.Roster{{Key: "x", Name: "x"}, sample().Sides[1]}},
		"four tokens":        broken(func(s *Sheet) { s.Tokens = 4 }),
		"a deck of four":     broken(func(s *Sheet) { s.Deck.Designs = s.Deck.Designs[:4] }),
		"an unknown effect":  broken(func(s *Sheet) { s.Deck.Designs[0].General = []string{"win"} }),
		"an unknown unit":    broken(func(s *Sheet) { s.Deck.Designs[0].Needs = []string{"boyz"} }),
		"ships on a world":   broken(func(s *Sheet) { s.Held = []Station{{Area: "Halden", Force: "Battle Barge"}} }),
		"a unit that is not": broken(func(s *Sheet) { s.Held = []Station{{Area: "Halden", Force: "Wombat"}} }),
	} {
		if _, err := newS(setup); err == nil {
			t.Errorf("%s is accepted", what)
		} else if _, refused := rules.IsRefusal(err); !refused {
			t.Errorf("%s: %v is not the player's error", what, err)
		}
	}
}

func TestAForceIsStatedWithTheNamesOfTheOwnFaction(t *testing.T) {
	tb := sit(t, "ultramarines chaos")
	tb.order(1, "attack", "to", "World of Halden", "force", "2 Scouts")
	tb.refused(order(2, tb.Fight.Asked(), "force", "force", "2 Nob"), "Chaos has: Cultist, Chaos Space Marine")
	var labels []string
	for _, o := range tb.Fight.Legal(2, "force", "force", nil) {
		labels = append(labels, o.Label)
	}
	if all := strings.Join(labels, ", "); !strings.Contains(all, "2 Cultists") || strings.Contains(all, "Scout") {
		t.Errorf("offered are %s", all)
	}
	for _, o := range tb.Fight.Legal(2, "force", "force", nil) {
		if side := tb.state().side(2); strings.HasSuffix(o.ID, side.token(true).Key) {
			t.Errorf("a ship is offered on a world: %s", o.Label)
		}
	}
	tb.order(2, "force", "force", tb.Fight.Legal(2, "force", "force", nil)[0].ID)
}
