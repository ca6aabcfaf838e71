package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"tpnote/verify/view"
)

// live shows a game that is recorded to browsers. It answers at "/" alone: with a page, or the events that it asks for.
type live struct {
	listener net.Listener
	server   *http.Server
	mu       sync.Mutex
	table    string        // the last event
	changed  chan struct{} // closed when there is another
}

// maxRequest is how many bytes of a request are read.
const maxRequest = 16 << 10

// patience is how long a browser may take to send its request, or to take what it is sent.
const patience = 10 * time.Second

// serve begins to show a game at an address, which is given in numbers.
func serve(address string) (*live, error) {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return nil, errors.New("an address is IP:PORT, such as 192.168.1.5:8000")
	}
	l := &live{changed: make(chan struct{})}
	if l.listener, err = net.Listen("tcp", at.String()); err != nil {
		return nil, err
	}
	l.server = &http.Server{Handler: l, ReadTimeout: patience, MaxHeaderBytes: maxRequest, ErrorLog: log.New(io.Discard, "", 0)}
	go l.server.Serve(l.listener)
	return l, nil
}

// url is where the game is shown. No browser can go to the address 0.0.0.0 or [::], which means all
// addresses of the machine: url names one of them, for others to reach it if there is one.
func (l *live) url() string {
	at := *l.listener.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
		all, _ := net.InterfaceAddrs()
		for _, a := range slices.Backward(all) {
			if a, ok := a.(*net.IPNet); ok && a.IP.IsGlobalUnicast() { // other machines may reach it
				at.IP = a.IP
			}
		}
	}
	return "http://" + at.String() + "/"
}

// show shows the table as it is now.
func (l *live) show(table string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.table = table
	close(l.changed)
	l.changed = make(chan struct{})
}

// close ends all connections.
func (l *live) close() { l.server.Close() }

// ServeHTTP answers one request. The browser keeps nothing, and the page loads nothing from another server.
func (l *live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Connection", "close")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'")
	refuse := func(status int) { http.Error(w, fmt.Sprint(status, " ", http.StatusText(status)), status) }
	switch {
	case foreign(r.Host):
		refuse(http.StatusForbidden)
	case r.RequestURI != "/":
		refuse(http.StatusNotFound)
	case r.Method != http.MethodGet:
		refuse(http.StatusMethodNotAllowed)
	case strings.Contains(r.Header.Get("Accept"), "text/event-stream"):
		l.follow(w, r)
	default:
		header.Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, view.LivePage)
	}
}

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
func (l *live) follow(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	connection := http.NewResponseController(w)
	for sent := (chan struct{})(nil); ; {
		l.mu.Lock()
		table, changed := l.table, l.changed
		l.mu.Unlock()
		event := ":\n\n" // a browser that has gone shows when it is written to
		if changed != sent {
			data, _ := json.Marshal(table) // a string always has a form
			event, sent = fmt.Sprintf("data: %s\n\n", data), changed
		}
		_ = connection.SetWriteDeadline(time.Now().Add(patience))
		if _, err := io.WriteString(w, event); err != nil || connection.Flush() != nil {
			return
		}
		select {
		case <-changed:
		case <-time.After(patience):
		case <-r.Context().Done():
			return
		}
	}
}
