package view

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"

	"tpnote/verify/draw"
)

// The animation is small enough to send, and slow enough to follow.
const (
	gifWide = 560
	pause   = 130 // hundredths of a second on each moment
	rest    = 400 // on the last one
	long    = 300 // the most moments that are shown; a longer game is shown turn by turn
)

// GIF writes the game as an animation, a frame for each moment; of a long game, for some of
// its turns. Side lines are not shown. With names it names the spaces. It returns how many moments it
// leaves out because the game is long. Two frames are in memory at a time.
func (f *Film) GIF(w io.Writer, names bool) (left int, err error) {
	moments, left := f.frames()
	high := 0.0
	for _, i := range moments {
		_, h := f.Scene(i).Caption(f.Heading(i), f.said(i))
		high = max(high, h)
	}
	scale := float64(gifWide) / draw.Side // pixels to a unit
	size := image.Rect(0, 0, gifWide, int(math.Ceil(high*scale)))
	palette, known := f.Scene(0).Palette(), map[color.RGBA]uint8{}
	empty, canvas := draw.NewCanvas(size, scale), draw.NewCanvas(size, scale)
	empty.Paint(f.Scene(0).Board.Shapes(names)...)
	screen := image.Config{ColorModel: palette, Width: size.Dx(), Height: size.Dy()}
	last, frame := image.NewPaletted(size, palette), image.NewPaletted(size, palette)
	for n, i := range moments {
		f.Progress(n, len(moments))
		s := f.Scene(i)
		caption, _ := s.Caption(f.Heading(i), f.said(i))
		copy(canvas.Image.Pix, empty.Image.Pix)
		canvas.Paint(append(s.Over(f.Move(i), nil, names), caption...)...)
		ink(frame, canvas.Image, known)
		shown, delay := frame, pause
		if n > 0 {
			shown = changed(last, frame)
		}
		if n+1 == len(moments) {
			delay = rest
		}
		if err := writeFrame(w, n == 0, shown, delay, screen); err != nil {
			return 0, err
		}
		last, frame = frame, last
	}
	_, err = w.Write([]byte{0x3b}) // the trailer
	return left, err
}

// The parts of a GIF that count here.
const (
	gifSizes   = 6 + 7 // the signature and the measures of the screen
	gifTrailer = 1     // the byte at the end
)

// gifForever is the block that repeats an animation for ever.
const gifForever = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

// writeFrame writes a frame of an animation. Package gif writes whole files only: each frame is made a file of
// its own, without the end, and only the first has its head.
func writeFrame(w io.Writer, first bool, frame *image.Paletted, delay int, screen image.Config) error {
	var file bytes.Buffer
	one := gif.GIF{Image: []*image.Paletted{frame}, Delay: []int{delay}, Disposal: []byte{gif.DisposalNone}, Config: screen}
	if err := gif.EncodeAll(&file, &one); err != nil {
		return err
	}
	all := file.Bytes()
	head := gifSizes + 3<<(1+all[10]&7) // with the palette
	out := all[head : len(all)-gifTrailer]
	if first {
		out = slices.Concat(all[:head], []byte(gifForever), out)
	}
	_, err := w.Write(out)
	return err
}

// frames chooses the moments to show, of those of the game itself, and counts those that are left out.
func (f *Film) frames() (shown []int, left int) {
	var all, ends []int
	for i := 0; i < len(f.Moments); i = f.Next(i) {
		all = append(all, i)
		if i+1 == len(f.Moments) || f.Moments[i+1].Line != f.Moments[i].Line {
			ends = append(ends, i)
		}
	}
	if len(all) <= long {
		return all, 0
	}
	last, step := len(ends)-1, 1
	for last/step >= long {
		step *= 2
	}
	for i := last % step; i <= last; i += step { // the last one is shown
		shown = append(shown, ends[i])
	}
	return shown, len(all) - len(shown)
}

// changed cuts a frame down to where it differs from the one before.
func changed(before, frame *image.Paletted) *image.Paletted {
	var box image.Rectangle
	for i, colour := range frame.Pix {
		if colour != before.Pix[i] {
			x, y := i%frame.Stride, i/frame.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	return frame.SubImage(box).(*image.Paletted)
}

// ink gives the pixels of dst the nearest colours of its palette. It keeps in known what it finds.
func ink(dst *image.Paletted, src *image.RGBA, known map[color.RGBA]uint8) {
	var c color.RGBA
	at, found := uint8(dst.Palette.Index(c)), false
	for i := range dst.Pix {
		p := src.Pix[4*i : 4*i+4 : 4*i+4]
		if next := (color.RGBA{p[0], p[1], p[2], p[3]}); next != c { // most pixels have the colour of their neighbour
			c = next
			if at, found = known[c]; !found {
				at = uint8(dst.Palette.Index(c))
				known[c] = at
			}
		}
		dst.Pix[i] = at
	}
}
