package lasthope

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// duel is one combat under way: who goes for whom with what.
type duel struct {
	by               rules.Seat
	attacker, target *Model
	throws           bool // a hunting knife, as a shot
	unnamed          bool // the weapon is named after the reveal
	attack           Attacker
	defence          Defender
}

// attack is one combat, from the nomination to the wounds.
func attack(s *S, t *rules.Turn, o rules.Order) error {
	d, err := s.nominate(t.Seat(), o.Args)
	if err != nil {
		return err
	}
	t.Say(d.declared(s))
	if err := d.commit(s, t); err != nil {
		return err
	}
	d.attacker.Attacked = true
	hit := d.test(s, t)
	if d.throws {
		d.attacker.drop(d.attack.Weapon.Key)
		t.Say(KnifeLost{Attacker: d.attacker.Name})
	}
	if hit > 0 {
		d.damage(s, t, hit)
	}
	if !s.House.RefillEachTurn {
		s.refill(t)
	}
	return nil
}

// nominate reads the order and refuses what the rules or the table do not allow.
func (s *S) nominate(by rules.Seat, args map[string]string) (*duel, error) {
	if by != s.Active {
		return nil, rules.Refuse("It is the other side's turn.")
	}
	d := &duel{by: by}
	var err error
	if d.attacker, err = s.named(by, args["attacker"]); err != nil {
		return nil, err
	}
	if d.target, err = s.named(other(by), args["target"]); err != nil {
		return nil, err
	}
	switch {
	case d.attacker.Life.Out():
		return nil, rules.Refuse("%s is out of action and cannot attack.", d.attacker.shown())
	case d.target.Life.Out():
		return nil, rules.Refuse("%s is out of action already.", d.target.shown())
	case d.attacker.Attacked && !s.House.AttacksAreFree:
		return nil, rules.Refuse("%s has attacked this turn. A model attacks once in its own side's turn.", d.attacker.shown())
	}
	if err := d.arm(s.House, args["weapon"]); err != nil {
		return nil, err
	}
	if err := d.shelter(args["cover"]); err != nil {
		return nil, err
	}
	d.attack.Stat = d.attacker.stat(d.throws)
	d.attack.Favoured = s.side(by).Favoured
	d.defence.Defence, d.defence.Toughness = d.target.Sheet.Defence, d.target.Sheet.Toughness
	d.defence.Clothing, d.defence.Favoured = d.target.padding(), s.side(other(by)).Favoured
	return d, nil
}

// named finds a model of one side. A name from the other side is told apart
// from one that nobody has.
func (s *S) named(seat rules.Seat, text string) (*Model, error) {
	id, err := kit.Find("model", text, modelOptions(s.side(seat).Models))
	if err == nil {
		return s.model(id), nil
	}
	if id, wrong := kit.Find("model", text, modelOptions(s.side(other(seat)).Models)); wrong == nil {
		if seat == s.Active {
			return nil, rules.Refuse("%s is not yours: a model of your own side attacks.", s.model(id).shown())
		}
		return nil, rules.Refuse("%s is of your own side: the target is an enemy.", s.model(id).shown())
	}
	return nil, err
}

// arm settles the weapon. When it is left out, the only one carried is taken.
func (d *duel) arm(h House, text string) error {
	if h.WeaponAfterReveal && !wantsThrow(text) {
		if text != "" {
			return rules.Refuse("In this fight the weapon is named after the cards are turned. Leave it out.")
		}
		d.unnamed = true
		return nil
	}
	carried := d.attacker.weapons()
	if text == "" {
		switch len(carried) {
		case 0:
			text = unarmed
		case 1:
			text = carried[0].Key
		default:
			return rules.Refuse("%s carries a %s. Name the weapon of this attack.", d.attacker.shown(), d.attacker.arms())
		}
	}
	options := weaponOptions(d.attacker, h, true, true)
	switch {
	case wantsThrow(text):
		text = thrown
	case strings.EqualFold(text, "unarmed"), strings.EqualFold(text, "bare hands"):
		text = unarmed
	}
	id, err := kit.Find("weapon", text, options)
	if err != nil {
		return d.missing(h, text, options)
	}
	d.wield(id)
	return nil
}

// wantsThrow tells whether a typed weapon means a throw.
func wantsThrow(text string) bool { return strings.Contains(strings.ToLower(text), "thrown") }

// missing says why a weapon cannot be used.
func (d *duel) missing(h House, text string, options []rules.Option) error {
	if text == thrown && !h.ThrownKnife {
		return rules.Refuse("In this fight knives are not thrown.")
	}
	if text == thrown {
		return rules.Refuse("%s has no hunting knife to throw.", d.attacker.shown())
	}
	var names []string
	for _, o := range options {
		names = append(names, o.Label)
	}
	if w, known := WeaponOf(text); known {
		text = w.Name
	}
	return rules.Refuse("%s does not carry %s. There is: %s.", d.attacker.shown(), rules.Escape(text), strings.Join(names, "; "))
}

