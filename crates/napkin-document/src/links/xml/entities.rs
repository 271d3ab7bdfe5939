//! What entities of XML stand for.
//!
//! Decides: which entities a document declares itself (XML 1.0 section 4.2), what references to them stand for (section 4.4),
//! and which system identifiers its document type has. External entities are not retrieved, parameter entities are passed
//! over. What entities expand to is limited for a whole document, since ten that each name the one before ten times are a
//! billion.

use crate::map::Builder;
use memchr::memmem;
use napkin::Span;
use std::cell::Cell;
use std::collections::HashMap;

/// How deep entities stand in entities. One that names itself is not well-formed, and ends here.
const DEPTH: usize = 16;

/// How much all entities of a document expand to, in bytes.
const EXPANSION: usize = 1 << 20;

/// What the document's own entities stand for.
pub(crate) struct Entities {
    values: HashMap<String, String>,
    /// How much they may still expand to.
    left: Cell<usize>,
}

impl Default for Entities {
    fn default() -> Self {
        Self { values: HashMap::new(), left: Cell::new(EXPANSION) }
    }
}

impl Entities {
    /// The value of an attribute that stands at a place: white space is spaces, references are what they stand for (XML 1.0
    /// section 3.3.3). A reference that means nothing stands for itself.
    pub(crate) fn expanded(&self, raw: &str, at: usize) -> Builder {
        let mut built = Builder::default();
        let mut rest = raw;
        while let Some(found) = rest.find('&') {
            let start = raw.len() - rest.len() + found;
            push_spaced(&mut built.text, &raw[start - found..start]);
            let name = reference(&raw[start..]);
            let text = name.and_then(|name| self.value(name, DEPTH));
            let length = name.map_or(1, |name| name.len() + 2);
            match text {
                Some(text) => built.unit(&text, Span::new(at + start, at + start + length)),
                None => built.text.push_str(&raw[start..start + length]),
            }
            rest = &raw[start + length..];
        }
        push_spaced(&mut built.text, rest);
        built
    }

    /// Whether there was more than the limit, so that what follows has not been expanded.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    fn value(&self, name: &str, depth: usize) -> Option<String> {
        if let Some(number) = name.strip_prefix('#') {
            return character(number).map(String::from);
        }
        let raw = match name {
            "amp" => return Some("&".to_owned()),
            "lt" => return Some("<".to_owned()),
            "gt" => return Some(">".to_owned()),
            "quot" => return Some("\"".to_owned()),
            "apos" => return Some("'".to_owned()),
            name => self.values.get(name)?,
        };
        self.left.set(self.left.get().saturating_sub(raw.len() + 1));
        if self.is_exhausted() {
            return None;
        }
        let mut text = String::new();
        let mut rest = raw.as_str();
        while let Some(found) = rest.find('&') {
            push_spaced(&mut text, &rest[..found]);
            rest = &rest[found..];
            let inner = reference(rest)?;
            if depth == 0 {
                self.left.set(0);
                return None;
            }
            text.push_str(&self.value(inner, depth - 1)?);
            rest = &rest[inner.len() + 2..];
        }
        push_spaced(&mut text, rest);
        Some(text)
    }

    /// Reads a document type, from its name on, and gives the system identifiers in it: its own, and those of entities and
    /// notations. The first declaration of an entity counts.
    pub(crate) fn declare<'t>(&mut self, text: &'t str) -> (Option<&'t str>, Vec<&'t str>) {
        let mut systems = Vec::new();
        let mut scanner = Scanner { rest: text };
        scanner.name();
        let own = scanner.external();
        scanner.spaces();
        let Some(inside) = scanner.rest.strip_prefix('[') else { return (own, systems) };
        scanner.rest = inside;
        while let Some(declaration) = scanner.declaration() {
            let mut inner = Scanner { rest: declaration };
            inner.spaces();
            let is_parameter = inner.rest.starts_with('%');
            if is_parameter {
                inner.rest = &inner.rest[1..];
            }
            let name = inner.name();
            inner.spaces();
            match inner.literal() {
                Some(value) if !is_parameter => {
                    self.values.entry(name.to_owned()).or_insert_with(|| with_characters(value));
                }
                Some(_) => {}
                None => systems.extend(inner.external()),
            }
        }
        (own, systems)
    }
}

/// White space in a value is a space.
fn push_spaced(text: &mut String, raw: &str) {
    text.extend(raw.chars().map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c }));
}

/// The name in a reference at the start.
fn reference(text: &str) -> Option<&str> {
    let name = &text[1..];
    let end = name.find(|c: char| !(c.is_alphanumeric() || matches!(c, '#' | '_' | '-' | '.' | ':')))?;
    name[end..].starts_with(';').then_some(&name[..end])
}

