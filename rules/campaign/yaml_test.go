package campaign_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
)

// kept is a side of a system as a roster keeps it.
func kept(t testing.TB, sys *rules.System, side rules.Roster) campaign.Roster {
	t.Helper()
	r := campaign.Roster{Name: side.Name, Side: side.Sheet}
	for _, f := range side.Fighters {
		m, err := campaign.Enlist(sys, f)
		if err != nil {
			t.Fatal(err)
		}
		r.Members = append(r.Members, m)
	}
	return r
}

// eachRoster calls a test with every default roster of every system.
func eachRoster(t *testing.T, test func(*testing.T, []*rules.System, *rules.System, campaign.Roster)) {
	all := catalog.All()
	for _, sys := range all {
		for _, side := range sys.Rosters() {
			t.Run(sys.Key+"/"+side.Key, func(t *testing.T) { test(t, all, sys, kept(t, sys, side)) })
		}
	}
}

func throughYAML(t testing.TB, all []*rules.System, sys *rules.System, r campaign.Roster) campaign.Import {
	t.Helper()
	data, err := campaign.WriteYAML(sys, r, true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := campaign.Read(all, nil, campaign.Roster{}, "roster.yaml", data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if got.System != sys.Key {
		t.Errorf("the system is %q", got.System)
	}
	return got
}

func same(t testing.TB, want, got campaign.Roster) {
	t.Helper()
	want.Gone = nil
	if want.Digest() != got.Digest() {
		t.Errorf("it came back otherwise: %s", cmp.Diff(want, got))
	}
}

func TestEveryDefaultRosterComesBackFromYAMLAsItWas(t *testing.T) {
	eachRoster(t, func(t *testing.T, all []*rules.System, sys *rules.System, r campaign.Roster) {
		got := throughYAML(t, all, sys, r)
		same(t, r, got.Roster)
		if len(got.Warnings) > 0 {
			t.Errorf("warnings %q", got.Warnings)
		}
	})
}

func TestARosterComesBackFromYAMLAfterAnyLedger(t *testing.T) {
	eachRoster(t, func(t *testing.T, all []*rules.System, sys *rules.System, r campaign.Roster) {
		for seed := range uint64(10) {
			rnd := rand.New(rand.NewPCG(seed, 3))
			var b book
			b.add(campaign.Change{What: campaign.Name, To: r.Name}, campaign.Change{What: campaign.Side, Value: r.Side})
			for _, m := range r.Members {
				b.add(campaign.Change{What: campaign.Add, Who: &m})
			}
			for range rnd.IntN(30) {
				who := r.Members[rnd.IntN(len(r.Members))].ID
				b.add([]campaign.Change{
					{What: campaign.Wound, Member: who, N: rnd.IntN(4) - 1},
					{What: campaign.Stand, Member: who, To: string(campaign.Standings()[rnd.IntN(5)])},
					{What: campaign.Note, Member: who, To: oddTexts()[rnd.IntN(len(oddTexts()))]},
					{What: campaign.Secret, Member: who, To: "under the bridge\n"},
					{What: campaign.Rename, Member: who, To: who + " #1, @you"},
					{What: campaign.Remove, Member: who},
				}[rnd.IntN(6)])
			}
			want := b.fold(t)
			data, err := campaign.WriteYAML(sys, want, true)
			if err != nil {
				t.Fatal(err)
			}
			got, err := campaign.Read(all, sys, want, "x.yml", data)
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			for i := range got.Roster.Members { // names are made fit, all else is as it was
				if strings.ContainsAny(want.Members[i].Name, ",:;") {
					got.Roster.Members[i].Name = want.Members[i].Name
				}
			}
			same(t, want, got.Roster)
		}
	})
}

func oddTexts() []string {
	return []string{
		"yes", "1e3", "007", "null", "~", "", "true", "- a", "a: b", "a #b", "'", `"`, "\\n", "x\ny", "x\n\ny\n", " x ", "<b>&amp;",
		"@everyone **x**", "🙂👨‍👩‍👧", "0x10", "1_000", ".inf", "2020-01-01", "=1+1", "<<", "*a", "&a", "!x", "%", "|", ">", "?", "a\tb",
		`\U0001F409 🐉 \\U0001F409`, "𝕬 🏴\U0010FFFF",
	}
}

func TestTextsThatYAMLMightTakeForSomethingElseStayTexts(t *testing.T) {
	all := catalog.All()
	sys := all[0]
	for _, text := range oddTexts() {
		r := kept(t, sys, sys.Rosters()[0])
		r.Members[0].Notes = text
		if text == strings.TrimSpace(text) && text != "" && !strings.ContainsAny(text, "\n\t,:;") {
			r.Members[0].Name, r.Name = text, text
		}
		same(t, r, throughYAML(t, all, sys, r).Roster)
	}
}

func TestEmojiStandInAFileAsTheyAre(t *testing.T) {
	sys := catalog.All()[0]
	r := kept(t, sys, sys.Rosters()[0])
	r.Name, r.Members[0].Notes = "🐉 Wyrms", `slew \U0001F409, a 🐉`
	data, err := campaign.WriteYAML(sys, r, true)
	if err != nil || !strings.Contains(string(data), `"🐉 Wyrms"`) || !strings.Contains(string(data), `\\U0001F409, a 🐉"`) {
		t.Errorf("%v\n%s", err, data)
	}
}

func TestAKeyThatStandsTwiceIsAFaultWithItsLine(t *testing.T) {
	eachRoster(t, func(t *testing.T, _ []*rules.System, sys *rules.System, r campaign.Roster) {
		data, err := campaign.WriteYAML(sys, r, true)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(string(data), "\n")
		for _, more := range []string{
			"members: []", "members: 3", "members: null", "members:\n- name: Another\n  sheet: {}", "name: Twice", "system: lasthope", "umpire: roster/1",
			"members: [{}]\nmembers: []",
		} {
			faults := faultsOf(t, nil, "x.yaml", string(data)+more+"\n")
			if !slices.ContainsFunc(faults, func(f campaign.FileFault) bool { return f.Line == lines+1 && strings.Contains(f.Text, "twice") }) {
				t.Errorf("%s: %s", more, faults.File())
			}
		}
	})
}

// A list of members that somebody spoilt by hand is read or has faults: lines of it
// are taken out, doubled, moved, indented or cut at random.
func TestNoSpoiltExportMakesTheReaderFall(t *testing.T) {
	eachRoster(t, func(t *testing.T, all []*rules.System, sys *rules.System, r campaign.Roster) {
		data, err := campaign.WriteYAML(sys, r, true)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(40) {
			rnd := rand.New(rand.NewPCG(seed, 7))
			head, members, _ := strings.Cut(string(data), "members:\n")
			lines := strings.SplitAfter(members, "\n")
			for range 1 + rnd.IntN(4) {
				lines = spoil(lines, rnd)
			}
			text := head + "members:\n" + strings.Join(lines, "")
			got, err := campaign.Read(all, nil, campaign.Roster{}, "x.yaml", []byte(text))
			if _, refused := rules.IsRefusal(err); err != nil && !refused {
				t.Fatalf("%v\n%s", err, text)
			}
			if err == nil {
				if err := got.Roster.Check(sys); err != nil {
					t.Errorf("it was read, and %v\n%s", err, text)
				}
			}
		}
	})
}

func spoil(lines []string, rnd *rand.Rand) []string {
	i, j := rnd.IntN(len(lines)), rnd.IntN(len(lines))
	switch line := lines[i]; rnd.IntN(8) {
	case 0:
		return slices.Delete(lines, i, i+1)
	case 1:
		return slices.Insert(lines, j, line)
	case 2:
		return append(lines, lines[min(i, j):max(i, j)]...)
	case 3:
		lines[i], lines[j] = lines[j], line
	case 4:
		lines[i] = "  " + line
	case 5:
		lines[i] = line[:rnd.IntN(len(line)+1)]
	case 6:
		lines[i] = strings.Replace(line, ":", ": [x, {a: ~}]\n#", 1)
	case 7:
		key, _, _ := strings.Cut(line, ":")
		lines[i] = key + ": " + []string{"-1", "99999999999", "~", "[]", "{}", "x", "true", "1e9", "''"}[rnd.IntN(9)] + "\n"
	}
	return lines
}

func TestSecretNotesAreInTheOwnersFileAlone(t *testing.T) {
	sys := catalog.All()[0]
	r := kept(t, sys, sys.Rosters()[0])
	r.Members[0].Secret = "canary"
	for _, own := range []bool{false, true} {
		data, err := campaign.WriteYAML(sys, r, own)
		if err != nil || strings.Contains(string(data), "canary") != own {
			t.Errorf("own %v: %v\n%s", own, err, data)
		}
	}
}

// faultsOf are the faults of a text that must have some.
func faultsOf(t testing.TB, sys *rules.System, name, text string) campaign.FileFaults {
	t.Helper()
	got, err := campaign.Read(catalog.All(), sys, campaign.Roster{}, name, []byte(text))
	if err == nil {
		t.Fatalf("it was read: %+v", got)
	}
	var faults campaign.FileFaults
	if !errors.As(err, &faults) || len(faults) == 0 {
		t.Fatalf("the error is %T: %v", err, err)
	}
	if len(got.Roster.Members) > 0 {
		t.Errorf("part of it was taken: %+v", got)
	}
	if _, refusal := rules.IsRefusal(err); !refusal || len(err.Error()) > 2000 {
		t.Errorf("it cannot be shown in a message: %s", err)
	}
	return faults
}

func TestAFileTellsAllItsFaultsAtOnceWithTheirLines(t *testing.T) {
	text := `umpire: roster/1
system: lasthope
naem: x
name: Gang
members:
- name: A
  wounds: many
  sheet: {role: x, strength: 1, defence: 1, toughness: 1, wounds: 1}
- name: A
  standing: asleep
  id: "a b"
- just a word
- name: [x]
  name: &here y
  sheet: *here
  notes: !!str x
- name: C
  sheet: {strength: 007}
`
	var got []int
	for _, f := range faultsOf(t, nil, "x.yaml", text) {
		got = append(got, f.Line)
	}
	if diff := cmp.Diff([]int{3, 7, 9, 9, 10, 11, 12, 13, 14, 14, 15, 16, 18}, got); diff != "" {
		t.Errorf("%s\n%s", diff, faultsOf(t, nil, "x.yaml", text).File())
	}
}

func TestFortyFaultsAreAllInTheFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("umpire: roster/1\nsystem: lasthope\nname: Gang\nmembers:\n")
	for i := range 40 {
		b.WriteString("- name: Model " + string(rune('A'+i%26)) + string(rune('a'+i/26)) + "\n  sheet: {role: x, strength: 99, defence: 1, toughness: 1, wounds: 1}\n")
	}
	faults := faultsOf(t, nil, "x.yaml", b.String())
	if len(faults) != 40 || strings.Count(faults.File(), "\n") != 40 || !strings.Contains(faults.Error(), "30 more") {
		t.Errorf("%d faults: %s", len(faults), faults)
	}
}

func TestAFaultOfASheetIsAtTheLineOfItsKey(t *testing.T) {
	text := "umpire: roster/1\nsystem: lasthope\nname: Gang\nmembers:\n- name: A\n  id: 1 2\n  sheet:\n    role: x\n    strength: 1\n    defence: 99\n"
	faults := faultsOf(t, nil, "x.yaml", text)
	if len(faults) != 2 || faults[0].Line != 6 || faults[1].Line != 10 {
		t.Errorf("%s", faults.File())
	}
}

func TestAYAMLBombIsRefused(t *testing.T) {
	bomb := "umpire: roster/1\nsystem: lasthope\nname: Gang\na: &a [x,x,x,x,x,x,x,x,x]\n"
	for _, l := range "bcdefghi" {
		bomb += string(l) + ": &" + string(l) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(l-1)+",", 9), ",") + "]\n"
	}
	for _, text := range []string{
		bomb,
		"umpire: roster/1\nside: " + strings.Repeat("[", 500_000),
		"umpire: roster/1\nside: " + strings.Repeat("[", 900) + strings.Repeat("]", 900),
		"umpire: roster/1\nside: [" + strings.Repeat("1,", 400_000) + "]",
		"umpire: roster/1\n? " + strings.Repeat("{? ", 3000),
		"umpire: roster/1\nside: " + strings.Repeat("- ", 200_000),
	} {
		faultsOf(t, nil, "x.yaml", text)
	}
}

