//! The links, the pages and the named destinations of PDF files (ISO 32000-2 sections 7.5, 7.9.6, 12.3.2 and 12.6.4.8). Start with
//! `destinations`.
//!
//! Objects are found by their marks, not by the table of cross-references, so files with a damaged table are read, too. Streams of
//! objects are inflated. Encrypted files and other codings are not read.

mod files;
mod lexer;

use std::cell::Cell;
use std::collections::HashMap;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use napkin::map::{Builder, Level};
use napkin::{Finding, Sink, Span, Standard, percent};

use crate::context::Context;
use crate::decoded::Decoded;
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::rules;
use crate::written::{Holder, Written};
use lexer::{Lexer, Token, hexadecimal, literal, number, skip, string};

/// The most bytes of all inflated streams of a file.
const MOST: u64 = 64 << 20;

/// The most bytes before and behind the type of a stream that describe it.
const ABOUT: usize = 4096;

/// The places of a file that fragments name (RFC 8118 section 3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Destinations {
    /// The number of pages, if it is known.
    pub pages: Option<u64>,
    /// The names of places, in no order.
    pub names: Vec<String>,
}

/// Reads the places of a file.
///
/// ```
/// let file = b"%PDF-1.4\n2 0 obj\n<< /Type /Pages /Count 3 >>\nendobj\n";
/// assert_eq!(napkin_document::pdf::destinations(file).unwrap().pages, Some(3));
/// ```
///
/// # Errors
/// The file is encrypted or damaged, or has a coding that is not read: the reason, for messages.
pub fn destinations(file: &[u8]) -> Result<Destinations, &'static str> {
    let pdf = Pdf::read(file)?;
    let left = pdf.budget();
    let objects = pdf.objects(&left);
    let (mut names, mut pages) = (Vec::new(), None);
    for text in pdf.texts() {
        for at in all(text, b"/Names") {
            names_in_array(&text[at + 6..], &left, &mut names);
        }
        for at in all(text, b"/Dests") {
            let rest = skip(&text[at + 6..]);
            let dictionary = match number(rest).filter(|_| !rest.starts_with(b"<<")) {
                Some(object) => objects.get(&object).copied().unwrap_or_default(),
                None => rest,
            };
            keys(dictionary, &left, &mut names);
        }
    }
    for object in objects.values() {
        let is_root = is_of_type(object, b"/Pages") && find(object, b"/Parent", 0).is_none();
        let count = find(object, b"/Count", 0).filter(|_| is_root).map(|at| skip(&object[at + 6..]));
        pages = pages.max(count.and_then(number));
    }
    if left.get() == 0 {
        return Err(DAMAGED);
    }
    Ok(Destinations { pages, names })
}

