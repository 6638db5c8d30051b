package rulestest

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"umpire/rules"
)

// checkLine checks what must hold after every log line.
func (g *game) checkLine(entry rules.Entry, events []rules.Event) {
	f := g.b.Fight
	g.hashes[f.Line()] = f.Hash()
	for _, r := range entry.Rolls {
		if g.rolls++; r.N != g.rolls {
			g.fail("roll %d comes after roll %d", r.N, g.rolls-1)
		}
		if r.Hidden && len(r.Faces) > 0 {
			g.fail("the public line shows the hidden roll %s", r.Kind)
		}
	}
	if entry.PickSeal != "" && (entry.Reply.Picks != nil || len(entry.Secret.PickNonce) != 32) {
		g.fail("the public line shows a sealed pick, or its seal is not salted")
	}
	g.checkStored()
	g.checkLooks()
	for i, e := range events {
		g.checkFact(e.Fact, i)
	}
	ids := make(map[string]bool)
	for _, seat := range g.b.seats() {
		for _, q := range f.Asks(seat) {
			g.checkAsk(q.Ask)
			if ids[q.ID] {
				g.fail("two open asks are called %s", q.ID)
			}
			ids[q.ID] = true
		}
	}
}

// checkStored checks that a snapshot gives back the fight to the byte.
func (g *game) checkStored() {
	body := g.b.Fight.Snapshot()
	f, err := rules.Load(g.sys, body)
	if err != nil {
		g.fail("a snapshot does not load: %v", err)
	}
	if again := f.Snapshot(); !bytes.Equal(body, again) {
		g.fail("a snapshot does not come back as it was:\n%s\n%s", body, again)
	}
	if f.Hash() != g.b.Fight.Hash() {
		g.fail("a reloaded fight has another hash")
	}
}

// checkLooks checks that looking changes nothing, and that what is listed for
// an argument fits Discord.
func (g *game) checkLooks() {
	f := g.b.Fight
	before := f.Snapshot()
	for _, seat := range append([]rules.Seat{rules.Umpire, rules.Everyone}, g.b.seats()...) {
		f.View(seat)
		f.Scene(seat)
		f.Asks(seat)
		for _, v := range f.Verbs(seat) {
			args := make(map[string]string)
			for _, arg := range v.Args {
				options := f.Legal(seat, v.Name, arg.Name, args)
				g.checkOptions("/"+v.Name+" "+arg.Name, options)
				if len(options) > 0 {
					args[arg.Name] = options[g.IntN(len(options))].ID
				}
			}
		}
	}
	f.Waiting()
	f.Hash()
	for _, fighter := range f.Roster() {
		if _, err := g.sys.Sheet(fighter.Sheet); err != nil {
			g.fail("the sheet of %s, as the fight leaves it, is refused: %v", fighter.Name, err)
		}
	}
	again, err := rules.Load(g.sys, before)
	if err != nil {
		g.fail("a snapshot does not load: %v", err)
	}
	for _, seat := range append([]rules.Seat{rules.Everyone}, g.b.seats()...) {
		if is, was := asJSON(f.View(seat)), asJSON(again.View(seat)); is != was {
			g.fail("looking at the fight changes what side %d sees:\n%s\n%s", seat, was, is)
		}
	}
	if !bytes.Equal(before, f.Snapshot()) {
		g.fail("looking at the fight changes it")
	}
}

// checkFact checks that a fact is a plain struct that has its lines, every one.
func (g *game) checkFact(fact any, place int) {
	if kind := reflect.TypeOf(fact); kind == nil || kind.Kind() != reflect.Struct || kind.Name() == "" {
		g.fail("the fact %#v is not a plain struct with a name", fact)
	}
	for _, teller := range g.teller {
		texts, err := teller.Ways(fact)
		if err != nil {
			g.fail("%v", err)
		}
		told, err := teller.Tell(fact, g.b.Fight.Line(), place)
		if err != nil || !slices.Contains(texts, told) {
			g.fail("%T is told in none of its ways: %q, %v", fact, told, err)
		}
		for _, text := range texts {
			for _, broken := range []string{"%!", "<no value>", "<nil>", "\ufffd"} {
				if strings.Contains(text, broken) {
					g.fail("%T is told with %s: %s", fact, broken, text)
				}
			}
			if n := utf8.RuneCountInString(text); n > 1900 {
				g.fail("%T takes %d characters, more than a post", fact, n)
			}
		}
	}
}

var idPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// checkAsk checks that an ask can be answered, and fits Discord.
func (g *game) checkAsk(a rules.Ask) {
	switch {
	case !idPattern.MatchString(a.ID):
		g.fail("the ask id %q is not 1 to 40 of A-Z a-z 0-9 . _ -", a.ID)
	case utf8.RuneCountInString(a.Prompt) > 1500 || a.Prompt == "":
		g.fail("the prompt of %s is empty or over 1500 characters", a.ID)
	case a.Secret && len(a.Orders) > 0:
		g.fail("the ask %s is secret and takes orders, which are public", a.ID)
	case a.Min < 0 || a.Max < 0 || a.Max > 0 && a.Min > a.Max:
		g.fail("the ask %s takes %d to %d picks", a.ID, a.Min, a.Max)
	}
	for _, verb := range a.Orders {
		if !slices.ContainsFunc(g.sys.Verbs, func(v rules.Verb) bool { return v.Name == verb && !v.Umpire }) {
			g.fail("the ask %s takes the order %s, which there is not", a.ID, verb)
		}
	}
	for _, pick := range a.Default {
		if !idPattern.MatchString(pick) {
			g.fail("the default %q of %s is no id", pick, a.ID)
		}
	}
	g.checkOptions("the ask "+a.ID, a.Options)
}

// checkOptions checks that a list fits menus: up to 25 groups of up to 25, or
// up to 100 without groups, which are shown by pages of 25.
func (g *game) checkOptions(of string, options []rules.Option) {
	ids, groups := make(map[string]bool), make(map[string]int)
	for _, o := range options {
		switch {
		case !idPattern.MatchString(o.ID):
			g.fail("%s: the option id %q is not 1 to 40 of A-Z a-z 0-9 . _ -", of, o.ID)
		case ids[o.ID]:
			g.fail("%s offers %s twice", of, o.ID)
		case o.Label == "" || utf8.RuneCountInString(o.Label) > 80:
			g.fail("%s: the label %q is not 1 to 80 characters", of, o.Label)
		case utf8.RuneCountInString(o.Detail) > 100:
			g.fail("%s: the detail %q is over 100 characters", of, o.Detail)
		case utf8.RuneCountInString(o.Group) > 80:
			g.fail("%s: the group %q is over 80 characters", of, o.Group)
		}
		ids[o.ID] = true
		groups[o.Group]++
	}
	if len(groups) > 25 {
		g.fail("%s has %d groups, more than 25", of, len(groups))
	}
	for name, n := range groups {
		if name == "" && n > 100 || name != "" && n > 25 {
			g.fail("%s has %d options in the group %q", of, n, name)
		}
	}
}
