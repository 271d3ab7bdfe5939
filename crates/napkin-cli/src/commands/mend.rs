//! Mends links of a document in its file, or shows the difference.
//!
//! Only the bytes change that differ. The result is read again: if any link would be read differently than asked for, the document
//! stays as it is.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;

use napkin::Span;
use napkin_document::{Entity, Kind, Options};

use super::rewrite::save;
use crate::output::{Page, Trouble};

/// Whether changes are written or only shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Write,
    Show,
}

impl Mode {
    pub(super) const fn of(fix: bool, diff: bool) -> Option<Self> {
        match (fix, diff) {
            (true, _) => Some(Self::Write),
            (_, true) => Some(Self::Show),
            _ => None,
        }
    }
}

/// The changes of a link, which are found by its bytes.
pub(super) enum Change {
    /// The new text of the link.
    Whole(String),
    /// Replacements in the text of the link, in order.
    Pieces(Vec<(Span, String)>),
}

/// A document in a file, and the changes of its links.
pub(super) struct Mending<'m> {
    pub(super) path: &'m Path,
    pub(super) kind: Option<Kind>,
    /// The bytes of the document, in which the links were found; `None` if they were not kept.
    pub(super) bytes: Option<&'m [u8]>,
    /// For the bytes of a link, the link as written, if it was kept, and its change.
    pub(super) changes: HashMap<Span, (Option<&'m str>, Change)>,
}

impl Mending<'_> {
    /// Writes or shows the changes. Returns the bytes of the links that changed.
    pub(super) fn run(&self, mode: Mode, page: &mut Page<'_>) -> HashSet<Span> {
        if self.changes.is_empty() {
            return HashSet::new();
        }
        let name = self.path.to_string_lossy();
        match self.mended() {
            Ok(mended) => {
                if mode == Mode::Show {
                    mended.difference(&name, page);
                } else if mended.edits.is_empty() {
                    return HashSet::new();
                } else if let Err(error) = save::whole(self.path, self.path, &mended.mended()) {
                    page.trouble(&Trouble::io(&*name, error));
                    return HashSet::new();
                }
                mended.done
            }
            Err(error) => {
                page.trouble(&Trouble::io(&*name, error));
                HashSet::new()
            }
        }
    }

    fn mended(&self) -> io::Result<Mended> {
        let old = std::fs::read(self.path)?;
        if self.bytes.is_some_and(|bytes| bytes != old) {
            return Err(io::Error::other("another program has changed the file meanwhile, so it stays"));
        }
        let kind = self.kind.or_else(|| Kind::of_name(&self.path.to_string_lossy()));
        let kind = kind.unwrap_or_else(|| Kind::of_content(&old));
        let (mut edits, mut done, mut texts) = (Vec::new(), HashSet::new(), Vec::new());
        napkin_document::links(&Entity::new(&old).with_kind(kind), &Options::default(), &mut |link| {
            // A document that changed since it was checked has other bytes there.
            let change = self.changes.get(&link.span);
            let change = change.filter(|(raw, _)| raw.is_none_or(|raw| raw == link.raw_lossy()));
            let Some((pieces, text)) = change.and_then(|(_, change)| change.pieces(&link.text)) else {
                return texts.push(link.text.into_owned());
            };
            edits.extend(pieces.into_iter().map(|(place, piece)| (link.source_span(place), piece)));
            done.insert(link.span);
            texts.push(text);
        });
        edits.sort_unstable();
        let mended = Mended { old, edits, done };
        let mut reread = Vec::with_capacity(texts.len());
        napkin_document::links(&Entity::new(&mended.mended()).with_kind(kind), &Options::default(), &mut |link| {
            reread.push(link.text.into_owned());
        });
        if reread != texts {
            return Err(io::Error::other("the mended document would be read differently, so it stays"));
        }
        Ok(mended)
    }
}