/// Passes the URIs and the files of actions to `sink`, in the order of their places. One in a stream of objects has the place of the
/// stream. The base of the catalog applies to all URIs (ISO 32000-2 section 12.6.4.8); files are relative to the PDF file (7.11.2).
pub(crate) fn links<'a>(
    file: &'a [u8],
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let pdf = match Pdf::read(file) {
        Ok(pdf) => pdf,
        Err(why) => {
            findings.report(unreadable(file, why));
            return ControlFlow::Continue(());
        }
    };
    let left = pdf.budget();
    let mut base = None;
    let (mut found, mut files): (Vec<(Span, Builder, &'static str)>, _) = (Vec::new(), Vec::new());
    let objects = pdf.objects(&left);
    if objects.is_empty() {
        findings.report(unreadable(file, DAMAGED));
    }
    for object in objects.values() {
        let is_catalog = is_of_type(object, b"/Catalog");
        for at in all(object, b"/URI") {
            let value = skip(&object[at + 4..]);
            let start = object.len() - value.len();
            if is_catalog && value.starts_with(b"<<") {
                let text = find(value, b"/Base", 0).and_then(|base| pdf.string(object, start + base + 5, &left));
                base = text.map(|(span, built)| {
                    let context = Context::Place { format: "pdf", place: "Base" };
                    InnerBase::new(built.text, span, context, None)
                });
            } else {
                found.extend(pdf.string(object, start, &left).map(|(span, built)| (span, built, "URI")));
            }
        }
        files::of(object, &objects, &left, &mut files);
    }
    for file in files {
        found.extend(pdf.string(file.object, file.at, &left).map(|(span, built)| match file.place {
            "FS" => (span, built, "FS"),
            place => (span, path(built, span), place),
        }));
    }
    if left.get() == 0 {
        findings.report(unreadable(file, DAMAGED));
    }
    found.sort_by(|a, b| (a.0, &a.1.text).cmp(&(b.0, &b.1.text)));
    let outer = Arc::new(Level::verbatim(0));
    found.into_iter().try_for_each(|(span, built, place)| {
        let length = built.text.len();
        let context = Context::Place { format: "pdf", place };
        let decoded = Decoded::new(built, span.start, &outer);
        let mut link = decoded.link(file, Span::new(0, length), context);
        link.base = base.clone().filter(|_| place == "URI");
        link.written = Written::whole(Holder::Unknown);
        sink(link)
    })
}

/// Returns the name of a file as a reference: its parts are separated by slashes, and are no scheme (ISO 32000-2 section 7.11.2).
fn path(file: Builder, span: Span) -> Builder {
    let text = percent::encode(file.text.as_bytes(), percent::PATH).as_str().replace(':', "%3A");
    if text == file.text {
        return file;
    }
    let mut built = Builder::default();
    built.unit(&text, span);
    built
}

const DAMAGED: &str = "the PDF file is damaged";
const ENCRYPTED: &str = "the PDF file is encrypted";

fn unreadable(file: &[u8], why: &str) -> Finding {
    let expected = match why {
        ENCRYPTED => "a PDF file without encryption",
        DAMAGED => "a PDF file that is not damaged",
        _ => "a PDF file whose streams of objects are deflated",
    };
    let start = Span::new(0, file.len().min(8));
    Finding::new(rules::DOCUMENT_UNREADABLE, Standard::Rfc3986, start, expected, None)
}

/// A file with its inflated streams of objects.
struct Pdf<'f> {
    file: &'f [u8],
    streams: Vec<Stream>,
}

impl<'f> Pdf<'f> {
    fn read(file: &'f [u8]) -> Result<Self, &'static str> {
        if find(file, b"/Encrypt", 0).is_some() {
            return Err(ENCRYPTED);
        }
        Ok(Self { file, streams: inflated(file)? })
    }

    fn texts(&self) -> impl Iterator<Item = &[u8]> {
        [self.file].into_iter().chain(self.streams.iter().map(|stream| &*stream.text))
    }

    /// Returns how many bytes may be read: damaged objects have no end, so that many of them may contain the same text.
    fn budget(&self) -> Cell<usize> {
        Cell::new(self.texts().map(|text| 4 * text.len()).sum::<usize>() + (1 << 20))
    }

    /// Returns the objects by their numbers. A later object replaces an earlier one.
    fn objects(&self, left: &Cell<usize>) -> HashMap<u64, &[u8]> {
        let mut objects = HashMap::new();
        marked(self.file, left, &mut objects);
        self.streams.iter().for_each(|stream| stream.objects(left, &mut objects));
        objects
    }

    /// Returns the string at an offset of an object, and its place in the file.
    fn string(&self, object: &[u8], at: usize, left: &Cell<usize>) -> Option<(Span, Builder)> {
        let rest = skip(object.get(at..).filter(|_| left.get() > 0)?);
        let (bytes, length) = match rest {
            [b'(', ..] => match literal(rest) {
                (Token::String(bytes), length) => (bytes, length),
                _ => return None,
            },
            [b'<', next, ..] if *next != b'<' => {
                let end = rest.iter().position(|byte| *byte == b'>')?;
                (hexadecimal(&rest[1..end]), end + 1)
            }
            _ => return None,
        };
        left.set(left.get().saturating_sub(length));
        let text = string(&bytes);
        let inside = (rest.as_ptr() as usize).checked_sub(self.file.as_ptr() as usize);
        let span = match inside.filter(|start| start + length <= self.file.len()) {
            Some(start) => Span::new(start + 1, (start + length).saturating_sub(1).max(start + 1)),
            // The stream whose text contains the object.
            None => {
                let contains = |stream: &&Stream| stream.text.as_ptr_range().contains(&rest.as_ptr());
                let at = self.streams.iter().find(contains)?.at;
                Span::new(at, at)
            }
        };
        let mut built = Builder::default();
        if self.file.get(span.range()) == Some(text.as_bytes()) {
            built.text = text;
        } else {
            built.unit(&text, span);
        }
        Some((span, built))
    }
}

/// An inflated stream of objects.
struct Stream {
    /// The offset in the file.
    at: usize,
    text: Vec<u8>,
    /// The number of objects, and where the first one begins.
    count: usize,
    first: usize,
}

impl Stream {
    /// Adds the objects of the stream, which begins with their numbers and offsets.
    fn objects<'s>(&'s self, left: &Cell<usize>, objects: &mut HashMap<u64, &'s [u8]>) {
        let header = self.text.get(..self.first).unwrap_or_default();
        let header = String::from_utf8_lossy(header);
        let numbers: Vec<u64> = header.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
        for pair in numbers.chunks_exact(2).take(self.count) {
            let start = usize::try_from(pair[1]).ok().and_then(|offset| offset.checked_add(self.first));
            if let Some(object) = start.and_then(|start| self.text.get(start..)) {
                objects.insert(pair[0], dictionary(object, left));
            }
        }
    }
}

