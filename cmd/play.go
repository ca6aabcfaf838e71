package cmd

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/odds"
	"tpnote/verify/play"
	"tpnote/verify/report"
)

type playCmd struct {
	Variant []string `help:"The rules to play by; several, separated by commas, are played one after the other." placeholder:"NAME|FILE"`
	Set     []string `help:"Give a rule point another value; may be repeated." placeholder:"RULE-POINT=VALUE" sep:"none"`
	setupFlags
	Seed    uint64  `help:"Which games: the same seed gives the same games, on every machine." default:"1" placeholder:"S"`
	Games   int     `help:"How many games of each variant." default:"1" placeholder:"N"`
	Policy  string  `help:"How the players choose: ${enum}; eager plays to win." enum:"random,eager" default:"random"`
	Right   int     `help:"How many of a hundred questions are answered right." default:"50" placeholder:"N"`
	Limit   int     `help:"Stop a game after this many turns." default:"10000" placeholder:"N"`
	Unknown float64 `help:"Leave a part of an action unknown with this likelihood, 0 to 1." default:"0" placeholder:"P"`
	Tag     tags    `help:"A tag of every game; may be repeated." placeholder:"NAME=VALUE" sep:"none"`
	Luck    bool    `help:"With --stats: the least expected number of turns, and the share of luck, which takes longer."`
	Stats   bool    `help:"Instead of the games: how long they are, who wins, and by what."`
}

func (c *playCmd) into(o *verify.Options) { o.Set = c.Set }

var policies = map[string]play.Policy{"random": play.Random, "eager": play.Eager}

// Run plays the games.
func (c *playCmd) Run(s *streams) error {
	if err := cmp.Or(
		misuse(len(c.Variant) == 0, "which rules? give --variant: "+strings.Join(s.games.Library().Builtin(), ", ")+", or a YAML file"),
		misuse(c.Games < 1 || c.Limit < 1, "--games and --limit must be at least 1"),
		misuse(c.Unknown < 0 || c.Unknown > 1, "--unknown must be 0 to 1"),
		misuse(c.Luck && !c.Stats, "--luck goes with --stats; for games in a file there is tpnote luck"),
		misuse(c.Right < 1 || c.Right > 99, "--right must be 1 to 99: a game may never end if no answer, or every answer, is right"),
	); err != nil {
		return err
	}
	var all []*report.Stats
	meter := odds.Meter{}
	for i, variant := range c.Variant {
		stats := report.NewStats(variant)
		for n := range c.Games {
			played, err := c.play(s.reader, variant, n)
			switch {
			case err != nil:
				return err
			case c.Stats:
				stats.Add(played)
				if c.Luck {
					block, _ := notation.CutGame([]byte(played.Log), 1)
					_, luck, err := measureLuck(s.reader, meter, game{"play", block}, odds.Share{"": c.Right})
					if err != nil {
						return err
					}
					stats.AddLuck(luck)
				}
				continue
			case i+n > 0:
				fmt.Fprintln(s.out)
			}
			if _, err := s.out.WriteString(played.Log); err != nil {
				return err
			}
		}
		all = append(all, stats)
	}
	if c.Stats {
		report.NewText(s.out, s.colour).Stats(all, c.Luck)
	}
	return nil
}

// play plays game n of a variant. Each game has its own source of chance and does not depend on the games before it.
func (c *playCmd) play(r *verify.Reader, variant string, n int) (*play.Played, error) {
	chance := rand.New(rand.NewPCG(c.Seed, uint64(n)))
	h, err := c.header(r, variant, chance)
	if err != nil {
		return nil, err
	}
	h.Tags = c.Tag
	return play.Game(r, h, chance, play.Options{Policy: policies[c.Policy], Right: c.Right, Limit: c.Limit, Round: n + 1, Unknown: c.Unknown})
}
