package skirmish

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules/kit"
)

// duel lays out an attacker with what a case gives and its target, on a table
// that is large enough. The bonus and the damage of a die are rules of its own.
func (c *workedCase) duel(t *testing.T, mode Mode, rule ...string) *table {
	t.Helper()
	g := c.Given
	f := Faction{}
	attacker := Kind{Key: "attacker", Name: "Attacker", Range: g.Range, DF: 1, LV: 1, Rules: rule}
	attacker.RAF, attacker.MAF = g.AF, g.AF
	if mode == Ranged {
		attacker.MAF = 0
	} else {
		attacker.RAF = 0
	}
	if g.Bonus != 0 {
		f.Specials = append(f.Specials, Special{Key: "bonus", Name: "Bonus", Text: "A bonus.", ToHit: g.Bonus})
		attacker.Rules = append(attacker.Rules, "bonus")
	}
	if g.PerDie > 1 {
		f.Specials = append(f.Specials, Special{Key: "per_die", Name: "More", Text: "More damage.", PerDie: g.PerDie})
		attacker.Rules = append(attacker.Rules, "per_die")
	}
	bystander := Kind{Key: "bystander", Name: "Bystander", DF: 1, LV: 9, Type: Vehicle, Rules: []string{"transport"}}
	own := homemade(t, f, attacker, Kind{Key: "friend", Name: "Friend", MAF: 1, DF: 1, LV: 1})
	target := Kind{Key: "target", Name: "Target", DF: g.Target.DF, LV: max(1, g.Target.Lives)}
	tb := layOut(t, own, homemade(t, Faction{}, target, bystander))
	tb.s.Field = kit.OpenField(96 * kit.Inch)
	tb.at("Attacker", 20, 10).at("Target", 21+g.Distance, 10).at("Bystander", 60, 90).at("Friend", 5, 90)
	if mode == Melee && g.Contact != nil && !*g.Contact {
		tb.at("Target", 24, 10)
	}
	if g.ShooterInContact {
		tb.at("Bystander", 18, 10)
	}
	if g.TargetInContact {
		tb.at("Friend", 22+g.Distance, 10)
	}
	if g.TargetEmbarked {
		m := tb.model("Target")
		m.Status, m.Inside = Aboard, "bystander"
	}
	if g.TargetLying {
		tb.model("Target").Status = Lies
	}
	if g.AttackerLying {
		tb.model("Attacker").Status = Lies
	}
	tb.model("Target").Cover = g.Cover
	if mode == Ranged {
		tb.phase(AShoots)
	}
	return tb
}

// bar gives why the attack that is laid out is illegal, or "".
func (tb *table) bar(mode Mode) string {
	s := tb.state()
	a := &attack{by: 1, from: s.model("attacker"), target: s.model("target"), mode: mode}
	if b := s.bars(a, s.contacts()); b != nil {
		return b.Why
	}
	return ""
}

// aimed and clashed give the facts of the last attack.
func factsOf[F any](tb *table) []F {
	var list []F
	for _, fact := range tb.facts {
		if f, ok := fact.(F); ok {
			list = append(list, f)
		}
	}
	return list
}

func workAttack(t *testing.T, c *workedCase) map[string]any {
	tb := c.duel(t, c.Given.Mode)
	if why := tb.bar(c.Given.Mode); why != "" {
		tb.refused("", 1, "attack", "attacker", "Attacker", "target", "Target")
		return map[string]any{"legal": false, "why": why}
	}
	r := c.rolls(t)
	tb.rolls(r.Hit).rolls(r.Attack...).rolls(r.Defence...)
	tb.attack(1, "Attacker", "Target")
	aimed := factsOf[Aimed](tb)[0]
	got := map[string]any{
		"legal": true, "needed": aimed.Needed, "modified": aimed.Makes, "hit": aimed.Hit, "damage": 0,
		"lives": tb.model("Target").Lives, "killed": tb.model("Target").Status == Dead,
	}
	for _, clash := range factsOf[Clashed](tb) {
		got["unblocked"] = len(clash.Through)
	}
	got["damage"] = damageTo(tb, "Target")
	return got
}

