package view

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"

	"tpnote/verify/draw"
)

// The animation is small enough to send, and slow enough to follow.
const (
	gifWide = 560
	pause   = 130 // hundredths of a second on each moment
	rest    = 400 // on the last one
	long    = 300 // the most moments that are shown; a longer game is shown turn by turn
)

// GIF writes the game as an animation, a frame for each moment.
func (f *Film) GIF(w io.Writer) error {
	moments := f.frames()
	high := 0.0
	for _, i := range moments {
		_, h := f.scene(i).Caption(f.heading(i), f.Moments[i].Said)
		high = max(high, h)
	}
	scale := float64(gifWide) / draw.Side // pixels to a unit
	size := image.Rect(0, 0, gifWide, int(math.Ceil(high*scale)))
	var out gif.GIF
	var last *image.Paletted
	inks := &inks{palette: f.scene(0).Palette(), known: map[color.RGBA]uint8{}}
	for _, i := range moments {
		s := f.scene(i)
		caption, _ := s.Caption(f.heading(i), f.Moments[i].Said)
		canvas := draw.NewCanvas(size, scale)
		for _, sh := range append(s.Shapes(f.move(i), nil), caption...) {
			canvas.Paint(sh)
		}
		frame := image.NewPaletted(size, inks.palette)
		inks.ink(frame, canvas.Image)
		out.Image = append(out.Image, changed(last, frame))
		out.Delay = append(out.Delay, pause)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		last = frame
	}
	out.Delay[len(out.Delay)-1] = rest
	out.Config = image.Config{ColorModel: out.Image[0].Palette, Width: size.Dx(), Height: size.Dy()}
	return gif.EncodeAll(w, &out)
}

// frames chooses the moments to show.
func (f *Film) frames() []int {
	var all, ends []int
	for i := range f.Moments {
		all = append(all, i)
		if i+1 == len(f.Moments) || f.Moments[i+1].Line != f.Moments[i].Line {
			ends = append(ends, i)
		}
	}
	if len(all) <= long {
		return all
	}
	for len(ends) > long { // every other one, from the end
		var half []int
		for i := (len(ends) - 1) % 2; i < len(ends); i += 2 {
			half = append(half, ends[i])
		}
		ends = half
	}
	return ends
}

// changed cuts a frame down to where it differs from the one before.
func changed(before, frame *image.Paletted) *image.Paletted {
	if before == nil {
		return frame
	}
	var box image.Rectangle
	size := frame.Bounds()
	for y := range size.Dy() {
		for x := range size.Dx() {
			if at := y*frame.Stride + x; frame.Pix[at] != before.Pix[at] {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	return frame.SubImage(box).(*image.Paletted)
}

// inks finds the nearest colour of a palette, each only once.
type inks struct {
	palette color.Palette
	known   map[color.RGBA]uint8
}

func (n *inks) ink(dst *image.Paletted, src *image.RGBA) {
	for i := range dst.Pix {
		p := src.Pix[4*i : 4*i+4 : 4*i+4]
		c := color.RGBA{p[0], p[1], p[2], p[3]}
		at, known := n.known[c]
		if !known {
			at = uint8(n.palette.Index(c))
			n.known[c] = at
		}
		dst.Pix[i] = at
	}
}
