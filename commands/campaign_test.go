package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
	"umpire/storage"
)

// enlist stores a roster of somebody's own, with a system's sample side, and gives
// its id.
func (c *club) enlist(who commands.Person, system, name string) (id string) {
	c.t.Helper()
	i := slices.IndexFunc(catalog.All(), func(sys *rules.System) bool { return sys.Key == system })
	sys := catalog.All()[i]
	side := sys.Sample().Sides[0]
	now := campaign.Roster{Name: name, Side: side.Sheet}
	changes := []campaign.Change{{What: campaign.Name, To: name}}
	for _, f := range side.Fighters {
		m, err := campaign.Enlist(sys, f)
		if err != nil {
			c.t.Fatal(err)
		}
		now.Members = append(now.Members, m)
		changes = append(changes, campaign.Change{What: campaign.Add, Who: &m})
	}
	body, _ := json.Marshal(now)
	entry, _ := json.Marshal(map[string]any{"changes": changes})
	c.n++
	id = fmt.Sprintf("own%d", c.n)
	c.write(func(tx *storage.Tx) error {
		m, err := tx.Join("g", who.ID, who.Name)
		return errors.Join(err,
			tx.AddRoster(storage.Roster{ID: id, Guild: "g", System: system, Owner: m.Key, Name: name, State: storage.Kept}),
			tx.AppendEntry(storage.LedgerEntry{Roster: id, N: 1, By: m.Key, Why: "begun", Body: entry}, name, body))
	})
	return id
}

// campaign opens a campaign of Alice's in its channel.
func (c *club) campaign(name string) {
	c.t.Helper()
	c.command(alice, "hall", "campaign new", map[string]string{"name": name})
}

// joined brings a new roster of somebody's into the only campaign.
func (c *club) joined(who commands.Person, name string) {
	c.t.Helper()
	c.command(who, "x", "campaign join", map[string]string{"roster": c.enlist(who, "skirmish", name)})
}

func (c *club) reads(m commands.Message, words ...string) {
	c.t.Helper()
	for _, w := range words {
		if !strings.Contains(m.Text, w) {
			c.t.Errorf("it does not say %q:\n%s", w, m.Text)
		}
	}
}

func opt(pairs ...string) map[string]string {
	options := make(map[string]string)
	for i := 0; i+1 < len(pairs); i += 2 {
		options[pairs[i]] = pairs[i+1]
	}
	return options
}

const hall = "channel/hall"

// shown is what `/campaign show` answers.
func (c *club) shown(who commands.Person, name string) commands.Message {
	c.t.Helper()
	return c.command(who, "x", "campaign show", opt("campaign", name)).Message
}

func TestANewCampaignIsToldWithWhoRunsItAndHowToJoin(t *testing.T) {
	c := newClub(t)
	c.command(alice, "hall", "campaign new", opt("name", "Winter\nWar", "system", "skirmish"))
	c.says(hall, "**Winter War: a campaign is open.** Alice runs it.", "Deathzap skirmish", "/campaign join")
	_, err := c.try(bob, "hall", "campaign new", opt("name", "winter war"))
	c.refused(err, "Winter War is open here already")
	_, err = c.try(bob, "hall", "campaign new", opt("name", " \u202e\x07 "))
	c.refused(err, "at least one letter")
	_, err = c.try(bob, "hall", "campaign new", opt("name", "Chess", "system", "chess"))
	c.refused(err, "There is no system called chess")
	if len(c.pings) > 0 {
		t.Errorf("it notifies %v", c.pings)
	}
}

func TestACopyInACampaignIsNotTouchedByItsOriginal(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	id := c.enlist(bob, "skirmish", "Sea Dogs")
	reply := c.command(bob, "x", "campaign join", nil)
	c.reads(reply.Message, "**Sea Dogs is in Winter War**, as a copy:")
	c.says(hall, "**Sea Dogs** of Bob joins Winter War: Deathzap skirmish,")
	before := c.shown(sam, "").Text
	c.write(func(tx *storage.Tx) error {
		body, _ := json.Marshal(campaign.Roster{Name: "Land Dogs"})
		entry, _ := json.Marshal(map[string]any{"changes": []campaign.Change{{What: campaign.Name, To: "Land Dogs"}}})
		return tx.AppendEntry(storage.LedgerEntry{Roster: id, N: 2, By: "m1", Body: entry}, "Land Dogs", body)
	})
	if now := c.shown(sam, "").Text; now != before || !strings.Contains(now, "**Sea Dogs** (Bob), Deathzap skirmish: ") {
		t.Errorf("it was\n%s\nand is\n%s", before, now)
	}
}

