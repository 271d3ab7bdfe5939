// Prints the host of each URL of standard input, and what is wrong with the others:
//
//   cc parts.c $(pkg-config --cflags --libs napkin) -o parts
//   echo 'http://pub.example:8o/' | ./parts https://pub.example/menu/
//
// With an argument, lines are resolved against it, as browsers do.
#include <napkin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Writes the URL of a line to `out`, which grows. Returns its length.
static size_t read_line(const napkin_base *base, const char *line, char **out, size_t *size, napkin_error *error) {
    for (;;) {
        size_t length = base ? napkin_base_resolve(base, line, strlen(line), *out, *size, error)
                             : napkin_serialize(line, strlen(line), NULL, 0, *out, *size, error);
        if (length == NAPKIN_FAILED || length < *size) return length;
        *size = length + 1;
        *out = realloc(*out, *size);
        if (!*out) abort();
    }
}

int main(int count, char **arguments) {
    napkin_error error;
    napkin_base *base = NULL;
    if (count > 1) {
        base = napkin_base_new(arguments[1], strlen(arguments[1]), NAPKIN_WHATWG, &error);
        if (!base) {
            fprintf(stderr, "%s: %s\n", arguments[1], error.message);
            return 2;
        }
    }
    char line[4096], *url = NULL;
    size_t size = 0;
    int status = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        size_t length = read_line(base, line, &url, &size, &error);
        napkin_parts parts;
        if (length == NAPKIN_FAILED || !napkin_parse(url, length, NAPKIN_WHATWG, &parts, &error)) {
            fprintf(stderr, "%s:%zu: %s (%s)\n", line, error.start, error.message, error.rule);
            status = 1;
            continue;
        }
        int host = parts.host.start == NAPKIN_UNDEFINED ? 0 : (int)(parts.host.end - parts.host.start);
        printf("%.*s\t%s\n", host, host ? url + parts.host.start : "", url);
    }
    free(url);
    napkin_base_free(base);
    return status;
}
