package commands

import (
	"context"
	"fmt"

	"umpire/rules"
	"umpire/rules/campaign"
)

// exportRoster sends a roster as a file: whole to its owner and to who runs its
// campaign, as the list that the table may know to others.
func exportRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	format := r.Options["format"]
	if format == "" {
		format = "yaml"
	}
	var reply Reply
	err := d.look(ctx, r, func(b *books) error {
		k, err := b.rosterToRead(r.Options["roster"])
		if err != nil {
			return err
		}
		text := fmt.Sprintf("**%s**, as it is after entry %d. `/roster import` reads it again.", rules.Escape(k.now.Name), k.row.Entry)
		if !k.whole() {
			text = fmt.Sprintf("**%s** is another's: this is the list that everybody may read.", rules.Escape(k.now.Name))
			format = "words"
		}
		file, err := k.file(format)
		reply = Private(text)
		reply.Message.File = file
		return err
	})
	return reply, err
}

// whole tells whether the asker may have the sheets as they are: of their own roster,
// and, who runs its campaign, of one whose sheets hide nothing.
func (k *kept) whole() bool { return k.mine() || k.runs() && !k.sys.Hides(k.side()) }

// file writes the roster in a format.
func (k *kept) file(format string) (*File, error) {
	f := &File{Name: k.fileName(), Alt: "The roster, member by member"}
	var err error
	switch format {
	case "yaml":
		f.Name += ".yaml"
		f.Body, err = campaign.WriteYAML(k.sys, k.now, k.mine())
	case "csv":
		f.Name += ".csv"
		f.Body, err = campaign.WriteCSV(k.sys, k.now)
	case "words":
		f.Name += ".txt"
		f.Body, err = campaign.WriteWords(k.sys, k.now)
	default:
		return nil, rules.Refuse("There is no format %s.", typed(format))
	}
	return f, err
}

// fileName is the roster's name in plain letters.
func (k *kept) fileName() string { return (&campaign.Roster{}).NewID(k.now.Name) }
