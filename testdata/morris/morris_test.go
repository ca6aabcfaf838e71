package morris

import (
	"testing"

	"tpnote/verify/gametest"
)

// TestWords checks the parts of words.
func TestWords(t *testing.T) { gametest.Words(t, Game, nil) }
