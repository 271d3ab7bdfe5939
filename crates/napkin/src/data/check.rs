//! Checks `data:` URLs in memory. Start at `check`; `Walk` examines the data and also serves the checker of pieces.

use alloc::vec::Vec;

use super::header::{self, Header, character};
use super::{DataUrl, MediaLimits, Reading, strict};
use crate::base64::{Quantum, decode_clean, is_white_space, stray};
use crate::percent::{QUERY, hex};
use crate::{Error, Finding, Rule, Severity, Sink, Span, Standard, rules};

/// Reports everything in `text` that the grammar of RFC 2397 does not allow, and everything that the readings treat
/// differently, in the order of the places.
///
/// Both readings have the same findings; only the cited sections are those of the reading.
///
/// ```
/// use napkin::Finding;
/// use napkin::data::{MediaLimits, Reading, check};
/// // The Greek example of the draft, as it is printed there.
/// let text = "data:text/plain;charset=iso-8859-7;%be%fg%be";
/// let mut findings: Vec<Finding> = Vec::new();
/// let error = check(text, Reading::Strict, &MediaLimits::NONE, &mut findings).unwrap_err();
/// assert_eq!(error.to_string(), "expected `,` before the data, but found `;` at byte 34");
/// assert_eq!([findings[0].span.of(text), findings[1].span.of(text)], [";", "%fg"]);
/// ```
///
/// # Errors
/// The first error that makes the text unreadable under `reading`. It has been reported with the others. If there is
/// none, [`DataUrl::parse`] and [`DataUrl::decode`] succeed, too.
pub fn check<T: AsRef<[u8]> + ?Sized, S: Sink + ?Sized>(
    text: &T,
    reading: Reading,
    limits: &MediaLimits,
    sink: &mut S,
) -> Result<(), Error> {
    let text = text.as_ref();
    let start = match header::scheme_end(text, reading) {
        Ok(start) => start,
        Err(error) => {
            sink.report(*error.finding());
            return Err(error);
        }
    };
    let front = Front::read(text, start, reading, limits);
    front.findings.iter().for_each(|&finding| sink.report(finding));
    let mut known = Known::new(&front, text, start, reading);
    let end = header::end(text, reading);
    let mut walk = Walk { known: &mut known, text, origin: 0, end, sink };
    let at = walk.read(front.body);
    walk.finish(at);
    walk.ends(Span::new(at, end), text.len());
    known.fatal.map_or(Ok(()), Err)
}

/// The part of a text before the data.
pub(super) struct Front {
    pub(super) findings: Vec<Finding>,
    /// A finding in the host that is placed in the data.
    late: Option<Finding>,
    /// The error that ends the reading.
    fatal: Option<Error>,
    is_base64: bool,
    /// The offset of the data.
    pub(super) body: usize,
}

impl Front {
    pub(super) fn read(text: &[u8], start: usize, reading: Reading, limits: &MediaLimits) -> Self {
        let standard = reading.standard();
        let (comma, no_comma) = match header::comma(text, start, reading) {
            Ok(comma) => (comma, None),
            Err(error) => (error.span().start, Some(error)),
        };
        let raw = &text[start..comma];
        let body = comma + usize::from(no_comma.is_none_or(|error| !error.span().is_empty()));
        let mut findings = around(text, start, reading);
        if let Err(error) = crate::media::check_length(raw.len(), start, limits, standard) {
            findings.push(*error.finding());
            return Self { findings, late: None, fatal: Some(error), is_base64: false, body };
        }
        let strict = strict::read(raw, start, limits, standard);
        // Without a comma, an open quote cannot contain one.
        let is_there = |finding: &&Finding| finding.rule != rules::DATA_COMMA_IN_QUOTES || no_comma.is_none();
        findings.extend(strict.findings.iter().filter(is_there));
        if header::is_hierarchical(&text[start..]) {
            findings.push(Finding::new(rules::DATA_HIERARCHY, standard, Span::new(start, start + 1), "", None));
        }
        let (fatal, is_base64) = match reading {
            Reading::Strict => (no_comma, strict.is_base64()),
            // The URL parser rewrites this data, so its places in the text are unknown and nothing more can be reported.
            Reading::Whatwg if header::is_hierarchical(&text[start..]) => {
                let data = DataUrl::parse_with(text, reading, limits).and_then(|url| url.decode());
                (data.err(), false)
            }
            Reading::Whatwg => match Header::read(raw, start, reading, limits) {
                Ok(header) => (no_comma, header.is_base64),
                Err(error) => (no_comma.or(Some(error)), false),
            },
        };
        let is_known = |fatal: &Finding| findings.iter().any(|finding| finding.rule == fatal.rule);
        let more = fatal.map(Finding::from).filter(|fatal| !is_known(fatal));
        let (early, late) = match more {
            Some(finding) if finding.span.start >= body => (None, more),
            _ => (more, None),
        };
        findings.extend(early);
        findings.sort_by_key(|finding| finding.span);
        Self { findings, late, fatal, is_base64, body }
    }
}

