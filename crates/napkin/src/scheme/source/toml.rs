//! Trees from TOML.

use alloc::vec::Vec;

use toml::de::{DeTable, DeValue};

use super::{Entry, MAX_DEPTH, Node, Value, finding};
use crate::{Finding, Span};

impl Node {
    /// The tree of a text in TOML.
    ///
    /// # Errors
    /// Where the text is not TOML, or holds more than [`MAX_DEPTH`] levels in each other.
    ///
    /// ```
    /// use napkin::scheme::source::{Node, read};
    /// let file = Node::parse_toml("[[scheme]]\nname = 'pub'\nport = 'eighty'\n").unwrap();
    /// let mut findings = Vec::new();
    /// let definitions = read(&file, &mut findings);
    /// assert_eq!(definitions[0].1.name, "pub");
    /// assert_eq!(findings[0].to_string(), "expected a number from 0 to 65535");
    /// ```
    pub fn parse_toml(text: &str) -> Result<Self, Finding> {
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            finding(Span::new(span.start.min(text.len()), span.end.min(text.len())), "TOML")
        })?;
        let value = entries(table.get_ref(), 0)?;
        Ok(Self { span: Span::new(0, text.len()), value })
    }
}

fn entries(table: &DeTable<'_>, depth: usize) -> Result<Value, Finding> {
    let mut entries: Vec<Entry> = Vec::new();
    for (key, value) in table {
        entries.push(Entry {
            key: key.get_ref().as_ref().into(),
            key_span: span(key.span()),
            node: Node { span: span(value.span()), value: of(value.get_ref(), span(value.span()), depth + 1)? },
        });
    }
    entries.sort_by_key(|entry| entry.key_span.start);
    Ok(Value::Table(entries))
}

fn of(value: &DeValue<'_>, at: Span, depth: usize) -> Result<Value, Finding> {
    if depth > MAX_DEPTH {
        return Err(finding(at, "fewer levels of lists and tables in each other"));
    }
    Ok(match value {
        DeValue::String(text) => Value::Text(text.as_ref().into()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Other, Value::Number)
        }
        DeValue::Array(items) => {
            let node = |item: &toml::Spanned<DeValue<'_>>| -> Result<Node, Finding> {
                let at = span(item.span());
                Ok(Node { span: at, value: of(item.get_ref(), at, depth + 1)? })
            };
            Value::List(items.iter().map(node).collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => entries(table, depth)?,
        _ => Value::Other,
    })
}

fn span(range: core::ops::Range<usize>) -> Span {
    Span::new(range.start, range.end)
}
