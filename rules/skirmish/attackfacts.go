package skirmish

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Facts of an attack.
type (
	// Declared: a model goes for another, with all that was measured or called.
	Declared struct {
		Seat             rules.Seat
		Attacker, Target string
		Kind             string // of the attacker, when its name does not say it
		Mode             Mode
		Dice             int
		Defence, Lives   int
		Gap, Range       kit.Length
		Charge           kit.Length // how far it came in this phase
		Cover            kit.Cover
		Called           bool
		Distance         string // as called
		Stampede         bool
	}
	// CoverCalled: the other side calls better cover on a called table.
	CoverCalled struct {
		Seat   rules.Seat
		Target string
		Cover  kit.Cover
	}
	// CoverProposed: a side proposes other cover than was measured.
	CoverProposed struct {
		Seat   rules.Seat
		Target string
		Cover  kit.Cover
	}
	// CoverAgreed: the other side's answer.
	CoverAgreed struct {
		Seat   rules.Seat
		Target string
		Cover  kit.Cover
		Agreed bool
	}
	// CalledOff: what was called is not so, and nothing was rolled.
	CalledOff struct {
		Seat             rules.Seat
		Attacker, Target string
	}
	// NotSo: the other side does not agree to what was called. It is called again,
	// but for a model that may not leave the table: it Stays.
	NotSo struct {
		Seat, Caller rules.Seat
		Stays        string
	}
	// Aimed: a hit roll. Shot counts those of one attack, from 1.
	Aimed struct {
		Attacker, Target string
		Mode             Mode
		Needed           int
		Cover            kit.Cover
		Piece            string
		Agreed           bool
		Bonus            kit.Sum
		Die, Makes       int
		Hit              bool
		Shot             int
		Bombard          bool
	}
	// Clashed: attack dice against defence dice, and what gets through.
	Clashed struct {
		Target                   string
		Attack, Defence, Through []int
		Blast                    bool // it is caught in one
	}
	// Rerolled: attack dice were rolled again.
	Rerolled struct {
		Attacker                string
		Rolled, Attack, Through []int
	}
	// Hurt: lives are lost, and some are left.
	Hurt struct {
		Attacker, Target string
		Mode             Mode
		Damage           Damage
		Had, Left, Of    int
		Inside           int // passengers, who are unhurt
	}
	// Unhurt: nothing gets through.
	Unhurt Hurt
	// Slain: no life is left.
	Slain Hurt
	// LaidLow: no life is left, and the model lies down.
	LaidLow Hurt
	// Blasted: who is caught in a blast besides its target.
	Blasted struct {
		Rule, Target string
		Within       kit.Length
		Caught       []Caught
		Called       bool
	}
	// Dragged: a target may be moved, on a called table.
	Dragged struct {
		Attacker, Target string
		Far              kit.Length
	}
	// Bombarded: a shot from beyond the table is aimed.
	Bombarded struct {
		Seat                 rules.Seat
		Rule, Target         string
		Dice, Defence, Lives int
	}
	// HeldFire: a bombardment is not made.
	HeldFire struct {
		Seat rules.Seat
		Rule string
	}
)

// Caught is one model in a blast, and how far it stands from the target.
type Caught struct {
	Name string
	Gap  kit.Length
}

// Stats is what stands against what: "Archknight (Mounted), melee 8, against
// defence 6, 6 lives".
func (d Declared) Stats() string {
	text := fmt.Sprintf("%s %d, against defence %d, %s", d.Mode, d.Dice, d.Defence, lives(d.Lives))
	if d.Kind != "" {
		text = rules.Escape(d.Kind) + ", " + text
	}
	return kit.Capital(text)
}

func lives(n int) string {
	if n == 1 {
		return "1 life"
	}
	return fmt.Sprintf("%d lives", n)
}

// Place is how far away and in what cover the target stands, and who says so.
func (d Declared) Place() string {
	switch {
	case d.Mode == Melee && d.Called:
		return "Base contact as called."
	case d.Mode == Melee:
		return ""
	case d.Called && d.Distance != "":
		return fmt.Sprintf("%s away, range %s, %s, as called.", d.Distance, d.Range, coverWords(d.Cover))
	case d.Called:
		return fmt.Sprintf("Within range %s and %s, as called.", d.Range, coverWords(d.Cover))
	}
	return fmt.Sprintf("%s away, range %s.", d.Gap, d.Range)
}

// Where is a cover in a sentence: "in soft cover".
func (c CoverCalled) Where() string { return coverWords(c.Cover) }

// Where is a cover in a sentence: "in soft cover".
func (c CoverProposed) Where() string { return coverWords(c.Cover) }

