package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/rules/catalog"
	"umpire/rules/rulestest"
)

// record is the record of a fight of the first system: dealt, ended, opened.
func record(t *testing.T) []byte {
	t.Helper()
	sys := catalog.All()[0]
	b, err := rulestest.Sit(sys, sys.Sample(), "secret", nil)
	if err != nil {
		t.Fatal(err)
	}
	moves := append(b.Start(), rulestest.Move{Seat: rules.Umpire, Reply: &rules.Reply{
		Order: &rules.Order{Verb: "end", Args: map[string]string{"reason": "late"}},
	}}, rulestest.Move{Close: true})
	for _, m := range moves {
		if err := b.Make(m); err != nil {
			t.Fatal(err)
		}
	}
	return rules.WriteRecord(b.Log)
}

func TestVerifyChecksARecordWithoutTokenNetworkOrDatabase(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "fight.jsonl")
	text := record(t)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	said, code := ended(t, nil, "verify", file)
	for _, want := range []string{"rules version", "Chain: ", "opened as ", "come out as they were written", "The record holds."} {
		if code != 0 || !strings.Contains(said, want) {
			t.Errorf("it ends with %d and does not say %q:\n%s", code, want, said)
		}
	}
	beside, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(beside) != 1 {
		t.Errorf("it leaves %v behind, %v", beside, err)
	}
	forged := bytes.Replace(text, []byte(`"word 2"`), []byte(`"word 3"`), 1)
	if err := os.WriteFile(file, forged, 0o600); err != nil {
		t.Fatal(err)
	}
	said, code = ended(t, nil, "verify", file)
	if code != exitFault || !strings.Contains(said, "line 3 does not hold") || strings.Contains(said, "The record holds.") {
		t.Errorf("of a forged word it ends with %d and says\n%s", code, said)
	}
	if said, code = ended(t, nil, "verify", file+"x"); code != exitUsage {
		t.Errorf("of no file it ends with %d and says\n%s", code, said)
	}
}

// BenchmarkVerify checks a record of 2,000 steps of a whole system: attacks, cards
// locked and turned up, and taken back by consent.
func BenchmarkVerify(b *testing.B) {
	sys := catalog.All()[0]
	table, err := rulestest.Sit(sys, sys.Sample(), "secret", nil)
	if err != nil {
		b.Fatal(err)
	}
	do := func(moves ...rulestest.Move) {
		for _, m := range moves {
			if err := table.Make(m); err != nil {
				b.Fatal(err)
			}
		}
	}
	do(table.Start()...)
	for to := table.Fight.Line(); len(table.Log) < 1998; to = table.Fight.Line() {
		f := table.Fight
		do(rulestest.Move{Seat: 1, Reply: &rules.Reply{Asked: f.Asked(), Order: &rules.Order{Verb: "attack", Args: map[string]string{"attacker": "Marshal Hale", "target": "Dusty"}}}})
		for seat := rules.Seat(1); seat <= 2; seat++ {
			q := f.Asks(seat)[0]
			do(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{q.Options[0].ID}}})
		}
		do(rulestest.Move{Undo: to})
	}
	do(rulestest.Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: &rules.Order{Verb: "end", Args: map[string]string{"reason": "late"}}}}, rulestest.Move{Close: true})
	text := rules.WriteRecord(table.Log)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		log, err := rules.ReadRecord(text)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := chronicle.Check(catalog.All(), log); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(table.Log)), "lines")
}

func TestTheRecordOfAFightVerifiesElsewhereAndEndsInThePostedChain(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.duel("alice", "Marshal Hale", "Silas Crane", "hunting_knife", "10C", "9D")
	f.command("alice", f.thread, "undo", nil)
	f.settled()
	asked, ok := last(f.posts(), "Agree to go back")
	if !ok {
		t.Fatalf("bob is not asked:\n%s", f.text())
	}
	f.press("bob", asked, "Agree to go back")
	f.command("gail", f.thread, "session end", map[string]any{"reason": "late"})
	f.settled()
	file := filepath.Join(t.TempDir(), "fight.jsonl")
	text := f.fileOf(t, "carol", "record")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	said, code := ended(t, nil, "verify", file)
	if code != 0 || !strings.Contains(said, "Taken back: ") || !strings.Contains(said, "come out as they were written") {
		t.Errorf("it ends with %d and says\n%s", code, said)
	}
	_, chain, _ := strings.Cut(said, "the chain ends in ")
	if len(chain) < 8 || !strings.Contains(f.text(), chain[:8]) {
		t.Errorf("the thread does not show the chain of\n%s", said)
	}
}
