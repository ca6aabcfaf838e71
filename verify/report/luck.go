package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"tpnote/verify"
	"tpnote/verify/odds"
	"tpnote/verify/play"
)

// This file puts dice and luck into sentences. No sentence is a verdict: each gives a p-value,
// the number that it was computed from, and what that number could have shown.

// GameLuck prints the luck of a game of a file.
func (t *Text) GameLuck(game *verify.Summary, luck *odds.Luck) {
	t.heading(fmt.Sprintf("%s: game %d", Name(game.File), game.Number))
	t.Luck(luck)
}

// Audit prints what was rolled and answered, subject by subject, and what came of the questions that were asked.
func (t *Text) Audit(s *odds.Survey, questions []*odds.Question) {
	for _, x := range s.Subjects {
		title := OneLine(x.Name)
		switch x.Kind {
		case "all":
			title = "All games"
		case "event", "player":
			title = strings.ToUpper(x.Kind[:1]) + x.Kind[1:] + " " + title
		}
		t.printf("%s%s%s (%s)\n", t.style.bold, wrap(title, ""), t.style.off, count(x.Games, "game"))
		t.wrapped("  ", "    ", counted(x)...)
	}
	t.wrapped("", "", diceClosing(questions))
}

// counted says what was counted, and what came of the questions.
func counted(x *odds.Subject) (said list) {
	d := &x.Dice
	said.when(x.Cut > 0, "%s measured up to the first error.", CountIs(x.Cut, "game", "was", "were"))
	rolls, order := d.Rolls(), sum(d.Order[:])
	if rolls+d.Unknown+order == 0 {
		said.add("No dice were rolled, so there is nothing to say about them.")
		return said
	}
	said.add("%s: %s.", count(rolls, "roll"), facesSaid(d.Faces))
	said.when(order > 0, "%s for the first turn: %s. They are in no question below, since ties are rolled again.", count(order, "roll"), facesSaid(d.Order))
	said.when(d.Unknown > 0, "%s not recorded.", CountIs(d.Unknown, "roll", "is", "are"))
	said.when(d.Sixes > 0, "The longest run of sixes is %d; %s of fair games with as many rolls have one that long.", d.Sixes, percent(d.LongestShare()))
	var categories list
	for _, category := range slices.Sorted(maps.Keys(d.Answers)) {
		own := d.Answers[category]
		categories.add("%s %d of %d", Clean(category), own.Right, own.Asked)
	}
	a := d.Answered()
	said.when(a.Asked > 0, "Right answers: %d of %d (%s).", a.Right, a.Asked, strings.Join(categories, ", "))
	said.when(len(x.Questions) == 0 && rolls > 0, "These are too few rolls for a question.")
	for _, q := range x.Questions {
		what := fmt.Sprintf(seen[q.About], q.N, Clean(q.Which), percent(q.Fair), percent(q.Seen), q.Seen)
		said.add("%s p = %s, %s after the correction. %s", what, pValue(q.P), pValue(q.Corrected), shown(q))
	}
	return said
}

// seen says what was seen, and what was expected, by what a question is about.
// The arguments are the number of cases, a face or category, the shares that are expected and seen, and a correlation.
var seen = map[string]string{
	"faces":   "Faces: of %[1]d rolls, the %[2]s has the share furthest from %[3]s: %[4]s.",
	"repeats": "Repeats: of %[1]d rolls that follow another, %[4]s repeat it; a fair die repeats %[3]s.",
	"changes": "Runs: of %[1]d rolls that follow another, %[4]s change from low (1-3) to high (4-6) or back; with a fair die %[3]s do.",
	"answers": "Categories: of %[1]d answers %[3]s are right; %[2]s is furthest from that, with %[4]s.",

	"correlation": "Serial correlation: %.2[5]f over %[1]d rolls that follow another; a fair die has 0.",
}

// shown says what a sample of that size could have shown.
func shown(q *odds.Question) string {
	switch {
	case q.Shown == 0:
		return "So few cannot show any bias in 90 of 100 cases."
	case q.About == "correlation":
		return fmt.Sprintf("As many show a correlation of %.2f in 90 of 100 cases.", q.Shown)
	}
	return fmt.Sprintf("As many show a share that is off by %.1f points in 90 of 100 cases.", 100*q.Shown)
}

