package rulestest

import "flag"

// The flags of the tests that import this package. Package-level flag variables
// are the one exception to the house's rule against globals: the flag package
// must know them before the tests run.
var (
	seeds  = flag.Int("seeds", 3, "how many fights Conform plays at random")
	update = flag.Bool("update", false, "write what was heard into the transcripts")
)

// Updating tells whether golden files are to be written instead of compared:
// the flag -update, for tests beside those of this package.
func Updating() bool { return *update }
