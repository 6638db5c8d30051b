package kit

import "fmt"

// Wounds counts what a model can take: Max in all, Left now.
type Wounds struct {
	Max  int `json:"max"`
	Left int `json:"left"`
}

// Out tells whether the model is out of action: no wound is left.
func (w Wounds) Out() bool { return w.Left <= 0 }

// Take marks n wounds, never below none left.
func (w *Wounds) Take(n int) { w.Left = max(0, w.Left-n) }

// Taken is how a sheet says what a model can take and has taken: "3", "3, 1 taken".
func Taken(taken, most int) string {
	if taken == 0 {
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d, %d taken", most, taken)
}
