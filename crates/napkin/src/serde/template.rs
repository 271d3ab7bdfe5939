//! Values of templates as texts, lists and maps; an undefined value is null (RFC 6570 section 2.3).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::template::Value;

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items.iter()),
            Self::Pairs(pairs) => serializer.collect_map(pairs.iter().map(|(name, value)| (name, value))),
        }
    }
}

/// Numbers and truth values become texts. Undefined items of lists and maps are left out.
impl<'de> Deserialize<'de> for Value<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a list or a map of texts, or nothing")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Value::Undefined)
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Value::Undefined)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Value::from(String::from(text)))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Self::Value, E> {
        Ok(Value::from(truth.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Value::from(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Value::from(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Value::from(number.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let next = || items.next_element().transpose();
        let items = core::iter::from_fn(next).filter_map(|item| item.and_then(text).transpose());
        Ok(Value::List(items.collect::<Result<_, _>>()?))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Self::Value, A::Error> {
        let next = || pairs.next_entry::<String, _>().transpose();
        let named = |(name, value)| Ok(text(value)?.map(|value| (Cow::Owned(name), value)));
        let pairs = core::iter::from_fn(next).filter_map(|pair| pair.and_then(named).transpose());
        Ok(Value::Pairs(pairs.collect::<Result<_, _>>()?))
    }
}

/// Returns an item of a list or a map; `None` if it is undefined.
fn text<E: Error>(value: Value<'static>) -> Result<Option<Cow<'static, str>>, E> {
    match value {
        Value::Undefined => Ok(None),
        Value::Text(text) => Ok(Some(text)),
        Value::List(_) | Value::Pairs(_) => {
            Err(E::custom("a list or a map in another has no place in a URL (RFC 6570 section 2.3)"))
        }
    }
}
