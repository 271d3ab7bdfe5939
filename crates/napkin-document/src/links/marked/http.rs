//! Heads of HTTP responses: a status line and header fields, as `curl -I` prints them; several of them after redirects.
//!
//! References are resolved against the URL of the response (RFC 9110 section 10.2.2, RFC 8288 section 3.1). The head after a redirect
//! is that of the URL in its `Location`. What follows a head is read as plain text. `Content-Location` names the response itself, and
//! is no link.

use super::lines::{Line, Lines};
use super::mark::{Bases, Format, Found, Mark, Source};
use crate::context::Context;
use crate::entity::http_status;
use crate::values;
use napkin::Span;

/// The fields whose value is a reference, and the names of their places. `SourceMap` is from ECMA-426 section 11.1.2.1.
const FIELDS: [(&str, &str); 3] = [("location", "location"), ("sourcemap", "sourcemap"), ("x-sourcemap", "sourcemap")];

/// Returns the header fields of a response that have references, as a document of [`Kind::Http`](crate::Kind::Http); `None` if there are
/// none. The names are in lower case.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, http_head, links};
/// let fields = [("link", "<style.css>; rel=preload"), ("age", "5")].map(|(name, value)| (name.to_owned(), value.to_owned()));
/// let head = http_head(&fields).unwrap();
/// assert_eq!(head, b"link: <style.css>; rel=preload\r\n");
/// let mut found = Vec::new();
/// links(&Entity::new(&head).with_kind(Kind::Http), &Options::default(), &mut |link| found.push(link.text.into_owned()));
/// assert_eq!(found, ["style.css"]);
/// ```
#[must_use]
pub fn http_head(fields: &[(String, String)]) -> Option<Vec<u8>> {
    let has_links = |name: &str| matches!(name, "link" | "refresh") || FIELDS.iter().any(|(field, _)| *field == name);
    let mut head = Vec::new();
    for (name, value) in fields.iter().filter(|(name, _)| has_links(name)) {
        head.extend_from_slice(format!("{name}: {}\r\n", value.replace(['\r', '\n'], " ")).as_bytes());
    }
    (!head.is_empty()).then_some(head)
}

/// The heads of responses.
pub(super) struct Heads<'t> {
    text: &'t str,
    lines: Lines<'t>,
    /// Whether a head is being read, not what follows it.
    is_head: bool,
    /// The URL of the head, if a redirect has led to it.
    bases: Bases<'t>,
    is_redirect: bool,
    /// Where a redirect leads.
    next: Option<Span>,
}

impl<'t> Heads<'t> {
    pub(super) const fn new(source: Source<'t>) -> Self {
        let bases = Bases::new(source, Context::Place { format: "http", place: "location" });
        let (text, is_head, is_redirect) = (source.text, true, false);
        Self { text, lines: Lines::new(text), is_head, bases, is_redirect, next: None }
    }

    /// Begins the head of the next response.
    fn status(&mut self, status: &str, found: &mut Found) {
        self.is_head = true;
        if let Some(span) = self.next.take().filter(|_| self.is_redirect) {
            self.bases.set(span.of(self.text).to_owned(), span, found);
        }
        self.is_redirect = status.starts_with('3') && !status.starts_with("304");
    }

    /// Marks the references of a field, whose value may go on in the next lines.
    fn field(&mut self, line: Line<'t>, found: &mut Found) {
        while self.lines.peek().is_some_and(|next| next.text.starts_with([' ', '\t']) && !next.is_blank()) {
            self.lines.next();
        }
        let whole = Span::new(line.at, self.lines.at());
        let Some(colon) = line.text.find(':') else { return found.push(Mark::without_links(whole)) };
        let name = line.text[..colon].trim_ascii().to_ascii_lowercase();
        let start = line.at + colon + 1;
        let value = self.text[start..whole.end].trim_ascii();
        let at = start + (value.as_ptr() as usize - self.text[start..].as_ptr() as usize);
        let before = found.marks.len();
        match (&*name, FIELDS.iter().find(|(field, _)| *field == name)) {
            ("link", _) => self.links(value, at, found),
            ("refresh", _) => {
                let url = values::refresh(value.as_bytes()).map(|url| Span::new(at + url.start, at + url.end));
                found.marks.extend(url.map(|url| self.mark(url, "refresh")));
            }
            (_, Some((_, place))) if !value.is_empty() => {
                let span = Span::new(at, at + value.len());
                if *place == "location" {
                    self.next = Some(span);
                }
                found.push(self.mark(span, place));
            }
            _ => {}
        }
        let end = found.marks.iter().skip(before).last().map_or(whole.start, |mark| mark.span.end);
        found.push(Mark::without_links(Span::new(end, whole.end)));
    }

    fn mark(&self, span: Span, place: &'static str) -> Mark {
        Mark::new(span, place).within(self.bases.current())
    }

    /// Marks the targets and the contexts of a `Link` field (RFC 8288 appendix B.2).
    fn links(&self, value: &'t str, at: usize, found: &mut Found) {
        let mut rest = value;
        let offset = |part: &str| at + (part.as_ptr() as usize - value.as_ptr() as usize);
        let place = |part: &str| Span::new(offset(part), offset(part) + part.len());
        loop {
            rest = rest.trim_start_matches([',', ' ', '\t', '\r', '\n']);
            let Some((target, behind)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) else { return };
            let mut mark = self.mark(place(target), "link");
            let (mut anchor, mut behind) = (None, behind.trim_ascii_start());
            while let Some(parameter) = behind.strip_prefix(';') {
                let (name, value, after) = parameter_of(parameter);
                if name.eq_ignore_ascii_case("rel") && mark.rel.is_none() {
                    mark.rel = Some(value.into());
                } else if name.eq_ignore_ascii_case("anchor") && anchor.is_none() && !value.is_empty() {
                    anchor = Some(place(value));
                }
                behind = after;
            }
            found.push(mark);
            found.marks.extend(anchor.map(|anchor| self.mark(anchor, "link[anchor]")));
            // Text that is not a parameter ends the link.
            rest = &behind[behind.find(',').unwrap_or(behind.len())..];
        }
    }
}

/// Splits off a parameter behind its `;` (RFC 8288 appendix B.3): the name, the value without quotes, and the rest.
fn parameter_of(text: &str) -> (&str, &str, &str) {
    let text = text.trim_ascii_start();
    let end = text.find(|character: char| character.is_ascii_whitespace() || "=;,".contains(character));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = rest.trim_ascii_start();
    let Some(value) = rest.strip_prefix('=').map(str::trim_ascii_start) else { return (name, "", rest) };
    let Some(quoted) = value.strip_prefix('"') else {
        let (value, rest) = value.split_at(value.find([';', ',']).unwrap_or(value.len()));
        return (name, value.trim_ascii_end(), rest);
    };
    let mut is_escaped = false;
    let end = quoted.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    match end {
        Some(end) => (name, &quoted[..end], quoted[end + 1..].trim_ascii_start()),
        None => (name, quoted, ""),
    }
}

impl Format for Heads<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let Some(line) = self.lines.next() else { return false };
        if let Some(status) = http_status(line.text) {
            self.status(status, found);
            found.push(Mark::without_links(Span::new(line.at, line.end())));
        } else if line.is_blank() {
            self.is_head = false;
        } else if self.is_head {
            self.field(line, found);
        }
        true
    }
}
