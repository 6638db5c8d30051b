package kit

import (
	"strings"
	"testing"

	"umpire/rules"
)

func TestIDsAreShortAndPlain(t *testing.T) {
	for name, want := range map[string]string{
		"Marshal Hale": "marshal_hale", "Ünï": "__n__", "a.b-c": "a.b-c", strings.Repeat("long ", 9): "long_long_long_long_long_long_lo",
	} {
		if got := IDOf(name); got != want || !IsID(got) {
			t.Errorf("%s has the id %s, not %s", name, got, want)
		}
	}
	for _, wrong := range []string{"", "two words", "a/b", strings.Repeat("x", MostOfAnID+1)} {
		if IsID(wrong) {
			t.Errorf("%q is an id", wrong)
		}
	}
}

func TestWhatIsCarriedIsFoundFirst(t *testing.T) {
	list := []rules.Gear{{Key: "star", Name: "Star"}, {Key: "star_rod", Name: "Star Rod", Has: 1}, {Key: "star_map", Name: "Star Map"}, {Key: "net", Name: "Net", Has: 2}}
	for typed, want := range map[string]string{
		"rod":   "star_rod",
		"NET":   "net",
		"star_": "star_rod", // the one that it has
		"star":  "Agnes has no Star. There is Star Rod and Net.",
		"map":   "Agnes has no Star Map. There is Star Rod and Net.",
		"sword": "No gear is called sword. Did you mean ",
	} {
		g, err := FindCarried("Agnes", typed, list)
		if err == nil && g.Key != want || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s is %+v, %v, not %s", typed, g, err, want)
		}
	}
	if _, err := FindCarried("Agnes", "net", list[:1]); err == nil || err.Error() != "Agnes carries nothing that can be taken." {
		t.Errorf("with nothing she is told %v", err)
	}
}
