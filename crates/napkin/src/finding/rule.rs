//! Defines rules: references to static records with a code, a severity and an explanation. Start at `Record` and `Rule`.
//!
//! Two rules are equal if they refer to the same record. Each crate has tables of the records of its rules; those of this
//! crate are in [`rules`](mod@crate::rules). The macro [`rules!`](crate::rules!) makes a table.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::Standard;

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the text is valid.
    Remark,
    /// The text is not valid, or the question has no answer.
    Error,
}

/// An example text that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// The standard under which to read it.
    pub standard: Standard,
    /// The base to resolve against, for a rule about resolution.
    pub base: Option<&'static str>,
    /// The reference. Bytes that are not text are written as Rust escapes.
    pub text: &'static str,
}

impl Example {
    /// Returns an example without a base.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin::rules::Example;
    /// assert_eq!(Example::new(Standard::Rfc3986, "http://h:8o/").base, None);
    /// ```
    #[must_use]
    pub const fn new(standard: Standard, text: &'static str) -> Self {
        Self { standard, base: None, text }
    }

    /// Returns the example with a base to resolve the text against.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin::rules::Example;
    /// let example = Example::new(Standard::Rfc3986, "../../x").against("http://h/a");
    /// assert_eq!(example.base, Some("http://h/a"));
    /// ```
    #[must_use]
    pub const fn against(self, base: &'static str) -> Self {
        Self { base: Some(base), ..self }
    }
}

/// The description of a rule. Write records with `..Record::EMPTY`, because they may get further fields.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The stable name for scripts, in kebab case: `port`, `pct-encoded`. Unique among the rules of a program.
    pub code: &'static str,
    /// The group of rules of one parser: `reference`, `mail`. Set by the table.
    pub family: &'static str,
    /// The index of the rule in its table. Set by the table.
    pub place: usize,
    /// The weight of its findings.
    pub severity: Severity,
    /// The problem or fact that it reports, as a sentence without a full stop.
    pub sentence: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// The section of each standard that states the rule, in the order of [`Standard::ALL`]; empty if a standard has no
    /// such rule.
    pub see: [&'static str; 4],
    /// A text that breaks the rule; `None` if a text alone cannot break it.
    pub example: Option<Example>,
    /// Whether the rule reports that something was not read completely.
    pub is_limit: bool,
    /// Whether the message of a finding names the character that was found.
    pub names_found: bool,
}

impl Record {
    /// An error with empty texts.
    pub const EMPTY: Self = Self {
        code: "",
        family: "",
        place: 0,
        severity: Severity::Error,
        sentence: "",
        why: "",
        see: [""; 4],
        example: None,
        is_limit: false,
        names_found: true,
    };
}

