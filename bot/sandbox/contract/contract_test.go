package contract

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// small is a contract in Discord's manner.
const small = `{
 "openapi": "3.1.0",
 "paths": {
  "/things/{id}": {
   "post": {
    "parameters": [{"name": "wait", "in": "query", "schema": {"type": "boolean"}}],
    "requestBody": {"required": true, "content": {
     "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}},
     "multipart/form-data": {"schema": {"type": "object"}}}},
    "responses": {
     "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
     "204": {"description": "nothing"},
     "4XX": {"$ref": "#/components/responses/Refused"}}}},
  "/things/@me": {"get": {"responses": {"204": {"description": "nothing"}}}}
 },
 "components": {
  "responses": {"Refused": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}},
  "schemas": {
   "Error": {"type": "object", "required": ["code", "message"], "properties": {"code": {"type": "integer"}}},
   "Thing": {"type": "object", "required": ["parts"], "properties": {
    "rights": {"type": ["integer", "null"]},
    "nonce": {"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 5}, {"type": "null"}]},
    "parts": {"type": "array", "items": {"anyOf": [
     {"$ref": "#/components/schemas/Button"}, {"$ref": "#/components/schemas/Menu"}]}}}},
   "Button": {"type": "object", "required": ["type", "label"], "properties": {
    "type": {"type": "integer", "enum": [2], "allOf": [{"const": 2}]}, "label": {"type": "string", "maxLength": 3}}},
   "Menu": {"type": "object", "required": ["type", "options"], "properties": {
    "type": {"type": "integer", "enum": [3], "allOf": [{"const": 3}]}, "options": {"type": "array", "maxItems": 2}}}
  }}}`

// stage is a test that is watched by a test: its errors are kept.
type stage struct {
	testing.TB
	errors []string
	ends   []func()
}

func (s *stage) Helper()            {}
func (s *stage) Cleanup(end func()) { s.ends = append(s.ends, end) }
func (s *stage) Error(args ...any)  { s.errors = append(s.errors, fmt.Sprint(args...)) }

// exchanged sends one request past a Book to a server that answers as given, and
// gives what the test is told at its end.
func exchanged(t *testing.T, from Sender, q *http.Request, status int, answer string) (*Book, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "small.json")
	if err := os.WriteFile(file, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	b, s := Open(file), &stage{TB: t}
	h := b.Watch(s, from, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if answer != "" {
			_, _ = w.Write([]byte(answer))
		}
	}))
	h.ServeHTTP(httptest.NewRecorder(), q)
	for _, end := range s.ends {
		end()
	}
	return b, strings.Join(s.errors, "\n")
}

func ask(method, path, body string) *http.Request {
	q := httptest.NewRequest(method, path, strings.NewReader(body))
	q.Header.Set("Content-Type", "application/json")
	return q
}

const button = `{"parts":[{"type":2,"label":"yes"}],"rights":"32","nonce":"17"}`

func TestWhatBreaksTheContractIsToldWithItsPlace(t *testing.T) {
	const post, path = http.MethodPost, "/api/v9/things/1"
	for name, c := range map[string]struct {
		q      *http.Request
		status int
		answer string
		want   string // "": nothing
	}{
		"all is right":           {ask(post, path+"?wait=true", button), 200, button, ""},
		"no body is due":         {ask(http.MethodGet, "/api/v10/things/@me", ""), 204, "", ""},
		"a refusal":              {ask(post, path, button), 400, `{"code":1,"message":"no"}`, ""},
		"an error of the server": {ask(post, path, button), 502, `oh`, ""},
		"an unknown route":       {ask(post, "/api/v9/others", button), 501, "{}", "no such route"},
		"an unknown query":       {ask(post, path+"?when=1", button), 200, button, "?when is not known"},
		"a query of wrong type":  {ask(post, path+"?wait=7", button), 200, button, "got string, want boolean"},
		"no body":                {ask(post, path, ""), 200, button, "a body is required"},
		"no JSON":                {ask(post, path, "{"), 200, button, "not JSON"},
		"a word for a number":    {ask(post, path, `{"parts":[],"rights":"all"}`), 200, button, "/rights: "},
		"the meant branch":       {ask(post, path, `{"parts":[{"type":3,"options":[1,2,3]}]}`), 200, button, "/parts/0/options: maxItems"},
		"the other branch":       {ask(post, path, `{"parts":[{"type":2,"label":"long"}]}`), 200, button, "/parts/0/label: maxLength"},
		"a bad answer":           {ask(post, path, button), 200, `{}`, "answer 200 to POST /things/1: /: missing property 'parts'"},
		"a bad refusal":          {ask(post, path, button), 404, `{"code":1}`, "missing property 'message'"},
		"an unknown status":      {ask(post, path, button), 302, "", "no such status"},
		"a body too many":        {ask(post, path, button), 204, button, "a body is not known here"},
	} {
		b, told := exchanged(t, Bot, c.q, c.status, c.answer)
		if c.want == "" && told != "" || !strings.Contains(told, c.want) {
			t.Errorf("%s: told %q, want %q", name, told, c.want)
		}
		if found := b.violations > 0; b.requests != 1 || found != (c.want != "") {
			t.Errorf("%s: %d requests, %d violations", name, b.requests, b.violations)
		}
	}
}

func TestOfAMultipartBodyTheJSONIsChecked(t *testing.T) {
	const body = "--x\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a\"\r\n\r\nbytes\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n%s\r\n--x--\r\n"
	for payload, want := range map[string]string{button: "", `{}`: "missing property 'parts'"} {
		q := httptest.NewRequest(http.MethodPost, "/api/v10/things/1", strings.NewReader(fmt.Sprintf(body, payload)))
		q.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		if _, told := exchanged(t, Bot, q, 200, button); want == "" && told != "" || !strings.Contains(told, want) {
			t.Errorf("%s: told %q", payload, told)
		}
	}
}

func TestAProvokerMayBreakTheContractIfItIsRefused(t *testing.T) {
	bad := func() *http.Request { return ask(http.MethodPost, "/api/v9/things/1", `{}`) }
	if _, told := exchanged(t, Provoker, bad(), 400, `{"code":1,"message":"no"}`); told != "" {
		t.Errorf("refused, and yet told %q", told)
	}
	if _, told := exchanged(t, Provoker, bad(), 200, button); !strings.Contains(told, "missing property 'parts'") {
		t.Errorf("taken, and told %q", told)
	}
}

func TestWithoutADocumentNothingIsCheckedAndThatIsSaid(t *testing.T) {
	next := http.NotFoundHandler()
	b := Open("")
	if h := b.Watch(t, Bot, next); fmt.Sprint(h) != fmt.Sprint(next) {
		t.Error("something stands in front")
	}
	var out bytes.Buffer
	b.sum(&out)
	if !strings.Contains(out.String(), "not checked") {
		t.Errorf("said %q", out.String())
	}
	if b := Open(filepath.Join(t.TempDir(), "none")); b.err == nil {
		t.Error("a document that is not there is taken")
	}
}
