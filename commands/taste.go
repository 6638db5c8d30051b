package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"umpire/rules"
	"umpire/storage"
)

// taste is how one person wants to be dealt with, everywhere.
type taste struct {
	Here  bool `json:"here,omitempty"`  // secret choices are asked in the thread, not by direct message
	Words bool `json:"words,omitempty"` // words alone, no pictures
}

var tasteRoutes = []route{
	{Command, "me", 0, me},
}

func tasteKey(user string) string { return "me/" + user }

// readTastes loads what the people of a table want.
func (t *Table) readTastes(tx *storage.Tx) error {
	t.tastes = make(map[string]taste)
	for _, p := range t.people {
		kept, err := readTaste(tx, p.User)
		if err != nil {
			return err
		}
		t.tastes[p.User] = kept
	}
	return nil
}

func readTaste(tx *storage.Tx, user string) (kept taste, err error) {
	value, err := tx.Setting(tasteKey(user))
	if errors.Is(err, storage.ErrNotFound) {
		return kept, nil
	}
	if err != nil {
		return kept, err
	}
	if err := json.Unmarshal([]byte(value), &kept); err != nil {
		return kept, fmt.Errorf("read what a user wants: %w", err)
	}
	return kept, nil
}

func (t *Table) taste(user string) taste { return t.tastes[user] }

// me shows and changes what the asker wants.
func me(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var mine taste
	err := d.write(ctx, r, func(tx *storage.Tx) (err error) {
		if mine, err = readTaste(tx, r.User.ID); err != nil {
			return err
		}
		if err := mine.set(r.Options); err != nil {
			return err
		}
		body, err := json.Marshal(mine)
		if err != nil {
			return fmt.Errorf("keep what a user wants: %w", err)
		}
		return tx.SaveSetting(tasteKey(r.User.ID), string(body))
	})
	if err != nil {
		return Reply{}, err
	}
	text := "Secret choices come to you by direct message. `/me choices:here` asks you in the fight's thread instead."
	if mine.Here {
		text = "You are asked for secret choices in the fight's thread; **Choose in secret** opens them for you alone. `/me choices:dm` sends a direct message instead."
	}
	if mine.Words {
		text += "\nYou are shown words only. `/me pictures:both` shows battlefields as pictures below the words."
	} else {
		text += "\nBattlefields are shown in words, with a picture below. `/me pictures:words` leaves the pictures out."
	}
	return Private(text), nil
}

// set takes what somebody wants otherwise.
func (m *taste) set(options map[string]string) error {
	switch options["choices"] {
	case "":
	case "dm":
		m.Here = false
	case "here":
		m.Here = true
	default:
		return rules.Refusal("Choices come by `dm` or `here`, in the fight's thread.")
	}
	switch options["pictures"] {
	case "":
	case "both":
		m.Words = false
	case "words":
		m.Words = true
	default:
		return rules.Refusal("Pictures are shown below the words, by `both`, or not at all, by `words`.")
	}
	return nil
}
