//! Expands templates (RFC 6570 section 3).

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

use super::encode::{Kept, encode, prefix};
use super::operator::Form;
use super::{Modifier, Operator, Piece, Place, Template, Value, Values};
use crate::{Error, Finding, Standard, rules};

/// The reason why a template is not expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpandError {
    /// A value does not fit its variable: a prefix of a list.
    Value(Error),
    /// The writer failed.
    Write,
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(error) => error.fmt(f),
            Self::Write => f.write_str("the writer failed"),
        }
    }
}

impl core::error::Error for ExpandError {}

impl From<fmt::Error> for ExpandError {
    fn from(_: fmt::Error) -> Self {
        Self::Write
    }
}

impl<'a> Template<'a> {
    /// Returns the URL that the template makes of these values, under RFC 3986. It borrows the template if that has neither
    /// variables nor characters to encode.
    ///
    /// # Errors
    /// Returns an error if a value is a list or pairs where the template takes a prefix (RFC 6570 section 2.4.1).
    ///
    /// ```
    /// use napkin::template::Template;
    /// let template = Template::parse("/menu/{drink}{?size}")?;
    /// assert_eq!(template.expand(&[("drink", "hot chocolate".into())])?, "/menu/hot%20chocolate");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn expand<V: Values + ?Sized>(&self, values: &V) -> Result<Cow<'a, str>, Error> {
        if self.pieces.iter().all(|piece| matches!(piece, Piece::Literal { is_ascii: true, .. })) {
            return Ok(Cow::Borrowed(self.text));
        }
        let mut out = String::with_capacity(2 * self.text.len());
        match self.expand_into(values, Standard::Rfc3986, &mut out) {
            Err(ExpandError::Value(error)) => Err(error),
            // A string takes everything.
            Ok(()) | Err(ExpandError::Write) => Ok(Cow::Owned(out)),
        }
    }

    /// Writes the URL that the template makes of these values. Under [`Standard::Rfc3987`] characters beyond ASCII stay, and
    /// the result is an IRI.
    ///
    /// # Errors
    /// Returns an error as [`expand`](Self::expand) does, or if `out` does. The start of the URL may then be written.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin::template::Template;
    /// let mut out = String::new();
    /// Template::parse("/menü/{drink}")?.expand_into(&[("drink", "café".into())], Standard::Rfc3987, &mut out)?;
    /// assert_eq!(out, "/menü/café");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expand_into<V: Values + ?Sized>(
        &self,
        values: &V,
        standard: Standard,
        out: &mut (impl Write + ?Sized),
    ) -> Result<(), ExpandError> {
        for piece in &self.pieces {
            match piece {
                Piece::Literal { span, is_ascii: true } => out.write_str(span.of(self.text))?,
                Piece::Literal { span, .. } => literal(span.of(self.text), standard, out)?,
                Piece::Expression(operator, range) => {
                    let expression = Expression::new(self.text, *operator, standard);
                    expression.expand(&self.variables[range.clone()], values, out)?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a literal (section 3.1).
pub(super) fn literal(text: &str, standard: Standard, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    encode(text, Kept { reserved: true, beyond_ascii: standard == Standard::Rfc3987 }, out)
}

/// Writes an operator or a separator. To copy a character is faster than to copy a text.
#[inline]
fn short(text: &str, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    match *text.as_bytes() {
        [] => Ok(()),
        [byte] if byte.is_ascii() => out.write_char(byte as char),
        _ => out.write_str(text),
    }
}

/// An expression that is expanded.
struct Expression<'a> {
    template: &'a str,
    form: Form,
    kept: Kept,
}

impl<'a> Expression<'a> {
    fn new(template: &'a str, operator: Operator, standard: Standard) -> Self {
        let form = operator.form();
        let kept = Kept { reserved: form.keeps_reserved, beyond_ascii: standard == Standard::Rfc3987 };
        Self { template, form, kept }
    }

    /// Section 3.2.1.
    fn expand<V: Values + ?Sized>(
        &self,
        places: &[Place],
        values: &V,
        out: &mut (impl Write + ?Sized),
    ) -> Result<(), ExpandError> {
        let mut before = self.form.first;
        for place in places {
            let name = place.name.of(self.template);
            let value = values.value(name);
            if !value.is_undefined() {
                short(before, out)?;
                before = self.form.separator;
                self.value(name, &value, place, out)?;
            }
        }
        Ok(())
    }

    fn value(
        &self,
        name: &str,
        value: &Value<'_>,
        place: &Place,
        out: &mut (impl Write + ?Sized),
    ) -> Result<(), ExpandError> {
        match (value, place.modifier) {
            (Value::Undefined, _) => {}
            (Value::Text(text), Modifier::Prefix(count)) => {
                self.named(name, prefix(text, count, self.kept.reserved), out)?;
            }
            (Value::Text(text), _) => self.named(name, text, out)?,
            (_, Modifier::Prefix(_)) => {
                let finding = Finding::new(rules::TEMPLATE_PREFIX_OF_LIST, Standard::Rfc3986, place.span, "", None);
                return Err(ExpandError::Value(finding.into()));
            }
            (Value::List(items), Modifier::Explode) => {
                self.separated(items.iter(), self.form.separator, out, |item, out| self.named(name, item, out))?;
            }
            (Value::Pairs(pairs), Modifier::Explode) => {
                self.separated(pairs.iter(), self.form.separator, out, |pair, out| self.pair(pair, out))?;
            }
            (Value::List(items), Modifier::None) => {
                self.start(name, matches!(&**items, [only] if only.is_empty()), out)?;
                self.separated(items.iter(), ",", out, |item, out| encode(item, self.kept, out))?;
            }
            (Value::Pairs(pairs), Modifier::None) => {
                self.start(name, false, out)?;
                self.separated(pairs.iter(), ",", out, |(key, value), out| {
                    encode(key, self.kept, out)?;
                    out.write_char(',')?;
                    encode(value, self.kept, out)
                })?;
            }
        }
        Ok(())
    }

    /// Writes the name, if this operator has names, and what follows it.
    fn start(&self, name: &str, is_empty: bool, out: &mut (impl Write + ?Sized)) -> fmt::Result {
        if !self.form.is_named {
            return Ok(());
        }
        out.write_str(name)?;
        short(if is_empty { self.form.if_empty } else { "=" }, out)
    }

    fn named(&self, name: &str, text: &str, out: &mut (impl Write + ?Sized)) -> fmt::Result {
        self.start(name, text.is_empty(), out)?;
        encode(text, self.kept, out)
    }

    fn pair(&self, (name, value): &(Cow<'_, str>, Cow<'_, str>), out: &mut (impl Write + ?Sized)) -> fmt::Result {
        encode(name, self.kept, out)?;
        let is_short = self.form.is_named && value.is_empty();
        short(if is_short { self.form.if_empty } else { "=" }, out)?;
        encode(value, self.kept, out)
    }

    fn separated<T, W: Write + ?Sized>(
        &self,
        items: impl Iterator<Item = T>,
        separator: &str,
        out: &mut W,
        mut write: impl FnMut(T, &mut W) -> fmt::Result,
    ) -> fmt::Result {
        for (index, item) in items.enumerate() {
            if index > 0 {
                short(separator, out)?;
            }
            write(item, out)?;
        }
        Ok(())
    }
}
