package bot

import (
	"context"
	"net"
	"sync"
	"time"
)

// silence is how long a gateway may say nothing: it acknowledges a heartbeat
// about every 41 seconds.
const silence = 90 * time.Second

// line is the network connection under one gateway connection, which is given up
// when it says nothing for so long. The library neither limits how long it reads
// nor tells reliably that it has lost the connection, so it is watched from below.
type line struct {
	patience time.Duration
	ended    chan struct{} // closed when nothing more will come

	mu   sync.Mutex
	conn net.Conn
	over bool
	why  error
}

func newLine(patience time.Duration) *line {
	return &line{patience: patience, ended: make(chan struct{})}
}

// dial is for a websocket.Dialer.
func (l *line) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		_ = conn.Close()
		return nil, net.ErrClosed
	}
	l.conn = conn
	return &watched{Conn: conn, line: l}, nil
}

// end notes that the connection is of no more use.
func (l *line) end(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.over, l.why = true, why
		close(l.ended)
	}
}

// cut ends the connection whatever the library is doing with it.
func (l *line) cut() {
	l.end(net.ErrClosed)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		_ = l.conn.Close()
	}
}

// cause is why the connection ended.
func (l *line) cause() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

// watched is the line's connection as the library sees it.
type watched struct {
	net.Conn
	line *line
}

func (w *watched) Read(p []byte) (int, error) {
	_ = w.SetReadDeadline(time.Now().Add(w.line.patience)) // a closed connection says so at Read
	n, err := w.Conn.Read(p)
	if err != nil {
		w.line.end(err)
	}
	return n, err
}

func (w *watched) Close() error {
	w.line.end(net.ErrClosed)
	return w.Conn.Close()
}
