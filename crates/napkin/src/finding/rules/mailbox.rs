//! The rules of mailboxes. What finds them is the crate `napkin-document`.

use super::Entry;
use super::Severity::{Error, Remark};
use super::mail::{LIMIT, entry};

/// One entry a rule, in the order of [`super::Rule`]. Places are those of the message that is read with its mailbox; the example of the
/// limit is that of 256 bytes.
pub(super) const TABLE: [Entry; 3] = [
    entry(
        "mailbox-message-too-large",
        Error,
        LIMIT,
        "a message of a mailbox is larger than the limit",
        "It has not been read, and stays as it is. Messages are held one at a time, so that a mailbox may have any length.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\n\
         01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n\
         01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n",
    ),
    entry(
        "mailbox-content-length",
        Remark,
        "mbox(5) section DESCRIPTION, MBOXCL",
        "the Content-Length of a message in a mailbox does not lead to its end",
        "Some programs write it, and others change the message and leave it. The line that begins the next message counts then; \
         unless the mailbox is said to be mboxcl, no length in it is believed any more.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Length: 99\n\nSoup\n",
    ),
    entry(
        "mailbox-no-empty-line",
        Remark,
        "RFC 4155 appendix, section A",
        "a message of a mailbox begins without an empty line before it",
        "The line with the sender and the date tells where it begins. A line of a message that looks the same has to be quoted, \
         or it makes two messages of one.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nSoup\n\
         From kim@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nBeer\n",
    ),
];
