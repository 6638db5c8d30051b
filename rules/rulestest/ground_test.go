package rulestest

import "testing"

func TestProvingGroundKeepsWhatEverySystemMust(t *testing.T) { Conform(t, ProvingGround()) }

func TestProvingGroundIsToldAsItWas(t *testing.T) {
	Transcripts(t, ProvingGround(), "testdata/ground")
}

func FuzzFights(f *testing.F) { Fuzz(f, ProvingGround()) }
