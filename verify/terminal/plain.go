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
// record.Keys has them. keep is that of NewRecording.
func Plainly(r *record.Recorder, in io.Reader, out io.Writer, note string, keep func() error) error {
	m := NewRecording(r, note, draw.TextOptions{}, keep)
	var last record.Screen
	told := map[string]bool{} // the keys that were named
	show := func() error {
		s := m.recorder.Screen()
		err := m.print(out, &last, &s, told)
		last = s
		return err
	}
	lines := bufio.NewScanner(in)
	if err := show(); err != nil {
		return err
	}
	for !r.Finished() && lines.Scan() {
		keys := record.Keys(lines.Text())
		for i, key := range keys {
			r.More = i < len(keys)-1
			if r.Given() && len(key) == 1 { // a line cannot change it
				m.press("ctrl+u")
			}
			m.press(key)
		}
		if len(keys) == 0 || r.Waits() {
			m.press("enter")
		}
		if err := show(); err != nil {
			return err
		}
	}
	return lines.Err()
}

// print writes what is new on a screen, and the question.
func (m *Recording) print(out io.Writer, last, s *record.Screen, told map[string]bool) error {
	var b strings.Builder
	say := func(text string) {
		if text != "" {
			b.WriteString(report.OneLine(text) + "\n")
		}
	}
	if last.Title != s.Title {
		say(s.Title)
		say(m.note)
	}
	for _, said := range s.Said {
		say(said)
	}
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
			for _, p := range m.players(s) {
				say(p)
			}
		}
		say(s.Head)
	}
	if s.Word != "" {
		say(s.Word)
	}
	ask := s.Ask
	if s.Hint != "" {
		ask += " (" + s.Hint + ")"
	}
	if ask != "" && !m.recorder.Finished() {
		say(ask)
		if m.recorder.Given() {
			say("  " + s.Typed)
		}
		var options []string
		for _, o := range s.Options {
			options = append(options, strings.TrimSpace(o.Key+" "+o.Text+" "+o.Mark))
		}
		if len(options) > 9 {
			options = []string{strings.Join(options, ", ")}
		}
		for _, o := range options {
			say("  " + o)
		}
	}
	if keys := keysOf(s.Keys); !told[keys] && !m.recorder.Finished() {
		say("keys: " + keys)
		told[keys] = true
	}
	_, err := io.WriteString(out, b.String())
	return err
}
