package kit

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"umpire/rules"
)

// script gives dice in a written order and keeps how they were asked for.
type script struct {
	faces []int
	asked []string
}

func (s *script) roll(count, sides int) []int {
	s.asked = append(s.asked, fmt.Sprintf("%dd%d", count, sides))
	faces := s.faces[:count]
	s.faces = s.faces[count:]
	return faces
}

// top gives the highest face every time and counts the dice.
type top struct{ dice int }

func (r *top) roll(count, sides int) []int {
	r.dice += count
	faces := make([]int, count)
	for i := range faces {
		faces[i] = sides
	}
	return faces
}

func mustRead(t *testing.T, text string) Notation {
	t.Helper()
	n, err := ReadNotation(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return n
}

func TestDiceAreToldWithEveryFaceAndTheSum(t *testing.T) {
	for _, c := range []struct {
		text  string
		faces []int
		asked string
		want  string
	}{
		{"d20", []int{14}, "1d20", "1d20 gives **14**"},
		{"2d6+1", []int{3, 5}, "2d6", "2d6 + 1 gives 3, 5; 8 + 1 = **9**"},
		{" 2 D 6 − 12 ", []int{3, 5}, "2d6", "2d6 − 12 gives 3, 5; 8 − 12 = **−4**"},
		{"2d6+d8-1", []int{3, 5, 7}, "2d6 1d8", "2d6 + 1d8 − 1 gives 2d6: 3, 5; 1d8: 7; 8 + 7 − 1 = **14**"},
		{"-d4+10", []int{3}, "1d4", "−1d4 + 10 gives 3; −3 + 10 = **7**"},
		{"4d6kh3", []int{2, 6, 5, 2}, "4d6", "4d6kh3 gives 6, 5, 2 kept, 2 dropped; **13**"},
		{"4d6KL1", []int{3, 6, 2, 2}, "4d6", "4d6kl1 gives 2 kept, 3, 6, 2 dropped; **2**"},
		{"3d6dh", []int{6, 1, 6}, "3d6", "3d6dh1 gives 6, 1 kept, 6 dropped; **7**"},
		{"3d6 dl2", []int{6, 1, 2}, "3d6", "3d6dl2 gives 6 kept, 1, 2 dropped; **6**"},
		{"4d6r1", []int{1, 3, 1, 5, 4, 1}, "4d6 2d6", "4d6r1 gives 4 (rerolled 1), 3, 1 (rerolled 1), 5; **13**"},
		{"2d6r<=2", []int{3, 4}, "2d6", "2d6r<=2 gives 3, 4; **7**"},
		{"3d6!", []int{6, 6, 1, 6, 2, 3}, "3d6 2d6 1d6", "3d6!6 gives 6, 6, 1, 6 (exploded), 2 (exploded), 3 (exploded); **24**"},
		{"2d6!>4kh1", []int{5, 1, 3}, "2d6 1d6", "2d6!>4kh1 gives 5 kept, 1, 3 (exploded) dropped; **5**"},
		{"1d6r1!", []int{1, 6, 4}, "1d6 1d6 1d6", "1d6r1!6 gives 6 (rerolled 1), 4 (exploded); **10**"},
		{"5d6>=4", []int{2, 4, 6, 1, 5}, "5d6", "5d6>=4 gives 2, 4, 6, 1, 5; **3 successes**"},
		{"5d6! >=4", []int{2, 4, 6, 1, 5, 4}, "5d6 1d6", "5d6!6>=4 gives 2, 4, 6, 1, 5, 4 (exploded); **4 successes**"},
		{"2d6=6", []int{1, 1}, "2d6", "2d6=6 gives 1, 1; **no success**"},
		{"1d6<3", []int{2}, "1d6", "1d6<3 gives 2; **1 success**"},
		{"2d6>3 - 2d6>4 - 1", []int{1, 4, 5, 6}, "2d6 2d6", "2d6>3 − 2d6>4 − 1 gives 2d6>3: 1, 4; 2d6>4: 5, 6; 1 − 2 − 1 = **−2 successes**"},
		{"d6;d6 , d6", []int{1, 2, 3}, "1d6 1d6 1d6", "1d6 gives **1**\n1d6 gives **2**\n1d6 gives **3**"},
		{`d6 "the bow"; d8 # a shield, d4#`, []int{1, 2, 3}, "1d6 1d8 1d4", "the bow: 1d6 gives **1**\na shield: 1d8 gives **2**\n1d4 gives **3**"},
	} {
		dice := &script{faces: c.faces}
		got := mustRead(t, c.text).Throw(dice.roll).Text()
		if got != c.want || strings.Join(dice.asked, " ") != c.asked {
			t.Errorf("%q rolls %v and tells\n%s\nnot\n%s", c.text, dice.asked, got, c.want)
		}
	}
}

func TestManyDiceAreCountedByFace(t *testing.T) {
	var faces []int
	for i := range 33 {
		faces = append(faces, i%3+1)
	}
	dice := &script{faces: append(faces, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6)}
	want := "33d6r1kh20 gives 1×0 2×0 3×9 4×0 5×10 6×1 (11 rerolled: 1×11) kept, 1×0 2×11 3×2 4×0 5×0 6×0 dropped; **83**"
	if got := mustRead(t, "33d6r1kh20").Throw(dice.roll).Text(); got != want {
		t.Errorf("it tells\n%s\nnot\n%s", got, want)
	}
	dice = &script{faces: append(append([]int{}, faces...), make([]int, 11)...)}
	for i := range 11 {
		dice.faces[33+i] = 50
	}
	want = "33d100!3 gives 1×11 2×11 3×11 50×11 (11 of them exploded); **616**"
	if got := mustRead(t, "33d100!3").Throw(dice.roll).Text(); got != want {
		t.Errorf("it tells\n%s\nnot\n%s", got, want)
	}
}

func TestEveryRefusalNamesThePlaceAndWhatWouldBeRight(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "At character 1 of the dice: a roll is missing.",
		"2d6;":                             "At character 5 of the dice: a roll is missing.",
		"d6+":                              "At character 4",
		"kx":                               "At character 1 of the dice: “kx” cannot stand here.",
		"2d6 attack":                       "At character 5 of the dice: “attack” cannot stand here.",
		"(2d6)":                            "At character 1",
		"d6!(r1)":                          "At character 4",
		"2d6*2":                            `“\*2” cannot stand here`,
		"9999999d6":                        "At character 1 of the dice: a pool has 1 to 100 dice, not 9999999.",
		"99999999999999999999999d6":        "1 to 100 dice, not a thousand million or more",
		"999d6!>0":                         "1 to 100 dice, not 999",
		"0d6":                              "1 to 100 dice, not 0",
		"2d6+101d6":                        "At character 5 of the dice: a pool has 1 to 100 dice, not 101.",
		"2d1":                              "a die has 2 to 1000 sides, not 1",
		"2d1001":                           "2 to 1000 sides, not 1001",
		"d%":                               "after d comes a number of sides",
		"d":                                "At character 2",
		"9d6!>0":                           "At character 4 of the dice: !>0 would let every face of a d6 explode, without end.",
		"d6r<7":                            "r<7 would reroll every face of a d6.",
		"d6r>=1":                           "r>=1 would reroll every face",
		"d6!7":                             "!7 means no face of a d6",
		"d6>=7":                            ">=7 means no face of a d6",
		"d6r":                              "At character 4 of the dice: here a face is missing",
		"d6>":                              "here a face is missing",
		"d6r1r2":                           "At character 5 of the dice: r2 comes after another of its kind",
		"d6!!":                             "comes after another of its kind",
		"d6>2<5":                           "comes after another of its kind",
		"4d6kh3dl1":                        "At character 7 of the dice: a pool keeps or drops dice once.",
		"4d6kh5":                           "kh of 4 dice takes 1 to 4, not 5",
		"4d6dl4":                           "dl of 4 dice takes 1 to 3, not 4",
		"4d6kh0":                           "takes 1 to 4, not 0",
		"d6dl1":                            "dl needs at least 2 dice",
		"100d6+100d6+100d6+d6":             "At character 19 of the dice: a command rolls at most 300 dice",
		"100d6r1;100d6r1":                  "At character 9 of the dice: a command rolls at most 300 dice, and a reroll counts",
		"5":                                "there are no dice in this roll",
		"d6; 5+5":                          "At character 5 of the dice: there are no dice",
		"5d6>3+2d6":                        "successes and faces do not add up",
		"d6+100001":                        "a number to add is at most 100000",
		"1+2>2":                            "there are no dice in this roll",
		"2d6+1>=8":                         `At character 6 of the dice: “\>=8” cannot stand here`,
		strings.Repeat("d6;", 11):          "At character 31 of the dice: a command takes at most 10 rolls.",
		strings.Repeat("1+", 40):           "a command takes at most 40 pools and numbers",
		`d6 "bow`:                          "the quotation mark is not closed",
		`d6 "bow" d6`:                      "At character 10",
		"d6 #" + strings.Repeat("a", 101):  "A label has at most 100 characters; this one has 101.",
		"d6 #" + strings.Repeat("a", 2000): "Dice are written in at most 300 characters; these are 2004.",
		strings.Repeat("(", 300):           "At character 1",
		"@everyone":                        "“\\@\u200beveryone” cannot stand here",
		"d6 \u202e6d":                      "“6d” cannot stand here",
		"d٦":                               "after d comes a number of sides",
		"\xff":                             "At character 1",
	} {
		_, err := ReadNotation(text)
		if got, ok := rules.IsRefusal(err); !ok || !strings.Contains(got, want) {
			t.Errorf("%.40q: %v, not a refusal with %q", text, err, want)
		}
	}
}

