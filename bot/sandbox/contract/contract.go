// Package contract holds tests to Discord's own OpenAPI document: what a bot
// sends to the sandbox, and what the sandbox answers, is checked against it. A
// Book keeps the document for all tests of a package and counts; Watch puts it in
// front of one sandbox, and what it finds fails that test. The document belongs to
// Discord and is not kept here: where none is named, nothing is checked, and the
// Book says so.
package contract

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// Environment is the variable that names Discord's OpenAPI document, a file.
const Environment = "DISCORD_OPENAPI"

// Sender tells what may be expected of those who send requests.
type Sender int

const (
	// Bot keeps to the contract: each request that breaks it is a violation.
	Bot Sender = iota
	// Provoker breaks it on purpose: a violation is a request that breaks it and
	// is taken all the same.
	Provoker
)

// Book is a contract and the count of what was held against it.
type Book struct {
	doc *document // nil: no document was named
	err error

	mu         sync.Mutex
	requests   int
	answers    int
	violations int
}

// Open reads the OpenAPI document in file. With "" nothing is checked. A document
// that cannot be read fails every test that is watched.
func Open(file string) *Book {
	b := &Book{}
	if file != "" {
		b.doc, b.err = readDocument(file)
	}
	return b
}

// Watch gives a handler that checks what passes through to next, which is a
// sandbox, and what comes back. What breaks the contract fails t at its end.
func (b *Book) Watch(t testing.TB, from Sender, next http.Handler) http.Handler {
	t.Helper()
	if b.err != nil {
		t.Fatal(b.err)
	}
	if b.doc == nil {
		return next
	}
	w := &watch{book: b, from: from, next: next}
	t.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, text := range w.found {
			t.Error(text)
		}
	})
	return w
}

// Run runs a package's tests, says how much was checked, and gives the exit code:
// not 0 if anything broke the contract.
func (b *Book) Run(m *testing.M, out io.Writer) int {
	code := m.Run()
	if violations := b.sum(out); violations > 0 && code == 0 {
		return 1
	}
	return code
}

// sum says in one line what was checked, and gives the violations.
func (b *Book) sum(out io.Writer) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.doc == nil {
		fmt.Fprintf(out, "contract: not checked, %s names no document\n", Environment)
		return 0
	}
	fmt.Fprintf(out, "contract: %d requests and %d answers checked, %d violations\n", b.requests, b.answers, b.violations)
	return b.violations
}

// watch stands in front of one sandbox.
type watch struct {
	book *Book
	from Sender
	next http.Handler

	mu    sync.Mutex
	found []string
}

// ServeHTTP checks requests to /api/ and their answers; all others pass.
func (w *watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	version, path, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/"), "/")
	if !ok || !strings.HasPrefix(r.URL.Path, "/api/v") || len(version) < 2 {
		w.next.ServeHTTP(out, r)
		return
	}
	body, _ := io.ReadAll(r.Body) // what breaks off here breaks off behind it too
	r.Body = io.NopCloser(bytes.NewReader(body))
	seen := &exchange{method: r.Method, path: "/" + path, query: r.URL.Query(), kind: r.Header.Get("Content-Type"), body: body}
	kept := &keptAnswer{ResponseWriter: out}
	whole := false
	defer func() {
		if whole { // else the answer was lost on purpose
			seen.status, seen.answerKind, seen.answer = kept.status, kept.Header().Get("Content-Type"), kept.body.Bytes()
		}
		w.check(seen)
	}()
	w.next.ServeHTTP(kept, r)
	whole = r.Context().Err() == nil
}

// check holds one exchange against the contract.
func (w *watch) check(e *exchange) {
	asked, answered := w.book.doc.check(e)
	if w.from == Provoker && e.status >= http.StatusBadRequest {
		asked = nil
	}
	w.book.mu.Lock()
	w.book.requests++
	if e.status != 0 {
		w.book.answers++
	}
	w.book.violations += len(asked) + len(answered)
	w.book.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range asked {
		w.found = append(w.found, fmt.Sprintf("contract: request %s %s: %s\n\t%s", e.method, e.path, text, brief(e.body)))
	}
	for _, text := range answered {
		w.found = append(w.found, fmt.Sprintf("contract: answer %d to %s %s: %s\n\t%s", e.status, e.method, e.path, text, brief(e.answer)))
	}
}

func brief(raw []byte) string {
	const most = 2000
	if len(raw) > most {
		return string(raw[:most]) + " …"
	}
	return string(raw)
}

// keptAnswer is an answer that is kept while it is sent.
type keptAnswer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader keeps the status.
func (k *keptAnswer) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
	k.ResponseWriter.WriteHeader(status)
}

// Write keeps a part of the body.
func (k *keptAnswer) Write(part []byte) (int, error) {
	if k.status == 0 {
		k.status = http.StatusOK
	}
	k.body.Write(part)
	return k.ResponseWriter.Write(part)
}
