package cmd

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"

	"tpnote/verify/games"
)

const goodLog = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:br-\n"

// hostile is what a terminal is not to see: an escape sequence and a mark that turns the
// direction of writing.
const hostile = "\x1b[31m\u202e"

// badInputs returns the contents of files that no command was made for, by their names. It is a function
// because this program begins hundreds of times, as the tpnote of the scripts.
func badInputs() map[string]string {
	return map[string]string{
		"empty.log":      "",
		"comments.log":   "; nothing but this\n\n; and this\n",
		"blank.log":      strings.Repeat("\n", 1<<16),
		"binary.log":     "\x7fELF\x02\x01\x01\x00\x00\x00\xff\xfe\n\x00\x00\x1b[2J\n",
		"image.log":      "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x1b\xff",
		"utf16.log":      asUTF16(goodLog),
		"nul.log":        strings.ReplaceAll(goodLog, "n", "\x00"),
		"invalid.log":    strings.ReplaceAll(goodLog, "Ann 6", "A\xffnn 6"),
		"returns.log":    strings.ReplaceAll(goodLog, "\n", "\r"),
		"marks.log":      "\ufeff\ufeff" + goodLog,
		"endless.log":    "1. Ann " + strings.Repeat("6:br- ", 30_000),
		"long.log":       "[Game \"" + strings.Repeat("x", 100_000),
		"braces.log":     goodLog + strings.Repeat("{", 5000) + "\n2. Ben " + strings.Repeat("(", 5000) + "\n",
		"turns.log":      goodLog + strings.Repeat("2. Ben 6:or-\n3. Ann 1:br1bl-\n", 100),
		"findings.log":   goodLog + strings.Repeat("9. Zoe 7:zz\n", 1100),
		"games.log":      strings.Repeat(goodLog, 50),
		"tags.log":       strings.Repeat("[Game \"trivial-pursuit\"]\n", 1200),
		"othertags.log":  numbered("[T%d \"x\"]\n", 1000),
		"players.log":    "[Game \"trivial-pursuit\"]\n[Players \"" + numbered("P%d, ", 1000) + "Z\"]\n1. Z 6:br-\n",
		"numbers.log":    goodLog + "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n[Setup \"99999999999999999999 Ann Ann=hub Ben=hub\"]\n18446744073709551616. Ben 99999999999:br-\n",
		"setups.log":     "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n[Setup \"1 Zoe Zoe=hub\"]\n[Setup \"1 Ann Ann=hub/br,bl# Ben=hub/br#\"]\n[Result \"Zoe\"]\n1. Ann 6:br-\n",
		"hostile.log":    "[Game \"trivial-pursuit\"]\n[Event \"" + hostile + "\"]\n[Rules \"" + hostile + "\"]\n[Players \"Ann, Ben\"]\n[Site" + hostile + " \"x\"]\n1. A" + hostile + " 6:br- ; " + hostile + "\n1. Ann 6:" + hostile + " {" + hostile + "\nstate " + hostile + "\nfoo" + hostile + "\n",
		"game.log":       "[Game \"" + hostile + "\"]\n[Players \"" + hostile + "\"]\n1. Ann 6:br-\n",
		"sides.log":      "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Sides \"" + hostile + "\"]\n[Result \"" + hostile + "\"]\norder " + hostile + "\n1. Red 6:" + hostile + "\n",
		"secrets.log":    "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\nplace Ann " + hostile + "\nsecret Ann " + hostile + "\ncommit Ann " + hostile + "\nreveal Ann 1 " + hostile + "\n1. Ann " + hostile + "\n",
		"variant.log":    withVariant(hostile + ".yaml"),
		"zero.log":       withVariant("/dev/zero"),
		"passwd.log":     withVariant("/etc/passwd"),
		"up.log":         withVariant("../../../../../../../../etc/passwd"),
		"pipe.log":       withVariant("pipe.yaml"),
		"kernel.log":     withVariant("/proc/kmsg"),
		"cycle.log":      withVariant("cycle.yaml"),
		"chess.log":      "[Game \"chess\"]\n[Players \"Ann, Ben\"]\n1. Ann e4\n",
		"whole.log.gz":   inGzip(goodLog),
		"torn.log":       goodLog + "2",
		"cut.log.gz":     inGzip(strings.Repeat(goodLog, 9))[:60],
		"head.log.gz":    inGzip(goodLog)[:4],
		"nothing.log.gz": "",
		"plain.log.gz":   goodLog,
		"bomb.log.gz":    inGzip(strings.Repeat("\n", 1<<17)),
		"line.log.gz":    inGzip(strings.Repeat("x", 1<<18)),
		"plain.log.zst":  goodLog,
		"head.log.zst":   "\x28\xb5\x2f\xfd",
		"window.log.zst": "\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00", // asks for a terabyte
		"alias.yaml":     "variant: &a [x, x]\nextends: *a\n",
		"deep.yaml":      "variant: x\nrules: " + strings.Repeat("[", 5000) + "\n",
		"big.yaml":       "variant: x\n#" + strings.Repeat("x", 1<<20+1),
		"cycle.yaml":     "variant: x\nextends: ./cycle.yaml\n",
		"chess.yaml":     "variant: x\ngame: chess\n",
		"wrong.yaml":     "variant: x\ngame: trouble\nextends: genus-iii\n",
		"twice.yaml":     "variant: x\nvariant: y\nextends: genus-iii\n",
		"binary.yaml":    "\x7fELF\x00\x1b",
		"name.yaml":      "variant: \"\\e[31m\\u202e\"\nextends: genus-iii\n",
		"hostile.yaml":   "variant: x\nextends: genus-iii\nrules:\n  \"\\e[31m\": \"\\e[31m\\u202e\"\n",
		"parent.yaml":    "variant: x\nextends: \"\\e[31m\\u202e.yaml\"\n",
		"zero.yaml":      "variant: x\nextends: /dev/zero\n",
		"-dash.log":      goodLog,
		"new\nline.log":  strings.ReplaceAll(goodLog, "6:br", "6:zz"),
		"odd\x1bc.log":   strings.ReplaceAll(goodLog, "6:br", "6:zz"),
	}
}

