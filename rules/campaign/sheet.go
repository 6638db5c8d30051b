package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A sheet is JSON of its system's own. What a fight changed in it is a list of
// differences: numbers by how much, lists by what they gained and lost, the rest
// by what it is now.

// Differences are the changes that make one sheet of a member of another.
func Differences(member string, before, after json.RawMessage) ([]Change, error) {
	from, err := Decoded(before)
	if err != nil {
		return nil, err
	}
	to, err := Decoded(after)
	if err != nil {
		return nil, err
	}
	var changes []Change
	differ("", from, to, func(c Change) {
		c.Member = member
		changes = append(changes, c)
	})
	return changes, nil
}

// sorted is a sheet with the keys of its objects in order.
func sorted(sheet json.RawMessage) (json.RawMessage, error) {
	v, err := Decoded(sheet)
	if err != nil {
		return nil, err
	}
	return encode(v), nil
}

// Decoded reads a sheet, or any JSON: objects are maps, and numbers stay as they
// are written. Of nothing it is nil.
func Decoded(sheet json.RawMessage) (any, error) {
	if len(sheet) == 0 {
		return nil, nil
	}
	dec := json.NewDecoder(bytes.NewReader(sheet))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("read a sheet: %w", err)
	}
	return v, nil
}

// differ tells how two values at a path differ.
func differ(path string, before, after any, tell func(Change)) {
	if same(before, after) {
		return
	}
	from, fromObject := before.(map[string]any)
	to, toObject := after.(map[string]any)
	if fromObject && toObject {
		for _, key := range keysOf(from, to) {
			differ(strings.TrimPrefix(path+"/"+segment(key), "/"), from[key], to[key], tell)
		}
		return
	}
	if old, now, ok := integers(before, after); ok {
		tell(Change{What: Number, Path: path, N: now - old})
		return
	}
	if differPlaces(path, before, after, tell) {
		return
	}
	if lost, gained, ok := exchange(before, after); ok {
		for _, v := range lost {
			tell(Change{What: Lose, Path: path, Value: v})
		}
		for _, v := range gained {
			tell(Change{What: Gain, Path: path, Value: v})
		}
		return
	}
	tell(Change{What: Put, Path: path, Value: encode(after)})
}

// same tells whether two values are alike. A list that is not written is empty.
func same(a, b any) bool {
	return empty(a) && empty(b) || bytes.Equal(encode(a), encode(b))
}

func empty(v any) bool {
	list, ok := v.([]any)
	return v == nil || ok && len(list) == 0
}

// keysOf lists the keys of two objects in order.
func keysOf(a, b map[string]any) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// integers reads two whole numbers. One that is not written is 0, but not both.
func integers(before, after any) (old, now int, ok bool) {
	old, wasNumber := integer(before)
	now, isNumber := integer(after)
	ok = wasNumber && isNumber || wasNumber && after == nil || isNumber && before == nil
	return old, now, ok
}

func integer(v any) (int, bool) {
	number, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(number.String())
	return n, err == nil
}

// exchange tells what a list has lost and gained, where that is all that changed
// in it. A list that is not written is empty.
func exchange(before, after any) (lost, gained []json.RawMessage, ok bool) {
	from, wasList := before.([]any)
	to, isList := after.([]any)
	if !wasList && before != nil || !isList && after != nil {
		return nil, nil, false
	}
	left := texts(to)
	for _, v := range texts(from) {
		if i := indexOf(left, v); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			lost = append(lost, v)
		}
	}
	return lost, left, len(lost)+len(left) > 0
}

func texts(list []any) []json.RawMessage {
	all := make([]json.RawMessage, len(list))
	for i, v := range list {
		all[i] = encode(v)
	}
	return all
}

func indexOf(list []json.RawMessage, v json.RawMessage) int {
	return slices.IndexFunc(list, func(o json.RawMessage) bool { return bytes.Equal(o, v) })
}

// patched is a sheet after a change of it. What is to change at a place that is not
// there any more does not change.
func patched(sheet json.RawMessage, c Change) (json.RawMessage, error) {
	v, err := Decoded(sheet)
	if err != nil {
		return nil, err
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("it is no object")
	}
	keys := strings.Split(c.Path, "/")
	object, err := within(root, keys[:len(keys)-1])
	if err != nil || object == nil {
		return sheet, err
	}
	if err := change(object, part(keys[len(keys)-1]), c); err != nil {
		return nil, err
	}
	return encode(root), nil
}

// within finds the object that a path leads to, or nil when a place on it is gone.
// Other objects that are not there are made.
func within(object map[string]any, keys []string) (map[string]any, error) {
	for i := 0; i < len(keys); i++ {
		key := part(keys[i])
		if i+1 < len(keys) && strings.HasPrefix(keys[i+1], "@") {
			places, ok := placed(object[key])
			if !ok {
				return nil, fmt.Errorf("%s is no list of places", key)
			}
			i++
			if object = places[part(keys[i])[1:]]; object == nil {
				return nil, nil
			}
			continue
		}
		next, ok := object[key].(map[string]any)
		if !ok {
			if object[key] != nil {
				return nil, fmt.Errorf("%s is no object", key)
			}
			next = make(map[string]any)
			object[key] = next
		}
		object = next
	}
	return object, nil
}

// change changes the value under a key of an object. A number that was not below
// zero does not fall below it.
func change(object map[string]any, key string, c Change) error {
	value, err := Decoded(c.Value)
	if err != nil {
		return err
	}
	switch c.What {
	case Number:
		n, ok := integer(object[key])
		if !ok && object[key] != nil {
			return fmt.Errorf("%s is no whole number", c.Path)
		}
		object[key] = number(max(n+c.N, min(n, 0)))
	case Gain, Lose:
		list, ok := object[key].([]any)
		if !ok && object[key] != nil {
			return fmt.Errorf("%s is no list", c.Path)
		}
		if c.What == Gain {
			object[key] = gain(list, value)
		} else if list != nil {
			object[key] = lose(list, value)
		}
	default:
		if object[key] = value; value == nil {
			delete(object, key)
		}
	}
	return nil
}

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }
