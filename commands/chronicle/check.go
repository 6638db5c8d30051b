package chronicle

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
)

// Check checks a log and says what it found, a line for each thing. The error
// names the first line that does not hold; the lines then say what held before.
func Check(systems []*rules.System, log []rules.Entry) (found []string, err error) {
	v, err := rules.Verify(log)
	if o := v.Opening; o != nil {
		found = append(found, fmt.Sprintf("Fight %s: %s, rules version %d, %s.", o.Fight, titleOf(systems, o.System), o.Version, count(len(log), "line", "lines")))
	}
	if err != nil {
		return append(found, fmt.Sprintf("The first %s hold.", count(v.Lines, "line", "lines"))), err
	}
	found = append(found,
		fmt.Sprintf("Chain: %s hold; the chain ends in %s. It must be the one under the last post of the fight.", count(v.Lines, "line", "lines"), v.Chain),
		fmt.Sprintf("Picks: %s redone, %s still sealed.", count(v.Picks, "seal", "seals"), count(v.Sealed, "thing", "things")),
		fmt.Sprintf("Words: “%s”, mixed to %s.", strings.Join(v.Words, "” and “"), v.Mix))
	if v.Secret == "" {
		found = append(found, fmt.Sprintf("Dice: sealed as %s. They cannot be redone before the end opens them.", v.Opening.Seal))
	} else {
		found = append(found, fmt.Sprintf("Dice: sealed as %s, opened as %s; %s redone.", v.Opening.Seal, v.Secret, count(v.Redone, "roll or shuffle", "rolls and shuffles")))
	}
	if n := len(Struck(log)); n > 0 {
		found = append(found, fmt.Sprintf("Taken back: %s, which stay in the record.", count(n, "line", "lines")))
	}
	played, err := play(systems, log)
	return append(found, played...), err
}

// play plays again what can be played again.
func play(systems []*rules.System, log []rules.Entry) (found []string, err error) {
	i := slices.IndexFunc(systems, func(s *rules.System) bool { return s.Key == log[0].Setup.System })
	switch {
	case i < 0:
		return []string{"Rules: this program does not have them, so nothing was played again."}, nil
	case !rules.Whole(log):
		return []string{"Rules: some things are still sealed here, so nothing was played again."}, nil
	}
	_, stretches, err := rules.Retrace(systems[i], log)
	if err != nil {
		return nil, err
	}
	for _, s := range stretches {
		if s.Played {
			found = append(found, fmt.Sprintf("Rules: lines %d to %d come out as they were written, by rules version %d.", s.From, s.To, s.Version))
		} else {
			found = append(found, fmt.Sprintf("Rules: lines %d to %d were written by rules version %d, which this program does not have; they were not played again.", s.From, s.To, s.Version))
		}
	}
	return found, nil
}

func titleOf(systems []*rules.System, key string) string {
	for _, s := range systems {
		if s.Key == key {
			return s.Title
		}
	}
	return key
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
