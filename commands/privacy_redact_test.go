package commands

import "testing"

func TestANameIsTakenOutWhereItIsAWordOfItsOwn(t *testing.T) {
	x := redact("42", []string{"Al", "*Odd*", "Al Capone"})
	for text, want := range map[string]string{
		"Al also fights Alba, Al.":       "somebody also fights Alba, somebody.",
		"AlAl":                           "AlAl",
		"**Al Capone** rolls":            "**somebody** rolls",
		`\*Odd\* and *Odd*`:              "somebody and somebody",
		"<@42>, <@!42> and <@421> of 42": "somebody, somebody and <@421> of 0",
		"offer/7/42":                     "offer/7/0",
		"":                               "",
	} {
		if got := x.text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestABodyLosesThePersonAndNothingElse(t *testing.T) {
	x := redact("42", []string{"Al"})
	body := `{"message":{"text":"Al, <@42>","mentions":["42","43"],"file":{"name":"a.txt","alt":"","body":"QWwgd2lucw=="}},"n":9007199254740993}`
	got, err := x.body([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"message":{"file":{"alt":"","body":"c29tZWJvZHkgd2lucw==","name":"a.txt"},"mentions":["43"],"text":"somebody, somebody"},"n":9007199254740993}`
	if string(got) != want {
		t.Errorf("got %s", got)
	}
}
