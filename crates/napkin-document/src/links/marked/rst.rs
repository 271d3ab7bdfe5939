//! Links of reStructuredText (docutils, "reStructuredText Markup Specification"), and of the directives of Sphinx that name files.
//!
//! A reference is relative to the document. White space in it is removed, and backslashes escape ("Hyperlink Targets", "Embedded URIs and
//! Aliases"). A target that ends with `_` names another target.

use super::lines::{Line, Lines};
use super::mark::{Format, Found, Mark, Source, without};
use napkin::Span;
use napkin::map::Builder;

/// Directives whose argument is a reference, and their contexts.
const DIRECTIVES: [(&str, &str); 7] = [
    ("image", "image"),
    ("figure", "figure"),
    ("thumbnail", "image"),
    ("include", "include"),
    ("literalinclude", "literalinclude"),
    ("video", "video"),
    ("graphviz", "graphviz"),
];

/// Options of directives that are references.
const OPTIONS: [(&str, &str); 3] = [("target", "target"), ("url", "url"), ("file", "file")];

/// Directives whose content is literal text.
const LITERAL: [&str; 9] =
    ["code", "code-block", "sourcecode", "literal", "math", "raw", "productionlist", "graphviz", "prompt"];

/// A document in reStructuredText.
pub(super) struct Rst<'t> {
    text: &'t str,
    lines: Lines<'t>,
    has_code: bool,
    /// The end of the paragraph that has been searched for inline markup.
    searched: usize,
}

impl<'t> Rst<'t> {
    pub(super) const fn new(source: Source<'t>) -> Self {
        Self { text: source.text, lines: Lines::new(source.text), has_code: source.options.code, searched: 0 }
    }

    /// Reads explicit markup: `.. ` and what follows. Returns whether the line has any.
    fn explicit(&mut self, line: Line<'t>, found: &mut Found) -> bool {
        let indent = line.indent();
        let text = &line.text[indent..];
        if let Some(target) = text.strip_prefix("__ ") {
            self.target(line, target, found);
            return true;
        }
        let Some(rest) = text.strip_prefix("..").filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) else {
            return false;
        };
        let rest = rest.trim_ascii_start();
        if let Some(name) = rest.strip_prefix('_') {
            if let Some(target) = after_name(name) {
                self.target(line, target, found);
            }
            return true;
        }
        // `|name| image:: menu.png` and `image:: menu.png`.
        let rest = match rest.strip_prefix('|') {
            Some(name) => name.split_once("| ").map_or("", |(_, rest)| rest.trim_ascii_start()),
            None => rest,
        };
        if let Some((name, argument)) = rest.split_once("::").filter(|(name, _)| is_directive(name)) {
            self.directive(line, name, argument, found);
            return true;
        }
        let is_empty = rest.is_empty() && self.lines.peek().is_none_or(Line::is_blank);
        if !rest.starts_with('[') && !is_empty {
            // A comment, with all that is indented below it.
            self.lines.skip_indented(indent);
            found.push(Mark::without_links(Span::new(line.at, self.lines.at())));
        }
        true
    }

    /// Reads the target after a name, and the indented lines that continue it.
    fn target(&mut self, line: Line<'t>, target: &'t str, found: &mut Found) {
        let start = line.place(target.trim_ascii_start()).start;
        let end = self.continued(line, |_| true);
        let text = self.text[start.min(end)..end].trim_ascii_end();
        // Without a reference, it names this place; `a_` and `` `a b`_ `` name another target.
        if !text.is_empty() && (!text.ends_with('_') || text.ends_with("\\_")) {
            found.push(self.reference(Span::new(start, start + text.len()), "target"));
        }
    }

    fn directive(&mut self, line: Line<'t>, name: &str, argument: &'t str, found: &mut Found) {
        let indent = line.indent();
        let start = line.place(argument.trim_ascii_start()).start;
        let end = self.continued(line, |next| !next.text.trim_ascii_start().starts_with(':'));
        let text = self.text[start.min(end)..end].trim_ascii();
        let start = end - self.text[start.min(end)..end].trim_ascii_start().len();
        let place = DIRECTIVES.iter().find(|(directive, _)| *directive == name);
        // An image of Sphinx may have any of several extensions.
        if let Some((_, place)) = place.filter(|_| !text.is_empty() && !text.ends_with(".*") && !text.starts_with('<'))
        {
            found.push(self.reference(Span::new(start, start + text.len()), place).requested());
        }
        while let Some(option) = self.lines.peek().filter(|next| next.indent() > indent) {
            let Some((key, value)) = option.text.trim_ascii().strip_prefix(':').and_then(|rest| rest.split_once(':'))
            else {
                break;
            };
            self.lines.next();
            let (value, place) = (value.trim_ascii(), OPTIONS.iter().find(|(option, _)| *option == key));
            if let Some((_, place)) = place.filter(|_| !value.is_empty() && !value.ends_with('_')) {
                found.push(self.reference(option.place(value), place));
            }
        }
        if LITERAL.contains(&name) {
            self.literal(indent, found);
        } else if place.is_none() {
            self.inline(start, start + text.len(), found);
        }
    }

    /// Passes over the literal text that is indented by more than `indent`.
    fn literal(&mut self, indent: usize, found: &mut Found) {
        let start = self.lines.at();
        self.lines.skip_indented(indent);
        if !self.has_code && self.lines.at() > start {
            found.push(Mark::without_links(Span::new(start, self.lines.at())));
        }
    }

    /// Reads the lines that are indented more than `line` up to an empty one, as long as `is_more` holds. Returns the end of the last one.
    fn continued(&mut self, line: Line<'t>, is_more: impl Fn(Line<'t>) -> bool) -> usize {
        let mut end = line.end();
        while let Some(next) = self.lines.peek() {
            if next.is_blank() || next.indent() <= line.indent() || !is_more(next) {
                break;
            }
            end = next.end();
            self.lines.next();
        }
        end
    }

    fn reference(&self, span: Span, place: &'static str) -> Mark {
        let text = span.of(self.text);
        let mark = Mark::new(span, place);
        if text.contains(|character: char| character == '\\' || character.is_whitespace()) {
            return mark.decoded(unescaped(text, span.start));
        }
        mark
    }

    /// Finds the embedded URIs of a paragraph: `` `text <menu>`_ ``.
    fn inline(&self, start: usize, end: usize, found: &mut Found) {
        let text = &self.text[start..end];
        let mut at = 0;
        while let Some(open) = text[at..].find('`').map(|open| at + open) {
            let ticks = text[open..].bytes().take_while(|byte| *byte == b'`').count();
            let inside = open + ticks;
            if ticks > 1 {
                // Inline literals have no markup.
                let Some(close) = text[inside..].find("``").map(|close| inside + close) else { return };
                if !self.has_code {
                    found.push(Mark::without_links(Span::new(start + inside, start + close)));
                }
                at = close + text[close..].bytes().take_while(|byte| *byte == b'`').count();
                continue;
            }
            let Some(close) = closing(text, inside) else { return };
            at = close + 1;
            if !text[at..].starts_with('_') || text[..open].ends_with(':') {
                continue;
            }
            let embedded = &text[inside..close];
            let Some((before, uri)) = embedded.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) else {
                continue;
            };
            let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
            if is_apart && !uri.is_empty() && (!uri.ends_with('_') || uri.ends_with("\\_")) {
                let from = start + inside + before.len() + 1;
                found.push(self.reference(Span::new(from, from + uri.len()), "link"));
            }
        }
    }
}

