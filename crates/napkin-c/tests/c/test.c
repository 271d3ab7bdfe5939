// Tests of napkin.h: what the functions return, and that they stay within the memory that they are given.
#include <napkin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed, checked;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checked++;                                                                                                     \
        if (!(condition)) {                                                                                            \
            failed++;                                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
        }                                                                                                              \
    } while (0)

// Returns a copy of a text without a NUL, so that a read behind it is found.
static char *exact(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length ? length : 1);
    memcpy(copy, text, length);
    return copy;
}

static int is(const char *text, napkin_span span, const char *expected) {
    if (!expected) return span.start == NAPKIN_UNDEFINED && span.end == NAPKIN_UNDEFINED;
    return span.end - span.start == strlen(expected) && !memcmp(text + span.start, expected, strlen(expected));
}

static void parts_have_places(void) {
    char *text = exact("http://sam:pw@[::1]:8080/menu?#f");
    napkin_parts parts;
    CHECK(napkin_parse(text, 32, NAPKIN_RFC3986, &parts, NULL));
    CHECK(is(text, parts.scheme, "http") && is(text, parts.authority, "sam:pw@[::1]:8080"));
    CHECK(is(text, parts.user, "sam") && is(text, parts.password, "pw") && is(text, parts.host, "[::1]"));
    CHECK(is(text, parts.port, "8080") && parts.port_number == 8080 && parts.host_kind == NAPKIN_HOST_IPV6);
    CHECK(is(text, parts.path, "/menu") && is(text, parts.query, "") && is(text, parts.fragment, "f"));
    free(text);
    CHECK(napkin_parse("../menu", 7, NAPKIN_RFC3986, &parts, NULL));
    CHECK(is("../menu", parts.scheme, NULL) && is("../menu", parts.host, NULL) && is("../menu", parts.query, NULL));
    CHECK(parts.port_number == -1 && parts.host_kind == NAPKIN_HOST_NONE && is("../menu", parts.path, "../menu"));
    CHECK(napkin_parse(NULL, 0, NAPKIN_RFC3986, &parts, NULL) && is("", parts.path, ""));
}

static void errors_have_places(void) {
    napkin_error error;
    CHECK(!napkin_parse("http://h:8o/", 12, NAPKIN_RFC3986, NULL, &error));
    CHECK(error.start == 10 && error.end == 11 && !strcmp(error.rule, "port"));
    CHECK(!strcmp(error.message, "expected a digit, but found `o`"));
    CHECK(!napkin_parse("http://sam:sec^ret@h/", 21, NAPKIN_RFC3986, NULL, &error) && !strchr(error.message, '^'));
    CHECK(!napkin_parse("/caf\xe9", 5, NAPKIN_RFC3986, NULL, &error) && !strcmp(error.rule, "utf8") && error.start == 4);
    CHECK(!napkin_parse(NULL, 7, NAPKIN_RFC3986, NULL, &error) && !strcmp(error.rule, "null"));
    CHECK(!napkin_parse("a", 1, 99, NULL, &error) && !strcmp(error.rule, "standard"));
    CHECK(!napkin_parse("a b", 3, NAPKIN_RFC3986, NULL, NULL));
    CHECK(!napkin_can_parse("a b", 3, NAPKIN_RFC3986) && napkin_can_parse("http://h/a b", 12, NAPKIN_WHATWG));
    CHECK(!napkin_can_parse("a", 1, 99) && !napkin_can_parse(NULL, 1, NAPKIN_WHATWG));
}

static void results_fit_or_are_not_written(void) {
    const char *expected = "http://pub.example/beer";
    const size_t length = strlen(expected);
    for (size_t size = 0; size < length + 3; size++) {
        char *out = malloc(size ? size : 1);
        memset(out, '#', size ? size : 1);
        char *base = exact("http://pub.example/menu/today"), *reference = exact("../beer");
        CHECK(napkin_resolve(base, 29, reference, 7, NAPKIN_RFC3986, out, size, NULL) == length);
        if (size > length) CHECK(!strcmp(out, expected));
        else CHECK(out[0] == '#');
        free(out);
        free(base);
        free(reference);
    }
    CHECK(napkin_resolve("http://h/", 9, "a", 1, NAPKIN_WHATWG, NULL, 0, NULL) == 10);
}

