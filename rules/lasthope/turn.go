package lasthope

import (
	"fmt"

	"umpire/rules"
)

// turnAsks lets the active side give orders. A side with no attack left is not
// asked: its turn passes.
func turnAsks(s *S) []rules.Ask {
	ready := len(s.ready(s.Active))
	if s.Done || ready == 0 {
		return nil
	}
	return []rules.Ask{{
		ID: "turn", Seat: s.Active, Prompt: s.mayAttack(ready),
		Orders: []string{"attack", "done"}, Default: []string{"done"},
	}}
}

// mayAttack tells how much of a turn is left: "five of your models may still attack".
func (s *S) mayAttack(ready int) string {
	still := ""
	if ready < s.side(s.Active).standing() {
		still = "still "
	}
	return fmt.Sprintf("%s of your models may %sattack.", count(ready), still)
}

// passTurn ends the active side's turn and begins the other's.
func passTurn(s *S, t *rules.Turn) error {
	spent := !s.Done && len(s.ready(s.Active)) == 0
	t.Say(TurnEnded{Seat: s.Active, Spent: spent})
	for _, m := range s.side(s.Active).Models {
		m.Attacked = false
	}
	s.Done = false
	s.Active = other(s.Active)
	if s.Active == 1 {
		s.Turn++
	}
	if s.House.RefillEachTurn {
		s.refill(t)
	}
	t.Say(s.begins())
	return nil
}

func (s *S) begins() TurnBegun {
	return TurnBegun{Turn: s.Turn, Seat: s.Active, Gang: s.side(s.Active).Name, Ready: len(s.ready(s.Active))}
}

// done is the order that ends a turn.
func done(s *S, t *rules.Turn, _ rules.Order) error {
	if t.Seat() != s.Active {
		return rules.Refuse("It is the other side's turn.")
	}
	s.Done = true
	return nil
}
