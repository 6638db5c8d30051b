package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// How a round is paired, as it is typed.
const (
	roundRobin = "round robin"
	byStanding = "by standing"
	byHand     = "by hand"
)

// onePost is how many pairings one post tells: each has a button.
const onePost = 20

// pairing is a round while it is paired.
type pairing struct {
	c       *keptCampaign
	n       int // the round
	rosters map[string]*kept
	people  peopleByKey
	battles []*battle // of the campaign so far
	made    []*battle
	left    []string // names of rosters that nobody holds, where all were to be paired
}

// pairRound pairs a round, or adds a pairing to it, and tells it in the campaign's
// channel.
func pairRound(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	until, err := deadline(r.Options["by"], r.At)
	if err != nil {
		return Reply{}, err
	}
	var text string
	err = d.keep(ctx, r, func(b *books) error {
		c, err := b.running(r.Options["campaign"])
		if err != nil {
			return err
		}
		p, err := c.pairing()
		if err != nil {
			return err
		}
		if err := p.pair(strings.ToLower(strings.TrimSpace(r.Options["how"]))); err != nil {
			return err
		}
		text = p.answer()
		c.body.Round = max(c.body.Round, p.n)
		if err := c.save(); err != nil {
			return err
		}
		return p.post(until)
	})
	if err != nil {
		return Reply{}, err
	}
	return Private(text), nil
}

// deadline reads until when a round is to be fought: a number of days from now, or a
// date, which is taken at noon so that it is that day nearly everywhere.
func deadline(text string, now time.Time) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	until, err := time.Parse(time.DateOnly, text)
	until = until.Add(12 * time.Hour)
	if days, number := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(text, " days"), " day")); number == nil {
		until, err = now.Add(time.Duration(max(-1, min(days, 9999)))*24*time.Hour), nil
	}
	switch {
	case err != nil:
		return until, rules.Refuse("Until when? A number of days, or a date as 2027-03-31, not %s.", typed(text))
	case !until.After(now):
		return until, rules.Refuse("%s is over already.", typed(text))
	case until.After(now.AddDate(1, 0, 0)):
		return until, rules.Refusal("A round is fought within a year.")
	}
	return until, nil
}

// pairing reads what the next round is paired from.
func (c *keptCampaign) pairing() (*pairing, error) {
	list, err := c.rosters()
	if err != nil {
		return nil, err
	}
	p := &pairing{c: c, n: c.body.Round + 1, rosters: make(map[string]*kept)}
	for _, k := range list {
		p.rosters[k.row.ID] = k
	}
	if p.people, err = c.b.people(); err != nil {
		return nil, err
	}
	p.battles, err = c.battles()
	return p, err
}

// entrants are those who are in now, as they joined: a new name moves nobody.
func (p *pairing) entrants() []campaign.Entrant {
	var in []*kept
	for _, k := range p.rosters {
		if k.row.State == storage.Kept && !p.people.gone(k.row.Owner) { // somebody has to fight it
			in = append(in, k)
		}
	}
	slices.SortFunc(in, func(a, b *kept) int {
		return cmp.Or(cmp.Compare(a.row.CreatedMS, b.row.CreatedMS), cmp.Compare(a.row.ID, b.row.ID))
	})
	list := make([]campaign.Entrant, len(in))
	for i, k := range in {
		list[i] = entrant(k.line(), p.people)
	}
	return list
}

// past is who has met whom so far. What was called off or taken back never was.
func (p *pairing) past() campaign.Past {
	var list []campaign.Battle
	for _, bt := range p.battles {
		if bt.row.State != struck && bt.row.State != reversed {
			list = append(list, bt.body)
		}
	}
	return campaign.Remember(list)
}

