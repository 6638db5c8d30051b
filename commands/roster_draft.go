package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/storage"
)

// What a draft of the books may be of: a list that was read and not taken in yet, one
// of which it is not said yet of which system it is, or a new roster of which it is
// not said yet what it is like.
const (
	aList   = "list"
	aSource = "source"
	aPlan   = "plan"
)

// setDown is a draft of the books as it is kept. What tells one sort from another,
// since whoever presses gives the id.
type setDown struct {
	What string          `json:"what"`
	Body json.RawMessage `json:"body"`
}

// ofBooks tells whether a draft is one of the books, not an order in a fight.
func ofBooks(draft storage.Draft) bool {
	var down setDown
	return json.Unmarshal(draft.Body, &down) == nil && slices.Contains([]string{aList, aSource, aPlan}, down.What)
}

// setAside keeps what the asker was shown, until they press what is under it.
func (b *books) setAside(id, what string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("keep a %s: %w", what, err)
	}
	if body, err = json.Marshal(setDown{what, body}); err != nil {
		return fmt.Errorf("keep a %s: %w", what, err)
	}
	return b.tx.SaveDraft(storage.Draft{ID: id, Session: b.r.Guild, User: b.r.User.ID, Body: body})
}

// takeUp reads a draft of the asker's into v and drops it, in one transaction with
// what is made of it, so that a second press finds none.
func (b *books) takeUp(id, what string, v any) error {
	if err := b.draft(id, what, v); err != nil {
		return err
	}
	return b.tx.DropDraft(id)
}

// draft reads a draft of the asker's into v.
func (b *books) draft(id, what string, v any) error {
	draft, err := b.tx.Draft(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && (draft.User != b.r.User.ID || draft.Session != b.r.Guild) {
		return gone(what)
	}
	if err != nil {
		return err
	}
	var down setDown
	if err := json.Unmarshal(draft.Body, &down); err != nil {
		return fmt.Errorf("read draft %s: %w", id, err)
	}
	if down.What != what {
		return gone(what)
	}
	if err := json.Unmarshal(down.Body, v); err != nil {
		return fmt.Errorf("read draft %s: %w", id, err)
	}
	return nil
}

// gone answers who presses for a draft that is not at hand any more.
func gone(what string) error {
	if what == aPlan {
		return rules.Refusal("That question is not at hand any more. Ask again with `/roster new`.")
	}
	return rules.Refusal("That list is not at hand any more. Read it again with `/roster import`.")
}