fn character(number: &str) -> Option<char> {
    let code = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    code.ok().and_then(char::from_u32)
}

/// Section 4.4.5: in the value of an entity only references to characters are replaced when it is declared. Those that would
/// begin another reference are left, so that they are not expanded twice.
fn with_characters(raw: &str) -> String {
    let mut text = String::new();
    let mut rest = raw;
    while let Some(found) = rest.find("&#") {
        text.push_str(&rest[..found]);
        rest = &rest[found..];
        let name = reference(rest);
        let decoded = name.and_then(|name| character(&name[1..]).filter(|&c| c != '&').map(|c| (c, name.len() + 2)));
        match decoded {
            Some((c, length)) => {
                text.push(c);
                rest = &rest[length..];
            }
            None => {
                text.push_str("&#");
                rest = &rest[2..];
            }
        }
    }
    text + rest
}

/// Reads a document type piece by piece.
struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    fn spaces(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn name(&mut self) -> &'t str {
        self.spaces();
        let end = self.rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '[' | '>' | '"' | '\''));
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        name
    }

    fn literal(&mut self) -> Option<&'t str> {
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, rest) = self.rest[1..].split_once(quote)?;
        self.rest = rest;
        Some(value)
    }

    /// `SYSTEM "x"` or `PUBLIC "name" "x"`: x.
    fn external(&mut self) -> Option<&'t str> {
        self.spaces();
        let is_public = self.rest.starts_with("PUBLIC");
        if !is_public && !self.rest.starts_with("SYSTEM") {
            return None;
        }
        self.rest = &self.rest["SYSTEM".len()..];
        self.spaces();
        let first = self.literal()?;
        if !is_public {
            return Some(first);
        }
        self.spaces();
        self.literal()
    }

    /// What follows `<!ENTITY` up to its `>`, of the next declaration of one.
    fn declaration(&mut self) -> Option<&'t str> {
        loop {
            let start = self.rest.find('<')?;
            self.rest = &self.rest[start..];
            if let Some(comment) = self.rest.strip_prefix("<!--") {
                self.rest = &comment[memmem::find(comment.as_bytes(), b"-->")? + 3..];
            } else if let Some(instruction) = self.rest.strip_prefix("<?") {
                self.rest = &instruction[memmem::find(instruction.as_bytes(), b"?>")? + 2..];
            } else {
                let whole = self.rest;
                let length = declaration_length(whole.as_bytes());
                self.rest = &whole[length..];
                if let Some(entity) = whole[..length].strip_prefix("<!ENTITY") {
                    return Some(entity);
                }
            }
        }
    }
}

/// Up to the `>` that is in no literal.
fn declaration_length(text: &[u8]) -> usize {
    let mut quote = None;
    for (at, &byte) in text.iter().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return at + 1,
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_stand_for_their_text() {
        let mut entities = Entities::default();
        let systems = entities.declare(
            "svg PUBLIC 'p' 'data:,s' [<!-- <!ENTITY x '1'> --><?p <!ENTITY x '2'?><!ELEMENT a ANY>\
             <!ENTITY d 'da'><!ENTITY t \"&d;ta&#58;>\"><!ENTITY t 'no'><!ENTITY % p 'q'><!ENTITY e SYSTEM 'data:,e'>\
             <!ENTITY loop '&loop;'><!ENTITY a '&#38;amp;'>]",
        );
        assert_eq!(systems, (Some("data:,s"), vec!["data:,e"]));
        for (raw, expected) in [
            ("&t;,x", "data:>,x"),
            ("&#x64;&#97;&lt;", "da<"),
            ("a\tb\nc", "a b c"),
            ("a&#9;b", "a\tb"),
            ("&x;&p;&loop;& ;&", "&x;&p;&loop;& ;&"),
            ("&amp;#58;", "&#58;"),
        ] {
            assert_eq!(entities.expanded(raw, 0).text, expected, "{raw}");
        }
    }

    #[test]
    fn entities_do_not_explode() {
        let mut declarations = String::from("x [<!ENTITY e0 'ha'>");
        for number in 1..14 {
            let ten = format!("&e{};", number - 1).repeat(10);
            declarations += &format!("<!ENTITY e{number} '{ten}'>");
        }
        let mut entities = Entities::default();
        entities.declare(&(declarations + "]"));
        assert_eq!(entities.expanded("&e13;", 0).text, "&e13;");
        assert_eq!(entities.expanded("&e1;", 0).text, "&e1;", "nothing is left");
    }
}
