package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// Paints maps the colour names of printed boards to paints. They are strong enough to
// distinguish on a projector, and light enough for black letters or dark enough for white ones.
var Paints = map[string]string{
	"blue": "#2f7fd0", "pink": "#f08fb8", "yellow": "#f6cf3b", "brown": "#8d5a35", "green": "#3a9d5d", "orange": "#ef8432",
	"red": "#d94444", "purple": "#8459b8", "violet": "#8459b8", "black": "#3b3f46", "white": "#f4f1e8", "grey": "#9aa0a8",
	"gray": "#9aa0a8", "turquoise": "#35b5ac", "teal": "#1f8a8a", "gold": "#d9a521", "silver": "#b9bec6", "lime": "#9ccc3d",
	// The glass of A. H. Heisey & Company.
	"cobalt": "#3055a8", "flamingo": "#f2a093", "sahara": "#f0d264", "moongleam": "#3f9c78",
}

// Paint is the colour of a name; an unknown name gets its own colour by its place among n.
func Paint(name string, i, n int) string {
	if c, ok := Paints[strings.ToLower(name)]; ok {
		return c
	}
	return colorful.Hsl(360*float64(i)/float64(max(1, n)), 0.55, 0.60).Hex()
}

// SeatColours are the colours of tokens whose players have none: unlike each other, and unlike light or dark paper.
var seatColours = []string{"#c2185b", "#1565c0", "#2e7d32", "#e65100", "#6a1b9a", "#00838f"}

func SeatColour(seat int) string {
	if seat < len(seatColours) {
		return seatColours[seat]
	}
	return colorful.Hsl(math.Mod(360*0.618034*float64(seat), 360), 0.65, 0.42).Hex() // the golden angle never comes back
}

// inkOn is the colour of letters on a colour: black or white, whichever stands out more.
func inkOn(colour string) string {
	const even = 0.179 // the luminance on which black and white stand out alike, by the contrast rules of the web
	c, _ := colorful.Hex(colour)
	if r, g, b := c.LinearRgb(); 0.2126*r+0.7152*g+0.0722*b > even {
		return "#16181d"
	}
	return "#ffffff"
}

// rgb reads "#rrggbb".
func rgb(colour string) (r, g, b uint8) {
	c, _ := colorful.Hex(colour)
	return c.RGB255()
}

// Tint is a light shade of a colour, on which a piece of that colour is still seen.
func Tint(colour string) string {
	r, g, b := rgb(colour)
	lighter := func(c uint8) int { return 255 - (255-int(c))*45/100 }
	return fmt.Sprintf("#%02x%02x%02x", lighter(r), lighter(g), lighter(b))
}
