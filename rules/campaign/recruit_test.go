package campaign_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

func TestRecruitsHaveNamesAndIDsOfTheirOwn(t *testing.T) {
	r := campaign.Roster{
		Members: []campaign.Member{{ID: "musketeer", Name: "Musketeer"}, {ID: "musketeer_2", Name: "musketeer 2"}},
		Gone:    []string{"musketeer_1", "anne"},
	}
	kind := rules.Recruit{Key: "musketeer", Name: "Musketeer", Sheet: json.RawMessage(`{}`)}
	for _, c := range []struct {
		name  string
		count int
		want  string
	}{
		{"", 1, "Musketeer 3=musketeer_3"},
		{"", 2, "Musketeer 3=musketeer_3 Musketeer 4=musketeer_4"},
		{"Anne", 1, "Anne=anne_2"},
		{"Ж", 2, "Ж 1=1 Ж 2=2"},
	} {
		members, err := r.Recruit(kind, c.name, c.count)
		var got []string
		for _, m := range members {
			got = append(got, m.Name+"="+m.ID)
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" || err != nil {
			t.Errorf("%d of %q: %v %s", c.count, c.name, err, diff)
		}
	}
	if _, err := r.Recruit(kind, "MUSKETEER", 1); err == nil {
		t.Error("a name is given twice")
	}
	if len(r.Members) != 2 {
		t.Errorf("the roster has changed: %+v", r)
	}
}

func TestRecruitsAreNumberedOn(t *testing.T) {
	kind := rules.Recruit{Key: "musketeer", Name: "Musketeer", Sheet: json.RawMessage(`{}`)}
	for _, c := range []struct {
		there, want string
		count       int
	}{
		{"", "Musketeer", 1},
		{"", "Musketeer 1 Musketeer 2", 2},
		{"Musketeer", "Musketeer 2", 1},
		{"musketeer 1,Musketeer 2,Musketeer 3", "Musketeer 4", 1},
		{"Musketeer 1,Musketeer 2,Musketeer 3", "Musketeer 4 Musketeer 5", 2},
		{"Musketeer 3,Musketeers 9,Musketeer 12b", "Musketeer 4", 1},
	} {
		var r campaign.Roster
		for name := range strings.SplitSeq(c.there, ",") {
			r.Members = append(r.Members, campaign.Member{ID: r.NewID(name), Name: name})
		}
		members, err := r.Recruit(kind, "", c.count)
		var got []string
		for _, m := range members {
			got = append(got, m.Name)
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" || err != nil {
			t.Errorf("%d beside %q: %v %s", c.count, c.there, err, diff)
		}
	}
}

func TestAnIDIsPlainAndShortWhateverTheName(t *testing.T) {
	var r campaign.Roster
	for _, name := range []string{"", "...", "Ünïcödé", strings.Repeat("🎲", 100), "../../etc", strings.Repeat("x", 90), "a/b c", "-"} {
		for range 12 {
			id := r.NewID(name)
			if !kit.IsID(id) || len(id) > 24 || r.Has(id) {
				t.Fatalf("%q gives %q", name, id)
			}
			r.Members = append(r.Members, campaign.Member{ID: id})
		}
	}
}

func TestANameIsOneLineOfLettersThatShow(t *testing.T) {
	for text, want := range map[string]string{
		" Red \n Anne ": "Red Anne", "Al\u202eex\u2066": "Alex", "**Bold** <@1>": "**Bold** <@1>", "👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧",
		"": "", "\u200b": "", "a, b": "", "a: b": "", strings.Repeat("🎲", 100): "", strings.Repeat("x", 40): strings.Repeat("x", 40),
	} {
		got, err := campaign.ReadName(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q reads %q, %v", text, got, err)
		}
	}
}
