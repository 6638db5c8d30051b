package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

// called is the house rule by which players name the cards that they drew at
// their own tables.
func called() map[string]string { return map[string]string{"cards": "called"} }

// order declares an attack of a side's by slash command.
func (c *club) order(who commands.Person, thread, attacker, target string) {
	c.t.Helper()
	c.command(who, thread, "attack", map[string]string{"attacker": attacker, "target": target})
}

// attack declares Marshal Hale's attack upon Dusty, which is Alice's to order
// when she brings the Sheriffs.
func (c *club) attack(thread string) { c.order(alice, thread, "Marshal Hale", "Dusty") }

// show picks a card in the newest direct message to somebody, as far as "Lock it
// in". Without a card it takes the first that is offered.
func (c *club) show(who commands.Person, card string) {
	c.t.Helper()
	dest := "user/" + who.ID
	offered := menuOf(c.t, c.last(dest))
	if strings.HasPrefix(offered.Path, "group/") {
		suit := offered.Choices[0].Value
		for _, choice := range offered.Choices {
			if card != "" && strings.EqualFold(choice.Value[:1], card[len(card)-1:]) {
				suit = choice.Value
			}
		}
		c.must(c.tap(who, dest, offered.Hint, suit))
		offered = menuOf(c.t, c.last(dest))
	}
	if card == "" {
		card = offered.Choices[0].Value
	}
	c.must(c.tap(who, dest, offered.Hint, card))
}

// lock picks a card by direct message and locks it in.
func (c *club) lock(who commands.Person, card string) commands.Reply {
	c.t.Helper()
	c.show(who, card)
	return c.must(c.tap(who, "user/"+who.ID, "Lock it in"))
}

func menuOf(t *testing.T, m commands.Message) *commands.Menu {
	t.Helper()
	for _, row := range m.Rows {
		if row.Menu != nil {
			return row.Menu
		}
	}
	t.Fatalf("there is no menu in %+v", m)
	return nil
}

func TestAnAttackByButtonsTakesFourPressesToDeclareAndTwoToChoose(t *testing.T) {
	for name, house := range map[string]map[string]string{"dealt": nil, "called": called()} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			thread := c.fight(house)
			dest := "channel/" + thread
			before := c.n
			menu := c.must(c.tap(alice, dest, "Attack"))
			for has(menu.Message, "Attack") == "" {
				menu = c.press(alice, menu.Message, "menu", menuOf(t, menu.Message).Choices[0].Value)
			}
			c.press(alice, menu.Message, "Attack")
			if presses := c.n - before; presses > 4 {
				t.Errorf("declaring takes %d presses, want at most 4", presses)
			}
			for _, who := range []commands.Person{alice, bob} {
				before = c.n
				c.lock(who, "")
				if presses := c.n - before; presses > 3 {
					t.Errorf("%s chooses and locks with %d presses, want at most 3", who.Name, presses)
				}
			}
			if told := c.last(dest).Text; !strings.Contains(told, "Defence: ") || !strings.Contains(told, "seals open and true") {
				t.Errorf("the second lock tells\n%s", told)
			}
		})
	}
}
