package kit

import (
	"strings"
	"testing"
)

func TestWoundsNeverGoBelowNone(t *testing.T) {
	w := Wounds{Max: 3, Left: 3}
	w.Take(2)
	if w.Left != 1 || w.Out() {
		t.Errorf("%+v after 2 of 3", w)
	}
	w.Take(5)
	if w.Left != 0 || !w.Out() {
		t.Errorf("%+v after 5 more", w)
	}
}

func TestSumsTellTheirReasons(t *testing.T) {
	s := Sum{}.With("strength", 3).With("Jack", 11).With("padding", 0).With("favoured Jack", 1)
	if s.String() != "strength 3 + Jack 11 + favoured Jack 1" || s.Total() != 15 {
		t.Errorf("%s = %d", s, s.Total())
	}
}

func TestAddingToASumLeavesTheOldOneAlone(t *testing.T) {
	s := Sum{}.With("a", 1).With("b", 2)
	left, right := s.With("c", 3), s.With("d", 4)
	if left.Total() != 6 || right.Total() != 7 {
		t.Errorf("%s and %s", left, right)
	}
}

func TestYAMLFaultsNameFileAndLine(t *testing.T) {
	type gang struct {
		Name string `yaml:"name"`
		Size int    `yaml:"size"`
	}
	for text, want := range map[string]string{
		"- name: a\n  sise: 1\n":          "gangs.yaml:2: ",
		"- name: a\n- name: b\n  size: x": "gangs.yaml:3: ",
		"- name: a\n  name: b\n":          "gangs.yaml:2: ",
		"- name: [\n":                     "gangs.yaml:",
	} {
		_, err := ReadYAML[[]Lined[gang]]("gangs.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	list, err := ReadYAML[[]Lined[gang]]("gangs.yaml", []byte("- name: a\n- name: b\n  size: 2\n"))
	if err != nil || len(list) != 2 || list[1].Line != 2 || list[1].Value.Size != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}
