package kit

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v4"
)

// Lined is a value of a data file with the line where it begins, so that a
// fault found later can still name it.
type Lined[T any] struct {
	Line  int
	Value T
}

// UnmarshalYAML reads the value as strictly as the file around it.
func (l *Lined[T]) UnmarshalYAML(node *yaml.Node) error {
	l.Line = node.Line
	return node.Load(&l.Value, yaml.WithKnownFields())
}

// ReadYAML reads one YAML document strictly: an unknown field, a doubled key
// and a wrong type are faults. The error names the file and line of each.
func ReadYAML[T any](file string, data []byte) (T, error) {
	var value T
	err := yaml.Load(data, &value, yaml.WithKnownFields())
	if err == nil {
		return value, nil
	}
	var many *yaml.LoadErrors
	if !errors.As(err, &many) {
		var one *yaml.LoadError
		if errors.As(err, &one) {
			return value, AtLine(file, one.Mark.Line, "%s", one.Message)
		}
		return value, fmt.Errorf("%s: %w", file, err)
	}
	faults := make([]error, 0, len(many.Errors))
	for _, one := range many.Errors {
		faults = append(faults, AtLine(file, one.Mark.Line, "%s", one.Message))
	}
	return value, errors.Join(faults...)
}

// AtLine is a fault in a data file, as "FILE:LINE: what".
func AtLine(file string, line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
}
