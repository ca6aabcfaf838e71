package odds

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// near compares figures with a table that gives that many decimals.
func near(decimals int) cmp.Option {
	return cmpopts.EquateApprox(0, 0.5000001*math.Pow10(-decimals))
}

// TestChiSquare compares with Abramowitz and Stegun, table 26.8: percentage points of χ².
func TestChiSquare(t *testing.T) {
	for _, x := range []struct {
		freedom  int
		p, point float64
	}{
		{1, 0.05, 3.84146}, {1, 0.01, 6.63490}, {1, 0.001, 10.828},
		{2, 0.05, 5.99147}, {2, 0.01, 9.21034}, {2, 0.001, 13.816},
		{3, 0.05, 7.81473}, {4, 0.05, 9.48773}, {4, 0.001, 18.467},
		{5, 0.95, 1.145476}, {5, 0.5, 4.35146}, {5, 0.05, 11.0705}, {5, 0.01, 15.0863}, {5, 0.001, 20.515},
		{10, 0.05, 18.3070}, {30, 0.05, 43.7729}, {30, 0.001, 59.703},
	} {
		if got := chiSquareAt(x.p, x.freedom); math.Abs(got-x.point) > 5.1e-4 {
			t.Errorf("χ² with %d degrees of freedom at %v: %.4f, the table has %v", x.freedom, x.p, got, x.point)
		}
	}
}

// TestNormal compares with Abramowitz and Stegun, table 26.5.
func TestNormal(t *testing.T) {
	want := []float64{1.28155, 1.64485, 1.95996, 2.57583, 3.29053}
	got := []float64{normalAt(0.1), normalAt(0.05), normalAt(0.025), normalAt(0.005), normalAt(0.0005)}
	if diff := cmp.Diff(want, got, near(5)); diff != "" {
		t.Error(diff)
	}
}

// TestNoncentral compares with Haynam, Govindarajulu and Leone, "Tables of the cumulative
// non-central chi-square distribution" (1970): the noncentrality for a power of 0.9 at 0.05.
func TestNoncentral(t *testing.T) {
	want := []float64{10.507, 12.654, 14.171, 15.405, 16.469}
	var got []float64
	for freedom := 1; freedom <= 5; freedom++ {
		got = append(got, noncentral(0.05, 0.9, freedom))
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
			switch p := math.Exp(logChoose(1000, i) - float64(i)*math.Log(6) + float64(1000-i)*math.Log(5.0/6)); {
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

// TestFaces counts all sequences of a few rolls, and compares the exact test with χ² where it
// ends.
func TestFaces(t *testing.T) {
	for n := 1; n <= 6; n++ {
		all := 1
		for range n {
			all *= 6
		}
		as := map[[6]int]int{} // how many sequences have these counts
		for i := range all {
			var counts [6]int
			for rest, k := i, 0; k < n; k++ {
				counts[rest%6]++
				rest /= 6
			}
			as[counts]++
		}
		squares := func(counts [6]int) (sum int) {
			for _, c := range counts {
				sum += c * c
			}
			return sum
		}
		for counts := range as {
			atLeast := 0
			for other, ways := range as {
				if squares(other) >= squares(counts) {
					atLeast += ways
				}
			}
			if got, want := faces(counts), float64(atLeast)/float64(all); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: %v, want %v", counts, got, want)
			}
		}
	}
	exact := faces([6]int{10, 22, 17, 17, 17, 17})
	if x := chiSquare(6*float64(100+484+4*289)/100-100, 5); math.Abs(exact-x) > 0.01 {
		t.Errorf("100 rolls: exactly %v, by χ² %v", exact, x)
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
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	if diff := cmp.Diff([]float64{0.03, 0.06, 0.06, 0.02}, got, near(9)); diff != "" {
		t.Error(diff)
	}
}
