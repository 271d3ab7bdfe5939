//! The measured operations, and the peers of each.

use std::hint::black_box;

use crate::inputs::Input;
use crate::peers;
use crate::timing::Case;

/// An operation on a list of URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A lower bound: copies each URL to a `String`.
    Copy,
    /// A lower bound: looks at each byte once.
    Classify,
    /// Parsing without an owned result.
    Read,
    /// Parsing, then the text of the host.
    Host,
    /// Resolves path, query and fragment of each URL against its origin.
    ResolveStripped,
    /// The same, into a reused buffer.
    ResolveStrippedInto,
    /// Resolves `../../` and the last segment of each URL against the URL.
    ResolveUpdir,
    /// The same, into a reused buffer.
    ResolveUpdirInto,
    /// Normalising normal URLs.
    NormaliseClean,
    /// The same, with an owned result in each case.
    NormaliseCleanOwned,
    /// Normalising URLs that are not normal.
    NormaliseDirty,
}

impl Operation {
    /// The operations in the order of the tables.
    pub(crate) const ALL: [Self; 11] = [
        Self::Copy,
        Self::Classify,
        Self::Read,
        Self::Host,
        Self::ResolveStripped,
        Self::ResolveStrippedInto,
        Self::ResolveUpdir,
        Self::ResolveUpdirInto,
        Self::NormaliseClean,
        Self::NormaliseCleanOwned,
        Self::NormaliseDirty,
    ];

    /// Returns the name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Classify => "classify",
            Self::Read => "read",
            Self::Host => "host",
            Self::ResolveStripped => "resolve-stripped",
            Self::ResolveStrippedInto => "resolve-stripped-into",
            Self::ResolveUpdir => "resolve-updir",
            Self::ResolveUpdirInto => "resolve-updir-into",
            Self::NormaliseClean => "normalise-clean",
            Self::NormaliseCleanOwned => "normalise-clean-owned",
            Self::NormaliseDirty => "normalise-dirty",
        }
    }

    /// Returns the name in a table.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Copy => "floor: copy",
            Self::Classify => "floor: classify bytes",
            Self::Read => "read",
            Self::Host => "read + host",
            Self::ResolveStripped => "resolve, origin stripped, owned",
            Self::ResolveStrippedInto => "resolve, origin stripped, buffer",
            Self::ResolveUpdir => "resolve, `../../`, owned",
            Self::ResolveUpdirInto => "resolve, `../../`, buffer",
            Self::NormaliseClean => "read + normalise, clean",
            Self::NormaliseCleanOwned => "read + normalise, clean, owned",
            Self::NormaliseDirty => "read + normalise, dirty",
        }
    }

    /// Returns the peers, `napkin` first.
    pub(crate) fn cases<'a>(self, view: &'a View<'a>) -> Vec<Case<'a>> {
        match self {
            Self::Copy => vec![counting("String::from", &view.texts, |text| black_box(String::from(text)).len())],
            Self::Classify => vec![counting("table, byte by byte", &view.texts, classify)],
            Self::Read => read(&view.texts),
            Self::Host => host(&view.texts),
            Self::ResolveStripped | Self::ResolveUpdir => peers::resolvers(view),
            Self::ResolveStrippedInto | Self::ResolveUpdirInto => peers::resolvers_into(view),
            Self::NormaliseClean | Self::NormaliseDirty => peers::normalisers(view, false),
            Self::NormaliseCleanOwned => peers::normalisers(view, true),
        }
    }
}

/// The input as slices.
pub(crate) struct View<'a> {
    /// URLs or references.
    pub(crate) texts: Vec<&'a str>,
    /// The bases.
    pub(crate) bases: Vec<&'a str>,
}

impl<'a> View<'a> {
    /// Borrows an input.
    pub(crate) fn new(input: &'a Input) -> Self {
        Self { texts: input.texts.views(), bases: input.bases.views() }
    }
}

/// Processes `texts` once, and adds up the results of `work`.
fn counting<'a>(peer: &'static str, texts: &'a [&'a str], work: impl Fn(&'a str) -> usize + 'a) -> Case<'a> {
    Case::new(peer, move || texts.iter().fold(0, |sum, text| sum + work(text)))
}

fn read<'a>(texts: &'a [&'a str]) -> Vec<Case<'a>> {
    vec![
        counting("napkin", texts, peers::read_napkin),
        counting("fluent-uri", texts, peers::read_fluent),
        counting("oxiri", texts, peers::read_oxiri),
        counting("iri-string", texts, peers::read_iri_string),
        counting("uriparse", texts, peers::read_uriparse),
        counting("http", texts, peers::read_http),
        #[cfg(feature = "url")]
        counting("url (WHATWG)", texts, peers::read_url),
        counting("napkin `check`", texts, peers::check_napkin),
    ]
}

fn host<'a>(texts: &'a [&'a str]) -> Vec<Case<'a>> {
    vec![
        counting("napkin", texts, peers::host_napkin),
        counting("fluent-uri", texts, peers::host_fluent),
        counting("oxiri", texts, peers::host_oxiri),
        counting("iri-string", texts, peers::host_iri_string),
        counting("uriparse", texts, peers::host_uriparse),
        counting("http", texts, peers::host_http),
        #[cfg(feature = "url")]
        counting("url (WHATWG)", texts, peers::host_url),
    ]
}

/// A class for each byte, as a validating parser might have them.
static CLASSES: [u8; 256] = {
    let mut classes = [128; 256];
    let mut byte = 0x21_u8;
    while byte < 0x7f {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'0'..=b'9' => 1,
            b'A'..=b'Z' => 2,
            b'-' | b'.' | b'_' | b'~' => 4,
            b'%' => 8,
            b':' | b'/' | b'?' | b'#' | b'@' => 16,
            _ => 32,
        };
        byte += 1;
    }
    classes
};

/// Combines the classes of all bytes: one table lookup per byte.
fn classify(text: &str) -> usize {
    text.bytes().fold(0, |seen, byte| seen | CLASSES[byte as usize]).into()
}
