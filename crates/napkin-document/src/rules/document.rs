//! The rules of documents: markup that is open at the end of a page, and the limits of reading.

use napkin::Severity::{Error, Remark};
use napkin::Standard::Whatwg;
use napkin::rules::{Example, Record};

const PARSE_ERRORS: [&str; 4] = ["", "", "", "HTML Standard section 13.2.2"];
const TEXT_MODE: [&str; 4] = ["", "", "", "HTML Standard section 13.2.6.4.8"];
const LIMITS: [&str; 4] = ["the caller's limit", "the caller's limit", "the caller's limit", "the caller's limit"];

napkin::rules! {
    /// The rules of documents.
    pub DOCUMENT_RULES of "document";

    /// A page that ends inside a tag.
    EOF_IN_TAG = Record {
        code: "eof-in-tag",
        severity: Error,
        sentence: "the page ends inside a tag",
        why: "A tag without its `>` becomes nothing, and with it everything behind it that looks like its attributes: a \
              quotation mark that is not closed takes all that follows along. What it names is no link of the page.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<a href=beer>beer</a> <a href=\"cider>cider</a> <a href=stout>stout</a>")),
        ..Record::EMPTY
    };

    /// A page that ends inside a comment.
    EOF_IN_COMMENT = Record {
        code: "eof-in-comment",
        severity: Error,
        sentence: "the page ends inside a comment",
        why: "All that stands behind the beginning of the comment is part of it, links too. What begins with `<!`, `<?` or \
              `</` and is no declaration or tag is a comment up to the next `>`; the standard has no error for the end in \
              one of these, but they swallow as much.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<a href=beer>beer</a> <!-- <a href=cider>cider</a> ->")),
        ..Record::EMPTY
    };

    /// A page that ends inside its document type.
    EOF_IN_DOCTYPE = Record {
        code: "eof-in-doctype",
        severity: Error,
        sentence: "the page ends inside its document type",
        why: "A document type ends with the next `>`; without one the page is empty.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<!doctype html")),
        ..Record::EMPTY
    };

    /// A page that ends inside a CDATA section.
    EOF_IN_CDATA = Record {
        code: "eof-in-cdata",
        severity: Error,
        sentence: "the page ends inside a CDATA section",
        why: "In SVG and in MathML such a section ends with `]]>`, and what stands in it is text: elements in it are none.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<svg><![CDATA[ <a href=beer>beer</a> ]></svg>")),
        ..Record::EMPTY
    };

    /// A page that ends inside what looks like a comment in a script.
    EOF_IN_SCRIPT_HTML_COMMENT_LIKE_TEXT = Record {
        code: "eof-in-script-html-comment-like-text",
        severity: Error,
        sentence: "the page ends inside what looks like a comment in a script",
        why: "Behind `<!--` in a script, and behind `<script` in that, `</script>` does not end the script, as pages once \
              hid scripts from browsers in this way. Where `-->` is missing the rest of the page is script.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<script><!-- <script> </script> <a href=beer>beer</a>")),
        ..Record::EMPTY
    };

    /// A page that ends inside a text that only its end tag ends.
    EOF_IN_RAW_TEXT = Record {
        code: "eof-in-raw-text",
        severity: Error,
        sentence: "the page ends inside a text that only its own end tag ends",
        why: "The contents of `script`, `style`, `textarea`, `title`, `iframe`, `noembed`, `noframes`, `noscript` and `xmp` \
              are text, whatever stands there, up to the end tag. The standard has this error without a name.",
        see: TEXT_MODE,
        example: Some(Example::new(Whatwg, "<title>Menu</titel> <a href=beer>beer</a>")),
        ..Record::EMPTY
    };

    /// A tag or a text of a page beyond the limit.
    TOKEN_TOO_LONG = Record {
        code: "token-too-long",
        severity: Error,
        sentence: "a tag, or a text that is read as a whole, is longer than the limit",
        why: "A page of any length is read in a little memory, but a tag, and the text of a `style` or a `noscript`, has to \
              be held. Of a longer tag the attributes within the limit count and no others; a longer text is read in pieces.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// A document beyond the limit on what is held.
    DOCUMENT_TOO_LARGE = Record {
        code: "document-too-large",
        severity: Error,
        sentence: "a document that has to be held as a whole is larger than the limit",
        why: "Pages and plain texts in UTF-8 are read piece by piece under one standard. Every other document is held in \
              memory, and nothing of it has been read where it is larger than the caller admits.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// A nested document that is too deep.
    DOCUMENT_TOO_DEEP = Record {
        code: "document-too-deep",
        severity: Error,
        sentence: "documents stand inside each other deeper than the limit",
        why: "A page in an attribute, a `noscript`, the text of a feed and the HTML of Markdown are documents inside a document. \
              Each level reads its contents once more, so there is a limit. What lies deeper has not been read, and its \
              references are missing from the answer.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// A document of a kind that cannot be read.
    DOCUMENT_UNREADABLE = Record {
        code: "document-unreadable",
        severity: Error,
        sentence: "the document is of a kind that cannot be read",
        why: "Programs, archives, office documents, PDF and images hold references in forms that are not read here. Read as \
              text, such a file seems to hold none, which is no answer. Unpack it first, or say with `--type` how to read it.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// Too many open elements in a page.
    ELEMENTS_TOO_DEEP = Record {
        code: "elements-too-deep",
        severity: Error,
        sentence: "a tag depends on more open elements than the limit",
        why: "Which elements a tag closes depends on the elements that are open. No more than 512 of them are looked at for one \
              tag, and no more than a million are kept, so that no page costs more than a fixed number of steps per tag. \
              Browsers build no deeper trees than 512, but look at all open elements: past the limit they may read the page \
              otherwise.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// XML entities that are too large or too deep.
    ENTITIES_TOO_LARGE = Record {
        code: "entities-too-large",
        severity: Error,
        sentence: "the entities of an XML document expand to more than the limit",
        why: "A few lines of entities that name each other can stand for gigabytes. What follows the limit has not been \
              expanded, and references in it are missing from the answer.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// Nested `xml:base` that are too deep.
    BASES_TOO_DEEP = Record {
        code: "bases-too-deep",
        severity: Error,
        sentence: "`xml:base` attributes stand inside each other deeper than the limit",
        why: "Each base is resolved against the one around it. Deeper ones do not count, so the references inside them are \
              resolved against another base than the document says.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// A reference in plain text that is too long.
    REFERENCE_TOO_LONG = Record {
        code: "reference-too-long",
        severity: Error,
        sentence: "a reference in plain text is longer than the limit",
        why: "In plain text a limited number of bytes after a scheme is looked at, so that a text costs time in proportion to \
              its length. The reference has been cut there.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// The output for one document is too long.
    OUTPUT_TOO_LONG = Record {
        code: "output-too-long",
        severity: Error,
        sentence: "the output for a document is longer than the limit",
        why: "A long base URL is written once for each short reference, so that a small document can ask for gigabytes. \
              Output stops at a limit that no honest document reaches; the output is incomplete, or nothing is written.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    /// Further findings of a rule in one reference, beyond the number that is reported.
    FINDINGS_OMITTED = Record {
        code: "findings-omitted",
        severity: Remark,
        sentence: "further findings of one reference are not listed",
        why: "A reference of many thousand `../` breaks a rule as often. The first findings show what is wrong; the others are \
              left out, so that the report stays in proportion to what is audited.",
        see: LIMITS,
        ..Record::EMPTY
    };
}
