//! The rules of mailboxes.

use super::{LIMIT, entry, limit};
use napkin::Severity::{Error, Remark};

napkin::rules! {
    /// Places are those of the message that is read with its mailbox; the example of the
    /// limit is that of 256 bytes, and those of changes are of attaching what is in `data:` URLs.
    pub MAILBOX_RULES of "mailbox";

    MAILBOX_MESSAGE_TOO_LARGE = Record {
        code: "mailbox-message-too-large",
        severity: Error,
        sentence: "a message of a mailbox is larger than the limit",
        why: "The message was not read, and stays unchanged. Only one message at a time is in memory, so that a \
              mailbox may have any length.",
        ..limit(
            LIMIT,
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\n\
             01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n\
             01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n",
        )
    };

    MAILBOX_CONTENT_LENGTH = Record {
        code: "mailbox-content-length",
        severity: Remark,
        sentence: "the Content-Length of a message in a mailbox does not lead to its end",
        why: "Some programs write this field, and others change the message and keep the old field. In that case the \
              line that begins the next message counts. Unless the format is known to be mboxcl, napkin then ignores \
              all lengths of the mailbox.",
        ..entry(
            "mbox(5) section DESCRIPTION, MBOXCL",
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Length: 99\n\nSoup\n",
        )
    };

    MAILBOX_NO_EMPTY_LINE = Record {
        code: "mailbox-no-empty-line",
        severity: Remark,
        sentence: "a message of a mailbox begins without an empty line before it",
        why: "The line with the sender and the date begins a message. A similar line within a message must be quoted, \
              otherwise it splits the message in two.",
        ..entry(
            "RFC 4155 appendix, section A",
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nSoup\n\
             From kim@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nBeer\n",
        )
    };

    MAILBOX_LINE_DOUBTFUL = Record {
        code: "mailbox-line-doubtful",
        severity: Error,
        sentence: "a line of a message may begin another message of its mailbox",
        why: "It begins with `From ` and is not quoted, but no empty line precedes it and it has no date. A header \
              follows it, or it is the line that Mozilla writes without a sender. Programs that split at each such \
              line see two messages here; `--mbox-format mboxo` does so.",
        ..entry(
            "RFC 4155 appendix, section A",
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nSoup\nFrom - \nSubject: Menu\n\nBeer\n",
        )
    };

    MAILBOX_BEGINS_MESSAGE = Record {
        code: "mailbox-begins-message",
        severity: Error,
        sentence: "a line of the changed message would begin another message of its mailbox",
        why: "An mboxcl2 file has no quoting, and neither does a message that already contains such a line unquoted, \
              and no Content-Length covers the line. The message would be read as two, so it stays unchanged. An \
              mboxrd file could quote the line.",
        ..entry(
            "RFC 4155 appendix, section A",
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Type: message/external-body; access-type=URL;\n \
             URL=\"data:message/rfc822,%0AFrom%20me\"\n\nContent-Type: message/rfc822\n\nsoup\nFrom there\n",
        )
    };

    MAILBOX_READS_QUOTED = Record {
        code: "mailbox-reads-quoted",
        severity: Error,
        sentence: "a line of the changed message would be read as a quoted line",
        why: "In mboxo and mboxcl, both `From ` and `>From ` at the start of a line are written as `>From `, and \
              readers remove the `>`. The message stays unchanged. An mboxrd file could contain the line.",
        ..entry(
            "mbox(5) section VARIANTS",
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Type: message/external-body; access-type=URL;\n \
             URL=\"data:message/rfc822,%0A%3EFrom%20me\"\nContent-Length: 33\n\nContent-Type: message/rfc822\n\nx\n\n\
             From kim@pub.example Mon Nov 23 00:00:00 2026\n\nsoup\n",
        )
    };
}
