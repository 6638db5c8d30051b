package commands

import (
	"fmt"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// card is the lobby as everybody sees it.
func (s *setUp) card() Message {
	if s.session.State == storage.Over {
		return Message{Text: fmt.Sprintf("%s: this lobby is closed.\n%s; opened: %s", s.sys.Title, s.sealText(), s.session.Secret)}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s: a fight is being set up.**\n", s.sys.Title)
	open := false
	var mentions []string
	for i, c := range s.lobby.Seats {
		open = open || len(c.Users) == 0
		fmt.Fprintf(&b, "Side %d, %s: %s\n%s", i+1, c.shown(s.sys), s.chairText(c), c.announces(s.sys))
		for _, p := range c.Users {
			if p.ID != s.lobby.Host.ID {
				mentions = append(mentions, p.ID)
			}
		}
	}
	b.WriteString(s.lobby.carries())
	fmt.Fprintf(&b, "House rules: %s\n%s\n", s.rulesText(), patienceText(s.lobby.Hours))
	if s.lobby.practice() {
		b.WriteString("Practice: one person plays both sides.\n")
	}
	if u := s.lobby.Umpire; u != nil {
		fmt.Fprintf(&b, "Umpire: <@%s>\n", u.ID)
		mentions = append(mentions, u.ID)
	}
	b.WriteString(lacksText(s.lobby.Lacks, s.lobby.NoThread))
	b.WriteString("The fight begins when every side has pressed Ready.\n")
	b.WriteString(s.sealText())
	return Message{Text: clip(b.String(), 2000), Rows: s.cardRows(open), Mentions: mentions}
}

// sealText is the small print of a card: the fight's name, and the seal of its
// dice, which stands there before anybody gives a word.
func (s *setUp) sealText() string {
	return fmt.Sprintf("-# %s · dice sealed: %s", s.session.ID, rules.Digits(rules.SealOf(s.session.Secret, s.session.ID)))
}

func (s *setUp) chairText(c chair) string {
	if len(c.Users) == 0 {
		return "*open, anybody may sit down*"
	}
	var names []string
	for _, p := range c.Users {
		names = append(names, "<@"+p.ID+">")
	}
	text := rules.List(names)
	if c.Ready {
		return text + ", **ready**" + s.wordText(c)
	}
	return text + s.wordText(c)
}

// announces tells what a side brings that the others should hear of, or nothing.
func (c chair) announces(sys *rules.System) string {
	list := c.Brings
	for _, r := range sys.Rosters() {
		if c.Kept == "" && r.Key == c.Roster {
			list = sys.Brings(r)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("%s brings %s; `/rules` tells what that is.\n", rules.Escape(c.title(sys)), rules.Escape(rules.List(list)))
}

func (s *setUp) cardRows(open bool) []Row {
	sides := &Menu{Path: path("side", s.session.ID), Hint: "Your side"}
	for _, r := range s.sys.Rosters() {
		sides.Choices = append(sides.Choices, Choice{Label: clip(r.Name, 100), Value: r.Key})
	}
	sides.Choices = append(sides.Choices[:min(menuLimit-1, len(sides.Choices))],
		Choice{Label: "A roster of yours…", Value: ownRoster, Detail: "one that `/roster` keeps"})
	house := &Menu{Path: path("house", s.session.ID), Hint: "House rules"}
	for _, rule := range s.sys.Options[:min(menuLimit, len(s.sys.Options))] {
		house.Choices = append(house.Choices, Choice{
			Label: clip(words(rule.Key)+": "+spoken(s.value(rule)), 100), Value: rule.Key, Detail: clip(rule.Text, 100),
		})
	}
	rows := []Row{{Menu: sides}}
	if len(house.Choices) > 0 {
		rows = append(rows, Row{Menu: house})
	}
	patience := &Menu{Path: path("patience", s.session.ID), Hint: patienceLabel(s.lobby.Hours)}
	for _, hours := range patienceHours() {
		patience.Choices = append(patience.Choices, Choice{Label: patienceLabel(hours), Value: strconv.Itoa(hours), Chosen: hours == s.lobby.Hours})
	}
	rows = append(rows, Row{Menu: patience},
		Row{Menu: &Menu{Path: path("share", s.session.ID), People: true, Hint: "Share your seat with somebody"}})
	buttons := []Button{
		{Path: path("ready", s.session.ID), Label: "Ready", Style: Main},
		{Path: path("word", s.session.ID), Label: "Ready, with a word"},
	}
	if open {
		buttons = append(buttons, Button{Path: path("sit", s.session.ID), Label: "Take a seat"})
	}
	buttons = append(buttons, Button{Path: path("rise", s.session.ID), Label: "Leave"})
	switch {
	case s.spare():
		buttons = append(buttons, Button{Path: path("less", s.session.ID), Label: "One side less"})
	case len(s.lobby.Seats) < s.sys.Seats[1]:
		buttons = append(buttons, Button{Path: path("more", s.session.ID), Label: "One side more"})
	}
	return append(rows, Row{Buttons: buttons})
}

// value is the house rule's value in this lobby.
func (s *setUp) value(rule rules.HouseRule) string {
	if v, ok := s.lobby.Options[rule.Key]; ok {
		return v
	}
	return rule.Values[0]
}

// rulesText lists the house rules that differ from the default.
func (s *setUp) rulesText() string {
	var list []string
	for _, rule := range s.sys.Options {
		if v := s.value(rule); v != rule.Values[0] {
			list = append(list, words(rule.Key)+" "+spoken(v))
		}
	}
	if len(list) == 0 {
		return "as written."
	}
	return clip(strings.Join(list, "; "), 600) + "."
}

func (s *setUp) rosterName(key string) string { return chair{Roster: key}.title(s.sys) }

// begunCard is what the lobby's card becomes.
func (s *setUp) begunCard() Message {
	var sides []string
	for _, c := range s.lobby.Seats {
		text := rules.Escape(c.title(s.sys))
		var names []string
		for _, p := range c.Users {
			names = append(names, rules.Escape(p.Name))
		}
		sides = append(sides, text+" ("+clip(rules.List(names), 300)+")")
	}
	where := "in <#" + s.session.Place + ">"
	if s.lobby.Here {
		where = "here"
	}
	return Message{Text: fmt.Sprintf("**%s: %s.** It is fought %s.\n%s", s.sys.Title, strings.Join(sides, " against "), where, s.sealText())}
}
