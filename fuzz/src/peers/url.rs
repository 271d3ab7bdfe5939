//! `url`, the URL parser of Servo and of most Rust programs.

use url::{Host, Url, quirks};

use super::{Case, Departure, PARSING, Values, value};

/// The deviations of this peer.
pub const DEPARTURES: [Departure; 15] = [
    Departure {
        clause: "IDNA, domain parser, step 5: a domain of ASCII is lower-cased \"regardless of Unicode ToASCII's \
                 outcome\" (since 25 June 2026); the peer has it processed when a label begins with `xn--`",
        example: ("http://xn--/", None),
        attributes: &[PARSING],
        applies: |case| case.theirs.is_none() && fails_as_punycode(case.values("hostname").0),
    },
    Departure {
        clause: "IDNA, domain parser ToASCII: CheckHyphens is false, by which (UTS 46 section 4.1, criterion 4) what \
                 a label decodes to does not begin with `xn--`",
        example: ("http://xn--xn---epa.\u{e9}/", None),
        attributes: &[PARSING],
        applies: |case| case.ours.is_err() && has_encoded_prefix(&quirks::domain_to_unicode(case.values("hostname").1)),
    },
    Departure {
        clause: "authority state, step 2.1: \"if atSignSeen is true and buffer is the empty string, host-missing \
                 validation error, return failure\"; the peer lets the text end there if there is no user",
        example: ("foo://@", None),
        attributes: &[PARSING],
        applies: |case| {
            let bare = case.values("host").1.is_empty() && case.values("username").1.is_empty();
            case.ours == Err("host-missing") && bare && case.clean().contains('@')
        },
    },
    Departure {
        clause: "port state, step 2: only of a special URL `\\` ends the port",
        example: ("foo://host:\\", None),
        attributes: &[PARSING],
        applies: |case| {
            let port_and_on = |text: &str| text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('\\');
            case.ours == Err("port-invalid") && !is_special(case) && case.clean().split(':').any(port_and_on)
        },
    },
    Departure {
        clause: "special authority ignore slashes state: any number of slashes is as two, also without a scheme \
                 before",
        example: ("///a", Some("http://host/")),
        attributes: &[PARSING],
        applies: |case| {
            let is_slash = |c| matches!(c, '/' | '\\');
            let slashes = |text: &str| text.chars().take_while(|&c| is_slash(c)).count();
            case.theirs.is_none() && is_special(case) && case.base.is_some() && slashes(&case.clean()) > 2
        },
    },
    Departure {
        clause: "relative state and relative slash state: only a special URL has `\\` for `/`",
        example: ("\\a", Some("foo:/b")),
        attributes: &["username", "password", "host", "hostname", "port", "pathname", PARSING],
        applies: |case| {
            let text = case.clean();
            case.base.is_some() && !is_special(case) && (text.starts_with('\\') || text.starts_with("/\\"))
        },
    },
    Departure {
        clause: "percent-encoded bytes: `^` is in the path percent-encode set",
        example: ("http://host/^", None),
        attributes: &["pathname"],
        applies: |case| same_path(case) && case.values("pathname").1.contains('^'),
    },
    Departure {
        clause: "opaque path state: a space before `?` or `#` is `%20`",
        example: ("foo:a ?", None),
        attributes: &["pathname"],
        applies: |case| same_path(case) && case.values("pathname").1.ends_with(' '),
    },
    Departure {
        clause: "shorten a URL's path: a drive letter stays only where it is all of the path of a `file` URL",
        example: ("http://host/a/C:/..", None),
        attributes: &["pathname"],
        applies: |case| {
            // For the peer, a drive letter before `\` is one too, even if the `\` is not a path separator.
            let before_backslash = |segment: &str| segment.split('\\').next().is_some_and(is_drive_letter);
            let kept = case.values("pathname").1.split('/').any(before_backslash);
            let dots = |text: &String| text.replace("%2e", ".").replace("%2E", ".").contains("..");
            kept && case.texts().any(|text| dots(&text))
        },
    },
    Departure {
        clause: "path state, step 1.4.1: where it is the first segment of a `file` URL, `C|` becomes `C:`",
        example: ("file:///C|", None),
        attributes: &["pathname"],
        applies: |case| {
            let (ours, theirs) = case.values("pathname");
            is_file(case) && theirs.get(2..3) == Some("|") && decoded(ours) == decoded(&theirs.replacen('|', ":", 1))
        },
    },
    Departure {
        clause: "basic URL parser, step 3: tabs and newlines are removed before anything is read; for the peer one \
                 behind `C:` ends the drive letter",
        example: ("file:C:\na", None),
        attributes: &["pathname"],
        applies: |case| {
            let (ours, theirs) = case.values("pathname");
            let breaks = [Some(case.text), case.base].iter().flatten().any(|text| text.contains(['\t', '\n', '\r']));
            let letter = theirs.split('/').nth(1).filter(|first| is_drive_letter(first));
            is_file(case)
                && breaks
                && letter.is_some()
                && ours.get(..3) == theirs.get(..3)
                && ours.get(3..4) != Some("/")
        },
    },
    Departure {
        clause: "file slash state and path state: a drive letter leaves the host as it is",
        example: ("file://host/C:/", None),
        attributes: &["host", "hostname"],
        applies: |case| {
            let (_, path) = case.values("pathname");
            let begins = path.split('/').nth(1).is_some_and(is_drive_letter);
            is_file(case) && begins && case.values("hostname").1.is_empty()
        },
    },
    Departure {
        clause: "path state, step 1.4: an empty segment is a segment, of a file's path too",
        example: ("file:////a", None),
        attributes: &["pathname"],
        applies: |case| is_file(case) && case.values("pathname").0.starts_with("//"),
    },
    Departure {
        clause: "origin: that of a `blob` URL is opaque unless the URL in its path is `http`, `https` or `file`",
        example: ("blob:ftp://host/path", None),
        attributes: &["origin"],
        applies: |case| {
            let opaque = ["ftp:", "ws:", "wss:", "blob:"];
            let of_path = values(case.values("pathname").0, None);
            let is_opaque = of_path.is_some_and(|url| opaque.contains(&value(&url, "protocol")));
            case.values("protocol").0 == "blob:" && is_opaque
        },
    },
    Departure {
        clause: "origin: that of a `blob` URL is of the URL in its path, which the peer does not read alike",
        example: ("blob:https://xn--/", None),
        attributes: &["origin"],
        applies: |case| case.is_blob_of_departure(&DEPARTURES, values),
    },
];

