//! Takes the fields of one table one by one, and reports unknown fields at the end.

use alloc::vec;
use alloc::vec::Vec;

use super::{Entry, Limits, Node, Value, finding};
use crate::rules;
use crate::{List, Octets, Text};
use napkin::{Finding, Span, Standard};

/// A table during reading.
pub(super) struct Fields<'n, 'r> {
    entries: &'n [Entry],
    taken: Vec<bool>,
    limits: Limits,
    reported: &'r mut Vec<Finding>,
}

impl<'n, 'r> Fields<'n, 'r> {
    pub(super) fn new(node: &'n Node, limits: &Limits, reported: &'r mut Vec<Finding>) -> Self {
        if !matches!(node.value, Value::Table(_)) {
            reported.push(finding(node.span, "a table"));
        }
        let entries = node.entries();
        Self { entries, taken: vec![false; entries.len()], limits: *limits, reported }
    }

    pub(super) fn report(&mut self, span: Span, expected: &'static str) {
        self.reported.push(finding(span, expected));
    }

    pub(super) fn take(&mut self, key: &str) -> Option<&'n Node> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        self.taken[at] = true;
        Some(&self.entries[at].node)
    }

    /// Reports the keys that were not taken.
    pub(super) fn finish(self) {
        for (entry, _) in self.entries.iter().zip(&self.taken).filter(|(_, taken)| !**taken) {
            self.reported.push(finding(entry.key_span, "a key that definitions have"));
        }
    }

    fn text_of(&mut self, node: &Node) -> Text {
        match &node.value {
            Value::Text(text) => Text::Owned(text.clone()),
            _ => {
                self.report(node.span, "a text");
                Text::Borrowed("")
            }
        }
    }

    pub(super) fn text(&mut self, key: &str) -> Text {
        let node = self.take(key);
        node.map_or(Text::Borrowed(""), |node| self.text_of(node))
    }

    /// Takes a text that is a set of octets.
    pub(super) fn octets(&mut self, key: &str) -> Text {
        let text = self.text(key);
        if let (None, Some(node)) = (Octets::parse(&text), self.take(key)) {
            self.report(node.span, "words of a set of octets: names of the grammars, `%0D`, `%00-%1F`, or characters");
        }
        text
    }

    pub(super) fn flag(&mut self, key: &str) -> Option<bool> {
        let node = self.take(key)?;
        if let Value::Bool(flag) = node.value {
            return Some(flag);
        }
        self.report(node.span, "true or false");
        None
    }

    pub(super) fn port(&mut self, key: &str) -> Option<u16> {
        let node = self.take(key)?;
        let port = match node.value {
            Value::Number(number) => u16::try_from(number).ok(),
            _ => None,
        };
        if port.is_none() {
            self.report(node.span, "a number from 0 to 65535");
        }
        port
    }

    /// Takes a value of an enumeration.
    pub(super) fn named<T>(&mut self, key: &str, of: fn(&str) -> Option<T>) -> Option<T> {
        let node = self.take(key)?;
        let text = self.text_of(node);
        let value = of(&text);
        if value.is_none() {
            self.report(node.span, "one of the words that this key has");
        }
        value
    }

    fn items(&mut self, key: &str) -> &'n [Node] {
        let Some(node) = self.take(key) else { return &[] };
        if !matches!(node.value, Value::List(_)) {
            self.report(node.span, "a list");
        }
        let items = node.items();
        if let Some(beyond) = items.get(self.limits.items) {
            let rule = rules::DEFINITION_TOO_MANY_ITEMS;
            self.reported.push(Finding::new(rule, Standard::Rfc3986, beyond.span, "", None));
        }
        &items[..items.len().min(self.limits.items)]
    }

    pub(super) fn texts(&mut self, key: &str) -> List<Text> {
        let texts: Vec<Text> = self.items(key).iter().map(|node| self.text_of(node)).collect();
        texts.into()
    }

    /// Takes a list of pairs of texts.
    pub(super) fn pairs(&mut self, key: &str) -> List<(Text, Text)> {
        let mut pairs = Vec::new();
        for node in self.items(key) {
            match node.items() {
                [first, second] => pairs.push((self.text_of(first), self.text_of(second))),
                _ => self.report(node.span, "a list of two texts"),
            }
        }
        pairs.into()
    }

    /// Takes a list of tables.
    pub(super) fn list<T: Clone>(&mut self, key: &str, read: fn(&mut Fields<'_, '_>) -> T) -> List<T> {
        let list: Vec<T> = self.items(key).iter().map(|node| self.inner(node, read)).collect();
        list.into()
    }

    pub(super) fn table<T>(&mut self, key: &str, read: fn(&mut Fields<'_, '_>) -> T) -> Option<T> {
        let node = self.take(key)?;
        Some(self.inner(node, read))
    }

    fn inner<T>(&mut self, node: &Node, read: fn(&mut Fields<'_, '_>) -> T) -> T {
        let mut fields = Fields::new(node, &self.limits, self.reported);
        let value = read(&mut fields);
        fields.finish();
        value
    }
}
