package campaign

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
)

// Told is one entry of a ledger in words: what it did, a sentence a change. Stands
// is false for one that a later entry takes back.
type Told struct {
	Entry  Entry
	Lines  []string
	Stands bool
}

// Tell puts a ledger into words. Members are called what they were called then.
func Tell(ledger []Entry) []Told {
	stands := Stands(ledger)
	var r Roster
	told := make([]Told, len(ledger))
	for i, e := range ledger {
		told[i] = Told{Entry: e, Lines: r.Words(e.Changes), Stands: stands[i]}
		for _, c := range e.Changes {
			_ = r.apply(c) // what was written down has been checked: here only names matter
		}
	}
	return told
}

// Words puts changes of a roster into sentences without a full stop, escaped for
// Discord. Those that do nothing worth telling have none. A secret note is told
// without its words.
func (r *Roster) Words(changes []Change) []string {
	names := make(map[string]string, len(r.Members))
	for _, m := range r.Members {
		names[m.ID] = m.Name
	}
	var lines []string
	for _, c := range changes {
		if c.Who != nil {
			names[c.Who.ID] = c.Who.Name
		}
		if c.What == Return && !slices.ContainsFunc(r.Members, func(m Member) bool { return m.Set == Out || m.Set == Routed }) {
			continue
		}
		if line := c.words(names); line != "" {
			lines = append(lines, line)
		}
		if c.What == Rename {
			names[c.Member] = c.To
		}
	}
	return lines
}

func (c Change) words(names map[string]string) string {
	who := rules.Escape(names[c.Member])
	if who == "" {
		who = rules.Escape(c.Member)
	}
	to := rules.Escape(c.To)
	switch c.What {
	case Name:
		return "the roster is called " + to
	case Side:
		return "what the side has as a whole is set"
	case Add:
		return rules.Escape(c.Who.Name) + " joins"
	case Remove:
		return who + " leaves"
	case Rename:
		return who + " is now called " + to
	case Note:
		if to == "" {
			return "the note on " + who + " goes"
		}
		return "a note on " + who + ": " + to
	case Secret:
		return "a note on " + who + " for its own side"
	case Wound:
		return who + " " + woundWords(c.N)
	case Mend:
		return who + " heals every wound"
	case Stand:
		return who + " is " + standWords(Standing(c.To))
	case Return:
		return "whoever was routed or laid up is back"
	case Rest:
		return fmt.Sprintf("everybody alive rests and heals up to %s", counted(c.N, "wound"))
	case RestFull:
		return "everybody alive rests and heals every wound"
	}
	return who + " " + c.sheetWords()
}

func woundWords(n int) string {
	if n < 0 {
		return "heals " + counted(-n, "wound")
	}
	return "takes " + counted(n, "wound")
}

func standWords(s Standing) string {
	switch s {
	case Dead:
		return "dead"
	case Out:
		return "laid up and misses the next battle"
	case Routed:
		return "routed and misses the next battle"
	}
	return "fit to fight"
}

func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// sheetWords tells a change of a sheet.
func (c Change) sheetWords() string {
	what := rules.Escape(strings.ReplaceAll(strings.ReplaceAll(c.Path, "/", " "), "_", " "))
	value := rules.Escape(spoken(c.Value))
	switch c.What {
	case Number:
		if c.N < 0 {
			return fmt.Sprintf("has %d less %s", -c.N, what)
		}
		return fmt.Sprintf("has %d more %s", c.N, what)
	case Gain:
		return "gains " + value + " (" + what + ")"
	case Lose:
		return "loses " + value + " (" + what + ")"
	}
	if len(c.Value) == 0 || string(c.Value) == "null" {
		return "has no " + what + " any more"
	}
	return "has its " + what + " set to " + value
}

// spoken is a value of a sheet in words: the name of what has one, else its parts.
func spoken(value json.RawMessage) string {
	v, err := decoded(value)
	if err != nil {
		return string(value)
	}
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "_", " ")
	case map[string]any:
		for _, key := range []string{"name", "title", "key"} {
			if name, ok := v[key].(string); ok {
				return name
			}
		}
		var parts []string
		for _, key := range keysOf(v, nil) {
			if text, ok := v[key].(string); ok {
				parts = append(parts, text)
			}
		}
		return strings.Join(parts, ": ")
	case bool:
		if v {
			return "yes"
		}
		return "no"
	}
	return string(value)
}
