package rules

import "strings"

// Objection is an open objection to a declaration: whose, and why. While it is
// open nothing is answered.
type Objection struct {
	Seat   Seat   `json:"seat"`
	Reason string `json:"reason"`
}

// Facts about calls.
type (
	// Objected: a seat objects to the declaration that waits.
	Objected struct {
		Seat, Declarer Seat
		Reason         string
	}
	// Settled: the objection is over and the declaration stands. By is the
	// objector, or the umpire, or the declarer after a lapse.
	Settled struct {
		By, Objector Seat
		Reason       string // the umpire's
	}
	// TakenBack: the declaration that waited is taken back, as if never made.
	TakenBack struct {
		By, Declarer Seat
		Reason       string // the umpire's
	}
)

const callLines = `
{{define "Objected"}}**{{seat .Seat}} objects:** “{{name .Reason}}” Nothing is turned or rolled until {{seat .Declarer}} takes the declaration back, or {{seat .Seat}} lets it stand.{{end}}
{{define "Settled"}}{{if eq .By .Objector}}{{seat .By}} lets it stand.{{else if lt .By 0}}The umpire rules that it stands{{if .Reason}}: “{{name .Reason}}”{{else}}.{{end}}{{else}}{{seat .Objector}} let the objection lapse, so the declaration stands.{{end}} The fight goes on.{{end}}
{{define "TakenBack"}}{{if eq .By .Declarer}}{{seat .By}} takes it back.{{else if lt .By 0}}The umpire takes {{seat .Declarer}}'s declaration back{{if .Reason}}: “{{name .Reason}}”{{else}}.{{end}}{{else}}{{seat .Declarer}} let the objection lapse, so the declaration is taken back.{{end}} It counts as never made.{{end}}
`

// Declared tells whose order waits in its middle, if nothing was rolled, turned
// up or shown since: it can be objected to, and taken back.
func (f *Fight) Declared() (by Seat, open bool) {
	u := f.s.Unit
	if u == nil || u.Order == nil || u.Seat < 1 || u.Shown || f.s.Over != nil {
		return 0, false
	}
	for _, r := range u.Rolls {
		if !r.Hidden {
			return 0, false
		}
	}
	for _, g := range f.s.Facedown { // of an earlier unit, turned up by this one
		if g.Up {
			return 0, false
		}
	}
	for _, answers := range u.Replies {
		for _, g := range answers {
			if g.Up {
				return 0, false
			}
		}
	}
	return u.Seat, true
}

// Middle tells whether a unit waits in its middle.
func (f *Fight) Middle() bool { return f.s.Unit != nil }

// Held is the objection that holds the fight, or nil.
func (f *Fight) Held() *Objection { return f.s.Held }

// What may be refused of calls.
const (
	ErrTooLate = Refusal("It is too late for that: a die has been rolled or a card turned.")
	ErrHeld    = Refusal("An objection is open. Nothing is answered until it is settled.")
	ErrNotHeld = Refusal("No objection is open.")
)

// Object holds the declaration that waits, until its declarer takes it back, or
// the objector or the umpire lets it stand.
func (f *Fight) Object(seat Seat, reason string, st Stamp) (Entry, []Event, error) {
	by, open := f.Declared()
	reason = strings.TrimSpace(plainText(reason))
	switch {
	case !open:
		return Entry{}, nil, ErrTooLate
	case f.s.Paused != "":
		return Entry{}, nil, ErrPaused
	case f.s.Held != nil:
		return Entry{}, nil, ErrHeld
	case seat == by:
		return Entry{}, nil, Refuse("That declaration is your own: take it back instead.")
	case seat < 1 || int(seat) > f.s.Seats:
		return Entry{}, nil, ErrSeat
	case reason == "":
		return Entry{}, nil, Refuse("Say why you object.")
	}
	w := f.open(nil, st)
	w.f.s.Held = &Objection{seat, reason}
	w.entry.Seat, w.entry.Object = seat, reason
	w.say(Objected{seat, by, reason})
	return w.done(f)
}

// Stand lets a declaration stand that is objected to: the objector does, or the
// umpire, or, when the objector let it lapse, the declarer.
func (f *Fight) Stand(seat Seat, lapse bool, st Stamp) (Entry, []Event, error) {
	held := f.s.Held
	if held == nil {
		return Entry{}, nil, ErrNotHeld
	}
	if f.s.Paused != "" && seat != Umpire {
		return Entry{}, nil, ErrPaused
	}
	if seat != held.Seat && seat != Umpire && !lapse {
		return Entry{}, nil, Refuse("Only who objected, or somebody who manages the server, can let it stand.")
	}
	w := f.open(nil, st)
	w.f.s.Held = nil
	w.entry.Seat, w.entry.Stand, w.entry.Lapse = seat, true, lapse
	w.say(Settled{seat, held.Seat, st.Reason})
	return w.done(f)
}

// Withdraw takes the declaration that waits back, as if it had never been made:
// its declarer does, or the umpire, or, when the declarer let an objection
// lapse, the objector. Sealed picks that were given to it are never opened but
// in the record.
func (f *Fight) Withdraw(seat Seat, lapse bool, st Stamp) (Entry, []Event, error) {
	by, open := f.Declared()
	switch {
	case f.s.Paused != "" && seat != Umpire:
		return Entry{}, nil, ErrPaused
	case !open:
		return Entry{}, nil, ErrTooLate
	case lapse && f.s.Held == nil:
		return Entry{}, nil, ErrNotHeld
	case seat != by && seat != Umpire && !lapse:
		return Entry{}, nil, Refuse("Only who declared it can take it back.")
	case f.Outdated():
		return Entry{}, nil, fault("fight %s must be upgraded before a declaration is taken back", f.s.ID)
	}
	w := f.open(nil, st)
	s := &w.f.s
	s.Held, s.Unit, s.Standing, s.Asks, s.Given = nil, nil, nil, nil, nil
	s.stays()
	w.entry.Seat, w.entry.Withdraw, w.entry.Lapse = seat, true, lapse
	w.say(TakenBack{seat, by, st.Reason})
	if err := w.advance(); err != nil {
		return Entry{}, nil, err
	}
	return w.done(f)
}
