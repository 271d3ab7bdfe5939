//! Matches URLs against templates: finds the values from which a template makes a URL. Start at [`Template::match_url`].
//!
//! RFC 6570 section 1.4 only notes that this is possible for some templates. The rules here:
//!
//! - A value is text, unless it has a comma that an operator encodes in texts (a list), or is exploded (a list, or pairs if each
//!   item has an `=`). Under `+` and `#` it is the unchanged text, with its escapes.
//! - Of several ways, the first variable that can have a value has it, and takes as much as the rest allows. A separator
//!   begins the next variable, if there is one. [`Match::is_ambiguous`] tells that there is another way.
//! - Expanding the values must make the same URL, byte for byte.
//!
//! From the end of the URL to its start, each state of the program is told whether the rest can be read from it. Then one walk
//! from the start makes the choices. The work is the length of the program times that of the URL.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::captured::collect;
use super::encode::{Kept, escaped_character};
use super::program::{Class, Occurrence, Program, State};
use super::{Template, Value, Values};
use crate::percent::{escape_at, is_ucschar};
use crate::{Finding, Span, Standard, rules};

/// The number of states times bytes beyond which a URL is not matched: 256 MiB of memory.
const MAX_CELLS: usize = 1 << 28;

/// How a URL is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchOptions {
    /// The standard of the URL. Under [`Standard::Rfc3987`], a URL may have characters beyond ASCII. Default: RFC 3986.
    pub standard: Standard,
    /// Whether the pairs of `{?…}`, `{&…}` and `{;…}` may have any order. Default: no.
    pub any_order: bool,
    /// Whether a query may have pairs that belong to no variable. Default: no.
    pub other_pairs: bool,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self { standard: Standard::Rfc3986, any_order: false, other_pairs: false }
    }
}

impl MatchOptions {
    /// Returns the options with another standard.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin::template::{MatchOptions, Template};
    /// let options = MatchOptions::default().with_standard(Standard::Rfc3987);
    /// let template = Template::parse("/{drink}")?;
    /// assert_eq!(template.match_url_with("/café", options).unwrap().text("drink"), Some("café"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_standard(self, standard: Standard) -> Self {
        Self { standard, ..self }
    }

    /// Returns the options with pairs in any order, or not.
    ///
    /// ```
    /// use napkin::template::{MatchOptions, Template};
    /// let options = MatchOptions::default().with_any_order(true);
    /// let template = Template::parse("/beer{?size,for}")?;
    /// let found = template.match_url_with("/beer?for=kim&size=pint", options).unwrap();
    /// assert_eq!(found.text("size"), Some("pint"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_any_order(self, any_order: bool) -> Self {
        Self { any_order, ..self }
    }

    /// Returns the options with pairs that belong to no variable, or without.
    ///
    /// ```
    /// use napkin::template::{MatchOptions, Template};
    /// let options = MatchOptions::default().with_other_pairs(true);
    /// let found = Template::parse("/beer{?size}")?.match_url_with("/beer?utm_source=x&size=pint", options).unwrap();
    /// assert_eq!((found.text("size"), found.other_pairs().collect()), (Some("pint"), vec!["utm_source=x"]));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_other_pairs(self, other_pairs: bool) -> Self {
        Self { other_pairs, ..self }
    }
}

/// The reason why a template does not make a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// No values make the URL. What follows this byte cannot be read.
    Text(usize),
    /// A variable that is there twice has two values, or expanding the values makes another URL. The bytes of the value.
    Value(Span),
    /// The template and the URL are too long: their lengths multiplied exceed 2^28.
    TooLong,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(at) => write!(f, "the template makes no URL that goes on so after byte {at}"),
            Self::Value(span) => write!(f, "the template makes another URL from the value at byte {}", span.start),
            Self::TooLong => f.write_str("the template and the URL are too long to be matched"),
        }
    }
}

impl core::error::Error for Mismatch {}

impl Mismatch {
    /// Returns the mismatch as a finding at its place in the URL.
    ///
    /// ```
    /// # use napkin::template::Template;
    /// let url = "/beer?cup";
    /// let finding = Template::parse("/{drink}{?size}")?.match_url(url).unwrap_err().finding(url);
    /// assert_eq!(finding.span.of(url), "c");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn finding(self, url: &str) -> Finding {
        let span = match self {
            Self::Text(at) => {
                let at = (0..=at).rev().find(|&at| url.is_char_boundary(at)).unwrap_or(0);
                Span::new(at, at + url[at..].chars().next().map_or(0, char::len_utf8))
            }
            Self::Value(span) => span,
            Self::TooLong => Span::new(0, url.len()),
        };
        Finding::new(rules::TEMPLATE_MISMATCH, Standard::Rfc3986, span, "", url[span.start..].chars().next())
    }
}

