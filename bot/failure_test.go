package bot

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"umpire/commands"
)

func answered(status int, body string) error {
	return &discordgo.RESTError{Response: &http.Response{StatusCode: status}, ResponseBody: []byte(body)}
}

func TestAFailureKnowsWhetherTheRequestMayHaveBeenTaken(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want fate
	}{
		"a form refused":        {answered(400, `{"code":50035,"message":"Invalid Form Body"}`), refused},
		"closed DMs":            {answered(403, `{"code":50007,"message":"Cannot send messages to this user"}`), refused},
		"a proxy's page":        {answered(403, `<html>`), undone},
		"a bad token":           {answered(401, `{"code":0,"message":"401: Unauthorized"}`), undone},
		"too many openings":     {answered(400, `{"code":40003,"message":"You are opening direct messages too fast"}`), undone},
		"a server error":        {answered(503, `{"code":0,"message":"no"}`), unsure},
		"nobody at the address": {&url.Error{Op: "Post", Err: &net.OpError{Op: "dial", Err: errors.New("refused")}}, undone},
		"a cut":                 {&url.Error{Op: "Post", Err: io.ErrUnexpectedEOF}, unsure},
		"a limit": {&discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{
			TooManyRequests: &discordgo.TooManyRequests{RetryAfter: time.Second},
		}}, undone},
		"something else": {errors.New("odd"), unsure},
	} {
		if got := explain("try", c.err); got.fate != c.want {
			t.Errorf("%s: fate %d, want %d", name, got.fate, c.want)
		}
	}
}

func TestAFailureQuotesNeitherAddressesNorWhatWasSent(t *testing.T) {
	for _, err := range []error{
		&url.Error{Op: "Post", URL: "https://discord.com/webhooks/1/SECRET", Err: io.EOF},
		&discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{URL: "/SECRET", TooManyRequests: &discordgo.TooManyRequests{}}},
		answered(400, `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"SECRET is too long"}]}}}}`),
	} {
		if text := explain("try", err).Error(); strings.Contains(text, "SECRET") {
			t.Error(text)
		}
	}
	text := explain("try", answered(400, `{"code":50035,"message":"Invalid","errors":{"data":{"content":{"_errors":[{"code":"TOO_LONG"}]}}}}`)).Error()
	if want := "try: Discord answers 50035: Invalid; data.content TOO_LONG"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
}

func TestWhatIsOverALimitOfDiscordsIsFound(t *testing.T) {
	long := strings.Repeat("é", 2001)
	choice := func(value string) commands.Choice { return commands.Choice{Label: "A", Value: value} }
	menu := func(m commands.Menu) commands.Message {
		return commands.Message{Text: "x", Rows: []commands.Row{{Menu: &m}}}
	}
	for name, m := range map[string]commands.Message{
		"nothing":           {},
		"a long text":       {Text: long},
		"six rows":          {Text: "x", Rows: []commands.Row{button("a", "A"), button("b", "A"), button("c", "A"), button("d", "A"), button("e", "A"), button("f", "A")}},
		"an empty row":      {Text: "x", Rows: []commands.Row{{}}},
		"no label":          {Text: "x", Rows: []commands.Row{button("a", "")}},
		"no path":           {Text: "x", Rows: []commands.Row{button("", "A")}},
		"a path twice":      {Text: "x", Rows: []commands.Row{button("a", "A"), button("a", "B")}},
		"a menu of nothing": menu(commands.Menu{Path: "m"}),
		"a value twice":     menu(commands.Menu{Path: "m", Choices: []commands.Choice{choice("a"), choice("a")}}),
		"two of one":        menu(commands.Menu{Path: "m", Max: 2, Choices: []commands.Choice{choice("a")}}),
		"26 choices":        menu(commands.Menu{Path: "m", Choices: make([]commands.Choice, 26)}),
	} {
		if checkMessage(m) == nil {
			t.Errorf("%s is let through", name)
		}
	}
	for name, m := range map[string]commands.Message{
		"a text at the limit": {Text: string([]rune(long)[:2000])},
		"a menu":              menu(commands.Menu{Path: "m", Choices: []commands.Choice{choice("a"), choice("b")}}),
		"a button alone":      {Rows: []commands.Row{button("a", "A")}},
	} {
		if err := checkMessage(m); err != nil {
			t.Errorf("%s is refused: %v", name, err)
		}
	}
}
