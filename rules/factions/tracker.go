package factions

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Tracker is something that lies at a place because of a hero: on a figure, whose
// attacks it may change, or in a space. It goes when that hero is defeated, unless
// it stays (WF-23).
type Tracker struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Because string `json:"because"`      // a figure's ID
	On      string `json:"on,omitempty"` // a figure's ID; empty for a space
	Place   string `json:"place"`
	Gain    Gain   `json:"gain,omitzero"`
	Stays   bool   `json:"stays,omitempty"`
}

// track is the order that places a tracker.
func track(s *S, t *rules.Turn, o rules.Order) error {
	because, err := s.named(s.everyone(), o.Args["because"])
	if err != nil {
		return err
	}
	name, place := oneLine(o.Args["name"]), oneLine(o.Args["on"])
	switch {
	case because.Defeated:
		return rules.Refuse("%s is defeated, so nothing is placed because of this hero.", because.shown())
	case name == "" || place == "":
		return rules.Refuse("A tracker has a name and a place of at most %d letters.", mostLetters)
	case len(s.Trackers) >= mostTrackers:
		return rules.Refuse("There are %d trackers already. Take one away with /untrack.", mostTrackers)
	}
	s.Laid++
	tr := Tracker{ID: fmt.Sprintf("t%d", s.Laid), Name: name, Because: because.ID, Place: place, Stays: isYes(o.Args["stays"])}
	for _, f := range s.everyone() { // no likeness will do: a space may be called anything
		if f.ID == place || strings.EqualFold(f.Name, place) {
			tr.On, tr.Place = f.ID, f.Name
		}
	}
	if text := o.Args["gives"]; text != "" {
		if err := tr.Gain.UnmarshalText([]byte(text)); err != nil {
			return rules.Refuse("“%s” is not a modifier like “+1 melee hit” or “-1 damage”, from -%d to +%[2]d.", rules.Escape(kit.Clip(text, 60)), mostGain)
		}
		if tr.On == "" {
			return rules.Refusal("Only a tracker on a hero or minion changes attacks.")
		}
	}
	s.Trackers = append(s.Trackers, tr)
	gain := ""
	if tr.Gain.N != 0 {
		gain = tr.Gain.String()
	}
	t.Say(Tracked{Seat: t.Seat(), Name: name, Because: because.Name, Place: tr.Place, Gain: gain, Stays: tr.Stays})
	return nil
}

const mostTrackers = 40

// untrack is the order that takes a tracker away.
func untrack(s *S, t *rules.Turn, o rules.Order) error {
	id, err := kit.Find("tracker", o.Args["tracker"], trackerOptions(s.Trackers))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(s.Trackers, func(tr Tracker) bool { return tr.ID == id })
	t.Say(Untracked{Seat: t.Seat(), Name: s.Trackers[i].Name, Place: s.Trackers[i].Place})
	s.Trackers = slices.Delete(s.Trackers, i, i+1)
	return nil
}

// oneLine is a typed name; nothing when it is too long or not one line.
func oneLine(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
	if strings.ContainsAny(text, "\n\r") || len([]rune(text)) > mostLetters {
		return ""
	}
	return text
}

func isYes(text string) bool {
	return slices.Contains([]string{"true", "yes", "1", "on"}, strings.ToLower(strings.TrimSpace(text)))
}
