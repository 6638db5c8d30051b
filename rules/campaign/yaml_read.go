package campaign

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"umpire/rules"
	"umpire/rules/kit"
)

// yamlFormat is the first line of a roster in YAML, and its version.
const yamlFormat = "roster/1"

// looksYAML tells whether a text is a roster in YAML by its look.
func looksYAML(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, "{ \""), "umpire") && strings.Contains(line, ":") {
			return true
		}
	}
	return false
}

// yaml reads a roster in the project's own format, strictly.
func (r *reading) yaml(text string) {
	root := r.document(text)
	if root == nil {
		return
	}
	r.structure(root, 0)
	format, system := "", ""
	ok := r.each(root, "the file", map[string]func(*yaml.Node){
		"umpire": func(n *yaml.Node) { format = r.text(n, "umpire", 40) },
		"system": func(n *yaml.Node) { system = r.text(n, "system", 40); r.system(n.Line, system) },
		"name":   func(n *yaml.Node) { r.roster.Name = r.line(n, "name", MostLetters) },
		"side":   func(n *yaml.Node) { r.roster.Side = r.json(n) },
		"members": func(n *yaml.Node) {
			if n.Kind != yaml.SequenceNode {
				r.fault(n.Line, "members is a list: each begins with a dash.")
				return
			}
			r.members(n)
		},
	})
	if !ok {
		return
	}
	r.sheets()
	if len(r.like.Side) > 0 {
		r.roster.Side = r.like.Side // which somebody picked, or which the roster has that they join
	}
	if format != yamlFormat {
		r.fault(root.Line, "The file does not say umpire: %s, which is the format that is read.", yamlFormat)
	}
	if system == "" && r.sys == nil {
		r.fault(root.Line, "The file does not say of which system it is, as system: %s.", rules.List(r.titles()))
	}
	if r.roster.Name == "" {
		r.fault(root.Line, "The roster needs a name.")
	}
}

// document parses a text to its one root; nil if it cannot be.
func (r *reading) document(text string) *yaml.Node {
	if n := strings.Count(text, ",") + strings.Count(text, "\n"); n > mostValues {
		r.fault(0, "The file has more than %d values, and no roster has.", mostValues)
		return nil
	}
	var doc yaml.Node
	err := yaml.Load([]byte(text), &doc)
	var many *yaml.LoadErrors
	var one *yaml.LoadError
	switch {
	case errors.As(err, &many):
		for _, one := range many.Errors {
			r.fault(one.Mark.Line, "This is no YAML: %s.", rules.Escape(one.Message))
		}
	case errors.As(err, &one):
		r.fault(one.Mark.Line, "This is no YAML: %s.", rules.Escape(one.Message))
	case err != nil:
		r.fault(0, "This is no YAML: %s.", rules.Escape(err.Error()))
	case doc.Kind != yaml.DocumentNode || len(doc.Content) != 1:
		r.fault(0, "There is no roster in it.")
	default:
		return doc.Content[0]
	}
	return nil
}

// system finds the system that a file names, by its key or its title.
func (r *reading) system(line int, key string) {
	i := slices.IndexFunc(r.systems, func(s *rules.System) bool { return s.Key == key || strings.EqualFold(s.Title, key) })
	switch {
	case i < 0 && key != "":
		r.fault(line, "No system is called %s. There are %s.", rules.Escape(clipped(key)), rules.List(r.titles()))
	case i >= 0 && r.sys != nil && r.sys.Key != r.systems[i].Key:
		r.fault(line, "This is a roster of %s, not of %s.", r.systems[i].Title, r.sys.Title)
	case i >= 0:
		r.sys = r.systems[i]
	}
}

// titles are those of all systems, which a player knows them by.
func (r *reading) titles() []string {
	var titles []string
	for _, s := range r.systems {
		titles = append(titles, s.Title)
	}
	return titles
}

