//! Quotes and unquotes lines that would begin another message in a mailbox: `Quoting`.
//!
//! The mailbox formats differ in how they quote lines that begin with `From ` (mbox(5) of qmail, "HOW A MESSAGE IS READ" and
//! "VARIANTS"; RFC 4155 Appendix A). Only the body is quoted. Such lines in a header, for example the `>From ` lines of UUCP
//! (RFC 976 section 2.4), stay unchanged.

use crate::from_line::FROM;
use crate::header_line::body_start;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A mailbox format: how it separates messages, and how it quotes lines that begin with `From ` (mbox(5) of qmail, "VARIANTS").
///
/// ```
/// use napkin_mail::MailboxFormat;
/// assert_eq!("mboxrd".parse(), Ok(MailboxFormat::Mboxrd));
/// assert_eq!(MailboxFormat::default().to_string(), "auto");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MailboxFormat {
    /// Detects the format per message. A `Content-Length` that leads to the next message means `mboxcl`, or `mboxcl2` if
    /// there are unquoted lines. Any other message is `mboxrd`, except that a line begins a message only after an empty line,
    /// or with a date.
    #[default]
    Auto,
    /// Each line that begins with `From ` begins a message; `From ` is quoted, `>From ` is not.
    Mboxo,
    /// Each line that begins with `From ` begins a message; `From `, `>From `, `>>From ` and so on are quoted.
    Mboxrd,
    /// `Content-Length` gives the length of a message; lines are quoted as in `mboxo`.
    Mboxcl,
    /// `Content-Length` gives the length of a message; no line is quoted.
    Mboxcl2,
}

const NAMES: [(MailboxFormat, &str); 5] = [
    (MailboxFormat::Auto, "auto"),
    (MailboxFormat::Mboxo, "mboxo"),
    (MailboxFormat::Mboxrd, "mboxrd"),
    (MailboxFormat::Mboxcl, "mboxcl"),
    (MailboxFormat::Mboxcl2, "mboxcl2"),
];

impl fmt::Display for MailboxFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES.iter().find(|(format, _)| format == self).map_or("auto", |(_, name)| name))
    }
}

/// The error for an unknown name of a mailbox format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownMailboxFormat;

impl fmt::Display for UnknownMailboxFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected auto, mboxo, mboxrd, mboxcl or mboxcl2")
    }
}

impl std::error::Error for UnknownMailboxFormat {}

impl FromStr for MailboxFormat {
    type Err = UnknownMailboxFormat;

    fn from_str(name: &str) -> Result<Self, UnknownMailboxFormat> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(format, _)| *format).ok_or(UnknownMailboxFormat)
    }
}

/// The way in which a mailbox quotes lines of a message that begin with `From `.
///
/// ```
/// use napkin_mail::Quoting;
/// let text = b"Subject: a\n\n>From here\n>>From there\n";
/// assert_eq!(*Quoting::Each.undo(text), *b"Subject: a\n\nFrom here\n>From there\n");
/// assert_eq!(*Quoting::Once.undo(text), *b"Subject: a\n\nFrom here\n>>From there\n");
/// assert_eq!(*Quoting::Each.redo(&Quoting::Each.undo(text)), *text);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quoting {
    /// Lines are not quoted.
    #[default]
    None,
    /// `From ` becomes `>From `, and `>From ` stays unchanged, so that the original is ambiguous. Used in `mboxo` and `mboxcl`.
    Once,
    /// Each `From ` line, with any number of `>` before it, gets one more `>`. Used in `mboxrd`.
    Each,
}