/// Inflates the streams of objects.
fn inflated(file: &[u8]) -> Result<Vec<Stream>, &'static str> {
    let (mut streams, mut left) = (Vec::new(), MOST);
    for at in all(file, b"/ObjStm") {
        let near = at.saturating_sub(ABOUT);
        let start = file[near..at].windows(2).rposition(|pair| pair == b"<<").map_or(at, |start| near + start);
        let end = find(&file[..file.len().min(at + ABOUT)], b"stream", at).ok_or(DAMAGED)?;
        let about = &file[start..end];
        let value = |key: &[u8]| number(skip(&about[find(about, key, 0)? + key.len()..]));
        let (count, first) = (value(b"/N "), value(b"/First"));
        let is_deflated = find(about, b"FlateDecode", 0).is_some() && find(about, b"/DecodeParms", 0).is_none();
        let (Some(count), Some(first), true) = (count, first, is_deflated) else {
            return Err("the PDF file has a coding that is not read");
        };
        let data = file[end + 6..].strip_prefix(b"\r").unwrap_or(&file[end + 6..]);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        let mut text = Vec::new();
        let read = flate2::read::ZlibDecoder::new(data).take(left).read_to_end(&mut text);
        if read.is_err() || text.len() as u64 == left {
            return Err("a stream of the PDF file is damaged, or too long");
        }
        left -= text.len() as u64;
        let of = |number| usize::try_from(number).unwrap_or(usize::MAX);
        streams.push(Stream { at: file.len() - data.len(), text, count: of(count), first: of(first) });
    }
    Ok(streams)
}

/// Adds the objects between `1 0 obj` and `endobj`. A later object replaces an earlier one of its number.
fn marked<'f>(file: &'f [u8], left: &Cell<usize>, objects: &mut HashMap<u64, &'f [u8]>) {
    for at in all(file, b" obj") {
        let near = &file[at.saturating_sub(40)..at];
        let line = near.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1);
        let words: Vec<&[u8]> = near[line..].split(|byte| *byte == b' ').filter(|word| !word.is_empty()).collect();
        let is_number = words.len() >= 2 && number(words[words.len() - 1]).is_some();
        if let Some(number) = words.len().checked_sub(2).and_then(|place| number(words[place])).filter(|_| is_number) {
            objects.insert(number, dictionary(&file[at + 4..], left));
        }
    }
}

