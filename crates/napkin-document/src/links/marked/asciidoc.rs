//! Links of AsciiDoc (AsciiDoc Language Documentation, "Links", "Cross References", "Images", "Includes").
//!
//! A reference is relative to the document; that of an image, to the attribute `imagesdir`. Attributes that the document defines are
//! replaced in targets. Cross-references within the document are no references.

use super::lines::{Ahead, Line, Lines};
use super::mark::{Format, Found, Mark, Source};
use crate::context::Context;
use crate::inner_base::InnerBase;
use napkin::Span;
use napkin::map::{Builder, Level};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The macros whose targets are references, and their contexts. Two colons make a block of its own.
const MACROS: [(&str, &str); 11] = [
    ("link:", "link"),
    ("xref:", "xref"),
    ("image:", "image"),
    ("video:", "video"),
    ("audio:", "audio"),
    ("include:", "include"),
    ("https:", "link"),
    ("http:", "link"),
    ("ftp:", "link"),
    ("irc:", "link"),
    ("mailto:", "link"),
];

/// The lines that begin and end blocks of literal text.
const LITERAL: [&str; 4] = ["----", "....", "++++", "```"];

/// The most bytes that the values of attributes add to a reference.
const VALUE: usize = 2048;

/// The most bytes of the name of an attribute, with its braces.
const NAME: usize = 128;

/// The services whose videos have names instead of references.
const SERVICES: [&str; 3] = ["youtube", "vimeo", "wistia"];

/// An AsciiDoc document.
pub(super) struct AsciiDoc<'t> {
    lines: Lines<'t>,
    level: &'t Arc<Level>,
    has_code: bool,
    attributes: HashMap<&'t str, Cow<'t, str>>,
    /// The number of bytes that values of attributes with other attributes in them may still take.
    room: usize,
    images: Option<Arc<InnerBase>>,
}

impl<'t> AsciiDoc<'t> {
    pub(super) fn new(source: Source<'t>) -> Self {
        let (lines, level, has_code) = (Lines::new(source.text), source.level, source.options.code);
        Self { lines, level, has_code, attributes: HashMap::new(), room: 1 << 20, images: None }
    }

    /// Reads `:name: value`. Returns whether the line is one.
    fn attribute(&mut self, line: Line<'t>) -> bool {
        let Some((name, value)) = line.text.strip_prefix(':').and_then(|rest| rest.split_once(':')) else {
            return false;
        };
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_!".contains(&byte));
        if !is_name || !(value.is_empty() || value.starts_with(' ')) {
            return false;
        }
        let value = value.trim_ascii();
        // A value is what it is where it is defined.
        let built = self.substituted(value, 0).text;
        let is_short = built.len() <= VALUE && self.room >= built.len();
        let defined = if built == value || !is_short { Cow::Borrowed(value) } else { Cow::Owned(built) };
        if let Cow::Owned(built) = &defined {
            self.room -= built.len();
        }
        if name == "imagesdir" {
            let folder = defined.clone().into_owned();
            let folder = if folder.is_empty() || folder.ends_with('/') { folder } else { folder + "/" };
            let context = Context::Place { format: "asciidoc", place: "imagesdir" };
            let span = self.level.source(line.place(value));
            self.images = (!folder.is_empty()).then(|| InnerBase::new(folder, span, context, None));
        }
        self.attributes.insert(name, defined);
        true
    }

    /// Replaces the attributes that the document has defined.
    fn substituted(&self, text: &str, at: usize) -> Builder {
        let (mut built, mut done) = (Builder::default(), 0);
        for (open, _) in text.match_indices('{') {
            let near = &text.as_bytes()[open..text.len().min(open + NAME)];
            let Some(length) = memchr::memchr(b'}', near).filter(|_| open >= done) else { continue };
            let (end, name) = (open + length + 1, &text[open + 1..open + length]);
            let Some(value) = self.attributes.get(name).filter(|value| built.text.len() + value.len() <= open + VALUE)
            else {
                continue;
            };
            built.text.push_str(&text[done..open]);
            built.unit(value, Span::new(at + open, at + end));
            done = end;
        }
        built.text.push_str(&text[done..]);
        built
    }

    /// Finds the macros of a line.
    fn macros(&self, line: Line<'t>, found: &mut Found) {
        let (mut from, mut ahead) = (0, Aheads::default());
        // Each name ends with a colon, and each cross-reference begins with two brackets.
        while let Some(at) = memchr::memchr3(b':', b'<', b'`', &line.text.as_bytes()[from..]).map(|at| from + at) {
            from = at + 1;
            let end = match &line.text[at..] {
                // Literal text has no macros.
                text if text.starts_with("`+") => {
                    ahead.literal.next(line.text, at + 2, |rest| rest.find("+`")).map(|end| end + 2)
                }
                text if text.starts_with("<<") => self.cross_reference(line, at + 2, &mut ahead, found),
                _ => self.targeted(line, from, &mut ahead, found),
            };
            from = from.max(end.unwrap_or_default());
        }
    }

