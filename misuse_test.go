package main

import (
	"regexp"
	"strings"
	"sync"
	"testing"
)

// stands is where a fight stands, as everybody may know: its step and chain, and
// how much its thread says.
type stands struct {
	step, chain string
	posts       int
}

var (
	stepOf  = regexp.MustCompile(`step (\d+)`)
	chainOf = regexp.MustCompile(`chain ([0-9a-f]{8,64})`)
)

// stands asks where the fight stands.
func (f *fight) stands() stands {
	f.t.Helper()
	text := f.command("sam", f.thread, "session status", nil).text()
	step, chain := stepOf.FindStringSubmatch(text), chainOf.FindStringSubmatch(text)
	if step == nil || chain == nil {
		f.t.Fatalf("/session status does not say where the fight stands: %q", text)
	}
	return stands{step[1], chain[1], len(f.posts())}
}

// misuse is something that somebody does who should not, or should not now.
type misuse struct {
	name, kind string
	act
	want string // what he alone reads
}

// refuse lets people misuse a fight. Each must read, alone, what is wrong, and
// nothing may move.
func (f *fight) refuse(list []misuse) {
	f.t.Helper()
	f.settled()
	before := f.stands()
	for _, m := range list {
		got := f.act(m.kind, m.act)
		switch {
		case got.Message == nil:
			f.t.Errorf("%s: no answer comes: %+v", m.name, got)
		case !strings.Contains(got.text(), m.want):
			f.t.Errorf("%s: %s reads %q, want %q", m.name, m.As, got.text(), m.want)
		case !got.Message.private():
			f.t.Errorf("%s: everybody reads %q", m.name, got.text())
		}
	}
	f.settled()
	if now := f.stands(); now != before {
		f.t.Errorf("misuse moved the fight from %+v to %+v:\n%s", before, now, f.text())
	}
}

// at is an act upon the button or menu of a message.
func at(m message, part string) act {
	c, _ := m.part(part)
	return act{Message: m.ID, CustomID: c.CustomID, Late: true}
}

// path is an act upon a message with a custom id that may be nobody's.
func (m message) path(id string) act { return act{Message: m.ID, CustomID: id, Late: true} }

// order is an attack typed with these arguments, in pairs.
func (f *fight) order(as string, pairs ...any) act {
	options := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		options[pairs[i].(string)] = pairs[i+1]
	}
	return act{As: as, Channel: f.thread, Name: "attack", Options: options}
}