/// The values from which a template makes a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<'t, 'u> {
    variables: Vec<(&'t str, Value<'u>)>,
    others: Vec<&'u str>,
    is_ambiguous: bool,
}

impl<'t, 'u> Match<'t, 'u> {
    pub(super) const fn new(variables: Vec<(&'t str, Value<'u>)>, others: Vec<&'u str>) -> Self {
        Self { variables, others, is_ambiguous: false }
    }

    /// Returns the text of a variable; `None` if the variable has no value, or a list or pairs.
    ///
    /// ```
    /// # use napkin::template::Template;
    /// let template = Template::parse("/{drink}{/size}")?;
    /// let found = template.match_url("/hot%20chocolate").unwrap();
    /// assert_eq!((found.text("drink"), found.text("size")), (Some("hot chocolate"), None));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.variables.iter().find_map(|(key, value)| match value {
            Value::Text(text) if *key == name => Some(&**text),
            _ => None,
        })
    }

    /// Returns the variables that have values, in the order of the template.
    ///
    /// ```
    /// # use napkin::template::{Template, Value};
    /// let template = Template::parse("{/menu*}{?size}")?;
    /// let found = template.match_url("/beer/dark").unwrap();
    /// assert_eq!(found.variables().collect::<Vec<_>>(), [("menu", &Value::list(["beer", "dark"]))]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn variables(&self) -> impl Iterator<Item = (&'t str, &Value<'u>)> {
        self.variables.iter().map(|(name, value)| (*name, value))
    }

    /// Returns the pairs that belong to no variable, as the URL writes them. Only
    /// [`MatchOptions::other_pairs`] admits them.
    ///
    /// ```
    /// # use napkin::template::Template;
    /// assert_eq!(Template::parse("/{drink}")?.match_url("/beer").unwrap().other_pairs().count(), 0);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn other_pairs(&self) -> impl Iterator<Item = &'u str> {
        self.others.iter().copied()
    }

    /// Returns whether other values make the same URL, too.
    ///
    /// ```
    /// # use napkin::template::Template;
    /// assert!(Template::parse("/{a}{b}")?.match_url("/beer").unwrap().is_ambiguous());
    /// assert!(!Template::parse("/{a}/{b}")?.match_url("/beer/pint").unwrap().is_ambiguous());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }
}

impl Values for Match<'_, '_> {
    fn value(&self, name: &str) -> Value<'_> {
        self.variables.as_slice().value(name)
    }
}

impl<'a> Template<'a> {
    /// Returns the values from which the template makes this URL, as [`MatchOptions::default`] says.
    ///
    /// # Errors
    /// Returns the reason why there are none.
    ///
    /// ```
    /// use napkin::template::{Mismatch, Template};
    /// let template = Template::parse("http://pub.example/{drink}{?size}")?;
    /// let found = template.match_url("http://pub.example/beer?size=pint").unwrap();
    /// assert_eq!(found.text("drink"), Some("beer"));
    /// assert_eq!(template.match_url("http://pub.example/beer?cup").unwrap_err(), Mismatch::Text(24));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn match_url<'u>(&self, url: &'u str) -> Result<Match<'a, 'u>, Mismatch> {
        self.match_url_with(url, MatchOptions::default())
    }

    /// Returns the values from which the template makes this URL.
    ///
    /// # Errors
    /// Returns the reason why there are none.
    ///
    /// ```
    /// use napkin::template::{MatchOptions, Template};
    /// let options = MatchOptions::default().with_any_order(true).with_other_pairs(true);
    /// let template = Template::parse("/search{?q,page}")?;
    /// let found = template.match_url_with("/search?page=2&lang=en&q=beer", options).unwrap();
    /// assert_eq!((found.text("q"), found.text("page")), (Some("beer"), Some("2")));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn match_url_with<'u>(&self, url: &'u str, options: MatchOptions) -> Result<Match<'a, 'u>, Mismatch> {
        let program = Program::new(self, options);
        let paths = Paths::new(&program, url)?;
        let captures = paths.walk()?;
        let mut found = collect(&program, url, &captures)?;
        found.is_ambiguous = paths.count(program.start, 0) > 1;
        if is_made(self, &found, url, options) { Ok(found) } else { Err(Mismatch::Value(Span::new(0, url.len()))) }
    }
}

