//! What a request asks: names and values, from a query, a form, or JSON.
//!
//! Decides: that all three are the same, that a name is given once unless it may be repeated, and that a name nobody knows
//! is an error, since ignoring it would answer another question.

use std::str::FromStr;
use std::sync::Arc;

use hyper::StatusCode;
use napkin::percent;
use serde_json::Value;

use super::answer::Problem;

/// The pairs of a request that have not been taken yet.
#[derive(Default)]
pub(super) struct Parameters {
    /// A repeated name is stored once: a long name with many values would take much memory for a small request.
    pairs: Vec<(Arc<str>, String)>,
}

impl Parameters {
    /// Those of an `application/x-www-form-urlencoded` text (URL Standard section 5.1), which must be UTF-8.
    ///
    /// # Errors
    /// A value that is not UTF-8.
    pub(super) fn add_form(&mut self, text: &[u8]) -> Result<(), Problem> {
        for pair in text.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
            let equals = pair.iter().position(|&byte| byte == b'=');
            let (name, value) = equals.map_or((pair, &b""[..]), |at| (&pair[..at], &pair[at + 1..]));
            let name = decoded("", name)?;
            let value = decoded(&name, value)?;
            let last = self.pairs.last().filter(|(last, _)| **last == *name);
            let name = last.map_or_else(|| name.as_str().into(), |(last, _)| Arc::clone(last));
            self.pairs.push((name, value));
        }
        Ok(())
    }

    /// Those of an object in JSON: texts, numbers, true and false, and lists of them for names that may be repeated. Null is
    /// nothing. Whether there is a list.
    ///
    /// # Errors
    /// It is no such object.
    pub(super) fn add_json(&mut self, text: &[u8]) -> Result<bool, Problem> {
        let mut is_list = false;
        let wrong = |why: String| Problem::new(StatusCode::BAD_REQUEST, "body-not-json", why);
        let value: Value = serde_json::from_slice(text)
            .map_err(|error| wrong(format!("expected JSON, but found an error: {error}")))?;
        let Value::Object(members) = value else {
            return Err(wrong("expected an object, whose members are parameters".into()));
        };
        for (name, value) in members {
            let name: Arc<str> = name.into();
            match value {
                Value::Array(values) => {
                    is_list = true;
                    for value in values {
                        let value = scalar(&name, value)?;
                        self.pairs.extend(value.map(|value| (Arc::clone(&name), value)));
                    }
                }
                value => {
                    let value = scalar(&name, value)?;
                    self.pairs.extend(value.map(|value| (name, value)));
                }
            }
        }
        Ok(is_list)
    }

    /// All values of a name.
    pub(super) fn all(&mut self, name: &str) -> Vec<String> {
        let taken = self.pairs.extract_if(.., |(other, _)| **other == *name);
        taken.map(|(_, value)| value).collect()
    }

    /// The value of a name that may be given once.
    ///
    /// # Errors
    /// It is given twice.
    pub(super) fn one(&mut self, name: &str) -> Result<Option<String>, Problem> {
        let mut values = self.all(name);
        let value = values.pop();
        if !values.is_empty() {
            return Err(Problem::of(name, "parameter-repeated", format!("expected `{name}` once, but found it again")));
        }
        Ok(value)
    }

    /// The value of a name that must be given.
    ///
    /// # Errors
    /// It is missing, or given twice.
    pub(super) fn required(&mut self, name: &str) -> Result<String, Problem> {
        let missing = || Problem::of(name, "parameter-missing", format!("expected the parameter `{name}`"));
        self.one(name)?.ok_or_else(missing)
    }

    /// Whether a name says yes: `true`, or no value.
    ///
    /// # Errors
    /// It says neither yes nor no.
    pub(super) fn flag(&mut self, name: &str) -> Result<bool, Problem> {
        match self.one(name)?.as_deref() {
            None | Some("false") => Ok(false),
            Some("true" | "") => Ok(true),
            Some(_) => Err(Problem::of(name, "parameter-value", format!("{name}: expected true or false"))),
        }
    }

    /// The value of a name, read; an empty one is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn read<T: FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Result<Option<T>, Problem> {
        let Some(value) = self.one(name)?.filter(|value| !value.is_empty()) else { return Ok(None) };
        value.parse().map(Some).map_err(|error| value_problem(name, error))
    }

    /// # Errors
    /// There is a parameter that nobody knows.
    pub(super) fn finish(self) -> Result<(), Problem> {
        match self.pairs.into_iter().next() {
            None => Ok(()),
            Some((name, _)) => Err(Problem::of(&name, "parameter-unknown", "expected a parameter of this route")),
        }
    }
}

/// A value that is none of those that a parameter may have.
pub(super) fn value_problem(name: &str, why: impl std::fmt::Display) -> Problem {
    Problem::of(name, "parameter-value", format!("{name}: {why}"))
}

fn decoded(name: &str, text: &[u8]) -> Result<String, Problem> {
    let spaced: Vec<u8> = text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
    let mut bytes = Vec::with_capacity(spaced.len());
    percent::decode_into(&spaced, &mut bytes);
    String::from_utf8(bytes).map_err(|_| Problem::of(name, "parameter-not-utf8", "expected UTF-8"))
}

fn scalar(name: &str, value: Value) -> Result<Option<String>, Problem> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Bool(value) => Ok(Some(value.to_string())),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Array(_) | Value::Object(_) => Err(value_problem(name, "expected a text, or a list of texts")),
    }
}
