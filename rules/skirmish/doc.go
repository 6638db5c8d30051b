// Package skirmish is the Deathzap skirmish: two armies of single models on a
// table, six phases a round, player A always before player B.
//
// A phase belongs to one player, who orders moves, runs and attacks until it is
// done. The umpire measures on a map, or the players call what they see on their
// own table. An attack is one function that reads like the text: hit roll, attack
// dice against defence dice, lives. What makes a model special is data on hooks
// (special.go); a decision that follows from an order is the next thing asked.
package skirmish