// Where is a cover in a sentence: "in soft cover".
func (c CoverAgreed) Where() string { return coverWords(c.Cover) }

// Sum tells what the hit roll needs and makes: "4+ in melee, +1 Skilled
// Warriors. The die shows 2, which makes 3".
func (a Aimed) Sum() string {
	text := fmt.Sprintf("%d+ %s", a.Needed, a.against())
	if a.Needed == 6 {
		text = "6 " + a.against()
	}
	for _, part := range a.Bonus {
		text += fmt.Sprintf(", %+d %s", part.N, rules.Escape(part.Why))
	}
	text += fmt.Sprintf(". The die shows %d", a.Die)
	if a.Makes != a.Die {
		text += fmt.Sprintf(", which makes %d", a.Makes)
	}
	switch {
	case a.Die == 1 && a.Makes >= a.Needed:
		text += ", but a natural 1 always misses"
	case a.Die == 6 && a.Makes < a.Needed:
		text += ", and a natural 6 always hits"
	}
	return text + "."
}

func (a Aimed) against() string {
	switch {
	case a.Bombard:
		return "whatever the cover"
	case a.Mode == Melee:
		return "in melee"
	case a.Agreed:
		return coverWords(a.Cover) + ", as agreed"
	case a.Piece != "":
		return fmt.Sprintf("%s (%s)", coverWords(a.Cover), rules.Escape(a.Piece))
	}
	return coverWords(a.Cover)
}

// Dice tells both rolls and what is blocked.
func (c Clashed) Dice() string {
	text := fmt.Sprintf("Attack, %s: %s\nDefence, %s: %s.", pool(c.Attack), faces(c.Attack), pool(c.Defence), faces(c.Defence))
	if len(c.Attack) == 0 {
		return fmt.Sprintf("There is no attack die. Defence, %s.", pool(c.Defence))
	}
	var blocked []string
	for n := 1; n <= 6; n++ {
		if slices.Contains(c.Attack, n) && slices.Contains(c.Defence, n) {
			blocked = append(blocked, fmt.Sprint(n))
		}
	}
	if len(blocked) == 0 {
		return text + " Nothing is blocked."
	}
	return text + fmt.Sprintf(" Every %s is blocked.", rules.List(blocked))
}

func pool(dice []int) string {
	if len(dice) == 1 {
		return "1 die"
	}
	return fmt.Sprintf("%d dice", len(dice))
}

// Rest tells which attack dice get through: "Through: 4 and 6."
func (c Clashed) Rest() string { return rest(c.Through) }

// Rest tells which attack dice get through.
func (r Rerolled) Rest() string { return rest(r.Through) }

func rest(through []int) string {
	if len(through) == 0 {
		return "Nothing gets through."
	}
	var texts []string
	for n := 1; n <= 6; n++ {
		many := 0
		for _, die := range through {
			if die == n {
				many++
			}
		}
		switch {
		case many == 1:
			texts = append(texts, fmt.Sprintf("one %d", n))
		case many > 1:
			texts = append(texts, fmt.Sprintf("%s %ds", count(many), n))
		}
	}
	return "Through: " + rules.List(texts) + "."
}

// Roll is the dice that were rolled again.
func (r Rerolled) Roll() string {
	return fmt.Sprintf("%s again: %s", pool(r.Rolled), faces(r.Rolled))
}

// Why tells what makes the damage: "3 dice, 2 each (Lethal): 6 damage".
func (d Damage) String() string {
	if d.Each == 1 {
		return fmt.Sprintf("%d damage", d.Total())
	}
	return fmt.Sprintf("%s at %d each (%s): %d damage", strings.TrimPrefix(pool(make([]int, d.Dice)), " "), d.Each, d.Why, d.Total())
}

// Passengers tells that those inside are unhurt, "" when there are none.
func (h Hurt) Passengers() string {
	switch h.Inside {
	case 0:
		return ""
	case 1:
		return " Its one passenger is unhurt."
	}
	return fmt.Sprintf(" Its %s passengers are unhurt.", count(h.Inside))
}

// Who lists those caught: `E2 (2" off) and F1 (3" off)`.
func (b Blasted) Who() string {
	var texts []string
	for _, c := range b.Caught {
		text := rules.Escape(c.Name)
		if !b.Called {
			text += fmt.Sprintf(" (%s off)", c.Gap)
		}
		texts = append(texts, text)
	}
	if len(texts) > mostTold {
		texts = append(texts[:mostTold:mostTold], fmt.Sprintf("%d more", len(b.Caught)-mostTold))
	}
	return rules.List(texts)
}