func TestMisuseOfATurnIsAnsweredInPrivateAndMovesNothing(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	first, _ := last(f.posts(), "Attack")
	old := *f.press("alice", first, "Attack").Message // a draft of an order, left lying
	f.duel("alice", "Marshal Hale", "Dusty", "hunting_knife", "JS", "7D")
	now, _ := last(f.posts(), "Attack")
	fence := f.command("alice", f.thread, "attack", nil) // the menus
	long := strings.Repeat("Dusty ", 333)
	f.refuse([]misuse{
		{"a rival's press", "press", at(now, "Attack").by("bob"), "alice"},
		{"a rival's end of turn", "press", at(now, "End turn").by("bob"), "alice"},
		{"a spectator's press", "press", at(now, "Attack").by("sam"), "no seat in this fight"},
		{"a manager's press", "press", at(now, "Attack").by("gail"), "no seat in this fight"},
		{"the last round's button", "press", at(first, "Attack").by("alice"), "no longer open"},
		{"the last round's button, the rival's press", "press", at(first, "Attack").by("bob"), "no longer open"},
		{"the last round's draft", "choose", choice(at(old, "arg"), "marshal_hale").by("alice"), "no longer open"},
		{"a rival's order", "command", f.order("bob", "attacker", "Cole", "target", "Pike"), "alice"},
		{"a spectator's order", "command", f.order("sam", "attacker", "Pike", "target", "Cole"), "no seat in this fight"},
		{"a model that is out", "command", f.order("alice", "attacker", "Pike", "target", "Dusty"), "out of action"},
		{"a model that has attacked", "command", f.order("alice", "attacker", "Marshal Hale", "target", "Cole"), "has attacked this turn"},
		{"a target of one's own side", "command", f.order("alice", "attacker", "Pike", "target", "Tully"), "of your own side"},
		{"an attacker of the other side", "command", f.order("alice", "attacker", "Cole", "target", "Pike"), "not yours"},
		{"an unknown name", "command", f.order("alice", "attacker", "Pyke", "target", "Cole"), "Did you mean Pike"},
		{"an unknown target", "command", f.order("alice", "attacker", "Pike", "target", "Kole"), "Cole"},
		{"a weapon not carried", "command", f.order("alice", "attacker", "Pike", "target", "Cole", "weapon", "machete"), "does not carry"},
		{"a weapon unheard of", "command", f.order("alice", "attacker", "Pike", "target", "Cole", "weapon", "`rm -rf`"), "does not carry"},
		{"cover in base contact", "command", f.order("alice", "attacker", "Pike", "target", "Cole", "cover", "2"), "Cover"},
		{"cover beyond measure", "command", f.order("alice", "attacker", "Josie Marsh", "target", "Cole", "weapon", "thrown", "cover", "-7"), "Cover"},
		{"a name of 2,000 letters", "command", f.order("alice", "attacker", long, "target", "Cole"), "No model is called"},
		{"a name that is markdown", "command", f.order("alice", "attacker", "@everyone **||x||** <@1>", "target", "Cole"), "No model is called"},
		{"a value not in the menu", "choose", choice(at(*fence.Message, "arg"), "nobody-at-all").by("alice"), ""},
		{"a spectator's hand", "command", act{As: "sam", Channel: f.thread, Name: "hand"}, "no seat in this fight"},
		{"a spectator's end", "command", act{As: "sam", Channel: f.thread, Name: "session end"}, "can end this fight"},
		{"a player's correction", "command", act{As: "alice", Channel: f.thread, Name: "umpire set-wounds", Options: map[string]any{"model": "Cole", "wounds": 0, "reason": "x"}}, "manages the server"},
		{"a correction out of measure", "command", act{As: "gail", Channel: f.thread, Name: "umpire set-wounds", Options: map[string]any{"model": "Cole", "wounds": 99, "reason": "x"}}, "from 0 to 2 wounds"},
		{"a correction of nobody", "command", act{As: "gail", Channel: f.thread, Name: "umpire set-wounds", Options: map[string]any{"model": "Nobody", "wounds": 1, "reason": "x"}}, "Did you mean"},
		{"an order where no fight is", "command", act{As: "alice", Channel: "side-table", Name: "attack", Options: map[string]any{"attacker": "Pike", "target": "Cole"}}, "No fight is fought in this channel"},
		{"an order in the fight's parent channel", "command", act{As: "alice", Channel: "table", Name: "attack"}, "No fight is fought in this channel"},
		{"an order of another system", "command", act{As: "alice", Channel: f.thread, Name: "move", Options: map[string]any{"models": "all", "to": "C4"}}, "Last Hope Frontier has no /move"},
		{"an argument of another system", "command", f.order("alice", "attacker", "Pike", "target", "Cole", "distance", "6"), "no distance here"},
		{"a correction of another system", "command", act{As: "gail", Channel: f.thread, Name: "umpire set-lives", Options: map[string]any{"model": "Cole", "lives": 1, "reason": "x"}}, "no correction called set-lives"},
		{"an order unheard of", "press", now.path("order/" + f.id + "/1/dance").by("alice"), ""},
	})
	if _, err := f.try("command", act{As: "alice", Channel: "@Umpire", Name: "attack"}); err == nil {
		t.Error("/attack is offered in direct messages")
	}
}

// choice is an act that picks a value.
func choice(a act, values ...string) act {
	a.Values = values
	return a
}

