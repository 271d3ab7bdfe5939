//! `serde`: references and URLs as strings.
//!
//! Each type serialises as its text. [`whatwg::Url`](crate::whatwg::Url) deserialises under the URL Standard. The other types
//! deserialise under RFC 3986, or under RFC 3987 if the string has characters beyond ASCII, which RFC 3986 never allows.
//! To choose another standard, use one of the modules named after standards with `#[serde(with = "…")]`. Error messages are
//! the parser's own; the format adds the place in the file.
//!
//! ```
//! use napkin::{Reference, ReferenceBuf, Standard, Url};
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Page {
//!     url: Url,
//!     #[serde(with = "napkin::serde::whatwg")]
//!     base: Url,
//!     #[serde(with = "napkin::serde::draft1997", default)]
//!     next: Option<ReferenceBuf>,
//! }
//!
//! let page: Page = serde_json::from_str(r#"{ "url": "http://h/café", "base": "HTTP://H", "next": "?page=2" }"#)?;
//! assert_eq!(page.url.reference().standard(), Standard::Rfc3987);
//! assert_eq!(page.base, "http://h/");
//! assert_eq!(page.next.as_ref().map(|next| next.reference().standard()), Some(Standard::Draft1997));
//! assert_eq!(serde_json::to_string(&page)?, r#"{"url":"http://h/café","base":"http://h/","next":"?page=2"}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod pattern;
mod template;

use alloc::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::whatwg::Url as WhatwgUrl;
use crate::{Error, Reference, ReferenceBuf, Standard, Url};

/// A type that can be deserialised from a string under a given standard.
///
/// [`ReferenceBuf`], [`Url`], [`whatwg::Url`](crate::whatwg::Url) and `Option`s of them implement it.
pub trait ReadUnder<'de>: Sized {
    /// Deserialises a string and parses it under `standard`.
    ///
    /// # Errors
    /// Returns the errors of the format and of the parser.
    fn read_under<D: Deserializer<'de>>(standard: Standard, deserializer: D) -> Result<Self, D::Error>;
}

/// Returns the default standard for a string: RFC 3987 if it has characters beyond ASCII.
fn standard_of(text: &str) -> Standard {
    if text.is_ascii() { Standard::Rfc3986 } else { Standard::Rfc3987 }
}

/// Converts a parse error into an error of the format.
fn wrong<E: serde::de::Error>(error: Error) -> E {
    E::custom(format_args!("{error} ({}; {})", error.rule().code(), error.finding().see()))
}

/// Implements `Serialize` as the text, and `Deserialize` by a function of the text and the default standard.
macro_rules! strings {
    ($name:ty, $parse:expr) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                let standard = standard_of(&text);
                $parse(text, standard).map_err(wrong)
            }
        }
    };
}

strings!(ReferenceBuf, Self::parse);
strings!(Url, Self::parse);
strings!(WhatwgUrl, |text: Cow<'_, str>, _| Self::parse(&text, None));

/// Implements `ReadUnder` for a type and for an `Option` of it.
macro_rules! read_under {
    ($name:ty, $parse:expr) => {
        impl<'de> ReadUnder<'de> for $name {
            fn read_under<D: Deserializer<'de>>(standard: Standard, deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                $parse(text, standard).map_err(wrong)
            }
        }

        impl<'de> ReadUnder<'de> for Option<$name> {
            fn read_under<D: Deserializer<'de>>(standard: Standard, deserializer: D) -> Result<Self, D::Error> {
                let text = Option::<Cow<'_, str>>::deserialize(deserializer)?;
                text.map(|text| $parse(text, standard)).transpose().map_err(wrong)
            }
        }
    };
}

read_under!(ReferenceBuf, |text, standard| match standard {
    Standard::Whatwg => Url::parse(text, standard).map(ReferenceBuf::from),
    _ => ReferenceBuf::parse(text, standard),
});
read_under!(Url, Url::parse);
read_under!(WhatwgUrl, |text: Cow<'_, str>, standard| match standard {
    Standard::Whatwg => WhatwgUrl::parse(&text, None),
    _ => Url::parse(text, standard)?.try_into(),
});

