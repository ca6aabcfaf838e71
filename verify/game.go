package verify

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify/draw"
	"tpnote/verify/internal/quick"
)

// Game is a family of games, as it is handed to the program: its notation, its rules, and what joins them. S is a
// position of its engine, A an action. A game lives in one folder: below games/, or in a module such as testdata/sixth.
//
// The core gives three rule points a meaning; a game has them under these names, or has no such choice:
//
//   - players, a Range (see variant.Players): how many may play. Another number is a finding. Rules
//     without a Seater are never asked for more players than its Max. A game without the point takes
//     every number up to 32.
//   - rolloff-tie, a Choice of highest, everyone and every-tie (see variant.RollOffTie): who rolls again
//     if the rolls for the first turn are tied. In a game that has the point, the players roll for the
//     first turn, and the rolls are on an order line.
//   - first-player, a Choice: with roll, the players roll for the first turn too.
//
// All games of a program share one name space for each of these: codes, rule points with rules, ids of clauses,
// variants, and pages. A code means the same in every game. cmd.Main refuses to start if it finds a contradiction.
type Game[S, A comparable] struct {
	// Family names the games, their rule points and their built-in variants.
	Family *variant.Family
	// Parse returns the parts of an action word, which the fields of its grammar declare. Its error
	// is a *notation.SyntaxError. It is called for every word, and has to remember what takes long.
	Parse func(word string) (notation.Parts, error)
	// Directives are the keywords of this game's own lines, and Directive reads such a line;
	// its error is a *notation.SyntaxError. It may use the memory of used, what it returned before; used may be
	// nil, or of another game. Both are nil for a game without such lines.
	Directives []string
	Directive  func(d *notation.Directive, used any) (any, error)
	// Terms are the words of each game, by its name. A game without an entry has words that fit any game.
	Terms map[string]Terms
	// Pages are the game's pages of the specification, which explain its rule points, finding
	// codes and clauses; see spec.Add. They are nil for the games of this module.
	Pages fs.FS
	// Reasons names what the engine refuses, by its number.
	Reasons []rules.ReasonInfo
	// Rules makes the rules of a variant. Its error names a line of the variant.
	Rules func(v *variant.Variant) (Rules[S, A], error)
	// Players proposes names for n players; nil for names that fit any game.
	Players func(v *variant.Variant, n int) []string
	// Opening returns the lines that must come before turn 1, settled by chance, or in the plainest way if chance is
	// nil. It is nil for a game that needs none. Lines that only chance settles come last.
	Opening func(v *variant.Variant, handles []string, chance *rand.Rand) []string
}

// Rules is one variant of a game, ready to judge by. It is immutable, and goroutines may share it. Beside its engine,
// a game must have the first five methods; it embeds Plain for the others, and replaces those for which it has
// another answer. The interfaces below Rules are optional: the core looks whether Rules have their methods.
type Rules[S, A comparable] interface {
	rules.Engine[S, A]

	// Act judges an action word in s, carries it out if it can, and sets done, an empty Action, to what it means.
	Act(j *Judgement, s *S, w notation.Parts, done *Action)
	// Outcome is how the game stands.
	Outcome(s *S, handles []string) Outcome
	// Describe names what a legal action does, with its roll and the expected mark.
	Describe(s *S, a A) Action
	// Write is the word for an action, legal or not, with the mark in a.Due.
	Write(a Action) string
	// Artist returns what draws the positions of this table. It is called once.
	Artist() Artist[S]

	// Plain has the methods from here on. These judge lines.

	// Fast is what FastJudge returns for the game; a nil Fast leaves every line to Act.
	Fast() Fast[S]
	// Syntax is what is wrong under these rules with a word that Parse takes; nil if it is an action.
	Syntax(word string) *notation.SyntaxError
	// TurnLine is called with every turn line, before any other judgement of it.
	TurnLine(j *Judgement, s *S)
	// Direct judges a directive of this game, as Game.Directive read it. Its keyword is j.Word.
	Direct(j *Judgement, s *S, directive any)
	// Grounds returns why a line is refused for the turn of a seat. code is CodeTurnUnfinished if that turn
	// is under way and must go on, CodeTurnOver if it is over, CodeWrongPlayer if it is the turn of that
	// seat and another player takes it, or CodeGameOver. last is the last action.
	Grounds(code Code, s *S, seat uint8, last *Last[S]) Grounds
	// Resume is the position to go on from after a gap in the record: shown is what the log asserts there,
	// and known the position before the gap. The error is a *rules.PositionError.
	Resume(shown, known S) (S, error)

	// These describe actions and words.

	// Die is the roll that an action takes, 0 where the game has none.
	Die(a A) int
	// Group is what a legal action is to a player.
	Group(s *S, a A) Group
	// Allowing lists the rules that allow a legal action.
	Allowing(s *S, a A) []string
	// Says is what a part of a word names on the board, or "" if the board does not have it; if the part
	// is unknown, what it would name. A part without a role is a text that may be the name of a space.
	Says(w notation.Parts, part int) string
	// Spell appends a word with the canonical names, and a text that is no action as it is; then parses is false.
	Spell(dst, word []byte, parses func(word string) bool) []byte

	// These are for tallies.

	// Counts lists the keys that a tally of this game may have beside those of every game.
	Counts() []string
	// Count calls add with the counts that an action, as carried out, adds for the players; who is
	// the seat of the player who acted. If the word leaves the count open, most is more than n.
	Count(a Action, who uint8, add func(seat uint8, key string, n, most int))
	// Standing returns the number for a key that is read from the position and not counted; ok is false for other keys.
	Standing(s *S, seat uint8, key string) (n int, ok bool)

	// These are for games played by chance, for sets of positions, and for the comparison of variants.

	// Merit is how much an action helps the player to win; only the order of merits counts.
	Merit(s *S, a A) int
	// Gains reports whether an action brings its player nearer to winning for good.
	Gains(s *S, a A) bool
	// Branches lists the actions that say more than a, legal or not, if the rules care: such as the box of a card.
	Branches(s *S, a A) []A
	// Unsettled calls yield with whatever a word leaves open in s beside the legal actions of its roll, such as the
	// box that a card may come from; two variants that leave the same open allow the same.
	Unsettled(s *S, w notation.Parts, yield func(any))
}