/// Returns a finding for each run of characters that is removed before or inside the scheme.
pub(super) fn around(text: &[u8], start: usize, reading: Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut at = 0;
    for run in text[..start].chunk_by(|&a, &b| (a <= b' ') == (b <= b' ')) {
        let span = Span::new(at, at + run.len());
        if run[0] <= b' ' {
            findings.push(Finding::new(rules::DATA_WHITE_SPACE, reading.standard(), span, "", None));
        }
        at += run.len();
    }
    findings
}

/// The state between two pieces of a text. Its offsets are in the whole text.
pub(super) struct Known {
    reading: Reading,
    standard: Standard,
    is_base64: bool,
    quantum: Quantum,
    /// Whether a `?` has been seen.
    is_query: bool,
    pub(super) fatal: Option<Error>,
    /// A finding that is reported when its place is reached.
    late: Option<Finding>,
}

impl Known {
    /// Returns the state after the front of a text whose scheme ends at `start`.
    pub(super) fn new(front: &Front, text: &[u8], start: usize, reading: Reading) -> Self {
        let is_error = |finding: &&Finding| finding.rule.severity() == Severity::Error;
        let is_strict = reading == Reading::Strict;
        let first = if is_strict { front.findings.iter().find(is_error).copied() } else { None };
        Self {
            reading,
            standard: reading.standard(),
            is_base64: front.is_base64,
            quantum: Quantum::default(),
            is_query: text[start..front.body.min(text.len())].contains(&b'?'),
            fatal: front.fatal.or(first.map(Error::new)),
            late: front.late,
        }
    }
}

/// Examines a piece of the data byte by byte. Its offsets are in the piece, except for those of errors.
pub(super) struct Walk<'a, S: ?Sized> {
    pub(super) known: &'a mut Known,
    pub(super) text: &'a [u8],
    /// The offset of the piece in the whole text.
    pub(super) origin: usize,
    /// The offset at which reading ends. The bytes after it are removed, or are not yet known to remain.
    pub(super) end: usize,
    pub(super) sink: &'a mut S,
}