/// Returns whether expanding the values makes the URL. If pairs may have any order, the URL may differ in their order.
fn is_made(template: &Template<'_>, found: &Match<'_, '_>, url: &str, options: MatchOptions) -> bool {
    let mut made = String::with_capacity(url.len());
    if template.expand_into(found, options.standard, &mut made).is_err() {
        return false;
    }
    if !options.any_order && !options.other_pairs {
        return made == url;
    }
    let pieces = |text: &str| -> Vec<String> { text.split(['?', '&', ';']).map(Into::into).collect() };
    let (mut made, mut given) = (pieces(&made), pieces(url));
    made.extend(found.others.iter().map(|&pair| pair.into()));
    made.sort_unstable();
    given.sort_unstable();
    // A query of other pairs alone has a `?` that the template does not make.
    made == given
}

/// For each state and place: whether the rest of the URL can be read from there in no way (0), in one (1), or in several (2).
struct Paths<'p, 't, 'a, 'u> {
    program: &'p Program<'t, 'a>,
    url: &'u str,
    width: usize,
    counts: Vec<u8>,
    /// For values with a limit: the distances in units to the nearest two places at which they can end.
    near: Vec<Option<Vec<[u16; 2]>>>,
    /// The end of the name that begins at each byte.
    name_ends: Vec<u32>,
}

const FAR: u16 = u16::MAX;

impl<'p, 't, 'a, 'u> Paths<'p, 't, 'a, 'u> {
    fn new(program: &'p Program<'t, 'a>, url: &'u str) -> Result<Self, Mismatch> {
        let width = url.len() + 1;
        let cells = program.states.len().checked_mul(width).filter(|&cells| cells <= MAX_CELLS);
        let cells = cells.ok_or(Mismatch::TooLong)?;
        let limited = |state: &State| matches!(state, State::Value { limit: Some(_), .. });
        let near = program.states.iter().map(|state| limited(state).then(|| vec![[FAR; 2]; width])).collect();
        let mut paths = Self { program, url, width, counts: vec![0; cells], near, name_ends: vec![0; width] };
        for at in (0..width).rev() {
            paths.name_ends[at] = paths.name_end(at);
            for state in 0..program.states.len() {
                paths.counts[state * width + at] = paths.judge(state, at);
            }
        }
        Ok(paths)
    }

    fn count(&self, state: usize, at: usize) -> u8 {
        self.counts[state * self.width + at]
    }

    fn name_end(&self, at: usize) -> u32 {
        let unit = self.unit(Class::default(), at);
        // Only names within 4 GiB can be reached: `MAX_CELLS`.
        if unit == 0 { at as u32 } else { self.name_ends[at + unit] }
    }

    /// Returns the length of the unit of a value at `at`; 0 if there is none.
    fn unit(&self, class: Class, at: usize) -> usize {
        let bytes = self.url.as_bytes();
        let Some(&byte) = bytes.get(at) else { return 0 };
        let kept = Kept { reserved: class.is_reserved, beyond_ascii: true };
        match byte {
            _ if class.is_any => usize::from(!matches!(byte, b'&' | b'#')),
            b',' if class.has_commas => 1,
            b'=' if class.has_equals => 1,
            b'%' => {
                let length = escaped_character(bytes, at);
                if class.is_reserved || is_canonical(&bytes[at..at + length]) { length } else { 0 }
            }
            0x80.. if self.program.options.standard == Standard::Rfc3987 => {
                let c = self.url.get(at..).and_then(|rest| rest.chars().next());
                c.filter(|&c| is_ucschar(c)).map_or(0, char::len_utf8)
            }
            0x80.. => 0,
            _ => usize::from(kept.has(byte)),
        }
    }

    fn is_text(&self, start: usize, end: usize, at: usize) -> bool {
        self.url.as_bytes()[at..].starts_with(&self.program.text.as_bytes()[start..end])
    }

    /// Returns the end of a name at `at`, if it is one of these names, or is not.
    fn name(&self, first: usize, last: usize, is_among: bool, at: usize) -> Option<usize> {
        let end = self.name_ends[at] as usize;
        let name = &self.url.as_bytes()[at..end];
        let is_known = self.program.names[first..last].iter().any(|other| other.as_bytes() == name);
        (end > at && is_known == is_among).then_some(end)
    }

    /// Counts the ways from a state at a place, from the counts of earlier states here and of all states at later places.
    fn judge(&mut self, state: usize, at: usize) -> u8 {
        match self.program.states[state] {
            State::End => u8::from(at + 1 == self.width),
            State::Text { start, end, next } if start == end => self.count(next, at),
            State::Text { start, end, next } => {
                if self.is_text(start, end, at) {
                    self.count(next, at + end - start)
                } else {
                    0
                }
            }
            State::Split(first, second) => (self.count(first, at) + self.count(second, at)).min(2),
            State::Open(_, next) | State::Close(next) => self.count(next, at),
            State::Name { first, last, is_among, next } => {
                self.name(first, last, is_among, at).map_or(0, |end| self.count(next, end))
            }
            State::Unit(class, next) => match self.unit(class, at) {
                0 => 0,
                length => self.count(next, at + length),
            },
            State::Value { class, limit: None, next } => {
                let more = match self.unit(class, at) {
                    0 => 0,
                    length => self.count(state, at + length),
                };
                (self.count(next, at) + more).min(2)
            }
            State::Value { class, limit: Some(limit), next } => self.judge_limited(state, class, limit, next, at),
        }
    }