// Seater is Rules that set the table by what the tags of a log say. For other rules the
// core calls Engine.Start with the number of players in the log, up to the Max of rule point players.
type Seater[S, A comparable] interface {
	// Seat reports what is wrong with the players and tags; ok is false if the game cannot be played. The rules that
	// it returns are those of this table: sides, for instance, are the table's own.
	Seat(s *Seating) (at Rules[S, A], start S, ok bool)
}

// Filler is Rules that compare a legal action with a word with unknown parts better or faster than notation.Parts.Fits.
type Filler[S, A any] interface {
	// Fill is the action as the word can have recorded it, with what else the word says; ok is false if it cannot.
	Fill(s *S, a A, w notation.Parts) (filled A, ok bool)
}

// Roller is Rules whose engine can list the legal actions of one roll directly. In a game without dice, these are all
// legal actions. A game with questions must be a Roller.
type Roller[S, A any] interface {
	// Rolled appends those of them that can follow when chance has settled whether the question is answered right.
	Rolled(dst []A, s *S, die uint8, right bool) []A
}

// Critic is Rules that know all that is wrong with a word, where Act reports what comes first.
type Critic[S any] interface {
	// Why reports all that is wrong with a word in s, each condition by itself. It may change s, which is a copy.
	Why(j *Judgement, s *S, w notation.Parts)
}

// Leaver is Rules of a game that players may leave.
type Leaver[S any] interface {
	// Leave takes a seat out of the game, after any open turn has ended. If the seat has the turn, the turn passes on
	// under the same number. If too few are left, the game is over. It does nothing if it is over, or the seat has left.
	Leave(s *S, seat uint8)
	// Left reports whether a seat has left.
	Left(s *S, seat uint8) bool
}

// Fitter is Rules for FastJudge, which carries out ordinary lines fast. B is a small value: the meaning of a word.
type Fitter[S any, B comparable] interface {
	Turn(s *S) *rules.Clock
	// Bind returns what a word means, apart from its roll. ok is false if parts are unknown, or not those of the game.
	Bind(w notation.Parts) (b B, ok bool)
	// Fit carries an action out in s, and reports whether Act would report nothing about it: it is legal, and its
	// mark is the expected one. die is its roll, 0 where the word has none, and line the number of its line in the
	// log. If Fit returns false, s may have any value. b is valid during the call only; Fit may set the roll in it.
	Fit(s *S, b *B, die uint8, line int32) bool
}

// TextFitter is a Fitter of a game whose words are too many to remember.
type TextFitter[B any] interface {
	// BindText sets b to what the word at text[at] means, and returns its end, where a blank, a comment or the line end
	// follows. ok is false for a word that has to be parsed. After the line, the text has shape.Slack more bytes.
	BindText(b *B, text []byte, at int) (end int, ok bool)
}

// Fast makes the fast judge of a game, by what returns the parts of a word; a nil Fast is none.
type Fast[S any] func(parse func(word string) notation.Parts) quick.Judge[S]

// FastJudge makes the fast judge of a game, which its Rules return from Fast.
func FastJudge[S any, B comparable](r Fitter[S, B]) Fast[S] {
	return func(parse func(word string) notation.Parts) quick.Judge[S] { return quick.New(r, parse) }
}

// Last is the last action of a replay. It may be part of the reason for the next refusal.
type Last[S any] struct {
	Nth    int // which action of its turn it was in the log, from 1; 0 if unknown
	Word   notation.Parts
	Before S // the position before it
}

// Terms are what a game calls the things that messages about any game speak of.
type Terms struct {
	Throw   string // of the die: "roll", "pop"; its plural and its verb add an s
	Ends    string // what ends a turn: help for a turn that ended too early
	Example string // a turn line; "" for none
}

