package forbidden

import (
	"testing"

	"umpire/rules/rulestest"
)

func TestConforms(t *testing.T) { rulestest.Conform(t, System()) }

func FuzzFights(f *testing.F) { rulestest.Fuzz(f, System()) }
