package bot

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"umpire/commands"
	"umpire/storage"
)

// discordPatience is how long Discord waits for the first response to an
// interaction.
const discordPatience = 3 * time.Second

// The outcomes that interactions are counted by.
const (
	outcomeAnswered = "answered"
	outcomeRefused  = "refused" // by a rule or the desk: the player's to mend
	outcomeFault    = "fault"   // ours
	outcomeSeen     = "seen"    // delivered twice, answered before
	outcomeDropped  = "dropped" // too many waited, or it waited too long
	outcomeUnread   = "unread"  // not an interaction that is known here
)

// The fates that rows of the outbox are counted by.
const (
	fateSent    = "sent"
	fateFailed  = "failed"
	fateRetried = "retried"
	fateParked  = "parked"
)

// counts is what a Bot counts of its work. No label names a server, a channel or
// a person, and none holds what somebody chose.
type counts struct {
	registry     *prometheus.Registry
	interactions *prometheus.CounterVec // by kind and outcome
	answer       prometheus.Histogram
	late         prometheus.Counter
	rows         *prometheus.CounterVec // by fate
	records      *prometheus.CounterVec // by level
}

func newCounts() *counts {
	c := &counts{
		registry: prometheus.NewRegistry(),
		interactions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "umpire_interactions_total", Help: "Interactions by kind and by what became of them.",
		}, []string{"kind", "outcome"}),
		answer: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "umpire_answer_seconds",
			Help:    "From an interaction's arrival until Discord took the first response to it.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2, 2.5, 3, 5},
		}),
		late: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "umpire_acks_late_total", Help: "Interactions without a first response within Discord's 3 seconds.",
		}),
		rows: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "umpire_outbox_rows_total", Help: "Deliveries of messages by what became of them.",
		}, []string{"fate"}),
		records: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "umpire_log_records_total", Help: "Records written to the program's own log, by level.",
		}, []string{"level"}),
	}
	for _, fate := range []string{fateSent, fateFailed, fateRetried, fateParked} {
		c.rows.WithLabelValues(fate) // so that a rate can be taken of the first
	}
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		c.records.WithLabelValues(levelName(level))
	}
	c.registry.MustRegister(c.interactions, c.answer, c.late, c.rows, c.records, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return c
}

// watch adds what is read off a Bot when somebody asks.
func (c *counts) watch(b *Bot) {
	c.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "umpire_gateway_connected", Help: "1 while the bot hears Discord, else 0.",
		}, func() float64 {
			if b.gateway.up.Load() {
				return 1
			}
			return 0
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "umpire_gateway_reconnects_total", Help: "Connections to the gateway that were lost and made anew.",
		}, func() float64 { return float64(b.gateway.lost.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "umpire_outbox_waiting", Help: "Messages that wait to be delivered, parked ones aside.",
		}, func() float64 { return waiting(b.store) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "umpire_fight_lines_total", Help: "Lines written to the logs of fights.",
		}, func() float64 { return float64(b.store.Lines()) }),
	)
}

func waiting(store *storage.Store) float64 {
	ctx, cancel := context.WithTimeout(context.Background(), healthLimit)
	defer cancel()
	n := 0
	err := store.Read(ctx, func(tx *storage.Tx) (err error) {
		n, err = tx.Unsent()
		return err
	})
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

// interaction counts one that was read.
func (c *counts) interaction(kind commands.Kind, outcome string) {
	c.interactions.WithLabelValues(kindName(kind), outcome).Inc()
}

// strange counts one that was not read, and so has no kind.
func (c *counts) strange(outcome string) { c.interactions.WithLabelValues("unknown", outcome).Inc() }

func kindName(k commands.Kind) string {
	switch k {
	case commands.Command:
		return "command"
	case commands.Complete:
		return "complete"
	case commands.Press:
		return "press"
	case commands.Submit:
		return "submit"
	case commands.Onto:
		return "onto"
	}
	return "unknown"
}

// row counts what became of a row, by the error that its delivery gave.
func (c *counts) row(err error) {
	fate := fateFailed
	switch f := (*failure)(nil); {
	case err == nil:
		fate = fateSent
	case !errors.As(err, &f) || f.fate != refused:
		fate = fateRetried
	case parks(f.code):
		fate = fateParked
	}
	c.rows.WithLabelValues(fate).Inc()
}

// log gives a logger that counts what it writes.
func (c *counts) log(to *slog.Logger) *slog.Logger { return slog.New(counted{to.Handler(), c.records}) }

func levelName(l slog.Level) string { return strings.ToLower(l.String()) }

// counted is a log handler that counts the records.
type counted struct {
	slog.Handler
	records *prometheus.CounterVec
}

// Handle counts and writes a record.
func (h counted) Handle(ctx context.Context, r slog.Record) error {
	h.records.WithLabelValues(levelName(r.Level)).Inc()
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps counting.
func (h counted) WithAttrs(attrs []slog.Attr) slog.Handler {
	return counted{h.Handler.WithAttrs(attrs), h.records}
}

// WithGroup keeps counting.
func (h counted) WithGroup(name string) slog.Handler {
	return counted{h.Handler.WithGroup(name), h.records}
}
