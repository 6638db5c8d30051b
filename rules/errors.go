package rules

import (
	"errors"
	"fmt"
)

// Refusal is the player's kind of error: a sentence that can be shown as it is,
// saying what is wrong and what would be right. Nothing has moved.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// Refuse makes a Refusal as fmt.Sprintf does.
func Refuse(format string, args ...any) error { return Refusal(fmt.Sprintf(format, args...)) }

// What any system may refuse.
const (
	ErrClosed   = Refusal("That decision is no longer open.")
	ErrSeat     = Refusal("That decision belongs to the other side.")
	ErrPicks    = Refusal("That is not one of the choices.")
	ErrOver     = Refusal("This fight is over.")
	ErrNotBegun = Refusal("This fight has not begun.")
	ErrMiddle   = Refusal("Something is being resolved and waits for an answer. Wait until it is done.")
)

// Fault is our kind of error: a broken rule or record. The player reads only
// that nothing was changed.
type Fault struct{ What string }

func (f *Fault) Error() string { return f.What }

func fault(format string, args ...any) error { return &Fault{fmt.Sprintf(format, args...)} }

// IsRefusal tells whether an error is the player's, and gives its sentence.
func IsRefusal(err error) (string, bool) {
	var r Refusal
	if errors.As(err, &r) {
		return string(r), true
	}
	return "", false
}
