// Reads URLs with net/url. README.md says how it is spoken to.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"runtime"
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

func parse(text string) (*url.URL, error) {
	if base, ok := os.LookupEnv("BASE"); ok {
		of, err := url.Parse(base)
		if err != nil {
			return nil, err
		}
		return of.Parse(text)
	}
	return url.Parse(text)
}

func read(text string) reading {
	parsed, err := parse(text)
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
		text, _ := hex.DecodeString(lines.Text())
		encoder.Encode(read(string(text)))
	}
}
