//! What patterns match: the components of a URL, or components given one by one. Start at `Input`.

use super::init::{self, Init, Texts};
use super::init_error::InitError;
use super::names::Component;
use crate::Error;
use crate::whatwg::Url;

/// The components that a pattern matches, borrowed from a [`Url`] or an [`InputBuf`].
#[derive(Clone, Copy, Debug)]
pub struct Input<'u>(Source<'u>);

#[derive(Clone, Copy, Debug)]
enum Source<'u> {
    Url(&'u Url),
    Texts(&'u Texts),
}

impl<'u> Input<'u> {
    /// Returns a component.
    ///
    /// ```
    /// use napkin::pattern::{Component, Input};
    /// let url = napkin::whatwg::Url::parse("https://pub.example/menu?day=1", None)?;
    /// assert_eq!(Input::from(&url).get(Component::Search), "day=1");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, component: Component) -> &'u str {
        match self.0 {
            Source::Url(url) => init::component_of(url, component),
            Source::Texts(texts) => &texts.0[component as usize],
        }
    }
}

/// Inputs are equal if all components are.
impl PartialEq for Input<'_> {
    fn eq(&self, other: &Self) -> bool {
        Component::ALL.iter().all(|&component| self.get(component) == other.get(component))
    }
}

impl Eq for Input<'_> {}

/// Borrows the components of a URL.
impl<'u> From<&'u Url> for Input<'u> {
    #[inline]
    fn from(url: &'u Url) -> Self {
        Self(Source::Url(url))
    }
}

/// An input that owns its components, for texts that are not parsed yet.
///
/// ```
/// use napkin::pattern::{InputBuf, Pattern};
/// let pattern = Pattern::parse("https://pub.example/menu/:drink", None)?;
/// assert!(pattern.test(&InputBuf::parse("HTTPS://PUB.EXAMPLE/menu/stout", None)?));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputBuf(Texts);

impl InputBuf {
    /// Parses a URL, which may be relative to the base.
    ///
    /// ```
    /// use napkin::pattern::{Component, InputBuf};
    /// let base = napkin::whatwg::Url::parse("https://pub.example/", None)?;
    /// let input = InputBuf::parse("menu", Some(&base))?;
    /// assert_eq!(input.as_input().get(Component::Pathname), "/menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Url::parse`].
    pub fn parse(text: &str, base: Option<&Url>) -> Result<Self, Error> {
        let url = Url::parse(text, base)?;
        Ok(Self(Texts(Component::ALL.map(|component| init::component_of(&url, component).into()))))
    }

    /// Makes an input of components. The missing ones are those of the base, or empty.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init, InputBuf};
    /// let input = InputBuf::from_init(&Init::default().with(Component::Pathname, "/a pint"))?;
    /// assert_eq!(input.as_input().get(Component::Pathname), "/a%20pint");
    /// # Ok::<(), napkin::pattern::InitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first component that has no canonical form. The standard says that such an input does not match.
    pub fn from_init(init: &Init<'_>) -> Result<Self, InitError> {
        init::texts(init).map(Self).map_err(|(component, finding)| InitError::new(component, finding))
    }

    /// Borrows the components.
    ///
    /// ```
    /// use napkin::pattern::{Component, InputBuf};
    /// let input = InputBuf::parse("https://pub.example/", None)?;
    /// assert_eq!(input.as_input().get(Component::Hostname), "pub.example");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn as_input(&self) -> Input<'_> {
        Input(Source::Texts(&self.0))
    }
}

impl<'u> From<&'u InputBuf> for Input<'u> {
    fn from(input: &'u InputBuf) -> Self {
        input.as_input()
    }
}
