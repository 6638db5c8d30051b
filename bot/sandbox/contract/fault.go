package contract

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// faults lists what a value breaks, as "/place: what". Of a union only the branch
// is listed that the value means to be: the one of its type.
func faults(broken *jsonschema.ValidationError) []string {
	if len(broken.Causes) == 0 {
		english := message.NewPrinter(language.English)
		return []string{place(broken) + ": " + broken.ErrorKind.LocalizedString(english)}
	}
	switch broken.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return faults(meant(broken))
	}
	var out []string
	for _, cause := range broken.Causes {
		out = append(out, faults(cause)...)
	}
	return out
}

func place(broken *jsonschema.ValidationError) string {
	return "/" + strings.Join(broken.InstanceLocation, "/")
}

// meant gives the branch of a union whose type is that of the value, or else the
// one with the fewest faults.
func meant(union *jsonschema.ValidationError) *jsonschema.ValidationError {
	tag := append(slices.Clone(union.InstanceLocation), "type")
	best, least := union.Causes[0], 1<<30
	for _, branch := range union.Causes {
		n := weight(branch, union.InstanceLocation, tag)
		if n < least {
			best, least = branch, n
		}
	}
	return best
}

// weight counts the faults of a branch; a wrong type of the value itself, by its
// tag or its kind, outweighs all others.
func weight(broken *jsonschema.ValidationError, root, tag []string) int {
	const wrongBranch = 1000
	n := 0
	if len(broken.Causes) == 0 {
		n = 1
		_, kindOf := broken.ErrorKind.(*kind.Type)
		if slices.Equal(broken.InstanceLocation, tag) || kindOf && slices.Equal(broken.InstanceLocation, root) {
			n = wrongBranch
		}
	}
	for _, cause := range broken.Causes {
		n += weight(cause, root, tag)
	}
	return n
}
