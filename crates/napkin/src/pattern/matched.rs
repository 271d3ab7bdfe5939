//! The groups of a match. Start at `Match`.

use alloc::vec;
use alloc::vec::Vec;

use super::input::Input;
use super::names::Component;
use super::url_pattern::Pattern;
use crate::Span;

/// The number of groups whose places are kept without allocation.
const INLINE: usize = 4;

/// The places of the groups of a pattern, but for components that are `*`. Most patterns have few groups, so the larger variant is the usual one.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(super) enum Slots {
    Inline([Option<Span>; INLINE]),
    Many(Vec<Option<Span>>),
}

impl Slots {
    pub(super) fn new(count: usize) -> Self {
        if count <= INLINE { Self::Inline([None; INLINE]) } else { Self::Many(vec![None; count]) }
    }

    pub(super) fn places_mut(&mut self) -> &mut [Option<Span>] {
        match self {
            Self::Inline(slots) => slots,
            Self::Many(slots) => slots,
        }
    }

    fn places(&self) -> &[Option<Span>] {
        match self {
            Self::Inline(slots) => slots,
            Self::Many(slots) => slots,
        }
    }
}

/// An input that a pattern matches, with the texts of the groups: the standard's `URLPatternResult`.
///
/// ```
/// use napkin::pattern::{Component, Pattern};
/// use napkin::whatwg::Url;
/// let pattern = Pattern::parse("https://:town.pub.example/menu/:drink/*", None)?;
/// let url = Url::parse("https://cork.pub.example/menu/stout/today", None)?;
/// let found = pattern.exec(&url).unwrap();
/// assert_eq!(found.get(Component::Hostname, "town"), Some("cork"));
/// let groups: Vec<_> = found.groups(Component::Pathname).collect();
/// assert_eq!(groups, [("drink", Some("stout")), ("0", Some("today"))]);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<'p, 'u> {
    pub(super) pattern: &'p Pattern,
    pub(super) input: Input<'u>,
    pub(super) slots: Slots,
}

impl<'p, 'u> Match<'p, 'u> {
    /// Returns the input.
    ///
    /// ```
    /// # use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://pub.example/*", None)?;
    /// let url = napkin::whatwg::Url::parse("https://pub.example/menu", None)?;
    /// assert_eq!(pattern.exec(&url).unwrap().input().get(Component::Pathname), "/menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn input(&self) -> Input<'u> {
        self.input
    }

    /// Returns the names and the texts of the groups of a component, in the order of the pattern. A group without a name has its
    /// number, from `0`. A group that is left out has no text.
    ///
    /// ```
    /// # use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://pub.example/menu/:drink?", None)?;
    /// let url = napkin::whatwg::Url::parse("https://pub.example/menu", None)?;
    /// let found = pattern.exec(&url).unwrap();
    /// assert_eq!(found.groups(Component::Pathname).collect::<Vec<_>>(), [("drink", None)]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn groups(&self, component: Component) -> impl Iterator<Item = (&'p str, Option<&'u str>)> {
        let compiled = self.pattern.component(component);
        let text = self.input.get(component);
        let whole = compiled.is_any().then_some(Some(Span::new(0, text.len())));
        let places = self.slots.places()[compiled.slots()].iter().copied().chain(whole);
        compiled.names().zip(places).map(move |(name, place)| (name, place.map(|place| place.of(text))))
    }

    /// Returns the text of a group of a component; `None` if there is no such group, or it is left out.
    ///
    /// ```
    /// # use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://pub.example/menu/:drink", None)?;
    /// let url = napkin::whatwg::Url::parse("https://pub.example/menu/stout", None)?;
    /// let found = pattern.exec(&url).unwrap();
    /// assert_eq!(found.get(Component::Pathname, "drink"), Some("stout"));
    /// assert_eq!(found.get(Component::Pathname, "food"), None);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, component: Component, name: &str) -> Option<&'u str> {
        self.groups(component).find(|(of, _)| *of == name)?.1
    }
}
