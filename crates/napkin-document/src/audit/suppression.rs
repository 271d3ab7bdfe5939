//! Comments in a document that mark findings as known.
//!
//! In HTML, XML and Markdown: `<!-- napkin-audit: allow RULE, RULE -->`; in style sheets and scripts: `/* napkin-audit:
//! allow RULE */`. A comment covers findings of these rules in its own line and the next. Callers that audit documents
//! by others ignore these comments: a document must not excuse itself.

use crate::entity::Kind;
use crate::rules;
use memchr::memchr_iter;
use memchr::memmem::{self, Finder};
use napkin::{Rule, Span};
use std::cell::Cell;
use std::collections::BTreeMap;

const MARK: &[u8] = b"napkin-audit: allow ";

/// The suppressing comments of a document.
///
/// ```
/// use napkin_document::{Kind, audit::Suppressions, rules};
/// let page = b"<!-- napkin-audit: allow insecure-scheme -->\n<a href=http://pub.example/>the pub</a>\n";
/// let known = Suppressions::of(page, Kind::Html);
/// assert!(known.cover(rules::INSECURE_SCHEME, 54) && !known.cover(rules::BACKSLASH, 54));
/// assert_eq!(known.unused().count(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Suppressions {
    all: Vec<Suppression>,
    /// The groups in document order. Comments in the same lines form one group, so that few groups cover any byte.
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Suppression {
    /// The names of the rules, as written.
    span: Span,
    rules: Vec<Rule>,
    group: usize,
}

/// The comments in the same lines.
#[derive(Debug)]
struct Group {
    /// The lines of the comments, and the next line.
    lines: Span,
    /// Each rule once, and whether it has covered something.
    rules: BTreeMap<Rule, Cell<bool>>,
}

impl Suppressions {
    /// Finds the comments of a document; none if its format has no comments.
    ///
    /// ```
    /// use napkin_document::{Kind, audit::Suppressions};
    /// let comments = Suppressions::of(b"<a href=beer>", Kind::Html);
    /// assert_eq!(comments.unused().count(), 0);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8], kind: Kind) -> Self {
        let (open, close): (&[u8], &[u8]) = match kind {
            Kind::Html | Kind::Svg | Kind::Xml | Kind::Markdown => (b"<!--", b"-->"),
            Kind::Css | Kind::JavaScript => (b"/*", b"*/"),
            _ => return Self::default(),
        };
        let mut known = Self::default();
        let mark = Finder::new(MARK);
        let mut line_ends = None;
        let mut from = 0;
        while let Some(at) = mark.find(&bytes[from..]).map(|at| from + at) {
            from = at + MARK.len();
            if !bytes[..at].trim_ascii_end().ends_with(open) {
                continue;
            }
            // If this comment has no end, later comments have no end either.
            let Some(end) = memmem::find(&bytes[from..], close).map(|end| from + end) else { break };
            let line_ends = line_ends.get_or_insert_with(|| memchr_iter(b'\n', bytes).collect::<Vec<_>>());
            let start =
                line_ends.partition_point(|&line| line < at).checked_sub(1).map_or(0, |line| line_ends[line] + 1);
            let next = line_ends.get(line_ends.partition_point(|&line| line < end) + 1).copied().unwrap_or(bytes.len());
            known.push(&bytes[..end], from, Span::new(start, next + 1));
            from = end;
        }
        known
    }

    /// Adds the names from a byte to the end, which apply to these lines.
    fn push(&mut self, bytes: &[u8], from: usize, lines: Span) {
        let Ok(names) = std::str::from_utf8(&bytes[from..]) else { return };
        let names = names.trim_end();
        let rules: Vec<_> = names.split(',').filter_map(|name| rules::find(name.trim())).collect();
        if self.groups.last().is_none_or(|group| group.lines != lines) {
            self.groups.push(Group { lines, rules: BTreeMap::new() });
        }
        let group = self.groups.len() - 1;
        self.groups[group].rules.extend(rules.iter().map(|rule| (*rule, Cell::new(false))));
        self.all.push(Suppression { span: Span::new(from, from + names.len()), rules, group });
    }

    /// Returns whether a comment covers a finding of a rule at a byte of the document.
    #[must_use]
    pub fn cover(&self, rule: Rule, at: usize) -> bool {
        // Comments do not overlap, so the groups are ordered by both ends of their lines.
        let first = self.groups.partition_point(|group| group.lines.end <= at);
        let before = self.groups[first..].iter().take_while(|group| group.lines.start <= at);
        before.filter_map(|group| group.rules.get(&rule)).map(|is_used| is_used.set(true)).count() > 0
    }

    /// Returns the spans of rule names in comments that have not covered a finding so far.
    pub fn unused(&self) -> impl Iterator<Item = Span> {
        let is_used = |it: &Suppression| it.rules.iter().any(|rule| self.groups[it.group].rules[rule].get());
        self.all.iter().filter(move |it| !is_used(it)).map(|it| it.span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comments cover their own lines and the next; each byte of the lines is tested.
    #[test]
    fn a_comment_covers_its_lines_and_the_next() {
        const ALLOW: &str = "<!-- napkin-audit: allow";
        for (text, covered) in [
            (format!("0\n{ALLOW} backslash -->\n2\n3\n"), &[false, true, true, false][..]),
            (format!("{ALLOW} backslash -->"), &[true]),
            (format!("0\n{ALLOW} dotless-host,\n backslash -->\n3\n4"), &[false, true, true, true, false]),
            // Not suppressing comments: the space after the word is missing, or the comment contains other text.
            (format!("{ALLOW}backslash -->\n1"), &[false, false]),
            ("<!-- x napkin-audit: allow backslash -->\n1".to_owned(), &[false, false]),
            // Without an end it is not a comment.
            (format!("{ALLOW} backslash\n1"), &[false, false]),
            (
                format!("{ALLOW} backslash --> {ALLOW} dotless-host --> {ALLOW} backslash -->\n1\n2"),
                &[true, true, false],
            ),
        ] {
            let known = Suppressions::of(text.as_bytes(), Kind::Html);
            let mut from = 0;
            for (line, expected) in text.split_inclusive('\n').zip(covered) {
                let asked = (from..from + line.len()).map(|at| known.cover(rules::BACKSLASH, at));
                assert!(asked.into_iter().all(|is_covered| is_covered == *expected), "{text:?} at {from}");
                from += line.len();
            }
            assert_eq!(from, text.len());
        }
    }

    #[test]
    fn suppressions_that_cover_nothing_are_unused() {
        let text = "/* napkin-audit: allow backslash */ /* napkin-audit: allow backslash, dotless-host */ /* napkin-audit: allow x */\n";
        let known = Suppressions::of(text.as_bytes(), Kind::Css);
        let unused = |known: &Suppressions| known.unused().map(|span| &text[span.range()]).collect::<Vec<_>>();
        assert_eq!(unused(&known), ["backslash", "backslash, dotless-host", "x"]);
        assert!(known.cover(rules::DOTLESS_HOST, 0));
        assert_eq!(unused(&known), ["backslash", "x"]);
        assert!(known.cover(rules::BACKSLASH, 0));
        assert_eq!(unused(&known), ["x"]);
    }
}
