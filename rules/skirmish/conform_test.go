package skirmish

import (
	"testing"

	"umpire/rules/rulestest"
)

func TestConforms(t *testing.T) { rulestest.Conform(t, System()) }