fn is_special(case: &Case<'_>) -> bool {
    let (ours, theirs) = case.values("protocol");
    [ours, theirs].iter().any(|protocol| ["http:", "https:", "ws:", "wss:", "ftp:", "file:"].contains(protocol))
}

fn is_file(case: &Case<'_>) -> bool {
    case.values("protocol") == ("file:", "file:")
}

fn is_drive_letter(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Returns whether the peer, which keeps a drive letter at the end of a `file` base, may fail its own assertion: `..`
/// against `file://host/C:`.
#[must_use]
pub fn panics_against(base: &str) -> bool {
    let last = |url: &Values| value(url, "pathname").rsplit('/').next().is_some_and(is_drive_letter);
    values(base, None).is_some_and(|url| value(&url, "protocol") == "file:" && last(&url))
}

/// Returns whether the paths differ only in which characters are encoded.
fn same_path(case: &Case<'_>) -> bool {
    let (ours, theirs) = case.values("pathname");
    decoded(ours) == decoded(theirs)
}

fn decoded(path: &str) -> String {
    path.replace("%5E", "^").replace("%20", " ")
}

fn fails_as_punycode(host: &str) -> bool {
    host.split('.').any(|label| label.starts_with("xn--")) && Host::parse(host).is_err()
}

/// Returns whether a label of a domain in Unicode begins with `xn--` after its own prefix.
fn has_encoded_prefix(domain: &str) -> bool {
    domain.split('.').any(|label| label.starts_with("xn--") && !label.is_ascii())
}

/// Returns the peer's result for a text and its base.
#[must_use]
pub fn values(text: &str, base: Option<&str>) -> Option<Values> {
    let base = base.map(Url::parse).transpose().ok()?;
    let url = Url::options().base_url(base.as_ref()).parse(text).ok()?;
    let values = [
        quirks::href(&url),
        &quirks::origin(&url),
        quirks::protocol(&url),
        quirks::username(&url),
        quirks::password(&url),
        quirks::host(&url),
        quirks::hostname(&url),
        quirks::port(&url),
        quirks::pathname(&url),
        quirks::search(&url),
        quirks::hash(&url),
    ];
    Some(values.map(str::to_owned))
}
