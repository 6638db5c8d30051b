package skirmish

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/rules/rulestest"
)

// deadly are dice with which every shot hits and kills, and nobody gets up.
type deadly struct{}

func (deadly) Roll(_ int, kind string, count, _ int) []int {
	face := map[string]int{"to hit": 6, "attack": 1, "defence": 2, "rise": 1}[kind]
	return slices.Repeat([]int{max(1, face)}, count)
}

// workCursesTiming kills a pirate in a phase and watches when it first rolls.
func workCursesTiming(t *testing.T, c *workedCase) map[string]any {
	one, two := "sci_corps: 1 Assaulter", "pirates: 1 Captain, 1 Fighter"
	killer := rules.Seat(1)
	if c.Given.PiratePlayer == "A" {
		one, two, killer = two, one, 2
	}
	tb := lay(t, one, two, "rounds", "12")
	tb.s.Round = c.Given.KilledIn.Round
	tb.other = deadly{}
	tb.phase(phaseNamed(t, c.Given.KilledIn.Phase))
	if !strings.HasSuffix(c.Given.KilledIn.Phase, "end") {
		m := tb.model("Fighter")
		m.Status, m.Lives = Lies, 0
	}
	tb.start()
	if strings.HasSuffix(c.Given.KilledIn.Phase, "end") {
		tb.pick(killer, "bombard", tb.model("Fighter").ID)
		tb.is("Fighter", Lies)
	}
	return map[string]any{"first_roll": tb.firstRise(t, c.Given.KilledIn.Round, tb.s.Phase)}
}

// firstRise lets every decision lapse until somebody rolls to get up.
func (tb *table) firstRise(t *testing.T, round int, phase Phase) map[string]any {
	t.Helper()
	seen := 0
	for range 60 {
		for ; seen < len(tb.b.Told); seen++ {
			for _, e := range tb.b.Told[seen] {
				switch f := e.Fact.(type) {
				case PhaseBegun:
					round, phase = f.Round, f.Phase
				case Rose:
					return map[string]any{"round": round, "phase": caseName(phase)}
				}
			}
		}
		tb.idle()
	}
	t.Fatal("nobody ever rolls")
	return nil
}

// idle holds fire, or lets the first open decision lapse.
func (tb *table) idle() {
	tb.t.Helper()
	for _, seat := range []rules.Seat{1, 2} {
		asks := tb.b.Fight.Asks(seat)
		switch {
		case len(asks) == 0:
			continue
		case asks[0].ID == "bombard":
			tb.pick(seat, asks[0].ID, "none")
		default:
			tb.lapse(seat, asks[0].ID)
		}
		return
	}
	tb.t.Fatalf("nobody is asked anything; told:\n%s", tb.told)
}

func workMove(t *testing.T, c *workedCase) map[string]any {
	var traits []string
	for _, trait := range c.Given.Traits {
		traits = append(traits, strings.ToLower(trait))
	}
	own := Kind{Key: "own", Name: "Own", MAF: 1, DF: 1, LV: 1, Rules: traits}
	tb := layOut(t, homemade(t, Faction{}, own), homemade(t, Faction{}, Kind{Key: "foe", Name: "Foe", DF: 1, LV: 1, MAF: 1, RAF: 1, Range: 6, Rules: []string{"grapple"}}))
	tb.at("Own", 24, 24).at("Foe", 5, 24)
	if c.Given.InContact {
		tb.at("Foe", 23, 24)
	}
	to := "toward east"
	leaves := func() bool { return len(tb.state().touched(tb.model("Own"))) == 0 }
	switch c.Given.Kind {
	case "run":
		tb.phase(AShoots)
		if c.Given.InContact {
			tb.refused("in contact", 1, "run", "models", "Own")
			return map[string]any{"max": 0, "leave_contact": false}
		}
		tb.rolls(c.Given.Roll)
		tb.order(1, "run", "models", "Own")
		return map[string]any{"max": tb.farthest(t, 1, to), "leave_contact": c.Given.InContact && leaves()}
	case "grapple":
		tb.s.Due = []Due{{Seat: 2, Model: "own", Most: 3 * kit.Inch, Why: ByGrapple}}
		return map[string]any{"max": tb.farthest(t, 2, to), "leave_contact": leaves()}
	case "bail", "eject":
		tb.s.Due = []Due{{Seat: 1, Model: "own", Most: 3 * kit.Inch, Why: ByBailing}}
		return map[string]any{"max": tb.farthest(t, 1, to), "leave_contact": false}
	}
	if c.Given.InContact {
		tb.refused("must stay so", 1, "move", "models", "Own", "to", to)
		far, _ := tb.state().stride(tb.model("Own"))
		return map[string]any{"max": int(far / kit.Inch), "leave_contact": false}
	}
	return map[string]any{"max": tb.farthest(t, 1, to), "leave_contact": false}
}

