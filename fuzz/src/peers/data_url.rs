//! `data-url`, Servo's reader of `data:` URLs: what it makes of a text beside what the engine makes of it, and the
//! differences that the standards decide.
//!
//! It reads the text as it stands. What it departs in is gone, but for one thing, when it reads what the URL parser makes
//! of the text; that is asked as well.

use napkin::data::{DataUrl, Reading};
use napkin::whatwg::Url;

/// What a reader makes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// Another scheme, or no URL.
    NoDataUrl,
    /// No comma, before which the media type would stand.
    NoComma,
    /// It has no data, since that is no base64: all that is known is what stands before.
    NoBase64(Type),
    /// Type and data.
    Data(Type, Vec<u8>),
}

/// Essence, parameters, and whether the data is written in base64.
pub type Type = (String, Vec<(String, String)>, bool);

impl Read {
    /// What stands before the data.
    const fn of(&self) -> Option<&Type> {
        match self {
            Self::NoDataUrl | Self::NoComma => None,
            Self::NoBase64(of) | Self::Data(of, _) => Some(of),
        }
    }
}

/// A difference that a standard decides.
pub struct Departure {
    /// Which part of which standard decides it, and how.
    pub clause: &'static str,
    /// A text that is read differently: counter-example to the peer.
    pub example: &'static str,
    /// Whether this is one, as narrowly as can be.
    pub applies: fn(&Case<'_>) -> bool,
}

/// A text, and what became of it.
#[derive(Debug)]
pub struct Case<'a> {
    /// What was read.
    pub text: &'a str,
    /// By the engine.
    pub ours: Read,
    /// By the peer.
    pub theirs: Read,
}

/// Where the standards are not what this peer does.
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
    /// The case of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, ours: ours(text), theirs: theirs(text) }
    }

    /// The text behind the scheme as the basic URL parser reads it: without what it removes first.
    fn behind_scheme(&self) -> String {
        let trimmed = self.text.trim_matches(|c: char| c <= ' ');
        let clean: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        clean.split_once(':').map_or(String::new(), |(_, behind)| behind.to_owned())
    }

    /// What stands before the comma of that.
    fn header(&self) -> String {
        self.behind_scheme().split([',', '#']).next().unwrap_or_default().to_owned()
    }

    /// What the peer makes of the text as the URL parser serializes it.
    fn theirs_of_serialized(&self) -> Read {
        let url = Url::parse(self.text, None);
        url.map_or(Read::NoDataUrl, |url| first_parameters(theirs(url.href())))
    }

    /// What the peer read, with the first of the parameters of each name.
    fn with_first_parameters(&self) -> Read {
        first_parameters(self.theirs.clone())
    }

    /// Holds the case against the table.
    ///
    /// # Panics
    /// When it is read differently and no departure says so.
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

/// Whether what is no escape becomes one when tabs and line breaks are gone.
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

/// What the engine makes of a text, by the reading of browsers.
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

/// What the peer makes of it.
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

/// The peer does not say which form the data is in: what it makes of the same header before data of ours does.
fn is_base64(text: &str) -> bool {
    let trimmed = text.trim_start_matches(|c: char| c <= ' ');
    let end = trimmed.find(',').unwrap_or(trimmed.len());
    let probe = format!("{},WA==", &trimmed[..end]);
    let url = data_url::DataUrl::process(&probe).expect("a comma stands there");
    url.decode_to_vec().is_ok_and(|(data, _)| data == b"X")
}

/// Every departure's example is read differently, and is one that the departure is about: what a newer peer does right
/// leaves the table.
///
/// # Panics
/// When one is not.
pub fn assert_not_stale() {
    for departure in &DEPARTURES {
        let case = Case::new(departure.example);
        assert_ne!(case.ours, case.theirs, "stale: {}", departure.clause);
        assert!((departure.applies)(&case), "{}: {case:?}", departure.clause);
        case.assert_explained();
    }
}
