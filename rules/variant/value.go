package variant

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"tpnote/rules/nearest"
)

// parseText reads a value as --set gives it. Lists are separated by commas, brackets are optional.
func (p Point) parseText(text string) (Value, error) {
	trimmed := strings.TrimSpace(text)
	if p.Kind == Faces || p.Kind == Names && !slices.Contains(p.Choices(), trimmed) {
		inner := strings.TrimSuffix(strings.TrimPrefix(trimmed, "["), "]")
		words := Each(strings.Split(inner, ","), strings.TrimSpace)
		return p.parseList(slices.DeleteFunc(words, func(word string) bool { return word == "" }))
	}
	return p.parseWord(trimmed)
}

// parseNode reads a value as a variant file gives it.
func (p Point) parseNode(n *yaml.Node) (Value, error) {
	nodes, list := []*yaml.Node{n}, n.Kind == yaml.SequenceNode && (p.Kind == Faces || p.Kind == Names)
	if list {
		nodes = n.Content
	}
	var words []string
	for _, n := range nodes {
		switch word := n.Kind == yaml.ScalarNode && n.Tag != "!!null"; {
		case list && !word:
			return Value{}, fmt.Errorf("%s takes %s", p.Name, p.Takes())
		case !word, (p.Kind == Number || p.Kind == Faces) && quotedNumber(n):
			return Value{}, errors.New(unlike(n, p.Name, p.Takes()))
		}
		words = append(words, n.Value)
	}
	if list {
		return p.parseList(words)
	}
	return p.parseWord(n.Value)
}

// unlike says that a node is not what takes says. of says whose value it is.
func unlike(n *yaml.Node, of, takes string) string {
	switch {
	case n.Tag == "!!null":
		return fmt.Sprintf("%s has no value; it takes %s", of, takes)
	case n.Kind == yaml.ScalarNode && quotedNumber(n):
		return fmt.Sprintf("%s takes %s, not the text %q", of, takes, n.Value)
	case n.Kind == yaml.ScalarNode:
		return fmt.Sprintf("%s takes %s, not %q", of, takes, n.Value)
	case n.Kind == yaml.SequenceNode:
		return fmt.Sprintf("%s takes %s, not a list", of, takes)
	}
	return fmt.Sprintf("%s takes %s, not a mapping", of, takes)
}

// quotedNumber reports whether a scalar is text that looks like a number, such as "4" in quotes: the wrong type.
func quotedNumber(n *yaml.Node) bool {
	_, err := strconv.Atoi(n.Value)
	return err == nil && n.Tag == "!!str"
}

func (p Point) parseWord(word string) (Value, error) {
	if slices.Contains(p.Choices(), word) {
		return Value{Word: word}, nil
	}
	switch p.Kind {
	case Number:
		if n, err := strconv.Atoi(word); err == nil && p.Min <= n && n <= p.Max {
			return Value{Lo: n, Hi: n}, nil
		}
	case Range:
		lo, hi, found := strings.Cut(word, "-")
		if !found {
			hi = lo
		}
		a, errA := strconv.Atoi(strings.TrimSpace(lo))
		b, errB := strconv.Atoi(strings.TrimSpace(hi))
		if errA == nil && errB == nil && p.Min <= a && a <= b && b <= p.Max {
			return Value{Lo: a, Hi: b}, nil
		}
	}
	near := nearest.Word(word, p.Choices())
	if alias := aliases[strings.ToLower(word)]; slices.Contains(p.Choices(), alias) {
		near = alias
	}
	return Value{}, fmt.Errorf("%s takes %s, not %q%s", p.Name, p.Takes(), word, suggest(near))
}

// aliases are other words for yes and no in YAML files.
var aliases = map[string]string{"true": "yes", "on": "yes", "y": "yes", "false": "no", "off": "no", "n": "no"}

func (p Point) parseList(words []string) (Value, error) {
	if p.Kind == Names {
		for i, word := range words {
			if slices.Contains(words[:i], word) {
				return Value{}, fmt.Errorf("%s lists %q twice", p.Name, word)
			}
		}
		if len(words) == 0 {
			return Value{}, fmt.Errorf("%s takes %s", p.Name, p.Takes())
		}
		return Value{Names: slices.Sorted(slices.Values(words))}, nil
	}
	v := Value{Faces: []int{}}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < p.Min || n > p.Max {
			return Value{}, fmt.Errorf("%s takes %s, not %q", p.Name, p.Takes(), word)
		}
		if v.Has(n) {
			return Value{}, fmt.Errorf("%s lists %d twice", p.Name, n)
		}
		v.Faces = append(v.Faces, n)
	}
	slices.Sort(v.Faces)
	return v, nil
}

// Takes says in words what values the point has: "exact or at-least", "a number from 1 to 6".
func (p Point) Takes() string {
	words := p.Choices()
	switch p.Kind {
	case Number:
		words = append(words, fmt.Sprintf("a number from %d to %d", p.Min, p.Max))
	case Range:
		words = append(words, fmt.Sprintf("a range such as 2-6, from %d to %d", p.Min, p.Max))
	case Faces:
		words = append(words, fmt.Sprintf("a list of numbers from %d to %d, such as [6]", p.Min, p.Max))
	case Names:
		words = append(words, "a list of colour codes")
	}
	return OrList(words)
}

// OrList joins what is possible as a sentence does: "a, b or c"; "nothing" where nothing is.
func OrList(words []string) string { return cmp.Or(joinList(words, " or "), "nothing") }

// AndList joins words as a sentence does: "a, b and c".
func AndList(words []string) string { return joinList(words, " and ") }

func joinList(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}