static void urls_are_made(void) {
    char out[64];
    napkin_error error;
    const char given[] = "HTTP://B\xc3\xbc" "cher.example/a/../\xc3\xa9";
    CHECK(napkin_serialize(given, sizeof given - 1, NULL, 0, out, sizeof out, &error) == 35);
    CHECK(!strcmp(out, "http://xn--bcher-kva.example/%C3%A9"));
    CHECK(napkin_serialize("beer", 4, "http://h/menu/", 14, out, sizeof out, NULL) == 18 && !strcmp(out, "http://h/menu/beer"));
    CHECK(napkin_serialize("beer", 4, NULL, 0, out, sizeof out, &error) == NAPKIN_FAILED && error.rule[0]);
    CHECK(napkin_normalize("HTTP://h:80/%7e", 15, NAPKIN_RFC3986, NAPKIN_ALL, out, sizeof out, NULL) == 10);
    CHECK(!strcmp(out, "http://h/~"));
    CHECK(napkin_normalize("HTTP://h:80/%7e", 15, NAPKIN_RFC3986, NAPKIN_CASE, out, sizeof out, NULL) == 15);
    CHECK(!strcmp(out, "http://h:80/%7E"));
    CHECK(napkin_normalize("a", 1, NAPKIN_RFC3986, 16, out, sizeof out, &error) == NAPKIN_FAILED && !strcmp(error.rule, "rungs"));
    CHECK(napkin_safe_host("https://sam@PUB.example:1/", 26, out, sizeof out, NULL) == 11 && !strcmp(out, "pub.example"));
    CHECK(napkin_safe_host("http://a\\@b/", 12, out, sizeof out, &error) == NAPKIN_FAILED);
    CHECK(!strcmp(error.rule, "readers-disagree") && error.end > error.start);
}

static void handles_are_freed(void) {
    char out[64];
    napkin_error error;
    napkin_base *base = napkin_base_new("http://pub.example/menu/", 24, NAPKIN_WHATWG, &error);
    CHECK(base && napkin_base_resolve(base, "beer", 4, out, sizeof out, NULL) == 28);
    CHECK(!strcmp(out, "http://pub.example/menu/beer"));
    CHECK(napkin_base_resolve(base, "http://h:8o/", 12, out, sizeof out, &error) == NAPKIN_FAILED);
    CHECK(napkin_base_resolve(NULL, "a", 1, out, sizeof out, &error) == NAPKIN_FAILED && !strcmp(error.rule, "null"));
    napkin_base_free(base);
    napkin_base_free(NULL);
    CHECK(!napkin_base_new("menu/", 5, NAPKIN_RFC3986, &error) && error.rule[0]);

    napkin_allow_list *list = napkin_allow_list_new("pub.example\n.pub.example\n", 25, NULL);
    CHECK(list && napkin_allow_list_admits(list, "https://beer.pub.example/", 25));
    CHECK(!napkin_allow_list_admits(list, "https://evil.example/", 21) && !napkin_allow_list_admits(NULL, "", 0));
    napkin_allow_list_free(list);
    napkin_allow_list_free(NULL);
    CHECK(!napkin_allow_list_new("https://", 8, &error) && strstr(error.message, "line 1"));
}

int main(void) {
    CHECK(strlen(napkin_version()) >= 5);
    parts_have_places();
    errors_have_places();
    results_fit_or_are_not_written();
    urls_are_made();
    handles_are_freed();
    printf("%d checks, %d failed\n", checked, failed);
    return failed ? 1 : 0;
}
