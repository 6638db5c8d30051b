package forbidden

import (
	"path/filepath"
	"testing"

	"umpire/rules/rulestest"
)

func TestConforms(t *testing.T) { rulestest.Conform(t, System()) }

func FuzzFights(f *testing.F) { rulestest.Fuzz(f, System()) }

func TestTranscripts(t *testing.T) {
	rulestest.Transcripts(t, System(), filepath.Join("testdata", "transcripts"))
}
