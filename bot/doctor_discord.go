package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"umpire/commands"
)

const (
	doctorPatience = 10 * time.Second // for each answer
	mostAnswer     = 4 << 20          // bytes that are read of one
	fewSessions    = 20               // left of Discord's 1,000 connections a day
	clockLimit     = 1500 * time.Millisecond
	opHello        = 10 // of the gateway (Discord docs)
	mostServers    = 200
)

// discord asks Discord all that can be asked without disturbing a running bot.
func (v *visit) discord(ctx context.Context) {
	var err error
	if v.network, err = newNetwork(v.API); err != nil {
		v.fails("discord", "%v: mend DISCORD_API, or leave it out for Discord's own", err)
		return
	}
	defer v.network.close()
	reached := v.reach(ctx)
	switch {
	case v.Token == "":
		v.fails("token", "no DISCORD_TOKEN: put one into .env (docs/hosting.md says where it comes from)")
	case reached && v.identity(ctx):
		v.gateway(ctx)
		v.servers(ctx)
	}
	if reached {
		v.clock()
	}
}

// reach tells whether Discord answers at all.
func (v *visit) reach(ctx context.Context) bool {
	err := v.get(ctx, "gateway", nil)
	if f := failed(err); err != nil && f.status == 0 {
		v.fails("discord", "no answer from %s (%v): is this machine online, and does its firewall let HTTPS out? A proxy is taken from HTTPS_PROXY", v.network.name(), f)
		return false
	}
	if err != nil {
		v.fails("discord", "%v. Something answers at %s, but not as Discord does; try again later, and check DISCORD_API", err, v.network.name())
		return false
	}
	v.sound("discord", "%s answers", v.network.name())
	return true
}

// identity tells whether Discord knows the token, and whose it is.
func (v *visit) identity(ctx context.Context) bool {
	var who struct {
		ID       word
		Username string
		Bot      bool
	}
	err := v.get(ctx, "users/@me", &who)
	switch {
	case err != nil && failed(err).status == http.StatusUnauthorized:
		v.fails("token", "%v", badToken(err))
		return false
	case err != nil:
		v.fails("token", "%v: try again later", err)
		return false
	case !who.Bot:
		v.fails("token", "it is that of a person, not of a bot; Discord forbids that. Take the one on the Bot page of your application")
		return false
	}
	v.sound("token", "Discord knows it: the bot %q, id %s", who.Username, who.ID)
	return v.application(ctx)
}

// application looks at how the bot is set up in the developer portal.
func (v *visit) application(ctx context.Context) bool {
	var app struct {
		ID       word
		Name     string
		Endpoint *string `json:"interactions_endpoint_url"`
	}
	if err := v.get(ctx, "applications/@me", &app); err != nil {
		v.doubtful("bot", "%v: try again later", err)
		return true
	}
	if app.Endpoint != nil && *app.Endpoint != "" {
		v.fails("bot", "Discord sends presses to %q instead of to this program: empty Interactions Endpoint URL in the developer portal, General Information", *app.Endpoint)
		return true
	}
	v.sound("bot", "application %q; invite it by %s", app.Name, InviteLink(string(app.ID)))
	return true
}

// gateway goes as far as the gateway's greeting: to log in would disturb a bot
// that is running.
func (v *visit) gateway(ctx context.Context) {
	var door struct {
		URL    string
		Shards int
		Limit  struct {
			Remaining int
			Reset     int64 `json:"reset_after"` // milliseconds
		} `json:"session_start_limit"`
	}
	err := v.get(ctx, "gateway/bot", &door)
	if err == nil {
		err = greeted(ctx, door.URL)
	}
	switch {
	case err != nil:
		v.fails("gateway", "%v: does the firewall or proxy let websockets (wss) out?", err)
	case door.Limit.Remaining < fewSessions:
		v.doubtful("gateway", "it answers, but Discord allows only %d more connections within %s: do not restart the bot over and over",
			door.Limit.Remaining, (time.Duration(door.Limit.Reset) * time.Millisecond).Round(time.Minute))
	case door.Shards > 1:
		v.doubtful("gateway", "it answers, but Discord recommends %d connections for that many servers, and this program makes one", door.Shards)
	default:
		v.sound("gateway", "it answers; %d more connections today", door.Limit.Remaining)
	}
}

