package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The codes of Discord's errors that are told apart here (Discord docs, JSON
// error codes).
const (
	codeUnknownChannel     = 10003
	codeUnknownMember      = 10007
	codeUnknownMessage     = 10008
	codeUnknownUser        = 10013
	codeUnknownInteraction = 10062
	codeOpeningTooFast     = 40003
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeClosedDMs          = 50007
	codeMissingPermissions = 50013
	codeInvalidWebhook     = 50027
	codeArchivedThread     = 50083
	codeNoSharedServer     = 50278
	codeOverloaded         = 130000
	codeHasThread          = 160004
)

// fate is what became of a request that did not succeed.
type fate int

const (
	refused fate = iota // not done, and the same again would be refused too
	undone              // not done; may be tried again
	unsure              // perhaps done all the same
)

// failure is a request that did not succeed. It holds no address: interaction
// tokens are part of those.
type failure struct {
	doing        string
	fate         fate
	status, code int           // 0: no answer, or none with a code
	said         string        // Discord's own words
	after        time.Duration // not to be tried again before
	cause        error
}

func (f *failure) Error() string {
	switch {
	case f.cause != nil:
		return f.doing + ": " + f.cause.Error()
	case f.code != 0:
		return fmt.Sprintf("%s: Discord answers %d: %s", f.doing, f.code, f.said)
	}
	return fmt.Sprintf("%s: Discord answers HTTP %d %s", f.doing, f.status, http.StatusText(f.status))
}

func (f *failure) Unwrap() error { return f.cause }

// failed gives the failure that err is, or one that says nothing is known.
func failed(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	return &failure{doing: "send", fate: unsure, cause: err}
}

// explain turns an error of the library's into a failure.
func explain(doing string, err error) *failure {
	f := &failure{doing: doing, fate: unsure}
	var answer *discordgo.RESTError
	var limit *discordgo.RateLimitError
	var request *url.Error
	var dial *net.OpError
	switch {
	case errors.As(err, &limit):
		f.fate, f.status = undone, http.StatusTooManyRequests
		if limit.RateLimit != nil && limit.TooManyRequests != nil {
			f.after = limit.RetryAfter
		}
	case errors.As(err, &answer):
		f.status = answer.Response.StatusCode
		f.code, f.said = words(answer.ResponseBody)
		f.fate = judge(f.status, f.code, f.said)
	case errors.As(err, &request):
		f.cause = request.Err // without the address
		if errors.As(err, &dial) && dial.Op == "dial" {
			f.fate = undone
		}
	case strings.HasPrefix(err.Error(), "Exceeded Max retries HTTP 502"): // all that the library says of it
		f.status = http.StatusBadGateway
	default:
		f.cause = err
	}
	return f
}

// judge gives the fate of a request by Discord's answer to it. An answer without
// words is not Discord's but that of something in front of it.
func judge(status, code int, said string) fate {
	switch {
	case status >= http.StatusInternalServerError:
		return unsure
	case code == codeOpeningTooFast, code == codeOverloaded, status == http.StatusUnauthorized, said == "":
		return undone
	}
	return refused
}

// words reads Discord's error: its code, and its message with the places of a
// form that are wrong.
func words(body []byte) (code int, said string) {
	var e struct {
		Code    int
		Message string
		Errors  map[string]any
	}
	if json.Unmarshal(body, &e) != nil {
		return 0, ""
	}
	return e.Code, strings.Join(append([]string{e.Message}, places(e.Errors, "")...), "; ")
}

// places lists a tree of form errors as "data.content BASE_TYPE_BAD_LENGTH". The
// messages are left out: they may quote what was sent.
func places(tree map[string]any, at string) []string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		switch v := tree[key].(type) {
		case map[string]any:
			list = append(list, places(v, strings.TrimPrefix(at+"."+key, "."))...)
		case []any:
			for _, leaf := range v {
				if e, ok := leaf.(map[string]any); ok {
					list = append(list, fmt.Sprintf("%s %v", at, e["code"]))
				}
			}
		}
	}
	return list
}
