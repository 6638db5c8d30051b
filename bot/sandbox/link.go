package sandbox

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// link is one gateway connection. Sending never blocks: a goroutine of its
// own writes what has queued up. Errors of the connection show in its reader.
type link struct {
	ws   *websocket.Conn
	wake chan struct{}
	bad  *badStart // what happens in place of the first login; under the world's mutex
	done chan struct{}
	once sync.Once

	mu    sync.Mutex
	queue [][]byte
	muted bool   // nothing is sent any more, and nobody is told
	bye   []byte // the close frame, sent after the queue
}

func newLink(ws *websocket.Conn) *link {
	return &link{ws: ws, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

func (l *link) send(packet object) {
	raw, err := json.Marshal(packet)
	if err != nil {
		panic("sandbox: a packet that is not JSON: " + err.Error()) // ours, and found by any test
	}
	l.sendRaw(raw)
}

func (l *link) sendRaw(raw []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bye == nil && !l.muted {
		l.queue = append(l.queue, raw)
		l.nudge()
	}
}

// hangUp closes the connection with a code once the queue is sent.
func (l *link) hangUp(code int, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bye == nil {
		l.bye = websocket.FormatCloseMessage(code, text)
		l.nudge()
	}
}

// mute lets nothing out any more.
func (l *link) mute() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.muted = true
}

// closing tells whether this side has hung up.
func (l *link) closing() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bye != nil
}

func (l *link) nudge() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// write sends what queues up until the link stops.
func (l *link) write() {
	for {
		select {
		case <-l.wake:
		case <-l.done:
			return
		}
		l.mu.Lock()
		queue, bye := l.queue, l.bye
		l.queue = nil
		l.mu.Unlock()
		for _, raw := range queue {
			_ = l.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
			if l.ws.WriteMessage(websocket.TextMessage, raw) != nil {
				_ = l.ws.Close() // wakes the reader, which lets go of the session
				return
			}
		}
		if bye != nil {
			_ = l.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
			// The reader waits a little for the other side to close, so that
			// the code is not lost behind a reset.
			_ = l.ws.NetConn().SetReadDeadline(time.Now().Add(2 * time.Second))
			return
		}
	}
}

// drain reads until the other side has gone.
func (l *link) drain() {
	for {
		if _, _, err := l.ws.ReadMessage(); err != nil {
			return
		}
	}
}

// stop ends the connection and its writing goroutine.
func (l *link) stop() {
	l.once.Do(func() { close(l.done) })
	_ = l.ws.Close()
}

// cut ends the connection without a word, as a lost network does.
func (l *link) cut() { _ = l.ws.NetConn().Close() }
