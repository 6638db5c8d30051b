package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

// fight is one running fight of Last Hope Frontier in a thread of its own.
type fight struct {
	*room
	id     string // of the session
	thread string
	card   message // the lobby's, in the channel
	sides  [2]string
}

// open opens a fight of two people through the lobby's menus, with house rules
// that differ from the written ones. Sides are rosters' keys, in order.
func (r *room) open(host, guest string, house map[string]string, sides ...string) *fight {
	r.t.Helper()
	f := r.lobby(host, guest, house, sides...)
	f.agree()
	f.begun()
	return f
}

// agree has both sides press Ready.
func (f *fight) agree() {
	f.t.Helper()
	for _, who := range f.sides {
		f.press(who, f.card, "Ready")
	}
}

// begun waits for the first turn.
func (f *fight) begun() {
	f.t.Helper()
	f.until(f.sides[0], "the fight's first turn", func(v view) bool {
		_, ok := last(v.channel(f.thread).Messages, "Attack")
		return ok
	})
}

// lobby sets a fight up as far as Ready.
func (r *room) lobby(host, guest string, house map[string]string, sides ...string) *fight {
	r.t.Helper()
	options := map[string]any{"system": "lasthope", "opponent": guest}
	if len(sides) > 0 {
		options["side"] = sides[0]
	}
	f := &fight{room: r, card: r.newCard(host, options), sides: [2]string{host, guest}}
	f.thread = f.card.ID // a thread has the id of the message that it begins on
	f.id = strings.TrimPrefix(f.part(f.card, "ready").CustomID, "ready/")
	if len(sides) > 1 {
		r.choose(guest, f.card, "side", sides[1])
	}
	for _, rule := range slices.Sorted(maps.Keys(house)) {
		values := r.choose(host, f.card, "house", rule)
		set := r.choose(host, *values.Message, "set", house[rule])
		if !strings.Contains(set.text(), "House rule set") {
			r.t.Fatalf("the house rule is answered with %q", set.text())
		}
	}
	return f
}

// newCard types /session new. The card is its answer, or follows when the channel
// is busy.
func (r *room) newCard(host string, options map[string]any) message {
	r.t.Helper()
	before := r.state(host).channel("table").Messages
	a := r.command(host, "table", "session new", options)
	if _, ok := a.Message.part("ready"); ok {
		return *a.Message
	}
	var card message
	r.until(host, "the card", func(v view) (ok bool) {
		list := v.channel("table").Messages[len(before):]
		card, ok = last(list, "ready")
		return ok && strings.Contains(card.Content, v.person(host))
	})
	return card
}

// part gives a part that must be there.
func (f *fight) part(m message, name string) component {
	f.t.Helper()
	c, ok := m.part(name)
	if !ok {
		f.t.Fatalf("there is no %s on %q: %+v", name, m.Content, m.parts())
	}
	return c
}

// posts are the thread's messages as everybody sees them.
func (f *fight) posts() []message {
	f.t.Helper()
	return slices.DeleteFunc(f.state("carol").channel(f.thread).Messages, message.private)
}

// text is all that the thread says, as a spectator reads it.
func (f *fight) text() string {
	f.t.Helper()
	var texts []string
	for _, m := range f.posts() {
		texts = append(texts, m.Content)
	}
	return strings.Join(texts, "\n")
}

// attack orders an attack by slash command and waits until it is declared.
func (f *fight) attack(as, attacker, target, weapon string) answer {
	f.t.Helper()
	options := map[string]any{"attacker": attacker, "target": target}
	if weapon != "" {
		options["weapon"] = weapon
	}
	a := f.command(as, f.thread, "attack", options)
	f.asked()
	return a
}

// asked waits until both sides have been asked for a card.
func (f *fight) asked() {
	f.t.Helper()
	for _, who := range f.sides {
		f.prompt(who)
	}
}

// prompt waits for the direct message in which somebody is asked for a card of
// this fight.
func (f *fight) prompt(who string) message {
	f.t.Helper()
	var found message
	f.until(who, "a choice by direct message", func(v view) (ok bool) {
		list := slices.DeleteFunc(slices.Clone(v.dm()), func(m message) bool { return !strings.Contains(m.Content, f.thread) })
		if len(list) == 0 {
			return false
		}
		found = list[len(list)-1]
		for _, verb := range []string{"pick", "group"} {
			if _, menu := found.part(verb); menu {
				ok = true
			}
		}
		return ok
	})
	return found
}

