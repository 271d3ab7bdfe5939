// Prints the host of each argument, as browsers read it:
//
//	CGO_CFLAGS="$(pkg-config --cflags napkin)" CGO_LDFLAGS="$(pkg-config --libs napkin)" go run . 'HTTP://Pub.example/menu'
package main

/*
#include <napkin.h>
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

// text returns a pointer to a copy of a text, and the length of the text. C keeps neither.
func text(s string) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(&append([]byte(s), 0)[0])), C.size_t(len(s))
}

// serialize returns the URL that browsers make of a text.
func serialize(s string) (string, error) {
	buffer := make([]byte, len(s)+16)
	for {
		var why C.napkin_error
		data, length := text(s)
		made := C.napkin_serialize(data, length, nil, 0, (*C.char)(unsafe.Pointer(&buffer[0])), C.size_t(len(buffer)), &why)
		switch {
		case made == C.NAPKIN_FAILED:
			return "", fmt.Errorf("%s at byte %d", C.GoString(&why.message[0]), why.start)
		case int(made) < len(buffer):
			return string(buffer[:made]), nil
		}
		buffer = make([]byte, made+1)
	}
}

// host returns the host of a URL that serialize has made.
func host(url string) string {
	var parts C.napkin_parts
	data, length := text(url)
	if !C.napkin_parse(data, length, C.NAPKIN_WHATWG, &parts, nil) || parts.host.start == C.NAPKIN_UNDEFINED {
		return ""
	}
	return url[parts.host.start:parts.host.end]
}

func main() {
	for _, argument := range os.Args[1:] {
		url, err := serialize(argument)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(host(url), url)
	}
}
