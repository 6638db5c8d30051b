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

func fighter(list []rules.Fighter, id string) (rules.Fighter, bool) {
	for _, f := range list {
		if f.ID == id {
			return f, true
		}
	}
	return rules.Fighter{}, false
}

// Aftermath is what a fight changes in a roster by these terms, and who went out of
// action in it, by id in the order of the roster. Before and after are the side's
// fighters at its start and end; injure tells what became of one who fell, where the
// table is rolled on.
func (t Terms) Aftermath(sys *rules.System, before, after []rules.Fighter, injure func(id string) Injury) (changes []Change, fallen []string, err error) {
	changes = []Change{{What: Return}}
	for _, f := range before {
		left, ok := fighter(after, f.ID)
		if !ok {
			continue
		}
		more, fell, err := became(sys, f, left)
		if err != nil {
			return nil, nil, fmt.Errorf("what became of %s: %w", f.ID, err)
		}
		if changes = append(changes, more...); fell {
			fallen = append(fallen, f.ID)
		}
	}
	for _, id := range fallen {
		switch t.Fallen {
		case Dies:
			changes = append(changes, Change{What: Stand, Member: id, To: string(Dead)})
		case Rolls:
			changes = append(changes, injure(id).changes(id)...)
		}
	}
	switch t.Wounds {
	case Fresh:
		changes = append(changes, Change{What: RestFull})
	case Heal:
		changes = append(changes, Change{What: Rest, N: t.Heals})
	}
	return changes, fallen, nil
}

// became is what a fight changed of one member, and whether it went out of action.
func became(sys *rules.System, before, after rules.Fighter) (changes []Change, fell bool, err error) {
	if sys.Keeping.Health != nil {
		was, err := sys.Keeping.Health(before.Sheet)
		if err != nil {
			return nil, false, err
		}
		is, err := sys.Keeping.Health(after.Sheet)
		if err != nil {
			return nil, false, err
		}
		fell = is.Most > 0 && is.Taken >= is.Most
		if is.Taken != was.Taken {
			c := Change{What: Wound, Member: before.ID, N: is.Taken - was.Taken}
			if fell {
				c.To = string(Out)
			}
			changes = append(changes, c)
		}
	}
	from, err := sheetWith(sys, before.Sheet, 0)
	if err != nil {
		return nil, false, err
	}
	to, err := sheetWith(sys, after.Sheet, 0)
	if err != nil {
		return nil, false, err
	}
	more, err := Differences(before.ID, from, to)
	return append(changes, more...), fell, err
}
