//! The forms in which a body contains an object: unchanged, or in lines of base64.

use crate::object_bytes::Content;
use napkin::base64;

/// The longest line, and the largest number of line breaks at the end, that a form can describe.
pub(crate) const LONGEST: usize = 1 << 16;

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Break {
    None,
    Lf,
    CrLf,
}

impl Break {
    /// Returns the first line break in some bytes.
    pub(crate) fn first(bytes: &[u8]) -> Self {
        match memchr::memchr(b'\n', bytes) {
            None => Self::None,
            Some(at) if bytes[..at].ends_with(b"\r") => Self::CrLf,
            Some(_) => Self::Lf,
        }
    }

    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lf => "lf",
            Self::CrLf => "crlf",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::None, Self::Lf, Self::CrLf].into_iter().find(|it| it.name() == name)
    }
}

/// The form in which a body contains its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyForm {
    /// The body is the object.
    Same,
    /// The body is the base64 of the object, in lines of length `line`, with `tail` line breaks at the end.
    Base64 { line: usize, line_break: Break, tail: usize },
}

impl BodyForm {
    /// Returns the form of a base64 body, if a form can describe it. The caller must verify that the form restores the body.
    pub(crate) fn of_base64(raw: &[u8]) -> Option<Self> {
        let line_break = Break::first(raw);
        let line = raw.iter().position(|&byte| matches!(byte, b'\r' | b'\n')).unwrap_or(raw.len());
        let content = raw.iter().rposition(|&byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |last| last + 1);
        let tail = (raw.len() - content) / line_break.text().len().max(1);
        let form = Self::Base64 { line, line_break, tail };
        (line > 0 && line <= LONGEST && tail <= LONGEST).then_some(form)
    }

    /// Passes the encoded body of an object to `take` piece by piece while it returns true. Returns whether it accepted all
    /// pieces.
    pub(crate) fn each(self, object: &Content<'_>, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let Self::Base64 { line, line_break, tail } = self else { return object.each(take) };
        let mut lines = Lines::new(line, line_break.text());
        object.each(&mut |bytes| bytes.chunks(PIECE).all(|piece| take(lines.piece(piece))))
            && take(lines.end())
            && take(line_break.text().repeat(tail).as_bytes())
    }

    /// Returns the length of the encoded body of an object of this length.
    pub(crate) fn length(self, object: usize) -> usize {
        let Self::Base64 { line, line_break, tail } = self else { return object };
        let digits = object.div_ceil(3) * 4;
        digits + (digits.saturating_sub(1) / line.max(1) + tail) * line_break.text().len()
    }

    /// Replaces an object, the first `length` bytes of a buffer, by its encoded body at `place`. The buffer has room for
    /// the body. No other memory of that size is used.
    pub(crate) fn encode_in_place(self, buffer: &mut [u8], length: usize, place: usize) {
        let Self::Base64 { line, line_break, tail } = self else { return buffer.copy_within(..length, place) };
        let (line, line_break) = (line.max(1), line_break.text().as_bytes());
        let end = place + self.length(length);
        for at in 1..=tail {
            let start = end - at * line_break.len();
            buffer[start..start + line_break.len()].copy_from_slice(line_break);
        }
        // Backwards: base64 is longer than its bytes, so a piece never overwrites one before it.
        for start in (0..length).step_by(PIECE).rev() {
            let encoded = base64::encode(&buffer[start..length.min(start + PIECE)]);
            let (mut digit, mut rest) = (start / 3 * 4, encoded.as_bytes());
            while !rest.is_empty() {
                let (here, behind) = rest.split_at((line - digit % line).min(rest.len()));
                let at = place + digit + digit / line * line_break.len();
                if digit > 0 && digit.is_multiple_of(line) {
                    buffer[at - line_break.len()..at].copy_from_slice(line_break);
                }
                buffer[at..at + here.len()].copy_from_slice(here);
                digit += here.len();
                rest = behind;
            }
        }
    }
}

/// The number of bytes that are encoded at a time: whole groups of three.
const PIECE: usize = 3 << 14;

/// Encodes bytes that come in pieces as lines of base64, without a break after the last line.
struct Lines<'b> {
    line: usize,
    line_break: &'b str,
    /// The length of the unfinished line.
    column: usize,
    /// Bytes of an unfinished group of three.
    open: Vec<u8>,
    /// The output for the last piece.
    text: Vec<u8>,
}

impl<'b> Lines<'b> {
    fn new(line: usize, line_break: &'b str) -> Self {
        Self { line: line.max(1), line_break, column: 0, open: Vec::new(), text: Vec::new() }
    }

    /// Returns the output for a piece.
    fn piece(&mut self, piece: &[u8]) -> &[u8] {
        self.text.clear();
        let mut rest = piece;
        if !self.open.is_empty() {
            let (missing, behind) = rest.split_at((3 - self.open.len()).min(rest.len()));
            self.open.extend_from_slice(missing);
            rest = behind;
            if self.open.len() < 3 {
                return &[];
            }
            let open = std::mem::take(&mut self.open);
            self.append(&open);
        }
        let (groups, open) = rest.split_at(rest.len() / 3 * 3);
        self.append(groups);
        self.open.extend_from_slice(open);
        &self.text
    }

    /// Returns the output for the end.
    fn end(&mut self) -> &[u8] {
        self.text.clear();
        let open = std::mem::take(&mut self.open);
        self.append(&open);
        &self.text
    }

    fn append(&mut self, bytes: &[u8]) {
        let encoded = base64::encode(bytes);
        let mut rest = encoded.as_bytes();
        while !rest.is_empty() {
            if self.column == self.line {
                self.text.extend_from_slice(self.line_break.as_bytes());
                self.column = 0;
            }
            let (here, behind) = rest.split_at((self.line - self.column).min(rest.len()));
            self.text.extend_from_slice(here);
            self.column += here.len();
            rest = behind;
        }
    }
}