// pair makes the round's battles.
func (p *pairing) pair(how string) error {
	var pairs [][2]string
	var byes []string
	switch how {
	case roundRobin:
		pairs, byes = campaign.RoundRobin(p.entrants(), p.past())
	case byStanding:
		rows := campaign.Table(countedBattles(p.battles), p.entrants(), campaign.ByRoster)
		pairs, byes = campaign.ByStanding(rows, p.past())
	case byHand:
		one, err := p.byHand()
		if err != nil {
			return err
		}
		pairs = [][2]string{one}
	default:
		return rules.Refuse("Rosters are paired %s, %s or %s, not %s.", roundRobin, byStanding, byHand, typed(how))
	}
	if how != byHand {
		p.leaveOut()
	}
	if len(pairs) == 0 {
		return rules.Refusal(strings.TrimSpace("There is nobody to pair: it takes two rosters of one system. " + p.leftWords()))
	}
	for _, pair := range pairs {
		if err := p.add(paired, pair[0], pair[1]); err != nil {
			return err
		}
	}
	for _, id := range byes {
		if err := p.add(bye, id); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut notes whom the round leaves out.
func (p *pairing) leaveOut() {
	for _, k := range p.rosters {
		if k.row.State == storage.Kept && p.people.gone(k.row.Owner) {
			p.left = append(p.left, rules.Escape(k.now.Name))
		}
	}
	slices.Sort(p.left)
}

// leftWords says whom the round left out, and what to do about it.
func (p *pairing) leftWords() string {
	if len(p.left) == 0 {
		return ""
	}
	return fmt.Sprintf("Left out, since nobody holds them any more: %s. `/campaign hand-over`, with the option **roster**, gives one to somebody.", rules.List(p.left[:min(len(p.left), 10)]))
}

// byHand reads the pairing that was typed. It joins the last round, unless that has
// begun or a new one is asked for.
func (p *pairing) byHand() ([2]string, error) {
	var pair [2]string
	for i, name := range []string{"a", "b"} {
		text := p.c.b.r.Options[name]
		if text == "" {
			return pair, rules.Refusal("By hand: name both rosters, with the options **a** and **b**.")
		}
		k, err := p.c.rosterOf(text)
		if err != nil {
			return pair, err
		}
		if err := k.held(); err != nil {
			return pair, err
		}
		pair[i] = k.row.ID
	}
	pairs := [][2]string{pair}
	if p.c.b.r.Options["new-round"] != "true" && p.c.body.Round > 0 {
		p.n--
		for _, bt := range p.battles {
			switch {
			case bt.row.Round != p.n || bt.row.State == struck || bt.row.State == reversed || bt.row.State == bye:
			case bt.row.State != paired:
				return pair, rules.Refuse("Round %d has begun. With the option **new-round** this pairing begins the next.", p.n)
			default:
				pairs = append(pairs, [2]string{bt.body.Sides[0].Roster, bt.body.Sides[1].Roster})
			}
		}
	}
	slices.Reverse(pairs)
	if faults := campaign.Faults(pairs, p.entrants()); len(faults) > 0 {
		text := strings.Join(faults, " ")
		if p.n == p.c.body.Round {
			text += " With the option **new-round** this pairing begins the next one."
		}
		return pair, rules.Refusal(text)
	}
	return pair, p.endBye(pair)
}

// endBye takes back the bye of somebody who is paired in that round after all.
func (p *pairing) endBye(pair [2]string) error {
	for _, bt := range p.battles {
		if bt.row.Round != p.n || bt.row.State != bye || !slices.Contains(pair[:], bt.body.Sides[0].Roster) {
			continue
		}
		whole, err := p.c.b.battle(bt.row.ID)
		if err != nil {
			return err
		}
		whole.row.State, whole.after.Settled = struck, settled{How: "It is paired after all."}
		if err := whole.save(); err != nil {
			return err
		}
	}
	return nil
}

// add stores one battle of the round.
func (p *pairing) add(state string, ids ...string) error {
	body := campaign.Battle{System: p.rosters[ids[0]].row.System}
	for _, id := range ids {
		k := p.rosters[id]
		body.Sides = append(body.Sides, campaign.BattleSide{Roster: id, Name: k.now.Name, Players: []string{k.row.Owner}})
	}
	bt := p.c.newBattle(body, p.n, state)
	bt.after.Place = p.c.body.Channel
	p.made = append(p.made, bt)
	return bt.add()
}

// answer tells who paired what came of it, and what is still open from before.
func (p *pairing) answer() string {
	pairs, byes := 0, 0
	for _, bt := range p.made {
		if bt.row.State == bye {
			byes++
		} else {
			pairs++
		}
	}
	text := fmt.Sprintf("Round %d of %s: %s paired", p.n, p.c.title(), counted(pairs, "battle"))
	if byes > 0 {
		text += ", " + counted(byes, "bye")
	}
	text += fmt.Sprintf(". It is told in <#%s>.", p.c.body.Channel)
	if left := p.leftWords(); left != "" {
		text += "\n" + left
	}
	var open []string
	for _, bt := range p.battles {
		if bt.row.State == paired || bt.row.State == fighting || bt.row.State == proposed {
			open = append(open, bt.inRound(bt.versus()+", "+bt.stateWords()))
		}
	}
	if len(open) > 0 {
		text += "\nStill open from before:\n" + strings.Join(open, "\n")
	}
	return cutLines(text, textLimit)
}

// post tells the round in the campaign's channel, in as many posts as it takes.
// Each player is called once.
func (p *pairing) post(until time.Time) error {
	head := fmt.Sprintf("**%s, round %d.**", p.c.title(), p.n)
	if !until.IsZero() {
		head += fmt.Sprintf(" To be fought by <t:%d:D> (<t:%d:R>).", until.Unix(), until.Unix())
	}
	head += " A button below opens each fight."
	var m *Message
	var posts []*Message
	called := make(map[string]bool)
	for _, bt := range p.made {
		line, users := p.line(bt, called)
		if m == nil || runes(m.Text)+1+runes(line) > textLimit || len(m.Rows) == onePost/buttonLimit && len(m.Rows[len(m.Rows)-1].Buttons) == buttonLimit {
			m = &Message{Text: head}
			posts = append(posts, m)
		}
		m.Text += "\n" + line
		m.Mentions = append(m.Mentions, users...)
		if bt.row.State == paired {
			m.offer(Button{Path: path("open-battle", bt.row.ID), Label: "Open: " + bt.short()})
		}
	}
	for _, m := range posts {
		if _, err := p.c.b.tx.Post(row(p.c.row.ID, ToChannel+p.c.body.Channel, "", Post{Message: *m})); err != nil {
			return err
		}
	}
	return nil
}

// offer puts a button under a message, beside the last.
func (m *Message) offer(b Button) {
	last := len(m.Rows) - 1
	if last < 0 || len(m.Rows[last].Buttons) == buttonLimit {
		m.Rows = append(m.Rows, Row{})
		last++
	}
	m.Rows[last].Buttons = append(m.Rows[last].Buttons, b)
}

// line tells one battle of the round, and whom it calls.
func (p *pairing) line(bt *battle, called map[string]bool) (text string, users []string) {
	var sides []string
	for _, s := range bt.body.Sides {
		who := rules.Escape(clip(p.people.name(s.Players[0]), 40))
		if user := p.people[s.Players[0]].User; user != "" && !called[user] && bt.row.State == paired {
			called[user] = true
			users = append(users, user)
			who = "<@" + user + ">"
		}
		sides = append(sides, fmt.Sprintf("**%s** (%s)", rules.Escape(s.Name), who))
	}
	if bt.row.State == bye {
		return sides[0] + " has a bye.", users
	}
	return strings.Join(sides, " – "), users
}

// short names a battle on a button: "Red Company – Sea Dogs".
func (bt *battle) short() string {
	var names []string
	for _, s := range bt.body.Sides {
		names = append(names, clip(plain(s.Name), 35))
	}
	return strings.Join(names, " – ")
}
