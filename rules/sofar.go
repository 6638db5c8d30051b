package rules

import "encoding/json"

// soFar gives the state as far as the unit that waits in its middle has come:
// what it has told has happened, and what it still asks has not.
func (f *Fight) soFar() (any, error) {
	if f.s.Unit == nil || f.s.Over != nil || f.Outdated() {
		return f.state()
	}
	w := &work{f: f.clone()}
	state, err := w.f.state()
	if err != nil {
		return nil, err
	}
	t := &Turn{w: w, unit: w.f.s.Unit}
	asks, err := t.pass(func(t *Turn) error { return w.runner()(state, t) })
	switch {
	case err != nil:
		return nil, err
	case asks == nil:
		return nil, fault("step %s does not stop where it waits", f.Step())
	}
	return state, nil
}

// breakOff sets the unit that waits in its middle aside. What it has told stays
// as it is, and what it still asks is asked no more.
func (w *work) breakOff() error {
	state, err := w.f.soFar()
	if err != nil {
		return err
	}
	body, err := json.Marshal(state)
	if err != nil {
		return fault("the state of %s does not become JSON: %v", w.f.s.System, err)
	}
	w.f.s.State, w.f.s.Unit = body, nil
	return nil
}
