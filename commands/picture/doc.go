// Package picture draws a rules.Scene as a PNG: a battlefield as seen from
// above, with a grid of six inches, terrain, markers, models and what happened
// last. It draws the standings of a campaign too, as bars.
//
// Sides differ by shape as well as by colour, and the colours are told apart by
// eyes that see few. Words are the Scene's own: Alt gives them, and whoever posts
// a picture posts them too. A Drawer holds as many fonts as may draw at once.
package picture
