//! Reads the parameters of a request from a query, a form, or JSON.
//!
//! All three sources are equivalent. A name may be given once unless it is repeatable. An unknown name is an error, because
//! ignoring it would answer another question. Start reading at `Parameters`.

use std::fmt;
use std::str::FromStr;

use hyper::StatusCode;
use napkin::percent;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_json::error::Category;

use crate::answer::Problem;

/// The most values of a parameter other than `url`, because each is stored in several forms.
const VALUES: usize = 1000;

/// The pairs of a request.
#[derive(Default)]
pub(crate) struct Parameters {
    pairs: Pairs,
    /// The names that a route knows.
    taken: Vec<String>,
}

/// Names and values in one buffer. A request can consist of millions of short values; each takes about as many bytes here as in
/// the request.
#[derive(Default)]
struct Pairs {
    /// Each pair is a number, the name if it differs from the last pair's name, and the value. The number is twice the length of
    /// the value, plus 1 if a name follows. A name begins with its own length.
    bytes: Vec<u8>,
    last: Option<String>,
}

impl Pairs {
    fn push(&mut self, name: &str, value: &str) {
        let is_new = self.last.as_deref() != Some(name);
        self.number(value.len() << 1 | usize::from(is_new));
        if is_new {
            self.number(name.len());
            self.bytes.extend_from_slice(name.as_bytes());
            self.last = Some(name.to_owned());
        }
        self.bytes.extend_from_slice(value.as_bytes());
    }

    /// Writes a number, seven bits per byte.
    fn number(&mut self, mut number: usize) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn iter(&self) -> Iter<'_> {
        Iter { rest: &self.bytes, name: "" }
    }
}

struct Iter<'p> {
    rest: &'p [u8],
    name: &'p str,
}

impl<'p> Iter<'p> {
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }

    fn text(&mut self, length: usize) -> &'p str {
        let (text, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        // Only valid UTF-8 has been written.
        std::str::from_utf8(text).unwrap_or_default()
    }
}

impl<'p> Iterator for Iter<'p> {
    type Item = (&'p str, &'p str);

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.number()?;
        if number & 1 == 1 {
            let length = self.number()?;
            self.name = self.text(length);
        }
        let value = self.text(number >> 1);
        Some((self.name, value))
    }
}

