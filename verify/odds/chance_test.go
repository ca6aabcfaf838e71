package odds

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat/distuv"
)

// near compares figures with a table that gives that many decimals.
func near(decimals int) cmp.Option {
	return cmpopts.EquateApprox(0, 0.5000001*math.Pow10(-decimals))
}

// TestChiSquare compares with Abramowitz and Stegun, table 26.8: percentage points of χ².
func TestChiSquare(t *testing.T) {
	for _, x := range []struct {
		freedom, p, point float64
	}{
		{1, 0.05, 3.84146}, {1, 0.01, 6.63490}, {1, 0.001, 10.828},
		{2, 0.05, 5.99147}, {2, 0.01, 9.21034}, {2, 0.001, 13.816},
		{3, 0.05, 7.81473}, {4, 0.05, 9.48773}, {4, 0.001, 18.467},
		{5, 0.95, 1.145476}, {5, 0.5, 4.35146}, {5, 0.05, 11.0705}, {5, 0.01, 15.0863}, {5, 0.001, 20.515},
		{10, 0.05, 18.3070}, {30, 0.05, 43.7729}, {30, 0.001, 59.703},
	} {
		if got := chiSquare(x.point, x.freedom); math.Abs(got-x.p) > 3e-4*x.p {
			t.Errorf("χ² with %v degrees of freedom at %v: p = %.6f, the table has %v", x.freedom, x.point, got, x.p)
		}
	}
}

// TestNoncentral compares with Haynam, Govindarajulu and Leone, "Tables of the cumulative
// non-central chi-square distribution" (1970): the noncentrality for a power of 0.9 at 0.05.
func TestNoncentral(t *testing.T) {
	want := []float64{10.507, 12.654, 14.171, 15.405, 16.469}
	var got []float64
	for freedom := 1.0; freedom <= 5; freedom++ {
		got = append(got, noncentral(0.05, freedom))
	}
	if diff := cmp.Diff(want, got, near(3)); diff != "" {
		t.Error(diff)
	}
}

// TestBinomial compares with the National Bureau of Standards' "Tables of the Binomial
// Probability Distribution" (1950), and with a sum over all outcomes where the mid-p value is
// taken.
func TestBinomial(t *testing.T) {
	for _, x := range []struct {
		k, n    int
		p, tail float64
	}{{8, 10, 0.5, 0.0546875}, {1, 10, 0.5, 0.0107422}, {15, 20, 0.5, 0.0206947}, {5, 10, 0.25, 0.0781269}, {0, 20, 0.1, 0.1215767}} {
		if got := binomial(x.k, x.n, x.p); math.Abs(got-2*x.tail) > 2e-7 {
			t.Errorf("%d of %d at %v: %.7f, twice the table's tail is %.7f", x.k, x.n, x.p, got, 2*x.tail)
		}
	}
	for _, k := range []int{0, 120, 150, 200, 240, 1000} {
		below, at, above := 0.0, 0.0, 0.0
		for i := range 1001 {
			switch p := (distuv.Binomial{N: 1000, P: 1.0 / 6}).Prob(float64(i)); {
			case i < k:
				below += p
			case i == k:
				at = p
			default:
				above += p
			}
		}
		want := min(1, 2*(min(below, above)+at/2))
		if diff := cmp.Diff(want, binomial(k, 1000, 1.0/6), cmpopts.EquateApprox(1e-9, 0)); diff != "" {
			t.Errorf("%d of 1000: %s", k, diff)
		}
	}
}

// TestFaces counts all outcomes of some numbers of rolls: the p-value is below a level no more often than it should be.
func TestFaces(t *testing.T) {
	for n := fewestRolls; n <= 60; n++ {
		var below [3]float64 // for each level, the share of outcomes whose p-value is below
		// share gives each of the faces that are left at most as many rolls as the one before; same of
		// those before have had exactly that many.
		var share func(counts []int, left, same int, weight float64)
		share = func(counts []int, left, same int, weight float64) {
			if len(counts) == 6 {
				p := faces([6]int(counts))
				for i, level := range []float64{0.05, 0.01, 0.001} {
					if p < level {
						below[i] += weight / level
					}
				}
				return
			}
			most := n + 1
			if len(counts) > 0 {
				most = counts[len(counts)-1]
			}
			for c := min(left, most); c*(6-len(counts)) >= left; c-- {
				alike := 1
				if c == most {
					alike += same
				}
				share(append(counts, c), left-c, alike, weight/math.Gamma(float64(c+1))/float64(alike))
			}
		}
		share(nil, n, 0, math.Gamma(7)*math.Gamma(float64(n+1))/math.Pow(6, float64(n)))
		if slices.Max(below[:]) > 1 {
			t.Errorf("%d rolls: %.2f times 0.05, 0.01, 0.001", n, below)
		}
	}
}

// TestCorrelation compares with all sequences of seven rolls, near the levels that count.
func TestCorrelation(t *testing.T) {
	const pairs = 6
	sums := map[int]int{}
	var walk func(last, left, sum int)
	walk = func(last, left, sum int) {
		if left == 0 {
			sums[sum]++
			return
		}
		for face := 1; face <= 6; face++ {
			walk(face, left-1, sum+(2*last-7)*(2*face-7))
		}
	}
	total := 0
	for face := 1; face <= 6; face++ {
		walk(face, pairs, 0)
	}
	for _, ways := range sums {
		total += ways
	}
	for _, sum := range []int{60, 80, 100} {
		atLeast := 0
		for s, ways := range sums {
			if s >= sum || s <= -sum {
				atLeast += ways
			}
		}
		got, want := correlation(float64(sum)/4, pairs), float64(atLeast)/float64(total)
		if math.Abs(got-want) > 0.015 {
			t.Errorf("a sum of %d over %d pairs: p = %.4f, of all sequences %.4f", sum, pairs, got, want)
		}
	}
}

// TestLongest compares with all sequences of six rolls.
func TestLongest(t *testing.T) {
	var counted [7]float64
	for i := range 46656 {
		most, run := 0, 0
		for rest, k := i, 0; k < 6; k++ {
			if run++; rest%6 != 5 {
				run = 0
			}
			most = max(most, run)
			rest /= 6
		}
		for k := range most + 1 {
			counted[k] += 1.0 / 46656
		}
	}
	for k, want := range counted {
		if got := longest(k, 6); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d sixes in a row in 6 rolls: %v, want %v", k, got, want)
		}
	}
}

// TestHolm compares with a correction made by hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, and 0.04 raised to that.
func TestHolm(t *testing.T) {
	all := []*Question{{P: 0.01, freedom: 1}, {P: 0.04, freedom: 1}, {P: 0.03, freedom: 1}, {P: 0.005, freedom: 1}}
	Correct(all)
	var got []float64
	for _, q := range all {
		got = append(got, q.Corrected)
	}
	if diff := cmp.Diff([]float64{0.03, 0.06, 0.06, 0.02}, got, near(9)); diff != "" {
		t.Error(diff)
	}
}
