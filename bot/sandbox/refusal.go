package sandbox

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// refusal is an answer that says no, as Discord says it: an HTTP status, a
// code of its JSON error list, a message and, for 50035, a tree of faults.
type refusal struct {
	status, code int
	message      string
	tree         object
	headers      map[string]string
	body         object // instead of the usual one
	html         string // a page instead of JSON
}

func (e *refusal) Error() string {
	text := fmt.Sprintf("%d: %s", e.code, e.message)
	if len(e.tree) > 0 {
		text += " " + strings.Join(leaves(e.tree, ""), "; ")
	}
	return text
}

func (e *refusal) json() object {
	if e.body != nil {
		return e.body
	}
	out := object{"message": e.message, "code": e.code}
	if e.tree != nil {
		out["errors"] = e.tree
	}
	return out
}

// leaves lists a tree of faults as "path: text".
func leaves(tree object, path string) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		switch v := tree[key].(type) {
		case object:
			out = append(out, leaves(v, strings.TrimPrefix(path+"."+key, "."))...)
		case []any:
			for _, leaf := range v {
				out = append(out, fmt.Sprintf("%s: %v", path, leaf.(object)["message"]))
			}
		}
	}
	return out
}

func refuse(status, code int, message string) *refusal {
	return &refusal{status: status, code: code, message: message}
}

func unauthorized() *refusal       { return refuse(http.StatusUnauthorized, 0, "401: Unauthorized") }
func unknownChannel() *refusal     { return refuse(http.StatusNotFound, 10003, "Unknown Channel") }
func unknownGuild() *refusal       { return refuse(http.StatusNotFound, 10004, "Unknown Guild") }
func unknownMember() *refusal      { return refuse(http.StatusNotFound, 10007, "Unknown Member") }
func unknownMessage() *refusal     { return refuse(http.StatusNotFound, 10008, "Unknown Message") }
func unknownUser() *refusal        { return refuse(http.StatusNotFound, 10013, "Unknown User") }
func unknownWebhook() *refusal     { return refuse(http.StatusNotFound, 10015, "Unknown Webhook") }
func unknownInteraction() *refusal { return refuse(http.StatusNotFound, 10062, "Unknown interaction") }

func unknownCommand() *refusal {
	return refuse(http.StatusNotFound, 10063, "Unknown application command")
}

func unknownApplication() *refusal { return refuse(http.StatusNotFound, 10002, "Unknown Application") }

func tooLarge() *refusal {
	return refuse(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
}

func alreadyAnswered() *refusal {
	return refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
}

func missingAccess() *refusal      { return refuse(http.StatusForbidden, 50001, "Missing Access") }
func missingPermissions() *refusal { return refuse(http.StatusForbidden, 50013, "Missing Permissions") }

func emptyMessage() *refusal {
	return refuse(http.StatusBadRequest, 50006, "Cannot send an empty message")
}

func closedDMs() *refusal {
	return refuse(http.StatusForbidden, 50007, "Cannot send messages to this user")
}

func notTheAuthor() *refusal {
	return refuse(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
}

func wrongChannelType() *refusal {
	return refuse(http.StatusForbidden, 50003, "Cannot execute action on a DM channel")
}

func invalidToken() *refusal {
	return refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
}

func archivedThread() *refusal { return refuse(http.StatusBadRequest, 50083, "Thread is archived") }

func badJSON() *refusal {
	return refuse(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
}

// invalidForm is 50035 with one fault; an empty path puts it at the root.
func invalidForm(path, code, message string) *refusal {
	f := newFaultTree()
	var parts []string
	if path != "" {
		parts = strings.Split(path, ".")
	}
	f.add(parts, code, message)
	return f.refusal()
}

// faultTree gathers what is wrong with a form, by path.
type faultTree struct {
	tree    object
	unknown []string // paths of fields that the sandbox does not know
}

func newFaultTree() *faultTree { return &faultTree{tree: object{}} }

// add notes one fault at path. A place has either faults of its own or faults
// further in, as in Discord's trees: of two such the first stands.
func (f *faultTree) add(path []string, code, message string) {
	node := f.tree
	for _, part := range path {
		if node["_errors"] != nil {
			return
		}
		next, ok := node[part].(object)
		if !ok {
			next = object{}
			node[part] = next
		}
		node = next
	}
	list, ok := node["_errors"].([]any)
	if !ok && len(node) > 0 {
		return
	}
	node["_errors"] = append(list, object{"code": code, "message": message})
}

// refusal is 50035 with the whole tree, nil when nothing is wrong.
func (f *faultTree) refusal() *refusal {
	if len(f.tree) == 0 {
		return nil
	}
	return &refusal{status: http.StatusBadRequest, code: 50035, message: "Invalid Form Body", tree: f.tree}
}

// err is refusal as an error that is nil when nothing is wrong.
func (f *faultTree) err() error {
	if r := f.refusal(); r != nil {
		return r
	}
	return nil
}
