package sandbox_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
)

// held is an interaction that a test answers by hand.
type held struct {
	*discordgo.Interaction
	result chan object // what the person's client was told
}

// bot logs in, registers commands and hands out each interaction.
func (b *bench) bot(commands ...*discordgo.ApplicationCommand) (*discordgo.Session, chan *discordgo.Interaction) {
	b.t.Helper()
	got := make(chan *discordgo.Interaction, 100)
	s := b.login(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { got <- i.Interaction })
	if _, err := s.ApplicationCommandBulkOverwrite(s.State.User.ID, "", commands); err != nil {
		b.t.Fatalf("registering: %v", err)
	}
	return s, got
}

// start plays a person in the background and gives the interaction that the
// bot receives.
func (b *bench) start(got chan *discordgo.Interaction, route string, body object) held {
	b.t.Helper()
	result := make(chan object, 1)
	go func() {
		_, answer := b.do("POST", "/sandbox/"+route, body)
		result <- answer
	}()
	select {
	case i := <-got:
		return held{i, result}
	case answer := <-result:
		b.t.Fatalf("%s %v came to nothing: %v", route, body, answer)
		return held{}
	}
}

func attack() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Name: "attack", Description: "Attack somebody",
		Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "model", Description: "Who attacks", Autocomplete: true},
			{Type: discordgo.ApplicationCommandOptionInteger, Name: "dice", Description: "How many", MaxValue: 6},
			{Type: discordgo.ApplicationCommandOptionUser, Name: "whom", Description: "The other side"},
			{Type: discordgo.ApplicationCommandOptionAttachment, Name: "sheet", Description: "A roster"},
		},
	}
}

func inAttack(more object) object {
	body := object{"as": "alice", "channel": "table", "name": "attack"}
	for key, value := range more {
		body[key] = value
	}
	return body
}

// respond answers with discordgo.
func respond(t *testing.T, s *discordgo.Session, i *discordgo.Interaction, kind discordgo.InteractionResponseType, d *discordgo.InteractionResponseData) {
	t.Helper()
	if err := s.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: d}); err != nil {
		t.Fatalf("answering: %v", err)
	}
}

func TestOptionsArriveResolvedAndAPersonsTypingIsCompleted(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	i := b.start(got, "autocomplete", inAttack(object{"focused": "model", "value": "kn", "options": object{"dice": 2}}))
	options := i.ApplicationCommandData().Options
	if len(options) != 2 || !options[0].Focused || options[0].Value != "kn" {
		t.Fatalf("the bot is asked to complete %+v", options)
	}
	respond(t, s, i.Interaction, discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
		Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Knight", Value: "knight"}},
	})
	if answer := <-i.result; answer["outcome"] != "choices" || len(answer["choices"].([]any)) != 1 {
		t.Errorf("the person is offered %v", answer)
	}

	i = b.start(got, "command", inAttack(object{"options": object{
		"model": "knight", "dice": 6, "whom": "bob",
		"sheet": object{"filename": "gang.yaml", "base64": "bmFtZTogeA=="},
	}}))
	data := i.ApplicationCommandData()
	bob := b.personID("bob")
	if data.Resolved == nil || data.Resolved.Users[bob] == nil || data.Resolved.Members[bob] == nil {
		t.Fatalf("bob is not resolved: %+v", data.Resolved)
	}
	file := data.Resolved.Attachments[data.Options[3].Value.(string)]
	path := strings.TrimPrefix(file.URL, b.url)
	if status, raw := b.raw("GET", path, nil); status != 200 || string(raw) != "name: x" {
		t.Errorf("the sheet reads %q (%d)", raw, status)
	}
	if status, _ := b.raw("GET", strings.Replace(path, "hm=", "hm=0", 1), nil); status != 404 {
		t.Errorf("a file is given to whoever guesses its address: %d", status)
	}
	if i.Member.Permissions&discordgo.PermissionManageGuild != 0 || i.AppPermissions&discordgo.PermissionSendMessages == 0 {
		t.Errorf("alice has %d, the bot %d", i.Member.Permissions, i.AppPermissions)
	}
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: "done"})
	<-i.result
}

