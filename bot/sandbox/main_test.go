package sandbox_test

import (
	"os"
	"testing"

	"umpire/bot/sandbox/contract"
)

// discordContract counts, for all tests here, what was held against Discord's
// contract.
var discordContract = contract.Open(os.Getenv(contract.Environment))

func TestMain(m *testing.M) { os.Exit(discordContract.Run(m, os.Stdout)) }