func TestWhatDoesNotFitACampaignIsRefusedBySentence(t *testing.T) {
	c := newClub(t)
	c.command(alice, "hall", "campaign new", opt("name", "Winter War", "system", "skirmish"))
	_, err := c.try(bob, "x", "campaign join", nil)
	c.refused(err, "You have no such roster")
	c.enlist(bob, "lasthope", "Outlaws")
	_, err = c.try(bob, "x", "campaign join", nil)
	c.refused(err, "Outlaws is a roster of Last Hope Frontier, and Winter War is fought by Deathzap skirmish.")
	_, err = c.try(sam, "x", "campaign join", opt("player", bob.ID, "roster", "Outlaws"))
	c.refused(err, "That is for who runs Winter War: Alice")
	id := c.enlist(bob, "skirmish", "Sea Dogs")
	c.command(alice, "x", "campaign join", opt("player", bob.ID, "roster", "sea dogs"))
	_, err = c.try(bob, "x", "campaign join", opt("roster", id))
	c.refused(err, "Sea Dogs is in Winter War already")
	for n := range 4 {
		c.joined(bob, fmt.Sprint("More Dogs ", n))
	}
	_, err = c.try(bob, "x", "campaign join", opt("roster", c.enlist(bob, "skirmish", "Too many")))
	c.refused(err, "at most 5 rosters")
	c.command(alice, "x", "campaign settings", opt("what", "closed", "value", "yes"))
	c.enlist(sam, "skirmish", "Late")
	_, err = c.try(sam, "x", "campaign join", nil)
	c.refused(err, "closed to newcomers. Ask Alice")
	c.command(alice, "x", "campaign join", opt("player", sam.ID))
	c.says(hall, "**Late** of Sam joins")
}

func TestARosterOverALimitJoinsWithAWarning(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.command(alice, "x", "campaign settings", opt("what", "limit/skirmish/points", "value", "1"))
	c.enlist(bob, "skirmish", "Sea Dogs")
	c.reads(c.command(bob, "x", "campaign join", nil).Message, "It is over a limit. Sea Dogs brings", "limit of 1.")
}

func TestAWithdrawnRosterKeepsItsResultsAndLosesItsPairings(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.played("Sea Dogs", "Crows", "won")
	c.command(alice, "x", "campaign pair", opt("how", "by hand", "a", "Red Company", "b", "Sea Dogs"))
	_, err := c.try(sam, "x", "campaign leave", opt("roster", "Sea Dogs"))
	c.refused(err, "Sea Dogs is not your roster")
	c.reads(c.command(bob, "x", "campaign leave", nil).Message, "Sea Dogs is withdrawn from Winter War. Its results stay.")
	c.says(hall, "**Sea Dogs** withdraws from Winter War.", "1 pairing is called off.")
	c.reads(c.command(sam, "x", "campaign standings", nil).Message, "**1. Sea Dogs** (Bob): 1 fight, 1 won, 0 drawn, 0 lost; withdrawn")
	c.reads(c.shown(sam, ""), "**Sea Dogs** (Bob), Deathzap skirmish: withdrawn", "2 rosters:")
	_, err = c.tap(alice, hall, "Open: Red Company – Sea Dogs")
	c.refused(err, "called off")
}

func TestARosterInAFightDoesNotLeave(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.write(func(tx *storage.Tx) error { return tx.Engage(c.copyOf("Sea Dogs"), "K7Q2X") })
	_, err := c.try(bob, "x", "campaign leave", nil)
	c.refused(err, "Sea Dogs is in fight `K7Q2X`")
	_, err = c.try(alice, "x", "campaign hand-over", opt("to", sam.ID, "roster", "Sea Dogs"))
	c.refused(err, "/session replace")
}

// copyOf is the id of a campaign's roster.
func (c *club) copyOf(name string) (id string) {
	c.t.Helper()
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		lines, err := tx.FindRosters("g", storage.RosterQuery{Part: name, Withdrawn: true})
		for _, l := range lines {
			if l.Campaign != "" && l.Name == name {
				id = l.ID
			}
		}
		return err
	})
	if err != nil || id == "" {
		c.t.Fatalf("no roster %s is in a campaign: %v", name, err)
	}
	return id
}

// played enters a battle and lets Gail, who manages the server, confirm it.
func (c *club) played(mine, theirs, result string) {
	c.t.Helper()
	c.command(alice, "x", "campaign record", opt("mine", c.copyOf(mine), "theirs", theirs, "result", result))
	c.must(c.tap(gail, hall, "Confirm"))
}

func TestCampaignsSideBySideAreToldApart(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.command(bob, "yard", "campaign new", opt("name", "*Summer* <@101> @everyone"))
	id := c.enlist(bob, "skirmish", "Sea Dogs")
	_, err := c.try(bob, "x", "campaign join", opt("roster", id))
	c.refused(err, "Several campaigns are open here", "Winter War", "Say which one")
	c.command(bob, "x", "campaign join", opt("roster", id, "campaign", "winter war"))
	c.command(bob, "x", "campaign join", opt("roster", id, "campaign", "*Summer* <@101> @everyone"))
	c.says("channel/yard", `**Sea Dogs** of Bob joins \*Summer\*`)
	list := c.command(sam, "x", "campaign show", nil).Message
	c.reads(list, "**Winter War**", `\*Summer\*`)
	page := c.press(sam, list, "Open a campaign", menuOf(t, list).Choices[1].Value)
	c.reads(page.Message, "**Winter War**", "Run by Alice")
	_, err = c.try(alice, "x", "campaign settings", opt("campaign", "*Summer* <@101> @everyone", "what", "closed", "value", "yes"))
	c.refused(err, "That is for who runs")
}

