// Package regress is variants as software: it judges the same logs by one variant after
// another, and says which logs part them, which rule points are responsible, which rule points
// a set of logs covers, and whether logs raise what their comments want.
package regress
