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

    /// A domain that strict Unicode ToASCII does not take.
    DOMAIN_TO_ASCII = Record {
        code: "domain-to-ASCII",
        severity: Error,
        sentence: "a domain is one that strict ToASCII accepts: letters, digits, `-`, labels of 1 to 63, 253 in all",
        why: "Browsers take many domains that no name server does. Such a domain is not valid, though an ASCII one \
              is read all the same; one that holds a delimiter or cannot be mapped to ASCII is a failure.",
        see: IDNA,
        example: Some(Example::new(Whatwg, "https://exa%23mple.org")),
        ..Record::EMPTY
    };

    /// A domain that contains an escape.
    DOMAIN_PERCENT_ENCODED = Record {
        code: "domain-percent-encoded",
        severity: Remark,
        sentence: "a domain contains a percent-encoded byte",
        why: "It is decoded before the domain is read, so that two texts that look different are one host.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://exam%70le.org")),
        ..Record::EMPTY
    };

    /// A forbidden character in an opaque host.
    HOST_INVALID_CODE_POINT = Record {
        code: "host-invalid-code-point",
        severity: Error,
        sentence: "an opaque host contains a forbidden host code point",
        why: "Delimiters in a host would make another URL of it when it is read again.",
        see: HOST,
        example: Some(Example::new(Whatwg, "foo://exa[mple.org")),
        ..Record::EMPTY
    };

    /// An IPv4 address with a dot at its end.
    IPV4_EMPTY_PART = Record {
        code: "IPv4-empty-part",
        severity: Remark,
        sentence: "an IPv4 address ends with a dot",
        why: "The dot is dropped, so that what is asked for is not what is written.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://127.0.0.1./")),
        ..Record::EMPTY
    };

    /// An IPv4 address of fewer than four parts.
    IPV4_TOO_FEW_PARTS = Record {
        code: "IPv4-too-few-parts",
        severity: Remark,
        sentence: "an IPv4 address has fewer than four parts",
        why: "The last part then stands for all bytes that are left: `127.1` is `127.0.0.1`. Filters that look for \
              four parts do not see it.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://1.2.3/")),
        ..Record::EMPTY
    };

    /// An IPv4 address of more than four parts.
    IPV4_TOO_MANY_PARTS = Record {
        code: "IPv4-too-many-parts",
        severity: Error,
        sentence: "an IPv4 address has more than four parts",
        why: "A host whose last label is a number is an address or nothing.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://1.2.3.4.5/")),
        ..Record::EMPTY
    };

    /// A part of an IPv4 address that is no number.
    IPV4_NON_NUMERIC_PART = Record {
        code: "IPv4-non-numeric-part",
        severity: Error,
        sentence: "a part of an IPv4 address is not a number",
        why: "A host whose last label is a number is an address or nothing.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://test.42")),
        ..Record::EMPTY
    };

    /// A part of an IPv4 address in hexadecimal or octal.
    IPV4_NON_DECIMAL_PART = Record {
        code: "IPv4-non-decimal-part",
        severity: Remark,
        sentence: "a part of an IPv4 address is written in hexadecimal or octal digits",
        why: "`0x7f.1` and `0177.1` are `127.0.0.1`, which other programs read as a name, or as `177.0.0.1`.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://127.0.0x0.1")),
        ..Record::EMPTY
    };

    /// A part of an IPv4 address beyond 255.
    IPV4_OUT_OF_RANGE_PART = Record {
        code: "IPv4-out-of-range-part",
        severity: Error,
        sentence: "a part of an IPv4 address exceeds 255",
        why: "Only the last part may, where it stands for several bytes; otherwise there is no such address.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://255.255.4000.1")),
        ..Record::EMPTY
    };

    /// An IPv4 address with characters beyond ASCII.
    IPV4_NON_ASCII_INPUT = Record {
        code: "IPv4-non-ASCII-input",
        severity: Remark,
        sentence: "an IPv4 address is written with characters beyond ASCII",
        why: "Domain processing maps digits and dots of other scripts to those of ASCII before the address is read. \
              Filters that look for an address in the text do not see it. Without the library's feature `idna` every domain \
              beyond ASCII is an error, and this rule finds nothing.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://\u{2460}.2.3.4/")),
        ..Record::EMPTY
    };

    /// An IPv6 address without its `]`.
    IPV6_UNCLOSED = Record {
        code: "IPv6-unclosed",
        severity: Error,
        sentence: "an IPv6 address is missing the closing `]`",
        why: "What belongs to the address and what to the port cannot be told.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[::1")),
        ..Record::EMPTY
    };

    /// An IPv6 address that begins with one colon.
    IPV6_INVALID_COMPRESSION = Record {
        code: "IPv6-invalid-compression",
        severity: Error,
        sentence: "an IPv6 address begins with a single colon",
        why: "A run of zeros is written `::`.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[:1]")),
        ..Record::EMPTY
    };

    /// An IPv6 address of more than eight pieces.
    IPV6_TOO_MANY_PIECES = Record {
        code: "IPv6-too-many-pieces",
        severity: Error,
        sentence: "an IPv6 address has more than eight pieces",
        why: "An address has 128 bits.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:2:3:4:5:6:7:8:9]")),
        ..Record::EMPTY
    };

    /// A second `::`.
    IPV6_MULTIPLE_COMPRESSION = Record {
        code: "IPv6-multiple-compression",
        severity: Error,
        sentence: "an IPv6 address is compressed in more than one spot",
        why: "How many zeros each `::` stands for could not be told.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1::1::1]")),
        ..Record::EMPTY
    };

    /// What does not belong into an IPv6 address.
    IPV6_INVALID_CODE_POINT = Record {
        code: "IPv6-invalid-code-point",
        severity: Error,
        sentence: "an IPv6 address contains what is neither a hexadecimal digit nor a colon, or ends unexpectedly",
        why: "Zones such as `%25eth0` are left out on purpose: they mean something to one machine only.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:2:3!:4]")),
        ..Record::EMPTY
    };

    /// An IPv6 address of fewer than eight pieces.
    IPV6_TOO_FEW_PIECES = Record {
        code: "IPv6-too-few-pieces",
        severity: Error,
        sentence: "an IPv6 address without `::` has fewer than eight pieces",
        why: "An address has 128 bits.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:2:3]")),
        ..Record::EMPTY
    };

    /// A leading zero in an IPv6 address.
    IPV6_PIECE_LEADING_ZERO = Record {
        code: "IPv6-piece-leading-zero",
        severity: Remark,
        sentence: "a piece of an IPv6 address has a leading zero",
        why: "It is dropped: an address has one form in which it is compared.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[::01]")),
        ..Record::EMPTY
    };

    /// Too many pieces before an IPv4 address.
    IPV4_IN_IPV6_TOO_MANY_PIECES = Record {
        code: "IPv4-in-IPv6-too-many-pieces",
        severity: Error,
        sentence: "an IPv6 address that ends in an IPv4 address has more than six pieces before it",
        why: "The IPv4 address takes the room of two.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[1:1:1:1:1:1:1:127.0.0.1]")),
        ..Record::EMPTY
    };

    /// A malformed IPv4 address in an IPv6 address.
    IPV4_IN_IPV6_INVALID_CODE_POINT = Record {
        code: "IPv4-in-IPv6-invalid-code-point",
        severity: Error,
        sentence: "an IPv4 address within an IPv6 address is four decimal numbers without leading zeros",
        why: "Here no other spelling is taken.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[ffff::127.00.0.1]")),
        ..Record::EMPTY
    };

    /// A part beyond 255 of an IPv4 address in an IPv6 address.
    IPV4_IN_IPV6_OUT_OF_RANGE_PART = Record {
        code: "IPv4-in-IPv6-out-of-range-part",
        severity: Error,
        sentence: "a part of an IPv4 address within an IPv6 address exceeds 255",
        why: "Each part is one byte.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[ffff::127.0.0.4000]")),
        ..Record::EMPTY
    };

    /// Too few parts of an IPv4 address in an IPv6 address.
    IPV4_IN_IPV6_TOO_FEW_PARTS = Record {
        code: "IPv4-in-IPv6-too-few-parts",
        severity: Error,
        sentence: "an IPv4 address within an IPv6 address has fewer than four parts",
        why: "Here no other spelling is taken.",
        see: HOST,
        example: Some(Example::new(Whatwg, "https://[ffff::127.0.0]")),
        ..Record::EMPTY
    };

    /// What is neither a URL code point nor an escape.
    INVALID_URL_UNIT = Record {
        code: "invalid-URL-unit",
        severity: Remark,
        sentence: "a character is found that is not a URL unit",
        why: "It is encoded, removed or kept as it is, by place; other programs refuse it, or do another of the \
              three.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org/>")),
        ..Record::EMPTY
    };

    /// A special scheme without `//`, or with more.
    SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS = Record {
        code: "special-scheme-missing-following-solidus",
        severity: Remark,
        sentence: "a special scheme is followed by exactly `//`",
        why: "Browsers add or drop slashes until there are two; with a base of the same scheme, they take the URL \
              for a relative one.",
        see: URL,
        example: Some(Example::new(Whatwg, "https:example.org")),
        ..Record::EMPTY
    };

    /// A relative URL without a base that fits.
    MISSING_SCHEME_NON_RELATIVE_URL = Record {
        code: "missing-scheme-non-relative-URL",
        severity: Error,
        sentence: "a URL without a scheme needs a base that has a hierarchy",
        why: "Without a base nothing says where it leads; a base such as `mailto:` has nothing to put it into.",
        see: URL,
        example: Some(Example::new(Whatwg, "example.org/pub")),
        ..Record::EMPTY
    };

    /// A `\` for a `/`.
    INVALID_REVERSE_SOLIDUS = Record {
        code: "invalid-reverse-solidus",
        severity: Remark,
        sentence: "a backslash stands for a slash",
        why: "Only browsers read it so, and only for special schemes: in `http://a\\@b/` some see the host `a`, \
              others `b`.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org\\path\\to\\file")),
        ..Record::EMPTY
    };

    /// A user or a password.
    INVALID_CREDENTIALS = Record {
        code: "invalid-credentials",
        severity: Remark,
        sentence: "a URL contains a user name or a password",
        why: "They end up in logs and are used to make one host look like another; a valid URL has none.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://user@example.org")),
        ..Record::EMPTY
    };

    /// A port beyond 65535.
    PORT_OUT_OF_RANGE = Record {
        code: "port-out-of-range",
        severity: Error,
        sentence: "a port is a number up to 65535",
        why: "There is no such port.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org:70000")),
        ..Record::EMPTY
    };

    /// A port that is no number.
    PORT_INVALID = Record {
        code: "port-invalid",
        severity: Error,
        sentence: "a port is decimal digits",
        why: "A port that is not a number is often a password or a path in the wrong place.",
        see: URL,
        example: Some(Example::new(Whatwg, "https://example.org:7z")),
        ..Record::EMPTY
    };

    /// A drive letter at the start of a relative URL.
    FILE_INVALID_WINDOWS_DRIVE_LETTER = Record {
        code: "file-invalid-Windows-drive-letter",
        severity: Remark,
        sentence: "a relative URL that begins with a drive letter replaces the whole path of its `file` base",
        why: "It is a quirk for Windows: elsewhere the letter would be a scheme or a file.",
        see: URL,
        example: Some(Example::new(Whatwg, "d|/menu").against("file:///c:/pub/")),
        ..Record::EMPTY
    };

    /// A drive letter where a host would be.
    FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST = Record {
        code: "file-invalid-Windows-drive-letter-host",
        severity: Remark,
        sentence: "a drive letter stands where the host of a `file` URL would",
        why: "It is taken for the path, as if there were a third slash.",
        see: URL,
        example: Some(Example::new(Whatwg, "file://c:")),
        ..Record::EMPTY
    };

    /// A URL that is not in its serialised form.
    NOT_SERIALIZED = Record {
        code: "not-serialized",
        severity: Error,
        sentence: "a URL is not written as the URL serializer writes it",
        why: "Under this standard a text is parsed, which changes it, before it is a URL: what is borrowed must \
              have been through that. `whatwg::Url::parse` takes any text.",
        see: SERIALIZED,
        example: Some(Example::new(Whatwg, "http://example.com")),
        ..Record::EMPTY
    };

    /// A domain beyond ASCII in a build without its tables.
    IDNA_MISSING = Record {
        code: "idna-missing",
        severity: Error,
        sentence: "a domain beyond ASCII needs the tables of Unicode, which this build does not have",
        why: "The domain may well be valid: build with the feature `idna` to read it.",
        see: IDNA,
        ..Record::EMPTY
    };
}
