package skirmish

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Muster reads an army list in words, as in
//
//	1 Captain "Red Anne", 3 Musketeer, 2 Fighter
//
// into a roster of a faction with at most so many points; 0 sets no limit. Models
// without a name are numbered. The Refusal names every fault at once.
func Muster(f Faction, key, name, list string, points int) (rules.Roster, error) {
	entries, faults := f.entries(list)
	roster := rules.Roster{Key: key, Name: strings.TrimSpace(name), Sheet: kit.Encode(armySheet{
		Faction: f.Key, Title: f.Name, Rules: f.Rules, Limits: f.Limits, Specials: f.Specials,
	})}
	if roster.Name == "" {
		roster.Name = f.Name
	}
	counts := make(map[string]int, len(f.Kinds))
	for _, e := range entries {
		counts[e.kind.Key] += e.count
	}
	numbered := make(map[string]int, len(f.Kinds))
	var kinds []Kind
	for _, e := range entries {
		for i := range e.count {
			numbered[e.kind.Key]++
			fighter := e.kind.fighter(numbered[e.kind.Key], counts[e.kind.Key])
			if i < len(e.names) {
				fighter.Name = e.names[i]
			}
			roster.Fighters = append(roster.Fighters, fighter)
			kinds = append(kinds, e.kind)
		}
	}
	for _, fault := range musterFaults(f.Limits, kinds, points) {
		faults = append(faults, fault.Text)
	}
	faults = append(faults, nameFaults(roster.Fighters)...)
	if len(faults) > 0 {
		return roster, rules.Refuse("%s cannot fight like this: %s.", rules.Escape(roster.Name), strings.Join(faults, "; "))
	}
	return roster, nil
}

// fighter is one model of a kind, the n-th of so many.
func (k Kind) fighter(n, of int) rules.Fighter {
	name := k.Name
	if of > 1 {
		name = fmt.Sprintf("%s %d", k.Name, n)
	}
	return rules.Fighter{ID: fmt.Sprintf("%s_%d", k.Key, n), Name: name, Sheet: kit.Encode(Sheet{Kind: k})}
}

// entry is one item of a list in words.
type entry struct {
	count int
	kind  Kind
	names []string
}

var (
	itemPattern   = regexp.MustCompile(`[^,;\n"“”]*(?:["“”][^"“”\n]*["“”][^,;\n"“”]*)*`)
	countPattern  = regexp.MustCompile(`^([0-9]{1,6})\s*[x×]?\s+`)
	quotedPattern = regexp.MustCompile(`["“”]([^"“”\n]*)["“”]`)
)

const mostOfAList = 4000 // characters

