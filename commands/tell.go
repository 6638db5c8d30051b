package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// textLimit is how long one post may be, in runes: under Discord's 2,000, so
// that a footer and a mention always fit.
const textLimit = 1800

// tell makes the outbox rows for what the move wrote: the public facts as posts
// in the fight's thread, the open questions as components of the last one, each
// whisper and each secret question as a direct message, and the shrinking of
// direct messages whose question is closed.
func (t *Table) tell() ([]storage.Row, error) {
	narrator := rules.NewNarrator(t.fight.System(), t.names(), t.lobby.Plain, t.session.ID)
	texts := slices.Clone(t.preface)
	var rows []storage.Row
	for _, l := range t.lines {
		for place, event := range l.events {
			text, err := narrator.Tell(event.Fact, l.entry.Line, place)
			if err != nil {
				return nil, fmt.Errorf("session %s line %d: %w", t.session.ID, l.entry.Line, err)
			}
			switch {
			case text == "":
			case event.To == rules.Everyone:
				texts = append(texts, t.rolled(event.Fact, text))
			default:
				rows = append(rows, t.whisper(event.To, l.entry.Line, place, text)...)
			}
		}
	}
	if foot := t.foot(); foot != "" {
		texts = append(texts, foot)
	}
	posts := t.posts(texts)
	return slices.Concat(posts, rows, t.shrink(), t.prompts(), t.result()), nil
}

// foot is the small print under a post: seals opened, rolls, step and chain. A
// lock alone has none: its seal is its small print.
func (t *Table) foot() string {
	var opened, rolls int
	var first, last int
	told := false
	for _, l := range t.lines {
		opened += len(l.entry.Opened)
		for _, r := range l.entry.Rolls {
			if r.Hidden {
				continue
			}
			if rolls++; first == 0 {
				first = r.N
			}
			last = r.N
		}
		told = told || slices.ContainsFunc(l.events, func(e rules.Event) bool {
			_, lock := e.Fact.(rules.Locked)
			return e.To == rules.Everyone && !lock
		})
	}
	if !told {
		return ""
	}
	var parts []string
	switch {
	case opened == 1:
		parts = append(parts, "the seal open and true")
	case opened > 1:
		parts = append(parts, "seals open and true")
	}
	switch {
	case rolls == 1:
		parts = append(parts, fmt.Sprintf("roll %d", first))
	case rolls > 1:
		parts = append(parts, fmt.Sprintf("rolls %d to %d", first, last))
	}
	parts = append(parts, fmt.Sprintf("step %d", t.fight.Line()), t.fight.Chain()[:8])
	return "-# " + strings.Join(parts, " · ")
}

// posts cuts the public texts into posts. The last carries the components by
// which the open questions are answered; its small print comes last. At a change
// of turn these are on the board instead, which follows.
func (t *Table) posts(texts []string) []storage.Row {
	line := t.fight.Line()
	a := t.awaited()
	var board []storage.Row
	if a.turn != "" && a.turn != t.lobby.Turn {
		t.lobby.Turn = a.turn
		board = []storage.Row{t.board(a)}
		a = awaited{}
	}
	if a.text == "" && len(texts) == 0 && len(a.rows) > 0 {
		a.text = "A choice is open."
	}
	if a.text != "" {
		at := len(texts)
		if at > 0 && strings.HasPrefix(texts[at-1], "-# ") {
			at--
		}
		texts = slices.Insert(texts, at, a.text)
	}
	cut := pack(texts, textLimit)
	var rows []storage.Row
	for i, text := range cut {
		m := Message{Text: text}
		slot := fmt.Sprintf("step/%d/%d", line, i+1)
		if i == len(cut)-1 {
			m.Rows, m.Mentions = a.rows, a.mentions
			if len(a.rows) > 0 {
				t.lobby.Live = append(t.lobby.Live, slot)
			}
		}
		row := t.row(ToChannel+t.session.Place, slot, Post{Message: m})
		if i == 0 && t.r.Kind == Command && t.r.Channel == t.session.Place {
			row.Rides = t.r.ID
		}
		rows = append(rows, row)
	}
	return append(rows, board...)
}

