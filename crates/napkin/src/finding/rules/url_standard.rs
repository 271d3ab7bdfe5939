//! The validation errors of the WHATWG URL Standard (section 1.1), by its own names. Those that end the parser are
//! errors, the others remarks. Examples are the standard's own where it has one.

use super::{Example, Record};
use crate::Severity::{Error, Remark};
use crate::Standard::Whatwg;

const HOST: [&str; 4] = ["", "", "", "URL Standard section 3.5"];
const IDNA: [&str; 4] = ["", "", "", "URL Standard section 3.3"];
const URL: [&str; 4] = ["", "", "", "URL Standard section 4.4"];
const SERIALIZED: [&str; 4] = ["", "", "", "URL Standard section 4.5"];

crate::rules! {
    /// The validation errors of the WHATWG URL Standard (section 1.1), by its own names.
    pub URL_STANDARD_RULES of "url-standard";

    DOMAIN_TO_ASCII = Record {
        code: "domain-to-ASCII",
        severity: Error,
        sentence: "a domain is one that strict ToASCII accepts: letters, digits, `-`, labels of 1 to 63, 253 in all",
        why: "Browsers accept many domains that no name server accepts. Such a domain is not valid, although an ASCII \
              one is still parsed; a domain with a delimiter, or one that cannot be mapped to ASCII, is a failure.",
        see: IDNA,
        example: Some(Example::new(Whatwg, "https://exa%23mple.org")),
        ..Record::EMPTY
    };

    DOMAIN_PERCENT_ENCODED = Record {
        code: "domain-percent-encoded",
        severity: Remark,
        sentence: "a domain contains a percent-encoded byte",
        why: "It is decoded before the domain is parsed, so that two different texts are one host.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://exam%70le.org")),
        ..Record::EMPTY
    };

    HOST_INVALID_CODE_POINT = Record {
        code: "host-invalid-code-point",
        severity: Error,
        sentence: "an opaque host contains a forbidden host code point",
        why: "A delimiter in a host would change the URL when it is parsed again.",
        see: HOST,
        example: Some(Example::new(Whatwg, "foo://exa[mple.org")),
        ..Record::EMPTY
    };

    IPV4_EMPTY_PART = Record {
        code: "IPv4-empty-part",
        severity: Remark,
        sentence: "an IPv4 address ends with a dot",
        why: "The dot is dropped, so that the requested host differs from the written one.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://127.0.0.1./")),
        ..Record::EMPTY
    };

    IPV4_TOO_FEW_PARTS = Record {
        code: "IPv4-too-few-parts",
        severity: Remark,
        sentence: "an IPv4 address has fewer than four parts",
        why: "The last part fills all remaining bytes: `127.1` is `127.0.0.1`. Filters that look for four parts do not \
              recognise it.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://1.2.3/")),
        ..Record::EMPTY
    };

    IPV4_TOO_MANY_PARTS = Record {
        code: "IPv4-too-many-parts",
        severity: Error,
        sentence: "an IPv4 address has more than four parts",
        why: "A host whose last label is a number is an address or an error.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://1.2.3.4.5/")),
        ..Record::EMPTY
    };

    IPV4_NON_NUMERIC_PART = Record {
        code: "IPv4-non-numeric-part",
        severity: Error,
        sentence: "a part of an IPv4 address is not a number",
        why: "A host whose last label is a number is an address or an error.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://test.42")),
        ..Record::EMPTY
    };

    IPV4_NON_DECIMAL_PART = Record {
        code: "IPv4-non-decimal-part",
        severity: Remark,
        sentence: "a part of an IPv4 address is written in hexadecimal or octal digits",
        why: "`0x7f.1` and `0177.1` are `127.0.0.1`, which other programs read as a name, or as `177.0.0.1`.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://127.0.0x0.1")),
        ..Record::EMPTY
    };

    IPV4_OUT_OF_RANGE_PART = Record {
        code: "IPv4-out-of-range-part",
        severity: Error,
        sentence: "a part of an IPv4 address exceeds 255",
        why: "Only the last part may, if it represents several bytes; otherwise there is no such address.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://255.255.4000.1")),
        ..Record::EMPTY
    };

    IPV4_NON_ASCII_INPUT = Record {
        code: "IPv4-non-ASCII-input",
        severity: Remark,
        sentence: "an IPv4 address contains non-ASCII characters",
        why: "Domain processing maps digits and dots of other scripts to ASCII before the address is parsed. Filters \
              that look for an address in the text do not recognise it. Without the library's feature `idna`, each \
              non-ASCII domain is an error, and this rule finds nothing.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://\u{2460}.2.3.4/")),
        ..Record::EMPTY
    };

    IPV6_UNCLOSED = Record {
        code: "IPv6-unclosed",
        severity: Error,
        sentence: "an IPv6 address is missing the closing `]`",
        why: "The boundary between the address and the port is unknown.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[::1")),
        ..Record::EMPTY
    };

    IPV6_INVALID_COMPRESSION = Record {
        code: "IPv6-invalid-compression",
        severity: Error,
        sentence: "an IPv6 address begins with a single colon",
        why: "A run of zeros is written `::`.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[:1]")),
        ..Record::EMPTY
    };

    IPV6_TOO_MANY_PIECES = Record {
        code: "IPv6-too-many-pieces",
        severity: Error,
        sentence: "an IPv6 address has more than eight pieces",
        why: "An address has 128 bits.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:2:3:4:5:6:7:8:9]")),
        ..Record::EMPTY
    };

    IPV6_MULTIPLE_COMPRESSION = Record {
        code: "IPv6-multiple-compression",
        severity: Error,
        sentence: "an IPv6 address is compressed in more than one spot",
        why: "The number of zeros for each `::` would be unknown.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1::1::1]")),
        ..Record::EMPTY
    };

    IPV6_INVALID_CODE_POINT = Record {
        code: "IPv6-invalid-code-point",
        severity: Error,
        sentence: "an IPv6 address contains a character other than a hexadecimal digit or a colon, or ends \
                   unexpectedly",
        why: "Zones such as `%25eth0` are excluded on purpose: they have a meaning on one machine only.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:2:3!:4]")),
        ..Record::EMPTY
    };

    IPV6_TOO_FEW_PIECES = Record {
        code: "IPv6-too-few-pieces",
        severity: Error,
        sentence: "an IPv6 address without `::` has fewer than eight pieces",
        why: "An address has 128 bits.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:2:3]")),
        ..Record::EMPTY
    };

    IPV6_PIECE_LEADING_ZERO = Record {
        code: "IPv6-piece-leading-zero",
        severity: Remark,
        sentence: "a piece of an IPv6 address has a leading zero",
        why: "It is dropped: an address is compared in one form.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[::01]")),
        ..Record::EMPTY
    };

    IPV4_IN_IPV6_TOO_MANY_PIECES = Record {
        code: "IPv4-in-IPv6-too-many-pieces",
        severity: Error,
        sentence: "an IPv6 address that ends in an IPv4 address has more than six pieces before it",
        why: "The IPv4 address takes the place of two pieces.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:1:1:1:1:1:1:127.0.0.1]")),
        ..Record::EMPTY
    };

    IPV4_IN_IPV6_INVALID_CODE_POINT = Record {
        code: "IPv4-in-IPv6-invalid-code-point",
        severity: Error,
        sentence: "an IPv4 address within an IPv6 address is four decimal numbers without leading zeros",
        why: "No other spelling is accepted here.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[ffff::127.00.0.1]")),
        ..Record::EMPTY
    };

    IPV4_IN_IPV6_OUT_OF_RANGE_PART = Record {
        code: "IPv4-in-IPv6-out-of-range-part",
        severity: Error,
        sentence: "a part of an IPv4 address within an IPv6 address exceeds 255",
        why: "Each part is one byte.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[ffff::127.0.0.4000]")),
        ..Record::EMPTY
    };

    IPV4_IN_IPV6_TOO_FEW_PARTS = Record {
        code: "IPv4-in-IPv6-too-few-parts",
        severity: Error,
        sentence: "an IPv4 address within an IPv6 address has fewer than four parts",
        why: "No other spelling is accepted here.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[ffff::127.0.0]")),
        ..Record::EMPTY
    };

    INVALID_URL_UNIT = Record {
        code: "invalid-URL-unit",
        severity: Remark,
        sentence: "a character is not a URL unit",
        why: "Depending on the place, it is encoded, removed or kept. Other programs refuse it, or treat it \
              differently.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org/>")),
        ..Record::EMPTY
    };

    SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS = Record {
        code: "special-scheme-missing-following-solidus",
        severity: Remark,
        sentence: "a special scheme is followed by exactly `//`",
        why: "Browsers add or drop slashes until there are two; with a base of the same scheme, they read the URL as \
              relative.",
        see: URL,
        example: Some(Example::new(Whatwg, "https:example.org")),
        ..Record::EMPTY
    };

    MISSING_SCHEME_NON_RELATIVE_URL = Record {
        code: "missing-scheme-non-relative-URL",
        severity: Error,
        sentence: "a URL without a scheme needs a base that has a hierarchy",
        why: "Without a base, the target is unknown; a base such as `mailto:` has no hierarchy for it.",
        see: URL,
        example: Some(Example::new(Whatwg, "example.org/pub")),
        ..Record::EMPTY
    };

    INVALID_REVERSE_SOLIDUS = Record {
        code: "invalid-reverse-solidus",
        severity: Remark,
        sentence: "a backslash is used as a slash",
        why: "Only browsers read it as a slash, and only for special schemes: in `http://a\\@b/`, some programs see \
              the host `a`, others `b`.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org\\path\\to\\file")),
        ..Record::EMPTY
    };

    INVALID_CREDENTIALS = Record {
        code: "invalid-credentials",
        severity: Remark,
        sentence: "a URL contains a user name or a password",
        why: "Logs store them, and attackers use them to make one host look like another; a valid URL has none.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://user@example.org")),
        ..Record::EMPTY
    };

    PORT_OUT_OF_RANGE = Record {
        code: "port-out-of-range",
        severity: Error,
        sentence: "a port is a number up to 65535",
        why: "No such port exists.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org:70000")),
        ..Record::EMPTY
    };

    PORT_INVALID = Record {
        code: "port-invalid",
        severity: Error,
        sentence: "a port is decimal digits",
        why: "A port that is not a number is often a password or a path in the wrong place.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org:7z")),
        ..Record::EMPTY
    };

    FILE_INVALID_WINDOWS_DRIVE_LETTER = Record {
        code: "file-invalid-Windows-drive-letter",
        severity: Remark,
        sentence: "a relative URL that begins with a drive letter replaces the whole path of its `file` base",
        why: "This is a special case for Windows: elsewhere the letter would be a scheme or a file.",
        see: URL,
        example: Some(Example::new(Whatwg, "d|/menu").against("file:///c:/pub/")),
        ..Record::EMPTY
    };

    FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST = Record {
        code: "file-invalid-Windows-drive-letter-host",
        severity: Remark,
        sentence: "a drive letter is in the place of the host in a `file` URL",
        why: "It is read as the start of the path, as after three slashes.",
        see: URL,
        example: Some(Example::new(Whatwg, "file://c:")),
        ..Record::EMPTY
    };

    NOT_SERIALIZED = Record {
        code: "not-serialized",
        severity: Error,
        sentence: "a URL is not in its serialised form",
        why: "Under this standard a text becomes a URL by parsing, which may change it. A borrowed text must already \
              be in this form. `whatwg::Url::parse` accepts any text.",
        see: SERIALIZED,
        example: Some(Example::new(Whatwg, "http://example.com")),
        ..Record::EMPTY
    };

    IDNA_MISSING = Record {
        code: "idna-missing",
        severity: Error,
        sentence: "a non-ASCII domain needs the tables of Unicode, which this build lacks",
        why: "The domain may be valid: build with the feature `idna` to parse it.",
        see: IDNA,
        ..Record::EMPTY
    };
}
