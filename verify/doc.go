// Package verify is the core of the project: it replays the log of a board game by the rules
// of a variant, and says of every line what it did and what is wrong with it. This page is
// the one to read first.
//
// # The way of a line
//
// Say that a log has the line "4. Ben 5:ye2+". Data walks forward through these rooms:
//
//  1. notation cuts the file into games at the tag sections (Reader, Blocks), and each game
//     into lines (ParseLine). The line becomes a *notation.Turn: a number, a handle, the words.
//     What is not the notation becomes a *notation.Bad and an error with its place.
//  2. Reader reads the tags before the first other line (Reader.Start in reader.go): the Game tag
//     chooses a Game from the list in Options.Games, the Variant tag a variant from rules/variant.
//     Game.Rules makes the rules of that variant ready, once, and the players sit down. The
//     result is a Replay: a position, and what is known of the turns.
//  3. Reader.Block drives the replay through the game (drive.go). If no caller wants the events
//     of lines, the fast judge carries out the common line (fast.go): a turn that is due, legal
//     and written as expected. It finds the words in the bytes, remembers what each word means
//     (Bind of the game), and lets the engine carry it out (Fit). It makes no findings. At any
//     other line it stops, and goes back to the turn before it.
//  4. Replay.Line judges that line (lines.go). verify/internal/turn decides whether Ben may play
//     under this number; lines.go puts its faults into words.
//  5. Each word goes to the game's Parse (Ben's to notation/wheel), which is asked once for each
//     different word (memo in game.go), and then to Rules.Act in verify/games/wheel. Act looks names up
//     on the board and asks the engine, rules/wheel, whether the action is legal. The engine
//     answers with a rules.Refusal: a reason and numbers, no words.
//  6. Act reports a refusal to the Judgement, in words, with the rule that decided. That is a
//     Finding; it looks up the rule's value in the variant and the clauses for it in spec.
//     Then Act carries the action out, legal or not: the replay goes on from what was recorded.
//  7. Replay.Line returns an Event: the line, what each word was taken for, the findings. An
//     Event is complete; nothing in it changes later. Reader.Block reads ahead where a later line
//     bears on this one, as a ruling does, and sums the events up in a Summary: what follows
//     the first error of a turn in the same turn becomes a Note of it.
//  8. verify/report prints summaries, verify/view draws events, cmd is the command line over all.
//
// # The rooms
//
//	notation, notation/NAME   what a log looks like; knows no rule
//	rules, rules/NAME         positions, actions and refusals; knows no log
//	rules/variant             rules as data: families, rule points, YAML files
//	spec                      the rules in prose, and the index of the rulebooks' clauses
//	verify                    this package
//	verify/games/NAME         all of a family in one folder: what joins its notation to its engine
//	verify/play               games that are played by chance
//	verify/explain            what a code, a rule or a word means
//	verify/draw               shapes that games draw with
//	verify/archive            many games fast
//	verify/draft              a text and its replays, kept in step while it is edited
//	verify/lesson             the questions that a log asks in its comments
//	verify/lsp                the language server: editors ask, drafts answer
//	verify/record             a log that is written while the game is played: keys in, a screen out
//	verify/odds               dice and luck: what a record's rolls and answers were worth
//	verify/regress            the same logs under several variants
//	verify/report             findings as text, JSON, SARIF and the like
//	verify/view               positions as pages and pictures
//	verify/editor             what the page that writes logs asks of the program
//	cmd                       the commands
//
// To add a game, begin with Game and Rules in game.go, and with testdata/sixth: a whole game,
// with its drawing, in a module of its own.
//
// # What if from here?
//
// A Replay is a value. Fork and ForkInto copy it, and the copy goes on by itself; ForkInto
// allocates nothing in storage that was used before. On this stand Legal, Why, Perft, Read and
// the positions in an Event: whoever wants to know what would follow makes a copy and tries.
// Where a record has unknown parts, a replay holds all the positions that it allows (set.go)
// and judges each line in all of them (unknown.go).
//
// # Glossary
//
// Each word has one meaning, in names, comments and messages.
//
//	action        one thing that a player does: a roll with its move and its answer
//	archive       files of many games that are judged for their findings alone
//	binding       the stage between notation and rules: names become what they name
//	clause        a sentence of a rulebook that binds the game, numbered in spec/clauses
//	clock         whose turn it is, its number, and how far it has come
//	code          the permanent name of a kind of finding: "unreachable"
//	directive     a line that is neither a tag nor a turn: state, order, and those of a game
//	engine        judges actions in positions for one variant; it is in rules/NAME
//	event         what a replay made of one line
//	draft         a text and its replays, kept in step while it is edited
//	family        the games that share an engine: wheel, trouble, trespass
//	filling       one way to fill in the unknown parts of a record
//	finding       something worth saying about a log, at its place
//	fold          to make what follows the first error of a turn a note of it
//	fork          an independent copy of a replay
//	gap           a line that says that part of the record is missing
//	game          one game as it was played; as a type, a family as it is handed to the program
//	grounds       what a refusal stands on: a rule and a situation
//	handle        the name of a player in a log
//	head          the tags of a game
//	judgement     what is being said of a line while it is judged
//	law           a test that holds over random inputs
//	mark          the sign at the end of a word that says what the action brought: + * # -
//	move          a legal action, with the word for it and the rules that allow it
//	outcome       how a game came out; a Result tag claims one
//	phase         how far a turn has come: due, open, over
//	ply           one action, where actions are counted
//	position      where everything stands and whose turn it is; its text stands in a state line
//	fast judge    carries out lines about which there is nothing to report, and leaves the others to a replay
//	reader        reads logs, and makes a replay of each game
//	reason        an engine's number for a kind of refusal
//	referee       the Rules of a family, in its folder below verify/games
//	refusal       why an engine calls an action illegal: a reason and numbers
//	replay        one game, as far as its lines have been read
//	roll-off      the rolls for the first turn
//	rule point    a question that rulebooks answer in different ways; a variant gives it a value
//	rule          a rule point, or a rule that no variant changes
//	ruling        a line that says that the players let the turn before it stand
//	seat          a player's place in the order of the Players tag, from 0
//	Setup         the tag with the position that a game starts from
//	set           the positions that a record with unknown parts allows
//	side          players who win together
//	situation     what a code and a rule leave open, for the clause that is broken: "backtracking"
//	state         a position as an engine holds it: a flat value
//	summary       what the replay of one game found
//	table         a replay's position with its engine and players, whatever their types
//	terms         what a game calls the things that all messages speak of: a roll or a pop
//	turn          the actions of one player between those of others; it may take several lines
//	variant       a value for every rule point of a family, and a board
//	verdict       legal, illegal or malformed
//	word          an action as it is written
package verify
