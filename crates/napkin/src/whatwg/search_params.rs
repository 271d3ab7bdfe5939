//! The standard's `URLSearchParams` (section 6.2): a list of names and values, parsed from a query and written to a query.
//!
//! The list is written as application/x-www-form-urlencoded (section 5). Here all pairs are rewritten; to leave the pairs
//! that do not change as written, use [`crate::query`], which also finds the pairs in a query.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::fmt::{self, Write};
use core::slice;
use core::str::FromStr;

use super::Url;
use super::record::Record;
use crate::percent::{EncodeSet, escape};
use crate::query::form_pairs;
use crate::{Error, Finding, Span, Standard, rules};

/// An ordered list of decoded names and values (section 6.2).
///
/// `Display` is the application/x-www-form-urlencoded serializer (section 5.2): a space becomes `+`, and only letters,
/// digits and `*-._` are not escaped.
///
/// ```
/// use napkin::whatwg::SearchParams;
/// let mut params = SearchParams::parse("?size=pint&for=kim&size=half");
/// params.append("ink", "dark blue");
/// assert_eq!(params.get("size"), Some("pint"));
/// assert_eq!(params.get_all("size").collect::<Vec<_>>(), ["pint", "half"]);
/// params.delete("size");
/// assert_eq!(params.to_string(), "for=kim&ink=dark+blue");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchParams {
    list: Vec<(String, String)>,
}

impl SearchParams {
    /// Returns an empty list.
    ///
    /// ```
    /// use napkin::whatwg::SearchParams;
    /// let mut params = SearchParams::new();
    /// params.append("ink", "dark blue");
    /// assert_eq!(params.to_string(), "ink=dark+blue");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// Parses a string, which may begin with `?`, like the constructor of `URLSearchParams`: the
    /// application/x-www-form-urlencoded parser (section 5.1).
    ///
    /// Every text is valid: a pair without `=` has the empty value, empty pairs are skipped, `+` is a space, a `%` that does
    /// not begin an escape is kept, and octets that are not UTF-8 become U+FFFD. A byte order mark is kept.
    ///
    /// ```
    /// use napkin::whatwg::SearchParams;
    /// let params = SearchParams::parse("?a=1+1&b&&c=%ff");
    /// assert_eq!(params.iter().collect::<Vec<_>>(), [("a", "1 1"), ("b", ""), ("c", "\u{fffd}")]);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::of_query(text.strip_prefix('?').unwrap_or(text))
    }

    /// Parses a query without its `?`; a `?` at its start is data.
    fn of_query(query: &str) -> Self {
        let read = |pair: crate::query::Pair<'_>| (lossy(pair.name()), pair.value().map_or_else(String::new, lossy));
        Self { list: form_pairs(query).map(read).collect() }
    }

    /// Appends a pair.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1");
    /// params.append("a", "2");
    /// assert_eq!(params.to_string(), "a=1&a=2");
    /// ```
    pub fn append(&mut self, name: &str, value: &str) {
        self.list.push((name.into(), value.into()));
    }

    /// Removes all pairs with this name.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1&b=2&a=3");
    /// params.delete("a");
    /// assert_eq!(params.to_string(), "b=2");
    /// ```
    pub fn delete(&mut self, name: &str) {
        self.list.retain(|pair| pair.0 != name);
    }

    /// Removes all pairs with this name and value.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1&a=2&a=1");
    /// params.delete_pair("a", "1");
    /// assert_eq!(params.to_string(), "a=2");
    /// ```
    pub fn delete_pair(&mut self, name: &str, value: &str) {
        self.list.retain(|pair| pair.0 != name || pair.1 != value);
    }

    /// Returns the value of the first pair with this name.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1&a=2");
    /// assert_eq!((params.get("a"), params.get("b")), (Some("1"), None));
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|pair| pair.0 == name).map(|pair| &*pair.1)
    }

    /// Returns the values of all pairs with this name, in order.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1&b=2&a=3");
    /// assert!(params.get_all("a").eq(["1", "3"]));
    /// ```
    pub fn get_all<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> {
        self.list.iter().filter(move |pair| pair.0 == name).map(|pair| &*pair.1)
    }

    /// Returns whether there is a pair with this name.
    ///
    /// ```
    /// assert!(napkin::whatwg::SearchParams::parse("?draft").has("draft"));
    /// ```
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns whether there is a pair with this name and value.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1");
    /// assert!(params.has_pair("a", "1") && !params.has_pair("a", "2"));
    /// ```
    #[must_use]
    pub fn has_pair(&self, name: &str, value: &str) -> bool {
        self.get_all(name).any(|found| found == value)
    }

    /// Sets the value of the first pair with this name and removes the others, or appends a pair if there is none.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1&b=2&a=3");
    /// params.set("a", "4");
    /// params.set("c", "5");
    /// assert_eq!(params.to_string(), "a=4&b=2&c=5");
    /// ```
    pub fn set(&mut self, name: &str, value: &str) {
        let mut found = false;
        self.list.retain_mut(|pair| {
            if pair.0 != name {
                return true;
            }
            if !found {
                pair.1 = value.into();
            }
            !core::mem::replace(&mut found, true)
        });
        if !found {
            self.append(name, value);
        }
    }

    /// Sorts the pairs by name, in the order of UTF-16 code units: U+1F308 comes before U+FB03. Pairs with the same name
    /// keep their order.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("c=1&a=2&b=3&a=1");
    /// params.sort();
    /// assert_eq!(params.to_string(), "a=2&a=1&b=3&c=1");
    /// ```
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| code_units(&a.0).cmp(code_units(&b.0)));
    }

    /// Returns the number of pairs; the standard's `size`.
    ///
    /// ```
    /// assert_eq!(napkin::whatwg::SearchParams::parse("a=1&a=2").len(), 2);
    /// ```
    #[must_use]
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the list is empty.
    ///
    /// ```
    /// assert!(napkin::whatwg::SearchParams::parse("?&&").is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns an iterator over names and values, in order.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1&b");
    /// assert!(params.iter().eq([("a", "1"), ("b", "")]));
    /// ```
    #[must_use]
    pub fn iter(&self) -> SearchParamsIter<'_> {
        SearchParamsIter(self.list.iter())
    }
}

