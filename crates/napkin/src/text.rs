//! What every type that owns the text of a URL can do as a text.
//!
//! Decides: that such values are equal, ordered and hashed as their texts are, so that [`Borrow<str>`] is sound and a map
//! with such keys can be asked with a `&str`.

/// Implements for a type with `as_str`, `into_string` and `FromStr` what texts can do: comparing with texts of every kind
/// in both directions, `Borrow`, `AsRef`, `Display`, and the conversions.
macro_rules! text {
    ($name:ty) => {
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $name {}

        impl core::hash::Hash for $name {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl core::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl From<$name> for alloc::string::String {
            fn from(value: $name) -> Self {
                value.into_string()
            }
        }

        impl TryFrom<&str> for $name {
            type Error = crate::Error;

            fn try_from(text: &str) -> Result<Self, crate::Error> {
                text.parse()
            }
        }

        crate::text::text!(=, $name, str);
        crate::text::text!(=, $name, &str);
        crate::text::text!(=, $name, alloc::string::String);
    };
    (=, $name:ty, $text:ty) => {
        impl PartialEq<$text> for $name {
            fn eq(&self, other: &$text) -> bool {
                self.as_str() == AsRef::<str>::as_ref(other)
            }
        }

        impl PartialEq<$name> for $text {
            fn eq(&self, other: &$name) -> bool {
                AsRef::<str>::as_ref(self) == other.as_str()
            }
        }
    };
}

pub(crate) use text;

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::string::{String, ToString};
    use core::fmt::{Debug, Display};
    use core::str::FromStr;

    use crate::{Error, ReferenceBuf, Url, whatwg};

    fn is_a_text<T>()
    where
        T: FromStr<Err = Error> + Display + Debug + Ord + core::borrow::Borrow<str> + Into<String> + AsRef<str>,
        T: for<'a> TryFrom<&'a str, Error = Error> + TryFrom<String, Error = Error>,
        T: PartialEq<str> + for<'a> PartialEq<&'a str> + PartialEq<String>,
        str: PartialEq<T>,
        String: PartialEq<T>,
        for<'a> &'a str: PartialEq<T>,
    {
        let text = "http://h/a";
        let value: T = text.parse().unwrap();
        let string = String::from(text);
        assert_eq!([value == *text, value == text, value == string], [true; 3]);
        assert_eq!([*text == value, text == value, string == value], [true; 3]);
        assert_eq!((value.to_string(), value.as_ref()), (text.into(), text));
        let set = BTreeSet::from([value]);
        assert!(set.contains(text));
        assert_eq!(set.into_iter().map(Into::<String>::into).next().as_deref(), Some(text));
        assert!(T::try_from(String::from(text)).unwrap() == T::try_from(text).unwrap());
    }

    #[test]
    fn types_that_own_a_url_are_texts() {
        is_a_text::<ReferenceBuf>();
        is_a_text::<Url>();
        is_a_text::<whatwg::Url>();
    }
}
