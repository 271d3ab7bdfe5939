//! Writes pattern strings from parts (URL Pattern Standard section 2.3). Start at `pattern_string`.

use alloc::string::String;

use super::identifier::is_part;
use super::part::{FULL, Modifier, Part, PartKind, Syntax};

/// Appends a text such that it matches itself in a pattern.
pub(super) fn push_escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '+' | '*' | '?' | ':' | '{' | '}' | '(' | ')' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Returns a text such that it matches itself in a pattern.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(text, &mut out);
    out
}

/// Returns the pattern string of the parts.
pub(super) fn pattern_string(parts: &[Part], syntax: Syntax) -> String {
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        let writer = Writer { part, before: at.checked_sub(1).map(|at| &parts[at]), after: parts.get(at + 1), syntax };
        writer.write(&mut out);
    }
    out
}

struct Writer<'p> {
    part: &'p Part,
    before: Option<&'p Part>,
    after: Option<&'p Part>,
    syntax: Syntax,
}

impl Writer<'_> {
    fn write(&self, out: &mut String) {
        let part = self.part;
        let is_grouped = match part.kind {
            PartKind::Fixed => part.modifier != Modifier::None,
            _ => self.needs_grouping(),
        };
        if is_grouped {
            out.push('{');
        }
        if part.is_group() {
            self.group(is_grouped, out);
        } else {
            push_escaped(part.value(), out);
        }
        if is_grouped {
            out.push('}');
        }
        out.push_str(part.modifier.as_str());
    }

    /// Returns whether the group needs braces, so that its neighbours do not become part of it.
    fn needs_grouping(&self) -> bool {
        let part = self.part;
        if !part.suffix().is_empty() || !(part.prefix().is_empty() || self.syntax.is_prefix(part.prefix())) {
            return true;
        }
        let is_name = part.has_own_name() && part.kind == PartKind::Segment && part.modifier == Modifier::None;
        if is_name && self.after.is_some_and(is_read_with_name) {
            return true;
        }
        let ends_in_prefix = |before: &&Part| {
            before.kind == PartKind::Fixed
                && self.syntax.prefix.is_some_and(|byte| before.value().ends_with(byte as char))
        };
        part.prefix().is_empty() && self.before.filter(ends_in_prefix).is_some()
    }

    fn group(&self, is_grouped: bool, out: &mut String) {
        let part = self.part;
        let has_name = part.has_own_name();
        push_escaped(part.prefix(), out);
        if has_name {
            out.push(':');
            out.push_str(part.name());
        }
        match part.kind {
            PartKind::Regexp => push_group(part.value(), out),
            PartKind::Segment if !has_name => push_group(self.syntax.segment(), out),
            PartKind::Full if !has_name && self.is_clear_asterisk(is_grouped) => out.push('*'),
            PartKind::Full => push_group(FULL, out),
            _ => {}
        }
        let is_read_with_name = part.kind == PartKind::Segment && has_name && part.suffix().starts_with(is_part);
        if is_read_with_name {
            out.push('\\');
        }
        push_escaped(part.suffix(), out);
    }

    /// Returns whether a `*` is not read as the modifier of the part before it.
    fn is_clear_asterisk(&self, is_grouped: bool) -> bool {
        let is_apart = |before: &Part| before.kind == PartKind::Fixed || before.modifier != Modifier::None;
        self.before.is_none_or(is_apart) || is_grouped || !self.part.prefix().is_empty()
    }
}

/// Returns whether the start of a part would be read as part of the name before it.
fn is_read_with_name(after: &Part) -> bool {
    after.is_bare()
        && match after.kind {
            PartKind::Fixed => after.value().starts_with(is_part),
            _ => !after.has_own_name(),
        }
}

fn push_group(regexp: &str, out: &mut String) {
    out.push('(');
    out.push_str(regexp);
    out.push(')');
}
