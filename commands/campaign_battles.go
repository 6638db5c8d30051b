package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

// listBattles tells the asker the battles of a campaign, the newest first.
func listBattles(d *Desk, ctx context.Context, r Request, _ []string) (reply Reply, err error) {
	err = d.look(ctx, r, func(b *books) error {
		c, err := b.campaignNamed(r.Options["campaign"])
		if err != nil {
			return err
		}
		reply.Message, err = c.battleList(0)
		return err
	})
	return reply, err
}

// turnBattles shows a page of the battles.
func turnBattles(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	reply := Reply{Act: Change}
	err := d.look(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		reply.Message, err = c.battleList(number(vars[1]))
		return err
	})
	return reply, err
}

func (c *keptCampaign) battleList(page int) (Message, error) {
	battles, err := c.battles()
	if err != nil {
		return Message{}, err
	}
	if len(battles) == 0 {
		return Message{Text: fmt.Sprintf("No battle of %s is paired or fought yet.", c.title())}, nil
	}
	slices.Reverse(battles)
	lines := make([]string, len(battles))
	for i, bt := range battles {
		lines[i] = fmt.Sprintf("%s · <t:%d:d>", bt.line(), bt.row.UpdatedMS/1000)
	}
	m, from, until := pageOf(fmt.Sprintf("**Battles of %s**", c.title()), lines, page, menuLimit, func(page int) string {
		return path("battles", c.row.ID, page)
	})
	menu := &Menu{Path: path("battle-open", page), Hint: "Open a battle"}
	for _, bt := range battles[from:until] {
		menu.Choices = append(menu.Choices, Choice{Label: clip(bt.label(), 100), Value: bt.row.ID, Detail: bt.stateWords() + ", " + bt.day()})
	}
	m.Rows = append([]Row{{Menu: menu}}, m.Rows...)
	return m, nil
}

// line tells a battle in one line.
func (bt *battle) line() string {
	if bt.row.State == bye {
		return bt.inRound(bt.versus() + " has a bye")
	}
	text := bt.versus()
	if w := bt.body.Winner; bt.body.Known() && w > 0 && len(bt.body.Sides) == 2 {
		text = fmt.Sprintf("**%s** beat %s", rules.Escape(bt.body.Sides[w-1].Name), rules.Escape(bt.body.Sides[2-w].Name))
	} else if bt.body.Known() && w > 0 {
		text = fmt.Sprintf("**%s** won, of %s", rules.Escape(bt.body.Sides[w-1].Name), text)
	}
	return bt.inRound(text) + ", " + bt.stateWords()
}

// label names a battle in a menu.
func (bt *battle) label() string {
	var names []string
	for _, s := range bt.body.Sides {
		names = append(names, clip(plain(s.Name), 40))
	}
	return bt.inRound(strings.Join(names, " – "))
}

// day is when a battle last changed, where no time stamp is read: "30 Nov".
func (bt *battle) day() string { return time.UnixMilli(bt.row.UpdatedMS).UTC().Format("2 Jan") }

// stateWords tells how far a battle is.
func (bt *battle) stateWords() string {
	switch bt.row.State {
	case paired:
		return "not fought yet"
	case bye:
		return "a bye"
	case fighting:
		return "being fought"
	case struck:
		return "called off"
	case reversed:
		return "taken back"
	}
	how := "fought"
	switch bt.body.Result {
	case campaign.Drawn:
		how = "a draw"
	case campaign.Conceded:
		how = "conceded"
	case campaign.Unrecorded:
		how = "unrecorded"
	}
	if bt.body.ByHand {
		how += ", entered by hand"
	}
	if bt.row.State == proposed {
		how += ", not confirmed yet"
	}
	return how
}

// lookAtBattle shows the battle that was picked in the list.
func lookAtBattle(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	reply := Reply{Act: Change}
	if len(r.Values) != 1 {
		return reply, errNoBattle
	}
	err := d.look(ctx, r, func(b *books) error {
		bt, err := b.battle(r.Values[0])
		if err != nil {
			return err
		}
		if reply.Message.Text, err = bt.whole(); err != nil {
			return err
		}
		back := Button{Path: path("battles", bt.row.Campaign, number(vars[0])), Label: "Back to the list"}
		buttons, err := bt.buttons()
		reply.Message.Rows = []Row{{Buttons: append(buttons, back)}}
		return err
	})
	return reply, err
}

// whole tells all that is kept of a battle.
func (bt *battle) whole() (string, error) {
	how, err := bt.outcome()
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("**%s.** %s: %s.", kit.Capital(how), bt.camp.title(), bt.stateWords())}
	if bt.row.Round > 0 {
		lines = append(lines, fmt.Sprintf("Paired for round %d.", bt.row.Round))
	}
	if bt.body.Note != "" {
		lines = append(lines, "“"+rules.Escape(bt.body.Note)+"”")
	}
	lines = append(lines, bt.after.Rolled...)
	settles := bt.row.State == proposed || bt.row.State == confirmed || bt.row.State == reversed
	for i := range bt.body.Sides {
		if !settles {
			break
		}
		lines = append(lines, fmt.Sprintf("**%s:** %s", rules.Escape(bt.body.Sides[i].Name), clip(bt.changeWords(i), 600)))
	}
	if how, err := bt.settledWords(); err != nil || how != "" {
		lines = append(lines, how)
	}
	if bt.row.Session != "" {
		lines = append(lines, fmt.Sprintf("Its log: `/log fight:%s`.", bt.row.Session))
	}
	lines = append(lines, "-# battle "+bt.row.ID)
	return clip(strings.Join(lines, "\n"), 1950), nil
}

// settledWords tells who has confirmed a battle, or how it was settled.
func (bt *battle) settledWords() (string, error) {
	if bt.after.Settled != (settled{}) {
		return bt.settlement()
	}
	var names []string
	for _, s := range bt.body.Sides {
		if s.Agreed == "" {
			continue
		}
		name, err := bt.b.person(s.Agreed)
		if err != nil {
			return "", err
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "", nil
	}
	return "Confirmed by " + rules.List(names) + ".", nil
}

// buttons are what the asker may do about a battle.
func (bt *battle) buttons() (list []Button, err error) {
	mine, err := bt.sides(bt.b.me.Key)
	if err != nil {
		return nil, err
	}
	runs, id := bt.camp.runs(), bt.row.ID
	if bt.row.State == paired && (runs || len(mine) > 0) {
		list = append(list, Button{Path: path("open-battle", id), Label: "Open the fight", Style: Main})
	}
	if !runs && len(mine) == 0 {
		return list, nil
	}
	switch bt.row.State {
	case paired, bye:
		if !runs {
			break
		}
		list = append(list, Button{Path: path("strike-battle", id), Label: "Call it off", Style: Grave})
	case proposed:
		list = append(list, Button{Path: path("confirm", id), Label: "Confirm", Style: Main}, Button{Path: path("strike-battle", id), Label: "Strike it", Style: Grave})
	case confirmed:
		list = append(list, Button{Path: path("takeback-battle", id), Label: "Take it back", Style: Grave})
	case reversed:
		list = append(list, Button{Path: path("restore-battle", id), Label: "Let it count again"})
	}
	return list, nil
}
