//! Parses and updates the file names of a Maildir, without file access.
//!
//! Maildir++ and Dovecot write the size of a message into its name: `S=` for the file, and `W=` with every line break as CR LF.

use std::borrow::Cow;
use std::cmp::Ordering;

/// Returns the part of a name before the colon, which stays the same when flags change.
///
/// ```
/// assert_eq!(napkin_mail::maildir_unique("1700000000.M1P2.pub,S=3:2,FS"), "1700000000.M1P2.pub,S=3");
/// ```
#[must_use]
pub fn maildir_unique(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

/// Compares names by the delivery time in seconds at their start, then by the whole name.
///
/// ```
/// let mut names = ["1000000000.b", "999999999.z", "1000000000.a"];
/// names.sort_by(|a, b| napkin_mail::maildir_order(a, b));
/// assert_eq!(names, ["999999999.z", "1000000000.a", "1000000000.b"]);
/// ```
#[must_use]
pub fn maildir_order(a: &str, b: &str) -> Ordering {
    let seconds = |name: &str| {
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        // A number too large for a time counts as text.
        name[..digits].parse::<u64>().ok()
    };
    seconds(a).cmp(&seconds(b)).then_with(|| a.cmp(b))
}

/// Returns the name of a changed message: updates the sizes that were correct before.
///
/// ```
/// use napkin_mail::maildir_name;
/// assert_eq!(maildir_name("1.a,S=6,W=8:2,S", b"S: 1\n\n", b"S: 12\n\n"), "1.a,S=7,W=9:2,S");
/// ```
#[must_use]
pub fn maildir_name<'n>(name: &'n str, before: &[u8], after: &[u8]) -> Cow<'n, str> {
    let unique = maildir_unique(name);
    let mut out = String::new();
    let mut has_changed = false;
    for (number, field) in unique.split(',').enumerate() {
        out.extend((number > 0).then_some(','));
        let size = match field.split_once('=').filter(|_| number > 0) {
            Some(("S", size)) => Some(('S', size, before.len(), after.len())),
            Some(("W", size)) => Some(('W', size, on_the_wire(before), on_the_wire(after))),
            _ => None,
        };
        match size {
            Some((letter, size, old, new)) if size.parse() == Ok(old) && old != new => {
                has_changed = true;
                out.push_str(&format!("{letter}={new}"));
            }
            _ => out.push_str(field),
        }
    }
    if !has_changed {
        return name.into();
    }
    out.push_str(&name[unique.len()..]);
    out.into()
}

/// Returns the size of a message in bytes with every line break as CR LF.
fn on_the_wire(message: &[u8]) -> usize {
    let alone = memchr::memchr_iter(b'\n', message).filter(|&at| at == 0 || message[at - 1] != b'\r').count();
    message.len() + alone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_sizes_true() {
        let (before, after) = (b"S: 1\n\na\n", b"S: 1\r\n\nab\n");
        for (name, expected) in [
            ("1.a", "1.a"),
            ("1.a:2,S", "1.a:2,S"),
            ("1.a,S=8:2,", "1.a,S=10:2,"),
            ("1.a,S=8,W=11:2,RS", "1.a,S=10,W=12:2,RS"),
            ("1.a,U=3,FMD5=x,S=8", "1.a,U=3,FMD5=x,S=10"),
            // A size that was wrong before stays unchanged.
            ("1.a,S=9:2,", "1.a,S=9:2,"),
            ("1.a,S=,W:2,S=8", "1.a,S=,W:2,S=8"),
            ("S=8", "S=8"),
        ] {
            assert_eq!(maildir_name(name, before, after), expected);
        }
    }

    #[test]
    fn messages_are_in_the_order_of_their_delivery() {
        let mut names = ["1000000000.b", "999999999.z", "1000000000.a", "x", "99999999999999999999999.x"];
        names.sort_by(|a, b| maildir_order(a, b));
        assert_eq!(names, ["99999999999999999999999.x", "x", "999999999.z", "1000000000.a", "1000000000.b"]);
    }
}
