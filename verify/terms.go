package verify

// Terms are what a game calls the things that messages about any game speak of.
type Terms struct {
	Throw   string // of the die: "roll", "pop"; its plural and its verb add an s
	Ends    string // what ends a turn, told to whoever ended it too early
	Example string // a turn line; "" for none
}

// commonTerms fit any game.
var commonTerms = Terms{Throw: "roll", Ends: "only the rules end a turn"}

// Throw is what the game calls a throw of the die.
func (r *Replay) Throw() string { return r.terms.Throw }

// TurnGrounds are the grounds of a code of the turn machine in any game.
func TurnGrounds(code Code) Grounds {
	if code == CodeGameOver {
		return Grounds{Rule: "outcome"}
	}
	return Grounds{Rule: "turn-order"}
}
