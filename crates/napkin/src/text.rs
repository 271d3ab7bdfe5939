//! Implements the text traits for every type that owns the text of a URL.
//!
//! Values are equal, ordered and hashed as their texts are. So [`Borrow<str>`] is sound, and a map with such keys can be
//! searched with a `&str`.

/// Implements the text traits for a type with `as_str`, `into_string` and `reference`: comparison with all kinds of strings
/// in both directions, `Borrow`, `AsRef`, `Display`, and the conversions. The last argument parses a `&str` or a `String`.
macro_rules! text {
    ($(#[$doc:meta])* $name:ty, $text:ident => $parse:expr) => {
        $(#[$doc])*
        impl core::str::FromStr for $name {
            type Err = crate::Error;

            fn from_str($text: &str) -> Result<Self, crate::Error> {
                $parse
            }
        }

        $(#[$doc])*
        impl TryFrom<alloc::string::String> for $name {
            type Error = crate::Error;

            fn try_from($text: alloc::string::String) -> Result<Self, crate::Error> {
                $parse
            }
        }

        impl<'a> From<&'a $name> for Reference<'a> {
            fn from(value: &'a $name) -> Self {
                value.reference()
            }
        }

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
