//! Compiles a component, and matches texts. Start at `Compiled`.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::Range;

use super::canonical::Encoding;
use super::engine::Regexp;
use super::expression::Expression;
use super::options::PatternOptions;
use super::part::{ANY, Modifier, Part, PartKind, Syntax};
use super::program::{Places, Program};
use super::straight::Straight;
use super::{parse, write};
use crate::{Finding, Sink, Span, Standard, rules};

/// The pattern string, and what it is compiled to. Most components of most patterns are `*` or empty, and need no memory.
#[derive(Clone, Debug)]
enum Code {
    /// The pattern is `*`.
    Any,
    Empty,
    Other(Arc<Other>),
}

#[derive(Debug)]
struct Other {
    /// The normalised pattern string.
    text: Box<str>,
    parts: Box<[Part]>,
    slot_count: usize,
    plan: Plan,
}

/// How a component is matched.
#[derive(Debug)]
enum Plan {
    /// Without a search.
    Straight(Straight),
    Program(Box<Program>),
    Regexp(Arc<dyn Regexp>),
}

impl Plan {
    fn run(&self, text: &str, places: Places<'_>) -> bool {
        match self {
            Self::Straight(straight) => straight.run(text, places),
            Self::Program(program) => program.run(text, places),
            Self::Regexp(regexp) => regexp.captures(text, places.unwrap_or_default()),
        }
    }
}

/// What compiles a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'o> {
    pub(super) syntax: Syntax,
    pub(super) encoding: Encoding,
    pub(super) ignore_case: bool,
    pub(super) options: PatternOptions<'o>,
}

/// The pattern of a component.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    code: Code,
    pub(super) encoding: Encoding,
    delimiter: Option<u8>,
    ignore_case: bool,
    /// The number of slots before those of this component's groups.
    first_slot: u32,
}

impl Compiled {
    /// Compiles a pattern string.
    pub(super) fn new<S: Sink + ?Sized>(text: &str, settings: Settings<'_>, sink: &mut S) -> Option<Self> {
        let Settings { syntax, encoding, ignore_case, options } = settings;
        let delimiter = syntax.delimiter;
        let of_code = |code| Some(Self { code, encoding, delimiter, ignore_case, first_slot: 0 });
        if text.len() > options.max_length {
            let start = (0..=options.max_length).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let (span, found) = (Span::new(start, text.len()), text[start..].chars().next());
            sink.report(Finding::new(rules::PATTERN_LONG, Standard::Whatwg, span, "", found));
            return None;
        }
        match text {
            "*" => return of_code(Code::Any),
            "" => return of_code(Code::Empty),
            _ => {}
        }
        let parts = parse::parts(text, syntax, encoding, sink)?;
        let plan = if let Some(straight) = Straight::new(&parts, delimiter, ignore_case) {
            Plan::Straight(straight)
        } else if parts.iter().any(|part| part.kind == PartKind::Regexp) {
            Plan::Regexp(regexp(&parts, settings, sink)?)
        } else {
            Plan::Program(Box::new(Program::new(&parts, delimiter, ignore_case)))
        };
        let text = write::pattern_string(&parts, syntax).into();
        let slot_count = parts.iter().filter(|part| part.is_group()).count();
        of_code(Code::Other(Arc::new(Other { text, parts: parts.into(), slot_count, plan })))
    }

    /// Takes the memory of a component of the same identity instead of its own, if it has equal parts.
    pub(super) fn share_with(&mut self, equal: &Self) {
        if self.parts() == equal.parts() {
            self.code = equal.code.clone();
        }
    }

    /// Returns what equal components have in common; `None` if they are not shared: those without memory, and those with regular
    /// expressions, whose engines may differ.
    pub(super) fn identity(&self) -> Option<(&str, Encoding, Option<u8>, bool)> {
        let is_shared = matches!(self.code, Code::Other(_)) && !self.has_regexp_groups();
        is_shared.then(|| (self.text(), self.encoding, self.delimiter, self.ignore_case))
    }

    /// Returns the normalised pattern string.
    pub(super) fn text(&self) -> &str {
        match &self.code {
            Code::Any => "*",
            Code::Empty => "",
            Code::Other(other) => &other.text,
        }
    }

    pub(super) fn parts(&self) -> &[Part] {
        match &self.code {
            Code::Any => &ANY,
            Code::Empty => &[],
            Code::Other(other) => &other.parts,
        }
    }

    /// Matches a text, and sets the places of the groups that take part.
    #[inline]
    pub(super) fn run(&self, text: &str, places: Places<'_>) -> bool {
        match &self.code {
            Code::Any => true,
            Code::Empty => text.is_empty(),
            Code::Other(other) => other.plan.run(text, places),
        }
    }

    /// Returns whether the pattern is `*`, whose group is the whole text.
    pub(super) fn is_any(&self) -> bool {
        matches!(self.code, Code::Any)
    }

    pub(super) fn ignore_case(&self) -> bool {
        self.ignore_case
    }

    pub(super) fn has_regexp_groups(&self) -> bool {
        matches!(&self.code, Code::Other(other) if matches!(other.plan, Plan::Regexp(_)))
    }

    /// Returns the names of the groups; a group without a name has its number.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts().iter().filter(|part| part.is_group()).map(|part| part.name())
    }

    /// Sets the number of slots before those of this component's groups.
    pub(super) fn set_first_slot(&mut self, slot: usize) {
        self.first_slot = slot as u32;
    }

    /// Returns the slots of this component's groups.
    pub(super) fn slots(&self) -> Range<usize> {
        let first = self.first_slot as usize;
        first..first + self.slot_count()
    }

    /// Returns the number of groups whose places [`run`](Self::run) sets.
    pub(super) fn slot_count(&self) -> usize {
        match &self.code {
            Code::Any | Code::Empty => 0,
            Code::Other(other) => other.slot_count,
        }
    }

    /// Returns whether a text can be that of a segment.
    pub(super) fn is_segment(&self, text: &str) -> bool {
        !text.is_empty() && self.delimiter.is_none_or(|delimiter| !text.as_bytes().contains(&delimiter))
    }

    /// Returns whether groups without a modifier end at slashes, and case matters.
    pub(super) fn has_segments(&self) -> bool {
        self.delimiter == Some(b'/') && !self.ignore_case
    }

    /// Returns the text, if the pattern matches nothing else.
    pub(super) fn literal(&self) -> Option<&str> {
        match self.parts() {
            [] => Some(""),
            [part] if !part.is_group() && part.modifier == Modifier::None && !self.ignore_case => Some(part.value()),
            _ => None,
        }
    }
}

fn regexp<S: Sink + ?Sized>(parts: &[Part], settings: Settings<'_>, sink: &mut S) -> Option<Arc<dyn Regexp>> {
    let is_regexp = |part: &&Part| part.kind == PartKind::Regexp;
    let first = parts.iter().find(is_regexp).map_or(Span::default(), |part| part.regexp());
    let Some(engine) = settings.options.engine else {
        sink.report(Finding::new(rules::PATTERN_REGEXP_ENGINE, Standard::Whatwg, first, "", None));
        return None;
    };
    let expression = Expression::of(parts, settings.syntax);
    match engine.compile(&expression.text, settings.ignore_case) {
        Ok(regexp) => Some(regexp),
        Err(error) => {
            let found = error.span.of(&expression.text).chars().next();
            let span = expression.source(error.span).unwrap_or(first);
            sink.report(Finding::new(rules::PATTERN_REGEXP, Standard::Whatwg, span, error.expected, found));
            None
        }
    }
}
