package rules

import "strings"

// ErrPaused refuses answers while the umpire has stopped the fight.
const ErrPaused = Refusal("The umpire has paused this fight. Nothing is answered until it goes on.")

// ErrWhy refuses a ruling without a reason.
const ErrWhy = Refusal("Say why: a ruling is told with its reason.")

// Facts about what the umpire does with the clock, and about remarks.
type (
	// Paused: the umpire has stopped the fight.
	Paused struct{ Reason string }
	// Resumed: the umpire lets it go on.
	Resumed struct{ Reason string }
	// Noted: somebody added a remark to the record. Link leads to what it is
	// about, such as a photo; it may be empty.
	Noted struct {
		Seat       Seat
		Text, Link string
	}
)

const pauseLines = `
{{define "Paused"}}**The umpire pauses the fight:** “{{name .Reason}}” Nothing is answered, and no patience runs out, until it goes on.{{end}}
{{define "Resumed"}}**The umpire lets the fight go on:** “{{name .Reason}}” Patience begins anew.{{end}}
{{define "Noted"}}-# {{seat .Seat}} {{if lt .Seat 0}}adds{{else}}added{{end}} to the record: “{{name .Text}}”{{if .Link}} {{.Link}}{{end}}{{end}}
`

// Paused is why the umpire has stopped the fight, or "".
func (f *Fight) Paused() string { return f.s.Paused }

// Pause stops the fight until Resume: but for the umpire nobody answers. The
// stamp has the reason.
func (f *Fight) Pause(st Stamp) (Entry, []Event, error) {
	if f.s.Paused != "" {
		return Entry{}, nil, Refuse("The fight is paused already.")
	}
	return f.clock(true, st)
}

// Resume lets a paused fight go on. The stamp has the reason.
func (f *Fight) Resume(st Stamp) (Entry, []Event, error) {
	if f.s.Paused == "" {
		return Entry{}, nil, Refuse("The fight is not paused.")
	}
	return f.clock(false, st)
}

func (f *Fight) clock(stop bool, st Stamp) (Entry, []Event, error) {
	switch st.Reason = strings.TrimSpace(plainText(st.Reason)); {
	case f.s.Over != nil:
		return Entry{}, nil, ErrOver
	case !f.s.Begun:
		return Entry{}, nil, ErrNotBegun
	case st.Reason == "":
		return Entry{}, nil, ErrWhy
	}
	w := f.open(nil, st)
	s := &w.f.s
	if s.Paused = ""; stop {
		s.Paused = st.Reason
		w.say(Paused{st.Reason})
	} else {
		w.say(Resumed{st.Reason})
	}
	s.stays()
	w.entry.Seat, w.entry.Pause, w.entry.Resume = Umpire, stop, !stop
	return w.done(f)
}

// Note adds a remark at the present line, of a seat or the umpire. It changes
// nothing else and is no unit.
func (f *Fight) Note(seat Seat, text, link string, st Stamp) (Entry, []Event, error) {
	text, link = strings.TrimSpace(plainText(text)), plainText(link)
	switch {
	case f.s.Over != nil:
		return Entry{}, nil, ErrOver
	case !f.s.Begun:
		return Entry{}, nil, ErrNotBegun
	case seat != Umpire && (seat < 1 || int(seat) > f.s.Seats):
		return Entry{}, nil, ErrSeat
	case text == "":
		return Entry{}, nil, Refuse("Say what it shows.")
	}
	w := f.open(nil, st)
	w.f.s.stays()
	w.entry.Seat, w.entry.Note, w.entry.Link = seat, text, link
	w.say(Noted{seat, text, link})
	return w.done(f)
}
