package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/storage"
)

var logRoutes = []route{
	{Command, "log", 0, giveLog},
	{Command, "verify", 0, verify},
}

// mostInLog is how big a file may be that anybody can be sent, in bytes.
const mostInLog = 8 << 20

// logDefinitions are the commands about a fight's record.
func logDefinitions() []*definition {
	which := &option{Type: optionText, Name: "fight", Description: "Its name, as K7Q2X; leave it out for the one here.", MaxLength: 20}
	return []*definition{
		undoDefinition(), diceDefinition(which), noteDefinition(),
		{Name: "log", Description: "Get a fight's log as a file: all of it after the end, before that your own side's.", Contexts: inServers(), Options: []*option{
			{Type: optionText, Name: "format", Description: "Text to read, or the record that can be checked.", Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "text", Value: "text"}, {Name: "markdown", Value: "markdown"}, {Name: "one web page", Value: "html"}, {Name: "record, to be checked", Value: "record"},
			}},
			which,
		}},
		{Name: "verify", Description: "Check a fight's record: chain, seals, dice and rules.", Contexts: inServers(), Options: []*option{which}},
	}
}

// recorded finds the fight that a record is asked of, with its log: the named
// one, else the one of this place, the last if none is fought here now. Of
// another place it is for those who fought there, and for managers.
func (d *Desk) recorded(ctx context.Context, r Request) (*Table, []rules.Entry, error) {
	id := strings.ToUpper(strings.TrimSpace(r.Options["fight"]))
	var lines []storage.Line
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if id == "" {
			last, err := tx.LastSessionAt(r.Channel)
			if err != nil {
				return err
			}
			id = last.ID
		}
		if _, err := tx.Session(id); err != nil {
			return err
		}
		lines, err = tx.Log(id, 0)
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound) && id != "":
		return nil, nil, rules.Refuse("There is no fight %s here.", typed(id))
	case errors.Is(err, storage.ErrNotFound):
		return nil, nil, d.nothingHere(ctx, r)
	case err != nil:
		return nil, nil, err
	}
	t, err := d.table(ctx, r, id)
	if errors.Is(err, errOld) || err == nil && t.session.Place != r.Channel && !r.Manager && !t.known() {
		return nil, nil, rules.Refuse("There is no fight %s here.", typed(id))
	}
	if err != nil {
		return nil, nil, err
	}
	log := make([]rules.Entry, len(lines))
	for i, l := range lines {
		if log[i], err = rules.ParseEntry(l.Public, l.Secret, l.Chain); err != nil {
			return nil, nil, fmt.Errorf("session %s: %w", id, err)
		}
	}
	return t, log, nil
}

// known tells whether the presser has or had a seat.
func (t *Table) known() bool {
	return slices.ContainsFunc(t.people, func(p storage.Person) bool { return p.User == t.r.User.ID })
}

// giveLog sends the asker a fight's log: whole once the fight is over, before that
// what the asker's own side may know.
func giveLog(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, log, err := d.recorded(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	format := r.Options["format"]
	if format == "" {
		format = "text"
	}
	if format == "record" && !t.finished() && t.hides(log) {
		return Reply{}, rules.Refusal("The record holds both sides' sheets whole, and they hide something: it can be had once the fight is over. The other formats leave out what is hidden.")
	}
	file, err := t.file(log, format)
	if err != nil {
		return Reply{}, err
	}
	if len(file.Body) > mostInLog {
		return Reply{}, rules.Refusal("That file is too big to be sent here. Try another format.")
	}
	what := "All of it: the fight is over, and everything is opened."
	if !t.finished() {
		what = "The fight goes on, so what the other side still hides is left out."
		if len(t.mine()) == 0 {
			what = "The fight goes on, so what the sides still hide is left out."
		}
	}
	reply := Private(fmt.Sprintf("Fight %s, %s. %s\n-# last chain %s · `umpire verify` on any machine checks the format “record”.",
		t.session.ID, counted(len(log), "step"), what, t.fight.Chain()[:8]))
	reply.Message.File = file
	return reply, nil
}

// hides tells whether a fight began with a sheet of the books that hides something
// from the asker. What the system's own sides have, everybody knows.
func (t *Table) hides(log []rules.Entry) bool {
	if len(log) == 0 || log[0].Setup == nil {
		return false
	}
	mine := t.mine()
	for i, side := range log[0].Setup.Setup.Sides {
		if t.lobby.Seats[i].Kept != "" && !slices.Contains(mine, rules.Seat(i+1)) && t.fight.System().Hides(side) {
			return true
		}
	}
	return false
}

// finished tells whether the fight is over and its dice are opened.
func (t *Table) finished() bool { return t.session.State == storage.Over && t.fight.Over() != nil }

func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// file writes a log for the asker.
func (t *Table) file(log []rules.Entry, format string) (*File, error) {
	f := chronicle.Fight{System: t.fight.System(), People: make(map[string]string), Log: log, Whole: t.finished()}
	for seat := range t.lobby.Seats {
		f.Names = append(f.Names, t.plainNames(seat))
	}
	for _, p := range t.people {
		if f.People[p.Key] = plain(p.Name); p.User == "" {
			f.People[p.Key] = nobody
		}
	}
	mine := t.mine()
	if told, _, err := rules.Retrace(f.System, log); err == nil { // else /verify says what is wrong
		f.Told = told
	}
	if !f.Whole {
		f.Log = rules.OwnRecord(log, mine...)
		for i := range f.Told {
			f.Told[i] = slices.DeleteFunc(slices.Clone(f.Told[i]), func(e rules.Event) bool {
				return e.To != rules.Everyone && !slices.Contains(mine, e.To)
			})
		}
	}
	name := "fight-" + t.session.ID
	var body []byte
	var err error
	switch format {
	case "record":
		return &File{Name: name + ".jsonl", Alt: "The record of the fight, for umpire verify", Body: rules.WriteRecord(f.Log)}, nil
	case "html":
		name += ".html"
		body, err = f.Page()
	case "markdown":
		name += ".md"
		body, err = f.Markdown()
	case "text":
		name += ".txt"
		body, err = f.Text()
	default:
		return nil, rules.Refuse("There is no format %s.", typed(format))
	}
	return &File{Name: name, Alt: "The log of the fight, step by step", Body: body}, err
}

// verify checks the stored log of a fight, and tells the asker what it found.
func verify(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	_, log, err := d.recorded(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	found, err := chronicle.Check(d.systems, log)
	head := "**The record holds.**"
	if err != nil {
		head = fmt.Sprintf("**The record does not hold:** %s", rules.Escape(err.Error()))
	}
	for i, line := range found {
		found[i] = rules.Escape(line)
	}
	foot := "-# This is the umpire checking itself. `/log` with the format “record” and `umpire verify` do it on your own machine; docs/fair-play.md says how to do it by hand."
	return Private(clip(head+"\n"+strings.Join(found, "\n"), textLimit) + "\n" + foot), nil
}
