//! The rules of `data:` URLs, of the media types in them, and of base64.

use super::{Example, Record};
use crate::Severity::{Error, Remark};
use crate::Standard::{Rfc3986, Whatwg};

const DATA: [&str; 4] =
    ["draft-masinter-url-data-02, Description", "RFC 2397 section 2", "", "Fetch Standard section 6"];
const SYNTAX: [&str; 4] = ["draft-masinter-url-data-02, Syntax", "RFC 2397 section 3", "", "Fetch Standard section 6"];
const CHARACTERS: [&str; 4] =
    ["draft-masinter-url-data-02, Syntax", "RFC 2397 section 3", "", "URL Standard section 4.4"];
const TYPE: [&str; 4] = ["draft-masinter-url-data-02, Syntax", "RFC 2045 section 5.1", "", "MIME Sniffing section 4.4"];
const BASE64: [&str; 4] =
    ["draft-masinter-url-data-02, Description", "RFC 2045 section 6.8", "", "Infra Standard section 7"];

crate::rules! {
    /// The rules of `data:` URLs, of the media types in them, and of base64.
    pub DATA_RULES of "data";

    /// The text is no `data:` URL.
    DATA_SCHEME = Record {
        code: "data-scheme",
        severity: Error,
        sentence: "a `data:` URL begins with `data:`",
        why: "Only then does the text itself hold the data.",
        see: SYNTAX,
        ..Record::EMPTY
    };

    /// A `data:` URL without its comma.
    DATA_COMMA = Record {
        code: "data-comma",
        severity: Error,
        sentence: "a comma stands between the media type and the data",
        why: "Without it nobody knows where the data begins. It must stand before any `#`.",
        see: SYNTAX,
        example: Some(Example::new(Rfc3986, "data:text/plain;charset=iso-8859-7;%be%d3%be")),
        ..Record::EMPTY
    };

    /// A comma between quotes that ends the media type.
    DATA_COMMA_IN_QUOTES = Record {
        code: "data-comma-in-quotes",
        severity: Error,
        sentence: "the first comma ends the media type, even between quotes",
        why: "The rest of the value becomes data. RFC 2397 has no quotes at all: write the comma of a value as `%2C`; \
              browsers then keep the three characters, as for them no value can hold a comma.",
        see: SYNTAX,
        example: Some(Example::new(Whatwg, "data:text/plain;foo=\"bar,baz\";charset=utf8,body")),
        ..Record::EMPTY
    };

    /// A `;base64` that is not where it must be, or is escaped.
    DATA_BASE64_MARKER = Record {
        code: "data-base64-marker",
        severity: Error,
        sentence: "`;base64` stands right before the comma, without escapes",
        why: "Elsewhere, or with escapes, it is a parameter without a value: the strict grammar has none, and browsers \
              take the data as it stands. Letters may be of either case; spaces around the word do not keep browsers \
              from seeing it.",
        see: SYNTAX,
        example: Some(Example::new(Rfc3986, "data:image/gif;%62ase64,R0lGODdh")),
        ..Record::EMPTY
    };

    /// White space in a `data:` URL.
    DATA_WHITE_SPACE = Record {
        code: "data-white-space",
        severity: Remark,
        sentence: "white space is removed, as what carries a URL may have broken it over lines",
        why: "Appendix E of the syntax draft, and appendix C of RFC 3986, ignore all white space in a URL. Browsers \
              remove tabs and line breaks, but keep spaces, which are data where the data is not base64.",
        see: ["draft-fielding-url-syntax-05 appendix E", "RFC 3986 appendix C", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "data:,A brief note")),
        ..Record::EMPTY
    };

    /// A character that must be escaped in a `data:` URL.
    DATA_CHARACTER = Record {
        code: "data-character",
        severity: Error,
        sentence: "the data contains a character that must be escaped",
        why: "Quotes, angle brackets and characters beyond ASCII cannot stand in a URL, and what carries it may end it \
              there. Browsers take them for the bytes of their UTF-8.",
        see: CHARACTERS,
        example: Some(Example::new(Rfc3986, "data:image/svg+xml,<svg/>")),
        ..Record::EMPTY
    };

    /// A `?` in a `data:` URL.
    DATA_QUERY = Record {
        code: "data-query",
        severity: Remark,
        sentence: "what stands behind `?` is data too",
        why: "Programs that take URLs apart call it a query and may lose it.",
        see: DATA,
        example: Some(Example::new(Whatwg, "data:,what?")),
        ..Record::EMPTY
    };

    /// A `#` in a `data:` URL.
    DATA_FRAGMENT = Record {
        code: "data-fragment",
        severity: Remark,
        sentence: "what stands behind `#` is a fragment, and no part of the data",
        why: "The colours of an SVG image written into a URL are a usual victim: write `#` as `%23`.",
        see: ["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 section 3.5", "", "Fetch Standard section 6"],
        example: Some(Example::new(Whatwg, "data:,1#2")),
        ..Record::EMPTY
    };

    /// A `data:` URL that begins with a slash.
    DATA_HIERARCHY = Record {
        code: "data-hierarchy",
        severity: Remark,
        sentence: "what begins with a slash is read as a host or a path, whose dot segments are folded",
        why: "No media type begins with a slash. Browsers read `data:/...` as they read other URLs with a hierarchy, \
              and take what comes out for the media type and the data.",
        see: CHARACTERS,
        example: Some(Example::new(Whatwg, "data://test/,X")),
        ..Record::EMPTY
    };

    /// A `data:` URL beyond the length that is asked for.
    DATA_LONG = Record {
        code: "data-long",
        severity: Error,
        sentence: "the `data:` URL is longer than the limit",
        why: "The scheme is intended for short values: many programs limit the length of URLs, and attributes of HTML \
              had a limit of 1024 characters. For anything larger, give the data a URL of its own.",
        see: DATA,
        ..Record::EMPTY
    };

    /// A malformed media type.
    MEDIA_TYPE = Record {
        code: "media-type",
        severity: Error,
        sentence: "a media type is a type, `/` and a subtype, of the characters of a token",
        why: "A `data:` URL may leave it out; then, and for browsers also where it is malformed, the data is \
              `text/plain;charset=US-ASCII`. Type and subtype may be left out before `;charset=...`.",
        see: TYPE,
        example: Some(Example::new(Rfc3986, "data:html,X")),
        ..Record::EMPTY
    };

    /// A malformed parameter of a media type.
    MEDIA_TYPE_PARAMETER = Record {
        code: "media-type-parameter",
        severity: Error,
        sentence: "a parameter is a name, `=` and a value",
        why: "A value with spaces or any of `()<>@,;:\\\"/[]?=` is quoted in header fields, and percent-encoded in a \
              `data:` URL. Browsers pass over a parameter that they cannot read.",
        see: TYPE,
        example: Some(Example::new(Rfc3986, "data:text/plain;charset=,X")),
        ..Record::EMPTY
    };

    /// An escape in the media type of a `data:` URL.
    MEDIA_TYPE_ESCAPE = Record {
        code: "media-type-escape",
        severity: Remark,
        sentence: "an escape in a media type is data for RFC 2397, and three characters for browsers",
        why: "The two disagree on the media type: `a=%2C` has the value `,` for the one and `%2C` for the other.",
        see: TYPE,
        example: Some(Example::new(Whatwg, "data:text/plain;a=%2C,X")),
        ..Record::EMPTY
    };

    /// A second parameter of the same name.
    MEDIA_TYPE_REPEATED = Record {
        code: "media-type-repeated",
        severity: Remark,
        sentence: "of parameters with the same name only the first counts",
        why: "RFC 2045 does not say which of them counts; browsers take the first.",
        see: TYPE,
        example: Some(Example::new(Rfc3986, "data:text/plain;charset=utf-8;charset=gbk,X")),
        ..Record::EMPTY
    };

    /// A media type beyond the limit.
    MEDIA_TYPE_TOO_LONG = Record {
        code: "media-type-too-long",
        severity: Error,
        sentence: "the media type is longer than the limit",
        why: "No standard limits it, but it has to be kept in memory until it has been read, also where the data is \
              not. The limit is the caller's to set.",
        see: TYPE,
        ..Record::EMPTY
    };

    /// More parameters than the limit.
    MEDIA_TYPE_TOO_MANY_PARAMETERS = Record {
        code: "media-type-too-many-parameters",
        severity: Error,
        sentence: "the media type has more parameters than the limit",
        why: "No standard limits their number, but a program must. The limit is the caller's to set.",
        see: TYPE,
        ..Record::EMPTY
    };

    /// A byte that is none of base64.
    BASE64_ALPHABET = Record {
        code: "base64-alphabet",
        severity: Error,
        sentence: "base64 contains something else than the 64 characters and the padding at the end",
        why: "A reader that passes over stray bytes finds data in a text that others refuse. Browsers pass over white \
              space alone, also where it is percent-encoded.",
        see: BASE64,
        example: Some(Example::new(Whatwg, "data:;base64,R0lG!Ddh")),
        ..Record::EMPTY
    };

    /// A character of the other alphabet of base64.
    BASE64_URL_ALPHABET = Record {
        code: "base64-url-alphabet",
        severity: Error,
        sentence: "base64 in a `data:` URL has `+` and `/`, not `-` and `_`",
        why: "The alphabet of RFC 4648 section 5 is meant for file names and parts of URLs; neither RFC 2397 nor \
              browsers read it here. A `data:` URL may contain `+` and `/` as they are.",
        see: BASE64,
        example: Some(Example::new(Whatwg, "data:;base64,-_-_")),
        ..Record::EMPTY
    };

    /// Too little or too much padding.
    BASE64_PADDING = Record {
        code: "base64-padding",
        severity: Error,
        sentence: "base64 is padded with `=` to groups of four characters",
        why: "Browsers also take it without any padding, but not with too little or too much.",
        see: BASE64,
        example: Some(Example::new(Rfc3986, "data:;base64,WA")),
        ..Record::EMPTY
    };

    /// A character that is left over.
    BASE64_LENGTH = Record {
        code: "base64-length",
        severity: Error,
        sentence: "one character of base64 is left over at the end",
        why: "It has six bits, of which no byte can be made: the text has been cut off.",
        see: BASE64,
        example: Some(Example::new(Whatwg, "data:;base64,WAAAA")),
        ..Record::EMPTY
    };

    /// Bits that are dropped.
    BASE64_TRAILING_BITS = Record {
        code: "base64-trailing-bits",
        severity: Remark,
        sentence: "the last character of base64 has bits that are dropped",
        why: "Encoders write zeros there. Bits that no one reads make two texts of the same data, or hide something.",
        see: BASE64,
        example: Some(Example::new(Rfc3986, "data:;base64,WB==")),
        ..Record::EMPTY
    };
}
