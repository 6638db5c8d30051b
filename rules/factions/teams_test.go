package factions

import (
	"encoding/json"
	"strings"
	"testing"

	"umpire/rules"
)

func TestDemoTeamsCarryTheTextsNumbers(t *testing.T) {
	s, err := newS(sample())
	if err != nil {
		t.Fatal(err)
	}
	b, r := s.figure("a1").Sheet, s.figure("b1").Sheet
	if b.Melee != 6 || b.Power != 3 || b.Wound != 2 || r.Agility != 8 || r.Armor != 2 || r.Ranged == nil {
		t.Errorf("Blackbeard %+v, Rizzik %+v", b, r)
	}
	ranged, skulls, minions := 0, 0, 0
	for _, w := range s.Teams[0].Pool {
		if w.Kind == Ranged {
			if ranged++; w.Use == Skull {
				skulls++
			}
		}
	}
	for _, f := range s.everyone() {
		if f.Sheet.Minion {
			minions++
		}
	}
	if ranged != 2 || skulls != 1 || minions == 0 {
		t.Errorf("%d ranged cards, %d with a skull, %d minions", ranged, skulls, minions)
	}
}

func TestATeamMayFightItsLike(t *testing.T) {
	team := demoTeams()[0]
	tb := sit(t, []rules.Roster{team, team}, nil)
	if s := tb.state(); s.Teams[1].Name != "White II" || s.figure("b1").Name != "Blackbeard II" {
		t.Errorf("the second team is %s with %s", s.Teams[1].Name, s.figure("b1").Name)
	}
	if f := tb.fight.Roster()[3]; f.Name != "Blackbeard" || f.ID != "blackbeard" {
		t.Errorf("it goes back as %s, %s", f.Name, f.ID)
	}
}

func TestTeamFileFaultsNameTheirLine(t *testing.T) {
	const head = "cards:\n- {key: axe, name: Axe, kind: melee, power: 4}\nteams:\n- key: a\n  name: A\n  heroes:\n"
	for text, want := range map[string]string{
		head + "  - {name: X, health: 3, cards: [spoon]}\n":                                                               `t.yaml:7: X carries "spoon", and no card has that key`,
		head + "  - {name: X}\n":                                                                                          "t.yaml:7: X: health is a number from 1 to 50, not 0",
		head + "  - {name: X, health: 3, melee: 21}\n":                                                                    "t.yaml:7: X: Melee is a number from 0 to 20, not 21",
		head + "  - {name: X, health: 3, speed: 4}\n":                                                                     "t.yaml:7: ",
		head + "  - {health: 3}\n":                                                                                        "t.yaml:7: a hero needs a name",
		head + "  - {name: X, health: 3, minion: true, gold: 1}\n":                                                        "t.yaml:7: X: a minion carries no cards and no gold",
		head + "  - {name: X, health: 3, abilities: [{name: Y, gives: much}]}\n":                                          `the modifier "much" is not one like`,
		head + "  - {name: X, health: 3, ranged: {name: a stone, skill: wits, min: 1, max: 2}}\n":                         `t.yaml:7: X: its ranged attack: a stone: its skill is aim or point, not "wits"`,
		strings.Replace(head, "melee", "magic", 1) + "  - {name: X, health: 3}\n":                                         `t.yaml:2: Axe: its kind is melee or ranged, not "magic"`,
		strings.Replace(head, "power: 4", "use: never", 1) + "  - {name: X, health: 3}\n":                                 `t.yaml:2: Axe: its use is permanent, once or skull, not "never"`,
		strings.Replace(head, "  name: A\n", "", 1) + "  - {name: X, health: 3}\n":                                        "t.yaml:4: a team needs a key of its own, a name and heroes",
		strings.Replace(head, "  heroes:", "  deck: [0/0/0/0/0, 0/1/0/0/0]\n  heroes:", 1) + "  - {name: X, health: 3}\n": "t.yaml:6: the challenge card \"0/1/0/0/0\" gets worse on a better row",
	} {
		_, err := ReadTeams("t.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestEveryFaultOfATeamFileIsNamedAtOnce(t *testing.T) {
	_, err := ReadTeams("t.yaml", []byte("teams:\n- key: a\n  name: A\n  heroes:\n  - {name: X}\n  - {name: Y, health: 99}\n"))
	if err == nil || !strings.Contains(err.Error(), "t.yaml:5: ") || !strings.Contains(err.Error(), "t.yaml:6: ") {
		t.Errorf("%v", err)
	}
}

func TestSheetsThatCannotFightAreRefused(t *testing.T) {
	for sheet, want := range map[string]string{
		`{"health":3,"speed":4}`:      "There is no field called “speed”",
		`[]`:                          "A sheet is a set of named fields, not a list.",
		`{"health":3,"wounds":3}`:     "With Health 3 it has from 0 to 2 wounds, not 3",
		`{"health":3,"face_down":21}`: "A hero carries from 0 to 20 cards",
		`{"health":3,"cards":[{"key":"x y","name":"X"}]}`:                     "A card needs a key of plain letters",
		`{"health":3,"gold":-1}`:                                              "Gold is a number from 0 to 9999, not \\-1",
		`{"health":3,"abilities":[{"name":"A","gives":"+1 hit","to":"all"}]}`: "The ability A helps \"all\", which is not self, team or foes",
	} {
		if _, err := showSheet(json.RawMessage(sheet)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", sheet, err, want)
		}
	}
}

func TestSetupsThatCannotBeAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(*rules.Setup){
		"is fought by two teams, not 1":      func(s *rules.Setup) { s.Sides = s.Sides[:1] },
		"needs a challenge deck of 2 to 200": func(s *rules.Setup) { s.Sides[0].Sheet = json.RawMessage(`{"deck":[]}`) },
		"have nobody who can fight":          func(s *rules.Setup) { s.Sides[1].Fighters = nil },
		"Two of a team have that name":       func(s *rules.Setup) { s.Sides[0].Fighters[1].Name = "blackbeard" },
		"no comma, colon or semicolon":       func(s *rules.Setup) { s.Sides[0].Fighters[1].Name = "Agnes, the iron" },
		"A team needs a name":                func(s *rules.Setup) { s.Sides[0].Name = "" },
		"of White: Health is a number":       func(s *rules.Setup) { s.Sides[0].Fighters[0].Sheet = json.RawMessage(`{}`) },
	} {
		setup := sample()
		spoil(&setup)
		_, err := newS(setup)
		if _, refused := rules.IsRefusal(err); !refused || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want a refusal with %q", err, want)
		}
	}
}

func TestHouseRulesChooseTheDeck(t *testing.T) { // WF-1
	tb := demo(t, "shared_challenge_deck", "true")
	tb.order(2, "attack", "attacker", "Pip", "target", "Blackbeard", "hit", "-6")
	tb.pick(1, "agree", "agree")
	tb.order(1, "attack", "attacker", "Iron Agnes", "target", "Pip", "weapon", "fists", "hit", "-6")
	tb.pick(2, "agree", "agree")
	tb.says("White draws card 3") // the two before were Pip's, off the same deck
	if n := len(tb.state().Piles); n != 1 {
		t.Errorf("%d decks are shared", n)
	}
	tb = sit(t, demoTeams(), map[string]string{"challenge_source": "independent"}, 50, 50)
	tb.pick(1, "card2", "other")
	tb.pick(2, "card3", "other")
	for range 2 {
		tb.order(2, "attack", "attacker", "Pip", "target", "Blackbeard")
		tb.pick(1, "agree", "agree")
		tb.says("Black draws card 50, whose Hit bar starts at +4.")
	}
}
