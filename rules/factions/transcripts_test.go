package factions

import (
	"os"
	"path/filepath"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// TestTranscripts plays with the demo teams and those of testdata/teams.yaml.
func TestTranscripts(t *testing.T) {
	file := filepath.Join("testdata", "teams.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	more, err := ReadTeams(file, data)
	if err != nil {
		t.Fatal(err)
	}
	sys := System()
	sys.Rosters = func() []rules.Roster { return append(demoTeams(), more...) }
	rulestest.Transcripts(t, sys, filepath.Join("testdata", "transcripts"))
}
