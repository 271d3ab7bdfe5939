//! Classes with the flag `v`: unions, intersections, differences, classes in classes, and texts.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::Parser;
use crate::Span;
use crate::pattern::engine::RegexpError;

/// How the items of a class are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pattern) enum Operation {
    Union,
    /// `&&`
    Intersection,
    /// `--`
    Difference,
}

/// A member of a class.
#[derive(Clone, Debug)]
pub(in crate::pattern) enum Item {
    Range(char, char),
    /// `\d` and the like, as it is written
    Escape(Span),
    Class(Box<Class>),
    /// `\q{...}`
    Texts(Vec<String>, Span),
}

/// A class of characters.
#[derive(Clone, Debug)]
pub(in crate::pattern) struct Class {
    pub(in crate::pattern) is_negated: bool,
    pub(in crate::pattern) operation: Operation,
    pub(in crate::pattern) items: Vec<Item>,
}

impl Class {
    pub(super) fn escape(span: Span) -> Self {
        Self { is_negated: false, operation: Operation::Union, items: Vec::from([Item::Escape(span)]) }
    }

    /// Returns whether the class may have the empty text.
    pub(super) fn has_empty_text(&self) -> bool {
        self.items.iter().any(|item| match item {
            Item::Texts(texts, _) => texts.iter().any(String::is_empty),
            Item::Class(class) => class.has_empty_text(),
            _ => false,
        })
    }

    /// Returns the place of a text that is not one character. A class of which this is part may not be negated.
    fn texts(&self) -> Option<Span> {
        self.items.iter().find_map(|item| match item {
            Item::Texts(texts, span) => texts.iter().any(|text| text.chars().count() != 1).then_some(*span),
            Item::Class(class) => class.texts(),
            _ => None,
        })
    }
}

impl Parser<'_> {
    /// `CharacterClass`, after its `[`
    pub(super) fn class(&mut self) -> Result<Class, RegexpError> {
        self.enter()?;
        let is_negated = self.take("^");
        let mut items = Vec::new();
        let mut operation = Operation::Union;
        while !self.take("]") {
            if items.len() == 1 && !matches!(items[0], Item::Range(a, b) if a != b) {
                operation = match self.operator() {
                    Some(operation) => operation,
                    None => Operation::Union,
                };
            } else if operation != Operation::Union && self.operator() != Some(operation) {
                return Err(self.wrong("`]`, or the same operator"));
            }
            if operation != Operation::Union {
                // `&&&` is a reserved punctuator.
                if self.peek() == Some('&') {
                    return Err(self.wrong("a character, a class or an escape"));
                }
                let operand = self.operand()?;
                items.push(operand);
                continue;
            }
            let item = self.operand()?;
            items.push(self.range(item)?);
        }
        self.depth -= 1;
        let class = Class { is_negated, operation, items };
        if let Some(span) = class.texts().filter(|_| is_negated) {
            return Err(RegexpError::new(span, "single characters in a negated class"));
        }
        Ok(class)
    }

    fn operator(&mut self) -> Option<Operation> {
        if self.take("&&") { Some(Operation::Intersection) } else { self.take("--").then_some(Operation::Difference) }
    }

    /// The rest of a range that begins with a character.
    fn range(&mut self, item: Item) -> Result<Item, RegexpError> {
        let Item::Range(first, _) = item else { return Ok(item) };
        if self.peek() != Some('-') || self.text[self.at..].starts_with("--") {
            return Ok(item);
        }
        let start = self.at;
        self.at += 1;
        match self.operand()? {
            Item::Range(last, _) if first <= last => Ok(Item::Range(first, last)),
            _ => Err(RegexpError::new(Span::new(start, self.at), "a character that is not before the first one")),
        }
    }

    /// `ClassSetOperand`
    fn operand(&mut self) -> Result<Item, RegexpError> {
        let start = self.at;
        if self.take("[") {
            return self.class().map(|class| Item::Class(Box::new(class)));
        }
        if self.take("\\q{") {
            return self.texts(start);
        }
        if self.take("\\") {
            if let Some(class) = self.class_escape(start)? {
                return Ok(Item::Class(Box::new(class)));
            }
            return self.escaped(start).map(|c| Item::Range(c, c));
        }
        self.character().map(|c| Item::Range(c, c))
    }

    /// `ClassSetCharacter` without `\`
    fn character(&mut self) -> Result<char, RegexpError> {
        const DOUBLE: &[u8] = b"&!#$%*+,.:;<=>?@^`~";
        let rest = &self.text.as_bytes()[self.at..];
        let is_double = matches!(rest, [a, b, ..] if a == b && DOUBLE.contains(a));
        match self.peek() {
            Some('(' | ')' | '[' | ']' | '{' | '}' | '/' | '-' | '\\' | '|') | None => {
                Err(self.wrong("`\\` before this character"))
            }
            _ if is_double => Err(self.wrong("no double punctuation, which is reserved")),
            _ => self.next().ok_or_else(|| self.wrong("a character")),
        }
    }

    /// `ClassSetCharacter`, after the `\` at `start`
    fn escaped(&mut self, start: usize) -> Result<char, RegexpError> {
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok('\u{8}')
            }
            Some(c) if "&-!#%,:;<=>@`~".contains(c) => {
                self.at += 1;
                Ok(c)
            }
            _ => self.character_escape(start),
        }
    }

    /// `ClassStringDisjunctionContents`, and its `}`
    fn texts(&mut self, start: usize) -> Result<Item, RegexpError> {
        let mut texts = Vec::from([String::new()]);
        loop {
            let at = self.at;
            if self.take("}") {
                return Ok(Item::Texts(texts, Span::new(start, self.at)));
            }
            if self.take("|") {
                texts.push(String::new());
                continue;
            }
            let c = if self.take("\\") { self.escaped(at)? } else { self.character()? };
            if let Some(last) = texts.last_mut() {
                last.push(c);
            }
        }
    }
}
