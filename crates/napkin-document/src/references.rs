//! Character references in HTML attribute values, with the mapping to the source.

use memchr::memchr3;
use napkin::Span;
use napkin::map::{Builder, Level};
use std::borrow::Cow;

pub(crate) use napkin_html::is_reference;

/// Decodes an attribute value that begins at `start` of the source.
pub(crate) fn decode(value: &[u8], start: usize) -> (Cow<'_, str>, Level) {
    if memchr3(b'&', b'\r', 0, value).is_none()
        && let Ok(text) = std::str::from_utf8(value)
    {
        return (Cow::Borrowed(text), Level::verbatim(start));
    }
    let (mut built, mut done) = (Builder::default(), 0);
    for found in napkin_html::replacements(value) {
        built.bytes(&value[done..found.span.start], start + done);
        built.unit(&found.text, Span::from(found.span.shift(start).range()));
        done = found.span.end;
    }
    built.bytes(&value[done..], start + done);
    (Cow::Owned(built.text), Level::new(start, built.units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_ill_formed_text() {
        let (text, level) = decode(b"a\xffb&amp;c", 100);
        assert_eq!(text, "a\u{fffd}b&c");
        assert_eq!(level.source(Span::new(1, 4)), Span::new(101, 102));
        assert_eq!(level.source(Span::new(5, 6)), Span::new(103, 108));
        assert_eq!(level.source(Span::new(6, 7)), Span::new(108, 109));
    }
}
