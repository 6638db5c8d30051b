package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// outlaws are the rosters of the leagues that crash.
var outlaws = [2]string{"sheriffs", "outlawmen"}

// entered is a battle that alice has entered by hand, and that bob is to confirm.
func (l *league) entered() {
	l.t.Helper()
	before := l.cards()
	l.told(l.command("alice", "table", "campaign record", map[string]any{
		"mine": l.rosters[0], "theirs": l.rosters[1], "result": "won", "note": "on the old table",
	}), "It is entered.")
	l.until("bob", "the card of the battle", func(v view) bool { return cardsIn(v) > before })
}

// cards counts the cards of battles in the campaign's channel.
func (l *league) cards() int { return cardsIn(l.state("carol")) }

func cardsIn(v view) (n int) {
	for _, m := range v.channel("table").Messages {
		if strings.Contains(m.Content, "what this battle changes") {
			n++
		}
	}
	return n
}

// counted is how many battles of a league are in its books and told in its channel,
// as everybody reads it.
type counted struct {
	ledgers [2]int // entries of a battle in each roster's history
	fights  int    // of alice's roster in the standings
	told    int    // lines in the channel
	cards   int
	open    int // cards that still ask
}

func (l *league) counted() counted {
	l.t.Helper()
	c := counted{cards: l.cards()}
	for side, who := range players {
		story := l.command(who, "table", "roster history", map[string]any{"roster": l.rosters[side]}).text()
		c.ledgers[side] = strings.Count(story, " · battle ")
	}
	for row := range strings.Lines(l.reads("standings", nil)) {
		if strings.Contains(row, "(alice)") {
			fmt.Sscanf(row[strings.Index(row, "): ")+3:], "%d", &c.fights)
		}
	}
	for _, m := range l.state("carol").channel("table").Messages {
		if strings.HasPrefix(m.Content, "**Winter League:** ") {
			c.told++
		}
		if _, asks := m.part("confirm"); asks {
			c.open++
		}
	}
	return c
}

// checkCounted holds a league to so many battles, each once in everything.
func (l *league) checkCounted(want int) {
	l.t.Helper()
	if got := l.counted(); got != (counted{ledgers: [2]int{want, want}, fights: want, told: want, cards: want}) {
		l.t.Errorf("%d battles are counted as %+v", want, got)
	}
}

// confirmed presses Confirm as bob where a card asks for it, once in a life of the
// bot, and tells whether all cards are settled and told.
func (l *league) confirmed(pressed *bool, battles int) func() bool {
	return func() bool {
		l.t.Helper()
		v := l.state("bob")
		card, asks := last(v.channel("table").Messages, "confirm")
		if asks && !*pressed {
			*pressed = true
			l.try("press", confirming(card).by("bob"))
		}
		told := 0
		for _, m := range v.channel("table").Messages {
			if strings.HasPrefix(m.Content, "**Winter League:** ") {
				told++
			}
		}
		return !asks && told >= battles
	}
}

// confirming is a press on a card's Confirm.
func confirming(card message) act {
	c, _ := card.part("confirm")
	return act{Message: card.ID, CustomID: c.CustomID}
}

func TestACrashAtAnyAnswerWhileABattleIsConfirmedLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	var w wire
	m := openMachine(t, w.serve(t))
	l := m.openLeague("lasthope", outlaws, nil)
	battles := 0
	for at := "the first"; at != ""; {
		battles++
		l.entered()
		m.settled()
		pressed := false
		at = m.crashAt(&w, battles, l.confirmed(&pressed, battles), func() { pressed = false })
		m.settled()
		l.checkCounted(battles)
	}
	if battles < 3 {
		t.Errorf("confirming took %d requests; the crashes missed some", battles-1)
	}
}

// decided takes the league's only battle back, or lets it count again, as gail, as
// far as the bot lives.
func (l *league) decided(button, why string) {
	list, err := l.try("command", act{As: "gail", Channel: "table", Name: "campaign battles"})
	if err != nil || list.Message == nil {
		return
	}
	menu, ok := list.Message.part("Open a battle")
	if !ok {
		return
	}
	look, err := l.try("choose", act{As: "gail", Message: list.Message.ID, CustomID: menu.CustomID, Values: []string{menu.Options[0].Value}})
	if err != nil || look.Message == nil || !has(*look.Message, button) {
		return // it is decided already
	}
	if form, err := l.try("press", act{As: "gail", Message: look.Message.ID, Label: button}); err == nil && form.Outcome == "modal" {
		l.try("submit", act{As: "gail", Fields: map[string]any{"why": why}})
	}
}

