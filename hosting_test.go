package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"umpire/bot/sandbox"
	"umpire/storage"
)

// host is a folder to run the program in, and a Discord for it.
type host struct {
	t     *testing.T
	dir   string
	world *sandbox.Server
	api   string
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{t: t, dir: t.TempDir(), world: sandbox.New(sandbox.Options{})}
	server := httptest.NewServer(h.world)
	h.api = server.URL + "/api"
	t.Cleanup(func() {
		h.world.Close()
		server.Close()
	})
	return h
}

// command is the program as a child in the host's folder.
func (h *host) command(log *logbook, args ...string) *exec.Cmd {
	c := process(h.t, log, []string{"DISCORD_TOKEN=" + h.world.Token(), "DISCORD_API=" + h.api}, args...)
	c.Dir = h.dir
	return c
}

// run runs the program to its end.
func (h *host) run(args ...string) (code int, said string) {
	h.t.Helper()
	var log logbook
	c := h.command(&log, args...)
	limit := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer limit.Stop()
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		h.t.Fatal(err)
	}
	if strings.Contains(log.String(), h.world.Token()) {
		h.t.Errorf("the token is printed: %s", log.String())
	}
	return c.ProcessState.ExitCode(), log.String()
}

// metricsAddress is how the program's log names where its metrics are.
var metricsAddress = regexp.MustCompile(`address=(http://[^\s"]+)`)

// serve starts the program and gives the address of its metrics when it is
// connected to Discord. Stop ends it and gives its exit code.
func (h *host) serve(args ...string) (address string, stop func() int) {
	h.t.Helper()
	var log logbook
	c := h.command(&log, append([]string{"--metrics", "127.0.0.1:0"}, args...)...)
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	stop = sync.OnceValue(func() int {
		c.Process.Signal(syscall.SIGTERM)
		limit := time.AfterFunc(patience, func() { c.Process.Kill() })
		defer limit.Stop()
		c.Wait() // its code says more
		return c.ProcessState.ExitCode()
	})
	h.t.Cleanup(func() { stop() })
	for end := time.Now().Add(patience); !strings.Contains(log.String(), "connected to the gateway"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("it does not connect: %s", log.String())
		}
	}
	found := metricsAddress.FindStringSubmatch(log.String())
	if found == nil {
		h.t.Fatalf("it does not say where its metrics are: %s", log.String())
	}
	return found[1], stop
}

func TestABackupIsTakenWhileTheBotServes(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	_, stop := h.serve()
	if code, said := h.run("backup", "copy.db"); code != 0 || !strings.Contains(said, "copy.db") {
		t.Errorf("exit %d: %s", code, said)
	}
	if code, said := h.run("backup", "copy.db"); code != exitUsage || !strings.Contains(said, "copy.db is there already") {
		t.Errorf("over an older one: exit %d: %s", code, said)
	}
	if code, said := h.run("backup", "missing/copy.db"); code != exitUsage || !strings.Contains(said, "missing") {
		t.Errorf("into no folder: exit %d: %s", code, said)
	}
	if code, said := h.run("backup", "--db", "none.db", "other.db"); code != exitUsage || !strings.Contains(said, "no database at none.db") {
		t.Errorf("of nothing: exit %d: %s", code, said)
	}
	if code := stop(); code != 0 {
		t.Errorf("the bot ended with exit %d", code)
	}
	if code, said := h.run("backup", "quiet.db"); code != 0 {
		t.Errorf("of a bot at rest: exit %d: %s", code, said)
	}
	// Restored as docs/hosting.md says, it serves.
	copied, err := os.ReadFile(filepath.Join(h.dir, "copy.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.dir, "umpire.db"), copied, 0o600); err != nil {
		t.Fatal(err)
	}
	_, stop = h.serve()
	stop()
	store, err := storage.Open(t.Context(), filepath.Join(h.dir, "umpire.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
}

func TestASecondProcessIsToldSinceWhenTheFirstServes(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	_, stop := h.serve()
	defer stop()
	code, said := h.run()
	if code != exitUsage || !regexp.MustCompile(`umpire\.db.* in use since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\. .*--db`).MatchString(said) {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestTheDoctorsExitCodeSaysWhetherTheBotCanServe(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	_, stop := h.serve()
	if code, said := h.run("doctor"); code != 0 || !strings.Contains(said, "served since") || strings.Contains(said, "FAIL") {
		t.Errorf("exit %d: %s", code, said)
	}
	stop()
	if code, said := h.run("doctor", "--token", "nobody"); code != exitFault || !strings.Contains(said, "Reset Token") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestMetricsAndHealthAreServedOnThisMachineAlone(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	address, stop := h.serve()
	get := func(path string) (int, string) {
		t.Helper()
		client := http.Client{Timeout: patience}
		answer, err := client.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if code, text := get("/metrics"); code != http.StatusOK || !strings.Contains(text, "\numpire_gateway_reconnects_total 0\n") {
		t.Errorf("%d: %s", code, text)
	}
	// "connected" is written a moment before it is true.
	for end := time.Now().Add(patience); ; {
		code, text := get("/health")
		if code == http.StatusOK && strings.HasPrefix(text, "ok") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d: %s", code, text)
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	for _, open := range []string{"0.0.0.0:0", ":9464", "192.0.2.1:9464", "example.com:9464"} {
		if code, said := h.run("--metrics", open); code != exitUsage || !strings.Contains(said, "loopback") {
			t.Errorf("%s: exit %d: %s", open, code, said)
		}
	}
	if code, said := h.run("--metrics", "9464"); code != exitUsage || !strings.Contains(said, "HOST:PORT") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestExitCodesTellWhoseFaultItIs(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	for name, c := range map[string]struct {
		args []string
		code int
		said string
	}{
		"help":             {[]string{"--help"}, 0, "doctor"},
		"an unknown flag":  {[]string{"--nope"}, exitUsage, "nope"},
		"a missing file":   {[]string{"backup"}, exitUsage, "<file>"},
		"no token":         {[]string{"--token", ""}, exitUsage, "DISCORD_TOKEN"},
		"a stranger":       {[]string{"--token", "nobody", "--db", "other.db"}, exitRefused, "Reset Token"},
		"no such folder":   {[]string{"--db", "missing/umpire.db"}, exitFault, "missing"},
		"help of a doctor": {[]string{"doctor", "--help"}, 0, "--db"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, said := h.run(c.args...)
			if code != c.code || !strings.Contains(said, c.said) {
				t.Errorf("exit %d, want %d with %q: %s", code, c.code, c.said, said)
			}
		})
	}
}

func TestASettingsFileThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	if err := os.WriteFile(filepath.Join(h.dir, envFile), []byte("DISCORD_TOKEN='unclosed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := h.run("doctor"); code != exitUsage || !strings.Contains(said, envFile) {
		t.Errorf("exit %d: %s", code, said)
	}
}
