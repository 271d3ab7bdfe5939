//! Finds the address of a source map in JavaScript.
//!
//! Extracts the address *without parsing*, as ECMA-426 section 11.1.2.1 describes: from the last lines that contain
//! only white space and single-line comments. The program's imports are not read; for a
//! reason see `bundle/module_specifiers`.

use crate::context::Context;
use crate::decoded::{self, Decoded};
use crate::link::Link;
use crate::links::css::source_map;
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::{Builder, Units};
use std::ops::ControlFlow;

/// Passes the address to `sink`.
pub(crate) fn links<'a>(bytes: &'a [u8], sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(bytes);
    for line in text.rsplit(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let line = line.trim_start_matches(is_space);
        if line.is_empty() {
            continue;
        }
        let Some(comment) = line.strip_prefix("//") else { break };
        if comment.contains(['"', '\'', '`']) || comment.contains("*/") {
            break;
        }
        if let Some(span) = source_map(comment.as_bytes()) {
            let at = comment.as_ptr() as usize - text.as_ptr() as usize + span.start;
            let built = Builder { text: span.of(comment).to_owned(), units: Units::default() };
            let decoded = Decoded::new(built, at, &level);
            let whole = Span::new(0, decoded.text.len());
            let mut link = decoded.link(bytes, whole, Context::SourceMap("javascript"));
            link.new_request = true;
            link.written = Written::whole(Holder::Comment);
            return sink(link);
        }
    }
    ControlFlow::Continue(())
}

/// Returns whether a character is white space of ECMAScript: its own, and Unicode's.
fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\u{b}' | '\u{c}' | ' ' | '\u{a0}' | '\u{feff}')
        || (character.is_whitespace() && !matches!(character, '\u{85}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_maps() {
        for (script, expected) in [
            ("a()\n//# sourceMappingURL=a.js.map", Some("a.js.map")),
            ("a()\r\n//@ sourceMappingURL=a.js.map \t\r\n\r\n// bye\n", Some("a.js.map")),
            ("\u{e9}\u{2028}\u{a0}//# sourceMappingURL=b\u{e9}\u{2029}", Some("b\u{e9}")),
            ("//# sourceMappingURL=a\n//# sourceMappingURL=b", Some("b")),
            ("//# sourceMappingURL=a\nb()", None),
            ("b() //# sourceMappingURL=a", None),
            ("/*# sourceMappingURL=a */", None),
            // The example of the standard: "without parsing gives null".
            ("let a = `\n//# sourceMappingURL=foo.js.map\n// `", None),
            ("//# sourceMappingURL=a */", None),
            ("// sourceMappingURL=a", None),
            ("", None),
        ] {
            let mut found = Vec::new();
            let _ = links(script.as_bytes(), &mut |link| {
                found.push((link.text.into_owned(), String::from_utf8_lossy(link.raw).into_owned()));
                ControlFlow::Continue(())
            });
            let expected: Vec<_> = expected.iter().map(|url| ((*url).to_owned(), (*url).to_owned())).collect();
            assert_eq!(found, expected, "{script:?}");
        }
    }
}
