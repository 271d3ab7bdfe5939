//! Style sheets with what they refer to.
//!
//! Decides: what becomes of the references of CSS, each against the style sheet that has it. What is imported becomes a
//! `data:` URL, so that media, layers and conditions of the import stay as they are. An image that comes again is named once,
//! where that cannot be told (`repeated`).

use super::page::{Edit, apply};
use super::repeated::Repeated;
use super::source::{Source, is_let_alone, without_fragment};
use super::store::{Bundler, Role, Wanted};
use crate::links::css;
use crate::usage::Use;
use napkin::Span;

/// A reference in CSS.
pub(super) struct Found {
    pub(super) span: Span,
    pub(super) used: Use,
    pub(super) text: String,
    /// What it names, without fragment, where that is embedded as it is.
    pub(super) names: Option<String>,
}

impl Bundler<'_> {
    /// A style sheet with what it refers to.
    pub(super) fn sheet(&mut self, source: &Source<'_>) -> Vec<u8> {
        let mut found = Vec::new();
        css::urls(source.bytes, &mut |span, used| {
            let text = css::decode(&source.bytes[span.range()], span.start).text;
            // A fragment alone is one of the document that the style sheet is applied to (CSS Values 4 section 4.5.4).
            if !text.is_empty() && !text.starts_with('#') && !is_let_alone(&text) {
                let target = source.target(&text).filter(|url| used == Use::Image && url.hash().is_empty());
                let names = target.map(|url| without_fragment(url.href()).to_owned());
                found.push(Found { span, used, text, names });
            }
        });
        let mut repeated = Repeated::of(source.bytes, &found);
        let mut edits = Vec::new();
        for (number, found) in found.iter().enumerate() {
            if let Some((span, name)) = repeated.again(number) {
                edits.push(Edit { span, bytes: name });
                continue;
            }
            let Some(new) = self.reference(source, found) else { continue };
            match repeated.first(number, &new) {
                Some((span, name)) => edits.push(Edit { span, bytes: name }),
                None => edits.push(Edit { span: found.span, bytes: written(&new).into_bytes() }),
            }
        }
        edits.extend(repeated.definitions());
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        apply(source.bytes, edits)
    }

    fn reference(&mut self, source: &Source<'_>, found: &Found) -> Option<String> {
        let (context, role) = match found.used {
            Use::Style => ("css @import", Role::Style),
            Use::Font => ("css @font-face", Role::Raw),
            _ => ("css url()", Role::Raw),
        };
        let (span, text, used, integrity) = (found.span, &*found.text, found.used, None);
        self.embedded(source, &Wanted { span, text, context, used, role, integrity })
    }
}

/// A URL in `url()` or a string of CSS, in the text of an element too. An absolute URL has no white space.
fn written(url: &str) -> String {
    let mut text = String::with_capacity(url.len());
    // What is split at is the end of a piece.
    for piece in url.split_inclusive(['"', '\'', '(', ')', '\\', '<']) {
        match piece.char_indices().next_back() {
            Some((end, '<')) => text.extend([&piece[..end], "\\3c "]),
            Some((end, last @ ('"' | '\'' | '(' | ')' | '\\'))) => {
                text.extend([&piece[..end], "\\"]);
                text.push(last);
            }
            _ => text.push_str(piece),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_escaped() {
        for (url, text) in [
            ("http://h/a", "http://h/a"),
            ("http://h/a(b)'c", "http://h/a\\(b\\)\\'c"),
            ("x:</style>", "x:\\3c /style>"),
        ] {
            assert_eq!(written(url), text);
            assert_eq!(css::decode(text.as_bytes(), 0).text, url);
        }
    }
}
