package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asProgram makes the test's own binary the program.
const asProgram = "UMPIRE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main() // exits
	}
	os.Exit(m.Run())
}

// process is the program as a process of its own, in a folder of its own, that
// is not started yet.
func process(t testing.TB, log *logbook, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = t.TempDir() // without a .env
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DISCORD_") && !strings.HasPrefix(v, "UMPIRE_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(append(cmd.Env, asProgram+"=1"), env...)
	cmd.Stdout, cmd.Stderr = log, log
	return cmd
}
