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
	"slices"
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
	open     []*viewer     // in the order of arrival
	closed   bool
	done     sync.WaitGroup
}

// viewer is a connection of a browser.
type viewer struct {
	net.Conn
	follows bool // it has asked for the events
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
	l := &live{listener: listener, changed: make(chan struct{})}
	l.done.Go(l.accept)
	return l, nil
}

// url is where the game is shown. No browser can go to the address 0.0.0.0 or [::], which means all
// addresses of the machine: url names one of them, for others to reach it if there is one.
func (l *live) url() string {
	at := *l.listener.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
		all, _ := net.InterfaceAddrs()
		if i := slices.IndexFunc(all, reachable); i >= 0 {
			at.IP = all[i].(*net.IPNet).IP
		}
	}
	return "http://" + at.String() + "/"
}

// reachable reports whether other machines may reach an address.
func reachable(a net.Addr) bool {
	at, ok := a.(*net.IPNet)
	return ok && at.IP.IsGlobalUnicast()
}

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
	for _, v := range l.open {
		v.Close()
	}
	l.closed = true
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
		v := &viewer{Conn: conn}
		if !l.admit(v) {
			conn.Close()
			continue
		}
		l.done.Go(func() {
			l.answer(v)
			conn.Close()
			l.mu.Lock()
			l.open = slices.DeleteFunc(l.open, func(other *viewer) bool { return other == v })
			l.mu.Unlock()
		})
	}
}

// admit adds a connection. If there are too many, it takes the place of the oldest that follows
// nothing: connections that are open and ask for nothing shut out no other.
func (l *live) admit(v *viewer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) == mostWatching {
		idle := slices.IndexFunc(l.open, func(v *viewer) bool { return !v.follows })
		if idle < 0 {
			return false
		}
		l.open[idle].Close()
		l.open = slices.Delete(l.open, idle, idle+1)
	}
	if !l.closed {
		l.open = append(l.open, v)
	}
	return !l.closed
}

// answer answers one request.
func (l *live) answer(conn *viewer) {
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
	case foreign(header.Get("Host")):
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

// foreign reports whether a request was made by a name other than localhost. A page from elsewhere
// could lead its own name to this address, and read the game that way; an address in numbers it cannot.
func foreign(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	_, err = netip.ParseAddr(name)
	return name != "localhost" && err != nil
}

// follow sends the table, and again whenever it changes.
func (l *live) follow(conn *viewer) {
	l.mu.Lock()
	conn.follows = true
	l.mu.Unlock()
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
			closed := l.closed
			l.mu.Unlock()
			if closed {
				return
			}
		}
	}
}
