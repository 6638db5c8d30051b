package rules_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// recordedFight is a log with picks, rolls, an undo and an end.
func recordedFight(t *testing.T) *rulestest.Table {
	b := begin(t, rulestest.ProvingGround(), "secret")
	held := func(seat rules.Seat, ask string) string {
		for _, q := range b.Fight.Asks(seat) {
			if q.ID == ask {
				return q.Options[0].ID
			}
		}
		t.Fatalf("seat %d is not asked %s", seat, ask)
		return ""
	}
	play(t, b, pick(b, 1, "card1", held(1, "card1")), pick(b, 1, "stance", "hold"), pick(b, 2, "card2", held(2, "card2")),
		pick(b, 1, "trap", "pit"), pick(b, 2, "scout", "scout"),
		ordered(b, 1, "strike", map[string]string{"who": "a1", "target": "b1"}), pick(b, 1, "aim", "low"), pick(b, 2, "guard", "high"))
	play(t, b, back(b))
	play(t, b, ordered(b, 1, "draw", nil), ordered(b, rules.Umpire, "end", map[string]string{"reason": "late"}), rulestest.Move{Close: true})
	return b
}

func TestLogGivesTheFightAgain(t *testing.T) {
	b := recordedFight(t)
	f, told, err := rules.Replay(b.Fight.System(), b.Log)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(f.Snapshot(), b.Fight.Snapshot()) || len(told) != len(b.Told) {
		t.Error("the log gives another fight")
	}
}

func TestChainBreaksWhenAPublicByteChanges(t *testing.T) {
	b := recordedFight(t)
	for i, line := range b.Log {
		public := line.Public()
		for at := 0; at < len(public); at += 5 {
			forged := slices.Clone(public)
			forged[at] ^= 1
			again, err := rules.ParseEntry(forged, secretPart(t, line), line.Chain)
			if err != nil {
				continue
			}
			if bytes.Equal(again.Public(), public) {
				continue // a key in another case
			}
			log := slices.Clone(b.Log)
			log[i] = again
			if _, _, err := rules.Replay(b.Fight.System(), log); err == nil {
				t.Fatalf("line %d is believed as %s", line.Line, forged)
			}
		}
	}
}

func TestChainBreaksWhenLinesAreMovedOrLeftOut(t *testing.T) {
	b := recordedFight(t)
	sys := b.Fight.System()
	for i := range b.Log[1:] {
		without := slices.Delete(slices.Clone(b.Log), i, i+1)
		if _, _, err := rules.Replay(sys, without); err == nil {
			t.Errorf("nobody misses line %d", i+1)
		}
		swapped := slices.Clone(b.Log)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		if _, _, err := rules.Replay(sys, swapped); err == nil {
			t.Errorf("lines %d and %d change places unnoticed", i+1, i+2)
		}
		twice := slices.Insert(slices.Clone(b.Log), i, b.Log[i])
		if _, _, err := rules.Replay(sys, twice); err == nil {
			t.Errorf("line %d twice is not noticed", i+1)
		}
	}
}

func TestSecretPartMustFitItsSeal(t *testing.T) {
	b := recordedFight(t)
	tried := 0
	for i, line := range b.Log {
		for _, forge := range []func(*rules.Secret){
			func(s *rules.Secret) { s.Picks = append([]string{"other"}, s.Picks...)[:len(s.Picks)] },
			func(s *rules.Secret) { s.PickNonce = turned(s.PickNonce) },
			func(s *rules.Secret) { s.RollNonce = turned(s.RollNonce) },
			func(s *rules.Secret) {
				for k := range s.Rolls {
					s.Rolls[k].Faces = slices.Clone(s.Rolls[k].Faces)
					slices.Reverse(s.Rolls[k].Faces)
				}
			},
		} {
			log := slices.Clone(b.Log)
			var secret rules.Secret
			if err := json.Unmarshal(secretPart(t, line), &secret); err != nil {
				t.Fatal(err)
			}
			forge(&secret)
			if same, _ := json.Marshal(secret); bytes.Equal(same, secretPart(t, line)) {
				continue
			}
			tried++
			log[i].Secret = secret
			if _, _, err := rules.Replay(b.Fight.System(), log); err == nil {
				t.Errorf("line %d is believed with the secret part %+v", line.Line, secret)
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d secret parts were forged", tried)
	}
}

// A forger who chains the lines anew is still found: numbers of rolls are given
// out one by one.
func TestRollNumbersCannotBeChangedEvenWithANewChain(t *testing.T) {
	b := recordedFight(t)
	forged := false
	for i := range b.Log {
		log := slices.Clone(b.Log)
		if len(log[i].Rolls) == 0 || log[i].Rolls[0].Hidden {
			continue
		}
		forged = true
		log[i].Rolls = slices.Clone(log[i].Rolls)
		log[i].Rolls[0].N += 7
		rechain(log)
		if _, _, err := rules.Replay(b.Fight.System(), log); err == nil || !strings.Contains(err.Error(), "should be roll") {
			t.Errorf("line %d: %v", i+1, err)
		}
	}
	if !forged {
		t.Error("the log has no open roll")
	}
}

func rechain(log []rules.Entry) {
	chain := ""
	for i := range log {
		sum := sha256.Sum256([]byte(chain + "\n" + string(log[i].Public())))
		chain = hex.EncodeToString(sum[:])
		log[i].Chain = chain
	}
}

func secretPart(t *testing.T, line rules.Entry) []byte {
	body, err := json.Marshal(line.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func turned(nonce string) string {
	if nonce == "" {
		return ""
	}
	return nonce[1:] + nonce[:1]
}
