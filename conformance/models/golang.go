// Reads URLs with net/url. README.md says how it is spoken to.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"runtime"
	"strings"
)

type reading struct {
	Scheme  *string `json:"scheme"`
	Host    *string `json:"host"`
	Port    *string `json:"port"`
	Path    string  `json:"path"`
	Refused string  `json:"refused,omitempty"`
	Version string  `json:"version,omitempty"`
}

func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func parse(text string, base []string) (*url.URL, error) {
	if len(base) == 0 {
		return url.Parse(text)
	}
	of, err := url.Parse(base[0])
	if err != nil {
		return nil, err
	}
	return of.Parse(text)
}

func read(text string, base ...string) reading {
	parsed, err := parse(text, base)
	if err != nil {
		return reading{Refused: err.Error()}
	}
	return reading{Scheme: some(parsed.Scheme), Host: some(parsed.Hostname()), Port: some(parsed.Port()), Path: parsed.EscapedPath()}
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.Encode(reading{Version: runtime.Version()})
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var parts []string
		for _, part := range strings.Split(lines.Text(), " ") {
			text, _ := hex.DecodeString(part)
			parts = append(parts, string(text))
		}
		encoder.Encode(read(parts[0], parts[1:]...))
	}
}
