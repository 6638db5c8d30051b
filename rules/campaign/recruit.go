package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// mostOfAName is how long a name may be that somebody types, in letters: the least
// that any system allows.
const mostOfAName = 40

// ReadName makes a name of what somebody typed: one line, without marks that
// nobody sees. The error is a Refusal.
func ReadName(text string) (string, error) {
	name, err := kit.ReadLabel(text)
	if err != nil || name == "" || len([]rune(name)) > mostOfAName || strings.ContainsAny(name, ",:;") {
		return "", rules.Refuse("A name has 1 to %d letters, and no comma, colon or semicolon.", mostOfAName)
	}
	return name, nil
}

// NewID makes an id of a name that is no member's and never was.
func (r *Roster) NewID(name string) string { return newIDs(*r).of(name) }

// Called finds a member by its name, whatever the case; nil for none.
func (r *Roster) Called(name string) *Member {
	i := slices.IndexFunc(r.Members, func(m Member) bool { return strings.EqualFold(m.Name, name) })
	if i < 0 {
		return nil
	}
	return &r.Members[i]
}

// numbers finds the highest number behind a name that members have, as 3 of "Ganger 3";
// 1 where one has the name alone, 0 where none has it.
func (r *Roster) numbers(name string) (highest int) {
	for _, m := range r.Members {
		switch {
		case strings.EqualFold(m.Name, name):
			highest = max(highest, 1)
		case len(m.Name) > len(name) && strings.EqualFold(m.Name[:len(name)], name):
			if n, err := strconv.ParseUint(strings.TrimPrefix(m.Name[len(name):], " "), 10, 12); err == nil {
				highest = max(highest, int(n))
			}
		}
	}
	return highest
}

// Recruit makes members of a kind, who are not on the roster yet. Several of one
// name, and more of a kind whose name is taken, are numbered on.
func (r *Roster) Recruit(kind rules.Recruit, name string, count int) ([]Member, error) {
	if name != "" && count == 1 && r.Called(name) != nil {
		return nil, rules.Refuse("%s has a member called %s already.", rules.Escape(r.Name), rules.Escape(name))
	}
	alone := name != "" && count == 1
	if name == "" {
		name = kind.Name
	}
	next := Roster{Members: slices.Clone(r.Members), Gone: r.Gone}
	last := r.numbers(name)
	for range count {
		called := name
		if last++; !alone && (count > 1 || last > 1) {
			called = fmt.Sprintf("%s %d", name, last)
		}
		if len([]rune(called)) > mostOfAName {
			return nil, rules.Refuse("With its number the name has more than %d letters. Give a shorter one.", mostOfAName)
		}
		next.Members = append(next.Members, Member{ID: next.NewID(called), Name: called, Sheet: kind.Sheet})
	}
	return next.Members[len(r.Members):], nil
}
