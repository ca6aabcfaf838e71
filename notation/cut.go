package notation

import "bytes"

// TrimMark takes the byte-order mark off the beginning of a file.
func TrimMark(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

// CutGame cuts the first game off a text of whole games; line is the number of the text's
// first line. size is how many bytes of the text it takes. A text without a game gives a
// Block whose First is 0.
func CutGame(text []byte, line int) (b Block, size int) {
	b.Line = line
	body, long := false, false
	for size < len(text) {
		raw := text[size:]
		if empty := newlines(raw); empty > 0 {
			size += empty
			line += empty
			continue
		}
		if n := bytes.IndexByte(raw, '\n'); n >= 0 {
			raw = raw[:n+1]
		}
		class := classOf(clipped(raw))
		if class == tagLine && body {
			break
		}
		body = body || class == bodyLine
		if class != blankLine && b.First == 0 {
			b.First = line
		}
		long = long || len(raw) > MaxLine
		size += len(raw)
		line++
	}
	b.Text = text[:size]
	if long {
		b.Text = clipLines(b.Text)
	}
	b.TooLong = len(b.Text) > MaxGame
	return b, size
}

// newlines is how many empty lines a text begins with.
func newlines(text []byte) int { return len(text) - len(bytes.TrimLeft(text, "\n")) }

// LastGame is where the last game of a text begins, if that is a line that begins a game
// whatever stands before the text; else 0. The text is vacant if it has nothing but blank
// lines and comments.
func LastGame(text []byte) (begin int, vacant bool) {
	tags := 0 // where the earliest line of the tag section under the search begins
	vacant = true
	for end := len(text); end > 0; {
		written := len(bytes.TrimRight(text[:end], " \t\n")) // blank lines are passed over in one go
		if written == 0 {
			break
		}
		if n := bytes.IndexByte(text[written:end], '\n'); n >= 0 {
			end = written + n + 1
		}
		at := bytes.LastIndexByte(text[:end-1], '\n') + 1
		switch classOf(clipped(text[at:end])) {
		case tagLine:
			tags, vacant = at, false
		case bodyLine:
			if vacant = false; tags > 0 {
				return tags, false
			}
		}
		end = at
	}
	return 0, vacant
}

// withoutEnd is a line without its line end, LF or CRLF. Any other CR is a character.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

// clipped is a line without its line end, as far as a Reader keeps it.
func clipped(line []byte) []byte {
	if len(line) > maxKept {
		line = line[:maxKept]
	}
	return withoutEnd(line)
}

// clipLines cuts lines that are too long as a Reader does.
func clipLines(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSuffix(line, []byte{'\n'})) > maxKept {
			line = append(line[:maxKept:maxKept], '\n')
		}
		out = append(out, line...)
	}
	return out
}
