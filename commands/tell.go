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
	var texts []string
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
				texts = append(texts, text)
			default:
				rows = append(rows, t.whisper(event.To, l.entry.Line, place, text)...)
			}
		}
	}
	if foot := t.foot(); foot != "" {
		texts = append(texts, foot)
	}
	posts := t.posts(texts)
	return slices.Concat(posts, rows, t.shrink(), t.prompts()), nil
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

// posts cuts the public texts into posts. The last carries the open questions;
// its small print comes last.
func (t *Table) posts(texts []string) []storage.Row {
	line := t.fight.Line()
	awaited, components, mentions := t.awaited()
	if awaited == "" && len(texts) == 0 && len(components) > 0 {
		awaited = "A choice is open."
	}
	if awaited != "" {
		at := len(texts)
		if at > 0 && strings.HasPrefix(texts[at-1], "-# ") {
			at--
		}
		texts = slices.Insert(texts, at, awaited)
	}
	cut := pack(texts, textLimit)
	var rows []storage.Row
	for i, text := range cut {
		m := Message{Text: text}
		slot := fmt.Sprintf("step/%d/%d", line, i+1)
		if i == len(cut)-1 {
			m.Rows, m.Mentions = components, mentions
			if len(components) > 0 {
				t.lobby.Live = append(t.lobby.Live, slot)
			}
		}
		row := t.row("channel/"+t.session.Place, slot, Post{Message: m})
		if i == 0 && t.r.Kind == Command && t.r.Channel == t.session.Place {
			row.Rides = t.r.ID
		}
		rows = append(rows, row)
	}
	return rows
}

// changed tells whether other questions are open than before the move.
func (t *Table) changed() bool {
	return t.lobby.Asked != t.fight.Asked() || t.fight.Over() != nil
}

// awaited says who is awaited in the open, with the components to answer by and
// the users to notify: those whom no direct message reaches.
func (t *Table) awaited() (text string, rows []Row, mentions []string) {
	if !t.changed() {
		return "", nil, nil
	}
	secret := false
	var lines []string
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			if q.Answered {
				continue
			}
			if q.Secret {
				secret = true
				continue
			}
			tag, users := t.mentions(seat)
			lines = append(lines, tag+", "+q.Prompt)
			mentions = append(mentions, users...)
			rows = append(rows, t.questionRows(q)...)
		}
	}
	if secret {
		rows = append(rows, t.chooseRow())
	}
	return strings.Join(lines, "\n"), rows[:min(len(rows), 5)], mentions
}

// chooseRow is the public button behind which a secret choice is always open.
func (t *Table) chooseRow() Row {
	return Row{Buttons: []Button{{Path: path("choose", t.session.ID, t.fight.Asked()), Label: "Choose in secret", Style: Main}}}
}

// strip takes the buttons from the posts whose questions are closed.
func (t *Table) strip(tx *storage.Tx) error {
	if !t.changed() {
		return nil
	}
	t.lobby.Asked = t.fight.Asked()
	var live []string
	for _, slot := range t.lobby.Live {
		if strings.HasPrefix(slot, fmt.Sprintf("step/%d/", t.fight.Line())) {
			live = append(live, slot)
			continue
		}
		body, err := tx.Body(t.session.ID, slot)
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		var post Post
		if err := json.Unmarshal(body, &post); err != nil {
			return fmt.Errorf("read the post %s of session %s: %w", slot, t.session.ID, err)
		}
		post.Message.Rows, post.Message.Mentions = nil, nil
		if _, err := tx.Post(t.row("channel/"+t.session.Place, slot, post)); err != nil {
			return err
		}
	}
	t.lobby.Live = live
	return nil
}

// whisper tells one seat's users alone.
func (t *Table) whisper(seat rules.Seat, line, place int, text string) []storage.Row {
	var rows []storage.Row
	for _, p := range t.users(seat) {
		slot := fmt.Sprintf("whisper/%d/%d/%s", line, place, p.User)
		rows = append(rows, t.row("user/"+p.User, slot, Post{Message: Message{Text: text + "\n" + t.where()}}))
	}
	return rows
}

// where is the small print that tells a direct message's fight.
func (t *Table) where() string { return "-# In <#" + t.session.Place + ">." }

// prompts asks the secret questions that the move opened.
func (t *Table) prompts() []storage.Row {
	var rows []storage.Row
	for _, o := range t.asked() {
		if o.in(t.before) {
			continue
		}
		post := Post{
			Message: t.menu(o.Question, t.where()),
			Ask:     &Prompt{Session: t.session.ID, Asked: o.Asked, User: o.user},
		}
		rows = append(rows, t.row("user/"+o.user, o.slot(), post))
	}
	return rows
}

// shrink makes one line of the direct messages whose question is closed.
func (t *Table) shrink() []storage.Row {
	now := t.asked()
	var rows []storage.Row
	for _, o := range t.before {
		if o.in(now) {
			continue
		}
		text := fmt.Sprintf("-# %s What came of it stands in <#%s>.", t.played(o), t.session.Place)
		rows = append(rows, t.row("user/"+o.user, o.slot(), Post{Message: Message{Text: text}}))
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
			return "You played " + rules.List(o.LabelsOf(up.Picks)) + "."
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
