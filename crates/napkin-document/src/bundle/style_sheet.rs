//! Rewrites the references of a style sheet. Start at `Bundler::sheet`.
//!
//! Each reference is resolved against its own style sheet. An import becomes rules of the style sheet where that is
//! safe (`imports`), otherwise a `data:` URL, which preserves its media, layers and conditions. A repeated image is
//! written once where the difference is not observable (`repeated`).

use super::bundler::Bundler;
use super::css_imports as imports;
use super::edit::{Edit, apply};
use super::object::{Outcome, Role, Wanted};
use super::options::Form;
use super::repeated_images::Repeated;
use super::report::FailureReason;
use super::source::{Source, is_let_alone, without_fragment};
use crate::links::css;
use crate::usage::Use;
use napkin::Span;
use napkin::whatwg::Url;
use std::ops::ControlFlow;

/// A reference in CSS.
pub(super) struct Found {
    pub(super) span: Span,
    pub(super) used: Use,
    pub(super) text: String,
    /// The URL without fragment, if the object is embedded unchanged.
    pub(super) names: Option<String>,
}

/// The URL of an import and the prepared object; `None` if the import names no URL.
type Ready = Option<(Url, Result<Outcome, FailureReason>)>;

impl Bundler<'_> {
    /// Rewrites a style sheet so that it contains what it refers to.
    pub(super) fn sheet(&mut self, source: &Source<'_>) -> Vec<u8> {
        let mut found = Vec::new();
        let _ = css::urls(source.bytes, &mut |span, used| {
            let text = css::decode(&source.bytes[span.range()], span.start).text;
            // A fragment refers to the document that the style sheet is applied to (CSS Values 4 section 4.5.4).
            if !text.is_empty() && !text.starts_with('#') && !is_let_alone(&text) {
                let target = source.target(&text).filter(|url| used == Use::Image && url.hash().is_empty());
                let names = target.map(|url| without_fragment(url.href()).to_owned());
                found.push(Found { span, used, text, names });
            }
            ControlFlow::Continue(())
        });
        let is_text = self.form == Form::Text;
        let mut repeated = if is_text { Repeated::of(source.bytes, &found) } else { Repeated::default() };
        let (mut edits, mut imported) = self.imported(source, &found);
        let rules_from = edits.last().map_or(usize::MAX, |edit| edit.span.start);
        for (number, found) in found.iter().enumerate() {
            if found.used == Use::Style && found.span.start > rules_from {
                continue;
            }
            if let Some((span, name)) = repeated.again(number) {
                edits.push(Edit { span, bytes: name });
                continue;
            }
            let ready = if found.used == Use::Style { imported.next() } else { None };
            let Some(new) = self.reference(source, found, ready) else { continue };
            match repeated.first(number, &new) {
                Some((span, name)) => edits.push(Edit { span, bytes: name }),
                None => edits.push(Edit { span: found.span, bytes: written(&new).into_bytes() }),
            }
        }
        edits.extend(repeated.definitions());
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        apply(source.bytes, edits)
    }

    /// Returns the edits of imports that become rules, last import first, and the prepared objects of the other
    /// imports. Starting from the last import, as many as possible become rules.
    fn imported(&mut self, source: &Source<'_>, found: &[Found]) -> (Vec<Edit>, std::vec::IntoIter<Ready>) {
        let imports: Vec<&Found> = found.iter().filter(|found| found.used == Use::Style).collect();
        let may_be_rules = self.form == Form::Text && !imports.is_empty();
        let leading = if may_be_rules { imports::leading(source.bytes) } else { Vec::new() };
        // Prepared in document order, so that failures are listed in that order.
        let mut ready: Vec<Ready> = imports.iter().map(|one| self.ready(source, one)).collect();
        let mut edits = Vec::new();
        for one in imports.iter().rev() {
            let behind = leading.partition_point(|import| import.span.start < one.span.start);
            let import = leading[..behind].last().filter(|import| one.span.end < import.span.end);
            let (Some(import), Some(Some((target, Ok(Outcome::Made(made)))))) = (import, ready.last()) else { break };
            let Some(bytes) = imports::rules(source, import, made).filter(|_| target.hash().is_empty()) else { break };
            if self.count_in(target, Use::Style, made, bytes.len()).is_err() {
                break;
            }
            edits.push(Edit { span: import.span, bytes });
            ready.pop();
        }
        (edits, ready.into_iter())
    }

    fn ready(&mut self, source: &Source<'_>, found: &Found) -> Ready {
        let target = source.target(&found.text)?;
        let wanted = Wanted::new(found.span, &found.text, "css @import", Use::Style);
        let wanted = Wanted { role: Role::Style, ..wanted };
        let made = self.made(source, &target, &wanted);
        Some((target, made))
    }

    fn reference(&mut self, source: &Source<'_>, found: &Found, ready: Option<Ready>) -> Option<String> {
        let (context, role) = match found.used {
            Use::Style => ("css @import", Role::Style),
            Use::Font => ("css @font-face", Role::Raw),
            _ => ("css url()", Role::Raw),
        };
        let wanted = Wanted { role, ..Wanted::new(found.span, &found.text, context, found.used) };
        match ready.flatten() {
            Some((target, made)) => self.finished(source, &wanted, target, made),
            None => self.embedded(source, &wanted),
        }
    }
}

/// Escapes a URL for `url()` or a CSS string, also inside an HTML element. Absolute URLs contain no white space.
fn written(url: &str) -> String {
    let mut text = String::with_capacity(url.len());
    // `split_inclusive` leaves the separator at the end of each piece.
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
