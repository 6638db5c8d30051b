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

// tell makes the outbox rows for what the move wrote: the public facts as posts
// in the fight's thread, the open questions as components of the last one, each
// whisper and each secret question as a direct message, and the shrinking of
// direct messages whose question is closed, or their new text where it got an answer.
func (t *Table) tell() ([]storage.Row, error) {
	narrator := rules.NewNarrator(t.fight.System(), t.names(), t.lobby.Plain, t.session.ID)
	texts := slices.Clone(t.preface)
	var rows []storage.Row
	var public []any
	for _, l := range t.lines {
		for place, event := range l.events {
			text, err := narrator.Tell(event.Fact, l.entry.Line, place)
			if err != nil {
				return nil, fmt.Errorf("session %s line %d: %w", t.session.ID, l.entry.Line, err)
			}
			switch {
			case text == "":
			case event.To == rules.Everyone:
				texts, public = append(texts, t.rolled(event.Fact, text)), append(public, event.Fact)
			default:
				rows = append(rows, t.whisper(event.To, l.entry.Line, place, text)...)
			}
		}
	}
	if foot := strings.TrimPrefix(t.small+"\n"+t.foot(), "\n"); foot != "" {
		texts = append(texts, foot)
	}
	posts := t.posts(texts, t.cards(public))
	return slices.Concat(posts, rows, t.shrink(), t.follow(), t.prompts(), t.result()), nil
}

// cards is a picture of the cards that public facts tell of; nil where there are
// none, or it may not be sent.
func (t *Table) cards(public []any) *Picture {
	scene := t.fight.System().CardScene(public...)
	if scene == nil || t.r.Channel == t.session.Place && !mayAttach(t.r) {
		return nil
	}
	return &Picture{Scene: *scene}
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
		if !o.Secret || o.in(t.before) || t.taste(o.user).Here {
			continue
		}
		post := Post{
			Message: t.menuFor(o.Question, o.user, t.where()),
			Ask:     &Prompt{Session: t.session.ID, Asked: o.Asked, User: o.user, Guild: t.session.Guild},
		}
		rows = append(rows, t.row(ToUser+o.user, o.slot(), post))
	}
	return rows
}

// shrink makes one sentence of the direct messages whose question is closed, with
// the receipt of what was locked. Those of which only the message itself holds
// the receipt are left to shrinkSealed.
func (t *Table) shrink() []storage.Row {
	var rows []storage.Row
	for _, o := range t.shut() {
		if became, receipt := t.became(o); receipt != "" || became != closedChoice {
			rows = append(rows, t.shrunk(o, became, receipt))
		}
	}
	return rows
}

// shrinkSealed shrinks the direct messages whose question is closed while the
// choice is still face down: it keeps the receipt that a message shows.
func (t *Table) shrinkSealed(tx *storage.Tx) error {
	for _, o := range t.shut() {
		became, receipt := t.became(o)
		if receipt != "" || became != closedChoice {
			continue
		}
		body, err := tx.Body(t.session.ID, o.slot())
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		var post Post
		if err == nil {
			if err := json.Unmarshal(body, &post); err != nil {
				return fmt.Errorf("read the message %s of session %s: %w", o.slot(), t.session.ID, err)
			}
		}
		if _, after, ok := strings.Cut(post.Message.Text, receiptHead); ok {
			receipt, _, _ = strings.Cut(after, "\n")
			receipt = receiptHead + receipt
		}
		if _, err := tx.Post(t.shrunk(o, became, receipt)); err != nil {
			return err
		}
	}
	return nil
}

// shut are the secret questions that the move closed, of those who were asked by
// direct message.
func (t *Table) shut() []open {
	now := t.asked()
	return slices.DeleteFunc(slices.Clone(t.before), func(o open) bool {
		return !o.Secret || o.in(now) || t.taste(o.user).Here
	})
}

func (t *Table) shrunk(o open, became, receipt string) storage.Row {
	text := fmt.Sprintf("-# %s What came of it stands in <#%s>.%s", clip(became, 1500), t.session.Place, receipt)
	return t.row(ToUser+o.user, o.slot(), Post{Message: Message{Text: text}})
}

// follow shows in the direct messages of a seat what was locked for it, wherever
// and by whomever. The one who locked reads the receipt there, as on the press.
func (t *Table) follow() []storage.Row {
	var rows []storage.Row
	for _, o := range t.asked() {
		i := slices.IndexFunc(t.before, func(b open) bool { return b.slot() == o.slot() })
		if i < 0 || !o.Secret || !o.Answered || t.taste(o.user).Here {
			continue
		}
		if was := t.before[i]; was.Answered && was.By == o.By && slices.Equal(was.Picks, o.Picks) {
			continue
		}
		m := t.menuFor(o.Question, o.user, t.where())
		if last := t.lines[len(t.lines)-1].entry.Reply; o.user == t.r.User.ID && last != nil && last.Ask == o.ID && !last.Lapse {
			m = t.receipt(o.Question, o.Picks, "\n"+t.where())
		}
		rows = append(rows, t.row(ToUser+o.user, o.slot(), Post{Message: m}))
	}
	return rows
}

// closedChoice tells of a choice that is closed and of which nothing is turned up.
const closedChoice = "That choice is closed."

// became tells a user what has become of a question that is not theirs to answer
// any more, with the receipt of what was locked, as far as the move knows it. A
// choice is named only where it was turned up.
func (t *Table) became(o open) (text, receipt string) {
	if !slices.ContainsFunc(t.users(o.Seat), func(p storage.Person) bool { return p.User == o.user }) {
		return "That choice has passed on with your seat.", ""
	}
	for _, l := range t.lines {
		if l.entry.Withdraw {
			return "The declaration was taken back, so nothing is to be chosen.", ""
		}
		if l.entry.Undo != nil {
			return "The step was taken back; what is to be chosen now is asked anew.", ""
		}
		for _, up := range l.entry.Opened {
			if up.Ask == o.ID && up.Asked == o.Asked {
				return t.played(o, up), receiptLine(up.Seal, up.Nonce, up.By, up.Asked)
			}
		}
	}
	return closedChoice, t.sealedNow(o.Question)
}

// played tells a user which choice of their side was turned up.
func (t *Table) played(o open, up rules.Opened) string {
	cards := listed(o.LabelsOf(up.Picks))
	switch by := t.holder(up.By); {
	case len(up.Picks) == 0 || cards == "none":
		return "You made no choice."
	case by.User == o.user || by.Name == "":
		return "You played " + cards + "."
	default:
		return fmt.Sprintf("%s played %s for your side.", rules.Escape(by.Name), cards)
	}
}

func (t *Table) row(dest, slot string, post Post) storage.Row {
	return row(t.session.ID, dest, slot, post)
}