func TestTooLargeAFileAndTooManyMembersAreOneFaultEach(t *testing.T) {
	faults := faultsOf(t, nil, "x.yaml", strings.Repeat("# nothing\n", 500_000))
	if len(faults) != 1 || !strings.Contains(faults[0].Text, "4.8 MB") {
		t.Errorf("%s", faults)
	}
	text := "umpire: roster/1\nsystem: lasthope\nname: Gang\nmembers:\n" + strings.Repeat("- name: A\n  sheet: {}\n", 500)
	faults = faultsOf(t, nil, "x.yaml", text)
	if len(faults) != 1 || !strings.Contains(faults[0].Text, "500 members") || !strings.Contains(faults[0].Text, "100") {
		t.Errorf("%s", faults)
	}
}

func TestAnImportBesideARosterGivesNoIDAgain(t *testing.T) {
	all := catalog.All()
	sys := all[0]
	r := kept(t, sys, sys.Rosters()[0])
	got := throughYAML(t, all, sys, r)
	if err := got.Beside(r); err == nil {
		t.Error("the same names came in twice")
	}
	for i := range got.Roster.Members {
		got.Roster.Members[i].Name += " II"
	}
	r.Gone = []string{"pike_ii"}
	if err := got.Beside(r); err != nil {
		t.Fatal(err)
	}
	for _, m := range got.Roster.Members {
		if r.Has(m.ID) || len(m.ID) > 24 {
			t.Errorf("%s has the id %s", m.Name, m.ID)
		}
	}
}

func TestKeysOfASheetKeepTheirOrder(t *testing.T) {
	all := catalog.All()
	sys := all[0]
	r := kept(t, sys, sys.Rosters()[0])
	r.Members[0].Sheet = json.RawMessage(`{"wounds":3,"role":"<leader> & co","strength":3,"defence":3,"toughness":3}`)
	same(t, r, throughYAML(t, all, sys, r).Roster)
}
