//! Writes HTML piece by piece.
//!
//! Only static strings become markup. All text of a request goes through [`Html::text`].

use std::ops::ControlFlow;

use napkin_answer::bounds::{Bounds, Stop};
use napkin_answer::output::shown;

/// A piece of HTML.
#[derive(Default)]
pub(crate) struct Html {
    out: String,
    bounds: Option<Bounds>,
    /// The limit that was exceeded.
    stop: Option<Stop>,
}

impl Html {
    /// Limits the length of the page, and the time that it may take.
    pub(crate) fn within(bounds: &Bounds) -> Self {
        Self { bounds: Some(bounds.clone()), ..Self::default() }
    }

    /// Returns the limits, for work that the page needs.
    pub(crate) fn bounds(&self) -> Option<&Bounds> {
        self.bounds.as_ref()
    }

    /// Returns [`Break`](ControlFlow::Break) once the page is too long or too late. The page then stops growing, and work for it
    /// must end.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Checks the limits now, counting `held` bytes of working memory. Call this in loops and between sections whose work takes
    /// longer than writing.
    pub(crate) fn watch(&mut self, held: usize) -> ControlFlow<()> {
        let judged = self.bounds.as_ref().map_or(Ok(()), |bounds| bounds.check(self.out.len() + held));
        self.stop = self.stop.or(judged.err());
        self.flow()
    }

    /// Adds static markup.
    pub(crate) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.push(markup);
        self
    }

    fn push(&mut self, text: &str) {
        if self.flow().is_continue() {
            self.out.push_str(text);
            self.check(text.len());
        }
    }

    /// Adds text, in content or in a quoted attribute. Controls and characters that reorder or hide text get stand-ins.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.escaped(&shown(text));
        self
    }

    /// Adds text without stand-ins, for values that are sent back or have several lines. HTML has no NUL.
    pub(crate) fn verbatim(&mut self, text: &str) -> &mut Self {
        self.escaped(text);
        self
    }

    /// Adds a sentence; text between grave accents becomes code.
    pub(crate) fn sentence(&mut self, text: &str) -> &mut Self {
        let mut rest = text;
        while let Some((before, quoted, behind)) = quotation(rest) {
            self.text(before).raw("<code>").text(quoted).raw("</code>");
            rest = behind;
        }
        self.text(rest)
    }

    /// Checks the limits every few kilobytes.
    fn check(&mut self, more: usize) {
        const STEP: usize = 4096;
        let length = self.out.len();
        if length / STEP != (length - more) / STEP
            && let Some(bounds) = &self.bounds
        {
            self.stop = self.stop.or(bounds.check(length).err());
        }
    }

    fn escaped(&mut self, text: &str) {
        if self.flow().is_break() {
            return;
        }
        let before = self.out.len();
        for character in text.chars() {
            match character {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&#39;"),
                '\r' => self.out.push_str("&#13;"),
                '\0' => self.out.push('\u{fffd}'),
                _ => self.out.push(character),
            }
        }
        self.check(self.out.len() - before);
    }

    /// Adds a number.
    pub(crate) fn number(&mut self, number: usize) -> &mut Self {
        self.push(&number.to_string());
        self
    }

    /// Begins a section with its heading; the caller ends it.
    pub(crate) fn section(&mut self, id: &'static str, title: &'static str) -> &mut Self {
        self.raw("<section aria-labelledby=\"").raw(id).raw("\"><h2 id=\"").raw(id).raw("\">").raw(title).raw("</h2>")
    }

    /// Begins a table that can be scrolled sideways, and by keys.
    pub(crate) fn table(&mut self, label: &'static str, columns: &[&'static str]) -> &mut Self {
        self.begin_table("<div class=scroll role=group tabindex=0 aria-label=\"", label, columns)
    }

    /// Begins a table for a list; a phone shows each row as a few lines.
    pub(crate) fn list(&mut self, label: &'static str, columns: &[&'static str]) -> &mut Self {
        self.begin_table("<div class=\"scroll list\" role=group tabindex=0 aria-label=\"", label, columns)
    }

    /// Begins a table for a comparison; a phone shows each row as a block, with one line per cell, led by its `data-of`.
    pub(crate) fn stack(&mut self, label: &'static str, columns: &[&'static str]) -> &mut Self {
        self.begin_table("<div class=\"scroll stack\" role=group tabindex=0 aria-label=\"", label, columns)
    }

    fn begin_table(&mut self, begin: &'static str, label: &'static str, columns: &[&'static str]) -> &mut Self {
        self.raw(begin).raw(label).raw("\"><table><thead><tr>");
        for column in columns {
            self.raw("<th scope=col>").raw(column).raw("</th>");
        }
        self.raw("</tr></thead><tbody>")
    }

    pub(crate) fn end_table(&mut self) -> &mut Self {
        self.raw("</tbody></table></div>")
    }

    /// Adds a row with a heading.
    pub(crate) fn row(&mut self, head: &str, cells: &[&str]) -> &mut Self {
        self.raw("<tr><th scope=row>").text(head).raw("</th>");
        for cell in cells {
            self.raw("<td><code>").text(cell).raw("</code></td>");
        }
        self.raw("</tr>")
    }

    /// Returns the page, as far as it was written.
    pub(crate) fn into_string(self) -> String {
        self.out
    }

    /// Returns the whole page.
    ///
    /// # Errors
    /// Returns the limit that was exceeded.
    pub(crate) fn finish(self) -> Result<String, Stop> {
        self.stop.map_or(Ok(self.out), Err)
    }
}

/// Returns the text before, in and after the first quotation. A grave accent followed by another is part of the quotation.
fn quotation(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let is_end = |&at: &usize| rest.as_bytes()[at] == b'`' && rest.as_bytes().get(at + 1) != Some(&b'`');
    let end = (1..rest.len()).find(is_end)?;
    Some((before, &rest[..end], &rest[end + 1..]))
}

/// Returns at most about `length` characters, from both ends of a longer text.
pub(crate) fn clipped(text: &str, length: usize) -> std::borrow::Cow<'_, str> {
    // Each character has at least one byte.
    if text.len() <= length || text.chars().count() <= length {
        return text.into();
    }
    let half = length / 2;
    let front: String = text.chars().take(half).collect();
    let mut back: Vec<char> = text.chars().rev().take(half).collect();
    back.reverse();
    format!("{front} … {}", back.iter().collect::<String>()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let mut html = Html::default();
        html.text("<b x=\"'&\">\0\u{202e}\n").verbatim("</textarea>\r\0");
        assert_eq!(html.into_string(), "&lt;b x=&quot;&#39;&amp;&quot;&gt;␀\u{fffd}␊&lt;/textarea&gt;&#13;\u{fffd}");
    }

    #[test]
    fn quotations_in_sentences_become_code() {
        for (sentence, expected) in [
            ("expected `//`, but found `<b>`", "expected <code>//</code>, but found <code>&lt;b&gt;</code>"),
            ("but found ```", "but found <code>`</code>"),
            ("but found `a`b`", "but found <code>a</code>b`"),
            ("one ` alone", "one ` alone"),
            ("none", "none"),
            ("``", "``"),
            ("`ä`", "<code>ä</code>"),
        ] {
            let mut html = Html::default();
            html.sentence(sentence);
            assert_eq!(html.into_string(), expected);
        }
    }

    #[test]
    fn long_texts_are_clipped() {
        assert_eq!(clipped("napkin", 6), "napkin");
        assert_eq!(clipped("äöüäöü", 6), "äöüäöü");
        assert_eq!(clipped("napkins", 6), "nap … ins");
    }
}