impl Parameters {
    /// Adds the pairs of an `application/x-www-form-urlencoded` text (URL Standard section 5.1), which must be UTF-8.
    ///
    /// # Errors
    /// A name or a value is not UTF-8.
    pub(crate) fn add_form(&mut self, text: &[u8]) -> Result<(), Problem> {
        for pair in text.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
            let equals = pair.iter().position(|&byte| byte == b'=');
            let (name, value) = equals.map_or((pair, &b""[..]), |at| (&pair[..at], &pair[at + 1..]));
            let name = decoded("", name)?;
            let value = decoded(&name, value)?;
            self.pairs.push(&name, &value);
        }
        Ok(())
    }

    /// Adds the members of a JSON object: texts, numbers, true and false, and lists of these for repeatable names. Ignores null.
    /// Returns whether there is a list.
    ///
    /// # Errors
    /// The text is not such an object.
    pub(crate) fn add_json(&mut self, text: &[u8]) -> Result<bool, Problem> {
        let wrong = |why: String| Problem::new(StatusCode::BAD_REQUEST, "body-not-json", why);
        let mut reader = serde_json::Deserializer::from_slice(text);
        let mut members = Members { pairs: &mut self.pairs, is_list: false, problem: None };
        let read = reader.deserialize_any(&mut members);
        let (is_list, problem) = (members.is_list, members.problem.take());
        match (problem, read.and_then(|()| reader.end())) {
            (Some(problem), _) => Err(problem),
            (None, Ok(())) => Ok(is_list),
            (None, Err(error)) if error.classify() == Category::Data => {
                Err(wrong("expected an object, whose members are parameters".into()))
            }
            (None, Err(error)) => Err(wrong(format!("expected JSON, but found an error: {error}"))),
        }
    }

    /// Returns all values of a name without copying them.
    pub(crate) fn values<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> {
        self.pairs.iter().filter(move |(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Marks a name as known to the route.
    pub(crate) fn take(&mut self, name: &str) {
        self.taken.push(name.to_owned());
    }

    /// Returns all values of a name.
    ///
    /// # Errors
    /// There are more than [`VALUES`] values.
    pub(crate) fn all(&mut self, name: &str) -> Result<Vec<String>, Problem> {
        self.take(name);
        if self.values(name).nth(VALUES).is_some() {
            let why = format!("expected `{name}` at most {VALUES} times");
            return Err(Problem::of(name, "parameter-repeated", why));
        }
        Ok(self.values(name).map(str::to_owned).collect())
    }

    /// Returns the value of a name that may be given once.
    ///
    /// # Errors
    /// The name is given twice.
    pub(crate) fn one(&mut self, name: &str) -> Result<Option<String>, Problem> {
        self.take(name);
        let mut values = self.values(name);
        let value = values.next();
        if values.next().is_some() {
            return Err(Problem::of(name, "parameter-repeated", format!("expected `{name}` once, but found it again")));
        }
        Ok(value.map(str::to_owned))
    }

    /// Returns the value of a required name.
    ///
    /// # Errors
    /// The name is missing, or given twice.
    pub(crate) fn required(&mut self, name: &str) -> Result<String, Problem> {
        let missing = || Problem::of(name, "parameter-missing", format!("expected the parameter `{name}`"));
        self.one(name)?.ok_or_else(missing)
    }

    /// Returns whether a flag is set: `true` or an empty value.
    ///
    /// # Errors
    /// The value is neither true nor false.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Problem> {
        match self.one(name)?.as_deref() {
            None | Some("false") => Ok(false),
            Some("true" | "") => Ok(true),
            Some(_) => Err(Problem::of(name, "parameter-value", format!("{name}: expected true or false"))),
        }
    }

    /// Parses the value of a name; an empty value counts as missing.
    ///
    /// # Errors
    /// The value cannot be parsed.
    pub(crate) fn read<T: FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Result<Option<T>, Problem> {
        let Some(value) = self.one(name)?.filter(|value| !value.is_empty()) else { return Ok(None) };
        value.parse().map(Some).map_err(|error| value_problem(name, error))
    }

    /// Checks that all parameters are known.
    ///
    /// # Errors
    /// There is an unknown parameter.
    pub(crate) fn finish(&self) -> Result<(), Problem> {
        match self.pairs.iter().find(|(name, _)| self.taken.iter().all(|taken| taken != name)) {
            None => Ok(()),
            Some((name, _)) => Err(Problem::of(name, "parameter-unknown", "expected a parameter of this route")),
        }
    }
}

/// Returns the problem of an invalid value.
pub(crate) fn value_problem(name: &str, why: impl std::fmt::Display) -> Problem {
    Problem::of(name, "parameter-value", format!("{name}: {why}"))
}

fn decoded(name: &str, text: &[u8]) -> Result<String, Problem> {
    let spaced: Vec<u8> = text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
    let mut bytes = Vec::with_capacity(spaced.len());
    percent::decode_into(&spaced, &mut bytes);
    String::from_utf8(bytes).map_err(|_| Problem::of(name, "parameter-not-utf8", "expected UTF-8"))
}

/// Visits the members of an object.
struct Members<'p> {
    pairs: &'p mut Pairs,
    is_list: bool,
    /// The reason why a value cannot be a parameter.
    problem: Option<Problem>,
}

impl<'de> Visitor<'de> for &mut Members<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            map.next_value_seed(Member { members: &mut *self, name: &name, in_list: false })?;
        }
        Ok(())
    }
}

