package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/storage"
)

func TestSixtyRostersArePairedWithinDiscordsLimits(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	var crowd []commands.Person
	for i := range 60 {
		who := commands.Person{ID: fmt.Sprint(2000 + i), Name: fmt.Sprintf("*Player %d* @everyone", i)}
		crowd = append(crowd, who)
		c.joined(who, fmt.Sprintf("__Company__ `%d` <@101> with a name that is long", i))
	}
	posts := len(c.chans[hall])
	c.pings = nil
	reply := c.command(alice, "x", "campaign pair", opt("how", "round robin", "by", "14"))
	c.reads(reply.Message, "Round 1 of Winter War: 30 battles paired. It is told in <#hall>.")
	buttons := 0
	for _, p := range c.chans[hall][posts:] {
		c.reads(p.message, "**Winter War, round 1.** To be fought by <t:", ":R>)")
		for _, row := range p.message.Rows {
			for _, b := range row.Buttons {
				if buttons++; len([]rune(b.Label)) > 80 || !strings.HasPrefix(b.Path, "open-battle/") {
					t.Errorf("a button reads %q and leads to %q", b.Label, b.Path)
				}
			}
		}
	}
	if buttons != 30 {
		t.Errorf("%d battles have a button", buttons)
	}
	called := make(map[string]int)
	for _, p := range c.pings {
		called[p.user]++
	}
	for _, who := range crowd {
		if called[who.ID] != 1 {
			t.Errorf("%s is called %d times", who.ID, called[who.ID])
		}
	}
	if len(called) != 60 {
		t.Errorf("%d people are called", len(called))
	}
	for _, path := range []string{"show", "standings", "battles"} {
		m := c.command(sam, "x", "campaign "+path, nil).Message
		for turns := 0; has(m, "Next page") != ""; turns++ {
			if m = c.press(sam, m, "Next page").Message; turns > 60 {
				t.Fatalf("%s never ends", path)
			}
		}
		c.reads(m, "page ")
	}
	c.press(sam, c.command(sam, "x", "campaign standings", nil).Message, "Show it here")
	c.says("channel/table", "**Standings of Winter War**, by roster", "And ", " more: `/campaign standings`.")
	if p := c.last("channel/table").Picture; p == nil || p.Standings.Title != "Winter War" || len(p.Standings.Rows) != 60 {
		t.Errorf("its picture is %+v", p)
	}
}

func TestATableThatIsShownWholeSaysNothingOfMore(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.press(sam, c.command(sam, "x", "campaign standings", nil).Message, "Show it here")
	text := c.last("channel/table").Text
	if !strings.Contains(text, "Sea Dogs") || !strings.Contains(text, "Crows") || strings.Contains(text, "more") {
		t.Errorf("it reads\n%s", text)
	}
}

func TestAFixedFieldMeetsRoundByRoundAndALateJoinerIsIn(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	people := []commands.Person{alice, bob, sam, gail}
	for i, name := range []string{"A", "B", "C", "D"} {
		c.joined(people[i], name)
	}
	var met []string
	pair := func() {
		c.command(alice, "x", "campaign pair", opt("how", "round robin"))
		for _, row := range c.last(hall).Rows {
			for _, b := range row.Buttons {
				met = append(met, b.Label)
			}
		}
	}
	for range 3 {
		pair()
	}
	slices.Sort(met)
	if want := "A – B A – C A – D B – C B – D C – D"; strings.ReplaceAll(strings.Join(met, " "), "Open: ", "") != want {
		t.Errorf("they met %q", met)
	}
	c.joined(odd, "E")
	c.says(hall, "It is paired from the next round on.")
	met = nil
	reply := c.command(alice, "x", "campaign pair", opt("how", "by standing"))
	c.reads(reply.Message, "Round 4 of Winter War: 2 battles paired, 1 bye.", "Still open from before:", "Round 1: ")
	c.says(hall, "has a bye.")
}

