package commands

import (
	"strings"

	"umpire/storage"
)

// A roster may be typed as the lists that open while one types show it, with its
// campaign or its owner in brackets: Sheriffs (Dust Season).

// bracketed parts a typed name from what stands in brackets at its end.
func bracketed(text string) (name, inside string, ok bool) {
	body, closed := strings.CutSuffix(strings.TrimSpace(text), ")")
	at := strings.LastIndex(body, "(")
	if !closed || at < 1 {
		return "", "", false
	}
	name, inside = strings.TrimSpace(body[:at]), strings.TrimSpace(body[at+1:])
	return name, inside, name != "" && inside != ""
}

// inBrackets lists the rosters that q finds whose name is that of a typed text, and
// whose campaign or owner, or both, stand in its brackets.
func (b *books) inBrackets(q storage.RosterQuery, text string) ([]storage.RosterLine, error) {
	name, inside, ok := bracketed(text)
	if !ok {
		return nil, nil
	}
	q.Part, q.Limit = name, mostNamed
	lines, err := b.tx.FindRosters(b.r.Guild, q)
	if err != nil {
		return nil, err
	}
	people, err := b.people()
	if err != nil {
		return nil, err
	}
	var meant []storage.RosterLine
	for _, l := range lines {
		if !strings.EqualFold(plain(l.Name), name) {
			continue
		}
		owner := people.name(l.Owner)
		names := []string{owner}
		if l.Campaign != "" {
			c, err := b.campaign(l.Campaign)
			if err != nil {
				return nil, err
			}
			names = append(names, c.row.Name, c.row.Name+", "+owner)
		}
		for _, one := range names {
			if strings.EqualFold(plain(one), inside) {
				meant = append(meant, l)
				break
			}
		}
	}
	return meant, nil
}
