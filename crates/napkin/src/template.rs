//! URI templates (RFC 6570): make URLs from values, and read the values back from a URL. Start at `Template`.
//!
//! A template is parsed once. [`Template::expand`] makes a URL, and [`Template::match_url`] finds the values from which the
//! template makes a given URL. Both take time in proportion to the template and the URL.
//!
//! ```
//! use napkin::template::Template;
//!
//! let template = Template::parse("http://pub.example{/menu*}{?size,page}")?;
//! let menu = ["beer", "dark"];
//! let url = template.expand(&[("menu", menu.as_slice().into()), ("size", "pint & half".into())])?;
//! assert_eq!(url, "http://pub.example/beer/dark?size=pint%20%26%20half");
//!
//! let found = template.match_url(&url).unwrap();
//! assert_eq!(found.text("size"), Some("pint & half"));
//! assert_eq!(found.text("page"), None);
//!
//! let error = Template::parse("/{menu:0}").unwrap_err();
//! assert_eq!(error.finding().see(), "RFC 6570 section 2.4");
//! # Ok::<(), napkin::Error>(())
//! ```

mod captured;
mod encode;
mod expand;
mod matching;
mod operator;
mod parse;
mod program;
mod value;

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::{Error, Finding, Sink, Span};

pub use self::expand::ExpandError;
pub use self::matching::{Match, MatchOptions, Mismatch};
pub use self::operator::Operator;
pub use self::value::{FromFn, Items, Value, Values, from_fn};

/// The modifier after the name of a variable (RFC 6570 section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Nothing.
    None,
    /// `*`: each item of a list, and each pair, is written separately.
    Explode,
    /// `:n`: the first `n` characters of a text, from 1 to 9999.
    Prefix(u16),
}

/// A variable in an expression of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable<'a> {
    /// The name, with its escapes.
    pub name: &'a str,
    /// The modifier after the name.
    pub modifier: Modifier,
    /// The operator of the expression.
    pub operator: Operator,
    /// The bytes of the name and the modifier in the template.
    pub span: Span,
}

/// A literal or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Of ASCII, no character is encoded.
    Literal { span: Span, is_ascii: bool },
    /// The operator, and the indices of the variables.
    Expression(Operator, Range<usize>),
}

/// The places of a variable, and its modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    name: Span,
    span: Span,
    modifier: Modifier,
}

/// A URI template of any level (RFC 6570), parsed.
///
/// `'` is allowed in literals, although RFC 6570 section 2.1 leaves it out: RFC 3986 allows it in URLs, and templates such as
/// `/Drinks('{name}')` are in use.
#[derive(Clone, PartialEq, Eq)]
pub struct Template<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    variables: Vec<Place>,
}

impl<'a> Template<'a> {
    /// Parses a template.
    ///
    /// # Errors
    /// Returns the first finding.
    ///
    /// ```
    /// use napkin::template::Template;
    /// assert!(Template::parse("/menu{/drink}").is_ok());
    /// let error = Template::parse("/menu{/drink").unwrap_err();
    /// assert_eq!(error.to_string(), "expected `}`, but found the end at byte 5");
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        let mut first: Option<Finding> = None;
        let template = parse::parse(text, &mut first);
        first.map_or(Ok(template), |finding| Err(finding.into()))
    }

    /// Reports everything that is wrong with a template, in the order of the text.
    ///
    /// ```
    /// use napkin::template::Template;
    /// let mut findings = Vec::new();
    /// Template::check("{=a}/{b:0}/{c d}", &mut findings);
    /// let codes: Vec<_> = findings.iter().map(|finding: &napkin::Finding| finding.rule.code()).collect();
    /// assert_eq!(codes, ["template-operator", "template-modifier", "template-variable"]);
    /// ```
    pub fn check<S: Sink + ?Sized>(text: &str, sink: &mut S) {
        parse::parse(text, sink);
    }

    /// Returns the template's text.
    ///
    /// ```
    /// # use napkin::template::Template;
    /// assert_eq!(Template::parse("/menu{/drink}")?.as_str(), "/menu{/drink}");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the variables in the order of the text. A variable that is used twice is there twice.
    ///
    /// ```
    /// use napkin::template::{Modifier, Operator, Template};
    /// let template = Template::parse("/menu{/drink*}{?size:3}")?;
    /// let found: Vec<_> = template.variables().map(|it| (it.name, it.operator, it.modifier)).collect();
    /// assert_eq!(found, [
    ///     ("drink", Operator::Path, Modifier::Explode), ("size", Operator::Query, Modifier::Prefix(3)),
    /// ]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn variables(&self) -> impl Iterator<Item = Variable<'a>> {
        self.pieces.iter().flat_map(move |piece| match piece {
            Piece::Literal { .. } => [].iter().map(self.named(Operator::Simple)),
            Piece::Expression(operator, range) => self.variables[range.clone()].iter().map(self.named(*operator)),
        })
    }

    /// Returns the level of the template, from 1 to 4: the lowest at which all of its expressions are defined
    /// (RFC 6570 section 1.2).
    ///
    /// ```
    /// # use napkin::template::Template;
    /// assert_eq!(Template::parse("/menu/{drink}")?.level(), 1);
    /// assert_eq!(Template::parse("/menu{?drink}")?.level(), 3);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn level(&self) -> u8 {
        let of = |piece: &Piece| {
            let Piece::Expression(operator, range) = piece else { return 1 };
            let is_modified = self.variables[range.clone()].iter().any(|place| place.modifier != Modifier::None);
            match operator {
                _ if is_modified => 4,
                Operator::Simple if range.len() == 1 => 1,
                Operator::Reserved | Operator::Fragment if range.len() == 1 => 2,
                _ => 3,
            }
        };
        self.pieces.iter().map(of).max().unwrap_or(1)
    }

    fn named(&self, operator: Operator) -> impl Fn(&Place) -> Variable<'a> + use<'a> {
        let text = self.text;
        move |place| Variable { name: place.name.of(text), modifier: place.modifier, operator, span: place.span }
    }
}

impl fmt::Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl fmt::Debug for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Template").field(&self.text).finish()
    }
}
