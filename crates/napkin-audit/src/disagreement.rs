//! Compares how standards and programs parse one reference.
//!
//! Each standard and each modelled program is a *reader*, which finds a host, a port and a path. The verdict tells whether a
//! program can check the reference before another program uses it. Hosts are compared after folding: case and brackets are
//! ignored, escapes are decoded, and an address in any numeric spelling counts as that address, because a lookup leads there.
//! With a base, each standard resolves a relative reference by its own rules, and each model by [`Model::read_against`].

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::models::{Model, Refused, Seen};
use napkin::percent::{GEN_DELIMS, SUB_DELIMS, UNRESERVED};
use napkin::whatwg::HostBuf;
use napkin::{Base, Component, Parts, Reference, Resolution, Span, Standard, check, default_port, whatwg};

/// A reader of references: a standard or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// A parser that follows a standard.
    Standard(Standard),
    /// The model of a program.
    Model(Model),
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard(standard) => f.pad(standard.name()),
            Self::Model(model) => f.pad(model.name()),
        }
    }
}

/// The result of one reader for a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading<'a> {
    /// The reader.
    pub reader: Reader,
    /// The components that the reader finds, or the reason why it refuses the reference.
    pub seen: Result<Seen<'a>, Refused>,
}

/// The conclusion for a program that checks a reference before another program uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every reader sees the same host, port and path.
    Agree,
    /// No two readers see different hosts or ports, and all readers agree on this normalised form: use it instead.
    NormaliseFirst(String),
    /// Readers see different hosts or ports, or browsers see none: the reference cannot be checked for another program.
    Reject,
}

impl Verdict {
    /// Returns the name: `agree`, `normalise first` or `reject`.
    ///
    /// ```
    /// use napkin_audit::disagreement;
    /// assert_eq!(disagreement("http://pub.example/").verdict.name(), "agree");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::NormaliseFirst(_) => "normalise first",
            Self::Reject => "reject",
        }
    }
}

/// All readings of one reference, with the verdict.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement<'a> {
    /// The readings of the standards and of the programs.
    pub readings: Vec<Reading<'a>>,
    /// The conclusion from the readings.
    pub verdict: Verdict,
    /// The spans that cause the disagreement: the violations of RFC 3986, or else the components among host, port and path
    /// that differ between readers. Empty if all agree.
    pub causes: Vec<Span>,
}

/// Parses a reference by every standard and every modelled program, and returns whether they agree.
///
/// ```
/// use napkin_audit::{Verdict, disagreement};
/// assert_eq!(disagreement("http://pub.example/menu").verdict, Verdict::Agree);
/// assert_eq!(disagreement("http://127.1/").verdict, Verdict::NormaliseFirst("http://127.0.0.1/".into()));
/// let text = r"http://evil.example\@pub.example/";
/// let found = disagreement(text);
/// assert_eq!(found.verdict, Verdict::Reject);
/// assert_eq!(found.causes[0].of(text), r"\");
/// ```
#[must_use]
pub fn disagreement(text: &str) -> Disagreement<'_> {
    against(text, None)
}

/// Parses a reference, resolved against `base` if there is one, by every standard and every modelled program.
///
/// ```
/// use napkin_audit::{Verdict, against};
/// let base = Some("https://pub.example/menu/");
/// assert_eq!(against("beer", base).verdict, Verdict::Agree);
/// // Browsers go to evil.example, and others to a path of pub.example.
/// assert_eq!(against(r"/\evil.example", base).verdict, Verdict::Reject);
/// ```
#[must_use]
pub fn against<'a>(text: &'a str, base: Option<&'a str>) -> Disagreement<'a> {
    let readings = readings(text, base);
    let verdict = verdict(text, base, &readings);
    let causes = if verdict == Verdict::Agree { Vec::new() } else { causes(text, &readings) };
    Disagreement { readings, verdict, causes }
}

