package variant_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// builtinText is the text of every built-in file, sorted by name.
var builtinText = func() (texts []string) {
	for _, family := range []*variant.Family{wheel.Family, trouble.Family, trespass.Family} {
		files, err := fs.Glob(family.Files, "*.yaml")
		if err != nil {
			panic(err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(family.Files, file)
			if err != nil {
				panic(err)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}()

// pool has the words that edits insert: those of all files, and common misspellings of them.
var pool = func() []string {
	words := strings.FieldsFunc(strings.Join(builtinText, " "), func(r rune) bool { return strings.ContainsRune(" \n,:[]{}", r) })
	slices.Sort(words)
	return append(slices.Compact(words), "", " ", "  ", "\t", "\u00a0", "\n", ":", ": ", ",", "-", "- ", "[", "]", "[]", "{", "}", "{}", "'", `"`, "#", "|", ">",
		"~", "null", "true", "Yes", "0", "-1", "99", "1e3", "0x6", "2-6", "6-2", "1.5", "&a ", "*a", "!!str ", "<<", "---", "...", "%", "@", "\x00", "\xff", "é", "e\u0301",
		"extends: master-1981", "extends: trouble-spec", "standing: stated", "cites: [TS.999]")
}()

// edited is a text with an edit for every three bytes: what to do, where, and with what.
func edited(text string, edits []byte) string {
	for ; len(edits) >= 3; edits = edits[3:] {
		where, with := int(edits[1]), int(edits[2])
		lines := strings.SplitAfter(text, "\n")
		i := where % len(lines)
		words := strings.SplitAfter(lines[i], " ")
		j := with % len(words)
		switch edits[0] % 9 {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines = slices.Insert(lines, i, lines[with%len(lines)])
		case 2:
			k := with % len(lines)
			lines[i], lines[k] = lines[k], lines[i]
		case 3:
			lines[i] = strings.Repeat(" ", with%7) + strings.TrimLeft(lines[i], " ")
		case 4:
			words[j] = ""
			lines[i] = strings.Join(words, "")
		case 5:
			words[j] = pool[(where<<8|with)%len(pool)] + " "
			lines[i] = strings.Join(words, "")
		case 6:
			at := with % (len(lines[i]) + 1)
			lines[i] = lines[i][:at] + pool[(with<<8|where)%len(pool)] + lines[i][at:]
		case 7:
			lines[i] = strings.TrimSuffix(lines[i], "\n") + pool[with%len(pool)] + "\n"
		case 8:
			key, _, _ := strings.Cut(lines[i], ":")
			lines[i] = key + ": " + pool[(with<<3|where)%len(pool)] + "\n"
		}
		text = strings.Join(lines, "")
	}
	return text
}

// checkEdited checks the promise for all files on an edited one: it is a variant that can be
// played, or it is refused, and every message has a place.
// It reports whether the file can be played.
func checkEdited(t *testing.T, text string, chance *rand.Rand) (played bool) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("the file is\n%s", text)
		}
	}()
	if strings.Contains(text, "/") || strings.Contains(text, ".yaml") || strings.Contains(text, ".yml") {
		return false // it may extend any file of this machine
	}
	v, err := games.Parse("edited/x.yaml", []byte(text), nil)
	checked, checkErr := games.Parse("edited/x.yaml", []byte(text), playable)
	switch {
	case (v == nil) == (err == nil), (checked == nil) == (checkErr == nil):
		t.Fatalf("neither a variant nor a fault, or both: %v, %v", err, checkErr)
	case err != nil && checkErr == nil:
		t.Fatalf("Check accepts what is refused: %v", err)
	case checkErr == nil && checked.Fingerprint != v.Fingerprint:
		t.Fatalf("Check reads other rules")
	}
	for _, err := range []error{err, checkErr} {
		var faults variant.Errors
		if err != nil && !errors.As(err, &faults) {
			t.Fatalf("%T, want variant.Errors", err)
		}
		for _, f := range faults {
			if f.Origin.Line == 0 || f.Origin.Column == 0 || f.Message == "" {
				t.Fatalf("a fault without a place, or without a word: %#v", f)
			}
		}
	}
	if err != nil {
		return false
	}
	err = playable(v)
	if err == nil {
		playSome(t, v, chance)
	} else if checkErr == nil {
		t.Fatalf("Check accepts what cannot be played: %v", err)
	}
	var faults variant.Errors
	if err != nil && (!errors.As(err, &faults) || faults[0].Origin.Line == 0) {
		t.Fatalf("an engine's fault without a place: %v", err)
	}
	return err == nil
}

// playSome plays the beginning of a game at random.
func playSome(t *testing.T, v *variant.Variant, chance *rand.Rand) {
	players := 2
	if v.Has("players") {
		players = v.Setting("players").Value.Lo
	}
	switch v.Family {
	case wheel.Family:
		e, _ := wheel.New(v)
		playOn(t, e, e.Start(players), chance)
	case trouble.Family:
		e, _ := trouble.New(v)
		playOn(t, e, e.Start(players), chance)
	case trespass.Family:
		e, _ := trespass.New(v)
		s := e.Start(players)
		var numbers []int
		for i := range e.Board.Each {
			numbers = append(numbers, e.Board.First+i)
		}
		for seat := range uint8(2) {
			if r := e.Place(&s, seat, numbers[:e.Board.Columns], numbers[e.Board.Columns:]); r.Reason != 0 {
				t.Fatalf("pieces that cannot be placed: %+v", r)
			}
		}
		playOn(t, e, s, chance)
	}
}

func playOn[S any, A comparable](t *testing.T, e rules.Engine[S, A], s S, chance *rand.Rand) {
	for range 20 {
		if e.Turn(&s).Phase == rules.Over {
			return
		}
		legal := e.Legal(nil, &s)
		if len(legal) == 0 {
			e.Close(&s)
			continue
		}
		a := legal[chance.IntN(len(legal))]
		if r := e.Check(&s, a); r.Reason != 0 {
			t.Fatalf("a legal action is refused: %+v", r)
		}
		e.Apply(&s, a)
	}
}

// TestEdits makes a thousand edited files; FuzzEdits looks for more.
func TestEdits(t *testing.T) {
	chance, played := rand.New(rand.NewPCG(17, 21)), 0
	for range 1000 {
		edits := make([]byte, 3*(1+chance.IntN(2)))
		for i := range edits {
			edits[i] = byte(chance.Uint32())
		}
		text := edited(builtinText[chance.IntN(len(builtinText))], edits)
		if checkEdited(t, text, chance) {
			played++
		}
	}
	if played < 100 || played > 900 {
		t.Errorf("%d of 1000 edited files can be played: the edits try one side only", played)
	}
	t.Logf("%d of 1000 edited files can be played", played)
}

// FuzzEdits edits built-in files at random: they are read, or refused, and never a panic.
func FuzzEdits(f *testing.F) {
	f.Add(uint8(0), []byte("\x00\x05\x00"))
	f.Add(uint8(6), []byte("\x03\x08\x05\x08\x0a\x40"))
	f.Add(uint8(9), []byte("\x05\x07\xff\x06\x03\x09"))
	f.Fuzz(func(t *testing.T, which uint8, edits []byte) {
		if len(edits) > 60 {
			return
		}
		text := edited(builtinText[int(which)%len(builtinText)], edits)
		checkEdited(t, text, rand.New(rand.NewPCG(uint64(which), uint64(len(edits)))))
	})
}
