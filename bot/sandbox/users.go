package sandbox

import (
	"net/http"
	"slices"
	"strconv"
)

// addDiscordRoutes registers what the sandbox serves of Discord's REST
// interface; the rest is answered by unknownRoute.
func (s *Server) addDiscordRoutes() {
	s.discord("GET", "/gateway", true, s.getGateway)
	s.discord("GET", "/gateway/bot", false, s.getGatewayBot)
	s.discord("GET", "/users/@me", false, s.getSelf)
	s.discord("GET", "/users/@me/guilds", false, s.getOwnGuilds)
	s.discord("POST", "/users/@me/channels", false, s.openDM)
	s.discord("GET", "/users/{user}", false, s.getUser)
	s.discord("GET", "/applications/@me", false, s.getApplication)
	s.discord("GET", "/oauth2/applications/@me", false, s.getApplication)
	s.discord("GET", "/guilds/{guild}", false, s.getGuild)
	s.discord("GET", "/guilds/{guild}/channels", false, s.getGuildChannels)
	s.discord("GET", "/guilds/{guild}/roles", false, s.getRoles)
	s.discord("GET", "/guilds/{guild}/members", false, s.getMembers)
	s.discord("GET", "/guilds/{guild}/members/{user}", false, s.getMember)
	s.discord("GET", "/guilds/{guild}/threads/active", false, s.getActiveThreads)
	s.addChannelRoutes()
	s.addThreadRoutes()
	s.addCommandRoutes()
	s.addInteractionRoutes()
	s.routes.HandleFunc("/api/", s.unknownRoute)
}

func (s *Server) getGateway(c *call) (any, error) {
	c.about(nil, nil)
	return object{"url": gatewayURL(c.r)}, nil
}

func (s *Server) getGatewayBot(c *call) (any, error) {
	c.about(nil, nil)
	return object{"url": gatewayURL(c.r), "shards": 1, "session_start_limit": object{
		"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1,
	}}, nil
}

func (w *world) selfJSON() object {
	out := userJSON(w.bot)
	out["mfa_enabled"], out["locale"], out["verified"], out["email"] = true, "en-US", true, nil
	return out
}

func (s *Server) getSelf(c *call) (any, error) {
	c.about(nil, nil)
	return s.world.selfJSON(), nil
}

func (s *Server) getUser(c *call) (any, error) {
	c.about(nil, nil)
	p := s.world.userByID(c.arg("user"))
	if p == nil {
		return nil, unknownUser()
	}
	return userJSON(p), nil
}

// openDM gives the bot's channel with a person: always the same one. Closed
// direct messages show only when something is sent there.
func (s *Server) openDM(c *call) (any, error) {
	c.body.known("recipient_id", "access_tokens", "nicks")
	c.body.required("recipient_id")
	p := s.world.userByID(c.body.id("recipient_id"))
	if p != nil {
		c.about(nil, p)
	}
	if err := c.body.err(); err != nil {
		return nil, err
	}
	if p == nil {
		return nil, unknownUser()
	}
	if p.bot {
		return nil, refuse(http.StatusBadRequest, 50007, "Cannot send messages to this user")
	}
	return s.world.channelJSON(s.world.dm(p)), nil
}

