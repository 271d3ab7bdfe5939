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

    DATA_SCHEME = Record {
        code: "data-scheme",
        severity: Error,
        sentence: "a `data:` URL begins with `data:`",
        why: "Only then does the text itself hold the data.",
        see: SYNTAX,
        ..Record::EMPTY
    };

    DATA_COMMA = Record {
        code: "data-comma",
        severity: Error,
        sentence: "a comma separates the media type from the data",
        why: "Without the comma, the start of the data is unknown. It must precede any `#`.",
        see: SYNTAX,
        example: Some(Example::new(Rfc3986, "data:text/plain;charset=iso-8859-7;%be%d3%be")),
        ..Record::EMPTY
    };

    DATA_COMMA_IN_QUOTES = Record {
        code: "data-comma-in-quotes",
        severity: Error,
        sentence: "the first comma ends the media type, even between quotes",
        why: "The rest of the value becomes data. RFC 2397 has no quotes: write the comma of a value as `%2C`. \
              Browsers keep these three characters, because their values cannot contain a comma.",
        see: SYNTAX,
        example: Some(Example::new(Whatwg, "data:text/plain;foo=\"bar,baz\";charset=utf8,body")),
        ..Record::EMPTY
    };

    DATA_BASE64_MARKER = Record {
        code: "data-base64-marker",
        severity: Error,
        sentence: "`;base64` is directly before the comma, without escapes",
        why: "In another place, or with escapes, it is a parameter without a value. The strict grammar has none, and \
              browsers do not decode the data. Its case does not matter, and browsers accept spaces around the word.",
        see: SYNTAX,
        example: Some(Example::new(Rfc3986, "data:image/gif;%62ase64,R0lGODdh")),
        ..Record::EMPTY
    };

    DATA_WHITE_SPACE = Record {
        code: "data-white-space",
        severity: Remark,
        sentence: "white space is removed, because a carrier may have broken the URL over lines",
        why: "Appendix E of the syntax draft, and appendix C of RFC 3986, ignore all white space in a URL. Browsers \
              remove tabs and line breaks, but keep spaces, which are data if the data is not base64.",
        see: ["draft-fielding-url-syntax-05 appendix E", "RFC 3986 appendix C", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "data:,A brief note")),
        ..Record::EMPTY
    };

    DATA_CHARACTER = Record {
        code: "data-character",
        severity: Error,
        sentence: "the data contains a character that must be escaped",
        why: "A URL cannot contain quotes, angle brackets and non-ASCII characters, and its carrier may end the URL \
              there. Browsers read them as the bytes of their UTF-8.",
        see: CHARACTERS,
        example: Some(Example::new(Rfc3986, "data:image/svg+xml,<svg/>")),
        ..Record::EMPTY
    };

    DATA_QUERY = Record {
        code: "data-query",
        severity: Remark,
        sentence: "the text after `?` is data too",
        why: "Programs that split URLs call it a query and may lose it.",
        see: DATA,
        example: Some(Example::new(Whatwg, "data:,what?")),
        ..Record::EMPTY
    };

    DATA_FRAGMENT = Record {
        code: "data-fragment",
        severity: Remark,
        sentence: "the text after `#` is a fragment, not a part of the data",
        why: "SVG images in a URL often lose their colours this way: write `#` as `%23`.",
        see: ["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 section 3.5", "", "Fetch Standard section 6"],
        example: Some(Example::new(Whatwg, "data:,1#2")),
        ..Record::EMPTY
    };

    DATA_HIERARCHY = Record {
        code: "data-hierarchy",
        severity: Remark,
        sentence: "text that begins with a slash is read as a host or a path, whose dot segments are removed",
        why: "No media type begins with a slash. Browsers parse `data:/...` like other URLs with a hierarchy, and read \
              the result as the media type and the data.",
        see: CHARACTERS,
        example: Some(Example::new(Whatwg, "data://test/,X")),
        ..Record::EMPTY
    };

    DATA_LONG = Record {
        code: "data-long",
        severity: Error,
        sentence: "the `data:` URL is longer than the limit",
        why: "The scheme is intended for short values: many programs limit the length of URLs, and HTML attributes \
              once had a limit of 1024 characters. Store larger data under a URL of its own.",
        see: DATA,
        ..Record::EMPTY
    };

    MEDIA_TYPE = Record {
        code: "media-type",
        severity: Error,
        sentence: "a media type is a type, `/` and a subtype, of the characters of a token",
        why: "The media type is optional. If it is missing, and for browsers also if it is malformed, the data is \
              `text/plain;charset=US-ASCII`. Type and subtype may be missing before `;charset=...`.",
        see: TYPE,
        example: Some(Example::new(Rfc3986, "data:html,X")),
        ..Record::EMPTY
    };

    MEDIA_TYPE_PARAMETER = Record {
        code: "media-type-parameter",
        severity: Error,
        sentence: "a parameter is a name, `=` and a value",
        why: "A value with spaces or any of `()<>@,;:\\\"/[]?=` is quoted in header fields, and percent-encoded in a \
              `data:` URL. Browsers ignore a parameter that they cannot parse.",
        see: TYPE,
        example: Some(Example::new(Rfc3986, "data:text/plain;charset=,X")),
        ..Record::EMPTY
    };

    MEDIA_TYPE_ESCAPE = Record {
        code: "media-type-escape",
        severity: Remark,
        sentence: "an escape in a media type is data for RFC 2397, and three characters for browsers",
        why: "The two disagree on the media type: the value of `a=%2C` is `,` for RFC 2397 and `%2C` for browsers.",
        see: TYPE,
        example: Some(Example::new(Whatwg, "data:text/plain;a=%2C,X")),
        ..Record::EMPTY
    };

    MEDIA_TYPE_REPEATED = Record {
        code: "media-type-repeated",
        severity: Remark,
        sentence: "only the first of several parameters with the same name counts",
        why: "RFC 2045 does not say which one counts; browsers take the first.",
        see: TYPE,
        example: Some(Example::new(Rfc3986, "data:text/plain;charset=utf-8;charset=gbk,X")),
        ..Record::EMPTY
    };

    MEDIA_TYPE_TOO_LONG = Record {
        code: "media-type-too-long",
        severity: Error,
        sentence: "the media type is longer than the limit",
        why: "No standard limits it, but the whole media type must be in memory, unlike the data. The caller sets the \
              limit.",
        see: TYPE,
        ..Record::EMPTY
    };

    MEDIA_TYPE_TOO_MANY_PARAMETERS = Record {
        code: "media-type-too-many-parameters",
        severity: Error,
        sentence: "the media type has more parameters than the limit",
        why: "No standard limits their number, but a program must. The caller sets the limit.",
        see: TYPE,
        ..Record::EMPTY
    };

    BASE64_ALPHABET = Record {
        code: "base64-alphabet",
        severity: Error,
        sentence: "base64 consists of 64 characters, and padding at the end",
        why: "A decoder that skips stray bytes finds data in a text that other decoders refuse. Browsers skip only \
              white space, also if it is percent-encoded.",
        see: BASE64,
        example: Some(Example::new(Whatwg, "data:;base64,R0lG!Ddh")),
        ..Record::EMPTY
    };

    BASE64_URL_ALPHABET = Record {
        code: "base64-url-alphabet",
        severity: Error,
        sentence: "base64 in a `data:` URL has `+` and `/`, not `-` and `_`",
        why: "The alphabet of RFC 4648 section 5 is meant for file names and parts of URLs; neither RFC 2397 nor \
              browsers accept it here. A `data:` URL may contain `+` and `/` without escapes.",
        see: BASE64,
        example: Some(Example::new(Whatwg, "data:;base64,-_-_")),
        ..Record::EMPTY
    };

    BASE64_PADDING = Record {
        code: "base64-padding",
        severity: Error,
        sentence: "base64 is padded with `=` to groups of four characters",
        why: "Browsers also accept base64 without padding, but not with too little or too much.",
        see: BASE64,
        example: Some(Example::new(Rfc3986, "data:;base64,WA")),
        ..Record::EMPTY
    };

    BASE64_LENGTH = Record {
        code: "base64-length",
        severity: Error,
        sentence: "one character of base64 is left over at the end",
        why: "It has six bits, which are not enough for a byte: the text is cut off.",
        see: BASE64,
        example: Some(Example::new(Whatwg, "data:;base64,WAAAA")),
        ..Record::EMPTY
    };

    BASE64_TRAILING_BITS = Record {
        code: "base64-trailing-bits",
        severity: Remark,
        sentence: "the last character of base64 has bits that are dropped",
        why: "Encoders write zeros there. Unused bits give two texts the same data, or can hide something.",
        see: BASE64,
        example: Some(Example::new(Rfc3986, "data:;base64,WB==")),
        ..Record::EMPTY
    };
}