// damageTo is the damage that a model was dealt in the last move.
func damageTo(tb *table, name string) int {
	n := 0
	for _, fact := range tb.facts {
		switch f := fact.(type) {
		case Hurt:
			if f.Target == name {
				n += f.Damage.Total()
			}
		case Slain:
			if f.Target == name {
				n += f.Damage.Total()
			}
		}
	}
	return n
}

// crowd lays out what a blast case gives: models in a row, the target first. An
// id that begins with E is an enemy.
func (c *workedCase) crowd(t *testing.T, own Kind) *table {
	t.Helper()
	var list []caseModel
	if err := c.Given.RawModels.Decode(&list); err != nil {
		t.Fatal(err)
	}
	c.Given.Models = list
	ours, theirs := []Kind{own}, []Kind(nil)
	for _, m := range list {
		k := Kind{Key: m.ID, Name: m.ID, DF: m.DF, LV: m.Lives, MAF: 1}
		switch {
		case m.ID == own.Key:
			own.DF, own.LV = m.DF, m.Lives
			ours[0] = own
		case strings.HasPrefix(m.ID, "E"):
			theirs = append(theirs, k)
		default:
			ours = append(ours, k)
		}
	}
	f := Faction{}
	if b := c.Given.Bonus; b != 0 {
		f.Specials = []Special{{Key: "bonus", Name: "Bonus", Text: "A bonus.", ToHit: b}}
		ours[0].Rules = append(ours[0].Rules, "bonus")
	}
	theirs = append(theirs, Kind{Key: "last", Name: "Last", DF: 1, LV: 1})
	tb := layOut(t, homemade(t, f, ours...), homemade(t, Faction{}, theirs...))
	tb.s.Field = kit.OpenField(96 * kit.Inch)
	tb.at("Last", 90, 90).at(own.Name, 50, 20)
	for i, m := range list {
		if m.ID == own.Key {
			continue
		}
		angle := []struct{ x, y float64 }{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}[i%5]
		if i == 0 {
			tb.at(m.ID, 50, 50)
			continue
		}
		tb.at(m.ID, 50+angle.x*(1+m.FromTarget), 50+angle.y*(1+m.FromTarget))
	}
	return tb
}

// result gives what a blast did.
func (c *workedCase) result(tb *table) map[string]any {
	damage, lives := map[string]int{}, map[string]int{}
	var killed []string
	for _, clash := range factsOf[Clashed](tb) {
		damage[clash.Target] = damageTo(tb, clash.Target)
	}
	for _, m := range c.Given.Models {
		lives[m.ID] = tb.model(m.ID).Lives
		if tb.model(m.ID).Status == Dead {
			killed = append(killed, m.ID)
		}
	}
	aimed := factsOf[Aimed](tb)[0]
	return map[string]any{"legal": true, "hit": aimed.Hit, "damage": damage, "lives": lives, "killed": killed, "needed": aimed.Needed}
}

func (c *workedCase) eachRolls(t *testing.T, tb *table) {
	t.Helper()
	r := c.rolls(t)
	tb.rolls(r.Hit)
	for _, e := range r.Each {
		tb.rolls(e.Attack...).rolls(e.Defence...)
	}
}

func workBlast(t *testing.T, c *workedCase) map[string]any {
	own := Kind{Key: c.Given.Shooter, Name: c.Given.Shooter, DF: 2, LV: 9, Rules: []string{c.Given.Rule}}
	if c.Given.Mode == Melee {
		own.MAF = c.Given.AF
	} else {
		own.RAF, own.Range = c.Given.AF, 48
	}
	tb := c.crowd(t, own)
	if c.Given.Mode == Melee {
		tb.at(own.Name, 50, 49) // in contact with the target
	} else {
		tb.phase(AShoots)
		tb.model(c.Given.Models[0].ID).Cover = map[int]kit.Cover{4: kit.Open, 5: kit.Soft, 6: kit.Hard}[c.Given.Needed]
		for _, m := range c.Given.Models {
			if m.ID == own.Name { // the shooter stands near its target
				tb.at(own.Name, 50, 49-m.FromTarget)
			}
		}
	}
	c.eachRolls(t, tb)
	tb.attack(1, own.Name, c.Given.Models[0].ID)
	return c.result(tb)
}

