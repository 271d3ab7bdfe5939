//! Reads the values of a template from a JSON object, with its pairs in their order. Start at `JsonValues`.

use std::fmt;

use napkin::template::{Value, Values};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The values of a template, by name.
pub(super) struct JsonValues(Vec<(String, Value<'static>)>);

impl Values for JsonValues {
    fn value(&self, name: &str) -> Value<'_> {
        self.0.value(name)
    }
}

impl<'de> Deserialize<'de> for JsonValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Object)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = JsonValues;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonValues, A::Error> {
        let mut values = Vec::new();
        while let Some((name, JsonValue(value))) = map.next_entry::<String, _>()? {
            values.push((name, value));
        }
        // As in most readers of JSON, the last of several values of a name counts.
        values.reverse();
        Ok(JsonValues(values))
    }
}

/// A text, a list or pairs.
struct JsonValue(Value<'static>);

impl<'de> Deserialize<'de> for JsonValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any).map(Self)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a list or an object")
    }

    fn visit_unit<E: Error>(self) -> Result<Value<'static>, E> {
        Ok(Value::Undefined)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'static>, E> {
        Ok(Value::from(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value<'static>, E> {
        self.visit_str(if value { "true" } else { "false" })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value<'static>, E> {
        Ok(number.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value<'static>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value<'static>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value<'static>, A::Error> {
        let mut items = Vec::new();
        while let Some(JsonValue(item)) = list.next_element()? {
            items.extend(text::<A::Error>(item)?);
        }
        Ok(Value::list(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'static>, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, JsonValue(value))) = map.next_entry::<String, _>()? {
            pairs.extend(text::<A::Error>(value)?.map(|value| (name, value)));
        }
        Ok(Value::pairs(pairs))
    }
}

/// Returns the text of an item; `None` for null, which has no value.
fn text<E: Error>(value: Value<'static>) -> Result<Option<String>, E> {
    match value {
        Value::Undefined => Ok(None),
        Value::Text(text) => Ok(Some(text.into_owned())),
        _ => Err(E::custom("expected a text or a number, but found a list or an object within another")),
    }
}
