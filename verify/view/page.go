package view

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// files are the parts of pages and pictures that are not made of a game.
//
//go:embed page editor
var files embed.FS

// file is the text of one of the files.
func file(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// fill is the text of a file with parts where their names stand: {{name}}.
func fill(name string, parts map[string]string) string {
	var pairs []string
	for part, text := range parts {
		pairs = append(pairs, "{{"+part+"}}", text)
	}
	return strings.NewReplacer(pairs...).Replace(file(name))
}

// questions is how many the quiz asks of one game.
const questions = 12

// PageOptions say what a page does beside stepping through its films.
type PageOptions struct {
	Quiz   bool  `json:"-"`              // it asks before it shows
	Lesson bool  `json:"-"`              // the films are chapters
	Spot   bool  `json:"spot,omitempty"` // it shows moves that are not allowed, for the learner to stop
	Play   *Play `json:"play,omitempty"`
}

// Page writes a page that steps through films of one game. It needs nothing but itself.
func Page(w io.Writer, films []*Film, o PageOptions) error {
	first := films[0]
	start := first.Scene(0)
	for _, f := range films[1:] {
		if len(f.Scene(0).Board.Spaces) != len(start.Board.Spaces) || f.Game.Rules.Game != first.Game.Rules.Game {
			return fmt.Errorf("%w: %s and %s", errBoards, gameOf(first), gameOf(f))
		}
	}
	data := newPageData(films, o)
	title, games := first.Title, first.list()
	if o.Lesson {
		title, games = gameOf(first), ""
	}
	script, player := file("page/page.js"), ""
	policy := "default-src 'none'; style-src 'unsafe-inline'; script-src " + hashOf(script)
	if o.Play != nil { // a page inside a page may do what both allow
		policy, player = policy+" "+mayRun(wholeScript())+"; worker-src blob:", o.Play.player()
	}
	pieces := ""
	for i, f := range films {
		pieces += "<template class=\"film\"><svg>" + data.Films[i].piecesHTML(f.Scene(0)) + "</svg></template>\n"
	}
	_, err := io.WriteString(w, fill("page/page.html", map[string]string{
		"policy": html.EscapeString(policy), "player": player,
		"css": styled("page/page.css"), "js": script, "data": jsonOf(data),
		"title": html.EscapeString(title), "facts": html.EscapeString(data.Films[0].Facts), "games": games,
		"game": html.EscapeString(gameOf(first)), "pieces": pieces, "luck": first.luckHTML(),
		"bare": draw.SVG(start.Board.Bare()), "printed": draw.SVG(start.Board.Printed()), "named": draw.SVG(start.Board.Named()),
		"unchaptered": attribute("hidden", !o.Lesson), "unspotted": attribute("hidden", !o.Spot), "unplayed": attribute("hidden", o.Play == nil),
	}))
	return err
}

// attribute is an attribute that an element has under a condition.
func attribute(name string, given bool) string {
	if !given {
		return ""
	}
	return " " + name
}

// gameOf is what a game is called: its variant's title, without the edition.
func gameOf(f *Film) string {
	title, _, _ := strings.Cut(report.OneLine(f.Variant().Title), ",")
	return title
}

// facts are the game, when and where it was played, and what came of it, in words.
func (f *Film) facts() string {
	text := report.OneLine(f.Variant().Title)
	if text == f.Title {
		text = "This game"
	}
	for _, tag := range f.Game.Entry.Tags {
		if tag.Name == "Date" || tag.Name == "Site" {
			text += ", " + report.OneLine(tag.Value)
		}
	}
	mistakes := 0
	for i := range f.Game.Findings {
		if f.Game.Findings[i].Severity == verify.SeverityError {
			mistakes++
		}
	}
	counted := map[int]string{0: "no mistakes", 1: "1 mistake"}
	text += ": " + cmp.Or(counted[mistakes], strconv.Itoa(mistakes)+" mistakes") + ", "
	result := report.OneLine(f.Game.Result)
	switch first, _, others := strings.Cut(result, " > "); {
	case first == "*":
		return text + "not finished"
	case strings.Contains(first, " = "):
		return text + strings.ReplaceAll(first, " = ", " and ") + " have won"
	case others:
		return text + first + " has won (" + result + ")"
	default:
		return text + first + " has won"
	}
}

// list is the games of the file, if there are several.
func (f *Film) list() string {
	if len(f.Games) < 2 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n"+`<details class="games"><summary>Game %d of the file</summary>`+"\n<ol>", f.Game.Number)
	for i, name := range f.Games {
		if name = html.EscapeString(name); i+1 == f.Game.Number {
			fmt.Fprintf(&b, `<li aria-current="true"><bdi>%s</bdi></li>`, name)
		} else {
			fmt.Fprintf(&b, `<li><bdi>%s</bdi> <code>view --game %d</code></li>`, name, i+1)
		}
	}
	return b.String() + "</ol></details>"
}

// styled is the style sheet of a page, from a file, with the colours that all pages and pictures have.
func styled(css string) string {
	themes, light := draw.Styles("svg ")
	return file("page/colours.css") + file(css) + themes + "@media print{" + light + "}"
}

// hashOf is how the policy of a page names its script.
func hashOf(js string) string {
	hash := sha256.Sum256([]byte(js))
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}

// piecesHTML is the pieces of a film, for the script to move. Their signs are escaped.
func (d *filmData) piecesHTML(s *draw.Scene) string {
	var b strings.Builder
	for _, p := range d.Pieces {
		b.WriteString(`<g class="moves">` + draw.SVG(s.PieceShapes(&p.look, false)) + "</g>")
	}
	return b.String()
}
