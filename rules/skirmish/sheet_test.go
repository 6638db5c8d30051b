package skirmish

import (
	"encoding/json"
	"strings"
	"testing"

	"umpire/rules"
)

func TestAnArmySheetFromAFileIsReadAsAWhole(t *testing.T) {
	r := Armies()[0]
	for sheet, want := range map[string]string{
		`{"faction":"pirates","limits":[{"most":-1}]}`:                  "a limit needs most",
		`{"faction":"pirates","limits":[{"most":-1,"each":"vehicle"}]}`: "a limit needs most",
		`{"faction":"pirates","limits":[{"most":1,"each":"fish"}]}`:     "it is infantry, mounted, vehicle or dinosaur",
		`{"faction":"pirates","limits":[{"most":1,"of":["a b"]}]}`:      "names at most",
		`{"faction":"pirates","rules":["no_such"]}`:                     "which there is not",
		`{"faction":"the pirates"}`:                                     "plain letters",
		`{"faction":1}`:                                                 "cannot be read",
		`{"title":"Nobody"}`:                                            "have no faction",
	} {
		r.Sheet = json.RawMessage(sheet)
		err := System().CheckRoster(r)
		if why, refused := rules.IsRefusal(err); !refused || !strings.Contains(why, want) {
			t.Errorf("%s is answered with %v, not that %s", sheet, err, want)
		}
	}
}
