package rules

// Facts that the engine itself tells.
type (
	// Locked: a seat has sealed a pick while others still choose. Changed: it
	// had sealed another before. Seal is 64 hex digits. Waiting are the others who still choose; none
	// where nobody waits for the choice.
	Locked struct {
		Seat    Seat
		Seal    string
		Changed bool
		Waiting []Seat
	}
	// Forced: an open choice had one legal answer, which was taken.
	Forced struct {
		Seat  Seat
		Label string
	}
	// AskedAgain: what a seat is asked has changed by an order or a correction, so
	// its answer counts no more.
	AskedAgain struct{ Seat Seat }
	// Lapsed: a decision fell to its default; Reason is the umpire's, who had it
	// fall.
	Lapsed struct {
		Seat   Seat
		Step   string
		Reason string
	}
	// Shown: a face-down pick was shown to the hearer alone.
	Shown struct {
		Of     Seat
		Labels []string
	}
	// Unsealed: a pick that still lay face down when the fight ended.
	Unsealed struct {
		Of     Seat
		Labels []string
	}
	// Undone: the fight went back, as Seat asked, to where it stood after line To.
	// Agreed: the other side had to agree, and did.
	Undone struct {
		Seat   Seat
		To     int
		Agreed bool
	}
	// DiceOpened: the secret of the dice is opened. Both are 64 hex digits.
	DiceOpened struct{ Seal, Secret string }
	// Upgraded: the fight goes on under newer rules. SetAside: a unit that
	// waited in its middle went back to its start.
	Upgraded struct {
		From, To int
		SetAside bool
	}
	// Finished: the fight is over.
	Finished struct{ Outcome Outcome }
)

// engineLines are the sentences for the facts above.
const engineLines = `
{{define "Locked"}}-# {{seat .Seat}} has {{if .Changed}}changed to another sealed choice{{else}}locked a choice{{end}}. Seal {{digits .Seal}}.{{if .Waiting}} {{range $i, $s := .Waiting}}{{if $i}} and {{end}}{{seat $s}}{{end}} {{if gt (len .Waiting) 1}}are{{else}}is{{end}} still choosing.{{end}}{{end}}
{{define "Forced"}}-# {{seat .Seat}} had one choice, so it is made: {{.Label}}.{{end}}
{{define "AskedAgain"}}{{seat .Seat}} had chosen, but the question has changed: the choice must be made again.{{end}}
{{define "Lapsed"}}{{if .Reason}}**The umpire lets {{seat .Seat}}'s decision fall to its default:** “{{name .Reason}}”{{else}}{{seat .Seat}} let the decision lapse. Its default counts.{{end}}{{end}}
{{define "Shown"}}{{seat .Of}}'s face-down choice is **{{list .Labels}}**. Only you see this.{{end}}
{{define "Unsealed"}}-# {{seat .Of}}'s face-down choice was {{list .Labels}}.{{end}}
{{define "Undone"}}**{{seat .Seat}} takes the last step back{{if .Agreed}}, and the other side agrees{{end}}.** It stands again as after step {{.To}}. What was told since counts no more, but stays in the record.{{end}}
{{define "DiceOpened"}}-# The dice, sealed as {{digits .Seal}}, are opened. Their secret was {{.Secret}}. Every roll can be redone: **/log** gives the record, and it says how to check it.{{end}}
{{define "Upgraded"}}-# The rules were mended (version {{.From}} to {{.To}}); the fight goes on under the new ones.{{if .SetAside}} What was being resolved went back to its start.{{end}}{{end}}
{{define "Finished"}}**{{if gt .Outcome.Winner 0}}{{seat .Outcome.Winner}} wins.{{else}}The fight ends without a winner.{{end}}** {{.Outcome.Why}}{{end}}
`
