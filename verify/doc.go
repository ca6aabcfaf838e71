// Package verify is the core of the project. It replays the log of a board game by the rules of a
// variant, and reports what each line did and what is wrong with it. Read this page first.
//
// # The way of a line
//
// Suppose that a log has the line "4. Ben 5:ye2+". It goes through these rooms, and never back:
//
//  1. Package notation cuts the file into games at the tag sections, and each game into lines.
//  2. Reader reads the tags (reader.go). The Game tag chooses a Game from Options.Games, and the
//     Variant tag a variant from rules/variant. Game.Rules makes the rules of that variant, once.
//     The result is a Replay: a position, and what is known of the turns. A game with the same tags
//     as the game before begins in the same way.
//  3. The pass, Reader.Block, takes the Replay through the game (pass.go). Most lines are legal and
//     written as expected. If the caller wants no events, the fast judge carries such lines out from
//     their bytes (fast.go, verify/internal/quick): it remembers the meaning of each word (Bind of the
//     game), and lets the engine carry it out (Fit). It makes no findings. At any other line it stops,
//     and goes back to the beginning of the last turn. It leaves logs with side lines or tallies alone.
//  4. notation.ParseLine parses the other lines. Ben's becomes a *notation.Turn: a number, a handle
//     and words. Text that is not the notation becomes a *notation.Bad.
//  5. Replay.Line judges the line (lines.go). verify/internal/turn decides whether Ben may play now,
//     under this number; lines.go puts its faults into words.
//  6. The game's Parse (notation/wheel) parses each different word once. Rules.Act (verify/games/wheel)
//     looks up the names on the board, and asks the engine (rules/wheel) whether the action is legal.
//     The engine returns a rules.Refusal: a reason and numbers, no text.
//  7. Act reports a refusal to the Judgement as a Finding: a message, the rule that decided, the value
//     of that rule in the variant, and its clauses in spec. Then Act carries the action out, legal or
//     not, because the replay follows the record.
//  8. If a part is unknown ("5:?"), the Replay holds every position that the record allows (set.go),
//     and judges each later line in all of them (unknown.go).
//  9. Replay.Line returns an Event: the line, its actions and its findings. The pass reads ahead if a
//     later line, such as a ruling, changes these findings. If Options.Readings is set, the pass first
//     looks for an error and reports no event. Then it goes through the game again, with the likeliest
//     readings in place of the lines that they change (reading.go).
//  10. A Sum collects the findings in a Summary: those after the first error of a turn become notes
//     of that error (passage.go). verify/report prints summaries, and verify/view draws events.
//
// spec/contributing.md draws the house with all its rooms. To add a game, begin with Game and Rules in game.go, and
// with testdata/sixth: a complete game in a module of its own.
//
// # What if from here?
//
// A Replay is a value. Fork and ForkInto make independent copies, and ForkInto reuses memory. Legal,
// Why, Perft and Read try actions on such copies, and the positions in an Event are copies too.
//
// # Glossary
//
// Each word has one meaning, in names, comments and messages.
//
//	action      one roll with its move and its answer, or one move
//	archive     files of many games
//	clause      a sentence of a rulebook, numbered in spec/clauses
//	clock       whose turn it is, the number of the turn, and its phase: due, open or over
//	code        the permanent name of a kind of finding: "unreachable"
//	directive   a line that is neither a tag nor a turn: state, order, leave
//	draft       a text and its replays, kept in step while the text is edited
//	engine      the rules of one variant, in rules/NAME: judges actions in positions
//	event       what the replay reports of one line
//	family      the games that share an engine: wheel, trouble, trespass
//	fast judge  carries out ordinary legal lines without events
//	filling     one way to fill in the unknown parts of a record
//	finding     an error, a warning or a note, with its place in the log
//	fold        to make the findings after the first error of a turn notes of that error
//	fork        an independent copy of a replay
//	gap         a line that says that turns are missing
//	grounds     why a line is refused: a rule and a situation
//	handle      the name of a player in a log
//	head        the tags of a game
//	judgement   collects the findings of a line while it is judged
//	law         a test over random inputs
//	mark        the sign at the end of a word for its effect: + * # -
//	pass        the loop over the lines of one game
//	position    where all pieces are and whose turn it is
//	reading     a likely meaning of a faulty record
//	reason      an engine's number for a kind of refusal
//	referee     the Rules of a variant, in verify/games/NAME
//	refusal     why an engine calls an action illegal: a reason and numbers
//	replay      one game, as far as its lines have been read
//	rule point  a question that rulebooks answer in different ways
//	ruling      a line with which the players let an illegal turn stand
//	seat        a player's place in the Players tag, from 0
//	set         the positions that a record with unknown parts allows
//	side line   turns that might have been played instead
//	situation   the case of a rule that chooses the clause: "backtracking"
//	state       a position as an engine holds it
//	table       the position, engine and players of a replay
//	turn        what one player does until the next player plays
//	variant     a value for every rule point of a family, and a board
//	word        an action as it is written
package verify
