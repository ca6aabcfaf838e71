package variant

import (
	"maps"
	"slices"
)

// Others returns copies of v in which a rule point has a value next to its own: every other word; a number, or either
// end or both ends of a range, one more and one less (beside a word, the two least numbers); a list with one member
// more or less. A log is judged by them to see whether the value matters to it. Not all of them can be played.
func (v *Variant) Others(point string) (out []*Variant) {
	i := v.Family.point(point)
	p, now := &v.Family.Points[i], v.Settings[i].Value
	values := p.words()
	switch p.Kind {
	case Number:
		less, more := now.Lo-1, now.Lo+1
		if now.Word != "" {
			less, more = p.Min, p.Min+1
		}
		values = append(values, Value{Lo: less, Hi: less}, Value{Lo: more, Hi: more})
	case Range:
		for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}} {
			values = append(values, Value{Lo: now.Lo + d[0], Hi: now.Hi + d[1]})
		}
	case Faces:
		for n := p.Min; n <= p.Max; n++ {
			values = append(values, Value{Faces: toggled(now.Faces, n)})
		}
	case Names:
		for _, code := range slices.Sorted(maps.Keys(v.Colours)) {
			values = append(values, Value{Names: toggled(now.Names, code)})
		}
	}
	for _, value := range values {
		other, err := v.Set(point + "=" + value.String()) // it refuses what is out of the point's bounds
		if err == nil && other.Fingerprint != v.Fingerprint {
			out = append(out, other)
		}
	}
	return out
}

// toggled returns a copy of a sorted set with member added, or removed if it was there.
func toggled[T int | string](set []T, member T) []T {
	at, found := slices.BinarySearch(set, member)
	if found {
		return slices.Delete(slices.Clone(set), at, at+1)
	}
	return slices.Insert(slices.Clone(set), at, member)
}
