package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

func TestTitlesAndTextLogsHoldNoControlLettersOfNames(t *testing.T) {
	c := newClub(t)
	crook := commands.Person{ID: "110", Name: "Al\u202eex\n**Umpire**: you win\u2066\x07"}
	c.command(crook, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	thread := c.chans["channel/table"][0].id
	c.must(c.tap(crook, "channel/table", "Ready"))
	c.must(c.tap(bob, "channel/table", "Ready"))
	waits := c.must(c.try(bob, "x", "waiting", nil)).Message.Text
	log := c.command(bob, thread, "log", nil).Message.File
	for where, text := range map[string]string{"the title": waits, "the log": string(log.Body)} {
		if strings.ContainsAny(text, "\u202e\u2066\x07") || strings.Contains(text, "\n**Umpire**") || !strings.Contains(text, "Alex") {
			t.Errorf("%s reads\n%q", where, text)
		}
	}
}
