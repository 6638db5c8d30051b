// Package rules is the umpire's engine: it knows how a fight is umpired and
// nothing of Discord, clocks, files or chance of its own.
//
// A System is a set of rules: a list of Steps. A Step asks Seats for decisions,
// waits, then runs: it rolls, tells facts, and may ask again in its middle.
// While a step waits, a seat may also give Orders. A Fight is one running
// instance: it keeps sealed answers, applies what is due and writes the log.
// A View is what one seat may see. A Narrator turns facts into sentences.
package rules
