package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/skirmish"
)

// battle opens a skirmish between two such armies in words and deploys both. It
// gives the thread, and who is A and B.
func (c *club) battle(one, two string) (thread string, a, b commands.Person) {
	c.t.Helper()
	return c.between([2]int{0, 1}, one, two)
}

// between opens such a battle of two factions, by their places in the list.
func (c *club) between(factions [2]int, one, two string) (thread string, a, b commands.Person) {
	c.t.Helper()
	thread, a = c.edges(factions, one, two)
	if b = bob; a == bob {
		b = alice
	}
	for _, who := range []commands.Person{a, b} {
		c.command(who, thread, "deploy", map[string]string{"models": "all"})
		c.command(who, thread, "done", nil)
	}
	return thread, a, b
}

// edges opens such a skirmish as far as A's deployment.
func (c *club) edges(factions [2]int, one, two string) (thread string, a commands.Person) {
	c.t.Helper()
	sys := skirmish.System()
	var rosters []rules.Roster
	for i, list := range []string{one, two} {
		side := campaign.Roster{Side: skirmish.Armies()[2*factions[i]].Sheet} // two armies of each
		read, err := campaign.Read([]*rules.System{sys}, sys, side, "", []byte(list))
		if err != nil {
			c.t.Fatal(err)
		}
		read.Roster.Name = skirmish.Factions()[factions[i]].Name
		r, err := read.Roster.Fielded(sys, fmt.Sprintf("army%d", i))
		if err != nil {
			c.t.Fatal(err)
		}
		rosters = append(rosters, r)
	}
	sys.Rosters = func() []rules.Roster { return rosters }
	c.desk = commands.NewDesk(commands.Options{Store: c.store, Systems: []*rules.System{sys}})
	c.command(alice, "table", "session new", map[string]string{"system": "skirmish", "opponent": bob.ID})
	card := c.chans["channel/table"][len(c.chans["channel/table"])-1]
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	thread = card.id
	if a = alice; has(c.command(alice, thread, "board", nil).Message, "South") == "" {
		a = bob
	}
	c.must(c.tap(a, "channel/"+thread, "South"))
	return thread, a
}

const (
	pirates = "1 Captain, 4 Musketeer, 4 Fighter, 2 Grappler, 2 Grenadier, 2 Skeleton Fighter"
	corps   = "1 Commander, 8 Assaulter, 3 Shockgunner, 2 Minigunner, 1 Missile Launcher"
)

func TestFifteenModelsMoveOnButtonsAloneInUnderTwentyFivePresses(t *testing.T) {
	c := newClub(t)
	thread, a, _ := c.battle(pirates, corps)
	dest := "channel/" + thread
	before, posts := c.n, len(c.chans[dest])
	on := c.must(c.tap(a, dest, "Move")).Message
	for _, way := range []string{"↑ N", "↗ NE", "↑ N", "↖ NW", "↑ N"} {
		menu := menuOf(t, on)
		var three []string
		for _, choice := range menu.Choices {
			if !choice.Chosen && len(three) < 3 && !c.moved[choice.Value] {
				three = append(three, choice.Value)
				c.moved[choice.Value] = true
			}
		}
		on = c.press(a, on, menu.Hint, three...).Message
		on = c.press(a, on, way).Message
		if on.Picture == nil || !strings.Contains(on.Text, ">>> ") {
			t.Fatalf("the move is not previewed: %+v", on)
		}
		given := c.press(a, on, "Move").Message
		if !strings.Contains(given.Text, "Given.") {
			t.Fatalf("it is not given: %s", given.Text)
		}
		on = c.press(a, given, "Move").Message
	}
	if n := c.n - before; n >= 25 {
		t.Errorf("it takes %d presses", n)
	}
	if n := len(c.chans[dest]) - posts; n != 1 {
		t.Errorf("fifteen moves make %d posts, want one that grows", n)
	}
	last := c.last(dest)
	if has(last, "Move") == "" || strings.Count(last.Text, "They move") != 5 || !strings.Contains(last.Text, "<@"+a.ID+">, none of your models may still move") {
		t.Errorf("the growing post reads\n%s", last.Text)
	}
}

const (
	horde  = "1 Captain, 14 Musketeer, 15 Fighter, 4 Grappler, 2 Grenadier, 4 Skeleton Fighter"
	legion = "1 Commander, 21 Assaulter, 8 Shockgunner, 6 Minigunner, 4 Missile Launcher"
)

