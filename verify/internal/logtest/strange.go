package logtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/play"
)

// Strange is a log of a variant such as hardly a scorer writes it: a game that chance has played, often begun near
// its end, with players who leave, rulings, gaps, unknown parts, tallies, side lines and states in any place, and
// with lines lost, doubled, swapped and misspelt. It knows nothing of the game but its words.
func Strange(t testing.TB, r *verify.Reader, variant string, chance *rand.Rand) string {
	t.Helper()
	game := strangeGame(t, r, variant, chance)
	var positions []string // after the turns,
	var lines []int        // and the lines of these turns
	ReadAll(t, r.With(func(o *verify.Options) { o.Keep = true }), "", game.Log, func(ev *verify.Event) {
		if ev.After != nil && ev.Carried {
			positions, lines = append(positions, ev.After.Position()), append(lines, ev.Line.Span.Line)
		}
	})
	log := linesOf(game.Log)
	if last := len(lines) - 1; chance.IntN(2) == 0 && last > 0 { // begin with one of the last positions
		i := last - 1 - chance.IntN(min(last, 8))
		log = slices.Concat(log[:bodyOf(log)], []string{notation.FormatTag("Setup", positions[i]), ""}, log[lines[i]:])
	}
	return odd(log, chance.IntN(5), game.Players, positions, chance)
}

// Damaged is a log with a few lines lost, doubled, swapped, misspelt and inserted. The first players are Ann and Red.
func Damaged(chance *rand.Rand, text string) string {
	return odd(linesOf(text), 1+chance.IntN(4), []string{"Ann", "Red"}, nil, chance)
}

// Slipped is a game of a variant with slips: characters of its lines and tags are lost, doubled, swapped or replaced.
func Slipped(t testing.TB, r *verify.Reader, variant string, chance *rand.Rand) string {
	t.Helper()
	return Slip(strangeGame(t, r, variant, chance).Log, chance)
}

// Slip makes slips of the pen in a log.
func Slip(text string, chance *rand.Rand) string {
	log := []byte(text)
	for range 1 + chance.IntN(4) {
		at := chance.IntN(len(log) - 1)
		if log[at] == '\n' || log[at+1] == '\n' {
			continue
		}
		switch chance.IntN(4) {
		case 0:
			log = append(log[:at], log[at+1:]...)
		case 1:
			log = append(log[:at+1], log[at:]...)
		case 2:
			log[at], log[at+1] = log[at+1], log[at]
		default:
			log[at] = "123456789abcdefghlnoprtxyABR-+*#:?^ "[chance.IntN(36)]
		}
	}
	return string(log)
}

// strangeGame is a game of as many players as the variant allows, up to six.
func strangeGame(t testing.TB, r *verify.Reader, variant string, chance *rand.Rand) *play.Played {
	t.Helper()
	options := play.Options{
		Policy: []play.Policy{play.Random, play.Eager}[chance.IntN(2)], Right: 50 + chance.IntN(49),
		Limit: []int{1, 2, 5, 20, 400}[chance.IntN(5)], Unknown: []float64{0, 0, 0, 0.02, 0.2}[chance.IntN(5)],
	}
	first := chance.IntN(6)
	numbers := []int{1, 2, 3, 4, 5, 6}
	return playOut(t, r, variant, slices.Concat(numbers[first:], numbers[:first]), chance, options)
}

// linesOf are the lines of a text.
func linesOf(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

// bodyOf is the index of the first line after the tags.
func bodyOf(log []string) int {
	if i := slices.IndexFunc(log, func(line string) bool { return !strings.HasPrefix(line, "[") }); i >= 0 {
		return i
	}
	return len(log)
}

// odd is a log that n changes have made stranger.
func odd(log []string, n int, players, positions []string, chance *rand.Rand) string {
	for range n {
		log = change(log, players, positions, chance)
	}
	return strings.Join(log, "\n") + "\n"
}

// change makes a log stranger at a line of its body.
func change(log, players, positions []string, chance *rand.Rand) []string {
	body := bodyOf(log)
	at := body + chance.IntN(len(log)-body+1)
	who := players[chance.IntN(len(players))]
	position := "1 " + who
	if len(positions) > 0 {
		position = positions[chance.IntN(len(positions))]
	}
	if at < len(log) && chance.IntN(2) == 0 {
		switch words, n := strings.Fields(log[at]), chance.IntN(6); {
		case n == 0:
			return slices.Delete(log, at, at+1)
		case n == 1 && at+1 < len(log):
			log[at], log[at+1] = log[at+1], log[at]
		case len(words) < 3:
		case n == 2:
			words[2+chance.IntN(len(words)-2)] = "?"
			log[at] = strings.Join(words, " ")
		case n == 3:
			log[at] += " " + []string{"...", "3:bl3", "; so it was"}[chance.IntN(3)]
		case n == 4: // another roll, or another of whatever it is
			letters, size := []byte(log[at]), len(words[len(words)-1])
			letters[len(letters)-size+chance.IntN(size)] = "123456abrylt-+*#:"[chance.IntN(17)]
			log[at] = string(letters)
		default:
			return slices.Insert(log, at, log[at])
		}
		return log
	}
	return slices.Insert(log, at, []string{
		"leave " + who, "ruling stands", "gap", "state " + position, "tally " + who + " turns 3",
		"; want unreachable", "> 1. " + who + " ?", fmt.Sprintf("%d. %s ?", 1+chance.IntN(20), who), "...", "order " + who + ":6",
	}[chance.IntN(10)])
}
