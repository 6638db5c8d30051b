package forbidden

import (
	"fmt"
	"strconv"
	"strings"
)

// Verb is one thing that an ability can do.
type Verb string

// The vocabulary. An ability in a deck file is a sentence made of these.
const (
	gainTokens   Verb = "gain N TOKEN tokens"
	gainDice     Verb = "gain N FACE dice"
	rollDice     Verb = "roll N extra dice"
	loseDice     Verb = "enemy loses N FACE dice"
	loseTokens   Verb = "enemy loses N TOKEN tokens"
	enemyRerolls Verb = "enemy rerolls N FACE dice"
	rerollFace   Verb = "reroll up to N FACE dice"
	rerollAny    Verb = "reroll up to N dice"
	turnUpTo     Verb = "turn up to N dice to FACE"
	turnDice     Verb = "turn N dice to FACE"
	rally        Verb = "rally N units"
	rout         Verb = "rout N enemy units"
	enemyRouts   Verb = "enemy routs N units"
	destroy      Verb = "destroy N enemy units"
	destroyDown  Verb = "destroy N routed enemy units"
	enemyKills   Verb = "enemy destroys N units"
	retreat      Verb = "retreat N units"
	enemyRetreat Verb = "enemy retreats N units"
	look         Verb = "look at the enemy card"
	steadfast    Verb = "own units cannot be routed this round"
	hunt         Verb = "enemy units routed this round are destroyed unless a morale die is spent"
)

func verbs() []Verb {
	return []Verb{
		gainTokens, gainDice, rollDice, loseDice, loseTokens, enemyRerolls, rerollFace, rerollAny, turnUpTo, turnDice,
		rally, rout, enemyRouts, destroy, destroyDown, enemyKills, retreat, enemyRetreat, look, steadfast, hunt,
	}
}

// Condition is when an ability counts.
type Condition string

// The conditions, as a sentence begins with them: "if attacking, …".
const (
	always      Condition = ""
	attacking   Condition = "attacking"
	defending   Condition = "defending"
	enemyRouted Condition = "the enemy has a routed unit"
	ownRouted   Condition = "you have a routed unit"
)

// Act is a verb with its number and icon.
type Act struct {
	Do   Verb
	N    int
	Face Face
}

// Effect is one ability. With several Ways the owner chooses one that can
// happen; with Else the first that can happen is taken. Price dice of the face
// Pay are spent for it, if the owner likes; May: it is declined at will.
type Effect struct {
	Text  string
	If    Condition
	May   bool
	Pay   Face
	Price int
	Ways  []Act
	Else  bool
}

// ParseEffect reads an ability: an optional condition ("if attacking, "), then
// "may " or a cost ("spend 1 morale die to "), then acts joined by " or ", or by
// ", else ". The error names what is not in the vocabulary.
func ParseEffect(text string) (Effect, error) {
	e := Effect{Text: text}
	rest := strings.Join(strings.Fields(text), " ")
	if cond, after, ok := strings.Cut(rest, ", "); ok && strings.HasPrefix(cond, "if ") {
		e.If, rest = Condition(strings.TrimPrefix(cond, "if ")), after
		switch e.If {
		case attacking, defending, enemyRouted, ownRouted:
		default:
			return e, fmt.Errorf("unknown condition %q: write attacking, defending, the enemy has a routed unit, or you have a routed unit", e.If)
		}
	}
	if after, ok := strings.CutPrefix(rest, "may "); ok {
		e.May, rest = true, after
	}
	if cost, after, ok := strings.Cut(rest, " to "); ok && strings.HasPrefix(cost, "spend ") {
		paid, err := matchWords("spend N FACE dice", cost)
		if err != nil {
			return e, err
		}
		e.Pay, e.Price, rest = paid.Face, paid.N, after
	}
	parts := strings.Split(rest, ", else ")
	if e.Else = len(parts) > 1; !e.Else {
		parts = strings.Split(rest, " or ")
	}
	for _, part := range parts {
		act, err := parseAct(part)
		if err != nil {
			return e, err
		}
		e.Ways = append(e.Ways, act)
	}
	return e, nil
}

func parseAct(text string) (Act, error) {
	for _, v := range verbs() {
		if act, err := matchWords(v, text); err == nil {
			return act, nil
		}
	}
	return Act{}, fmt.Errorf("unknown effect %q: the effects are written %s", text, vocabulary())
}

func vocabulary() string {
	var words []string
	for _, v := range verbs() {
		words = append(words, fmt.Sprintf("%q", string(v)))
	}
	return strings.Join(words, ", ")
}

// matchWords matches a sentence with a verb, word by word.
func matchWords(v Verb, text string) (Act, error) {
	act := Act{Do: v}
	form, words := strings.Fields(string(v)), strings.Fields(many(text))
	if len(form) != len(words) {
		return act, fmt.Errorf("%q is not %q", text, v)
	}
	for i, want := range form {
		word := words[i]
		switch want {
		case "N":
			n, err := strconv.Atoi(word)
			if err != nil || n < 1 || n > mostDice {
				return act, fmt.Errorf("%q is not a number from 1 to %d", word, mostDice)
			}
			act.N = n
		case "FACE", "TOKEN":
			act.Face = Face(word)
			if act.Face != Offence && act.Face != Defence && (want == "TOKEN" || act.Face != Morale) {
				return act, fmt.Errorf("%q is not an icon", word)
			}
		default:
			if word != want {
				return act, fmt.Errorf("%q is not %q", text, v)
			}
		}
	}
	return act, nil
}

// many puts the words that a number may leave single in their plural.
func many(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		switch {
		case w == "die" && i > 0 && words[i-1] != "a" && !strings.HasSuffix(text, "is spent"):
			words[i] = "dice"
		case w == "token", w == "unit":
			words[i] = w + "s"
		}
	}
	return strings.Join(words, " ")
}

// String tells the act as a card prints it: "gain 2 offence tokens".
func (a Act) String() string {
	words := strings.Fields(string(a.Do))
	for i, w := range words {
		switch w {
		case "N":
			words[i] = strconv.Itoa(a.N)
		case "FACE", "TOKEN":
			words[i] = string(a.Face)
		}
	}
	text := strings.Join(words, " ")
	if a.N != 1 {
		return text
	}
	return strings.NewReplacer("dice", "die", "tokens", "token", "units", "unit").Replace(text)
}
