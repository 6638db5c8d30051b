package campaign_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
)

func systemOf(t testing.TB, key string) (all []*rules.System, sys *rules.System) {
	t.Helper()
	for _, s := range catalog.All() {
		if all = append(all, s); s.Key == key {
			sys = s
		}
	}
	return all, sys
}

// imported reads a text for a new roster of a system's first default side.
func imported(t testing.TB, key, name, text string) campaign.Import {
	t.Helper()
	all, sys := systemOf(t, key)
	got, err := campaign.Read(all, sys, campaign.Roster{Name: "New", Side: sys.Rosters()[0].Sheet}, name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// told is what is to be seen of members: name, wounds, standing.
func told(r campaign.Roster) []string {
	var list []string
	for _, m := range r.Members {
		list = append(list, strings.TrimRight(fmt.Sprintf("%s %d %s", m.Name, m.Wounds, m.Set), " "))
	}
	return list
}

func asMap(t testing.TB, raw json.RawMessage) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEveryDefaultRosterComesBackFromATable(t *testing.T) {
	eachRoster(t, func(t *testing.T, all []*rules.System, sys *rules.System, r campaign.Roster) {
		for i := range r.Members {
			r.Members[i].Notes = []string{"=1+1", "'tis", "a;b,c\n\"d\"", "-", "@x", "'=x", ""}[i%7]
		}
		r.Members[0].Set, r.Members[0].Name = campaign.Dead, "=cmd|' C'!A0"
		data, err := campaign.WriteCSV(sys, r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := campaign.Read(all, sys, campaign.Roster{Name: r.Name, Side: r.Side}, "x.csv", data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		for i := range r.Members {
			r.Members[i].ID = got.Roster.Members[i].ID
			if diff := cmp.Diff(asMap(t, r.Members[i].Sheet), asMap(t, got.Roster.Members[i].Sheet)); diff != "" {
				t.Errorf("%s: %s\n%s", r.Members[i].Name, diff, data)
			}
			r.Members[i].Sheet = got.Roster.Members[i].Sheet
		}
		same(t, r, got.Roster)
	})
}

func TestWhatASheetHasGainedAndLostStandsInItsTable(t *testing.T) {
	all, sys := systemOf(t, "lasthope")
	r := kept(t, sys, sys.Rosters()[0])
	r.Members[0].Sheet = json.RawMessage(`{"role":"leader","strength":4,"defence":3,"toughness":3,"wounds":5,"weapons":["machete","hatchet"]}`)
	r.Members[0].Wounds = 2
	r.Members[1].Sheet = json.RawMessage(`{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2,"shot":0}`)
	data, err := campaign.WriteCSV(sys, r)
	if err != nil {
		t.Fatal(err)
	}
	got, err := campaign.Read(all, sys, campaign.Roster{Side: r.Side}, "x.csv", data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	want := map[string]any{"role": "leader", "strength": 4.0, "defence": 3.0, "toughness": 3.0, "wounds": 5.0, "weapons": []any{"hatchet", "machete"}, "shot": 0.0}
	if diff := cmp.Diff(want, asMap(t, got.Roster.Members[0].Sheet)); diff != "" || got.Roster.Members[0].Wounds != 2 {
		t.Errorf("%s\n%s", diff, data)
	}
	if sheet := asMap(t, got.Roster.Members[1].Sheet); sheet["weapons"] != nil || sheet["clothing"] != nil {
		t.Errorf("it came back with %v\n%s", sheet, data)
	}
}

func TestATableIsReadHoweverASpreadsheetSavesIt(t *testing.T) {
	want := []string{"Jürgen 1", "Ganger 1 0", "Ganger 2 0", "Old Bet 0 dead"}
	plain := "Name,Type,Qty,Wounds,Status\nJürgen,Leader,,1,\n,ganger,2,,\nOld Bet,deputies,1,0,Dead\n"
	western := strings.ReplaceAll(plain, "ü", "\xfc")
	wide := "\xff\xfe"
	for _, l := range plain {
		wide += string([]byte{byte(l), byte(l >> 8)})
	}
	for what, text := range map[string]string{
		"commas":       plain,
		"semicolons":   strings.ReplaceAll(plain, ",", ";"),
		"tabs":         strings.ReplaceAll(plain, ",", "\t"),
		"sep line":     "sep=;\r\n" + strings.ReplaceAll(strings.ReplaceAll(plain, ",", ";"), "\n", "\r\n"),
		"mark":         "\ufeff" + plain,
		"old Mac":      strings.ReplaceAll(plain, "\n", "\r"),
		"Windows 1252": western,
		"UTF-16":       wide,
		"empty rows":   "\n\n" + strings.ReplaceAll(plain, "\n", "\n,,,,\n\n"),
		"pasted":       "```\n" + plain + "```",
	} {
		t.Run(what, func(t *testing.T) {
			for _, name := range []string{"x.csv", ""} {
				got := imported(t, "lasthope", name, text)
				if diff := cmp.Diff(want, told(got.Roster)); diff != "" {
					t.Error(diff)
				}
				if odd := len(got.Warnings) > 0; odd != (what == "Windows 1252") {
					t.Errorf("warnings %q", got.Warnings)
				}
			}
		})
	}
}

func TestFormulasOfATableBecomeTexts(t *testing.T) {
	got := imported(t, "factions", "x.csv", "name,kind,notes,gold,aim\n"+
		`"=HYPERLINK(""http://evil"",""x"")",Iron Agnes,+1 to hit,7,4`+"\n@Bob,Pip Quickly,\"\t=2+2\",'3,4\n")
	r := got.Roster
	if r.Members[1].Name != "Bob" || r.Members[1].Notes != "2+2" || r.Members[0].Notes != "1 to hit" || strings.ContainsAny(r.Members[0].Name[:1], "=+-@") {
		t.Errorf("%+v", r.Members)
	}
	if gold := asMap(t, r.Members[0].Sheet)["gold"]; gold != 7.0 {
		t.Errorf("gold %v", gold)
	}
	if n := strings.Count(strings.Join(got.Warnings, "\n"), "formula"); n != 4 {
		t.Errorf("%d warnings: %q", n, got.Warnings)
	}
}

func TestATableTellsAllItsFaultsAtOnceWithTheirLines(t *testing.T) {
	faults := faultsOf(t, catalog.All()[0], "x.csv",
		"name,kind,wounds,strength,colour\nA,leder,1,1,red\nB,leader,x,1,\nC,leader,0,-1,\nD,leader,0,many,\nE,leader,1,2,\nF,,,,\n,leader,-1,2,\n")
	var lines []int
	for _, f := range faults {
		lines = append(lines, f.Line)
	}
	if diff := cmp.Diff([]int{2, 3, 5, 7, 8}, lines); diff != "" {
		t.Errorf("%s\n%s", diff, faults.File())
	}
	if !strings.Contains(faults[0].Text, "Leader") {
		t.Errorf("the nearest is not named: %s", faults[0])
	}
	if faults := faultsOf(t, catalog.All()[0], "x.csv", "name,kind,strength\nC,leader,-1\n"); faults[0].Line != 2 {
		t.Errorf("%s", faults.File())
	}
}

func TestARowOfNoKindIsWhatItsColumnsSay(t *testing.T) {
	got := imported(t, "lasthope", "x.csv", "name,role,strength,defence,toughness,sheet wounds,weapons\nA,drifter,2,1,1,4,hatchet;hunting knife\n")
	want := map[string]any{"role": "drifter", "strength": 2.0, "defence": 1.0, "toughness": 1.0, "wounds": 4.0, "weapons": []any{"hunting_knife", "hatchet"}}
	if diff := cmp.Diff(want, asMap(t, got.Roster.Members[0].Sheet)); diff != "" || got.Roster.Members[0].Wounds != 0 {
		t.Error(diff)
	}
}

func TestNoFaultMentionsAnybody(t *testing.T) {
	faults := faultsOf(t, nil, "x.yaml", "umpire: roster/1\nsystem: lasthope\nname: x\n\"@everyone\": 1\nmembers:\n- {name: a, sheet: {\"@here\": 1}}\n")
	if len(faults) != 2 || strings.Contains(faults.Error(), "@e") || strings.Contains(faults.Error(), "@h") || !strings.Contains(faults.File(), "@here") {
		t.Errorf("%s", faults)
	}
}

func TestColumnsWithoutAMeaningAreNamed(t *testing.T) {
	got := imported(t, "lasthope", "x.csv", "name,kind,colour,strength\nA,leader,red,2\n")
	if len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "colour") {
		t.Errorf("%q", got.Warnings)
	}
	if s := asMap(t, got.Roster.Members[0].Sheet)["strength"]; s != 2.0 {
		t.Errorf("strength %v", s)
	}
}

func TestFiveHundredMembersAreOneFaultThatNamesTheLimit(t *testing.T) {
	for name, text := range map[string]string{
		"x.csv": "name,kind\n" + strings.Repeat(",ganger\n", 500),
		"y.csv": "kind,count\nganger,500\n",
		"x.txt": "500 gangers",
		"y.txt": strings.Repeat("ganger\n", 500),
	} {
		faults := faultsOf(t, catalog.All()[0], name, text)
		if len(faults) != 1 || !strings.Contains(faults[0].Text, "500 members") || !strings.Contains(faults[0].Text, "at most 100") {
			t.Errorf("%s: %s", name, faults)
		}
	}
}

func TestNamesThatHarmATableOrAMessageDoNot(t *testing.T) {
	text := "name,kind\n@everyone <@1>,leader\n**bold** _x_,ganger\n\"\u202eevil\u200b\",ganger\n" + strings.Repeat("🙂", 100) + ",ganger\n👨‍👩‍👧,deputy\n"
	got := imported(t, "lasthope", "x.csv", text)
	want := []string{"everyone <@1> 0", "**bold** _x_ 0", "evil 0", strings.Repeat("🙂", 39) + "… 0", "👨‍👩‍👧 0"}
	if diff := cmp.Diff(want, told(got.Roster)); diff != "" {
		t.Error(diff)
	}
	all := strings.Join(got.Warnings, "\n")
	for _, part := range []string{"Line 2:", "Line 4: From evil a mark that turns text round", "Line 5:", "40 letters"} {
		if !strings.Contains(all, part) {
			t.Errorf("%q is not in\n%s", part, all)
		}
	}
	if strings.Contains(all, "<@1>") || strings.Contains(all, "@everyone") {
		t.Errorf("a warning could ping: %s", all)
	}
}

func TestWhatIsNoTextIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"x.xlsx": "PK\x03\x04aaaa", "x.csv": "a\x00b", "x.pdf": "%PDF", "x.txt": " \n", "": "", "y.csv": "name,kind\n", "z.csv": "a,b\n1,2\n",
		"w.csv": "name,kind\n\"A,leader\n" + strings.Repeat("B,leader\n", 3000), "v.csv": "name,name\na,b\n", "u.yaml": "- x", "t.yaml": "~", "s.yaml": "# x",
	} {
		faultsOf(t, catalog.All()[0], name, text)
	}
	for name, text := range map[string]string{"x.csv": "name,kind\nA,leader\n", "": "2 Ganger"} {
		if _, err := campaign.Read(catalog.All(), nil, campaign.Roster{}, name, []byte(text)); !errors.Is(err, campaign.ErrNoSystem) {
			t.Errorf("a list of no system is answered with %v", err)
		}
	}
}
