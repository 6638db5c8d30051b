package skirmish

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// attack is one attack under way: who goes for whom, and what counts in it.
type attack struct {
	by       rules.Seat
	from     *Model // none: it comes from beyond the table
	name     string // of the attacker
	target   *Model
	mode     Mode
	dice     int       // attack factor
	book     []Special // the rules that bear on it
	bonus    kit.Sum
	needed   int
	gap      kit.Length
	cover    kit.Cover
	piece    string // of terrain that gives the cover
	agreed   bool   // both sides agreed on the cover
	called   string // the distance as called, "" when none was
	charge   kit.Length
	stampede bool
	inspired bool // a called table: a friend who inspires is near
}

// bar is why an attack may not be made: a short name, and what the player reads.
type bar struct{ Why, Text string }

func barred(why, format string, args ...any) *bar { return &bar{why, fmt.Sprintf(format, args...)} }

// attackOrder is one attack: melee in a Moves/Melees phase, shooting in a
// Shoots/Runs phase.
func attackOrder(s *S, t *rules.Turn, o rules.Order) error {
	a, err := s.nominate(t.Seat(), o.Args)
	if err != nil {
		return err
	}
	proposed, err := s.proposal(a, o.Args["cover"])
	if err != nil {
		return err
	}
	a.charge = s.charged(a)
	t.Say(s.declared(a))
	if !s.agree(t, a, proposed) {
		return nil
	}
	a.from.Attacked, a.from.Charged = true, false
	s.strike(t, a)
	return nil
}