func workStartillery(t *testing.T, c *workedCase) map[string]any {
	tb := c.crowd(t, Kind{Key: "Own", Name: "Own", DF: 1, LV: 1, MAF: 1})
	tb.s.Sides[0].Rules = []string{"startillery"}
	tb.s.Stage = ownBombardment
	target := c.Given.Models[0].ID
	tb.model(target).Cover = c.Given.Cover
	if c.Given.TargetInContact {
		tb.at("Own", 50, 49)
		tb.s.House.BlastSparesOwn = false
		tb.model("Own").Status = Waiting // contact is all that it is there for
	}
	tb.phase(AEnd)
	if slices.Contains([]Status{Lies, Aboard}, tb.model(target).Status) {
		return map[string]any{"legal": false}
	}
	tb.start()
	c.eachRolls(t, tb)
	tb.pick(1, "bombard", target)
	return c.result(tb)
}

func workFullAuto(t *testing.T, c *workedCase) map[string]any {
	var rolls []caseRolls
	if err := c.Rolls.Decode(&rolls); err != nil {
		t.Fatal(err)
	}
	c.Given.Range = 24
	c.Given.Distance = 10
	c.Given.Cover = map[int]kit.Cover{4: kit.Open, 5: kit.Soft, 6: kit.Hard}[c.Given.Needed]
	tb := c.duel(t, Ranged, "full_auto")
	hits, asked := 0, 0
	var damage []int
	for i, r := range rolls {
		tb.rolls(r.Hit).rolls(r.Attack...).rolls(r.Defence...)
		if i == 0 {
			tb.attack(1, "Attacker", "Target")
		} else {
			tb.pick(1, "again", "yes")
		}
		aimed := factsOf[Aimed](tb)
		asked++
		if aimed[len(aimed)-1].Hit {
			hits++
			damage = append(damage, damageTo(tb, "Target"))
		}
	}
	for _, q := range tb.b.Fight.Asks(1) {
		if q.ID == "again" {
			tb.pick(1, "again", "no")
		}
	}
	m := tb.model("Target")
	return map[string]any{"hits": hits, "damage": damage, "lives": m.Lives, "killed": m.Status == Dead, "hit_rolls": asked}
}

func workGrapple(t *testing.T, c *workedCase) map[string]any {
	c.Given.Range, c.Given.Distance = 6, 5
	c.Given.Cover = map[int]kit.Cover{4: kit.Open, 5: kit.Soft, 6: kit.Hard}[c.Given.Needed]
	mode := Ranged
	if c.Given.Mode != "" {
		mode = c.Given.Mode
	}
	tb := c.duel(t, mode, "grapple")
	r := c.rolls(t)
	tb.rolls(r.Hit).rolls(r.Attack...).rolls(r.Defence...)
	tb.attack(1, "Attacker", "Target")
	aimed := factsOf[Aimed](tb)[0]
	got := map[string]any{"hit": aimed.Hit, "damage": damageTo(tb, "Target"), "moved": 0}
	before := tb.model("Target").At
	if due := tb.state().Due; len(due) > 0 {
		far := fmt.Sprint(min(c.Given.WantedMove, 3))
		if c.Given.WantedMove > 3 {
			tb.refused("at most 3", 1, "move", "models", "Target", "to", fmt.Sprintf("toward east %v", c.Given.WantedMove))
		}
		tb.move(1, "Target", "toward east "+far)
		got["moved"] = float64(before.To(tb.model("Target").At)) / 100
	}
	got["lives"] = tb.model("Target").Lives
	return got
}

