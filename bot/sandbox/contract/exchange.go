package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// exchange is one request and its answer.
type exchange struct {
	method, path string // without the version
	query        url.Values
	kind         string // the request's content type
	body         []byte

	status     int // 0: the answer was lost
	answerKind string
	answer     []byte
}

// check says what of an exchange breaks the contract.
func (d *document) check(e *exchange) (asked, answered []string) {
	operation, pointer, ok := d.find(e.method, e.path)
	if !ok {
		return []string{"the contract has no such route"}, nil
	}
	asked = append(d.checkQuery(e, operation, pointer), d.checkBody(e, operation, pointer)...)
	if e.status != 0 {
		answered = d.checkAnswer(e, operation, pointer)
	}
	return asked, answered
}

// checkQuery holds the query to the parameters of an operation.
func (d *document) checkQuery(e *exchange, operation object, pointer string) (faults []string) {
	known := map[string]string{} // pointers to schemas
	list, _ := operation["parameters"].([]any)
	for n, p := range list {
		parameter, _ := p.(object)
		name, _ := parameter["name"].(string)
		if parameter["in"] != "query" {
			continue
		}
		known[name] = pointer + pointerTo("parameters", strconv.Itoa(n), "schema")
		if parameter["required"] == true && !e.query.Has(name) {
			faults = append(faults, fmt.Sprintf("?%s is required", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.query)) {
		if known[name] == "" {
			faults = append(faults, fmt.Sprintf("?%s is not known", name))
			continue
		}
		faults = append(faults, d.hold(known[name], queryValue(e.query.Get(name)))...)
	}
	return faults
}

// queryValue gives a query's text the type that it looks like.
func queryValue(text string) any {
	if on, err := strconv.ParseBool(text); err == nil && len(text) > 1 {
		return on
	}
	return text // numeric strings stand for integers
}

// checkBody holds the body of a request to its schema. Of a multipart body that is
// the part payload_json.
func (d *document) checkBody(e *exchange, operation object, pointer string) []string {
	wanted, _ := operation["requestBody"].(object)
	if len(e.body) == 0 {
		if wanted["required"] == true {
			return []string{"a body is required"}
		}
		return nil
	}
	if wanted == nil {
		return []string{"a body is not known"}
	}
	raw := e.body
	kind, params, err := mime.ParseMediaType(e.kind)
	if err == nil && kind == "multipart/form-data" {
		raw, err = payload(e.body, params["boundary"])
	}
	if err != nil {
		return []string{"the body cannot be read: " + err.Error()}
	}
	content, _ := wanted["content"].(object)
	if content[kind] == nil {
		return []string{"the content type is not known: " + kind}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return []string{"the body is not JSON: " + err.Error()}
	}
	trimEmbeds(value, false)
	return d.hold(pointer+pointerTo("requestBody", "content", "application/json", "schema"), value)
}

// trimEmbeds takes the blanks off both ends of the texts in embeds: Discord's
// documentation says that it counts them without.
func trimEmbeds(node any, inside bool) {
	switch v := node.(type) {
	case object:
		for key, child := range v {
			if text, ok := child.(string); ok && inside {
				v[key] = strings.TrimSpace(text)
			}
			trimEmbeds(child, inside || key == "embeds")
		}
	case []any:
		for _, child := range v {
			trimEmbeds(child, inside)
		}
	}
}

// payload takes the JSON part out of a multipart body.
func payload(body []byte, boundary string) ([]byte, error) {
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("there is no payload_json")
		}
		if err != nil {
			return nil, err
		}
		if part.FormName() == "payload_json" {
			return io.ReadAll(part)
		}
	}
}

// checkAnswer holds an answer to the operation's schema for its status.
func (d *document) checkAnswer(e *exchange, operation object, pointer string) []string {
	if e.status >= http.StatusInternalServerError || strings.HasPrefix(e.answerKind, "text/html") {
		// Such answers come from in front of Discord, and its contract has no
		// word for them.
		return nil
	}
	responses, _ := operation["responses"].(object)
	key := strconv.Itoa(e.status)
	if responses[key] == nil {
		key = key[:1] + "XX"
	}
	response, ok := responses[key].(object)
	if !ok {
		return []string{"the contract knows no such status here"}
	}
	at := pointer + pointerTo("responses", key)
	if ref, ok := response["$ref"].(string); ok {
		at = strings.TrimPrefix(ref, "#")
		response = d.at(at)
	}
	content, _ := response["content"].(object)
	if content == nil {
		if len(e.answer) > 0 {
			return []string{"a body is not known here"}
		}
		return nil
	}
	if content["application/json"] == nil {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(e.answer))
	if err != nil {
		return []string{"the answer is not JSON: " + err.Error()}
	}
	return d.hold(at+pointerTo("content", "application/json", "schema"), value)
}

// at gives the object at a JSON pointer of plain keys; nil if there is none.
func (d *document) at(pointer string) object {
	node := d.root
	for _, key := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		node, _ = node[key].(object)
	}
	return node
}

// hold says where a value breaks the schema at a JSON pointer.
func (d *document) hold(pointer string, value any) []string {
	schema, err := d.schema(pointer)
	if err != nil {
		return []string{err.Error()}
	}
	var broken *jsonschema.ValidationError
	switch err := schema.Validate(value); {
	case err == nil:
		return nil
	case errors.As(err, &broken):
		return faults(broken)
	default:
		return []string{err.Error()}
	}
}
