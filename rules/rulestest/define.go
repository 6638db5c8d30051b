package rulestest

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
	"unicode/utf8"

	"umpire/rules"
)

var verbPattern = regexp.MustCompile(`^[a-z-]{1,32}$`)

// checkDefinition checks what a system says of itself, and that all it offers
// a lobby starts a fight.
func checkDefinition(t *testing.T, sys *rules.System) {
	if !verbPattern.MatchString(sys.Key) || sys.Title == "" || sys.Version < 1 {
		t.Errorf("the system %q, titled %q, version %d is not well named", sys.Key, sys.Title, sys.Version)
	}
	for _, v := range sys.Verbs {
		checkVerb(t, v)
	}
	for _, r := range sys.Rules {
		sized(t, "the rule "+r.Title, r.Title, 100)
		sized(t, "the text of rule "+r.Title, r.Text, 1000)
	}
	setup := sys.Sample()
	starts(t, sys, "the sample", setup)
	checkHouseRules(t, sys)
	if n := len(setup.Sides); sys.Seats[0] < 1 || n < sys.Seats[0] || n > sys.Seats[1] {
		t.Errorf("the sample has %d sides, and a fight %d to %d", n, sys.Seats[0], sys.Seats[1])
	}
	if sys.Rosters == nil {
		return
	}
	for n := sys.Seats[0]; n <= sys.Seats[1]; n++ {
		starts(t, sys, fmt.Sprintf("a table of %d", n), seated(sys, n))
	}
	rosters := sys.Rosters()
	for i := range rosters {
		with := sys.Sample()
		for seat := range with.Sides {
			with.Sides[seat] = rosters[(i+seat)%len(rosters)]
		}
		starts(t, sys, "the roster "+rosters[i].Key, with)
		sheets(t, sys, rosters[i].Fighters)
	}
}

func checkHouseRules(t *testing.T, sys *rules.System) {
	for _, rule := range sys.Options {
		sized(t, "the house rule "+rule.Key, rule.Text, 200)
		if len(rule.Values) < 2 || len(rule.Values) > 25 || !idPattern.MatchString(rule.Key) {
			t.Errorf("the house rule %q has %d values, not 2 to 25, or is ill named", rule.Key, len(rule.Values))
		}
		for i, value := range rule.Values {
			with := sys.Sample()
			with.Options = map[string]string{rule.Key: value}
			sized(t, "a value of "+rule.Key, value, 40)
			b := starts(t, sys, rule.Key+" "+value, with)
			if i > 0 || b == nil {
				continue
			}
			plain, err := Sit(sys, sys.Sample(), "", nil)
			if err == nil && plain.Log[0].Setup.Setup.Options[rule.Key] != value {
				t.Errorf("the default of %s is not its first value %q", rule.Key, value)
			}
		}
	}
}

func checkVerb(t *testing.T, v rules.Verb) {
	if !verbPattern.MatchString(v.Name) {
		t.Errorf("the verb %q does not fit a slash command", v.Name)
	}
	sized(t, "the text of /"+v.Name, v.Text, 100)
	sized(t, "the button of /"+v.Name, v.Label, 80)
	required, optional := 0, false
	for _, arg := range v.Args {
		if !verbPattern.MatchString(arg.Name) {
			t.Errorf("/%s: the argument %q does not fit a slash command", v.Name, arg.Name)
		}
		sized(t, "the text of /"+v.Name+" "+arg.Name, arg.Text, 100)
		if !slices.Contains([]string{"text", "number", "flag", "several", "place"}, arg.Kind) {
			t.Errorf("/%s %s: there is no kind %q", v.Name, arg.Name, arg.Kind)
		}
		if arg.Kind == "several" && !arg.Lists {
			t.Errorf("/%s %s: several of nothing that is listed", v.Name, arg.Name)
		}
		if arg.Required {
			required++
		}
		if arg.Required && optional {
			t.Errorf("/%s %s: a required argument comes after an optional one, which Discord refuses", v.Name, arg.Name)
		}
		optional = optional || !arg.Required
	}
	if required > 3 {
		t.Errorf("/%s needs %d arguments, more than 3", v.Name, required)
	}
}

func sized(t *testing.T, what, text string, most int) {
	if n := utf8.RuneCountInString(text); n < 1 || n > most {
		t.Errorf("%s has %d characters, not 1 to %d: %q", what, n, most, text)
	}
}

func starts(t *testing.T, sys *rules.System, what string, setup rules.Setup) *Table {
	b, err := Sit(sys, setup, what, nil)
	if err != nil {
		t.Errorf("%s does not start a fight: %v", what, err)
		return nil
	}
	for _, m := range b.Start() {
		if err := b.Make(m); err != nil {
			t.Errorf("%s does not begin a fight: %v", what, err)
		}
	}
	sheets(t, sys, b.Fight.Roster())
	return b
}

func sheets(t *testing.T, sys *rules.System, fighters []rules.Fighter) {
	for _, f := range fighters {
		if _, err := sys.Sheet(f.Sheet); err != nil {
			t.Errorf("the sheet of %s is refused: %v", f.Name, err)
		}
	}
}