func TestFortyModelsASideFitIntoMenusAndPosts(t *testing.T) {
	c := newClub(t)
	thread, a, b := c.battle(horde, legion)
	dest := "channel/" + thread
	board := c.last(dest)
	if board.Picture == nil || len(board.Picture.Scene.Models) != 80 {
		t.Fatalf("the board has no picture of 80 models: %s", board.Text)
	}
	if !strings.Contains(board.Text, "of 21 standing") && !strings.Contains(board.Text, "of 14 standing") {
		t.Errorf("forty models are not told by their kinds:\n%s", board.Text)
	}
	draft := c.must(c.tap(a, dest, "Move")).Message
	var listed []string
	for _, row := range draft.Rows {
		if row.Menu != nil && strings.HasPrefix(row.Menu.Path, "arg/") {
			for _, choice := range row.Menu.Choices {
				listed = append(listed, choice.Value)
			}
		}
	}
	if on := menuOf(t, draft); on.Min != 1 || on.Max != 25 {
		t.Errorf("from %d to %d may be ticked", on.Min, on.Max)
	}
	if len(listed) != 40 || has(draft, "All 40") == "" {
		t.Errorf("%d of 40 models are listed: %+v", len(listed), draft.Rows)
	}
	groups := fmt.Sprintf("%+v %+v", draft.Rows[2], draft.Rows[len(draft.Rows)-1])
	if menu := draft.Rows[2].Menu; menu != nil {
		groups += fmt.Sprint(menu.Choices)
	}
	if !strings.Contains(groups, "15 × Fighter") && !strings.Contains(groups, "21 × Assaulter") {
		t.Errorf("whole kinds are %s", groups)
	}
	second := draft.Rows[1].Menu
	draft = c.press(a, draft, second.Hint, second.Choices[0].Value, second.Choices[3].Value).Message
	again := c.press(a, draft, "Choose models").Message
	first := again.Rows[0].Menu
	if draft = c.press(a, again, first.Hint, first.Choices[1].Value).Message; strings.Count(draft.Text, ", ")+strings.Count(draft.Text, " and ") < 2 {
		t.Errorf("what was ticked in two menus is %s", draft.Text)
	}
	c.press(a, c.must(c.tap(a, dest, "Move")).Message, "All 40")
	for page := c.must(c.tap(b, dest, "Map")).Message; ; page = c.press(b, page, "Next page").Message {
		if page.Picture == nil {
			t.Error("a page of the map has no picture")
		}
		if has(page, "Next page") == "" {
			break
		}
	}
	if hand := c.command(a, thread, "hand", nil).Message; !strings.Contains(hand.Text, "There is more under `/map`") {
		t.Errorf("forty models are cut off without a word:\n%s", hand.Text)
	}
	c.command(a, thread, "done", nil)
	if len(c.last(dest).Picture.Scene.Models) != 80 {
		t.Error("the next turn is shown without its picture")
	}
}

func TestAPlaceThatIsRefusedIsToldInThePreviewAndCannotBeGiven(t *testing.T) {
	c := newClub(t)
	thread, a, _ := c.battle(pirates, corps)
	dest := "channel/" + thread
	draft := c.must(c.tap(a, dest, "Move")).Message
	draft = c.press(a, draft, menuOf(t, draft).Hint, menuOf(t, draft).Choices[0].Value).Message
	if draft.Picture == nil || draft.Picture.Ring == nil || has(draft, "Move") != "" {
		t.Errorf("without a place the draft shows %+v", draft)
	}
	away := c.press(a, draft, "↓ S").Message // off the southern edge, or as far as it goes
	short := c.press(a, away, "Start over").Message
	if has(short, "↓ S") != "" {
		t.Errorf("starting over keeps %s", short.Text)
	}
	draft = c.press(a, short, menuOf(t, short).Hint, menuOf(t, short).Choices[0].Value).Message
	north := c.press(a, draft, "↑ N").Message
	if !strings.Contains(north.Text, "to: north") || has(north, "Move") == "" || has(north, "Shorter") == "" {
		t.Fatalf("north is %+v", north)
	}
	less := c.press(a, north, "Shorter").Message
	if less.Text == north.Text || !strings.Contains(less.Text, `5"`) {
		t.Errorf("a step shorter reads\n%s", less.Text)
	}
	if east := c.press(a, less, "→ E").Message; east.Text == less.Text || has(east, "Move") == "" {
		t.Errorf("a step aside reads\n%s", east.Text)
	}
	form := c.press(a, less, "Write").Form
	typed, err := c.send(commands.Request{Kind: commands.Submit, Path: form.Path, User: a, Guild: "g", Channel: thread, Message: private, Private: true, Fields: map[string]string{"to": "47,47", "via": ""}})
	if bad := c.must(typed, err).Message; !strings.Contains(bad.Text, "Not so:") || has(bad, "Move") != "" {
		t.Errorf("a place that is too far reads\n%s", bad.Text)
	}
}

