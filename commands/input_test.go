package commands_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"
)

// machine is what no player may ever read.
var machine = regexp.MustCompile(`%!|\bnil\b|panic|sql|storage|unmarshal|json:|strconv|undefined|context (deadline|canceled)`)

// harmless checks that an answer is for the presser alone and reads like a
// sentence, whatever was sent.
func (c *club) harmless(r commands.Request) {
	c.t.Helper()
	reply, err := c.send(r)
	text := reply.Message.Text
	if err != nil {
		refusal, ok := rules.IsRefusal(err)
		if !ok {
			c.t.Errorf("%v %q goes wrong: %v", r.Kind, r.Path, err)
			return
		}
		text = refusal
	}
	if reply.Act == commands.Ride || reply.Act == commands.Open {
		c.t.Errorf("%q is answered in the open", r.Path)
	}
	if machine.MatchString(text) || len([]rune(text)) > 2000 || text == "" && reply.Act != commands.Fill && reply.Act != commands.Offer {
		c.t.Errorf("%q reads %q", r.Path, text)
	}
}

func TestMalformedPathsMoveNothingAndReadLikeSentences(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	id := c.chans["channel/"+thread][0].session
	c.attack(thread)
	asked := strings.Split(find(t, c.last("channel/"+thread), "Object"), "/")[2]
	other := c.fight(nil) // a second fight of the same two
	otherID := c.chans["channel/"+other][0].session
	c.pings = nil
	before, posts := c.lines(thread), len(c.chans["channel/"+thread])
	parts := []string{
		"", id, otherID, "NOSUCH", asked, "0", "-1", "1", "x", "99999999999999999999", asked + ".p2", asked + ".", "card1", "card2",
		"~", "~00", "~99", "~0", "AS", "AS,KS", "blind", "attack", "end", "drawn", "%s", "é", strings.Repeat("z", 300),
	}
	verbs := []string{
		"", "sit", "rise", "share", "side", "bring", "house", "set", "patience", "word", "ready", "order", "arg", "every", "leaf", "open", "steer", "map", "write", "anew", "give", "choose",
		"ask", "group", "page", "pick", "none", "take", "lock", "board", "yield", "agree", "again", "object", "stand", "withdraw", "lapse", "read", "nonsense",
	}
	n := 0
	for _, verb := range verbs {
		for i, a := range parts {
			for _, path := range []string{
				verb, verb + "/" + a, verb + "/" + id + "/" + a, verb + "/" + a + "/" + asked,
				verb + "/" + id + "/" + asked + "/" + a, verb + "/" + id + "/" + asked + "/card1/" + a, verb + "/" + id + "/" + a + "/1/" + parts[(i+3)%len(parts)],
			} {
				if reads(path, id, asked) {
					continue
				}
				r := commands.Request{Kind: commands.Press, Path: path, User: bob, Guild: "g", Channel: "x", Message: "m", Values: []string{a, "b"}[:n%3]}
				switch n++; n % 4 {
				case 0:
					r.User = sam
				case 1:
					r.Kind = commands.Submit
				case 2:
					r.Guild = []string{"", "elsewhere"}[i%2]
				}
				c.harmless(r)
			}
		}
	}
	if now := c.lines(thread); now != before {
		t.Errorf("the log moved from line %d to %d", before, now)
	}
	if n := len(c.chans["channel/"+thread]); n != posts || len(c.pings) > 0 {
		t.Errorf("%d posts were made, and %v notified", n-posts, c.pings)
	}
}

// reads tells whether a path is one that somebody could rightly press.
func reads(path, id, asked string) bool {
	return strings.HasPrefix(path, "yield/"+id+"/"+asked)
}