/// A rule that a text can break, or a kind of remark: a reference to its [`Record`].
///
/// The rules of this crate are the constants of [`rules`](mod@crate::rules). Two rules are equal if they refer to the
/// same record; they are ordered by code. The set of rules is open: [`rules!`](crate::rules!) makes further ones.
///
/// ```
/// use napkin::{Rule, rules};
/// assert_eq!(rules::find("port"), Some(rules::PORT));
/// assert_eq!(rules::PORT.family(), "reference");
/// assert!(rules::PORT < rules::SCHEME);
/// ```
#[derive(Clone, Copy)]
pub struct Rule(&'static Record);

impl Rule {
    /// Returns the rule for a record. [`rules!`](crate::rules!) makes whole tables.
    ///
    /// ```
    /// use napkin::Rule;
    /// use napkin::rules::Record;
    /// static PRICE: Record = Record { code: "price-in-link", ..Record::EMPTY };
    /// assert_eq!(Rule::new(&PRICE).code(), "price-in-link");
    /// ```
    #[must_use]
    pub const fn new(record: &'static Record) -> Self {
        Self(record)
    }

    /// Returns the stable name for scripts, in kebab case.
    ///
    /// ```
    /// assert_eq!(napkin::rules::PCT_ENCODED.code(), "pct-encoded");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.0.code
    }

    /// Returns the name of the group that the rule belongs to: `reference`, `mail`.
    ///
    /// ```
    /// assert_eq!(napkin::rules::PORT.family(), "reference");
    /// ```
    #[must_use]
    pub const fn family(self) -> &'static str {
        self.0.family
    }

    /// Returns whether a finding of the rule is an error or a remark.
    ///
    /// ```
    /// use napkin::{Severity, rules};
    /// assert_eq!(rules::PORT.severity(), Severity::Error);
    /// assert_eq!(rules::DATA_FRAGMENT.severity(), Severity::Remark);
    /// ```
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.0.severity
    }

    /// Returns the sentence about the problem or fact that the rule reports, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::rules::DATA_LONG.sentence(), "the `data:` URL is longer than the limit");
    /// ```
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.0.sentence
    }

    /// Returns why the rule matters, in a few sentences.
    ///
    /// ```
    /// assert!(!napkin::rules::PORT.why().is_empty());
    /// ```
    #[must_use]
    pub const fn why(self) -> &'static str {
        self.0.why
    }

    /// Returns whether the rule reports that something was not read completely, because of a limit or its kind, or that
    /// other programs read a different message. A result with such a finding may be incomplete.
    ///
    /// ```
    /// use napkin::Rule;
    /// use napkin::rules::Record;
    /// static MENU_CUT: Record = Record { code: "menu-cut", is_limit: true, ..Record::EMPTY };
    /// assert!(Rule::new(&MENU_CUT).is_limit());
    /// ```
    #[must_use]
    pub const fn is_limit(self) -> bool {
        self.0.is_limit
    }

    /// Returns whether the message of a finding names the character that was found.
    pub(super) const fn names_found(self) -> bool {
        self.0.names_found
    }

    /// Returns the section of `standard` that states the rule; empty if that standard has no such rule.
    ///
    /// ```
    /// use napkin::{Standard, rules};
    /// assert_eq!(rules::PORT.see(Standard::Rfc3986), "RFC 3986 section 3.2.3");
    /// ```
    #[must_use]
    pub const fn see(self, standard: Standard) -> &'static str {
        self.0.see[standard as usize]
    }

    /// Returns a text that breaks the rule; `None` if a text alone cannot break it.
    ///
    /// ```
    /// use napkin::{Finding, check, rules};
    /// let example = rules::PORT.example().unwrap();
    /// let mut first: Option<Finding> = None;
    /// check(example.text, example.standard, &mut first);
    /// assert_eq!(first.unwrap().rule, rules::PORT);
    /// ```
    #[must_use]
    pub const fn example(self) -> Option<Example> {
        self.0.example
    }

    /// Returns the index of the rule in its table; `None` for any other slice.
    ///
    /// ```
    /// use napkin::rules::{self, REFERENCE_RULES};
    /// let place = rules::PORT.place_in(REFERENCE_RULES).unwrap();
    /// assert_eq!(REFERENCE_RULES[place], rules::PORT);
    /// ```
    #[must_use]
    pub fn place_in(self, table: &[Self]) -> Option<usize> {
        (table.get(self.0.place) == Some(&self)).then_some(self.0.place)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl Eq for Rule {}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rule {
    /// Compares by code. Rules with the same code, which a program should not have, are ordered by the address of their
    /// records.
    fn cmp(&self, other: &Self) -> Ordering {
        let address = |rule: &Self| core::ptr::from_ref(rule.0);
        self.code().cmp(other.code()).then_with(|| address(self).cmp(&address(other)))
    }
}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        core::ptr::from_ref(self.0).hash(state);
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.code())
    }
}

/// Makes a table of rules: a constant for each, and a static slice of all of them. Each rule is one static record.
///
/// Each record begins with its `code`, `severity`, `sentence` and `why`, in this order. The macro writes the documentation
/// of the constant from the code, the sentence and `why`.
///
/// ```
/// use napkin::rules::{Example, Record};
/// use napkin::{Finding, Severity, Span, Standard};
/// napkin::rules! {
///     /// What the menus of the pub must not have.
///     pub MENU_RULES of "menu";
///
///     PRICE_IN_LINK = Record {
///         code: "price-in-link",
///         severity: Severity::Remark,
///         sentence: "a link has a price in it",
///         why: "Prices change, and links should not.",
///         example: Some(Example::new(Standard::Rfc3986, "http://pub.example/beer?price=4")),
///         ..Record::EMPTY
///     };
/// }
/// let finding = Finding::new(PRICE_IN_LINK, Standard::Rfc3986, Span::new(24, 31), "", None);
/// assert_eq!(finding.to_string(), "a link has a price in it");
/// assert_eq!((finding.rule.family(), MENU_RULES), ("menu", &[PRICE_IN_LINK][..]));
/// ```
#[macro_export]
macro_rules! rules {
    (@place [$($all:ident)*] $rule:ident) => {{
        #[allow(non_camel_case_types, dead_code, clippy::upper_case_acronyms)]
        enum Place {
            $($all),*
        }
        Place::$rule as usize
    }};
    (@constants $all:tt $visibility:vis, $family:literal, $($rule:ident = Record {
        code: $code:literal, severity: $severity:expr, sentence: $sentence:literal, why: $why:literal, $($further:tt)*
    };)*) => {$(
        #[doc = concat!("`", $code, "`: ", $sentence, ".\n\n", $why)]
        $visibility const $rule: $crate::Rule = {
            static RECORD: $crate::rules::Record = $crate::rules::Record {
                family: $family,
                place: $crate::rules!(@place $all $rule),
                ..$crate::rules::Record {
                    code: $code, severity: $severity, sentence: $sentence, why: $why, $($further)*
                }
            };
            $crate::Rule::new(&RECORD)
        };
    )*};
    ($(#[$about:meta])* $visibility:vis $table:ident of $family:literal; $($rule:ident = Record $record:tt;)*) => {
        $crate::rules! { @constants [$($rule)*] $visibility, $family, $($rule = Record $record;)* }

        $(#[$about])*
        $visibility static $table: &[$crate::Rule] = &[$($rule),*];
    };
}
