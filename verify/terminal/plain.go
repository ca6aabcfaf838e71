package terminal

import (
	"bufio"
	"io"
	"strings"

	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// Plainly shows a recorder line by line, and gives it the keys of each line that is read, as
// record.Keys has them. The end of a line is the key enter if the line is empty, or if what is typed waits for it.
func Plainly(r *record.Recorder, in io.Reader, out io.Writer, note string) error {
	m := NewRecording(r, note, draw.TextOptions{})
	told := map[string]bool{} // the keys that were named
	lines := bufio.NewScanner(in)
	for last := (record.Screen{}); ; {
		s := r.Screen()
		if err := m.print(out, &last, &s, told); err != nil {
			return err
		}
		if last = s; r.Finished() || !lines.Scan() {
			return lines.Err()
		}
		keys, refused := record.Keys(lines.Text()), false
		for i := 0; i < len(keys) && !refused; i++ { // what follows a refused key means something else
			r.More = i < len(keys)-1
			if len(keys[i]) == 1 && (given(&s) || i == 0 && s.Typed+s.After != "") { // a line cannot change it
				r.Key("ctrl+u")
			}
			r.Key(keys[i])
			before := s
			s = r.Screen()
			refused = len(s.Said) > 0 && r.More && s.Head == before.Head && s.Word == before.Word && s.Ask == before.Ask
		}
		if !refused && (len(keys) == 0 || s.Typed+s.After != s.Given) {
			r.Key("enter")
		}
	}
}

// given reports whether the answer is still the one that the recorder proposed.
func given(s *record.Screen) bool { return s.Given != "" && s.Typed+s.After == s.Given }

// print writes what is new on a screen, and the question.
func (m *Recording) print(out io.Writer, last, s *record.Screen, told map[string]bool) error {
	var b strings.Builder
	say := func(lines ...string) {
		for _, line := range lines {
			if line != "" {
				b.WriteString(report.OneLine(line) + "\n")
			}
		}
	}
	if last.Title != s.Title {
		say(s.Title, m.note)
	}
	say(s.Said...)
	for _, w := range s.Wrong {
		say("May not be played: " + w)
	}
	if s.Found != last.Found && s.Found != "" {
		say("! " + s.Found)
		for _, meant := range s.Meant {
			say("  perhaps " + meant)
		}
	}
	if s.Help != "" {
		b.WriteString(s.Help + "\n")
	}
	if s.Head != last.Head {
		if s.Replay != nil && s.Replay != last.Replay {
			say(m.players(s)...)
		}
		say(s.Head)
	}
	say(s.Word)
	if !m.recorder.Finished() {
		say(asked(s)...)
	}
	if keys := keysOf(s.Keys); !told[keys] && !m.recorder.Finished() {
		say("keys: " + keys)
		told[keys] = true
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// asked is the question, the proposed answer and the options, in lines.
func asked(s *record.Screen) (lines []string) {
	ask := s.Ask
	if s.Hint != "" {
		ask += " (" + s.Hint + ")"
	}
	if ask == "" {
		return nil
	}
	lines = []string{ask}
	if given(s) {
		lines = append(lines, "  "+s.Typed)
	}
	var options []string
	for _, o := range s.Options {
		options = append(options, strings.TrimSpace(o.Key+" "+o.Text+" "+o.Mark))
	}
	if len(options) > 9 {
		options = []string{strings.Join(options, ", ")}
	}
	for _, o := range options {
		lines = append(lines, "  "+o)
	}
	return lines
}
