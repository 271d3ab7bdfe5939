//! The rules of mailboxes.

use super::{LIMIT, as_limit, entry};
use napkin::Severity::{Error, Remark};

napkin::rules! {
    /// Places are those of the message that is read with its mailbox; the example of the
    /// limit is that of 256 bytes, and those of changes are of attaching what is in `data:` URLs.
    pub MAILBOX_RULES of "mailbox";

    /// A message of a mailbox beyond the limit on its length.
    MAILBOX_MESSAGE_TOO_LARGE = as_limit(entry(
        "mailbox-message-too-large",
        Error,
        LIMIT,
        "a message of a mailbox is larger than the limit",
        "The message was not read, and stays unchanged. Only one message at a time is in memory, so that a mailbox \
         may have any length.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\n\
         01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n\
         01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\n",
    ));

    /// A Content-Length that does not lead to the end of its message in the mailbox.
    MAILBOX_CONTENT_LENGTH = entry(
        "mailbox-content-length",
        Remark,
        "mbox(5) section DESCRIPTION, MBOXCL",
        "the Content-Length of a message in a mailbox does not lead to its end",
        "Some programs write this field, and others change the message and keep the old field. In that case the line \
         that begins the next message counts. Unless the format is known to be mboxcl, napkin then ignores all \
         lengths of the mailbox.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Length: 99\n\nSoup\n",
    );

    /// A message of a mailbox that begins without an empty line before it.
    MAILBOX_NO_EMPTY_LINE = entry(
        "mailbox-no-empty-line",
        Remark,
        "RFC 4155 appendix, section A",
        "a message of a mailbox begins without an empty line before it",
        "The line with the sender and the date begins a message. A similar line within a message must be quoted, \
         otherwise it splits the message in two.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nSoup\n\
         From kim@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nBeer\n",
    );

    /// A line of a message that may begin another message.
    MAILBOX_LINE_DOUBTFUL = entry(
        "mailbox-line-doubtful",
        Error,
        "RFC 4155 appendix, section A",
        "a line of a message may begin another message of its mailbox",
        "It begins with `From ` and is not quoted, but no empty line precedes it and it has no date. A header follows \
         it, or it is the line that Mozilla writes without a sender. Programs that split at each such line see two \
         messages here; `--mbox-format mboxo` does so.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nSoup\nFrom - \nSubject: Menu\n\nBeer\n",
    );

    /// A line of what a message becomes that would begin another message of its mailbox.
    MAILBOX_BEGINS_MESSAGE = entry(
        "mailbox-begins-message",
        Error,
        "RFC 4155 appendix, section A",
        "a line of the changed message would begin another message of its mailbox",
        "An mboxcl2 file has no quoting, and neither does a message that already contains such a line unquoted, and \
         no Content-Length covers the line. The message would be read as two, so it stays unchanged. An mboxrd file \
         could quote the line.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Type: message/external-body; access-type=URL;\n \
         URL=\"data:message/rfc822,%0AFrom%20me\"\n\nContent-Type: message/rfc822\n\nsoup\nFrom there\n",
    );

    /// A line of what a message becomes that its mailbox would take for a quoted one.
    MAILBOX_READS_QUOTED = entry(
        "mailbox-reads-quoted",
        Error,
        "mbox(5) section VARIANTS",
        "a line of the changed message would be read as a quoted line",
        "In mboxo and mboxcl, both `From ` and `>From ` at the start of a line are written as `>From `, and readers \
         remove the `>`. The message stays unchanged. An mboxrd file could contain the line.",
        "From sam@pub.example Mon Nov 23 00:00:00 2026\nContent-Type: message/external-body; access-type=URL;\n \
         URL=\"data:message/rfc822,%0A%3EFrom%20me\"\nContent-Length: 33\n\nContent-Type: message/rfc822\n\nx\n\n\
         From kim@pub.example Mon Nov 23 00:00:00 2026\n\nsoup\n",
    );
}
