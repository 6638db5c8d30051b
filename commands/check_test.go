package commands_test

import (
	"database/sql"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
	"umpire/storage"
)

// checked checks the club's books and logs beside its store.
func (c *club) checked() (check commands.Check, faults []string) {
	c.t.Helper()
	from, err := storage.OpenReading(c.t.Context(), c.file)
	if err != nil {
		c.t.Fatal(err)
	}
	defer from.Close()
	check = commands.Check{Systems: append(catalog.All(), ground()), Tell: func(fault string) { faults = append(faults, fault) }}
	for _, part := range []func() error{
		func() error { return check.Books(c.t.Context(), from) },
		func() error { return check.Logs(c.t.Context(), from) },
	} {
		if err := part(); err != nil {
			c.t.Fatal(err)
		}
	}
	return check, faults
}

// tamper changes the database past the store.
func (c *club) tamper(statements ...string) {
	c.t.Helper()
	db, err := sql.Open("sqlite", "file:"+c.file+"?_busy_timeout=5000")
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		result, err := db.Exec(s)
		if err != nil {
			c.t.Fatal(err)
		}
		if n, _ := result.RowsAffected(); n == 0 && strings.HasPrefix(s, "UPDATE") {
			c.t.Fatalf("%s changes nothing", s)
		}
	}
}

func TestBooksThatNobodyTamperedWithHold(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.battle("silas_crane", 1)
	thread := l.open()
	l.conceded(bob, thread) // proposed: its rosters are held although the fight is over
	l.fight(nil)            // and one that goes on
	check, faults := l.checked()
	for _, fault := range faults {
		t.Error(fault)
	}
	if check.Rosters != 2 || check.Battles != 2 || check.Fights != 3 || check.Entries < 4 || check.Lines < 10 {
		t.Errorf("checked %+v", check)
	}
}

func TestWhatWasTamperedWithIsNamed(t *testing.T) {
	tampered := map[string]struct {
		statements []string
		want       []string
	}{
		"a roster": {
			[]string{`UPDATE rosters SET body = CAST(REPLACE(CAST(body AS TEXT), '"wounds":', '"wounds":1') AS BLOB) WHERE id = 'SEADOG'`},
			[]string{"roster SEADOG", "entry 2", "silas_crane"},
		},
		"a ledger": {
			[]string{"DROP TRIGGER ledger_unchanged", `UPDATE ledger SET body = CAST(REPLACE(CAST(body AS TEXT), '"n":', '"n":1') AS BLOB) WHERE roster = 'SEADOG' AND n = 2`},
			[]string{"roster SEADOG", "silas_crane"},
		},
		"a ledger cut short": {
			[]string{"DROP TRIGGER ledger_kept", "DELETE FROM ledger WHERE roster = 'SEADOG' AND n = 2"},
			[]string{"roster SEADOG", "at entry 2, and its ledger has 1"},
		},
		"the order of a ledger": {
			[]string{"DROP TRIGGER ledger_unchanged", "UPDATE ledger SET n = 7 WHERE roster = 'SEADOG' AND n = 2"},
			[]string{"roster SEADOG", "entry 2 of the ledger is out of order"},
		},
		"a roster's name": {
			[]string{"UPDATE rosters SET name = 'Nobody' WHERE id = 'SEADOG'"},
			[]string{"roster SEADOG", "the ledger calls it"},
		},
		"a roster's fight": {
			[]string{"UPDATE rosters SET fight = 'GONE' WHERE id = 'SEADOG'"},
			[]string{"roster SEADOG", "GONE", "not there"},
		},
		"a roster that is held": {
			[]string{"UPDATE rosters SET fight = (SELECT session FROM battles) WHERE id = 'SEADOG'"},
			[]string{"roster SEADOG", "held in fight", "is over"},
		},
		"a battle's fight": {
			[]string{"UPDATE battles SET session = 'GONE'"},
			[]string{"battle", "its fight GONE is not there"},
		},
		"a battle's state": {
			[]string{"UPDATE battles SET state = 'won'"},
			[]string{"battle", `"won"`},
		},
		"a sheet": {
			[]string{
				"DROP TRIGGER ledger_unchanged",
				`UPDATE ledger SET battle = ''`, // after a battle a sheet may wait to be put right
				`UPDATE ledger SET body = CAST(REPLACE(CAST(body AS TEXT), '"wounds":', '"woundz":') AS BLOB) WHERE roster = 'REDCOM' AND n = 1`,
				`UPDATE rosters SET body = CAST(REPLACE(CAST(body AS TEXT), '"wounds":', '"woundz":') AS BLOB) WHERE id = 'REDCOM'`,
			},
			[]string{"roster REDCOM", "woundz"},
		},
		"a log": {
			[]string{"DROP TRIGGER log_unchanged", "UPDATE log SET chain = REPLACE(chain, SUBSTR(chain, 1, 4), 'beef') WHERE line = 3"},
			[]string{"fight", "line 3"},
		},
		"a log cut short": {
			[]string{"DROP TRIGGER log_kept", "DELETE FROM log WHERE line = (SELECT MAX(line) FROM log)"},
			[]string{"fight", "its log has"},
		},
		"a fight": {
			[]string{"UPDATE sessions SET snapshot = (SELECT snapshot FROM snapshots WHERE session = sessions.id ORDER BY line LIMIT 1)"},
			[]string{"fight", "does not stand at line"},
		},
	}
	for name, test := range tampered {
		t.Run(name, func(t *testing.T) {
			l := newLeague(t, "lasthope", campaign.DefaultTerms())
			l.battle("silas_crane", 1)
			if _, faults := l.checked(); len(faults) > 0 {
				t.Fatalf("before it was tampered with: %v", faults)
			}
			l.tamper(test.statements...)
			check, faults := l.checked()
			told := strings.Join(faults, "\n")
			if check.Faults == 0 || check.Faults != len(faults) {
				t.Errorf("%d faults, %d told", check.Faults, len(faults))
			}
			for _, want := range test.want {
				if !strings.Contains(told, want) {
					t.Errorf("it does not name %q:\n%s", want, told)
				}
			}
		})
	}
}