/// Returns the text up to the end of the dictionary with which it begins; empty if it begins with another object.
fn dictionary<'t>(text: &'t [u8], left: &Cell<usize>) -> &'t [u8] {
    let text = skip(text);
    if !text.starts_with(b"<<") {
        return &[];
    }
    let mut lexer = Lexer { text, at: 0, left };
    let mut depth = 0_usize;
    while let Some(token) = lexer.next() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    &text[..lexer.at]
}

fn is_of_type(object: &[u8], name: &[u8]) -> bool {
    all(object, b"/Type").any(|at| {
        let rest = skip(&object[at + 5..]);
        rest.starts_with(name) && !rest.get(name.len()).is_some_and(u8::is_ascii_alphabetic)
    })
}

/// Adds the keys of a leaf of a tree of names: strings before their values.
fn names_in_array(text: &[u8], left: &Cell<usize>, names: &mut Vec<String>) {
    let rest = skip(text);
    if !rest.starts_with(b"[") {
        return;
    }
    let mut lexer = Lexer { text: rest, at: 0, left };
    let mut depth = 0_usize;
    while let Some(token) = lexer.next() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::String(bytes) if depth == 1 => names.push(string(&bytes)),
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// Adds the keys of a dictionary, unless it is a node of a tree.
fn keys(text: &[u8], left: &Cell<usize>, names: &mut Vec<String>) {
    let text = dictionary(text, left);
    let (mut lexer, mut depth, mut found) = (Lexer { text, at: 0, left }, 0_usize, Vec::new());
    // Whether the next token at depth 1 is a key.
    let mut is_key = true;
    while let Some(token) = lexer.next() {
        match token {
            Token::Open => depth += 1,
            Token::Close => {
                depth = depth.saturating_sub(1);
                is_key |= depth == 1;
            }
            Token::Name(name) if depth == 1 && is_key => {
                found.push(string(&name));
                is_key = false;
            }
            // The value of a key: a reference ends with `R`.
            Token::Name(_) | Token::String(_) if depth == 1 => is_key = true,
            Token::Word(word) if depth == 1 => is_key |= word == b"R",
            _ => {}
        }
    }
    if !found.iter().any(|key| matches!(&**key, "Kids" | "Names" | "Limits")) {
        names.extend(found);
    }
}

fn find(text: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::find(text.get(from..)?, wanted).map(|at| from + at)
}

fn all<'t>(text: &'t [u8], wanted: &'t [u8]) -> impl Iterator<Item = usize> {
    memchr::memmem::find_iter(text, wanted)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn urls(file: &[u8]) -> Vec<(String, Option<String>, usize)> {
        let mut found = Vec::new();
        let _ = links(file, &mut (), &mut |link| {
            let base = link.base.as_ref().map(|base| base.text().to_owned());
            found.push((link.text.into_owned(), base, link.span.len()));
            ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn uris_of_actions_are_links() {
        let file = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /URI << /Base (http://h/d/) >> >>\nendobj\n\
            2 0 obj\n<< /Subtype /Link /A << /S /URI /URI (menu\\(1\\).html) >> >>\nendobj\n\
            3 0 obj\n<< /S /URI /URI <687474703a2f2f682f> >>\nendobj\n2 0 obj\n<< /A << /S /URI /URI (beer.html) >> >>\nendobj\n";
        let base = Some("http://h/d/".to_owned());
        let expected = [("http://h/".to_owned(), base.clone(), 18), ("beer.html".to_owned(), base, 9)];
        assert_eq!(urls(file), expected, "the later object 2 replaces the earlier one");
        assert_eq!(urls(b"%PDF-1.4\n1 0 obj << /A << /URI (a) >> >>\n<< /Encrypt 9 0 R >>"), []);
    }

    /// ISO 32000-2 sections 7.11, 12.6.4.3 and 12.6.4.6. The files of annotations are flags, and embedded files are no references.
    #[test]
    fn files_of_actions_are_links() {
        let file = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /URI << /Base (http://h/d/) >> >>\nendobj\n\
            2 0 obj\n<< /Subtype /Link /F 4 /A << /S /GoToR /D [0 /Fit] /F (a b:c.pdf) >> >>\nendobj\n\
            3 0 obj\n<< /S /Launch /F << /Type /Filespec /F (no.txt) /UF (../menu.txt) >> >>\nendobj\n\
            4 0 obj\n<< /F 7 0 R /S /GoToR >>\nendobj\n5 0 obj\n<< /S /GoTo /D (no) /F (no) >>\nendobj\n\
            6 0 obj\n<< /S /GoToE /F << /F (no) /EF << /F 9 0 R >> >> >>\nendobj\n\
            7 0 obj\n<< /Type /Filespec /F (spec.pdf) /Desc (no) >>\nendobj\n\
            8 0 obj\n<< /Type /Filespec /FS /URL /F (ftp://h/x) >>\nendobj\n9 0 obj\n<< /S /GoToR /F 8 0 R >>\nendobj\n";
        let expected = [("a%20b%3Ac.pdf", 9), ("../menu.txt", 11), ("spec.pdf", 8), ("ftp://h/x", 9)];
        assert_eq!(urls(file), expected.map(|(url, length)| (url.to_owned(), None, length)));
        for end in 0..file.len() {
            let _ = urls(&file[..end]);
        }
    }

    const PLAIN: &[u8] = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Names << /Dests 6 0 R >> /Dests 5 0 R >>\nendobj\n\
        2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 2 >>\nendobj\n3 0 obj\n<< /Type /Pages /Parent 2 0 R /Count 9 >>\nendobj\n\
        5 0 obj\n<< /old#20ale [3 0 R /XYZ 0 0 0] /stout 7 0 R /Title << /D [1] >> >>\nendobj\n\
        6 0 obj\n<< /Limits [(a) (z)] /Names [(beer \\(dark\\)) [3 0 R /Fit (no)] <FEFF0063006100660 0E9> 7 0 R (w\\151ne) << /D [3 0 R] >>] >>\nendobj\n";

    #[test]
    fn streams_of_objects_are_inflated() {
        let objects = "2 0 6 44 << /Type /Pages /Kids [3 0 R] /Count 2 >>   << /Names [(beer) [3 0 R /Fit]] >>";
        let first = 9;
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(objects.as_bytes()).unwrap();
        let stream = encoder.finish().unwrap();
        let about = format!("4 0 obj\n<< /Type /ObjStm /N 2 /First {first} /Filter /FlateDecode >>\nstream\n");
        let file = [b"%PDF-1.5\n", about.as_bytes(), &stream, b"\nendstream\nendobj\n"].concat();
        let expected = Destinations { pages: Some(2), names: vec!["beer".to_owned()] };
        assert_eq!(destinations(&file), Ok(expected));
        assert!(destinations(&file[..file.len() - stream.len()]).is_err());
        assert!(destinations(&[&file[..], b"<< /Encrypt 9 0 R >>"].concat()).is_err());
    }

    #[test]
    fn nested_objects_without_an_end_take_linear_time() {
        let file = "1 0 obj << /Dests << /Names [ ".repeat(20_000);
        assert!(destinations(file.as_bytes()).is_err());
        let file = format!("1 0 obj << {}", "/URI (".repeat(200_000));
        let mut lost = Vec::new();
        let _ = links(file.as_bytes(), &mut lost, &mut |_| ControlFlow::Continue(()));
        assert_eq!(lost.len(), 1);
    }

    #[test]
    fn damaged_files_are_read_without_a_panic() {
        assert_eq!(destinations(PLAIN).map(|found| found.pages), Ok(Some(2)));
        for end in 0..PLAIN.len() {
            let _ = destinations(&PLAIN[..end]);
            let _ = destinations(&[&PLAIN[..end], b"\xff(", &PLAIN[end..]].concat());
        }
        for text in [
            "<<", ">>", "1 0 obj >>", "/Dests <<<<", "/Names [<", "/Names [(\\", "/Dests 1 0 R 1 0 obj", "/ObjStm",
            "/ObjStm stream",
        ] {
            let _ = destinations(text.as_bytes());
            let _ = urls(text.as_bytes());
        }
    }
}
