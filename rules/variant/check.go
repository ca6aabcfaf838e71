package variant

// Check holds a resolved variant that an engine accepts against the laws of its family:
// what no schema can state, and nobody wants. The error is Errors.
func Check(v *Variant) error {
	w := walker{path: v.Origin.File, errs: v.Family.Laws(v)}
	return w.faults()
}

// Fault makes one error of a law, for the place that breaks it.
func Fault(o Origin, format string, args ...any) Error { return newError(o, format, args...) }
