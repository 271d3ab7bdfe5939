//! The rules of documents: markup that is open at the end of a page, and the limits of reading.

use napkin::Severity::{Error, Remark};
use napkin::Standard::Whatwg;
use napkin::rules::{Example, Record};

const PARSE_ERRORS: &[&str] = &["", "", "", "HTML Standard section 13.2.2"];
const TEXT_MODE: &[&str] = &["", "", "", "HTML Standard section 13.2.6.4.8"];
const LIMITS: &[&str] = &["the caller's limit"];

napkin::rules! {
    /// The rules of documents.
    pub DOCUMENT_RULES of "document";

    EOF_IN_TAG = Record {
        code: "eof-in-tag",
        severity: Error,
        sentence: "the page ends inside a tag",
        why: "A tag without its `>` is dropped, together with the text after it that looks like its attributes: an \
              unclosed quotation mark takes the whole rest. Its references are not links of the page.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<a href=beer>beer</a> <a href=\"cider>cider</a> <a href=stout>stout</a>")),
        ..Record::EMPTY
    };

    EOF_IN_COMMENT = Record {
        code: "eof-in-comment",
        severity: Error,
        sentence: "the page ends inside a comment",
        why: "All text after the start of the comment belongs to it, including links. Text that begins with `<!`, `<?` \
              or `</` and is not a declaration or a tag is a comment up to the next `>`. The standard has no error for \
              the end of the page in such a comment, but it hides as much.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<a href=beer>beer</a> <!-- <a href=cider>cider</a> ->")),
        ..Record::EMPTY
    };

    EOF_IN_DOCTYPE = Record {
        code: "eof-in-doctype",
        severity: Error,
        sentence: "the page ends inside its document type",
        why: "A document type ends with the next `>`; without it, the page is empty.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<!doctype html")),
        ..Record::EMPTY
    };

    EOF_IN_CDATA = Record {
        code: "eof-in-cdata",
        severity: Error,
        sentence: "the page ends inside a CDATA section",
        why: "In SVG and MathML, such a section ends with `]]>`, and its contents are text, not elements.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<svg><![CDATA[ <a href=beer>beer</a> ]></svg>")),
        ..Record::EMPTY
    };

    EOF_IN_SCRIPT_HTML_COMMENT_LIKE_TEXT = Record {
        code: "eof-in-script-html-comment-like-text",
        severity: Error,
        sentence: "the page ends inside text that looks like a comment in a script",
        why: "After `<!--` in a script, and after `<script` in that, `</script>` does not end the script, because \
              pages once hid scripts from browsers in this way. Without `-->`, the rest of the page is script.",
        see: PARSE_ERRORS,
        example: Some(Example::new(Whatwg, "<script><!-- <script> </script> <a href=beer>beer</a>")),
        ..Record::EMPTY
    };

    EOF_IN_RAW_TEXT = Record {
        code: "eof-in-raw-text",
        severity: Error,
        sentence: "the page ends inside a text that only its own end tag ends",
        why: "The contents of `script`, `style`, `textarea`, `title`, `iframe`, `noembed`, `noframes`, `noscript` and \
              `xmp` are text up to the end tag. The standard has this error without a name.",
        see: TEXT_MODE,
        example: Some(Example::new(Whatwg, "<title>Menu</titel> <a href=beer>beer</a>")),
        ..Record::EMPTY
    };

    TOKEN_TOO_LONG = Record {
        code: "token-too-long",
        severity: Error,
        sentence: "a tag, or a text that is read as a whole, is longer than the limit",
        why: "A page of any length is read in little memory, but a tag, and the text of a `style` or a `noscript`, \
              must be in memory. Only the attributes within the limit count in a longer tag; a longer text is read in \
              pieces.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    DOCUMENT_TOO_LARGE = Record {
        code: "document-too-large",
        severity: Error,
        sentence: "a document that must be in memory is larger than the limit",
        why: "Pages and plain texts in UTF-8 are read piece by piece under one standard. Every other document must be \
              in memory, and a document beyond the limit is not read at all.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    DOCUMENT_TOO_DEEP = Record {
        code: "document-too-deep",
        severity: Error,
        sentence: "documents are nested deeper than the limit",
        why: "A page in an attribute, a `noscript`, the text of a feed and the HTML of Markdown are nested documents. \
              Each level is read again, so there is a limit. Deeper documents are not read, and their references are \
              missing from the answer.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    DOCUMENT_UNREADABLE = Record {
        code: "document-unreadable",
        severity: Error,
        sentence: "napkin cannot read this kind of document",
        why: "Programs, images and many archives contain references in forms that napkin does not \
              read, and an encrypted or damaged PDF file hides them. Read as text, such a file would seem to contain none. Unpack it first, or set its kind with \
              `--type`.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    ARCHIVE_TOO_LARGE = Record {
        code: "archive-too-large",
        severity: Error,
        sentence: "the archive, or one of its members, is beyond a limit",
        why: "A small archive can unpack to any size, so that its members are not read beyond a limit.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    ARCHIVE_UNREADABLE = Record {
        code: "archive-unreadable",
        severity: Error,
        sentence: "a member of the archive cannot be read",
        why: "A member that is encrypted, damaged, or an archive itself may contain links that are not listed.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    ELEMENTS_TOO_DEEP = Record {
        code: "elements-too-deep",
        severity: Error,
        sentence: "a tag depends on more open elements than the limit",
        why: "Which elements a tag closes depends on the open elements. napkin looks at no more than 512 of them per \
              tag and keeps no more than a million, so that the cost per tag is limited. Browsers build no deeper \
              trees than 512, but look at all open elements: beyond the limit they may read the page differently.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    ENTITIES_TOO_LARGE = Record {
        code: "entities-too-large",
        severity: Error,
        sentence: "the entities of an XML document expand to more than the limit",
        why: "A few lines of entities that refer to each other can expand to gigabytes. The text after the limit is \
              not expanded, and its references are missing from the answer. A target in a package that is repeated \
              with many fragments counts, too.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    BASES_TOO_DEEP = Record {
        code: "bases-too-deep",
        severity: Error,
        sentence: "`xml:base` attributes are nested deeper than the limit",
        why: "Each base is resolved against the one around it. Deeper ones are ignored, so the references inside them \
              have another base than the document says.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    REFERENCE_TOO_LONG = Record {
        code: "reference-too-long",
        severity: Error,
        sentence: "a reference in plain text is longer than the limit",
        why: "In plain text, napkin looks at a limited number of bytes after a scheme, so that the time is \
              proportional to the length of the text. The reference was cut there.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    OUTPUT_TOO_LONG = Record {
        code: "output-too-long",
        severity: Error,
        sentence: "the output for a document is longer than the limit",
        why: "A long base URL is written once per short reference, so that a small document could produce gigabytes. \
              Output stops at a limit that ordinary documents do not reach; the output is incomplete, or nothing is \
              written.",
        see: LIMITS,
        is_limit: true,
        ..Record::EMPTY
    };

    FINDINGS_OMITTED = Record {
        code: "findings-omitted",
        severity: Remark,
        sentence: "further findings of one reference are not listed",
        why: "A reference with thousands of `../` violates a rule thousands of times. The first findings show the \
              problem; the others are left out, so that the report is proportional to the input.",
        see: LIMITS,
        ..Record::EMPTY
    };
}
