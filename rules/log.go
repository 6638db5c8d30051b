package rules

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Stamp is who writes a log line and when: By is the person's key in this fight
// ("p1"), At is UTC milliseconds. Nonce gives 32 fresh hex digits a call; they
// salt the seals of what the line hides. Reason is why, where the human umpire
// decides.
type Stamp struct {
	By     string
	At     int64
	Reason string
	Nonce  func() string
}

// Entry is one line of a fight's log. Exactly one of Setup, Pledge, Word, Begin,
// Reply, Undo, Upgrade, Seats, Object, Stand, Withdraw, Loose, Note, Pause, Resume
// and End is set. What is hidden is blanked here, sealed, and kept whole in
// Secret. Chain is SHA-256 over the chain of the line before, a newline, and the
// public JSON of this line.
type Entry struct {
	Line     int        `json:"line"`
	By       string     `json:"by,omitempty"`
	At       int64      `json:"at"`
	Reason   string     `json:"reason,omitempty"` // why, where the human umpire decides
	Setup    *Opening   `json:"setup,omitempty"`
	Pledge   string     `json:"pledge,omitempty"` // SHA-256 of a word that is yet to be given
	Word     string     `json:"word,omitempty"`
	Begin    bool       `json:"begin,omitempty"`
	Seat     Seat       `json:"seat,omitempty"` // of whatever a seat does
	Reply    *Reply     `json:"reply,omitempty"`
	Undo     *int       `json:"undo,omitempty"`   // the line whose state is restored
	Agreed   string     `json:"agreed,omitempty"` // of Undo: who agreed; empty where nobody had to
	Upgrade  int        `json:"upgrade,omitempty"`
	Before   string     `json:"before,omitempty"` // of Upgrade: the seal of the fight as it stood before
	Seats    [][]string `json:"seats,omitempty"`
	Object   string     `json:"object,omitempty"`   // the reason of an objection
	Stand    bool       `json:"stand,omitempty"`    // an objection is settled
	Withdraw bool       `json:"withdraw,omitempty"` // a declaration is taken back
	Lapse    bool       `json:"lapse,omitempty"`    // of Stand or Withdraw: the other side let it lapse
	Loose    string     `json:"loose,omitempty"`    // what was told of loose dice
	Note     string     `json:"note,omitempty"`     // a remark that somebody added
	Link     string     `json:"link,omitempty"`     // of Note: what it is about
	Pause    bool       `json:"pause,omitempty"`    // the umpire stops the clock
	Resume   bool       `json:"resume,omitempty"`   // and lets it run again
	End      string     `json:"end,omitempty"`      // the dice secret, opened
	Rolls    []Rolled   `json:"rolls,omitempty"`
	Opened   []Opened   `json:"opened,omitempty"`
	PickSeal string     `json:"pick_seal,omitempty"`
	RollSeal string     `json:"roll_seal,omitempty"`

	Secret Secret `json:"-"`
	Chain  string `json:"-"`
}

// Opening is the first line: which system and version, what it starts from, who
// sits where (people's keys by seat), and the seal of the dice. Salt keeps the chain
// that is posted from telling by trial what a sheet hides; "" where none does.
type Opening struct {
	Fight   string     `json:"fight"`
	System  string     `json:"system"`
	Version int        `json:"version"`
	Setup   Setup      `json:"setup"`
	People  [][]string `json:"people"`
	Seal    string     `json:"seal"`
	Salt    string     `json:"salt,omitempty"`
}

// Secret is the hidden part of a log line.
type Secret struct {
	Picks       []string        `json:"picks,omitempty"`
	PickNonce   string          `json:"pick_nonce,omitempty"`
	Rolls       []Rolled        `json:"rolls,omitempty"`
	RollNonce   string          `json:"roll_nonce,omitempty"`
	Before      json.RawMessage `json:"before,omitempty"` // the snapshot that an upgrade found
	BeforeNonce string          `json:"before_nonce,omitempty"`
}

// Empty tells whether the line hides nothing.
func (s Secret) Empty() bool {
	return len(s.Picks)+len(s.Rolls)+len(s.Before) == 0 && s.PickNonce == "" && s.RollNonce == "" && s.BeforeNonce == ""
}

// Own is the part of the secret that the line's own seat knows: its pick, but
// not how a deck lies.
func (s Secret) Own() Secret { return Secret{Picks: s.Picks, PickNonce: s.PickNonce} }

// Opened is one sealed pick turned up: anyone can now redo its seal.
type Opened struct {
	Line  int      `json:"line"`  // of the reply that sealed it
	Asked int      `json:"asked"` // with the three below, what PickSeal takes
	By    string   `json:"by"`
	Picks []string `json:"picks"`
	Nonce string   `json:"nonce"`
	Ask   string   `json:"ask"`
	Seat  Seat     `json:"seat"`
	Seal  string   `json:"seal"`
}

// Public is the JSON that the chain covers.
func (e Entry) Public() []byte {
	b, err := json.Marshal(e)
	if err != nil {
		panic(fmt.Sprintf("rules: a log line does not become JSON: %v", err))
	}
	return b
}

// chained closes the line over the chain before it.
func (e Entry) chained(before string) Entry {
	e.Chain = digest(before + "\n" + string(e.Public()))
	return e
}

// rollSeal is the seal of the line's hidden rolls.
func rollSeal(fight string, line int, rolls []Rolled, nonce string) string {
	var b strings.Builder
	for _, r := range rolls {
		fmt.Fprintf(&b, "%d %s %v;", r.N, r.Kind, r.Faces)
	}
	return digest(fmt.Sprintf("rolls-v1|%s|%d|%s|%s", fight, line, b.String(), nonce))
}

// beforeSeal is the seal of the snapshot that an upgrade found.
func beforeSeal(fight string, line int, snapshot []byte, nonce string) string {
	return digest(fmt.Sprintf("before-v1|%s|%d|%s|%s", fight, line, snapshot, nonce))
}

// ParseEntry reads a line as it was stored: its public JSON, its secret JSON
// (nil where it is left out) and its chain.
func ParseEntry(public, secret []byte, chain string) (Entry, error) {
	e := Entry{Chain: chain}
	if err := json.Unmarshal(public, &e); err != nil {
		return e, fmt.Errorf("read log line: %w", err)
	}
	if len(secret) > 0 {
		if err := json.Unmarshal(secret, &e.Secret); err != nil {
			return e, fmt.Errorf("read secret part of log line %d: %w", e.Line, err)
		}
	}
	return e, nil
}
