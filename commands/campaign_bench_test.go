package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
	"umpire/storage"
)

// What the club of the benchmark keeps: 10,000 rosters with ten entries each, and a
// campaign of 200 of them with 1,000 battles.
const (
	benchRosters = 10_000
	benchEntries = 10
	benchLeague  = 200
	benchBattles = 1_000
)

// BenchmarkBooks is what somebody waits for who asks a large club's books, without
// Discord: the command, all that it reads, and its answer.
func BenchmarkBooks(b *testing.B) {
	store, err := storage.Open(context.Background(), filepath.Join(b.TempDir(), "umpire.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	fillBooks(b, store)
	desk := commands.NewDesk(commands.Options{Store: store, Systems: catalog.All(), Random: rand.NewChaCha8([32]byte{})})
	ask := func(kind commands.Kind, path, focused string, options map[string]string) func(b *testing.B) {
		return func(b *testing.B) {
			n := 0
			for b.Loop() {
				n++
				reply, err := desk.Answer(context.Background(), commands.Request{
					ID: fmt.Sprint(path, focused, n, b.N), Kind: kind, Path: path, Focused: focused, Options: options,
					User: commands.Person{ID: "u7", Name: "Seven"}, Guild: "g", Channel: "hall", At: time.Now(),
				})
				if err != nil || reply.Message.Text == "" && len(reply.Choices) == 0 {
					b.Fatalf("%+v, %v", reply, err)
				}
			}
		}
	}
	b.Run("show", ask(commands.Command, "roster show", "", map[string]string{"roster": "R00007"}))
	b.Run("history", ask(commands.Command, "roster history", "", map[string]string{"roster": "R00007"}))
	b.Run("complete", ask(commands.Complete, "roster show", "roster", map[string]string{"roster": "777"}))
	b.Run("standings", ask(commands.Command, "campaign standings", "", map[string]string{"campaign": "LEAGUE"}))
	b.Run("by player", ask(commands.Command, "campaign standings", "", map[string]string{"campaign": "LEAGUE", "by": "player"}))
	b.Run("campaign", ask(commands.Command, "campaign show", "", map[string]string{"campaign": "LEAGUE"}))
}

func fillBooks(b *testing.B, store *storage.Store) {
	b.Helper()
	sys := catalog.All()[0]
	var changes []campaign.Change
	for _, f := range sys.Sample().Sides[0].Fighters {
		m, err := campaign.Enlist(sys, f)
		if err != nil {
			b.Fatal(err)
		}
		changes = append(changes, campaign.Change{What: campaign.Add, Who: &m})
	}
	write := func(fn func(*storage.Tx) error) {
		if err := store.Write(context.Background(), fn); err != nil {
			b.Fatal(err)
		}
	}
	var keys []string
	write(func(tx *storage.Tx) error {
		for i := range 500 {
			m, err := tx.Join("g", fmt.Sprint("u", i), fmt.Sprint("Member ", i))
			if err != nil {
				return err
			}
			keys = append(keys, m.Key)
		}
		body, _ := json.Marshal(campaign.Campaign{Channel: "hall", Organiser: keys[7], Terms: campaign.DefaultTerms()})
		return tx.AddCampaign(storage.Campaign{ID: "LEAGUE", Guild: "g", Name: "The League", State: storage.Opened, Body: body})
	})
	for from := 0; from < benchRosters; from += 500 {
		write(func(tx *storage.Tx) error {
			for i := from; i < from+500; i++ {
				if err := addBenchRoster(tx, sys, keys, i, changes); err != nil {
					return err
				}
			}
			return nil
		})
	}
	write(func(tx *storage.Tx) error {
		for i := range benchBattles {
			one, two := i%benchLeague, (i*7+3)%benchLeague
			body, _ := json.Marshal(campaign.Battle{System: sys.Key, Result: campaign.Won, Winner: 1 + i%2, Sides: []campaign.BattleSide{
				{Roster: fmt.Sprintf("R%05d", one), Name: fmt.Sprint("Company ", one), Players: []string{keys[one%500]}},
				{Roster: fmt.Sprintf("R%05d", two), Name: fmt.Sprint("Company ", two), Players: []string{keys[two%500]}},
			}})
			if err := tx.AddBattle(storage.Battle{ID: fmt.Sprintf("B%05d", i), Campaign: "LEAGUE", Guild: "g", Round: i / 100, State: "confirmed", Body: body, Proposal: make([]byte, 8<<10)}); err != nil {
				return err
			}
		}
		return nil
	})
}

func addBenchRoster(tx *storage.Tx, sys *rules.System, keys []string, i int, members []campaign.Change) error {
	r := storage.Roster{ID: fmt.Sprintf("R%05d", i), Guild: "g", System: sys.Key, Owner: keys[i%500], Name: fmt.Sprint("Company ", i), State: storage.Kept}
	if i < benchLeague {
		r.Campaign = "LEAGUE"
	}
	if err := tx.AddRoster(r); err != nil {
		return err
	}
	now := campaign.Roster{}
	for n := 1; n <= benchEntries; n++ {
		changes := []campaign.Change{{What: campaign.Wound, Member: members[n%len(members)].Who.ID, N: 1}}
		if n == 1 {
			changes = append([]campaign.Change{{What: campaign.Name, To: r.Name}}, members...)
		}
		var err error
		if now, err = now.After(changes); err != nil {
			return err
		}
		entry, _ := json.Marshal(map[string]any{"changes": changes})
		body, _ := json.Marshal(now)
		if err := tx.AppendEntry(storage.LedgerEntry{Roster: r.ID, N: n, By: r.Owner, Why: "a test", Body: entry}, r.Name, body); err != nil {
			return err
		}
	}
	return nil
}