func asUTF16(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func inGzip(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

func withVariant(path string) string {
	return strings.Replace(goodLog, "]\n", "]\n[Variant \""+path+"\"]\n", 1)
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// badCommands are the commands, with % for the input. Those that write into it come last.
var badCommands = []string{
	"replay %", "replay --board --format json %", "verify %", "verify --format json %", "verify --format sarif %",
	"verify --format junit %", "verify --format github %", "verify --baseline % good.log", "verify --duplicates %", "verify --format rows %", "verify --format rows-json %", "verify --format games %",
	"verify --part 2/3 --format json %", "verify --only-games %", "total %",
	"step %", "luck --dice %", "luck --dice --by game --format json %", "view -o out.html %", "view -o out.svg %", "fmt %", "fmt -l %", "fmt -d %", "legal %", "legal --why 3:bl+ %",
	"legal --variant % --position x", "compare --variants genus-iii,master-1981 %", "compare --variants genus-iii,% good.log",
	"lock %", "lock --check % good.log", "migrate --variants genus-iii,master-1981 %", "migrate -d --variants master-1981,genus-iii %",
	"migrate --variants %,genus-iii good.log", "witness --within 1 --tries 1 %", "witness --within 1 --tries 1 --point players --from % trouble-official",
	"test %", "test --cover %", "test --format junit %", "perft --depth 1 --variant %", "play --variant %",
	"replay --variant % good.log", "verify --variant % good.log", "variants show %", "variants check %", "variants diff genus-iii %",
	"reduce %", "reduce --code tag %", "reduce --variants genus-iii,master-1981 %", "explain %", "completion %", "test --update %", "verify --fix %", "fmt -w %",
	"record --plain %",
}

// typed is what commands read that read keys.
var typed = map[string]string{"record": "u\nU\n:1\n61+\n<esc>\nn\nf\n1\n?\ng\ns\n<esc>\n; x\nw\n1. Ann 6:zz\nx\n"}

// TestBadInputs runs every command on every bad input: it ends with one of the statuses
// that are promised, names the input where it fails, and prints within bounds and without
// anything that a terminal would obey. (A panic ends the test.)
func TestBadInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // some thousand short runs: a third of their time
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) { must(os.WriteFile(name, []byte(text), 0o666)) }
	write("good.log", goodLog)
	inputs := []string{"missing.log", "good.log/below.log", "*.none", "[", os.DevNull, "folder", "nologs", "odd", "dangling.log", "loop.log"}
	bad := badInputs()
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		write(name, bad[name])
		inputs = append(inputs, name)
	}
	must(os.Mkdir("folder", 0o777))
	write("folder/a.log", goodLog)
	must(os.Mkdir("nologs", 0o777))
	must(os.Mkdir("odd", 0o777))
	must(os.Symlink("nowhere", "dangling.log"))
	must(os.Symlink("loop.log", "loop.log"))
	must(os.Symlink("gone", "odd/dangling.log"))
	must(syscall.Mkfifo("odd/pipe.log", 0o666))
	must(syscall.Mkfifo("pipe.yaml", 0o666))
	if _, err := os.Stat("/dev/zero"); err == nil {
		must(os.Symlink("/dev/zero", "odd/zero.log"))
		inputs = append(inputs, "/dev/zero")
	}
	if os.Getuid() != 0 { // root may read anything
		write("secret.log", goodLog)
		must(os.Chmod("secret.log", 0))
		inputs = append(inputs, "secret.log")
	}
	for i, command := range badCommands {
		for j, input := range inputs {
			if _, text := bad[input]; text && (i+j)%7 > 0 {
				continue // every command reads all that is no plain file, and a seventh of the texts
			}
			var args []string
			for _, arg := range strings.Fields(command) {
				if arg == "%" && strings.HasPrefix(input, "-") {
					arg = "./%"
				}
				args = append(args, strings.Replace(arg, "%", input, 1))
			}
			var out, said bytes.Buffer
			status := run(args, &streams{games: games.All, in: strings.NewReader(typed[args[0]]), out: bufio.NewWriter(&out), err: &said})
			all := out.String() + said.String()
			name := input[strings.LastIndexAny(input, "\n\x1b/")+1:] // every format has its own way to write the rest
			asked := status == exitFound && args[0] == "legal"
			switch {
			case status != exitLegal && status != exitFound && status != exitFailure:
				t.Errorf("%q: status %d", args, status)
			case status == exitFailure && said.Len() == 0 && !strings.HasPrefix(command, "test"):
				t.Errorf("%q fails without a word", args)
			case status != exitLegal && !asked && args[0] != "step" && args[0] != "completion" && !strings.Contains(all, name):
				t.Errorf("%q: status %d, and does not name it:\n%.300q", args, status, all)
			case strings.ContainsAny(all, "\x1b") && command != "fmt %" && command != "fmt -d %" && args[0] != "reduce": // which print logs byte for byte
				t.Errorf("%q prints an escape sequence:\n%.300q", args, all[strings.Index(all, "\x1b"):])
			case len(all) > 4<<20:
				t.Errorf("%q prints %d bytes", args, len(all))
			}
		}
	}
}