// nominate reads the order and refuses what the rules do not allow.
func (s *S) nominate(seat rules.Seat, args map[string]string) (*attack, error) {
	if seat != s.active() || s.setting() {
		return nil, rules.Refuse("Models attack in the phases of their own side.")
	}
	from, err := s.own(seat, args["attacker"])
	if err != nil {
		return nil, err
	}
	target, err := s.enemy(seat, args["target"])
	if err != nil {
		return nil, err
	}
	a := &attack{by: seat, from: from, target: target, mode: s.modeOf(from)}
	a.inspired = args["inspired"] != "false"
	if b := s.bars(a, s.contacts()); b != nil {
		return nil, rules.Refusal(b.Text)
	}
	switch {
	case !s.House.Called && (args["distance"] != "" || args["inspired"] != ""):
		return nil, rules.Refuse("The umpire measures here: leave distance and inspired out.")
	case args["distance"] != "":
		if err := s.callDistance(a, args["distance"]); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// modeOf is how a model attacks in this phase. On a called table one that may
// have stampeded into contact strikes.
func (s *S) modeOf(m *Model) Mode {
	if s.Phase.moves() || s.House.Called && m.Charged && s.stampedes(m) {
		return Melee
	}
	return Ranged
}

// enemy finds an enemy model by its name; one's own is told apart from one that
// nobody has.
func (s *S) enemy(seat rules.Seat, text string) (*Model, error) {
	id, err := kit.Find("model", text, s.options(s.filter(other(seat), func(*Model) bool { return true })))
	if err == nil {
		return s.model(id), nil
	}
	if m, wrong := s.own(seat, text); wrong == nil {
		return nil, rules.Refuse("%s is of your own side: the target is an enemy.", m.shown())
	}
	return nil, err
}

// contacts tells which models are in contact with an enemy, by their places in
// s.Models.
func (s *S) contacts() map[*Model]bool {
	held := make(map[*Model]bool)
	if s.House.Called {
		return held
	}
	for _, m := range s.Models {
		for _, o := range s.Models {
			if m.Seat < o.Seat && m.Standing() && o.Standing() && s.base(m).Touches(s.base(o)) {
				held[m], held[o] = true, true
			}
		}
	}
	return held
}

// bars gives what forbids an attack, or nil.
func (s *S) bars(a *attack, held map[*Model]bool) *bar {
	if b := s.attackerBar(a); b != nil {
		return b
	}
	switch a.target.Status {
	case Aboard:
		return barred("target_embarked", "%s is inside %s and cannot be attacked there.", a.target.shown(), s.model(a.target.Inside).shown())
	case Lies:
		return barred("target_down", "%s is lying down and cannot be attacked.", a.target.shown())
	case Dead, Gone, Waiting:
		return barred("target_down", "%s is not on the table.", a.target.shown())
	}
	if a.mode == Melee {
		return s.meleeBar(a)
	}
	return s.shotBar(a, held)
}

func (s *S) attackerBar(a *attack) *bar {
	m, kind := a.from, s.kind(a.from)
	switch {
	case !m.Standing():
		return barred("attacker_down", "%s is not standing on the table.", m.shown())
	case m.Attacked && !m.Charged && s.Phase.moves():
		return barred("has_attacked", "%s has attacked in this phase: a model makes one melee attack in its own Moves/Melees phase.", m.shown())
	case m.Attacked && (!m.Charged || a.mode != Melee):
		return barred("has_attacked", "%s has shot or run in this phase: a model does one of both.", m.shown())
	case a.mode == Melee && kind.MAF == 0:
		return barred("no_melee_attack", "%s has no melee attack (MAF 0).", m.shown())
	case a.mode == Ranged && kind.RAF == 0:
		return barred("no_ranged_attack", "%s has no ranged attack (RAF 0).", m.shown())
	}
	if r, urges := s.urges(m); urges && a.mode == Ranged {
		return barred("head_crest", "%s does not shoot: it urges on an ally instead (%s, an order of /special).", m.shown(), r.Name)
	}
	return nil
}

func (s *S) meleeBar(a *attack) *bar {
	if s.House.Called || s.base(a.from).Touches(s.base(a.target)) {
		return nil
	}
	return barred("not_in_contact", "%s is %s away from %s: a melee attack needs contact.", a.target.shown(), s.base(a.from).Gap(s.base(a.target)), a.from.shown())
}

func (s *S) shotBar(a *attack, held map[*Model]bool) *bar {
	kind := s.kind(a.from)
	switch {
	case held[a.from]:
		return barred("shooter_in_contact", "%s is in contact with an enemy and cannot shoot.", a.from.shown())
	case held[a.target]:
		return barred("target_in_contact", "%s is in contact with one of your models and cannot be shot at.", a.target.shown())
	case s.House.Called:
		return nil
	case !s.base(a.from).Within(s.base(a.target), kind.reach()):
		return barred("out_of_range", "%s is %s away, range %s.", a.target.shown(), s.base(a.from).Gap(s.base(a.target)), kind.reach())
	}
	return nil
}

// callDistance takes a distance that the attacker calls.
func (s *S) callDistance(a *attack, text string) error {
	far, err := kit.ParseLength(text)
	if err != nil {
		return err
	}
	if a.mode == Melee {
		return rules.Refuse("A melee attack is made in contact: leave the distance out.")
	}
	if reach := s.kind(a.from).reach(); far > reach {
		return rules.Refuse("%s is %s away as called, range %s.", a.target.shown(), far, reach)
	}
	a.called = far.String()
	return nil
}

// weigh works out all that counts in the attack before its hit roll.
func (s *S) weigh(a *attack) {
	if a.from == nil {
		return
	}
	kind := s.kind(a.from)
	a.name, a.dice = a.from.Name, kind.dice(a.mode)
	a.book = s.bearing(a.from, a.mode)
	a.bonus = s.toHit(a.from, a.mode, a.inspired)
	if !s.House.Called {
		a.gap = s.base(a.from).Gap(s.base(a.target))
	}
	if a.cover == "" {
		a.cover, a.piece = s.shelter(a)
	}
	a.needed = Needed(a.mode, a.cover)
}

// shelter is the target's cover: none in melee; as both sides agreed on for it;
// else what the line between the centres crosses.
func (s *S) shelter(a *attack) (kit.Cover, string) {
	switch {
	case a.mode == Melee || s.House.Called:
		return kit.Open, ""
	case a.target.Cover != "":
		a.agreed = true
		return a.target.Cover, ""
	}
	return s.Field.CoverFrom(a.from.At, a.target.At)
}

// bearing lists the rules of a model that count in a mode.
func (s *S) bearing(m *Model, mode Mode) []Special {
	return slices.DeleteFunc(s.rulesOf(m), func(r Special) bool {
		boom := s.House.BoomInMelee && mode == Melee && r.When == Ranged && r.Blast > 0
		return r.When != "" && r.When != mode && !boom
	})
}

// perDie is the damage of an unblocked die, and the rule that says so.
func (a *attack) perDie() (int, string) {
	most, why := 1, ""
	for _, r := range a.book {
		if r.PerDie > most {
			most, why = r.PerDie, r.Name
		}
	}
	return most, why
}

// blast is the rule by which the attack hits those around its target, if one
// does.
func (a *attack) blast() (Special, bool) {
	for _, r := range a.book {
		if r.Blast > 0 {
			return r, true
		}
	}
	return Special{}, false
}

func rerolls(r Special) bool { return r.Reroll }
func repeats(r Special) bool { return r.Repeat }

// rule is the name of the first rule that does something in the attack.
func (a *attack) rule(does func(Special) bool) string {
	i := slices.IndexFunc(a.book, does)
	if i < 0 {
		return ""
	}
	return a.book[i].Name
}

func (a *attack) any(does func(Special) bool) bool { return slices.ContainsFunc(a.book, does) }

// charged is how far the attacker has come in this phase.
func (s *S) charged(a *attack) kit.Length {
	var far kit.Length
	for _, l := range s.Lines {
		if a.mode == Melee && l.Kind == "move" && l.Model == a.from.ID {
			far += l.From.To(l.To)
		}
	}
	return far
}

// attackers lists the models that may attack somebody now.
func (s *S) attackers(seat rules.Seat) []*Model {
	if seat != s.active() || s.setting() || !s.Phase.moves() && !s.Phase.shoots() {
		return nil
	}
	held := s.contacts()
	return s.filter(seat, func(m *Model) bool { return len(s.targets(m, held, 1)) > 0 })
}

// targets lists whom a model may attack now, at most so many; 0 for all.
func (s *S) targets(m *Model, held map[*Model]bool, most int) []*Model {
	a := &attack{by: m.Seat, from: m, mode: s.modeOf(m)}
	if s.attackerBar(a) != nil || a.mode == Ranged && held[m] || !s.House.Called && a.mode == Melee && !held[m] {
		return nil
	}
	var list []*Model
	for _, o := range s.Models {
		if o.Seat == m.Seat {
			continue
		}
		if a.target = o; s.bars(a, held) == nil {
			if list = append(list, o); len(list) == most {
				break
			}
		}
	}
	return list
}

// proposal reads a cover that the attacker calls or proposes; "" for none.
func (s *S) proposal(a *attack, text string) (kit.Cover, error) {
	s.weigh(a)
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return "", nil
	}
	i := slices.Index(kit.Covers(), kit.Cover(text))
	switch {
	case i < 0:
		return "", rules.Refuse("Cover is open, soft or hard.")
	case a.mode == Melee:
		return "", rules.Refuse("Cover does not count in melee: leave it out.")
	}
	return kit.Covers()[i], nil
}
