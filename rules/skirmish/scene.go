package skirmish

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// scene is the table as a picture shows it; nil when there is no map. Nothing on
// it is hidden from anybody.
func scene(s *S, _ rules.Seat) *rules.Scene {
	if s.House.Called {
		return nil
	}
	drawn := &rules.Scene{Title: s.title(), Width: int(s.Field.Size.X), Height: int(s.Field.Size.Y), Text: s.twin(rules.Everyone)}
	if s.Placing != rules.Everyone {
		drawn.Terrain = append(drawn.Terrain, s.strip(s.Placing))
	}
	for _, p := range s.Field.Terrain {
		drawn.Terrain = append(drawn.Terrain, rules.SceneShape{
			Name: p.Name, Cover: string(p.Cover), X: int(p.Corner.X), Y: int(p.Corner.Y),
			Width: int(p.Size.X), Height: int(p.Size.Y), Radius: int(p.Radius),
		})
	}
	number := map[rules.Seat]int{}
	for _, m := range s.Models {
		number[m.Seat]++
		if !m.Standing() && m.Status != Lies {
			continue
		}
		k := s.kind(m)
		drawn.Models = append(drawn.Models, rules.SceneModel{
			ID: m.ID, Seat: m.Seat, Name: m.Name, Number: number[m.Seat], X: int(m.At.X), Y: int(m.At.Y), Radius: int(k.Base / 2),
			Left: m.Lives, Max: k.LV, Lying: m.Status == Lies, Load: len(s.aboard(m)),
		})
	}
	for _, k := range s.Markers {
		drawn.Markers = append(drawn.Markers, rules.SceneMarker{Name: k.Name, X: int(k.At.X), Y: int(k.At.Y)})
	}
	for _, l := range slices.Concat(s.Last, s.Lines) {
		drawn.Lines = append(drawn.Lines, rules.SceneLine{
			Kind: l.Kind, Seat: s.model(l.Model).Seat, X1: int(l.From.X), Y1: int(l.From.Y), X2: int(l.To.X), Y2: int(l.To.Y),
		})
	}
	return drawn
}

// strip is where a side deploys, drawn like a piece of terrain without cover.
func (s *S) strip(seat rules.Seat) rules.SceneShape {
	size, depth := s.Field.Size, int(deployDepth)
	shape := rules.SceneShape{Name: "Deploy here", Width: int(size.X), Height: int(size.Y)}
	switch s.edgeOf(seat) {
	case kit.North:
		shape.Y, shape.Height = int(size.Y)-depth, depth
	case kit.South:
		shape.Height = depth
	case kit.East:
		shape.X, shape.Width = int(size.X)-depth, depth
	case kit.West:
		shape.Width = depth
	}
	return shape
}
