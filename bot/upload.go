package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/textproto"

	"umpire/commands/picture"
)

// attachment names a file that goes with a message (Discord docs, Uploading
// Files). Description is read by those who cannot see it.
type attachment struct {
	ID          string `json:"id"` // as Discord's contract has it: digits as text, the n of files[n]
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

const (
	jsonType    = "application/json"
	pictureName = "battlefield.png"
)

// writer gives bodies the form in which they are sent.
type writer struct {
	drawer *picture.Drawer
	log    *slog.Logger
}

func newWriter(log *slog.Logger) (*writer, error) {
	drawer, err := picture.NewDrawer()
	if err != nil {
		return nil, err
	}
	return &writer{drawer, log}, nil
}

// write gives a body as JSON, or as a form with the picture that its message
// shows. A picture that cannot be drawn does not hold back its text.
func (w *writer) write(ctx context.Context, body any) (kind string, raw []byte, err error) {
	if body == nil {
		return jsonType, nil, nil
	}
	m, wrap := shown(body)
	if m == nil || m.picture == nil {
		raw, err = json.Marshal(body)
		return jsonType, raw, err
	}
	drawn, err := w.drawer.Draw(ctx, &m.picture.Scene, m.picture.Ring)
	if err != nil {
		w.log.Error("a picture is left out", "err", err)
		m.picture = nil
		raw, err = json.Marshal(wrap(*m))
		return jsonType, raw, err
	}
	m.Attachments = &[]attachment{{ID: "0", Filename: pictureName, Description: picture.Alt(&m.picture.Scene)}}
	return multipartForm(wrap(*m), drawn)
}

// shown finds the message in a body, and gives how to put it back.
func shown(body any) (*message, func(message) any) {
	switch b := body.(type) {
	case message:
		return &b, func(m message) any { return m }
	case response:
		if m, ok := b.Data.(message); ok {
			return &m, func(m message) any { return response{b.Type, m} }
		}
	}
	return nil, nil
}

// multipartForm joins a body and its one file as Discord takes them.
func multipartForm(body any, file []byte) (kind string, raw []byte, err error) {
	payload, err := json.Marshal(body)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	parts := multipart.NewWriter(&out)
	for _, part := range []struct {
		disposition, kind string
		content           []byte
	}{
		{`form-data; name="payload_json"`, jsonType, payload},
		{fmt.Sprintf(`form-data; name="files[0]"; filename=%q`, pictureName), "image/png", file},
	} {
		header := textproto.MIMEHeader{"Content-Disposition": {part.disposition}, "Content-Type": {part.kind}}
		to, err := parts.CreatePart(header)
		if err == nil {
			_, err = to.Write(part.content)
		}
		if err != nil {
			return "", nil, err
		}
	}
	if err := parts.Close(); err != nil {
		return "", nil, err
	}
	return parts.FormDataContentType(), out.Bytes(), nil
}
