package forbidden

import (
	"path/filepath"
	"testing"

	"umpire/rules/rulestest"
)

func FuzzFights(f *testing.F) { rulestest.Fuzz(f, System()) }

func TestTranscripts(t *testing.T) {
	rulestest.Transcripts(t, System(), filepath.Join("testdata", "transcripts"))
}
