package commands_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/catalog"
)

func TestAPairedBattleIsFoughtConfirmedAndCounted(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.command(alice, "x", "campaign pair", opt("how", "round robin"))
	c.must(c.tap(bob, hall, "Open: Red Company – Sea Dogs"))
	card := c.chans[hall][len(c.chans[hall])-1]
	for _, who := range []commands.Person{alice, bob} {
		c.must(c.tryPress(who, card.id, find(t, card.message, "Ready")))
	}
	c.reads(c.shown(sam, ""), "in fight `", "Round 1: Red Company – Sea Dogs, which goes on")
	_, err := c.try(bob, "x", "campaign leave", nil)
	c.refused(err, "Sea Dogs is in fight")
	_, err = c.tap(alice, hall, "Open: Red Company – Sea Dogs")
	c.refused(err, "called off, or its battle is fought already")
	end := c.command(alice, "x", "campaign end", nil).Message
	_, err = c.tryPress(alice, private, find(t, end, "End it"))
	c.refused(err, "goes on: Red Company – Sea Dogs")
	sure := c.command(bob, card.id, "concede", nil)
	c.press(bob, sure.Message, "Concede")
	dest := hall
	for _, posts := range []string{hall, "channel/" + card.id} {
		if has(c.last(posts), "Confirm") != "" {
			dest = posts
		}
	}
	for _, who := range []commands.Person{alice, bob} {
		c.must(c.tap(who, dest, "Confirm"))
	}
	c.reads(c.command(sam, "x", "campaign standings", nil).Message, "**1. Red Company** (Alice): 1 fight, 1 won")
	c.reads(c.command(sam, "x", "campaign battles", nil).Message, "Round 1: **Red Company** beat Sea Dogs, conceded")
	c.command(bob, "x", "campaign leave", nil)
}

func TestMalformedPathsOfCampaignsReadLikeSentences(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	id := c.campaignID("Winter War")
	before := c.shown(sam, "").Text
	for _, verb := range []string{"campaign-open", "campaign-page", "campaign-end", "campaign-stay", "standings", "standings-here", "battles", "battle-open"} {
		for i, a := range []string{"", id, "NOSUCH", "-1", "99999999999999999999", "roster", "%s", "é", strings.Repeat("z", 300)} {
			for _, path := range []string{verb, verb + "/" + a, verb + "/" + a + "/" + a, verb + "/" + id + "/" + a, verb + "/" + id + "/" + a + "/" + a} {
				c.harmless(commands.Request{Kind: commands.Press, Path: path, User: odd, Guild: "g", Channel: "x", Message: private, Values: []string{a, "b"}[:i%3]})
			}
		}
	}
	if now := c.shown(sam, "").Text; now != before {
		t.Errorf("it was\n%s\nand is\n%s", before, now)
	}
}

func TestWhateverIsTypedIsAnsweredBySentence(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	for i, text := range []string{"", " ", "*_`<@101> @everyone", "\u202e\x00\n", strings.Repeat("long ", 500), "%s%d", "🜂🜁🜄"} {
		for _, path := range []string{"new", "join", "leave", "show", "standings", "battles", "pair", "record", "settings", "hand-over", "end", "export"} {
			options := make(map[string]string)
			for _, name := range []string{"campaign", "roster", "what", "value", "who", "to", "player", "a", "b", "by", "how", "mine", "theirs", "result", "note", "system", "name"} {
				options[name] = text
			}
			if i%2 == 1 {
				delete(options, "campaign")
			}
			if path != "new" || i > 1 && i != 3 && i < 6 { // what has letters makes a campaign, in the open: three that one person may run
				c.answered(commands.Request{Kind: commands.Command, Path: "campaign " + path, Options: options, User: odd, Guild: "g", Channel: "x"})
			}
			for name := range options {
				c.harmless(commands.Request{Kind: commands.Complete, Path: "campaign " + path, Options: options, Focused: name, User: odd, Guild: "g", Channel: "x"})
			}
		}
	}
}

// answered is harmless for what may also be told in the open.
func (c *club) answered(r commands.Request) {
	c.t.Helper()
	if r.Path != "campaign new" {
		c.harmless(r)
		return
	}
	r.Options = opt("name", r.Options["name"])
	if reply := c.must(c.send(r)); reply.Act == commands.Ride {
		c.settle("channel/"+r.Channel, reply)
	}
}

func TestTheCampaignCommandFitsIntoOneDefinition(t *testing.T) {
	for _, d := range commands.NewDesk(commands.Options{Systems: catalog.All()}).Definitions() {
		if d.Name != "campaign" {
			continue
		}
		letters := len(d.Name) + len(d.Description)
		for _, sub := range d.Options {
			letters += len(sub.Name) + len(sub.Description)
			needed := 0
			optional := false
			for _, o := range sub.Options {
				letters += len(o.Name) + len(o.Description)
				for _, choice := range o.Choices {
					letters += len(choice.Name) + len(fmt.Sprint(choice.Value))
				}
				if o.Required && optional {
					t.Errorf("/campaign %s: %s is required after one that is not", sub.Name, o.Name)
				}
				if optional = optional || !o.Required; o.Required {
					needed++
				}
			}
			if needed > 3 {
				t.Errorf("/campaign %s needs %d options", sub.Name, needed)
			}
		}
		if letters > 8000 {
			t.Errorf("it has %d letters", letters)
		}
		if _, err := json.Marshal(d); err != nil {
			t.Error(err)
		}
		return
	}
	t.Error("there is no /campaign")
}
