package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
	"umpire/storage"
)

// league puts a copy of a roster into a campaign that Sam organises and Bob helps
// with, as COPY22.
func (c *club) league(roster string) {
	c.t.Helper()
	c.write(func(tx *storage.Tx) error {
		organiser, err := tx.Join("g", sam.ID, sam.Name)
		if err != nil {
			return err
		}
		helper, err := tx.Join("g", bob.ID, bob.Name)
		if err != nil {
			return err
		}
		body, err := json.Marshal(campaign.Campaign{Channel: "news", Organiser: organiser.Key, Helpers: []string{helper.Key}})
		if err != nil {
			return err
		}
		if err := tx.AddCampaign(storage.Campaign{ID: "LEAGUE", Guild: "g", Name: "Dust League", State: storage.Opened, Body: body}); err != nil {
			return err
		}
		all, err := tx.FindRosters("g", storage.RosterQuery{Part: roster})
		if err != nil {
			return err
		}
		from, err := tx.Roster(all[0].ID)
		if err != nil {
			return err
		}
		ledger, err := tx.Ledger(from.ID)
		if err != nil {
			return err
		}
		from.ID, from.Campaign = "COPY22", "LEAGUE"
		if err := tx.AddRoster(from); err != nil {
			return err
		}
		first := ledger[0]
		first.Roster = from.ID
		return tx.AppendEntry(first, from.Name, from.Body)
	})
}

func TestWhoseRosterItIsChangesItAndWhoRunsItsCampaignSaysWhy(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	c.cannot(bob, "Law is not your roster", "wound", "roster", "Law", "member", "Josie Marsh")
	c.cannot(gail, "Say why it changes", "wound", "roster", "Law", "member", "Josie Marsh")
	c.ask(gail, "wound", "roster", "Law", "member", "Josie Marsh", "reason", "Seen by all")
	c.league("Law")
	c.cannot(sam, "Say why it changes", "wound", "roster", "COPY22", "member", "Josie Marsh")
	c.ask(sam, "wound", "roster", "COPY22", "member", "Josie Marsh", "reason", "A *hard* fall")
	c.says("channel/news", "**Sam** corrects Law: Josie Marsh takes 1 wound.", `“A \*hard\* fall”`)
	c.ask(alice, "roster rename", "roster", "COPY22", "member", "Josie Marsh", "name", "Josie the Bold")
	c.says("channel/news", "**Alice** changes Law: Josie Marsh is now called Josie the Bold.")
	c.ask(bob, "roster rename", "roster", "COPY22", "name", "Order", "reason", "two were called Law")
	c.says("channel/news", "**Bob** corrects")
	c.cannot(odd, "is not your roster", "roster rename", "roster", "COPY22", "name", "Mine")
	c.cannot(alice, "`/campaign leave`", "roster remove", "roster", "COPY22")
	story := c.ask(odd, "roster history", "roster", "COPY22")
	holds(t, story.Text, "**Sam**: Josie Marsh takes 1 wound", "**Alice**: Josie Marsh is now called Josie the Bold")
	if has(story, "Take an entry back") != "" {
		t.Error("somebody else is offered to take an entry back")
	}
	if form := c.press(sam, c.ask(sam, "roster history", "roster", "COPY22"), "Take an entry back", "2").Form; !form.Inputs[0].Required {
		t.Errorf("the organiser need give no reason: %+v", form)
	}
	c.must(c.fill(sam, "rosterreverse/COPY22/2", "It was another"))
	c.says("channel/news", "entry 2 is taken back (Josie Marsh takes 1 wound)", "“It was another”")
	_, err := c.fill(odd, "rosterreverse/COPY22/3", "so")
	c.refused(err, "is not your roster")
}

func (c *club) cannotWhile(who commands.Person, words string) {
	c.t.Helper()
	for _, try := range [][]string{
		{"roster edit", "roster", "Law", "member", "Josie Marsh", "what", "notes", "value", "x"},
		{"roster add", "roster", "Law", "kind", "ganger"},
		{"roster rename", "roster", "Law", "name", "Order"},
		{"roster remove", "roster", "Law", "member", "Josie Marsh"},
		{"roster remove", "roster", "Law"},
		{"roster import", "roster", "Law", "text", "1 Ganger"},
		{"wound", "roster", "Law", "member", "Josie Marsh"},
	} {
		c.cannot(who, words, try[0], try[1:]...)
	}
}

func TestARosterThatFightsIsLeftAlone(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	c.write(func(tx *storage.Tx) error { return tx.Engage(allRosters(tx)[0], "F1GHT") })
	c.cannotWhile(alice, "is in fight `F1GHT`")
	c.cannot(gail, "`/umpire set-wounds`", "heal", "roster", "Law", "member", "Josie Marsh", "reason", "so")
	holds(t, c.ask(alice, "roster show", "roster", "Law").Text, "in fight `F1GHT`")
	told := c.ask(gail, "roster edit", "roster", "Law", "member", "Josie Marsh", "what", "notes", "value", "x", "reason", "so")
	holds(t, told.Text, "Fight `F1GHT` goes on with what it began with")
	c.write(func(tx *storage.Tx) error { return tx.Engage(allRosters(tx)[0], "") })
	c.ask(alice, "roster add", "roster", "Law", "kind", "ganger")
}

