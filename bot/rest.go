package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// buckets is how many rate-limit buckets all interactions share. The library
// would make one for each and never forget it, and one for all edits together.
const buckets = 256

// rest sends requests to Discord's REST interface through one Session that is
// never opened. Its errors are *failure.
type rest struct {
	session      *discordgo.Session
	writer       *writer
	callbacks    chan *discordgo.Bucket
	unauthorized func(error) // told when Discord no longer knows the token
}

func newRest(token string, n *network, w *writer) *rest {
	session, _ := discordgo.New("Bot " + token) // never gives an error
	quiet(session)
	session.Client = n.client()
	session.MaxRestRetries = 0
	session.ShouldRetryOnRateLimit = false
	r := &rest{session: session, writer: w, callbacks: make(chan *discordgo.Bucket, buckets), unauthorized: func(error) {}}
	for i := range buckets {
		r.callbacks <- session.Ratelimiter.GetBucket("callback " + strconv.Itoa(i))
	}
	return r
}

// request is one call to REST. Those with the same limit go one after another, as
// fast as Discord lets that limit go.
type request struct {
	doing  string // for errors: no ids, no tokens
	method string
	path   string // such as "channels/1/messages"
	limit  string
	body   any // nil: none
}

// call sends a request and decodes the answer into into, unless that is nil.
func (r *rest) call(ctx context.Context, q request, into any) error {
	kind, raw, err := r.writer.write(ctx, q.body)
	if err != nil {
		return &failure{doing: q.doing, fate: refused, cause: err}
	}
	answer, err := r.session.RequestRaw(q.method, discordgo.EndpointAPI+q.path, kind, raw, q.limit, 0,
		discordgo.WithContext(ctx))
	return r.decode(q.doing, answer, err, into)
}

// callback gives the first response to an interaction.
func (r *rest) callback(ctx context.Context, in *interaction, response response, into any) error {
	const doing = "respond to an interaction"
	kind, raw, err := r.writer.write(ctx, response)
	if err != nil {
		return &failure{doing: doing, fate: refused, cause: err}
	}
	address := discordgo.EndpointInteractionResponse(url.PathEscape(string(in.ID)), url.PathEscape(in.Token))
	if into != nil {
		address += "?with_response=true"
	}
	bucket := <-r.callbacks
	defer func() { r.callbacks <- bucket }()
	bucket.Remaining = 1 // each interaction is its own limit
	answer, err := r.session.RequestWithLockedBucket(http.MethodPost, address, kind, raw,
		r.session.Ratelimiter.LockBucketObject(bucket), 0, discordgo.WithContext(ctx))
	return r.decode(doing, answer, err, into)
}

// original sends a request about the first response to an interaction, again when
// Discord stumbles: it changes nothing the second time.
func (r *rest) original(ctx context.Context, method string, in *interaction, body any) error {
	return insist(ctx, notRefused, func() error {
		return r.webhook(ctx, method, in, "/messages/@original", body)
	})
}

// further sends one more message in answer to an interaction, again only when it
// was certainly not sent.
func (r *rest) further(ctx context.Context, in *interaction, m message) error {
	return insist(ctx, notDone, func() error { return r.webhook(ctx, http.MethodPost, in, "", m) })
}

func (r *rest) webhook(ctx context.Context, method string, in *interaction, path string, body any) error {
	return r.call(ctx, request{
		doing:  "complete the response to an interaction",
		method: method,
		path:   "webhooks/" + url.PathEscape(string(in.ApplicationID)) + "/" + url.PathEscape(in.Token) + path,
		limit:  "webhook " + spread(in.Token, buckets),
		body:   body,
	}, nil)
}

func (r *rest) decode(doing string, answer []byte, err error, into any) error {
	if err != nil {
		f := explain(doing, err)
		if f.status == http.StatusUnauthorized && f.code != codeInvalidWebhook {
			r.unauthorized(f)
		}
		return f
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return &failure{doing: doing, fate: unsure, cause: fmt.Errorf("read the answer: %w", err)}
	}
	return nil
}

// spread gives one of n names, always the same for the same key.
func spread(key string, n uint32) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // never gives an error
	return strconv.FormatUint(uint64(h.Sum32()%n), 10)
}
