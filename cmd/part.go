package cmd

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"tpnote/verify/report"
)

// partFlag lets a command judge a part of its inputs.
type partFlag struct {
	Part string `help:"Take only part K of N of the inputs." placeholder:"K/N"`
}

// parted are the inputs of a command, of which it may judge a part only.
type parted struct {
	paths []string
	name  string // the part as it is written; "" for the whole
	k, n  int64
	bytes int64 // of all inputs, where there is a part
}

// of finds the sizes of the inputs, if a part is asked for.
func (f *partFlag) of(paths []string) (*parted, error) {
	p := &parted{paths: paths, name: f.Part}
	if f.Part == "" {
		return p, nil
	}
	var ok bool
	if p.k, p.n, ok = cutPart(f.Part); !ok {
		return nil, fmt.Errorf("--part %s: not K/N, such as 3/64", f.Part)
	}
	p.paths = slices.Sorted(slices.Values(paths))
	for log, err := range logs(p.paths) {
		if err == nil && !log.regular {
			return nil, fmt.Errorf("%s: is not a file; --part needs the sizes of its inputs", report.Name(log.name))
		}
		p.bytes += log.size
	}
	return p, nil
}

// cutPart cuts K/N, the name of a part.
func cutPart(name string) (k, n int64, ok bool) {
	left, right, _ := strings.Cut(name, "/")
	k, errK := strconv.ParseInt(left, 10, 32)
	n, errN := strconv.ParseInt(right, 10, 32)
	return k, n, errK == nil && errN == nil && 1 <= k && k <= n
}

// toEnd is the end of a part of a log that reaches to the end of the log.
const toEnd = math.MaxInt64

// end is the byte of all inputs at which part k ends.
func (p *parted) end(k int64) int64 { return p.bytes/p.n*k + p.bytes%p.n*k/p.n }

// logs yields the logs that have something of the part.
func (p *parted) logs() iter.Seq2[entry, error] {
	if p.name == "" {
		return logs(p.paths)
	}
	return func(yield func(entry, error) bool) {
		from, to := p.end(p.k-1), p.end(p.k)
		begin := int64(0)
		for log, err := range logs(p.paths) {
			if p.cut(&log, from-begin, to-begin) && !yield(log, err) {
				return
			}
			begin += log.size
		}
	}
}

// cut reports whether a log has something of the part, which is between two of its bytes. If the part has not all of
// the log, cut says what.
func (p *parted) cut(log *entry, from, to int64) bool {
	if log.size == 0 || packed(log.name) { // it is of one part
		return from <= 0 && (to > 0 || p.k == p.n)
	}
	if from >= log.size || to <= 0 {
		return false
	}
	if from > 0 || to < log.size {
		log.from, log.to = max(from, 0), to
		if to >= log.size {
			log.to = toEnd
		}
	}
	return true
}
