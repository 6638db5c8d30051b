package sandbox

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// fromHere tells whether r was made on this machine by a program or by the
// sandbox's own page. A browser can be led here by any page on the web, so
// the Host must be a loopback one (against rebound names) and an Origin, if
// any, must be this very host.
func fromHere(r *http.Request) bool {
	if !loopback(r.Host) {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host && (u.Scheme == "http" || u.Scheme == "https")
}

func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