// farthest moves the own model as far as it may and gives the inches.
func (tb *table) farthest(t *testing.T, seat rules.Seat, to string) int {
	t.Helper()
	before := tb.model("Own").At
	tb.move(seat, "Own", to)
	return int((before.To(tb.model("Own").At) + kit.Inch/2) / kit.Inch)
}

func workContact(t *testing.T, c *workedCase) map[string]any {
	f := Faction{}
	if c.Given.Mover.Dinosaur {
		f.Rules = []string{"stampede"}
	}
	own := Kind{Key: "own", Name: "Own", MAF: 1, DF: 1, LV: 1, RAF: 6, Range: 12}
	crest := Kind{Key: "crest", Name: "Crest", RAF: 6, Range: 12, MAF: 1, DF: 1, LV: 1, Rules: []string{"head_crest"}}
	tb := layOut(t, homemade(t, f, own, crest), homemade(t, Faction{}, Kind{Key: "foe", Name: "Foe", MAF: 1, DF: 1, LV: 1}))
	tb.at("Own", 20, 20).at("Foe", 23, 20).at("Crest", 20, 15)
	switch c.Given.Cause {
	case "move":
		tb.move(1, "Own", "toward Foe")
		return map[string]any{"melee_now": len(tb.state().attackers(1)) > 0}
	case "run":
		tb.phase(AShoots).rolls(6)
		tb.order(1, "run", "models", "Own")
		tb.move(1, "Own", "toward Foe")
	case "head_crest":
		tb.phase(AShoots).rolls(6, 6, 6, 6, 6, 6)
		tb.order(1, "special", "model", "Crest", "what", "crest.own")
		tb.move(1, "Own", "toward Foe")
	case "grapple":
		tb.phase(BShoots)
		tb.s.Due = []Due{{Seat: 2, Model: "own", Most: 3 * kit.Inch, Why: ByGrapple}}
		tb.move(2, "Own", "toward Foe")
	default: // the enemy moves in
		tb.phase(BMoves)
		tb.move(2, "Foe", "toward Own")
	}
	now := false
	for _, q := range tb.b.Fight.Asks(1) {
		now = now || strings.HasPrefix(q.ID, "stampede")
	}
	return map[string]any{"melee_now": now}
}

func workOrder(*testing.T, *workedCase) map[string]any {
	var names []string
	for _, step := range round() {
		names = append(names, strings.NewReplacer(" ", "_", "/", "_").Replace(step.Name))
	}
	for i, name := range names {
		names[i] = name[:1] + strings.ToLower(name[1:])
	}
	return map[string]any{"phases": names}
}

func workRollOff(t *testing.T, c *workedCase) map[string]any {
	var rolls [][]int
	if err := c.Rolls.Decode(&rolls); err != nil {
		t.Fatal(err)
	}
	for _, dice := range rolls {
		if seat := RollOff(dice[0], dice[1]); seat != rules.Everyone {
			return map[string]any{"A": c.Given.Players[seat-1], "B": c.Given.Players[other(seat)-1], "rolls": len(rolls)}
		}
	}
	return nil
}

// workDemolition lays out each marker with what stands near it.
func workDemolition(t *testing.T, c *workedCase) map[string]any {
	var own, foes []Kind
	var wants []Status
	add := func(list *[]Kind, n int, status Status) {
		for range n {
			*list = append(*list, Kind{Name: fmt.Sprintf("M%d %d", len(own)+len(foes)+1, len(wants)), DF: 1, LV: 1, MAF: 1})
			wants = append(wants, status)
		}
	}
	for _, m := range c.Given.Markers {
		add(&own, m.A+m.ALying+m.APassengers, Stands)
		add(&foes, m.B+m.BLying+m.BPassengers, Stands)
	}
	add(&own, 1, Stands)
	add(&foes, 1, Stands)
	tb := layOut(t, homemade(t, Faction{}, own...), homemade(t, Faction{}, foes...), "mission", "demolition")
	tb.s.Field = kit.OpenField(96 * kit.Inch)
	next := map[rules.Seat]int{}
	put := func(seat rules.Seat, n int, status Status, x kit.Length, y *kit.Length) {
		for range n {
			m := tb.s.filter(seat, func(*Model) bool { return true })[next[seat]]
			next[seat]++
			m.At, m.Status = kit.Point{X: x, Y: *y}, status
			*y += 110
		}
	}
	for i, m := range c.Given.Markers {
		at := kit.Point{X: kit.Length(800 + 1300*i), Y: 5000}
		tb.s.Markers = append(tb.s.Markers, Marker{ID: m.ID, Name: m.ID, At: at})
		y := at.Y - 200
		put(1, m.A, Stands, at.X, &y)
		put(1, m.ALying, Lies, at.X, &y)
		put(1, m.APassengers, Aboard, at.X, &y)
		put(2, m.B, Stands, at.X+100, &y)
		put(2, m.BLying, Lies, at.X+100, &y)
		put(2, m.BPassengers, Aboard, at.X+100, &y)
	}
	tb.s.Stage = missionCheck
	tb.phase(AEnd)
	var before, left, destroyed []string
	for _, k := range tb.s.Markers {
		before = append(before, k.ID)
	}
	tb.start()
	for _, k := range tb.state().Markers {
		left = append(left, k.ID)
	}
	for _, id := range before {
		if !slices.Contains(left, id) {
			destroyed = append(destroyed, id)
		}
	}
	return map[string]any{"destroyed": destroyed, "left": left}
}

