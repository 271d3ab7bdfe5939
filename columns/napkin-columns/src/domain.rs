//! Returns registrable domains and public suffixes.
//!
//! The public suffix list has two sections: registries (ICANN), and companies that give out names (private). A host under no
//! rule of the list has neither domain nor suffix, although the list's algorithm would use its last label: `example.invalid`
//! would then count as a registered domain. An address has neither. The list is the version in the crate `psl`.

mod known;

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use napkin::whatwg::Parsed;
use napkin::{Component, HostKind, Span, Standard};
use psl::{Psl, Type};

use self::known::Known;
use crate::column::Text;
use crate::read::parse;
use crate::texts::{Texts, of_each};

/// The sections of the public suffix list that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Section {
    /// All: `blogspot.com` is a suffix, under which people have their own sites. Cookies and same-site rules use this.
    #[default]
    All,
    /// Registries alone: the suffix of `myblog.blogspot.com` is `com`. Registrars sell these domains.
    Icann,
}

/// Returns the public suffix of each URL's host, as written: `co.uk`. Null for no host, an address, or no rule of the list.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// use napkin_columns::{Section, public_suffix};
/// let urls = StringArray::from(vec!["http://www.bbc.co.uk/news", "http://myblog.blogspot.com/", "http://192.0.2.1/"]);
/// let found = public_suffix(&urls, Standard::Rfc3986, Section::Icann)?;
/// assert_eq!(found.as_string_view().iter().collect::<Vec<_>>(), [Some("co.uk"), Some("com"), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn public_suffix(array: &dyn Array, standard: Standard, section: Section) -> Result<ArrayRef, ArrowError> {
    of_hosts(array, standard, |name| Some(suffix(name, section)?.len()))
}

/// Returns the registrable domain of each URL's host, as written: the public suffix and the label before it, `bbc.co.uk`. Null
/// for no host, an address, no rule of the list, or no label before the suffix.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// use napkin_columns::{Section, registrable_domain};
/// let urls = StringArray::from(vec!["http://www.bbc.co.uk/news", "http://co.uk/"]);
/// let found = registrable_domain(&urls, Standard::Rfc3986, Section::All)?;
/// assert_eq!(found.as_string_view().iter().collect::<Vec<_>>(), [Some("bbc.co.uk"), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn registrable_domain(array: &dyn Array, standard: Standard, section: Section) -> Result<ArrayRef, ArrowError> {
    of_hosts(array, standard, |name| Some(domain(name, section)?.len()))
}

/// Returns the last octets of each host. `length` gets the host in lower case without the root's dot, and returns the number.
fn of_hosts(
    array: &dyn Array,
    standard: Standard,
    length: impl Fn(&str) -> Option<usize>,
) -> Result<ArrayRef, ArrowError> {
    let mut known = Known::new(array.len(), |name| {
        let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
        if is_lower { length(name) } else { length(&name.to_ascii_lowercase()) }
    });
    of_each(array, |text, texts| {
        let Ok(parsed) = parse(text.text, standard) else { return texts.null() };
        match span(&parsed, &mut known) {
            Some(span) => put(text, &parsed, span, texts),
            None => texts.null(),
        }
    })
}

/// Adds a piece of the parsed text: a view of the column's text if the parser did not rewrite it.
fn put(text: Text<'_>, parsed: &Parsed<'_>, span: Span, texts: &mut Texts) {
    match parsed {
        Parsed::Canonical(_) => texts.piece(text, span),
        Parsed::Rewritten(_) => texts.new_text(span.of(parsed.reference().as_str())),
    }
}

fn span(parsed: &Parsed<'_>, known: &mut Known<impl Fn(&str) -> Option<usize>>) -> Option<Span> {
    let reference = parsed.reference();
    if !matches!(reference.host_kind()?, HostKind::Name | HostKind::Domain | HostKind::Opaque) {
        return None;
    }
    let host = reference.span(Component::Host)?;
    let name = host.of(reference.as_str());
    let name = name.strip_suffix('.').unwrap_or(name);
    let end = host.start + name.len();
    Some(Span::new(end - known.length(name)?, end))
}

/// Returns the public suffix of a lower-case name without the root's dot.
pub(crate) fn suffix(name: &str, section: Section) -> Option<&str> {
    // Registries have no empty labels: `.com` and `a..com` are not registered names.
    if name.is_empty() || name.starts_with('.') || name.ends_with('.') || name.contains("..") {
        return None;
    }
    let mut rest = name;
    loop {
        let found = psl::List.suffix(rest.as_bytes())?;
        let kind = found.typ()?;
        let suffix = &name[name.len() - found.as_bytes().len()..];
        if section == Section::All || kind == Type::Icann {
            return Some(suffix);
        }
        // The longest rule wins. The registries' rule for the name is a shorter rule.
        rest = suffix.split_once('.')?.1;
    }
}

/// Returns the registrable domain of a lower-case name without the root's dot.
pub(crate) fn domain(name: &str, section: Section) -> Option<&str> {
    let suffix = suffix(name, section)?;
    let before = name[..name.len() - suffix.len()].strip_suffix('.')?;
    let start = before.rfind('.').map_or(0, |dot| dot + 1);
    Some(&name[start..])
}
