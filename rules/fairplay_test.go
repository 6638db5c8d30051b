package rules_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"umpire/rules"
)

// The page for sceptical players shows lines to type and what they give: the code
// must give the same, and, where there is an openssl, so must the lines.
func TestThePageForScepticsIsRight(t *testing.T) {
	page, err := os.ReadFile("../docs/fair-play.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)\n# (.*?)\n```").FindAllStringSubmatch(string(page), -1)
	roll := rules.NewSealed(vectorSecret, "K7Q2", vectorMix).Roll(17, "attack", 5, 6)
	want := []string{vectorSeal, vectorMix, "b4e08eb321a508b5", vectorPick}
	if len(blocks) != len(want) || !strings.Contains(string(page), "the five dice are "+strings.Trim(fmt.Sprint(roll), "[]")) {
		t.Fatalf("the page shows %d lines to type, and the dice should be %v", len(blocks), roll)
	}
	for i, block := range blocks {
		if block[2] != want[i] {
			t.Errorf("%s\nshould give %s, the page says %s", block[1], want[i], block[2])
		}
	}
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("no openssl here: its lines are not run")
	}
	for _, block := range blocks {
		out, err := exec.Command("sh", "-c", block[1]).Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != block[2] {
			t.Errorf("%s\ngives %q, %v; the page says %s", block[1], got, err, block[2])
		}
	}
}

// square is the chi-square of counts that should be equal.
func square(counts []int) (sum float64) {
	n := 0
	for _, c := range counts {
		n += c
	}
	mean := float64(n) / float64(len(counts))
	for _, c := range counts {
		sum += (float64(c) - mean) * (float64(c) - mean) / mean
	}
	return sum
}

// off is how many standard deviations a chi-square lies from what is expected of
// it, after Wilson and Hilferty: its cube root is nearly normal.
func off(square, free float64) float64 {
	root := 2.0 / (9 * free)
	return (math.Cbrt(square/free) - (1 - root)) / math.Sqrt(root)
}

// farOut is how far chi-square may be off: once in 100,000 fair secrets; the
// secret here is fixed, so it is or it is not.
const farOut = 4.3

// With SEEDS=1000000 it rolls ten million dice of each kind.
func TestDiceAreFairByChiSquare(t *testing.T) {
	dice := rules.NewSealed(vectorSecret, "K7Q2", vectorMix)
	rolls := trials(t, 20_000)
	for _, sides := range []int{2, 6, 10, 20, 52, 100, 300} {
		counts := make([]int, sides)
		pairs := make([]int, sides*sides) // of neighbours
		for n := 1; n <= rolls; n++ {
			faces := dice.Roll(n, "attack", 10, sides)
			for i, face := range faces {
				counts[face-1]++
				if i > 0 {
					pairs[(faces[i-1]-1)*sides+face-1]++
				}
			}
		}
		if x := off(square(counts), float64(sides-1)); x > farOut || x < -farOut {
			t.Errorf("d%d: the faces are off by %.1f", sides, x)
		}
		if x := off(square(pairs), float64(sides*sides-1)); sides <= 20 && (x > farOut || x < -farOut) {
			t.Errorf("d%d: neighbours are off by %.1f", sides, x)
		}
	}
}

// With SEEDS=100000 it shuffles a hundred thousand decks.
func TestShufflesAreFairByChiSquare(t *testing.T) {
	const size = 52
	shuffles := trials(t, 3_000)
	sys := define(rules.Step[pad]{Name: "Deal", Run: func(p *pad, turn *rules.Turn) error {
		for range 1000 {
			turn.Say(Note{fmt.Sprint(turn.Shuffle("deck:1:1", size))})
		}
		turn.End(rules.Outcome{})
		return nil
	}})
	places := make([]int, size*size) // card by place
	for fight := range (shuffles + 999) / 1000 {
		b := begin(t, sys, fmt.Sprint("shuffles ", fight))
		for _, e := range b.Log {
			for _, r := range e.Secret.Rolls {
				for place, card := range r.Faces {
					places[place*size+card]++
				}
			}
		}
	}
	// Each shuffle fills each place and moves each card once.
	if x := off(square(places)*(size-1)/size, (size-1)*(size-1)); x > farOut || x < -farOut {
		t.Errorf("the places of the cards are off by %.1f", x)
	}
}

// Whoever has all that is public after a step, the seals opened so far and one
// side's own secrets, and knows the recipe, still lacks its key: no text among
// them gives the next roll, and two fights that are alike in all of it but the
// sealed secret roll differently.
func TestNothingPublicGivesTheNextRoll(t *testing.T) {
	b := recordedFight(t)
	secret := b.Log[len(b.Log)-1].End
	tried := 0
	for n := range b.Log {
		next := nextRoll(b.Log[n+1:])
		if next == nil {
			break
		}
		for seat := rules.Everyone; seat <= 2; seat++ {
			text := string(rules.WriteRecord(rules.OwnRecord(b.Log[:n+1], seat)))
			if strings.Contains(text, secret) {
				t.Fatalf("the secret stands in what seat %d has at line %d", seat, n+1)
			}
			for _, key := range append(regexp.MustCompile(`[0-9A-Za-z ]{4,}`).FindAllString(text, -1), "", vectorMix, b.Fight.Mix()) {
				for _, dice := range []rules.Sealed{rules.NewSealed(key, "T1", b.Fight.Mix()), rules.NewSealed(key, "T1", ""), rules.NewSealed(b.Fight.Mix(), "T1", key)} {
					if faces := dice.Roll(next.N, next.Kind, 12, next.Sides); fmt.Sprint(faces) == fmt.Sprint(rules.NewSealed(secret, "T1", b.Fight.Mix()).Roll(next.N, next.Kind, 12, next.Sides)) {
						t.Errorf("at line %d %q gives roll %d", n+1, key, next.N)
					}
					tried++
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d keys were tried", tried)
	}
	mix := b.Fight.Mix()
	one, other := rules.NewSealed(secret, "T1", mix), rules.NewSealed(secret[1:]+"0", "T1", mix)
	if fmt.Sprint(one.Roll(1, "x", 12, 6)) == fmt.Sprint(other.Roll(1, "x", 12, 6)) {
		t.Error("another secret rolls the same")
	}
}

func nextRoll(log []rules.Entry) *rules.Rolled {
	for _, e := range log {
		for i := range e.Rolls {
			if !e.Rolls[i].Hidden {
				return &e.Rolls[i]
			}
		}
	}
	return nil
}

func TestOneLetterOfAWordChangesTheDice(t *testing.T) {
	seen := make(map[string]bool)
	for _, words := range [][]string{{"green tide", "hold the bridge"}, {"green tides", "hold the bridge"}, {"green tide", "hold the Bridge"}, {"hold the bridge", "green tide"}} {
		seen[fmt.Sprint(rules.NewSealed(vectorSecret, "K7Q2", rules.Mix(words)).Roll(17, "attack", 12, 6))] = true
	}
	if len(seen) != 4 {
		t.Errorf("four pairs of words give %d rolls", len(seen))
	}
}
