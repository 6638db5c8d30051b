package skirmish

import (
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// Mission is what a battle is about: how it is set up, what it checks in an End
// Phase, and who has won after the last round, or when an army is wiped out.
type Mission struct {
	Key, Name, Text string

	Markers int // that B may place
	SetUp   func(*S)
	Asks    func(*S) []rules.Ask // what a called table must say before Check
	Check   func(*S, *rules.Turn)
	End     func(*S) rules.Outcome
	Wiped   func(*S, rules.Seat) rules.Outcome
}

// missions lists what a battle may be about, the simple one first.
func missions() []Mission {
	return []Mission{
		{
			Key: "kill_all", Name: "Kill everything", Text: "Kill the entire enemy force.",
			SetUp: func(*S) {}, Asks: nothing, Check: func(*S, *rules.Turn) {}, End: killAllEnd, Wiped: wiped,
		},
		{
			Key: "demolition", Name: "Demolition", Text: "B places up to five markers. After each End Phase a marker with a model of A and none of B within 3\" is destroyed. With three or more left after the last round B wins, else A.",
			Markers: 5, SetUp: func(*S) {}, Asks: demolitionAsks, Check: demolish, End: demolitionEnd, Wiped: wiped,
		},
		{
			Key: "ford", Name: "Hold the Ford", Text: "One marker lies in the middle. After each B End Phase the side with more standing models within 6\" scores 1. Most points after the last round win; equal: B.",
			SetUp: setFord, Asks: fordAsks, Check: scoreFord, End: fordEnd, Wiped: wiped,
		},
		{
			Key: "break_through", Name: "Break Through", Text: "A scores 1 for each standing model that leaves over B's edge, B scores 1 for each model of A that is dead. More points after the last round win; equal: B.",
			SetUp: func(*S) {}, Asks: nothing, Check: func(*S, *rules.Turn) {}, End: breakThroughEnd,
			Wiped: func(s *S, _ rules.Seat) rules.Outcome { return breakThroughEnd(s) },
		},
	}
}

func missionOf(key string) (Mission, bool) {
	all := missions()
	i := slices.IndexFunc(all, func(m Mission) bool { return m.Key == key })
	if i < 0 {
		return all[0], false
	}
	return all[i], true
}

func missionKeys() []string {
	var keys []string
	for _, m := range missions() {
		keys = append(keys, m.Key)
	}
	return keys
}

func nothing(*S) []rules.Ask { return nil }

// missionAsks asks what a called table must say, when the mission is checked.
func missionAsks(s *S) []rules.Ask {
	if !s.House.Called || s.Stage != missionCheck {
		return nil
	}
	mission, _ := missionOf(s.House.Mission)
	return mission.Asks(s)
}

// wiped is the end of an army that has nobody left in play.
func wiped(s *S, seat rules.Seat) rules.Outcome {
	if len(s.filter(other(seat), (*Model).inPlay)) == 0 {
		return rules.Outcome{Why: "Nobody is left on either side."}
	}
	return rules.Outcome{Winner: other(seat), Why: fmt.Sprintf("Nobody is left of %s.", rules.Escape(s.side(seat).Name))}
}

// killAllEnd is the end of a battle to kill: who lies down counts as dead.
func killAllEnd(s *S) rules.Outcome {
	one, two := len(s.alive(1)), len(s.alive(2))
	last := fmt.Sprintf("after round %d", s.Round)
	switch {
	case one == 0 && two == 0:
		return rules.Outcome{Why: "Nobody stands on either side " + last + "."}
	case one == 0:
		return rules.Outcome{Winner: 2, Why: fmt.Sprintf("Nobody of %s stands %s.", rules.Escape(s.side(1).Name), last)}
	case two == 0:
		return rules.Outcome{Winner: 1, Why: fmt.Sprintf("Nobody of %s stands %s.", rules.Escape(s.side(2).Name), last)}
	}
	killed := [3]int{0, s.lost(2), s.lost(1)}
	why := fmt.Sprintf("Both armies stand %s. Battle value killed: %d by %s, %d by %s.", last, killed[1], rules.Escape(s.side(1).Name), killed[2], rules.Escape(s.side(2).Name))
	switch {
	case s.House.BVBreaksTie && killed[1] > killed[2]:
		return rules.Outcome{Winner: 1, Why: why}
	case s.House.BVBreaksTie && killed[2] > killed[1]:
		return rules.Outcome{Winner: 2, Why: why}
	}
	return rules.Outcome{Why: why}
}

// alive lists a side's models that do not count as dead.
func (s *S) alive(seat rules.Seat) []*Model {
	return s.filter(seat, func(m *Model) bool { return m.inPlay() && m.Status != Lies })
}

// lost is the battle value of a side's models that count as dead.
func (s *S) lost(seat rules.Seat) int {
	bv := 0
	for _, m := range s.dead(seat) {
		bv += s.kind(m).BV
	}
	return bv
}

func (s *S) dead(seat rules.Seat) []*Model {
	return s.filter(seat, func(m *Model) bool { return m.Status == Dead || m.Status == Lies })
}

// near counts a side's standing models so near to a point.
func (s *S) near(seat rules.Seat, at kit.Point, far kit.Length) int {
	n := 0
	for _, m := range s.standing(seat) {
		if s.base(m).Within(kit.Base{At: at}, far) {
			n++
		}
	}
	return n
}

// Destroyed tells whether a marker is destroyed that has so many standing models
// of A and B within 3".
func Destroyed(a, b int) bool { return a > 0 && b == 0 }

// DemolitionWinner tells whether A or B has won with so many markers left.
func DemolitionWinner(left int) string {
	if left >= 3 {
		return "B"
	}
	return "A"
}

func demolitionAsks(s *S) []rules.Ask {
	if len(s.Markers) == 0 {
		return nil
	}
	return []rules.Ask{{
		ID: "markers", Seat: s.Attacker, Options: s.markerOptions(), Min: 0, Max: len(s.Markers),
		Prompt: "which markers have a model of yours and none of the enemy's within 3\"?",
	}}
}

// demolished settles which markers are destroyed on a called table.
func (s *S) demolished(t *rules.Turn) []string {
	if !s.House.Called || len(s.Markers) == 0 {
		return nil
	}
	return settle(t, demolitionAsks(s)[0], func(picks []string) string {
		var list []string
		for _, k := range s.Markers {
			if slices.Contains(picks, k.ID) {
				list = append(list, k.Name)
			}
		}
		if len(list) == 0 {
			return ""
		}
		return fmt.Sprintf("the other side has models within 3\" of %s and you have none", escaped(list))
	})
}

func demolish(s *S, t *rules.Turn) {
	picks := s.demolished(t)
	told := Demolished{Called: s.House.Called}
	s.Markers = slices.DeleteFunc(s.Markers, func(k Marker) bool {
		gone := slices.Contains(picks, k.ID)
		if !s.House.Called {
			gone = Destroyed(s.near(s.Attacker, k.At, 3*kit.Inch), s.near(other(s.Attacker), k.At, 3*kit.Inch))
		}
		if gone {
			told.Markers = append(told.Markers, k.Name)
		}
		return gone
	})
	if told.Left = len(s.Markers); len(told.Markers) > 0 {
		t.Say(told)
	}
}

func demolitionEnd(s *S) rules.Outcome {
	winner := s.Attacker
	if DemolitionWinner(len(s.Markers)) == "B" {
		winner = other(s.Attacker)
	}
	return rules.Outcome{Winner: winner, Why: fmt.Sprintf("%s left after round %d; three would hold for B.", kit.Capital(plural(len(s.Markers), "marker is", "markers are")), s.Round)}
}

func setFord(s *S) {
	s.Markers = []Marker{{ID: "ford", Name: "the ford", At: kit.Point{X: s.Field.Size.X / 2, Y: s.Field.Size.Y / 2}}}
}

func fordAsks(s *S) []rules.Ask {
	if s.Phase != BEnd {
		return nil
	}
	return []rules.Ask{{
		ID: "ford", Seat: s.Attacker, Default: []string{"nobody"}, Prompt: "which side has more standing models within 6\" of the ford?",
		Options: []rules.Option{{ID: "s1", Label: s.Sides[0].Name}, {ID: "s2", Label: s.Sides[1].Name}, {ID: "nobody", Label: "Neither"}},
	}}
}

// calledFord settles who has more models near the ford on a called table; Everyone
// when neither has.
func (s *S) calledFord(t *rules.Turn) rules.Seat {
	winner := func(picks []string) rules.Seat {
		return rules.Seat(1 + slices.Index([]string{"s1", "s2"}, slices.Concat(picks, []string{"nobody"})[0]))
	}
	return winner(settle(t, fordAsks(s)[0], func(picks []string) string {
		switch seat := winner(picks); seat {
		case other(s.Attacker):
			return ""
		case rules.Everyone:
			return "neither side has more standing models within 6\" of the ford"
		default:
			return fmt.Sprintf("%s have more standing models within 6\" of the ford", rules.Escape(s.side(seat).Name))
		}
	}))
}

func scoreFord(s *S, t *rules.Turn) {
	if s.Phase != BEnd {
		return
	}
	told := Ford{Called: s.House.Called}
	if s.House.Called {
		told.Winner = s.calledFord(t)
	} else {
		told.First, told.Second = s.near(1, s.Markers[0].At, 6*kit.Inch), s.near(2, s.Markers[0].At, 6*kit.Inch)
		told.Winner = RollOff(told.First, told.Second) // who has more
	}
	if told.Winner != rules.Everyone {
		s.side(told.Winner).Score++
	}
	told.Scores = []int{s.Sides[0].Score, s.Sides[1].Score}
	t.Say(told)
}

func fordEnd(s *S) rules.Outcome {
	winner := RollOff(s.Sides[0].Score, s.Sides[1].Score)
	if winner == rules.Everyone {
		winner = other(s.Attacker)
	}
	return rules.Outcome{Winner: winner, Why: fmt.Sprintf("The ford: %d points for %s, %d for %s; level points are B's.",
		s.Sides[0].Score, rules.Escape(s.Sides[0].Name), s.Sides[1].Score, rules.Escape(s.Sides[1].Name))}
}

// mayLeave tells whether a model may leave over the far edge: it touches it and
// nobody holds it.
func (s *S) mayLeave(m *Model) bool {
	return s.House.Mission == "break_through" && m.Seat == s.Attacker && m.Standing() &&
		(s.Phase.moves() && !m.Attacked || s.Phase.shoots()) && !s.engaged(m) &&
		(s.House.Called || s.Field.Edge(s.base(m), s.Edge.Opposite()) == 0)
}

// leave takes a model over the far edge, for a point. Those inside it go along
// and score nothing.
func (s *S) leave(t *rules.Turn, m *Model) error {
	if s.House.Called && !isSo(t, m.Seat, fmt.Sprintf("%s touches your edge of the table and none of your models", m.shown())) {
		t.Say(NotSo{Seat: other(m.Seat), Caller: m.Seat, Stays: m.Name})
		return nil
	}
	for _, o := range s.aboard(m) {
		o.Status, o.Inside = Gone, ""
	}
	m.Status, m.From = Gone, nil
	s.side(m.Seat).Score++
	t.Say(Left{Seat: m.Seat, Model: m.Name, Score: s.side(m.Seat).Score})
	s.judge(t)
	return nil
}

func breakThroughEnd(s *S) rules.Outcome {
	b := other(s.Attacker)
	left, killed := s.side(s.Attacker).Score, len(s.dead(s.Attacker))
	winner := b
	if left > killed {
		winner = s.Attacker
	}
	return rules.Outcome{Winner: winner, Why: fmt.Sprintf("%s of %s broke through and %s died; level points are B's.",
		kit.Capital(some(left)), rules.Escape(s.side(s.Attacker).Name), some(killed))}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "one " + one
	}
	return count(n) + " " + many
}
