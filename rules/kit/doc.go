// Package kit holds the parts that systems share: playing cards and the pile
// they are drawn from, a model's wounds, sums that keep the reason of every
// number, names and dice as players type them, and data files read strictly.
// A part is a plain value that survives JSON inside a system's state. It draws
// only on the shuffle or the roll it is handed, knows no system, and tells nobody
// anything.
package kit
