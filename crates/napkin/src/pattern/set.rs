//! Many patterns at once: which of them match a URL, and which one is the most specific. Start at `PatternSet`.

mod edges;
mod index;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use self::index::Index;
use super::input::Input;
use super::matched::Match;
use super::names::Component;
use super::url_pattern::Pattern;

/// The order in which components decide which pattern is more specific.
const ORDER: [Component; 8] = [
    Component::Hostname,
    Component::Pathname,
    Component::Search,
    Component::Hash,
    Component::Protocol,
    Component::Port,
    Component::Username,
    Component::Password,
];

/// Patterns that are matched together.
///
/// An index by labels of hosts and segments of paths excludes most patterns, so that the time hardly depends on their number. Patterns
/// with regular expressions are indexed by the texts before them. Patterns that ignore case are indexed by their hosts only.
///
/// ```
/// use napkin::pattern::{Component, Pattern, PatternSet};
/// use napkin::whatwg::Url;
/// let texts = ["https://*.pub.example/*", "https://cork.pub.example/menu/:drink", "https://cork.pub.example/map"];
/// let patterns = texts.iter().map(|text| Pattern::parse(text, None)).collect::<Result<Vec<_>, _>>()?;
/// let set = PatternSet::new(patterns);
/// let url = Url::parse("https://cork.pub.example/menu/stout", None)?;
/// assert_eq!(set.matches(&url), [0, 1]);
/// let (number, found) = set.exec(&url).unwrap();
/// assert_eq!((number, found.get(Component::Pathname, "drink")), (1, Some("stout")));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternSet {
    patterns: Vec<Pattern>,
    /// The place of each pattern in the order from the most specific to the least specific one.
    ranks: Vec<u32>,
    index: Index,
}

impl PatternSet {
    /// Creates a set. The patterns have numbers from 0, in their order.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://pub.example/*", None)?]);
    /// assert_eq!(set.len(), 1);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn new(patterns: impl IntoIterator<Item = Pattern>) -> Self {
        let patterns = shared(patterns);
        let mut order: Vec<usize> = (0..patterns.len()).collect();
        order.sort_by(|&a, &b| specificity(&patterns[b], &patterns[a]));
        let mut ranks = vec![0; patterns.len()];
        for (rank, &number) in order.iter().enumerate() {
            ranks[number] = rank as u32;
        }
        let index = Index::new(&patterns);
        Self { patterns, ranks, index }
    }

    /// Returns the number of patterns.
    ///
    /// ```
    /// assert_eq!(napkin::pattern::PatternSet::new([]).len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Returns whether there are no patterns.
    ///
    /// ```
    /// assert!(napkin::pattern::PatternSet::new([]).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Returns the patterns, in their order.
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://pub.example/*", None)?]);
    /// assert_eq!(set.patterns()[0].text(Component::Pathname), "/*");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the patterns, in their order, without copying them.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://pub.example/*", None)?]);
    /// assert_eq!(set.into_patterns().len(), 1);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_patterns(self) -> Vec<Pattern> {
        self.patterns
    }

    /// Returns whether a pattern matches a URL.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://a/*", None)?]);
    /// assert!(set.has_match(&napkin::whatwg::Url::parse("https://a/b", None)?));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn has_match<'u>(&self, input: impl Into<Input<'u>>) -> bool {
        let input = input.into();
        let mut is_found = false;
        self.index.candidates(input, &mut |number| {
            is_found = is_found || self.patterns[number as usize].test(input);
        });
        is_found
    }

    /// Returns the numbers of all patterns that match a URL, in their order.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://a/*", None)?, Pattern::parse("https://*/b", None)?]);
    /// assert_eq!(set.matches(&napkin::whatwg::Url::parse("https://a/b", None)?), [0, 1]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn matches<'u>(&self, input: impl Into<Input<'u>>) -> Vec<usize> {
        let input = input.into();
        let mut numbers = Vec::new();
        self.index.candidates(input, &mut |number| {
            if self.patterns[number as usize].test(input) {
                numbers.push(number as usize);
            }
        });
        numbers.sort_unstable();
        numbers
    }

    /// Returns the number of the most specific pattern that matches a URL.
    ///
    /// [`Pattern::compare_component`] compares first the hostnames, then the pathnames, the searches, the hashes, the protocols, the
    /// ports, the usernames and the passwords. Of equally specific patterns, the first one counts.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://a/*", None)?, Pattern::parse("https://a/:drink", None)?]);
    /// assert_eq!(set.find(&napkin::whatwg::Url::parse("https://a/stout", None)?), Some(1));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn find<'u>(&self, input: impl Into<Input<'u>>) -> Option<usize> {
        let input = input.into();
        let mut best = None;
        self.index.candidates(input, &mut |number| {
            let number = number as usize;
            if best.is_none_or(|best| self.ranks[number] < self.ranks[best]) && self.patterns[number].test(input) {
                best = Some(number);
            }
        });
        best
    }

    /// Returns the number of the most specific pattern that matches a URL, and its groups. See [`find`](Self::find).
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern, PatternSet};
    /// let set = PatternSet::new([Pattern::parse("https://a/:drink", None)?]);
    /// let url = napkin::whatwg::Url::parse("https://a/stout", None)?;
    /// assert_eq!(set.exec(&url).unwrap().1.get(Component::Pathname, "drink"), Some("stout"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn exec<'u>(&self, input: impl Into<Input<'u>>) -> Option<(usize, Match<'_, 'u>)> {
        let input = input.into();
        let mut best: Option<(usize, Match<'_, '_>)> = None;
        self.index.candidates(input, &mut |number| {
            let number = number as usize;
            if best.as_ref().is_none_or(|(best, _)| self.ranks[number] < self.ranks[*best])
                && let Some(found) = self.patterns[number].exec(input)
            {
                best = Some((number, found));
            }
        });
        best
    }
}

/// Returns the patterns of a list, one per line, with the numbers of their lines from 1. Empty lines, and lines that begin with
/// `# `, are left out.
///
/// ```
/// let list = "# Menus\nhttps://pub.example/menu/*\n";
/// assert_eq!(napkin::pattern::list_lines(list).collect::<Vec<_>>(), [(2, "https://pub.example/menu/*")]);
/// ```
pub fn list_lines(list: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_pattern = |line: &str| !(line.is_empty() || line == "#" || line.starts_with("# "));
    (1..).zip(list.lines()).filter(move |(_, line)| is_pattern(line))
}

/// Collects patterns. Equal components take memory once.
fn shared(patterns: impl IntoIterator<Item = Pattern>) -> Vec<Pattern> {
    let mut known = BTreeMap::new();
    let mut patterns: Vec<_> = patterns.into_iter().collect();
    patterns.shrink_to_fit();
    for pattern in &mut patterns {
        for component in ORDER {
            let compiled = pattern.component_mut(component);
            let Some((text, encoding, delimiter, ignore_case)) = compiled.identity() else { continue };
            let key = (Box::<str>::from(text), encoding, delimiter, ignore_case);
            match known.entry(key) {
                Entry::Vacant(entry) => drop(entry.insert(compiled.clone())),
                Entry::Occupied(entry) => compiled.share_with(entry.get()),
            }
        }
    }
    patterns
}

/// Compares patterns; the greater one is more specific.
fn specificity(a: &Pattern, b: &Pattern) -> Ordering {
    let compare = |component| Pattern::compare_component(component, a, b);
    ORDER.into_iter().map(compare).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

impl FromIterator<Pattern> for PatternSet {
    fn from_iter<I: IntoIterator<Item = Pattern>>(patterns: I) -> Self {
        Self::new(patterns)
    }
}
