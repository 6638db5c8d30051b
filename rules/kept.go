package rules

import (
	"reflect"
	"slices"
)

// kept is an ask of a step that an order set by, with its answer, if it has one.
// Asked is the line that opened it.
type kept struct {
	Ask   Ask    `json:"ask"`
	Asked int    `json:"asked"`
	Given *given `json:"given,omitempty"`
}

func keptAnswers(list []kept) (answers []given) {
	for _, k := range list {
		if k.Given != nil {
			answers = append(answers, *k.Given)
		}
	}
	return answers
}

// askedAt is the line that opened an ask that is open now: a secret one that
// came again as it was, answered or free, is the same question still.
func (f *Fight) askedAt(ask string) int {
	if line, older := f.s.Older[ask]; older {
		return line
	}
	return f.s.Asked
}

// keep sets the answers to a step's asks by while an order runs. A lapse of an
// ask that takes orders is not kept: it lapsed for want of one.
func (w *work) keep() {
	s := &w.f.s
	for _, a := range s.Asks {
		k := kept{Ask: a, Asked: w.f.askedAt(a.ID)}
		if g := w.f.given(a.ID); g != nil && !g.Forced && (!g.Lapsed || len(a.Orders) == 0) {
			answer := *g
			k.Given = &answer
		}
		if k.Given != nil || a.Secret && a.Free {
			s.Kept = append(s.Kept, k)
		}
	}
}

// giveBack lets the answers count that were set by and whose asks come again as
// they were. One to a free secret ask lies face down until its ask comes; any
// other must be given again, and its seat is told so.
func (w *work) giveBack() {
	s := &w.f.s
	older := make(map[string]int)
	for _, k := range s.Kept {
		i := slices.IndexFunc(s.Asks, func(a Ask) bool { return a.ID == k.Ask.ID })
		same := i >= 0 && reflect.DeepEqual(s.Asks[i], k.Ask)
		if same && k.Ask.Secret && (k.Ask.Free || k.Given != nil) {
			older[k.Ask.ID] = k.Asked
		}
		switch {
		case k.Given == nil:
		case same:
			s.Given = append(s.Given, *k.Given)
		case k.Ask.Free && k.Ask.Secret:
			s.Facedown = append(s.Facedown, *k.Given)
		default:
			w.say(AskedAgain{k.Given.Seat})
		}
	}
	s.Kept = nil
	for _, a := range s.Asks {
		i := slices.IndexFunc(s.Facedown, func(g given) bool { return g.Ask == a.ID && g.Seal != "" && !g.Up })
		if a.Free && a.Secret && i >= 0 {
			older[a.ID] = s.Facedown[i].Asked
			s.Given = append(s.Given, s.Facedown[i])
			s.Facedown = slices.Delete(slices.Clone(s.Facedown), i, i+1)
		}
	}
	if len(older) > 0 {
		s.Older = older
	}
}

// Answered tells whether an ask has an answer that the rules may look at, of this
// unit or still face down: a Free one may have none.
func (t *Turn) Answered(ask string) bool {
	for _, g := range slices.Concat(slices.Concat(t.unit.Replies[:min(t.asked+1, len(t.unit.Replies))]...), t.w.f.s.Facedown) {
		if g.Ask == ask {
			return true
		}
	}
	return false
}