func TestAPairingByHandJoinsARoundThatHasNotBegun(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	people := []commands.Person{alice, bob, sam, gail, odd}
	for i, name := range []string{"A", "B", "C", "D", "E"} {
		c.joined(people[i], name)
	}
	hand := func(a, b string, more ...string) (commands.Reply, error) {
		return c.try(alice, "x", "campaign pair", opt(append([]string{"how", "by hand", "a", a, "b", b}, more...)...))
	}
	c.reads(c.must(hand("A", "B")).Message, "Round 1 of")
	c.reads(c.must(hand("C", "D")).Message, "Round 1 of")
	_, err := hand("A", "E")
	c.refused(err, "A is in the round twice.")
	_, err = hand("E", "E")
	c.refused(err, "twice")
	_, err = hand("E", "")
	c.refused(err, "name both rosters")
	_, err = hand("E", "Nobody")
	c.refused(err, "has no such roster")
	c.reads(c.must(hand("A", "E", "new-round", "true")).Message, "Round 2 of")
	c.played("A", "E", "won")
	_, err = hand("B", "C")
	c.refused(err, "Round 2 has begun", "new-round")
	_, err = c.try(bob, "x", "campaign pair", opt("how", "round robin"))
	c.refused(err, "That is for who runs")
	_, err = c.try(alice, "x", "campaign pair", opt("how", "by lot"))
	c.refused(err, "round robin, by standing or by hand")
}

func TestDeadlinesAreDaysOrDates(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "A")
	c.joined(bob, "B")
	for by, want := range map[string]string{"2027-03-31": "<t:1806494400:D> (<t:1806494400:R>)", "7": "(<t:", "3 days": "(<t:"} {
		c.command(alice, "x", "campaign pair", opt("how", "round robin", "by", by))
		c.says(hall, "To be fought by ", want)
	}
	for by, want := range map[string]string{"2027-02-01": "over already", "0": "over already", "soon": "A number of days, or a date as 2027-03-31, not soon.", "99999999999": "within a year", "4000": "within a year"} {
		_, err := c.try(alice, "x", "campaign pair", opt("how", "round robin", "by", by))
		c.refused(err, want)
	}
}

func TestABattleByHandCountsWhenBothSidesHaveConfirmed(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.command(alice, "x", "campaign pair", opt("how", "by hand", "a", "Crows", "b", "Sea Dogs"))
	_, err := c.try(gail, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Sea Dogs", "result", "won"))
	c.refused(err, "does not fight itself")
	_, err = c.try(odd, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "won"))
	c.refused(err, "entered by who fought it")
	_, err = c.try(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "thrashed"))
	c.refused(err, "A battle is won, drawn or lost, not thrashed.")
	c.command(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "lost", "note", "in the *rain*"))
	c.says(hall, "Crows (Sam) beat Sea Dogs (Bob)", "Confirmed by Bob.", "<@103>")
	c.reads(c.command(sam, "x", "campaign standings", nil).Message, "(Sam): no fights")
	c.must(c.tap(sam, hall, "Confirm"))
	c.reads(c.command(sam, "x", "campaign standings", opt("by", "player")).Message, "**1. Sam**: 1 fight, 1 won, 0 drawn, 0 lost")
	list := c.command(sam, "x", "campaign battles", nil).Message
	c.reads(list, "Round 1: **Crows** beat Sea Dogs, fought, entered by hand · <t:")
	if strings.Contains(list.Text, "not fought yet") {
		t.Errorf("the pairing is still open:\n%s", list.Text)
	}
	whole := c.press(sam, list, "Open a battle", menuOf(t, list).Choices[0].Value).Message
	c.reads(whole, "Crows (Sam) beat Sea Dogs (Bob)", "Paired for round 1.", `“in the \*rain\*”`, "Confirmed by")
	if theirs := c.press(alice, c.command(alice, "x", "campaign battles", nil).Message, "Open a battle", menuOf(t, list).Choices[0].Value).Message; has(whole, "Take it back") == "" || has(theirs, "Take it back") == "" {
		t.Error("neither a side nor who runs the campaign may ask for it back")
	}
	watching := c.press(odd, c.command(odd, "x", "campaign battles", nil).Message, "Open a battle", menuOf(t, list).Choices[0].Value).Message
	if has(watching, "Take it back") != "" {
		t.Error("a spectator may ask for it back")
	}
	c.reads(c.press(sam, whole, "Back to the list").Message, "**Battles of Winter War**")
}

func TestWhoRunsTheCampaignSettlesABattleFromTheList(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.command(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "won"))
	open := func() commands.Message {
		list := c.command(alice, "x", "campaign battles", nil).Message
		return c.press(alice, list, "Open a battle", menuOf(t, list).Choices[0].Value).Message
	}
	c.press(alice, open(), "Confirm")
	c.reads(c.command(sam, "x", "campaign standings", nil).Message, "**1. Sea Dogs** (Bob): 1 fight, 1 won")
	form := c.press(alice, open(), "Take it back")
	c.must(c.send(commands.Request{Kind: commands.Submit, Path: form.Form.Path, Fields: opt("why", "a slip"), User: alice, Guild: "g", Channel: "x", Message: private, Private: true}))
	c.reads(c.command(sam, "x", "campaign standings", nil).Message, "(Bob): no fights")
	c.reads(open(), "taken back")
}