func workDemolitionEnd(_ *testing.T, c *workedCase) map[string]any {
	return map[string]any{"winner": DemolitionWinner(c.Given.MarkersLeft)}
}

func workArmy(t *testing.T, c *workedCase) map[string]any {
	var keys []string
	if err := c.Given.RawModels.Decode(&keys); err != nil {
		t.Fatal(err)
	}
	for _, f := range Factions() {
		if !strings.HasPrefix(c.Given.Faction, f.Key) && !strings.HasPrefix(f.Key, c.Given.Faction) {
			continue
		}
		var kinds []Kind
		for _, key := range keys {
			i := slices.IndexFunc(f.Kinds, func(k Kind) bool { return k.Key == key })
			if i < 0 {
				return map[string]any{"legal": false, "why": "not_in_faction"}
			}
			kinds = append(kinds, f.Kinds[i])
		}
		faults := musterFaults(f.Limits, kinds, 0)
		points, bv := cost(kinds)
		got := map[string]any{"legal": len(faults) == 0, "points": points, "bv": bv}
		if len(faults) > 0 {
			got["why"] = faults[0].Why
		}
		return got
	}
	t.Fatalf("no faction is called %s", c.Given.Faction)
	return nil
}

// workTransport lays out a transport with passengers, and boards it or hurts it.
func workTransport(t *testing.T, c *workedCase) map[string]any {
	g := c.Given
	tb := lay(t, fmt.Sprintf("sci_corps: 1 Wardog APC, %d Assaulter", max(1, g.Aboard+g.Boarding)), "pirates: 1 Captain")
	wardog := tb.s.model("wardog_apc_1")
	wardog.Lives, wardog.Moved = g.Lives, g.MovedThis
	wardog.At = kit.Point{X: 2400, Y: 2400}
	riders := tb.s.filter(1, func(m *Model) bool { return m != wardog })
	for _, m := range riders[:g.Aboard] {
		m.Status, m.Inside = Aboard, wardog.ID
	}
	if g.Boarding > 0 {
		m := riders[g.Aboard]
		m.At = kit.Point{X: 2400 + 200, Y: 2400}
		if b := tb.s.boardBar(m, wardog); b != nil {
			tb.refused("", 1, "special", "model", m.Name, "what", "board."+wardog.ID)
			return map[string]any{"legal": false, "why": b.Why}
		}
		tb.order(1, "special", "model", m.Name, "what", "board."+wardog.ID)
		return map[string]any{"legal": true, "aboard": len(tb.state().aboard(tb.state().model(wardog.ID)))}
	}
	got := map[string]any{}
	names := []string{"after_first", "after_second", "after_third"}
	for i, n := range g.Damage {
		lives := Suffer(tb.model("Wardog APC").Lives, n)
		tb.start()
		tb.make(rulestest.Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: &rules.Order{Verb: "set-lives", Args: map[string]string{"model": wardog.ID, "lives": fmt.Sprint(lives), "reason": "case"}}}})
		s := tb.state()
		after := map[string]any{"lives": lives, "aboard": len(s.aboard(s.model(wardog.ID)))}
		if lives == 0 {
			after["ejected"], after["eject_move"] = len(s.Due), int(s.Due[0].Most/kit.Inch)
		}
		got[names[i]] = after
	}
	return got
}

func workNextPhase(t *testing.T, c *workedCase) map[string]any {
	tb := lay(t, "pirates: 1 Fighter", "pirates: 1 Musketeer", "rounds", "6")
	tb.s.Round, tb.s.House.Rounds = c.Given.Round, c.Given.LastRound
	tb.phase(phaseNamed(t, c.Given.Phase))
	before := tb.s.Phase
	tb.start()
	if !tb.s.Phase.moves() && !tb.s.Phase.shoots() {
		before = -1 // an End Phase without decisions is over at once
	}
	for range 3 {
		if before < 0 || tb.b.Fight.Over() != nil || tb.state().Phase != before {
			break
		}
		tb.done()
	}
	s := tb.state()
	if tb.b.Fight.Over() != nil {
		return map[string]any{"round": s.Round, "phase": "none", "game_over": true}
	}
	round, phase := c.Given.Round, ""
	for _, told := range tb.b.Told {
		for _, e := range told {
			if begun, ok := e.Fact.(PhaseBegun); ok && phase == "" {
				round, phase = begun.Round, caseName(begun.Phase)
			}
		}
	}
	return map[string]any{"round": round, "phase": phase, "game_over": false}
}
