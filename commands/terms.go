package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"umpire/rules"
)

// patienceHours are the choices of a lobby, the default first; 0 is none.
func patienceHours() []int { return []int{72, 24, 48, 168, 0} }

func patienceLabel(hours int) string {
	switch {
	case hours == 0:
		return "Patience without end"
	case hours%24 == 0 && hours > 24:
		return fmt.Sprintf("Patience of %d days", hours/24)
	}
	return fmt.Sprintf("Patience of %d hours", hours)
}

// patienceText is the agreement about patience as a sentence.
func patienceText(hours int) string {
	if hours == 0 {
		return "Patience without end: no decision ever lapses."
	}
	return patienceLabel(hours) + " with each decision; after that, the other side may let it lapse."
}

func setPatience(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		if _, err := s.seated(); err != nil {
			return err
		}
		if len(r.Values) != 1 {
			return rules.ErrPicks
		}
		hours, err := strconv.Atoi(r.Values[0])
		if err != nil || !slices.Contains(patienceHours(), hours) {
			return rules.ErrPicks
		}
		s.lobby.Hours = hours
		s.lobby.disagree()
		return nil
	})
}

// mayRule refuses somebody who cannot set a house rule here.
func (s *setUp) mayRule() error {
	if _, err := s.seated(); err != nil {
		return err
	}
	if s.lobby.campaign() != "" {
		return rules.Refusal("This is a battle of a campaign, whose house rules are set once for all of them: `/campaign settings`.")
	}
	return nil
}

// houseRule shows one house rule's values to the presser.
func houseRule(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if err := s.mayRule(); err != nil {
		return Reply{}, err
	}
	for _, rule := range s.sys.Options {
		if len(r.Values) != 1 || rule.Key != r.Values[0] {
			continue
		}
		menu := &Menu{Path: path("set", s.session.ID, rule.Key), Hint: words(rule.Key)}
		for i, v := range rule.Values {
			c := Choice{Label: spoken(v), Value: v, Chosen: v == s.value(rule)}
			if i == 0 {
				c.Detail = "as written"
			}
			menu.Choices = append(menu.Choices, c)
		}
		return Private("**"+words(rule.Key)+"**\n"+rule.Text, Row{Menu: menu}), nil
	}
	return Reply{}, rules.ErrPicks
}

func setRule(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var said string
	_, err := d.alter(ctx, r, vars[0], func(s *setUp) error {
		if err := s.mayRule(); err != nil {
			return err
		}
		for _, rule := range s.sys.Options {
			if rule.Key != vars[1] || len(r.Values) != 1 || !slices.Contains(rule.Values, r.Values[0]) {
				continue
			}
			if s.lobby.Options == nil {
				s.lobby.Options = make(map[string]string)
			}
			s.lobby.Options[rule.Key] = r.Values[0]
			s.lobby.disagree()
			said = fmt.Sprintf("House rule set: %s is **%s**. Both sides press Ready again.", words(rule.Key), spoken(r.Values[0]))
			return nil
		}
		return rules.ErrPicks
	})
	return Reply{Act: Change, Message: Message{Text: said}}, err
}
