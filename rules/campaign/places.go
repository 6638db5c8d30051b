package campaign

import (
	"maps"
	"slices"
	"strings"
)

// A list whose elements each name an area of their own, as what a side holds, is a
// list of places: what changes at one of them is told apart from the others. In a
// path the place follows an "@", as in "held/@Alpha/pieces/boyz".

// placeKey is the field of an element that names its place.
const placeKey = "area"

// placeOf is the place that an element of a list names, or "".
func placeOf(v any) string {
	object, _ := v.(map[string]any)
	name, _ := object[placeKey].(string)
	return name
}

// placed gives the elements of a list by their places; not ok for a list of others.
// A list that is not written has none.
func placed(v any) (map[string]map[string]any, bool) {
	list, isList := v.([]any)
	if !isList && v != nil {
		return nil, false
	}
	places := make(map[string]map[string]any, len(list))
	for _, element := range list {
		name := placeOf(element)
		if name == "" || places[name] != nil {
			return nil, false
		}
		places[name] = element.(map[string]any)
	}
	return places, true
}

// differPlaces tells how two lists of places differ. Not done: they are none.
func differPlaces(path string, before, after any, tell func(Change)) (done bool) {
	from, isFrom := placed(before)
	to, isTo := placed(after)
	if !isFrom || !isTo || len(from)+len(to) == 0 {
		return false
	}
	names := maps.Clone(from)
	maps.Copy(names, to)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		switch {
		case from[name] == nil:
			tell(Change{What: Gain, Path: path, Value: encode(to[name])})
		case to[name] == nil:
			tell(Change{What: Lose, Path: path, Value: encode(from[name])})
		default:
			differ(path+"/"+segment("@"+name), from[name], to[name], tell)
		}
	}
	return true
}

// gain puts an element into a list. At a place that is there already, its numbers
// are added.
func gain(list []any, value any) []any {
	name := placeOf(value)
	i := slices.IndexFunc(list, func(o any) bool { return name != "" && placeOf(o) == name })
	if i < 0 {
		return append(list, value)
	}
	list[i] = together(list[i], value)
	return list
}

// together adds the numbers of two values; of the rest the second stands.
func together(a, b any) any {
	one, isOne := a.(map[string]any)
	two, isTwo := b.(map[string]any)
	if isOne && isTwo {
		sum := maps.Clone(one)
		for key, v := range two {
			if sum[key] = v; one[key] != nil {
				sum[key] = together(one[key], v)
			}
		}
		return sum
	}
	x, ok := integer(a)
	y, both := integer(b)
	if ok && both {
		return number(x + y)
	}
	return b
}

// lose takes an element out of a list: one that is alike, or else what is at its
// place.
func lose(list []any, value any) []any {
	i := slices.IndexFunc(list, func(o any) bool { return same(o, value) })
	if name := placeOf(value); i < 0 && name != "" {
		i = slices.IndexFunc(list, func(o any) bool { return placeOf(o) == name })
	}
	if i < 0 {
		return list
	}
	return slices.Delete(list, i, i+1)
}

// segment writes a key as a part of a path, and part reads it again.
func segment(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

func part(segment string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(segment)
}
