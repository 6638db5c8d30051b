package rulestest

import "testing"

func TestProvingGroundKeepsWhatEverySystemMust(t *testing.T) { Conform(t, ProvingGround()) }