impl Serialize for Reference<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Defines a module for `#[serde(with = "…")]`.
macro_rules! with {
    ($(#[$doc:meta])* $name:ident, $standard:expr) => {
        $(#[$doc])*
        pub mod $name {
            use serde::{Deserializer, Serialize, Serializer};

            use super::ReadUnder;

            /// Serialises the text.
            ///
            /// # Errors
            /// Returns the errors of the format.
            pub fn serialize<T: Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
                value.serialize(serializer)
            }

            /// Deserialises a string and parses it under the standard.
            ///
            /// # Errors
            /// Returns the errors of the format and of the parser.
            pub fn deserialize<'de, T: ReadUnder<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
                T::read_under($standard, deserializer)
            }
        }
    };
}

with!(
    /// Parses strings under `draft1997`.
    draft1997,
    crate::Standard::Draft1997
);
with!(
    /// Parses strings under `rfc3986`.
    rfc3986,
    crate::Standard::Rfc3986
);
with!(
    /// Parses strings under `rfc3987`.
    rfc3987,
    crate::Standard::Rfc3987
);
with!(
    /// Parses strings under `whatwg`: the value is the URL after parsing, as browsers rewrite it.
    whatwg,
    crate::Standard::Whatwg
);

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use crate::{ReferenceBuf, Standard, Url, whatwg};

    #[test]
    fn urls_are_strings_in_json() {
        let url: Url = serde_json::from_str("\"http://h/a\"").unwrap();
        assert_eq!(serde_json::to_string(&url).unwrap(), "\"http://h/a\"");
        let error = serde_json::from_str::<Url>("\"http://h:8o/\"").unwrap_err();
        let expected = "expected a digit, but found `o` at byte 10 (port; RFC 3986 section 3.2.3)";
        assert_eq!(format!("{error}"), expected);
        let error = serde_json::from_str::<whatwg::Url>("\"/menu\"").unwrap_err();
        assert!(error.to_string().contains("missing-scheme-non-relative-URL"), "{error}");
    }

    #[test]
    fn each_type_reads_under_each_standard() {
        #[derive(serde::Deserialize)]
        struct Page {
            #[serde(with = "crate::serde::rfc3986")]
            strict: whatwg::Url,
            #[serde(with = "crate::serde::whatwg")]
            url: whatwg::Url,
            #[serde(with = "crate::serde::whatwg")]
            reference: ReferenceBuf,
            #[serde(with = "crate::serde::rfc3987", default)]
            none: Option<whatwg::Url>,
        }
        let text = |strict| format!(r#"{{ "strict": "{strict}", "url": "HTTP:h/a b", "reference": "HTTP:h/a b" }}"#);
        let page: Page = serde_json::from_str(&text("HTTP://h")).unwrap();
        assert_eq!((&page.strict, &page.url), (&"http://h/".parse().unwrap(), &"http://h/a%20b".parse().unwrap()));
        assert_eq!((page.reference.as_str(), page.none), ("http://h/a%20b", None));
        let error = serde_json::from_str::<Page>(&text("http://h/a b")).err().map(|error| error.to_string());
        assert!(
            error.is_some_and(
                |error| error.starts_with("expected a path character, but found a space at byte 10 (path;")
            )
        );
    }

    /// Each type deserialises the text that it serialised, whatever the standard.
    #[test]
    fn written_values_read_back() {
        for text in ["http://h/a", "http://h/café", "http://h/%7E", "tel:+1", "http://[::1]/", "data:,x"] {
            for standard in [Standard::Rfc3986, Standard::Rfc3987] {
                let Ok(url) = Url::parse(text, standard) else { continue };
                let json = serde_json::to_string(&url).unwrap();
                assert_eq!(serde_json::from_str::<Url>(&json).unwrap(), url);
                assert_eq!(serde_json::from_str::<ReferenceBuf>(&json).unwrap(), url.as_str());
            }
            let url = whatwg::Url::parse(text, None).unwrap();
            let json = serde_json::to_string(&url).unwrap();
            assert_eq!(serde_json::from_str::<whatwg::Url>(&json).unwrap(), url);
            assert_eq!(serde_json::from_str::<Url>(&json).unwrap(), url.as_str());
        }
    }
}
