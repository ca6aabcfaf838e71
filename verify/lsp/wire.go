package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage is the greatest size of a message in bytes; a longer one is skipped.
const maxMessage = 1 << 29

// wire is a stream of messages with headers. It answers anything else with an error and skips it:
// an editor's mistake must not end the session.
type wire struct {
	in    *bufio.Reader
	ended func()        // called at the end of the input
	done  chan struct{} // closed when all that was read is answered
	mu    sync.Mutex
	out   io.Writer
}

// ReadObject reads the next message. Its error is that of reading; the connection closes at
// once then, so it waits for the answers to earlier messages.
func (w *wire) ReadObject(v any) error {
	err := w.read(v)
	if err != nil {
		w.ended()
		<-w.done
	}
	return err
}

func (w *wire) read(v any) error {
	for {
		size, err := w.header()
		if err != nil {
			return err
		}
		if size > maxMessage {
			if _, err := io.CopyN(io.Discard, w.in, size); err != nil {
				return err
			}
			w.refuse(jsonrpc2.CodeInvalidRequest, "the message is too long")
			continue
		}
		var body bytes.Buffer
		if _, err := io.CopyN(&body, w.in, size); err != nil {
			return err
		}
		switch {
		case !json.Valid(body.Bytes()):
			w.refuse(jsonrpc2.CodeParseError, "the message is not JSON")
		case bytes.HasPrefix(bytes.TrimSpace(body.Bytes()), []byte{'['}):
			w.refuse(jsonrpc2.CodeInvalidRequest, "batches of messages are not part of the protocol")
		default:
			var message struct{ ID json.RawMessage }
			err := json.Unmarshal(body.Bytes(), &message)
			if err == nil && strings.ContainsAny(string(message.ID[:min(1, len(message.ID))]), "-n") {
				w.refuse(jsonrpc2.CodeInvalidRequest, "an id is a string or a number from 0") // the library would answer another
				continue
			}
			if err := json.Unmarshal(body.Bytes(), v); err == nil {
				return nil
			}
			w.refuse(jsonrpc2.CodeInvalidRequest, "the message is neither a request nor a response")
		}
	}
}

// header reads lines up to the empty one after a Content-Length, and skips all lines before.
func (w *wire) header() (size int64, err error) {
	size = -1
	for {
		line, err := w.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		} else if err != nil {
			return 0, err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":")
		switch {
		case strings.EqualFold(name, "Content-Length"):
			if n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil && n >= 0 {
				size = n
			}
		case name == "" && size >= 0:
			return size, nil
		}
	}
}

// refuse answers what is no request.
func (w *wire) refuse(code int, message string) {
	_ = w.WriteObject(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": message}})
}

// WriteObject writes a message.
func (w *wire) WriteObject(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = fmt.Fprintf(w.out, "Content-Length: %d\r\n\r\n%s", len(data), data)
	return err
}

// Close does nothing: the streams are the caller's.
func (w *wire) Close() error { return nil }
