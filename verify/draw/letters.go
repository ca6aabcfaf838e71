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

// faces are fonts in a size, each made once.
var faces sync.Map

type faceKey struct {
	size float64
	bold bool
}

func face(size float64, bold bool) font.Face {
	key := faceKey{size, bold}
	if known, ok := faces.Load(key); ok {
		return known.(font.Face)
	}
	data := goregular.TTF
	if bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err == nil {
		var made font.Face
		if made, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72}); err == nil {
			faces.Store(key, made)
			return made
		}
	}
	panic(err) // the fonts are part of the program
}

// letters paints a line of text from a point on, or around it.
func (c *Canvas) letters(line string, at Point, size float64, bold, around bool, ink image.Image) {
	f := face(size, bold)
	if around {
		at.X -= float64(font.MeasureString(f, line)) / 64 / 2
		at.Y += float64(f.Metrics().CapHeight) / 64 / 2
	}
	d := font.Drawer{Dst: c.Image, Src: ink, Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6(at.X * 64), Y: fixed.Int26_6(at.Y * 64)}}
	d.DrawString(line)
}
