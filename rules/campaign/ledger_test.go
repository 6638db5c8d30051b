package campaign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules/campaign"
)

func member(id string, sheet string) *campaign.Member {
	return &campaign.Member{ID: id, Name: "Model " + id, Sheet: json.RawMessage(sheet)}
}

// book is a ledger that grows.
type book []campaign.Entry

func (b *book) add(changes ...campaign.Change) int {
	*b = append(*b, campaign.Entry{N: len(*b) + 1, By: "m1", Why: "a test", Changes: changes})
	return len(*b)
}

func (b *book) reverse(n int) int {
	*b = append(*b, campaign.Entry{N: len(*b) + 1, By: "m1", Why: "a mistake", Reverses: n})
	return len(*b)
}

func (b *book) fold(t *testing.T) campaign.Roster {
	t.Helper()
	r, err := campaign.Fold(*b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func started() *book {
	b := &book{}
	b.add(campaign.Change{What: campaign.Name, To: "Red Company"},
		campaign.Change{What: campaign.Add, Who: member("pike", `{"weapons":["knife","axe","knife"],"gold":2}`)},
		campaign.Change{What: campaign.Add, Who: member("nan", `{"weapons":["axe"]}`)})
	return b
}

// any change, random, of a roster as started makes it.
func anyChange(r *rand.Rand) campaign.Change {
	who := []string{"pike", "nan", "ghost"}[r.IntN(3)]
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	id := fmt.Sprint("new", r.Uint64())
	return []campaign.Change{
		{What: campaign.Add, Who: member(id, `{}`)},
		{What: campaign.Wound, Member: who, N: r.IntN(5) - 2},
		{What: campaign.Number, Member: who, Path: "gold", N: r.IntN(9) - 4},
		{What: campaign.Lose, Member: who, Path: "weapons", Value: raw(`"knife"`)},
		{What: campaign.Gain, Member: who, Path: "weapons", Value: raw(fmt.Sprintf(`"club %d"`, r.IntN(3)))},
		{What: campaign.Put, Member: who, Path: "space", Value: raw(`"the bridge"`)},
		{What: campaign.Put, Member: who, Path: "space", Value: raw(`null`)},
		{What: campaign.Stand, Member: who, To: string(campaign.Standings()[r.IntN(5)])},
		{What: campaign.Note, Member: who, To: fmt.Sprint(r.IntN(10))},
		{What: campaign.Rename, Member: who, To: fmt.Sprint("Model ", r.IntN(10))},
		{What: campaign.Remove, Member: who},
		{What: campaign.Return},
		{What: campaign.RestFull},
		{What: campaign.Rest, N: 1},
		{What: campaign.Mend, Member: who},
	}[r.IntN(15)]
}

func TestTakingAnEntryBackLeavesTheRosterAsIfItHadNeverBeen(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		with, without := started(), started()
		odd := with.add(anyChange(r), anyChange(r), anyChange(r))
		without.add() // an entry in its place that does nothing
		for range r.IntN(12) {
			c := anyChange(r)
			with.add(c)
			without.add(c)
		}
		with.reverse(odd)
		got, want := with.fold(t), without.fold(t)
		if diff := cmp.Diff(want.Members, got.Members); diff != "" || got.Digest() != want.Digest() {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func TestTakingBackTheTakingBackBringsAnEntryAgain(t *testing.T) {
	b := started()
	n := b.add(campaign.Change{What: campaign.Wound, Member: "pike", N: 2})
	hurt := b.fold(t)
	back := b.reverse(n)
	b.reverse(back)
	if got := b.fold(t); got.Digest() != hurt.Digest() {
		t.Errorf("got %+v", got)
	}
	if stands := campaign.Stands(*b); !stands[n-1] || stands[back-1] {
		t.Errorf("stands: %v", stands)
	}
}

func TestNoEntryIsTakenBackTwice(t *testing.T) {
	b := started()
	n := b.add(campaign.Change{What: campaign.Wound, Member: "pike", N: 2})
	if err := campaign.Reversible(*b, n); err != nil {
		t.Fatal(err)
	}
	b.reverse(n)
	for _, n := range []int{0, -1, n, 99} {
		if err := campaign.Reversible(*b, n); err == nil {
			t.Errorf("entry %d may be taken back", n)
		}
	}
}

func TestALedgerOutOfOrderIsNoRoster(t *testing.T) {
	for _, ledger := range [][]campaign.Entry{
		{{N: 2}},
		{{N: 1}, {N: 1}},
		{{N: 1, Reverses: 1}},
		{{N: 1, Reverses: 2}, {N: 2}},
		{{N: 1, Changes: []campaign.Change{{What: "wish"}, {What: "wish", Member: "x"}}}, {N: 3}},
	} {
		if r, err := campaign.Fold(ledger); err == nil {
			t.Errorf("%+v folds to %+v", ledger, r)
		}
	}
}

func TestADifferenceOfTwoSheetsMakesTheOneOfTheOther(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{`{"gold":2}`, `{"gold":5}`},
		{`{}`, `{"gold":5}`},
		{`{"weapons":["axe","knife","knife"]}`, `{"weapons":["knife","axe2"]}`},
		{`{"cards":[{"key":"a"},{"key":"b"}]}`, `{"cards":[{"key":"b"}]}`},
		{`{"deck":{"designs":["a","b"]},"tokens":3}`, `{"deck":{"designs":["b","c"]},"tokens":1}`},
		{`{"space":"bridge"}`, `{"space":"cave"}`},
		{`{"space":"bridge"}`, `{}`},
		{`{"a":{"b":{"c":true}}}`, `{"a":{"b":{"c":false}}}`},
		{`{"a":null}`, `{"a":{"b":1}}`},
		{`{"big":1.5}`, `{"big":2.5}`},
	} {
		changes, err := campaign.Differences("m", json.RawMessage(c.before), json.RawMessage(c.after))
		if err != nil || len(changes) == 0 {
			t.Fatalf("%s to %s: %v, %v", c.before, c.after, changes, err)
		}
		var b book
		b.add(campaign.Change{What: campaign.Add, Who: member("m", c.before)})
		b.add(changes...)
		got := b.fold(t).Members[0].Sheet
		rest, err := campaign.Differences("m", got, json.RawMessage(c.after))
		if err != nil || len(rest) > 0 {
			t.Errorf("%s with %v is %s, not %s", c.before, changes, got, c.after)
		}
	}
}

func TestAListThatIsNotWrittenIsNoOtherThanAnEmptyOne(t *testing.T) {
	for _, pair := range [][2]string{{`{"weapons":[]}`, `{}`}, {`{}`, `{"weapons":[]}`}, {`{"a":null}`, `{}`}} {
		if changes, err := campaign.Differences("m", json.RawMessage(pair[0]), json.RawMessage(pair[1])); err != nil || len(changes) > 0 {
			t.Errorf("%s and %s differ by %+v, %v", pair[0], pair[1], changes, err)
		}
	}
}

func TestAMembersIDIsNeverGivenAgain(t *testing.T) {
	b := started()
	b.add(campaign.Change{What: campaign.Remove, Member: "pike"})
	r := b.fold(t)
	if !r.Has("pike") || r.Member("pike") != nil {
		t.Errorf("after leaving: has %v, member %v", r.Has("pike"), r.Member("pike"))
	}
	b.add(campaign.Change{What: campaign.Add, Who: member("pike", `{}`)})
	if _, err := campaign.Fold(*b); err == nil {
		t.Error("an id was given twice")
	}
}

func TestTheIDOfAMemberWhoNeverCameIsNotGivenEither(t *testing.T) {
	b := started()
	n := b.add(campaign.Change{What: campaign.Add, Who: member("kid", `{}`)}, campaign.Change{What: campaign.Wound, Member: "kid", N: 1})
	hurt := b.add(campaign.Change{What: campaign.Wound, Member: "kid", N: 2})
	back := b.reverse(n)
	r := b.fold(t)
	if !r.Has("kid") || r.Member("kid") != nil {
		t.Fatalf("%+v", r)
	}
	if next, err := r.After([]campaign.Change{{What: campaign.Add, Who: member("kid", `{}`)}}); err == nil {
		t.Errorf("the id is given again: %+v", next)
	}
	b.reverse(back)
	if r := b.fold(t); r.Member("kid") == nil || r.Member("kid").Wounds != 3 {
		t.Errorf("after entry %d counts again: %+v", hurt, r)
	}
}

func TestTheStoryTellsEveryChangeByTheNamesOfItsTime(t *testing.T) {
	b := started()
	n := b.add(campaign.Change{What: campaign.Wound, Member: "pike", N: 2},
		campaign.Change{What: campaign.Lose, Member: "pike", Path: "weapons", Value: json.RawMessage(`"hunting_knife"`)})
	b.add(campaign.Change{What: campaign.Rename, Member: "pike", To: "Old *Pike*"})
	b.add(campaign.Change{What: campaign.Number, Member: "pike", Path: "gold", N: -2}, campaign.Change{What: campaign.Return})
	b.reverse(n)
	var lines []string
	for i, e := range *b {
		r, err := campaign.Fold((*b)[:i])
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, r.Words(e.Changes)...)
	}
	want := []string{
		"the roster is called Red Company", "Model pike joins", "Model nan joins",
		"Model pike takes 2 wounds", "Model pike loses hunting knife",
		`Model pike is now called Old \*Pike\*`, `Old \*Pike\* has 2 less gold`,
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

func TestWhatASheetCountsIsToldAsWhatItIs(t *testing.T) {
	r := campaign.Roster{Members: []campaign.Member{{ID: "a", Name: "Anne", Sheet: json.RawMessage(`{"gold":3,"wounds":3,"face_down":3}`)}}}
	var got []string
	for _, path := range []string{"gold", "wounds", "face_down"} {
		got = append(got, r.Words([]campaign.Change{{What: campaign.Number, Member: "a", Path: path, N: -1}})...)
	}
	if diff := cmp.Diff([]string{"Anne has 1 less gold", "Anne has 1 less wounds on its sheet", "Anne has 1 less (face down)"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyTheDeadDoNotRest(t *testing.T) {
	b := started()
	b.add(campaign.Change{What: campaign.Wound, Member: "pike", N: 3}, campaign.Change{What: campaign.Wound, Member: "nan", N: 3},
		campaign.Change{What: campaign.Stand, Member: "nan", To: "dead"}, campaign.Change{What: campaign.Stand, Member: "pike", To: "out"})
	b.add(campaign.Change{What: campaign.Return}, campaign.Change{What: campaign.Rest, N: 2})
	r := b.fold(t)
	if p := r.Member("pike"); p.Wounds != 1 || p.Set != "" {
		t.Errorf("pike %+v", p)
	}
	if n := r.Member("nan"); n.Wounds != 3 || n.Set != campaign.Dead {
		t.Errorf("nan %+v", n)
	}
}

func TestTheInjuryTableHasARowForEachFace(t *testing.T) {
	table := campaign.InjuryTable()
	for face := 1; face <= table.Die; face++ {
		if table.Of(face).Text == "" {
			t.Errorf("%d has no row", face)
		}
	}
	for _, bad := range []string{
		"die: 6\nrows:\n- {from: 1, to: 5, then: dead, text: x}",
		"die: 2\nrows:\n- {from: 1, to: 2, then: sings, text: x}",
		"die: 3\nrows:\n- {from: 1, to: 1, then: dead, text: x}\n- {from: 3, to: 3, then: dead, text: x}",
		"die: 1\nrows:\n- {from: 1, to: 1, then: dead, text: x}",
	} {
		if table, err := campaign.ReadInjuries("x", []byte(bad)); err == nil {
			t.Errorf("%s reads as %+v", bad, table)
		}
	}
}