    /// Reads `<<menu.adoc#beer,the beer>>` from behind the brackets, and returns its end.
    fn cross_reference(&self, line: Line<'t>, start: usize, ahead: &mut Aheads, found: &mut Found) -> Option<usize> {
        let end = ahead.reference.next(line.text, start, |rest| rest.find(">>"))?;
        let inside = &line.text[start..end];
        let target = inside.split_once(',').map_or(inside, |(target, _)| target).trim_ascii();
        if names_document(target) {
            found.push(self.mark(line, target, "xref"));
        }
        Some(end + 2)
    }

    /// Reads the macro whose name ends before `from`, and returns its end.
    fn targeted(&self, line: Line<'t>, from: usize, ahead: &mut Aheads, found: &mut Found) -> Option<usize> {
        let (name, place) = MACROS.iter().find(|(name, _)| line.text[..from].ends_with(name))?;
        let start = from - name.len();
        let before = line.text[..start].chars().next_back();
        if before.is_some_and(|before| before.is_alphanumeric() || before == '\\' || before == '_') {
            return None;
        }
        let is_url = *place == "link" && *name != "link:";
        let start = match line.text.as_bytes().get(from) {
            _ if is_url => start,
            Some(b':') => from + 1,
            _ => from,
        };
        let open = ahead.open.next(line.text, start, |rest| rest.find('['))?;
        let space = ahead.space.next(line.text, start, |rest| rest.find(char::is_whitespace));
        if *name != "include:" && space.is_some_and(|space| space < open) {
            return None;
        }
        let target = &line.text[start..open];
        let target = target.strip_prefix("++").and_then(|target| target.strip_suffix("++")).unwrap_or(target);
        if target.is_empty() || (*name == "xref:" && !names_document(target)) {
            return None;
        }
        let end = ahead.close.next(line.text, open, |rest| rest.find(']')).unwrap_or(line.text.len());
        let inside = &line.text[open + 1..end];
        if *place == "video" && SERVICES.iter().any(|service| inside.split(',').next() == Some(service)) {
            return Some(end);
        }
        let is_loaded = !matches!(*place, "link" | "xref");
        let mark = self.mark(line, target, place);
        let mark = if *place == "image" { mark.within(self.images.clone()) } else { mark };
        found.push(if is_loaded { mark.requested() } else { mark });
        if let Some((_, link)) = inside.split_once("link=").filter(|_| *place == "image") {
            let link = match link.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').map_or(quoted, |(link, _)| link),
                None => link.split_once(',').map_or(link, |(link, _)| link).trim_ascii(),
            };
            if !matches!(link, "" | "self" | "none") {
                found.push(self.mark(line, link, "image[link]"));
            }
        }
        Some(end)
    }

    fn mark(&self, line: Line<'t>, target: &'t str, place: &'static str) -> Mark {
        let span = line.place(target);
        Mark::new(span, place).decoded(self.substituted(target, span.start))
    }
}

/// What ends the parts of a line.
#[derive(Default)]
struct Aheads {
    open: Ahead,
    close: Ahead,
    space: Ahead,
    literal: Ahead,
    reference: Ahead,
}

/// Returns whether the target of a cross-reference is in another document: it has a fragment after a path, or the extension of a file.
fn names_document(target: &str) -> bool {
    let (path, fragment) = target.split_once('#').map_or((target, None), |(path, fragment)| (path, Some(fragment)));
    let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.') && !name.contains(' '));
    !path.is_empty() && (fragment.is_some() || has_extension)
}

impl Format for AsciiDoc<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let Some(line) = self.lines.next() else { return false };
        let fence = line.text.trim_ascii_end();
        if fence.len() >= 4 && fence.bytes().all(|byte| byte == b'/') {
            self.lines.skip_past(|line| line.text.trim_ascii_end() == fence);
            found.push(Mark::without_links(Span::new(line.at, self.lines.at())));
        } else if line.text.starts_with("//") && !line.text.starts_with("///") {
            found.push(Mark::without_links(Span::new(line.at, line.end())));
        } else if let Some(mark) = LITERAL.iter().find(|mark| fence.starts_with(**mark)) {
            // Three backticks may be followed by the language, and end with three.
            let is_same = fence.bytes().all(|byte| byte == mark.as_bytes()[0]);
            if is_same || *mark == "```" {
                let close = if is_same { fence } else { "```" };
                self.lines.skip_past(|line| line.text.trim_ascii_end() == close);
                if !self.has_code {
                    found.push(Mark::without_links(Span::new(line.at, self.lines.at())));
                }
            }
        } else if !self.attribute(line) {
            self.macros(line, found);
        }
        true
    }
}
