//! The standard's `URLSearchParams`, section 6.2: a list of names and values, and its way from and into a query.
//!
//! Decides: what a program does with the list, and how it is written, by application/x-www-form-urlencoded (section
//! 5). It does not decide how pairs are found in a query ([`crate::query`], where pairs that are not touched stay as
//! they are written; here all are written anew).

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

/// A list of names and values, in order, each of them text that is not encoded (section 6.2).
///
/// `Display` is the application/x-www-form-urlencoded serializer (section 5.2): a space is `+`, and nothing but
/// letters, digits and `*-._` stands for itself.
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

    /// The constructor from a string, which may begin with `?`: the application/x-www-form-urlencoded parser (section
    /// 5.1).
    ///
    /// Every text is one: a pair without `=` has the empty value, empty pairs are left out, `+` is a space, a `%`
    /// that begins no escape stands for itself, and octets that are not UTF-8 become U+FFFD. A byte order mark stays.
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

    /// A query begins behind its `?`; another one is data.
    fn of_query(query: &str) -> Self {
        let read = |pair: crate::query::Pair<'_>| (lossy(pair.name()), pair.value().map_or_else(String::new, lossy));
        Self { list: form_pairs(query).map(read).collect() }
    }

    /// Adds a pair at the end.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1");
    /// params.append("a", "2");
    /// assert_eq!(params.to_string(), "a=1&a=2");
    /// ```
    pub fn append(&mut self, name: &str, value: &str) {
        self.list.push((name.into(), value.into()));
    }

    /// Removes all pairs of this name.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1&b=2&a=3");
    /// params.delete("a");
    /// assert_eq!(params.to_string(), "b=2");
    /// ```
    pub fn delete(&mut self, name: &str) {
        self.list.retain(|pair| pair.0 != name);
    }

    /// Removes all pairs of this name and value.
    ///
    /// ```
    /// let mut params = napkin::whatwg::SearchParams::parse("a=1&a=2&a=1");
    /// params.delete_pair("a", "1");
    /// assert_eq!(params.to_string(), "a=2");
    /// ```
    pub fn delete_pair(&mut self, name: &str, value: &str) {
        self.list.retain(|pair| pair.0 != name || pair.1 != value);
    }

    /// Returns the value of the first pair of this name.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1&a=2");
    /// assert_eq!((params.get("a"), params.get("b")), (Some("1"), None));
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|pair| pair.0 == name).map(|pair| &*pair.1)
    }

    /// Returns the values of all pairs of this name, in order.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1&b=2&a=3");
    /// assert!(params.get_all("a").eq(["1", "3"]));
    /// ```
    pub fn get_all<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> {
        self.list.iter().filter(move |pair| pair.0 == name).map(|pair| &*pair.1)
    }

    /// Returns whether there is a pair of this name.
    ///
    /// ```
    /// assert!(napkin::whatwg::SearchParams::parse("?draft").has("draft"));
    /// ```
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns whether there is a pair of this name and value.
    ///
    /// ```
    /// let params = napkin::whatwg::SearchParams::parse("a=1");
    /// assert!(params.has_pair("a", "1") && !params.has_pair("a", "2"));
    /// ```
    #[must_use]
    pub fn has_pair(&self, name: &str, value: &str) -> bool {
        self.get_all(name).any(|found| found == value)
    }

    /// Sets the value of the first pair of this name and removes the others of this name, or adds a pair if there is none.
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

    /// Sorts by name, in the order of UTF-16 code units: U+1F308 comes before U+FB03. Pairs of one name keep their
    /// order.
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

    /// Returns whether there is no pair.
    ///
    /// ```
    /// assert!(napkin::whatwg::SearchParams::parse("?&&").is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns names and values, in order.
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

/// *UTF-8 decode without BOM*.
fn lossy(octets: Cow<'_, [u8]>) -> String {
    match String::from_utf8_lossy(&octets) {
        Cow::Owned(text) => text,
        Cow::Borrowed(text) => text.into(),
    }
}

/// Bytes that compare as the UTF-16 code units of a text do.
///
/// UTF-8 compares as code points do. The two orders differ only where one text has a character beyond U+FFFF, in
/// UTF-16 two surrogates, and the other one from U+E000 on, behind the surrogates: the first bytes 0xF0 to 0xF4 and
/// 0xEE to 0xEF. Texts differ first in such bytes or behind equal ones, where both orders are the bytes'.
fn code_units(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().map(|byte| if matches!(byte, 0xEE | 0xEF) { byte + 0x10 } else { byte })
}

/// The application/x-www-form-urlencoded serializer.
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
            // All bytes of a character beyond ASCII are encoded, so that what is kept ends between characters.
            if kept < at {
                f.write_str(&text[kept..at])?;
            }
            f.write_str(if byte == b' ' { "+" } else { escape(byte) })?;
            kept = at + 1;
        }
    }
    f.write_str(text.get(kept..).unwrap_or_default())
}

/// Names and values of [`SearchParams`], borrowed; see [`SearchParams::iter`].
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

/// The constructor from a sequence or a record.
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

/// As [`SearchParams::parse`].
impl FromStr for SearchParams {
    type Err = core::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::parse(text))
    }
}

impl Url {
    /// Returns the pairs of the query, decoded; none if there is no query. The list is a copy:
    /// [`edit_search_params`](Self::edit_search_params) changes the pairs of the URL.
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

    /// Changes the pairs of the query: the standard's *update* steps (section 6.2), once, when the edit has ended.
    ///
    /// All pairs are written anew, also when none was changed, as the standard does for a `delete` that finds
    /// nothing: `?a=~` becomes `?a=%7E`. Without pairs there is no query, and no `?`. To leave other pairs as they
    /// are written, see [`Edit::pairs`](crate::Edit::pairs).
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
    /// The URL would be longer than [`MAX_LENGTH`](crate::MAX_LENGTH) allows (rule `too-long`); then it stays as it
    /// is.
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
