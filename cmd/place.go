package cmd

import (
	"fmt"
	"strconv"
	"strings"
)

// cutPlace cuts FILE@OFFSET, the place where a game begins.
func cutPlace(text string) (file string, offset int64, err error) {
	at := strings.LastIndexByte(text, '@')
	if at > 0 {
		offset, err = strconv.ParseInt(text[at+1:], 10, 64)
	}
	if at <= 0 || err != nil || offset < 0 {
		return "", 0, fmt.Errorf("%q is not FILE@OFFSET", text)
	}
	return text[:at], offset, nil
}

func noGameAt(offset int64) error { return fmt.Errorf("no game begins at byte %d", offset) }
