// Package factions is the combat of Worldspanner Factions: the Melee step of
// both teams in order of Wits, and single attacks, melee or ranged, beside it.
//
// Who stands next to whom is called, and nothing is drawn before the other team
// agrees. Each hero may attack once: one challenge card is read for the hit, one
// for the damage, each at the difference of two ratings. Cards that lie face
// down are the engine's sealed picks until an attack turns them up. What a hero
// will do can be sealed beforehand, and changed until its turn has come.
package factions
