package main

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

func TestThePage(t *testing.T) {
	b := openBrowser(t)
	t.Run("is played by finger on a phone", b.playByFinger)
	t.Run("is played by keys alone", b.playByKeys)
	t.Run("is played by what a screen reader reads", b.playByName)
	t.Run("leads to the public button where direct messages are closed", b.playWithClosedMessages)
	t.Run("goes on where the bot was restarted", b.playOverARestart)
	t.Run("keeps menus closed, names whole and the newest thread marked", b.lookAround)
	t.Run("shows a fight by itself", b.watchTheShow)
	t.Run("stops showing when it is told to", b.stopTheShow)
}

// duelOn is a fight of dealt cards, ready for alice's first attack.
func duelOn(t *testing.T, r *room) *fight {
	t.Helper()
	return r.open("alice", "bob", nil, "sheriffs", "outlawmen")
}

// enter goes to the fight's thread by what leads there from the first channel.
func (h half) enter() {
	h.t.Helper()
	h.press(".thread-link", "")
	h.sees(".place", "›")
}

// choose opens a menu, which stands closed, and takes an option. To open it counts
// as no press: it sends nothing.
func (h half) choose(menu, option string) {
	h.t.Helper()
	h.press(menu+" .opener[aria-expanded=false]", "")
	h.presses--
	h.press(menu+" ul:not([hidden]) li", option)
}

// declare attacks by the menus behind the button of the post.
func (h half) declare(attacker, target string) {
	h.t.Helper()
	h.press("article button", "Attack")
	h.choose("article.alone .menu", attacker)
	h.sees("article.alone", "The enemy model")
	h.choose("article.alone .menu", target)
	h.sees("article.alone", "target: "+target)
	h.press("article.alone .press.main", "Attack")
	h.sees("article", "One card each, face down.")
}

// lockFirst takes the first card of the newest menu, locks it, and gives its name.
func (h half) lockFirst() string {
	h.t.Helper()
	h.press(".menu .opener", "")
	h.presses--
	h.sees(".menu ul:not([hidden]) li", "of")
	card, _, _ := strings.Cut(h.text(".menu ul:not([hidden]) li"), "\n")
	h.press(".menu ul:not([hidden]) li", card)
	h.press("article button", "Lock it in")
	return card
}

// reveal waits for the account of an attack in the thread.
func (h half) reveal(cards ...string) {
	h.t.Helper()
	h.sees("article", "Defence: defence")
	account := h.text("article:last-of-type")
	for _, card := range cards {
		h.sees("article", card)
	}
	if !strings.Contains(account, "seals open and true") {
		h.t.Errorf("the last post is not the account:\n%s", account)
	}
}

func (b browser) playByFinger(t *testing.T) {
	f := duelOn(t, openRoom(t))
	s := b.open(t, f.room, "?as=alice&with=bob", 380, 760)
	alice, bob := s.half("alice"), s.half("bob")
	alice.enter()
	s.view("phone board")
	s.counted()
	alice.declare("Marshal Hale", "Dusty")
	if n := s.counted(); n > 4 {
		t.Errorf("an attack is declared by %d presses, more than 4", n)
	}
	s.view("phone declared")
	alice.press("article button", "Choose in secret")
	s.view("phone private choice")
	first := alice.lockFirst()
	if n := s.counted(); n > 3 {
		t.Errorf("a card is chosen and locked by %d presses under the post, more than 3", n)
	}
	alice.sees("article.alone", "Locked. Your choice: "+first)
	bob.turn()
	bob.press(".call", "@Umpire")
	s.view("phone direct message")
	if told := s.text("body"); strings.Contains(told, first) {
		t.Errorf("bob's screen holds alice's card %s:\n%s", first, told)
	}
	second := bob.lockFirst()
	if n := s.counted(); n > 3 {
		t.Errorf("a card is chosen and locked by %d presses in a direct message, more than 3", n)
	}
	alice.turn()
	alice.reveal(first, second)
	if alice.text(".down") != "" {
		t.Error("the page does not follow the newest posts")
	}
	s.view("phone account")
	s.do(s.scheme("dark"))
	s.view("phone account dark")
}

// unfolded counts the lists of options that stand open.
func (h half) unfolded() (n int) {
	h.t.Helper()
	_ = h.look(time.Millisecond, `return seen(args[0], "").length;`, &n, h.in(".menu ul:not([hidden])"))
	return n
}

