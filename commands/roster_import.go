package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

const (
	mostPasted   = 4000 // letters of a list that is typed into the form
	shownOfAFile = 12   // lines of a list that stand in a message; more go into a file
)

// broughtIn is a list that was read and not taken in yet.
type broughtIn struct {
	System string          `json:"system"`
	Roster string          `json:"roster,omitempty"`
	Named  bool            `json:"named,omitempty"` // somebody typed the new roster's name
	Why    string          `json:"why,omitempty"`
	List   campaign.Roster `json:"list"`
}

// importRoster reads a roster from a file, a pasted text or a form, and shows what
// would come in. Nothing is kept before that is taken.
func importRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	from := source{System: r.Options["system"], Like: r.Options["like"], Name: r.Options["name"], Why: r.why()}
	if text := strings.TrimSpace(r.Options["roster"]); text != "" {
		err := d.look(ctx, r, func(b *books) error {
			k, err := b.rosterNamed(text)
			if err != nil {
				return err
			}
			from.Roster = k.row.ID
			return k.mayChange(from.Why)
		})
		if err != nil {
			return Reply{}, err
		}
	}
	file, attached := r.Files["file"]
	switch {
	case attached && file.Body == nil:
		return Reply{}, rules.Refuse("The file could not be read: %s", kit.Capital(file.Fault))
	case attached:
		from.File, from.Data = file.Name, file.Body
	case strings.TrimSpace(r.Options["text"]) != "":
		from.Data = []byte(r.Options["text"])
	case r.Guild == "":
		return Reply{}, errNoServer
	default:
		return d.askList(ctx, r, from)
	}
	return d.readIn(ctx, r, from)
}

// askList asks for the list in a form, and before that for its system, if nothing says
// it.
func (d *Desk) askList(ctx context.Context, r Request, from source) (Reply, error) {
	if from.Roster == "" && from.System == "" {
		sys, _, err := d.side(nil, from.Like)
		if err != nil {
			return Reply{}, err
		}
		if sys == nil {
			return d.askSystem(ctx, r, from)
		}
		from.System = sys.Key
	}
	form, err := d.pasteForm(ctx, r, from)
	return Reply{Act: Fill, Form: form}, err
}

// faultsReply names all that is wrong with a list, in a file where it is much.
func faultsReply(faults campaign.FileFaults) Reply {
	reply := Private(clip(faults.Error(), textLimit))
	if len(faults) > 10 {
		reply.Message.Text += "\n-# All of it is in the file."
		reply.Message.File = &File{Name: "faults.txt", Alt: "Everything that is wrong with the list, a line each", Body: []byte(faults.File())}
	}
	return reply
}

// comingIn shows what a list would bring in.
func (d *Desk) comingIn(ctx context.Context, r Request, id string, in broughtIn, warnings []string) (Message, error) {
	sys, err := d.system(in.System)
	if err != nil {
		return Message{}, err
	}
	where, verb := "a new roster", "**"+rules.Escape(in.List.Name)+"**"
	if in.Roster != "" {
		err := d.look(ctx, r, func(b *books) error {
			k, err := b.listed(in.Roster)
			if err == nil {
				where, verb = "**"+rules.Escape(k.now.Name)+"**", "What you sent"
			}
			return err
		})
		if err != nil {
			return Message{}, err
		}
	}
	lines := comingLines(sys, in.List)
	head := fmt.Sprintf("%s (%s) would come in as %s", verb, sys.Title, where)
	if in.Roster != "" {
		head = fmt.Sprintf("%s would join %s (%s)", counted(len(in.List.Members), "member"), where, sys.Title)
	} else {
		head += " with " + counted(len(in.List.Members), "member")
	}
	if side := campaign.SideName(sys, in.List.Side); side != "" && in.Roster == "" {
		head += ", as " + rules.Escape(side)
	}
	m := Message{Text: head + ". Nothing is kept yet.", Rows: []Row{{Buttons: []Button{
		{Path: path("rostertake", id), Label: "Take it in", Style: Main},
		{Path: path("rosterleave", id), Label: "Leave it"},
	}}}}
	for i, w := range warnings {
		warnings[i] = "Note: " + w
	}
	if len(lines) <= shownOfAFile && len(warnings) <= shownOfAFile {
		if text := strings.Join(append(append([]string{m.Text}, lines...), warnings...), "\n"); runes(text) <= textLimit {
			m.Text = text
			return m, nil
		}
	}
	m.Text += "\n" + cutLines(strings.Join(warnings, "\n"), 1200) + "\n-# All of it is in the file."
	var all strings.Builder
	for _, line := range append(lines, warnings...) {
		all.WriteString(unescaped(line) + "\n")
	}
	m.File = &File{Name: "coming-in.txt", Alt: "Who would come in, and what was odd about the list", Body: []byte(all.String())}
	return m, nil
}

// comingLines are the members of a list, one a line.
func comingLines(sys *rules.System, list campaign.Roster) []string {
	var lines []string
	for _, m := range list.Members {
		line := rules.Escape(m.Name)
		if view, err := memberView(sys, m, false); err == nil && view.Title != "" && view.Title != line {
			line += ", " + view.Title
		}
		lines = append(lines, "- "+line+": "+condition(sys, m))
	}
	return lines
}

// takeRoster takes a list in that was shown before.
func takeRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var m Message
	err := d.keep(ctx, r, func(b *books) error {
		var in broughtIn
		if err := b.takeUp(vars[0], aList, &in); err != nil {
			return err
		}
		k, err := b.takeIn(in)
		if err != nil {
			return err
		}
		m = k.written(fmt.Sprintf("**%s** has %s now.", rules.Escape(k.now.Name), counted(len(k.now.Members), "member"))).Message
		return nil
	})
	return Reply{Act: Change, Message: m}, err
}

// takeIn makes a roster of a list, or adds its members to one.
func (b *books) takeIn(in broughtIn) (*kept, error) {
	if in.Roster == "" {
		sys, err := b.d.system(in.System)
		if err != nil {
			return nil, err
		}
		if in.List.Name, err = b.freeName(in.List.Name, in.Named); err != nil {
			return nil, err
		}
		return b.start(sys, nil, b.me.Key, "read from a list", in.List)
	}
	k, err := b.listed(in.Roster)
	if err != nil {
		return nil, err
	}
	list := campaign.Import{Roster: in.List}
	if err := list.Beside(k.now); err != nil {
		return nil, err
	}
	var changes []campaign.Change
	for _, m := range list.Roster.Members {
		changes = append(changes, campaign.Change{What: campaign.Add, Who: &m})
	}
	return k, k.change(in.Why, changes...)
}

func leaveRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	err := d.keep(ctx, r, func(b *books) error {
		return b.takeUp(vars[0], aList, &broughtIn{})
	})
	return Reply{Act: Change, Message: Message{Text: "Nothing came in."}}, err
}
