package skirmish

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// agree settles what the umpire does not measure before a die is rolled. On a
// map it is a cover that the attacker proposes, which counts when the other side
// agrees. On a called table it is all that the attacker called: the other side
// lets it stand, calls better cover, or says that it is not so. It gives false
// when the attack is called off.
func (s *S) agree(t *rules.Turn, a *attack, proposed kit.Cover) bool {
	if !s.House.Called {
		if proposed != "" && proposed != a.cover {
			s.agreeCover(t, a, proposed)
		}
		return true
	}
	if proposed != "" {
		a.cover = proposed
	}
	options := []rules.Option{{ID: "yes", Label: "As called"}}
	for _, c := range kit.Covers() {
		if a.mode == Ranged && c.Better(a.cover) {
			options = append(options, rules.Option{ID: string(c), Label: kit.Capital(string(c)) + " cover"})
		}
	}
	options = append(options, rules.Option{ID: "no", Label: "Not so", Detail: "nothing is rolled, and the attack counts as not made"})
	t.Ask(rules.Ask{ID: "call", Seat: other(a.by), Prompt: s.callPrompt(a), Options: options, Default: []string{"yes"}, Consent: true})
	switch pick := t.Pick("call"); pick {
	case "yes":
	case "no":
		t.Say(CalledOff{Seat: other(a.by), Attacker: a.name, Target: a.target.Name})
		return false
	default:
		a.cover = kit.Cover(pick)
		t.Say(CoverCalled{Seat: other(a.by), Target: a.target.Name, Cover: a.cover})
	}
	a.needed = Needed(a.mode, a.cover)
	return true
}

func (s *S) callPrompt(a *attack) string {
	if a.mode == Melee {
		return fmt.Sprintf("%s is in base contact with %s, as called. Is it so?", a.from.shown(), a.target.shown())
	}
	far := "within range"
	if a.called != "" {
		far = a.called + " away"
	}
	return fmt.Sprintf("%s stands %s from %s, %s, and neither is in contact, as called. Is it so?", a.target.shown(), far, a.from.shown(), coverWords(a.cover))
}

// coverWords is a cover in a sentence: "in the open", "in soft cover".
func coverWords(c kit.Cover) string {
	if c == kit.Open || c == "" {
		return "in the open"
	}
	return "in " + string(c) + " cover"
}

// agreeCover asks the other side about a cover that is not what was measured.
func (s *S) agreeCover(t *rules.Turn, a *attack, proposed kit.Cover) {
	t.Ask(rules.Ask{
		ID: "call", Seat: other(a.by), Default: []string{"no"}, Consent: true,
		Prompt:  fmt.Sprintf("%s stands %s by the map. For this shot %s is proposed. Agreed?", a.target.shown(), coverWords(a.cover), coverWords(proposed)),
		Options: []rules.Option{{ID: "yes", Label: "Agreed"}, {ID: "no", Label: "As measured"}},
	})
	if t.Pick("call") == "yes" {
		a.cover, a.piece, a.agreed = proposed, "", true
		a.needed = Needed(a.mode, a.cover)
	}
	t.Say(CoverAgreed{Seat: other(a.by), Target: a.target.Name, Cover: proposed, Agreed: a.agreed && a.cover == proposed})
}

// coverOrder proposes that a model stands in other cover than the map says; what
// is agreed on counts until the model moves.
func coverOrder(s *S, t *rules.Turn, o rules.Order) error {
	if s.House.Called {
		return rules.Refuse("In this battle cover is called with each shot.")
	}
	m, err := s.anyone(o.Args["target"])
	if err != nil {
		return err
	}
	cover := kit.Cover(strings.ToLower(strings.TrimSpace(o.Args["cover"])))
	switch {
	case !m.Standing():
		return rules.Refuse("%s is not standing on the table.", m.shown())
	case cover != kit.Open && cover != kit.Soft && cover != kit.Hard:
		return rules.Refuse("Cover is open, soft or hard.")
	}
	t.Say(CoverProposed{Seat: t.Seat(), Target: m.Name, Cover: cover})
	t.Ask(rules.Ask{
		ID: "call", Seat: other(t.Seat()), Default: []string{"no"}, Consent: true,
		Prompt:  fmt.Sprintf("%s is said to stand %s against all shots until it moves. Agreed?", m.shown(), coverWords(cover)),
		Options: []rules.Option{{ID: "yes", Label: "Agreed"}, {ID: "no", Label: "As measured"}},
	})
	agreed := t.Pick("call") == "yes"
	if agreed {
		m.Cover = cover
	}
	t.Say(CoverAgreed{Seat: other(t.Seat()), Target: m.Name, Cover: cover, Agreed: agreed})
	return nil
}

// settle asks the other side for its word on what the asked one has called, in
// words that claim gives; without it, it is called again. A claim of "" needs
// nobody's word: it takes from the caller alone.
func settle(t *rules.Turn, ask rules.Ask, claim func(picks []string) string) []string {
	for {
		picks := t.Picks(ask.ID)
		if claimed := claim(picks); claimed == "" || isSo(t, ask.Seat, claimed) {
			return picks
		}
		t.Say(NotSo{Seat: other(ask.Seat), Caller: ask.Seat})
		t.Ask(ask)
	}
}

// isSo has the other side of a called table agree to what one side calls.
func isSo(t *rules.Turn, caller rules.Seat, claimed string) bool {
	t.Ask(rules.Ask{
		ID: "so", Seat: other(caller), Default: []string{"yes"}, Consent: true, Prompt: claimed + ", as called. Is it so?",
		Options: []rules.Option{{ID: "yes", Label: "As called"}, {ID: "no", Label: "Not so", Detail: "settle it at the table"}},
	})
	return t.Pick("so") == "yes"
}