// show picks a card in the menus of a message, as far as "Lock it in", and gives
// that message. An empty card takes the first that is offered.
func (f *fight) show(who string, on message, card string) message {
	f.t.Helper()
	if menu, ok := on.part("group"); ok {
		suit := menu.Options[0].Value
		for _, o := range menu.Options {
			if card != "" && o.Value[0]|0x20 == card[len(card)-1]|0x20 {
				suit = o.Value
			}
		}
		on = *f.choose(who, on, "group", suit).Message
	}
	menu, ok := on.part("pick")
	if !ok {
		f.t.Fatalf("%s finds no menu on %q", who, on.Content)
	}
	if card == "" {
		card = menu.Options[0].Value
	}
	return *f.choose(who, on, "pick", card).Message
}

// lock picks a card by direct message and locks it in.
func (f *fight) lock(who, card string) answer {
	f.t.Helper()
	return f.press(who, f.show(who, f.prompt(who), card), "Lock it in")
}

// turn waits for the post, after an older one, with which somebody may order
// again or which ends the fight.
func (f *fight) turn(after message) message {
	f.t.Helper()
	var found message
	f.until("carol", "the outcome", func(v view) (ok bool) {
		list := v.channel(f.thread).Messages
		if len(list) == 0 || list[len(list)-1].ID <= after.ID {
			return false
		}
		found = list[len(list)-1]
		_, ok = found.part("Attack")
		return ok || strings.Contains(found.Content, "The last of the")
	})
	return found
}

// duel fights one attack to its outcome and gives the post that tells it.
func (f *fight) duel(as, attacker, target, weapon, attack, defence string) message {
	f.t.Helper()
	before, _ := last(f.posts(), "Attack")
	f.attack(as, attacker, target, weapon)
	rival := f.sides[0]
	if as == rival {
		rival = f.sides[1]
	}
	f.lock(as, attack)
	f.lock(rival, defence)
	return f.turn(before)
}

// calledCards is the house rule by which players name the cards that they drew
// at their own tables.
var calledCards = map[string]string{"cards": "called"}

// mine tells who of the two is to give orders, by whom the post notifies.
func (f *fight) mine(on message) string {
	f.t.Helper()
	if len(on.Mentions) != 1 || !slices.Contains(f.sides[:], on.Mentions[0].Username) {
		f.t.Fatalf("the post notifies %+v: %q", on.Mentions, on.Content)
	}
	return on.Mentions[0].Username
}

// quickRules are house rules by which a fight of dealt cards is over in about
// fifteen attacks.
var quickRules = map[string]string{"hand_size": "10", "attacks_per_model": "free"}

// playOut fights by quickRules until the guest's gang is gone, and gives the
// last post. Each side ends a turn once; then the host attacks, with his best
// card against the worst.
func (f *fight) playOut(order, done func(f *fight, who string, on message)) message {
	f.t.Helper()
	now := f.turn(message{})
	for n := 0; len(now.Mentions) > 0; n++ {
		if n == 200 {
			f.t.Fatal("nobody wins in two hundred orders")
		}
		who := f.mine(now)
		if n == 0 || who == f.sides[1] {
			done(f, who, now)
		} else {
			order(f, who, now)
			f.asked()
			best, _ := f.offered(who)
			f.lock(who, best)
			_, worst := f.offered(f.sides[1])
			f.lock(f.sides[1], worst)
		}
		now = f.turn(now)
	}
	return now
}

// offered gives the cards with the highest and the lowest sum that somebody is
// offered.
func (f *fight) offered(who string) (best, worst string) {
	f.t.Helper()
	menu, _ := f.prompt(who).part("pick")
	most, least := -1, 1000
	for _, o := range menu.Options {
		var sum int
		if _, err := fmt.Sscanf(o.Description, "%d", &sum); err != nil {
			f.t.Fatalf("the card %s does not say what it gives: %q", o.Label, o.Description)
		}
		if sum > most {
			most, best = sum, o.Value
		}
		if sum < least {
			least, worst = sum, o.Value
		}
	}
	return best, worst
}