// commonTerms fit any game.
var commonTerms = Terms{Throw: "roll", Ends: "only the rules end a turn"}

// Group is what an action is to a player: "roll again", "into FINISH".
type Group string

// Meaning is what a word of the notation says in a game.
type Meaning struct {
	Game  string
	Kind  string // "an action", "a space"; "" if the word is neither
	Parts []MeaningPart
}

// MeaningPart is a piece of a word, and what it says.
type MeaningPart struct {
	Text, Says string
	Start, End int // of Text in the word, in bytes
}

// Outcome is how a game came out, as far as it has.
type Outcome struct {
	Winners []string // those who share the win, in seating order; nil before a win
	Ranking []string // the places, best first, where the game has places
	Drawn   string   // the rule by which the game is a draw of the winners; "" for none
	Maybe   string   // who may have won by what the log does not show: a hidden number
}

// String is the outcome as a Result tag gives it: "*", "Ann", "Ann = Ben", "Red > Blue".
func (o Outcome) String() string {
	switch {
	case o.Winners == nil:
		return "*"
	case len(o.Ranking) > 0:
		return strings.Join(o.Ranking, " > ")
	}
	return strings.Join(o.Winners, " = ")
}

// said is the outcome in words.
func (o Outcome) said() string {
	switch {
	case o.Drawn != "":
		return "it is a draw"
	case len(o.Winners) > 1:
		return strings.Join(o.Winners, " and ") + " have won"
	case o.Winners != nil:
		return o.Winners[0] + " has won"
	}
	return "no opponent is left"
}

// Agrees reports whether a Result tag says what was found. A ranking may be cut short; a tie may be named in any order.
func (o Outcome) Agrees(r notation.Result) bool {
	switch {
	case r.Open || o.Winners == nil:
		return r.Open && o.Winners == nil
	case r.Tie:
		given, found := slices.Sorted(slices.Values(r.Names)), slices.Sorted(slices.Values(o.Winners))
		return slices.Equal(given, found)
	case len(o.Ranking) > 0:
		return len(r.Names) <= len(o.Ranking) && slices.Equal(r.Names, o.Ranking[:len(r.Names)])
	}
	return slices.Equal(r.Names, o.Winners)
}

// Plain has the answers of a game without dice, tallies and lines of its own, and prefers no action. Rules embed it.
type Plain[S, A comparable] struct{}

func (Plain[S, A]) Fast() Fast[S]                                                  { return nil }
func (Plain[S, A]) Syntax(string) *notation.SyntaxError                            { return nil }
func (Plain[S, A]) TurnLine(*Judgement, *S)                                        {}
func (Plain[S, A]) Direct(*Judgement, *S, any)                                     {}
func (Plain[S, A]) Resume(shown, _ S) (S, error)                                   { return shown, nil }
func (Plain[S, A]) Die(A) int                                                      { return 0 }
func (Plain[S, A]) Group(*S, A) Group                                              { return "" }
func (Plain[S, A]) Allowing(*S, A) []string                                        { return nil }
func (Plain[S, A]) Says(w notation.Parts, part int) string                         { return w[part].Role.String() }
func (Plain[S, A]) Spell(dst, word []byte, _ func(string) bool) []byte             { return append(dst, word...) }
func (Plain[S, A]) Counts() []string                                               { return nil }
func (Plain[S, A]) Count(Action, uint8, func(seat uint8, key string, n, most int)) {}
func (Plain[S, A]) Standing(*S, uint8, string) (n int, ok bool)                    { return 0, false }
func (Plain[S, A]) Merit(*S, A) int                                                { return 0 }
func (Plain[S, A]) Gains(*S, A) bool                                               { return true }
func (Plain[S, A]) Branches(*S, A) []A                                             { return nil }
func (Plain[S, A]) Unsettled(*S, notation.Parts, func(any))                        {}

func (Plain[S, A]) Grounds(code Code, _ *S, _ uint8, _ *Last[S]) Grounds {
	return TurnGrounds(code)
}

// TurnGrounds are the grounds of a code of the turn machine in any game.
func TurnGrounds(code Code) Grounds {
	if code == CodeGameOver {
		return Grounds{Rule: "outcome"}
	}
	return Grounds{Rule: "turn-order"}
}

// Artist draws the positions of one game. Its pictures belong to the rules of a table, not to a position.
type Artist[S any] interface {
	// Scene fills in the board, the pieces of a position, and what there is to say of the players, whose
	// names it has already. The board does not change in a game.
	Scene(sc *draw.Scene, s *S)
	// Route is the way that an action took between two positions.
	Route(before, after *S, a Action) draw.Move
	// Choice is where an action of a position leads.
	Choice(s *S, a Action) draw.Choice
}

// Board is a position for those who draw it.
type Board interface {
	// Scene is the position as it is seen. name makes a player's handle fit to be shown.
	Scene(name func(string) string) *draw.Scene
	// Route is the way that an action took from another position of the game to this one.
	Route(before Board, a Action) draw.Move
	// Choice is where an action would lead.
	Choice(a Action) draw.Choice
}