/// Returns the violations of RFC 3986, or else the components that differ between readers. If no such component is in the
/// reference, returns the whole reference.
fn causes(text: &str, readings: &[Reading<'_>]) -> Vec<Span> {
    let mut findings = Vec::new();
    let parts = check(text, Standard::Rfc3986, &mut findings);
    if !findings.is_empty() {
        return findings.iter().map(|finding| finding.span).collect();
    }
    let seen: Vec<_> = readings.iter().filter_map(|reading| reading.seen.as_ref().ok()).collect();
    let differ = |is_same: &dyn Fn(&Seen<'_>, &Seen<'_>) -> bool| seen.iter().any(|other| !is_same(seen[0], other));
    let host = |seen: &Seen<'_>| seen.host.as_deref().map(|host| bare(host).to_ascii_lowercase());
    let components = [
        (Component::Host, differ(&|one, other| host(one) == host(other))),
        (Component::Port, differ(&|one, other| port_of(one) == port_of(other))),
        (Component::Path, differ(&|one, other| path_of(one) == path_of(other))),
    ];
    let spans =
        components.into_iter().filter(|(_, differs)| *differs).filter_map(|(component, _)| parts.span(component));
    let causes: Vec<Span> = spans.filter(|span| !span.is_empty()).collect();
    if causes.is_empty() { [Span::new(0, text.len())].into() } else { causes }
}

fn readings<'a>(text: &'a str, base: Option<&'a str>) -> Vec<Reading<'a>> {
    let by_standard = |it| base.map_or_else(|| by_standard(text, it), |base| resolved(text, base, it));
    let by_model = |it: Model| base.map_or_else(|| it.read(text), |base| it.read_against(text, base));
    let standards =
        Standard::ALL.iter().copied().map(|it| Reading { reader: Reader::Standard(it), seen: by_standard(it) });
    let models = Model::ALL.into_iter().map(|it| Reading { reader: Reader::Model(it), seen: by_model(it) });
    standards.chain(models).collect()
}

/// Returns the reading of a standard for a reference with a base. A reference to the current document counts as the base.
fn resolved<'a>(text: &str, base: &'a str, standard: Standard) -> Result<Seen<'a>, Refused> {
    if standard == Standard::Whatwg {
        let base = whatwg::Url::parse(base, None).map_err(|_| WRONG)?;
        let url = whatwg::Url::parse(text, Some(&base)).map_err(|_| WRONG)?;
        return Ok(seen(url.href(), &url.reference().parts()).into_owned());
    }
    let read = |text| Reference::parse(text, standard).map_err(|_| WRONG);
    let url = read(base)?;
    match Base::new(url).and_then(|base| base.resolve(Reference::parse(text, standard)?)).map_err(|_| WRONG)? {
        Resolution::Absolute(url) => Ok(seen(url.as_str(), &url.reference().parts()).into_owned()),
        Resolution::SameDocument => Ok(seen(base, &url.parts())),
    }
}

const WHATWG: Reader = Reader::Standard(Standard::Whatwg);
const WRONG: Refused = Refused::Wrong("an invalid text");

fn by_standard(text: &str, standard: Standard) -> Result<Seen<'_>, Refused> {
    match standard {
        // The grammar of the draft accepts almost every text, so its components are more informative.
        Standard::Draft1997 => Ok(seen(text, &check(text, standard, &mut ()))),
        Standard::Whatwg => {
            let url = whatwg::Url::parse(text, None).map_err(|_| WRONG)?;
            let parts = url.reference().parts();
            Ok(seen(url.href(), &parts).into_owned())
        }
        _ => Ok(seen(text, &Reference::parse(text, standard).map_err(|_| WRONG)?.parts())),
    }
}

