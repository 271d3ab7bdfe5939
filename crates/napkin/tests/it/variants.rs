//! Writes the same reference differently by the generic syntax: another case where case does not matter, unreserved
//! characters escaped.
//!
//! This module contains no test.

use napkin::percent::{self, Set, draft1997};
use napkin::{Component, HostKind, Reference, Standard};

/// Returns a text that every generic syntax reads as `reference`. The next number of `choose` makes each choice. Under
/// `draft1997` the text may be invalid, because not every component may contain escapes there.
pub(crate) fn variant(reference: Reference<'_>, choose: &mut dyn FnMut() -> u8) -> String {
    let standard = reference.standard();
    let unreserved = if standard == Standard::Draft1997 { draft1997::UNRESERVED } else { percent::UNRESERVED };
    let text = reference.as_str();
    let mut out = String::new();
    let mut done = 0;
    for &component in Component::SMALLEST {
        let Some(span) = reference.span(component) else { continue };
        out.push_str(&text[done..span.start]);
        done = span.end;
        let is_name = reference.host_kind() == Some(HostKind::Name);
        let (folds, escapes) = match component {
            Component::Scheme => (true, Set::NONE),
            Component::Host if is_name && standard != Standard::Draft1997 => (true, unreserved),
            Component::Host => (true, Set::NONE),
            Component::Port => (false, Set::NONE),
            _ => (false, unreserved),
        };
        push_variant(&mut out, &text[span.start..span.end], folds, escapes, choose);
    }
    out + &text[done..]
}

fn push_variant(out: &mut String, text: &str, folds: bool, escapes: Set, choose: &mut dyn FnMut() -> u8) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let choice = choose();
        let cased = |c: char| match choice & 3 {
            0 => c.to_ascii_uppercase(),
            1 => c.to_ascii_lowercase(),
            _ => c,
        };
        let length = if c == '%' { 3 } else { c.len_utf8() };
        let (written, behind) = rest.split_at(length);
        rest = behind;
        match c {
            '%' => out.extend(written.chars().map(cased)),
            _ if escapes.contains(c) && choice & 12 == 0 => {
                let octet = if folds { cased(c) } else { c } as u8;
                let escape = if choice & 16 == 0 { format!("%{octet:02x}") } else { format!("%{octet:02X}") };
                out.push_str(&escape);
            }
            _ => out.push(if folds { cased(c) } else { c }),
        }
    }
}
