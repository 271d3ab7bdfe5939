//! Rules about invisible characters and characters that change the direction of text, raw or escaped.
//!
//! RFC 3987 section 4.1 and UTS 39. Joiners and variation selectors, which some languages and emoji need, are reported
//! in hosts only.

use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::{Component, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let host = view.span(Component::Host);
    let mut at = 0;
    while let Some((c, length)) = next(view.text, &mut at) {
        let span = Span::new(at, at + length);
        at += length;
        // Programs that keep only the low byte of a character have turned these into line breaks.
        if matches!(c, '\u{560a}' | '\u{560d}') {
            out.report(rules::ESCAPED_LINE_BREAK, span);
        } else if is_turning(c) {
            out.report(rules::BIDI_CONTROL, span);
        } else if is_invisible(c) || (is_joining(c) && host.start <= span.start && span.end <= host.end) {
            out.report(rules::INVISIBLE_CHARACTER, span);
        }
    }
}

/// Returns the first character at or after `at` that is not ASCII, and its length, escaped or raw; moves `at` to it.
fn next(text: &str, at: &mut usize) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    loop {
        let byte = *bytes.get(*at)?;
        if byte >= 0x80 {
            let c = text.get(*at..)?.chars().next()?;
            return Some((c, c.len_utf8()));
        }
        let first = escape_at(bytes, *at).filter(|byte| *byte >= 0xC2);
        let found = first.and_then(|first| escaped(bytes, *at, first));
        if found.is_some() {
            return found;
        }
        *at += 1;
    }
}

fn escaped(bytes: &[u8], at: usize, first: u8) -> Option<(char, usize)> {
    let count = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    };
    let mut octets = [first, 0, 0, 0];
    for (number, octet) in octets.iter_mut().enumerate().take(count).skip(1) {
        *octet = escape_at(bytes, at + 3 * number)?;
    }
    let c = core::str::from_utf8(&octets[..count]).ok()?.chars().next()?;
    Some((c, 3 * count))
}

/// Unicode's property `Bidi_Control`.
const fn is_turning(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Zero-width characters that no language needs, Hangul fillers, and tags.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Joiners, which Persian and Indic scripts need, and variation selectors, which emoji need.
const fn is_joining(c: char) -> bool {
    matches!(c, '\u{34f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
