//! Expands the entities of XML documents.
//!
//! Reads the entities that a document declares (XML 1.0 section 4.2), expands references to them (section 4.4), and
//! finds the system identifiers in the document type. External entities are not retrieved, and parameter entities are
//! ignored. The total expansion per document is limited, because ten entities that each reference the previous one ten
//! times would expand to a billion.

use crate::options::Limits;
use memchr::memmem;
use napkin::Span;
use napkin::map::Builder;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// The entities declared by the document.
pub(crate) struct Entities {
    values: HashMap<String, String>,
    /// The remaining expansion in bytes.
    left: Cell<usize>,
    /// The largest nesting depth of entities. It also ends the recursion of an entity that references itself, which is
    /// not well-formed.
    depth: usize,
}

impl Entities {
    pub(crate) fn new(limits: &Limits) -> Self {
        // 0 means exhausted, which is reported; a document without entities must not be.
        Self { values: HashMap::new(), left: Cell::new(limits.entities.max(1)), depth: limits.entity_depth }
    }

    /// Returns the value of an attribute at an offset: white space normalized to spaces, references expanded (XML 1.0
    /// section 3.3.3). Unknown references are left unchanged.
    pub(crate) fn expanded(&self, raw: &str, at: usize) -> Builder {
        let mut built = Builder::default();
        let mut rest = raw;
        while let Some(found) = rest.find('&') {
            let start = raw.len() - rest.len() + found;
            push_spaced(&mut built.text, &raw[start - found..start]);
            let name = reference(&raw[start..]);
            let text = name.and_then(|name| self.value(name, self.depth));
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

    /// Returns the replacement text of an entity if it may contain markup. Its length, plus `more`, counts towards the
    /// limit.
    pub(super) fn markup(&self, name: &str, more: usize) -> Option<String> {
        let raw = self.values.get(name).filter(|raw| raw.contains(['<', '&']))?;
        self.charge(raw.len() + 1 + more).then(|| raw.clone())
    }

    /// Counts text that is repeated towards the limit. Returns whether that is not exceeded.
    pub(super) fn charge(&self, length: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(length));
        !self.is_exhausted()
    }

    /// Stops all further expansion.
    pub(super) fn exhaust(&self) {
        self.left.set(0);
    }

    /// Returns whether the limit was exceeded, so that later entities are not expanded.
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
        if !self.charge(raw.len() + 1) {
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

    /// Reads a document type, from its name. The first declaration of an entity is binding.
    pub(crate) fn declare<'t>(&mut self, text: &'t str) -> Declared<'t> {
        let mut declared = Declared::default();
        let mut scanner = Scanner { rest: text };
        scanner.name();
        declared.own = scanner.external();
        scanner.spaces();
        let Some(inside) = scanner.rest.strip_prefix('[') else { return declared };
        scanner.rest = inside;
        let mut seen = HashSet::new();
        while let Some(declaration) = scanner.declaration() {
            let declaration = match declaration {
                Declaration::Entity(declaration) => declaration,
                Declaration::Attributes(list) => {
                    Scanner { rest: list }.attributes(&mut seen, &mut declared.defaults);
                    continue;
                }
            };
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
                None => declared.systems.extend(inner.external()),
            }
        }
        declared
    }
}

/// The declarations in a document type other than entities.
#[derive(Debug, Default)]
pub(crate) struct Declared<'t> {
    /// The system identifier of the document type.
    pub(crate) own: Option<&'t str>,
    /// The system identifiers of entities and notations.
    pub(crate) systems: Vec<&'t str>,
    /// The default attributes and their values, by element name.
    pub(crate) defaults: HashMap<&'t str, Vec<(&'t str, &'t str)>>,
}

/// The content of a declaration after its keyword, up to its `>`.
enum Declaration<'t> {
    Entity(&'t str),
    Attributes(&'t str),
}

/// Appends text with each white space character as a space.
fn push_spaced(text: &mut String, raw: &str) {
    text.extend(raw.chars().map(|c| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c }));
}

/// Returns the name in a reference at the start.
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

/// Implements section 4.4.5: when an entity is declared, only character references in its value are expanded.
/// References to `&` are left, so that they are not expanded twice.
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

/// Reads a document type token by token.
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

    /// Returns the system identifier of `SYSTEM "x"` or `PUBLIC "name" "x"`: x.
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

    /// Implements section 3.3: an element, and for each of its attributes a name, a type, and an optional value. The
    /// first declaration of an attribute is binding.
    fn attributes(
        mut self,
        seen: &mut HashSet<(&'t str, &'t str)>,
        defaults: &mut HashMap<&'t str, Vec<(&'t str, &'t str)>>,
    ) {
        let element = self.name();
        loop {
            let name = self.name();
            if name.is_empty() {
                return;
            }
            self.spaces();
            if !self.rest.starts_with('(') && self.name() == "NOTATION" {
                self.spaces();
            }
            if self.rest.starts_with('(') {
                let Some((_, behind)) = self.rest.split_once(')') else { return };
                self.rest = behind;
            }
            self.spaces();
            let is_first = seen.insert((element, name));
            if self.rest.starts_with('#') && self.name() != "#FIXED" {
                continue;
            }
            self.spaces();
            let Some(value) = self.literal() else { return };
            if is_first {
                defaults.entry(element).or_default().push((name, value));
            }
        }
    }

    /// Returns the next declaration of an entity or of attributes.
    fn declaration(&mut self) -> Option<Declaration<'t>> {
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
                let declaration = &whole[..length];
                if let Some(entity) = declaration.strip_prefix("<!ENTITY") {
                    return Some(Declaration::Entity(entity));
                }
                if let Some(list) = declaration.strip_prefix("<!ATTLIST") {
                    return Some(Declaration::Attributes(list));
                }
            }
        }
    }
}

/// Returns the length up to the `>` outside literals.
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
        let mut entities = Entities::new(&Limits::default());
        let declared = entities.declare(
            "svg PUBLIC 'p' 'data:,s' [<!-- <!ENTITY x '1'> --><?p <!ENTITY x '2'?><!ELEMENT a ANY>\
             <!ENTITY d 'da'><!ENTITY t \"&d;ta&#58;>\"><!ENTITY t 'no'><!ENTITY % p 'q'><!ENTITY e SYSTEM 'data:,e'>\
             <!ENTITY loop '&loop;'><!ENTITY a '&#38;amp;'>\
             <!ATTLIST b c CDATA 'data:,c' c CDATA 'no' d (x|y) \"y\" e NOTATION (z) #REQUIRED f ID #IMPLIED g:h CDATA #FIXED 'i>'>]",
        );
        assert_eq!((declared.own, declared.systems), (Some("data:,s"), vec!["data:,e"]));
        assert_eq!(declared.defaults["b"], [("c", "data:,c"), ("d", "y"), ("g:h", "i>")]);
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
    fn expansion_of_entities_is_limited() {
        let mut declarations = String::from("x [<!ENTITY e0 'ha'>");
        for number in 1..14 {
            let ten = format!("&e{};", number - 1).repeat(10);
            declarations += &format!("<!ENTITY e{number} '{ten}'>");
        }
        let mut entities = Entities::new(&Limits::default());
        entities.declare(&(declarations + "]"));
        assert_eq!(entities.expanded("&e13;", 0).text, "&e13;");
        assert_eq!(entities.expanded("&e1;", 0).text, "&e1;", "nothing is left");
    }
}
