//! `serde`: references and URLs as strings, read under RFC 3986.
//!
//! Decides: the form in files. Reading gives the reader's own message; a format adds where in the file it was.

use alloc::borrow::Cow;
use alloc::format;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Error, Reference, ReferenceBuf, Standard, Url};

impl Serialize for Reference<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for ReferenceBuf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for Url {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ReferenceBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(text, Standard::Rfc3986).map_err(|error| D::Error::custom(message(&error)))
    }
}

impl<'de> Deserialize<'de> for Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(text, Standard::Rfc3986).map_err(|error| D::Error::custom(message(&error)))
    }
}

fn message(error: &Error) -> alloc::string::String {
    let finding = error.finding();
    format!("{finding} at byte {} ({}; {})", error.span().start, finding.rule.code(), finding.see())
}

#[cfg(test)]
mod tests {
    use crate::Url;

    #[test]
    fn urls_are_strings_in_json() {
        let url: Url = serde_json::from_str("\"http://h/a\"").unwrap();
        assert_eq!(serde_json::to_string(&url).unwrap(), "\"http://h/a\"");
        let error = serde_json::from_str::<Url>("\"http://h:8o/\"").unwrap_err();
        let expected = "expected a digit, but found `o` at byte 10 (port; RFC 3986 section 3.2.3)";
        assert_eq!(alloc::format!("{error}"), expected);
    }
}
