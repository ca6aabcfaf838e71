package notation

// SyntaxError says why a piece of text is not the notation. Start and End are byte offsets
// of the offending part within the text that was parsed.
type SyntaxError struct {
	Start, End int
	Message    string
}

func (e *SyntaxError) Error() string { return e.Message }
