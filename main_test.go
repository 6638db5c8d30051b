package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"umpire/bot/sandbox/contract"
	"umpire/storage"
)

// asProgram makes the test's own binary the program.
const asProgram = "UMPIRE_TEST_AS_PROGRAM"

// discordContract counts, for all tests here, what was held against Discord's
// contract.
var discordContract = contract.Open(os.Getenv(contract.Environment))

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main() // exits
	}
	os.Exit(discordContract.Run(m, os.Stdout))
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

// ended runs a process to its end and gives what it said and its exit code.
func ended(t *testing.T, env []string, args ...string) (said string, code int) {
	t.Helper()
	var log logbook
	cmd := process(t, &log, env, args...)
	limit := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer limit.Stop()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return log.String(), cmd.ProcessState.ExitCode()
}

func TestWithoutATokenTheProgramNamesBothWaysOn(t *testing.T) {
	t.Parallel()
	said, code := ended(t, nil)
	if code != exitUsage {
		t.Errorf("it ends with %d, want %d", code, exitUsage)
	}
	for _, want := range []string{"DISCORD_TOKEN", ".env", "README.md", "go run . sandbox"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not name %s: %q", want, said)
		}
	}
	if strings.Count(said, "\n") != 1 {
		t.Errorf("it says more than a line: %q", said)
	}
}

func TestATokenThatDiscordDoesNotKnowEndsTheProgram(t *testing.T) {
	t.Parallel()
	r, _ := serveRoom(t, true)
	const token = "MTA.not-a.token-at-all"
	said, code := ended(t, []string{"DISCORD_TOKEN=" + token}, "--api", r.url+"/api", "--db", r.db)
	if code != exitRefused {
		t.Errorf("it ends with %d, want %d", code, exitRefused)
	}
	if !strings.Contains(said, "developer portal") || !strings.Contains(said, "Reset Token") {
		t.Errorf("it does not say what to do: %q", said)
	}
	if strings.Contains(said, "not-a") {
		t.Errorf("it prints the token: %q", said)
	}
}

func TestTheProgramTellsItsVersionAndItsCommands(t *testing.T) {
	t.Parallel()
	said, code := ended(t, nil, "version")
	if code != 0 || !strings.HasPrefix(said, "umpire ") || strings.Count(said, "\n") != 1 {
		t.Errorf("version ends with %d: %q", code, said)
	}
	for command, names := range map[string][]string{
		"":        {"serve", "sandbox", "version"},
		"serve":   {"--token", "--db", "DISCORD_TOKEN"},
		"sandbox": {"--addr", "--allow-remote", "--alone"},
	} {
		said, code := ended(t, nil, append(strings.Fields(command), "--help")...)
		for _, want := range names {
			if code != 0 || !strings.Contains(said, want) {
				t.Errorf("%s --help ends with %d and does not name %s: %q", command, code, want, said)
			}
		}
	}
}

func TestTheSandboxIsNotOpenedToOtherMachinesByMistake(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", ":0", "nonsense"} {
		said, code := ended(t, nil, "sandbox", "--addr", addr)
		if code != exitUsage || strings.Contains(said, "open:") {
			t.Errorf("--addr %s ends with %d: %q", addr, code, said)
		}
		if addr != "nonsense" && !strings.Contains(said, "--allow-remote") {
			t.Errorf("--addr %s does not say how it could be meant: %q", addr, said)
		}
	}
}

func TestAskedToStopTheProgramDeliversWhatWaitsAndEndsWell(t *testing.T) {
	t.Parallel()
	m := openMachine(t, nil)
	f := m.open("alice", "bob", calledCards)
	m.fault(map[string]any{"slow": map[string]any{"route": "POST /channels/{id}/messages", "for": "300ms", "count": 3}})
	f.command("alice", f.thread, "attack", map[string]any{"attacker": "Pike", "target": "Lefty"})
	m.end()
	for _, who := range f.sides {
		if got := f.prompt(who); !strings.Contains(got.Content, "Pike") {
			t.Errorf("%s was not asked before the end: %q", who, got.Content)
		}
	}
	store, err := storage.Open(context.Background(), m.db, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.Read(context.Background(), func(tx *storage.Tx) error {
		n, err := tx.Unsent()
		if n > 0 {
			t.Errorf("%d messages were left unsent", n)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