    fn judge_limited(&mut self, state: usize, class: Class, limit: u16, next: usize, at: usize) -> u8 {
        let here = self.count(next, at);
        let length = self.unit(class, at);
        let Some(near) = &mut self.near[state] else { return 0 };
        let [first, second] = if length == 0 { [FAR; 2] } else { near[at + length].map(|far| far.saturating_add(1)) };
        near[at] = match here {
            0 => [first, second],
            1 => [0, first],
            _ => [0, 0],
        };
        near[at].iter().filter(|&&distance| distance <= limit && distance != FAR).count() as u8
    }

    /// Makes the choices from the start. Returns the occurrences that have values, with their places.
    fn walk(&self) -> Result<Vec<(Occurrence, Span)>, Mismatch> {
        let (mut state, mut at) = (self.program.start, 0);
        if self.count(state, at) == 0 {
            return Err(Mismatch::Text(self.furthest()));
        }
        let (mut captures, mut open, mut units) = (Vec::new(), None, 0);
        loop {
            match self.program.states[state] {
                State::End => return Ok(captures),
                State::Text { start, end, next } => (state, at) = (next, at + end - start),
                State::Split(first, second) => state = if self.count(first, at) > 0 { first } else { second },
                State::Unit(class, next) => (state, at) = (next, at + self.unit(class, at)),
                State::Name { first, last, is_among, next } => {
                    at = self.name(first, last, is_among, at).unwrap_or(at);
                    state = next;
                }
                State::Open(occurrence, next) => {
                    open = Some((self.program.occurrences[occurrence], at));
                    state = next;
                }
                State::Close(next) => {
                    captures.extend(open.take().map(|(occurrence, start)| (occurrence, Span::new(start, at))));
                    state = next;
                }
                State::Value { class, limit, next } => {
                    if self.goes_on(state, class, limit, next, at, units) {
                        at += self.unit(class, at);
                        units += 1;
                    } else {
                        (state, units) = (next, 0);
                    }
                }
            }
        }
    }

    /// Returns whether a value can take another unit after `units` of them.
    fn goes_on(&self, state: usize, class: Class, limit: Option<u16>, next: usize, at: usize, units: u16) -> bool {
        let length = self.unit(class, at);
        let is_left = class.left.is_some() && self.url.as_bytes().get(at) == class.left.as_ref();
        if length == 0 || (is_left && self.count(next, at) > 0) {
            return false;
        }
        match (limit, &self.near[state]) {
            (Some(limit), Some(near)) => near[at + length][0].saturating_add(units + 1) <= limit,
            _ => self.count(state, at + length) > 0,
        }
    }

    /// Returns the last place to which the URL can be read from the start of the template, however it ends.
    fn furthest(&self) -> usize {
        let mut seen = vec![false; self.counts.len()];
        let (mut open, mut furthest) = (vec![(self.program.start, 0)], 0);
        while let Some((state, at)) = open.pop() {
            if core::mem::replace(&mut seen[state * self.width + at], true) {
                continue;
            }
            furthest = furthest.max(at);
            let forward = |length: usize| (length > 0).then_some(at + length);
            match self.program.states[state] {
                State::End => {}
                State::Text { start, end, next } => {
                    open.extend(self.is_text(start, end, at).then_some((next, at + end - start)));
                }
                State::Split(first, second) => open.extend([(first, at), (second, at)]),
                State::Open(_, next) | State::Close(next) => open.push((next, at)),
                State::Name { first, last, is_among, next } => {
                    open.extend(self.name(first, last, is_among, at).map(|end| (next, end)));
                }
                State::Unit(class, next) => open.extend(forward(self.unit(class, at)).map(|at| (next, at))),
                State::Value { class, next, .. } => {
                    open.push((next, at));
                    open.extend(forward(self.unit(class, at)).map(|at| (state, at)));
                }
            }
        }
        furthest
    }
}

/// Returns whether expanding writes these escapes: upper-case digits, and no unreserved character.
fn is_canonical(escapes: &[u8]) -> bool {
    let kept = Kept { reserved: false, beyond_ascii: false };
    !escapes.iter().any(u8::is_ascii_lowercase)
        && escape_at(escapes, 0).is_some_and(|byte| byte >= 0x80 || !kept.has(byte))
}