// board is the fight as it stands, posted anew at each change of turn.
func (t *Table) board(a awaited) storage.Row {
	slot := fmt.Sprintf("board/%d", t.fight.Line())
	t.lobby.Live = append(t.lobby.Live, slot)
	view := clip(viewText(t.fight.View(rules.Everyone)), 2000-runes(a.text)-40)
	text := fmt.Sprintf("%s\n%s\n-# Awaited since %s", view, a.text, t.since())
	return t.row(ToChannel+t.session.Place, slot, Post{Message: Message{Text: text, Rows: a.rows, Mentions: a.mentions}})
}

// changed tells whether other questions are open than before the move.
func (t *Table) changed() bool {
	return t.lobby.Asked != t.fight.Asked() || t.fight.Over() != nil
}

// awaited is who is awaited in the open, with the components to answer by, and
// the users to notify: those whom no direct message reaches. Turn names the seats
// between whose orders the fight goes; it is empty in the middle of something.
type awaited struct {
	text, turn string
	rows       []Row
	mentions   []string
}

func (t *Table) awaited() (a awaited) {
	switch {
	case t.fight.Over() != nil:
		if !t.lobby.Here {
			a.rows = []Row{{Buttons: []Button{{Path: path("again", t.session.ID), Label: "Return match"}}}}
		}
		return a
	case t.fight.Held() != nil && t.lobby.Held == 0:
		t.lobby.Held = t.fight.Line()
		by, _ := t.fight.Declared()
		_, a.mentions = t.mentions(by)
		a.rows = []Row{t.heldRow()}
		return a
	case !t.changed():
		return a
	}
	t.lobby.Since = t.r.At.UnixMilli()
	var secret []rules.Seat
	var lines []string
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			switch {
			case q.Answered:
			case q.Secret:
				secret = append(secret, seat)
			default:
				tag, users := t.mentions(seat)
				lines = append(lines, tag+", "+q.Prompt)
				a.mentions = append(a.mentions, users...)
				a.rows = append(a.rows, t.questionRows(q)...)
				if !t.fight.Middle() && len(q.Orders) > 0 {
					a.turn += fmt.Sprint(seat, " ")
				}
			}
		}
	}
	if len(secret) > 0 {
		row := t.chooseRow()
		row.Buttons = append(row.Buttons, t.callButtons()...)
		a.rows = append(a.rows, row)
		if tags, users := t.askedHere(secret); len(users) > 0 {
			lines = append(lines, tags+", choose in secret.")
			a.mentions = append(a.mentions, users...)
		}
	}
	a.text, a.rows = strings.Join(lines, "\n"), a.rows[:min(len(a.rows), 5)]
	return a
}

// askedHere are the users of seats who want to be asked in the thread and not by
// direct message.
func (t *Table) askedHere(seats []rules.Seat) (tags string, users []string) {
	for _, p := range t.people {
		if slices.Contains(seats, rules.Seat(p.Seat)) && t.taste(p.User).Here && !slices.Contains(users, p.User) {
			users = append(users, p.User)
			tags += "<@" + p.User + "> "
		}
	}
	return strings.TrimSpace(tags), users
}

// chooseRow is the public button behind which a secret choice is always open.
func (t *Table) chooseRow() Row {
	return Row{Buttons: []Button{{Path: path("choose", t.session.ID, t.fight.Asked()), Label: "Choose in secret", Style: Main}}}
}

// strip takes the buttons from the posts whose questions are closed.
func (t *Table) strip(tx *storage.Tx) error {
	if err := t.dropHeld(tx); err != nil || !t.changed() {
		return err
	}
	t.lobby.Asked = t.fight.Asked()
	now := []string{fmt.Sprintf("step/%d/", t.fight.Line()), fmt.Sprintf("board/%d", t.fight.Line())}
	var live []string
	for _, slot := range t.lobby.Live {
		if strings.HasPrefix(slot, now[0]) || slot == now[1] {
			live = append(live, slot)
		} else if err := t.stripSlot(tx, slot); err != nil {
			return err
		}
	}
	t.lobby.Live = live
	return nil
}

