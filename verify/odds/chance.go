package odds

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// This file has the p-values of the questions of dice.go. Its tests compare them with published tables.

// chiSquare returns the probability that a χ² variable with the given degrees of freedom is at least x.
func chiSquare(x, freedom float64) float64 { return distuv.ChiSquared{K: freedom}.Survival(x) }

// noncentral returns the noncentrality with which a χ² variable exceeds its critical value at a level in
// 90 of 100 cases. Such a variable is a Poisson mixture of central ones.
func noncentral(level, freedom float64) float64 {
	const steps = 1e4
	critical := distuv.ChiSquared{K: freedom}.Quantile(1 - level)
	return float64(sort.Search(1000*steps, func(i int) bool {
		lambda, power := float64(i+1)/steps, 0.0
		for j := 0.0; j < lambda+40; j++ {
			power += distuv.Poisson{Lambda: lambda / 2}.Prob(j) * chiSquare(critical, freedom+2*j)
		}
		return power >= 0.9
	})) / steps
}

// binomial returns the two-sided p-value of k successes in n trials: twice that of the smaller tail. Of fewer than
// 300 trials a tail counts all of the outcome itself. Then the share of p-values below a level is at most that level,
// but may be well below it. Of more, it counts half (the mid-p value), which is right on the average of many n.
func binomial(k, n int, p float64) float64 {
	low, high := distuv.Binomial{N: float64(n), P: p}, distuv.Binomial{N: float64(n), P: 1 - p}
	less := 0.0
	if n >= 300 {
		less = low.Prob(float64(k)) / 2
	}
	return min(1, 2*(low.CDF(float64(k))-less), 2*(high.CDF(float64(n-k))-less))
}

// faces returns the p-value of the counts of a die's faces. Their sum of squares has steps of 2, so the
// outcome is taken one step nearer to what is expected. Then p is never too small: a test counts all outcomes.
func faces(counts [6]int) float64 {
	n, squares := 0.0, 0.0
	for _, c := range counts {
		n += float64(c)
		squares += float64(c * c)
	}
	return chiSquare(6*(squares-2)/n-n, 5)
}

// Moments of a fair die about its mean of 3.5.
const (
	variance = 35.0 / 12
	fourth   = 707.0 / 48
)

// correlation returns the p-value of the sum of (x-3.5)(y-3.5) over n pairs of rolls that follow
// each other. The sum is nearly normal; Edgeworth's first term corrects for its kurtosis.
func correlation(sum float64, n int) float64 {
	m, ratio := float64(n), fourth/(variance*variance)
	z := math.Abs(sum) / (variance * math.Sqrt(m))
	excess := (ratio*ratio - 3 + 6*(ratio-1)*(1-1/m)) / m
	return max(0, min(math.Erfc(z/math.Sqrt2)+excess/12*(z*z*z-3*z)*distuv.UnitNormal.Prob(z), 1))
}

// longest returns the probability that n rolls of a fair die have a run of at least k sixes: the first
// such run ends with the last of them, or has ended before.
func longest(k, n int) float64 {
	none, before := 1.0, make([]float64, k+1) // how likely the first i rolls have no such run, and the first i-k-1 to i-1
	run := math.Pow(6, -float64(k))
	for i := range n + 1 {
		switch {
		case i == k:
			none -= run
		case i > k:
			none -= run * 5 / 6 * before[i%(k+1)]
		}
		before[i%(k+1)] = none
	}
	return 1 - none
}