func TestNoInputCostsMoreThanItsLimits(t *testing.T) {
	for _, text := range []string{
		"9999999d6", "999d6!>0", "99999999999999999999d99999999999999999999", strings.Repeat("d6!>1r1kh1", 900),
		strings.Repeat("(", 6000), strings.Repeat("9", 6000), "d6 #" + strings.Repeat("a\u202e", 3000), strings.Repeat("d6;", 2000),
	} {
		// Refused, with a handful of small allocations at most.
		if _, err := ReadNotation(text); err == nil {
			t.Errorf("%.20q is taken", text)
		}
		if n := testing.AllocsPerRun(10, func() { _, _ = ReadNotation(text) }); n > 60 {
			t.Errorf("%.20q takes %v allocations to refuse", text, n)
		}
	}
	for _, text := range []string{"100d2!", "100d1000!>1", "99d6!>1r1+2d6!", "100d6r<6!"} {
		n, dice := mustRead(t, text), &top{}
		throw := n.Throw(dice.roll)
		if dice.dice > diceLimit {
			t.Errorf("%q rolls %d dice", text, dice.dice)
		}
		if got := throw.Text(); !strings.Contains(got, "stopped at 300 dice a command") {
			t.Errorf("%q does not say that it was stopped: %s", text, got)
		}
	}
}

