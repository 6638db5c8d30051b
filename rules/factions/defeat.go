package factions

import (
	"fmt"
	"slices"

	"umpire/rules"
)

// Marker is what a fallen hero left: a defeat marker in a space, for what stays
// with the hero card, or a Stack of gold.
type Marker struct {
	ID    string     `json:"id"`
	Of    string     `json:"of"` // the hero's name
	Seat  rules.Seat `json:"seat"`
	Space string     `json:"space,omitempty"`
	Stack bool       `json:"stack,omitempty"`
	Gold  int        `json:"gold,omitempty"`
	Cards []Holding  `json:"cards,omitempty"`
}

// defeat takes a figure out of play at once: no wounds, no trackers because of it,
// no abilities, and what it carried is left behind. A minion is simply removed.
func (s *S) defeat(t *rules.Turn, f *Figure) {
	f.Defeated, f.Wounds = true, 0
	s.untrackAll(t, f)
	switch {
	case len(f.Cards) > 0:
		t.Say(LootLeft{Figure: f.Name, Space: f.Sheet.Space, Cards: len(f.Cards), Gold: f.Gold})
		s.leave(f, false)
	case f.Gold > 0:
		s.leaveGold(t, f)
	}
}

func (s *S) untrackAll(t *rules.Turn, f *Figure) {
	var gone []string
	s.Trackers = slices.DeleteFunc(s.Trackers, func(tr Tracker) bool {
		if tr.Because != f.ID || tr.Stays {
			return false
		}
		gone = append(gone, tr.Name)
		return true
	})
	if len(gone) > 0 {
		t.Say(TrackersGone{Figure: f.Name, Trackers: gone})
	}
}

// leaveGold asks the hero's team what becomes of gold alone (WF-12). Until it has
// said so, the gold lies where it does when the decision lapses (WF-31).
func (s *S) leaveGold(t *rules.Turn, f *Figure) {
	lapse := goldStack
	if s.House.GoldStays {
		lapse = goldKeep
	}
	gold := f.Gold
	s.leave(f, lapse == goldStack)
	id := "gold-" + f.ID
	picks := t.Ask(rules.Ask{
		ID: id, Seat: f.Seat, Default: []string{lapse},
		Prompt: fmt.Sprintf("%s had no card, but %d gold. Where does it go?", f.shown(), gold),
		Options: []rules.Option{
			{ID: goldStack, Label: "Stack it in the space"},
			{ID: goldKeep, Label: "Leave it with the hero card"},
		},
	})[id].Picks
	stack := len(picks) > 0 && picks[0] == goldStack
	s.Markers[len(s.Markers)-1].Stack = stack
	if stack {
		t.Say(GoldStacked{Figure: f.Name, Space: f.Sheet.Space, Gold: gold})
	} else {
		t.Say(LootLeft{Figure: f.Name, Space: f.Sheet.Space, Gold: gold})
	}
}

// leave moves what a fallen hero carried into a marker.
func (s *S) leave(f *Figure, stack bool) {
	s.Laid++
	s.Markers = append(s.Markers, Marker{
		ID: fmt.Sprintf("m%d", s.Laid), Of: f.Name, Seat: f.Seat, Space: f.Sheet.Space, Stack: stack, Gold: f.Gold, Cards: f.Cards,
	})
	f.Gold, f.Cards = 0, nil
}
