package sandbox_test

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"umpire/bot/sandbox"
)

// references finds what a file of the page loads: modules by import, the rest
// by href and src.
func references(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?:from |import |href=|src=)"(\.?/?[\w.-]+)"`).FindAllStringSubmatch(text, -1) {
		out = append(out, path.Clean(m[1]))
	}
	return out
}

// pageFile gives the text of one embedded file.
func pageFile(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(sandbox.Page(), name)
	if err != nil {
		t.Fatalf("the page loads %s, which is not embedded: %v", name, err)
	}
	return string(text)
}

// reachable walks from index.html to all that it loads.
func reachable(t *testing.T) []string {
	t.Helper()
	seen := []string{"index.html"}
	for i := 0; i < len(seen); i++ {
		for _, name := range references(pageFile(t, seen[i])) {
			if !slices.Contains(seen, name) {
				seen = append(seen, name)
			}
		}
	}
	return seen
}

func TestPageLoadsAllItsFilesAndNoOthers(t *testing.T) {
	loaded := reachable(t)
	for _, name := range []string{"main.js", "markdown.js", "composer.js", "style.css"} {
		if !slices.Contains(loaded, name) {
			t.Errorf("index.html does not lead to %s", name)
		}
	}
	entries, err := fs.ReadDir(sandbox.Page(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.Contains(loaded, entry.Name()) {
			t.Errorf("%s is embedded but nothing loads it", entry.Name())
		}
	}
}

func TestPageIsServedWithTheRightTypes(t *testing.T) {
	server := httptest.NewServer(sandbox.New(sandbox.Options{Page: sandbox.Page()}))
	defer server.Close()
	types := map[string]string{".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
	for _, name := range reachable(t) {
		address := server.URL + "/" + name
		if name == "index.html" {
			address = server.URL + "/?as=alice"
		}
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		got := answer.Header.Get("Content-Type")
		if want := types[path.Ext(name)]; want == "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s is served as %q, want %q", name, got, want)
		}
		if answer.StatusCode != http.StatusOK || string(body) != pageFile(t, name) {
			t.Errorf("%s: status %d, %d bytes", name, answer.StatusCode, len(body))
		}
	}
}

func TestPageNeverTurnsTextIntoMarkup(t *testing.T) {
	unsafe := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|\beval\(|new Function|setHTMLUnsafe`)
	elsewhere := regexp.MustCompile(`(?:from|import|src=|href=)\s*"(?:https?:)?//`)
	for _, name := range reachable(t) {
		text := pageFile(t, name)
		if found := unsafe.FindString(text); found != "" {
			t.Errorf("%s uses %s", name, found)
		}
		if found := elsewhere.FindString(text); found != "" {
			t.Errorf("%s loads from elsewhere: %s", name, found)
		}
	}
	policy := regexp.MustCompile(`Content-Security-Policy" content="[^"]*script-src 'self';`)
	if !policy.MatchString(pageFile(t, "index.html")) {
		t.Error("index.html does not forbid scripts from elsewhere")
	}
}
