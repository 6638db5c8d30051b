package campaign

import (
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// ids makes ids of names; none is given twice.
type ids map[string]bool

const mostOfAnID = 24

// newIDs knows the ids that are or were members' of these rosters.
func newIDs(rosters ...Roster) ids {
	taken := make(ids)
	for _, r := range rosters {
		for _, id := range r.Gone {
			taken[id] = true
		}
		for _, m := range r.Members {
			taken[m.ID] = true
		}
	}
	return taken
}

// of makes an id of a name: its plain letters, numbered where it is taken.
func (t ids) of(name string) string {
	var b strings.Builder
	for _, l := range strings.ToLower(name) {
		switch {
		case l >= 'a' && l <= 'z' || l >= '0' && l <= '9':
			b.WriteRune(l)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	plain := b.String()
	plain = strings.Trim(plain[:min(len(plain), mostOfAnID)], "_")
	if plain == "" {
		plain = "member"
	}
	id := plain
	for n := 2; t[id]; n++ {
		end := "_" + strconv.Itoa(n)
		id = plain[:min(len(plain), mostOfAnID-len(end))] + end
	}
	t[id] = true
	return id
}

// fitNames makes names such as every system takes: without what parts a list, and
// not too long.
func (r *reading) fitNames() {
	for i := range r.roster.Members {
		m := &r.roster.Members[i]
		switch fit := fitName(m.Name); {
		case fit == m.Name:
		case fit == "":
			r.fault(r.lines[i], "%s is no name.", rules.Escape(m.Name))
		case r.roster.Called(fit) != nil:
			r.fault(r.lines[i], "A name has at most %d letters, and no comma, colon or semicolon; so %s would be %s, and there is one already.",
				mostOfAName, rules.Escape(clipped(m.Name)), rules.Escape(fit))
		default:
			r.warn(r.lines[i], "%s is called %s here: a name has at most %d letters, and no comma, colon or semicolon.",
				rules.Escape(clipped(m.Name)), rules.Escape(fit), mostOfAName)
			m.Name = fit
		}
	}
}

func fitName(name string) string {
	parted := func(l rune) bool { return strings.ContainsRune(",:; ", l) }
	return strings.TrimSpace(kit.Clip(strings.Join(strings.FieldsFunc(name, parted), " "), mostOfAName))
}
