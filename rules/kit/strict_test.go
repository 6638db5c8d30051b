package kit

import (
	"encoding/json"
	"testing"
)

// trick is a part of the sheets that these tests read.
type trick struct {
	Name string `json:"name"`
	Uses []int  `json:"uses,omitempty"`
}

type plainSheet struct {
	trick
	Role   string  `json:"role"`
	Wounds int     `json:"wounds"`
	Left   *int    `json:"left,omitempty"`
	Swift  bool    `json:"swift,omitempty"`
	Suit   Suit    `json:"suit,omitempty"`
	Tricks []trick `json:"tricks,omitempty"`
}

func TestAWrongSheetIsToldInPlainWords(t *testing.T) {
	for sheet, want := range map[string]string{
		`{"role":3}`:                               "Role is a word, not a number.",
		`{"role":"x","wounds":"many"}`:             "Wounds is a number, not a word.",
		`{"wounds":2.5,"swift":1}`:                 "Swift is true or false, not a number; wounds is a whole number, not 2.5.",
		`{"left":[]}`:                              "Left is a number, not a list.",
		`{"wounds":99999999999999999999}`:          "Wounds cannot be the number 99999999999999999999.",
		`{"role":null}`:                            "Role is a word, not empty.",
		`{"streng":1,"wound":1}`:                   "There is no field called “streng”, perhaps name, uses or role is meant; there is no field called “wound”, perhaps wounds is meant.",
		`{"tricks":[{"name":"a"},{"nome":"b"}]}`:   "There is no field called “nome” in tricks 2, perhaps name is meant.",
		`{"tricks":[{"name":"a","uses":[1,"x"]}]}`: "Uses 2 of tricks 1 is a number, not a word.",
		`{"tricks":{"name":"a"}}`:                  "Tricks is a list, not a set of named fields.",
		`{"suit":"stars"}`:                         "Suit cannot be “stars”.",
		`{"name":{}}`:                              "Name is a word, not a set of named fields.",
		`[1]`:                                      "A sheet is a set of named fields, not a list.",
		`{"role":`:                                 "The sheet is broken off or no sheet at all.",
		`{} {}`:                                    "Something follows the sheet that is no part of it.",
	} {
		if _, err := ReadSheet[plainSheet](json.RawMessage(sheet)); err == nil || err.Error() != want {
			t.Errorf("%s is answered with\n%v, not\n%s", sheet, err, want)
		}
	}
}

func TestASheetIsReadWhole(t *testing.T) {
	read, err := ReadSheet[plainSheet](json.RawMessage(`{"name":"a","role":"x","Wounds":2,"left":null,"suit":"spades","tricks":null}`))
	if err != nil || read.Name != "a" || read.Role != "x" || read.Wounds != 2 || read.Left != nil || read.Suit != Spades {
		t.Errorf("it is read as %+v, %v", read, err)
	}
}