func allRosters(tx *storage.Tx) (ids []string) {
	all, _ := tx.FindRosters("g", storage.RosterQuery{})
	for _, l := range all {
		ids = append(ids, l.ID)
	}
	return ids
}

func TestTwoWhoChangeARosterAtOnceBothStand(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	c.league("Law")
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i, who := range []commands.Person{alice, bob} {
		wg.Go(func() {
			_, errs[i] = c.desk.Answer(context.Background(), commands.Request{
				ID: fmt.Sprint("both", i), Kind: commands.Command, Path: "wound", User: who, Guild: "g", Channel: "table",
				Options: map[string]string{"roster": "COPY22", "member": "marshal_hale", "reason": "a blow"},
			})
		})
	}
	wg.Wait()
	if errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	holds(t, c.ask(alice, "roster show", "roster", "COPY22").Text, "**Marshal Hale**, Leader: wounded, 2 of 3 wounds taken", "entry 3")
}

func TestADoubledInteractionChangesARosterOnce(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	r := commands.Request{
		ID: "twice", Kind: commands.Command, Path: "wound", User: alice, Guild: "g", Channel: "table",
		Options: map[string]string{"roster": "Law", "member": "marshal_hale"},
	}
	c.must(c.send(r))
	if _, err := c.send(r); err == nil {
		t.Error("it was answered twice")
	}
	holds(t, c.ask(alice, "roster show", "roster", "Law").Text, "1 of 3 wounds taken")
}

func TestRostersAreOfOneServerAndOfNoDirectMessage(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	page := c.ask(alice, "roster show", "roster", "Law")
	for _, guild := range []string{"", "elsewhere"} {
		for path, kind := range map[string]commands.Kind{
			"roster show": commands.Command, "roster history": commands.Command, "roster export": commands.Command, "wound": commands.Command, "roster import": commands.Command,
			find(t, page, "Show it here"): commands.Press, find(t, page, "History"): commands.Press,
		} {
			for _, name := range []string{"Law", c.rosterID("Law")} {
				reply, err := c.send(commands.Request{
					Kind: kind, Path: path, User: alice, Guild: guild, Channel: "table",
					Options: map[string]string{"roster": name, "member": "marshal_hale", "text": "1 Ganger"},
				})
				if err == nil {
					t.Errorf("%q in %q answers %+v", path, guild, reply)
				}
			}
		}
	}
	reply, err := c.desk.Answer(context.Background(), commands.Request{Kind: commands.Complete, Path: "roster show", Focused: "roster", User: alice, Guild: "elsewhere"})
	if err != nil || len(reply.Choices) > 0 {
		t.Errorf("elsewhere it offers %+v, %v", reply, err)
	}
}

func TestARosterOffTheListCanBePutBack(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	page := c.ask(alice, "roster show", "roster", "Law")
	ask := c.ask(alice, "roster remove", "roster", "Law")
	holds(t, c.press(alice, ask, "Keep it").Message.Text, "stays on the list")
	_, err := c.tryPress(bob, private, find(t, ask, "Take it off the list"))
	c.refused(err, "not your roster")
	off := c.press(alice, ask, "Take it off the list").Message
	c.press(alice, page, "A member", "marshal_hale") // to be read by her alone
	_, err = c.tryPress(bob, private, find(t, page, "A member"), "marshal_hale")
	c.refused(err, "Law was taken off the list")
	c.cannot(alice, "There is no such roster here", "roster edit", "roster", "Law", "member", "marshal_hale", "what", "notes", "value", "x")
	back := c.press(alice, off, "Put it back").Message
	holds(t, c.press(alice, back, "See the roster").Message.Text, "**Law**", "6 of 6 members")
	last := c.must(c.tryPress(alice, private, "rostercard/"+c.rosterID("Law")+"/7"))
	holds(t, last.Message.Text, "**Law**", "6 of 6 members")
	_, err = c.tryPress(alice, private, "rosterwho/"+c.rosterID("Law"), "ghost")
	c.refused(err, "no longer with Law")
	_, err = c.tryPress(alice, private, "rostercard/NOSUCH/0")
	c.refused(err, "no such roster")
}

