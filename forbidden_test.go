package main

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"umpire/bot"
	"umpire/rules"
)

// rebuilt is a combat of Forbidden Stars whose bot can be stopped and built anew
// on the same file, while its log goes on at debug into the room's.
type rebuilt struct {
	*fight
	token string
	bot   atomic.Pointer[bot.Bot]
	leave func() // stops the bot
	from  int    // the thread's post with which the combat begins
}

// openRebuilt has Alice's Ultramarines sit down against Bob's Orks with the
// printed decks, whose names tell whose a card is.
func openRebuilt(t *testing.T) *rebuilt {
	t.Helper()
	r, token := serveRoom(t, true)
	b := &rebuilt{fight: &fight{room: r, sides: [2]string{"alice", "bob"}}, token: token, leave: func() {}}
	t.Cleanup(func() { b.leave() })
	b.build()
	b.card = r.newCard("alice", map[string]any{"system": "forbidden", "opponent": "bob", "side": "ultramarines"})
	b.thread, b.id = b.card.ID, strings.TrimPrefix(b.part(b.card, "ready").CustomID, "ready/")
	r.choose("bob", b.card, "side", "orks")
	r.choose("alice", *r.choose("alice", b.card, "house", "decks").Message, "set", "printed")
	b.agree()
	b.begun()
	return b
}

// build builds the bot and waits until it can be played with.
func (b *rebuilt) build() {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	log := slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h := house{db: b.db, token: b.token, api: b.url + "/api", now: time.Now, log: log}
	go func() { ended <- h.run(ctx, b.bot.Store) }()
	b.leave = func() {
		cancel()
		if err := <-ended; err != nil {
			b.t.Errorf("the bot ended with: %v", err)
		}
		b.leave = func() {}
		b.checkStore()
	}
	b.ready()
}

// rest waits until neither the bot nor the sandbox has anything left to do.
func (b *rebuilt) rest() {
	b.t.Helper()
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for limit := time.Now().Add(patience); ; <-look.C {
		if b.settled(); b.bot.Load().Settled() {
			return
		}
		if time.Now().After(limit) {
			b.t.Fatal("the bot does not come to rest")
		}
	}
}

// board is what somebody may do now.
func (b *rebuilt) board(who string) message {
	b.t.Helper()
	b.rest()
	return *b.command(who, b.thread, "board", nil).Message
}

// take gives an answer that a board offers by a button.
func (b *rebuilt) take(who, label string) {
	b.t.Helper()
	b.press(who, b.board(who), label)
}

// face has both sides agree on a combat, without reinforcements, as far as the
// cards.
func (b *rebuilt) face(to string) {
	b.t.Helper()
	b.command("alice", b.thread, "attack", map[string]any{"to": to, "force": "3 Space Marines", "from": "Brae", "against": "2 Boyz"})
	b.take("bob", "Agreed")
	b.take("alice", "None")
	b.take("bob", "None")
	b.asked()
}

// questions are the attacker's cards that ask their player something in their
// middle: which dice to turn, or to roll again.
var questions = []string{"blessed-power-armour", "fury-of-the-ultramar"}

// question fights until a card of Alice's asks her something while Bob's lies
// face down. It gives her card's name, and Bob's hand with the locked card first.
func (b *rebuilt) question() (mine string, theirs []string) {
	b.t.Helper()
	for n := range 12 {
		to := fmt.Sprintf("Halden %d", n+1)
		b.from = len(b.posts())
		b.face(to)
		hand, theirs := b.held("alice"), b.held("bob")
		if i := slices.IndexFunc(questions, func(key string) bool { return slices.Contains(hand, key) }); i >= 0 {
			b.lock("bob", theirs[0])
			b.lock("alice", questions[i])
			if board := b.board("alice"); has(board, "take") || has(board, "pick") {
				return questions[i], theirs
			}
		}
		b.t.Logf("no question at %s with the hand %q", to, hand)
		b.command("gail", b.thread, "umpire stop-combat", map[string]any{"reason": "another deal is wanted"})
		b.command("alice", b.thread, "muster", map[string]any{"to": to, "force": "nothing"})
		b.command("bob", b.thread, "muster", map[string]any{"to": to, "force": "nothing"})
		b.rest()
	}
	b.t.Fatal("in twelve combats no card asks its player anything")
	return "", nil
}

// spelled finds a card by its key or its name.
func spelled(key string) *regexp.Regexp {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(key, "-", "[ -]"))
}

// playOn plays with whatever is offered first until the combat is over.
func (b *rebuilt) playOn() {
	b.t.Helper()
	for range 60 {
		moved := false
		for _, who := range b.sides {
			board := b.board(who)
			switch {
			case strings.Contains(board.Content, "Between combats"):
				return
			case has(board, "choose"):
				b.lock(who, "")
				moved = true
			case has(board, "take"), has(board, "pick"):
				b.first(who, board)
				moved = true
			}
		}
		if !moved {
			b.t.Fatalf("nobody is asked for anything he can answer:\n%s", b.text())
		}
	}
	b.t.Fatalf("the combat is not over:\n%s", b.text())
}

