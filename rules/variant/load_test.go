package variant_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tpnote/rules/variant"
)

const mine = "variant: mine\nextends: master-1981\n" // two lines; what is wrong follows

// badFiles are variant files and every word that is said about them.
var badFiles = []struct{ name, text, want string }{
	{"unknown key", mine + "rule: {}\n",
		`x.yaml:3:1: unknown key "rule", did you mean "rules"?`},
	{"unknown key like nothing", mine + "scoring: {}\n",
		`x.yaml:3:1: unknown key "scoring": the keys are variant, title, game, extends, rulebook, categories, colours, board and rules`},
	{"misspelt rule point", mine + "rules:\n  hub-enrty: exact\n",
		`x.yaml:4:3: unknown rule point "hub-enrty", did you mean "hub-entry"?`},
	{"rule point of another family", mine + "rules:\n  enter-on: [6]\n",
		`x.yaml:4:3: unknown rule point "enter-on": it is a rule point of ludo, and this is a variant of trivial-pursuit`},
	{"misspelt value", mine + "rules:\n  hub-entry: atleast\n",
		`x.yaml:4:14: hub-entry takes exact or at-least, not "atleast", did you mean "at-least"?`},
	{"misspelt value in the long form", mine + "rules:\n  hub-entry: {standing: assumed, is: exakt}\n",
		`x.yaml:4:38: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?`},
	{"number out of range", mine + "rules: {card-boxes: 27}\n",
		`x.yaml:3:21: card-boxes takes a number from 1 to 26, not "27"`},
	{"word for a number", mine + "rules: {card-boxes: two}\n",
		`x.yaml:3:21: card-boxes takes a number from 1 to 26, not "two"`},
	{"range upside down", mine + "rules: {players: 6-2}\n",
		`x.yaml:3:18: players takes a range such as 2-6, from 1 to 24, not "6-2"`},
	{"list for a word", mine + "rules: {hub-entry: [exact]}\n",
		`x.yaml:3:20: hub-entry takes exact or at-least, not a list`},
	{"mapping in a list", mine + "rules: {wedge-set: [{bl: pi}]}\n",
		`x.yaml:3:20: wedge-set takes any or a list of colour codes`},
	{"word for a list", mine + "rules: {wedge-set: bl}\n",
		`x.yaml:3:20: wedge-set takes any or a list of colour codes, not "bl"`},
	{"colour twice", mine + "rules: {wedge-set: [bl, pi, bl]}\n",
		`x.yaml:3:20: wedge-set lists "bl" twice`},
	{"no value", mine + "rules:\n  hub-entry:\n",
		`x.yaml:4:13: hub-entry has no value; it takes exact or at-least`},
	{"long form without is", mine + "rules:\n  hub-entry: {standing: assumed}\n",
		`x.yaml:4:14: hub-entry: the long form needs is: VALUE`},
	{"unknown key in the long form", mine + "rules:\n  hub-entry: {is: exact, cite: [M81.1]}\n",
		`x.yaml:4:26: unknown key "cite", did you mean "cites"?`},
	{"comma in a note without quotes", mine + "rules:\n  hub-entry: {is: exact, note: no, really}\n",
		`x.yaml:4:36: unknown key "really": put quotes around a text with a comma`},
	{"unknown standing", mine + "rules:\n  hub-entry: {is: exact, standing: state}\n",
		`x.yaml:4:36: standing takes stated, derived, assumed, conflicted or house rule, not "state", did you mean "stated"?`},
	{"cites without a list", mine + "rules:\n  hub-entry: {is: exact, cites: M81.1}\n",
		`x.yaml:4:33: cites takes a list of clauses, such as [G3.34]`},
	{"key twice", mine + "rules: {}\ntitle: One\nrules: {}\n",
		`x.yaml:5:1: key "rules" is given twice (first on line 3)`},
	{"rule point twice", mine + "rules:\n  hub-entry: exact\n  hub-entry:\n    is: exact\n",
		`x.yaml:5:3: rule point "hub-entry" is given twice (first on line 4)`},
	{"list for a title", mine + "title: [A, B]\n",
		`x.yaml:3:8: title takes one value, not a list`},
	{"nothing for a title", mine + "title:\n",
		`x.yaml:3:7: title has no value; it takes one value`},
	{"list for rules", mine + "rules: [hub-entry, exact]\n",
		`x.yaml:3:8: rules takes key: value lines, not a list`},
	{"nothing for rules", mine + "rules:\n",
		`x.yaml:3:7: rules has no value; it takes key: value lines`},
	{"list for a key", mine + "rules: {[a]: b}\n",
		`x.yaml:3:9: a rule point is one word`},
	{"colour code", mine + "colours: {blue: Blue, Pi: Pink}\n",
		`x.yaml:3:11: "blue" is not a colour code: use two lower-case letters` + "\n" +
			`x.yaml:3:23: "Pi" is not a colour code: use two lower-case letters`},
	{"no name", "title: Nameless\nextends: master-1981\n",
		`x.yaml:1:1: a variant file is a mapping that begins with variant: NAME`},
	{"an empty name", "variant: \"\"\nextends: master-1981\n",
		`x.yaml:1:10: a name is one line of printable characters`},
	{"list for a name", "variant: [x]\ngame: ludo\n",
		`x.yaml:1:10: variant takes one value, not a list
x.yaml:1:10: without extends: NAME, such as ludo, every rule point and board part must be given; missing: enter-on, limit, forced, board colours, board quarter, board shape`},
	{"neither game nor parent", "variant: x\n",
		`x.yaml:1:10: no extends: NAME, the variant to start from, and no game: NAME (the games are trivial-pursuit, heisey-mania and ludo)`},
	{"unknown game", "variant: x\ngame: trivial-persuit\n",
		`x.yaml:2:7: unknown game "trivial-persuit", did you mean "trivial-pursuit"?`},
	{"unknown game and a parent", mine + "game: heisey\n",
		`x.yaml:3:7: unknown game "heisey", did you mean "heisey-mania"?`},
	{"parent of another game", mine + "game: heisey-mania\n",
		`x.yaml:3:7: a variant of heisey-mania cannot extend master-1981, a variant of trivial-pursuit`},
	{"parent of another family", mine + "game: ludo\n",
		`x.yaml:3:7: a variant of ludo cannot extend master-1981, a variant of trivial-pursuit`},
	{"unknown parent", "variant: x\nextends: master-1891\n",
		`x.yaml:2:10: extends an unknown variant "master-1891", did you mean "master-1981"?`},
	{"no parent", "variant: x\nextends: \"\"\n",
		`x.yaml:2:10: extends an unknown variant "": it takes the path of a file, such as ./NAME.yaml, or genus-iii, genus-iii-five-wedge, genus-iii-four-wedge, heisey-mania, master-1981, master-1981-open-hub or ludo`},
	{"list of parents", "variant: x\nextends: [master-1981, genus-iii]\n",
		`x.yaml:2:10: extends takes one value, not a list`},
	{"parent file is missing", "variant: x\nextends: ./no/such.yaml\n",
		`x.yaml:2:10: extends ./no/such.yaml: cannot read the variant file: no such file or directory`},
	{"rule points without a value", strings.NewReplacer("  limit: none\n", "", "  forced: yes\n", "").Replace(ludo),
		`x.yaml:1:10: without extends: NAME, such as ludo, every rule point and board part must be given; missing: limit, forced`},
	{"missing board part", strings.Replace(ludo, ", quarter: 7", "", 1),
		`x.yaml:1:10: without extends: NAME, such as ludo, every rule point and board part must be given; missing: board quarter`},
	{"unknown board part", strings.Replace(ludo, "quarter", "quarters", 1),
		`x.yaml:3:31: unknown board part "quarters", did you mean "quarter"?`},
	{"number of a part", strings.Replace(ludo, "quarter: 7", "quarter: 70", 1),
		`x.yaml:3:40: quarter takes a number from 1 to 9, not "70"`},
	{"text for the number of a part", strings.Replace(ludo, "quarter: 7", `quarter: "7"`, 1),
		`x.yaml:3:40: quarter takes a number from 1 to 9, not the text "7"`},
	{"text for a number", mine + "rules: {wedges-to-win: '4'}\n",
		`x.yaml:3:24: wedges-to-win takes a number from 1 to 12, not the text "4"`},
	{"text for a face", strings.Replace(ludo, "[6]", `["6"]`, 1),
		`x.yaml:5:13: enter-on takes a list of numbers from 1 to 6, such as [6], not the text "6"`},
	{"list for a number", strings.Replace(ludo, "quarter: 7", "quarter: [7]", 1),
		`x.yaml:3:40: quarter takes a number from 1 to 9, not a list`},
	{"word for a list of words", strings.Replace(ludo, "[Red, Blue]", "Red", 1),
		`x.yaml:3:18: colours takes a list, not "Red"`},
	{"too few words", strings.Replace(ludo, "[Red, Blue]", "[Red]", 1),
		`x.yaml:3:18: colours takes a list of 2 to 4, not of 1`},
	{"word for faces", strings.Replace(ludo, "[6]", "6", 1),
		`x.yaml:5:13: enter-on takes a list of numbers from 1 to 6, such as [6], not "6"`},
	{"board of words", mine + "board: {wheel: [bl, pi]}\n",
		`x.yaml:3:17: wheel takes key: value lines, not "bl"` + "\n" + `x.yaml:3:21: wheel takes key: value lines, not "pi"`},
	{"board row without a track", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [bl], track: []}\n    - {hq: pi, spoke: [bl]}\n",
		`x.yaml:6:7: wheel: track is missing`},
	{"misspelt key of a board row", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [bl], track: []}\n    - {hq: pi, spokes: [bl], track: []}\n",
		`x.yaml:6:16: unknown key "spokes", did you mean "spoke"?`},
	{"board of one", mine + "board: {wheel: [{hq: bl, spoke: [], track: []}]}\n",
		`x.yaml:3:16: wheel takes a list of 2 to 12, not of 1`},
	{"two headquarters of a colour", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [bl], track: []}\n    - {hq: bl, spoke: [bl], track: []}\n",
		`x.yaml:6:12: a second headquarters of colour bl`},
	{"headquarters that is no code", mine + "board:\n  wheel:\n    - {hq: Blue, spoke: [bl], track: []}\n    - {hq: pi, spoke: [], track: []}\n",
		`x.yaml:5:12: "Blue" is not a colour code: use two lower-case letters`},
	{"unknown colour on a spoke", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [bl, gr], track: []}\n    - {hq: pi, spoke: [], track: []}\nrules: {wedges-to-win: 2}\n",
		`x.yaml:5:23: space bl2: no headquarters has the colour "gr"`},
	{"unknown colour on the track", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [], track: [again, gr]}\n    - {hq: pi, spoke: [], track: []}\nrules: {wedges-to-win: 2}\n",
		`x.yaml:5:34: space bl2pi: no headquarters has the colour "gr"`},
	{"misspelt roll-again space", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [], track: [agan, pi]}\n    - {hq: pi, spoke: [], track: []}\nrules: {wedges-to-win: 2}\n",
		`x.yaml:5:34: space bl1pi: "agan" is neither a colour code nor again`},
	{"roll-again space on a spoke", mine + "board:\n  wheel:\n    - {hq: bl, spoke: [again], track: []}\n    - {hq: pi, spoke: [], track: []}\nrules: {wedges-to-win: 2}\n",
		`x.yaml:5:23: space bl1: no headquarters has the colour "again"`},
	{"more wedges than headquarters", mine + "rules:\n  wedges-to-win: 7\n",
		`x.yaml:4:18: wedges-to-win is 7, but the board has only 6 headquarters`},
	{"more wedges than a new board has", mine + "board: {wheel: [{hq: bl, spoke: [], track: []}, {hq: pi, spoke: [], track: []}]}\n",
		`built-in master-1981.yaml:29:23: wedges-to-win is 6, but the board has only 2 headquarters`},
	{"wedge of no headquarters", mine + "rules:\n  wedge-set: [bl, xx]\n",
		`x.yaml:4:14: wedge-set: the board has no headquarters of colour "xx"`},
	{"board too big", mine + "board:\n  wheel:\n" + rows(12),
		`x.yaml:5:5: the board has 133 spaces; at most 128 are possible`},
	{"many faults, in the order of the file", mine + "colours: {x: Y}\nrules:\n  hub-exit: no\n  hub-entri: exact\n  players: none\n  hub-entry: no\nboard: {wheels: []}\ntitle: []\n",
		`x.yaml:3:11: "x" is not a colour code: use two lower-case letters
x.yaml:5:13: hub-exit takes another-spoke or any-spoke, not "no"
x.yaml:6:3: unknown rule point "hub-entri", did you mean "hub-entry"?
x.yaml:7:12: players takes a range such as 2-6, from 1 to 24, not "none"
x.yaml:8:14: hub-entry takes exact or at-least, not "no"
x.yaml:9:9: unknown board part "wheels", did you mean "wheel"?
x.yaml:10:8: title takes one value, not a list`},

	{"true for yes", strings.Replace(ludo, "forced: yes", "forced: true", 1),
		`x.yaml:7:11: forced takes yes or no, not "true", did you mean "yes"?`},
	{"off for no", strings.Replace(ludo, "forced: yes", "forced: Off", 1),
		`x.yaml:7:11: forced takes yes or no, not "Off", did you mean "no"?`},
	{"a value in capitals", mine + "rules: {hub-entry: AT-LEAST}\n",
		`x.yaml:3:20: hub-entry takes exact or at-least, not "AT-LEAST", did you mean "at-least"?`},
	{"null for a value", mine + "rules: {hub-entry: ~, players: null}\n",
		`x.yaml:3:20: hub-entry has no value; it takes exact or at-least
x.yaml:3:32: players has no value; it takes a range such as 2-6, from 1 to 24`},
	{"null in a list", mine + "rules: {wedge-set: [bl, ~]}\n",
		`x.yaml:3:20: wedge-set takes any or a list of colour codes`},
	{"null for a name", "variant:\nextends: ludo\n",
		`x.yaml:1:9: variant has no value; it takes one value`},
	{"null for a colour", "variant: x\nextends: ludo\ncolours: {bl: }\n",
		`x.yaml:3:15: bl has no value; it takes one value`},
	{"rule point at the beginning of a line", mine + "hub-entry: exact\n",
		`x.yaml:3:1: unknown key "hub-entry": it is a rule point, and stands under rules:`},
	{"rule point of the board", mine + "board: {hub-entry: exact}\n",
		`x.yaml:3:9: unknown board part "hub-entry": it is a rule point, and stands under rules:`},
	{"board part among rules", mine + "rules: {wheel: []}\n",
		`x.yaml:3:9: unknown rule point "wheel": it is a part of the board, and stands under board:`},
	{"key of the file among rules", mine + "rules:\n  rulebook: x\n",
		`x.yaml:4:3: unknown rule point "rulebook": it is a key of the whole file, and stands at the beginning of a line`},
	{"long form not indented", mine + "rules:\n  hub-entry:\n  is: exact\n",
		`x.yaml:4:13: hub-entry has no value; it takes exact or at-least
x.yaml:5:3: unknown rule point "is": it stands under the rule point that it is about, further in`},
	{"unknown game like nothing", "variant: x\ngame: chess\nrules: {forced: perhaps, hub-entry: exact, limit: 3}\n",
		`x.yaml:2:7: unknown game "chess": the games are trivial-pursuit, heisey-mania and ludo
x.yaml:3:17: forced takes yes or no, not "perhaps"
x.yaml:3:26: unknown rule point "hub-entry": it is a rule point of trivial-pursuit, and this is a variant of ludo`},
	{"part of a parent's name", "variant: x\nextends: 1981\nrules: {hub-entry: exakt}\n",
		`x.yaml:2:10: extends an unknown variant "1981", did you mean "master-1981"?
x.yaml:3:20: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?`},
	{"game for a parent", "variant: x\nextends: trivial-pursuit\n",
		`x.yaml:2:10: extends an unknown variant "trivial-pursuit", did you mean "master-1981"?`},
	{"unknown parent like nothing", "variant: x\nextends: whist\nrules: {hub-entri: exact, hub-exit: no}\ntitel: x\n",
		`x.yaml:2:10: extends an unknown variant "whist": it takes the path of a file, such as ./whist.yaml, or genus-iii, genus-iii-five-wedge, genus-iii-four-wedge, heisey-mania, master-1981, master-1981-open-hub or ludo
x.yaml:3:9: unknown rule point "hub-entri", did you mean "hub-entry"?
x.yaml:3:37: hub-exit takes another-spoke or any-spoke, not "no"
x.yaml:4:1: unknown key "titel", did you mean "title"?`},
	{"missing extends", "variant: x\nrules: {hub-entry: exakt}\n",
		`x.yaml:1:10: ` + neither + `
x.yaml:2:20: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?`},
	{"missing extends with a game", "variant: x\ngame: heisey-mania\nboard: {wheel: []}\nrules: {hub-entri: exact, hub-exit: no}\n",
		`x.yaml:1:10: without extends: NAME, such as heisey-mania, every rule point and board part must be given; missing: players, rolloff-tie, hub-passing, headquarters-reentry, hub-reentry, wedges-to-win, wedge-set, first-turn-tie, card-boxes, card-alternation, stopping, wedge-ends-turn
x.yaml:3:16: wheel takes a list of 2 to 12, not of 0
x.yaml:4:9: unknown rule point "hub-entri", did you mean "hub-entry"?
x.yaml:4:37: hub-exit takes another-spoke or any-spoke, not "no"`},
	{"colours of the file are not those of the board", strings.Replace(ludo, "colours: [Red, Blue], ", "", 1) + "colours: {re: Red}\n",
		`x.yaml:1:10: without extends: NAME, such as ludo, every rule point and board part must be given; missing: board colours`},
	{"unknown key and bad values", mine + "rulez: {}\nrules: {hub-entry: exakt}\n",
		`x.yaml:3:1: unknown key "rulez", did you mean "rules"?
x.yaml:4:20: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?`},
	{"no-break spaces as indent", "variant: x\nextends: ludo\nrules:\n\u00a0\u00a0forced: yes\n",
		`x.yaml:3:7: rules has no value; it takes key: value lines
x.yaml:4:1: not a plain blank (U+00A0): type one`},
	{"no-break space after a colon", "variant: x\nextends:\u00a0ludo\nrules: {}\n",
		"x.yaml:2:9: not a plain blank (U+00A0): type one"},
	{"no-break space in a file of one line", "variant:\u00a0x\n",
		"x.yaml:1:9: not a plain blank (U+00A0): type one"},
	{"no-break space in a value", mine + "rules: {hub-entry: exact\u00a0}\n",
		"x.yaml:3:20: not a plain blank (U+00A0): type one"},
	{"wide space in a value", mine + "rules: {hub-entry: exact\u3000}\n",
		"x.yaml:3:20: not a plain blank (U+3000): type one"},
	{"tabs as indent", mine + "rules:\n\thub-entry: exact\n  \thub-exit: any-spoke\n",
		"x.yaml:4:1: a tab: indent with blanks\nx.yaml:5:3: a tab: indent with blanks"},
	{"colon in a title", "variant: x\ntitle: Genus III: our table\nextends: genus-iii\n",
		`x.yaml:2:8: put a value with a colon in quotes: title: "Genus III: our table"`},
	{"colon in a note", mine + "rules:\n  hub-entry:\n    is: exact\n    note: so we say: exact\n",
		`x.yaml:6:11: put a value with a colon in quotes: note: "so we say: exact"`},

	{"empty", "", "x.yaml:1:1: empty: a variant file begins with variant: NAME"},
	{"comments only", "# nothing\n\n", "x.yaml:1:1: empty: a variant file begins with variant: NAME"},
	{"null", "---\n", "x.yaml:2:1: a variant file is a mapping that begins with variant: NAME"},
	{"a word", "master-1981\n", "x.yaml:1:1: a variant file is a mapping that begins with variant: NAME"},
	{"a log", "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n", "x.yaml:2:1: not YAML: a variant file begins with variant: NAME"},
	{"a list", "- variant: x\n", "x.yaml:1:1: a variant file is a mapping that begins with variant: NAME"},
	{"not YAML", "variant: x\n\trules: {}\n", "x.yaml:2:1: a tab: indent with blanks"},
	{"no colon", "variant: x\nextends: ludo\nrules:\n  hub-entry exact\n  forced: yes\n",
		"x.yaml:5:1: not YAML: write KEY: VALUE in this line and the one before, and indent them alike"},
	{"no blank after a colon", mine + "rules:\n  hub-entry: exact\n  hub-exit:any-spoke\n",
		"x.yaml:5:1: not YAML: write KEY: VALUE, with a blank after the colon"},
	{"is under another name", mine + "rules:\n  hub-entry: {value: exact}\n",
		`x.yaml:4:15: unknown key "value": the keys are is, standing, cites and note`},
	{"no comma", mine + "rules:\n  hub-entry: {is: exact note: \"so we say\"}\n  hub-exit: any-spoke\n",
		"x.yaml:4:1: not YAML: put a comma between two entries, and quotes around a text with a colon or a comma"},
	{"bracket and quote left open in the middle", mine + "rules:\n  hub-entry: {is: exact, note: \"so\n  hub-exit: any-spoke\nboard: {}\n",
		"x.yaml:4:1: not YAML: a quote is not closed"},
	{"a long file", mine + "rules:\n" + strings.Repeat("  # so we say\n", 2000) + "  hub-entry: {is: exact\n", "x.yaml:2004:1: not YAML: a bracket is not closed"},
	{"indented less than the rest", mine + "rules:\n  hub-entry: exact\n forced: yes\n",
		"x.yaml:5:1: not YAML: this line is not indented like those before it, or a quote in it is wrong"},
	{"a list and a key", mine + "rules:\n  - hub-entry: exact\n  forced: yes\n",
		"x.yaml:5:1: not YAML: this line is no item of the list before it, whose items begin with -"},
	{"quote left open", "variant: x\ntitle: \"ours\n", "x.yaml:2:1: not YAML: a quote is not closed"},
	{"bracket left open", "variant: x\nrules: {hub-entry: exact\n", "x.yaml:2:1: not YAML: a bracket is not closed"},
	{"alias", "variant: &a x\ntitle: *a\n",
		"x.yaml:1:10: anchors (&name) have no place in a variant file\nx.yaml:2:8: aliases (*name) have no place in a variant file"},
	{"unknown alias", "variant: *a\n", "x.yaml:1:1: not YAML: unknown anchor 'a' referenced"},
	{"tag", "variant: !!str x\n", "x.yaml:1:10: YAML tags (!!str) have no place in a variant file"},
	{"own tag", "variant: x\nrules: !evil {}\n", "x.yaml:2:8: YAML tags (!evil) have no place in a variant file"},
	{"unknown key without a value", mine + "author:\nrules: {hub-exit: any-spoke}\n",
		`x.yaml:3:1: unknown key "author": the keys are variant, title, game, extends, rulebook, categories, colours, board and rules`},
	{"merge key", mine + "<<: {title: x}\n", `x.yaml:3:1: unknown key "<<": the keys are variant, title, game, extends, rulebook, categories, colours, board and rules`},
	{"two documents", mine + "---\nvariant: y\n", "x.yaml:3:1: a second YAML document: a file holds one variant"},
	{"second document broken", mine + "---\n{\n", "x.yaml:4:1: not YAML: a bracket is not closed"},
	{"NUL", "variant: x\ntitle: a\x00b\n", "x.yaml:2:9: a NUL byte: not a text file"},
	{"UTF-16", "\xff\xfev\x00a\x00r\x00", "x.yaml:1:1: UTF-16: save the file as UTF-8 text"},
	{"not UTF-8", "variant: x\ntitle: Émile \xe9\n", "x.yaml:2:14: not UTF-8: a variant file is UTF-8 text"},
	{"nested brackets", mine + "rules: " + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000), "x.yaml:3:28: nested more than 20 deep"},
	{"nested lines", mine + "rules:\n" + nestedLines(60), "x.yaml:24:22: nested more than 20 deep"},
	{"too many entries", mine + "categories:\n" + strings.Repeat("  aa: b\n", 20_000), "x.yaml:10000:8: more than 20000 entries: too many for a variant file"},
	{"alias bomb", aliasBomb(),
		strings.TrimSuffix(bombed, "\n")},
	{"too long", "variant: x #" + strings.Repeat("x", 2<<20), "x.yaml:1:1048577: longer than 1048576 bytes: too long for a variant file"},
	{"long word", mine + strings.Repeat("x", 1<<10) + ": y\n", `x.yaml:3:1: unknown key "` + strings.Repeat("x", 387) + "…"},
}

