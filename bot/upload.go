package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/textproto"
	"strconv"
	"strings"

	"umpire/commands"
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
	jsonType      = "application/json"
	fieldName     = "battlefield.png"
	cardsName     = "cards.png"
	standingsName = "standings.png"
)

// upload is one file on its way.
type upload struct {
	attachment
	kind    string
	content []byte
}

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
// shows and the file that goes with it. A picture that cannot be drawn does not
// hold back its text.
func (w *writer) write(ctx context.Context, body any) (kind string, raw []byte, err error) {
	if body == nil {
		return jsonType, nil, nil
	}
	m, wrap := shown(body)
	if m == nil || m.picture == nil && m.file == nil {
		raw, err = json.Marshal(body)
		return jsonType, raw, err
	}
	var files []upload
	if p := m.picture; p != nil {
		drawn, err := w.draw(ctx, p)
		if err != nil {
			w.log.Error("a picture is left out", "err", err)
		} else {
			files = append(files, drawn)
		}
	}
	if f := m.file; f != nil {
		files = append(files, upload{attachment{Filename: f.Name, Description: f.Alt}, fileType(f.Name), f.Body})
	}
	if len(files) == 0 {
		raw, err = json.Marshal(wrap(*m))
		return jsonType, raw, err
	}
	m.Attachments = &[]attachment{}
	for i := range files {
		files[i].ID = strconv.Itoa(i)
		*m.Attachments = append(*m.Attachments, files[i].attachment)
	}
	return multipartForm(wrap(*m), files)
}

// draw makes a file of what a picture shows, with the words for it.
func (w *writer) draw(ctx context.Context, p *commands.Picture) (upload, error) {
	if s := p.Standings; s != nil {
		drawn, err := w.drawer.DrawStandings(ctx, s)
		return upload{attachment{Filename: standingsName, Description: s.Alt()}, "image/png", drawn}, err
	}
	name := fieldName
	if len(p.Scene.Cards) > 0 {
		name = cardsName
	}
	drawn, err := w.drawer.Draw(ctx, &p.Scene, p.Ring)
	return upload{attachment{Filename: name, Description: picture.Alt(&p.Scene)}, "image/png", drawn}, err
}

// fileType is what a file is, by its name; what is unknown is plain text.
func fileType(name string) string {
	if strings.HasSuffix(name, ".html") {
		return "text/html; charset=utf-8"
	}
	return "text/plain; charset=utf-8"
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

// multipartForm joins a body and its files as Discord takes them.
func multipartForm(body any, files []upload) (kind string, raw []byte, err error) {
	payload, err := json.Marshal(body)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	put := func(disposition, kind string, content []byte) {
		if err != nil {
			return
		}
		var to io.Writer
		if to, err = form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}}); err == nil {
			_, err = to.Write(content)
		}
	}
	put(`form-data; name="payload_json"`, jsonType, payload)
	for _, f := range files {
		put(fmt.Sprintf(`form-data; name="files[%s]"; filename=%q`, f.ID, f.Filename), f.kind, f.content)
	}
	if err == nil {
		err = form.Close()
	}
	return form.FormDataContentType(), out.Bytes(), err
}
