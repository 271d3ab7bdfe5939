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

    /// Data that looks like something else than its `data:` URL says.
    DATA_TYPE_MISMATCH = Record {
        code: "data-type-mismatch",
        severity: Remark,
        sentence: "the data looks like something else than its media type says",
        why: "Who goes by the type lets through what another program, which goes by the bytes, opens as a page or runs. \
              Browsers sniff where the type is missing, and mail readers and operating systems often go by the bytes \
              alone.",
        see: SNIFFING,
        example: Some(Example::new(Whatwg, "data:image/gif,<script>alert(1)</script>")),
        ..Record::EMPTY
    };

    /// A `data:` URL on whose media type its readers disagree.
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

    /// A `data:` URL on whose data its readers disagree.
    DATA_BYTES_AMBIGUOUS = Record {
        code: "data-bytes-ambiguous",
        severity: Remark,
        sentence: "programs disagree on the data",
        why: "By RFC 2397 white space is none of a URL, and a filter that removes it sees other bytes than browsers, which \
              keep spaces in data that is not base64.",
        see: READINGS,
        example: Some(Example::new(Whatwg, "data:text/plain,on load")),
        ..Record::EMPTY
    };

    /// Data of a type that a policy does not admit.
    DATA_TYPE_DENIED = Record {
        code: "data-type-denied",
        severity: Error,
        sentence: "the policy does not admit this media type here",
        why: "A `data:` URL brings its data past whatever looks at the types of what is fetched. The options that allow \
              and deny types say what may stand where.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/html,<script>alert(1)</script>")),
        ..Record::EMPTY
    };

    /// `data:` URLs inside each other beyond the limit.
    DATA_TOO_DEEP = Record {
        code: "data-too-deep",
        severity: Error,
        sentence: "`data:` URLs stand inside each other deeper than the limit",
        why: "What lies deeper has not been looked at. Two levels are rare in honest documents.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/html,<img src=data:text/css,a{b:url(data:,X)}>")),
        is_limit: true,
        ..Record::EMPTY
    };

    /// More `data:` URLs than the limit.
    DATA_TOO_MANY = Record {
        code: "data-too-many",
        severity: Error,
        sentence: "there are more `data:` URLs than the limit",
        why: "What follows has not been looked at.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/css,a{b:url(data:,1)url(data:,2)url(data:,3)}")),
        is_limit: true,
        ..Record::EMPTY
    };

    /// The data of one URL is larger than the limit.
    DATA_TOO_LARGE = Record {
        code: "data-too-large",
        severity: Error,
        sentence: "the data is larger than the limit for one URL",
        why: "It has not been decoded, so that nobody knows what it holds. The scheme is intended for short values.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:,01234567890123456789012345678901234567890123456789012345678901234567890123456789")),
        is_limit: true,
        ..Record::EMPTY
    };

    /// The data of all URLs together is larger than the limit.
    DATA_TOTAL = Record {
        code: "data-total-too-large",
        severity: Error,
        sentence: "the data of all URLs together is larger than the limit",
        why: "Data inside data is decoded once more at each level; the limit keeps a small document from becoming much \
              work. What follows has not been decoded.",
        see: SECURITY,
        example: Some(Example::new(Whatwg, "data:text/css,a{b:url(data:,012345678901234567890)url(data:,012345678901234567890)}")),
        is_limit: true,
        ..Record::EMPTY
    };
}
