package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// battle is one running skirmish, fought by whoever is asked.
type battle struct {
	*room
	thread string
}

func (r *room) battle(one, two string) *battle {
	r.t.Helper()
	card := r.newCard("alice", map[string]any{"system": "skirmish", "opponent": "bob", "side": one})
	r.choose("bob", card, "side", two)
	for _, who := range []string{"alice", "bob"} {
		r.press(who, card, "Ready")
	}
	r.until("alice", "the edges", func(v view) bool {
		_, ok := last(v.channel(card.ID).Messages, "South")
		return ok
	})
	return &battle{room: r, thread: card.ID}
}

// asked gives who may act, and the board from which he may.
func (b *battle) asked() (who string, board message) {
	b.t.Helper()
	for _, who := range []string{"alice", "bob"} {
		board := *b.command(who, b.thread, "board", nil).Message
		if slices.ContainsFunc(board.parts(), func(c component) bool { return c.Label != "Board" && c.Label != "Map" }) {
			return who, board
		}
	}
	b.t.Fatal("nobody is asked for anything")
	return "", message{}
}

var mayAct = regexp.MustCompile(`(\w+) of your models may still (move|shoot), (\w+) may (attack in melee|run)`)

// act lets whoever is asked do the next thing on buttons alone.
func (b *battle) act() {
	b.t.Helper()
	who, board := b.asked()
	text := board.Content
	if at := strings.LastIndex(text, "Awaited"); at < 0 {
		b.t.Fatalf("the board says nothing of who is awaited: %q", text)
	}
	prompt := b.prompt(who)
	can := mayAct.FindStringSubmatch(prompt)
	switch {
	case has(board, "take"), has(board, "pick"):
		b.answer(who, board)
	case strings.Contains(prompt, "are placed"), strings.Contains(prompt, "is placed"), can == nil && !strings.Contains(prompt, "place "):
		b.end(who, board)
	case can == nil:
		b.all(who, board, "Deploy")
	case can[2] == "move" && can[1] != "none":
		b.toward(who, board)
	case can[3] != "none" && can[4] == "attack in melee", can[2] == "shoot" && can[1] != "none":
		b.attack(who, board)
	default:
		b.end(who, board)
	}
}

func has(m message, name string) bool {
	_, ok := m.part(name)
	return ok
}

// prompt is what the thread's newest post with a mention asks of somebody.
func (b *battle) prompt(who string) string {
	b.t.Helper()
	posts := b.state(who).channel(b.thread).Messages
	for i := len(posts) - 1; i >= 0; i-- {
		lines := strings.Split(posts[i].Content, "\n")
		for _, line := range slices.Backward(lines) {
			if strings.HasPrefix(line, "<@") {
				return line
			}
		}
	}
	return ""
}

// answer takes the first of what is asked.
func (b *battle) answer(who string, board message) {
	b.t.Helper()
	if take, ok := board.part("take"); ok {
		b.press(who, board, take.Label)
		return
	}
	menu, _ := board.part("pick")
	var values []string
	for _, o := range menu.Options[:max(1, menu.Min)] {
		values = append(values, o.Value)
	}
	shown := b.choose(who, board, "pick", values...)
	b.press(who, *shown.Message, "Lock it in")
}

func (b *battle) end(who string, board message) {
	b.t.Helper()
	b.press(who, *b.press(who, board, "End phase").Message, "End phase")
}

// all gives an order to all models at once.
func (b *battle) all(who string, board message, order string) {
	b.t.Helper()
	draft := *b.press(who, board, order).Message
	for _, label := range draft.labels() {
		if strings.HasPrefix(label, "All ") {
			draft = *b.press(who, draft, label).Message
		}
	}
	b.press(who, draft, order)
}

// toward moves all models at the enemy that is offered first, or ends the phase
// when they cannot.
func (b *battle) toward(who string, board message) {
	b.t.Helper()
	draft := *b.press(who, board, "Move").Message
	for _, label := range draft.labels() {
		if strings.HasPrefix(label, "All ") {
			draft = *b.press(who, draft, label).Message
		}
	}
	menu, ok := draft.part("arg")
	if !ok {
		b.end(who, board)
		return
	}
	draft = *b.choose(who, draft, "arg", menu.Options[0].Value).Message
	if !has(draft, "give") {
		b.end(who, board)
		return
	}
	b.press(who, draft, "Move")
}

