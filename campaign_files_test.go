package main

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// attachment is a file as the option of a command.
func attachment(name, body string) map[string]any {
	return map[string]any{"filename": name, "base64": base64.StdEncoding.EncodeToString([]byte(body))}
}

func TestARosterGoesOutAsAFileAndComesInAsTheSame(t *testing.T) {
	t.Parallel()
	r := openRoom(t)
	for system, like := range map[string]string{"lasthope": "outlawmen", "skirmish": "crew", "factions": "white", "forbidden": "orks"} {
		r.told(r.command("alice", "table", "roster new", map[string]any{"system": system, "like": like, "name": "All of " + system}), "is on your list")
		out := r.command("alice", "table", "roster export", map[string]any{"roster": "All of " + system})
		file := r.attached("alice", out)
		if !strings.HasPrefix(file, "umpire: roster/1\nsystem: "+system+"\nname: All of "+system+"\n") {
			t.Errorf("the file of %s begins %.200s", system, file)
		}
		shown := r.command("bob", "table", "roster import", map[string]any{"file": attachment("all.yaml", file)})
		r.told(shown, "Nothing is kept yet")
		r.told(r.press("bob", *shown.Message, "Take it in"), "All of "+system)
		in := r.command("bob", "table", "roster export", map[string]any{"roster": "All of " + system})
		if again := r.attached("bob", in); again != file {
			t.Errorf("what comes out again of %s is\n%s\nnot\n%s", system, again, file)
		}
		id := r.choice("sam", "table", "roster export", nil, "roster", "All of "+system+" (alice")
		seen := r.command("sam", "table", "roster export", map[string]any{"roster": id})
		r.told(seen, "this is the list that everybody may read")
	}
}

func TestARosterComesBackFromASpreadsheetAsItLooked(t *testing.T) {
	t.Parallel()
	r := openRoom(t)
	members := func(who, roster string) string {
		lines := strings.Split(r.command(who, "table", "roster show", map[string]any{"roster": roster}).text(), "\n")
		return strings.Join(lines[1:len(lines)-1], "\n") // but for whose it is, and its id
	}
	for system, like := range map[string]string{"lasthope": "outlawmen", "skirmish": "crew", "factions": "white", "forbidden": "orks"} {
		r.command("alice", "table", "roster new", map[string]any{"system": system, "like": like})
		id := r.choice("alice", "table", "roster show", nil, "roster", "")
		first := r.choice("alice", "table", "roster edit", map[string]any{"roster": id}, "member", "")
		r.command("alice", "table", "roster edit", map[string]any{"roster": id, "member": first, "what": "notes", "value": "a, \"b\"\n=1+1; ☠"})
		if system == "lasthope" || system == "skirmish" {
			r.command("alice", "table", "wound", map[string]any{"roster": id, "member": first})
		}
		file := r.attached("alice", r.command("alice", "table", "roster export", map[string]any{"roster": id, "format": "csv"}))
		shown := r.command("bob", "table", "roster import", map[string]any{"file": attachment("list.csv", file), "system": system, "name": "Copy"})
		r.told(r.press("bob", *shown.Message, "Take it in"), "Copy has")
		was := members("alice", id)
		r.command("alice", "table", "roster rename", map[string]any{"roster": id, "name": "old"})
		if got := members("bob", "Copy"); got != was || !strings.Contains(was, "☠") {
			t.Errorf("from the spreadsheet of %s comes\n%s\nnot\n%s\nthe file:\n%s", system, got, was, file)
		}
		for who, name := range map[string]string{"alice": "old", "bob": "Copy"} {
			r.press(who, *r.command(who, "table", "roster remove", map[string]any{"roster": name}).Message, "Take it off the list")
		}
	}
}

func TestAFileThatIsWrongIsToldLineByLineAndNothingIsKept(t *testing.T) {
	t.Parallel()
	r := openRoom(t)
	for name, c := range map[string]struct{ file, body, want string }{
		"no system":     {"gang.yaml", "umpire: roster/1\nname: X\nmembers: []\n", "does not say of which system"},
		"no text":       {"gang.yaml", "\x00\x01\xff", "text"},
		"an open quote": {"gang.yaml", "umpire: roster/1\nname: \"X\n", "line"},
	} {
		got := r.command("bob", "table", "roster import", map[string]any{"file": attachment(c.file, c.body)})
		if got.Message == nil || !got.Message.private() || !strings.Contains(strings.ToLower(got.text()), c.want) || len(got.Message.parts()) > 0 {
			t.Errorf("%s is answered with %q", name, got.text())
		}
	}
	r.told(r.command("bob", "table", "roster show", nil), "You have no roster here")
}