func TestBadInputOnTheBattlefieldIsRefusedInPrivate(t *testing.T) {
	c := newClub(t)
	thread, a, b := c.battle(pirates, corps)
	posts := len(c.chans["channel/"+thread])
	one := c.complete(a, thread, "move", "models", "1", nil)[1]
	for _, bad := range []struct {
		who     commands.Person
		path    string
		options map[string]string
		want    string
	}{
		{a, "move", map[string]string{"models": one, "to": "99,99"}, "off the table"},
		{a, "move", map[string]string{"models": one, "to": "24,40"}, "moves up to"},
		{a, "move", map[string]string{"models": "nobody", "to": "24,10"}, "nobody"},
		{a, "move", map[string]string{"models": one + ",,nobody", "to": "24,10"}, "nobody"},
		{a, "move", map[string]string{"models": one, "to": "NaN,1e9"}, "no p"},
		{b, "move", map[string]string{"models": "all", "to": "north"}, "cannot give /move now"},
		{a, "run", map[string]string{"models": "all"}, "cannot give /run now"},
		{sam, "move", map[string]string{"models": "all", "to": "north"}, "no seat"},
		{a, "map", map[string]string{"around": "nobody", "range": "12"}, "nobody"},
		{a, "map", map[string]string{"around": one, "range": "-3"}, "is no range"},
		{a, "map", map[string]string{"around": one, "range": "1e9"}, "is no range"},
		{a, "map", map[string]string{"range": "12"}, "needs both"},
		{a, "me", map[string]string{"pictures": "none"}, "Pictures are shown"},
	} {
		_, err := c.try(bad.who, thread, bad.path, bad.options)
		c.refused(err, bad.want)
	}
	if n := len(c.chans["channel/"+thread]); n != posts {
		t.Errorf("%d posts were made", n-posts)
	}
}

func TestWordsOnlyLeavesThePicturesOut(t *testing.T) {
	c := newClub(t)
	thread, a, _ := c.battle(pirates, corps)
	one := c.complete(a, thread, "map", "around", "1", nil)[0]
	ring := c.command(a, thread, "map", map[string]string{"around": one, "range": "12"}).Message
	if ring.Picture == nil || ring.Picture.Ring == nil || !strings.Contains(ring.Text, "of 2 lives") {
		t.Errorf("the ring is %+v", ring)
	}
	c.command(a, thread, "me", map[string]string{"pictures": "words"})
	if m := c.command(a, thread, "map", nil).Message; m.Picture != nil || !strings.Contains(m.Text, "lives at") {
		t.Errorf("words only are %+v", m)
	}
	c.right &^= 1 << 15
	c.command(a, thread, "me", map[string]string{"pictures": "both"})
	if m := c.command(a, thread, "map", nil).Message; m.Picture != nil {
		t.Error("a picture is sent without the right to")
	}
}

func TestTheLastOfAListIsCompleted(t *testing.T) {
	c := newClub(t)
	thread, a, _ := c.battle(pirates, corps)
	all := c.complete(a, thread, "move", "models", "", nil)
	second := c.complete(a, thread, "move", "models", all[1]+", "+all[2][:4], nil)
	if len(second) == 0 || !strings.HasPrefix(second[0], all[1]+", ") {
		t.Errorf("after a comma it offers %v", second)
	}
}

func TestAModelIsDeployedStepByStep(t *testing.T) {
	c := newClub(t)
	thread, a := c.edges([2]int{0, 1}, pirates, corps)
	dest := "channel/" + thread
	draft := c.must(c.tap(a, dest, "Deploy")).Message
	menu := menuOf(t, draft)
	draft = c.press(a, draft, menu.Hint, menu.Choices[2].Value).Message
	draft = c.press(a, draft, "→ E").Message
	draft = c.press(a, draft, "↑ N").Message
	if !strings.Contains(draft.Text, "to: 25,4") || !strings.Contains(draft.Text, "stands at 25,4") || draft.Picture == nil {
		t.Fatalf("two steps lead to\n%s", draft.Text)
	}
	before := len(c.chans[dest])
	next := c.press(a, draft, "Deploy").Message
	draft = c.press(a, next, "Deploy").Message
	draft = c.press(a, draft, menuOf(t, draft).Hint, menu.Choices[3].Value).Message
	draft = c.press(a, draft, "→ E").Message
	if !strings.Contains(draft.Text, "Not so:") {
		draft = c.press(a, draft, "↑ N").Message
	}
	if !strings.Contains(draft.Text, "Not so:") {
		t.Errorf("two models stand on one place:\n%s", draft.Text)
	}
	if n := len(c.chans[dest]) - before; n != 1 {
		t.Errorf("a deployment makes %d posts", n)
	}
}

func TestAStepShorterIsWithinWhatTheSlowestMay(t *testing.T) {
	c := newClub(t)
	riders := "1 Archknight (Mounted), 4 Swordsman"
	thread, a, _ := c.between([2]int{2, 2}, riders, riders)
	dest := "channel/" + thread
	draft := c.must(c.tap(a, dest, "Move")).Message
	menu := menuOf(t, draft)
	draft = c.press(a, draft, menu.Hint, menu.Choices[0].Value, menu.Choices[2].Value).Message
	draft = c.press(a, draft, "↗ NE").Message
	if draft = c.press(a, draft, "Shorter").Message; has(draft, "Move") == "" || !strings.Contains(draft.Text, `** 5"`) {
		t.Errorf("a step shorter reads\n%s", draft.Text)
	}
}
