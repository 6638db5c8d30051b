package rules_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"umpire/rules"
)

func TestExportedFightVerifies(t *testing.T) {
	b := recordedFight(t)
	found, err := rules.Verify(b.Log)
	if err != nil {
		t.Fatal(err)
	}
	if found.Lines != len(b.Log) || found.Redone == 0 || found.Picks == 0 || found.Sealed != 0 {
		t.Errorf("found was %+v of %d lines", found, len(b.Log))
	}
}

func TestExportWithoutSecretPartsVerifiesAsFarAsItGoes(t *testing.T) {
	b := recordedFight(t)
	log := slices.Clone(b.Log[:len(b.Log)-1])
	for i := range log {
		log[i].Secret = rules.Secret{}
	}
	found, err := rules.Verify(log)
	if err != nil {
		t.Fatal(err)
	}
	if found.Redone != 0 || found.Sealed == 0 {
		t.Errorf("found was %+v", found)
	}
}

func TestVerifyNamesTheFirstLineThatDoesNotHold(t *testing.T) {
	b := recordedFight(t)
	for i, line := range b.Log {
		public := line.Public()
		for at := 0; at < len(public); at += 7 {
			forged := slices.Clone(public)
			forged[at] ^= 1
			again, err := rules.ParseEntry(forged, secretPart(t, line), line.Chain)
			if err != nil || bytes.Equal(again.Public(), public) {
				continue
			}
			log := slices.Clone(b.Log)
			log[i] = again
			if _, err := rules.Verify(log); err == nil || !strings.Contains(err.Error(), "line "+strconv.Itoa(i+1)+" ") {
				t.Fatalf("line %d as %s: %v", i+1, forged, err)
			}
		}
		if i > 0 {
			if _, err := rules.Verify(slices.Delete(slices.Clone(b.Log), i-1, i)); err == nil {
				t.Errorf("nobody misses line %d", i)
			}
		}
	}
}

// A forger who chains the lines anew is still found by seals and dice.
func TestVerifyFindsForgeriesUnderANewChain(t *testing.T) {
	for name, forge := range map[string]func(log []rules.Entry) bool{
		"a die": func(log []rules.Entry) bool {
			for i := range log {
				if rolls := log[i].Rolls; len(rolls) > 0 && !rolls[0].Hidden {
					log[i].Rolls = []rules.Rolled{rolls[0]}
					log[i].Rolls[0].Faces = []int{rolls[0].Faces[0]%6 + 1}
					return true
				}
			}
			return false
		},
		"the number of a roll": func(log []rules.Entry) bool {
			for i := range log {
				if rolls := log[i].Rolls; len(rolls) > 0 {
					log[i].Rolls = slices.Clone(rolls)
					log[i].Rolls[0].N += 3
					return true
				}
			}
			return false
		},
		"an opened pick": func(log []rules.Entry) bool {
			for i := range log {
				if opened := log[i].Opened; len(opened) > 0 {
					log[i].Opened = slices.Clone(opened)
					log[i].Opened[0].Picks = []string{"other"}
					return true
				}
			}
			return false
		},
		"a deck": func(log []rules.Entry) bool {
			for i := range log {
				if rolls := log[i].Secret.Rolls; len(rolls) > 0 {
					log[i].Secret.Rolls = slices.Clone(rolls)
					log[i].Secret.Rolls[0].Faces = slices.Clone(rolls[0].Faces)
					slices.Reverse(log[i].Secret.Rolls[0].Faces)
					return true
				}
			}
			return false
		},
		"the dice secret": func(log []rules.Entry) bool {
			log[len(log)-1].End = strings.Repeat("0", 64)
			return true
		},
		"a word": func(log []rules.Entry) bool {
			log[1].Word = "another"
			return true
		},
	} {
		log := slices.Clone(recordedFight(t).Log)
		if !forge(log) {
			t.Errorf("%s: there is none to forge", name)
		}
		rechain(log)
		if _, err := rules.Verify(log); err == nil {
			t.Errorf("%s is forged unnoticed", name)
		}
	}
}
