package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
