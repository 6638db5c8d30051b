// Package rulestest holds what every system of rules must keep.
//
// Conform plays a system at random and checks the umpire's promises at every
// log line. Transcripts plays scripts typed by hand and compares what each seat
// hears with what it heard before. Fuzz lets bytes play. A Table is the fight
// that all three sit at. ProvingGround is a small system that uses every part
// of the engine, so that the engine passes here before a real game meets it.
package rulestest