func TestMalformedButtonsAreAnsweredInPrivateAndMoveNothing(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.attack("alice", "Marshal Hale", "Cole", "hunting_knife")
	f.settled() // the thread may say so after the direct messages
	m, _ := last(f.posts(), "Choose in secret")
	asked := strings.TrimPrefix(f.part(m, "choose").CustomID, "choose/"+f.id+"/")
	var list []misuse
	for _, id := range []string{
		"nonsense", "/", "//", "pick", "pick/", "pick//" + asked + "/card1", "order/" + f.id, "order/ZZZZZ/1/attack",
		"order/" + f.id + "/" + asked + "/attack", "order/" + f.id + "/-1/attack", "order/" + f.id + "/abc/attack",
		"order/" + f.id + "/" + asked + "/set-wounds", "order/" + f.id + "/" + asked + "/end",
		"lock/" + f.id + "/" + asked + "/card1/", "lock/" + f.id + "/" + asked + "/card1/XX",
		"lock/" + f.id + "/" + asked + "/card1/AS,KS", "lock/" + f.id + "/" + asked + "/card1/blind",
		"lock/" + f.id + "/99999999999999999999/card1/AS", "lock/" + f.id + "/" + asked + "/nobody/AS",
		"lock/" + f.id + "/" + asked + "/card2/AS", "take/" + f.id + "/" + asked + "/card2/AS", "ask/" + f.id + "/" + asked + "/card2",
		"page/" + f.id + "/" + asked + "/card1/-1", "page/" + f.id + "/" + asked + "/card1/999", "page/" + f.id + "/" + asked + "/card1/x",
		"group/" + f.id + "/" + asked + "/card1", "choose/" + f.id + "/x", "choose/" + strings.ToLower(f.id) + "/" + asked,
		"give/NOSUCHID", "arg/NOSUCHID/attacker", "anew/", "write/NOSUCHID", "ready/" + f.id, "sit/" + f.id, "sit/ZZZZZ", "set/" + f.id + "/cards",
		"board/ZZZZZ", "agree-end/" + f.id + "/" + asked + "/7", "agree-end/" + f.id + "/x/y", "object/" + f.id + "/x", "stand/" + f.id + "/x",
		"withdraw/" + f.id + "/x", "lapse/" + f.id + "/x", "again/" + f.id, strings.Repeat("a", 100), "pick/" + strings.Repeat("é", 90), "%s%d/%v/%!",
	} {
		list = append(list, misuse{id, "press", m.path(id).by("alice"), ""})
	}
	f.refuse(list)
	for i := range list {
		list[i].As = "sam"
	}
	f.refuse(list)
}

func TestMisuseOfASecretChoiceIsAnsweredInPrivateAndMovesNothing(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.duel("alice", "Pike", "Lefty", "switchblade", "2H", "9H")
	stale := f.state("bob").dm() // their questions are closed
	f.attack("alice", "Marshal Hale", "Cole", "hunting_knife")
	f.settled() // the thread may say so after the direct messages
	public, _ := last(f.posts(), "Choose in secret")
	shown := f.show("bob", f.prompt("bob"), "7D")
	lock := at(shown, "Lock it in")
	closed := strings.Replace(lock.CustomID, "/card2/", "/card1/", 1)
	f.refuse([]misuse{
		{"a spectator's choice", "press", at(public, "choose").by("sam"), "no seat in this fight"},
		{"a rival's lock", "press", public.path(lock.CustomID).by("alice"), "belongs to the other side"},
		{"a spectator's lock", "press", public.path(lock.CustomID).by("sam"), "no seat in this fight"},
		{"a lock of the rival's question", "press", public.path(closed).by("bob"), "belongs to the other side"},
		{"an order in the middle", "command", f.order("alice", "attacker", "Tully", "target", "Cole"), "You cannot give /attack now"},
		{"an end of turn in the middle", "command", act{As: "alice", Channel: f.thread, Name: "done"}, "You cannot give /done now"},
	})
	if _, err := f.try("press", lock.by("alice")); err == nil {
		t.Error("alice pressed a button in bob's direct messages")
	}
	f.lock("alice", "JS")
	f.refuse([]misuse{{"a second lock of the same card", "press", public.path("lock/" + f.id + "/" + strings.Split(lock.CustomID, "/")[2] + "/card1/JS").by("alice"), "locked already"}})
	f.press("bob", shown, "Lock it in")
	f.settled()
	before := f.stands()
	for _, m := range append(stale, shown) {
		a := m.path(lock.CustomID).by("bob")
		if got := f.act("press", a); !strings.Contains(got.text(), "no longer open") {
			t.Errorf("a lock after the reveal is answered with %q", got.text())
		}
	}
	if now := f.stands(); now != before {
		t.Errorf("presses after the reveal moved the fight from %+v to %+v", before, now)
	}
}

