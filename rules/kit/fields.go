package kit

import (
	"embed"
	"errors"
	"fmt"
)

//go:embed fields/*.yaml
var fieldFiles embed.FS

// fieldFile is a field as its data file writes it, in inches.
type fieldFile struct {
	Key     string             `yaml:"key"`
	Name    string             `yaml:"name"`
	Size    [2]Length          `yaml:"size"`
	Terrain []Lined[pieceFile] `yaml:"terrain"`
}

type pieceFile struct {
	Name  string   `yaml:"name"`
	Cover Cover    `yaml:"cover"`
	Rect  []Length `yaml:"rect,flow"`  // west, south, width, height
	Round []Length `yaml:"round,flow"` // x, y, radius
}

const (
	leastTable = 12 * Inch
	mostTable  = 96 * Inch
	mostPieces = 40
)

// ReadField reads a field strictly. The error names the file and line of every
// fault.
func ReadField(file string, data []byte) (Field, error) {
	read, err := ReadYAML[fieldFile](file, data)
	if err != nil {
		return Field{}, err
	}
	f := Field{Key: read.Key, Name: read.Name, Size: Point{read.Size[0], read.Size[1]}}
	var faults []error
	if f.Key == "" || f.Name == "" {
		faults = append(faults, AtLine(file, 1, "a field needs a key and a name"))
	}
	for _, side := range read.Size {
		if side < leastTable || side > mostTable {
			faults = append(faults, AtLine(file, 1, "a field's size is two lengths from %s to %s, not %s", leastTable, mostTable, side))
		}
	}
	if len(read.Terrain) > mostPieces {
		faults = append(faults, AtLine(file, read.Terrain[mostPieces].Line, "a field has at most %d pieces", mostPieces))
	}
	for _, p := range read.Terrain {
		piece, err := p.Value.piece(f.Size)
		if err != nil {
			faults = append(faults, AtLine(file, p.Line, "%v", err))
			continue
		}
		f.Terrain = append(f.Terrain, piece)
	}
	return f, errors.Join(faults...)
}

func (p pieceFile) piece(size Point) (Piece, error) {
	made := Piece{Name: p.Name, Cover: p.Cover}
	switch {
	case p.Name == "" || p.Cover.rank() == 0:
		return made, errors.New("a piece of terrain needs a name and a cover, soft or hard")
	case len(p.Rect) == 4 && p.Round == nil:
		made.Corner, made.Size = Point{p.Rect[0], p.Rect[1]}, Point{p.Rect[2], p.Rect[3]}
		if made.Size.X == 0 || made.Size.Y == 0 || made.Corner.X+made.Size.X > size.X || made.Corner.Y+made.Size.Y > size.Y {
			return made, fmt.Errorf("%s lies off the table", p.Name)
		}
	case len(p.Round) == 3 && p.Rect == nil:
		made.Corner, made.Radius = Point{p.Round[0], p.Round[1]}, p.Round[2]
		if made.Radius == 0 || made.Corner.X > size.X || made.Corner.Y > size.Y {
			return made, fmt.Errorf("%s lies off the table", p.Name)
		}
	default:
		return made, fmt.Errorf("%s is either a rect of west, south, width, height or round with x, y, radius", p.Name)
	}
	return made, nil
}

// Fields gives the fields that ship, by their files' names: the open one first.
func Fields() ([]Field, error) {
	entries, err := fieldFiles.ReadDir("fields")
	if err != nil {
		return nil, fmt.Errorf("list the fields: %w", err)
	}
	fields := []Field{OpenField(48 * Inch)}
	for _, e := range entries {
		data, err := fieldFiles.ReadFile("fields/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("read the field: %w", err)
		}
		field, err := ReadField(e.Name(), data)
		if err != nil {
			return nil, err
		}
		fields = append(fields, field)
	}
	return fields, nil
}

// OpenField is a square field without terrain.
func OpenField(side Length) Field {
	return Field{Key: "open", Name: "Open field", Size: Point{side, side}}
}
