package kit

import (
	"cmp"
	"slices"
	"strings"

	"umpire/rules"
)

// Find gives the ID of the candidate that a player means: by its ID or label,
// whatever the case and spaces, or by the one label that has a word beginning so.
// What is the kind of thing looked for ("model"). The Refusal names the nearest.
func Find(what, text string, candidates []rules.Option) (string, error) {
	typed := plain(text)
	for _, same := range []func(rules.Option) bool{
		func(o rules.Option) bool { return o.ID == text },
		func(o rules.Option) bool { return plain(o.ID) == typed || plain(o.Label) == typed },
	} {
		if i := slices.IndexFunc(candidates, same); i >= 0 {
			return candidates[i].ID, nil
		}
	}
	var begun []rules.Option
	for _, o := range candidates {
		if typed != "" && strings.Contains(" "+plain(o.Label), " "+typed) {
			begun = append(begun, o)
		}
	}
	if len(begun) == 1 {
		return begun[0].ID, nil
	}
	if len(candidates) == 0 {
		return "", rules.Refuse("No %s can be named here now.", what)
	}
	return "", rules.Refuse("No %s is called %s. Did you mean %s?", what, rules.Escape(short(text)), rules.Escape(either(nearest(typed, candidates))))
}

// short is a typed text as a refusal repeats it: at most 60 letters.
func short(text string) string {
	letters := []rune(strings.TrimSpace(text))
	if len(letters) <= 60 {
		return string(letters)
	}
	return string(letters[:60]) + "…"
}

// plain is a name without what typing differs in.
func plain(text string) string {
	text = strings.NewReplacer("’", "'", "_", " ", "-", " ").Replace(strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

// nearest gives up to three labels, the nearest first, and none that is much
// further off than the first.
func nearest(typed string, candidates []rules.Option) []string {
	type near struct {
		label string
		off   int
	}
	all := make([]near, 0, len(candidates))
	for _, o := range candidates {
		off := distance(typed, plain(o.Label))
		for word := range strings.FieldsSeq(plain(o.Label)) {
			off = min(off, distance(typed, word))
		}
		all = append(all, near{o.Label, off})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.off, b.off) })
	var labels []string
	for _, n := range all[:min(3, len(all))] {
		if n.off <= all[0].off+2 {
			labels = append(labels, n.label)
		}
	}
	return labels
}

func either(labels []string) string {
	if len(labels) == 1 {
		return labels[0]
	}
	last := len(labels) - 1
	return strings.Join(labels[:last], ", ") + " or " + labels[last]
}

// distance is how many letters must be put in, left out or changed to make a
// into b (Levenshtein).
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		corner := row[0]
		row[0] = i + 1
		for j, y := range to {
			change := corner
			if x != y {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