func TestCommandsOutOfPlaceReadLikeSentences(t *testing.T) {
	c := newClub(t)
	c.fight(nil)
	long := strings.Repeat("long ", 500)
	for _, path := range []string{
		"session status", "session end", "session replace", "nudge", "concede", "draw", "hand", "board", "attack", "done", "march",
		"umpire set-wounds", "umpire end", "no such", "session new", "rules",
	} {
		for _, channel := range []string{"elsewhere", "table"} {
			for _, who := range []commands.Person{alice, gail, odd} {
				c.harmless(commands.Request{Kind: commands.Command, Path: path, User: who, Guild: "g", Channel: channel, Options: map[string]string{
					"reason": long, "topic": long, "system": long, "attacker": long, "player": "x", "by": "y",
				}})
				c.harmless(commands.Request{Kind: commands.Complete, Path: path, User: who, Guild: "g", Channel: channel, Focused: "attacker", Options: map[string]string{"attacker": long}})
			}
		}
	}
}

func TestWhatASideMayNotDoIsRefusedBySentence(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	_, err := c.try(bob, thread, "attack", map[string]string{"attacker": "Cole", "target": "Pike"})
	c.refused(err, "You cannot give /attack now. Awaited: Alice.")
	_, err = c.try(alice, thread, "march", map[string]string{"who": "a1"})
	c.refused(err, "Last Hope Frontier has no /march")
	_, err = c.try(alice, thread, "umpire set-wounds", map[string]string{"model": "Cole", "wounds": "1", "reason": "x"})
	c.refused(err, "somebody who manages the server")
	_, err = c.try(gail, thread, "umpire set-wounds", map[string]string{"model": "Cole", "wounds": "1", "reason": strings.Repeat("x", 201)})
	c.refused(err, "too long for reason", "200")
	c.command(gail, thread, "umpire set-wounds", map[string]string{"model": "Cole", "wounds": "1", "reason": "*a* <@101> @everyone"})
	if text := c.text(thread); strings.Contains(text, "*a*") || strings.Contains(text, "@everyone") {
		t.Errorf("the reason has power over the text:\n%s", text)
	}
	if last := c.last("channel/" + thread); len(last.Mentions) > 1 {
		t.Errorf("it notifies %v", last.Mentions)
	}
}

func TestNamesHaveNoPowerOverTheText(t *testing.T) {
	c := newClub(t)
	c.command(odd, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	thread := c.chans["channel/table"][0].id
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(odd, "channel/table", "Ready"))
	c.attackAs(odd, thread)
	c.lock(odd, "")
	c.must(commands.Reply{}, c.object(bob, thread, "**no** `x` <@101> @everyone"))
	for dest, posts := range c.chans {
		for _, p := range posts {
			for _, raw := range []string{"*Odd*", "**no**", "`x`", "@everyone"} {
				if strings.Contains(p.message.Text, raw) {
					t.Errorf("%s %s holds %q:\n%s", dest, p.slot, raw, p.message.Text)
				}
			}
		}
	}
	for _, p := range c.pings {
		if p.user == alice.ID {
			t.Errorf("Alice, who is named in somebody's name, is notified of %s", p.slot)
		}
	}
}

func (c *club) attackAs(who commands.Person, thread string) {
	c.order(who, thread, "Marshal Hale", "Dusty")
}

func TestADraftTakesOnlyWhatItsMenusOffer(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	draft := c.must(c.tap(alice, "channel/"+thread, "Attack")).Message
	menu := menuOf(t, draft).Path
	for _, bad := range []string{"dusty", "nobody", strings.Repeat("x", 5000), ""} {
		_, err := c.tryPress(alice, private, menu, bad)
		c.refused(err, "not one of the choices")
	}
	_, err := c.tryPress(alice, private, strings.Replace(menu, "attacker", "colour", 1), "x")
	c.refused(err, "not one of the choices")
	_, err = c.tryPress(bob, private, menu, "pike")
	c.refused(err, "another time")
	c.command(alice, thread, "done", nil)
	_, err = c.tryPress(alice, private, menu, "pike")
	c.refused(err, "no longer open")
}