func TestOptionsAreHeldToTheRegisteredCommand(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	manage := int64(discordgo.PermissionManageGuild)
	b.bot(attack(), &discordgo.ApplicationCommand{
		Name: "purge", Description: "Forget all", DefaultMemberPermissions: &manage,
		Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionString, Name: "what",
			Description: "What", Required: true, Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "All", Value: "all"}},
		}},
	})
	for _, c := range []struct {
		body   object
		status int
		code   string
	}{
		{inAttack(object{"options": object{"dice": 7}}), 400, "out of range"},
		{inAttack(object{"options": object{"dice": "two"}}), 400, "bad value"},
		{inAttack(object{"options": object{"whom": "nobody"}}), 400, "bad value"},
		{inAttack(object{"options": object{"colour": "red"}}), 400, "unknown option"},
		{inAttack(object{"name": "defend"}), 404, "unknown command"},
		{inAttack(object{"channel": "nowhere"}), 404, "unknown channel"},
		{inAttack(object{"as": "zoe"}), 404, "unknown person"},
		{inAttack(object{"colour": "red"}), 400, "bad request"},
		{inAttack(object{"name": "purge"}), 403, "not allowed"},
		{inAttack(object{"as": "gail", "name": "purge"}), 400, "required"},
		{inAttack(object{"as": "gail", "name": "purge", "options": object{"what": "some"}}), 400, "not a choice"},
	} {
		b.denied("command", c.body, c.status, c.code)
	}
	if n := len(b.state("alice").Commands); n != 1 {
		t.Errorf("alice is offered %d commands", n)
	}
	if n := len(b.state("gail").Commands); n != 2 {
		t.Errorf("gail is offered %d commands", n)
	}
}

func TestAnEphemeralReplyIsSeenByItsInvokerAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	i := b.start(got, "command", inAttack(nil))
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource, &discordgo.InteractionResponseData{
		Content: "your hand: CANARY", Flags: discordgo.MessageFlagsEphemeral,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "pick/1", Options: []discordgo.SelectMenuOption{{Label: "Ace", Value: "ace"}, {Label: "King", Value: "king"}}},
		}}},
	})
	message := (<-i.result)["message"].(object)
	id := message["id"].(string)

	for _, who := range []string{"bob", "gail", "sam"} {
		for _, path := range []string{"/sandbox/state?as=", "/sandbox/log?as="} {
			if _, raw := b.raw("GET", path+who, nil); strings.Contains(string(raw), "CANARY") {
				t.Errorf("%s reads the secret at %s", who, path)
			}
		}
	}
	if got := b.state("alice").channel("table").Messages; len(got) != 1 || got[0].Flags&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("alice sees %+v", got)
	}
	if _, raw := b.raw("GET", "/sandbox/log?as=alice", nil); !strings.Contains(string(raw), "CANARY") || strings.Contains(string(raw), i.Token) {
		t.Error("alice's log must hold her reply, and no token")
	}
	if list, err := s.ChannelMessages(i.ChannelID, 10, "", "", ""); err != nil || len(list) != 0 {
		t.Errorf("the channel's history has %v, %v", list, err)
	}
	if _, err := s.ChannelMessage(i.ChannelID, id); code(err) != 10008 {
		t.Errorf("the channel route reaches it: %v", err)
	}
	b.denied("choose", object{"as": "bob", "message": id, "custom_id": "pick/1", "values": []string{"ace"}}, 403, "not seen")
	b.denied("choose", object{"as": "alice", "custom_id": "pick/1", "values": []string{"queen"}}, 409, "not offered")
	b.denied("choose", object{"as": "alice", "custom_id": "pick/1", "values": []string{"ace", "king"}}, 400, "how many")
	j := b.start(got, "choose", object{"as": "alice", "custom_id": "pick/1", "values": []string{"ace"}})
	if data := j.MessageComponentData(); len(data.Values) != 1 || data.Values[0] != "ace" || j.Message.ID != id {
		t.Errorf("the bot gets %+v", data)
	}
	respond(t, s, j.Interaction, discordgo.InteractionResponseUpdateMessage,
		&discordgo.InteractionResponseData{Content: "locked", Components: []discordgo.MessageComponent{}})
	if answer := <-j.result; answer["outcome"] != "updated" {
		t.Errorf("alice gets %v", answer)
	}
	late := b.start(got, "press", object{"as": "alice", "message": id, "custom_id": "pick/1", "late": true})
	respond(t, s, late.Interaction, discordgo.InteractionResponseDeferredMessageUpdate, nil)
	if answer := <-late.result; answer["outcome"] != "deferred" {
		t.Errorf("the late press gets %v", answer)
	}
}

// code is the code of Discord's that an error carries, 0 if none.
func code(err error) int {
	if rest, ok := errors.AsType[*discordgo.RESTError](err); ok && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}

func TestADeferredAnswerIsFilledInAndFollowedUp(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	i := b.start(got, "command", inAttack(nil))
	if _, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "too soon"}); code(err) != 10015 {
		t.Errorf("a follow-up before the answer: %v", err)
	}
	respond(t, s, i.Interaction, discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
	if answer := <-i.result; answer["outcome"] != "deferred" {
		t.Errorf("alice gets %v", answer)
	}
	err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponsePong + 3,
		Data: &discordgo.InteractionResponseData{Content: "again"},
	})
	if code(err) != 40060 {
		t.Errorf("a second answer: %v", err)
	}
	if m, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{
		Content: "the answer",
		Flags:   discordgo.MessageFlagsEphemeral,
	}); err != nil || m.Flags != 0 {
		t.Errorf("the first follow-up must take the loading message's place: %+v, %v", m, err)
	}
	more, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "more"})
	must(t, err)
	text := "even more"
	_, err = s.FollowupMessageEdit(i.Interaction, more.ID, &discordgo.WebhookEdit{Content: &text})
	must(t, err)
	text = "the answer, at last"
	_, err = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &text})
	must(t, err)
	if got := contents(b.state("bob").channel("table").Messages); got != "the answer, at last|even more" {
		t.Errorf("bob reads %q", got)
	}
	must(t, s.FollowupMessageDelete(i.Interaction, more.ID))
	must(t, s.InteractionResponseDelete(i.Interaction))
	if got := b.state("bob").channel("table").Messages; len(got) != 0 {
		t.Errorf("bob still reads %q", contents(got))
	}
	b.act("clock", object{"advance": "15m1s"})
	if _, err := s.InteractionResponse(i.Interaction); code(err) != 50027 {
		t.Errorf("after fifteen minutes: %v", err)
	}
}