func TestTwoPressesAtOnceLockOnce(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.attack("alice", "Marshal Hale", "Cole", "hunting_knife")
	f.settled() // the thread may say so after the direct messages
	shown := f.show("alice", f.prompt("alice"), "JS")
	f.settled()
	before := len(f.posts())
	const presses = 8
	texts := make(chan string, presses)
	var all sync.WaitGroup
	for range presses {
		all.Go(func() {
			got, err := f.try("press", at(shown, "Lock it in").by("alice"))
			if err != nil {
				texts <- err.Error()
				return
			}
			texts <- got.text()
		})
	}
	all.Wait()
	close(texts)
	locked := 0
	for text := range texts {
		switch {
		case strings.Contains(text, "Locked. Your choice: **Jack of Spades ♠**"):
			locked++
		case !strings.Contains(text, "locked already"):
			t.Errorf("one of the presses at once is answered with %q", text)
		}
	}
	f.settled()
	if locked != 1 {
		t.Errorf("%d of the presses locked, want 1", locked)
	}
	if n := len(f.posts()) - before; n != 1 {
		t.Errorf("the presses made %d posts, want 1:\n%s", n, f.text())
	}
}

func TestADoubledInteractionCountsOnce(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.settled()
	posts := len(f.posts())
	f.fault(map[string]any{"doubled": 1})
	f.attack("alice", "Marshal Hale", "Cole", "hunting_knife")
	f.settled() // the thread may say so after the direct messages
	f.fault(map[string]any{"doubled": 1})
	f.lock("alice", "JS")
	shown := f.show("bob", f.prompt("bob"), "7D")
	first := f.press("bob", shown, "Lock it in")
	for range 3 { // the same again, once it is answered
		if _, err := f.try("press", act{As: "bob", InteractionID: first.InteractionID}); err != nil {
			t.Error(err)
		}
	}
	f.settled()
	if n := len(f.posts()) - posts; n != 3 {
		t.Errorf("the attack made %d posts, want 3:\n%s", n, f.text())
	}
	f.checkOnce(1)
}

func TestDirectMessagesThatCloseInTheMiddleLoseNothing(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	before, _ := last(f.posts(), "Attack")
	f.attack("alice", "Marshal Hale", "Cole", "hunting_knife")
	f.settled() // the thread may say so after the direct messages
	f.fault(map[string]any{"dms_closed": []string{"alice", "bob"}})
	f.lock("alice", "JS")
	public, _ := last(f.posts(), "Choose in secret")
	mine := *f.press("bob", public, "Choose in secret").Message
	f.press("bob", f.show("bob", mine, "7D"), "Lock it in")
	f.turn(before)
	f.settled()
	f.checkOnce(1)
}

func TestReasonsAreTakenUpToTheirLimitAndToldWhole(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	long, fits := strings.Repeat("*wind* ", 285)+"amen", strings.Repeat("*wind* ", 28)+"amen"
	set := act{As: "gail", Channel: f.thread, Name: "umpire set-wounds", Options: map[string]any{"model": "Cole", "wounds": 1, "reason": long}}
	f.refuse([]misuse{{"a reason of 2,000 letters", "command", set, "at most 200 letters"}})
	if _, err := f.try("command", act{As: "gail", Channel: f.thread, Name: "session end", Options: map[string]any{"reason": long}}); err == nil {
		t.Error("/session end takes a reason of any length")
	}
	set.Options["reason"] = fits
	f.act("command", set)
	f.settled()
	if told := f.text(); !strings.Contains(told, "1 of 2 wounds left") || strings.Count(told, "wind") != 28 {
		t.Errorf("the correction is not told whole:\n%s", told)
	}
	f.command("gail", f.thread, "session end", map[string]any{"reason": fits})
	f.settled()
	if told := f.text(); !strings.Contains(told, "without a winner") || strings.Count(told, "wind") < 2*28 {
		t.Errorf("the end is not told whole:\n%s", told)
	}
}
