package commands

import (
	"fmt"
	"strings"
)

// thePage is the page that is shown of so many where one was asked for: the last,
// where that one is not there, as when fewer lines are left than there were.
func thePage(page, of int) int {
	if page < 0 || page >= of {
		return max(0, of-1)
	}
	return page
}

// turning are the buttons to the pages beside one.
func turning(page, of int, to func(page int) string) []Button {
	var buttons []Button
	if page > 0 {
		buttons = append(buttons, Button{Path: to(page - 1), Label: "Page before"})
	}
	if page < of-1 {
		buttons = append(buttons, Button{Path: to(page + 1), Label: "Next page"})
	}
	return buttons
}

// pageFoot tells which page this is, where there are several.
func pageFoot(page, of int) string {
	if of < 2 {
		return ""
	}
	return fmt.Sprintf("\n-# page %d of %d", page+1, of)
}

// pageOf gives one page of lines under a head, with buttons to turn it, and which
// lines these are. A page has at most so many.
func pageOf(head string, lines []string, page, most int, to func(page int) string) (m Message, from, until int) {
	starts := []int{0}
	size := runes(head)
	for i, line := range lines {
		if i > starts[len(starts)-1] && (size+1+runes(line) > textLimit || i-starts[len(starts)-1] == most) {
			starts, size = append(starts, i), runes(head)
		}
		size += 1 + runes(line)
	}
	page = thePage(page, len(starts))
	from, until = starts[page], len(lines)
	if page+1 < len(starts) {
		until = starts[page+1]
	}
	m.Text = clip(strings.Join(append([]string{head}, lines[from:until]...), "\n"), 1950) + pageFoot(page, len(starts))
	if turn := turning(page, len(starts), to); len(turn) > 0 {
		m.Rows = []Row{{Buttons: turn}}
	}
	return m, from, until
}