// greeted connects to a gateway and waits for its hello.
func greeted(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment}
	conn, _, err := dialer.DialContext(ctx, strings.TrimSuffix(address, "/")+"/?v="+discordgo.APIVersion+"&encoding=json", nil)
	if err != nil {
		return fmt.Errorf("connect to the gateway %s: %w", address, err)
	}
	defer conn.Close()
	end, _ := ctx.Deadline()
	_ = conn.SetReadDeadline(end) // a closed connection says so at the read
	var hello struct{ Op int }
	if err := conn.ReadJSON(&hello); err != nil {
		return fmt.Errorf("wait for the gateway's hello: %w", err)
	}
	if hello.Op != opHello {
		return fmt.Errorf("the gateway %s greets with op %d", address, hello.Op)
	}
	return nil
}

// InviteLink is where the manager of a server adds the bot of this application,
// with the rights that it needs and no others.
func InviteLink(application string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot%%20applications.commands&permissions=%d", application, commands.Invitation())
}

// servers looks at what the bot may do in each server. Channels may still forbid
// more; the lobby of a fight names that.
func (v *visit) servers(ctx context.Context) {
	var list []struct {
		Name        string
		Permissions word
	}
	if err := v.get(ctx, fmt.Sprintf("users/@me/guilds?limit=%d", mostServers), &list); err != nil {
		v.doubtful("servers", "%v: try again later", err)
		return
	}
	if len(list) == 0 {
		v.doubtful("servers", "the bot is in none yet: open the invite link above")
		return
	}
	well := 0
	for _, server := range list {
		lacks := commands.Lacking(bits(server.Permissions))
		if len(lacks) == 0 {
			well++
			continue
		}
		var names []string
		for _, r := range lacks {
			names = append(names, fmt.Sprintf("%s (%s)", r.Name, r.Why))
		}
		v.doubtful("servers", "in %q the bot lacks %s: give them to its role in Server Settings, Roles, or invite it again",
			server.Name, strings.Join(names, ", "))
	}
	if well > 0 {
		v.sound("servers", "%d of %d give the bot all the rights that it needs", well, len(list))
	}
}

// get asks Discord for something. Its errors are *failure.
func (v *visit) get(ctx context.Context, path string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	doing := "ask for " + path
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, discordgo.EndpointAPI+path, nil)
	if err != nil {
		return &failure{doing: doing, cause: err}
	}
	r.Header.Set("User-Agent", "DiscordBot (umpire, 1)") // Discord refuses what has none of this form
	if v.Token != "" {
		r.Header.Set("Authorization", "Bot "+v.Token)
	}
	sent := v.Now()
	answer, err := v.network.client().Do(r)
	if err != nil {
		return explain(doing, err)
	}
	defer answer.Body.Close()
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		v.clocks.compare(date, sent, v.Now())
	}
	raw, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	if err != nil {
		return explain(doing, err)
	}
	if answer.StatusCode != http.StatusOK {
		f := &failure{doing: doing, status: answer.StatusCode}
		f.code, f.said = words(raw)
		return f
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return &failure{doing: doing, status: answer.StatusCode, cause: fmt.Errorf("read the answer: %w", err)}
	}
	return nil
}

// clocks is how far Discord's clock is ahead of ours, as narrowly as the answers
// so far tell: a Date header is cut to the second.
type clocks struct {
	known         bool
	least, utmost time.Duration
}

// compare takes in the date of an answer that was made between two moments.
func (c *clocks) compare(date, sent, received time.Time) {
	least, utmost := date.Sub(received), date.Add(time.Second).Sub(sent)
	if c.known && max(least, c.least) <= min(utmost, c.utmost) {
		least, utmost = max(least, c.least), min(utmost, c.utmost)
	}
	c.known, c.least, c.utmost = true, least, utmost
}

// ahead is the best guess.
func (c *clocks) ahead() time.Duration { return (c.least + c.utmost) / 2 }

func (v *visit) clock() {
	ahead := v.clocks.ahead()
	switch {
	case !v.clocks.known:
		v.doubtful("clock", "Discord's answers are not dated, so this machine's clock could not be compared")
	case ahead.Abs() > clockLimit:
		way := "behind"
		if ahead < 0 {
			way = "ahead of"
		}
		v.doubtful("clock", "this machine's is %s %s Discord's, which waits only 3 s for an answer: let it be set by the network (timedatectl set-ntp true)",
			ahead.Abs().Round(100*time.Millisecond), way)
	default:
		v.sound("clock", "it agrees with Discord's")
	}
}
