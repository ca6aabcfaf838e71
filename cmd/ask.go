package cmd

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// asker asks a person which of several proposals to take.
type asker struct {
	*streams
	answers *bufio.Scanner
	ended   bool // nothing more is asked
}

func (s *streams) asker() *asker { return &asker{streams: s, answers: bufio.NewScanner(s.in)} }

const (
	none = -1 // no proposal
	quit = -2 // no proposal, and nothing more is asked
)

// choice prints the question until the answer is a number from 1 to n or one of the words. It returns the choice,
// counted from 0; none at the end of the input. A signal ends the program at once while it waits for the answer.
func (a *asker) choice(out io.Writer, question string, n int, words map[string]int) int {
	defer a.awaited.Store(a.awaited.Swap(false))
	for {
		fmt.Fprint(out, question)
		a.out.Flush()
		if !a.answers.Scan() {
			a.ended = true
			return none
		}
		answer := strings.TrimSpace(a.answers.Text())
		if choice, ok := words[answer]; ok {
			a.ended = choice == quit
			return max(choice, none)
		}
		if k, err := strconv.Atoi(answer); err == nil && 1 <= k && k <= n {
			return k - 1
		}
	}
}

// take asks which of n corrections, which are on the screen, to take.
func (a *asker) take(n int) int {
	numbers := ""
	if n > 1 {
		numbers = fmt.Sprintf(" 1 to %d,", n)
	}
	return a.choice(a.out, fmt.Sprintf("take it? [y, n,%s q] ", numbers), n, map[string]int{"y": 0, "n": none, "q": quit})
}
