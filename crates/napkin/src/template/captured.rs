//! Makes the values of variables from the places that they have in a URL. Start at `collect`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::encode::prefix;
use super::matching::Mismatch;
use super::operator::Form;
use super::program::{Occurrence, Program};
use super::{Items, Match, Modifier, Value};
use crate::Span;
use crate::percent::Encoded;

/// Makes the values of the variables from the places of their occurrences.
pub(super) fn collect<'a, 'u>(
    program: &Program<'_, 'a>,
    url: &'u str,
    captures: &[(Occurrence, Span)],
) -> Result<Match<'a, 'u>, Mismatch> {
    let (mut found, mut others) = (Vec::<(&'a str, Modifier, Value<'u>)>::new(), Vec::new());
    for (occurrence, span) in captures {
        let text = span.of(url);
        let Some(index) = occurrence.variable else {
            others.push(text);
            continue;
        };
        let place = &program.template.variables[index];
        let name = place.name.of(program.template.text);
        let reader = ValueReader { form: occurrence.operator.form(), modifier: place.modifier, name };
        let value = reader.read(text).ok_or(Mismatch::Value(*span))?;
        match found.iter_mut().find(|(known, ..)| *known == name) {
            None => found.push((name, place.modifier, value)),
            Some((_, modifier, known)) => {
                let joined = join((*modifier, known.clone()), (place.modifier, value), reader.form.keeps_reserved);
                (*modifier, *known) = joined.ok_or(Mismatch::Value(*span))?;
            }
        }
    }
    let variables = found.into_iter().map(|(name, _, value)| (name, value)).collect();
    Ok(Match::new(variables, others))
}

/// Combines two readings of a value, each of which is the whole value or, by its modifier, a prefix. Returns the value if they agree.
fn join<'u>(a: (Modifier, Value<'u>), b: (Modifier, Value<'u>), keeps_escapes: bool) -> Option<(Modifier, Value<'u>)> {
    let (whole, part) = match (a.0, b.0) {
        (Modifier::Prefix(more), Modifier::Prefix(less)) if more >= less => (a, b),
        (Modifier::Prefix(_), _) => (b, a),
        (_, Modifier::Prefix(_)) => (a, b),
        _ => return (a.1 == b.1).then_some(a),
    };
    let (Value::Text(text), Modifier::Prefix(count), Value::Text(start)) = (&whole.1, part.0, &part.1) else {
        return None;
    };
    (prefix(text, count, keeps_escapes) == &**start).then_some(whole)
}

/// Reads the value of an occurrence.
struct ValueReader<'a> {
    form: Form,
    modifier: Modifier,
    name: &'a str,
}

impl ValueReader<'_> {
    fn read<'u>(&self, text: &'u str) -> Option<Value<'u>> {
        match self.modifier {
            Modifier::Explode => self.exploded(text),
            _ if self.form.keeps_reserved || !text.contains(',') => self.text(text).map(Value::Text),
            _ => Some(Value::List(text.split(',').map(|item| self.text(item)).collect::<Option<_>>()?)),
        }
    }

    fn exploded<'u>(&self, text: &'u str) -> Option<Value<'u>> {
        let items = || text.split(self.form.separator).map(|item| item.split_once('='));
        if !self.form.is_named && items().any(|item| item.is_none()) {
            return Some(Value::List(
                text.split(self.form.separator).map(|item| self.text(item)).collect::<Option<_>>()?,
            ));
        }
        let pair = |item: &'u str| {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            Some((self.text(name)?, self.text(value)?))
        };
        let pairs: Vec<_> = text.split(self.form.separator).map(pair).collect::<Option<_>>()?;
        if self.form.is_named && pairs.iter().all(|(name, _)| name == self.name) {
            return Some(Value::List(pairs.into_iter().map(|(_, value)| value).collect()));
        }
        Some(Value::Pairs(Items::Owned(pairs)))
    }

    /// A text: unchanged under `+` and `#`, else decoded.
    fn text<'u>(&self, text: &'u str) -> Option<Cow<'u, str>> {
        if self.form.keeps_reserved { Some(text.into()) } else { Encoded::unchecked(text).decode().ok() }
    }
}