// unsafe is what a name may never bring into a text: a call, marks that turn the
// text around, and markdown that was typed.
var unsafe = regexp.MustCompile(`@(everyone|here)|<@&?1>|[\x{061C}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2066}-\x{2069}]|\*\*b\*\*|\|\|s\|\|`)

func TestNamesWithMentionsMarkdownTurnedTextAndEmojiAreNamesAlone(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, map[string]string{"cards, Last Hope": "called"})
	carol := "<@" + l.state("carol").person("carol") + ">"
	tooMany := map[string]any{"roster": l.rosters[1], "name": strings.Repeat("🐉", 100)}
	l.told(l.command("bob", "table", "roster rename", tooMany), "A name has 1 to 40 letters")
	many := strings.Repeat("🐉", 40)
	l.told(l.command("gail", "table", "campaign settings", map[string]any{"what": "name", "value": "**b** " + carol + " " + strings.Repeat("🦖", 100) + " @everyone\u202Ex"}), "It is called")
	for side, name := range map[int]string{0: "||s|| " + carol + " @here\u2067 _x_", 1: many} {
		l.told(l.command(players[side], "table", "roster rename", map[string]any{"roster": l.rosters[side], "name": name}), "called")
	}
	l.names = [2]string{"@", "🐉"}
	for member, name := range map[string]string{"Silas Crane": "**b** " + carol + " @here \u202E(n)", "Dusty": strings.Repeat("🤠", 40)} {
		l.told(l.command("bob", "table", "roster rename", map[string]any{"roster": l.rosters[1], "member": member, "name": name}), "is now called")
	}
	f := l.battle()
	for _, name := range f.choices("alice", "attack", map[string]any{"attacker": "Marshal Hale"}, "target") {
		if strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("autocomplete offers %q", name)
		}
	}
	f.duel("alice", "Marshal Hale", "silas_crane", "hunting_knife", "JS", "2C")
	f.rule("set-wounds", map[string]any{"model": "dusty", "wounds": 0})
	f.concede("bob")
	f.confirm("🤠")
	l.paired(map[string]any{"how": "round robin"})
	l.everythingRead()
	l.settled()
	for _, who := range people {
		for _, m := range l.state(who).messages() {
			if at := unsafe.FindString(m.Content); at != "" || strings.Contains(m.Content, carol) {
				t.Errorf("%s reads %q in %q", who, at, m.Content)
			}
			for _, called := range m.Mentions {
				if called.Username == "carol" {
					t.Errorf("carol is called by %q", m.Content)
				}
			}
		}
	}
	file := l.file(1)
	shown := l.command("bob", "table", "roster import", map[string]any{"file": attachment(many+".yaml", file)})
	l.told(l.press("bob", *shown.Message, "Take it in"), many+" has 6 members now")
	in := l.choice("bob", "table", "roster export", nil, "roster", many)
	if again := l.attached("bob", l.command("bob", "table", "roster export", map[string]any{"roster": in})); again != file {
		t.Errorf("what comes out again is\n%s\nnot\n%s", again, file)
	}
}

// everythingRead has bob read all that is kept of the league, and show it to all.
func (l *league) everythingRead() {
	l.t.Helper()
	for name, options := range map[string]map[string]any{
		"roster show": {"roster": l.rosters[1]}, "roster history": {"roster": l.rosters[0]}, "campaign show": nil,
		"campaign battles": nil, "campaign standings": nil, "campaign settings": nil, "waiting": nil, "roster export": {"roster": l.rosters[0]},
	} {
		a := l.command("bob", "table", name, options)
		if has(*a.Message, "Show it here") {
			l.press("bob", *a.Message, "Show it here")
		}
		if menu, ok := a.Message.part("Open a battle"); ok {
			l.choose("bob", *a.Message, "Open a battle", menu.Options[len(menu.Options)-1].Value)
		}
		if menu, ok := a.Message.part("A member"); ok {
			l.choose("bob", *a.Message, "A member", menu.Options[0].Value)
		}
	}
}