func (b browser) lookAround(t *testing.T) {
	r := openRoom(t)
	first := duelOn(t, r)
	second := duelOn(t, r)
	s := b.open(t, r, "?as=alice&with=bob", 1200, 760)
	alice := s.half("alice")
	alice.sees(".rooms [data-channel='"+second.thread+"'] small", "the newest")
	if marked := alice.text(".rooms [data-channel='" + first.thread + "'] small"); marked != "" {
		t.Errorf("the older thread is marked %q", marked)
	}
	var high float64
	alice.watch("the thread's name in the list", `
		const [name] = seen(args[0], "against Outlawmen (bob)");
		return name && name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).fontSize);
	`, &high, alice.in(".rooms .name"))
	if high > 2.8 {
		t.Errorf("a thread's name is %.1f letters high, so it takes more than two lines", high)
	}
	alice.press(".rooms [data-channel='"+second.thread+"']", "")
	alice.press("article button", "Attack")
	alice.sees("article.alone .opener", "")
	if n := alice.unfolded(); n > 0 {
		t.Errorf("%d menus stand open before they are pressed", n)
	}
	s.view("threads")
	alice.press("article.alone .opener", "")
	alice.sees("article.alone .menu li", "Marshal Hale")
	s.view("menu open")
	s.keys(kb.Escape)
	s.watch("the menu's closing at Escape", `return seen(args[0], "").length === 0;`, nil, alice.in(".menu ul"))
}

func (b browser) playWithClosedMessages(t *testing.T) {
	f := duelOn(t, openRoom(t))
	f.fault(map[string]any{"dms_closed": []string{"bob"}})
	f.command("alice", f.thread, "attack", map[string]any{"attacker": "Marshal Hale", "target": "Dusty"})
	f.settled()
	s := b.open(t, f.room, "?as=bob", 380, 760)
	bob := s.half("bob")
	bob.enter()
	bob.press("article button", "Choose in secret")
	card := bob.lockFirst()
	bob.sees("article.alone", card)
	s.view("phone closed messages")
	f.lock("alice", "")
	bob.reveal(card)
}

func (b browser) playOverARestart(t *testing.T) {
	m := openMachine(t, nil)
	f := duelOn(t, m.room)
	s := b.open(t, f.room, "?as=alice&with=bob", 1280, 800)
	alice, bob := s.half("alice"), s.half("bob")
	alice.enter()
	bob.enter()
	alice.declare("Marshal Hale", "Dusty")
	f.asked()
	m.kill()
	alice.sees(".banner", "Umpire is not here at the moment")
	alice.press("article button", "Choose in secret")
	alice.sees("article .trouble", "The application did not respond.")
	s.view("bot away")
	m.start()
	s.watch("the banner to go", `return seen(".banner", "").length === 0;`, nil)
	alice.press("article button", "Choose in secret")
	first := alice.lockFirst()
	bob.press(".call", "@Umpire")
	second := bob.lockFirst()
	alice.reveal(first, second)
}

// nextStep waits until the show says something new, and gives it.
func (s *screen) nextStep(before string) (caption string) {
	s.t.Helper()
	s.watch("the show's next words", `
		const text = document.querySelector(".show .caption").textContent;
		return text !== args[0] && text;
	`, &caption, before)
	return caption
}

func (b browser) watchTheShow(t *testing.T) {
	r := openRoom(t)
	s := b.open(t, r, "", 1280, 800)
	s.half("alice").press(".steps button", "Show me")
	s.view("show begins")
	s.press(".show button", "Pause")
	caption := s.nextStep("")
	for n := 0; len(s.text(".show")) > 0 && !strings.HasSuffix(s.text(".show"), "Close"); n++ {
		if n == 40 {
			t.Fatalf("the show does not end; it says %q", caption)
		}
		s.press(".show button", "Next")
		caption = s.nextStep(caption)
	}
	if !strings.Contains(caption, "The fight is still open") {
		t.Errorf("the show ends with %q", caption)
	}
	s.half("bob").sees("article", "seals open and true")
	s.view("show ends")
	s.press(".show button", "Close")
	s.half("alice").press("article:not(.alone) button", "Attack")
	s.half("alice").choose("article.alone .menu", "deputy")
}

func (b browser) stopTheShow(t *testing.T) {
	r := openRoom(t)
	s := b.open(t, r, "", 380, 760)
	s.press(".starter", "Show me")
	s.view("phone show")
	s.press(".show button", "Stop")
	s.sees(".starter", "Show me")
	r.settled()
	if posts := r.state("bob").channel("table").Messages; len(posts) > 0 {
		t.Errorf("the show was stopped at its first words and yet opened %q", posts[0].Content)
	}
}
