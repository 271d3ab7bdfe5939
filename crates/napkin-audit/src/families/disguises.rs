//! Rules about texts that act as something else than a web address: programs started by a scheme, local files, lookups of a
//! logging library, character references of HTML, and names that imitate a protected one.

use alloc::string::String;

use super::{suffixes, words};
use crate::rules;
use crate::view::{Out, View};
use napkin::{Component, Encoded, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    handlers(view, out);
    files(view, out);
    lookups(view, out);
    references(view, out);
    options(view, out);
    if !out.settings.protected.is_empty() {
        lookalikes(view, out);
    }
}

/// Reports schemes that start a program: all of Microsoft's, and those of the table.
fn handlers(view: &View<'_>, out: &mut Out<'_>) {
    let scheme = view.span(Component::Scheme);
    let name = scheme.of(view.text);
    let is_of_microsoft = || name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("ms-"));
    let is_known = || words::HANDLER_SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    // A short word before a colon may be a word of prose.
    let has_target = view.text.get(scheme.end + 1..).is_some_and(|rest| !rest.is_empty() && !rest.starts_with(' '));
    // A port of their own is rare for these, and reaches other services.
    let has_odd_port = || view.has(Component::Port) && view.is_scheme(&["ldap", "ldaps", "sftp"]);
    if !name.is_empty() && has_target && (is_of_microsoft() || is_known() || has_odd_port()) {
        out.report(rules::HANDLER_SCHEME, scheme);
    }
}

/// Reports `file:` URLs with a host, which send the user's credentials to it on Windows, and those of files with secrets.
fn files(view: &View<'_>, out: &mut Out<'_>) {
    if !view.is_scheme(&["file", "local_file", "netdoc"]) {
        return;
    }
    let path = Encoded::unchecked(view.part(Component::Path)).decode_lossy().replace('\\', "/").to_ascii_lowercase();
    // `file:///C:/Windows/` and `file:////host/share`
    let drive = path.get(1..).and_then(|rest| rest.split_once([':', '|'])).filter(|(drive, _)| drive.len() == 1);
    let local = drive.map_or(path.as_str(), |(_, rest)| rest);
    let is_secret = words::SECRET_FILES.iter().any(|start| local.starts_with(start));
    if !view.host().is_empty() || path.starts_with("//") || is_secret {
        out.report(rules::FILE_URL, Span::new(0, view.text.len()));
    }
}

/// How often a text is decoded in search of a lookup.
const DECODINGS: usize = 3;

/// Reports lookups of Log4j, raw or escaped, and those that hide the name by other lookups: `${${lower:j}ndi:...}`.
fn lookups(view: &View<'_>, out: &mut Out<'_>) {
    if !view.text.contains('$') && !view.text.contains("%24") && !view.text.contains("%2524") {
        return;
    }
    let mut text = String::from(view.text);
    for _ in 0..DECODINGS {
        let lower = text.to_ascii_lowercase();
        if lower.match_indices("${").any(|(at, _)| is_lookup(&lower[at + 2..])) {
            return out.report(rules::LOOKUP_EXPRESSION, Span::new(0, view.text.len()));
        }
        let decoded = String::from(Encoded::unchecked(&text).decode_lossy());
        if decoded == text {
            return;
        }
        text = decoded;
    }
}

/// The lookups of Log4j that read more than the message, or that hide another lookup.
const LOOKUPS: [&str; 10] = ["jndi:", "${", "lower:", "upper:", "env:", "sys:", "::-", "java:", "date:", "base64:"];

fn is_lookup(inner: &str) -> bool {
    LOOKUPS.iter().any(|name| inner.starts_with(name))
}

/// Reports references to characters of HTML that hide a script or a host in a text that is not HTML.
fn references(view: &View<'_>, out: &mut Out<'_>) {
    if !view.text.contains('&') || !view.text.contains(';') || view.has(Component::Host) {
        return;
    }
    let decoded: String = decoded_references(view.text).chars().filter(|c| *c > ' ').collect();
    let is_script = |text: &str| {
        let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
        words::SCRIPTS.iter().any(|name| name.eq_ignore_ascii_case(scheme))
    };
    let leads_on = |text: &str| text.starts_with("//") || text.starts_with("/\\") || text.starts_with("\\\\");
    if (is_script(&decoded) && !is_script(view.text)) || (leads_on(&decoded) && !leads_on(view.text)) {
        out.report(rules::CHARACTER_REFERENCES, Span::new(0, view.text.len()));
    }
}

/// Returns a text with its numeric references, and the named ones of characters that matter to URLs, decoded.
fn decoded_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match reference(rest) {
            Some((c, length)) => {
                out.push(c);
                rest = &rest[length..];
            }
            None => out.push('&'),
        }
    }
    out + rest
}

/// Returns the character of a reference without its `&`, and the length of the reference.
fn reference(text: &str) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 9] = [
        ("colon;", ':'),
        ("Tab;", '\t'),
        ("NewLine;", '\n'),
        ("sol;", '/'),
        ("bsol;", '\\'),
        ("lpar;", '('),
        ("rpar;", ')'),
        ("period;", '.'),
        ("nbsp;", ' '),
    ];
    if let Some((name, c)) = NAMED.iter().find(|(name, _)| text.starts_with(name)) {
        return Some((*c, name.len()));
    }
    let number = text.strip_prefix('#')?;
    let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
    let length = digits.bytes().take(8).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let c = char::from_u32(u32::from_str_radix(&digits[..length], radix).ok()?)?;
    let end = text.len() - digits.len() + length;
    Some((c, end + usize::from(text[end..].starts_with(';'))))
}

/// Reports a text that begins like a command-line option, such as `-u./x` (CVE-2018-17456).
fn options(view: &View<'_>, out: &mut Out<'_>) {
    let bytes = view.text.as_bytes();
    if bytes.starts_with(b"-") && bytes.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-') {
        out.report(rules::OPTION_HOST, Span::new(0, view.text.len()));
    }
}

/// Reports hosts with a label that looks like a protected name: `paypaI.com`, `rnicrosoft.com`, `pаypal.com`.
fn lookalikes(view: &View<'_>, out: &mut Out<'_>) {
    let span = view.span(Component::Host);
    let decoded = Encoded::unchecked(span.of(view.text)).decode_lossy();
    let shown = suffixes::in_unicode(&decoded).unwrap_or_else(|| decoded.to_lowercase());
    let host = shown.trim_end_matches('.');
    let own = suffixes::registered(host);
    for protected in out.settings.protected.iter().map(|host| suffixes::registered(host)) {
        let name = protected.split('.').next().unwrap_or_default();
        let looks_like = |label: &str| label != name && imitation(label) == imitation(name);
        // The raw text shows the case: `paypaI` has an upper-case letter, and its lower-case form is another name.
        if own != protected && (host.split('.').any(looks_like) || decoded.split('.').any(looks_like)) {
            return out.report(rules::LOOKALIKE_HOST, span);
        }
    }
}

/// Returns the letters that people see, with pairs that look like one letter in its place.
fn imitation(label: &str) -> String {
    let raised: String = label.chars().map(|c| if matches!(c, 'I' | '|') { 'l' } else { c }).collect();
    skeleton(&raised)
        .replace("rn", "m")
        .replace("vv", "w")
        .replace("cl", "d")
        .replace('0', "o")
        .replace(['1', 'i'], "l")
}

#[cfg(feature = "tables")]
fn skeleton(label: &str) -> String {
    super::spoofs::folded(label)
}

#[cfg(not(feature = "tables"))]
fn skeleton(label: &str) -> String {
    label.to_lowercase()
}
