//! The rules of messages: their structure, external bodies, and bases.

use super::{LIMIT, entry, limit};
use napkin::Severity::{Error, Remark};

napkin::rules! {
    /// The examples of limits are those of entities two deep, four of them, headers
    /// of 256 bytes, and 64 decoded bytes.
    pub MAIL_RULES of "mail";

    MAIL_HEADER_LINE = Record {
        code: "mail-header-line",
        severity: Remark,
        sentence: "a header has no field",
        why: "The text begins at the place of the header, and is read as the body.",
        ..entry(&["RFC 5322 section 2.2"], "This is the body already\n")
    };

    MAIL_LINE_SKIPPED = Record {
        code: "mail-line-skipped",
        severity: Error,
        sentence: "a line in a header is not a field and is skipped",
        why: "Only an empty line ends a header. If a line neither begins with a name and a colon nor continues a \
              field, some programs read it as the first line of the body, and others skip it: they see different \
              messages. napkin skips it.",
        ..limit(&["RFC 5322 section 2.1"], "Subject: Menu\nThis is no field\nContent-Type: text/html\n\n<p>Beer\n")
    };

    MAIL_BARE_CR = Record {
        code: "mail-bare-cr",
        severity: Error,
        sentence: "a line of a header ends with a bare CR",
        why: "Lines end with CR LF, or in files with LF. In a message without any LF, each CR ends a line; otherwise \
              none does, and programs that treat a CR as the end of a line see other fields.",
        ..limit(&["RFC 5322 section 2.2"], "X-Menu: beer\rContent-Type: text/html\n\n<p>Beer\n")
    };

    MAIL_HEADER_TOO_LARGE = Record {
        code: "mail-header-too-large",
        severity: Error,
        sentence: "a header is larger than the limit",
        why: "The rest was not read as fields.",
        ..limit(
            &[LIMIT],
            "Subject: 0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n \
             01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n \
             012345678901234567890123456789012345678901234567890123456789\n\n",
        )
    };

    MAIL_BOUNDARY = Record {
        code: "mail-boundary",
        severity: Error,
        sentence: "the boundary of a multipart is missing or not allowed, or no line begins with it",
        why: "Only the boundary separates the parts: one to seventy characters, the last of which is not a space, on a \
              line of its own after two hyphens. Without it, there are no parts.",
        ..entry(&["RFC 2046 section 5.1.1"], "Content-Type: multipart/mixed\n\n--b\n\nHello\n--b--\n")
    };

    MAIL_UNCLOSED = Record {
        code: "mail-unclosed",
        severity: Error,
        sentence: "a multipart is not closed",
        why: "Its last part extends to the end, or to a delimiter of an enclosing multipart: the message may have been \
              cut off.",
        ..entry(&["RFC 2046 section 5.1.1"], "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n")
    };

    MAIL_DELIMITER_DOUBTFUL = Record {
        code: "mail-delimiter-doubtful",
        severity: Remark,
        sentence: "a line begins like a delimiter but is not one",
        why: "A delimiter is a whole line. Some programs accept each line that begins with the boundary, as the \
              section allows, and see other parts. Do not use boundaries that begin with each other.",
        ..entry(&["RFC 2046 section 5.1.1"], "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--bx\n--b--\n")
    };

    MAIL_TOO_DEEP = Record {
        code: "mail-too-deep",
        severity: Error,
        sentence: "entities are nested deeper than the limit",
        why: "Deeper entities were not read as parts.",
        ..limit(
            &[LIMIT],
            "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nContent-Type: message/rfc822\n\n\
             Subject: Menu\n",
        )
    };

    MAIL_TOO_MANY_PARTS = Record {
        code: "mail-too-many-parts",
        severity: Error,
        sentence: "there are more entities than the limit",
        why: "The text after the last entity belongs to it.",
        ..limit(&[LIMIT], "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n1\n--b\n\n2\n--b\n\n3\n--b\n\n4\n--b--\n")
    };

    MAIL_DECODED_TOO_LARGE = Record {
        code: "mail-decoded-too-large",
        severity: Error,
        sentence: "encoded messages together are larger than the limit",
        why: "The parts in an encoded body are found by decoding it, again at each level. This body was not decoded.",
        ..limit(
            &[LIMIT],
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\
             U3ViamVjdDogTWVudQoKVG9kYXkncyBtZW51OiBiZWVyLCBjaWRlciwgc3RvdXQsIGFsZSwgcGllCg==\n",
        )
    };

    MAIL_TRANSFER_ENCODING = Record {
        code: "mail-transfer-encoding",
        severity: Remark,
        sentence: "an entity that contains others has a transfer encoding",
        why: "Only 7bit, 8bit and binary are allowed, and for an external body only 7bit (RFC 2046 section 5.2.3). \
              napkin decodes the entity to read it, but does not change it.",
        ..entry(
            &["RFC 2045 section 6.4"],
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogTWVudQo=\n",
        )
    };

    MAIL_PARAMETER = Record {
        code: "mail-parameter",
        severity: Remark,
        sentence: "a parameter does not follow the grammar",
        why: "A semicolon precedes each parameter, and a value with any of ()<>@,;:\\\"/[]?= is in quotes. Programs \
              disagree on other forms. RFC 2046 itself forgets a semicolon in an example.",
        ..entry(&["RFC 2045 section 5.1"], "Content-Type: text/plain; name=a/b\n\n")
    };

    MAIL_PARAMETER_REPEATED = Record {
        code: "mail-parameter-repeated",
        severity: Remark,
        sentence: "a parameter is repeated, or given both whole and in pieces",
        why: "Programs disagree on which one counts. napkin takes the first, and a whole one before one in pieces; of \
              access types, the first usable one.",
        ..entry(&["RFC 2045 section 5.1"], "Content-Type: text/plain; charset=utf-8; charset=us-ascii\n\n")
    };

    MAIL_PARAMETER_PIECES = Record {
        code: "mail-parameter-pieces",
        severity: Error,
        sentence: "the pieces of a parameter have a gap or an invalid number",
        why: "Pieces are numbered 0, 1, 2 without gaps and without leading zeros. The pieces before the gap are used.",
        ..entry(
            &["RFC 2231 section 3"],
            "Content-Type: message/external-body; access-type=URL;\n URL*0=\"http://pub.example/\"; URL*2=\"menu\"\n\n\
             Content-ID: \
             <a@pub.example>\n\n",
        )
    };

    MAIL_PARAMETER_CHARACTERS = Record {
        code: "mail-parameter-characters",
        severity: Remark,
        sentence: "a parameter has non-ASCII characters, or looks like an encoded word",
        why: "Neither is allowed: RFC 2231 defines how to write other characters. Programs disagree on whether to \
              decode an encoded word in quotes; napkin does not.",
        ..entry(
            &["RFC 2047 section 5"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/=?utf-8?Q?a?=\"\n\n\
             Content-ID: \
             <a@pub.example>\n\n",
        )
    };

    MAIL_ACCESS_TYPE = Record {
        code: "mail-access-type",
        severity: Error,
        sentence: "an external body has no access type, or an unknown one",
        why: "Each external body must have this parameter: without it, the access to the object is unknown.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; URL=\"http://pub.example/\"\n\nContent-ID: <a@pub.example>\n\n",
        )
    };

    MAIL_ACCESS_PARAMETER = Record {
        code: "mail-access-parameter",
        severity: Error,
        sentence: "an external body lacks a parameter that its access type needs",
        why: "`URL` for URL (RFC 2017 section 3), `NAME` and `SITE` for FTP, ANON-FTP and TFTP, `NAME` for LOCAL-FILE \
              and AFS, `SERVER` for MAIL-SERVER.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; access-type=URL\n\nContent-ID: <a@pub.example>\n\n",
        )
    };

    MAIL_ACCESS_SCHEME = Record {
        code: "mail-access-scheme",
        severity: Error,
        sentence: "the URL of an external body has a scheme that retrieves nothing",
        why: "This access type is for URLs that retrieve an object; mailto and others must not be used.",
        ..entry(
            &["RFC 2017 section 2"],
            "Content-Type: message/external-body; access-type=URL; URL=\"mailto:sam@pub.example\"\n\nContent-ID: \
             <a@pub.example>\n\n",
        )
    };

    MAIL_URL_WHITE_SPACE = Record {
        code: "mail-url-white-space",
        severity: Remark,
        sentence: "white space is in the URL of an external body, not at the fold of a line",
        why: "All white space is removed. In the middle of a line, a careless program may have meant it.",
        ..entry(
            &["RFC 2017 section 3.1"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/a b\"\n\nContent-ID: \
             <a@pub.example>\n\n",
        )
    };

    MAIL_URL_CHARACTER = Record {
        code: "mail-url-character",
        severity: Remark,
        sentence: "a character in the URL of an external body must be escaped",
        why: "Controls, quotation marks, backslashes and non-ASCII characters must be escaped; napkin reads them as \
              escapes.",
        ..entry(
            &["RFC 2017 section 3.1"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/a\\\"b\"\n\nContent-ID: \
             <a@pub.example>\n\n",
        )
    };

    MAIL_URL_WORD = Record {
        code: "mail-url-word",
        severity: Remark,
        sentence: "a word of the URL of an external body is longer than 40 characters",
        why: "Most programs write longer words, and all read them.",
        ..entry(
            &["RFC 2017 section 3.1"],
            "Content-Type: message/external-body; access-type=URL;\n URL=\"http://pub.example/01234567890123456789012345678\"\n\n\
             Content-ID: <a@pub.example>\n\n",
        )
    };

    MAIL_URL_RELATIVE = Record {
        code: "mail-url-relative",
        severity: Remark,
        sentence: "the URL of an external body is relative",
        why: "The base of a message also applies to relative URLs in its header; without a base, the object cannot be \
              found.",
        ..entry(
            &["draft-fielding-url-syntax-05 section 5.1.1"],
            "Content-Type: message/external-body; access-type=URL; URL=\"menu\"\n\nContent-ID: <a@pub.example>\n\n",
        )
    };

    MAIL_CONTENT_ID = Record {
        code: "mail-content-id",
        severity: Remark,
        sentence: "an external body has no Content-ID in its inner header",
        why: "It is mandatory: it identifies an object that a program may already have. RFC 2017 itself omits it.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\n\
             Content-Type: text/html\n\n",
        )
    };

    MAIL_CONTENT_ID_REPEATED = Record {
        code: "mail-content-id-repeated",
        severity: Remark,
        sentence: "two entities have the same Content-ID",
        why: "A Content-ID is globally unique. Only the alternatives of a multipart/alternative may share one, because \
              they are the same object (RFC 2046 section 5.2.3).",
        ..entry(
            &["RFC 2045 section 7"],
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-ID: <a@b>\n\n1\n--b\nContent-ID: <a@b>\n\n2\n\
             --b--\n",
        )
    };

    MAIL_PHANTOM_BODY = Record {
        code: "mail-phantom-body",
        severity: Remark,
        sentence: "the phantom body of an external body is not blank",
        why: "It is ignored, except for access by a mail server, where it is the command.",
        ..entry(
            &["RFC 2017 section 3"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\n\
             Content-ID: <a@pub.example>\n\n\
             THIS IS NOT REALLY THE BODY!\n",
        )
    };

    MAIL_EXPIRATION = Record {
        code: "mail-expiration",
        severity: Remark,
        sentence: "the expiration of an external body is not a date",
        why: "It is a date of RFC 822 with four digits for the year (RFC 1123). An invalid date is ignored.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"; expiration=soon\n\n\
             Content-ID: \
             <a@pub.example>\n\n",
        )
    };

    MAIL_HASH = Record {
        code: "mail-hash",
        severity: Remark,
        sentence: "the hash or the size of an external body is not valid",
        why: "A hash is SHA-1 in forty hexadecimal digits, and a size is a number of octets. Nothing can be verified \
              by other values; the example of the RFC has twenty digits.",
        ..entry(
            &["RFC 4483 section 5.12"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"; hash=10AB568E91245681AC1B\n\n\
             Content-ID: <a@pub.example>\n\n",
        )
    };

    MAIL_BASE = Record {
        code: "mail-base",
        severity: Remark,
        sentence: "a field with a base is not an absolute URL, or has quotes",
        why: "A relative Content-Base is ignored. Links against an invalid base have no absolute form. Quotes are \
              removed: Netscape wrote them.",
        ..entry(&["draft-fielding-url-syntax-05 section 5.1.1"], "Content-Base: menu/\n\n")
    };

    MAIL_CONTENT_LOCATION = Record {
        code: "mail-content-location",
        severity: Remark,
        sentence: "an entity has several Content-Location fields, or one with text after the URL",
        why: "Only one is allowed; the first counts.",
        ..entry(
            &["RFC 2557 section 4.2"],
            "Content-Location: http://pub.example/a\nContent-Location: http://pub.example/b\n\n",
        )
    };

    MAIL_START = Record {
        code: "mail-start",
        severity: Remark,
        sentence: "the start of a multipart/related names none of its parts",
        why: "The first part is the root instead.",
        ..entry(
            &["RFC 2387 section 3.2"],
            "Content-Type: multipart/related; boundary=b; start=\"<c@d>\"\n\n--b\nContent-ID: <a@b>\n\n1\n--b--\n",
        )
    };

    MAIL_CONTENT_LOCATION_REPEATED = Record {
        code: "mail-content-location-repeated",
        severity: Remark,
        sentence: "two parts of a multipart/related have the same Content-Location",
        why: "A relative Content-Location may be repeated if its base, and therefore its URL, differs. If the URL is \
              the same, references lead to the first part, and the other one is never displayed.",
        ..entry(
            &["RFC 2557 section 7"],
            "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Location: http://h/a\n\n1\n--b\n\
             Content-Location: http://h/a\n\n\
             2\n--b--\n",
        )
    };
}
