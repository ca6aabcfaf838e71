package cmd

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/textproto"
	"strings"
	"sync"
	"time"

	"tpnote/verify/view"
)

// live shows a game that is recorded to browsers. It answers at one address alone, "/": with a
// page, or with the events that the page asks for. (net/http, with the TLS that it brings,
// would make the program larger by a half.)
type live struct {
	listener *net.TCPListener
	mu       sync.Mutex
	table    string        // the last event
	changed  chan struct{} // closed when there is another
	open     map[net.Conn]bool
	done     sync.WaitGroup
}

// mostWatching is how many browsers may watch at a time.
const mostWatching = 64

// maxRequest is how many bytes of a request are read.
const maxRequest = 16 << 10

// patience is how long a browser may take to send its request, or to take what it is sent.
const patience = 10 * time.Second

// serve begins to show a game at an address. It is given in numbers: what looks up names would
// make the program larger.
func serve(address string) (*live, error) {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, errors.New("an address is IP:PORT, such as 192.168.1.5:8000")
	}
	listener, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(at))
	if err != nil {
		return nil, err
	}
	l := &live{listener: listener, changed: make(chan struct{}), open: map[net.Conn]bool{}}
	l.done.Go(l.accept)
	return l, nil
}

// url is where the game is shown.
func (l *live) url() string { return "http://" + l.listener.Addr().String() + "/" }

// show shows the table as it is now.
func (l *live) show(table string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.table = table
	close(l.changed)
	l.changed = make(chan struct{})
}

// close ends all connections. Followers that wait for a change return.
func (l *live) close() {
	l.listener.Close()
	l.mu.Lock()
	for conn := range l.open {
		conn.Close()
	}
	l.open = nil
	close(l.changed)
	l.changed = make(chan struct{})
	l.mu.Unlock()
	l.done.Wait()
}

// accept answers every connection, until the listener is closed.
func (l *live) accept() {
	for {
		conn, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.mu.Lock()
		welcome := l.open != nil && len(l.open) < mostWatching
		if welcome {
			l.open[conn] = true
		}
		l.mu.Unlock()
		if !welcome {
			conn.Close()
			continue
		}
		l.done.Go(func() {
			l.answer(conn)
			conn.Close()
			l.mu.Lock()
			delete(l.open, conn)
			l.mu.Unlock()
		})
	}
}

// answer answers one request.
func (l *live) answer(conn net.Conn) {
	conn.SetDeadline(time.Now().Add(patience))
	in := textproto.NewReader(bufio.NewReader(io.LimitReader(conn, maxRequest)))
	request, err := in.ReadLine()
	if err != nil {
		return
	}
	header, err := in.ReadMIMEHeader()
	method, rest, _ := strings.Cut(request, " ")
	path, version, _ := strings.Cut(rest, " ")
	status := "200 OK"
	switch {
	case err != nil || !strings.HasPrefix(version, "HTTP/1."):
		status = "400 Bad Request"
	case l.foreign(header.Get("Host")):
		status = "403 Forbidden"
	case path != "/":
		status = "404 Not Found"
	case method != "GET":
		status = "405 Method Not Allowed"
	}
	said, kind := view.LivePage, "text/html"
	if status != "200 OK" {
		said, kind = status+"\n", "text/plain"
	} else if strings.Contains(header.Get("Accept"), "text/event-stream") {
		l.follow(conn)
		return
	}
	fmt.Fprintf(conn, "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %d\r\n%s\r\n%s", status, kind, len(said), guards, said)
}

// guards are headers of every answer: the browser keeps nothing, and the page loads nothing from
// another server.
const guards = "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n" +
	"Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'\r\n"

// foreign reports whether a request to the loopback address was made by another name: a page
// from elsewhere would read the game that way.
func (l *live) foreign(host string) bool {
	at, ok := l.listener.Addr().(*net.TCPAddr)
	if !ok || !at.IP.IsLoopback() {
		return false
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name != "localhost" && !net.ParseIP(strings.Trim(name, "[]")).IsLoopback()
}

// follow sends the table, and again whenever it changes.
func (l *live) follow(conn net.Conn) {
	fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n%s\r\n", guards)
	for {
		l.mu.Lock()
		table, changed := l.table, l.changed
		l.mu.Unlock()
		data, err := json.Marshal(table)
		if err != nil {
			return // a string always has a form
		}
		conn.SetDeadline(time.Now().Add(patience))
		if _, err := fmt.Fprintf(conn, "data: %s\n\n", data); err != nil {
			return
		}
		for waiting := true; waiting; {
			select {
			case <-changed:
				waiting = false
			case <-time.After(patience): // a browser that has gone shows when it is written to
				conn.SetDeadline(time.Now().Add(patience))
				if _, err := io.WriteString(conn, ":\n\n"); err != nil {
					return
				}
			}
			l.mu.Lock()
			closed := l.open == nil
			l.mu.Unlock()
			if closed {
				return
			}
		}
	}
}