func TestAnotherServerSeesNothingOfACampaign(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	list := c.command(bob, "x", "campaign battles", nil).Message
	c.reads(list, "No battle of Winter War")
	id := c.campaignID("Winter War")
	for _, path := range []string{"campaign-page/" + id + "/0", "standings/" + id + "/roster/0", "standings-here/" + id + "/roster", "battles/" + id + "/0", "campaign-end/" + id + "/0"} {
		_, err := c.send(commands.Request{Kind: commands.Press, Path: path, User: alice, Guild: "other", Channel: "x", Message: private})
		c.refused(err, "There is no such campaign here")
		_, err = c.send(commands.Request{Kind: commands.Press, Path: path, User: alice, Channel: "dm", Message: private})
		c.refused(err, "kept for one server each")
	}
	for _, path := range []string{"show", "standings", "battles", "settings", "export", "end", "leave", "pair"} {
		_, err := c.send(commands.Request{Kind: commands.Command, Path: "campaign " + path, Options: opt("campaign", id, "roster", c.copyOf("Sea Dogs")), User: alice, Guild: "other", Channel: "x"})
		c.refused(err, "campaign")
	}
	reply, err := c.send(commands.Request{Kind: commands.Complete, Path: "campaign show", Focused: "campaign", Options: opt("campaign", ""), User: alice, Guild: "other", Channel: "x"})
	if err != nil || len(reply.Choices) > 0 {
		t.Errorf("it is offered %v, %v", reply.Choices, err)
	}
}

func (c *club) campaignID(name string) (id string) {
	c.t.Helper()
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		all, err := tx.CampaignsIn("g")
		for _, camp := range all {
			if camp.Name == name {
				id = camp.ID
			}
		}
		return err
	})
	if err != nil || id == "" {
		c.t.Fatalf("there is no campaign %s: %v", name, err)
	}
	return id
}

func TestADoubledCommandChangesACampaignOnce(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	r := commands.Request{ID: "77", Kind: commands.Command, Path: "campaign pair", Options: opt("how", "round robin"), User: alice, Guild: "g", Channel: "x"}
	if _, err := c.send(r); err != nil {
		t.Fatal(err)
	}
	if _, err := c.send(r); !errors.Is(err, storage.ErrSeen) {
		t.Errorf("the second time it gives %v", err)
	}
	if text := c.shown(sam, "").Text; strings.Contains(text, "Round 2") || !strings.Contains(text, "Round 1: Red Company – Sea Dogs") {
		t.Errorf("it reads\n%s", text)
	}
}

func TestACampaignWhoseChannelIsGoneStillAnswers(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.lost[hall] = dead
	c.joined(bob, "Sea Dogs")
	c.reads(c.shown(sam, ""), "**Sea Dogs** (Bob)")
	delete(c.lost, hall)
	c.command(alice, "yard", "campaign settings", opt("what", "channel", "value", "here"))
	c.says("channel/yard", "It is told in <#yard>.")
}

func TestCampaignListsOpenWhileOneTypes(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.enlist(bob, "lasthope", "Outlaws")
	offered := func(who commands.Person, path, focused string, more ...string) string {
		options := opt(more...)
		if _, ok := options[focused]; !ok {
			options[focused] = ""
		}
		reply := c.must(c.send(commands.Request{Kind: commands.Complete, Path: "campaign " + path, Focused: focused, Options: options, User: who, Guild: "g", Channel: "x"}))
		var labels []string
		for _, choice := range reply.Choices {
			labels = append(labels, choice.Label)
		}
		return strings.Join(labels, "; ")
	}
	for _, tt := range []struct {
		who                  commands.Person
		path, focused, value string
		want                 string
	}{
		{bob, "show", "campaign", "", "Winter War"},
		{bob, "join", "roster", "", "Outlaws (Bob); Sea Dogs (Bob)"},
		{bob, "leave", "roster", "", "Sea Dogs (Bob)"},
		{sam, "leave", "roster", "", ""},
		{alice, "leave", "roster", "dog", "Sea Dogs (Bob)"},
		{bob, "record", "mine", "", "Sea Dogs (Bob)"},
		{bob, "record", "theirs", "red", "Red Company (Alice)"},
		{alice, "settings", "what", "fall", ""},
		{alice, "settings", "what", "out of", "who goes out of action"},
	} {
		if got := offered(tt.who, tt.path, tt.focused, tt.focused, tt.value); got != tt.want {
			t.Errorf("%s %s %q offers %q, want %q", tt.path, tt.focused, tt.value, got, tt.want)
		}
	}
	if got := offered(alice, "settings", "value", "what", "fallen"); got != "out (until enough wounds heal); dead (for good); injuries (the injury table says)" {
		t.Errorf("the values are %q", got)
	}
	if got := offered(alice, "settings", "value", "what", "wounds"); !strings.HasPrefix(got, "stay (until somebody heals them); fresh (") || !strings.Contains(got, "; heal 2 (2 wounds of each member, right after a battle); heal 3") {
		t.Errorf("the values are %q", got)
	}
}
