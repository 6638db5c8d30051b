package sandbox

import (
	"embed"
	"io/fs"
)

//go:embed page
var pageFiles embed.FS

// Page holds the web page's files, index.html at its root, for Options.Page.
func Page() fs.FS {
	page, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic("sandbox: the embedded page has gone: " + err.Error()) // only a build could do this
	}
	return page
}