impl Change {
    /// Returns the pieces of a text that change, and the new text; `None` if a piece has a character that a format escapes.
    fn pieces(&self, old: &str) -> Option<(Vec<(Span, String)>, String)> {
        let pieces = match self {
            Self::Whole(new) => vec![narrowed(old, (Span::new(0, old.len()), new))?],
            Self::Pieces(pieces) => {
                let pieces = pieces.iter().map(|(span, new)| narrowed(old, (*span, new)));
                pieces.collect::<Option<Vec<_>>>()?
            }
        };
        let text = String::from_utf8(applied(old.as_bytes(), &pieces)).ok()?;
        Some((pieces, text))
    }
}

/// Returns the part of a piece that changes: what is between the common beginning and the common end.
fn narrowed(text: &str, (span, new): (Span, &str)) -> Option<(Span, String)> {
    let old = text.get(span.range())?;
    let common = |(a, b): &(char, char)| a == b;
    let start: usize = old.chars().zip(new.chars()).take_while(common).map(|(a, _)| a.len_utf8()).sum();
    let rest = old[start..].chars().rev().zip(new[start..].chars().rev());
    let end: usize = rest.take_while(common).map(|(a, _)| a.len_utf8()).sum();
    let piece = &new[start..new.len() - end];
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/%:?#@!$*+,;=".contains(&byte);
    let place = Span::new(span.start + start, span.end - end);
    piece.bytes().all(is_plain).then(|| (place, piece.to_owned()))
}

fn applied(old: &[u8], edits: &[(Span, String)]) -> Vec<u8> {
    let (mut new, mut at) = (Vec::with_capacity(old.len()), 0);
    for (place, piece) in edits {
        new.extend_from_slice(old.get(at..place.start).unwrap_or_default());
        new.extend_from_slice(piece.as_bytes());
        at = place.end;
    }
    new.extend_from_slice(old.get(at..).unwrap_or_default());
    new
}

/// A document with its changes.
struct Mended {
    old: Vec<u8>,
    /// The bytes that change, in order, and their new texts.
    edits: Vec<(Span, String)>,
    /// The links that change.
    done: HashSet<Span>,
}

impl Mended {
    fn mended(&self) -> Vec<u8> {
        applied(&self.old, &self.edits)
    }

    /// Prints the lines that differ as a unified difference without context.
    fn difference(&self, name: &str, page: &mut Page<'_>) {
        if self.edits.is_empty() {
            return;
        }
        page.line(format_args!("--- {name}"));
        page.line(format_args!("+++ {name}"));
        let count = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        let (mut at, mut old_line, mut new_line) = (0, 1, 1);
        for group in self
            .edits
            .chunk_by(|(one, _), (next, _)| !self.old.get(one.end..next.start).unwrap_or_default().contains(&b'\n'))
        {
            let (first, last) = (group[0].0, group[group.len() - 1].0);
            let start = self.old[..first.start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let rest = self.old[last.end..].iter().position(|&byte| byte == b'\n');
            let end = rest.map_or(self.old.len(), |rest| last.end + rest + 1);
            let moved =
                |(place, piece): &(Span, String)| (Span::new(place.start - start, place.end - start), piece.clone());
            let old = &self.old[start..end];
            let new = applied(old, &group.iter().map(moved).collect::<Vec<_>>());
            let between = count(&self.old[at..start]);
            (old_line, new_line) = (old_line + between, new_line + between);
            page.line(format_args!("@@ -{} +{} @@", lines(old_line, old), lines(new_line, &new)));
            print('-', old, page);
            print('+', &new, page);
            (old_line, new_line, at) = (old_line + count(old), new_line + count(&new), end);
        }
    }
}

/// Returns the first line of a piece, and the number of its lines unless it is 1.
fn lines(first: usize, bytes: &[u8]) -> String {
    match bytes.split_inclusive(|&byte| byte == b'\n').count() {
        1 => first.to_string(),
        count => format!("{first},{count}"),
    }
}

fn print(sign: char, bytes: &[u8], page: &mut Page<'_>) {
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        page.line(format_args!("{sign}{}", String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line))));
        if !line.ends_with(b"\n") {
            page.line("\\ No newline at end of file");
        }
    }
}