// stripSlot posts a slot's message again without its buttons.
func (t *Table) stripSlot(tx *storage.Tx, slot string) error {
	body, err := tx.Body(t.session.ID, slot)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var post Post
	if err := json.Unmarshal(body, &post); err != nil {
		return fmt.Errorf("read the post %s of session %s: %w", slot, t.session.ID, err)
	}
	post.Message.Rows, post.Message.Mentions = nil, nil
	_, err = tx.Post(t.row(ToChannel+t.session.Place, slot, post))
	return err
}

// whisper tells one seat's users alone.
func (t *Table) whisper(seat rules.Seat, line, place int, text string) []storage.Row {
	var rows []storage.Row
	for _, p := range t.users(seat) {
		slot := fmt.Sprintf("whisper/%d/%d/%s", line, place, p.User)
		rows = append(rows, t.row(ToUser+p.User, slot, Post{Message: Message{Text: text + "\n" + t.where()}}))
	}
	return rows
}

// where is the small print that tells a direct message's fight.
func (t *Table) where() string { return "-# In <#" + t.session.Place + ">." }

// prompts asks the secret questions that the move opened.
func (t *Table) prompts() []storage.Row {
	var rows []storage.Row
	for _, o := range t.asked() {
		if o.in(t.before) || t.taste(o.user).Here {
			continue
		}
		post := Post{
			Message: t.menu(o.Question, t.where()),
			Ask:     &Prompt{Session: t.session.ID, Asked: o.Asked, User: o.user, Guild: t.session.Guild},
		}
		rows = append(rows, t.row(ToUser+o.user, o.slot(), post))
	}
	return rows
}

// shrink makes one line of the direct messages whose question is closed.
func (t *Table) shrink() []storage.Row {
	now := t.asked()
	var rows []storage.Row
	for _, o := range t.before {
		if o.in(now) || t.taste(o.user).Here {
			continue
		}
		text := fmt.Sprintf("-# %s What came of it stands in <#%s>.", t.played(o), t.session.Place)
		rows = append(rows, t.row(ToUser+o.user, o.slot(), Post{Message: Message{Text: text}}))
	}
	return rows
}

// played tells what a closed question's seat chose, where it was turned up.
func (t *Table) played(o open) string {
	for _, l := range t.lines {
		for _, up := range l.entry.Opened {
			if up.Ask != o.ID || up.Asked != o.Asked {
				continue
			}
			return "You played " + listed(o.LabelsOf(up.Picks)) + "."
		}
	}
	return "That choice is made."
}

func (t *Table) row(dest, slot string, post Post) storage.Row {
	body, err := json.Marshal(post)
	if err != nil {
		panic(fmt.Sprintf("commands: a post does not become JSON: %v", err))
	}
	return storage.Row{Session: t.session.ID, Dest: dest, Slot: slot, Body: body}
}

// pack joins texts by line breaks into as few as possible of at most limit
// runes, cutting between texts, else between lines, else between words.
func pack(texts []string, limit int) []string {
	var out []string
	for _, text := range texts {
		for _, piece := range split(text, limit) {
			last := len(out) - 1
			if last >= 0 && runes(out[last])+1+runes(piece) <= limit {
				out[last] += "\n" + piece
			} else {
				out = append(out, piece)
			}
		}
	}
	return out
}

func split(text string, limit int) []string {
	var out []string
	for runes(text) > limit {
		head := string([]rune(text)[:limit])
		at := strings.LastIndexByte(head, '\n')
		if at <= 0 {
			at = strings.LastIndexByte(head, ' ')
		}
		if at <= 0 {
			at = len(head)
		}
		out = append(out, text[:at])
		text = strings.TrimLeft(text[at:], "\n ")
	}
	return append(out, text)
}

func runes(text string) int { return len([]rune(text)) }
