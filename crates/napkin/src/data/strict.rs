//! Reads the text before the data by RFC 2397 section 3 and draft-masinter-url-data-02. Start at `read`.
//!
//! `;base64` is a literal, so its letters may be of either case (RFC 822 section 2.1), but must not be escaped: with
//! escapes it is neither the literal nor a parameter. `text/plain` may be omitted only before `charset`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::header::{Header, character, is_break};
use crate::base64::is_white_space;
use crate::media::{self, MediaLimits, MediaType, Parameter, TOKEN, is_token};
use crate::percent::{Set, escape_at, hex};
use crate::{Error, Finding, Rule, Severity, Span, Standard, rules};

/// The bytes of a media type that need no escape: the characters of a token that a URL may contain. (`{` and `}`, for
/// example, are not among them.)
const PLAIN: Set = TOKEN.without(Set::of(b"#^`{|}"));

/// The header, and all findings in order.
pub(super) struct Read<'a> {
    header: Header<'a>,
    pub(super) findings: Vec<Finding>,
}

impl<'a> Read<'a> {
    /// Returns whether the data is declared as base64, whatever the findings are.
    pub(super) fn is_base64(&self) -> bool {
        self.header.is_base64
    }

    /// Returns the header, or the first error.
    pub(super) fn into_result(self) -> Result<Header<'a>, Error> {
        match self.findings.iter().find(|finding| finding.rule.severity() == Severity::Error) {
            Some(&finding) => Err(Error::new(finding)),
            None => Ok(self.header),
        }
    }
}

/// Reads the text between the scheme and the comma. Reports findings under `standard`.
pub(super) fn read<'a>(raw: &'a [u8], start: usize, limits: &MediaLimits, standard: Standard) -> Read<'a> {
    let mut reader = Reader { clean: Clean::new(raw, start), limits, standard, findings: Vec::new() };
    reader.white_space(raw, start);
    let header = reader.header();
    if reader.clean.bytes.iter().filter(|&&byte| byte == b'"').count() % 2 == 1 {
        let comma = start + raw.len();
        reader.findings.push(Finding::new(
            rules::DATA_COMMA_IN_QUOTES,
            standard,
            Span::new(comma, comma + 1),
            "",
            None,
        ));
    }
    let mut findings = reader.findings;
    findings.sort_by_key(|finding| finding.span);
    Read { header, findings }
}

/// A text without white space, and the offsets of its bytes in the given text.
struct Clean<'a> {
    raw: &'a [u8],
    bytes: Cow<'a, [u8]>,
    /// The offset of each byte, if white space was removed.
    places: Vec<usize>,
    start: usize,
    end: usize,
}

impl<'a> Clean<'a> {
    fn new(raw: &'a [u8], start: usize) -> Self {
        let end = start + raw.len();
        if !raw.iter().any(|&byte| is_white_space(byte)) {
            return Self { raw, bytes: Cow::Borrowed(raw), places: Vec::new(), start, end };
        }
        let kept = || raw.iter().copied().enumerate().filter(|&(_, byte)| !is_white_space(byte));
        let places = kept().map(|(at, _)| start + at).collect();
        Self { raw, bytes: kept().map(|(_, byte)| byte).collect(), places, start, end }
    }

    fn place(&self, at: usize) -> usize {
        match &self.bytes {
            Cow::Borrowed(_) => self.start + at,
            Cow::Owned(_) => self.places.get(at).copied().unwrap_or(self.end),
        }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        let start = self.place(range.start);
        Span::new(start, if range.is_empty() { start } else { self.place(range.end - 1) + 1 })
    }
}

struct Reader<'a, 'l> {
    clean: Clean<'a>,
    limits: &'l MediaLimits,
    standard: Standard,
    findings: Vec<Finding>,
}

