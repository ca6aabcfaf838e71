package wheel

// MarkSigns are the marks of a log by what they are worth.
var MarkSigns = markSigns