fn seen<'a>(text: &'a str, parts: &Parts) -> Seen<'a> {
    let part = |component| parts.span(component).map(|span: Span| span.of(text)).filter(|part| !part.is_empty());
    Seen {
        scheme: part(Component::Scheme).map(Cow::Borrowed),
        host: part(Component::Host).map(Cow::Borrowed),
        port: part(Component::Port).and_then(|digits| digits.parse().ok()),
        path: Cow::Borrowed(part(Component::Path).unwrap_or_default()),
    }
}

fn verdict(text: &str, base: Option<&str>, readings: &[Reading<'_>]) -> Verdict {
    let Some(first) = by_browsers(readings) else { return Verdict::Reject };
    if readings.iter().any(|other| goes_elsewhere(first, other)) {
        return Verdict::Reject;
    }
    if readings.iter().all(|other| is_alike(first, other)) {
        return Verdict::Agree;
    }
    let base = base.and_then(|base| whatwg::Url::parse(base, None).ok());
    let Ok(url) = whatwg::Url::parse(text, base.as_ref()) else { return Verdict::Reject };
    let form = escaped(url.href());
    let again = self::readings(&form, None);
    let is_good = by_browsers(&again).is_some_and(|seen| {
        let is_same = !has_other_host(first.host.as_deref(), WHATWG, seen) && port_of(seen) == port_of(first);
        is_same && again.iter().all(|other| is_alike(seen, other))
    });
    if is_good { Verdict::NormaliseFirst(form) } else { Verdict::Reject }
}

fn by_browsers<'r, 'a>(readings: &'r [Reading<'a>]) -> Option<&'r Seen<'a>> {
    readings.iter().find(|it| it.reader == WHATWG)?.seen.as_ref().ok()
}

/// Returns whether a reader that accepts the reference would use another host or port.
pub(super) fn goes_elsewhere(first: &Seen<'_>, other: &Reading<'_>) -> bool {
    let Ok(seen) = &other.seen else { return false };
    let has_other_host = has_other_host(first.host.as_deref(), other.reader, seen);
    has_other_host || (!has_no_server(other.reader, seen) && port_of(seen) != port_of(first))
}

/// Returns whether a reader sees a different host, or no host although `host` is one.
pub(super) fn has_other_host(host: Option<&str>, reader: Reader, seen: &Seen<'_>) -> bool {
    !has_no_server(reader, seen) && seen.host.as_deref().map(folded) != host.map(folded)
}

/// Returns whether a reader refuses an authority, which `URI` of Java and Perl signal by reporting no host.
fn has_no_server(reader: Reader, seen: &Seen<'_>) -> bool {
    seen.host.is_none() && matches!(reader, Reader::Model(Model::JavaUri | Model::Perl))
}

/// Returns whether a reader sees exactly the same, except for case and brackets. An unknown scheme does not count.
fn is_alike(first: &Seen<'_>, other: &Reading<'_>) -> bool {
    let seen = match &other.seen {
        Ok(seen) => seen,
        Err(refused) => return matches!(refused, Refused::Scheme | Refused::Relative),
    };
    let is_same = |host: &str, other: &str| bare(host).eq_ignore_ascii_case(bare(other));
    match (&first.host, &seen.host) {
        (Some(host), Some(other)) => {
            is_same(host, other) && port_of(first) == port_of(seen) && path_of(first) == path_of(seen)
        }
        (Some(_), None) => has_no_server(other.reader, seen),
        (None, other) => other.is_none(),
    }
}

/// Returns the path without its leading slash, which only some readers report.
fn path_of<'s>(seen: &'s Seen<'_>) -> &'s str {
    seen.path.strip_prefix('/').unwrap_or(&seen.path)
}