impl<'a> Reader<'a, '_> {
    fn report(&mut self, rule: Rule, span: Span, expected: &'static str, found: Option<char>) {
        self.findings.push(Finding::new(rule, self.standard, span, expected, found));
    }

    /// Reports each run of white space.
    fn white_space(&mut self, raw: &[u8], start: usize) {
        let mut at = 0;
        for run in raw.chunk_by(|&a, &b| is_white_space(a) == is_white_space(b)) {
            if run.first().is_some_and(|&byte| is_white_space(byte)) {
                self.report(rules::DATA_WHITE_SPACE, Span::new(start + at, start + at + run.len()), "", None);
            }
            at += run.len();
        }
    }

    /// Returns the pieces between semicolons.
    fn pieces(&self) -> Vec<Range<usize>> {
        let mut at = 0;
        let pieces = self.clean.bytes.split(|&byte| byte == b';');
        pieces
            .map(|piece| {
                let start = at;
                at += piece.len() + 1;
                start..start + piece.len()
            })
            .collect()
    }

    fn header(&mut self) -> Header<'a> {
        let mut pieces = self.pieces();
        let is_base64 = pieces.len() > 1 && pieces.last().is_some_and(|last| self.is_marker(last));
        if is_base64 {
            pieces.pop();
        }
        let parameters = self.parameters(&pieces[1..]);
        let media_type = match &pieces[0] {
            kind if !kind.is_empty() => self.essence(kind).map(|(essence, slash)| (essence.into(), slash)),
            _ if pieces.len() == 1 => {
                return Header { media_type: MediaType::default_of_data(), is_base64 };
            }
            kind => {
                // An invalid `;base64` has been reported already, so do not also report a missing type.
                let is_marked = self.findings.iter().any(|finding| finding.rule == rules::DATA_BASE64_MARKER);
                if !is_marked && !parameters.iter().any(|parameter| parameter.name() == "charset") {
                    let span = self.clean.span(kind);
                    self.report(rules::MEDIA_TYPE, span, "a type, or the parameter `charset`", Some(';'));
                }
                Some((Cow::Borrowed("text/plain"), 4))
            }
        };
        let (essence, slash) = media_type.unwrap_or((Cow::Borrowed("text/plain"), 4));
        Header { media_type: MediaType::from_parts(essence, slash, parameters), is_base64 }
    }

    /// Returns whether a piece is `base64`. It may contain a line break, but browsers read it as another word if it
    /// contains a space.
    fn is_marker(&self, piece: &Range<usize>) -> bool {
        let Span { start, end } = self.clean.span(piece);
        let written = &self.clean.raw[start - self.clean.start..end - self.clean.start];
        self.clean.bytes[piece.clone()].eq_ignore_ascii_case(b"base64")
            && written.iter().all(|&byte| is_break(byte) || !is_white_space(byte))
    }

    /// Returns type and subtype in lower case, and the offset of the slash.
    fn essence(&mut self, piece: &Range<usize>) -> Option<(String, usize)> {
        let slash = self.clean.bytes[piece.clone()].iter().position(|&byte| byte == b'/');
        let Some(slash) = slash.map(|at| piece.start + at) else {
            if self.part(piece, rules::MEDIA_TYPE).is_some() {
                let end = self.clean.span(&(piece.end..piece.end)).start.min(self.clean.end);
                self.report(rules::MEDIA_TYPE, Span::new(end, end), "`/` and a subtype", None);
            }
            return None;
        };
        let (kind, subtype) = (piece.start..slash, slash + 1..piece.end);
        let kind = self.token(&kind, rules::MEDIA_TYPE, "a type")?;
        let subtype = self.token(&subtype, rules::MEDIA_TYPE, "a subtype")?;
        Some(([&kind, "/", &subtype].concat().to_ascii_lowercase(), kind.len()))
    }

    fn parameters(&mut self, pieces: &[Range<usize>]) -> Vec<Parameter<'a>> {
        let mut read = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let span = self.clean.span(piece);
            if number == self.limits.parameters {
                self.report(rules::MEDIA_TYPE_TOO_MANY_PARAMETERS, span, "", None);
                break;
            }
            if let Some(parameter) = self.parameter(piece, span) {
                read.push(media::Read { parameter, span });
            }
        }
        media::distinct(read, self.standard, &mut self.findings)
    }

    fn parameter(&mut self, piece: &Range<usize>, span: Span) -> Option<Parameter<'a>> {
        let rule = rules::MEDIA_TYPE_PARAMETER;
        let Some(sign) = self.clean.bytes[piece.clone()].iter().position(|&byte| byte == b'=') else {
            if is_base64_in_disguise(&self.clean.bytes[piece.clone()]) {
                self.report(rules::DATA_BASE64_MARKER, span, "", None);
            } else if piece.is_empty() || self.part(piece, rule).is_some() {
                let end = Span::new(span.end, span.end);
                self.report(rule, end, if piece.is_empty() { "a parameter" } else { "`=` and a value" }, None);
            }
            return None;
        };
        let sign = piece.start + sign;
        let name = self.token(&(piece.start..sign), rule, "the name of a parameter");
        let range = sign + 1..piece.end;
        if range.is_empty() {
            self.report(rule, Span::new(span.end, span.end), "a value", None);
            return None;
        }
        let value = self.part(&range, rule)?;
        if !value.chars().all(|c| matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{ff}')) {
            let span = self.clean.span(&range);
            self.report(rule, span, "what may stand in a quoted string", Some('%'));
            return None;
        }
        Some(Parameter::new(name?.to_ascii_lowercase().into(), value.into()))
    }

    fn token(&mut self, range: &Range<usize>, rule: Rule, expected: &'static str) -> Option<String> {
        let found = self.clean.bytes.get(range.end).map(|&byte| char::from(byte));
        let text = if range.is_empty() { None } else { Some(self.part(range, rule)?) };
        let text = text.filter(|text| is_token(text, TOKEN));
        if text.is_none() {
            let span = self.clean.span(range);
            let found = if range.is_empty() { found } else { Some('%') };
            self.report(rule, span, expected, found);
        }
        text
    }

    /// Returns the decoded part; reports an error in it.
    fn part(&mut self, range: &Range<usize>, rule: Rule) -> Option<String> {
        let bytes = &self.clean.bytes[range.clone()];
        let mut decoded = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match escape_at(bytes, at) {
                Some(octet) => decoded.push(octet),
                None if PLAIN.contains_byte(byte) => decoded.push(byte),
                None => {
                    let finding = self.unexpected(range.start + at, rule);
                    self.findings.push(finding);
                    return None;
                }
            }
            at += if byte == b'%' { 3 } else { 1 };
        }
        let span = self.clean.span(range);
        if decoded.len() < range.len() {
            self.report(rules::MEDIA_TYPE_ESCAPE, span, "", None);
        }
        let text = String::from_utf8(decoded);
        if text.is_err() {
            self.report(rule, span, "escapes that are UTF-8", Some('%'));
        }
        text.ok()
    }

    /// Returns the finding for the byte at `at`.
    fn unexpected(&self, at: usize, rule: Rule) -> Finding {
        let bytes = &self.clean.bytes;
        if bytes[at] == b'%' {
            let rest = &bytes[at + 1..bytes.len().min(at + 3)];
            let fault = rest.iter().position(|&byte| hex(byte).is_none());
            let found = fault.map(|fault| character(bytes, at + 1 + fault).0);
            let span = self.clean.span(&(at..bytes.len().min(at + 3)));
            return Finding::new(rules::PCT_ENCODED, self.standard, span, "two hexadecimal digits after `%`", found);
        }
        let (found, span) = character(bytes, at);
        let span = self.clean.span(&span.range());
        Finding::new(rule, self.standard, span, "a character of a token, or an escape", Some(found))
    }
}

/// Returns whether a piece without `=` means `base64`, although it is in the wrong place or has escapes.
fn is_base64_in_disguise(piece: &[u8]) -> bool {
    let mut word = [0; 6];
    let (mut at, mut length) = (0, 0);
    while at < piece.len() {
        let escape = escape_at(piece, at);
        let Some(place) = word.get_mut(length) else { return false };
        *place = escape.unwrap_or(piece[at]);
        length += 1;
        at += if escape.is_some() { 3 } else { 1 };
    }
    length == 6 && word.eq_ignore_ascii_case(b"base64")
}
