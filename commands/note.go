package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"umpire/rules"
)

// noteName is the command in a message's Apps menu.
const noteName = "Add to the record"

var noteRoutes = []route{
	{Onto, noteName, 0, noteForm},
	{Submit, "note", 2, note}, // session, message
}

func noteDefinition() *definition {
	return &definition{Type: discordgo.MessageApplicationCommand, Name: noteName, Contexts: inServers()}
}

// noter finds for whom the presser may add a remark: for a seat, or as the umpire.
func (t *Table) noter() (rules.Seat, error) {
	if len(t.mine()) == 0 && t.umpires() {
		return rules.Umpire, nil
	}
	return t.seat(func(rules.Seat) bool { return false })
}

// noteForm asks what the message shows that is to be added.
func noteForm(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	if _, err := t.noter(); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Fill, Form: &Form{Path: path("note", t.session.ID, r.Target), Title: noteName, Inputs: []Input{
		{ID: "caption", Label: "What does it show?", Hint: "The table before the charge: Pike stands behind the fence.", Required: true, Max: typedLimit},
	}}}, nil
}

// note adds a remark with a link to its message at the present step.
func note(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if vars[1] == "" || strings.Trim(vars[1], "0123456789") != "" {
		return Reply{}, errOld
	}
	_, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		seat, err := t.noter()
		if err != nil {
			return err
		}
		link := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", t.session.Guild, t.session.Place, vars[1])
		return t.add(t.fight.Note(seat, clip(r.Fields["caption"], typedLimit), link, t.stamp()))
	})
	if err != nil {
		return Reply{}, err
	}
	return Private("It stands in the record now, at the present step."), nil
}
