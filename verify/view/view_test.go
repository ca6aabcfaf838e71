package view

import (
	"os"
	"path/filepath"
	"testing"

	"tpnote/verify"
)

// film shoots the first game of a log.
func film(t testing.TB, path string, number int) *Film {
	t.Helper()
	src, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	f, err := Shoot(verify.Options{}, path, filepath.Dir(path), src, number)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
func TestTmp(t *testing.T) {
	for _, p := range []string{"../../testdata/wheel/genus-iii.log", "/tmp/h.log", "/tmp/t.log"} {
		f := film(t, p, 1)
		for i := range f.Moments {
			out, _ := os.Create("/tmp/svg/" + filepath.Base(p) + itoa(i) + ".svg")
			f.SVG(out, i)
			out.Close()
		}
		i := min(4, len(f.Moments))
		s := f.Scene(i)
		t.Log("\n" + s.Text(f.Move(i), nil, TextOptions{}) + s.Legend(TextOptions{}))
		t.Log(s.Board.fit())
		t.Log("\n" + s.Text(f.Move(i), f.Choices(i), TextOptions{ASCII: true, Die: 6}) + s.Legend(TextOptions{ASCII: true}))
	}
}
