package skirmish

import (
	"fmt"
	"slices"
	"strconv"

	"umpire/rules"
	"umpire/rules/kit"
)

// orders are what a side may order, and the umpire's corrections.
func orders() []rules.OrderSpec[S] {
	return append([]rules.OrderSpec[S]{
		{Verb: "deploy", Gather: true, Label: "Deploy", Text: "Place your models within your deployment zone.", Run: deploy, Args: []rules.Arg[S]{
			{Name: "models", Text: "Which: a name, Fighter 1-3, several with commas, or all.", Kind: "several", Required: true, Legal: legalDeployed},
			{Name: "to", Text: "Where: a point as 24,10, a square as C4, or a transport; spread when left out.", Kind: "place", Legal: legalZone, Reach: zoneReach},
		}},
		{Verb: "move", Gather: true, Label: "Move", Text: "Move one or several of your models.", Run: move, Args: []rules.Arg[S]{
			{Name: "models", Text: "Which: a name, Fighter 1-3, several with commas, or all.", Kind: "several", Required: true, Legal: legalMovers},
			{Name: "to", Text: "Where: 24,10, C4, toward NAME or away from NAME, or a direction; a distance may follow.", Kind: "place", Required: true, Legal: legalGoals, Reach: moveReach},
			{Name: "via", Text: "By which points or squares, with ; between them.", Kind: "text"},
		}},
		{Verb: "attack", Label: "Attack", Text: "Attack an enemy model with one of yours.", Run: attackOrder, Args: []rules.Arg[S]{
			{Name: "attacker", Text: "Your model that attacks.", Kind: "text", Required: true, Legal: legalAttackers},
			{Name: "target", Text: "The enemy model it goes for.", Kind: "text", Required: true, Legal: legalTargets},
			{Name: "cover", Text: "The target's cover, where you call it or propose another than measured.", Kind: "text", Legal: legalCover},
			{Name: "distance", Text: "How far the target is away, where distances are called.", Kind: "text"},
			{Name: "inspired", Text: "Whether a friend who inspires is near enough, where distances are called.", Kind: "flag"},
		}},
		{Verb: "run", Label: "Run", Text: "Roll how far your models run, instead of shooting.", Run: run, Args: []rules.Arg[S]{
			{Name: "models", Text: "Which: a name, Fighter 1-3, several with commas, or all.", Kind: "several", Required: true, Legal: legalRunners},
		}},
		{Verb: "special", Label: "Special", Text: "Urge on an ally, get in or out of a transport, or leave the table.", Run: specialOrder, Args: []rules.Arg[S]{
			{Name: "model", Text: "Your model that acts.", Kind: "text", Required: true, Legal: legalActors},
			{Name: "what", Text: "What it does.", Kind: "text", Required: true, Legal: legalDeeds},
		}},
		{Verb: "marker", Gather: true, Label: "Place a marker", Text: "Place one of the mission's markers.", Run: marker, Args: []rules.Arg[S]{
			{Name: "to", Text: "Where: a point as 24,10 or a square as C4.", Kind: "place", Required: true, Legal: legalMarks, Reach: markReach},
		}},
		{Verb: "undo-move", Gather: true, Label: "Take moves back", Text: "Take back moves that were made since the last die.", Run: undoMove, Args: []rules.Arg[S]{
			{Name: "models", Text: "Which: a name, Fighter 1-3, several with commas, or all.", Kind: "several", Required: true, Legal: legalUndone},
		}},
		{Verb: "cover", Label: "Agree on cover", Text: "Propose that a model stands in other cover than the map says, until it moves.", Run: coverOrder, Args: []rules.Arg[S]{
			{Name: "target", Text: "The model in or out of cover.", Kind: "text", Required: true, Legal: legalStanding},
			{Name: "cover", Text: "Its cover: open, soft or hard.", Kind: "text", Required: true, Legal: legalCovers},
		}},
		{Verb: "done", Label: "End phase", Text: "End your phase or your deployment.", Run: done},
	}, corrections()...)
}

