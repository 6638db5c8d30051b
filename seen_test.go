package main

import (
	"slices"
	"strings"
)

// message is a Discord message as somebody sees it.
type message struct {
	ID, Content string
	ChannelID   string `json:"channel_id"`
	Flags       int
	Edited      string `json:"edited_timestamp"`
	Author      struct{ Username string }
	Mentions    []struct{ ID, Username string }
	Components  []component
}

// private tells whether only one person sees the message.
func (m message) private() bool { return m.Flags&64 != 0 }

type component struct {
	Type        int
	CustomID    string `json:"custom_id"`
	Label       string
	Placeholder string
	Options     []struct{ Label, Value, Description string }
	Disabled    bool
	Min         int `json:"min_values"`
	Max         int `json:"max_values"`
	Components  []component
	Component   *component
}

// parts lists the buttons and menus of a message.
func (m message) parts() []component {
	var parts []component
	for _, row := range m.Components {
		parts = append(parts, row.Components...)
	}
	return parts
}

// part finds a button by its label, or a menu by what it shows or the first word
// of its path.
func (m message) part(name string) (component, bool) {
	for _, c := range m.parts() {
		if c.Label == name || c.Placeholder == name || strings.HasPrefix(c.CustomID, name+"/") {
			return c, true
		}
	}
	return component{}, false
}

// labels lists a message's buttons.
func (m message) labels() (labels []string) {
	for _, c := range m.parts() {
		if c.Label != "" {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// view is all that a person sees.
type view struct {
	Version int64
	Servers []struct{ Channels []channel }
	DMs     []struct{ Messages []message } `json:"dms"`
	Modal   *struct{ Components []component }
	People  []struct{ ID, Name string }
	Bot     struct {
		ID        string
		Connected bool
	}
	Commands []struct{ Name string }
}

type channel struct {
	ID, Name, Parent string
	Messages         []message
}

// channel finds a channel by id or name.
func (v view) channel(ref string) channel {
	for _, s := range v.Servers {
		for _, c := range s.Channels {
			if c.ID == ref || c.Name == ref {
				return c
			}
		}
	}
	return channel{}
}

// dm is the person's direct messages with the bot.
func (v view) dm() []message {
	if len(v.DMs) == 0 {
		return nil
	}
	return v.DMs[0].Messages
}

func (v view) messages() []message {
	all := slices.Clone(v.dm())
	for _, s := range v.Servers {
		for _, c := range s.Channels {
			all = append(all, c.Messages...)
		}
	}
	return all
}

// person gives somebody's id.
func (v view) person(name string) string {
	for _, p := range v.People {
		if p.Name == name {
			return p.ID
		}
	}
	return ""
}

// last gives the newest message that has the part, of a list.
func last(list []message, part string) (message, bool) {
	for _, m := range slices.Backward(list) {
		if _, ok := m.part(part); ok || part == "" {
			return m, true
		}
	}
	return message{}, false
}