// first gives the first answer that a message offers.
func (b *rebuilt) first(who string, on message) {
	b.t.Helper()
	(&battle{room: b.room, thread: b.thread}).answer(who, on)
}

// decks are the printed cards as a record lists them: open to all, like the rules.
var decks = regexp.MustCompile(`\{"key":"[a-z-]+","name":"[^}]*\}`)

// conceal looks for the cards of Bob's hand in all that others see and in the log,
// and must find them in what he sees himself.
func (b *rebuilt) conceal(t *testing.T, moment string, hand canaries) {
	t.Helper()
	b.rest()
	hand.mustBeIn(t, moment, decks.ReplaceAll(b.probe(t, "bob"), nil))
	texts := map[string][]byte{"the log": []byte(b.log.String())}
	for _, who := range []string{"alice", "carol", "gail", "sam"} {
		texts["the state of "+who] = b.raw("state", who)
		texts["the sandbox's log for "+who] = b.raw("log", who)
		texts["the answers to "+who] = decks.ReplaceAll(b.probe(t, who), nil)
	}
	for where, text := range texts {
		for key, find := range hand {
			if at := find.FindIndex(text); at != nil {
				t.Errorf("%s: bob's %s is in %s: …%s…", moment, key, where, text[max(0, at[0]-150):min(len(text), at[1]+60)])
			}
		}
	}
}

func TestAForbiddenStarsCombatSurvivesARestartInTheMiddleOfACard(t *testing.T) {
	t.Parallel()
	b := openRebuilt(t)
	mine, theirs := b.question()
	hand := canaries{}
	for _, key := range theirs {
		hand[key] = spelled(key)
	}
	b.conceal(t, "while alice's card asks", hand)
	b.rest()
	asking := b.posts()[len(b.posts())-1] // its buttons are from before the restart
	if !spelled(mine).MatchString(b.text()) || !strings.Contains(b.text(), "card lies face down") {
		t.Errorf("the thread does not show %s being resolved:\n%s", mine, b.text())
	}
	before, dms := b.stands(), len(b.state("alice").dm())+len(b.state("bob").dm())
	b.leave()
	b.until("alice", "the bot to be gone", func(v view) bool { return !v.Bot.Connected })
	b.build()
	b.rest()
	if now := b.stands(); now != before {
		t.Errorf("the restart moved the fight from %+v to %+v:\n%s", before, now, b.text())
	}
	if n := len(b.state("alice").dm()) + len(b.state("bob").dm()); n != dms {
		t.Errorf("the restart left %d direct messages where %d were", n, dms)
	}
	b.conceal(t, "once the bot is back", hand)
	b.first("alice", asking)
	b.rest()
	if !hand[theirs[0]].MatchString(b.text()) {
		t.Errorf("bob's %s was never turned up:\n%s", theirs[0], b.text())
	}
	b.playOn()
	b.checkOver()
}

// turned finds a card that is turned up, and begun a round that begins.
var (
	turned = regexp.MustCompile(`\*\*(alice|bob) turns `)
	begun  = regexp.MustCompile(`\*\*Round \d:\*\*`)
)

// checkOver holds the combat to its rounds, each told once, and its record, when
// the umpire has ended the session, to be open and true.
func (b *rebuilt) checkOver() {
	b.t.Helper()
	b.command("gail", b.thread, "umpire end", map[string]any{"reason": "enough for tonight"})
	b.rest()
	var told strings.Builder
	seen := map[string]bool{}
	for _, m := range b.posts()[b.from:] {
		if seen[m.Content] && m.Content != "" {
			b.t.Errorf("the thread says twice:\n%s", m.Content)
		}
		seen[m.Content] = true
		told.WriteString(m.Content + "\n")
	}
	rounds, cards := begun.FindAllString(told.String(), -1), turned.FindAllString(told.String(), -1)
	if !slices.Equal(rounds, []string{"**Round 1:**", "**Round 2:**", "**Round 3:**"}[:min(3, len(rounds))]) || len(rounds) == 0 || len(cards) != 2*len(rounds) {
		b.t.Errorf("the rounds are %q and the cards %q:\n%s", rounds, cards, told.String())
	}
	if n := strings.Count(told.String(), "Cards and dice go back."); n != 1 {
		b.t.Errorf("the combat ends %d times:\n%s", n, told.String())
	}
	b.leave()
	found, err := rules.Verify(b.readLog())
	if err != nil || found.Sealed > 0 || found.Redone == 0 || found.Picks < len(cards) {
		b.t.Errorf("the record is not open and true: %+v, %v", found, err)
	}
}
