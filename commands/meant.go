package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// meantOption names a fight that is fought elsewhere, or whose place is gone.
func meantOption() *option {
	return &option{Type: optionText, Name: "fight", Description: "Its code, as K7Q2X, from /waiting; leave it out for the fight here.", MaxLength: 20, Autocomplete: true}
}

// code is the fight that a request names; "" for none.
func (r Request) code() string { return strings.ToUpper(strings.TrimSpace(r.Options["fight"])) }

// meant finds the fight that a request names, or the one here. By its code it is
// for those who have a seat in it, its umpire, and managers of its server.
func (d *Desk) meant(ctx context.Context, r Request) (*Table, error) {
	id := r.code()
	if id == "" {
		return d.here(ctx, r)
	}
	unknown := rules.Refuse("There is no fight %s that you play in. `/waiting` lists yours with their codes.", typed(id))
	t, err := d.table(ctx, r, id)
	switch {
	case errors.Is(err, errOld):
		return nil, unknown
	case err != nil:
		return nil, err
	case len(t.mine()) == 0 && !r.Manager && !t.lobby.names(r.User.ID) && t.session.Place != r.Channel:
		return nil, unknown
	}
	return t, nil
}

// completeFight offers the caller's own running fights of this server.
func completeFight(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var sessions []storage.Session
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		sessions, err = tx.SessionsOf(r.User.ID)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	var options []rules.Option
	for _, s := range sessions {
		if s.Guild != r.Guild {
			continue
		}
		t, err := d.table(ctx, r, s.ID)
		if err != nil {
			return Reply{}, err
		}
		if len(t.mine()) > 0 {
			options = append(options, rules.Option{ID: s.ID, Label: s.ID + " " + t.title()})
		}
	}
	return offer(options, r.Options[r.Focused]), nil
}

// endLobby closes the lobby that the request means, if it means one: the named
// one, the one that holds this place, or, where nothing is fought here, the newest
// whose card stands here and that the caller may close.
func (d *Desk) endLobby(ctx context.Context, r Request) (reply Reply, done bool, err error) {
	id, err := d.meantLobby(ctx, r)
	if id == "" || err != nil {
		return Reply{}, false, err
	}
	defer d.queue(id)()
	s, err := d.setUp(ctx, r, id)
	if err != nil {
		return Reply{}, true, err
	}
	if !s.lobby.closes(r) {
		return Reply{}, true, rules.Refusal("Only those at its card, or somebody who manages the server, can close this lobby.")
	}
	return Private("The lobby is closed."), true, d.write(ctx, r, s.shut)
}

// closes tells whether the one who asks may close a lobby.
func (l lobby) closes(r Request) bool {
	return r.Manager || l.Host.ID == r.User.ID || len(l.seats(r.User.ID)) > 0
}

// meantLobby gives the lobby that a request means; "" for none. Where all cards in
// a channel are other people's, it is the newest.
func (d *Desk) meantLobby(ctx context.Context, r Request) (id string, err error) {
	err = d.store.Read(ctx, func(tx *storage.Tx) error {
		if code := r.code(); code != "" {
			s, err := tx.Session(code)
			if err == nil && s.State == storage.Lobby && s.Guild == r.Guild {
				id = s.ID
			}
			return err
		}
		s, err := tx.SessionAt(r.Channel)
		if err == nil && s.State == storage.Lobby {
			id = s.ID
		}
		if !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		id, err = newestLobby(tx, r)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return "", nil
	}
	return id, err
}

// newestLobby gives the newest lobby whose card stands in the request's channel,
// the caller's before other people's.
func newestLobby(tx *storage.Tx, r Request) (id string, err error) {
	sessions, err := tx.UnopenedIn(r.Guild)
	if err != nil {
		return "", err
	}
	slices.Reverse(sessions)
	for _, s := range sessions {
		if s.State != storage.Lobby || s.Channel != r.Channel {
			continue
		}
		var l lobby
		if err := json.Unmarshal(s.Lobby, &l); err != nil {
			return "", fmt.Errorf("read the lobby of session %s: %w", s.ID, err)
		}
		if l.closes(r) {
			return s.ID, nil
		}
		if id == "" {
			id = s.ID
		}
	}
	return id, nil
}