func TestACrashAtAnyAnswerWhileABattleIsTakenBackLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	var w wire
	m := openMachine(t, w.serve(t))
	l := m.openLeague("lasthope", outlaws, nil)
	l.entered()
	card, _ := last(m.state("bob").channel("table").Messages, "confirm")
	m.press("bob", card, "Confirm")
	m.settled()
	turns := 0
	for at := "the first"; at != ""; {
		turns++
		why := fmt.Sprintf("for reason %d.", turns)
		told := func() int { return strings.Count(l.channelText(), why) }
		button, fights := "Take it back", "no fights"
		if turns%2 == 0 {
			button, fights = "Let it count again", "1 fight, 1 won"
		}
		pressed := false
		at = m.crashAt(&w, turns, func() bool {
			if told() < 2 && !pressed { // in a post of its own, and on the card
				pressed = true
				l.decided(button, why)
			}
			return told() >= 2
		}, func() { pressed = false })
		m.settled()
		for side := range players {
			if text := l.command(players[side], "table", "roster show", map[string]any{"roster": l.rosters[side]}).text(); !strings.HasSuffix(text, fmt.Sprintf("entry %d", 2+turns)) {
				t.Errorf("after turn %d, in which the bot was killed at %q, a roster reads\n%s", turns, at, text)
			}
		}
		if text := l.reads("standings", nil); !strings.Contains(text, "(alice): "+fights) || told() != 2 {
			t.Errorf("turn %d is told %d times, and the standings are\n%s", turns, told(), text)
		}
	}
	if turns < 6 {
		t.Errorf("it took %d requests; the crashes missed some", turns-1)
	}
}

// channelText is all that the campaign's channel says.
func (l *league) channelText() string {
	l.t.Helper()
	var texts []string
	for _, m := range l.state("carol").channel("table").Messages {
		texts = append(texts, m.Content)
	}
	return strings.Join(texts, "\n")
}

func TestABotKilledBetweenAConfirmationAndItsAnswerHasWrittenAllOfIt(t *testing.T) {
	t.Parallel()
	m := openMachine(t, nil)
	l := m.openLeague("lasthope", outlaws, nil)
	f := l.battle()
	f.rule("set-wounds", map[string]any{"model": "Silas Crane", "wounds": 1})
	f.concede("bob")
	card := f.proposal()
	f.press("alice", card, "Confirm")
	m.settled()
	m.fault(map[string]any{"hold": []string{answerRoute}})
	var done sync.WaitGroup
	done.Go(func() { m.try("press", confirming(card).by("bob")) })
	m.inFlight(1) // committed, or there would be no answer
	m.kill()
	done.Wait() // bob reads that the bot does not answer
	m.inFlight(0)
	m.fault(map[string]any{"hold": []string{}})
	m.start()
	m.until("bob", "the card to be settled", func(v view) bool {
		_, asks := last(v.channel(f.thread).Messages, "confirm")
		return !asks
	})
	m.settled()
	l.checkShow(1, "**Silas Crane**, Leader: wounded, 2 of 3 wounds taken")
	again := confirming(card).by("bob")
	again.Late = true
	l.told(m.act("press", again), "confirmed already")
	l.checkShow(1, "2 of 3 wounds taken")
	f.checkCards(1)
	if n := strings.Count(l.reads("battles", nil), "beat"); n != 1 {
		t.Errorf("%d battles are listed", n)
	}
	l.battle() // the rosters are free again
}

// checkCards counts the cards of battles in a fight's thread.
func (f *fight) checkCards(want int) {
	f.t.Helper()
	if n := strings.Count(f.text(), "what this battle changes"); n != want {
		f.t.Errorf("the thread has %d cards of its battle, want %d:\n%s", n, want, f.text())
	}
}

func TestABotKilledAtAnyMomentOfAConfirmationHasWrittenAllOfItOrNothing(t *testing.T) {
	t.Parallel()
	m := openMachine(t, nil)
	l := m.openLeague("lasthope", outlaws, nil)
	written := 0
	for n := range 6 {
		l.entered()
		m.settled()
		card, _ := last(m.state("bob").channel("table").Messages, "confirm")
		var done sync.WaitGroup
		done.Go(func() { m.try("press", confirming(card).by("bob")) })
		<-time.After(time.Duration(n) * time.Millisecond) // the moment, which is another each time
		m.kill()
		done.Wait()
		m.until("alice", "the bot to be gone", func(v view) bool { return !v.Bot.Connected })
		m.start()
		m.settled()
		if got := l.counted(); got.ledgers[0] != got.ledgers[1] || got.ledgers[0] != got.fights {
			t.Fatalf("killed after %d ms, one side's book has what the other has not: %+v", n, got)
		} else if got.fights == n+1 {
			written++
		}
		pressed := false
		on := l.confirmed(&pressed, n+1)
		m.until("bob", "the battle to be settled", func(view) bool { return on() })
		m.settled()
		l.checkCounted(n + 1)
	}
	t.Logf("%d of 6 confirmations were written before the kill", written)
}
