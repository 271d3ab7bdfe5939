//! The rules of objects that leave a message and come back: attaching, detaching, pointing elsewhere.

use super::{LIMIT, entry};
use napkin::Severity::{Error, Remark};

napkin::rules! {
    /// The examples are those of a reader in 2026 who retrieves nothing but `data:` URLs, of
    /// 64 bytes, and asks for part 1 by its number.
    pub MAIL_OBJECT_RULES of "mail";

    MAIL_NO_URL = Record {
        code: "mail-no-url",
        severity: Error,
        sentence: "an external body has no URL by which its object can be retrieved",
        why: "The file may be on one of many machines, or its name is relative or contains `..`; no URL has the \
              transfer mode; the object comes by email, which napkin never sends; or it is in the same message without \
              a Content-ID. The external body stays.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; access-type=local-file; name=\"/menu\"; \
             site=\"*.pub.example\"\n\nContent-ID: <a@b>\n\n",
        )
    };

    MAIL_EXPIRED = Record {
        code: "mail-expired",
        severity: Error,
        sentence: "an external body has expired",
        why: "After its expiration, the object may be gone or replaced. It is not requested unless you pass \
              `--expired`.",
        ..entry(
            &["RFC 2046 section 5.2.3.1"],
            "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\";\n expiration=\"Fri, 14 Jun 1991 \
             19:13:14 -0400 (EDT)\"\n\nContent-ID: <a@b>\n\n",
        )
    };

    MAIL_INSIDE_ENCODED = Record {
        code: "mail-inside-encoded",
        severity: Error,
        sentence: "a part is in an encoded message",
        why: "RFC 2045 forbids such an encoding; napkin decodes the message to read it. A change would encode it again \
              as a whole, so it stays unchanged.",
        ..entry(
            &["RFC 2045 section 6.4"],
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: \
             base64\n\nQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluCgpzb3Vw\n",
        )
    };

    MAIL_PROTECTED = Record {
        code: "mail-protected",
        severity: Error,
        sentence: "a part is signed or encrypted",
        why: "A signature covers the exact bytes, and encrypted data cannot be changed. Such parts always stay.",
        ..entry(
            &["RFC 1847 section 2.1"],
            "Content-Type: multipart/signed; boundary=b\n\n--b\n\nsoup\n--b\nContent-Type: \
             application/pgp-signature\n\nsignature\n--b--\n",
        )
    };

    MAIL_NO_SUCH_PART = Record {
        code: "mail-no-such-part",
        severity: Error,
        sentence: "no part, or more than one, is the object of an external body",
        why: "With the access type CONTENT-ID, and with `cid` and `mid` URLs, the object is in the message: the only \
              other part with this Content-ID. No part has it, or several parts do.",
        ..entry(
            &["RFC 1873 section 2.1"],
            "Content-Type: message/external-body; access-type=content-id\n\nContent-ID: <a@b>\n\n",
        )
    };

    MAIL_NOT_EXTERNAL = Record {
        code: "mail-not-external",
        severity: Error,
        sentence: "a part to attach is not an external body",
        why: "The part was requested by its number, which belongs to another part or to none. `mail list` prints the numbers of the \
              message before any change; the numbers in a message that is part 2 begin with `2.`.",
        ..entry(&["RFC 2046 section 5.2.3"], "Content-Type: text/plain\n\nsoup\n")
    };

    MAIL_NOT_RETRIEVED = Record {
        code: "mail-not-retrieved",
        severity: Error,
        sentence: "the object of an external body could not be retrieved",
        why: "The policy refused it, no server answered, or there is no such object. The message stays unchanged.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\n\
             Content-ID: <a@b>\n\n",
        )
    };

    MAIL_OBJECT_TYPE = Record {
        code: "mail-object-type",
        severity: Error,
        sentence: "the type of an object differs from the type in the inner header",
        why: "Only versions with the expected type may be used. A page that reports a missing object often has status \
              200; its type reveals it.",
        ..entry(
            &["RFC 2017 section 3.1"],
            "Content-Type: message/external-body; access-type=URL; URL=\"data:text/html,gone\"\n\nContent-Type: \
             image/png\nContent-ID: <a@b>\n\n",
        )
    };

    MAIL_OBJECT_SIZE = Record {
        code: "mail-object-size",
        severity: Error,
        sentence: "the size of an object differs from the stated size",
        why: "The size is that of the canonical form, without transfer encoding; the size of the received bytes is \
              accepted too.",
        ..entry(
            &["RFC 2046 section 5.2.3.1"],
            "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\"; size=5\n\nContent-ID: <a@b>\n\n",
        )
    };

    MAIL_OBJECT_MD5 = Record {
        code: "mail-object-md5",
        severity: Error,
        sentence: "the Content-MD5 of an external body does not agree with the object",
        why: "The object is not the intended one, or is damaged. A matching digest proves integrity, not authorship.",
        ..entry(
            &["RFC 1864 section 3"],
            "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\"\n\nContent-ID: <a@b>\n\
             Content-MD5: \
             Q2hlY2sgSW50ZWdyaXR5IQ==\n\n",
        )
    };

    MAIL_OBJECT_HASH = Record {
        code: "mail-object-hash",
        severity: Error,
        sentence: "the hash of an external body does not agree with the object",
        why: "A program that retrieves the object must compare the hash, and report a difference.",
        ..entry(
            &["RFC 4483 section 5.12"],
            "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\";\n \
             hash=0123456789abcdef0123456789abcdef01234567\n\nContent-ID: <a@b>\n\n",
        )
    };

    MAIL_OBJECT_CHANGED = Record {
        code: "mail-object-changed",
        severity: Error,
        sentence: "an object is not the one that was detached",
        why: "The field X-Detached has the SHA-256 digest of the detached object. Another object is at its URL now.",
        ..entry(
            &["RFC 2046 section 5.2.3"],
            "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\"\n\nContent-ID: <a@b>\n\
             X-Detached: \
             same; separator=lf; order=\"1i\"; added=\"\"; object=0; entity=0\n\n",
        )
    };

    MAIL_OBJECT_BOUNDARY = Record {
        code: "mail-object-boundary",
        severity: Error,
        sentence: "an object has a line that would end a part of the message",
        why: "A message or a multipart may not be encoded (RFC 2045 section 6.4), so that nothing hides the line.",
        ..entry(
            &["RFC 2046 section 5.1.1"],
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/external-body; access-type=URL; \
             URL=\"data:message/rfc822,A:%20b%0A%0A--b--%0A\"\n\nContent-Type: message/rfc822\nContent-ID: \
             <a@b>\n\n--b--\n",
        )
    };

    MAIL_OBJECT_TOO_LARGE = Record {
        code: "mail-object-too-large",
        severity: Error,
        sentence: "an object is larger than the limit",
        why: "It has not been read to its end, and the external body stays.",
        ..entry(
            &[LIMIT],
            "Content-Type: message/external-body; access-type=URL; \
             URL=\"data:,0123456789012345678901234567890123456789012345678901234567890123456789\"\n\nContent-ID: \
             <a@b>\n\n",
        )
    };

    MAIL_RELATED = Record {
        code: "mail-related",
        severity: Remark,
        sentence: "a part is in a multipart/related or multipart/alternative",
        why: "Mail readers display the parts of a multipart/related or multipart/alternative together, and refer to \
              them. They are detached only with `--related`.",
        ..entry(&["RFC 2387 section 3"], "Content-Type: multipart/related; boundary=b\n\n--b\n\nsoup\n--b--\n")
    };

    MAIL_PARTS_UNREAD = Record {
        code: "mail-parts-unread",
        severity: Remark,
        sentence: "a part contains parts that could not be read",
        why: "The part exceeds a limit, or has no boundary. A part that cannot be split is not detached.",
        ..entry(&["RFC 2046 section 5"], "Content-Type: multipart/mixed\n\nsoup\n")
    };

    MAIL_STUB_LARGER = Record {
        code: "mail-stub-larger",
        severity: Remark,
        sentence: "the replacement of a part is larger than the part",
        why: "An external body contains two headers. The part stays, unless all parts are to be detached: `--min-size \
              0`.",
        ..entry(&["RFC 2046 section 5.2.3"], "Content-Type: text/html\n\nsoup\n")
    };

    MAIL_NOT_REVERSIBLE = Record {
        code: "mail-not-reversible",
        severity: Error,
        sentence: "a part could not be put back byte for byte",
        why: "Before a part is detached, napkin attaches it once as a test. If that does not restore the message, as \
              with a wrong Content-MD5, the part stays.",
        ..entry(&["RFC 2046 section 5.2.3"], "Content-Type: text/html\nContent-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==\n\nsoup\n")
    };

    MAIL_DKIM = Record {
        code: "mail-dkim",
        severity: Remark,
        sentence: "a DKIM signature covers a part that has moved",
        why: "The signature is invalid until the objects are attached again, which restores all bytes of the message.",
        ..entry(&["RFC 6376 section 3.7"], "DKIM-Signature: v=1\nContent-Type: text/html\n\nsoup\n")
    };

    MAIL_DELETED = Record {
        code: "mail-deleted",
        severity: Error,
        sentence: "an attachment was deleted, and its location is unknown",
        why: "Mutt and Thunderbird keep the header of a deleted part, but not its location. `--deleted` names the \
              folder of the saved parts.",
        ..entry(
            &["RFC 2046 section 5.2.3.8"],
            "Content-Type: message/external-body; access-type=x-mutt-deleted; length=4\n\n\
             Content-Type: application/pdf; \
             name=\"a.pdf\"\n\n",
        )
    };

    MAIL_NOT_WRITTEN = Record {
        code: "mail-not-written",
        severity: Error,
        sentence: "an external body would not be read as intended",
        why: "napkin reads the result again. If it does not name the intended URL, as with a URL that retrieves \
              nothing, the message stays unchanged.",
        ..entry(
            &["RFC 2017 section 3.1"],
            "Content-Type: text/plain\nX-Mozilla-External-Attachment-URL: javascript:alert(1)\n\n",
        )
    };
}
