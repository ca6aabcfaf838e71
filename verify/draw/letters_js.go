package draw

import (
	"image"
	"image/draw"
	"syscall/js"
)

// lettered has the lines of text that the browser has drawn: how opaque each pixel is.
var lettered = map[letterKey]*image.Alpha{}

type letterKey struct {
	line string
	size float64
	bold bool
}

// letters paints a line of text from a point on, or around it, in the browser's font: ours would make the page large.
func (c *Canvas) letters(line string, at Point, size float64, bold, around bool, ink image.Image) {
	key := letterKey{line, size, bold}
	mask, ok := lettered[key]
	if !ok {
		drawn := js.Global().Call("lettered", line, size, bold)
		mask = image.NewAlpha(image.Rect(0, 0, drawn.Get("wide").Int(), drawn.Get("high").Int()))
		js.CopyBytesToGo(mask.Pix, drawn.Get("alpha"))
		lettered[key] = mask
	}
	corner := image.Pt(int(at.X), int(at.Y)-mask.Rect.Dy()*3/4) // its base line is there
	if around {
		corner = image.Pt(int(at.X)-mask.Rect.Dx()/2, int(at.Y+0.36*size)-mask.Rect.Dy()*3/4)
	}
	draw.DrawMask(c.Image, mask.Rect.Add(corner), ink, image.Point{}, mask, image.Point{}, draw.Over)
}