func (d *duel) wield(id string) {
	if d.throws = id == thrown; d.throws {
		id = "hunting_knife"
	}
	d.attack.Weapon, _ = WeaponOf(id)
}

// shelter reads the cover that the attacker calls: against a throw only, for in
// base contact terrain gives nothing.
func (d *duel) shelter(text string) error {
	if text == "" {
		return nil
	}
	cover, err := strconv.Atoi(strings.TrimSpace(text))
	switch {
	case err != nil || cover < 0 || cover > 3:
		return rules.Refuse("Cover is a number from 0 to 3.")
	case cover > 0 && !d.throws:
		return rules.Refuse("Cover counts only against a thrown knife: in base contact terrain gives nothing.")
	}
	d.defence.Cover = cover
	return nil
}

// declared is the nomination as it is told, with what the attacker called (LH-20).
func (d *duel) declared(s *S) Declared {
	return Declared{
		Seat: d.by, Attacker: d.attacker.Name, Target: d.target.Name,
		Weapon: d.attack.Weapon.Name, Unarmed: d.attack.Weapon.Key == unarmed, Thrown: d.throws, Unnamed: d.unnamed,
		Stat: d.attack.Stat, Defence: d.defence.Defence, Padding: d.defence.Worn(), Cover: d.defence.Cover, CardsCalled: s.House.Called,
	}
}

// test reveals, adds up and breaks a tie. It gives the attacker's lead; none
// means that there is no damage step.
func (d *duel) test(s *S, t *rules.Turn) int {
	attack, defence := Test(d.attack, d.defence, s.House)
	t.Say(Revealed{Attack: d.attack.Card, Defence: d.defence.Card, AttackSum: attack, DefenceSum: defence})
	lead, tie := Settle(attack, defence, d.attack, d.defence, s.House)
	level := attack.Total()
	switch tie {
	case ToNobody:
		t.Say(Drawn{Attacker: d.attacker.Name, Target: d.target.Name, Level: level, Why: d.stalemate(s.House)})
		return 0
	case ToAttacker:
		t.Say(TieBroken{Level: level, For: "attack", Card: d.attack.Card})
	case ToDefender:
		t.Say(TieBroken{Level: level, For: "defence", Card: d.defence.Card})
	}
	if lead < 0 {
		t.Say(Missed{Attacker: d.attacker.Name, Target: d.target.Name, Attack: attack.Total(), Defence: defence.Total(), Tie: tie != "", Thrown: d.throws})
		return 0
	}
	return lead
}

// stalemate says why no card breaks a tie.
func (d *duel) stalemate(h House) string {
	attack, defence := breaks(d.attack.Card, d.attack.Favoured, h), breaks(d.defence.Card, d.defence.Favoured, h)
	switch {
	case attack && defence:
		return BothFavoured
	case attack || defence:
		return FaceCancels
	}
	return NobodyFavoured
}

// damage is the damage step: what gets through the target's toughness is marked.
func (d *duel) damage(s *S, t *rules.Turn, lead int) {
	if d.unnamed {
		d.name(s, t)
	}
	damage, toughness := Damage(lead, d.attack, d.defence)
	t.Say(Damaged{Lead: lead, Damage: damage, Toughness: toughness})
	wounds, had := Wounds(damage, toughness), d.target.Life.Left
	d.target.Life.Take(wounds)
	switch {
	case wounds == 0:
		t.Say(Winged{Attacker: d.attacker.Name, Target: d.target.Name, Damage: damage.Total(), Toughness: toughness.Total()})
	case d.target.Life.Out():
		t.Say(Felled{Attacker: d.attacker.Name, Target: d.target.Name, Wounds: wounds, Had: had, Thrown: d.throws})
		s.judge(t, d.target.Seat)
	default:
		t.Say(Wounded{Attacker: d.attacker.Name, Target: d.target.Name, Wounds: wounds, Left: d.target.Life.Left, Of: d.target.Life.Max})
	}
}

// name asks for the weapon after the reveal, where the house has it so (LH-8).
func (d *duel) name(s *S, t *rules.Turn) {
	carried := d.attacker.weapons()
	lapse := unarmed
	if len(carried) > 0 {
		lapse = slices.MaxFunc(carried, func(a, b Weapon) int { return a.Damage - b.Damage }).Key
	}
	t.Ask(rules.Ask{
		ID: "weapon", Seat: d.by, Default: []string{lapse},
		Prompt:  fmt.Sprintf("%s strikes home. With which weapon?", d.attacker.shown()),
		Options: weaponOptions(d.attacker, s.House, true, false),
	})
	d.wield(t.Pick("weapon"))
	t.Say(WeaponNamed{Attacker: d.attacker.Name, Weapon: d.attack.Weapon.Name})
}

// judge ends the fight when a side has nobody left.
func (s *S) judge(t *rules.Turn, seat rules.Seat) {
	if s.side(seat).standing() == 0 {
		t.End(rules.Outcome{Winner: other(seat), Why: fmt.Sprintf("The last of the %s is out of action.", rules.Escape(s.side(seat).Name))})
	}
}
