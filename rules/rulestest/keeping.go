package rulestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"umpire/rules"
)

// mostOfRoster is how many members a campaign's roster may have, more than any
// system fields.
const mostOfRoster = 100

// checkKeeping checks what a system does for campaigns, on the sheets that it
// offers itself.
func checkKeeping(t *testing.T, sys *rules.System) {
	if !brings(sys.Sample()) {
		t.Skip("its sides bring nobody, so there is nothing to keep")
	}
	if sys.Keeping.Home == nil || sys.Keeping.Recruits == nil {
		t.Fatal("the system cannot keep sheets between two fights, or has nobody to recruit")
	}
	rosters := sys.Sample().Sides
	if sys.Rosters != nil {
		rosters = slices.Concat(rosters, sys.Rosters())
	}
	sides := make(map[string]bool)
	for _, r := range rosters {
		if err := sys.CheckRoster(r); err != nil {
			t.Errorf("the roster %s is refused: %v", r.Key, err)
		}
		for _, f := range r.Fighters {
			checkHome(t, sys, f)
			checkMisread(t, sys, f)
			checkGear(t, sys, r, f)
		}
		checkRecruits(t, sys, r)
		checkMisfits(t, sys, r)
		if side := string(r.Sheet); !sides[side] {
			checkSide(t, sys, r)
			sides[side] = true
		}
		checkWorth(t, sys, r)
	}
	all := sys.Keeping.Recruits(rules.Roster{})
	if len(all) == 0 {
		t.Error("an empty roster has nobody to recruit")
	}
	checkKinds(t, sys, all)
}

// brings tells whether anybody fights in a setup that is kept afterwards. The
// engine's own tests play systems without models.
func brings(setup rules.Setup) bool {
	return slices.ContainsFunc(setup.Sides, func(r rules.Roster) bool { return len(r.Fighters) > 0 })
}

// checkHome checks that a sheet has one form for every number of wounds, which
// depends on nothing else that a fight changes.
func checkHome(t testing.TB, sys *rules.System, f rules.Fighter) {
	t.Helper()
	health := healthOf(t, sys, f)
	homes := make([]json.RawMessage, health.Most+1)
	for taken := range homes {
		home, err := sys.Keeping.Home(f.Sheet, taken)
		if err != nil {
			t.Fatalf("%s cannot go home with %d wounds: %v", f.Name, taken, err)
		}
		homes[taken] = home
		if _, err := sys.Sheet(home); err != nil {
			t.Errorf("the sheet of %s at home with %d wounds is refused: %v", f.Name, taken, err)
		}
		at := f
		at.Sheet = home
		if got := healthOf(t, sys, at); got != (rules.Health{Taken: taken, Most: health.Most}) {
			t.Errorf("%s went home with %d of %d wounds taken, and has %+v", f.Name, taken, health.Most, got)
		}
	}
	for from, home := range homes {
		for to, want := range homes {
			if got, err := sys.Keeping.Home(home, to); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s went home with %d, then %d wounds, and not as with %d at once: %v\n%s\n%s", f.Name, from, to, to, err, want, got)
			}
		}
	}
	for _, wrong := range []int{-1, health.Most + 1} {
		if home, err := sys.Keeping.Home(f.Sheet, wrong); !refused(err) {
			t.Errorf("%s goes home with %d of %d wounds: %s, %v", f.Name, wrong, health.Most, home, err)
		}
	}
}

// healthOf is a fighter's health; without wounds it has taken none of none.
func healthOf(t testing.TB, sys *rules.System, f rules.Fighter) rules.Health {
	t.Helper()
	if sys.Keeping.Health == nil {
		return rules.Health{}
	}
	health, err := sys.Keeping.Health(f.Sheet)
	if err != nil || health.Most < 1 || health.Taken < 0 || health.Taken > health.Most {
		t.Fatalf("%s has the health %+v: %v", f.Name, health, err)
	}
	return health
}

func refused(err error) bool {
	_, is := rules.IsRefusal(err)
	return is
}