fn bare(host: &str) -> &str {
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// Returns the port that the reader would use.
fn port_of(seen: &Seen<'_>) -> Option<u32> {
    let default = || seen.scheme.as_deref().and_then(default_port).map(u32::from);
    seen.port.or_else(default)
}

/// Returns a host in the serialised form of the URL Standard; a host that the standard refuses, in lower case.
pub(super) fn folded(text: &str) -> String {
    let bracketed = if text.contains(':') { ["[", bare(text), "]"].concat() } else { String::from(text) };
    let mut out = HostBuf::parse(&bracketed, true).map_or_else(|_| String::from(text), String::from);
    out.make_ascii_lowercase();
    out
}

/// Escapes the characters after the authority that RFC 3986 does not allow. The text before the path is already ASCII.
fn escaped(href: &str) -> String {
    const KEPT: napkin::percent::Set = UNRESERVED.or(SUB_DELIMS).or(GEN_DELIMS);
    let mut out = String::with_capacity(href.len());
    let path = check(href, Standard::Rfc3986, &mut ()).span(Component::Path).map_or(0, |path| path.start);
    out.push_str(&href[..path]);
    let mut has_fragment = false;
    for byte in href.bytes().skip(path) {
        // A second `#` is one of the fragment; Node's `url.parse` escapes apostrophes by itself.
        let is_delimiter = matches!(byte, b'[' | b']' | b'\'') || (byte == b'#' && has_fragment);
        has_fragment |= byte == b'#';
        super::models::push_escaped(&mut out, byte, byte == b'%' || (KEPT.contains_byte(byte) && !is_delimiter));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let cases = [
            ("http://pub.example/", "agree", ""),
            ("HTTPS://sam@PUB.example:8080/menu?a#b", "agree", ""),
            ("http://127.1/", "normalise first", "http://127.0.0.1/"),
            ("http://0x7f.0.0.1/", "normalise first", "http://127.0.0.1/"),
            ("http://pub.example/a/../b", "normalise first", "http://pub.example/b"),
            ("http://pub.example/a|b", "normalise first", "http://pub.example/a%7Cb"),
            ("http://pub.example#a#b", "normalise first", "http://pub.example/#a%23b"),
            ("http://pub.example/today's", "normalise first", "http://pub.example/today%27s"),
            // Node's `url.parse` ends the host at the escape.
            ("http://pub%2Eexample/", "reject", ""),
            (r"http://evil.example\@good.example/", "reject", ""),
            ("http://[::1]evil.example/", "reject", ""),
            ("http://good.example:80:90/", "reject", ""),
            ("http:///good.example/", "reject", ""),
            ("http:/good.example/", "reject", ""),
            ("/menu", "reject", ""),
        ];
        for (text, verdict, form) in cases {
            let found = disagreement(text);
            assert_eq!(found.verdict.name(), verdict, "{text}: {:?}", found.readings);
            if let Verdict::NormaliseFirst(normal) = &found.verdict {
                assert_eq!(normal, form, "{text}");
                assert_eq!(disagreement(normal).verdict, Verdict::Agree, "{normal}");
            }
            assert_eq!(found.causes.is_empty(), verdict == "agree", "{text}");
        }
    }

    #[test]
    fn verdicts_against_a_base() {
        let cases = [
            ("beer", "agree"),
            ("../beer?size=pint", "agree"),
            ("//other.example/x", "agree"),
            ("https://other.example/x", "agree"),
            (r"/\evil.example/x", "reject"),
            (r"\\evil.example/x", "reject"),
            ("/\t/evil.example/x", "reject"),
            ("https:/evil.example", "reject"),
            // `URI` of Java and Perl keeps `..` above the root.
            ("../../beer", "normalise first"),
            // `URI` of Java and `urljoin` of Python drop empty segments.
            ("a//b", "normalise first"),
        ];
        for (text, verdict) in cases {
            let found = against(text, Some("https://pub.example/menu/today"));
            assert_eq!(found.verdict.name(), verdict, "{text}: {:?}", found.readings);
            if let Verdict::NormaliseFirst(form) = &found.verdict {
                assert_eq!(disagreement(form).verdict, Verdict::Agree, "{form}");
                assert_eq!(found.causes, [Span::new(0, text.len())], "{text}");
            }
        }
    }
}
