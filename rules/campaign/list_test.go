package campaign_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
)

func TestAListInWordsIsReadHoweverItIsWritten(t *testing.T) {
	want := []string{"Red Anne 0", "Musketeer 1 0", "Musketeer 2 0", "Musketeer 3 0"}
	for _, text := range []string{
		`1 Captain "Red Anne", 3 Musketeer`,
		"Captain \"Red Anne\"\n3 musketeers\n",
		"Captain „Red Anne“; 3x Musketeer",
		"Captain “Red Anne” (29 pts)\n3 x Musketeers (45 pts)",
		"- Captain: Red Anne\n- Musketeer x3 - 45 points",
		"* Red Anne - Captain 29 pts\n* Musketeers ×3",
		"1. Captain 'Red Anne' [29]\n2. 3 Musketeers: 45pts.",
		"Captain «Red Anne»\nMusketeer\nMusketeer\nMusketeer",
		"Captain Red Anne, Musketeer (x3)",
		"```\nCaptain \"Red Anne\"\r\n\r\n3 Musketeer\n```",
	} {
		got := imported(t, "skirmish", "", text)
		if diff := cmp.Diff(want, told(got.Roster)); diff != "" || len(got.Warnings) > 0 {
			t.Errorf("%s: %s\n%q", text, diff, got.Warnings)
		}
	}
}

func TestWhatIsNotUnderstoodOfAListIsToldWithItsLine(t *testing.T) {
	got := imported(t, "skirmish", "list.txt", "# The crew\nCaptain \"Red Anne\" (3 wounds, brave)\nmusketter\nbanana cake\n")
	if diff := cmp.Diff([]string{"Red Anne 3"}, told(got.Roster)); diff != "" || got.Roster.Name != "The crew" {
		t.Errorf("%s %s", got.Roster.Name, diff)
	}
	all := strings.Join(got.Warnings, "\n")
	for _, part := range []string{"Line 2: brave was left out", "Line 3: ", "Musketeer", "Line 4: "} {
		if !strings.Contains(all, part) {
			t.Errorf("%q is not in\n%s", part, all)
		}
	}
	_, sys := systemOf(t, "skirmish")
	faults := faultsOf(t, sys, "", "Hello there\nhow are you")
	if len(faults) != 2 || faults[1].Line != 2 {
		t.Errorf("%s", faults)
	}
}

func TestAListGoesOnNumberingWhereARosterEnds(t *testing.T) {
	all, sys := systemOf(t, "skirmish")
	r := kept(t, sys, sys.Rosters()[0])
	got, err := campaign.Read(all, sys, r, "", []byte("2 Musketeer"))
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Beside(r); err != nil {
		t.Error(err)
	}
	for _, m := range got.Roster.Members {
		if r.Has(m.ID) || r.Called(m.Name) != nil {
			t.Errorf("%s (%s) is there twice", m.Name, m.ID)
		}
	}
}

func TestAKindMayHaveBracketsInItsName(t *testing.T) {
	all, sys := systemOf(t, "skirmish")
	got, err := campaign.Read(all, sys, campaign.Roster{}, "", []byte("1 Archknight (Mounted) (60 pts) \"Dame Ysolde\""))
	if err != nil || !strings.Contains(string(got.Roster.Members[0].Sheet), "archknight_mounted") {
		t.Errorf("%v %+v", err, got)
	}
}

// hugeTexts are as long as a text may be, each to keep one part of the reading busy.
func hugeTexts() map[string]string {
	return map[string]string{
		"words":  strings.Repeat("a b c, ", campaign.MostBytes/7),
		"word":   strings.Repeat("a", campaign.MostBytes),
		"quotes": strings.Repeat("\"", campaign.MostBytes),
		"deep":   strings.Repeat("(", campaign.MostBytes),
		"pairs":  strings.Repeat("(a)", campaign.MostBytes/3),
		"lines":  strings.Repeat("\n", campaign.MostBytes),
		"names":  "3 Leader " + strings.Repeat("'a' ", campaign.MostBytes/5),
		"x.csv":  "name,kind\n" + strings.Repeat("a,b\n", campaign.MostBytes/5),
		"y.csv":  "name,kind" + strings.Repeat(",a", campaign.MostBytes/3) + "\n",
		"z.csv":  "name,kind\na" + strings.Repeat(",", campaign.MostBytes/2),
		"w.csv":  "name,kind\n" + strings.Repeat("\"", campaign.MostBytes/2),
		"x.yaml": "umpire: roster/1\nmembers:\n" + strings.Repeat("- {x: y}\n", 90_000),
		"y.yaml": "umpire: roster/1\n" + strings.Repeat("a: {}\n", 90_000),
		"z.yaml": "umpire: roster/1\nside: {" + strings.Repeat("a: 1,", 90_000) + "}",
		"v.yaml": strings.Repeat("{", campaign.MostBytes),
		"u.yaml": strings.Repeat("? ", campaign.MostBytes/2),
	}
}

