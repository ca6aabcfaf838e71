package cmd

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// request sends a request to a server, and returns the beginning of its answer.
func request(t *testing.T, l *live, text string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", l.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := fmt.Fprintf(conn, "%s\r\n", strings.ReplaceAll(text, "HOST", l.listener.Addr().String())); err != nil {
		t.Fatal(err)
	}
	return conn, bufio.NewReader(conn)
}

// TestServe asks for the page, for what is not there, and in ways that are no requests; it
// follows the events until the recorder is closed.
func TestServe(t *testing.T) {
	l, err := serve(loopback)
	if err != nil {
		t.Fatal(err)
	}
	l.show("first <b>")
	for _, test := range []struct{ text, status, body string }{
		{"GET / HTTP/1.1\r\nHost: HOST\r\n", "200 OK", "EventSource"},
		{"GET / HTTP/1.1\r\nHost: localhost:80\r\n", "200 OK", "EventSource"},
		{"GET /game.log HTTP/1.1\r\nHost: HOST\r\n", "404 Not Found", "404"},
		{"GET /?x HTTP/1.1\r\nHost: HOST\r\n", "404 Not Found", "404"},
		{"GET //etc/passwd HTTP/1.1\r\nHost: HOST\r\nAccept: text/event-stream\r\n", "404 Not Found", "404"},
		{"POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n", "405 Method Not Allowed", "405"},
		{"GET / HTTP/1.1\r\nHost: evil.example\r\n", "403 Forbidden", "403"},
		{"GET / HTTP/1.1\r\n", "400 Bad Request", "400"},
		{"GET /\r\n", "400 Bad Request", "400"},
		{"GET / HTTP/1.1\r\nno header\r\n", "400 Bad Request", "400"},
		{"\x16\x03\x01\r\n", "400 Bad Request", "400"},
	} {
		_, in := request(t, l, test.text)
		answer, _ := io.ReadAll(in)
		if !strings.HasPrefix(string(answer), "HTTP/1.1 "+test.status) || !strings.Contains(string(answer), test.body) {
			t.Errorf("%q: %q", test.text, answer)
		}
	}
	conn, in := request(t, l, "GET / HTTP/1.1\r\nHost: HOST\r\nX: "+strings.Repeat("x", 2*maxRequest)+"\r\n")
	if answer, _ := io.ReadAll(in); strings.Contains(string(answer), "200 OK") {
		t.Errorf("an endless request: %q", answer)
	}
	conn.Close()

	_, in = request(t, l, "GET / HTTP/1.1\r\nHost: HOST\r\nAccept: text/event-stream\r\n")
	event := func() string {
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return err.Error()
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				return strings.TrimSpace(data)
			}
		}
	}
	if got := event(); got != `"first \u003cb\u003e"` {
		t.Errorf("event %s", got)
	}
	l.show("second")
	if got := event(); got != `"second"` {
		t.Errorf("event %s", got)
	}
	l.close()
	if got := event(); got != "EOF" && !strings.Contains(got, "reset") {
		t.Errorf("after the end: %s", got)
	}
	if conn, err := net.Dial("tcp", l.listener.Addr().String()); err == nil {
		conn.Close()
		t.Error("it answers after its end")
	}
}

// TestServeIdle holds that connections that ask for nothing shut out no other, and that those that
// follow the game keep their place.
func TestServeIdle(t *testing.T) {
	l, err := serve(loopback)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	l.show("table")
	const get = "GET / HTTP/1.1\r\nHost: HOST\r\n"
	_, following := request(t, l, get+"Accept: text/event-stream\r\n")
	next := func() {
		for {
			line, err := following.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(line, "data: ") {
				return
			}
		}
	}
	next()
	for range 128 {
		request(t, l, "GET / HTTP/1.1")
	}
	_, in := request(t, l, get)
	if answer, _ := io.ReadAll(in); !strings.HasPrefix(string(answer), "HTTP/1.1 200 OK\r\n") {
		t.Errorf("beside idle connections: %q", answer)
	}
	l.show("another")
	next()
}

// TestServeEverywhere holds that the URL of a game that is shown at all addresses leads to it, and that
// it does not answer to a name there either.
func TestServeEverywhere(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "[::]:0"} {
		l, err := serve(address)
		if err != nil {
			t.Logf("%s: %v", address, err) // a machine without IPv6
			continue
		}
		defer l.close()
		at := strings.Trim(strings.TrimPrefix(l.url(), "http:"), "/")
		if where := netip.MustParseAddrPort(at); where.Addr().IsUnspecified() || where.Port() == 0 {
			t.Errorf("%s is shown at %s", address, l.url())
		}
		for host, status := range map[string]string{at: "200", "localhost": "200", "[::1]": "200", "evil.example": "403", "": "403"} {
			conn, err := net.Dial("tcp", at)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", host)
			if answer, _ := io.ReadAll(conn); !strings.HasPrefix(string(answer), "HTTP/1.1 "+status) {
				t.Errorf("%s, asked as %q: %q", address, host, answer)
			}
			conn.Close()
		}
	}
}
