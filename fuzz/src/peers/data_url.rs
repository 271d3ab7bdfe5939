//! `data-url`, the parser of `data:` URLs in Servo, and its deviations from the standards.
//!
//! The peer reads the text as written. All its deviations but one disappear if it reads the URL parser's output
//! instead, which is compared too.

use napkin::data::{DataUrl, Reading};
use napkin::whatwg::Url;

/// The result of a parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// Another scheme, or not a URL.
    NoDataUrl,
    /// There is no comma to end the media type.
    NoComma,
    /// The data is not valid base64; only the header is known.
    NoBase64(Type),
    /// Type and data.
    Data(Type, Vec<u8>),
}

/// Essence, parameters, and whether the data is in base64.
pub type Type = (String, Vec<(String, String)>, bool);

impl Read {
    /// The header before the data.
    const fn of(&self) -> Option<&Type> {
        match self {
            Self::NoDataUrl | Self::NoComma => None,
            Self::NoBase64(of) | Self::Data(of, _) => Some(of),
        }
    }
}

/// A deviation that a standard decides.
pub struct Departure {
    /// The clause of the standard that decides it, and how.
    pub clause: &'static str,
    /// A text with different results: a counter-example.
    pub example: &'static str,
    /// Whether a case has this deviation; as narrow as possible.
    pub applies: fn(&Case<'_>) -> bool,
}

/// A text and both results.
#[derive(Debug)]
pub struct Case<'a> {
    /// The text.
    pub text: &'a str,
    /// The engine's result.
    pub ours: Read,
    /// The peer's result.
    pub theirs: Read,
}

/// The deviations of this peer.
pub const DEPARTURES: [Departure; 4] = [
    Departure {
        clause: "URL Standard, scheme state, step 2.8: behind `data:/` there is a path, or an authority, and Fetch's \
                 processor takes the URL as it is serialized; the peer knows opaque paths alone",
        example: "data:/; base64,WA",
        applies: |case| case.behind_scheme().starts_with('/') && case.theirs_of_serialized() == case.ours,
    },
    Departure {
        clause: "URL Standard, basic URL parser, step 3: tabs and line breaks are removed before anything is read; to \
                 the peer they end an escape",
        example: "data:,%4\t1",
        applies: |case| has_broken_escape(case.text) && case.ours.of() == case.with_first_parameters().of(),
    },
    Departure {
        clause: "URL Standard, query state and opaque path state: a space before or behind `?` becomes `%20`, of \
                 which neither the type nor `;base64` is trimmed; to the peer it is a space there",
        example: "data:;x?; base64,WA",
        applies: |case| {
            let header = case.header();
            header.contains(' ') && header.contains('?') && case.theirs_of_serialized() == case.ours
        },
    },
    Departure {
        clause: "MIME Sniffing Standard, parse a MIME type, step 11.9: of parameters of a name, which is in lower case \
                 by then, the first counts; the peer compares the second as it is written",
        example: "data:;a=1;A=2,X",
        applies: |case| case.with_first_parameters() == case.ours && case.ours != case.theirs,
    },
];

impl<'a> Case<'a> {
    /// Runs both parsers on a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, ours: ours(text), theirs: theirs(text) }
    }

    /// Returns the text after the scheme as the basic URL parser reads it: without the characters that it removes
    /// first.
    fn behind_scheme(&self) -> String {
        let trimmed = self.text.trim_matches(|c: char| c <= ' ');
        let clean: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        clean.split_once(':').map_or(String::new(), |(_, behind)| behind.to_owned())
    }

    /// Returns its text before the comma.
    fn header(&self) -> String {
        self.behind_scheme().split([',', '#']).next().unwrap_or_default().to_owned()
    }

    /// Returns the peer's result for the output of the URL parser.
    fn theirs_of_serialized(&self) -> Read {
        let url = Url::parse(self.text, None);
        url.map_or(Read::NoDataUrl, |url| first_parameters(theirs(url.href())))
    }

    /// Returns the peer's result with only the first parameter of each name.
    fn with_first_parameters(&self) -> Read {
        first_parameters(self.theirs.clone())
    }

    /// Checks the case against the table.
    ///
    /// # Panics
    /// If the results differ and no deviation explains it.
    pub fn assert_explained(&self) {
        let explained = self.ours == self.theirs || DEPARTURES.iter().any(|departure| (departure.applies)(self));
        assert!(explained, "{self:?}");
        assert_eq!(self.ours, self.theirs_of_serialized(), "{self:?}");
    }
}

