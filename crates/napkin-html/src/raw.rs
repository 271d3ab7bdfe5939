//! Finds the end of text without tags: raw text and scripts (HTML standard 13.2.5.2 to 4, 9 to 31).
//!
//! A script that has opened a comment may contain `</script>`.

use memchr::{memchr, memchr3};

use crate::names::Name;
use crate::tokens::is_end_of;

/// The bytes to keep at the end of a window because an end tag may begin there: `</`, the longest name and its
/// terminator.
const TAIL: usize = "</noframes>".len();

/// How far a script has gone into comment-like text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Escape {
    #[default]
    None,
    /// After `<!--`. The number counts the hyphens immediately before, up to two.
    Escaped(u8),
    /// After `<script` in comment-like text.
    Double(u8),
}

/// The end of a raw text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The offset of the `<` of the end tag.
    At(usize),
    /// The text does not end before this offset, from which reading continues.
    Behind(usize),
}

/// Finds the end of the text that begins at `at` in an element with this name.
pub(super) fn end(window: &[u8], mut at: usize, name: Name, is_last: bool) -> End {
    while let Some(found) = memchr(b'<', &window[at..]) {
        let open = at + found;
        if !is_last && window.len() - open < TAIL {
            return End::Behind(open);
        }
        if window.get(open + 1) == Some(&b'/') && is_end_of(window, open + 2, name) {
            return End::At(open);
        }
        at = open + 1;
    }
    End::Behind(window.len())
}

/// Finds the end of a script's text, continuing at `at`.
pub(super) fn script_end(window: &[u8], mut at: usize, escape: &mut Escape, is_last: bool) -> End {
    loop {
        let found = match *escape {
            Escape::None => memchr(b'<', &window[at..]),
            Escape::Escaped(_) | Escape::Double(_) => memchr3(b'<', b'-', b'>', &window[at..]),
        };
        let Some(found) = found else {
            // Any other byte ends a run of hyphens.
            if at < window.len() {
                escape.broken();
            }
            return End::Behind(window.len());
        };
        let mark = at + found;
        if found > 0 {
            escape.broken();
        }
        if window[mark] == b'<' && !is_last && window.len() - mark < TAIL {
            return End::Behind(mark);
        }
        at = mark + 1;
        match (window[mark], *escape) {
            (b'-', Escape::Escaped(hyphens)) => *escape = Escape::Escaped((hyphens + 1).min(2)),
            (b'-', Escape::Double(hyphens)) => *escape = Escape::Double((hyphens + 1).min(2)),
            (b'>', Escape::Escaped(2) | Escape::Double(2)) => *escape = Escape::None,
            (b'>', _) => escape.broken(),
            _ => match open(window, mark, escape) {
                Some(next) => at = next,
                None => return End::At(mark),
            },
        }
    }
}

/// Interprets a `<` in a script. Returns the offset at which to continue, or `None` if the `<` begins the end tag.
fn open(window: &[u8], mark: usize, escape: &mut Escape) -> Option<usize> {
    let rest = &window[mark + 1..];
    let closes = rest.first() == Some(&b'/') && is_end_of(window, mark + 2, Name::Script);
    let opens = is_end_of(window, mark + 1, Name::Script);
    match *escape {
        Escape::None if closes => return None,
        Escape::Escaped(_) if closes => return None,
        Escape::None if rest.starts_with(b"!--") => {
            *escape = Escape::Escaped(2);
            return Some(mark + 4);
        }
        Escape::Escaped(_) if opens => {
            *escape = Escape::Double(0);
            return Some(mark + 1 + "script>".len());
        }
        Escape::Double(_) if closes => {
            *escape = Escape::Escaped(0);
            return Some(mark + 1 + "/script>".len());
        }
        _ => escape.broken(),
    }
    Some(mark + 1)
}

impl Escape {
    /// Ends a run of hyphens.
    fn broken(&mut self) {
        match self {
            Self::None => {}
            Self::Escaped(hyphens) | Self::Double(hyphens) => *hyphens = 0,
        }
    }
}

/// Returns the end of the script text that begins at `start` of a page: its end tag, or the end of the page.
///
/// ```
/// let page = b"<script>a</b></script>";
/// assert_eq!(napkin_html::script_text_end(page, 8), 13);
/// ```
#[must_use]
pub fn script_text_end(page: &[u8], start: usize) -> usize {
    match script_end(page, start, &mut Escape::default(), true) {
        End::At(end) => end,
        End::Behind(_) => page.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_scripts() {
        for (text, end) in [
            ("a</script>", Some(1)),
            ("a</SCRIPT >", Some(1)),
            ("</scriptx></script/", Some(10)),
            ("</script", None),
            ("<!--<script></script>--></script>", Some(24)),
            ("<!--<script></script></script>", Some(21)),
            ("<!--</script>", Some(4)),
            ("<!--><script></script>", Some(13)),
            ("<!---><script></script>", Some(14)),
            ("<!-- <script -- > </script></script>", Some(27)),
            ("<!-- <script --> </script>", Some(17)),
            ("<!-- <scripts </script>", Some(14)),
            ("<!-- <script></script> -- </script>", Some(26)),
            ("<!-- <script><!-- </script></script>", Some(27)),
            ("<!-- -- - <script></script> ---></script>", Some(32)),
        ] {
            let mut escape = Escape::default();
            let found = match script_end(text.as_bytes(), 0, &mut escape, true) {
                End::At(at) => Some(at),
                End::Behind(_) => None,
            };
            assert_eq!(found, end, "{text}");
        }
    }
}
