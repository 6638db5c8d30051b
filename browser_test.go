package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shotsFolder names the environment variable with the folder for pictures of
// the page: without it none are taken.
const shotsFolder = "UMPIRE_SHOTS"

// browser is a Chromium without a window; each of its tabs is somebody's screen.
type browser struct{ ctx context.Context }

// openBrowser starts the Chromium that is installed, or skips the test.
func openBrowser(t testing.TB) browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("Not run: the page in a real browser (no chromium is installed; .ci/run installs it).")
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en-GB"),
	)...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return browser{ctx}
}

// screen is one tab on the sandbox's page.
type screen struct {
	t       testing.TB
	ctx     context.Context
	presses int  // mouse presses since they were last counted
	small   bool // a phone's: it shows one half, and what is pressed must be large
}

// half is one person's half of the page: selectors are looked for in there.
type half struct {
	*screen
	name string
}

func (s *screen) half(name string) half { return half{s, name} }

func (h half) in(selector string) string { return ".pane[data-as=" + h.name + "] " + selector }

func (h half) press(selector, text string) { h.t.Helper(); h.screen.press(h.in(selector), text) }
func (h half) sees(selector, text string)  { h.t.Helper(); h.screen.sees(h.in(selector), text) }
func (h half) text(selector string) string { return h.screen.text(h.in(selector)) }

// turn brings the half to the front where only one fits. It counts as no press:
// at a table of two screens nobody turns.
func (h half) turn() {
	h.t.Helper()
	h.screen.press(".tabs button", h.name)
	h.screen.sees(h.in(".place"), "")
	h.presses--
}

// counted gives the presses since it was last asked.
func (s *screen) counted() int {
	n := s.presses
	s.presses = 0
	return n
}

// open opens the room's page in a tab of this width, in CSS pixels.
func (b browser) open(t testing.TB, r *room, query string, width, height int64) *screen {
	t.Helper()
	ctx, stop := chromedp.NewContext(b.ctx)
	t.Cleanup(stop)
	s := &screen{t: t, ctx: ctx, small: width < 500}
	s.do(
		chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
			_, err := cdp.Call(ctx, tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
			return err
		}),
		chromedp.EmulateViewport(width, height),
		s.scheme("light"),
		chromedp.Navigate(r.url+"/"+query),
	)
	return s
}

func (s *screen) do(steps ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	if err := chromedp.Do(s.ctx, steps...); err != nil {
		s.t.Fatal(err)
	}
}

// scheme makes the person prefer "light" or "dark".
func (s *screen) scheme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	})
}

// eyes are what the tests look at the page with: what is to be seen of a
// selector, by what it says; the newest comes last.
const eyes = `
const says = (n) => [n.innerText, n.getAttribute("aria-label")].map((text) => (text ?? "").trim().replace(/\s+/g, " "));
const seen = (selector, text) => {
	const all = [...document.querySelectorAll(selector)].filter((n) => n.checkVisibility({visibilityProperty: true, opacityProperty: true}));
	const whole = all.filter((n) => says(n).includes(text));
	return whole.length > 0 ? whole : all.filter((n) => says(n).some((part) => part.includes(text)));
};
const free = (n) => !n.closest("[inert]") && !n.disabled && !(n.closest("article") ?? n).querySelector("[aria-busy=true]");
const middle = (n) => { const r = n.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2, w: r.width, h: r.height}; };
`

// watch waits until the body of a function gives something, and reads that into
// out.
func (s *screen) watch(what, body string, out any, args ...any) {
	s.t.Helper()
	if err := s.look(patience, body, out, args...); err != nil {
		s.shoot("trouble")
		says := s.text("body")
		s.t.Fatalf("%s: %v; the page's last words:\n%s", what, err, says[max(0, len(says)-600):])
	}
}

var errNotSeen = errors.New("it does not come")

func (s *screen) look(limit time.Duration, body string, out any, args ...any) error {
	given, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		return err
	}
	script := fmt.Sprintf(`(async () => {
		%s
		const look = (...args) => { %s };
		for (const end = performance.now() + %d; performance.now() < end; await new Promise((r) => setTimeout(r, 25))) {
			const found = look(...%s);
			if (found) return JSON.stringify(found);
		}
		return "";
	})()`, eyes, body, limit.Milliseconds(), given)
	found, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil || out == nil {
		if err == nil && found == "" {
			err = errNotSeen
		}
		return err
	}
	if found == "" {
		return errNotSeen
	}
	return json.Unmarshal([]byte(found), out)
}

// sees waits until a visible element of the selector says the text.
func (s *screen) sees(selector, text string) {
	s.t.Helper()
	s.watch(fmt.Sprintf("%s saying %q", selector, text), `return seen(args[0], args[1]).length > 0;`, nil, selector, text)
}

// text is what the first visible element of the selector says, "" for none.
func (s *screen) text(selector string) string {
	var text string
	_ = s.look(time.Millisecond, `return seen(args[0], "")[0]?.innerText;`, &text, selector)
	return text
}

// spot is where something is, and how large, in CSS pixels.
type spot struct{ X, Y, W, H float64 }

// press presses the newest control of the selector that says the text, where a
// finger would: what lies over it gets the press.
func (s *screen) press(selector, text string) {
	s.t.Helper()
	var at spot
	s.watch(fmt.Sprintf("%s %q to press", selector, text), `
		const n = seen(args[0], args[1]).filter(free).at(-1);
		if (!n) return null;
		n.scrollIntoView({block: "nearest", inline: "nearest"});
		const at = middle(n);
		const before = window.lookedAt;
		window.lookedAt = {n, ...at};
		if (before?.n !== n || before.x !== at.x || before.y !== at.y) return null; // it still moves
		return n.contains(document.elementFromPoint(at.x, at.y)) ? at : null;
	`, &at, selector, text)
	if s.small && at.H < 40 {
		s.t.Errorf("%s %q is %.0f pixels high, too low for a thumb", selector, text, at.H)
	}
	s.presses++
	s.do(chromedp.MouseClickXY(at.X, at.Y))
}

// keys types, or presses keys. A key and its character are one event, as from a
// real keyboard, so that the page can keep the character from being typed.
func (s *screen) keys(keys string) {
	s.t.Helper()
	s.do(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		for _, r := range keys {
			events := kb.Encode(r)
			down, up := *events[0], *events[len(events)-1]
			if len(events) == 3 {
				down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
			}
			for _, event := range []input.DispatchKeyEventParams{down, up} {
				if _, err := cdp.Call(ctx, tab, input.DispatchKeyEvent, event); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// view ends one view of the page: nothing may stick out of the screen or be hard
// to tell from what it stands on, and a picture is taken.
func (s *screen) view(name string) {
	s.t.Helper()
	s.shoot(name)
	var faults []string
	if err := s.look(time.Second, inspection, &faults); err != nil {
		s.t.Fatalf("%s: inspect the page: %v", name, err)
	}
	for _, fault := range faults {
		s.t.Errorf("%s: %s", name, fault)
	}
}

// shoot takes a picture of the screen, where pictures are asked for.
func (s *screen) shoot(name string) {
	s.t.Helper()
	dir := os.Getenv(shotsFolder)
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(s.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".png"), picture, 0o644)
	}
	if err != nil {
		s.t.Errorf("a picture of %s: %v", name, err)
	}
}