// diceClosing says how the p-values were made, and which is the smallest.
func diceClosing(questions []*odds.Question) string {
	if len(questions) == 0 {
		return "No question was asked of the dice."
	}
	n := len(questions)
	least := slices.MinFunc(questions, func(a, b *odds.Question) int { return cmp.Compare(a.P, b.P) })
	text := fmt.Sprintf("%s asked, so p-values are corrected for %d (Holm). The smallest is %s; after the correction it is %s.",
		CountIs(n, "question", "was", "were"), n, pValue(least.P), pValue(least.Corrected))
	return text + " A p-value is how often chance alone is at least as far from what is expected. It does not say why. The bias that the rolls could have shown is computed at p < 0.05 after the correction."
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// facesSaid lists how often each face came.
func facesSaid(counts [6]int) string {
	var parts list
	for i, c := range counts {
		parts.add("%d × %d", c, i+1)
	}
	return strings.Join(parts, ", ")
}

// CountIs is a count with its verb: "1 game was", "2 games were".
func CountIs(n int, what, one, many string) string {
	return count(n, what) + " " + plural(n, one, many)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// pValue is a p-value with two digits that count.
func pValue(p float64) string {
	switch {
	case p < 1e-15:
		return "less than 1e-15"
	case p > 0.995:
		return "1"
	}
	return fmt.Sprintf("%#.2g", p)
}

// LuckJSON is the luck of a game of a file, for JSON.
func LuckJSON(game *verify.Summary, luck *odds.Luck) any {
	return struct {
		jsonEntry
		*odds.Luck
	}{entryJSON(game), luck}
}

// AuditJSON is what Audit prints, for JSON.
func AuditJSON(s *odds.Survey, questions []*odds.Question) any {
	return struct {
		Questions int             `json:"questions"`
		Subjects  []*odds.Subject `json:"subjects"`
	}{len(questions), listed(s.Subjects)}
}

// Luck prints what LuckSaid says.
func (t *Text) Luck(l *odds.Luck) { t.wrapped("  ", "    ", LuckSaid(l)...) }

// LuckSaid puts the luck of a game into sentences, the first of which says how it was measured.
func LuckSaid(l *odds.Luck) []string {
	switch {
	case l.Players == nil:
		return []string{fmt.Sprintf("Nothing was measured: line %d, before the first turn, has an error.", l.Cut)}
	case l.Unit == "":
		return []string{"This game has no dice, so nothing is said about luck."}
	}
	said := list{LuckMade(l)}
	said.when(l.Cut > 0, "Measured up to line %d, where the record has an error or leaves something open, or the table let an error stand.", l.Cut)
	for seat, who := range l.Players {
		w, turns := l.Sum(seat)
		said.add("%s: %s at the start, and %s after %s. %s.", OneLine(who),
			standing(l, l.Start[seat]), standing(l, l.End()[seat]), count(turns, "turn"), parts(l, w))
	}
	if len(l.Turns) > 1 {
		byLuck := func(a, b odds.Turn) int { return cmp.Compare(a.Luck(), b.Luck()) }
		best, worst := slices.MaxFunc(l.Turns, byLuck), slices.MinFunc(l.Turns, byLuck)
		said.add("The luckiest turn was %d, of %s: %s. The unluckiest was %d, of %s: %s.", best.Number, OneLine(best.Who),
			worth(l, best.Luck()), worst.Number, OneLine(worst.Who), worth(l, worst.Luck()))
	}
	if ahead, turned := l.Lead(); ahead >= 0 && len(l.Turns) > 0 {
		since := "from the start"
		if turned != nil {
			since = fmt.Sprintf("since turn %d", turned.Number)
		}
		said.add("%s is ahead at the end, and has been %s.", OneLine(l.Players[ahead]), since)
	}
	return said
}

// LuckMade says how luck was measured.
func LuckMade(l *odds.Luck) string {
	if l.Unit == odds.Chance {
		return fmt.Sprintf("Luck is in points of the chance to win. The chance is estimated: %d games are played on from each position, all players eager to win. Its standard error is at most %.1f points.",
			play.Playouts, 100*l.Error)
	}
	if l.Right == nil {
		return "Luck is in turns: by how much it lowers the least expected number of turns that are left, with as large a share of right answers as each game has."
	}
	shares := list{fmt.Sprintf("Luck is in turns: by how much it lowers the least expected number of turns that are left, with %d of 100 questions answered right", l.Right[""])}
	for _, category := range slices.Sorted(maps.Keys(l.Right)) {
		shares.when(category != "", "%d in %s", l.Right[category], Clean(category))
	}
	return strings.Join(shares, ", ") + "."
}

// units are the words for luck in each unit of odds.Luck.
var units = map[string]struct {
	scale    float64 // what amounts are multiplied by
	digits   float64 // what they are multiplied by to be rounded
	worth    string  // an amount of luck
	standing string  // what a position is worth
	short    string  // the same after the name of the player
	left     string  // the heading of that
	parts    string  // what rolls, answers and choices were worth
}{
	odds.Turns:  {1, 100, "%+.2f", "%.2f expected turns", "%.1f", "turns left", "Rolls %[1]s, answers %[2]s, choices %[3]s turns"},
	odds.Chance: {100, 10, "%+.1f", "a chance of %.1f %%", "%.1f %%", "chance to win", "Rolls %[1]s, choices %[3]s points"},
}

// standing says what a position is worth to a player.
func standing(l *odds.Luck, value float64) string {
	return fmt.Sprintf(units[l.Unit].standing, units[l.Unit].scale*value)
}

// parts lists what rolls, answers and choices were worth.
func parts(l *odds.Luck, w odds.Worth) string {
	return fmt.Sprintf(units[l.Unit].parts, worth(l, w.Roll), worth(l, w.Answer), worth(l, w.Choice))
}

// worth is an amount of luck with its sign.
func worth(l *odds.Luck, value float64) string {
	unit := units[l.Unit]
	return fmt.Sprintf(unit.worth, math.Round(unit.digits*unit.scale*value)/unit.digits+0) // + 0 makes 0 of -0
}

// LuckTurn says what a turn was worth, and how the players stand after it.
func LuckTurn(l *odds.Luck, turn *odds.Turn) string {
	var stand list
	unit := units[l.Unit]
	for seat, who := range l.Players {
		stand.add("%s "+unit.short, OneLine(who), unit.scale*turn.Standing[seat])
	}
	return strings.ToLower(parts(l, turn.Worth)) + "; " + unit.left + ": " + strings.Join(stand, ", ")
}

// LuckTurn prints what LuckTurn says.
func (t *Text) LuckTurn(l *odds.Luck, turn *odds.Turn) {
	t.printf("    %s%s%s\n", t.style.blue, wrap("luck: "+LuckTurn(l, turn), "    "), t.style.off)
}