// checkGear gives a member one of everything and takes all it has, in turn.
func checkGear(t *testing.T, sys *rules.System, r rules.Roster, f rules.Fighter) {
	if sys.Keeping.Gear == nil {
		return
	}
	list := sys.Keeping.Gear(r, f)
	checkListed(t, "the gear of "+f.Name, len(list), func(i int) (key, name, group string) { return list[i].Key, list[i].Name, "" })
	for _, g := range list {
		checkTaken(t, sys, r, f, g)
		for n := 0; ; n++ {
			sheet, err := sys.Keeping.Give(r, f, g.Key)
			if refused(err) {
				break
			}
			if err != nil || n > 100 {
				t.Errorf("%s got %d %s, and there is no end: %v", f.Name, n, g.Key, err)
				break
			}
			got := f
			got.Sheet = sheet
			checkChanged(t, sys, r, f, got, g.Key, 1)
			checkTaken(t, sys, r, got, rules.Gear{Key: g.Key, Has: g.Has + n + 1})
			f = got
		}
	}
	for _, key := range []string{"", "no such thing", "\xff"} {
		if _, err := sys.Keeping.Give(r, f, key); !refused(err) {
			t.Errorf("%s is given %q: %v", f.Name, key, err)
		}
		if _, err := sys.Keeping.Take(r, f, key); !refused(err) {
			t.Errorf("%s loses %q: %v", f.Name, key, err)
		}
	}
}

