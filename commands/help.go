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
	{Complete, "rules", 0, completeRule},
}

func help(d *Desk, _ context.Context, _ Request, _ []string) (Reply, error) {
	var verbs []string
	for _, def := range verbDefinitions(d.systems) {
		if def.Name != "umpire" {
			verbs = append(verbs, fmt.Sprintf("`/%s` %s", def.Name, def.Description))
		}
	}
	return Private("**Umpire** takes both sides' secret choices, rolls and deals in the open, and says what happened and why.\n" +
		"1. `/session new` opens a fight: name an opponent, or leave the seat open. Both press **Ready**.\n" +
		"2. The fight has a thread of its own. Its buttons say what can be done; typing works as well:\n" +
		strings.Join(verbs, "\n") + "\n" +
		"3. Secret choices come by direct message. **Choose in secret** in the thread opens the same, for you alone.\n" +
		"`/hand` what only you may see · `/board` how it stands · `/rules` the rulings · `/session status` · `/session end` · `/roll` dice in the open, here and anywhere"), nil
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
		var b strings.Builder
		for _, sys := range systems {
			fmt.Fprintf(&b, "**%s**: `/rules topic:` shows one of these.\n", sys.Title)
			for _, rule := range sys.Rules {
				fmt.Fprintf(&b, "%s\n", ruleLabel(rule))
			}
		}
		return Private(clip(b.String(), 2000)), nil
	}
	var near []string
	for _, sys := range systems {
		for _, rule := range sys.Rules {
			if strings.EqualFold(ruleKey(rule), topic) || strings.EqualFold(rule.Title, topic) {
				return Private(clip(fmt.Sprintf("**%s** · %s\n%s", ruleLabel(rule), sys.Title, rule.Text), 2000)), nil
			}
			if strings.Contains(strings.ToLower(rule.Title+" "+rule.Text), strings.ToLower(topic)) && len(near) < 5 {
				near = append(near, ruleLabel(rule))
			}
		}
	}
	if len(near) == 0 {
		return Reply{}, rules.Refuse("There is no rule called %s. `/rules` without a topic lists them all.", rules.Escape(clip(topic, 60)))
	}
	return Reply{}, rules.Refuse("There is no rule called %s. It is spoken of in: %s.", rules.Escape(clip(topic, 60)), strings.Join(near, "; "))
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
