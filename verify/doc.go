// Package verify is the core of the project. It replays the log of a board game by the rules of a
// variant, and reports what each line did and what is wrong with it. Read this page first.
//
// # The way of a line
//
// A log has the line "4. Ben 5:ye2+". It goes through these rooms, and never back:
//
//  1. notation cuts the file into games at the tag sections (Reader.Blocks), and each game into
//     lines.
//  2. Reader reads the tags (reader.go). The Game tag chooses a Game from Options.Games, the
//     Variant tag a variant from rules/variant. Game.Rules makes the rules of that variant ready,
//     once, and the players sit down. The result is a Replay: a position, and what is known of
//     the turns. A game whose tags say the same as those of the game before begins as it began
//     (fast.go).
//  3. The pass, Reader.Block, takes the Replay through the game (drive.go). If no caller wants
//     the events of lines, the fast judge carries out the common line (fast.go): a turn of the
//     expected player, legal and written as expected. It finds the words in the bytes, remembers
//     what each word means (Bind of the game), and lets the engine carry it out (Fit). It makes no
//     findings. At any other line it stops, and goes back to the turn before it.
//  4. notation.ParseLine parses the other lines. Ben's becomes a *notation.Turn: a number, a
//     handle, the words. Text that is not the notation becomes a *notation.Bad.
//  5. Replay.Line judges the line (lines.go). verify/internal/turn decides whether Ben may play
//     under this number; lines.go puts its faults into words.
//  6. The game's Parse (notation/wheel) parses each different word once (games.go). Rules.Act
//     (verify/games/wheel) looks names up on the board and asks the engine (rules/wheel) whether
//     the action is legal. The engine answers with a rules.Refusal: a reason and numbers.
//  7. Act reports a refusal to the Judgement, in words, with the rule that decided. The Judgement
//     makes a Finding of it, with the rule's value and the clauses in spec. Then Act carries the
//     action out, legal or not: the replay goes on from what was recorded.
//  8. If a part is unknown ("5:?"), the Replay holds every position that the record allows
//     (set.go), and unknown.go judges each later line in all of them.
//  9. Replay.Line returns an Event: the line, the actions, the findings. The pass reads ahead
//     where a later line bears on this one, as a ruling does. If a game has an error and
//     Options.Readings is set, the pass judges it again with the likeliest reading (reading.go).
//  10. The pass sums the events up in a Summary: findings that follow the first error of a turn
//     become notes of it. verify/report prints summaries, and verify/view draws events.
//
// # The rooms
//
//	notation, notation/NAME   the form of a log; knows no rules
//	rules, rules/NAME         positions, actions and refusals; knows no logs
//	rules/variant             rules as data: families, rule points, YAML files
//	spec                      the rules in prose, and the clauses of the rulebooks
//	verify                    this package
//	verify/games/NAME         joins the notation of a family to its engine: messages, drawing
//	verify/play               games played by chance
//	verify/explain            the meaning of a code, a rule or a word
//	verify/draw               shapes that games draw with
//	verify/archive            many games, fast
//	verify/draft              a text and its replays, kept in step while it is edited
//	verify/lesson             the questions that a log asks in its comments
//	verify/lsp                the language server
//	verify/readings           the likely meanings of a faulty record
//	verify/record             writing a log during play: keys in, a screen out
//	verify/odds               dice and luck
//	verify/regress            the same logs under several variants
//	verify/report             findings as text, JSON, SARIF and other formats
//	verify/view               positions as pages and pictures
//	verify/editor             the answers of the program to the page that writes logs
//	verify/gametest           laws that every game must satisfy
//	cmd                       the commands
//
// To add a game, begin with Game and Rules in game.go, and with testdata/sixth: a complete game in a
// module of its own.
//
// # What if?
//
// A Replay is a value. Fork and ForkInto copy it, and the copy goes on by itself; ForkInto
// allocates nothing in storage that was used before. Legal, Why, Perft, Read and the positions in
// an Event rest on this: a caller that wants to know what would follow makes a copy and tries.
// Where a record has unknown parts, a replay holds all the positions that it allows (set.go)
// and judges each line in all of them (unknown.go).
//
// # Glossary
//
// Each word has one meaning, in names, comments and messages.
//
//	action        one thing that a player does: a roll with its move and its answer
//	archive       files of many games that are judged for their findings alone
//	binding       the stage between notation and rules: names become the things that they name
//	clause        a numbered sentence of a rulebook, in spec/clauses
//	clock         whose turn it is, its number, and its phase: due, open or over
//	code          the permanent name of a kind of finding: "unreachable"
//	directive     a line that is neither a tag nor a turn: state, order, and those of a game
//	draft         a text and its replays, kept in step while the text is edited
//	engine        judges actions in positions for one variant; it is in rules/NAME
//	event         the answer of a replay to one line
//	family        the games that share an engine: wheel, trouble, trespass
//	fast judge    carries out lines without findings, and leaves the others to a replay
//	filling       one way to fill in the unknown parts of a record
//	finding       a remark about a log, at its place
//	fold          to make findings that follow the first error of a turn its notes
//	fork          an independent copy of a replay
//	gap           a line that says that part of the record is missing
//	grounds       the rule and the situation that a refusal rests on
//	handle        the name of a player in a log
//	head          the tags of a game
//	judgement     the findings of a line while it is judged
//	law           a test that holds over random inputs
//	mark          the sign at the end of a word that gives the result of the action: + * # -
//	pass          the loop over the lines of one game
//	position      the pieces, the clock and all else that the rules ask for
//	reading       one way in which a faulty record can have been meant
//	reason        an engine's number for a kind of refusal
//	referee       the Rules of a family, in its folder below verify/games
//	refusal       why an engine calls an action illegal: a reason and numbers
//	replay        one game, as far as its lines have been read
//	rule point    a question that rulebooks answer in different ways; a variant gives it a value
//	ruling        a line that says that the players let the turn before it stand
//	seat          a player's place in the order of the Players tag, from 0
//	set           the positions that a record with unknown parts allows
//	situation     which of several clauses a code and a rule break: "backtracking"
//	state         a position as an engine holds it: a flat value
//	table         a replay's position with its engine and players, whatever their types
//	turn          the actions of one player between those of others; it may take several lines
//	variant       a value for every rule point of a family, and a board
//	word          an action as it is written
package verify
