package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab goes on by the Tab key until the focus is on what is wanted.
func (h half) tab(selector, text string) {
	h.t.Helper()
	h.screen.sees(h.in(selector), text)
	for range 150 {
		h.keys(kb.Tab)
		err := h.look(time.Millisecond, `
			const n = document.activeElement;
			return seen(args[0], args[1]).includes(n) && free(n);
		`, nil, h.in(selector), text)
		if err == nil {
			return
		}
	}
	h.shoot("trouble")
	h.t.Fatalf("the Tab key does not lead to %s %q", selector, text)
}

// hit presses a control by the keyboard.
func (h half) hit(selector, text string) {
	h.t.Helper()
	h.tab(selector, text)
	h.keys(kb.Enter)
}

// take opens a menu, goes down it by arrow and takes its option at the place.
func (h half) take(place int) {
	h.t.Helper()
	h.hit(".menu .opener", "")
	h.watch("the open menu to have the focus", `return document.activeElement.matches(args[0]);`, nil, h.in(".menu ul:not([hidden])"))
	h.keys(kb.Home + strings.Repeat(kb.ArrowDown, place) + kb.Enter)
}

func (b browser) playByKeys(t *testing.T) {
	r := openRoom(t)
	s := b.open(t, r, "?as=alice&with=bob", 1280, 800)
	alice, bob := s.half("alice"), s.half("bob")
	s.view("first steps")
	alice.hit(".steps button", "Open a fight")
	alice.sees(".suggest li", "Last Hope")
	s.view("command")
	s.keys("last")
	alice.sees(".suggest li.at", "Last Hope")
	s.keys(kb.Enter + kb.Enter)
	alice.sees("article", "a fight is being set up")
	s.view("lobby")
	alice.hit("article button", "Ready")
	bob.hit("article button", "Ready")
	alice.hit(".thread-link", "")
	alice.hit("article button", "Attack")
	alice.sees("article.alone .menu .opener", "")
	s.view("attack")
	alice.take(0)
	alice.sees("article.alone", "The enemy model")
	alice.take(3)
	alice.sees("article.alone", "target: Dusty")
	alice.hit("article.alone .row > .press.main", "Attack")
	alice.hit(".rooms button", "Umpire")
	alice.sees(".menu .opener", "")
	s.view("direct message")
	alice.take(1)
	alice.hit("article button", "Lock it in")
	bob.hit(".thread-link", "")
	bob.hit("article button", "Choose in secret")
	bob.sees("article.alone .menu .opener", "")
	bob.take(0)
	bob.hit("article.alone button", "Lock it in")
	bob.reveal()
	s.view("account")
	s.do(s.scheme("dark"))
	s.view("account dark")
}

// reader is a page as a screen reader has it: names and roles, no picture.
type reader struct {
	*screen
	nodes map[accessibility.NodeID]*accessibility.Node
	root  accessibility.NodeID
}

// read takes in the page as it is now.
func (r *reader) read() {
	r.t.Helper()
	tree, err := chromedp.Run(r.ctx, func(ctx context.Context, tab *chromedp.Target) ([]*accessibility.Node, error) {
		got, err := cdp.Call(ctx, tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		return got.Nodes, err
	})
	if err != nil {
		r.t.Fatalf("read the page's accessibility tree: %v", err)
	}
	r.nodes = map[accessibility.NodeID]*accessibility.Node{}
	for i, n := range tree {
		if i == 0 {
			r.root = n.NodeID
		}
		r.nodes[n.NodeID] = n
	}
}

// said is the text of a value of the tree.
func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	_ = json.Unmarshal([]byte(v.Value), &text) // what is no text says nothing
	return text
}

// under lists a node and all below it, in reading order.
func (r *reader) under(id accessibility.NodeID) (list []*accessibility.Node) {
	n := r.nodes[id]
	if n == nil {
		return nil
	}
	if !n.Ignored {
		list = append(list, n)
	}
	for _, child := range n.ChildIDs {
		list = append(list, r.under(child)...)
	}
	return list
}

// in gives what stands in somebody's half.
func (r *reader) in(who string) []*accessibility.Node {
	for _, n := range r.under(r.root) {
		if said(n.Role) == "region" && said(n.Name) == who+"'s view" {
			return r.under(n.NodeID)
		}
	}
	return nil
}

