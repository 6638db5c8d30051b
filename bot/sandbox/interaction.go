package sandbox

import (
	"slices"
	"time"
)

// Interaction types, answer types and deadlines as Discord documents them.
const (
	commandInteraction      = 2
	componentInteraction    = 3
	autocompleteInteraction = 4
	modalInteraction        = 5

	answerMessage       = 4
	answerDeferred      = 5
	answerDeferUpdate   = 6
	answerUpdate        = 7
	answerChoices       = 8
	answerModal         = 9
	firstAnswerWithin   = 3 * time.Second
	interactionTokenFor = 15 * time.Minute
)

// interaction is one act of a person that the bot has to answer.
type interaction struct {
	id, token string
	kind      int
	name      string // of the command, with its subcommands
	by        *person
	channel   *channel
	born      time.Time
	source    *message // whose component was used, also before a modal
	files     []*attachment
	focused   int    // type of the option that an autocomplete is about
	payload   object // the event as delivered

	outcome  string // "" until the first answer is in
	original *message
	shown    object // the original as the first answer left it; nil if there is none
	choices  []any
	modal    *modal
	refused  *refusal // why the bot's last try at a first answer was refused
	waiting  bool     // a loading message stands for the answer
}

// modal is a form on a person's screen.
type modal struct {
	from  *interaction
	shape object // title, custom_id, components
}

// late tells whether the first answer has been missed.
func (i *interaction) late(now time.Time) bool { return now.Sub(i.born) > firstAnswerWithin }

// metadata tells in a message what it answers.
func (i *interaction) metadata(m *message) object {
	out := object{"id": i.id, "type": i.kind, "user": userJSON(i.by), "authorizing_integration_owners": i.owners()}
	if i.original != nil && i.original != m {
		out["original_response_message_id"] = i.original.id
	}
	if i.kind == commandInteraction {
		out["name"] = i.name
	}
	if i.kind == componentInteraction && i.source != nil {
		out["interacted_message_id"] = i.source.id
	}
	if i.kind == modalInteraction {
		trigger := object{
			"id": i.id, "type": commandInteraction, "user": userJSON(i.by),
			"authorizing_integration_owners": i.owners(),
		}
		if i.source != nil {
			trigger["type"], trigger["interacted_message_id"] = componentInteraction, i.source.id
		}
		out["triggering_interaction_metadata"] = trigger
	}
	return out
}

func (i *interaction) owners() object {
	if i.channel.server == nil {
		return object{"0": "0"}
	}
	return object{"0": i.channel.server.id}
}

// interactionJSON is the interaction as the gateway delivers it.
func (w *world) interactionJSON(i *interaction, data object) object {
	out := object{
		"id": i.id, "application_id": w.bot.id, "type": i.kind, "token": i.token, "version": 1, "data": data,
		"channel_id": i.channel.id, "channel": w.channelJSON(i.channel), "app_permissions": bits(rights(w.bot, i.channel)),
		"locale": "en-US", "entitlements": []any{}, "authorizing_integration_owners": i.owners(),
		"attachment_size_limit": fileLimit, "context": 1,
	}
	if i.source != nil {
		out["message"] = w.messageJSON(i.source)
	}
	g := i.channel.server
	if g == nil {
		out["user"] = userJSON(i.by)
		return out
	}
	place := fullMember(g.member(i.by))
	place["permissions"] = bits(rights(i.by, i.channel))
	out["member"], out["context"] = place, 0
	out["guild_id"], out["guild_locale"] = g.id, "en-US"
	out["guild"] = object{"id": g.id, "locale": "en-US", "features": []any{}}
	return out
}

// deliver sends the interaction to the bot, twice if a fault says so.
func (w *world) deliver(i *interaction) {
	i.payload = w.strangely(i.payload)
	times := 1
	if w.faults.doubled > 0 {
		w.faults.doubled--
		times = 2
	}
	for range times {
		w.dispatch(event{name: "INTERACTION_CREATE", channel: i.channel, data: i.payload, only: i.by})
	}
}

func (s *Server) addInteractionRoutes() {
	s.discord("POST", "/interactions/{interaction}/{token}/callback", true, s.callback)
	hook := "/webhooks/{application}/{token}"
	s.discord("POST", hook, true, s.followUp)
	s.discord("GET", hook+"/messages/{message}", true, s.getReply)
	s.discord("PATCH", hook+"/messages/{message}", true, s.editReply)
	s.discord("DELETE", hook+"/messages/{message}", true, s.deleteReply)
}

// callback takes the first answer to an interaction.
func (s *Server) callback(c *call) (any, error) {
	w := s.world
	i := w.interactions[c.arg("interaction")]
	if i == nil || i.token != c.arg("token") {
		return nil, unknownInteraction()
	}
	c.about(i.channel, i.by)
	err := s.answer(c, i)
	if err != nil {
		if i.outcome == "" { // one that is answered already is none the worse
			i.refused = asRefusal(err)
		}
		w.wake()
		return nil, err
	}
	i.refused = nil
	if i.original != nil {
		i.shown = w.messageJSON(i.original)
	}
	w.touchOne(i.by)
	if c.r.FormValue("with_response") != "true" {
		return nil, nil
	}
	return w.callbackJSON(c, i), nil
}

