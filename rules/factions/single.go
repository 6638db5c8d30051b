package factions

import (
	"fmt"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// attack is the order for one melee attack outside the Melee step.
func attack(s *S, t *rules.Turn, o rules.Order) error { return s.single(t, o.Args, Melee) }

// shoot is the order for one ranged attack.
func shoot(s *S, t *rules.Turn, o rules.Order) error { return s.single(t, o.Args, Ranged) }

// single is one attack: called, agreed, armed and struck.
func (s *S) single(t *rules.Turn, args map[string]string, kind Kind) error {
	b, reach, err := s.nominate(t.Seat(), args, kind)
	if err != nil {
		return err
	}
	asked, err := s.arm(&b, args["weapon"], kind, reach)
	if err != nil {
		return err
	}
	t.Say(Called{
		Seat: t.Seat(), Attacker: b.by.Name, Target: b.at.Name, Ranged: kind == Ranged, Spaces: reach,
		Weapon: b.arm.Name, Hit: b.hit, Damage: b.damage,
	})
	asks := []rules.Ask{consent(other(t.Seat()), "Is it as called?")}
	if asked {
		asks = append(asks, s.weaponAsk(b, kind, reach))
	}
	t.Ask(asks...)
	if asked {
		t.Open(weaponName)
		pick := t.Pick(weaponName)
		if pick == hold {
			t.Say(CalledOff{Attacker: b.by.Name})
			return nil
		}
		if b.arm, err = s.armed(b.by, kind, reach, pick); err != nil {
			return err
		}
	}
	s.strike(t, b)
	return nil
}

// nominate reads who attacks whom, from how far, and what was called for it.
func (s *S) nominate(seat rules.Seat, args map[string]string, kind Kind) (b blow, reach int, err error) {
	if b.by, err = s.one(seat, args["attacker"]); err != nil {
		return b, 0, err
	}
	if b.at, err = s.one(other(seat), args["target"]); err != nil {
		return b, 0, err
	}
	switch {
	case b.by.Defeated:
		return b, 0, rules.Refuse("%s is defeated and cannot attack.", b.by.shown())
	case b.at.Defeated:
		return b, 0, rules.Refuse("%s is defeated already.", b.at.shown())
	case !s.strikes(b.by):
		return b, 0, rules.Refuse("%s is a minion, and minions do not attack here.", b.by.shown())
	}
	if kind == Ranged {
		reach, err = number(args["spaces"], "The distance in spaces", 1, mostSpaces)
		if err != nil {
			return b, 0, err
		}
	}
	if b.hit, err = called(args["hit"], "to hit"); err != nil {
		return b, 0, err
	}
	b.damage, err = called(args["damage"], "to damage")
	return b, reach, err
}

// one finds a figure of one side. A name from the other side is told apart from
// one that nobody has.
func (s *S) one(seat rules.Seat, text string) (*Figure, error) {
	f, err := s.named(s.team(seat).Figures, text)
	if err == nil {
		return f, nil
	}
	if f, wrong := s.named(s.team(other(seat)).Figures, text); wrong == nil {
		return nil, rules.Refuse("%s is of %s. Name one of %s.", f.shown(), rules.Escape(s.team(f.Seat).Name), rules.Escape(s.team(seat).Name))
	}
	return nil, err
}

// number reads a number that has limits; what begins the Refusal.
func number(text, what string, from, to int) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.ReplaceAll(text, "−", "-")))
	if err != nil || n < from || n > to {
		return 0, rules.Refuse("%s is a number from %d to %d.", what, from, to)
	}
	return n, nil
}

// called reads a modifier of one attack; none when it is left out.
func called(text, of string) (int, error) {
	if text == "" {
		return 0, nil
	}
	return number(text, "A modifier "+of, -mostGain, mostGain)
}

// arm settles the weapon of a single attack, or tells that it is to be asked in
// secret. Only what lies open decides between the two.
func (s *S) arm(b *blow, text string, kind Kind, reach int) (asked bool, err error) {
	open := s.weapons(b.by, kind, reach, false)
	if text != "" {
		b.arm, err = s.openWeapon(b.by, kind, reach, text)
		return false, err
	}
	switch {
	case b.by.down() > 0 || len(open) > 1:
		return true, nil
	case len(open) == 1:
		b.arm = open[0]
		return false, nil
	}
	return false, s.nothingToShoot(b.by, reach)
}

// nothingToShoot says why there is no ranged attack.
func (s *S) nothingToShoot(f *Figure, reach int) error {
	var ranges []string
	for away := 1; away <= mostSpaces; away++ {
		for _, w := range s.weapons(f, Ranged, away, false) {
			if away == w.Min {
				ranges = append(ranges, fmt.Sprintf("%s, %d to %d", rules.Escape(w.Name), w.Min, w.Max))
			}
		}
	}
	if len(ranges) == 0 {
		return rules.Refuse("%s has no natural ranged attack, and no ranged card that can be used.", f.shown())
	}
	return rules.Refuse("%d spaces is out of range of what %s can use: %s.", reach, f.shown(), strings.Join(ranges, "; "))
}

// openWeapon finds the weapon that a player names among those that lie open. What
// lies face down is named in secret only.
func (s *S) openWeapon(f *Figure, kind Kind, reach int, text string) (wielded, error) {
	list := s.weapons(f, kind, reach, false)
	id, err := kit.Find("weapon", text, weaponOptions(list))
	if err == nil {
		return s.armed(f, kind, reach, id)
	}
	for _, h := range f.Cards {
		if _, wrong := kit.Find("weapon", text, []rules.Option{{ID: h.Card.Key, Label: h.Card.Name}}); wrong != nil || h.Down {
			continue
		}
		if why := f.Sheet.bars(h.Card, s.House); why != "" {
			return wielded{}, rules.Refuse("%s cannot use the %s: %s.", f.shown(), rules.Escape(h.Card.Name), why)
		}
		if h.Card.Kind == Ranged && kind == Ranged {
			return wielded{}, rules.Refuse("%d spaces is out of range of the %s: %d to %d.", reach, rules.Escape(h.Card.Name), h.Card.Min, h.Card.Max)
		}
	}
	var names []string
	for _, w := range list {
		names = append(names, rules.Escape(w.Name))
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	return wielded{}, rules.Refuse("%s has no weapon of that name lying open for this attack. There is: %s. Leave it out to choose in secret.", f.shown(), strings.Join(names, ", "))
}

// weaponName is the ask by which the weapon of a single attack is chosen. It is
// always turned up, so one name serves.
const weaponName = "weapon"

func (s *S) weaponAsk(b blow, kind Kind, reach int) rules.Ask {
	ask := rules.Ask{
		ID: weaponName, Seat: b.by.Seat, Secret: true, Default: []string{hold},
		Prompt: fmt.Sprintf("**%s** attacks %s. With what? Nobody sees it until both teams have answered.", b.by.shown(), b.at.shown()),
	}
	for _, w := range s.weapons(b.by, kind, reach, true) {
		b.arm = w
		option := s.option(b, []*Figure{b.at})
		option.ID, _, _ = strings.Cut(option.ID, ".")
		ask.Options = append(ask.Options, option)
	}
	ask.Options = append(ask.Options, rules.Option{ID: hold, Label: "No attack after all"})
	return ask
}
