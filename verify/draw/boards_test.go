package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/internal/logtest"
)

// TestAnyBoard draws boards of random shapes.
func TestAnyBoard(t *testing.T) {
	boards := map[string]string{
		"lopsided": "{hq: aa, spoke: [bb, cc], track: [cc]}, {hq: bb, spoke: [], track: [aa, again, cc, bb, again]}, {hq: cc, spoke: [aa, aa, aa, bb, bb, bb, cc], track: []}",
		"two":      "{hq: aa, spoke: [bb], track: [bb, again]}, {hq: bb, spoke: [aa], track: [aa]}",
		"twelve":   "",
	}
	for i := range 12 {
		boards["twelve"] += fmt.Sprintf("{hq: a%c, spoke: [aa, ab, ac], track: [again, ad]}, ", 'a'+i)
	}
	for name, rows := range boards {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			categories := ""
			for _, hq := range regexp.MustCompile(`hq: (\w\w)`).FindAllStringSubmatch(rows, -1) {
				categories += hq[1] + ": Anything, "
			}
			file := "variant: odd\ntitle: An odd board\nextends: genus-iii\nboard: {wheel: [" + strings.TrimSuffix(rows, ", ") + "]}\ncategories: {" + strings.TrimSuffix(categories, ", ") + "}\nrules: {wedges-to-win: 2}\n"
			if err := os.WriteFile(filepath.Join(dir, "odd.yaml"), []byte(file), 0o600); err != nil {
				t.Fatal(err)
			}
			r := logtest.NewReader(t, verify.Options{Variant: filepath.Join(dir, "odd.yaml")})
			game, err := r.Begin(verify.Header{Variant: filepath.Join(dir, "odd.yaml"), Players: []string{"Ann", "Ben"}})
			if err != nil {
				t.Fatal(err)
			}
			board := game.Board()
			s := board.Scene(strings.Clone)
			if columns, lines, clear := s.Board.Clear(); !clear {
				t.Errorf("spaces cover each other in %d × %d characters", columns, lines)
			}
			var svg bytes.Buffer
			svg.WriteString("<svg>")
			var choices []draw.Choice
			for _, m := range game.Legal() {
				choices = append(choices, board.Choice(m.Action))
			}
			svg.WriteString(draw.SVG(s.Shapes(draw.Move{}, choices, true)))
			svg.WriteString("</svg>")
			for d := xml.NewDecoder(&svg); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
