//! Maps places in a definition to spans in its source.

use super::{Node, Value};
use napkin::Span;

/// A place in a definition: a key, an optional index in its list, and an optional key below that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The key.
    pub key: &'static str,
    /// The index in its list, from 0.
    pub item: Option<usize>,
    /// The key within this item, or within the table.
    pub inner: Option<&'static str>,
}

impl Place {
    /// A key.
    ///
    /// ```
    /// use napkin_scheme::source::Place;
    /// assert_eq!(Place::key("examples").key, "examples");
    /// ```
    #[must_use]
    pub const fn key(key: &'static str) -> Self {
        Self { key, item: None, inner: None }
    }

    /// An item of a list.
    ///
    /// ```
    /// use napkin_scheme::source::Place;
    /// assert_eq!(Place::key("examples").item(1).item, Some(1));
    /// ```
    #[must_use]
    pub const fn item(mut self, item: usize) -> Self {
        self.item = Some(item);
        self
    }

    /// A key within a place.
    ///
    /// ```
    /// use napkin_scheme::source::Place;
    /// assert_eq!(Place::key("operations").item(0).inner("http").inner, Some("http"));
    /// ```
    #[must_use]
    pub const fn inner(mut self, inner: &'static str) -> Self {
        self.inner = Some(inner);
        self
    }
}

impl Node {
    /// Returns the span of a place in the source of a definition: the value, or the nearest value that contains the
    /// place, or the name of the scheme. `within` is a range of bytes in a text value.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin_scheme::source::{Entry, Node, Place, Value};
    /// let name = Node { span: Span::new(7, 12), value: Value::Text("pub".into()) };
    /// let entry = Entry { key: "name".into(), key_span: Span::new(0, 4), node: name.clone() };
    /// let table = Node { span: Span::new(0, 12), value: Value::Table(vec![entry]) };
    /// assert_eq!(table.locate(Place::key("name"), Some(Span::new(0, 1))), Span::new(8, 9));
    /// assert_eq!(table.locate(Place::key("port"), None), Span::new(7, 12));
    /// ```
    #[must_use]
    pub fn locate(&self, place: Place, within: Option<Span>) -> Span {
        let Some(mut node) = self.get(place.key) else {
            return self.get("name").map_or(self.span, |name| name.span);
        };
        let is_table = matches!(node.value, Value::Table(_));
        if let (Some(inner), true) = (place.inner, is_table) {
            node = node.get(inner).unwrap_or(node);
        }
        if let Some(item) = place.item {
            node = node.items().get(item).unwrap_or(node);
        }
        if let (Some(inner), false) = (place.inner, is_table) {
            node = node.get(inner).unwrap_or(node);
        }
        match (&node.value, within) {
            // The text as written between two quotes, without escapes.
            (Value::Text(text), Some(within)) if node.span.end - node.span.start == text.len() + 2 => {
                within.shift(node.span.start + 1)
            }
            _ => node.span,
        }
    }
}
