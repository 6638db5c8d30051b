package kit

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"umpire/rules"
)

// Length is a distance on a table in hundredths of an inch, so that every
// machine measures alike.
type Length int

// Inch is one inch.
const Inch Length = 100

// mostInches is the longest length that is read: no table is longer.
const mostInches = 1000

var lengthPattern = regexp.MustCompile(`^([0-9]{1,4})(?:[.,]([0-9]{1,2}))?$`)

// ParseLength reads inches as players type them: 6, 4.5, 9.25". Anything else,
// a sign and NaN among it, is refused.
func ParseLength(text string) (Length, error) {
	typed := strings.TrimSpace(text)
	for _, unit := range []string{"inches", "inch", "in", "\"", "”", "″"} {
		typed = strings.TrimSpace(strings.TrimSuffix(typed, unit))
	}
	found := lengthPattern.FindStringSubmatch(typed)
	if found == nil {
		return 0, rules.Refuse("%s is no length: it is inches with up to two decimals, as in 6 or 4.5.", rules.Escape(short(text)))
	}
	whole, err := strconv.Atoi(found[1])
	if err != nil || whole > mostInches {
		return 0, rules.Refuse("%s is longer than any table.", rules.Escape(short(text)))
	}
	part, _ := strconv.Atoi((found[2] + "00")[:2]) // digits by the pattern
	return Length(whole)*Inch + Length(part), nil
}

// String is the length in inches with its sign: 6", 9.4", 6.01".
func (l Length) String() string { return l.Inches() + `"` }

// Inches is the length in inches without a sign: 6, 9.4, 6.01.
func (l Length) Inches() string {
	sign := ""
	if l < 0 {
		sign, l = "-", -l
	}
	text := fmt.Sprintf("%s%d.%02d", sign, l/Inch, l%Inch)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// UnmarshalYAML reads inches from a data file: 4, 2.5. As JSON a length is its
// plain number of hundredths.
func (l *Length) UnmarshalYAML(node *yaml.Node) error {
	read, err := ParseLength(node.Value)
	if err == nil {
		*l = read
	}
	return err
}

// rootUp is the square root of n, rounded up: the measured length that is just
// not too short.
func rootUp(n int64) int64 {
	if n <= 0 {
		return 0
	}
	root := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2) // above the root, from where Newton's way goes down
	for next := (root + n/root) / 2; next < root; next = (root + n/root) / 2 {
		root = next
	}
	if root*root < n {
		root++
	}
	return root
}
