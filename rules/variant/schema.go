package variant

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

// Schema is the JSON Schema of variant files, made of the same tables that load them, so
// that editors complete and check the files. A file that loads is valid; what is left to
// Check and to the engines is what depends on several values at once.
func (l *Library) Schema() []byte {
	schema := object{}
	if err := json.Unmarshal(schemaBase, &schema); err != nil {
		panic(err) // the file is embedded
	}
	schema["anyOf"] = Each(l.families, l.familySchema)
	schema["properties"].(object)["game"].(object)["enum"] = l.Games()
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		panic(err) // maps of strings, numbers and lists always marshal
	}
	return append(text, '\n')
}

// schemaBase is the schema as far as it is the same for all games.
//
//go:embed schema.json
var schemaBase []byte

type object = map[string]any

// familySchema is the schema of a file of one family: its game says which, or the built-in variant that it extends.
func (l *Library) familySchema(f *Family) object {
	own := f.builtin()
	others := slices.DeleteFunc(l.Builtin(), func(name string) bool { return slices.Contains(own, name) })
	points := object{}
	for _, p := range f.Points {
		points[p.Name] = p.schema()
	}
	return object{
		"title": f.Name,
		"anyOf": []any{object{"required": []string{"game"}}, object{"required": []string{"extends"}}},
		"properties": object{
			"game":    object{"enum": Each(f.Games, func(g Game) string { return g.Name })},
			"extends": object{"not": object{"enum": others}},
			"board":   rowSchema(f.Board, false),
			"rules":   object{"type": "object", "properties": points, "additionalProperties": false},
		},
	}
}

func (p Point) schema() object {
	var values []any
	if p.Choices() != nil {
		values = append(values, object{"enum": p.Choices()})
	}
	number := object{"type": "integer", "minimum": p.Min, "maximum": p.Max}
	switch p.Kind {
	case Number:
		values = append(values, number)
	case Range:
		values = append(values, number, object{"$ref": "#/$defs/range"})
	case Faces:
		values = append(values, object{"type": "array", "items": number, "uniqueItems": true})
	case Names:
		values = append(values, object{"type": "array", "items": object{"type": "string"}, "uniqueItems": true, "minItems": 1})
	}
	long := object{
		"type": "object", "required": []string{"is"}, "additionalProperties": false,
		"properties": object{
			"is":       object{"anyOf": values},
			"standing": object{"enum": slices.Clone(standings)},
			"cites":    object{"type": "array", "items": object{"type": "string"}, "description": "clauses of the rulebook"},
			"note":     object{"$ref": "#/$defs/word"},
		},
	}
	description := fmt.Sprintf("%s: %s", p.Decides, p.Takes())
	if p.Off != "" {
		description += fmt.Sprintf(" (%s is off, and need not be given)", p.Off)
	}
	return object{"description": description, "anyOf": append(slices.Clone(values), long)}
}

func (p Part) schema() object {
	list := func(items object) object {
		return object{"type": "array", "items": items, "minItems": p.Min, "maxItems": p.Max}
	}
	switch p.Kind {
	case PartNumber:
		return object{"type": "integer", "minimum": p.Min, "maximum": p.Max}
	case PartWord:
		return object{"$ref": "#/$defs/word"}
	case PartWords:
		return list(object{"$ref": "#/$defs/word"})
	default:
		return list(rowSchema(p.Fields, true))
	}
}

// rowSchema is the schema of a record of parts; a board may leave parts to what it extends, a row of it may not.
func rowSchema(parts []Part, whole bool) object {
	properties := object{}
	for _, p := range parts {
		properties[p.Name] = p.schema()
	}
	row := object{"type": "object", "properties": properties, "additionalProperties": false}
	if whole {
		row["required"] = partNames(parts)
	}
	return row
}
