//! `ada-url`, the URL parser of Node, in C++.

use ada_url::{Idna, Url};
use url::quirks::domain_to_unicode;

use super::{Case, Departure, PARSING, Values};

/// The deviations of this peer.
pub const DEPARTURES: [Departure; 6] = [
    Departure {
        clause: "IDNA, domain parser ToASCII: CheckBidi is true, by which (UTS 46 section 4.1, criterion 9) every \
                 label of a domain with a right-to-left label satisfies RFC 5893 section 2; the peer looks at each \
                 by itself",
        example: ("http://0a.\u{5d0}/", None),
        attributes: &[PARSING],
        applies: |case| case.ours.is_err() && only_together_invalid(&domain(case)),
    },
    Departure {
        clause: "IDNA, domain parser ToASCII: by UTS 46 (section 4.1, criteria 6 and 9) a character is a combining \
                 mark, or right-to-left, by the Unicode version of the mapping table; the peer has 17 there and 13 \
                 here",
        example: ("http://0a.\u{870}/", None),
        attributes: &[PARSING],
        applies: |case| domain(case).chars().any(is_of_another_version),
    },
    Departure {
        clause: "IDNA, domain parser ToASCII: by UTS 46 (section 4, step 2; section 4.1, criterion 1) labels are in \
                 NFC; the peer takes a composed character followed by a mark of a lower combining class for that",
        example: ("http://\u{e9}\u{323}/", None),
        attributes: &["origin", "host", "hostname", PARSING],
        applies: |case| {
            let (ours, theirs) = case.values("hostname");
            let normalized = hostname(&Idna::unicode(theirs)).filter(|normalized| normalized != theirs);
            normalized.is_some_and(|normalized| case.ours.is_err() || normalized == ours)
        },
    },
    Departure {
        clause: "IDNA, domain parser ToASCII: CheckJoiners is true, by which (UTS 46 section 4.1, criterion 8) each \
                 joiner satisfies RFC 5892 appendix A; at the first that does, the peer takes the label without \
                 looking further",
        example: ("http://\u{644}\u{200c}\u{644}x/", None),
        attributes: &[PARSING],
        applies: |case| case.ours.is_err() && has_joiner(&domain(case)),
    },
    Departure {
        clause: "the same: by appendix A.1 any Virama may stand before a joiner, and any characters of those joining \
                 types around it; the peer has tables of its own, of fewer",
        example: ("http://\u{11f12}\u{11f41}\u{200d}/", None),
        attributes: &[PARSING],
        applies: |case| case.theirs.is_none() && has_joiner(&domain(case)),
    },
    Departure {
        clause: "origin: that of a `blob` URL is of the URL in its path, which the peer does not read alike",
        example: ("blob:https://0a.\u{5d0}/", None),
        attributes: &["origin"],
        applies: |case| case.is_blob_of_departure(&DEPARTURES, values),
    },
];

/// Returns the domain in Unicode, from whichever parser accepts it.
fn domain(case: &Case<'_>) -> String {
    match case.values("hostname") {
        ("", theirs) => Idna::unicode(theirs),
        (ours, _) => domain_to_unicode(ours),
    }
}

/// Returns whether only one parser accepts some labels because of this character.
fn is_of_another_version(c: char) -> bool {
    let domains = [format!("{c}.x"), format!("{c}a.x"), format!("\u{5d0}{c}.x"), format!("\u{644}{c}\u{644}.x")];
    let differs = |domain: &String| hostname(domain).is_some() != Url::can_parse(&format!("http://{domain}/"), None);
    !c.is_ascii() && domains.iter().any(differs)
}

fn has_joiner(domain: &str) -> bool {
    domain.contains(['\u{200c}', '\u{200d}'])
}

/// Returns whether each label is a domain next to another, but all of them together are not, even if the last is not a
/// number.
fn only_together_invalid(domain: &str) -> bool {
    let each = domain.split('.').all(|label| hostname(&format!("{label}.x")).is_some());
    each && hostname(&format!("{domain}.x")).is_none()
}

/// Returns the engine's result for a domain.
fn hostname(domain: &str) -> Option<String> {
    napkin::whatwg::Url::parse(&format!("http://{domain}/"), None).ok().map(|url| url.hostname().to_owned())
}

/// Returns the peer's result for a text and its base.
///
/// # Panics
/// If the peer contradicts itself.
#[must_use]
pub fn values(text: &str, base: Option<&str>) -> Option<Values> {
    let url = Url::parse(text, base).ok();
    assert_eq!(Url::can_parse(text, base), url.is_some(), "{text:?} {base:?}");
    let url = url?;
    let values = [
        url.href(),
        &url.origin(),
        url.protocol(),
        url.username(),
        url.password(),
        url.host(),
        url.hostname(),
        url.port(),
        url.pathname(),
        url.search(),
        url.hash(),
    ];
    Some(values.map(str::to_owned))
}
