package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// mostInWord is how long a word for the dice may be, in runes.
const mostInWord = 100

// wordForm asks for a word that the dice are mixed with.
func wordForm(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if _, err := s.seated(); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Fill, Form: &Form{Path: path("ready", vars[0]), Title: "Ready, with a word", Inputs: []Input{
		{ID: "word", Label: "Any word: the dice are mixed with it", Hint: "green tide; or sha256: and 64 digits, to open it later", Required: true, Max: mostInWord},
	}}}, nil
}

// ready takes a side's Ready; the last one begins the fight. Without a word of
// the presser's own the interaction's id is it: nobody can know that before.
func ready(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	defer d.queue(vars[0])()
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	mine, err := s.seated()
	if err != nil {
		return Reply{}, err
	}
	word := strings.Join(strings.Fields(r.Fields["word"]), " ")
	if runes(word) > mostInWord {
		return Reply{}, rules.Refuse("A word has at most %d letters.", mostInWord)
	}
	if err := s.rebind(ctx); err != nil {
		return Reply{}, err
	}
	if sum, ok := pledgeIn(word); ok {
		return s.pledge(ctx, mine, sum)
	}
	if reply, open, err := s.opens(mine, word); !open || err != nil {
		return reply, err
	}
	pressed := word == ""
	if pressed {
		word = r.ID
	}
	if err := able(r, s.lobby.Here); err != nil {
		return Reply{}, err
	}
	all := true
	for i := range s.lobby.Seats {
		c := &s.lobby.Seats[i]
		if slices.Contains(mine, i) {
			c.Ready, c.Word, c.Pressed = true, word, pressed
		}
		all = all && c.Ready
	}
	greeting := s.greet()
	if all {
		return s.begin(ctx, greeting)
	}
	if err := s.save(ctx, greeting...); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Change, Message: s.card()}, nil
}

// greet is the direct message that shows whether direct messages work, once for
// each person; see Undelivered for when they do not.
func (s *setUp) greet() []storage.Row {
	user := s.r.User.ID
	if slices.Contains(s.lobby.Greeted, user) {
		return nil
	}
	s.lobby.Greeted = append(s.lobby.Greeted, user)
	text := fmt.Sprintf("You are ready for %s in <#%s>. What you are to choose in secret will be asked here.", s.sys.Title, s.session.Channel)
	return []storage.Row{row(s.session.ID, ToUser+user, path("greet", s.r.ID), Post{Message: Message{Text: text}})}
}