impl Quoting {
    /// Returns the message without quoting.
    ///
    /// ```
    /// use napkin_mail::Quoting;
    /// assert_eq!(*Quoting::Each.undo(b"S: 1\n\n>>From a\n"), *b"S: 1\n\n>From a\n");
    /// ```
    #[must_use]
    pub fn undo(self, message: &[u8]) -> Cow<'_, [u8]> {
        self.lines(message, |out, line| {
            let is_quoted = line.starts_with(if self == Self::Each { b">" } else { b">F" });
            out.extend_from_slice(&line[usize::from(is_quoted)..]);
        })
    }

    /// Returns the message with quoting.
    ///
    /// ```
    /// use napkin_mail::Quoting;
    /// assert_eq!(*Quoting::Once.redo(b"S: 1\n\n>From a\n"), *b"S: 1\n\n>From a\n");
    /// assert_eq!(*Quoting::Each.redo(b"S: 1\n\n>From a\n"), *b"S: 1\n\n>>From a\n");
    /// ```
    #[must_use]
    pub fn redo(self, message: &[u8]) -> Cow<'_, [u8]> {
        self.lines(message, |out, line| {
            if self == Self::Each || line.starts_with(b"F") {
                out.push(b'>');
            }
            out.extend_from_slice(line);
        })
    }

    /// Returns the text after `change` of each `From ` at the start of a body line, together with all `>` before it.
    fn lines(self, message: &[u8], change: impl Fn(&mut Vec<u8>, &[u8])) -> Cow<'_, [u8]> {
        if self == Self::None {
            return message.into();
        }
        let mut out = Vec::new();
        let mut done = 0;
        let mut body = None;
        for found in FROM.find_iter(message) {
            let marks = message[..found].iter().rev().take_while(|&&byte| byte == b'>').count();
            let start = found - marks;
            if start > 0 && message[start - 1] != b'\n' {
                continue;
            }
            if start < *body.get_or_insert_with(|| body_start(message)) {
                continue;
            }
            out.extend_from_slice(&message[done..start]);
            let end = found + b"From ".len();
            change(&mut out, &message[start..end]);
            done = end;
        }
        if done == 0 {
            return message.into();
        }
        out.extend_from_slice(&message[done..]);
        out.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Quotes as mbox(5) of qmail describes each variant; headers and similar-looking lines stay unchanged.
    #[test]
    fn lines_are_quoted_as_the_variants_say() {
        for (message, once, each) in [
            ("S: 1\n\nFrom a\n", "S: 1\n\n>From a\n", "S: 1\n\n>From a\n"),
            ("S: 1\n\n>From a\n", "S: 1\n\n>From a\n", "S: 1\n\n>>From a\n"),
            ("S: 1\r\n\r\nFrom a\r\n", "S: 1\r\n\r\n>From a\r\n", "S: 1\r\n\r\n>From a\r\n"),
            (">From uucp\nS: 1\n\nx", ">From uucp\nS: 1\n\nx", ">From uucp\nS: 1\n\nx"),
            (
                "S: 1\n\nx From a\n> From a\nFrom: a\n", "S: 1\n\nx From a\n> From a\nFrom: a\n",
                "S: 1\n\nx From a\n> From a\nFrom: a\n",
            ),
            ("\nFrom a", "\n>From a", "\n>From a"),
            ("", "", ""),
        ] {
            assert_eq!(*Quoting::Once.redo(message.as_bytes()), *once.as_bytes(), "{message:?}");
            assert_eq!(*Quoting::Each.redo(message.as_bytes()), *each.as_bytes(), "{message:?}");
            assert_eq!(*Quoting::None.redo(message.as_bytes()), *message.as_bytes());
        }
    }

    proptest! {
        #[test]
        fn quoted_attributes_read_back(pieces in prop::collection::vec(
            prop::sample::select(vec!["From ", ">", "\n", "\r\n", "x", "From", " "]), 0..30)) {
            let text = pieces.concat();
            let quoted = Quoting::Each.redo(text.as_bytes()).into_owned();
            prop_assert_eq!(&*Quoting::Each.undo(&quoted), text.as_bytes());
            // Reading and writing restores the text if it has no unquoted line.
            for quoting in [Quoting::Once, Quoting::Each] {
                let quoted = quoting.redo(text.as_bytes()).into_owned();
                let read = quoting.undo(&quoted).into_owned();
                prop_assert_eq!(&*quoting.redo(&read), &quoted[..]);
            }
        }
    }
}
