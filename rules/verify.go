package rules

import (
	"fmt"
	"slices"
)

// Verified is what Verify found in a log. Secret is the dice's, once it is
// opened; Mix is what the words give; Chain is the last line's.
type Verified struct {
	Opening *Opening
	Words   []string
	Mix     string
	Secret  string
	Chain   string
	Lines   int
	Redone  int // rolls and shuffles that the opened dice secret gives again
	Picks   int // sealed picks that were redone, from their opening or their secret part
	Sealed  int // picks, shuffles and snapshots that are still sealed here
}

// Verify checks an exported log without the rules and without trusting who wrote
// it: line numbers and chain, roll numbers, the seals of all that is opened or
// whose secret part is there, and, once the dice secret is opened, every roll.
// Secret parts may be left out. The error names the first line that does not
// hold.
func Verify(log []Entry) (Verified, error) {
	v := &verifier{sealed: make(map[int]Entry)}
	if len(log) == 0 || log[0].Setup == nil {
		return v.found, fault("line 1 does not open a fight")
	}
	v.found.Opening = log[0].Setup
	v.found.Words = make([]string, len(log[0].Setup.Setup.Sides))
	v.pledges = make([]string, len(v.found.Words))
	for _, e := range log {
		if err := v.line(e); err != nil {
			return v.found, fmt.Errorf("line %d does not hold: %w", v.found.Lines+1, err)
		}
		v.found.Lines++
	}
	v.found.Mix = Mix(v.found.Words)
	return v.found, v.redo(log)
}

// verifier is what has been read of a log so far.
type verifier struct {
	found   Verified
	pledges []string
	rolls   int // numbers given out
	begun   bool
	sealed  map[int]Entry // lines that seal a pick
}

func (v *verifier) line(e Entry) error {
	if e.Line != v.found.Lines+1 {
		return fault("it is numbered %d", e.Line)
	}
	if again := e.chained(v.found.Chain); again.Chain != e.Chain {
		return fault("the chain after it is %s, not %s", again.Chain, e.Chain)
	}
	v.found.Chain = e.Chain
	if err := v.course(e); err != nil {
		return err
	}
	for _, r := range e.Rolls {
		if v.rolls++; r.N != v.rolls {
			return fault("roll %d stands where roll %d belongs", r.N, v.rolls)
		}
	}
	if err := v.pick(e); err != nil {
		return err
	}
	if err := v.shuffles(e); err != nil {
		return err
	}
	return v.openings(e)
}

// course checks that the line comes at a time when it may: words before the
// beginning, dice after it, and nothing after the end.
func (v *verifier) course(e Entry) error {
	fight := v.found.Opening
	seat := e.Seat >= 1 && int(e.Seat) <= len(v.found.Words)
	v.begun = v.begun || e.Begin
	switch {
	case v.found.Secret != "":
		return fault("it comes after the end")
	case e.Setup != nil && e.Line > 1:
		return fault("it opens the fight again")
	case e.Pledge+e.Word != "" && (!seat || v.begun):
		return fault("nobody has a word to give there")
	case !v.begun && len(e.Rolls) > 0:
		return fault("it rolls before the words are in")
	case e.Pledge != "":
		v.pledges[e.Seat-1] = e.Pledge
	case e.Word != "":
		v.found.Words[e.Seat-1] = e.Word
		if p := v.pledges[e.Seat-1]; p != "" && p != WordSum(e.Word) {
			return fault("its word is not the one whose SHA-256 was handed in")
		}
	case e.End != "":
		if v.found.Secret = e.End; SealOf(e.End, fight.Fight) != fight.Seal {
			return fault("the opened secret is not the one that was sealed")
		}
	}
	return nil
}

// pick redoes the seal of a line's pick if its secret part is there.
func (v *verifier) pick(e Entry) error {
	s := e.Secret
	switch {
	case e.PickSeal == "" && (s.PickNonce != "" || len(s.Picks) > 0):
		return fault("it hides a pick that it does not seal")
	case e.PickSeal == "":
		return nil
	case e.Reply == nil || len(e.Reply.Picks) > 0:
		return fault("it seals a pick and is no sealed reply")
	}
	v.sealed[e.Line] = e
	switch {
	case s.PickNonce == "" && len(s.Picks) == 0:
		v.found.Sealed++
	case PickSeal(v.found.Opening.Fight, e.Reply.Asked, e.By, s.Picks, s.PickNonce) != e.PickSeal:
		return fault("its secret pick does not redo its seal")
	default:
		v.found.Picks++
	}
	return nil
}

// shuffles redoes the seals of a line's hidden rolls, and of the snapshot that an
// upgrade found, if its secret part is there.
func (v *verifier) shuffles(e Entry) error {
	s, fight := e.Secret, v.found.Opening.Fight
	hidden := slices.DeleteFunc(slices.Clone(e.Rolls), func(r Rolled) bool { return !r.Hidden })
	switch {
	case (e.RollSeal != "") != (len(hidden) > 0):
		return fault("what it shuffles and what it seals are not the same")
	case s.RollNonce == "" && len(s.Rolls) == 0:
		if e.RollSeal != "" {
			v.found.Sealed++
		}
	case len(s.Rolls) != len(hidden) || rollSeal(fight, e.Line, s.Rolls, s.RollNonce) != e.RollSeal:
		return fault("its secret rolls do not redo their seal")
	}
	for i, r := range s.Rolls {
		if h := hidden[i]; r.N != h.N || r.Kind != h.Kind || r.Sides != h.Sides || !r.Hidden || len(r.Faces) != r.Sides || len(h.Faces) > 0 {
			return fault("its secret roll %d is not the one that it hides", r.N)
		}
	}
	switch {
	case (e.Before != "") != (e.Upgrade != 0):
		return fault("it seals a state where no rules change")
	case s.BeforeNonce == "" && len(s.Before) == 0:
		if e.Before != "" {
			v.found.Sealed++
		}
	case beforeSeal(fight, e.Line, s.Before, s.BeforeNonce) != e.Before:
		return fault("the state that it found does not redo its seal")
	}
	return nil
}

// openings redoes the seals of the picks that a line turns up.
func (v *verifier) openings(e Entry) error {
	for _, o := range e.Opened {
		was, known := v.sealed[o.Line]
		if !known || was.PickSeal != o.Seal || was.Seat != o.Seat || was.By != o.By || was.Reply.Ask != o.Ask || was.Reply.Asked != o.Asked ||
			PickSeal(v.found.Opening.Fight, o.Asked, o.By, o.Picks, o.Nonce) != o.Seal {
			return fault("the pick that it opens is not the one that line %d sealed", o.Line)
		}
		v.found.Picks++
	}
	return nil
}

// redo rolls everything again once the dice secret is opened.
func (v *verifier) redo(log []Entry) error {
	if v.found.Secret == "" {
		return nil
	}
	dice := NewSealed(v.found.Secret, v.found.Opening.Fight, v.found.Mix)
	for _, e := range log {
		for _, r := range e.rolls() {
			var faces []int
			switch {
			case r.Sides < 0 || r.Sides > 65536 || len(r.Faces) > 1000 || r.Sides == 0 && !r.Hidden:
				return fault("line %d does not hold: roll %d is an impossible pool", e.Line, r.N)
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
