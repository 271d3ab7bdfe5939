//! Replaces `@import` by the imported rules, which is shorter than a `data:` URL inside a `data:` URL. Start at
//! `leading` and `rules`.
//!
//! Imported rules precede all rules of the importing style sheet, so if an import becomes rules, all later imports
//! must as well. The imported text must be complete, so that it does not affect the text after it, and must contain
//! no rules that count only at the beginning of a style sheet. Media become `@media`; imports with layers or
//! conditions stay imports.

use super::charset;
use super::object::Made;
use super::source::Source;
use memchr::memmem;
use napkin::Span;

/// An import at the beginning of a style sheet.
pub(super) struct Import {
    /// The whole statement, with its semicolon.
    pub(super) span: Span,
    /// The media query; empty if the import applies everywhere.
    pub(super) media: String,
}

/// Returns the imports at the beginning, before anything but `@layer` and `@charset` statements. Leaves out imports
/// whose URL is followed by more than media.
pub(super) fn leading(css: &[u8]) -> Vec<Import> {
    let mut found = Vec::new();
    let mut at = if css.starts_with(charset::MARK) { 3 } else { 0 };
    loop {
        at = skip_space(css, at);
        let rest = &css[at..];
        let begins = |word: &[u8]| rest.get(..word.len()).is_some_and(|name| name.eq_ignore_ascii_case(word));
        let is_import = begins(b"@import");
        let Some(length) = statement(rest).filter(|_| is_import || begins(b"@layer") || begins(b"@charset")) else {
            return found;
        };
        if is_import && let Some(media) = media(&rest[b"@import".len()..length - 1]) {
            found.push(Import { span: Span::new(at, at + length), media });
        }
        at += length;
    }
}

/// Returns the offset after white space and comments.
fn skip_space(css: &[u8], mut at: usize) -> usize {
    loop {
        let rest = &css[at..];
        at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match css[at..].strip_prefix(b"/*").map(|comment| memmem::find(comment, b"*/")) {
            Some(Some(end)) => at += end + 4,
            Some(None) => return css.len(),
            None => return at,
        }
    }
}

/// Returns the length of a statement with its semicolon, unless a block comes first.
fn statement(css: &[u8]) -> Option<usize> {
    let mut reader = Reader { css, at: 0, open: Vec::new() };
    while let Some(byte) = reader.next()? {
        match byte {
            b';' if reader.open.is_empty() => return Some(reader.at),
            b'{' | b'}' => return None,
            _ => {}
        }
    }
    None
}

/// Returns the media after the URL of an import (empty if there are none), or `None` if anything else follows. The
/// URL is a string or `url()`.
fn media(import: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(import).ok()?.trim_start();
    let behind = match text.chars().next()? {
        quote @ ('"' | '\'') => text[1..].split_once(quote)?.1,
        _ if text.get(..4)?.eq_ignore_ascii_case("url(") => text[4..].split_once(')')?.1,
        _ => return None,
    };
    let media = behind.trim();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" ,():-.".contains(&byte);
    let lower = media.to_ascii_lowercase();
    let is_more = lower.contains("layer") || lower.contains("supports") || lower.contains("scope");
    (media.bytes().all(is_plain) && !is_more).then(|| media.to_owned())
}

/// Returns the rules that can replace an import.
pub(super) fn rules(source: &Source<'_>, import: &Import, made: &Made) -> Option<Vec<u8>> {
    let text = made.bytes.strip_prefix(charset::MARK).unwrap_or(&made.bytes);
    let text = match text.strip_prefix(b"@charset \"") {
        Some(rest) => &rest[memchr::memchr(b';', rest)? + 1..],
        None => text,
    };
    let label = made.media_type.parameter("charset").map(str::to_owned).or_else(|| charset::of_sheet(&made.bytes));
    let own_is_utf8 = label.as_deref().is_none_or(charset::is_utf8);
    let is_utf8 = source.charset.as_deref().is_some_and(charset::is_utf8) && std::str::from_utf8(text).is_ok();
    let reads_the_same = text.is_ascii() || (own_is_utf8 && is_utf8);
    let begins =
        |at: usize, word: &[u8]| text[at + 1..].get(..word.len()).is_some_and(|name| name.eq_ignore_ascii_case(word));
    let counts_first = memchr::memchr_iter(b'@', text)
        .any(|at| begins(at, b"import") || begins(at, b"namespace") || begins(at, b"charset") || begins(at, b"\\"));
    let ends_element = source.within.is_some() && memmem::find(text, b"</").is_some();
    let is_css = made.media_type.essence() == "text/css";
    if !is_css || !reads_the_same || counts_first || ends_element || !is_complete(text) {
        return None;
    }
    Some(match &*import.media {
        "" => text.to_vec(),
        media => [b"@media ", media.as_bytes(), b"{", text, b"}"].concat(),
    })
}

