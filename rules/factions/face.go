package factions

// Face is what a challenge card shows on a row, from the worst to the best.
type Face int

// The five faces of a damage challenge.
const (
	Fopp Face = iota
	Fail
	Squeak
	Pass
	Amaze
)

// String is the face's name.
func (f Face) String() string {
	return [...]string{"Fopp", "Fail", "Squeak", "Pass", "Amaze"}[f]
}

// Change says what a face does to the weapon's Wound rating.
func (f Face) Change() string {
	return [...]string{"no wound at all", "two less", "one less", "the rating as it is", "one more"}[f]
}

// Wounds is the number of wounds that a face makes of a Wound rating, never
// below none (WF-3). Where Amaze needs a rating, it adds nothing to 0 (WF-4).
func (f Face) Wounds(rating int, h House) int {
	switch {
	case f == Fopp, f == Amaze && rating == 0 && h.AmazeNeedsRating:
		return 0
	}
	return max(0, rating+int(f-Pass))
}
