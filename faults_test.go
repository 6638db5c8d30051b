package main

import (
	"fmt"
	"strings"
	"testing"
)

const (
	sendRoute   = "POST /channels/{channel}/messages"
	answerRoute = "POST /interactions/{interaction}/{token}/callback"
)

func TestAnAttackIsToldOnceWhateverDiscordDoes(t *testing.T) {
	t.Parallel()
	type fault = map[string]any
	for name, c := range map[string]fault{
		"messages fail":            {"fail": fault{"route": sendRoute, "status": 503, "count": 2}},
		"messages meet a page":     {"fail": fault{"route": sendRoute, "status": 502, "html": true, "count": 2}},
		"messages are limited":     {"fail": fault{"route": sendRoute, "status": 429, "for": "50ms", "count": 2}},
		"messages are told late":   {"slow": fault{"route": sendRoute, "for": "50ms", "after": true, "count": 4}},
		"answers to them are lost": {"lose_answers": fault{"route": sendRoute, "count": 3}},
		"responses fail":           {"fail": fault{"route": answerRoute, "status": 500, "count": 2}},
		"responses are limited":    {"fail": fault{"route": answerRoute, "status": 429, "for": "50ms", "global": true, "count": 2}},
		"answers to those are lost": {"lose_answers": []fault{
			{"route": answerRoute, "count": 2},
			{"route": sendRoute, "count": 2},
		}},
		"presses come twice":     {"doubled": 4},
		"presses hold the new":   {"strange": 4},
		"the connection is lost": {"drop_gateway": true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
			f.settled()
			f.fault(c)
			if c["drop_gateway"] == true {
				f.until("alice", "the bot to be gone", func(v view) bool { return !v.Bot.Connected })
				f.until("alice", "the bot to be back", func(v view) bool { return v.Bot.Connected })
			}
			told := f.duel("alice", "Marshal Hale", "Dusty", "hunting_knife", "JS", "7D").Content
			if want := "strength 3 + Jack 11 + favoured Jack 1 = **15**"; !strings.Contains(told, want) {
				t.Errorf("the outcome does not say %q:\n%s", want, told)
			}
			f.settled()
			f.checkOnce(1)
			if _, left := f.call("GET", "fault", nil); strings.Contains(string(left), `"count":`) {
				t.Errorf("not all of it befell the fight: %s", left)
			}
		})
	}
}

func TestACloseThatIsFinalEndsTheProgramWithWhatToDo(t *testing.T) {
	t.Parallel()
	for code, todo := range map[int]string{4004: "Reset Token", 4011: "fewer servers", 4014: "newer release"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			m := openMachine(t, nil)
			m.fault(map[string]any{
				"close_gateway": code,
				"connections":   map[string]any{"do": "close", "code": code, "count": 9},
			})
			m.cmd.Wait() // the exit code says it
			if got := m.cmd.ProcessState.ExitCode(); got != exitRefused {
				t.Errorf("it ends with %d, want %d", got, exitRefused)
			}
			m.cmd = nil
			if said := m.told.String(); !strings.Contains(said, todo) || strings.Contains(said, m.token) {
				t.Errorf("it says %q", said)
			}
		})
	}
}
