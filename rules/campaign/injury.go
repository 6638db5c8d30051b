package campaign

import (
	_ "embed"
	"fmt"

	"umpire/rules/kit"
)

//go:embed injuries.yaml
var injuriesFile []byte

// Injury is one row of an injury table: From and To are the faces of the die.
type Injury struct {
	From int    `yaml:"from"`
	To   int    `yaml:"to"`
	Then string `yaml:"then"` // dead, misses, recovers
	Text string `yaml:"text"`
}

// Injuries is the table that is rolled on for members that went out of action.
type Injuries struct {
	Die  int      `yaml:"die"`
	Rows []Injury `yaml:"rows"`
}

// InjuryTable is the table that comes with the program.
func InjuryTable() Injuries {
	table, err := ReadInjuries("injuries.yaml", injuriesFile)
	if err != nil {
		panic("campaign: " + err.Error())
	}
	return table
}

// ReadInjuries reads an injury table in YAML: every face of its die has one row.
func ReadInjuries(file string, data []byte) (Injuries, error) {
	table, err := kit.ReadYAML[Injuries](file, data)
	if err != nil {
		return table, err
	}
	next := 1
	for _, row := range table.Rows {
		if row.From != next || row.To < row.From || row.To > table.Die || row.Text == "" {
			return table, fmt.Errorf("%s: the row from %d to %d does not follow on from %d, or says nothing", file, row.From, row.To, next-1)
		}
		switch row.Then {
		case "dead", "misses", "recovers":
		default:
			return table, fmt.Errorf("%s: a member is dead, misses or recovers, not %q", file, row.Then)
		}
		next = row.To + 1
	}
	if next != table.Die+1 || table.Die < 2 {
		return table, fmt.Errorf("%s: the rows go to %d, and the die has %d faces", file, next-1, table.Die)
	}
	return table, nil
}

// Of is the row of a face.
func (t Injuries) Of(face int) Injury {
	for _, row := range t.Rows {
		if row.From <= face && face <= row.To {
			return row
		}
	}
	return Injury{}
}

// changes is what an injury does to a member.
func (i Injury) changes(member string) []Change {
	heal := Change{What: Mend, Member: member}
	switch i.Then {
	case "dead":
		return []Change{{What: Stand, Member: member, To: string(Dead)}}
	case "misses":
		return []Change{heal, {What: Stand, Member: member, To: string(Out)}}
	case "recovers":
		return []Change{heal}
	}
	return nil
}
