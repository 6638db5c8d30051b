package storage

import (
	"errors"
	"fmt"

	"umpire/storage/internal/db"
)

// Member is somebody of a server as campaigns name them. Key is all that rosters,
// ledgers, campaigns and battles hold; User and Name stand here alone.
type Member struct {
	Guild string
	Key   string // "m12"
	User  string // Discord's id; "" when erased
	Name  string
}

// Join gives the member that a user is in a server, made or renamed as needed.
// It writes nothing where nothing is new, and can then be done in a Read.
func (tx *Tx) Join(guild, user, name string) (Member, error) {
	doing := "join a server"
	if user == "" {
		return Member{}, errors.New(doing + ": nobody's id is empty")
	}
	m, err := tx.MemberOf(guild, user)
	switch {
	case errors.Is(err, ErrNotFound):
		n, err := tx.q.CountMembers(tx.ctx, guild) // none of them is ever deleted alone
		if err != nil {
			return Member{}, found(err, doing)
		}
		m = Member{Guild: guild, Key: fmt.Sprint("m", n+1), User: user, Name: name}
		return m, found(tx.q.InsertMember(tx.ctx, db.InsertMemberParams(m)), doing)
	case err != nil || m.Name == name:
		return m, err
	}
	m.Name = name
	return m, found(tx.q.NameMember(tx.ctx, db.NameMemberParams{Guild: guild, Key: m.Key, Name: name}), doing)
}

// Member gives the member of a server with this key, or ErrNotFound.
func (tx *Tx) Member(guild, key string) (Member, error) {
	m, err := tx.q.Member(tx.ctx, db.MemberParams{Guild: guild, Key: key})
	return Member(m), found(err, "member "+key)
}

// MemberOf gives the member that a user is in a server, or ErrNotFound.
func (tx *Tx) MemberOf(guild, user string) (Member, error) {
	m, err := tx.q.MemberOf(tx.ctx, db.MemberOfParams{Guild: guild, User: user})
	return Member(m), found(err, "member of a server")
}

// Members gives the members of a server in the order in which they joined,
// erased ones too.
func (tx *Tx) Members(guild string) ([]Member, error) {
	rows, err := tx.q.Members(tx.ctx, guild)
	return members(rows), found(err, "members of a server")
}

// MembersOf gives what a user is in every server, by server.
func (tx *Tx) MembersOf(user string) ([]Member, error) {
	rows, err := tx.q.MembersOf(tx.ctx, user)
	return members(rows), found(err, "servers of a user")
}

func members(rows []db.Member) []Member {
	list := make([]Member, len(rows))
	for i, r := range rows {
		list[i] = Member(r)
	}
	return list
}
