//! Writes certain suggestions into documents, or shows the difference.
//!
//! Only the bytes of a reference change that differ. The result is read again: if any link would be read differently, the document
//! stays as it is.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use napkin::Span;
use napkin_check::Checked;
use napkin_document::{Entity, Kind, Options};

use crate::commands::rewrite::save;
use crate::output::{Page, Trouble};

/// Whether changes are written or only shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Write,
    Show,
}

/// Mends the links of a document that have a certain suggestion, and marks them as mended.
pub(super) fn mend(path: &Path, kind: Option<Kind>, links: &mut [Checked], mode: Mode, page: &mut Page<'_>) {
    let wanted: HashMap<Span, String> = links
        .iter()
        .filter(|link| link.is_certain && link.part.is_none())
        .filter_map(|link| Some((link.span, link.suggestion.clone()?)))
        .collect();
    if wanted.is_empty() {
        return;
    }
    let name = path.to_string_lossy();
    match mended(path, kind, links, &wanted) {
        Ok((old, new, done)) => {
            if mode == Mode::Show {
                difference(&name, &old, &new, page);
            } else if let Err(error) = save::whole(path, path, &new) {
                return page.trouble(&Trouble::io(&*name, error));
            }
            for link in links.iter_mut().filter(|link| mode == Mode::Write && done.contains(&link.span)) {
                link.fixed = true;
            }
        }
        Err(error) => page.trouble(&Trouble::io(&*name, error)),
    }
}

/// Returns the old and the new bytes of a document, and the spans of the links that changed.
fn mended(
    path: &Path,
    kind: Option<Kind>,
    links: &[Checked],
    wanted: &HashMap<Span, String>,
) -> io::Result<(Vec<u8>, Vec<u8>, Vec<Span>)> {
    let old = std::fs::read(path)?;
    let raw: HashMap<Span, &str> = links.iter().map(|link| (link.span, &*link.raw)).collect();
    let kind = kind.or_else(|| Kind::of_name(&path.to_string_lossy())).unwrap_or_else(|| Kind::of_content(&old));
    let (mut edits, mut done, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    napkin_document::links(&Entity::new(&old).with_kind(kind), &Options::default(), &mut |link| {
        // A document that changed since it was checked has other bytes there.
        let is_same = raw.get(&link.span).is_some_and(|raw| *raw == link.raw_lossy());
        let edit = wanted.get(&link.span).filter(|_| is_same).and_then(|new| Some((new, edit(&link.text, new)?)));
        let Some((new, (place, piece))) = edit else { return texts.push(link.text.into_owned()) };
        edits.push((link.source_span(place), piece));
        done.push(link.span);
        texts.push(new.clone());
    });
    edits.sort_unstable();
    let (mut new, mut at) = (Vec::with_capacity(old.len()), 0);
    for (place, piece) in edits {
        new.extend_from_slice(old.get(at..place.start).unwrap_or_default());
        new.extend_from_slice(piece.as_bytes());
        at = place.end;
    }
    new.extend_from_slice(old.get(at..).unwrap_or_default());
    let mut reread = Vec::with_capacity(texts.len());
    napkin_document::links(&Entity::new(&new).with_kind(kind), &Options::default(), &mut |link| {
        reread.push(link.text.into_owned());
    });
    if reread != texts {
        return Err(io::Error::other("the mended document would be read differently, so it stays"));
    }
    Ok((old, new, done))
}

/// Returns the part of a reference that changes, and its new text: what is between the common beginning and the common end. The
/// new text has only characters that no format escapes.
fn edit(old: &str, new: &str) -> Option<(Span, String)> {
    let common = |(a, b): &(char, char)| a == b;
    let start: usize = old.chars().zip(new.chars()).take_while(common).map(|(a, _)| a.len_utf8()).sum();
    let rest = old[start..].chars().rev().zip(new[start..].chars().rev());
    let end: usize = rest.take_while(common).map(|(a, _)| a.len_utf8()).sum();
    let piece = &new[start..new.len() - end];
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/%:?#@!$*+,;=".contains(&byte);
    piece.bytes().all(is_plain).then(|| (Span::new(start, old.len() - end), piece.to_owned()))
}

/// Prints the lines that differ as a unified difference without context. References never contain a line end that counts, so
/// lines stay beside each other.
fn difference(name: &str, old: &[u8], new: &[u8], page: &mut Page<'_>) {
    page.line(format_args!("--- {name}"));
    page.line(format_args!("+++ {name}"));
    let lines = |bytes| String::from_utf8_lossy(bytes).split('\n').map(str::to_owned).collect::<Vec<_>>();
    for (number, (old, new)) in (1..).zip(lines(old).into_iter().zip(lines(new))) {
        if old != new {
            page.line(format_args!("@@ -{number} +{number} @@"));
            page.line(format_args!("-{old}"));
            page.line(format_args!("+{new}"));
        }
    }
}