/// Returns whether the text ends at the end of a rule or statement, with every bracket closed.
fn is_complete(css: &[u8]) -> bool {
    let mut reader = Reader { css, at: 0, open: Vec::new() };
    let mut last = b'}';
    loop {
        match reader.next() {
            None => return false,
            Some(None) => return reader.open.is_empty() && matches!(last, b'}' | b';'),
            Some(Some(byte)) if byte.is_ascii_whitespace() => {}
            Some(Some(byte)) => last = byte,
        }
    }
}

/// Tokenizes CSS as far as bracket matching needs it. Returns `None` at malformed CSS.
struct Reader<'c> {
    css: &'c [u8],
    at: usize,
    open: Vec<u8>,
}

impl Reader<'_> {
    /// Returns the next byte outside comments; for a string, its opening quote.
    #[expect(clippy::option_option, reason = "wrong, at its end, or a byte")]
    fn next(&mut self) -> Option<Option<u8>> {
        while self.css[self.at..].starts_with(b"/*") {
            self.at += memmem::find(&self.css[self.at + 2..], b"*/")? + 4;
        }
        let Some(&byte) = self.css.get(self.at) else { return Some(None) };
        self.at += 1;
        match byte {
            b'\\' => self.at += 1,
            b'"' | b'\'' => self.string(byte)?,
            b'(' => {
                let front = &self.css[..self.at];
                let is_url = front.len() > 3 && front[front.len() - 4..].eq_ignore_ascii_case(b"url(");
                let inner = self.css[self.at..].trim_ascii_start().first();
                if is_url && !matches!(inner, Some(b'"' | b'\'')) {
                    let end = memchr::memchr2(b')', b'\\', &self.css[self.at..])?;
                    self.at += end + 1;
                    // URLs with escapes are not supported here.
                    return (self.css[self.at - 1] == b')').then_some(Some(b')'));
                }
                self.open.push(b')');
            }
            b'[' => self.open.push(b']'),
            b'{' => self.open.push(b'}'),
            b')' | b']' | b'}' if self.open.pop() != Some(byte) => return None,
            b'<' if self.css[self.at..].starts_with(b"!--") => return None,
            b'-' if self.css[self.at..].starts_with(b"->") => return None,
            _ => {}
        }
        (self.at <= self.css.len()).then_some(Some(byte))
    }

    fn string(&mut self, quote: u8) -> Option<()> {
        loop {
            let byte = *self.css.get(self.at)?;
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'\n' | b'\r' | b'\x0c' => return None,
                _ if byte == quote => return Some(()),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_at_the_beginning() {
        for (css, expected) in [
            ("@import 'a';", &[("@import 'a';", "")][..]),
            (
                "/**/ @charset \"x\"; @IMPORT url( a ) print, screen ;b{}",
                &[("@IMPORT url( a ) print, screen ;", "print, screen")],
            ),
            (
                "@import 'a' (min-width: 1px);@import \"b\";",
                &[("@import 'a' (min-width: 1px);", "(min-width: 1px)"), ("@import \"b\";", "")],
            ),
            ("@layer x;@import 'a';", &[("@import 'a';", "")]),
            ("@import 'a' layer(x);", &[]),
            ("@import 'a' supports(b: c);", &[]),
            ("a{}@import 'a';", &[]),
            ("@import 'a'", &[]),
            ("@layer x{}@import 'a';", &[]),
        ] {
            let found = leading(css.as_bytes());
            let found: Vec<_> = found.iter().map(|import| (import.span.of(css), import.media.as_str())).collect();
            assert_eq!(found, expected, "{css}");
        }
    }

    #[test]
    fn complete_style_sheets_are_told_from_others() {
        for (css, expected) in [
            ("", true),
            ("a{b:url(c;{)}", true),
            ("a{b:'}'} /* { */", true),
            ("@layer a;", true),
            ("a{b:c}d", false),
            ("a{b:c", false),
            ("a{b:c}}", false),
            ("a{b:'c}", false),
            ("a{b:url(c}", false),
            ("a{} /*", false),
            ("a{[}]", false),
            ("<!-- a{}", false),
        ] {
            assert_eq!(is_complete(css.as_bytes()), expected, "{css}");
        }
    }
}
