//go:build !js

package draw

import (
	"image"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// fonts are the letters, by whether they are bold.
var fonts = sync.OnceValue(func() map[bool]*opentype.Font {
	all := map[bool]*opentype.Font{}
	for bold, data := range map[bool][]byte{false: goregular.TTF, true: gobold.TTF} {
		parsed, err := opentype.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		all[bold] = parsed
	}
	return all
})

// letters paints a line of text from a point on, or around it.
func (c *Canvas) letters(line string, at Point, size float64, bold, around bool, ink image.Image) {
	f, err := opentype.NewFace(fonts()[bold], &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // only a fault of the options is one
	}
	if around {
		at.X -= float64(font.MeasureString(f, line)) / 64 / 2
		at.Y += float64(f.Metrics().CapHeight) / 64 / 2
	}
	d := font.Drawer{Dst: c.Image, Src: ink, Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6(at.X * 64), Y: fixed.Int26_6(at.Y * 64)}}
	d.DrawString(line)
}
