package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"umpire/rules"
)

// MostMembers is how many members a roster holds.
const MostMembers = 100

// Standing is how a member is off, as far as that decides whether it fights.
type Standing string

// The standings of a member. Ready and Wounded follow from its wounds, and so may
// Out; the others are set, by a fight's end or by hand. Who is routed or set out
// misses one battle of its roster.
const (
	Ready   Standing = "ready"
	Wounded Standing = "wounded"
	Routed  Standing = "routed"
	Out     Standing = "out"
	Dead    Standing = "dead"
)

// Standings lists all of them, from best to worst.
func Standings() []Standing { return []Standing{Ready, Wounded, Routed, Out, Dead} }

// Roster is one player's models as the ledger gives them. Side is what the side
// as a whole has, in its system's own JSON.
type Roster struct {
	Name    string          `json:"name"`
	Side    json.RawMessage `json:"side,omitempty"`
	Members []Member        `json:"members"`
	Gone    []string        `json:"gone,omitempty"` // ids of members that are not there any more: none is given twice
}

// Member is one model of a roster. Sheet is its system's JSON as if it were
// unhurt: the wounds it has taken are counted beside it. Set is the standing that
// was set, Ready for none.
type Member struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Sheet  json.RawMessage `json:"sheet"`
	Wounds int             `json:"wounds,omitempty"`
	Set    Standing        `json:"set,omitempty"`
	Notes  string          `json:"notes,omitempty"`
	Secret string          `json:"secret,omitempty"` // notes that its owner's side alone may read
}

// Member finds a member by its id; nil for none.
func (r *Roster) Member(id string) *Member {
	i := slices.IndexFunc(r.Members, func(m Member) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return &r.Members[i]
}

// Has tells whether an id is or was a member's.
func (r *Roster) Has(id string) bool { return r.Member(id) != nil || slices.Contains(r.Gone, id) }

// Digest is the SHA-256 of a roster as text: two rosters that are alike in
// everything but who was there before have the same.
func (r *Roster) Digest() string {
	sum := sha256.Sum256(encode(Roster{Name: r.Name, Side: r.Side, Members: r.Members}))
	return hex.EncodeToString(sum[:])
}

// Health is how a member is off, by its sheet and its wounds. Of a system whose
// sheets have no wounds it is zero.
func (m Member) Health(sys *rules.System) (rules.Health, error) {
	if sys.Keeping.Health == nil {
		return rules.Health{}, nil
	}
	health, err := sys.Keeping.Health(m.Sheet)
	if err != nil {
		return health, fmt.Errorf("the sheet of %s: %w", m.ID, err)
	}
	health.Taken = min(m.Wounds, health.Most)
	return health, nil
}

// Standing is how a member is off, of its wounds and of what was set.
func (m Member) Standing(sys *rules.System) Standing {
	health, err := m.Health(sys)
	switch {
	case m.Set != Ready && m.Set != "":
		return m.Set
	case err != nil, health.Most == 0, health.Taken == 0:
		return Ready
	case health.Taken >= health.Most:
		return Out
	}
	return Wounded
}

// Fights tells whether a member can be brought to a fight now.
func (m Member) Fights(sys *rules.System) bool {
	s := m.Standing(sys)
	return s == Ready || s == Wounded
}

// Fielded is the side that a roster brings to a fight: all who can fight, with
// their wounds. Key is how the side is called in the fight.
func (r *Roster) Fielded(sys *rules.System, key string) (rules.Roster, error) {
	side := rules.Roster{Key: key, Name: r.Name, Sheet: r.Side}
	for _, m := range r.Members {
		if !m.Fights(sys) {
			continue
		}
		sheet, err := m.Hurt(sys)
		if err != nil {
			return side, err
		}
		side.Fighters = append(side.Fighters, rules.Fighter{ID: m.ID, Name: m.Name, Sheet: sheet})
	}
	if len(side.Fighters) == 0 {
		return side, rules.Refuse("%s has no member that can fight.", rules.Escape(r.Name))
	}
	return side, nil
}

// Hurt is a member's sheet with the wounds that it has taken.
func (m Member) Hurt(sys *rules.System) (json.RawMessage, error) {
	return sheetWith(sys, m.Sheet, m.Wounds)
}

// sheetWith is a sheet as it is between two fights, with as many wounds taken as it
// can have.
func sheetWith(sys *rules.System, sheet json.RawMessage, wounds int) (json.RawMessage, error) {
	most := 0
	if sys.Keeping.Health != nil {
		health, err := sys.Keeping.Health(sheet)
		if err != nil {
			return nil, err
		}
		most = health.Most
	}
	return sys.Keeping.Home(sheet, min(wounds, most))
}

// Enlist makes a member of a fighter: its sheet is put unhurt and its wounds are
// counted beside it.
func Enlist(sys *rules.System, f rules.Fighter) (Member, error) {
	m := Member{ID: f.ID, Name: f.Name, Sheet: f.Sheet}
	if sys.Sheet != nil {
		if _, err := sys.Sheet(f.Sheet); err != nil {
			return m, err
		}
	}
	if sys.Keeping.Health != nil {
		health, err := sys.Keeping.Health(f.Sheet)
		if err != nil {
			return m, err
		}
		m.Wounds = health.Taken
	}
	var err error
	m.Sheet, err = sheetWith(sys, f.Sheet, 0)
	return m, err
}

// Check finds what is wrong with a roster in its system: a sheet that it does not
// take, more members than a roster holds, two of one name.
func (r *Roster) Check(sys *rules.System) error {
	if len(r.Members) > MostMembers {
		return rules.Refuse("A roster holds at most %d members, not %d.", MostMembers, len(r.Members))
	}
	for i, m := range r.Members {
		if other := r.Called(m.Name); other != &r.Members[i] {
			return rules.Refuse("%s would have two members called %s.", rules.Escape(r.Name), rules.Escape(other.Name))
		}
		if sys.Sheet != nil {
			if _, err := sys.Sheet(m.Sheet); err != nil {
				return rules.Refuse("%s: %v", rules.Escape(m.Name), err)
			}
		}
	}
	return nil
}

// encode writes plain data, which always becomes JSON.
func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("campaign: plain data does not become JSON: %v", err))
	}
	return text
}
