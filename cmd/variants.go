package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"

	"tpnote/rules/variant"
	"tpnote/verify/regress"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

// variantsCmd groups the commands about variants.
type variantsCmd struct {
	List      variantsListCmd      `cmd:"" default:"1" help:"List the built-in variants."`
	Show      variantsShowCmd      `cmd:"" help:"Print every rule point of a variant: its value, where it is set, and its clauses."`
	Check     variantsCheckCmd     `cmd:"" help:"Check variant files, also for what no schema can see."`
	Diff      variantsDiffCmd      `cmd:"" help:"Say what differs between two variants."`
	Questions variantsQuestionsCmd `cmd:"" help:"Print what players settle before a first game."`
	Schema    variantsSchemaCmd    `cmd:"" help:"Print the JSON Schema of variant files, for editors."`
}

type variantsListCmd struct {
	Format string `help:"How to print: ${enum}." enum:"text,json" default:"text"`
}

// Run lists the built-in variants.
func (c *variantsListCmd) Run(s *streams) error {
	lib := s.games.Library()
	return printed(s, c.Format, func(t *report.Text) { t.Variants(lib) }, func() any { return report.VariantsJSON(lib) })
}

type variantsShowCmd struct {
	Set     []string `help:"Give a rule point another value; may be repeated." placeholder:"RULE-POINT=VALUE" sep:"none"`
	Format  string   `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	Variant string   `arg:"" help:"A built-in name or a YAML file."`
}

// Run prints the variant.
func (c *variantsShowCmd) Run(s *streams) error {
	v, err := s.openVariant(c.Variant, c.Set)
	if err != nil {
		return err
	}
	return printed(s, c.Format, func(t *report.Text) { t.Variant(v) }, func() any { return report.VariantJSON(v) })
}

// openVariant opens a built-in variant or a file, changes rule points as set says (each
// rule-point=value), and returns an error if the variant cannot be played.
func (s *streams) openVariant(name string, set []string) (*variant.Variant, error) {
	v, err := s.games.Library().Open(name, ".")
	if err != nil {
		return nil, err
	}
	if v, err = v.Set(set...); err != nil {
		return nil, err
	}
	return v, s.games.Playable(v)
}

// openVariants opens the two variants that --variants names.
func (s *streams) openVariants(names, set []string) (a, b *variant.Variant, err error) {
	if len(names) != 2 {
		return nil, nil, errors.New("--variants takes two variants, such as master-1981,genus-iii")
	}
	if a, err = s.openVariant(names[0], set); err == nil {
		b, err = s.openVariant(names[1], set)
	}
	return a, b, err
}

// pathFrom returns the path of a file from a folder, as a tag of a log in that folder gives it.
func pathFrom(dir, file string) (path string, err error) {
	if dir, err = filepath.Abs(dir); err == nil {
		path, err = filepath.Abs(file)
	}
	if err == nil {
		path, err = filepath.Rel(dir, path)
	}
	return filepath.ToSlash(path), err
}

type variantsCheckCmd struct {
	Files []string `arg:"" name:"file" help:"Variant files, or names of built-in variants."`
}

// Run checks the files one after the other.
func (c *variantsCheckCmd) Run(s *streams) error {
	for _, name := range c.Files {
		v, err := s.games.Library().Check(name, ".", s.games.Playable)
		var faults variant.Errors
		switch {
		case err == nil:
			fmt.Fprintf(s.out, "%s: %s@%s, a valid variant of %s\n", report.Clean(name), report.Clean(v.Name), v.Fingerprint, v.Game)
		case errors.As(err, &faults) && faults[0].Origin.Line > 0:
			s.found = true
			fmt.Fprintln(s.out, report.Clean(faults.Error()))
		default: // about the file, not about what it says
			s.failed = true
			s.complain(err.Error())
		}
	}
	return nil
}

type variantsDiffCmd struct {
	Format string `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	A      string `arg:"" help:"A built-in name or a YAML file."`
	B      string `arg:"" help:"Another one."`
}

// Run prints the differences.
func (c *variantsDiffCmd) Run(s *streams) error {
	a, b, err := s.openVariants([]string{c.A, c.B}, nil)
	if err != nil {
		return err
	}
	differences := variant.Diff(a, b)
	s.found = len(differences) > 0
	return printed(s, c.Format, func(t *report.Text) { t.Differences(a, b, differences) },
		func() any { return report.DifferencesJSON(a, b, differences) })
}

type variantsSchemaCmd struct{}

// Run prints the schema.
func (variantsSchemaCmd) Run(s *streams) error {
	_, err := s.out.Write(s.games.Library().Schema())
	return err
}

// printed prints a result as text or as JSON.
func printed(s *streams, format string, asText func(*report.Text), asJSON func() any) error {
	if format == "json" {
		return report.Line(s.out, asJSON())
	}
	asText(report.NewText(s.out, s.colour))
	return nil
}

type variantsQuestionsCmd struct {
	Set     []string `help:"Tick another value; may be repeated." placeholder:"RULE-POINT=VALUE" sep:"none"`
	YAML    bool     `name:"yaml" help:"Print the variant file of the ticked values instead."`
	Output  string   `short:"o" help:"Write a page to print, with pictures and boxes." placeholder:"OUT.html"`
	Variant string   `arg:"" help:"A built-in name or a YAML file."`
}

// Run prints the questions.
func (c *variantsQuestionsCmd) Run(s *streams) error {
	if c.Output != "" && (c.YAML || filepath.Ext(c.Output) != ".html") {
		return errors.New("-o takes a file OUT.html, and goes without --yaml")
	}
	v, err := s.openVariant(c.Variant, nil)
	if err != nil {
		return err
	}
	table, err := s.openVariant(c.Variant, c.Set)
	if err != nil {
		return err
	}
	bounds := searchBounds
	if c.YAML {
		bounds = regress.SearchBounds{} // a file shows no games
	}
	all, err := regress.Questions(v, table, regress.NewWitnesses(s.games, bounds))
	switch {
	case err != nil:
		return err
	case c.YAML:
		_, err = s.out.Write(regress.Table(c.Variant, all))
		return err
	case c.Output != "":
		return s.output(c.Output, func(out *bufio.Writer) error { return view.Questions(out, s.games, v, all) })
	}
	return printed(s, "text", func(t *report.Text) { t.Questions(v, all) }, nil)
}
