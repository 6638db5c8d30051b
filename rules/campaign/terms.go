package campaign

import (
	"fmt"

	"umpire/rules"
)

// What becomes of wounds between two battles.
const (
	Stay  = "stay"  // until somebody heals them
	Heal  = "heal"  // so many go between two battles
	Fresh = "fresh" // all go
)

// What becomes of a member that went out of action.
const (
	StaysOut = "out"      // it is out as long as its wounds say so
	Dies     = "dead"     // it is dead
	Rolls    = "injuries" // the injury table says
)

// Terms are what the battles of a campaign are fought by and carry over.
type Terms struct {
	Wounds string                       `json:"wounds"`
	Heals  int                          `json:"heals,omitempty"` // wounds a member, with Heal
	Fallen string                       `json:"fallen"`
	Rules  map[string]map[string]string `json:"rules,omitempty"`  // house rules by system
	Limits map[string]map[string]int    `json:"limits,omitempty"` // of a roster's worth, by system and what is counted
}

// DefaultTerms are those of a campaign of which nothing was said.
func DefaultTerms() Terms { return Terms{Wounds: Stay, Fallen: StaysOut} }

// Admit refuses a side that is worth more than a limit allows.
func (t Terms) Admit(sys *rules.System, side rules.Roster) error {
	limits := t.Limits[sys.Key]
	if len(limits) == 0 || sys.Keeping.Worth == nil {
		return nil
	}
	worth, err := sys.Keeping.Worth(side)
	if err != nil {
		return err
	}
	for _, w := range worth {
		if limit := limits[w.Name]; limit > 0 && w.N > limit {
			return rules.Refuse("%s brings %d %s, %d over the campaign's limit of %d.", rules.Escape(side.Name), w.N, w.Name, w.N-limit, limit)
		}
	}
	return nil
}

// Fallen lists the members of a side that went out of action in a fight, by id in
// the order of the roster. Before and after are its fighters at the fight's start
// and end.
func Fallen(sys *rules.System, before, after []rules.Fighter) ([]string, error) {
	if sys.Keeping.Health == nil {
		return nil, nil
	}
	var out []string
	for _, f := range before {
		left, ok := fighter(after, f.ID)
		if !ok {
			continue
		}
		health, err := sys.Keeping.Health(left.Sheet)
		if err != nil {
			return nil, fmt.Errorf("the sheet of %s: %w", f.ID, err)
		}
		if health.Most > 0 && health.Taken >= health.Most {
			out = append(out, f.ID)
		}
	}
	return out, nil
}

func fighter(list []rules.Fighter, id string) (rules.Fighter, bool) {
	for _, f := range list {
		if f.ID == id {
			return f, true
		}
	}
	return rules.Fighter{}, false
}

// Aftermath is what a fight changes in a roster by these terms. Before and after
// are the side's fighters at its start and end; injuries says what became of those
// who fell, where the table is rolled on.
func (t Terms) Aftermath(sys *rules.System, before, after []rules.Fighter, injuries map[string]Injury) ([]Change, error) {
	changes := []Change{{What: Return}}
	for _, f := range before {
		left, ok := fighter(after, f.ID)
		if !ok {
			continue
		}
		more, err := t.of(sys, f, left)
		if err != nil {
			return nil, fmt.Errorf("what became of %s: %w", f.ID, err)
		}
		changes = append(changes, more...)
	}
	fallen, err := Fallen(sys, before, after)
	if err != nil {
		return nil, err
	}
	for _, id := range fallen {
		switch t.Fallen {
		case Dies:
			changes = append(changes, Change{What: Stand, Member: id, To: string(Dead)})
		case Rolls:
			changes = append(changes, injuries[id].changes(id)...)
		}
	}
	switch t.Wounds {
	case Fresh:
		changes = append(changes, Change{What: RestFull})
	case Heal:
		changes = append(changes, Change{What: Rest, N: t.Heals})
	}
	return changes, nil
}

// of is what a fight changed of one member.
func (t Terms) of(sys *rules.System, before, after rules.Fighter) (changes []Change, err error) {
	if sys.Keeping.Health != nil {
		was, err := sys.Keeping.Health(before.Sheet)
		if err != nil {
			return nil, err
		}
		is, err := sys.Keeping.Health(after.Sheet)
		if err != nil {
			return nil, err
		}
		if is.Taken != was.Taken {
			c := Change{What: Wound, Member: before.ID, N: is.Taken - was.Taken}
			if is.Taken >= is.Most {
				c.To = string(Out)
			}
			changes = append(changes, c)
		}
	}
	from, err := sheetWith(sys, before.Sheet, 0)
	if err != nil {
		return nil, err
	}
	to, err := sheetWith(sys, after.Sheet, 0)
	if err != nil {
		return nil, err
	}
	more, err := Differences(before.ID, from, to)
	return append(changes, more...), err
}
