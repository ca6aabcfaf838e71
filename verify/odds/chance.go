package odds

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// This file has the distributions that the questions of dice.go need. Its tests compare them
// with published tables.

// chiSquare returns the probability that a χ² variable with the given degrees of freedom is at
// least x.
func chiSquare(x float64, freedom int) float64 {
	x /= 2
	q, a := math.Erfc(math.Sqrt(x)), 0.5
	if freedom%2 == 0 {
		q, a = math.Exp(-x), 1
	}
	for ; a < float64(freedom)/2; a++ {
		q += chiSquareStep(x, a)
	}
	return min(q, 1)
}

// chiSquareStep is the share that two more degrees of freedom than 2a add: Q(a+1, x) - Q(a, x).
func chiSquareStep(x, a float64) float64 {
	gamma, _ := math.Lgamma(a + 1)
	return math.Exp(a*math.Log(x) - x - gamma)
}

// chiSquareAt returns the x that a χ² variable reaches with probability p.
func chiSquareAt(p float64, freedom int) float64 {
	return bisect(func(x float64) bool { return chiSquare(x, freedom) > p })
}

// noncentral returns the noncentrality with which a χ² variable exceeds its critical value at
// level p in found of all cases.
func noncentral(p, found float64, freedom int) float64 {
	x := chiSquareAt(p, freedom)
	least := chiSquare(x, freedom)
	return bisect(func(lambda float64) bool { // a Poisson mixture of central χ² variables
		weight, q, power := math.Exp(-lambda/2), least, 0.0
		for j := 0.0; weight > 1e-15 || j < lambda; j++ {
			power += weight * q
			weight *= lambda / 2 / (j + 1)
			q += chiSquareStep(x/2, float64(freedom)/2+j)
		}
		return power < found
	})
}

// bisect returns the number below 1000 from which on below is false.
func bisect(below func(float64) bool) float64 {
	low, high := 0.0, 1000.0
	for range 60 {
		if mid := (low + high) / 2; below(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// normalAt returns the value that a standard normal variable exceeds with probability p.
func normalAt(p float64) float64 { return math.Sqrt2 * math.Erfcinv(2*p) }

// largest is how many trials a test may have that counts all of its own outcome. Then the share
// of p-values below a level is at most that level, but may be well below it. Of more trials, a
// test counts half of its own outcome (the mid-p value), which is right on the average of many n.
const largest = 300

// half is the part of the probability of its own outcome that a test of n trials leaves out.
func half(n int) float64 {
	if n < largest {
		return 0
	}
	return 0.5
}

// binomial returns the two-sided p-value of k successes in n trials: twice that of the smaller
// tail.
func binomial(k, n int, p float64) float64 {
	point := math.Exp(logChoose(n, k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	low, high := point*(1-half(n)), point*(1-half(n))
	for i, term := k, point; i > 0 && term > low*1e-16; i-- {
		term *= float64(i) / float64(n-i+1) * (1 - p) / p
		low += term
	}
	for i, term := k, point; i < n && term > high*1e-16; i++ {
		term *= float64(n-i) / float64(i+1) * p / (1 - p)
		high += term
	}
	return min(1, 2*low, 2*high)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// exactFaces is how many rolls the exact multinomial test takes; the χ² test takes more. There
// are 190,000 ways to share 100 rolls among six faces, whatever their order.
const exactFaces = 100

// outcome is a sum of squares and the probability of it.
type outcome struct {
	squares int
	p       float64
}

var (
	tailsLock sync.Mutex
	tails     [exactFaces + 1][]outcome // by the number of rolls: the probability of at least that sum
)

// faces returns the p-value of the counts of a die's faces: how likely a fair die is to come at
// least as far from equal counts, as the sum of squares measures it.
func faces(counts [6]int) float64 {
	n, squares := 0, 0
	for _, c := range counts {
		n += c
		squares += c * c
	}
	if n > exactFaces {
		return chiSquare(6*float64(squares)/float64(n)-float64(n), 5)
	}
	tailsLock.Lock()
	defer tailsLock.Unlock()
	if tails[n] == nil {
		tails[n] = multinomial(n)
	}
	at, _ := slices.BinarySearchFunc(tails[n], squares, func(o outcome, s int) int { return cmp.Compare(o.squares, s) })
	return tails[n][at].p
}

// multinomial lists the sums of squares that n rolls can have, ascending, each with the
// probability that a fair die gives at least that sum.
func multinomial(n int) []outcome {
	point := map[int]float64{}
	all, _ := math.Lgamma(float64(n + 1))
	// share gives the faces from the given one on at most as many rolls each as the one before;
	// same of them have had exactly that many. log is the logarithm of the probability.
	var share func(face, left, most, same, squares int, log float64)
	share = func(face, left, most, same, squares int, log float64) {
		if face == 6 {
			if left == 0 {
				point[squares] += math.Exp(log)
			}
			return
		}
		for c := min(left, most); c*(6-face) >= left; c-- {
			alike := 1
			if c == most {
				alike = same + 1
			}
			ways, _ := math.Lgamma(float64(c + 1))
			share(face+1, left-c, c, alike, squares+c*c, log-ways-math.Log(float64(alike)))
		}
	}
	orders, _ := math.Lgamma(7)
	share(0, n, n+1, 0, 0, all+orders-float64(n)*math.Log(6))
	list := make([]outcome, 0, len(point))
	for squares, p := range point {
		list = append(list, outcome{squares, p})
	}
	slices.SortFunc(list, func(a, b outcome) int { return a.squares - b.squares })
	for i := len(list) - 2; i >= 0; i-- {
		list[i].p += list[i+1].p
	}
	return list
}

// Moments of a fair die about its mean of 3.5.
const (
	variance = 35.0 / 12
	fourth   = 707.0 / 48
)

// correlation returns the p-value of the sum of (x-3.5)(y-3.5) over n pairs of rolls that follow
// each other. The sum is nearly normal; Edgeworth's first term corrects for its kurtosis.
func correlation(sum float64, n int) float64 {
	z := math.Abs(sum) / (variance * math.Sqrt(float64(n)))
	ratio, m := fourth/(variance*variance), float64(n)
	excess := (m*ratio*ratio+3*m*(m-1)+6*(m-1)*(ratio-1))/(m*m) - 3
	p := math.Erfc(z/math.Sqrt2) + 2*excess/24*(z*z*z-3*z)*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi)
	return max(0, min(p, 1))
}

// longest returns the probability that n rolls of a fair die have a run of at least k sixes.
func longest(k, n int) float64 {
	if k == 0 {
		return 1
	}
	run := make([]float64, k) // the probability that no run is that long yet, by the length of the last
	run[0] = 1
	for range n {
		ended := 0.0
		for i := k - 1; i >= 0; i-- {
			ended += run[i] * 5 / 6
			if i+1 < k {
				run[i+1] = run[i] / 6
			}
		}
		run[0] = ended
	}
	none := 0.0
	for _, p := range run {
		none += p
	}
	return 1 - none
}

// Holm corrects p-values for their number: each is multiplied by how many are not smaller, and
// is at least as large as the ones before it. The order of the list is kept.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	corrected, least := make([]float64, len(p)), 0.0
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-rank)))
		corrected[i] = least
	}
	return corrected
}
