package kit

import (
	"strconv"
	"strings"

	"umpire/rules"
)

// Reason is what the human umpire gives as such with a correction, without
// broken bytes.
func Reason(o rules.Order) string { return strings.ToValidUTF8(o.Args["reason"], "") }

// End runs the umpire's order that ends a fight: its reason, and the winner, if
// one is named, among options whose ids are seats. What is what a side is called
// in a refusal: "gang".
func End(t *rules.Turn, o rules.Order, what string, winners []rules.Option) error {
	outcome := rules.Outcome{Why: rules.Escape(Reason(o))}
	if text := o.Args["winner"]; text != "" {
		id, err := Find(what, text, winners)
		if err != nil {
			return err
		}
		seat, err := strconv.Atoi(id)
		if err != nil {
			return err
		}
		outcome.Winner = rules.Seat(seat)
	}
	t.End(outcome)
	return nil
}
