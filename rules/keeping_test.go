package rules_test

import (
	"fmt"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestASideIsToldWhatIsWrongWithItAsAWhole(t *testing.T) {
	sys := rulestest.ProvingGround()
	side := func(n int, sheet string) rules.Roster {
		r := rules.Roster{Key: "azure", Name: "Azure"}
		for i := range n {
			r.Fighters = append(r.Fighters, rules.Fighter{ID: fmt.Sprint("a", i), Name: fmt.Sprint("Anna ", i), Sheet: []byte(sheet)})
		}
		return r
	}
	twins := side(2, `{"Wounds":3}`)
	twins.Fighters[1].ID = "a0"
	nameless := side(1, `{"Wounds":3}`)
	nameless.Fighters[0].ID = ""
	for want, r := range map[string]rules.Roster{
		"":                                                    side(4, `{"Wounds":1}`),
		"Azure have nobody who can fight.":                    side(0, ""),
		"Anna 1 of Azure has no id of its own.":               twins,
		"Anna 0 of Azure has no id of its own.":               nameless,
		"A duellist has 0 to 9 wounds.":                       side(1, `{"Wounds":10}`),
		"Azure has nobody who can fight.":                     side(2, `{"Wounds":0}`),
		"Azure has 5 duellists, and a side fields at most 4.": side(5, `{"Wounds":3}`),
	} {
		err := sys.CheckRoster(r)
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("told %v, not %s", err, want)
		}
	}
}

func TestASideIsCheckedWithoutChangingTheSample(t *testing.T) {
	sys := rulestest.ProvingGround()
	setup := sys.Sample()
	shared := rules.Define(groundWith(setup))
	own := setup.Sides[1]
	if err := shared.CheckRoster(own); err != nil {
		t.Fatal(err)
	}
	if setup.Sides[0].Name != "azure" {
		t.Errorf("the sample begins with %s", setup.Sides[0].Name)
	}
}

func groundWith(setup rules.Setup) rules.Spec[pad] {
	spec := padSpec(rules.Step[pad]{Name: "Wait"})
	spec.Sample = func() rules.Setup { return setup }
	return spec
}
