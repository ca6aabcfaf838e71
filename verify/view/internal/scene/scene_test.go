package scene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/verify"
)

// TestAnyBoard draws boards that nobody printed.
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
			file := "variant: odd\ntitle: An odd board\nextends: genus-iii\nboard: {wheel: [" + strings.TrimSuffix(rows, ", ") + "]}\nrules: {wedges-to-win: 2}\n"
			if err := os.WriteFile(filepath.Join(dir, "odd.yaml"), []byte(file), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := verify.NewReplayer(verify.Options{Variant: filepath.Join(dir, "odd.yaml")})
			if err != nil {
				t.Fatal(err)
			}
			table, err := r.Table(verify.Header{Variant: filepath.Join(dir, "odd.yaml"), Players: []string{"Ann", "Ben"}})
			if err != nil {
				t.Fatal(err)
			}
			a := ArtistOf(table)
			s := a.Scene(table)
			if columns, lines := s.Board.fit(); s.Board.collides(columns, lines) {
				t.Errorf("spaces cover each other in %d × %d characters", columns, lines)
			}
			var svg bytes.Buffer
			svg.WriteString("<svg>")
			WriteSVG(&svg, s.Shapes(Move{}, a.Choices(table)))
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