fn first_parameters(mut read: Read) -> Read {
    if let Read::NoBase64((_, parameters, _)) | Read::Data((_, parameters, _), _) = &mut read {
        let mut names: Vec<String> = Vec::new();
        parameters.retain(|(name, _)| {
            let is_new = !names.contains(name);
            names.push(name.clone());
            is_new
        });
    }
    read
}

/// Returns whether an invalid escape becomes valid when tabs and line breaks are removed.
fn has_broken_escape(text: &str) -> bool {
    let is_break = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let bytes = text.as_bytes();
    let breaks = |at: usize| {
        let behind = &bytes[at + 1..];
        let written: Vec<u8> = behind.iter().copied().filter(|byte| !is_break(byte)).take(2).collect();
        let is_escape = written.len() == 2 && written.iter().all(u8::is_ascii_hexdigit);
        is_escape && !behind.starts_with(&written)
    };
    (0..bytes.len()).any(|at| bytes[at] == b'%' && breaks(at))
}

/// Returns the engine's result as browsers read the text.
#[must_use]
pub fn ours(text: &str) -> Read {
    let url = match DataUrl::parse(text, Reading::Whatwg) {
        Ok(url) => url,
        Err(error) if error.rule().code() == "data-comma" => return Read::NoComma,
        Err(_) => return Read::NoDataUrl,
    };
    let of = (essence(&url), parameters(&url), url.is_base64());
    url.decode().map_or(Read::NoBase64(of.clone()), |data| Read::Data(of, data))
}

fn essence(url: &DataUrl<'_>) -> String {
    let of = url.media_type();
    assert_eq!(of.essence(), format!("{}/{}", of.top_level(), of.subtype()));
    of.essence().to_owned()
}

fn parameters(url: &DataUrl<'_>) -> Vec<(String, String)> {
    url.media_type().parameters().iter().map(|one| (one.name().to_owned(), one.value().to_owned())).collect()
}

/// Returns the peer's result.
#[must_use]
pub fn theirs(text: &str) -> Read {
    let url = match data_url::DataUrl::process(text) {
        Ok(url) => url,
        Err(data_url::DataUrlError::NotADataUrl) => return Read::NoDataUrl,
        Err(data_url::DataUrlError::NoComma) => return Read::NoComma,
    };
    let mime = url.mime_type();
    let of = (format!("{}/{}", mime.type_, mime.subtype), mime.parameters.clone(), is_base64(text));
    url.decode_to_vec().map_or(Read::NoBase64(of.clone()), |(data, _)| Read::Data(of, data))
}

/// Returns the form of the data, which the peer does not report: by its result for the same header with known data.
fn is_base64(text: &str) -> bool {
    let trimmed = text.trim_start_matches(|c: char| c <= ' ');
    let end = trimmed.find(',').unwrap_or(trimmed.len());
    let probe = format!("{},WA==", &trimmed[..end]);
    let url = data_url::DataUrl::process(&probe).expect("a comma stands there");
    url.decode_to_vec().is_ok_and(|(data, _)| data == b"X")
}

/// Checks that the example of each deviation still differs and matches it. A deviation that a newer peer has mended
/// leaves the table.
///
/// # Panics
/// If an example does not.
pub fn assert_not_stale() {
    for departure in &DEPARTURES {
        let case = Case::new(departure.example);
        assert_ne!(case.ours, case.theirs, "stale: {}", departure.clause);
        assert!((departure.applies)(&case), "{}: {case:?}", departure.clause);
        case.assert_explained();
    }
}