func TestAnInteractionThatComesTwiceCountsOnce(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	c.show(alice, "")
	r := commands.Request{ID: "777", Kind: commands.Press, Path: find(t, c.last("user/101"), "Lock it in"), User: alice, Channel: "dm", Message: "m"}
	c.must(c.send(r))
	line := c.lines(thread)
	if _, err := c.send(r); err == nil {
		t.Error("it is taken twice")
	} else if _, refused := rules.IsRefusal(err); !refused && !errors.Is(err, storage.ErrSeen) {
		t.Error(err)
	}
	if now := c.lines(thread); now != line {
		t.Errorf("the log moved from line %d to %d", line, now)
	}
}

func TestAMenuOfManyPicksFitsIntoACustomID(t *testing.T) {
	c := newClub(t)
	c.desk = commands.NewDesk(commands.Options{Store: c.store, Systems: []*rules.System{levy()}})
	c.command(alice, "table", "session new", map[string]string{"system": "levy", "opponent": bob.ID})
	thread := c.chans["channel/table"][0].id
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	ask := c.last("user/101")
	menu := menuOf(t, ask)
	if menu.Min != 0 || menu.Max != 20 || has(ask, "None") == "" {
		t.Errorf("the menu takes %d to %d, %+v", menu.Min, menu.Max, ask.Rows)
	}
	var picks []string
	for _, choice := range menu.Choices[:20] {
		picks = append(picks, choice.Value)
	}
	c.must(c.tap(alice, "user/101", menu.Hint, picks...))
	c.must(c.tap(alice, "user/101", "Lock it in"))
	none := c.must(c.tap(bob, "user/102", "None"))
	if !strings.Contains(none.Message.Text, "**None.**") {
		t.Errorf("none is shown as %q", none.Message.Text)
	}
	c.must(c.tap(bob, "user/102", "Lock it in"))
	c.says("channel/"+thread, "20 and 0 answer the call.")
}

// levyState is that of a system that asks for many picks at once.
type levyState struct{ Called []int }

type levied struct{ One, Two int }

// levy is a system whose one question takes up to twenty of twenty-five picks.
func levy() *rules.System {
	var options []rules.Option
	for i := range 25 {
		options = append(options, rules.Option{ID: fmt.Sprintf("militia_%02d", i), Label: fmt.Sprintf("Militia %d", i+1)})
	}
	ask := func(seat rules.Seat) rules.Ask {
		return rules.Ask{ID: fmt.Sprintf("levy%d", seat), Seat: seat, Secret: true, Prompt: "Who is called?", Options: options, Max: 20, Default: nil}
	}
	sides := []rules.Roster{{Key: "north", Name: "North"}, {Key: "south", Name: "South"}}
	return rules.Define(rules.Spec[levyState]{
		Key: "levy", Title: "Levy", Version: 1,
		Sample:  func() rules.Setup { return rules.Setup{Sides: sides} },
		Rosters: func() []rules.Roster { return sides },
		New:     func(rules.Setup) (*levyState, error) { return &levyState{}, nil },
		Steps: []rules.Step[levyState]{{
			Name: "levy",
			Asks: func(*levyState) []rules.Ask { return []rules.Ask{ask(1), ask(2)} },
			Run: func(_ *levyState, t *rules.Turn) error {
				t.Open("levy1", "levy2")
				t.Say(levied{len(t.Picks("levy1")), len(t.Picks("levy2"))})
				t.End(rules.Outcome{Why: "The levy is raised."})
				return nil
			},
		}},
		View:   func(*levyState, rules.Seat) rules.View { return rules.View{Title: "Levy"} },
		Roster: func(*levyState) []rules.Fighter { return nil },
		Lines:  `{{define "levied"}}{{.One}} and {{.Two}} answer the call.{{end}}`,
	})
}

func TestNobodyReadsWhatAFaultIsMadeOf(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.desk.Answer(ctx, commands.Request{ID: "1", Kind: commands.Command, Path: "board", User: alice, Guild: "g", Channel: thread, At: c.now})
	if _, refused := rules.IsRefusal(err); err == nil || refused {
		t.Errorf("a fault is told the player as %v", err)
	}
}