func TestNamesHaveNoPowerOverTheTextAroundThem(t *testing.T) {
	c := newClub(t)
	for i, name := range []string{"**Umpire** <@101> @everyone", "Al\u202eex\u2066", "`code` # head", strings.Repeat("🎲", 40)} {
		c.ask(alice, "roster new", "system", "lasthope", "name", name, "like", "sheriffs")
		c.cannot(alice, "1 to 40 letters", "roster new", "system", "lasthope", "name", strings.Repeat("🎲", 100))
		list := c.ask(alice, "roster show")
		lacks(t, list.Text, "**Umpire** <", "<@101>", "@everyone", "\u202e", "`code`")
		id := c.typing(alice, "roster show", "roster", "roster", "")[i]
		c.ask(alice, "roster rename", "roster", id, "member", "Josie Marsh", "name", name)
		c.ask(alice, "roster edit", "roster", id, "member", "marshal_hale", "what", "notes", "value", name)
		page := c.ask(alice, "roster show", "roster", id)
		for _, m := range []commands.Message{
			page, c.ask(alice, "roster history", "roster", id), c.press(alice, page, "A member", "josie_marsh").Message,
			c.press(alice, page, "Show it here").Message, c.ask(odd, "roster show", "roster", id),
		} {
			lacks(t, m.Text, "**Umpire** <", "<@101>", "@everyone", "\u202e", "`code`")
			if len(m.Mentions) > 0 {
				t.Errorf("it notifies %q", m.Mentions)
			}
		}
	}
	c.ask(odd, "roster new", "system", "lasthope", "like", "outlawmen")
	lacks(t, c.ask(alice, "roster show", "roster", "Outlawmen").Text, "<@101>", "@everyone", "*Odd* <")
	if len(c.pings) > 0 {
		t.Errorf("somebody is notified: %+v", c.pings)
	}
}

// TestNobodyElseReadsWhatASheetHides looks for the designs of a combat deck in all
// that others can reach.
func TestNobodyElseReadsWhatASheetHides(t *testing.T) {
	c := newClub(t)
	c.ask(alice, "roster new", "system", "forbidden", "name", "Blue", "like", "ultramarines")
	edit := func(who commands.Person, what, value string, more ...string) commands.Message {
		return c.ask(who, "roster edit", append([]string{"roster", "Blue", "member", "ultramarines", "what", what, "value", value}, more...)...)
	}
	holds(t, edit(alice, "lose", "volley").Text, "loses")
	edit(alice, "secret notes", "canary")
	edit(alice, "tokens", "2")
	own := c.press(alice, c.ask(alice, "roster show", "roster", "Blue"), "A member", "ultramarines").Message
	holds(t, own.Text, "Dig In", "canary", "its own side alone reads this")
	holds(t, c.ask(alice, "roster history", "roster", "Blue").Text, "Volley")
	c.ask(alice, "roster remove", "roster", "Blue", "member", "ultramarines")
	c.must(c.fill(alice, "rosterreverse/"+c.rosterID("Blue")+"/5", ""))
	edit(alice, "lose", "feint")
	secrets := []string{"Feint", "feint", "Dig In", "Volley", "volley", "Rally Cry", "canary", "dig-in"}
	for _, who := range []commands.Person{bob, gail, odd} {
		page := c.ask(who, "roster show", "roster", "Blue")
		story := c.ask(who, "roster history", "roster", "Blue")
		holds(t, story.Text, "changes in what its own side alone may read", "1 less tokens", "the secret notes on Ultramarines change")
		texts := []string{page.Text, story.Text, string(c.ask(who, "roster export", "roster", "Blue").File.Body)}
		one := c.press(who, page, "A member", "ultramarines").Message
		texts = append(texts, one.Text, fmt.Sprint(story.Rows, page.Rows, one.Rows))
		lacks(t, strings.Join(texts, "\n"), secrets...)
	}
	for _, where := range []commands.Message{own, c.ask(alice, "roster show", "roster", "Blue")} {
		shown := c.press(alice, where, "Show it here")
		if shown.Act != commands.Open || len(shown.Message.Rows) > 0 {
			t.Errorf("shown as %+v", shown)
		}
		lacks(t, shown.Message.Text, secrets...)
		holds(t, shown.Message.Text, "Ultramarines")
	}
	for _, what := range []string{"lose", "gain", "secret notes"} {
		c.cannot(gail, "Its own side alone may read that", "roster edit", "roster", "Blue", "member", "ultramarines", "what", what, "value", "dig-in", "reason", "so")
		offered := c.typing(gail, "roster edit", "value", "roster", "Blue", "member", "ultramarines", "what", what)
		if slices.Contains(offered, "dig-in") {
			t.Errorf("%s offers %q", what, offered)
		}
	}
	c.league("Blue")
	edit2 := []string{"roster", "COPY22", "member", "ultramarines", "what", "lose", "value", "dig-in", "reason", "burnt"}
	c.cannot(sam, "Its own side alone may read that", "roster edit", edit2...)
	lacks(t, c.ask(sam, "roster show", "roster", "COPY22").Text+string(c.ask(sam, "roster export", "roster", "COPY22").File.Body), secrets...)
	c.ask(alice, "roster edit", edit2...)
	c.says("channel/news", "**Alice** changes Blue: Ultramarines changes in what its own side alone may read")
	c.silent("channel/news", secrets...)
	c.must(c.fill(sam, "rosterreverse/COPY22/2", "not burnt"))
	c.silent("channel/news", secrets...)
	lacks(t, string(c.command(sam, "x", "campaign export", nil).Message.File.Body), secrets...)
}
