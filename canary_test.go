package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/storage"
)

// canaries are the cards that one side hides, by id.
type canaries map[string]*regexp.Regexp

// canary finds a card by its id as a word of its own, by its name, or by its rank
// or number with its glyph.
func canary(card kit.Card) *regexp.Regexp {
	name := card.String() // "King of Diamonds ♦"
	glyph := name[strings.LastIndex(name, " ")+1:]
	return regexp.MustCompile(`(^|[^A-Za-z0-9])` + card.ID() + `([^A-Za-z0-9]|$)|(?i:` +
		strings.TrimSuffix(name, " "+glyph) + `)|(^|[^A-Za-z0-9])` + card.ID()[:len(card.ID())-1] + ` ?` + glyph)
}

// hide adds cards by their ids.
func (c canaries) hide(t *testing.T, ids ...string) {
	t.Helper()
	for _, id := range ids {
		card, err := kit.ParseCard(id)
		if err != nil || card.None() {
			t.Fatalf("%q is no card: %v", id, err)
		}
		c[id] = canary(card)
	}
}

// mustBeIn finds one of the cards where it belongs: a watch that finds nothing
// there finds nothing anywhere.
func (c canaries) mustBeIn(t *testing.T, moment string, text []byte) {
	t.Helper()
	for _, find := range c {
		if find.Match(text) {
			return
		}
	}
	t.Errorf("%s: the canaries are not even where they belong", moment)
}

// held gives the ids of the cards that somebody is offered by direct message.
func (f *fight) held(who string) (ids []string) {
	f.t.Helper()
	for _, o := range f.part(f.prompt(who), "pick").Options {
		ids = append(ids, o.Value)
	}
	return ids
}

// watch looks for what is hidden from whom, at one moment.
func (f *fight) watch(t *testing.T, moment string, hidden map[string]canaries) {
	t.Helper()
	f.settled()
	for _, who := range []string{"alice", "bob", "carol", "gail", "sam"} {
		texts := map[string][]byte{
			"state": f.raw("state", who), "sandbox log": f.raw("log", who), "answers": f.probe(t, who),
		}
		for owner, cards := range hidden {
			if owner == who {
				cards.mustBeIn(t, moment, texts["state"])
				continue
			}
			for id, find := range cards {
				if _, own := hidden[who][id]; own {
					continue // the same card of the reader's own deck
				}
				for where, text := range texts {
					if at := find.FindIndex(text); at != nil {
						t.Errorf("%s: %s finds %s's %s in the %s: …%s…", moment, who, owner, id, where,
							text[max(0, at[0]-150):min(len(text), at[1]+60)])
					}
				}
			}
		}
	}
	for owner, cards := range hidden {
		for id, find := range cards {
			if at := find.FindStringIndex(f.log.String()); at != nil {
				t.Errorf("%s: the log holds %s's %s: …%s…", moment, owner, id, f.log.String()[max(0, at[0]-150):at[1]])
			}
		}
	}
}

// probe lets somebody ask for all that a fight tells, and press what is not his;
// it gives the answers whole.
func (f *fight) probe(t *testing.T, who string) []byte {
	t.Helper()
	all := []byte{}
	ask := func(kind string, a act) {
		status, raw := f.call("POST", kind, a.by(who))
		if status == 0 {
			t.Fatalf("%s may not even ask: %s", who, raw)
		}
		all = append(all, raw...)
	}
	for _, name := range []string{"board", "hand", "session status", "waiting", "attack", "done", "verify", "dice fight", "dice server", "dice seals"} {
		ask("command", act{Channel: f.thread, Name: name})
	}
	for _, format := range []string{"text", "markdown", "html", "record"} {
		all = append(all, f.fileOf(t, who, format)...)
	}
	ask("autocomplete", act{Channel: f.thread, Name: "undo", Focused: "step", Value: ""})
	for _, arg := range []string{"attacker", "target", "weapon"} {
		ask("autocomplete", act{Channel: f.thread, Name: "attack", Focused: arg, Value: ""})
	}
	if m, ok := last(f.posts(), "Choose in secret"); ok {
		rival := map[string]string{"alice": "card2", "bob": "card1"}[who]
		if rival == "" {
			rival = "card1"
			ask("press", at(m, "choose"))
		}
		asked := strings.Split(f.part(m, "choose").CustomID, "/")[2]
		for _, path := range []string{"ask/%s/%s/%s", "page/%s/%s/%s/0", "lock/%s/%s/%s/XX"} {
			ask("press", m.path(fmt.Sprintf(path, f.id, asked, rival)))
		}
	}
	return all
}