// checkTaken takes one of a gear, or checks that there is none to be taken.
func checkTaken(t *testing.T, sys *rules.System, r rules.Roster, f rules.Fighter, g rules.Gear) {
	sheet, err := sys.Keeping.Take(r, f, g.Key)
	if g.Has == 0 {
		if !refused(err) {
			t.Errorf("%s loses %s, of which it has none: %v", f.Name, g.Key, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s cannot lose %s: %v", f.Name, g.Key, err)
		return
	}
	left := f
	left.Sheet = sheet
	checkChanged(t, sys, r, f, left, g.Key, -1)
}

// checkChanged checks that a member has so many more of one gear and as much of any
// other, and that its sheet can go home.
func checkChanged(t *testing.T, sys *rules.System, r rules.Roster, was, is rules.Fighter, key string, by int) {
	had, has := carried(sys, r, was), carried(sys, r, is)
	had[key] += by
	for k := range had {
		if had[k] != has[k] {
			t.Errorf("%s has %d %s after %s changed by %d, not %d", is.Name, has[k], k, key, by, had[k])
		}
	}
	if before, after := healthOf(t, sys, was), healthOf(t, sys, is); before != after {
		t.Errorf("gear changes the health of %s: %+v, %+v", is.Name, before, after)
	}
	home, err := sys.Keeping.Home(is.Sheet, healthOf(t, sys, is).Taken)
	if err != nil {
		t.Errorf("with other gear %s cannot go home: %v\n%s", is.Name, err, is.Sheet)
	}
	is.Sheet = home
	if at := carried(sys, r, is); !maps.Equal(at, has) {
		t.Errorf("%s carries %v on its way home and %v there", is.Name, has, at)
	}
}

func carried(sys *rules.System, r rules.Roster, f rules.Fighter) map[string]int {
	has := make(map[string]int)
	for _, g := range sys.Keeping.Gear(r, f) {
		has[g.Key] = g.Has
	}
	return has
}

// checkRecruits checks that whoever a side may take on can fight for it.
func checkRecruits(t *testing.T, sys *rules.System, r rules.Roster) {
	r.Fighters = nil
	list := sys.Keeping.Recruits(r)
	if len(list) == 0 {
		t.Errorf("%s has nobody to recruit", r.Key)
	}
	checkKinds(t, sys, list)
	for _, recruit := range list {
		r.Fighters = []rules.Fighter{{ID: "new", Name: "Newcomer", Sheet: recruit.Sheet}}
		if err := sys.CheckRoster(r); err != nil {
			t.Errorf("%s recruits %s, who cannot fight for it: %v", r.Key, recruit.Key, err)
		}
		checkGear(t, sys, r, r.Fighters[0])
	}
}

// checkKinds checks that recruits are unhurt and fit a menu.
func checkKinds(t *testing.T, sys *rules.System, list []rules.Recruit) {
	checkListed(t, "the recruits", len(list), func(i int) (key, name, group string) { return list[i].Key, list[i].Name, list[i].Group })
	for _, recruit := range list {
		f := rules.Fighter{ID: recruit.Key, Name: recruit.Name, Sheet: recruit.Sheet}
		checkHome(t, sys, f)
		if home, err := sys.Keeping.Home(f.Sheet, 0); err != nil || !bytes.Equal(home, f.Sheet) {
			t.Errorf("the recruit %s does not come as one is at home: %v\n%s\n%s", recruit.Key, err, home, f.Sheet)
		}
	}
}

// checkListed checks that a list fits menus and its keys are its own.
func checkListed(t *testing.T, of string, n int, at func(int) (key, name, group string)) {
	seen := make(map[string]bool)
	for i := range n {
		key, name, group := at(i)
		if !idPattern.MatchString(key) || seen[key] {
			t.Errorf("%s: the key %q is not one of its own of 1 to 40 of A-Z a-z 0-9 . _ -", of, key)
		}
		seen[key] = true
		sized(t, of+": the name of "+key, name, 80)
		sized(t, of+": the group of "+key, group+".", 80)
	}
}

// checkMisfits checks that what is wrong with a side as a whole is refused.
func checkMisfits(t *testing.T, sys *rules.System, r rules.Roster) {
	crowd, twins, broken, empty := r, r, r, r
	crowd.Fighters = nil
	for i := range mostOfRoster {
		f := r.Fighters[i%len(r.Fighters)]
		f.ID, f.Name = fmt.Sprintf("m%d", i), fmt.Sprintf("Member %d", i)
		crowd.Fighters = append(crowd.Fighters, f)
	}
	twins.Fighters = append(slices.Clone(r.Fighters), r.Fighters[0])
	broken.Fighters = slices.Clone(r.Fighters)
	broken.Fighters[0].Sheet = json.RawMessage(`"no sheet"`)
	empty.Fighters = nil
	for what, wrong := range map[string]rules.Roster{"a hundred at once": crowd, "one twice": twins, "a broken sheet": broken, "nobody": empty} {
		if err := sys.CheckRoster(wrong); !refused(err) {
			t.Errorf("%s may fight with %s: %v", r.Key, what, err)
		}
	}
}

func checkWorth(t *testing.T, sys *rules.System, r rules.Roster) {
	if sys.Keeping.Worth == nil {
		return
	}
	list, err := sys.Keeping.Worth(r)
	if err != nil || len(list) == 0 {
		t.Errorf("%s is worth %v: %v", r.Key, list, err)
	}
	for _, w := range list {
		sized(t, "a worth of "+r.Key, w.Name, 40)
	}
}

// checkReturned checks that a fight gives back the fighters that were brought,
// in their order and under their names. One that has just begun has changed
// nothing about them, and one without gear nothing but their wounds.
func (g *game) checkReturned(begun bool) {
	left := g.b.Fight.Roster()
	same := begun || g.sys.Keeping.Gear == nil
	for i, side := range g.b.Log[0].Setup.Setup.Sides {
		for _, f := range side.Fighters {
			if len(left) == 0 || left[0].ID != f.ID || left[0].Name != f.Name || left[0].Seat != rules.Seat(i+1) {
				g.fail("the fight does not give back %s of side %d in its place: %v", f.Name, i+1, left)
			}
			before, after := healthOf(g, g.sys, f), healthOf(g, g.sys, left[0])
			if before.Most != after.Most || begun && before != after {
				g.fail("%s came with the health %+v and has %+v", f.Name, before, after)
			}
			was, err := g.sys.Keeping.Home(f.Sheet, 0)
			is, wrong := g.sys.Keeping.Home(left[0].Sheet, 0)
			if err != nil || wrong != nil || same && !bytes.Equal(was, is) {
				g.fail("%s is not as it was brought: %v, %v\n%s\n%s", f.Name, err, wrong, was, is)
			}
			left = left[1:]
		}
	}
	if len(left) > 0 {
		g.fail("the fight leaves %s, whom nobody brought", left[0].Name)
	}
}

// checkKept checks that a side can fight again with the sheets that a fight
// leaves, as they are and as they come from home.
func (g *game) checkKept() {
	if !brings(g.b.Log[0].Setup.Setup) {
		return
	}
	g.checkReturned(false)
	left := g.b.Fight.Roster()
	for i, side := range g.b.Log[0].Setup.Setup.Sides {
		home := side
		side.Fighters, home.Fighters = nil, nil
		able := g.sys.Keeping.Health == nil
		for _, f := range left {
			if f.Seat != rules.Seat(i+1) {
				continue
			}
			checkHome(g, g.sys, f)
			health := healthOf(g, g.sys, f)
			able = able || health.Taken < health.Most
			side.Fighters = append(side.Fighters, f)
			sheet, err := g.sys.Keeping.Home(f.Sheet, health.Taken)
			if err != nil {
				g.fail("%s cannot go home: %v", f.Name, err)
			}
			f.Sheet = sheet
			home.Fighters = append(home.Fighters, f)
		}
		for _, r := range []rules.Roster{side, home} {
			if err := g.sys.CheckRoster(r); able && err != nil || !able && !refused(err) {
				g.fail("%s goes on as %s, able to fight: %t. It is told: %v", r.Name, asJSON(r), able, err)
			}
		}
	}
}
