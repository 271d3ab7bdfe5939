//! The calls of each peer under the URL Standard.

use std::hint::black_box;

use crate::timing::Case;

/// The measured operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A lower bound: copies each URL to a `String`.
    Copy,
    /// Parses to an owned URL in the standard's serialisation.
    Parse,
    /// The same, borrowed if the text is already serialised.
    Read,
    /// Returns whether the text is a URL.
    CanParse,
}

impl Operation {
    /// The operations in the order of the tables.
    pub(crate) const ALL: [Self; 4] = [Self::Copy, Self::Parse, Self::Read, Self::CanParse];

    /// Returns the name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Parse => "parse",
            Self::Read => "read",
            Self::CanParse => "can-parse",
        }
    }

    /// Returns the name in a table.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Copy => "floor: copy",
            Self::Parse => "parse, owned",
            Self::Read => "parse, borrowed where it can be",
            Self::CanParse => "can_parse",
        }
    }
}

/// The base of a relative reference: the text before the tab in a list of pairs.
fn pair(text: &str) -> (&str, Option<&str>) {
    text.split_once('\u{1}').map_or((text, None), |(base, text)| (text, Some(base)))
}

fn counting<'a>(peer: &'static str, texts: &[&'a str], work: impl Fn(&'a str) -> bool + 'a) -> Case<'a> {
    let texts = texts.to_vec();
    Case::new(peer, move || texts.iter().filter(|text| work(text)).count())
}

/// Parses each text, against one common base if the texts are relative.
pub(crate) fn cases<'a>(operation: Operation, texts: &'a [&'a str]) -> Vec<Case<'a>> {
    let base = texts.first().and_then(|text| pair(text).1);
    // The measurement excludes splitting the pairs.
    let texts: Vec<&str> = texts.iter().map(|text| pair(text).0).collect();
    match operation {
        Operation::Copy => vec![counting("String::from", &texts, |text| !black_box(String::from(text)).is_empty())],
        Operation::Read => {
            vec![counting("napkin", &texts, |text| black_box(napkin::whatwg::parse_borrowed(text, None)).is_ok())]
        }
        Operation::Parse => match base {
            None => vec![
                counting("napkin", &texts, |text| black_box(napkin::whatwg::Url::parse(text, None)).is_ok()),
                counting("ada-url", &texts, |text| black_box(ada_url::Url::parse(text, None)).is_ok()),
                counting("url", &texts, |text| black_box(url::Url::parse(text)).is_ok()),
            ],
            Some(base) => {
                let ours = napkin::whatwg::Url::parse(base, None).expect("a base");
                let theirs = url::Url::parse(base).expect("a base");
                vec![
                    counting("napkin", &texts, move |text| black_box(ours.join(text)).is_ok()),
                    counting("ada-url", &texts, move |text| black_box(ada_url::Url::parse(text, Some(base))).is_ok()),
                    counting("url", &texts, move |text| black_box(theirs.join(text)).is_ok()),
                ]
            }
        },
        Operation::CanParse => {
            let ours = base.map(|base| napkin::whatwg::Url::parse(base, None).expect("a base"));
            vec![
                counting("napkin", &texts, move |text| napkin::whatwg::can_parse(text, ours.as_ref())),
                counting("ada-url", &texts, move |text| ada_url::Url::can_parse(text, base)),
            ]
        }
    }
}
