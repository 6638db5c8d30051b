package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"umpire/commands"
)

const (
	fetchLimit  = 8 * time.Second // for all files of one command
	mostFetched = 16              // commands whose files are fetched at once: each holds one of the workers
	unnamed     = "file"
)

// What a user reads of a file that was not read.
const (
	tooBigLine     = "This file is too big: at most 1 MiB can be read."
	notFetchedLine = "This file could not be fetched from Discord. Please attach it once more."
	crowdedLine    = "Too many files are being fetched just now. Please try again in a minute."
)

var errTooBig = errors.New("it is bigger than may be attached")

// cdn fetches what people attach. An address comes with the interaction, and is
// followed only to where Discord keeps files: whoever could name another would
// have this machine knock there. The bot's token is never sent along.
type cdn struct {
	client *http.Client
	base   *url.URL // of another Discord-like server, which keeps its own files; may be nil
	log    *slog.Logger
	limit  time.Duration
	slots  chan struct{}
}

func newCDN(n *network, log *slog.Logger) *cdn {
	return &cdn{
		// The bare transport: what goes through the network itself is led to the API.
		client: &http.Client{Transport: n.http, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		base: n.base, log: log, limit: fetchLimit, slots: make(chan struct{}, mostFetched),
	}
}

// bring gives the files that were attached, by option; nil when there is none.
func (c *cdn) bring(ctx context.Context, in *interaction) map[string]commands.Attachment {
	given := in.attached()
	if len(given) == 0 {
		return nil
	}
	free := false
	select {
	case c.slots <- struct{}{}:
		free = true
		defer func() { <-c.slots }()
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	files := make(map[string]commands.Attachment, len(given))
	for option, file := range given {
		got := commands.Attachment{Name: label(file.Filename), Size: size(file.Size)}
		switch {
		case got.Size > commands.MostAttached:
			got.Fault = tooBigLine
		case !free:
			got.Fault = crowdedLine
		default:
			c.fill(ctx, &got, file.URL)
		}
		files[option] = got
	}
	return files
}

// fill fetches the body of one file. How big it is said to be is not believed.
func (c *cdn) fill(ctx context.Context, file *commands.Attachment, address string) {
	body, err := c.fetch(ctx, address)
	switch {
	case errors.Is(err, errTooBig):
		file.Fault = tooBigLine
	case err != nil:
		file.Fault = notFetchedLine
		c.log.Warn("an attached file could not be fetched", "err", err)
	default:
		file.Body, file.Size = body, len(body)
	}
}

// fetch gets at most MostAttached bytes. Its errors do not hold the address,
// which anybody may fetch who has it.
func (c *cdn) fetch(ctx context.Context, address string) ([]byte, error) {
	at, err := url.Parse(address)
	if err != nil || !c.keeps(at) {
		return nil, errors.New("its address is none of Discord's")
	}
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("its address cannot be asked for")
	}
	answer, err := c.client.Do(ask)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	if err != nil {
		return nil, fmt.Errorf("ask for the file: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask for the file: HTTP %d", answer.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, commands.MostAttached+1))
	if len(body) > commands.MostAttached {
		return nil, errTooBig
	}
	if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	return body, nil
}

// keeps tells whether an address is one where Discord keeps files (Discord docs,
// CDN), or of the server that stands in for Discord.
func (c *cdn) keeps(at *url.URL) bool {
	if at.User != nil {
		return false
	}
	if c.base != nil && at.Scheme == c.base.Scheme && at.Host == c.base.Host {
		return true
	}
	return at.Scheme == "https" && (at.Host == "cdn.discordapp.com" || at.Host == "media.discordapp.net")
}

// size reads a number of bytes; what is none is 0.
func size(w word) int {
	n, err := strconv.Atoi(string(w))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// label makes of a file's name something that can only be read: no folders, no
// characters without a shape, no more than a file sent may be called.
func label(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	shown := []rune(strings.TrimSpace(name))
	if len(shown) > mostFileName {
		shown = shown[:mostFileName]
	}
	if strings.Trim(string(shown), ".") == "" {
		return unnamed
	}
	return string(shown)
}
