package skirmish

import (
	"strings"
	"testing"

	"umpire/rules"
)

func (tb *table) corrects(verb string, args ...string) {
	tb.t.Helper()
	m := tb.reply(rules.Umpire, verb, args...)
	m.Reply.Asked = 0
	tb.make(m)
}

func TestTheUmpireSetsLivesWithAReason(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Commander, 1 Assaulter", "pirates: 1 Captain")
	tb.corrects("set-lives", "model", "captain", "lives", "2", "reason", "forgot a shot")
	tb.says("The umpire sets Captain from 5 to **2 of 5 lives**: forgot a shot")
	tb.refused("has from 0 to 5 lives left", rules.Umpire, "set-lives", "model", "Captain", "lives", "6", "reason", "x")
	tb.refused("needs reason", rules.Umpire, "set-lives", "model", "Captain", "lives", "1")
	tb.corrects("set-lives", "model", "Assaulter", "lives", "0", "reason", "x")
	tb.is("Assaulter", Dead)
	tb.corrects("set-lives", "model", "Assaulter", "lives", "1", "reason", "y")
	tb.is("Assaulter", Stands)
	tb.corrects("set-lives", "model", "Captain", "lives", "0", "reason", "x")
	tb.is("Captain", Lies)
}

func TestTheUmpirePlacesModels(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Commander, 1 Assaulter", "pirates: 1 Captain")
	tb.corrects("place", "model", "captain", "to", "24,24", "reason", "knocked over")
	tb.says("The umpire places Captain at **24,24** (E5): knocked over")
	tb.refused("Captain stands there", rules.Umpire, "place", "model", "Commander", "to", "24,24.5", "reason", "x")
	tb.refused("off the table", rules.Umpire, "place", "model", "Commander", "to", "0,0", "reason", "x")
}

func TestACorrectionMayEndTheBattle(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Commander", "shining_brotherhood: 1 Bowman")
	tb.corrects("set-lives", "model", "Bowman", "lives", "0", "reason", "x")
	tb.over(1)
	tb = lay(t, "sci_corps: 1 Commander", "shining_brotherhood: 1 Bowman")
	tb.corrects("end", "winner", "2", "reason", "it is late")
	tb.over(2)
}

func TestAModelThatFallsByCorrectionOwesNoMove(t *testing.T) {
	tb := lay(t, "sci_corps: 2 Assaulter", "pirates: 1 Captain").phase(AShoots).rolls(3)
	tb.order(1, "run", "models", "Assaulter 1")
	tb.corrects("set-lives", "model", "Assaulter 1", "lives", "0", "reason", "x")
	if q := tb.asked(1); q.ID != "phase" {
		t.Errorf("%+v", q)
	}
}

func TestASceneShowsWhoStandsWhereAndWhatHappened(t *testing.T) {
	tb := lay(t, "pirates: 1 Captain, 1 Musketeer", "sci_corps: 1 Wardog APC, 1 Assaulter", "mission", "ford")
	tb.s.Field, _ = fieldOf(mustFill(t, "ford"))
	tb.at("Captain", 10, 10).at("Musketeer", 20, 10).at("Wardog APC", 22, 38)
	m := tb.model("Assaulter")
	m.Status, m.Inside = Aboard, "wardog_apc_1"
	tb.move(1, "Captain", "north")
	s := tb.b.Fight.Scene(rules.Everyone)
	if s.Width != 4800 || len(s.Terrain) != 6 || len(s.Models) != 3 || len(s.Markers) != 1 || len(s.Lines) != 1 {
		t.Fatalf("%+v", s)
	}
	if wardog := s.Models[2]; wardog.Load != 1 || wardog.Radius != 150 || wardog.Max != 6 || wardog.Number != 1 {
		t.Errorf("%+v", wardog)
	}
	if l := s.Lines[0]; l.Kind != "move" || l.Y2 != 1600 {
		t.Errorf("%+v", l)
	}
	want := `Musketeer: 2 lives at 20,10 (D2), Wardog APC 26.08" north, in hard cover, the ford 14.07" north`
	if s.Text[1] != want {
		t.Errorf("the twin says %q, want %q", s.Text[1], want)
	}
	tb.refused("", 1, "move", "models", "Captain", "to", "toward the moon")
}

func TestTheShotThatEndsAPhaseStaysInThePictureUntilSomethingElseHappens(t *testing.T) {
	tb := lay(t, "pirates: 1 Musketeer", "sci_corps: 2 Assaulter").phase(AShoots)
	tb.at("Musketeer", 20, 20).at("Assaulter 1", 20, 28).at("Assaulter 2", 24, 28).rolls(1)
	tb.attack(1, "Musketeer", "Assaulter 1")
	tb.says("B Shoots/Runs")
	if s := tb.b.Fight.Scene(1); len(s.Lines) != 1 || s.Lines[0].Kind != "shot" || s.Lines[0].Seat != 1 {
		t.Errorf("after the last shot the picture has the lines %+v", s.Lines)
	}
	tb.rolls(1)
	tb.attack(2, "Assaulter 1", "Musketeer")
	if s := tb.b.Fight.Scene(1); len(s.Lines) != 1 || s.Lines[0].Seat != 2 {
		t.Errorf("after the answer the picture has the lines %+v", s.Lines)
	}
	tb.order(2, "done")
	if s := tb.b.Fight.Scene(1); len(s.Lines) != 0 {
		t.Errorf("in the next phase the picture has the lines %+v", s.Lines)
	}
}

func TestTheBoardFitsAPostAndASeatSeesWhatMatters(t *testing.T) {
	armies := Armies()
	s, err := newS(rules.Setup{Sides: []rules.Roster{armies[1], armies[5]}, Options: map[string]string{"mission": "ford"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []rules.Seat{1, 2} {
		if err := s.spread(s.waiting(seat)); err != nil {
			t.Fatal(err)
		}
	}
	length := 0
	board := view(s, rules.Everyone)
	for _, f := range board.Fields {
		length += len(f.Name) + len(f.Value) + 2
	}
	if length > 1700 {
		t.Errorf("the board of two armies of 300 points takes %d letters", length)
	}
	own := view(s, 1)
	if n := len(own.Fields); n != len(board.Fields)+1 || strings.Count(own.Fields[n-1].Value, "\n")+1 != len(s.standing(1)) {
		t.Errorf("%+v", own.Fields[len(own.Fields)-1])
	}
}
