package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
)

var helpRoutes = []route{
	{Command, "help", 0, help},
	{Command, "rules", 0, showRule},
	{Press, "read", 3, turnLeaf}, // system, rule, page
	{Complete, "rules", 0, completeRule},
}

// help tells how a fight goes, with the orders of the system that is fought in
// the channel, or of all.
func help(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	systems := d.ruled(ctx, r)
	var orders []string
	for _, sys := range systems {
		var verbs []string
		for _, v := range sys.Verbs {
			if !v.Umpire {
				verbs = append(verbs, fmt.Sprintf("`/%s`", v.Name))
			}
		}
		orders = append(orders, fmt.Sprintf("%s: %s", sys.Title, strings.Join(verbs, " ")))
	}
	return Private("**Umpire** takes both sides' secret choices, rolls and deals in the open, and says what happened and why.\n" +
		"1. `/session new` opens a fight: name an opponent, or leave the seat open. Both sides press **Ready**.\n" +
		"2. The fight has a thread of its own. Its buttons say what can be done; the same can be typed.\n" +
		"-# " + clip(strings.Join(orders, "\n-# "), 800) + "\n" +
		"3. Secret choices come by direct message. **Choose in secret** in the thread opens the same, for you alone.\n" +
		"4. Choosing is not locking: you see what a choice gives before you press **Lock it in**.\n" +
		"5. `/waiting` lists every fight that waits for you. `/nudge` reminds the other side; when patience runs out, `/board` lets a decision lapse.\n" +
		"6. `/concede`, `/draw` and `/session end` end a fight.\n" +
		"7. `/roster` keeps your models from fight to fight, `/campaign` the battles of a club.\n" +
		"Besides: `/hand` what only you may see · `/board` how it stands · `/map` the battlefield · `/rules` the rulings · `/roll` dice in the open · `/undo` to take a step back · `/log` the whole record · `/verify` its check · `/dice` what the dice have shown · `/umpire` corrections and rulings · `/me` how you want to be asked"), nil
}

// ruled gives the systems whose rules are meant: the channel's own, or all.
func (d *Desk) ruled(ctx context.Context, r Request) []*rules.System {
	if t, err := d.here(ctx, r); err == nil {
		return []*rules.System{t.fight.System()}
	}
	return d.systems
}

func ruleKey(rule rules.Rule) string {
	if rule.ID != "" {
		return rule.ID
	}
	return rule.Title
}

// showRule shows one entry of a system's reference, or the list of all.
func showRule(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	topic := strings.TrimSpace(r.Options["topic"])
	systems := d.ruled(ctx, r)
	if topic == "" {
		key := ""
		if len(systems) == 1 {
			key = systems[0].Key
		}
		return d.reference(r, key, 0, 0)
	}
	var near []string
	for _, sys := range systems {
		for i, rule := range sys.Rules {
			if strings.EqualFold(ruleKey(rule), topic) || strings.EqualFold(rule.Title, topic) {
				return d.reference(r, sys.Key, i+1, 0)
			}
			if strings.Contains(strings.ToLower(rule.Title+" "+rule.Text), strings.ToLower(topic)) && len(near) < 5 {
				near = append(near, ruleLabel(rule))
			}
		}
	}
	if len(near) == 0 {
		return Reply{}, rules.Refuse("There is no rule called %s. `/rules` without a topic lists them all.", typed(topic))
	}
	return Reply{}, rules.Refuse("There is no rule called %s. It is spoken of in: %s.", typed(topic), strings.Join(near, "; "))
}

// turnLeaf turns to another page of what /rules showed.
func turnLeaf(d *Desk, _ context.Context, r Request, vars []string) (Reply, error) {
	return d.reference(r, vars[0], number(vars[1]), number(vars[2]))
}

// reference shows a page of the reference: of a system's rule, from 1, or for 0 of the
// list of its rules; of all systems' without a key.
func (d *Desk) reference(r Request, key string, rule, page int) (Reply, error) {
	var texts []string
	for _, sys := range d.systems {
		switch {
		case key != "" && sys.Key != key:
		case rule == 0:
			texts = append(texts, fmt.Sprintf("**%s**: `/rules topic:` shows one of these.", sys.Title))
			for _, rule := range sys.Rules {
				texts = append(texts, ruleLabel(rule))
			}
		case rule > 0 && rule <= len(sys.Rules) && key != "":
			texts = append(texts, fmt.Sprintf("**%s** · %s\n%s", ruleLabel(sys.Rules[rule-1]), sys.Title, sys.Rules[rule-1].Text))
		}
	}
	pages := pack(texts, textLimit)
	if len(pages) == 0 {
		return Reply{}, errOld
	}
	page = thePage(page, len(pages))
	m := Message{Text: pages[page] + pageFoot(page, len(pages))}
	if turn := turning(page, len(pages), func(to int) string { return path("read", key, rule, to) }); len(turn) > 0 {
		m.Rows = []Row{{Buttons: turn}}
	}
	if r.Kind == Press {
		return Reply{Act: Change, Message: m}, nil
	}
	return Reply{Message: m}, nil
}

func ruleLabel(rule rules.Rule) string {
	if rule.ID == "" {
		return rule.Title
	}
	return rule.ID + " " + rule.Title
}

func completeRule(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var options []rules.Option
	for _, sys := range d.ruled(ctx, r) {
		for _, rule := range sys.Rules {
			option := rules.Option{ID: clip(ruleKey(rule), 100), Label: ruleLabel(rule)}
			if !slices.Contains(options, option) {
				options = append(options, option)
			}
		}
	}
	return offer(options, r.Options[r.Focused]), nil
}
