package campaign

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"umpire/rules"
)

// ownSide is a side that comes with a system, and all that a list may call it. Sides
// with the same sheet are one.
type ownSide struct {
	name   string
	sheet  json.RawMessage
	value  any      // the sheet, decoded
	called []string // bare
}

// sidesOf are the sides that come with a system, as far as they have a sheet of
// their own.
func sidesOf(sys *rules.System) (sides []ownSide) {
	if sys.Rosters == nil {
		return nil
	}
	for _, r := range sys.Rosters() {
		value, err := Decoded(r.Sheet)
		if err != nil || value == nil {
			continue
		}
		i := slices.IndexFunc(sides, func(s ownSide) bool { return same(s.value, value) })
		if i < 0 {
			i = len(sides)
			sides = append(sides, ownSide{name: r.Name, sheet: r.Sheet, value: value})
			if list := listName(sys, r.Sheet); list != "" {
				sides[i].name, sides[i].called = list, []string{bare(list)}
			}
		}
		sides[i].called = append(sides[i].called, bare(r.Name), bare(r.Key))
	}
	return sides
}

// listName is the one group that all recruits of a side are of, such as its army
// list; "" where there are several or none.
func listName(sys *rules.System, side json.RawMessage) (name string) {
	for i, r := range sys.Keeping.Recruits(rules.Roster{Sheet: side}) {
		if i > 0 && r.Group != name {
			return ""
		}
		name = r.Group
	}
	return name
}

// bare is a side's name without what typing differs in, and without its article.
func bare(text string) string {
	return strings.TrimPrefix(folded(strings.Trim(text, "*_ ")), "the ")
}

// SideName is what a system calls one of its own sides, by the side's sheet: as its army
// list, if it has one. It is "" for one that is not the system's own, and where there
// is but one.
func SideName(sys *rules.System, side json.RawMessage) string {
	value, err := Decoded(side)
	if err != nil || value == nil {
		return ""
	}
	sides := sidesOf(sys)
	i := slices.IndexFunc(sides, func(s ownSide) bool { return same(s.value, value) })
	if i < 0 || len(sides) == 1 {
		return ""
	}
	return sides[i].name
}

// sideCalled is the place of the one side that is called so, or the only one with
// a word that begins so where begun is true; -1 for none.
func sideCalled(sides []ownSide, text string, begun bool) int {
	text = bare(text)
	is := func(s ownSide) bool { return slices.Contains(s.called, text) }
	i := slices.IndexFunc(sides, is)
	if text == "" || i >= 0 {
		return i
	}
	is = func(s ownSide) bool {
		return slices.ContainsFunc(s.called, func(name string) bool { return strings.Contains(" "+name, " "+text) })
	}
	if i = slices.IndexFunc(sides, is); !begun || len([]rune(text)) < 4 || i < 0 || slices.ContainsFunc(sides[i+1:], is) {
		return -1
	}
	return i
}

// sideLine is the line by which a list in words says of which side it is; "" for a side
// that has no name of its own.
func sideLine(sys *rules.System, side json.RawMessage) string {
	value, err := Decoded(side)
	if err != nil || value == nil {
		return ""
	}
	sides := sidesOf(sys)
	for i, s := range sides {
		if len(sides) == 1 || !same(s.value, value) {
			continue
		}
		for _, name := range append([]string{s.name}, s.called...) {
			if !strings.ContainsAny(name, ":,;#"+quotes) && sideCalled(sides, name, false) == i {
				return name + ":"
			}
		}
	}
	return ""
}

// sideWord is what may stand before a side's name and a colon.
var sideWord = regexp.MustCompile(`(?i)^\s*(?:side|gang|faction|army|team)\s*:\s*`)

// saidSide takes the side that a list in words names first off the list: before a colon,
// in a line of its own or as the first item. A heading that is called like one
// counts if nothing else does. The one that the roster has, or that somebody picked,
// wins.
func (r *reading) saidSide(text string) string {
	sides := sidesOf(r.sys)
	if len(sides) == 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	said := -1
	for i, line := range lines {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if heading, ok := strings.CutPrefix(line, "#"); ok {
			if said < 0 {
				said = sideCalled(sides, strings.TrimLeft(heading, "# "), false)
			}
			continue
		}
		if at, rest := r.firstSide(sides, line); at >= 0 {
			said, lines[i] = at, rest
		}
		break
	}
	if said < 0 {
		return text
	}
	if has, err := Decoded(r.like.Side); len(r.like.Side) == 0 {
		r.like.Side = sides[said].sheet
	} else if err != nil || !same(has, sides[said].value) {
		r.warn(0, "The list says %s; its members come as the other side that was named has them.", rules.Escape(sides[said].name))
	}
	return strings.Join(lines, "\n")
}

// firstSide is the side that a line begins with, and what is left of the line; -1
// for none. What is a kind of model is no side.
func (r *reading) firstSide(sides []ownSide, line string) (at int, rest string) {
	if word := sideWord.FindString(line); word != "" {
		name := line[len(word):]
		end := strings.IndexAny(name+":", ",;:")
		if at = sideCalled(sides, name[:end], true); at >= 0 {
			return at, strings.TrimLeft(name[end:], ",;: ")
		}
		return -1, line
	}
	isKind := func(text string) bool {
		_, kind := kindsFor(r.sys, Roster{}).exact(text)
		return kind
	}
	before, after, colon := strings.Cut(line, ":")
	if at := sideCalled(sides, before, true); colon && at >= 0 && (!isKind(before) || strings.TrimSpace(after) == "") {
		return at, after
	}
	items := itemsOf(line)
	if len(items) == 0 || isKind(items[0]) {
		return -1, line
	}
	return sideCalled(sides, items[0], false), strings.TrimLeft(strings.TrimPrefix(line, items[0]), ",; ")
}

// heldPattern finds so many of something at the beginning of an item or behind a colon.
var heldPattern = regexp.MustCompile(`(?:^|:\s*)[x×]?[0-9]{1,6}\s*(?:[x×*]\s*)?\pL`)

// held tells whether an item that is not understood named a side or somebody, or
// counted something: then a list without it is not what was meant.
func held(item string) bool {
	text, _ := cleanLine(item)
	text = strings.TrimSpace(pointsPattern.ReplaceAllString(bulletPattern.ReplaceAllString(text, ""), ""))
	return sideWord.MatchString(text) || quotedPattern.MatchString(text) || heldPattern.MatchString(text) || timesPattern.MatchString(text)
}

// whyNot is why an item of a list is none. Of the first one that may be because of a
// side that there is not.
func (r *reading) whyNot(item string, first bool, err error) string {
	sides := sidesOf(r.sys)
	if word := sideWord.FindString(item); word != "" && len(sides) > 1 {
		return "No side is called " + rules.Escape(clipped(item[len(word):])) + ". The sides are " + rules.List(names(sides)) + "."
	}
	before, _, colon := strings.Cut(item, ":")
	if !first || !colon || len(sides) < 2 || strings.ContainsAny(before, quotes+"0123456789") {
		return refused(err)
	}
	return "Neither a side nor a kind of model is called " + rules.Escape(clipped(before)) + ". The sides are " + rules.List(names(sides)) + "."
}

func names(sides []ownSide) (list []string) {
	for _, s := range sides {
		list = append(list, rules.Escape(s.name))
	}
	return list
}