const neither = "no extends: NAME, the variant to start from, and no game: NAME (the games are trivial-pursuit, heisey-mania and ludo)"

// bombed is the error for aliasBomb: nine lines, and nothing expanded.
var bombed = func() (lines string) {
	for i := range 9 {
		lines += fmt.Sprintf("x.yaml:%d:4: anchors (&name) have no place in a variant file\n", i+1)
	}
	return lines
}()

// rows are the rows of a board of n headquarters with ten spaces each between hub and them.
func rows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    - {hq: a%c, spoke: [aa, aa, aa, aa, aa, aa, aa, aa, aa, aa], track: []}\n", 'a'+i)
	}
	return b.String()
}

func nestedLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%*sa:\n", i+1, "")
	}
	return b.String()
}

func aliasBomb() string {
	text := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'i'; c++ {
		text += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c,", c-1), 9), ","))
	}
	return text + "variant: x\n"
}

func TestBadFiles(t *testing.T) {
	for _, test := range badFiles {
		t.Run(test.name, func(t *testing.T) {
			begun := time.Now()
			_, err := load("x.yaml", test.text)
			if err == nil || err.Error() != test.want {
				t.Errorf("\ngot  %v\nwant %s", err, test.want)
			}
			var errs variant.Errors
			if !errors.As(err, &errs) {
				t.Errorf("%T, want variant.Errors", err)
			}
			if took := time.Since(begun); took > 2*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestManyFaults(t *testing.T) {
	text := mine + "colours:\n"
	for i := range 1000 {
		text += fmt.Sprintf("  colour%d: x\n", i)
	}
	_, err := load("x.yaml", text)
	var errs variant.Errors
	if !errors.As(err, &errs) || len(errs) != 20 {
		t.Fatalf("got %v, want the first 20 faults", err)
	}
	for i, e := range errs {
		if want := (variant.Origin{File: "x.yaml", Line: 4 + i, Column: 3}); e.Origin != want {
			t.Errorf("fault %d is at %+v, want %+v", i, e.Origin, want)
		}
	}
}

// FuzzParse: whatever the text, Parse answers, soon, with a whole variant or with faults
// that are fit to print.
func FuzzParse(f *testing.F) {
	for _, test := range badFiles {
		if len(test.text) < 2000 {
			f.Add(test.text)
		}
	}
	f.Add(ludo)
	f.Add(mine + "rules: {hub-entry: {is: exact, standing: stated, cites: [M81.1], note: x}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "/") {
			return // it may extend any file of this machine
		}
		begun := time.Now()
		v, err := load("fuzz/x.yaml", text)
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		if err != nil {
			if message := err.Error(); message == "" || !utf8.ValidString(message) || len(message) > 20*1000 {
				t.Errorf("unfit to print: %q", message)
			}
			return
		}
		again, err := library.Parse("other.yaml", []byte(text), nil)
		if err != nil || again.Fingerprint != v.Fingerprint {
			t.Errorf("a second look finds other rules (%v)", err)
		}
		for i, s := range v.Settings {
			set, err := v.Set(v.Family.Points[i].Name + "=" + s.Value.String())
			if err != nil || set.Fingerprint != v.Fingerprint {
				t.Errorf("%s: %s is not read back (%v)", v.Family.Points[i].Name, s.Value, err)
			}
		}
	})
}
