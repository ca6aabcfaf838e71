package morris

import (
	"os"
	"testing"

	"tpnote/rules/variant"
)

// TestProof compares Check with Legal for every action in every position of the first five turns of
// every variant. See spec/contributing.md.
func TestProof(t *testing.T) {
	depth := 2
	if os.Getenv("TPNOTE_PROOF") != "" {
		depth = 5
	}
	for _, v := range variant.NewLibrary(family).Variants("") {
		t.Run(v.Name, func(t *testing.T) {
			e, err := newEngine(v)
			if err != nil {
				t.Fatal(err)
			}
			positions := 0
			at := map[state]bool{e.Start(2): true}
			for turn := range depth + 1 {
				next := map[state]bool{}
				for s := range at {
					positions++
					legal := map[move]bool{}
					for _, m := range e.Legal(nil, &s) {
						legal[m] = true
						if after := s; turn < depth {
							e.Apply(&after, m)
							next[after] = true
						}
					}
					points := int8(len(e.names))
					for from := range points {
						for to := int8(1); to < points; to++ {
							for take := range points {
								m := move{from, to, take}
								if why := e.Check(&s, m).Reason; (why == 0) != legal[m] {
									t.Fatalf("%s, %+v: %v is in Legal: %t, and Check says %v", v.Name, s, m, legal[m], why)
								}
							}
						}
					}
				}
				at = next
			}
			t.Logf("%d positions", positions)
		})
	}
}
