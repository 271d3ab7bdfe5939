//! The effects of text on tree construction (13.2.6.4): text may open the body, reopen formatting elements, or forbid a
//! frameset.

use super::{Mode, Tree};
use crate::names::{Name, TABLE_BODY};
use memchr::memchr;

impl Tree {
    /// Returns whether text has no effect, as in most places.
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.mode, Mode::InBody | Mode::InCell | Mode::Text)
            && !self.frameset_ok
            && !self.skip_line_break
            && self.formatting.is_settled(&self.stack)
    }

    /// Processes a text, or consecutive pieces of it. `is_verbatim` if it contains no character references.
    pub(crate) fn text(&mut self, text: &[u8], is_verbatim: bool) {
        if self.is_settled() {
            return;
        }
        let mut text = Text { bytes: text, is_verbatim };
        if std::mem::take(&mut self.skip_line_break) {
            text.skip_line_break();
        }
        if text.bytes.is_empty() || self.mode == Mode::Text {
            return;
        }
        if self.is_foreign_text() {
            self.frameset_ok &= !text.has_solid();
            return;
        }
        self.text_by_mode(text);
    }

    fn text_by_mode(&mut self, mut text: Text<'_>) {
        loop {
            match self.mode {
                Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead => {
                    text.skip_space();
                    if text.bytes.is_empty() {
                        return;
                    }
                    self.open_body();
                }
                Mode::InColumnGroup => {
                    text.skip_space();
                    if text.bytes.is_empty() || !self.close_column_group() {
                        return;
                    }
                }
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    let is_structure =
                        |name| self.stack.last_is(name) || self.stack.last().is_some_and(|open| open.is(TABLE_BODY));
                    let in_structure =
                        is_structure(Name::Table) || is_structure(Name::Tr) || is_structure(Name::Template);
                    if !in_structure || text.has_solid() {
                        self.body_text(text);
                    }
                    return;
                }
                Mode::AfterBody => {
                    if text.has_solid() {
                        self.mode = Mode::InBody;
                    }
                    return self.body_text(text);
                }
                Mode::InFrameset | Mode::AfterFrameset | Mode::Text => return,
                Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => return self.body_text(text),
            }
        }
    }

    /// Inserts the elements that are implied before text other than white space.
    fn open_body(&mut self) {
        if self.mode == Mode::BeforeHtml {
            self.insert_phantom(Name::Html);
        }
        if matches!(self.mode, Mode::BeforeHtml | Mode::BeforeHead) {
            self.has_head = true;
        }
        if self.mode == Mode::InHead {
            self.stack.pop();
        }
        self.insert_phantom(Name::Body);
        self.mode = Mode::InBody;
    }

    fn body_text(&mut self, text: Text<'_>) {
        if text.bytes.iter().any(|&byte| byte != 0) {
            self.reconstruct();
            self.frameset_ok = self.frameset_ok && !text.has_solid();
        }
    }
}

#[derive(Clone, Copy)]
struct Text<'t> {
    bytes: &'t [u8],
    is_verbatim: bool,
}

impl Text<'_> {
    fn skip_line_break(&mut self) {
        let length = match self.bytes {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        self.bytes = &self.bytes[length..];
    }

    fn skip_space(&mut self) {
        while let [first, ..] = *self.bytes {
            let length = match first {
                b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => 1,
                b'&' if !self.is_verbatim => space_reference(self.bytes),
                _ => 0,
            };
            if length == 0 {
                return;
            }
            self.bytes = &self.bytes[length..];
        }
    }

    /// Returns whether the text contains a character other than white space and NUL.
    fn has_solid(mut self) -> bool {
        loop {
            self.skip_space();
            match self.bytes.first() {
                Some(0) => self.bytes = &self.bytes[1..],
                first => return first.is_some(),
            }
        }
    }
}

/// Returns the length of a character reference to white space at the start of the text, or 0.
fn space_reference(text: &[u8]) -> usize {
    for name in ["&Tab;", "&NewLine;"] {
        if text.starts_with(name.as_bytes()) {
            return name.len();
        }
    }
    let (start, radix) = match text {
        [_, b'#', b'x' | b'X', ..] => (3, 16),
        [_, b'#', ..] => (2, 10),
        _ => return 0,
    };
    let digits = text[start..].iter().take_while(|&&byte| char::from(byte).is_digit(radix)).count();
    let end = start + digits;
    let is_space = std::str::from_utf8(&text[start..end])
        .ok()
        .and_then(|digits| u32::from_str_radix(digits.trim_start_matches('0'), radix).ok())
        .is_some_and(|code| matches!(code, 0x9 | 0xa | 0xc | 0xd | 0x20));
    if is_space { end + usize::from(memchr(b';', &text[end..text.len().min(end + 1)]).is_some()) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn white_space_ends_references_in_text() {
        for (text, is_solid) in [
            (" \t\r\n\x0c\0", false),
            ("&#32;&#x20&#00010;&Tab;&NewLine; ", false),
            ("&tab;", true),
            ("&Tab", true),
            ("&#160;", true),
            ("&#0;", true),
            ("&#;", true),
            ("&", true),
            ("\x0b", true),
            ("", false),
        ] {
            assert_eq!(Text { bytes: text.as_bytes(), is_verbatim: false }.has_solid(), is_solid, "{text:?}");
            let is_solid = is_solid || text.contains('&');
            assert_eq!(Text { bytes: text.as_bytes(), is_verbatim: true }.has_solid(), is_solid, "{text:?}");
        }
    }
}