func TestNobodyRecordsABattleOfTwoRostersOfOnePerson(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(bob, "Crows")
	for _, who := range []commands.Person{bob, alice} {
		_, err := c.try(who, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "won"))
		c.refused(err, "one person's")
	}
}

func TestABattleEnteredByHandIsNotConfirmedByTimeAloneAndStruckItIsPairedAgain(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.command(alice, "x", "campaign pair", opt("how", "round robin"))
	c.command(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "won"))
	c.now = c.now.Add(1000 * time.Hour)
	_, err := c.tap(bob, hall, "Confirm")
	c.refused(err, "has to as well")
	list := c.command(alice, "x", "campaign battles", nil).Message
	whole := c.press(alice, list, "Open a battle", menuOf(t, list).Choices[0].Value).Message
	form := c.press(alice, whole, "Strike it")
	c.must(c.send(commands.Request{Kind: commands.Submit, Path: form.Form.Path, Fields: opt("why", "never fought"), User: alice, Guild: "g", Channel: "x", Message: private, Private: true}))
	c.must(c.tap(sam, hall, "Open: Sea Dogs – Crows"))
	c.says("channel/hall", "a fight is being set up", "A battle of Winter War")
}

func TestAPairedBattleTakenBackIsPairedAgainUntilItCountsAgain(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.command(alice, "x", "campaign pair", opt("how", "round robin"))
	c.command(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Crows", "result", "won"))
	c.must(c.tap(sam, hall, "Confirm"))
	id := strings.TrimPrefix(find(t, c.press(alice, c.command(alice, "x", "campaign battles", nil).Message, "Open a battle", menuOf(t, c.command(alice, "x", "campaign battles", nil).Message).Choices[0].Value).Message, "Take it back"), "takeback-battle/")
	rule := func(what, why string) error {
		_, err := c.send(commands.Request{Kind: commands.Submit, Path: what + "/" + id, Fields: opt("why", why), User: alice, Guild: "g", Channel: "x"})
		return err
	}
	c.refused(rule("strike-battle", "too late"), "confirmed already")
	c.refused(rule("restore-battle", "too soon"), "taken back can count again")
	if err := rule("takeback-battle", "a slip"); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(c.chans["channel/hall"], func(p *post) bool { return strings.Contains(p.message.Text, "is to be fought again") }) {
		t.Error("it is not paired again")
	}
	if err := rule("restore-battle", "it was right"); err != nil {
		t.Fatal(err)
	}
	_, err := c.tap(sam, hall, "Open: Sea Dogs – Crows")
	c.refused(err, "called off")
	c.reads(c.command(sam, "x", "campaign standings", nil).Message, "**1. Sea Dogs** (Bob): 1 fight, 1 won")
}

func TestAPairingIsCalledOffFromTheList(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.command(alice, "x", "campaign pair", opt("how", "round robin"))
	list := c.command(alice, "x", "campaign battles", nil).Message
	whole := c.press(alice, list, "Open a battle", menuOf(t, list).Choices[0].Value).Message
	form := c.press(alice, whole, "Call it off")
	c.must(c.send(commands.Request{Kind: commands.Submit, Path: form.Form.Path, Fields: opt("why", "rain"), User: alice, Guild: "g", Channel: "x", Message: private, Private: true}))
	_, err := c.tap(bob, hall, "Open: Sea Dogs – Crows")
	c.refused(err, "called off")
	c.reads(c.command(alice, "x", "campaign pair", opt("how", "round robin")).Message, "Round 2 of Winter War: 1 battle paired")
}

func TestOnlyRostersOfOneSystemArePaired(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	_, err := c.try(alice, "x", "campaign pair", opt("how", "round robin"))
	c.refused(err, "two rosters of one system")
	c.command(sam, "x", "campaign join", opt("roster", c.enlist(sam, "lasthope", "Outlaws")))
	_, err = c.try(alice, "x", "campaign pair", opt("how", "by standing"))
	c.refused(err, "two rosters of one system")
	_, err = c.try(alice, "x", "campaign pair", opt("how", "by hand", "a", "Sea Dogs", "b", "Outlaws"))
	c.refused(err, "different systems")
	err = c.store.Read(context.Background(), func(tx *storage.Tx) error {
		battles, err := tx.BattlesOf(c.campaignID("Winter War"))
		if len(battles) > 0 {
			t.Errorf("%d battles were made", len(battles))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