func corrections() []rules.OrderSpec[S] {
	return []rules.OrderSpec[S]{
		{Verb: "set-lives", Label: "Set lives", Text: "Correct how many lives a model has left.", Umpire: true, Run: setLives, Args: []rules.Arg[S]{
			{Name: "model", Text: "The model to correct.", Kind: "text", Required: true, Legal: legalModels},
			{Name: "lives", Text: "How many lives it has left.", Kind: "number", Required: true, Legal: legalLives},
			{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true},
		}},
		{Verb: "place", Label: "Place", Text: "Correct where a model stands.", Umpire: true, Run: placeOrder, Args: []rules.Arg[S]{
			{Name: "model", Text: "The model to correct.", Kind: "text", Required: true, Legal: legalModels},
			{Name: "to", Text: "Where: a point as 24,10 or a square as C4.", Kind: "place", Required: true, Reach: placeReach},
			{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true},
		}},
		{Verb: "end", Label: "End fight", Text: "End the fight with a winner or without one.", Umpire: true, Run: end, Args: []rules.Arg[S]{
			{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true},
			{Name: "winner", Text: "The army that wins; nobody when left out.", Kind: "text", Legal: legalWinners},
		}},
	}
}

// options lists models for a menu, with what they have.
func (s *S) options(models []*Model) []rules.Option {
	var options []rules.Option
	for _, m := range models {
		k := s.kind(m)
		detail := fmt.Sprintf("%d of %d lives; %s", m.Lives, k.LV, k.stats())
		if k.Name != m.Name {
			detail = k.Name + ", " + detail
		}
		options = append(options, rules.Option{ID: m.ID, Label: m.Name, Detail: kit.Clip(detail, 100), Group: kit.Clip(k.Name, 80)})
	}
	return options
}

// withAll lists models, and all of them where there are several.
func (s *S) withAll(models []*Model) []rules.Option {
	options := s.options(models)
	if len(models) > 1 {
		options = append([]rules.Option{{ID: "all", Label: fmt.Sprintf("All %d", len(models))}}, options...)
	}
	return options
}

func legalDeployed(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if s.Placing != seat || s.House.Called {
		return nil
	}
	waiting := s.waiting(seat)
	options := s.withAll(waiting)
	return append(options, s.options(s.placed(seat))...)
}

func legalZone(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if s.Placing != seat || s.House.Called {
		return nil
	}
	list, err := s.chosen(seat, args["models"], s.deployable)
	if err != nil {
		return nil
	}
	var options []rules.Option
	for _, m := range s.filter(seat, s.carries) {
		if m != list[0] && m.inPlay() && s.kind(list[0]).Type == Infantry && s.room(m) >= len(list) {
			options = append(options, rules.Option{ID: "in." + m.ID, Label: "Inside " + m.Name})
		}
	}
	if len(list) > 1 {
		return options
	}
	within := s.zone(seat)
	for _, name := range s.Field.Squares() {
		at, _ := s.Field.Middle(name)
		if within(s.base(list[0]).Moved(at)) {
			options = append(options, rules.Option{ID: name, Label: "Square " + name})
		}
	}
	return options
}

func legalMovers(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if len(s.Due) > 0 {
		if s.Due[0].Seat == seat {
			return s.options([]*Model{s.model(s.Due[0].Model)})
		}
		return nil
	}
	return s.withAll(s.movers(seat))
}

// legalGoals lists where the models may go: toward enemies, the nearest first,
// markers, the eight directions, and away from the nearest enemy. What would move
// nobody is left out.
func legalGoals(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	courses := s.courses(seat, args["models"])
	if len(courses) == 0 {
		return nil
	}
	start := courses[0].points[0]
	enemies := s.standing(other(courses[0].model.Seat))
	slices.SortStableFunc(enemies, func(x, y *Model) int { return int(start.To(x.At) - start.To(y.At)) })
	const most = 10
	var options []rules.Option
	add := func(id, label string) {
		dest, err := s.destination(id)
		if err != nil {
			return
		}
		planned, err := s.plan(slices.Clone(courses), dest, nil)
		if err != nil || s.idle(planned) {
			return
		}
		options = append(options, rules.Option{ID: id, Label: kit.Clip(label, 80), Detail: kit.Clip(s.arrival(planned), 100)})
	}
	for _, m := range enemies[:min(most, len(enemies))] {
		add("toward."+m.ID, "Toward "+m.Name)
	}
	for _, k := range s.Markers {
		add("toward."+k.ID, "Toward "+k.Name)
	}
	for _, c := range kit.Directions() {
		add("toward."+c.String(), kit.Capital(c.String()))
	}
	if len(enemies) > 0 {
		add("away."+enemies[0].ID, "Away from "+enemies[0].Name)
	}
	return options
}

