//! Findings that a comment of the document says are known.
//!
//! Decides: what such a comment looks like, and what it covers: `<!-- napkin-audit: allow RULE, RULE -->` in HTML, XML and Markdown, and
//! `/* napkin-audit: allow RULE */` in style sheets and scripts; findings of these rules in its own line, and in the one behind it. Who audits what
//! others wrote does not ask: a document must not excuse itself.

use crate::entity::Kind;
use memchr::{memchr_iter, memmem};
use napkin::{Rule, Span};
use std::cell::Cell;

const MARK: &[u8] = b"napkin-audit: allow ";

/// The comments of a document that say which findings are known.
///
/// ```
/// use napkin::Rule;
/// use napkin_document::{Kind, audit::Suppressions};
/// let page = b"<!-- napkin-audit: allow insecure-scheme -->\n<a href=http://pub.example/>the pub</a>\n";
/// let known = Suppressions::of(page, Kind::Html);
/// assert!(known.cover(Rule::InsecureScheme, 54) && !known.cover(Rule::Backslash, 54));
/// assert_eq!(known.unused().count(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Suppressions(Vec<Suppression>);

#[derive(Debug)]
struct Suppression {
    /// The names of the rules, as they stand there.
    span: Span,
    rules: Vec<Rule>,
    /// The line that it stands in and the next.
    lines: Span,
    is_used: Cell<bool>,
}

impl Suppressions {
    /// Those of a document; none where its format has no comments.
    #[must_use]
    pub fn of(bytes: &[u8], kind: Kind) -> Self {
        let (open, close): (&[u8], &[u8]) = match kind {
            Kind::Html | Kind::Svg | Kind::Xml | Kind::Markdown => (b"<!--", b"-->"),
            Kind::Css | Kind::JavaScript => (b"/*", b"*/"),
            _ => return Self::default(),
        };
        Self(memmem::find_iter(bytes, MARK).filter_map(|at| one(bytes, at, open, close)).collect())
    }

    /// Whether a finding of a rule at a byte of the document is known.
    #[must_use]
    pub fn cover(&self, rule: Rule, at: usize) -> bool {
        let covering = |it: &&Suppression| it.lines.range().contains(&at) && it.rules.contains(&rule);
        self.0.iter().filter(covering).map(|it| it.is_used.set(true)).count() > 0
    }

    /// Those that have covered nothing so far: the places of the rules' names.
    pub fn unused(&self) -> impl Iterator<Item = Span> {
        self.0.iter().filter(|it| !it.is_used.get()).map(|it| it.span)
    }
}

/// The comment around the words, which must be all that it says.
fn one(bytes: &[u8], at: usize, open: &[u8], close: &[u8]) -> Option<Suppression> {
    bytes[..at].trim_ascii_end().ends_with(open).then_some(())?;
    let from = at + MARK.len();
    let end = from + memmem::find(&bytes[from..], close)?;
    let names = std::str::from_utf8(&bytes[from..end]).ok()?.trim_end();
    let rules = names.split(',').filter_map(|name| Rule::from_code(name.trim())).collect();
    let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |line| line + 1);
    let next = memchr_iter(b'\n', &bytes[end..]).nth(1).map_or(bytes.len(), |line| end + line);
    Some(Suppression {
        span: Span::new(from, from + names.len()),
        rules,
        lines: Span::new(start, next + 1),
        is_used: Cell::new(false),
    })
}