func workBladeMaster(t *testing.T, c *workedCase) map[string]any {
	c.Given.Mode = Melee
	tb := c.duel(t, Melee, "blade_master")
	r := c.rolls(t)
	tb.rolls(r.Hit).rolls(r.Attack...).rolls(r.Defence...)
	tb.attack(1, "Attacker", "Target")
	got := map[string]any{"hit": factsOf[Aimed](tb)[0].Hit, "before": len(Through(r.Attack, r.Defence)), "final": Again(r.Attack, r.Reroll, r.Rerolled)}
	picks := []string{"keep"}
	for _, place := range r.Reroll {
		picks = append(picks, fmt.Sprintf("d%d", place+1))
	}
	tb.rolls(r.Rerolled...)
	tb.pick(1, "reroll", picks...)
	got["unblocked"] = len(Through(r.Attack, r.Defence))
	for _, again := range factsOf[Rerolled](tb) {
		got["unblocked"] = len(again.Through)
		if diff := cmp.Diff(sorted(got["final"].([]int)), again.Attack); diff != "" {
			t.Error(diff)
		}
	}
	got["damage"], got["lives"] = damageTo(tb, "Target"), tb.model("Target").Lives
	return got
}

func workHeadCrest(t *testing.T, c *workedCase) map[string]any {
	k := Kind{Key: "crest", Name: "Crest", Range: c.Given.Range, RAF: c.Given.AF, MAF: 1, DF: 1, LV: 1, Rules: []string{"head_crest"}}
	tb := layOut(t, homemade(t, Faction{}, k, Kind{Key: "ally", Name: "Ally", DF: 1, LV: 1}), homemade(t, Faction{}, Kind{Key: "foe", Name: "Foe", DF: 1, LV: 1}))
	tb.phase(AShoots).at("Crest", 10, 10).at("Ally", 40, 40).at("Foe", 40, 5)
	target := "Ally"
	if c.Given.TargetSide == "enemy" {
		target = "Foe"
	}
	tb.at(target, 11+c.Given.Distance, 10)
	if c.Given.InContact {
		tb.at("Foe", 9, 10)
	}
	s := tb.state()
	if b := s.crestBar(tb.model("Crest"), tb.model(target)); b != nil {
		tb.refused("", 1, "special", "model", "Crest", "what", "crest."+tb.model(target).ID)
		return map[string]any{"legal": false, "why": b.Why}
	}
	tb.rolls(c.rolls(t).Attack...)
	tb.order(1, "special", "model", "Crest", "what", "Head Crest on "+target)
	told := factsOf[Urged](tb)[0]
	return map[string]any{"legal": true, "successes": Successes(told.Dice, told.Least), "move": float64(told.Far) / 100}
}

func workCurses(t *testing.T, c *workedCase) map[string]any {
	var kinds []Kind
	for _, l := range c.Given.Lying {
		kinds = append(kinds, Kind{Key: l.ID, Name: l.ID, MAF: 1, DF: 1, LV: l.MaxLives})
	}
	tb := layOut(t, homemade(t, Faction{Rules: []string{"ancient_curses"}}, kinds...), army(t, "pirates: 1 Fighter"))
	for _, m := range tb.s.filter(1, (*Model).Standing) {
		m.Status, m.Lives = Lies, 0
	}
	var dice []int
	if err := c.Rolls.Decode(&dice); err != nil {
		t.Fatal(err)
	}
	tb.phase(AEnd).rolls(dice...)
	tb.start()
	up, lying := map[string]int{}, []string(nil)
	for _, l := range c.Given.Lying {
		if m := tb.model(l.ID); m.Standing() {
			up[l.ID] = m.Lives
		} else {
			lying = append(lying, l.ID)
		}
	}
	return map[string]any{"up": up, "lying": lying}
}

// phaseNamed is a phase as the cases call it: A_shoots_runs.
func phaseNamed(t *testing.T, name string) Phase {
	t.Helper()
	for p := AMoves; p <= BEnd; p++ {
		if caseName(p) == name {
			return p
		}
	}
	t.Fatalf("no phase is called %s", name)
	return 0
}

func caseName(p Phase) string {
	name := strings.NewReplacer(" ", "_", "/", "_").Replace(p.String())
	return name[:1] + strings.ToLower(name[1:])
}