/// Returns a reference without its white space and its escapes.
fn unescaped(text: &str, at: usize) -> Builder {
    without(text, at, char::is_whitespace, |_| true)
}

/// Returns the backquote that ends the text from `at`: one that no backslash and no space precedes.
fn closing(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let close = at + text[at..].find('`')?;
        if !text[..close].ends_with(['\\', ' ', '\n']) {
            return Some(close);
        }
        at = close + 1;
    }
}

/// Returns what follows the name of a target: `name: target`, `` `a: name`: target `` or `_: target`, the last without a name.
fn after_name(name: &str) -> Option<&str> {
    if let Some(quoted) = name.strip_prefix('`') {
        let close = closing(quoted, 0)?;
        return quoted[close + 1..].strip_prefix(':');
    }
    let mut from = 0;
    loop {
        let colon = from + name[from..].find(':')?;
        let rest = &name[colon + 1..];
        if !name[..colon].ends_with('\\') && (rest.is_empty() || rest.starts_with([' ', '\t'])) {
            return Some(rest);
        }
        from = colon + 1;
    }
}

/// Returns whether a text is the name of a directive.
fn is_directive(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+".contains(&byte);
    !name.is_empty() && name.bytes().all(is_part)
}

impl Format for Rst<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let Some(line) = self.lines.next() else { return false };
        if line.is_blank() || self.explicit(line, found) {
            return true;
        }
        if line.at >= self.searched {
            // A paragraph ends before an empty line, or before explicit markup.
            let mut end = line.end();
            for next in self.lines.clone() {
                if next.is_blank() || [".. ", "__ "].iter().any(|mark| next.text.trim_ascii_start().starts_with(mark)) {
                    break;
                }
                end = next.end();
            }
            self.inline(line.at, end, found);
            self.searched = end.max(line.at + 1);
        }
        if line.text.trim_ascii_end().ends_with("::") && self.lines.peek().is_none_or(Line::is_blank) {
            self.literal(line.indent(), found);
        }
        true
    }
}
