package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// ratePerSecond is how many requests a bucket, and the bot as a whole, may
// make in one second of the wall clock. Discord's sizes differ by route and
// are not documented; only the global one is.
const ratePerSecond = 50

// window counts the requests of one bucket in the current second.
type window struct {
	until time.Time
	used  int
}

// spend takes one request from a bucket; false when it is empty.
func (w *world) spend(bucket string, now time.Time) (*window, bool) {
	win := w.rates[bucket]
	if win == nil || now.After(win.until) {
		win = &window{until: now.Add(time.Second)}
		w.rates[bucket] = win
	}
	win.used++
	return win, win.used <= ratePerSecond
}

// rateLimit refuses a call beyond its bucket or, except for interactions,
// beyond the bot's own limit.
func (w *world) rateLimit(c *call, open bool) error {
	now := time.Now()
	if !open {
		if win, ok := w.spend("global", now); !ok {
			return limited(win, now, true)
		}
	}
	if win, ok := w.spend(c.bucket(), now); !ok {
		return limited(win, now, false)
	}
	if len(w.rates) > 10_000 {
		w.rates = map[string]*window{}
	}
	return nil
}

func limited(win *window, now time.Time, global bool) *refusal {
	wait := max(win.until.Sub(now), time.Millisecond)
	return limitedBy(wait, refuse(http.StatusTooManyRequests, 0, "You are being rate limited."), global)
}

// limitedBy gives a refusal the headers and the body of a rate limit.
func limitedBy(wait time.Duration, no *refusal, global bool) *refusal {
	no.headers = map[string]string{"Retry-After": strconv.Itoa(int(wait.Seconds()) + 1), "X-RateLimit-Scope": "user"}
	if global {
		no.headers["X-RateLimit-Scope"] = "global"
		no.headers["X-RateLimit-Global"] = "true"
	}
	no.body = object{"message": no.message, "code": no.code, "retry_after": wait.Seconds(), "global": global}
	return no
}

// dropBucket takes the state of a bucket off an answer: a limit on the whole bot
// is told without.
func dropBucket(h http.Header) {
	for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
		h.Del("X-RateLimit-" + name)
	}
}

// bucket names what the call is counted with: its route and the top resource.
func (c *call) bucket() string {
	key := c.route
	for _, name := range []string{"channel", "guild", "token"} {
		key += "|" + c.arg(name)
	}
	return key
}

// rateHeaders tells the state of the call's bucket.
func (w *world) rateHeaders(h http.Header, c *call) {
	win := w.rates[c.bucket()]
	if win == nil {
		return
	}
	sum := sha256.Sum256([]byte(c.route))
	after := max(time.Until(win.until), 0).Seconds()
	h.Set("X-RateLimit-Limit", strconv.Itoa(ratePerSecond))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(ratePerSecond-win.used, 0)))
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(win.until.UnixMilli())/1000, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(after, 'f', 3, 64))
	h.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:8]))
}
