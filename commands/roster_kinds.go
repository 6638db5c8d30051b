package commands

import (
	"slices"
	"strings"

	"umpire/rules"
)

// kindsText lists the kinds that the roster may take on, a line for each group.
func (k *kept) kindsText() string {
	var groups []string
	kinds := make(map[string][]string)
	for _, one := range k.recruits() {
		if !slices.Contains(groups, one.Group) {
			groups = append(groups, one.Group)
		}
		kinds[one.Group] = append(kinds[one.Group], rules.Escape(one.Name))
	}
	name := rules.Escape(k.now.Name)
	if len(groups) == 0 {
		return name + " takes nobody else on."
	}
	lines := []string{name + " may take on:"}
	for _, group := range groups {
		line := strings.Join(kinds[group], ", ")
		if group != "" && group != strings.Join(kinds[group], "") {
			line = rules.Escape(group) + ": " + line
		}
		lines = append(lines, "- "+clip(line, 600))
	}
	return cutLines(strings.Join(lines, "\n"), 1500)
}