func TestAListOfItemsReadsNamesCountsAndPlurals(t *testing.T) {
	all, sys := systemOf(t, "skirmish")
	for text, want := range map[string]string{
		"1 Captain \"Red Anne\", 3x Musketeers; 2 fighter “Ned” \"Bill\"\nSkeleton Fighter": "Red Anne 0, Ned 0, Bill 0, Musketeer 1 0, Musketeer 2 0, Musketeer 3 0, Skeleton Fighter 0",
		"2 Swordsmen, Archknight (Mounted)":                                                 "Swordsman 1 0, Swordsman 2 0, Archknight (Mounted) 0",
	} {
		got, err := campaign.Read(all, sys, campaign.Roster{}, "", []byte(text))
		if err != nil {
			t.Error(err)
		}
		if list := strings.Join(told(got.Roster), ", "); list != want {
			t.Errorf("%s is read as %s", text, list)
		}
	}
}

func TestAListThatIsNoneIsRefusedWithItsFault(t *testing.T) {
	_, sys := systemOf(t, "skirmish")
	for text, want := range map[string]string{
		" , ;": "There is no member in it", "0 Fighter": "from 1 to", "NaN Fighter": "NaN Fighter", "2 Fighter \"A\" \"B\" \"C\"": "more names than models",
		"101 Fighter": "at most 100",
	} {
		if faults := faultsOf(t, sys, "", text); !strings.Contains(faults.Error(), want) {
			t.Errorf("%q: %v, want %s", text, faults, want)
		}
	}
}

func TestAHugeTextThatIsNoRosterIsRefused(t *testing.T) {
	all := catalog.All()
	for name, text := range hugeTexts() {
		if _, err := campaign.Read(all, all[3], campaign.Roster{}, name, []byte(text)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func BenchmarkReadHugeText(b *testing.B) {
	all := catalog.All()
	for name, text := range hugeTexts() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := campaign.Read(all, all[3], campaign.Roster{}, name, []byte(text)); err == nil {
					b.Fatal("it was read")
				}
			}
		})
	}
}

func TestAListOfOneNameMakesTwoOfIt(t *testing.T) {
	got := imported(t, "lasthope", "", `Leader "Ann", Deputy "ann"`)
	if diff := cmp.Diff([]string{"Ann 0", "ann 2 0"}, told(got.Roster)); diff != "" || len(got.Warnings) != 1 {
		t.Errorf("%s %q", diff, got.Warnings)
	}
}

