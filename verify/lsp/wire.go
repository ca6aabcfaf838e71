package lsp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/textproto"
	"strconv"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage is the greatest size of a message in bytes; a longer one is skipped.
const maxMessage = 1 << 29

// codec reads and writes messages with headers. It answers anything else with an error: that must not end the session.
type codec struct {
	jsonrpc2.VSCodeObjectCodec
	stream jsonrpc2.ObjectStream // of the codec
	ended  func()                // called at the end of the input
	done   chan struct{}         // closed when all that was read is answered
}

// ReadObject reads the next message. Its error is that of reading; the connection closes at
// once then, so it waits for the answers to earlier messages.
func (c *codec) ReadObject(in *bufio.Reader, v any) error {
	for {
		err := read(in, v)
		var fault *jsonrpc2.Error
		if !errors.As(err, &fault) {
			if err != nil {
				c.ended()
				<-c.done
			}
			return err
		}
		_ = c.stream.WriteObject(map[string]any{"jsonrpc": "2.0", "id": nil, "error": fault})
	}
}

// read reads a message. Its error is a fault if the message is neither a request nor a response.
func read(in *bufio.Reader, v any) error {
	size, err := header(textproto.NewReader(in))
	if err != nil {
		return err
	}
	if size > maxMessage {
		_, err := io.CopyN(io.Discard, in, size)
		return cmp.Or(err, fault(jsonrpc2.CodeInvalidRequest, "the message is too long"))
	}
	var buffer bytes.Buffer
	if _, err := io.CopyN(&buffer, in, size); err != nil {
		return err
	}
	body := buffer.Bytes()
	var message struct{ ID json.RawMessage }
	switch {
	case !json.Valid(body):
		return fault(jsonrpc2.CodeParseError, "the message is not JSON")
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte{'['}):
		return fault(jsonrpc2.CodeInvalidRequest, "batches of messages are not part of the protocol")
	case json.Unmarshal(body, &message) == nil && bytes.ContainsAny(message.ID[:min(1, len(message.ID))], "-n"):
		return fault(jsonrpc2.CodeInvalidRequest, "an id is a string or a number from 0") // the library would answer another
	case json.Unmarshal(body, v) != nil:
		return fault(jsonrpc2.CodeInvalidRequest, "the message is neither a request nor a response")
	}
	return nil
}

// header reads headers up to the empty line after a Content-Length, and skips what is no header.
func header(in *textproto.Reader) (size int64, err error) {
	for size = -1; ; {
		headers, err := in.ReadMIMEHeader()
		var strange textproto.ProtocolError
		if err != nil && !errors.As(err, &strange) {
			return 0, err
		}
		if n, err := strconv.ParseInt(headers.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
			size = n
		}
		if err == nil && size >= 0 {
			return size, nil
		}
	}
}
