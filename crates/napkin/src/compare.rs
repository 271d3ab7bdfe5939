//! Compares two URLs: finds the rung of normalisation at which they are the same, or else the place where they differ.
//! Start at [`compare()`].
//!
//! Follows RFC 3986 section 6.2 and draft-fielding-url-syntax-05 section 6, based on [`crate::normalize`]. Nothing is
//! retrieved (section 6.2.4), so two URLs that differ here may still identify the same resource.
//!
//! Two references agree on a rung if their normal forms on it are the same text. Under `rfc3987`, from the percent rung
//! on, they also agree if these forms map to the same URI (section 3.1): section 5.3.2.3 makes `é` and `%C3%A9`
//! equivalent in this way, though normalising leaves each unchanged. Every rung leads to the same highest form, and the
//! mapping preserves all other differences, so agreement on some rung is an equivalence relation.

use crate::percent::escape_at;
use crate::{Component, Reference, Rung, Rungs, Span, Standard, normalize};

/// The rung at which two references agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agreement {
    /// Simple string comparison (6.2.1).
    Identical,
    /// The same after case normalisation.
    Case,
    /// The same after percent-encoding normalisation, too. Under `rfc3987` this includes escapes of characters beyond
    /// ASCII (RFC 3987 section 5.3.2.3).
    Percent,
    /// The same after removal of dot segments, too.
    Path,
    /// The same after scheme-based normalisation, too.
    Scheme,
}

impl Agreement {
    /// Returns the name in records: `identical`, `case`, `percent`, `path`, `scheme`.
    ///
    /// ```
    /// assert_eq!(napkin::Agreement::Path.name(), "path");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Scheme => "scheme",
        }
    }
}

/// The component in which two references differ, with its place in each text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The first component that differs at the highest rung.
    pub component: Component,
    /// The span of the component in the first reference. If it is undefined, the span is empty, at the place where it
    /// would be.
    pub a: Span,
    /// The span of the component in the second reference.
    pub b: Span,
}

impl Difference {
    /// Returns the first component that differs as it is written; `None` if all are the same.
    ///
    /// ```
    /// use napkin::{Component, Difference, Reference};
    /// let [a, b] = ["http://h/a", "http://h/b"].map(Reference::from_static);
    /// assert_eq!(Difference::between(a, b).unwrap().component, Component::Path);
    /// ```
    #[must_use]
    pub fn between(a: Reference<'_>, b: Reference<'_>) -> Option<Self> {
        let component = Component::SMALLEST.iter().copied().find(|&c| a.component(c) != b.component(c))?;
        Some(Self { component, a: place(a, component), b: place(b, component) })
    }
}

/// The result of [`compare()`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// The first rung at which the two agree; `None` if they differ at all rungs.
    pub rung: Option<Agreement>,
    /// The first component in which they differ: as they are written if they agree at some rung, otherwise at the highest
    /// rung. `None` if they are identical.
    pub difference: Option<Difference>,
}

impl Comparison {
    /// Returns whether the two references are equivalent at some rung.
    ///
    /// ```
    /// use napkin::{Reference, Standard, compare};
    /// let read = |text| Reference::parse(text, Standard::Rfc3986).unwrap();
    /// assert!(compare(read("http://h:80/%7Ea"), read("HTTP://h/~a")).is_equivalent());
    /// ```
    #[must_use]
    pub const fn is_equivalent(&self) -> bool {
        self.rung.is_some()
    }
}

/// The ladder: each rung with all rungs below it.
const LADDER: [(Agreement, Rungs); 5] = [
    (Agreement::Identical, Rungs::NONE),
    (Agreement::Case, Rungs::CASE),
    (Agreement::Percent, Rungs::CASE.or(Rungs::PERCENT)),
    (Agreement::Path, Rungs::CASE.or(Rungs::PERCENT).or(Rungs::PATH)),
    (Agreement::Scheme, Rungs::ALL),
];