func (b *battle) attack(who string, board message) {
	b.t.Helper()
	draft := *b.press(who, board, "Attack").Message
	for range 4 {
		if has(draft, "give") {
			break
		}
		menu, ok := draft.part("arg")
		if !ok {
			b.t.Fatalf("no attack: %q", draft.Content)
		}
		draft = *b.choose(who, draft, "arg", menu.Options[0].Value).Message
	}
	b.press(who, draft, "Attack")
}

// pictures are the newest pictures that somebody sees in the thread.
func (b *battle) pictures(who string) (urls []string) {
	b.t.Helper()
	var state struct {
		Servers []struct {
			Channels []struct {
				ID       string
				Messages []struct {
					Attachments []struct{ URL, Description string }
				}
			}
		}
	}
	if err := json.Unmarshal(b.raw("state", who), &state); err != nil {
		b.t.Fatal(err)
	}
	for _, c := range state.Servers[0].Channels {
		for _, m := range c.Messages {
			for _, a := range m.Attachments {
				if c.ID == b.thread && a.Description != "" {
					urls = append(urls, a.URL)
				}
			}
		}
	}
	return urls
}

// keep saves a picture where pictures are asked for.
func (b *battle) keep(url, name string) {
	b.t.Helper()
	res, err := b.client.Get(url)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || !strings.HasPrefix(http.DetectContentType(raw), "image/png") {
		b.t.Fatalf("%s answers %d %v", url, res.StatusCode, err)
	}
	if dir := os.Getenv(shotsFolder); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), raw, 0o644); err != nil {
			b.t.Error(err)
		}
	}
}

func TestABattleOf150PointsIsFoughtOnButtonsAlone(t *testing.T) {
	b := openRoom(t).battle("vigil", "pack") // who seek contact
	melee := false
	n := 0
	for ; n < 400 && !melee; n++ {
		b.act()
		b.settled()
		melee = strings.Contains(b.text(), " in melee, ") && strings.Contains(b.text(), "Round 2 of")
	}
	if !melee {
		t.Errorf("after %d orders nobody has come to blows", n)
	}
	text := b.text()
	if dir := os.Getenv(shotsFolder); dir != "" {
		os.WriteFile(filepath.Join(dir, "battle.txt"), []byte(text), 0o644)
	}
	for _, want := range []string{"A Moves/Melees", "B Moves/Melees", "A Shoots/Runs", "B Shoots/Runs", "A End", "B End", "Attack, ", "Defence, "} {
		if !strings.Contains(text, want) {
			t.Errorf("the thread never says %q", want)
		}
	}
	urls := b.pictures("carol")
	if len(urls) < 6 {
		t.Errorf("a round leaves %d pictures in the thread", len(urls))
	}
	for i, url := range urls[max(0, len(urls)-3):] {
		b.keep(url, "battle-"+string(rune('a'+i)))
	}
}

// text is all that the thread says.
func (b *battle) text() string {
	b.t.Helper()
	var texts []string
	for _, m := range b.state("carol").channel(b.thread).Messages {
		texts = append(texts, m.Content)
	}
	return strings.Join(texts, "\n")
}

func TestAMoveIsSteeredOnAPhone(t *testing.T) {
	browser := openBrowser(t)
	b := openRoom(t).battle("crew", "landing")
	who := ""
	for range 20 {
		b.settled()
		if who, _ = b.asked(); strings.Contains(b.prompt(who), "may still move") {
			break
		}
		b.act()
	}
	s := browser.open(t, b.room, "?as="+who+"&with=sam", 380, 760)
	h := s.half(who)
	h.enter()
	s.view("phone battlefield")
	h.press("article button", "Move")
	h.press("article.alone button", "All")
	h.sees("article.alone button", "N")
	s.view("phone whereto")
	h.press("article.alone button", "↑ N")
	h.sees("article.alone", "to: north")
	h.sees("article.alone img", "")
	s.view("phone steered")
	h.press("article.alone button", "Shorter")
	h.sees("article.alone", "to: ")
	s.view("phone shorter")
}
