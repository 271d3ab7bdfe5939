//! Reads and edits the pairs of a query: `name=value&name=value`. Start at `pairs` and `Pairs`.
//!
//! Pairs follow the convention of `application/x-www-form-urlencoded`, which no generic syntax defines. Unchanged pairs
//! stay as they are written, byte for byte.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::percent::{Encoded, QUERY_PAIR, Set, encode_into};

/// A pair, as it is written in the query.
///
/// ```
/// use napkin::{Reference, Standard, query};
/// let url = Reference::parse("/napkins?ink=dark+blue&size", Standard::Rfc3986)?;
/// let pairs: Vec<_> = query::pairs(url.query().unwrap()).collect();
/// assert_eq!(pairs[0].name(), "ink".as_bytes());
/// assert_eq!(pairs[0].value().unwrap(), "dark blue".as_bytes());
/// assert_eq!(pairs[1].value(), None);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a>(&'a str);

impl<'a> Pair<'a> {
    /// Returns the pair as it is written.
    ///
    /// ```
    /// use napkin::{Reference, query};
    /// let url = Reference::from_static("?a=1&b=%20");
    /// assert_eq!(query::pairs(url.query().unwrap()).last().unwrap().text(), "b=%20");
    /// ```
    #[must_use]
    pub const fn text(self) -> Encoded<'a> {
        Encoded::unchecked(self.0)
    }

    /// Returns the decoded name, in which `+` is a space.
    ///
    /// ```
    /// use napkin::{Reference, query};
    /// let url = Reference::from_static("?dark+ink=1");
    /// assert_eq!(query::pairs(url.query().unwrap()).next().unwrap().name(), "dark ink".as_bytes());
    /// ```
    #[must_use]
    pub fn name(self) -> Cow<'a, [u8]> {
        form_decoded(self.0.split_once('=').map_or(self.0, |(name, _)| name))
    }

    /// Returns the decoded value, in which `+` is a space; `None` without a `=`.
    ///
    /// ```
    /// use napkin::{Reference, query};
    /// let url = Reference::from_static("?a=x+y&b");
    /// let values: Vec<_> = query::pairs(url.query().unwrap()).map(|pair| pair.value()).collect();
    /// assert_eq!(values, [Some("x y".as_bytes().into()), None]);
    /// ```
    #[must_use]
    pub fn value(self) -> Option<Cow<'a, [u8]>> {
        self.0.split_once('=').map(|(_, value)| form_decoded(value))
    }
}

/// Returns the pairs of a query in order, without empty ones as in `a&&b`.
///
/// ```
/// use napkin::{Reference, query};
/// let url = Reference::from_static("?a=1&&b=2");
/// assert!(query::pairs(url.query().unwrap()).map(|pair| pair.text().as_str()).eq(["a=1", "b=2"]));
/// ```
pub fn pairs(query: Encoded<'_>) -> impl Iterator<Item = Pair<'_>> {
    query.as_str().split('&').filter(|pair| !pair.is_empty()).map(Pair)
}

/// Returns the pairs of an unchecked text in order; a `%` that begins no escape is decoded as itself.
///
/// ```
/// use napkin::query::form_pairs;
/// let values: Vec<_> = form_pairs("discount=100%&size=a pint").map(|pair| pair.value().unwrap()).collect();
/// assert_eq!(values, [b"100%".as_slice(), b"a pint"]);
/// ```
pub fn form_pairs(text: &str) -> impl Iterator<Item = Pair<'_>> {
    pairs(Encoded::unchecked(text))
}

fn form_decoded(text: &str) -> Cow<'_, [u8]> {
    let Some(first) = text.bytes().position(|byte| matches!(byte, b'+' | b'%')) else {
        return Cow::Borrowed(text.as_bytes());
    };
    let mut out = Vec::with_capacity(text.len());
    out.extend_from_slice(&text.as_bytes()[..first]);
    for (number, piece) in text[first..].split('+').enumerate() {
        if number > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(&Encoded::unchecked(piece).decode_bytes());
    }
    Cow::Owned(out)
}

/// The form of spaces in added names and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Spaces {
    /// `%20`, which every program reads alike.
    #[default]
    Percent,
    /// `+`, as forms write them.
    Plus,
}

/// The pairs of a query during an edit. [`Edit::pairs`](crate::Edit::pairs) edits those of a reference;
/// [`parse`](Self::parse) and [`into_query`](Self::into_query) serve for any other query.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    pairs: Vec<String>,
    spaces: Spaces,
}

