// Package odds measures dice and luck: whether the rolls of a record are what a fair die gives,
// and what each roll and each answer was worth to its player. spec/luck.md explains every figure.
//
// It knows no rule of any game. It counts what the events of a replay say (Game, Survey), and
// for what a roll was worth it asks a replay which actions are legal and what follows them
// (Table).
package odds
