//! Patterns as objects of their components, and sets of patterns as lists.
//!
//! A pattern also deserialises from a string that is written like a URL, as section 4.2 of the URL Pattern Standard says. A pattern with
//! regular expressions does not deserialise, because it needs an engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::pattern::{Component, Init, Pattern, PatternOptions, PatternSet};
use crate::whatwg::Url;

const IGNORE_CASE: &str = "ignoreCase";
const BASE: &str = "baseURL";

impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for component in Component::ALL.into_iter().filter(|&component| self.text(component) != "*") {
            map.serialize_entry(component.name(), self.text(component))?;
        }
        if self.ignores_case() {
            map.serialize_entry(IGNORE_CASE, &true)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PatternVisitor)
    }
}

struct PatternVisitor;

impl<'de> Visitor<'de> for PatternVisitor {
    type Value = Pattern;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URL pattern, as a string or as an object of components")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Pattern, E> {
        Pattern::parse(text, None).map_err(super::wrong)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pattern, A::Error> {
        let mut texts: [Option<String>; 8] = Default::default();
        let (mut base, mut ignore_case) = (None, false);
        while let Some(key) = map.next_key::<String>()? {
            match (&*key, Component::named(&key)) {
                (_, Some(component)) => texts[component as usize] = Some(map.next_value()?),
                (IGNORE_CASE, _) => ignore_case = map.next_value()?,
                (BASE, _) => base = Some(Url::parse(&map.next_value::<String>()?, None).map_err(super::wrong)?),
                _ => return Err(A::Error::custom(format_args!("a URL pattern has no component `{key}`"))),
            }
        }
        let mut init = Init::default();
        for component in Component::ALL {
            if let Some(text) = &texts[component as usize] {
                init = init.with(component, text);
            }
        }
        if let Some(base) = &base {
            init = init.with_base(base);
        }
        let options = PatternOptions::default().with_ignore_case(ignore_case);
        Pattern::from_init_with(&init, options).map_err(A::Error::custom)
    }
}

impl Serialize for PatternSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.patterns())
    }
}

impl<'de> Deserialize<'de> for PatternSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(Vec::<Pattern>::deserialize(deserializer)?))
    }
}