func (s *Server) getApplication(c *call) (any, error) {
	c.about(nil, nil)
	w := s.world
	return object{
		"id": w.bot.id, "name": w.bot.name, "icon": nil, "description": "", "type": nil, "bot": userJSON(w.bot),
		"summary": "", "bot_public": true, "bot_require_code_grant": false, "verify_key": "", "flags": 0,
		"flags_new": "0", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": userJSON(w.bot), "team": nil,
		"approximate_guild_count": len(w.served()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
		"integration_types_config": object{"0": object{}},
	}, nil
}

// guild finds the server that a route names.
func (s *Server) guild(c *call) (*server, error) {
	c.about(nil, nil)
	if g := s.world.server(c.arg("guild")); g != nil && s.world.serves(g) {
		return g, nil
	}
	return nil, unknownGuild()
}

func (g *server) json() object {
	return object{
		"id": g.id, "name": g.name, "owner_id": g.owner.id, "icon": nil, "description": nil, "home_header": nil,
		"splash": nil, "discovery_splash": nil, "features": []any{}, "banner": nil, "application_id": nil,
		"region": "us-west", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": g.rolesJSON(), "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 500000, "max_stage_video_channel_users": 50,
		"max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": "en-US", "rules_channel_id": nil, "safety_alerts_channel_id": nil,
		"public_updates_channel_id": nil, "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
		"emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// guildCreate is the event by which the bot learns of a server.
func (w *world) guildCreate(g *server) object {
	out := g.json()
	channels, threads := []any{}, []any{}
	for _, c := range g.channels {
		channels = append(channels, w.channelJSON(c))
	}
	for _, c := range w.threads(g) {
		if !c.archived {
			threads = append(threads, w.channelJSON(c))
		}
	}
	out["channels"], out["threads"] = channels, threads
	out["members"] = []any{fullMember(g.member(w.bot))} // all there is without the members intent
	out["member_count"], out["large"], out["unavailable"] = len(g.members), false, false
	out["joined_at"] = stamp(g.member(w.bot).joined)
	for _, name := range []string{
		"voice_states", "presences", "stage_instances", "guild_scheduled_events",
		"soundboard_sounds",
	} {
		out[name] = []any{}
	}
	return out
}

func (s *Server) getOwnGuilds(c *call) (any, error) {
	c.about(nil, nil)
	out := []any{}
	for _, g := range s.world.served() {
		out = append(out, object{
			"id": g.id, "name": g.name, "icon": nil, "banner": nil, "owner": false,
			"permissions": bits(botRights), "features": []any{},
		})
	}
	return out, nil
}

func (s *Server) getGuild(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	out := g.json()
	if c.r.FormValue("with_counts") == "true" {
		out["approximate_member_count"], out["approximate_presence_count"] = len(g.members), len(g.members)
	}
	return out, nil
}

func (s *Server) getGuildChannels(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, ch := range g.channels {
		out = append(out, s.world.channelJSON(ch))
	}
	return out, nil
}

func (s *Server) getRoles(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return g.rolesJSON(), nil
}

// getMembers lists members by id. Discord asks for the privileged members
// intent here, which this bot has not.
func (s *Server) getMembers(c *call) (any, error) {
	if _, err := s.guild(c); err != nil {
		return nil, err
	}
	return nil, missingAccess()
}

func (s *Server) getMember(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	p := s.world.userByID(c.arg("user"))
	if p == nil {
		return nil, unknownUser()
	}
	m := g.member(p)
	if m == nil {
		return nil, unknownMember()
	}
	return fullMember(m), nil
}

func (s *Server) getActiveThreads(c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	active := slices.DeleteFunc(s.world.threads(g), func(t *channel) bool { return t.archived || !t.sees(s.world.bot) })
	return s.world.threadList(active), nil
}

// threadList is a list of threads and the bot's memberships in them.
func (w *world) threadList(threads []*channel) object {
	out, members := []any{}, []any{}
	for _, t := range threads {
		out = append(out, w.channelJSON(t))
		for _, m := range t.members {
			if m.person == w.bot {
				members = append(members, m.json(t))
			}
		}
	}
	return object{"threads": out, "members": members, "has_more": false}
}

// queryInt reads a number of the query, low to high; absent it is fallback.
func (c *call) queryInt(name string, low, high, fallback int) (int, error) {
	text := c.r.URL.Query().Get(name)
	if text == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, invalidForm(name, "NUMBER_TYPE_RANGE", "int value should be between "+
			strconv.Itoa(low)+" and "+strconv.Itoa(high)+".")
	}
	return n, nil
}
