//! The file specifications of actions (ISO 32000-2 sections 7.11 and 12.6.4): other PDF files, and files that are launched. Start with `of`.

use std::cell::Cell;
use std::collections::HashMap;

use super::lexer::{Lexer, Token, number, skip};
use super::{dictionary, find};

/// A file that an object names.
pub(super) struct FileSpec<'o> {
    /// The type of the action; `FS` if the file is named by a URL.
    pub(super) place: &'static str,
    /// The object that has the string, and where the string begins.
    pub(super) object: &'o [u8],
    pub(super) at: usize,
}

/// The actions that name a file, and URLs as file specifications.
const PLACES: [&str; 4] = ["GoToR", "GoToE", "Launch", "FS"];

/// What is known about a dictionary or an array that is open.
#[derive(Default)]
struct Open {
    place: Option<&'static str>,
    /// Where the values of `F` and `UF` begin.
    file: Option<usize>,
    unicode: Option<usize>,
    /// Whether the file is in the PDF file itself.
    is_embedded: bool,
    /// Whether it is the value of `F`.
    is_file: bool,
}

/// Returns the files that the actions in an object name.
pub(super) fn of<'o>(
    object: &'o [u8],
    objects: &HashMap<u64, &'o [u8]>,
    left: &Cell<usize>,
    found: &mut Vec<FileSpec<'o>>,
) {
    if !PLACES.iter().any(|place| find(object, place.as_bytes(), 0).is_some()) {
        return;
    }
    let mut lexer = Lexer { text: object, at: 0, left };
    let (mut open, mut key) = (Vec::<Open>::new(), Vec::new());
    while let Some(token) = lexer.next() {
        let last = std::mem::take(&mut key);
        match token {
            Token::Open => open.push(Open { is_file: last == b"F", ..Open::default() }),
            Token::Close => {
                let Some(inner) = open.pop() else { return };
                close(&inner, open.last_mut(), object, objects, left, found);
            }
            Token::Name(name) => {
                if let Some(open) = open.last_mut() {
                    named(open, &last, &name, lexer.at);
                }
                key = name;
            }
            _ => {}
        }
    }
}

/// Notes what a name says, as a value of the name before it, or as a key of what begins at `at`.
fn named(open: &mut Open, last: &[u8], name: &[u8], at: usize) {
    match (last, name) {
        (b"S", _) => open.place = PLACES.into_iter().find(|place| place.as_bytes() == name),
        (b"FS", b"URL") => open.place = Some("FS"),
        (_, b"F") => open.file = Some(at),
        (_, b"UF") => open.unicode = Some(at),
        (_, b"EF") => open.is_embedded = true,
        _ => {}
    }
}

/// Adds the file of a dictionary that ends. A file specification without a type is that of the action around it.
fn close<'o>(
    inner: &Open,
    outer: Option<&mut Open>,
    object: &'o [u8],
    objects: &HashMap<u64, &'o [u8]>,
    left: &Cell<usize>,
    found: &mut Vec<FileSpec<'o>>,
) {
    let file = inner.unicode.or(inner.file).filter(|_| !inner.is_embedded);
    match (inner.place, outer) {
        (Some(place), _) => {
            let Some(at) = file else { return };
            let rest = skip(&object[at..]);
            if rest.starts_with(b"<<") {
                return;
            }
            let referred = number(rest).and_then(|number| objects.get(&number)).filter(|_| !rest.starts_with(b"<"));
            match referred {
                None => found.push(FileSpec { place, object, at }),
                Some(spec) => found.extend(specified(place, spec, left)),
            }
        }
        (None, Some(outer)) if inner.is_file => (outer.file, outer.is_embedded) = (file, inner.is_embedded),
        (None, _) => {}
    }
}

/// Returns the file of a file specification that is an object of its own. One that is a URL is found there.
fn specified<'o>(place: &'static str, object: &'o [u8], left: &Cell<usize>) -> Option<FileSpec<'o>> {
    let mut lexer = Lexer { text: dictionary(object, left), at: 0, left };
    let (mut spec, mut depth, mut key) = (Open::default(), 0_usize, Vec::new());
    while let Some(token) = lexer.next() {
        let last = std::mem::take(&mut key);
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Name(name) if depth == 1 => {
                named(&mut spec, &last, &name, lexer.at);
                key = name;
            }
            _ => {}
        }
    }
    let at = spec.unicode.or(spec.file).filter(|_| !spec.is_embedded && spec.place.is_none())?;
    Some(FileSpec { place, object, at })
}