func (r *reading) members(list *yaml.Node) {
	r.roster.Members = []Member{}
	if n := len(list.Content); n > MostMembers {
		r.fault(list.Line, "There are %d members, and a roster holds at most %d.", n, MostMembers)
		return
	}
	for _, n := range list.Content {
		var m Member
		var sheet *yaml.Node
		named := false
		if !r.each(n, "a member", map[string]func(*yaml.Node){
			"id":       func(n *yaml.Node) { m.ID = r.id(n) },
			"name":     func(n *yaml.Node) { m.Name, named = r.line(n, "name", mostOfAName), true },
			"wounds":   func(n *yaml.Node) { m.Wounds = r.count(n) },
			"standing": func(n *yaml.Node) { m.Set = r.standing(n) },
			"notes":    func(n *yaml.Node) { m.Notes = r.notes(n) },
			"secret":   func(n *yaml.Node) { m.Secret = r.notes(n) },
			"sheet": func(n *yaml.Node) {
				before := len(r.faults)
				if m.Sheet = r.json(n); len(r.faults) == before && n.Kind != yaml.AliasNode {
					sheet = n
				}
			},
		}) {
			continue
		}
		if !named {
			r.fault(n.Line, "A member has no name.")
		}
		if m.Sheet == nil {
			r.fault(n.Line, "A member has no sheet: %s.", rules.Escape(m.Name))
		}
		if i := slices.IndexFunc(r.roster.Members, func(o Member) bool { return m.ID != "" && o.ID == m.ID }); i >= 0 {
			r.fault(n.Line, "The id %s is also that of line %d.", rules.Escape(m.ID), r.lines[i])
		}
		if i := slices.IndexFunc(r.roster.Members, func(o Member) bool { return m.Name != "" && strings.EqualFold(o.Name, m.Name) }); i >= 0 {
			r.fault(n.Line, "The member of line %d is called %s too.", r.lines[i], rules.Escape(m.Name))
		}
		r.roster.Members = append(r.roster.Members, m)
		r.lines = append(r.lines, n.Line)
		r.nodes = append(r.nodes, sheet)
	}
	taken := newIDs(r.like, r.roster)
	for i := range r.roster.Members {
		if m := &r.roster.Members[i]; m.ID == "" {
			m.ID = taken.of(m.Name)
		}
	}
}

// sheets looks at every sheet that could be read, whatever else is wrong.
func (r *reading) sheets() {
	for i, n := range r.nodes {
		if n == nil || r.sys == nil || r.sys.Sheet == nil {
			continue
		}
		if _, err := r.sys.Sheet(r.roster.Members[i].Sheet); err != nil {
			r.fault(lineIn(n, err.Error()), "%s: %s", rules.Escape(r.roster.Members[i].Name), err)
		}
	}
}

// lineIn is the line of the first key of a sheet that a sentence names, else the
// line of the sheet.
func lineIn(n *yaml.Node, text string) int {
	words := " " + strings.ToLower(strings.NewReplacer(`"`, " ", ":", " ", ".", " ", ",", " ").Replace(text)) + " "
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if key := n.Content[i]; strings.Contains(words, " "+strings.ToLower(key.Value)+" ") {
			return key.Line
		}
	}
	return n.Line
}

func (r *reading) id(n *yaml.Node) string {
	id := r.text(n, "id", 100)
	if id != "" && !kit.IsID(id) {
		r.fault(n.Line, "An id is at most %d plain letters, and %s is not.", kit.MostOfAnID, rules.Escape(clipped(id)))
	}
	return id
}

// count reads a number that counts something.
func (r *reading) count(n *yaml.Node) int {
	count, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || quoted(n) || err != nil || count < 0 || count > mostWounds {
		r.fault(n.Line, "wounds is a number from 0 to %d, not %s.", mostWounds, rules.Escape(clipped(n.Value)))
		return 0
	}
	return count
}

const (
	mostWounds = 9999
	mostValues = 100_000 // of a file
)

func (r *reading) standing(n *yaml.Node) Standing {
	s := Standing(r.text(n, "standing", 40))
	switch s {
	case "", Ready:
		return ""
	case Wounded, Routed, Out, Dead:
		return s
	}
	r.fault(n.Line, "A standing is ready, wounded, routed, out or dead, not %s.", rules.Escape(clipped(string(s))))
	return ""
}

// text reads a text as it stands.
func (r *reading) text(n *yaml.Node, what string, most int) string {
	switch {
	case n.Kind == yaml.AliasNode: // has been told
	case n.Kind != yaml.ScalarNode:
		r.fault(n.Line, "%s is a text.", what)
	case !quoted(n) && n.ShortTag() == "!!null":
		r.fault(n.Line, "%s is empty. Leave it out, or put it in quotes.", what)
	case n.Value == "" && (what == "name" || what == "id"):
		r.fault(n.Line, "%s is empty.", what)
	case len([]rune(n.Value)) > most:
		r.fault(n.Line, "%s has %d letters, more than %d.", what, len([]rune(n.Value)), most)
	default:
		return n.Value
	}
	return ""
}

// line reads a text of one line.
func (r *reading) line(n *yaml.Node, what string, most int) string {
	clean, odd := cleanLine(n.Value)
	if odd != "" {
		r.warn(n.Line, "From %s %s was taken away.", rules.Escape(clipped(clean)), odd)
	}
	one := *n
	one.Value = clean
	return r.text(&one, what, most)
}

// notes reads a note.
func (r *reading) notes(n *yaml.Node) string {
	clean, odd := cleanText(n.Value)
	if odd != "" {
		r.warn(n.Line, "From a note %s was taken away.", odd)
	}
	one := *n
	one.Value = clean
	return r.text(&one, "a note", MostNotes)
}

// json makes JSON of a value; null stands for what could not be.
func (r *reading) json(n *yaml.Node) json.RawMessage {
	raw, faults := jsonOf(n)
	r.faults = append(r.faults, faults...)
	return raw
}
