//! Functions of proposals that are not part of the standard yet. They may change with the proposals.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;

use super::names::Component;
use super::part::{Modifier, NOTHING, Part, PartKind};
use super::url_pattern::Pattern;

/// Why [`Pattern::generate`] makes no text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// The pattern has a part for which the proposal makes no text: one with a modifier, `*`, or a regular expression.
    Part,
    /// A group has no value.
    Missing(String),
    /// The group does not match its value.
    Value(String),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part => f.write_str("the pattern has a modifier, a `*` or a regular expression"),
            Self::Missing(name) => write!(f, "the group `{name}` has no value"),
            Self::Value(name) => write!(f, "the group `{name}` does not match its value"),
        }
    }
}

impl core::error::Error for GenerateError {}

/// The prefix, the value and the suffix of a part.
fn texts(part: &Part) -> [&str; 3] {
    [part.prefix(), part.value(), part.suffix()]
}

fn compare(a: &Part, b: &Part) -> Ordering {
    let key = |part: &Part| (part.kind, part.modifier);
    key(a).cmp(&key(b)).then_with(|| texts(a).cmp(&texts(b)))
}

/// Functions of proposals that are not part of the standard yet. They may change with the proposals.
impl Pattern {
    /// Compares two patterns by a component, by the **proposal** `compareComponent` (whatwg/urlpattern issue 61). The greater
    /// one is more specific: a text is greater than a regular expression, that is greater than a name, and that than a `*`.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use napkin::pattern::{Component, Pattern};
    /// let drink = Pattern::parse("https://pub.example/menu/:drink", None)?;
    /// let stout = Pattern::parse("https://pub.example/menu/stout", None)?;
    /// assert_eq!(Pattern::compare_component(Component::Pathname, &stout, &drink), Ordering::Greater);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn compare_component(component: Component, a: &Self, b: &Self) -> Ordering {
        let (a, b) = (a.component(component).parts(), b.component(component).parts());
        // After the last part of the shorter pattern comes an empty text.
        let count = a.len().max(b.len()).min(a.len().min(b.len()) + 1);
        let pairs = (0..count).map(|at| (a.get(at).unwrap_or(&NOTHING), b.get(at).unwrap_or(&NOTHING)));
        pairs.map(|(a, b)| compare(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Makes a component from values of its groups, by the **proposal** `generate` (whatwg/urlpattern issue 73). The pattern
    /// matches the result, with these values in their canonical form.
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://pub.example/menu/:drink", None)?;
    /// let path = pattern.generate(Component::Pathname, |name| (name == "drink").then_some("a pint"));
    /// assert_eq!(path.unwrap(), "/menu/a%20pint");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// See [`GenerateError`].
    pub fn generate<'v>(
        &self,
        component: Component,
        values: impl Fn(&str) -> Option<&'v str>,
    ) -> Result<String, GenerateError> {
        let compiled = self.component(component);
        let mut out = String::new();
        for part in compiled.parts() {
            match (part.kind, part.modifier) {
                (PartKind::Fixed, Modifier::None) => out.push_str(part.value()),
                (PartKind::Segment, Modifier::None) => {
                    let name = || String::from(part.name());
                    let value = values(part.name()).ok_or_else(|| GenerateError::Missing(name()))?;
                    let value = compiled.encoding.encode(value).map_err(|_| GenerateError::Value(name()))?;
                    if !compiled.is_segment(&value) {
                        return Err(GenerateError::Value(name()));
                    }
                    out.extend([part.prefix(), &*value, part.suffix()]);
                }
                _ => return Err(GenerateError::Part),
            }
        }
        Ok(out)
    }
}
