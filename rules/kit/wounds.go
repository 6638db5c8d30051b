package kit

// Wounds counts what a model can take: Max in all, Left now.
type Wounds struct {
	Max  int `json:"max"`
	Left int `json:"left"`
}

// Out tells whether the model is out of action: no wound is left.
func (w Wounds) Out() bool { return w.Left <= 0 }

// Take marks n wounds, never below none left.
func (w *Wounds) Take(n int) { w.Left = max(0, w.Left-n) }
