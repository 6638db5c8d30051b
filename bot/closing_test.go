package bot

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// closing is a Discord whose gateway closes every connection with one code after
// Hello, or says nothing at all when the code is 0.
type closing struct {
	code    int
	done    chan struct{}
	network *network
}

func closesWith(t *testing.T, code int) *closing {
	t.Helper()
	c := &closing{code: code, done: make(chan struct{})}
	server := httptest.NewServer(c)
	t.Cleanup(func() { close(c.done); server.CloseClientConnections(); server.Close() })
	var err error
	if c.network, err = newNetwork(server.URL + "/api"); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *closing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/v9/gateway") {
		_ = json.NewEncoder(w).Encode(map[string]string{"url": "ws://" + r.Host + "/socket"})
		return
	}
	var up websocket.Upgrader
	socket, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer socket.Close()
	if c.code == 0 {
		<-c.done
		return
	}
	_ = socket.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))
	_, _, _ = socket.ReadMessage() // identify
	_ = socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(c.code, ""), time.Now().Add(time.Second))
	_, _, _ = socket.ReadMessage()
}
