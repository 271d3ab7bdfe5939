//! The rules of messages: their structure, external bodies, and bases.

use super::{LIMIT, as_limit, entry};
use napkin::Severity::{Error, Remark};

napkin::rules! {
    /// The examples of limits are those of entities two deep, four of them, headers
    /// of 256 bytes, and 64 decoded bytes.
    pub MAIL_RULES of "mail";

    /// Text in place of a header.
    MAIL_HEADER_LINE = entry(
        "mail-header-line",
        Remark,
        "RFC 5322 section 2.2",
        "a header has no field",
        "The text begins at the place of the header, and is read as the body.",
        "This is the body already\n",
    );

    /// A header line that is no field.
    MAIL_LINE_SKIPPED = as_limit(entry(
        "mail-line-skipped",
        Error,
        "RFC 5322 section 2.1",
        "a line in a header is not a field and is skipped",
        "Only an empty line ends a header. If a line neither begins with a name and a colon nor continues a field, \
         some programs read it as the first line of the body, and others skip it: they see different messages. napkin \
         skips it.",
        "Subject: Menu\nThis is no field\nContent-Type: text/html\n\n<p>Beer\n",
    ));

    /// A bare CR in a header, or a message whose lines end with CR alone.
    MAIL_BARE_CR = as_limit(entry(
        "mail-bare-cr",
        Error,
        "RFC 5322 section 2.2",
        "a line of a header ends with a bare CR",
        "Lines end with CR LF, or in files with LF. In a message without any LF, each CR ends a line; otherwise none \
         does, and programs that treat a CR as the end of a line see other fields.",
        "X-Menu: beer\rContent-Type: text/html\n\n<p>Beer\n",
    ));

    /// A header beyond the limit.
    MAIL_HEADER_TOO_LARGE = as_limit(entry(
        "mail-header-too-large",
        Error,
        LIMIT,
        "a header is larger than the limit",
        "The rest was not read as fields.",
        "Subject: 0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n \
         01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n \
         012345678901234567890123456789012345678901234567890123456789\n\n",
    ));

    /// A multipart without a boundary that can be used.
    MAIL_BOUNDARY = entry(
        "mail-boundary",
        Error,
        "RFC 2046 section 5.1.1",
        "the boundary of a multipart is missing or not allowed, or no line begins with it",
        "Only the boundary separates the parts: one to seventy characters, the last of which is not a space, on a \
         line of its own after two hyphens. Without it, there are no parts.",
        "Content-Type: multipart/mixed\n\n--b\n\nHello\n--b--\n",
    );

    /// A multipart without its close delimiter.
    MAIL_UNCLOSED = entry(
        "mail-unclosed",
        Error,
        "RFC 2046 section 5.1.1",
        "a multipart is not closed",
        "Its last part extends to the end, or to a delimiter of an enclosing multipart: the message may have been cut \
         off.",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n",
    );

    /// A line that begins like a delimiter.
    MAIL_DELIMITER_DOUBTFUL = entry(
        "mail-delimiter-doubtful",
        Remark,
        "RFC 2046 section 5.1.1",
        "a line begins like a delimiter but is not one",
        "A delimiter is a whole line. Some programs accept each line that begins with the boundary, as the section \
         allows, and see other parts. Do not use boundaries that begin with each other.",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--bx\n--b--\n",
    );

    /// Entities in each other beyond the limit.
    MAIL_TOO_DEEP = as_limit(entry(
        "mail-too-deep",
        Error,
        LIMIT,
        "entities are nested deeper than the limit",
        "Deeper entities were not read as parts.",
        "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nSubject: Menu\n",
    ));

    /// More entities than the limit.
    MAIL_TOO_MANY_PARTS = as_limit(entry(
        "mail-too-many-parts",
        Error,
        LIMIT,
        "there are more entities than the limit",
        "The text after the last entity belongs to it.",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n1\n--b\n\n2\n--b\n\n3\n--b\n\n4\n--b--\n",
    ));

    /// Encoded messages beyond the limit.
    MAIL_DECODED_TOO_LARGE = as_limit(entry(
        "mail-decoded-too-large",
        Error,
        LIMIT,
        "encoded messages together are larger than the limit",
        "The parts in an encoded body are found by decoding it, again at each level. This body was not decoded.",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\
         U3ViamVjdDogTWVudQoKVG9kYXkncyBtZW51OiBiZWVyLCBjaWRlciwgc3RvdXQsIGFsZSwgcGllCg==\n",
    ));

    /// A composite entity with a transfer encoding.
    MAIL_TRANSFER_ENCODING = entry(
        "mail-transfer-encoding",
        Remark,
        "RFC 2045 section 6.4",
        "an entity that contains others has a transfer encoding",
        "Only 7bit, 8bit and binary are allowed, and for an external body only 7bit (RFC 2046 section 5.2.3). napkin \
         decodes the entity to read it, but does not change it.",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogTWVudQo=\n",
    );

    /// A parameter that is malformed.
    MAIL_PARAMETER = entry(
        "mail-parameter",
        Remark,
        "RFC 2045 section 5.1",
        "a parameter does not follow the grammar",
        "A semicolon precedes each parameter, and a value with any of ()<>@,;:\\\"/[]?= is in quotes. Programs \
         disagree on other forms. RFC 2046 itself forgets a semicolon in an example.",
        "Content-Type: text/plain; name=a/b\n\n",
    );

    /// A parameter occurs twice.
    MAIL_PARAMETER_REPEATED = entry(
        "mail-parameter-repeated",
        Remark,
        "RFC 2045 section 5.1",
        "a parameter is repeated, or is there both whole and in pieces",
        "Programs disagree on which one counts. napkin takes the first, and a whole one before one in pieces; of \
         access types, the first usable one.",
        "Content-Type: text/plain; charset=utf-8; charset=us-ascii\n\n",
    );

    /// A parameter of which a piece is missing.
    MAIL_PARAMETER_PIECES = entry(
        "mail-parameter-pieces",
        Error,
        "RFC 2231 section 3",
        "the pieces of a parameter have a gap or an invalid number",
        "Pieces are numbered 0, 1, 2 without gaps and without leading zeros. The pieces before the gap are used.",
        "Content-Type: message/external-body; access-type=URL;\n URL*0=\"http://pub.example/\"; URL*2=\"menu\"\n\nContent-ID: \
         <a@pub.example>\n\n",
    );

    /// A parameter with characters that it may not have.
    MAIL_PARAMETER_CHARACTERS = entry(
        "mail-parameter-characters",
        Remark,
        "RFC 2047 section 5",
        "a parameter has non-ASCII characters, or looks like an encoded word",
        "Neither is allowed: RFC 2231 defines how to write other characters. Programs disagree on whether to decode \
         an encoded word in quotes; napkin does not.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/=?utf-8?Q?a?=\"\n\nContent-ID: \
         <a@pub.example>\n\n",
    );

    /// An external body whose access type is missing or unknown.
    MAIL_ACCESS_TYPE = entry(
        "mail-access-type",
        Error,
        "RFC 2046 section 5.2.3",
        "an external body has no access type, or an unknown one",
        "Each external body must have this parameter: without it, the access to the object is unknown.",
        "Content-Type: message/external-body; URL=\"http://pub.example/\"\n\nContent-ID: <a@pub.example>\n\n",
    );

    /// An external body without a parameter that it needs.
    MAIL_ACCESS_PARAMETER = entry(
        "mail-access-parameter",
        Error,
        "RFC 2046 section 5.2.3",
        "an external body lacks a parameter that its access type needs",
        "`URL` for URL (RFC 2017 section 3), `NAME` and `SITE` for FTP, ANON-FTP and TFTP, `NAME` for LOCAL-FILE and AFS, `SERVER` \
         for MAIL-SERVER.",
        "Content-Type: message/external-body; access-type=URL\n\nContent-ID: <a@pub.example>\n\n",
    );

    /// An external body by a URL that retrieves nothing.
    MAIL_ACCESS_SCHEME = entry(
        "mail-access-scheme",
        Error,
        "RFC 2017 section 2",
        "the URL of an external body has a scheme that retrieves nothing",
        "This access type is for URLs that retrieve an object; mailto and others must not be used.",
        "Content-Type: message/external-body; access-type=URL; URL=\"mailto:sam@pub.example\"\n\nContent-ID: \
         <a@pub.example>\n\n",
    );

    /// White space in the URL of an external body.
    MAIL_URL_WHITE_SPACE = entry(
        "mail-url-white-space",
        Remark,
        "RFC 2017 section 3.1",
        "white space is in the URL of an external body, not at the fold of a line",
        "All white space is removed. In the middle of a line, a careless program may have meant it.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/a b\"\n\nContent-ID: \
         <a@pub.example>\n\n",
    );

    /// A character in the URL of an external body that had to be escaped.
    MAIL_URL_CHARACTER = entry(
        "mail-url-character",
        Remark,
        "RFC 2017 section 3.1",
        "a character in the URL of an external body must be escaped",
        "Controls, quotation marks, backslashes and non-ASCII characters must be escaped; napkin reads them as \
         escapes.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/a\\\"b\"\n\nContent-ID: \
         <a@pub.example>\n\n",
    );

    /// A word of the URL of an external body beyond forty characters.
    MAIL_URL_WORD = entry(
        "mail-url-word",
        Remark,
        "RFC 2017 section 3.1",
        "a word of the URL of an external body is longer than 40 characters",
        "Most programs write longer words, and all read them.",
        "Content-Type: message/external-body; access-type=URL;\n URL=\"http://pub.example/01234567890123456789012345678\"\n\n\
         Content-ID: <a@pub.example>\n\n",
    );

    /// An external body by a relative URL.
    MAIL_URL_RELATIVE = entry(
        "mail-url-relative",
        Remark,
        "draft-fielding-url-syntax-05 section 5.1.1",
        "the URL of an external body is relative",
        "The base of a message also applies to relative URLs in its header; without a base, the object cannot be \
         found.",
        "Content-Type: message/external-body; access-type=URL; URL=\"menu\"\n\nContent-ID: <a@pub.example>\n\n",
    );

    /// An external body without a Content-ID.
    MAIL_CONTENT_ID = entry(
        "mail-content-id",
        Remark,
        "RFC 2046 section 5.2.3",
        "an external body has no Content-ID in its inner header",
        "It is mandatory: it identifies an object that a program may already have. RFC 2017 itself omits it.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\nContent-Type: text/html\n\n",
    );

    /// A Content-ID of two entities.
    MAIL_CONTENT_ID_REPEATED = entry(
        "mail-content-id-repeated",
        Remark,
        "RFC 2045 section 7",
        "two entities have the same Content-ID",
        "A Content-ID is globally unique. Only the alternatives of a multipart/alternative may share one, because \
         they are the same object (RFC 2046 section 5.2.3).",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-ID: <a@b>\n\n1\n--b\nContent-ID: <a@b>\n\n2\n--b--\n",
    );

    /// A phantom body that is not blank.
    MAIL_PHANTOM_BODY = entry(
        "mail-phantom-body",
        Remark,
        "RFC 2017 section 3",
        "the phantom body of an external body is not blank",
        "It is ignored, except for access by a mail server, where it is the command.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\nContent-ID: <a@pub.example>\n\n\
         THIS IS NOT REALLY THE BODY!\n",
    );

    /// An expiration that is no date.
    MAIL_EXPIRATION = entry(
        "mail-expiration",
        Remark,
        "RFC 2046 section 5.2.3",
        "the expiration of an external body is not a date",
        "It is a date of RFC 822 with four digits for the year (RFC 1123). An invalid date is ignored.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"; expiration=soon\n\nContent-ID: \
         <a@pub.example>\n\n",
    );

    /// A hash or a size that is none.
    MAIL_HASH = entry(
        "mail-hash",
        Remark,
        "RFC 4483 section 5.12",
        "the hash or the size of an external body is not valid",
        "A hash is SHA-1 in forty hexadecimal digits, and a size is a number of octets. Nothing can be verified by \
         other values; the example of the RFC has twenty digits.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"; hash=10AB568E91245681AC1B\n\n\
         Content-ID: <a@pub.example>\n\n",
    );

    /// A Content-Base that is not absolute.
    MAIL_BASE = entry(
        "mail-base",
        Remark,
        "draft-fielding-url-syntax-05 section 5.1.1",
        "a field with a base is not an absolute URL, or has quotes",
        "A relative Content-Base is ignored. Links against an invalid base have no absolute form. Quotes are removed: \
         Netscape wrote them.",
        "Content-Base: menu/\n\n",
    );

    /// A second Content-Location, or something behind one.
    MAIL_CONTENT_LOCATION = entry(
        "mail-content-location",
        Remark,
        "RFC 2557 section 4.2",
        "an entity has several Content-Location fields, or one with text after the URL",
        "Only one is allowed; the first counts.",
        "Content-Location: http://pub.example/a\nContent-Location: http://pub.example/b\n\n",
    );

    /// The start of a multipart/related that names none of its parts.
    MAIL_START = entry(
        "mail-start",
        Remark,
        "RFC 2387 section 3.2",
        "the start of a multipart/related names none of its parts",
        "The first part is the root instead.",
        "Content-Type: multipart/related; boundary=b; start=\"<c@d>\"\n\n--b\nContent-ID: <a@b>\n\n1\n--b--\n",
    );

    /// Two parts of a multipart/related with one Content-Location.
    MAIL_CONTENT_LOCATION_REPEATED = entry(
        "mail-content-location-repeated",
        Remark,
        "RFC 2557 section 7",
        "two parts of a multipart/related have the same Content-Location",
        "A relative Content-Location may be repeated if its base, and therefore its URL, differs. If the URL is the \
         same, references lead to the first part, and the other one is never displayed.",
        "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Location: http://h/a\n\n1\n--b\nContent-Location: http://h/a\n\n\
         2\n--b--\n",
    );
}
