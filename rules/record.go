package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// recordForm names the form of the records that WriteRecord writes.
const recordForm = "umpire-v1"

// recordLine is one line of a record: a log line's public JSON as the chain
// covers it, its secret part unless that is left out, and the chain after it.
type recordLine struct {
	Public json.RawMessage `json:"public"`
	Secret *Secret         `json:"secret,omitempty"`
	Chain  string          `json:"chain"`
}

// recordEnd is the last line of a record, so that nobody cuts it short unnoticed.
type recordEnd struct {
	Record string `json:"record"`
	Fight  string `json:"fight"`
	Lines  int    `json:"lines"`
	Chain  string `json:"chain"`
}

// WriteRecord gives a log as a machine reads it: JSON, a line of text for each
// line of the log, and one more that counts them.
func WriteRecord(log []Entry) []byte {
	var out bytes.Buffer
	end := recordEnd{Record: recordForm, Lines: len(log)}
	for _, e := range log {
		line := recordLine{Public: e.Public(), Chain: e.Chain}
		if !e.Secret.Empty() {
			line.Secret = &e.Secret
		}
		if e.Setup != nil {
			end.Fight = e.Setup.Fight
		}
		end.Chain = e.Chain
		out.Write(jsonLine(line))
	}
	out.Write(jsonLine(end))
	return out.Bytes()
}

func jsonLine(value any) []byte {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("rules: a line of a record does not become JSON: %v", err))
	}
	return append(b, '\n')
}

// ReadRecord reads what WriteRecord wrote. It takes every line only as it would
// write it itself, so that nothing can hide beside what Verify checks. The error
// names the first line that is not so.
func ReadRecord(text []byte) ([]Entry, error) {
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	var log []Entry
	chain := ""
	for i, raw := range lines[:len(lines)-1] {
		e, err := readLine(bytes.TrimSuffix(raw, []byte("\r")))
		if err == nil && e.chained(chain).Chain != e.Chain {
			err = fault("the chain after it is not %s", e.Chain)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d does not hold: %w", i+1, err)
		}
		chain = e.Chain
		log = append(log, e)
	}
	last := bytes.TrimSuffix(lines[len(lines)-1], []byte("\r"))
	end := recordEnd{Record: recordForm, Lines: len(log)}
	if len(log) > 0 {
		end.Chain = log[len(log)-1].Chain
		if log[0].Setup != nil {
			end.Fight = log[0].Setup.Fight
		}
	}
	if string(last)+"\n" != string(jsonLine(end)) {
		return nil, fault("line %d does not hold: a record's last line counts its lines and repeats the last chain; this one does not, so lines are missing, or it is no record", len(lines))
	}
	return log, nil
}

func readLine(raw []byte) (Entry, error) {
	var line recordLine
	if err := json.Unmarshal(raw, &line); err != nil {
		return Entry{}, fault("it is no line of a record: %v", err)
	}
	e, err := ParseEntry(line.Public, nil, line.Chain)
	if err != nil {
		return Entry{}, err
	}
	again := recordLine{Public: e.Public(), Chain: e.Chain}
	if line.Secret != nil {
		e.Secret, again.Secret = *line.Secret, line.Secret
	}
	if !bytes.Equal(jsonLine(again), append(bytes.Clone(raw), '\n')) {
		return Entry{}, fault("it is not written as a record is")
	}
	return e, nil
}

// OwnRecord gives a log as seats may have it before the end, and without any as
// spectators may: of the secret parts it leaves only the seats' own picks.
func OwnRecord(log []Entry, seats ...Seat) []Entry {
	own := make([]Entry, len(log))
	for i, e := range log {
		secret := Secret{}
		if e.Seat > Everyone && slices.Contains(seats, e.Seat) {
			secret = e.Secret.Own()
		}
		own[i] = e
		own[i].Secret = secret
	}
	return own
}

// Whole tells whether a log has the secret part of all that it hides.
func Whole(log []Entry) bool {
	for _, e := range log {
		s := e.Secret
		if e.PickSeal != "" && s.PickNonce == "" || e.RollSeal != "" && s.RollNonce == "" || e.Before != "" && s.BeforeNonce == "" {
			return false
		}
	}
	return true
}
