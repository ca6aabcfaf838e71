package cmd

import (
	"errors"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"

	"tpnote/verify/draw"
	"tpnote/verify/terminal"
)

type stepCmd struct {
	lineFlags
	Game  int  `help:"The game of the file, counted from 1." default:"1" placeholder:"N"`
	ASCII bool `name:"ascii" help:"Draw in plain ASCII."`
	Luck  bool `help:"Show what each turn was worth, and the curve of the game up to it."`
	rightFlag
	Quiz bool   `help:"Ask before each step that is worth a question."`
	File string `arg:"" help:"A log; - is standard input."`
}

// Run runs the stepper until it is quit.
func (c *stepCmd) Run(s *streams) error {
	if s.terminal == nil {
		return errors.New("step needs a terminal; to print the positions, use replay --board")
	}
	film, err := c.filmed(s, c.File, c.Game, c.Luck)
	if err != nil {
		return err
	}
	return s.show(terminal.NewStepper(film, c.Quiz, draw.TextOptions{ASCII: c.ASCII, Colour: s.colour}))
}

// show runs a model on the terminal until it quits.
func (s *streams) show(model tea.Model) error {
	interrupted := s.await()
	// bubbletea restores the terminal when the context is done.
	ctx, stop := signal.NotifyContext(interrupted, syscall.SIGHUP)
	defer stop()
	_, err := tea.NewProgram(model, tea.WithOutput(s.terminal), tea.WithContext(ctx), tea.WithoutSignalHandler()).Run()
	if interrupted.Err() != nil {
		return errors.New("interrupted")
	}
	return err
}