// courses are the models of an order that is being given, where each may start.
func (s *S) courses(seat rules.Seat, text string) []course {
	if len(s.Due) > 0 {
		d := s.Due[0]
		m := s.model(d.Model)
		if d.Seat != seat || s.means(text, m) != nil {
			return nil
		}
		return []course{{model: m, most: d.Most, points: []kit.Point{m.At}, dragged: d.Why == ByGrapple}}
	}
	models, err := s.chosen(seat, text, s.movers)
	if err != nil || !s.Phase.moves() || s.setting() || seat != s.active() {
		return nil
	}
	var courses []course
	for _, m := range models {
		if s.mayMove(m) != nil {
			return nil
		}
		courses = append(courses, s.course(m))
	}
	return courses
}

func legalAttackers(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.options(s.attackers(seat))
}

func legalTargets(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if seat != s.active() || s.setting() {
		return nil
	}
	m, err := s.own(seat, args["attacker"])
	if err != nil {
		return nil
	}
	var options []rules.Option
	for _, o := range s.targets(m, s.contacts(), 0) {
		a := &attack{by: seat, from: m, target: o, mode: s.modeOf(m), inspired: true}
		s.weigh(a)
		detail := fmt.Sprintf("%d of %d lives, DF %d; hits on %d+%s", o.Lives, s.kind(o).LV, s.kind(o).DF, a.needed, plusSum(a.bonus))
		if a.mode == Ranged && !s.House.Called {
			detail = fmt.Sprintf("%s away %s; ", a.gap, coverWords(a.cover)) + detail
		}
		options = append(options, rules.Option{ID: o.ID, Label: o.Name, Detail: kit.Clip(detail, 100)})
	}
	return options
}

func plusSum(sum kit.Sum) string {
	if total := sum.Total(); total != 0 {
		return fmt.Sprintf(" with %+d", total)
	}
	return ""
}

func legalCover(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if seat != s.active() || !s.Phase.shoots() {
		return nil
	}
	return legalCovers(s, seat, nil)
}

func legalCovers(*S, rules.Seat, map[string]string) []rules.Option {
	var options []rules.Option
	for _, c := range kit.Covers() {
		options = append(options, rules.Option{ID: string(c), Label: kit.Capital(coverWords(c))})
	}
	return options
}

func legalRunners(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.withAll(s.runners(seat))
}

func legalActors(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.options(s.actors(seat))
}

func legalDeeds(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	m, err := s.own(seat, args["model"])
	if err != nil || seat != s.active() || s.setting() {
		return nil
	}
	var options []rules.Option
	for _, d := range s.deeds(m) {
		options = append(options, d.option)
	}
	return options
}

func legalMarks(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if !s.Marking || s.House.Called || seat != other(s.Attacker) {
		return nil
	}
	var options []rules.Option
	for _, name := range s.Field.Squares() {
		if at, _ := s.Field.Middle(name); s.markerFault(at) == nil {
			options = append(options, rules.Option{ID: name, Label: "Square " + name})
		}
	}
	return options
}

func legalUndone(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	models := s.undoable(seat)
	options := s.withAll(models)
	return slices.DeleteFunc(options, func(o rules.Option) bool {
		meant := models
		if m := s.model(o.ID); m != nil {
			meant = []*Model{m}
		}
		blocked, _ := s.blockedUndo(meant)
		return blocked != nil
	})
}

func legalStanding(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	return s.options(slices.Concat(s.standing(1), s.standing(2)))
}

func legalModels(s *S, _ rules.Seat, _ map[string]string) []rules.Option { return s.options(s.Models) }

func legalLives(s *S, _ rules.Seat, args map[string]string) []rules.Option {
	m, err := s.anyone(args["model"])
	if err != nil {
		return nil
	}
	var options []rules.Option
	for n := range s.kind(m).LV + 1 {
		options = append(options, rules.Option{ID: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return options
}

func legalWinners(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	return []rules.Option{{ID: "1", Label: s.Sides[0].Name}, {ID: "2", Label: s.Sides[1].Name}}
}
