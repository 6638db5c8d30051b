package contract

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

type object = map[string]any

// location is the name under which the schemas of the document refer to it.
const location = "discord.json"

// document is an OpenAPI document with those of its schemas that were asked for.
type document struct {
	root   object
	routes []route

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by JSON pointer
}

// route is one path of the document, such as /channels/{channel_id}.
type route struct {
	path     string
	parts    []string
	literals int
	methods  object
}

func readDocument(file string) (*document, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read Discord's contract: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read Discord's contract in %s: %w", file, err)
	}
	root, ok := value.(object)
	if !ok || root["paths"] == nil {
		return nil, fmt.Errorf("read Discord's contract in %s: it is no OpenAPI document", file)
	}
	takeNumericStrings(root)
	d := &document{root: root, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	d.correct()
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := d.compiler.AddResource(location, root); err != nil {
		return nil, fmt.Errorf("read Discord's contract in %s: %w", file, err)
	}
	paths, _ := root["paths"].(object)
	for path, methods := range paths {
		r := route{path: path, parts: strings.Split(path, "/")}
		r.methods, _ = methods.(object)
		for _, part := range r.parts {
			if !strings.HasPrefix(part, "{") {
				r.literals++
			}
		}
		d.routes = append(d.routes, r)
	}
	// /messages/@original before /messages/{message_id}
	slices.SortFunc(d.routes, func(a, b route) int { return b.literals - a.literals })
	return d, nil
}

// correct mends what the document gets wrong: it says of itself that where it
// differs from Discord's documentation, the documentation is right.
func (d *document) correct() {
	// The leaves of a refused form name their faults in words, such as
	// BASE_TYPE_REQUIRED, and not in numbers.
	if leaf := d.at("/components/schemas/InnerErrors/properties/_errors"); leaf != nil {
		leaf["items"] = object{
			"type": "object", "required": []any{"code", "message"},
			"properties": object{"code": object{"type": []any{"integer", "string"}}, "message": object{"type": "string"}},
		}
	}
}

// takeNumericStrings lets a numeric string stand for every integer in the
// document: Discord takes and gives them so (permissions, ids of 64 bits), and the
// document says that its integers are meant that way.
func takeNumericStrings(node any) {
	switch v := node.(type) {
	case object:
		switch kind := v["type"].(type) {
		case string:
			if kind == "integer" {
				v["type"], v["pattern"] = []any{"integer", "string"}, "^-?[0-9]+$"
			}
		case []any:
			if slices.Contains(kind, any("integer")) && !slices.Contains(kind, any("string")) {
				v["type"], v["pattern"] = append(slices.Clone(kind), "string"), "^-?[0-9]+$"
			}
		}
		for _, child := range v {
			takeNumericStrings(child)
		}
		// A number written as text now fits both branches of "a number or a text".
		if branches, ok := v["oneOf"].([]any); ok && slices.ContainsFunc(branches, widened) {
			v["anyOf"] = branches
			delete(v, "oneOf")
		}
	case []any:
		for _, child := range v {
			takeNumericStrings(child)
		}
	}
}

// widened tells whether a schema takes numeric strings by takeNumericStrings.
func widened(branch any) bool {
	schema, _ := branch.(object)
	kinds, _ := schema["type"].([]any)
	return slices.Contains(kinds, any("integer")) && slices.Contains(kinds, any("string"))
}

// find gives the operation that a method and a path without version name, and the
// JSON pointer to it; ok is false if the contract knows none.
func (d *document) find(method, path string) (operation object, pointer string, ok bool) {
	parts := strings.Split(path, "/")
	for _, r := range d.routes {
		if !slices.EqualFunc(r.parts, parts, func(want, got string) bool {
			return want == got || strings.HasPrefix(want, "{") && got != "" && got != "@me"
		}) {
			continue
		}
		if operation, ok := r.methods[strings.ToLower(method)].(object); ok {
			return operation, pointerTo("paths", r.path, strings.ToLower(method)), true
		}
	}
	return nil, "", false
}

// pointerTo gives the JSON pointer to what stands under these keys.
func pointerTo(keys ...string) string {
	var out strings.Builder
	for _, key := range keys {
		out.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
	}
	return out.String()
}

// schema gives the schema at a JSON pointer.
func (d *document) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.schemas[pointer]; s != nil {
		return s, nil
	}
	escaped := strings.NewReplacer("%", "%25", "{", "%7B", "}", "%7D").Replace(pointer)
	s, err := d.compiler.Compile(location + "#" + escaped)
	if err != nil {
		return nil, fmt.Errorf("compile the contract's schema at %s: %w", pointer, err)
	}
	d.schemas[pointer] = s
	return s, nil
}
