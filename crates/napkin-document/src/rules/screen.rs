//! The rules of screening: whether a policy admits the `data:` URLs of a document.

use napkin::Severity::{Error, Remark};
use napkin::Standard::Whatwg;
use napkin::rules::{Example, Record};

const SECURITY: [&str; 4] =
    ["draft-masinter-url-data-02, Security", "RFC 2397 section 6", "", "Fetch Standard section 6"];
const SNIFFING: [&str; 4] =
    ["draft-masinter-url-data-02, Security", "RFC 2397 section 6", "", "MIME Sniffing section 7"];
const READINGS: [&str; 4] =
    ["draft-masinter-url-data-02, Syntax", "RFC 2397 section 3", "", "Fetch Standard section 6"];

napkin::rules! {
    /// The examples are those of a policy that denies what is active, and
    /// goes two levels deep, to three URLs, 72 bytes in one and 96 bytes in all of them.
    pub SCREEN_RULES of "screen";

    DATA_TYPE_MISMATCH = Record {
        code: "data-type-mismatch",
        severity: Remark,
        sentence: "the data does not look like its media type",
        why: "A program that trusts the type accepts data that another program, which looks at the bytes, opens as a \
              page or runs. Browsers sniff if the type is missing, and mail readers and operating systems often look \
              at the bytes only.",
        see: SNIFFING,
        example: Some(Example::new(Whatwg, "data:image/gif,<script>alert(1)</script>")),
        ..Record::EMPTY
    };

    DATA_TYPE_AMBIGUOUS = Record {
        code: "data-type-ambiguous",
        severity: Remark,
        sentence: "programs disagree on the media type, on its charset, or on whether the data is base64",
        why: "Browsers take the type by its letters, where RFC 2397 and some libraries undo escapes first: what a filter \
              takes for plain text is a page for another program. Of `data://text/html,X` the Fetch Standard makes plain \
              text, since a type has no slashes before it; Chromium drops them and opens a page. Both types must be \
              admitted then.",
        see: READINGS,
        example: Some(Example::new(Whatwg, "data:text%2Fhtml,X")),
        ..Record::EMPTY
    };

    DATA_BYTES_AMBIGUOUS = Record {
        code: "data-bytes-ambiguous",
        severity: Remark,
        sentence: "programs disagree on the data",
        why: "By RFC 2397, white space is not a part of a URL. A filter that removes it sees other bytes than \
              browsers, which keep spaces in data that is not base64.",
        see: READINGS,
        example: Some(Example::new(Whatwg, "data:text/plain,on load")),
        ..Record::EMPTY
    };

    DATA_TYPE_DENIED = Record {
        code: "data-type-denied",
        severity: Error,
        sentence: "the policy does not allow this media type here",
        why: "The data of a `data:` URL bypasses checks of the types of retrieved objects. Options allow and deny \
              media types per place.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/html,<script>alert(1)</script>")),
        ..Record::EMPTY
    };

    DATA_TOO_DEEP = Record {
        code: "data-too-deep",
        severity: Error,
        sentence: "`data:` URLs are nested deeper than the limit",
        why: "Deeper URLs are not screened. Two levels are rare in ordinary documents.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/html,<img src=data:text/css,a{b:url(data:,X)}>")),
        is_limit: true,
        ..Record::EMPTY
    };

    DATA_TOO_MANY = Record {
        code: "data-too-many",
        severity: Error,
        sentence: "there are more `data:` URLs than the limit",
        why: "Further URLs are not screened.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/css,a{b:url(data:,1)url(data:,2)url(data:,3)}")),
        is_limit: true,
        ..Record::EMPTY
    };

    DATA_TOO_LARGE = Record {
        code: "data-too-large",
        severity: Error,
        sentence: "the data is larger than the limit for one URL",
        why: "The data was not decoded, so its content is unknown. The scheme is intended for short values.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:,01234567890123456789012345678901234567890123456789012345678901234567890123456789")),
        is_limit: true,
        ..Record::EMPTY
    };

    DATA_TOTAL = Record {
        code: "data-total-too-large",
        severity: Error,
        sentence: "the data of all URLs together is larger than the limit",
        why: "Nested data is decoded again at each level; the limit prevents that a small document causes much work. \
              Further data was not decoded.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/css,a{b:url(data:,012345678901234567890)url(data:,012345678901234567890)}")),
        is_limit: true,
        ..Record::EMPTY
    };
}
