package commands

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"

	"umpire/rules"
)

// pledgePrefix begins what a wary player gives instead of a word: the word's
// SHA-256, so that nobody can look for a word of their own that suits it.
const pledgePrefix = "sha256:"

// pledgeIn finds a digest in what was typed as a word.
func pledgeIn(word string) (sum string, ok bool) {
	if len(word) < len(pledgePrefix) || !strings.EqualFold(word[:len(pledgePrefix)], pledgePrefix) {
		return "", false
	}
	return strings.ToLower(strings.TrimSpace(word[len(pledgePrefix):])), true
}

// pledge keeps the digest of a word that is opened once the others are in.
func (s *setUp) pledge(ctx context.Context, mine []int, sum string) (Reply, error) {
	if b, err := hex.DecodeString(sum); err != nil || len(b) != 32 {
		return Reply{}, rules.Refusal("After `sha256:` come 64 hex digits: the SHA-256 of your word, without a line's end after it.")
	}
	for _, i := range mine {
		c := &s.lobby.Seats[i]
		if c.Pledge != "" && c.Pledge != sum {
			return Reply{}, rules.Refusal("Your side has handed in a sealed word already. It cannot be changed; **Leave** takes it back.")
		}
		c.Ready, c.Word, c.Pledge = false, "", sum
	}
	if err := s.save(ctx, s.greet()...); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Change, Message: s.card()}, nil
}

// opens checks a word against what its side has pledged. Open: the word, or the
// Ready without one, may be taken; otherwise the reply asks for the word.
func (s *setUp) opens(mine []int, word string) (reply Reply, open bool, err error) {
	i := slices.IndexFunc(mine, func(i int) bool { return s.lobby.Seats[i].Pledge != "" })
	if i < 0 {
		return Reply{}, true, nil
	}
	for k, c := range s.lobby.Seats {
		if !c.Ready && c.Pledge == "" && !slices.Contains(mine, k) {
			return Reply{}, false, rules.Refusal("Your word is sealed. Open it when everybody else is in: press **Ready** then.")
		}
	}
	switch {
	case word == "" && s.r.Kind == Press:
		return Reply{Act: Fill, Form: &Form{Path: path("ready", s.session.ID), Title: "Open your word", Inputs: []Input{
			{ID: "word", Label: "The word whose SHA-256 you handed in", Required: true, Max: mostInWord},
		}}}, false, nil
	case rules.WordSum(word) != s.lobby.Seats[mine[i]].Pledge:
		return Reply{}, false, rules.Refusal("That is not the word whose SHA-256 you handed in: small and big letters and spaces count, and there is no line's end after it.")
	}
	return Reply{}, true, nil
}

// wordText tells of a word on the card: that it is sealed, and, while somebody has
// still to open theirs, the digest that holds a given word to what it is.
func (s *setUp) wordText(c chair) string {
	if c.Pledge != "" && !c.Ready {
		return ", **word sealed** as " + rules.Digits(c.Pledge)
	}
	if c.Ready && slices.ContainsFunc(s.lobby.Seats, func(o chair) bool { return o.Pledge != "" }) {
		return ", word " + rules.Digits(rules.WordSum(c.Word))
	}
	return ""
}