// fileOf lets somebody ask for the fight's log, and gives the file.
func (f *fight) fileOf(t *testing.T, who, format string) []byte {
	t.Helper()
	_, raw := f.call("POST", "command", act{Channel: f.thread, Name: "log", Options: map[string]any{"format": format}}.by(who))
	var answer struct {
		Message struct {
			Attachments []struct{ URL string }
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Message.Attachments) != 1 {
		t.Fatalf("%s gets no log as %s: %s", who, format, raw)
	}
	file, err := f.client.Get(answer.Message.Attachments[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Body.Close()
	text, err := io.ReadAll(file.Body)
	if err != nil || file.StatusCode != http.StatusOK || len(text) < 500 {
		t.Fatalf("%s's log as %s is %d bytes, status %d, %v", who, format, len(text), file.StatusCode, err)
	}
	return text
}

func TestNoHiddenCardOfADealtFightIsToldBeforeItIsTurned(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", nil)
	f.command("alice", f.thread, "attack", map[string]any{"attacker": "Marshal Hale", "target": "Silas Crane", "weapon": "hunting_knife"})
	f.asked()
	hidden := map[string]canaries{"alice": {}, "bob": {}}
	hidden["alice"].hide(t, f.held("alice")...)
	hidden["bob"].hide(t, f.held("bob")...)
	f.watch(t, "once declared", hidden)
	mine := f.show("alice", f.prompt("alice"), "")
	f.watch(t, "once alice has picked", hidden)
	f.press("alice", mine, "Lock it in")
	f.watch(t, "once alice has locked", hidden)
	public, _ := last(f.posts(), "Choose in secret")
	locked := *f.press("alice", public, "Choose in secret").Message
	again := *f.press("alice", locked, "Change it").Message
	menu := f.part(again, "pick")
	f.press("alice", f.show("alice", again, menu.Options[len(menu.Options)-1].Value), "Lock it in")
	f.watch(t, "once alice has changed her mind", hidden)
	theirs := f.show("bob", f.prompt("bob"), "")
	f.watch(t, "once bob has picked", hidden)
	f.press("bob", theirs, "Lock it in")
	told := f.turn(public)
	turned := 0
	for _, cards := range hidden {
		for id, find := range cards {
			if find.MatchString(told.Content) {
				delete(cards, id)
				turned++
			}
		}
	}
	if turned < 2 {
		t.Fatalf("the canary finds %d cards where two are turned: %s", turned, told.Content)
	}
	f.watchHands(t, hidden)
}

// watchHands looks at the public part alone: hands are drawn up again.
func (f *fight) watchHands(t *testing.T, hidden map[string]canaries) {
	t.Helper()
	f.settled()
	for owner, cards := range hidden {
		for id, find := range cards {
			if find.MatchString(f.text()) {
				t.Errorf("once two cards are turned, the thread tells %s's %s as well:\n%s", owner, id, f.text())
			}
		}
	}
}

func TestNoPickOfACalledFightIsToldBeforeItIsTurned(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.command("alice", f.thread, "attack", map[string]any{"attacker": "Marshal Hale", "target": "Silas Crane", "weapon": "hunting_knife"})
	f.asked()
	hidden := map[string]canaries{"alice": {}}
	hidden["alice"].hide(t, "10C")
	mine := f.show("alice", f.prompt("alice"), "10C")
	f.watch(t, "once alice has picked", hidden)
	f.press("alice", mine, "Lock it in")
	f.watch(t, "once alice has locked", hidden)
	public, _ := last(f.posts(), "Choose in secret")
	posted := f.digits()
	for _, who := range []string{"carol", "bob"} {
		posted = append(posted, digitsOf(string(f.probe(t, who)))...)
	}
	f.lock("bob", "9D")
	f.turn(public)
	f.settled()
	f.stop()
	f.guess(t, posted, "10C")
}

// hexes finds digits as they are posted: eight or more, perhaps in fours.
var hexes = regexp.MustCompile(`\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b|\b[0-9a-f]{8,}\b`)

func digitsOf(text string) (digits []string) {
	for _, found := range hexes.FindAllString(text, -1) {
		digits = append(digits, strings.ReplaceAll(found, " ", ""))
	}
	return digits
}

// digits are all that the thread and the card have posted.
func (f *fight) digits() []string {
	f.t.Helper()
	return digitsOf(f.text() + "\n" + f.card.Content)
}

// guess plays the rival who has read all that was posted before the reveal, and
// the public part of the log besides: he tries every card, and must not find the
// pick. With what is opened later he does, which proves the trial.
func (f *fight) guess(t *testing.T, posted []string, pick string) {
	t.Helper()
	log := f.readLog()
	i := slices.IndexFunc(log, func(e rules.Entry) bool { return e.PickSeal != "" })
	lock := log[i]
	if lock.Secret.Picks[0] != pick {
		t.Fatalf("the first lock holds %v", lock.Secret.Picks)
	}
	seal := rules.PickSeal(f.id, lock.Reply.Asked, lock.By, []string{pick}, lock.Secret.PickNonce)
	if !posts(posted, seal) || !posts(posted, log[i-1].Chain) {
		t.Fatalf("neither seal nor chain are among what was posted: %v", posted)
	}
	nonces := append([]string{"", f.id, f.thread, "0", "1"}, posted...)
	for _, e := range log[:i+1] {
		nonces = append(nonces, e.Chain, e.Word, e.PickSeal, e.RollSeal, fmt.Sprint(e.At), fmt.Sprint(e.Line))
	}
	for _, card := range kit.Deck(true) {
		for _, nonce := range nonces {
			if posts(posted, rules.PickSeal(f.id, lock.Reply.Asked, lock.By, []string{card.ID()}, nonce)) {
				t.Errorf("the seal gives %s away with %q for a nonce", card.ID(), nonce)
			}
		}
		open := lock // the line as it would be if it held the pick
		reply := *lock.Reply
		reply.Picks = []string{card.ID()}
		open.Reply = &reply
		for _, e := range []rules.Entry{open, {Line: lock.Line, By: lock.By, At: lock.At, Seat: lock.Seat, Reply: &reply}} {
			if posts(posted, digest(log[i-1].Chain+"\n"+string(e.Public()))) {
				t.Errorf("the chain gives %s away", card.ID())
			}
		}
	}
	if digest(log[i-1].Chain+"\n"+string(lock.Public())) != lock.Chain {
		t.Error("the chain is not what it is said to be, so the trial tried nothing")
	}
}

// posts tells whether digits begin a hash as a channel shows it.
func posts(posted []string, hash string) bool {
	return slices.ContainsFunc(posted, func(d string) bool { return strings.HasPrefix(hash, d) })
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// readLog reads a fight's log from the stopped program's file.
func (f *fight) readLog() (log []rules.Entry) {
	f.t.Helper()
	store, err := storage.Open(context.Background(), f.db, storage.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	defer store.Close()
	err = store.Read(context.Background(), func(tx *storage.Tx) error {
		lines, err := tx.Log(f.id, 0)
		for _, l := range lines {
			entry, err := rules.ParseEntry(l.Public, l.Secret, l.Chain)
			if err != nil {
				return err
			}
			if !json.Valid(l.Public) {
				return fmt.Errorf("line %d is no JSON", l.Line)
			}
			log = append(log, entry)
		}
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return log
}