func TestAModalOpensOnOneScreenAndComesBackFilled(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	i := b.start(got, "command", inAttack(nil))
	respond(t, s, i.Interaction, discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{
		CustomID: "word/1", Title: "A word for the dice", Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
				CustomID: "word", Label: "Your word", Style: discordgo.TextInputShort, Required: true, MaxLength: 10,
			}}},
		},
	})
	if answer := <-i.result; answer["outcome"] != "modal" {
		t.Fatalf("alice gets %v", answer)
	}
	if b.state("alice").Modal == nil || b.state("bob").Modal != nil {
		t.Error("the modal must open for alice alone")
	}
	b.denied("submit", object{"as": "bob", "custom_id": "word/1"}, 409, "no modal")
	b.denied("submit", object{"as": "alice", "custom_id": "word/1"}, 400, "required")
	b.denied("submit", object{"as": "alice", "custom_id": "word/1", "fields": object{"word": "far too long a word"}}, 400, "bad length")
	j := b.start(got, "submit", object{"as": "alice", "custom_id": "word/1", "fields": object{"word": "swordfish"}})
	row := j.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
	if input := row.Components[0].(*discordgo.TextInput); input.Value != "swordfish" {
		t.Errorf("the bot reads %q", input.Value)
	}
	err := s.InteractionRespond(j.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Content: "no message to update"},
	})
	if code(err) != 50035 {
		t.Errorf("updating a message that is not there: %v", err)
	}
	respond(t, s, j.Interaction, discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: "taken"})
	if answer := <-j.result; answer["outcome"] != "replied" || b.state("alice").Modal != nil {
		t.Errorf("alice gets %v; the modal must close", answer)
	}
}

func TestAnAnswerAfterThreeSecondsOfTheSandboxClockIsTooLate(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	i := b.start(got, "command", inAttack(nil))
	b.act("clock", object{"advance": "3001ms"})
	if answer := <-i.result; answer["outcome"] != "no answer" {
		t.Errorf("alice gets %v", answer)
	}
	err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: "sorry"},
	})
	if code(err) != 10062 {
		t.Errorf("answering late: %v", err)
	}
	status, body := b.do("POST", "/api/v10/interactions/"+i.ID+"/wrong/callback", object{"type": 6})
	if status != http.StatusNotFound || body["code"] != float64(10062) {
		t.Errorf("answering with a wrong token: %d %v", status, body)
	}
}

func TestADoubledInteractionArrivesTwiceAndIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	status, _ := b.do("POST", "/sandbox/fault", object{"doubled": 1})
	i := b.start(got, "command", inAttack(nil))
	if twin := <-got; status != 200 || twin.ID != i.ID || twin.Token != i.Token {
		t.Errorf("the twin is %s, not %s", twin.ID, i.ID)
	}
	reply := &discordgo.InteractionResponseData{Content: "once"}
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource, reply)
	<-i.result
	if answer := b.act("command", inAttack(object{"interaction_id": i.ID})); answer["outcome"] != "replied" {
		t.Errorf("the second delivery gets %v", answer)
	}
	if j := <-got; j.ID != i.ID {
		t.Errorf("asked for %s again, the bot gets %s", i.ID, j.ID)
	}
	k := b.start(got, "command", inAttack(object{"interaction_id": "1234567"}))
	if k.ID != "1234567" {
		t.Errorf("asked for an id of its own, the bot gets %s", k.ID)
	}
	respond(t, s, k.Interaction, discordgo.InteractionResponseChannelMessageWithSource, reply)
	<-k.result
}

func TestCommandsAreGivenInDirectMessagesToo(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	i := b.start(got, "command", inAttack(object{"channel": "@Umpire"}))
	if i.User == nil || i.User.Username != "alice" || i.Member != nil || i.GuildID != "" {
		t.Errorf("in direct messages the bot gets %+v", i.Interaction)
	}
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: "between us"})
	<-i.result
	if dms := b.state("alice").DMs; len(dms) != 1 || contents(dms[0].Messages) != "between us" {
		t.Errorf("alice's direct messages: %+v", dms)
	}
}
