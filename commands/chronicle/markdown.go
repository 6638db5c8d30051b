package chronicle

import (
	"fmt"
	"html"
	"strings"
	"unicode"

	"umpire/rules"
)

// run is a piece of one line of a told text.
type run struct {
	text string
	bold bool
}

// lines takes a told text apart: its lines, and which of them are small print.
func lines(markdown string) (parts [][]run, small []bool) {
	for line := range strings.SplitSeq(markdown, "\n") {
		rest, isSmall := strings.CutPrefix(line, "-# ")
		rest = strings.TrimPrefix(rest, "> ")
		parts, small = append(parts, runs(rest)), append(small, isSmall)
	}
	return parts, small
}

// runs reads the markdown that the narration uses: bold, and a backslash before
// what would be markdown. Other marks are left out.
func runs(line string) []run {
	var list []run
	var text strings.Builder
	bold := false
	flush := func() {
		if text.Len() > 0 {
			list = append(list, run{text.String(), bold})
			text.Reset()
		}
	}
	r := []rune(line)
	for i := 0; i < len(r); i++ {
		switch {
		case r[i] == '\\' && i+1 < len(r) && (unicode.IsPunct(r[i+1]) || unicode.IsSymbol(r[i+1])):
			i++
			text.WriteRune(r[i])
		case r[i] == '*' && i+1 < len(r) && r[i+1] == '*':
			flush()
			bold = !bold
			i++
		case r[i] == '*', r[i] == '`', r[i] == '\u200b':
		default:
			text.WriteRune(r[i])
		}
	}
	flush()
	return list
}

// bare is a told text without its markdown.
func bare(markdown string) string {
	parts, _ := lines(markdown)
	var out []string
	for _, part := range parts {
		var line strings.Builder
		for _, r := range part {
			line.WriteString(r.text)
		}
		out = append(out, line.String())
	}
	return strings.Join(out, "\n")
}

// Text writes the fight as plain text.
func (f *Fight) Text() ([]byte, error) {
	steps, err := f.steps()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, line := range f.head() {
		fmt.Fprintln(&b, line)
	}
	for _, s := range steps {
		fmt.Fprintf(&b, "\nStep %d · %s UTC · %s: %s\n", s.line, s.when, s.who, s.deed)
		if s.struck > 0 {
			fmt.Fprintf(&b, "  (taken back in step %d; it counts no more)\n", s.struck)
		}
		for _, text := range s.texts {
			fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(bare(text), "\n", "\n  "))
		}
		for _, roll := range s.rolls {
			fmt.Fprintf(&b, "  %s\n", roll)
		}
		fmt.Fprintf(&b, "  chain %s\n", s.chain)
	}
	return []byte(b.String()), nil
}

// Markdown writes the fight as markdown.
func (f *Fight) Markdown() ([]byte, error) {
	steps, err := f.steps()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for i, line := range f.head() {
		if i == 0 {
			fmt.Fprintf(&b, "# %s\n\n", rules.Escape(line))
			continue
		}
		fmt.Fprintf(&b, "- %s\n", rules.Escape(line))
	}
	for _, s := range steps {
		fmt.Fprintf(&b, "\n## Step %d\n\n%s UTC, %s: %s\n", s.line, s.when, rules.Escape(s.who), rules.Escape(s.deed))
		if s.struck > 0 {
			fmt.Fprintf(&b, "\n*Taken back in step %d; it counts no more.*\n", s.struck)
		}
		for _, text := range s.texts {
			fmt.Fprintf(&b, "\n%s\n", quoted(text))
		}
		b.WriteString("\n")
		for _, roll := range s.rolls {
			fmt.Fprintf(&b, "- %s\n", rules.Escape(roll))
		}
		fmt.Fprintf(&b, "- chain `%s`\n", s.chain)
	}
	return []byte(b.String()), nil
}

// quoted sets a told text as a quotation. Discord's small print is none elsewhere.
func quoted(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		out = append(out, "> "+strings.TrimPrefix(strings.TrimPrefix(line, "> "), "-# "))
	}
	return strings.Join(out, "  \n")
}

// pageStyle dresses the page; it needs nothing from elsewhere.
const pageStyle = `body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fffdf8}
h1{font-size:1.5rem}section{border-top:1px solid #cfc8b8;padding:.6rem 0}h2{font-size:1rem;margin:.2rem 0}
p{margin:.3rem 0}small,.proof{color:#555;font-size:.85rem}.proof{overflow-wrap:anywhere;margin:.3rem 0;padding-left:1.2rem}
.struck{border-left:.4rem double #777;padding-left:.8rem}
@media (prefers-color-scheme:dark){body{color:#eee;background:#191919}small,.proof{color:#aaa}section{border-color:#444}}`

// Page writes the fight as one self-contained page of HTML.
func (f *Fight) Page() ([]byte, error) {
	steps, err := f.steps()
	if err != nil {
		return nil, err
	}
	head := f.head()
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"+
		"<title>%[1]s</title><style>%[2]s</style></head><body>\n<h1>%[1]s</h1>\n<ul>\n", html.EscapeString(head[0]), pageStyle)
	for _, line := range head[1:] {
		fmt.Fprintf(&b, "<li>%s</li>\n", html.EscapeString(line))
	}
	b.WriteString("</ul>\n")
	for _, s := range steps {
		s.page(&b)
	}
	b.WriteString("</body></html>\n")
	return []byte(b.String()), nil
}

func (s step) page(b *strings.Builder) {
	class := ""
	if s.struck > 0 {
		class = ` class="struck"`
	}
	fmt.Fprintf(b, "<section id=\"step-%d\"%s><h2>Step %[1]d</h2>\n<p><small>%[3]s UTC, %[4]s: %[5]s</small></p>\n", s.line, class,
		s.when, html.EscapeString(s.who), html.EscapeString(s.deed))
	if s.struck > 0 {
		fmt.Fprintf(b, "<p>Taken back in <a href=\"#step-%d\">step %[1]d</a>; it counts no more.</p>\n", s.struck)
	}
	for _, text := range s.texts {
		parts, small := lines(text)
		for i, part := range parts {
			b.WriteString("<p>")
			if small[i] {
				b.WriteString("<small>")
			}
			for _, r := range part {
				if r.bold {
					fmt.Fprintf(b, "<strong>%s</strong>", html.EscapeString(r.text))
				} else {
					b.WriteString(html.EscapeString(r.text))
				}
			}
			if small[i] {
				b.WriteString("</small>")
			}
			b.WriteString("</p>\n")
		}
	}
	b.WriteString("<ul class=\"proof\">\n")
	for _, roll := range s.rolls {
		fmt.Fprintf(b, "<li>%s</li>\n", html.EscapeString(roll))
	}
	fmt.Fprintf(b, "<li>chain %s</li></ul></section>\n", s.chain)
}
