// Package campaign keeps books between fights: rosters and the ledger of all that
// changes them, campaigns with their battles, pairings and standings, and files
// that rosters come from and go to.
// A roster is what its ledger folds to: entries are never altered, and taking one
// back is another entry, after which the roster is as if the first had never been.
// So entries say by how much something changes, not what it is afterwards.
// It knows no system: what a sheet means is asked of rules.System, and a change of
// a sheet is a difference of JSON. Nothing here has a clock, a network or chance.
package campaign