func TestEveryDefaultRosterComesBackFromWords(t *testing.T) {
	eachRoster(t, func(t *testing.T, all []*rules.System, sys *rules.System, r campaign.Roster) {
		data, err := campaign.WriteWords(sys, r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := campaign.Read(all, sys, campaign.Roster{}, "", data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if string(got.Roster.Side) != string(r.Side) || len(got.Warnings) > 0 {
			t.Errorf("it comes back as %s, %q\n%s", got.Roster.Side, got.Warnings, data)
		}
		if got.Roster.Name != r.Name || len(got.Roster.Members) != len(r.Members) {
			t.Errorf("%s: %v\n%s", got.Roster.Name, told(got.Roster), data)
		}
		for _, m := range r.Members {
			if got.Roster.Called(m.Name) == nil {
				t.Errorf("%s is not in %v\n%s", m.Name, told(got.Roster), data)
			}
		}
	})
}

func TestAListWithoutASideTakesTheOneThatKnowsItsKinds(t *testing.T) {
	all, sys := systemOf(t, "skirmish")
	for _, side := range sys.Rosters() {
		data, err := campaign.WriteWords(sys, kept(t, sys, side))
		if err != nil {
			t.Fatal(err)
		}
		_, sideless, _ := strings.Cut(string(data), ":\n")
		got, err := campaign.Read(all, sys, campaign.Roster{}, "", []byte(sideless))
		if err != nil || string(got.Roster.Side) != string(side.Sheet) || len(got.Warnings) != 1 {
			t.Errorf("%s: %v, %s, %q", side.Key, err, got.Roster.Side, got.Warnings)
		}
	}
}

func TestAListNamesItsSideFirst(t *testing.T) {
	for _, c := range []struct{ system, text, side, name string }{
		{"lasthope", `Outlawmen: Leader "Red Anne", 2 Ganger`, "Outlawmen", ""},
		{"lasthope", "# Red's lot\noutlawmen\n\nLeader \"Red Anne\"\n2 Ganger", "Outlawmen", "Red's lot"},
		{"lasthope", "# Red's lot\n**The Outlawmen**:\n- Leader \"Red Anne\"\n- 2 Ganger", "Outlawmen", "Red's lot"},
		{"lasthope", "Gang: Outlaw; Leader \"Red Anne\", 2 Ganger", "Outlawmen", ""},
		{"lasthope", "Gang: Outlawmen\nLeader \"Red Anne\", 2 Ganger", "Outlawmen", ""},
		{"lasthope", `Outlawmen, Leader "Red Anne", 2 Ganger`, "Outlawmen", ""},
		{"lasthope", "# Outlawmen\nLeader: Red Anne\nGanger x2", "Outlawmen", "Outlawmen"},
		{"lasthope", "# Outlawmen\nTownsfolk\nLeader: Red Anne\nGanger x2", "Townsfolk", "Outlawmen"},
		{"skirmish", `Pirates of Skull Coast: Captain "Red Anne", 2 Musketeer`, "The Pirates of Skull Coast", ""},
		{"skirmish", `Sci-Corps: Commander "Red Anne", 2 Sniper`, "Sci-Corps", ""},
		{"factions", `Black: Rizzik "Red Anne", Pip Quickly, Tin Wolf`, "", ""},
	} {
		all, sys := systemOf(t, c.system)
		got, err := campaign.Read(all, sys, campaign.Roster{}, "", []byte(c.text))
		if name := campaign.SideName(sys, got.Roster.Side); err != nil || name != c.side || len(got.Roster.Members) != 3 || got.Roster.Called("Red Anne") == nil {
			t.Errorf("%q is of %s: %v, %v", c.text, name, told(got.Roster), err)
		}
		if c.name != "" && got.Roster.Name != c.name {
			t.Errorf("%q is called %s", c.text, got.Roster.Name)
		}
	}
}

func TestTheSideThatWasPickedWinsOverThatOfTheList(t *testing.T) {
	all, sys := systemOf(t, "lasthope")
	for name, data := range map[string]string{"": `Outlawmen: Leader "Red Anne", 2 Ganger`, "x.yaml": ""} {
		if name != "" {
			body, err := campaign.WriteYAML(sys, kept(t, sys, sys.Rosters()[1]), true)
			if err != nil {
				t.Fatal(err)
			}
			data = string(body)
		}
		got, err := campaign.Read(all, sys, campaign.Roster{Side: sys.Rosters()[2].Sheet}, name, []byte(data))
		if err != nil || campaign.SideName(sys, got.Roster.Side) != "Townsfolk" {
			t.Errorf("%s: %s, %v", name, got.Roster.Side, err)
		}
	}
}

func TestAnItemThatNamesOrCountsSomebodyIsNeverLeftOut(t *testing.T) {
	_, sys := systemOf(t, "lasthope")
	for text, want := range map[string]string{
		`Nobodies: Leader "Red Anne", 2 Ganger`: "Neither a side nor a kind of model is called Nobodies. The sides are Sheriffs, Outlawmen",
		"Leader, 2 gungers":                     "No kind of model is called gungers",
		"Leader\nWizard \"Merlin\"":             "Line 2: No kind of model is called Wizard",
		"Leader\nWizard x3":                     "Line 2:",
		"Outlawmen: Leader\nSheriffs: 2 Deputy": "Line 2:",
		"Gang: Pirates\nLeader":                 "No side is called Pirates",
	} {
		if faults := faultsOf(t, sys, "", text); !strings.Contains(faults.Error(), want) {
			t.Errorf("%q: %v, not that %s", text, faults, want)
		}
	}
	got := imported(t, "lasthope", "", "Leader, 2 Ganger\nTotal 150 pts\nhave fun")
	if len(got.Roster.Members) != 3 {
		t.Errorf("%v", told(got.Roster))
	}
}

func FuzzRead(f *testing.F) {
	all := catalog.All()
	for _, sys := range all {
		r := kept(f, sys, sys.Rosters()[0])
		for name, write := range map[string]func() ([]byte, error){
			"x.yaml": func() ([]byte, error) { return campaign.WriteYAML(sys, r, true) },
			"x.csv":  func() ([]byte, error) { return campaign.WriteCSV(sys, r) },
			"":       func() ([]byte, error) { return campaign.WriteWords(sys, r) },
		} {
			data, err := write()
			if err != nil {
				f.Fatal(err)
			}
			f.Add(name, data)
		}
	}
	f.Add("", []byte("3x Captain \"Red Anne\" (45 pts), (((, 0 Musketeer, 99999999 x, „"))
	f.Add("x.csv", []byte("sep=\nname;kind\n\";"))
	f.Add("x.yaml", []byte("umpire: roster/1\nsystem: lasthope\nname: ~\nmembers: [{? a}, *b, !!x y]\n--- \n"))
	sides := make([]campaign.Roster, len(all))
	for i, sys := range all {
		sides[i].Side = sys.Rosters()[0].Sheet
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		i := len(data) % len(all)
		got, err := campaign.Read(all, all[i], sides[i], name, data)
		if err != nil {
			var faults campaign.FileFaults
			if !errors.As(err, &faults) || len(faults) == 0 || len(faults.Error()) > 8000 {
				t.Errorf("the error is %T: %v", err, err)
			}
			return
		}
		if got.Roster.Name == "" {
			got.Roster.Name = "A"
		}
		same(t, got.Roster, throughYAML(t, all, all[i], got.Roster).Roster)
	})
}