impl<S: Sink + ?Sized> Walk<'_, S> {
    /// Reads to the end or to `#`, and returns that offset.
    pub(super) fn read(&mut self, from: usize) -> usize {
        let mut at = from.min(self.end);
        while at < self.end && self.text[at] != b'#' {
            at = self.next(at);
        }
        at
    }

    /// Reads like `read`, but stops where later pieces could change the result.
    pub(super) fn read_sure(&mut self) -> usize {
        let mut at = 0;
        while at < self.end && self.text[at] != b'#' && self.is_sure(at) {
            at = self.next(at);
        }
        at
    }

    /// Returns whether the unit at `at` is complete in this piece: a character, or an escape with the bytes that are
    /// removed from it. If the escape is broken, the character that breaks it must be complete, too.
    fn is_sure(&self, at: usize) -> bool {
        let mut place = at;
        if self.text[at] == b'%' {
            for _ in 0..2 {
                place = self.run(place + 1, |byte| header::is_removed(byte, self.known.reading)).end;
            }
        }
        place + 4 <= self.end
    }

    /// Reports the fragment, if there is one, and the text after it. The places are in the whole text.
    pub(super) fn ends(&mut self, fragment: Span, length: usize) {
        if !fragment.is_empty() {
            self.report_at(rules::DATA_FRAGMENT, fragment, "", None);
        }
        if fragment.end < length {
            self.report_at(rules::DATA_WHITE_SPACE, Span::new(fragment.end, length), "", None);
        }
        self.report_late(usize::MAX);
    }

    /// Examines the unit at `at`, and returns the next offset.
    fn next(&mut self, at: usize) -> usize {
        let byte = self.text[at];
        match byte {
            b'%' => return self.escape(at),
            _ if is_white_space(byte) => {
                let run = self.run(at, is_white_space);
                self.report(rules::DATA_WHITE_SPACE, run, "", None);
                return run.end;
            }
            b'?' if !self.known.is_query => {
                self.known.is_query = true;
                self.report(rules::DATA_QUERY, Span::new(at, at + 1), "", None);
            }
            _ => {}
        }
        if self.known.is_base64 && self.known.quantum.is_between_groups() {
            // Skip valid groups quickly.
            let (read, _) = decode_clean(&self.text[at..self.end], &mut [0; 768]);
            if read > 0 {
                return at + read;
            }
        }
        if self.known.is_base64 {
            let (found, span) = character(self.text, at);
            self.symbol(byte, span, found);
            return span.end;
        }
        let run = self.run(at, |byte| QUERY.contains_byte(byte) && byte != b'?');
        if !run.is_empty() {
            return run.end;
        }
        if byte == b'?' {
            return at + 1;
        }
        let (found, span) = character(self.text, at);
        self.report(rules::DATA_CHARACTER, span, "a character that may stand in a URL", Some(found));
        span.end
    }

    fn run(&self, at: usize, belongs: impl Fn(u8) -> bool) -> Span {
        let at = at.min(self.end);
        let length = self.text[at..self.end].iter().take_while(|&&byte| belongs(byte)).count();
        Span::new(at, at + length)
    }

    /// Examines an escape, which may contain characters that are removed.
    fn escape(&mut self, at: usize) -> usize {
        let mut octet = 0;
        let mut place = at + 1;
        let mut removed = [Span::default(); 2];
        for gap in &mut removed {
            *gap = self.run(place, |byte| header::is_removed(byte, self.known.reading));
            place = gap.end;
            match self.text[..self.end].get(place).map(|&byte| hex(byte)) {
                Some(Some(digit)) => octet = octet << 4 | digit,
                other => {
                    let found = other.map(|_| character(self.text, place));
                    let end = found.map_or(place, |(_, span)| span.end);
                    let found = found.map(|(found, _)| found);
                    self.report(rules::PCT_ENCODED, Span::new(at, end), "two hexadecimal digits after `%`", found);
                    if self.known.is_base64 {
                        self.symbol(b'%', Span::new(at, at + 1), '%');
                    }
                    return at + 1;
                }
            }
            place += 1;
        }
        if self.known.is_base64 {
            self.symbol(octet, Span::new(at, place), if octet.is_ascii() { octet.into() } else { '\u{fffd}' });
        }
        for gap in removed.into_iter().filter(|gap| !gap.is_empty()) {
            self.report(rules::DATA_WHITE_SPACE, gap, "", None);
        }
        place
    }

    /// Examines one byte of base64.
    fn symbol(&mut self, byte: u8, span: Span, found: char) {
        let span = self.whole(span);
        if is_white_space(byte) {
            // Browsers skip white space even if it is escaped.
            let finding = stray(byte, span, self.known.standard);
            self.report_wrong(finding, self.known.reading == Reading::Strict);
        } else if let Err(error) = self.known.quantum.push(byte, span, self.known.standard) {
            let is_padding = error.rule() == rules::BASE64_PADDING;
            let found = if is_padding { error.finding().found } else { Some(found) };
            self.report_wrong(Error::new(Finding { found, ..*error.finding() }), true);
            // The text after an error in base64 is not checked as base64.
            self.known.is_base64 = false;
        }
    }

    /// Ends the data at an offset in the whole text.
    pub(super) fn finish(&mut self, at: usize) {
        if !self.known.is_base64 {
            return;
        }
        match self.known.quantum.end(at, self.known.standard) {
            Err(error) => self.report_wrong(error, true),
            Ok(end) => {
                if end.has_trailing_bits {
                    self.report_at(rules::BASE64_TRAILING_BITS, Span::new(at, at), "", None);
                }
                if !end.is_padded {
                    let expected = "`=` to the end of the group";
                    let finding =
                        Finding::new(rules::BASE64_PADDING, self.known.standard, Span::new(at, at), expected, None);
                    self.report_wrong(Error::new(finding), self.known.reading == Reading::Strict);
                }
            }
        }
    }

    /// Converts a span of the piece to a span of the whole text.
    fn whole(&self, span: Span) -> Span {
        Span::new(span.start + self.origin, span.end + self.origin)
    }

    fn report(&mut self, rule: Rule, span: Span, expected: &'static str, found: Option<char>) {
        self.report_at(rule, self.whole(span), expected, found);
    }

    fn report_at(&mut self, rule: Rule, span: Span, expected: &'static str, found: Option<char>) {
        let finding = Finding::new(rule, self.known.standard, span, expected, found);
        let is_fatal = self.known.reading == Reading::Strict && rule.severity() == Severity::Error;
        self.report_wrong(Error::new(finding), is_fatal);
    }

    fn report_wrong(&mut self, error: Error, is_fatal: bool) {
        if is_fatal {
            self.known.fatal.get_or_insert(error);
        }
        self.report_late(error.span().start);
        if self.sink.is_open() {
            self.sink.report(*error.finding());
        }
    }

    /// Reports the late finding if its place is at or before `place`.
    fn report_late(&mut self, place: usize) {
        if let Some(late) = self.known.late.take_if(|late| late.span.start <= place) {
            self.sink.report(late);
        }
    }
}