// typed gives an attack by slash command, each argument the first that
// autocomplete offers.
func (f *fight) typed(who string, _ message) {
	f.t.Helper()
	options := map[string]any{}
	for _, arg := range []string{"attacker", "target", "weapon"} {
		a := f.act("autocomplete", act{As: who, Channel: f.thread, Name: "attack", Options: options, Focused: arg, Value: ""})
		if len(a.Choices) == 0 {
			f.t.Fatalf("autocomplete offers no %s after %v", arg, options)
		}
		options[arg] = a.Choices[0].Value
	}
	f.command(who, f.thread, "attack", options)
}

// tapped gives an attack by the menus behind the post's button.
func (f *fight) tapped(who string, on message) {
	f.t.Helper()
	m := f.press(who, on, "Attack").Message
	for range 5 {
		if _, whole := m.part("give"); whole {
			f.press(who, *m, "Attack")
			return
		}
		menu, ok := m.part("arg")
		if !ok {
			break
		}
		m = f.choose(who, *m, "arg", menu.Options[0].Value).Message
	}
	f.t.Fatalf("the menus lead to no attack: %q %+v", m.Content, m.parts())
}

func TestADealtFightIsFoughtToTheEndOfAGang(t *testing.T) {
	for name, by := range map[string]struct{ order, done func(*fight, string, message) }{
		"by slash commands": {
			(*fight).typed,
			func(f *fight, who string, _ message) { f.command(who, f.thread, "done", nil) },
		},
		"by buttons alone": {
			(*fight).tapped,
			func(f *fight, who string, on message) {
				f.press(who, *f.press(who, on, "End turn").Message, "End turn")
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := openRoom(t).open("alice", "bob", quickRules, "townsfolk", "sheriffs")
			first, _ := last(f.posts(), "Attack")
			end := f.playOut(by.order, by.done)
			f.settled()
			f.checkOver(first, end)
		})
	}
}

// checkOver holds a fight that the host has won to what the end promises.
func (f *fight) checkOver(first, end message) {
	f.t.Helper()
	for _, want := range []string{"**alice wins.**", "The last of the Sheriffs is out of action.", "seals open and true"} {
		if !strings.Contains(end.Content, want) {
			f.t.Errorf("the last post does not say %q:\n%s", want, end.Content)
		}
	}
	for _, m := range f.state("bob").messages() {
		for _, label := range m.labels() {
			if slices.Contains([]string{"Attack", "End turn", "Lock it in", "Choose in secret", "Ready"}, label) {
				f.t.Errorf("the fight is over, and a message still offers %s:\n%s", label, m.Content)
			}
		}
	}
	posts := len(f.posts())
	old := act{Message: first.ID, CustomID: first.parts()[0].CustomID, Late: true}
	for _, a := range []struct {
		kind string
		act
		want string
	}{
		{"press", old.by("alice"), "no longer open"},
		{"press", old.by("bob"), "no longer open"},
		{"press", old.by("sam"), "You have no seat in this fight"},
		{"press", act{As: "bob", Message: f.card.ID, CustomID: "ready/" + f.id, Late: true}, "closed"},
		{"command", act{As: "alice", Channel: f.thread, Name: "attack"}, "No fight is fought in this channel"},
		{"command", act{As: "alice", Channel: f.thread, Name: "hand"}, "No fight is fought in this channel"},
	} {
		got := f.act(a.kind, a.act)
		if got.Message == nil || !got.Message.private() || !strings.Contains(got.text(), a.want) {
			f.t.Errorf("after the end %s's %s is answered with %q, want a private %q", a.As, a.kind, got.text(), a.want)
		}
	}
	f.settled()
	if n := len(f.posts()); n != posts {
		f.t.Errorf("presses after the end made %d posts", n-posts)
	}
	f.stop()
	found, err := rules.Verify(f.readLog())
	if err != nil || found.Sealed > 0 || found.Redone == 0 || found.Picks == 0 {
		f.t.Errorf("the record of the fight is not open and true: %+v, %v", found, err)
	}
}
