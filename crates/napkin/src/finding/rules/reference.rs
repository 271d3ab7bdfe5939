//! The rules of the generic grammars, of resolution and of editing.

use super::{Example, Record};
use crate::Severity::{Error, Remark};
use crate::Standard::{Draft1997, Rfc3986};

crate::rules! {
    /// The rules of the generic grammars, of resolution and of editing.
    pub REFERENCE_RULES of "reference";

    UTF8 = Record {
        code: "utf-8",
        severity: Error,
        sentence: "the bytes are not UTF-8",
        why: "A URL is a sequence of characters, not of octets. Write octets that are not characters as \
              percent-escapes.",
        see: [
            "draft-fielding-url-syntax-05 section 2.1",
            "RFC 3986 section 2",
            "RFC 3987 section 1.2",
            "URL Standard section 4.4",
        ],
        ..Record::EMPTY
    };

    TOO_LONG = Record {
        code: "too-long",
        severity: Error,
        sentence: "the text is longer than the limit",
        why: "No standard limits the length of a URL, but a program must. The caller sets the limit. The engine's own \
              limit is four gibibytes, because offsets have 32 bits; under the URL Standard it is one gibibyte, \
              because a URL may be three times as long as its text.",
        see: [
            "draft-fielding-url-syntax-05 section 2",
            "RFC 3986 section 2",
            "RFC 3987 section 2",
            "URL Standard section 4.4",
        ],
        ..Record::EMPTY
    };

    SCHEME = Record {
        code: "scheme",
        severity: Error,
        sentence: "a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter",
        why: "The scheme decides how the rest is parsed. The 1997 grammar also allows a digit at the beginning.",
        see: [
            "draft-fielding-url-syntax-05 section 4.1",
            "RFC 3986 section 3.1",
            "RFC 3987 section 2.2",
            "URL Standard section 4.4",
        ],
        example: Some(Example::new(Rfc3986, "1http://example.com/")),
        ..Record::EMPTY
    };

    FIRST_SEGMENT_COLON = Record {
        code: "first-segment-colon",
        severity: Error,
        sentence: "the first segment of a relative reference must not contain a colon",
        why: "The text before the colon would be read as a scheme. Write `./this:that`.",
        see: ["draft-fielding-url-syntax-05 section 5", "RFC 3986 section 4.2", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, ":23")),
        ..Record::EMPTY
    };

    USERINFO = Record {
        code: "userinfo",
        severity: Error,
        sentence: "a user or password contains a character that must be escaped there",
        why: "`@`, `/`, `?` and `#` end the user information, so they must be escaped in it. The 1997 grammar reserves \
              `:` for the delimiter before the password.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.1", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "ftp://sam@kim@pub.example/")),
        ..Record::EMPTY
    };

    HOST = Record {
        code: "host",
        severity: Error,
        sentence: "a host name contains a character that is not allowed",
        why: "If two programs read different hosts, a request reaches the wrong machine.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "http://a|b/")),
        ..Record::EMPTY
    };

    LABEL = Record {
        code: "label",
        severity: Error,
        sentence: "a label of a host name is empty, begins or ends with `-`, or the last begins with a digit",
        why: "The 1997 grammar takes host names from RFC 1034 and RFC 1123; the last label distinguishes names from \
              numbers.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Draft1997, "http://pub-.example/")),
        ..Record::EMPTY
    };

    HOST_MISSING = Record {
        code: "host-missing",
        severity: Error,
        sentence: "a host is missing",
        why: "The 1997 grammar allows an empty site, but no user or port without a host. The special schemes of \
              browsers, except `file`, always need a host.",
        see: [
            "draft-fielding-url-syntax-05 section 4.3.1",
            "RFC 3986 section 3.2.2",
            "RFC 3987 section 2.2",
            "URL Standard section 4.4",
        ],
        example: Some(Example::new(Draft1997, "http://sam@/")),
        ..Record::EMPTY
    };

    IP_LITERAL = Record {
        code: "ip-literal",
        severity: Error,
        sentence: "a host that begins with `[` ends with `]`, and only a port may follow",
        why: "Some programs read text between the bracket and the port as a part of the host, others drop it.",
        see: ["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "http://[::1]x/")),
        ..Record::EMPTY
    };

    IPV6 = Record {
        code: "ipv6",
        severity: Error,
        sentence: "an IPv6 address is eight groups of one to four hexadecimal digits, one run of zeros as `::`",
        why: "A malformed address names no machine.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "http://[1::2::3]/")),
        ..Record::EMPTY
    };

    IPV_FUTURE = Record {
        code: "ipvfuture",
        severity: Error,
        sentence: "an address of a future version is `v`, a hexadecimal number, a dot and an address",
        why: "The form is reserved so that old programs can distinguish a new kind of address from a broken one.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "http://[v.x]/")),
        ..Record::EMPTY
    };

    PORT = Record {
        code: "port",
        severity: Error,
        sentence: "a port is decimal digits, or nothing",
        why: "A port that is not a number is often a password or a path in the wrong place.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.3", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "http://h:8o/")),
        ..Record::EMPTY
    };

    PATH = Record {
        code: "path",
        severity: Error,
        sentence: "a path contains a character that must be escaped there",
        why: "Carriers drop spaces, and brackets delimit URLs in text; escaped, both are safe.",
        see: ["draft-fielding-url-syntax-05 section 4.3.2", "RFC 3986 section 3.3", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "/a pint")),
        ..Record::EMPTY
    };

    QUERY = Record {
        code: "query",
        severity: Error,
        sentence: "a query contains a character that must be escaped there",
        why: "Browsers send such characters, but other programs refuse them.",
        see: ["draft-fielding-url-syntax-05 section 4.3.3", "RFC 3986 section 3.4", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "?q=[1]")),
        ..Record::EMPTY
    };

    FRAGMENT = Record {
        code: "fragment",
        severity: Error,
        sentence: "a fragment contains a character that must be escaped there",
        why: "Some programs read a second `#` as a part of the fragment, others as an error.",
        see: ["draft-fielding-url-syntax-05 section 3", "RFC 3986 section 3.5", "RFC 3987 section 2.2", ""],
        example: Some(Example::new(Rfc3986, "#one#two")),
        ..Record::EMPTY
    };

    PCT_ENCODED = Record {
        code: "pct-encoded",
        severity: Error,
        sentence: "a `%` is followed by two hexadecimal digits",
        why: "`%` always begins an escape; write it as `%25` in data.",
        see: [
            "draft-fielding-url-syntax-05 section 2.4.1",
            "RFC 3986 section 2.1",
            "RFC 3987 section 2.2",
            "URL Standard section 1.3",
        ],
        example: Some(Example::new(Rfc3986, "/100%")),
        ..Record::EMPTY
    };

    BASE_NOT_ABSOLUTE = Record {
        code: "base-not-absolute",
        severity: Error,
        sentence: "a base needs a scheme",
        why: "A reference that is resolved against a relative base stays relative.",
        see: [
            "draft-fielding-url-syntax-05 section 5.2",
            "RFC 3986 section 5.1",
            "RFC 3987 section 6.5",
            "URL Standard section 4.4",
        ],
        example: Some(Example::new(Rfc3986, "napkin").against("/pub/")),
        ..Record::EMPTY
    };

    BASE_MISSING = Record {
        code: "base-missing",
        severity: Error,
        sentence: "a relative reference has no meaning without a base",
        why: "Neither the document, nor the entity around it, nor its retrieval supplies a base, so its references are \
              taken to be absolute.",
        see: [
            "draft-fielding-url-syntax-05 section 5.1.4",
            "RFC 3986 section 5.1.4",
            "RFC 3987 section 6.5",
            "URL Standard section 4.4",
        ],
        ..Record::EMPTY
    };

    BASE_OPAQUE = Record {
        code: "base-opaque",
        severity: Remark,
        sentence: "a relative reference is resolved against a base without hierarchy",
        why: "Relative references need a base with the generic syntax: the literal result of the algorithm probably \
              means nothing.",
        see: ["draft-fielding-url-syntax-05 section 5", "RFC 3986 section 5.2.3", "RFC 3987 section 6.5", ""],
        example: Some(Example::new(Draft1997, "napkin").against("mailto:sam@pub.example")),
        ..Record::EMPTY
    };

    DOCUMENT_UNKNOWN = Record {
        code: "document-unknown",
        severity: Error,
        sentence: "the URL of the current document is needed, but unknown",
        why: "An empty reference in a context that makes a new request refers to the document's own URL, which is not \
              its base.",
        see: ["draft-fielding-url-syntax-05 section 3", "RFC 3986 section 4.4", "RFC 3987 section 6.5", ""],
        ..Record::EMPTY
    };

    ABOVE_ROOT = Record {
        code: "above-root",
        severity: Remark,
        sentence: "there are more `..` segments than levels",
        why: "The 1997 algorithm keeps the segments in the result, and RFC 3986 drops them. Such a reference is often \
              wrong.",
        see: ["draft-fielding-url-syntax-05 appendix C.2", "RFC 3986 section 5.4.2", "RFC 3987 section 6.5", ""],
        example: Some(Example::new(Rfc3986, "../../g").against("http://a/b")),
        ..Record::EMPTY
    };

    READS_BACK_DIFFERENTLY = Record {
        code: "reads-back-differently",
        severity: Remark,
        sentence: "the result reads back with other components",
        why: "A path that begins with `//` reads as an authority if no authority precedes it. The RFC 3986 algorithm \
              here inserts `/.` before it; the 1997 algorithm returns the literal result.",
        see: ["draft-fielding-url-syntax-05 section 5.2", "RFC 3986 section 5.3", "RFC 3987 section 6.5", ""],
        example: Some(Example::new(Draft1997, "..//x").against("sc:/p/q")),
        ..Record::EMPTY
    };

    UNREPRESENTABLE = Record {
        code: "unrepresentable",
        severity: Error,
        sentence: "the components cannot be written as one URL that reads back with them",
        why: "A path that begins with `//` needs an authority before it, a user needs a host, and so on. Written \
              anyway, the components would form a different URL.",
        see: [
            "draft-fielding-url-syntax-05 section 5.2",
            "RFC 3986 section 3",
            "RFC 3987 section 2.2",
            "URL Standard section 4.5",
        ],
        names_found: false,
        ..Record::EMPTY
    };

    TYPED = Record {
        code: "typed",
        severity: Remark,
        sentence: "delimiters or white space were stripped from the typed text",
        why: "Software that accepts URLs from people should recognise and strip both.",
        see: [
            "draft-fielding-url-syntax-05 appendix E",
            "RFC 3986 appendix C",
            "RFC 3987 section 3.2",
            "URL Standard section 4.4",
        ],
        ..Record::EMPTY
    };
}
