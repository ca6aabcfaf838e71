package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/odds"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

type luckCmd struct {
	lineFlags
	rightFlag
	By     []string `help:"Whose dice to ask about: any of all, event, game, player, separated by commas." default:"all,player" enum:"all,event,game,player" placeholder:"KINDS"`
	Dice   bool     `help:"Ask about the dice only, not about luck."`
	Format string   `help:"How to print: ${enum}." enum:"text,json" default:"text"`
	Paths  []string `arg:"" name:"path" help:"Logs, folders with *.log and *.tpn, or - for standard input."`

	*streams `kong:"-"`
	names    []string
	survey   odds.Survey
	sum      odds.Answers // of all games
	text     *report.Text
	list     *report.List
}

// rightFlag gives the share of right answers that luck is computed for.
type rightFlag struct {
	Right []right `help:"Right answers of a hundred, or in a category (ye=60); otherwise those of the log." placeholder:"N|CATEGORY=N"`
}

// right is how many of a hundred questions are answered right, in a category or in all ("").
type right struct {
	category string
	percent  int
}

// UnmarshalText reads N or CATEGORY=N.
func (r *right) UnmarshalText(text []byte) (err error) {
	category, number, named := strings.Cut(string(text), "=")
	if !named {
		category, number = "", category
	}
	r.category = category
	if r.percent, err = strconv.Atoi(number); err != nil || r.percent < 1 || r.percent > 99 || named && category == "" {
		return fmt.Errorf("%s: must be 1 to 99, or such a number for a category, as in ye=60", text)
	}
	return nil
}

// share returns the share that the flag gives, or else the one that answers suggest.
func (f *rightFlag) share(answers odds.Answers) odds.Share {
	share := odds.ShareOf(answers)
	for _, r := range f.Right {
		share[r.category] = r.percent
	}
	return share
}

// Run reads all logs for the dice, and again for the luck, which needs the share of right answers.
func (c *luckCmd) Run(s *streams) (err error) {
	var typed []byte // standard input, which is read twice
	if slices.Contains(c.Paths, "-") {
		if typed, err = s.whole("-"); err != nil {
			return err
		}
	}
	s.in = bytes.NewReader(typed)
	c.streams, c.text, c.list = s, report.NewText(s.out, s.colour), report.NewList(s.out, "luck")
	if err := c.dice(); err != nil {
		return err
	}
	if !c.Dice {
		s.in = bytes.NewReader(typed)
		if err := c.lucks(); err != nil {
			return err
		}
	}
	questions := c.survey.Ask()
	if c.Format == "json" {
		return c.list.End(report.AuditJSON(&c.survey, questions))
	}
	c.text.Audit(&c.survey, questions)
	return nil
}

// dice counts the dice of all games. It reports logs that cannot be read.
func (c *luckCmd) dice() error {
	return c.eachLog(archive.Logs(c.Paths), func(log archive.Log) error {
		err := c.gamesOf(log, func(g game) error {
			var dice odds.Game
			_, replay, err := g.judge(c.reader, dice.See)
			if err == nil && replay != nil {
				c.count(g, replay, &dice)
			}
			return err
		})
		if err == nil {
			c.names = append(c.names, log.Name)
		}
		return err
	})
}

// count adds the dice of a game to those whose dice they are.
func (c *luckCmd) count(g game, replay *verify.Replay, dice *odds.Game) {
	cut := dice.Cut > 0
	c.sum.Add(dice.All.Answered())
	for _, kind := range c.By {
		switch kind {
		case "all":
			c.survey.Add(kind, "", &dice.All, cut)
		case "event":
			if event, given := replay.Tag("Event"); given {
				c.survey.Add(kind, event, &dice.All, cut)
			}
		case "game":
			c.survey.Add(kind, fmt.Sprintf("%s: game %d", report.Name(g.file), g.Number), &dice.All, cut)
		case "player":
			for _, handle := range replay.Handles() {
				if d := dice.Players[handle]; d != nil {
					c.survey.Add(kind, cmp.Or(replay.PlayedBy(handle), handle), d, cut)
				}
			}
		}
	}
}

// lucks measures the luck of all games of the logs that could be read, and prints it at once.
func (c *luckCmd) lucks() error {
	share := c.share(c.sum)
	meter := odds.Meter{}
	for _, name := range c.names {
		if err := c.gamesOf(archive.Log{Name: name}, func(g game) error {
			summary, luck, err := measureLuck(c.reader, meter, g, share)
			switch {
			case luck == nil:
			case c.Format == "json":
				err = c.list.Add(report.LuckJSON(summary, luck))
			default:
				c.text.GameLuck(summary, luck)
			}
			return err
		}); err != nil {
			return ofFile(name, err)
		}
	}
	return nil
}

// measureLuck measures the luck of a game, which is nil if it could not be replayed.
func measureLuck(reader *verify.Reader, meter odds.Meter, g game, share odds.Share) (*verify.Summary, *odds.Luck, error) {
	measure := meter.Game(share)
	keeping := reader.With(func(o *verify.Options) { o.Keep, o.Readings = true, nil })
	summary, replay, err := g.judge(keeping, measure.See)
	if err != nil || replay == nil || !replay.Ready() {
		return nil, nil, err
	}
	summary.Describe(g.Block)
	if measure.Luck.Players == nil && measure.Luck.Cut == 0 { // no turn was played
		measure.Begin(replay)
	}
	for category := range measure.Luck.Right {
		if v := replay.Variant(); category != "" && v.Categories[category] == "" {
			return nil, nil, fmt.Errorf("--right %s=%d: %s has no category %s", category, share[category], v.Name, category)
		}
	}
	return summary, &measure.Luck, nil
}

// luckOf measures the luck of one game, at the share that the flag gives or the answers in it suggest.
func (f *rightFlag) luckOf(reader *verify.Reader, meter odds.Meter, g game) (*odds.Luck, error) {
	var dice odds.Game
	plain := reader.With(func(o *verify.Options) { o.Keep, o.Narrate, o.Readings = false, false, nil })
	if _, _, err := g.judge(plain, dice.See); err != nil {
		return nil, err
	}
	_, luck, err := measureLuck(reader, meter, g, f.share(dice.All.Answered()))
	return luck, err
}

// listed is the number of games of a log that are named after the filmed one.
const listed = 100

// filmed films a game of a log, with its luck if that is wanted.
func (f *rightFlag) filmed(s *streams, name string, number int, luck bool) (film *view.Film, err error) {
	var names []string
	err = s.gamesOf(archive.Log{Name: name}, func(g game) (err error) {
		names = append(names, view.Called(g.Block))
		switch g.Number {
		case number:
			if film, err = g.film(s); err == nil && luck {
				film.Luck, err = f.luckOf(s.reader, odds.Meter{}, g)
			}
		case number + listed:
			err = fs.SkipAll
		}
		return err
	})
	switch {
	case err != nil:
	case film == nil:
		err = noGame(number, len(names))
	default:
		film.Games = names
	}
	return film, ofFile(name, err)
}
