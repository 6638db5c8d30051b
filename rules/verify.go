package rules

import (
	"fmt"
	"slices"
)

// Verified counts what Verify could check of a log.
type Verified struct {
	Lines  int
	Redone int // rolls and shuffles that the opened dice secret gives again
	Picks  int // sealed picks that were redone, from their opening or their secret part
	Sealed int // picks and shuffles that are still sealed here
}

// Verify checks an exported log without the rules and without trusting who wrote
// it: line numbers and chain, roll numbers, the seals of all that is opened or
// whose secret part is there, and, once the dice secret is opened, every roll.
// Secret parts may be left out. The error names the first line that does not
// hold.
func Verify(log []Entry) (Verified, error) {
	v := &verifier{pickSeals: make(map[int]string)}
	if len(log) == 0 || log[0].Setup == nil {
		return v.found, fault("line 1 does not open a fight")
	}
	v.setup = log[0].Setup
	v.words = make([]string, len(v.setup.Setup.Sides))
	for _, e := range log {
		if err := v.line(e); err != nil {
			return v.found, fmt.Errorf("line %d does not hold: %w", v.found.Lines+1, err)
		}
		v.found.Lines++
	}
	return v.found, v.redo(log)
}

// verifier is what has been read of a log so far.
type verifier struct {
	found     Verified
	setup     *Opening
	chain     string
	words     []string
	rolls     int            // numbers given out
	pickSeals map[int]string // by line
	secret    string         // of the dice, once opened
}

func (v *verifier) line(e Entry) error {
	if e.Line != v.found.Lines+1 {
		return fault("it is numbered %d", e.Line)
	}
	if again := e.chained(v.chain); again.Chain != e.Chain {
		return fault("the chain after it is %s, not %s", again.Chain, e.Chain)
	}
	v.chain = e.Chain
	for _, r := range e.Rolls {
		if v.rolls++; r.N != v.rolls {
			return fault("roll %d stands where roll %d belongs", r.N, v.rolls)
		}
	}
	if e.Word != "" && (e.Seat < 1 || int(e.Seat) > len(v.words)) {
		return fault("seat %d has no word to give", e.Seat)
	}
	if e.Word != "" {
		v.words[e.Seat-1] = e.Word
	}
	if e.End != "" && SealOf(e.End, v.setup.Fight) != v.setup.Seal {
		return fault("the opened secret is not the one that was sealed")
	}
	v.secret = e.End
	if err := v.seals(e); err != nil {
		return err
	}
	return v.openings(e)
}

// seals redoes the seals of a line whose secret part is there.
func (v *verifier) seals(e Entry) error {
	if e.PickSeal != "" {
		v.pickSeals[e.Line] = e.PickSeal
		switch {
		case e.Reply == nil:
			return fault("it seals a pick and is no reply")
		case e.Secret.PickNonce == "":
			v.found.Sealed++
		case PickSeal(v.setup.Fight, e.Reply.Asked, e.By, e.Secret.Picks, e.Secret.PickNonce) != e.PickSeal:
			return fault("its secret pick does not redo its seal")
		default:
			v.found.Picks++
		}
	}
	if e.RollSeal != "" {
		switch {
		case e.Secret.RollNonce == "":
			v.found.Sealed++
		case rollSeal(v.setup.Fight, e.Line, e.Secret.Rolls, e.Secret.RollNonce) != e.RollSeal:
			return fault("its secret rolls do not redo their seal")
		}
	}
	return nil
}

// openings redoes the seals of the picks that a line turns up.
func (v *verifier) openings(e Entry) error {
	for _, o := range e.Opened {
		sealed, known := v.pickSeals[o.Line]
		if !known || sealed != o.Seal || PickSeal(v.setup.Fight, o.Asked, o.By, o.Picks, o.Nonce) != sealed {
			return fault("the pick that it opens is not the one that line %d sealed", o.Line)
		}
		v.found.Picks++
	}
	return nil
}

// redo rolls everything again once the dice secret is opened.
func (v *verifier) redo(log []Entry) error {
	if v.secret == "" {
		return nil
	}
	dice := NewSealed(v.secret, v.setup.Fight, Mix(v.words))
	for _, e := range log {
		for _, r := range e.rolls() {
			var faces []int
			switch {
			case !r.Hidden:
				faces = dice.Roll(r.N, r.Kind, len(r.Faces), r.Sides)
			case len(r.Faces) > 0:
				faces = shuffle(dice, r.N, r.Kind, r.Sides)
			}
			if !slices.Equal(faces, r.Faces) {
				return fault("line %d does not hold: roll %d gives %v, not %v", e.Line, r.N, faces, r.Faces)
			}
			if len(faces) > 0 {
				v.found.Redone++
			}
		}
	}
	return nil
}