func (s *Server) answer(c *call, i *interaction) error {
	if i.outcome != "" {
		return alreadyAnswered()
	}
	if i.late(s.world.now()) {
		return unknownInteraction()
	}
	if i.channel.gone {
		return unknownChannel()
	}
	f := c.body
	f.known("type", "data")
	f.required("type")
	kind := int(f.integer("type", 1, 12))
	if f.err() == nil && !i.takes(kind) {
		f.fault("type", "INTERACTION_RESPONSE_TYPE_INVALID", "This kind of interaction cannot be answered with type %d.", kind)
	}
	if err := f.err(); err != nil {
		return err
	}
	data := f.one("data")
	switch kind {
	case answerMessage:
		return s.answerWithMessage(c, i, data)
	case answerDeferred:
		return s.deferAnswer(c, i, data)
	case answerDeferUpdate:
		data.known("flags", "tts", "content", "components", "embeds")
		i.outcome, i.original = "deferred", i.source
		return data.err()
	case answerUpdate:
		return s.answerWithUpdate(c, i, data)
	case answerChoices:
		return i.answerWithChoices(data)
	default:
		return i.answerWithModal(data)
	}
}

// takes tells whether an answer of this type fits the interaction's kind.
func (i *interaction) takes(kind int) bool {
	switch i.kind {
	case commandInteraction:
		return slices.Contains([]int{answerMessage, answerDeferred, answerModal}, kind)
	case componentInteraction:
		return kind >= answerMessage && kind != answerChoices && kind <= answerModal
	case autocompleteInteraction:
		return kind == answerChoices
	default: // a modal
		return kind == answerMessage || kind == answerDeferred ||
			i.source != nil && (kind == answerDeferUpdate || kind == answerUpdate)
	}
}

func callbackFields() []string {
	return append(editFields(), "custom_id", "title", "choices")
}

func (s *Server) answerWithMessage(c *call, i *interaction, f form) error {
	f.known(callbackFields()...)
	d, err := readDraft(c, f, false, mentionRule{users: true})
	if err != nil {
		return err
	}
	d.allowFlags(f, suppressEmbeds|ephemeral|silent|componentsV2)
	m := s.world.newReply(i, d.flags)
	if err := s.world.apply(d, m); err != nil {
		return err
	}
	i.outcome, i.original = "replied", m
	c.about(i.channel, m.only)
	s.world.post(m)
	return nil
}

// newReply is an answer's message, not yet posted.
func (w *world) newReply(i *interaction, flags int) *message {
	m := &message{channel: i.channel, author: w.bot, flags: flags, cause: i, kind: plainMessage}
	if flags&ephemeral != 0 {
		m.only = i.by
	}
	switch {
	case i.kind == commandInteraction && i.original == nil:
		m.kind = commandReply
	case i.source != nil:
		m.kind, m.reference = replyMessage, reference(i.source)
	}
	return m
}

// deferAnswer shows a loading message until the answer comes.
func (s *Server) deferAnswer(c *call, i *interaction, f form) error {
	f.known(callbackFields()...)
	flags := int(f.integer("flags", 0, 1<<31-1)) & ephemeral
	if err := f.err(); err != nil {
		return err
	}
	m := s.world.newReply(i, flags|loading)
	i.outcome, i.original, i.waiting = "deferred", m, true
	c.about(i.channel, m.only)
	s.world.post(m)
	return nil
}

func (s *Server) answerWithUpdate(c *call, i *interaction, f form) error {
	f.known(callbackFields()...)
	m := i.source
	if !slices.Contains(m.channel.messages, m) {
		return unknownMessage()
	}
	d, err := readDraft(c, f, m.flags&componentsV2 != 0, mentionRule{users: true})
	if err != nil {
		return err
	}
	d.allowFlags(f, suppressEmbeds|ephemeral|componentsV2)
	after := *m
	after.flags |= d.flags & componentsV2
	after.edited = s.world.now()
	if err := s.world.apply(d, &after); err != nil {
		return err
	}
	*m = after
	i.outcome, i.original = "updated", m
	c.about(i.channel, m.only)
	s.world.messageChanged(m)
	return nil
}

func (i *interaction) answerWithChoices(f form) error {
	f.known("choices", "tts", "content", "components", "embeds", "flags")
	choices := []any{}
	for _, choice := range f.list("choices", 25) {
		choice.known("name", "name_localizations", "value")
		choices = append(choices, readChoice(choice, i.focused))
	}
	if err := f.err(); err != nil {
		return err
	}
	i.outcome, i.choices = "choices", choices
	return nil
}

func (i *interaction) answerWithModal(f form) error {
	f.known("custom_id", "title", "components", "tts", "content", "embeds", "flags")
	shape := readModal(f)
	if err := f.err(); err != nil {
		return err
	}
	i.outcome = "modal"
	i.modal = &modal{from: i, shape: shape}
	i.by.modal = i.modal
	return nil
}

// callbackJSON is the answer to a callback that asks for one.
func (w *world) callbackJSON(c *call, i *interaction) object {
	about := object{"id": i.id, "type": i.kind}
	resource := object{"type": asInt(c.body.fields["type"])}
	if i.original != nil {
		about["response_message_id"] = i.original.id
		about["response_message_loading"] = i.waiting
		about["response_message_ephemeral"] = i.original.only != nil
		if kind := asInt(resource["type"]); kind == answerMessage || kind == answerUpdate {
			resource["message"] = w.messageJSON(i.original)
		}
	}
	return object{"interaction": about, "resource": resource}
}
