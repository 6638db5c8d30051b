package commands_test

import (
	"encoding/json"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"
)

// forgetsWhile has Ann removed while something else happens: after all that names
// her was found, and before it is written.
func (c *club) forgetsWhile(then func()) error {
	c.t.Helper()
	m := &meddler{Context: c.t.Context(), write: 1, then: then}
	_, err := c.desk.Answer(m, commands.Request{
		ID: "forget", Kind: commands.Press, Path: "forget-me", User: ann, Guild: "g", Channel: "table", Message: private, At: c.now,
	})
	if m.write > 0 {
		c.t.Fatal("nothing happened meanwhile")
	}
	return err
}

// said posts a text as somebody's press would.
func (c *club) said(text string) {
	c.t.Helper()
	body, err := json.Marshal(commands.Post{Message: commands.Message{Text: text}})
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(func(tx *storage.Tx) error {
		_, err := tx.Post(storage.Row{Dest: "channel/elsewhere", Body: body})
		return err
	})
}

func TestNothingThatIsMadeMeanwhileNamesWhoIsRemoved(t *testing.T) {
	for name, then := range map[string]func(*club){
		"a post":      func(c *club) { c.said(rules.Escape(ann.Name) + ", <@777000777>, is expected") },
		"a roster":    func(c *club) { c.command(ann, "elsewhere", "roster new", opt("system", "lasthope", "like", c.side())) },
		"a card":      func(c *club) { c.hosts(alice, ann) },
		"a shut card": func(c *club) { c.hosts(ann, bob); c.must(c.tap(ann, "channel/elsewhere", "Leave")) },
		"a new name": func(c *club) {
			other := commands.Person{ID: ann.ID, Name: "Dulcinea"}
			c.must(c.try(other, "elsewhere", "roster new", opt("system", "lasthope", "like", c.side())))
			c.said("Dulcinea is expected")
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.everywhere()
			if err := c.forgetsWhile(func() { then(c) }); err != nil {
				c.refused(err, "Look again, then press again")
				if len(c.holding("777000777")) < 10 {
					t.Error("half of it is removed")
				}
				c.forgets(ann)
			}
			for _, where := range c.holding("777000777", "Quixote", "Dulcinea") {
				t.Errorf("still named in %s", where)
			}
			c.write(func(tx *storage.Tx) error {
				return tx.EveryRoster(func(r storage.Roster, _ []storage.LedgerEntry) error {
					if r.State != storage.Withdrawn {
						t.Errorf("roster %s is %s", r.Name, r.State)
					}
					return nil
				})
			})
			c.verifies()
		})
	}
}

// side is the key of a side of Last Hope.
func (c *club) side() string {
	c.t.Helper()
	return menuOf(c.t, c.ask(alice, "roster new", "system", "lasthope")).Choices[0].Value
}

// hosts opens a card of a fight that somebody is to umpire.
func (c *club) hosts(host, umpire commands.Person) {
	c.t.Helper()
	c.command(host, "elsewhere", "session new", opt("system", "lasthope", "here", "true", "umpire", umpire.ID))
}

func TestWhoSitsDownMeanwhileIsNotRemoved(t *testing.T) {
	c := newClub(t)
	c.everywhere()
	before := len(c.holding("777000777"))
	err := c.forgetsWhile(func() { c.command(ann, "elsewhere", "session new", opt("system", "lasthope", "here", "true")) })
	c.refused(err, "Others wait for you", "1 card")
	if n := len(c.holding("777000777")); n < before {
		t.Error("half of it is removed")
	}
}