func TestTheLongestThrowFitsOnePost(t *testing.T) {
	for _, text := range []string{
		"100d1000!>1;100d1000;100d1000",
		"100d1000r<1000kh50!>999",
		strings.Repeat("30d1000;", 9) + "30d1000!>1",
		strings.TrimSuffix(strings.Repeat("5d1000r<1000kh1+99999#@@@@@@@;", 10), ";"),
		strings.Repeat("d6+", 39) + "d6#" + strings.Repeat("@", 100),
	} {
		n := 0
		rising := func(count, sides int) []int { // as many different faces as there can be
			faces := make([]int, count)
			for i := range faces {
				n++
				faces[i] = max(1, sides-n%sides)
			}
			return faces
		}
		for _, roll := range []func(int, int) []int{(&top{}).roll, rising} {
			if got := mustRead(t, text).Throw(roll).Text(); utf8.RuneCountInString(got) > textLimit {
				t.Errorf("%q tells %d characters", text, utf8.RuneCountInString(got))
			}
		}
	}
}

func TestALabelIsOneHarmlessLine(t *testing.T) {
	for typed, want := range map[string]string{
		"  the\tgate \r\n":       "the gate",
		"a\u202eb\u2066c\u200fd": "abcd",
		"a\u2028b\x00c":          "a b c",
		`say "hi"`:               "say 'hi'",
		"👩\u200d🌾":               "👩\u200d🌾",
		strings.Repeat("é", 100): strings.Repeat("é", 100),
		"\u200b\u202d":           "",
	} {
		if got, err := ReadLabel(typed); err != nil || got != want {
			t.Errorf("%q becomes %q, %v", typed, got, err)
		}
	}
	told := mustRead(t, "d6 # @everyone **<@101>** https://x").Throw((&top{}).roll).Text()
	for _, power := range []string{"@everyone", "<@", " **<", "s://"} {
		if strings.Contains(told, power) {
			t.Errorf("%q keeps the power of %q", told, power)
		}
	}
}

func FuzzReadNotation(f *testing.F) {
	for _, text := range []string{
		"4d6kh3 + 2; 5d6>=4 # arrows", "d6!>5", `2d20kl1-1 "luck"`, "100d1000r<1000!", "9999999d6", "d6r1!2dh1<3", "−d4", "\u202e@everyone",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ReadNotation(text)
		if err != nil {
			if why, ok := rules.IsRefusal(err); !ok || utf8.RuneCountInString(why) > 400 {
				t.Fatalf("%q: not a short refusal: %v", text, err)
			}
			return
		}
		dice := &top{}
		told := n.Throw(dice.roll).Text()
		if dice.dice > diceLimit || dice.dice < 1 {
			t.Fatalf("%q rolls %d dice", text, dice.dice)
		}
		if utf8.RuneCountInString(told) > textLimit {
			t.Fatalf("%q tells %d characters", text, utf8.RuneCountInString(told))
		}
		for _, r := range told {
			if r != '\n' && r != '\u200b' && r != '\u200d' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Fatalf("%q tells the character %U", text, r)
			}
		}
		for _, roll := range n.rolls {
			again, err := ReadNotation(roll.String())
			if err != nil || again.rolls[0].String() != roll.String() {
				t.Fatalf("%q is written %q, which reads %v, %v", text, roll.String(), again, err)
			}
		}
	})
}
