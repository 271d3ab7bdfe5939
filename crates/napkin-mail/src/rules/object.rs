//! The rules of objects that leave a message and come back: attaching, detaching, pointing elsewhere.

use super::{LIMIT, entry};
use napkin::Severity::{Error, Remark};

napkin::rules! {
    /// The examples are those of a reader in 2026 who retrieves nothing but `data:` URLs, of
    /// 64 bytes, and asks for part 1 by its number.
    pub MAIL_OBJECT_RULES of "mail";

    /// An external body by whose parameters no URL is made.
    MAIL_NO_URL = entry(
        "mail-no-url",
        Error,
        "RFC 2046 section 5.2.3",
        "an external body has no URL by which its object can be retrieved",
        "The file may be on one of many machines, or its name is relative or contains `..`; no URL has the transfer \
         mode; the object comes by email, which napkin never sends; or it is in the same message without a \
         Content-ID. The external body stays.",
        "Content-Type: message/external-body; access-type=local-file; name=\"/menu\"; \
         site=\"*.pub.example\"\n\nContent-ID: <a@b>\n\n",
    );

    /// An external body whose expiration is past.
    MAIL_EXPIRED = entry(
        "mail-expired",
        Error,
        "RFC 2046 section 5.2.3.1",
        "an external body has expired",
        "After its expiration, the object may be gone or replaced. It is not requested unless you pass `--expired`.",
        "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\";\n expiration=\"Fri, 14 Jun 1991 \
         19:13:14 -0400 (EDT)\"\n\nContent-ID: <a@b>\n\n",
    );

    /// A part of an encoded message, which is not changed.
    MAIL_INSIDE_ENCODED = entry(
        "mail-inside-encoded",
        Error,
        "RFC 2045 section 6.4",
        "a part stands in a message that is encoded",
        "RFC 2045 forbids such an encoding; napkin decodes the message to read it. A change would encode it again as \
         a whole, so it stays unchanged.",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: \
         base64\n\nQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluCgpzb3Vw\n",
    );

    /// A part under a signature, or encrypted.
    MAIL_PROTECTED = entry(
        "mail-protected",
        Error,
        "RFC 1847 section 2.1",
        "a part is signed or encrypted",
        "A signature covers the exact bytes, and encrypted data cannot be changed. Such parts always stay.",
        "Content-Type: multipart/signed; boundary=b\n\n--b\n\nsoup\n--b\nContent-Type: \
         application/pgp-signature\n\nsignature\n--b--\n",
    );

    /// An external body whose object is no part of the message.
    MAIL_NO_SUCH_PART = entry(
        "mail-no-such-part",
        Error,
        "RFC 1873 section 2.1",
        "not exactly one other part is the object of an external body",
        "With the access type CONTENT-ID, and with `cid` and `mid` URLs, the object is in the message: the only other \
         part with this Content-ID. No part has it, or several parts do.",
        "Content-Type: message/external-body; access-type=content-id\n\nContent-ID: <a@b>\n\n",
    );

    /// A part that is asked for as an external body and is none.
    MAIL_NOT_EXTERNAL = entry(
        "mail-not-external",
        Error,
        "RFC 2046 section 5.2.3",
        "a part that is to be attached is no external body",
        "It was requested by its number, which another part has, or none. `mail list` prints the numbers of the \
         message before any change; the numbers in a message that is part 2 begin with `2.`.",
        "Content-Type: text/plain\n\nsoup\n",
    );

    /// An object that could not be retrieved.
    MAIL_NOT_RETRIEVED = entry(
        "mail-not-retrieved",
        Error,
        "RFC 2046 section 5.2.3",
        "the object of an external body could not be retrieved",
        "The policy refused it, no server answered, or there is no such object. The message stays unchanged.",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\nContent-ID: <a@b>\n\n",
    );

    /// An object of another media type.
    MAIL_OBJECT_TYPE = entry(
        "mail-object-type",
        Error,
        "RFC 2017 section 3.1",
        "an object is of another type than the inner header says",
        "Only versions with the expected type may be used. A page that reports a missing object often has status 200; \
         its type reveals it.",
        "Content-Type: message/external-body; access-type=URL; URL=\"data:text/html,gone\"\n\nContent-Type: \
         image/png\nContent-ID: <a@b>\n\n",
    );

    /// An object of another size.
    MAIL_OBJECT_SIZE = entry(
        "mail-object-size",
        Error,
        "RFC 2046 section 5.2.3.1",
        "an object has another size than is said",
        "The size is that of the canonical form, without transfer encoding; the size of the received bytes is \
         accepted too.",
        "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\"; size=5\n\nContent-ID: <a@b>\n\n",
    );

    /// An object whose MD5 is another.
    MAIL_OBJECT_MD5 = entry(
        "mail-object-md5",
        Error,
        "RFC 1864 section 3",
        "the Content-MD5 of an external body does not agree with the object",
        "The object is not the intended one, or is damaged. A matching digest proves integrity, not authorship.",
        "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\"\n\nContent-ID: <a@b>\nContent-MD5: \
         Q2hlY2sgSW50ZWdyaXR5IQ==\n\n",
    );

    /// An object whose SHA-1 is another.
    MAIL_OBJECT_HASH = entry(
        "mail-object-hash",
        Error,
        "RFC 4483 section 5.12",
        "the hash of an external body does not agree with the object",
        "Who retrieves the object has to compare it, and to say so.",
        "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\";\n \
         hash=0123456789abcdef0123456789abcdef01234567\n\nContent-ID: <a@b>\n\n",
    );

    /// An object that is not what was detached.
    MAIL_OBJECT_CHANGED = entry(
        "mail-object-changed",
        Error,
        "RFC 2046 section 5.2.3",
        "an object is not the one that was detached",
        "The field X-Detached has the SHA-256 digest of what was detached. Something else is at its URL now.",
        "Content-Type: message/external-body; access-type=URL; URL=\"data:,soup\"\n\nContent-ID: <a@b>\nX-Detached: \
         same; separator=lf; order=\"1i\"; added=\"\"; object=0; entity=0\n\n",
    );

    /// An object that would end a part.
    MAIL_OBJECT_BOUNDARY = entry(
        "mail-object-boundary",
        Error,
        "RFC 2046 section 5.1.1",
        "an object has a line that would end a part of the message",
        "A message or a multipart may not be encoded (RFC 2045 section 6.4), so that nothing hides the line.",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/external-body; access-type=URL; \
         URL=\"data:message/rfc822,A:%20b%0A%0A--b--%0A\"\n\nContent-Type: message/rfc822\nContent-ID: \
         <a@b>\n\n--b--\n",
    );

    /// An object beyond the limit.
    MAIL_OBJECT_TOO_LARGE = entry(
        "mail-object-too-large",
        Error,
        LIMIT,
        "an object is larger than the limit",
        "It has not been read to its end, and the external body stays.",
        "Content-Type: message/external-body; access-type=URL; \
         URL=\"data:,0123456789012345678901234567890123456789012345678901234567890123456789\"\n\nContent-ID: \
         <a@b>\n\n",
    );

    /// A part of a multipart/related or multipart/alternative, which stays.
    MAIL_RELATED = entry(
        "mail-related",
        Remark,
        "RFC 2387 section 3",
        "a part belongs together with those beside it",
        "Mail readers display the parts of a multipart/related or multipart/alternative together, and refer to them. \
         They are detached only with `--related`.",
        "Content-Type: multipart/related; boundary=b\n\n--b\n\nsoup\n--b--\n",
    );

    /// A composite part that was not read, and stays.
    MAIL_PARTS_UNREAD = entry(
        "mail-parts-unread",
        Remark,
        "RFC 2046 section 5",
        "a part has parts that could not be read",
        "It lies beyond a limit, or has no boundary. What cannot be taken apart is not detached either.",
        "Content-Type: multipart/mixed\n\nsoup\n",
    );

    /// A part that is smaller than what would take its place.
    MAIL_STUB_LARGER = entry(
        "mail-stub-larger",
        Remark,
        "RFC 2046 section 5.2.3",
        "what would take the place of a part is larger than the part",
        "An external body contains two headers. The part stays, unless all parts are to be detached: `--min-size 0`.",
        "Content-Type: text/html\n\nsoup\n",
    );

    /// A part that would not come back as it is.
    MAIL_NOT_REVERSIBLE = entry(
        "mail-not-reversible",
        Error,
        "RFC 2046 section 5.2.3",
        "a part could not be put back byte for byte",
        "Before a part is detached, napkin attaches it once as a test. If that does not restore the message, as with \
         a wrong Content-MD5, the part stays.",
        "Content-Type: text/html\nContent-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==\n\nsoup\n",
    );

    /// A DKIM signature that detaching breaks.
    MAIL_DKIM = entry(
        "mail-dkim",
        Remark,
        "RFC 6376 section 3.7",
        "a signature of DKIM is over what has moved",
        "It is broken until the objects are attached again: then the message has all its bytes.",
        "DKIM-Signature: v=1\nContent-Type: text/html\n\nsoup\n",
    );

    /// An attachment that was deleted and has no place.
    MAIL_DELETED = entry(
        "mail-deleted",
        Error,
        "RFC 2046 section 5.2.3.8",
        "an attachment was deleted, and nobody says where it may be",
        "Mutt and Thunderbird keep the header of a deleted part, but not its location. `--deleted` names the folder \
         of the saved parts.",
        "Content-Type: message/external-body; access-type=x-mutt-deleted; length=4\n\nContent-Type: application/pdf; \
         name=\"a.pdf\"\n\n",
    );

    /// An external body that cannot be pointed where it should.
    MAIL_NOT_WRITTEN = entry(
        "mail-not-written",
        Error,
        "RFC 2017 section 3.1",
        "an external body would not read as it should",
        "napkin reads the result again. If it does not name the intended URL, as with a URL that retrieves nothing, \
         the message stays unchanged.",
        "Content-Type: text/plain\nX-Mozilla-External-Attachment-URL: javascript:alert(1)\n\n",
    );
}
