//! What attributes of XML mean, and what entities stand for.
//!
//! Decides: by namespace, which attributes hold URLs: those of HTML and SVG by the table of
//! [`links::attributes`](crate::links::attributes), those of others here. Entities are those of the internal subset; what they
//! expand to is limited for a whole document, since ten that each name the one before ten times are a billion.

use crate::links::attributes::{self, Type};
use crate::map::Builder;
use crate::usage::Use;
use memchr::memmem;
use napkin::Span;
use std::collections::HashMap;

/// A namespace that has URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Html,
    Svg,
    MathMl,
    XLink,
    Xml,
    Atom,
    XInclude,
    Xslt,
    /// Another.
    Other,
    /// None.
    None,
}

impl Space {
    pub(super) fn of(uri: &str) -> Self {
        match uri {
            "http://www.w3.org/1999/xhtml" => Self::Html,
            "http://www.w3.org/2000/svg" => Self::Svg,
            "http://www.w3.org/1998/Math/MathML" => Self::MathMl,
            "http://www.w3.org/1999/xlink" => Self::XLink,
            "http://www.w3.org/XML/1998/namespace" => Self::Xml,
            "http://www.w3.org/2005/Atom" => Self::Atom,
            "http://www.w3.org/2001/XInclude" => Self::XInclude,
            "http://www.w3.org/1999/XSL/Transform" => Self::Xslt,
            "" => Self::None,
            _ => Self::Other,
        }
    }
}

/// What the value of an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Url(Use),
    /// What `rel` says.
    Link,
    Urls(Use),
    Srcset,
    Css,
    Refresh,
    Document,
    /// A URL if a link is animated, or a list of them.
    Animation,
    Animations,
}

/// The meaning of an attribute of an element. `own` is the attribute's own namespace, if it has one.
pub(super) fn meaning(space: Space, element: &str, own: Option<Space>, name: &str) -> Option<Meaning> {
    match own {
        Some(Space::XLink) if name == "href" => {
            let used = if space == Space::Svg { svg_use(element, "xlink:href") } else { Use::Navigation };
            return Some(Meaning::Url(used));
        }
        Some(Space::Xml) if name == "base" => return Some(Meaning::Url(Use::Other)),
        Some(_) => return None,
        None => {}
    }
    match (space, element, name) {
        (Space::Html, ..) => of_table(attributes::Space::Html, element, name),
        (Space::Svg, ..) => of_table(attributes::Space::Svg, &element.to_ascii_lowercase(), name)
            .or_else(|| attributes::foreign(false, element, name).map(|foreign| foreign_meaning(foreign.kind))),
        (Space::MathMl, _, "href") => Some(Meaning::Url(Use::Navigation)),
        (Space::Atom, "link", "href") => Some(Meaning::Url(Use::Navigation)),
        (Space::Atom, "content", "src") => Some(Meaning::Url(Use::Frame)),
        (Space::XInclude, "include", "href") => Some(Meaning::Url(Use::Other)),
        (Space::Xslt, "import" | "include", "href") => Some(Meaning::Url(Use::Style)),
        // RSS, its extension for media, and the like: what has a `url` is fetched.
        (Space::None | Space::Other, "enclosure" | "content" | "thumbnail" | "source", "url") => {
            Some(Meaning::Url(Use::Media))
        }
        _ => None,
    }
}

fn foreign_meaning(kind: Type) -> Meaning {
    match kind {
        Type::Css => Meaning::Css,
        Type::Urls => Meaning::Animations,
        _ => Meaning::Animation,
    }
}

fn svg_use(element: &str, attribute: &str) -> Use {
    Use::of_attribute(&element.to_ascii_lowercase(), attribute)
}

/// Names of elements are in lower case in the table; those of attributes are compared as they are, since XML has case.
fn of_table(space: attributes::Space, element: &str, name: &str) -> Option<Meaning> {
    let row = attributes::find(space, element, name)?;
    let used = Use::of_attribute(element, row.attribute);
    Some(match row.kind {
        Type::Url if (element, name) == ("link", "href") => Meaning::Link,
        Type::Url | Type::Base => Meaning::Url(used),
        Type::Urls | Type::CommaUrls => Meaning::Urls(used),
        Type::Srcset => Meaning::Srcset,
        Type::Refresh => Meaning::Refresh,
        Type::Css => Meaning::Css,
        Type::Document => Meaning::Document,
    })
}

/// Whether `attributeName` names a link.
pub(super) fn is_href(name: &str) -> bool {
    let name = name.trim();
    name == "href" || name.ends_with(":href")
}

/// How deep entities stand in entities. One that names itself is not well-formed, and ends here.
const DEPTH: usize = 16;

/// How much all entities of a document expand to, in bytes.
const EXPANSION: usize = 1 << 20;

/// What the document's own entities stand for.
pub(super) struct Entities {
    values: HashMap<String, String>,
    /// How much they may still expand to.
    left: std::cell::Cell<usize>,
}

impl Default for Entities {
    fn default() -> Self {
        Self { values: HashMap::new(), left: std::cell::Cell::new(EXPANSION) }
    }
}

impl Entities {
    /// The value of an attribute that stands at a place: white space is spaces, references are what they stand for (XML 1.0
    /// section 3.3.3). A reference that means nothing stands for itself.
    pub(super) fn expanded(&self, raw: &str, at: usize) -> Builder {
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
    pub(super) fn is_exhausted(&self) -> bool {
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

    /// Reads a document type, from its name on, and gives the system identifiers in it. The first declaration of an entity
    /// counts. Parameter entities are passed over.
    pub(super) fn declare<'t>(&mut self, text: &'t str) -> Vec<&'t str> {
        let mut systems = Vec::new();
        let mut scanner = Scanner { rest: text };
        scanner.name();
        systems.extend(scanner.external());
        scanner.spaces();
        let Some(inside) = scanner.rest.strip_prefix('[') else { return systems };
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
        systems
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
        assert_eq!(systems, ["data:,s", "data:,e"]);
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