/// Compares two references rung by rung, from simple string comparison up to the scheme's rules, until they agree
/// (RFC 3986 section 6.2).
///
/// ```
/// use napkin::{Agreement, Reference, Standard, compare};
/// let read = |text| Reference::parse(text, Standard::Rfc3986).unwrap();
/// let answer = compare(read("HTTP://h/%7esam"), read("http://h/~sam"));
/// assert_eq!(answer.rung, Some(Agreement::Percent));
/// assert_eq!(compare(read("http://h/a"), read("http://h/b")).rung, None);
/// ```
#[must_use]
pub fn compare(a: Reference<'_>, b: Reference<'_>) -> Comparison {
    let agree = |rungs| are_same(a.standard(), rungs, &normalize(a, rungs).text, &normalize(b, rungs).text);
    let rung = LADDER.into_iter().find(|&(_, rungs)| agree(rungs)).map(|(agreement, _)| agreement);
    let difference = match rung {
        Some(Agreement::Identical) => None,
        Some(_) => Difference::between(a, b),
        None => normal_difference(a, b),
    };
    Comparison { rung, difference }
}

/// Returns whether two normal forms, or the same component of each, count as one text at these rungs.
fn are_same(standard: Standard, rungs: Rungs, a: &str, b: &str) -> bool {
    a == b || (standard == Standard::Rfc3987 && rungs.contains(Rung::Percent) && map_to_same_uri(a, b))
}

/// Returns whether two IRIs, whose escapes have upper-case digits, map to the same URI by RFC 3987 section 3.1: octets
/// beyond ASCII become escapes.
fn map_to_same_uri(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        let ((in_a, behind_a), (in_b, behind_b)) = match (octet(a), octet(b)) {
            (Some(in_a), Some(in_b)) => (in_a, in_b),
            (None, None) => return true,
            _ => return false,
        };
        if in_a != in_b {
            return false;
        }
        (a, b) = (behind_a, behind_b);
    }
}

/// Splits off the first octet of an IRI, where an escape counts as one octet. The flag says whether the URI contains
/// the octet itself rather than its escape.
fn octet(iri: &[u8]) -> Option<((u8, bool), &[u8])> {
    match escape_at(iri, 0) {
        Some(octet) => Some(((octet, false), &iri[3..])),
        None => iri.split_first().map(|(&octet, behind)| ((octet, octet.is_ascii()), behind)),
    }
}

fn normal_difference(a: Reference<'_>, b: Reference<'_>) -> Option<Difference> {
    let (normal_a, normal_b) = (normalize(a, Rungs::ALL), normalize(b, Rungs::ALL));
    let again = |text, standard| Reference::parse(text, standard).ok();
    let (read_a, read_b) = (again(&normal_a.text, a.standard())?, again(&normal_b.text, b.standard())?);
    // Compare the smallest components, because a part of the authority says more than all of it.
    let differ = |&c: &Component| match (read_a.component(c), read_b.component(c)) {
        (Some(in_a), Some(in_b)) => !are_same(a.standard(), Rungs::ALL, in_a, in_b),
        (in_a, in_b) => in_a != in_b,
    };
    let component = Component::SMALLEST.iter().copied().find(differ)?;
    Some(Difference { component, a: place(a, component), b: place(b, component) })
}

/// Returns the component's span, or an empty span at the place where it would be.
fn place(reference: Reference<'_>, component: Component) -> Span {
    if let Some(span) = reference.span(component) {
        return span;
    }
    let before = Component::SMALLEST.iter().copied().take_while(|&c| c != component);
    let at = before.filter_map(|c| reference.span(c)).map(|span| span.end).max().unwrap_or(0);
    Span::new(at, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Standard;

    #[test]
    fn names_where_two_urls_differ() {
        let read = |text| Reference::parse(text, Standard::Rfc3986).unwrap();
        // (a, b, component, its text in a, its text in b)
        let cases = [
            ("http://h/a", "http://h/b", Component::Path, "/a", "/b"),
            ("http://H/a", "http://h/b", Component::Path, "/a", "/b"),
            ("http://H/a", "http://h/a", Component::Host, "H", "h"),
            ("http://h/?q", "http://h/", Component::Query, "q", ""),
            ("http://u@h/", "http://h/", Component::User, "u", ""),
            ("http://h:81/", "http://h/", Component::Port, "81", ""),
            ("http://h/a#x", "http://h/a#", Component::Fragment, "x", ""),
        ];
        for (a, b, component, in_a, in_b) in cases {
            let difference = compare(read(a), read(b)).difference.unwrap();
            assert_eq!(difference.component, component, "{a} {b}");
            assert_eq!((difference.a.of(a), difference.b.of(b)), (in_a, in_b), "{a} {b}");
        }
    }
}
