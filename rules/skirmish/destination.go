package skirmish

import (
	"regexp"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// destination is where a move goes: to a point, or toward or away from
// something as far as it may, or up to Far.
type destination struct {
	how  how
	at   kit.Point
	aims *kit.Compass // toward one of the eight directions
	Far  kit.Length   // 0: as far as it may
	name string       // as it is told
	foe  *Model       // the model that it goes toward
}

type how int

const (
	exactly how = iota
	toward
	away
)

var (
	towardPattern = regexp.MustCompile(`(?i)^towards?[ .]+(?:the +)?(.+)$`)
	awayPattern   = regexp.MustCompile(`(?i)^away[ .]+(?:from +)?(?:the +)?(.+)$`)
	farPattern    = regexp.MustCompile(`^(.*\S)\s+([0-9]+(?:\.[0-9]+)?)\s*(?:"|”|″|in|inch|inches)?$`)
)

// destination reads where a move goes, as menus name it (toward.wardog_apc_1)
// and as players type it: 24,10 · C4 · toward Wardog APC 1 · away from north 3.
func (s *S) destination(text string) (destination, error) {
	text = strings.TrimSpace(text)
	if at, err := s.Field.ParsePlace(text); err == nil {
		return destination{how: exactly, at: at, name: text}, nil
	}
	d := destination{how: toward}
	what := text
	if found := awayPattern.FindStringSubmatch(text); found != nil {
		d.how, what = away, found[1]
	} else if found := towardPattern.FindStringSubmatch(text); found != nil {
		what = found[1]
	}
	err := s.aim(&d, what)
	if err == nil {
		return d, nil
	}
	if found := farPattern.FindStringSubmatch(what); found != nil { // a name may end in a number, a distance follows it
		far, wrong := kit.ParseLength(found[2])
		if wrong == nil && far > 0 && s.aim(&d, found[1]) == nil {
			d.Far = far
			return d, nil
		}
	}
	if what == text && strings.ContainsAny(text, ",;") {
		_, err = s.Field.ParsePlace(text)
	}
	return d, err
}

// aim finds what is moved toward or away from: a direction, a place, a marker or
// a model that stands.
func (s *S) aim(d *destination, text string) error {
	if c, known := kit.ParseCompass(text); known {
		d.aims, d.name = &c, "the "+c.String()
		return nil
	}
	if at, err := s.Field.ParsePlace(text); err == nil {
		d.at, d.name = at, text
		return nil
	}
	var options []rules.Option
	for _, m := range s.Models {
		if m.Standing() {
			options = append(options, rules.Option{ID: m.ID, Label: m.Name})
		}
	}
	for _, k := range s.Markers {
		options = append(options, rules.Option{ID: k.ID, Label: k.Name})
	}
	id, err := kit.Find("model, marker or direction", text, options)
	if err != nil {
		return err
	}
	if m := s.model(id); m != nil {
		d.at, d.name, d.foe = m.At, m.Name, m
		return nil
	}
	for _, k := range s.Markers {
		if k.ID == id {
			d.at, d.name = k.At, k.Name
		}
	}
	return nil
}

// from is the point that a move from p heads for.
func (d destination) from(p kit.Point) kit.Point {
	target := d.at
	if d.aims != nil {
		target = d.aims.From(p)
	}
	if d.how == away {
		const far = 1000 // times the way, so that it goes on beyond
		return kit.Point{X: p.X + (p.X-target.X)*far, Y: p.Y + (p.Y-target.Y)*far}
	}
	return target
}

// told is the destination as it is told: "toward Wardog APC 1", "to C4".
func (d destination) told() string {
	switch d.how {
	case toward:
		return "toward " + rules.Escape(d.name)
	case away:
		return "away from " + rules.Escape(d.name)
	}
	return "to " + rules.Escape(strings.ToUpper(d.name))
}

// way reads the points by which a move goes: "20,10; C4".
func (s *S) way(text string) ([]kit.Point, error) {
	const most = 6
	var points []kit.Point
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ' ' || r == '|' }) {
		at, err := s.Field.ParsePlace(part)
		if err != nil {
			return nil, err
		}
		points = append(points, at)
	}
	if len(points) > most {
		return nil, rules.Refuse("A move goes by at most %d points.", most)
	}
	return points, nil
}
