//! Parses trees of named values from TOML.

use alloc::vec::Vec;

use toml::de::{DeTable, DeValue};

use super::{Entry, Limits, Node, Value, finding};
use crate::rules;
use napkin::{Finding, Span, Standard};

/// The parser is recursive, so the depth is limited by the stack.
const DEEPEST: usize = 128;

impl Node {
    /// Parses TOML to a tree of named values.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML, or if it has more nested levels than `limits` allows.
    ///
    /// ```
    /// use napkin_scheme::source::{Limits, Node, read};
    /// let limits = Limits::default();
    /// let file = Node::parse_toml("[[scheme]]\nname = 'pub'\nport = 'eighty'\n", &limits).unwrap();
    /// let mut findings = Vec::new();
    /// let definitions = read(&file, &limits, &mut findings);
    /// assert_eq!(definitions[0].1.name, "pub");
    /// assert_eq!(findings[0].to_string(), "expected a number from 0 to 65535");
    /// ```
    pub fn parse_toml(text: &str, limits: &Limits) -> Result<Self, Finding> {
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            finding(Span::new(span.start.min(text.len()), span.end.min(text.len())), "TOML")
        })?;
        let value = entries(table.get_ref(), 0, &limits.with_depth(limits.depth.min(DEEPEST)))?;
        Ok(Self { span: Span::new(0, text.len()), value })
    }
}

fn entries(table: &DeTable<'_>, depth: usize, limits: &Limits) -> Result<Value, Finding> {
    let mut entries: Vec<Entry> = Vec::new();
    for (key, value) in table {
        entries.push(Entry {
            key: key.get_ref().as_ref().into(),
            key_span: span(key.span()),
            node: node(value, depth + 1, limits)?,
        });
    }
    entries.sort_by_key(|entry| entry.key_span.start);
    Ok(Value::Table(entries))
}

fn node(of: &toml::Spanned<DeValue<'_>>, depth: usize, limits: &Limits) -> Result<Node, Finding> {
    let at = span(of.span());
    if depth > limits.depth {
        return Err(Finding::new(rules::DEFINITION_TOO_DEEP, Standard::Rfc3986, at, "", None));
    }
    Ok(Node { span: at, value: value(of.get_ref(), depth, limits)? })
}

fn value(of: &DeValue<'_>, depth: usize, limits: &Limits) -> Result<Value, Finding> {
    Ok(match of {
        DeValue::String(text) => Value::Text(text.as_ref().into()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Other, Value::Number)
        }
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| node(item, depth + 1, limits)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => entries(table, depth, limits)?,
        _ => Value::Other,
    })
}

fn span(range: core::ops::Range<usize>) -> Span {
    Span::new(range.start, range.end)
}
