package commands

import (
	"context"
	"errors"

	"umpire/rules"
	"umpire/storage"
)

// books are a server's rosters and campaigns as one request finds them, within one
// transaction. Me is who asks; in a read of somebody new its Key is "".
type books struct {
	d  *Desk
	r  Request
	tx *storage.Tx
	me storage.Member
}

// keep changes the books, once for the interaction, all of it or nothing.
func (d *Desk) keep(ctx context.Context, r Request, fn func(*books) error) error {
	if r.Guild == "" {
		return errNoServer
	}
	return d.write(ctx, r, func(tx *storage.Tx) error {
		me, err := tx.Join(r.Guild, r.User.ID, r.User.Name)
		if err != nil {
			return err
		}
		return fn(&books{d: d, r: r, tx: tx, me: me})
	})
}

// look reads the books.
func (d *Desk) look(ctx context.Context, r Request, fn func(*books) error) error {
	if r.Guild == "" {
		return errNoServer
	}
	return d.store.Read(ctx, func(tx *storage.Tx) error {
		me, err := tx.MemberOf(r.Guild, r.User.ID)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		return fn(&books{d: d, r: r, tx: tx, me: me})
	})
}

// errNoServer answers in a direct message what is about one server.
const errNoServer = rules.Refusal("Rosters and campaigns are kept for one server each: ask there.")

// person is what a key of the books is called, for a text; one who was forgotten
// has no name.
func (b *books) person(key string) (string, error) {
	m, err := b.member(key)
	if m.Name == "" {
		m.Name = nobody
	}
	return rules.Escape(m.Name), err
}

// member is whom a key of the books means; one without id or name for nobody.
func (b *books) member(key string) (storage.Member, error) {
	m, err := b.tx.Member(b.r.Guild, key)
	if errors.Is(err, storage.ErrNotFound) {
		return storage.Member{}, nil
	}
	return m, err
}
