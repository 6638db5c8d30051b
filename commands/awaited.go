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

// awaited is who is awaited in the open, with the components to answer by, and
// the users to notify: those whom no direct message reaches. Turn names the seats
// between whose orders the fight goes; it is empty in the middle of something.
type awaited struct {
	text, turn string
	rows       []Row
	mentions   []string
}

// awaited looks at what the move opened. While the same questions are open as
// before, nobody is called again.
func (t *Table) awaited() (a awaited) {
	switch {
	case t.fight.Over() != nil:
		a.rows = []Row{{Buttons: []Button{{Path: path("again", t.session.ID), Label: "Return match"}}}}
	case t.fight.Held() != nil && t.lobby.Held == 0:
		a = t.heldPost()
	case t.changed():
		t.lobby.Since, t.lobby.Nudged = t.r.At.UnixMilli(), 0
		a = t.questions()
	}
	t.welcome(&a)
	return a
}

// changed tells whether other questions are open than before the move.
func (t *Table) changed() bool {
	return t.lobby.Asked != t.fight.Asked() || t.fight.Over() != nil
}

// questions opens the questions that wait: those for all with their components,
// the secret ones behind one button.
func (t *Table) questions() (a awaited) {
	var secret []rules.Seat
	var public []rules.Question
	behind := false // a secret question is open, whether or not anybody waits for it
	var lines []string
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			switch {
			case q.Answered:
			case q.Secret:
				if behind = true; !q.Free {
					secret = append(secret, seat)
				}
			case q.Free:
				public = append(public, q)
				lines = append(lines, t.names()[seat-1]+": "+q.Prompt)
			default:
				public = append(public, q)
				tag, users := t.mentions(seat)
				lines = append(lines, tag+", "+q.Prompt)
				a.mentions = append(a.mentions, users...)
				if !t.fight.Middle() && len(q.Orders) > 0 {
					a.turn += fmt.Sprint(seat, " ")
				}
			}
		}
	}
	if strings.Contains(strings.TrimSpace(a.turn), " ") { // a rest, in which every side may begin something: nobody is awaited
		lines, a.mentions = []string{"Everybody: " + public[0].Prompt}, nil
	}
	a.rows = t.questionRows(public...)
	buttons := t.callButtons()
	if behind {
		buttons = append([]Button{t.chooseButton()}, buttons...)
		if tags, users := t.askedHere(secret); len(users) > 0 {
			lines = append(lines, tags+", choose in secret.")
			a.mentions = append(a.mentions, users...)
		}
	}
	if len(buttons) > 0 {
		a.rows = append(a.rows[:min(len(a.rows), 4)], Row{Buttons: buttons})
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

// chooseButton is the public button behind which a secret choice is always open.
func (t *Table) chooseButton() Button {
	return Button{Path: path("choose", t.session.ID, t.fight.Asked()), Label: "Choose in secret", Style: Main}
}

// posts cuts the public texts into posts. The last carries the components by
// which the open questions are answered; its small print comes last. At a change
// of turn these are on the board instead, which follows. The cards that were drawn
// go with the last, too.
func (t *Table) posts(texts []string, cards *Picture) []storage.Row {
	a := t.awaited()
	var board []storage.Row
	if a.turn != "" && a.turn != t.lobby.Turn {
		t.lobby.Turn = a.turn
		board = []storage.Row{t.board(a)}
		a = awaited{}
	}
	if rows, ok := t.gather(texts, a); ok && board == nil {
		return rows
	}
	t.lobby.Gather = nil
	if a.text == "" && len(texts) == 0 && len(a.rows) > 0 {
		a.text = t.waiting()
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
		slot := fmt.Sprintf("step/%d/%d", t.fight.Line(), i+1)
		for _, user := range a.mentions {
			if strings.Contains(text, "<@"+user+">") {
				m.Mentions = append(m.Mentions, user)
			}
		}
		if i == len(cut)-1 {
			m.Picture = cards
		}
		if i == len(cut)-1 && len(a.rows) > 0 {
			m.Rows = a.rows
			t.live(slot)
		}
		rows = append(rows, t.row(ToChannel+t.session.Place, slot, Post{Message: m}))
	}
	return append(rows, board...)
}

// boardFoot begins the last line of a board, which goes with its buttons.
const boardFoot = "\n-# Awaited since "

// board is the fight as it stands, posted anew at each change of turn.
func (t *Table) board(a awaited) storage.Row {
	slot := fmt.Sprintf("board/%d", t.fight.Line())
	t.live(slot)
	below := fmt.Sprintf("\n%s%s%s", clip(a.text, 900), boardFoot, t.since())
	text := t.boardText(2000-runes(below)) + below
	m := Message{Text: text, Rows: a.rows, Mentions: a.mentions, Picture: t.boardPicture()}
	return t.row(ToChannel+t.session.Place, slot, Post{Message: m})
}

// live notes that the buttons of a slot's message count from this move on.
func (t *Table) live(slot string) {
	t.fresh = append(t.fresh, slot)
	if !slices.Contains(t.lobby.Live, slot) {
		t.lobby.Live = append(t.lobby.Live, slot)
	}
}

// boardText is the fight as it stands, in at most so many letters.
func (t *Table) boardText(most int) string {
	return t.shortened(viewText(t.fight.View(rules.Everyone)), most)
}

// shortened cuts a text to whole lines of at most so many letters, and says where
// the rest is found.
func (t *Table) shortened(text string, most int) string {
	if runes(text) <= most {
		return text
	}
	more := "\n-# There is more than fits here."
	if t.fight.Scene(rules.Everyone) != nil {
		more = "\n-# There is more under `/map`."
	}
	return cutLines(text, most-runes(more)) + more
}

// boardPicture is the table at a change of turn, with what happened on it in the
// turn that is over; nil where there is nothing to draw, or it may not be sent.
func (t *Table) boardPicture() *Picture {
	scene := t.fight.Scene(rules.Everyone)
	if scene == nil || t.r.Channel == t.session.Place && !mayAttach(t.r) {
		return nil
	}
	if len(scene.Lines) == 0 && len(t.session.Snapshot) > 0 {
		before, err := rules.Load(t.fight.System(), t.session.Snapshot)
		if err == nil && before.Scene(rules.Everyone) != nil {
			scene.Lines = before.Scene(rules.Everyone).Lines
		}
	}
	return &Picture{Scene: *scene}
}

// strip takes the buttons from the posts whose questions are closed.
func (t *Table) strip(tx *storage.Tx) error {
	if err := t.shrinkSealed(tx); err != nil {
		return err
	}
	if err := t.dropHeld(tx); err != nil || !t.changed() {
		return err
	}
	t.lobby.Asked = t.fight.Asked()
	var live []string
	for _, slot := range t.lobby.Live {
		if slices.Contains(t.fresh, slot) {
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
	if strings.HasPrefix(slot, "board/") {
		post.Message.Text, _, _ = strings.Cut(post.Message.Text, boardFoot)
	}
	dest := ToChannel + t.session.Place
	if parts := strings.Split(slot, "/"); parts[0] == "offer" && len(parts) == 5 { // by direct message: see offer
		dest = ToUser + parts[4]
	}
	_, err = tx.Post(t.row(dest, slot, post))
	return err
}