impl Pairs {
    /// Returns the pairs of a query, without its `?`. Any text is a query. Empty pairs, as in `a&&b`, have no name; they stay
    /// as they are, and [`sort`](Self::sort) drops them.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("ink=dark%20blue&&size=pint");
    /// pairs.set("size", "1/2 pint");
    /// assert_eq!(pairs.into_query().as_deref(), Some("ink=dark%20blue&&size=1/2%20pint"));
    /// ```
    #[must_use]
    pub fn parse(query: &str) -> Self {
        let pairs = if query.is_empty() { Vec::new() } else { query.split('&').map(String::from).collect() };
        Self { pairs, spaces: Spaces::default() }
    }

    /// Returns the query of the pairs; `None` without a pair that is not empty, so that no `?` is left behind.
    ///
    /// Pairs that were not changed are written as they were.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// assert_eq!(Pairs::parse("a=%7e&&b").into_query().as_deref(), Some("a=%7e&&b"));
    /// assert_eq!(Pairs::parse("&").into_query(), None);
    /// ```
    #[must_use]
    pub fn into_query(self) -> Option<String> {
        self.written_pairs().next()?;
        Some(self.pairs.join("&"))
    }

    /// Sets the form of spaces in pairs that are added later.
    ///
    /// ```
    /// use napkin::query::{Pairs, Spaces};
    /// let mut pairs = Pairs::default();
    /// pairs.spaces(Spaces::Plus).add("ink", "dark blue");
    /// assert_eq!(pairs.into_query().as_deref(), Some("ink=dark+blue"));
    /// ```
    pub fn spaces(&mut self, spaces: Spaces) -> &mut Self {
        self.spaces = spaces;
        self
    }

    /// Adds a pair at the end. Name and value are data; both are encoded.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("a=1");
    /// pairs.add("a", "1&2");
    /// assert_eq!(pairs.into_query().as_deref(), Some("a=1&a=1%262"));
    /// ```
    pub fn add(&mut self, name: &str, value: &str) -> &mut Self {
        let pair = self.written(name, Some(value));
        self.append(pair)
    }

    /// Adds a name without `=` at the end.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("a=1");
    /// pairs.add_name("draft");
    /// assert_eq!(pairs.into_query().as_deref(), Some("a=1&draft"));
    /// ```
    pub fn add_name(&mut self, name: &str) -> &mut Self {
        let pair = self.written(name, None);
        self.append(pair)
    }

    /// Appends a pair, behind a `&` that is there already.
    fn append(&mut self, pair: String) -> &mut Self {
        self.pairs.pop_if(|last| last.is_empty());
        self.pairs.push(pair);
        self
    }

    /// Returns the pairs that are not empty.
    fn written_pairs(&self) -> impl Iterator<Item = &String> {
        self.pairs.iter().filter(|pair| !pair.is_empty())
    }

    /// Sets the value of the first pair of this name and removes the others of this name. Returns `false`, and changes
    /// nothing, if there is no such pair.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("a=1&b=2&a=3");
    /// assert!(pairs.replace("a", "4") && !pairs.replace("c", "5"));
    /// assert_eq!(pairs.into_query().as_deref(), Some("a=4&b=2"));
    /// ```
    pub fn replace(&mut self, name: &str, value: &str) -> bool {
        let Some(first) = self.pairs.iter().position(|pair| is_named(pair, name)) else { return false };
        self.pairs[first] = self.written(name, Some(value));
        let mut place = 0..;
        self.pairs.retain(|pair| place.next() <= Some(first) || !is_named(pair, name));
        true
    }

