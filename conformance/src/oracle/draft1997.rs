//! draft-fielding-url-syntax-05: Appendix A as it is printed, section 4.4, and Appendix B.
//!
//! Two answers, because `opaque-URL` takes almost anything that begins with a scheme: [`verdict`] is the grammar's,
//! and [`read`] asks whether every component that Appendix B finds is what its production says.

use std::sync::LazyLock;

use super::appendix_b::{self, Matched};
use super::grammar::{Grammar, Notation};
use super::{Components, split_authority};

/// Appendix A, in its order.
pub const APPENDIX_A: &str = r##"
      URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]
      absoluteURL   = generic-URL | opaque-URL
      opaque-URL    = scheme ":" *urlc
      generic-URL   = scheme ":" relativeURL

      relativeURL   = net_path | abs_path | rel_path
      net_path      = "//" site [ abs_path ]
      abs_path      = "/"  rel_path
      rel_path      = [ path_segments ] [ "?" query ]

      scheme        = 1*( alpha | digit | "+" | "-" | "." )

      site          = [ [ user [ ":" password ] "@" ] hostport ]
      user          = *( unreserved | escaped |
                         ";" | "&" | "=" | "+" )
      password      = *( unreserved | escaped |
                         ";" | "&" | "=" | "+" )

      hostport      = host [ ":" port ]
      host          = hostname | hostnumber
      hostname      = *( domainlabel "." ) toplabel
      domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
      toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
      hostnumber    = 1*digit "." 1*digit "." 1*digit "." 1*digit
      port          = *digit

      path          = [ "/" ] path_segments
      path_segments = segment *( "/" segment )
      segment       = *pchar *( ";" param )
      param         = *pchar
      pchar         = unreserved | escaped | ":" | "@" | "&" | "=" | "+"

      query         = *urlc

      fragment      = *urlc

      urlc          = reserved | unreserved | escaped
      reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
      unreserved    = alpha | digit | mark
      mark          = "$" | "-" | "_" | "." | "!" | "~" |
                      "*" | "'" | "(" | ")" | ","

      escaped       = "%" hex hex
      hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
                              "a" | "b" | "c" | "d" | "e" | "f"

      alphanum      = alpha | digit
      alpha         = lowalpha | upalpha

      lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
                 "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
                 "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
      upalpha  = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
                 "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
                 "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
      digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                 "8" | "9"
"##;

/// The grammar of Appendix A.
pub static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(APPENDIX_A, Notation::Draft));

/// `generic-URL`, `opaque-URL`, `relativeURL` or `invalid`: the production that takes the reference, tried in the
/// grammar's order, with what section 4.4 says about two slashes.
#[must_use]
pub fn verdict(text: &str) -> &'static str {
    let (url, fragment) = match text.split_once('#') {
        Some((url, fragment)) => (url, Some(fragment)),
        None => (text, None),
    };
    if fragment.is_some_and(|fragment| !GRAMMAR.matches("fragment", fragment)) {
        return "invalid";
    }
    // generic-URL = scheme ":" relativeURL. No scheme contains a colon, so that the first colon is the one.
    if let Some((scheme, rest)) = url.split_once(':')
        && GRAMMAR.matches("scheme", scheme)
    {
        if is_relative_url(rest) {
            return "generic-URL";
        }
        if GRAMMAR.matches("opaque-URL", url) {
            return "opaque-URL";
        }
    }
    if is_relative_url(url) { "relativeURL" } else { "invalid" }
}

/// `relativeURL`, where two slashes always begin a `net_path`: "the site component wins" (4.4).
fn is_relative_url(text: &str) -> bool {
    GRAMMAR.matches(if text.starts_with("//") { "net_path" } else { "relativeURL" }, text)
}

/// The components, if each is what its production says and no path's first segment looks like a scheme (section 5).
#[must_use]
pub fn read(text: &str) -> Option<Components> {
    let Matched { scheme, authority: site, path, query, fragment } = appendix_b::matched(text);
    let is = |production, text: Option<&str>| text.is_none_or(|text| GRAMMAR.matches(production, text));
    let first_segment = path.split('/').next().unwrap_or("");
    let colon = scheme.is_none() && site.is_none() && first_segment.contains(':');
    let fits = is("scheme", scheme)
        && is("site", site)
        && is("path", Some(path))
        && is("query", query)
        && is("fragment", fragment)
        && !colon;
    if !fits {
        return None;
    }
    let mut components = Components {
        scheme: scheme.map(str::to_owned),
        path: path.to_owned(),
        query: query.map(str::to_owned),
        fragment: fragment.map(str::to_owned),
        ..Components::default()
    };
    if let Some(site) = site {
        split_authority(site, &mut components);
        components.host_kind = components.host.as_deref().map(|host| host_kind(host).to_owned());
    }
    Some(components)
}

fn host_kind(host: &str) -> &'static str {
    if GRAMMAR.matches("hostnumber", host) { "ipv4" } else { "name" }
}