// find waits until a half holds a thing of a role whose name holds the text, and
// gives the last one.
func (r *reader) find(who, role, name string) *accessibility.Node {
	r.t.Helper()
	for limit := time.Now().Add(patience); time.Now().Before(limit); {
		r.read()
		for _, n := range slices.Backward(r.in(who)) {
			if said(n.Role) == role && strings.Contains(said(n.Name), name) {
				return n
			}
		}
	}
	r.t.Fatalf("%s hears of no %s %q", who, role, name)
	return nil
}

// use does what a reader's default action does to a thing.
func (r *reader) use(who, role, name string) {
	r.t.Helper()
	r.act(r.find(who, role, name))
}

// unfold opens the newest menu of a half, which stands closed under this name. What
// was read may be drawn anew before it is used: then it is used again.
func (r *reader) unfold(who, menu string) {
	r.t.Helper()
	for limit := time.Now().Add(patience); time.Now().Before(limit); {
		r.watch("an end of what "+who+" waits for", `return !document.querySelector(args[0]);`, nil, r.half(who).in("[aria-busy=true]"))
		n := r.find(who, "button", menu)
		if !slices.ContainsFunc(n.Properties, func(p *accessibility.Property) bool { return p.Name == "hasPopup" && said(p.Value) == "listbox" }) {
			r.t.Errorf("%s does not hear that %q opens a list", who, said(n.Name))
		}
		r.act(n)
		if r.look(time.Second, `return seen(args[0], "").length > 0;`, nil, r.half(who).in(".menu ul:not([hidden])")) == nil {
			return
		}
	}
	r.t.Fatalf("%s's menu %q does not open", who, menu)
}

// choose opens the newest menu and takes an option.
func (r *reader) choose(who, option string) {
	r.t.Helper()
	r.unfold(who, "Choose")
	r.use(who, "option", option)
}

func (r *reader) act(n *accessibility.Node) {
	r.t.Helper()
	r.do(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		got, err := cdp.Call(ctx, tab, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: n.BackendDOMNodeID})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, tab, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: "function() { this.click(); }", ObjectID: got.Object.ObjectID,
		})
		return err
	}))
}

// checkNames holds the page to naming all that can be used.
func (r *reader) checkNames(view string) {
	r.t.Helper()
	r.read()
	roles := []string{"button", "link", "textbox", "combobox", "listbox", "option", "checkbox", "dialog", "form", "region", "navigation", "log", "article", "image", "tab"}
	for _, n := range r.under(r.root) {
		if role := said(n.Role); slices.Contains(roles, role) && said(n.Name) == "" {
			r.t.Errorf("%s: a %s has no name", view, role)
		}
	}
}

// heard is what a half's log of messages says; it must be announced as it grows.
func (r *reader) heard(who string) string {
	r.t.Helper()
	r.read()
	for _, n := range r.in(who) {
		if said(n.Role) != "log" {
			continue
		}
		if !slices.ContainsFunc(n.Properties, func(p *accessibility.Property) bool { return p.Name == "live" && said(p.Value) == "polite" }) {
			r.t.Errorf("%s's messages are not announced", who)
		}
		var text []string
		for _, part := range r.under(n.NodeID) {
			if said(part.Role) == "StaticText" {
				text = append(text, said(part.Name))
			}
		}
		return strings.Join(text, " ")
	}
	r.t.Fatalf("%s has no log of messages", who)
	return ""
}

func (b browser) playByName(t *testing.T) {
	f := duelOn(t, openRoom(t))
	r := &reader{screen: b.open(t, f.room, "?as=alice&with=bob", 1280, 800)}
	r.use("alice", "button", "Open the thread")
	r.use("alice", "button", "Attack")
	r.choose("alice", "Marshal Hale")
	r.find("alice", "StaticText", "The enemy model")
	r.choose("alice", "Dusty")
	r.find("alice", "button", "Start over")
	r.checkNames("the attack's question")
	r.use("alice", "button", "Attack")
	r.use("alice", "button", "Choose in secret")
	r.find("alice", "StaticText", "Nobody sees your card")
	r.choose("alice", "of")
	r.use("alice", "button", "Lock it in")
	r.find("alice", "article", "only you see this")
	r.use("bob", "button", "for you in @Umpire")
	r.unfold("bob", "Choose")
	r.find("bob", "option", "of")
	r.checkNames("the direct message")
	r.use("bob", "option", "of")
	r.use("bob", "button", "Lock it in")
	f.settled()
	r.find("alice", "button", "End turn")
	r.checkNames("the account")
	for _, want := range []string{"Attack: strength 3", "Defence: defence 1", "seals open and true"} {
		if told := r.heard("alice"); !strings.Contains(told, want) {
			t.Errorf("the log does not say %q: %s", want, told)
		}
	}
}