// entries reads the items of a list; what cannot be read is a fault.
func (f Faction) entries(list string) (entries []entry, faults []string) {
	if len(list) > mostOfAList {
		return nil, []string{fmt.Sprintf("the list is longer than %d characters", mostOfAList)}
	}
	for _, item := range itemPattern.FindAllString(list, -1) {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		e, fault := f.entry(item)
		if fault != "" {
			faults = append(faults, fault)
			continue
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 && len(faults) == 0 {
		faults = append(faults, "the list is empty")
	}
	return entries, faults
}

func (f Faction) entry(item string) (entry, string) {
	e := entry{count: 1}
	text := item
	for _, name := range quotedPattern.FindAllStringSubmatch(item, -1) {
		text = strings.Replace(text, name[0], " ", 1)
		e.names = append(e.names, strings.TrimSpace(name[1]))
	}
	if found := countPattern.FindStringSubmatch(text); found != nil {
		text = text[len(found[0]):]
		n, err := strconv.Atoi(found[1])
		if err != nil || n < 1 || n > mostModels {
			return e, fmt.Sprintf("%s: an army has from 1 to %d models", rules.Escape(clip(item, 60)), mostModels)
		}
		e.count = n
	}
	kind, err := f.named(strings.TrimSpace(text))
	if err != nil {
		return e, strings.TrimSuffix(err.Error(), ".")
	}
	e.kind = kind
	if len(e.names) > e.count {
		return e, fmt.Sprintf("%s: more names than models", rules.Escape(clip(item, 60)))
	}
	return e, ""
}

// named finds a kind by its name, in the singular or the plural.
func (f Faction) named(text string) (Kind, error) {
	var options []rules.Option
	for _, k := range f.Kinds {
		options = append(options, rules.Option{ID: k.Key, Label: k.Name})
	}
	singular := strings.TrimSuffix(text, "s")
	if strings.HasSuffix(text, "men") {
		singular = strings.TrimSuffix(text, "men") + "man"
	}
	id, err := kit.Find("model of this army list", singular, options)
	if err != nil {
		id, err = kit.Find("model of this army list", text, options)
	}
	if err != nil {
		return Kind{}, err
	}
	i := slices.IndexFunc(f.Kinds, func(k Kind) bool { return k.Key == id })
	return f.Kinds[i], nil
}

// MusterFault is one thing that an army may not be. Why is its short name.
type MusterFault struct{ Why, Text string }

// musterFaults lists all that limits and points say against an army's models.
func musterFaults(limits []Limit, kinds []Kind, points int) []MusterFault {
	var faults []MusterFault
	if len(kinds) > mostModels {
		faults = append(faults, MusterFault{"too_many_models", fmt.Sprintf("it has %d models, more than %d", len(kinds), mostModels)})
	}
	for _, l := range limits {
		faults = append(faults, l.faults(kinds)...)
	}
	if total, _ := cost(kinds); points > 0 && total > points {
		faults = append(faults, MusterFault{"over_points", fmt.Sprintf("it costs %d points, %d over the limit of %d", total, total-points, points)})
	}
	return faults
}

func (l Limit) faults(kinds []Kind) []MusterFault {
	var faults []MusterFault
	counts := make(map[string]int, len(kinds))
	together := 0
	for _, k := range kinds {
		counts[k.Key]++
		if slices.Contains(l.Of, k.Key) {
			together++
		}
	}
	if together > l.Most {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return slices.Contains(l.Of, k.Key) })
		faults = append(faults, MusterFault{
			fmt.Sprintf("%s_%s", count(l.Most), l.Of[0]),
			fmt.Sprintf("%s %s is allowed per army, not %d", count(l.Most), kinds[i].shown(), together),
		})
	}
	for i, k := range kinds {
		first := slices.IndexFunc(kinds, func(o Kind) bool { return o.Key == k.Key }) == i
		if l.Each != "" && first && k.Type == l.Each && counts[k.Key] > l.Most {
			faults = append(faults, MusterFault{
				fmt.Sprintf("%s_of_each_%s", count(l.Most), l.Each),
				fmt.Sprintf("%s of each %s are allowed per army, not %d %s", count(l.Most), l.Each, counts[k.Key], k.shown()),
			})
		}
	}
	return faults
}

// cost adds up an army's points and battle value.
func cost(kinds []Kind) (points, bv int) {
	for _, k := range kinds {
		points += k.Points
		bv += k.BV
	}
	return points, bv
}

// nameFaults lists names that models of one army share, or that are none.
func nameFaults(fighters []rules.Fighter) []string {
	var faults []string
	for i, f := range fighters {
		if strings.TrimSpace(f.Name) == "" || len([]rune(f.Name)) > mostLetters || strings.ContainsAny(f.Name, "\n\r,") {
			faults = append(faults, fmt.Sprintf("a name has at most %d letters and no comma: %q has not", mostLetters, rules.Escape(clip(f.Name, 70))))
		}
		if slices.ContainsFunc(fighters[:i], func(o rules.Fighter) bool { return strings.EqualFold(o.Name, f.Name) }) {
			faults = append(faults, fmt.Sprintf("two models are called %s", rules.Escape(clip(f.Name, 60))))
		}
		if !shortID(f.ID) || slices.ContainsFunc(fighters[:i], func(o rules.Fighter) bool { return o.ID == f.ID }) {
			faults = append(faults, fmt.Sprintf("%s has no id of its own, of at most %d plain letters", rules.Escape(clip(f.Name, 60)), mostOfAnID))
		}
	}
	return faults
}
