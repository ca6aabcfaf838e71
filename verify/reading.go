package verify

import (
	"tpnote/notation"
)

// Reading is one way in which a record can have been meant, at the place of an error: what
// would have to be changed so that the rest fits.
type Reading struct {
	Kind    string  // what kind of slip it was, such as "character"; see spec/records.md
	Message string  // "5:re4-re5, not 5:re4-re6"
	Cost    float64 // the unlikelier the dearer
	Edits   []Edit  // in the order of the log; none where no change of the log says it
	Fits    int     // how many turn lines behind the error were found to fit
}

// Edit replaces a part of a line. Where Column and EndColumn are equal, it inserts. The text
// may hold line ends.
type Edit struct {
	Line, Column, EndColumn int
	Text                    string
	Out                     bool // the whole line is taken out
}

// Readings looks for what records with errors can have meant. It may be shared by
// goroutines.
type Readings interface {
	// Seek says how to read on after the errors of a game, in the order of its lines. What it
	// does not name is read on after as it is written.
	Seek(r *Record) []Slip
}

// Record is the body of a game for those who look for readings.
type Record struct {
	Begin *Replay         // before the first line; it is Quiet
	Lines []notation.Line // all of them
	Ruled []bool          // by line: the table has let stand what is wrong with it
}

// Slip is an error of a record, and how to read on after it.
type Slip struct {
	Line     int // where it shows, an index in Record.Lines; the finding stands there
	Readings []Reading
	ReadOn   int // index in Readings, or -1
	Help     []string
	Notes    []Note

	// Lines[At:At+Size] are read as With instead, unless ReadOn is -1.
	At, Size int
	With     []notation.Line
}
