//! The values of variables (RFC 6570 section 2.3).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::bytes::is_same;

/// The value of a variable.
///
/// ```
/// use napkin::template::Value;
/// assert_eq!(Value::from(7_u64), Value::from("7"));
/// assert!(Value::from(&[] as &[&str]).is_undefined());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value<'v> {
    /// No value: the variable is left out.
    Undefined,
    /// A text. It can be empty.
    Text(Cow<'v, str>),
    /// A list of texts. An empty list is undefined.
    List(Items<'v, Cow<'v, str>>),
    /// Names with values, an associative array. Without a pair it is undefined.
    Pairs(Items<'v, (Cow<'v, str>, Cow<'v, str>)>),
}

/// The items of a list, or pairs: borrowed or owned. It is a slice.
///
/// Unlike a `Cow` of a slice, it can be used where a shorter lifetime is expected.
///
/// ```
/// use napkin::template::Items;
/// let items: Items<'_, u8> = [1, 2].into_iter().collect();
/// assert_eq!(items.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub enum Items<'v, T> {
    /// Items of somebody else.
    Borrowed(&'v [T]),
    /// Own items.
    Owned(Vec<T>),
}

impl<T> core::ops::Deref for Items<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::Borrowed(items) => items,
            Self::Owned(items) => items,
        }
    }
}

impl<T> FromIterator<T> for Items<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Owned(items.into_iter().collect())
    }
}

impl<T: PartialEq> PartialEq for Items<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Items<'_, T> {}

impl<'v> Value<'v> {
    /// Returns whether the variable is left out: it has no value, no item or no pair.
    ///
    /// ```
    /// assert!(!napkin::template::Value::from("").is_undefined());
    /// ```
    #[must_use]
    pub fn is_undefined(&self) -> bool {
        match self {
            Self::Undefined => true,
            Self::Text(_) => false,
            Self::List(items) => items.is_empty(),
            Self::Pairs(pairs) => pairs.is_empty(),
        }
    }

    /// Returns the value as borrowed from this one.
    pub(super) fn borrowed(&self) -> Value<'_> {
        match self {
            Self::Undefined => Value::Undefined,
            Self::Text(text) => Value::Text(Cow::Borrowed(text)),
            Self::List(items) => Value::List(Items::Borrowed(items)),
            Self::Pairs(pairs) => Value::Pairs(Items::Borrowed(pairs)),
        }
    }

    /// Returns a list of texts.
    ///
    /// ```
    /// use napkin::template::Value;
    /// assert_eq!(Value::list(["beer", "cider"]), Value::from(["beer", "cider"].as_slice()));
    /// ```
    pub fn list<T: Into<Cow<'v, str>>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    /// Returns names with values.
    ///
    /// ```
    /// use napkin::template::{Template, Value};
    /// let pairs = Value::pairs([("size", "pint"), ("for", "kim")]);
    /// assert_eq!(Template::parse("{?order*}")?.expand(&[("order", pairs)])?, "?size=pint&for=kim");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn pairs<N: Into<Cow<'v, str>>, T: Into<Cow<'v, str>>>(pairs: impl IntoIterator<Item = (N, T)>) -> Self {
        Self::Pairs(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Text(number.to_string().into())
    }
}

impl<'v, T: AsRef<str>> From<&'v [T]> for Value<'v> {
    fn from(items: &'v [T]) -> Self {
        Self::list(items.iter().map(AsRef::as_ref))
    }
}

impl<'v, T: Into<Self>> From<Option<T>> for Value<'v> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undefined, Into::into)
    }
}

/// Gives the values of the variables of a template.
///
/// Arrays, slices and vectors of pairs, maps, and functions by [`from_fn`] give values. With the feature `serde`, a map of values can be
/// deserialised. An application can implement the trait for its own types.
///
/// ```
/// use napkin::template::{Template, Value, Values};
/// struct Order { size: &'static str }
/// impl Values for Order {
///     fn value(&self, name: &str) -> Value<'_> {
///         if name == "size" { self.size.into() } else { Value::Undefined }
///     }
/// }
/// assert_eq!(Template::parse("/beer{?size,for}")?.expand(&Order { size: "pint" })?, "/beer?size=pint");
/// # Ok::<(), napkin::Error>(())
/// ```
pub trait Values {
    /// Returns the value of the variable with this name. Escapes in a name are part of it.
    fn value(&self, name: &str) -> Value<'_>;
}

impl<K: AsRef<str>> Values for [(K, Value<'_>)] {
    fn value(&self, name: &str) -> Value<'_> {
        let found = self.iter().find(|(key, _)| is_same(key.as_ref().as_bytes(), name.as_bytes()));
        found.map_or(Value::Undefined, |(_, value)| value.borrowed())
    }
}

impl<K: AsRef<str>, const N: usize> Values for [(K, Value<'_>); N] {
    fn value(&self, name: &str) -> Value<'_> {
        self.as_slice().value(name)
    }
}

impl<K: AsRef<str>> Values for Vec<(K, Value<'_>)> {
    fn value(&self, name: &str) -> Value<'_> {
        self.as_slice().value(name)
    }
}

impl<K: core::borrow::Borrow<str> + Ord> Values for BTreeMap<K, Value<'_>> {
    fn value(&self, name: &str) -> Value<'_> {
        self.get(name).map_or(Value::Undefined, Value::borrowed)
    }
}

#[cfg(feature = "std")]
impl<K: core::borrow::Borrow<str> + Eq + core::hash::Hash, H: core::hash::BuildHasher> Values
    for std::collections::HashMap<K, Value<'_>, H>
{
    fn value(&self, name: &str) -> Value<'_> {
        self.get(name).map_or(Value::Undefined, Value::borrowed)
    }
}

/// The values that a function gives: see [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<'v, F>(F, PhantomData<&'v ()>);

/// Returns the values that a function gives for the names of variables.
///
/// ```
/// use napkin::template::{Template, Value, from_fn};
/// let drink = String::from("stout");
/// let values = from_fn(|name| if name == "drink" { drink.as_str().into() } else { Value::Undefined });
/// assert_eq!(Template::parse("/menu{/drink,size}")?.expand(&values)?, "/menu/stout");
/// # Ok::<(), napkin::Error>(())
/// ```
pub const fn from_fn<'v, F: Fn(&str) -> Value<'v>>(function: F) -> FromFn<'v, F> {
    FromFn(function, PhantomData)
}

impl<'v, F: Fn(&str) -> Value<'v>> Values for FromFn<'v, F> {
    fn value(&self, name: &str) -> Value<'_> {
        self.0(name)
    }
}

impl<F> fmt::Debug for FromFn<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FromFn")
    }
}