    /// [Replaces](Self::replace) the pairs of this name, or [adds](Self::add) a pair if there is none.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("a=1");
    /// pairs.set("a", "2").set("b", "3");
    /// assert_eq!(pairs.into_query().as_deref(), Some("a=2&b=3"));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        if !self.replace(name, value) {
            self.add(name, value);
        }
        self
    }

    /// Gives another name to every pair of this name. The values stay as they are written.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("q=a%7e&q&b=1");
    /// pairs.rename("q", "s&t");
    /// assert_eq!(pairs.into_query().as_deref(), Some("s%26t=a%7e&s%26t&b=1"));
    /// ```
    pub fn rename(&mut self, name: &str, to: &str) -> &mut Self {
        let new = self.written(to, None);
        for pair in self.pairs.iter_mut().filter(|pair| is_named(pair, name)) {
            let end = pair.find('=').unwrap_or(pair.len());
            pair.replace_range(..end, &new);
        }
        self
    }

    /// Returns whether both have the same pairs, as they are written.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// assert!(Pairs::parse("a=1&&b").has_same_pairs(&Pairs::parse("a=1&b")));
    /// assert!(!Pairs::parse("a=%61").has_same_pairs(&Pairs::parse("a=a")));
    /// ```
    #[must_use]
    pub fn has_same_pairs(&self, other: &Self) -> bool {
        self.written_pairs().eq(other.written_pairs())
    }

    /// Removes every pair of this name.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("a=1&b=2&%61=3");
    /// pairs.remove("a");
    /// assert_eq!(pairs.into_query().as_deref(), Some("b=2"));
    /// ```
    pub fn remove(&mut self, name: &str) -> &mut Self {
        self.remove_if(|decoded| decoded == name.as_bytes())
    }

    /// Removes every pair whose decoded name meets the condition.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("utm_source=x&id=7");
    /// pairs.remove_if(|name| name.starts_with(b"utm_"));
    /// assert_eq!(pairs.into_query().as_deref(), Some("id=7"));
    /// ```
    pub fn remove_if(&mut self, mut condition: impl FnMut(&[u8]) -> bool) -> &mut Self {
        self.pairs.retain(|pair| pair.is_empty() || !condition(&Pair(pair).name()));
        self
    }

    /// Sorts by decoded name; pairs with the same name keep their order.
    ///
    /// ```
    /// use napkin::query::Pairs;
    /// let mut pairs = Pairs::parse("b=1&a=2&b=0");
    /// pairs.sort();
    /// assert_eq!(pairs.into_query().as_deref(), Some("a=2&b=1&b=0"));
    /// ```
    pub fn sort(&mut self) -> &mut Self {
        self.pairs.retain(|pair| !pair.is_empty());
        self.pairs.sort_by(|a, b| Pair(a).name().cmp(&Pair(b).name()));
        self
    }

    fn written(&self, name: &str, value: Option<&str>) -> String {
        let mut out = String::new();
        self.push(name, &mut out);
        if let Some(value) = value {
            out.push('=');
            self.push(value, &mut out);
        }
        out
    }

    fn push(&self, data: &str, out: &mut String) {
        const KEEP: Set = QUERY_PAIR;
        match self.spaces {
            Spaces::Percent => encode_into(data.as_bytes(), KEEP, out),
            Spaces::Plus => {
                for (number, word) in data.split(' ').enumerate() {
                    if number > 0 {
                        out.push('+');
                    }
                    encode_into(word.as_bytes(), KEEP, out);
                }
            }
        }
    }
}

fn is_named(pair: &str, name: &str) -> bool {
    !pair.is_empty() && *Pair(pair).name() == *name.as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts the result of a change to a query.
    #[track_caller]
    fn assert_gives(query: &str, expected: Option<&str>, change: impl FnOnce(&mut Pairs)) {
        let mut pairs = Pairs::parse(query);
        change(&mut pairs);
        assert_eq!(pairs.into_query().as_deref(), expected, "{query}");
    }

    #[test]
    fn added_pairs_are_encoded_and_others_stay_as_written() {
        assert_gives("a=%7e&b", Some("a=%7e&b&c%20d=1%2B1%3D2%263"), |pairs| {
            pairs.add("c d", "1+1=2&3");
        });
        assert_gives("a", Some("a&c+d=e%2Bf"), |pairs| {
            pairs.spaces(Spaces::Plus).add("c d", "e+f");
        });
        assert_gives("", Some("caf%C3%A9"), |pairs| {
            pairs.add_name("caf\u{e9}");
        });
    }

    #[test]
    fn empty_pairs_stay() {
        assert_gives("a&&b", Some("&b"), |pairs| {
            pairs.remove("a").remove("");
        });
        assert_gives("&a&", Some("&a&b"), |pairs| {
            pairs.add_name("b");
        });
        assert_gives("a&&", None, |pairs| {
            pairs.remove("a");
        });
        assert_gives("b&&=1", Some("=1&b"), |pairs| {
            pairs.sort();
        });
    }

    #[test]
    fn replaced_pairs_keep_the_first_place() {
        assert_gives("a=1&b=2&a=3&b=4", Some("a=x&b=2&b=4"), |pairs| assert!(pairs.replace("a", "x")));
        assert_gives("a=1", Some("a=1"), |pairs| assert!(!pairs.replace("b", "x")));
        assert_gives("a=1", Some("a=1&b=x"), |pairs| {
            pairs.set("b", "x");
        });
    }

    #[test]
    fn pairs_are_removed_and_sorted_by_their_decoded_names() {
        assert_gives("x%20y=1&x+y=2&z", Some("z"), |pairs| {
            pairs.remove("x y");
        });
        assert_gives("utm_a=1&utm_b=2", None, |pairs| {
            pairs.remove_if(|name| name.starts_with(b"utm_"));
        });
        assert_gives("c&a=2&b&a=1&%61=0", Some("a=2&a=1&%61=0&b&c"), |pairs| {
            pairs.sort();
        });
    }
}
