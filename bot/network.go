package bot

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	idlePerHost    = 256 // without it most concurrent calls dial anew
	requestLimit   = 20 * time.Second
	requestsPerSec = 45 // Discord's own limit is 50
)

// network carries every HTTP request: to the Discord that was asked for, and not
// faster than Discord allows.
type network struct {
	http *http.Transport
	base *url.URL // nil: leave addresses alone
	pace *pace
}

// newNetwork makes a network to a Discord-like server at api, or to Discord.
func newNetwork(api string) (*network, error) {
	n := &network{pace: newPace(requestsPerSec)}
	n.http = http.DefaultTransport.(*http.Transport).Clone()
	n.http.MaxIdleConns = 2 * idlePerHost
	n.http.MaxIdleConnsPerHost = idlePerHost
	if api == "" {
		return n, nil
	}
	base, err := url.Parse(strings.TrimSuffix(api, "/"))
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return n, fmt.Errorf("read the API address %q: want one such as http://127.0.0.1:8750/api", api)
	}
	n.base = base
	return n, nil
}

func (n *network) client() *http.Client {
	return &http.Client{Transport: n, Timeout: requestLimit}
}

// RoundTrip sends one request that the Discord library has made out to
// discord.com.
func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	if !unpaced(r.URL.Path) {
		if err := n.pace.wait(r.Context()); err != nil {
			return nil, err
		}
	}
	if n.base != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = n.base.Scheme, n.base.Host, n.base.Host
		r.URL.Path = n.base.Path + strings.TrimPrefix(r.URL.Path, "/api")
	}
	answer, err := n.http.RoundTrip(r)
	if err == nil && answer.StatusCode == http.StatusTooManyRequests && answer.Header.Get("X-RateLimit-Global") != "" {
		// The library would let the other buckets go on.
		if seconds, err := strconv.ParseFloat(answer.Header.Get("Retry-After"), 64); err == nil {
			n.pace.hold(time.Duration(seconds * float64(time.Second)))
		}
	}
	return answer, err
}

// unpaced tells which requests Discord leaves out of its limit for a bot: those
// of interactions, which may not wait.
func unpaced(path string) bool {
	return strings.Contains(path, "/interactions/") || strings.Contains(path, "/webhooks/")
}

func (n *network) close() { n.http.CloseIdleConnections() }

// name tells this Discord from others.
func (n *network) name() string {
	if n.base == nil {
		return "discord"
	}
	return n.base.String()
}
