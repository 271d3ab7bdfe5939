//! Regular expressions in linear time, by the crate `regex`.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::Write;

use super::engine::{Regexp, RegexpEngine, RegexpError};
use super::program::Program;
use super::syntax::{Class, Item, Node, Operation, parse};
use crate::Span;

/// Regular expressions in linear time, by the crate `regex`: the feature `regex`.
///
/// Use it for patterns that you do not trust. These are errors: lookaround, backreferences, texts in classes (`\q{ab}`),
/// repetitions of what may match the empty text, and repeated named groups. For those, the crate has no equivalent, or its groups
/// differ from those of browsers. `\p{Greek}` is accepted, although browsers want `\p{Script=Greek}`.
///
/// ```
/// use napkin::pattern::{Pattern, PatternOptions, Regex};
/// use napkin::rules;
/// let options = PatternOptions::default().with_engine(&Regex);
/// assert!(Pattern::parse_with(r"https://pub.example/menu/(\d+)", None, options).is_ok());
/// let text = r"https://pub.example/menu/((?!0)\d+)";
/// let error = Pattern::parse_with(text, None, options).unwrap_err();
/// assert_eq!((error.rule(), error.span().of(text)), (rules::PATTERN_REGEXP, "(?!0)"));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Regex;

#[derive(Debug)]
struct Compiled(regex::Regex);

impl RegexpEngine for Regex {
    fn compile(&self, regexp: &str, ignore_case: bool) -> Result<Arc<dyn Regexp>, RegexpError> {
        let node = parse(regexp)?;
        if let Some(program) = Program::of_regexp(&node, regexp, ignore_case) {
            return Ok(Arc::new(program));
        }
        let mut translator = Translator { text: regexp, out: String::with_capacity(regexp.len()) };
        translator.node(&node)?;
        let compiled = regex::RegexBuilder::new(&translator.out).case_insensitive(ignore_case).build();
        match compiled {
            Ok(compiled) => Ok(Arc::new(Compiled(compiled))),
            Err(_) => {
                let expected = "known properties and smaller repetitions, for the crate `regex`";
                Err(RegexpError::new(Span::new(0, regexp.len()), expected))
            }
        }
    }
}

impl Regexp for Compiled {
    fn captures(&self, text: &str, groups: &mut [Option<Span>]) -> bool {
        if groups.is_empty() {
            return self.0.is_match(text);
        }
        let Some(found) = self.0.captures(text) else { return false };
        for (index, group) in groups.iter_mut().enumerate() {
            *group = found.get(index + 1).map(|group| Span::from(group.range()));
        }
        true
    }
}

/// Writes a regular expression in the syntax of the crate `regex`.
struct Translator<'t> {
    text: &'t str,
    out: String,
}

impl Translator<'_> {
    fn node(&mut self, node: &Node) -> Result<(), RegexpError> {
        match node {
            Node::Empty => {}
            // URLs have no line ends.
            Node::Any => self.out.push('.'),
            Node::Char(c) => self.char(*c),
            Node::Class(class) => self.class(class)?,
            Node::Assertion(span) => self.out.push_str(span.of(self.text)),
            Node::Unlimited(span) => {
                return Err(RegexpError::new(*span, "no lookaround and no backreference, for the crate `regex`"));
            }
            Node::Group { captures: true, content, .. } => {
                self.out.push('(');
                self.node(content)?;
                self.out.push(')');
            }
            Node::Group { flags, content, .. } => {
                self.out.extend(["(?", flags.of(self.text).trim_end_matches('-'), ":"]);
                self.node(content)?;
                self.out.push(')');
            }
            Node::Repeat { content, least, most, is_greedy, span } => {
                self.repeat(content, (*least, *most), *is_greedy, *span)?;
            }
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node))?,
            Node::Either(nodes) => {
                for (at, node) in nodes.iter().enumerate() {
                    self.out.push_str(if at > 0 { "|" } else { "" });
                    self.node(node)?;
                }
            }
        }
        Ok(())
    }

    fn repeat(
        &mut self,
        content: &Node,
        (least, most): (u32, Option<u32>),
        is_greedy: bool,
        span: Span,
    ) -> Result<(), RegexpError> {
        if let Node::Group { captures, content: inner, .. } = content
            && is_any_text(inner)
        {
            // ECMAScript rejects an empty repetition: a group that may be left out is left out instead.
            match (*captures, least, most) {
                (true, 0, Some(1)) => self.out.push_str("(.+)?"),
                (false, 0 | 1, None) => self.out.push_str(".*"),
                _ => return Err(RegexpError::new(span, REPEATED)),
            }
            return Ok(());
        }
        let may_be_left_out = (least, most) == (0, Some(1));
        if content.may_be_empty() || (content.captures() && !may_be_left_out) {
            return Err(RegexpError::new(span, REPEATED));
        }
        self.node(content)?;
        let _ = match (least, most) {
            (0, None) => write!(self.out, "*"),
            (1, None) => write!(self.out, "+"),
            (0, Some(1)) => write!(self.out, "?"),
            (least, None) => write!(self.out, "{{{least},}}"),
            (least, Some(most)) => write!(self.out, "{{{least},{most}}}"),
        };
        self.out.push_str(if is_greedy { "" } else { "?" });
        Ok(())
    }

    fn char(&mut self, c: char) {
        let _ =
            if c.is_ascii_alphanumeric() { write!(self.out, "{c}") } else { write!(self.out, "\\x{{{:X}}}", c as u32) };
    }

    fn class(&mut self, class: &Class) -> Result<(), RegexpError> {
        self.out.push('[');
        self.out.push_str(if class.is_negated { "^" } else { "" });
        if class.items.is_empty() {
            // No class of the crate is empty.
            self.out.push_str("a&&b");
        }
        for (at, item) in class.items.iter().enumerate() {
            self.out.push_str(match class.operation {
                _ if at == 0 => "",
                Operation::Union => "",
                Operation::Intersection => "&&",
                Operation::Difference => "--",
            });
            self.item(item)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn item(&mut self, item: &Item) -> Result<(), RegexpError> {
        match item {
            Item::Range(first, last) => {
                self.char(*first);
                self.out.push('-');
                self.char(*last);
            }
            Item::Escape(span) => self.out.push_str(span.of(self.text)),
            Item::Class(class) => self.class(class)?,
            Item::Texts(texts, span) => {
                self.out.push('[');
                for text in texts {
                    match text.chars().next() {
                        Some(c) if c.len_utf8() == text.len() => self.char(c),
                        _ => return Err(RegexpError::new(*span, "single characters, for the crate `regex`")),
                    }
                }
                self.out.push(']');
            }
        }
        Ok(())
    }
}

const REPEATED: &str = "no repetition of empty texts or of named groups, for the crate `regex`";

/// Returns whether a node is `.*`.
fn is_any_text(node: &Node) -> bool {
    matches!(node, Node::Repeat { content, least: 0, most: None, is_greedy: true, .. } if matches!(**content, Node::Any))
}
