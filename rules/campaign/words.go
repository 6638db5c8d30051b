package campaign

import (
	"encoding/json"
	"fmt"
	"strings"

	"umpire/rules"
)

// Words puts changes of a roster into sentences without a full stop, escaped for
// Discord. Those that do nothing worth telling have none. A secret note is told
// without its words.
func (r *Roster) Words(changes []Change) []string {
	var lines []string
	now := r
	for _, c := range changes {
		if line := now.words(c); line != "" {
			lines = append(lines, line)
		}
		if next, err := now.After([]Change{c}); err == nil { // what was written down has been checked
			now = &next
		}
	}
	return lines
}

// words tells one change of the roster as it is now.
func (r *Roster) words(c Change) string {
	switch c.What {
	case Name:
		return "the roster is called " + rules.Escape(c.To)
	case Side:
		if len(r.Side) == 0 { // as every roster begins
			return ""
		}
		return "what the whole side has changes"
	case Add:
		return rules.Escape(c.Who.Name) + " joins"
	case Return, Rest, RestFull:
		return r.restWords(c)
	}
	m := r.Member(c.Member)
	if m == nil {
		return ""
	}
	who, to := rules.Escape(m.Name), rules.Escape(c.To)
	switch c.What {
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
		return "the secret notes on " + who + " change"
	case Wound:
		if c.To == string(Out) {
			return who + " " + woundWords(c.N) + " and goes out of action"
		}
		return who + " " + woundWords(c.N)
	case Mend:
		if m.Wounds == 0 {
			return ""
		}
		return who + " is tended and has no wound any more"
	case Stand:
		return who + " is " + standWords(Standing(c.To))
	}
	return who + " " + c.sheetWords()
}

// mostAtRest is how many members are named of those who rest.
const mostAtRest = 10

// restWords tells whom a rest between two battles does good.
func (r *Roster) restWords(c Change) string {
	var names []string
	for _, m := range r.Members {
		after := m
		after.rest(c)
		name := rules.Escape(m.Name)
		switch {
		case after.Wounds != m.Wounds:
			names = append(names, fmt.Sprintf("%s %s", name, woundWords(after.Wounds-m.Wounds)))
		case after.Set != m.Set:
			names = append(names, name+" is back")
		}
	}
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - mostAtRest; more > 1 {
		names = append(names[:mostAtRest], fmt.Sprintf("%d more likewise", more))
	}
	if c.What == Return {
		return rules.List(names)
	}
	return "resting, " + rules.List(names)
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
	what, at := c.where()
	value := rules.Escape(spoken(c.Value))
	switch c.What {
	case Number:
		change := fmt.Sprintf("%d more", c.N)
		if c.N < 0 {
			change = fmt.Sprintf("%d less", -c.N)
		}
		switch {
		case what == "wounds": // how many it can take: those that it has taken are no part of its sheet
			at = " on its sheet"
		case at == "" && strings.Contains(what, " "): // the name of a field, and hardly what is counted
			what = "(" + what + ")"
		}
		return fmt.Sprintf("has %s %s%s", change, what, at)
	case Gain:
		return "gains " + value + at
	case Lose:
		return "loses " + value + at
	}
	if len(c.Value) == 0 || string(c.Value) == "null" {
		return "has no " + what + " any more" + at
	}
	return "has its " + what + at + " set to " + value
}

// where reads a path: what is meant, and at which place, as " at Alpha".
func (c Change) where() (what, at string) {
	var words []string
	for _, key := range strings.Split(c.Path, "/") {
		key = part(key)
		if place, ok := strings.CutPrefix(key, "@"); ok {
			words, at = nil, " at "+rules.Escape(place)
			continue
		}
		words = append(words, strings.ReplaceAll(key, "_", " "))
	}
	if at != "" { // of what is counted there, its own name is enough
		words = words[len(words)-1:]
	}
	return rules.Escape(strings.Join(words, " ")), at
}

// spoken is a value of a sheet in words: the name of what has one, what is counted at
// a place, else its parts.
func spoken(value json.RawMessage) string {
	v, err := Decoded(value)
	if err != nil {
		return string(value)
	}
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "_", " ")
	case map[string]any:
		if place := placeOf(v); place != "" {
			return rules.List(counts(v)) + " at " + place
		}
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

// counts lists what an object counts, also in objects within it: "2 boyz".
func counts(object map[string]any) []string {
	var list []string
	for _, key := range keysOf(object, nil) {
		if n, ok := integer(object[key]); ok {
			list = append(list, fmt.Sprintf("%d %s", n, strings.ReplaceAll(key, "_", " ")))
		} else if within, ok := object[key].(map[string]any); ok {
			list = append(list, counts(within)...)
		}
	}
	return list
}