/// A value of a member, or of its list.
struct Member<'m, 'p> {
    members: &'m mut Members<'p>,
    name: &'m str,
    in_list: bool,
}

impl Member<'_, '_> {
    fn put<E>(self, value: &str) -> Result<(), E> {
        self.members.pairs.push(self.name, value);
        Ok(())
    }

    fn refuse<E: Error>(self) -> Result<(), E> {
        self.members.problem = Some(value_problem(self.name, "expected a text, or a list of texts"));
        Err(E::custom(""))
    }
}

impl<'de> DeserializeSeed<'de> for Member<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Member<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or a list of texts")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.put(if value { "true" } else { "false" })
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.put(&value.to_string())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.put(&value.to_string())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.put(&Number::from_f64(value).map_or_else(String::new, |number| number.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.put(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if self.in_list {
            return self.refuse();
        }
        self.members.is_list = true;
        let (members, name) = (self.members, self.name);
        while list.next_element_seed(Member { members: &mut *members, name, in_list: true })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.refuse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_the_same_from_forms_and_json() {
        let long = "x".repeat(300);
        let mut form = Parameters::default();
        form.add_form(format!("url=a&url=&url={long}&base=%2B+&url=1&flag=true").as_bytes()).expect("a form");
        let mut json = Parameters::default();
        let text =
            format!(r#"{{"url": ["a", "", null, "{long}"], "base": "+ ", "url": 1, "flag": true, "none": null}}"#);
        assert!(json.add_json(text.as_bytes()).expect("JSON"));
        for mut parameters in [form, json] {
            assert_eq!(parameters.all("url").expect("four"), ["a", "", &long, "1"]);
            assert_eq!(parameters.one("base").expect("one"), Some("+ ".to_owned()));
            assert!(parameters.finish().is_err(), "`flag` is not known yet");
            assert!(parameters.flag("flag").expect("a flag") && parameters.finish().is_ok());
            assert!(parameters.one("url").is_err());
        }
    }

    #[test]
    fn json_bodies_that_are_no_parameters_are_refused() {
        for (text, rule) in [
            ("", "body-not-json"),
            ("[]", "body-not-json"),
            ("1", "body-not-json"),
            (r#"{"a": }"#, "body-not-json"),
            (r#"{"a": "b"} x"#, "body-not-json"),
            (r#"{"a": {"b": "c"}}"#, "parameter-value"),
            (r#"{"a": [["b"]]}"#, "parameter-value"),
        ] {
            let problem = Parameters::default().add_json(text.as_bytes()).expect_err(text);
            assert_eq!(problem.rule(), rule, "{text}");
        }
    }

    #[test]
    fn parameters_have_a_limit_of_values() {
        let mut parameters = Parameters::default();
        parameters.add_form("a=b&".repeat(VALUES).as_bytes()).expect("a form");
        assert_eq!(parameters.all("a").map(|all| all.len()).expect("as many as the limit"), VALUES);
        parameters.add_form(b"a=b").expect("a form");
        assert_eq!(parameters.all("a").expect_err("one more").rule(), "parameter-repeated");
    }

    /// Empty values take three bytes each in JSON, and two in a form.
    #[test]
    fn pairs_take_no_more_bytes_than_the_request() {
        for (text, is_json) in [
            (format!(r#"{{"url": [{}""]}}"#, r#""","#.repeat(10_000)), true),
            (format!(r#"{{"url": [{}1]}}"#, "1,".repeat(10_000)), true),
            ("a&".repeat(10_000), false),
            ("a&b&".repeat(10_000), false),
        ] {
            let mut parameters = Parameters::default();
            match is_json {
                true => drop(parameters.add_json(text.as_bytes()).expect("JSON")),
                false => parameters.add_form(text.as_bytes()).expect("a form"),
            }
            assert!(parameters.pairs.bytes.len() <= text.len() * 3 / 2, "{}", &text[..20]);
            assert!(parameters.pairs.iter().count() >= 10_000);
        }
    }
}
