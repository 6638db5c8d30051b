package commands

import (
	"context"
	"fmt"
	"time"

	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/storage"
)

var diceRoutes = []route{
	{Command, "dice fight", 0, diceOfFight},
	{Command, "dice player", 0, diceOfPlayer},
	{Command, "dice server", 0, diceOfServer},
	{Command, "dice seals", 0, seals},
}

// diceDefinition are the commands that count dice and list seals.
func diceDefinition(which *option) *definition {
	return &definition{Name: "dice", Description: "Count what the dice have shown, and list what is still sealed.", Contexts: inServers(), Options: []*option{
		{Type: optionSub, Name: "fight", Description: "The dice of a fight.", Options: []*option{which}},
		{Type: optionSub, Name: "player", Description: "All dice of the fights here in which somebody had a seat.", Options: []*option{
			{Type: optionUser, Name: "player", Description: "Whose fights; leave it out for your own."},
		}},
		{Type: optionSub, Name: "server", Description: "All dice of this server's fights."},
		{Type: optionSub, Name: "seals", Description: "The fights of this server whose dice are still sealed."},
	}}
}

func diceOfFight(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, log, err := d.recorded(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	var lines [][]byte
	for _, e := range log {
		lines = append(lines, e.Public())
	}
	return counts(fmt.Sprintf("**The dice of fight %s**", t.session.ID), lines)
}

func diceOfPlayer(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	who := r.User
	if id := r.Options["player"]; id != "" {
		var ok bool
		if who, ok = r.People[id]; !ok {
			return Reply{}, rules.Refusal("A bot has no dice of its own.")
		}
	}
	lines, err := d.public(ctx, func(tx *storage.Tx) ([][]byte, error) { return tx.PublicOf(r.Guild, who.ID) })
	if err != nil {
		return Reply{}, err
	}
	return counts(fmt.Sprintf("**All dice of the fights here in which %s had a seat**, theirs and their opponents'", rules.Escape(who.Name)), lines)
}

func diceOfServer(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	lines, err := d.public(ctx, func(tx *storage.Tx) ([][]byte, error) { return tx.PublicIn(r.Guild) })
	if err != nil {
		return Reply{}, err
	}
	return counts("**All dice of this server's fights**", lines)
}

func (d *Desk) public(ctx context.Context, find func(*storage.Tx) ([][]byte, error)) (lines [][]byte, err error) {
	err = d.store.Read(ctx, func(tx *storage.Tx) error {
		lines, err = find(tx)
		return err
	})
	return lines, err
}

// counts tells what dice have shown.
func counts(title string, lines [][]byte) (Reply, error) {
	tally := make(chronicle.Tally)
	for _, line := range lines {
		if err := tally.Add(line); err != nil {
			return Reply{}, err
		}
	}
	return Private(fitting(append([]string{title}, tally.Say()...))), nil
}

// seals lists the fights of a server whose dice are still sealed: whoever left one
// unfinished cannot hide that it was begun.
func seals(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var open []storage.Session
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		open, err = tx.UnopenedIn(r.Guild)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	if len(open) == 0 {
		return Private("No seal is unopened here: every fight is over, and its dice are opened."), nil
	}
	lines := []string{fmt.Sprintf("**Unopened seals here: %d**", len(open))}
	for _, s := range open {
		place, state := s.Place, "fought"
		if s.State == storage.Lobby {
			place, state = s.Channel, "being set up"
		}
		lines = append(lines, fmt.Sprintf("%s · %s · %s in <#%s> since <t:%d:d>", s.ID, rules.Digits(rules.SealOf(s.Secret, s.ID)), state, place,
			time.UnixMilli(s.CreatedMS).Unix()))
	}
	return Private(fitting(lines)), nil
}