/// Decodes octets by *UTF-8 decode without BOM*.
fn lossy(octets: Cow<'_, [u8]>) -> String {
    match String::from_utf8_lossy(&octets) {
        Cow::Owned(text) => text,
        Cow::Borrowed(text) => text.into(),
    }
}

/// Returns bytes that compare like the UTF-16 code units of a text.
///
/// UTF-8 bytes compare like code points. The two orders differ only where one text has a character beyond U+FFFF, which is
/// two surrogates in UTF-16, and the other text has a character from U+E000 to U+FFFF, which sorts after surrogates. Such
/// characters begin with the bytes 0xF0 to 0xF4 and 0xEE to 0xEF, so it is enough to reorder these first bytes.
fn code_units(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().map(|byte| if matches!(byte, 0xEE | 0xEF) { byte + 0x10 } else { byte })
}

/// Writes the list by the application/x-www-form-urlencoded serializer.
impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, value)) in self.list.iter().enumerate() {
            if number > 0 {
                f.write_char('&')?;
            }
            write_form(f, name)?;
            f.write_char('=')?;
            write_form(f, value)?;
        }
        Ok(())
    }
}

fn write_form(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let mut kept = 0;
    for (at, byte) in text.bytes().enumerate() {
        if EncodeSet::FORM_URLENCODED.contains_byte(byte) {
            // All bytes of a character beyond ASCII are encoded, so a kept run ends at a character boundary.
            if kept < at {
                f.write_str(&text[kept..at])?;
            }
            f.write_str(if byte == b' ' { "+" } else { escape(byte) })?;
            kept = at + 1;
        }
    }
    f.write_str(text.get(kept..).unwrap_or_default())
}

/// An iterator over the names and values of [`SearchParams`]; see [`SearchParams::iter`].
#[derive(Clone, Debug)]
pub struct SearchParamsIter<'p>(slice::Iter<'p, (String, String)>);

impl<'p> Iterator for SearchParamsIter<'p> {
    type Item = (&'p str, &'p str);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (&**name, &**value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for SearchParamsIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(name, value)| (&**name, &**value))
    }
}

impl ExactSizeIterator for SearchParamsIter<'_> {}

impl<'p> IntoIterator for &'p SearchParams {
    type Item = (&'p str, &'p str);
    type IntoIter = SearchParamsIter<'p>;

    fn into_iter(self) -> SearchParamsIter<'p> {
        self.iter()
    }
}

impl IntoIterator for SearchParams {
    type Item = (String, String);
    type IntoIter = vec::IntoIter<(String, String)>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// Collects pairs, like the constructor of `URLSearchParams` from a sequence or a record.
impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for SearchParams {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut params = Self::new();
        params.extend(pairs);
        params
    }
}

impl<N: Into<String>, V: Into<String>> Extend<(N, V)> for SearchParams {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, pairs: I) {
        self.list.extend(pairs.into_iter().map(|(name, value)| (name.into(), value.into())));
    }
}

/// Parses like [`SearchParams::parse`].
impl FromStr for SearchParams {
    type Err = core::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::parse(text))
    }
}

impl Url {
    /// Returns the decoded pairs of the query; an empty list if there is no query. The list is a copy; to change the URL, use
    /// [`edit_search_params`](Self::edit_search_params).
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse("https://pub.example/?pint=a~b&pint=%7E", None)?;
    /// assert_eq!(url.search_params().get("pint"), Some("a~b"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn search_params(&self) -> SearchParams {
        self.search().strip_prefix('?').map(SearchParams::of_query).unwrap_or_default()
    }

    /// Edits the pairs of the query, then runs the standard's *update* steps (section 6.2) once.
    ///
    /// All pairs are rewritten even if none changed, as the standard does for a `delete` that finds nothing: `?a=~`
    /// becomes `?a=%7E`. An empty list removes the query and its `?`. To leave unchanged pairs as written, use
    /// [`Edit::pairs`](crate::Edit::pairs).
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let mut url = Url::parse("https://pub.example/?ink=dark%20blue&size=pint", None)?;
    /// url.edit_search_params(|params| params.set("size", "1/2"))?;
    /// assert_eq!(url.href(), "https://pub.example/?ink=dark+blue&size=1%2F2");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error and leaves the URL unchanged if it would be longer than [`MAX_LENGTH`](crate::MAX_LENGTH) (rule
    /// `too-long`).
    pub fn edit_search_params(&mut self, edit: impl FnOnce(&mut SearchParams)) -> Result<(), Error> {
        let mut params = self.search_params();
        edit(&mut params);
        let mut record = Record::of(self);
        record.query = (!params.is_empty()).then(|| alloc::format!("{params}"));
        let Some((text, parts)) = record.compose() else {
            let end = Span::new(self.text.len(), self.text.len());
            return Err(Error::new(Finding::new(
                rules::TOO_LONG,
                Standard::Whatwg,
                end,
                "a result within the limit",
                None,
            )));
        };
        (self.text, self.parts) = (text, parts);
        Ok(())
    }
}
