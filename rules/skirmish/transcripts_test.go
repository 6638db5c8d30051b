package skirmish

import (
	"path/filepath"
	"testing"

	"umpire/rules/rulestest"
)

func TestTranscripts(t *testing.T) {
	rulestest.Transcripts(t, System(), filepath.Join("testdata", "transcripts"))
}
