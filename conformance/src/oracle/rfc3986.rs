//! RFC 3986: Appendix A as it is printed, and Appendix B.

use std::sync::LazyLock;

use super::appendix_b;
use super::grammar::{Grammar, Notation};
use super::{Components, split_authority};

/// Appendix A, in its order.
pub const APPENDIX_A: &str = r##"
   URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]

   hier-part     = "//" authority path-abempty
                 / path-absolute
                 / path-rootless
                 / path-empty

   URI-reference = URI / relative-ref

   absolute-URI  = scheme ":" hier-part [ "?" query ]

   relative-ref  = relative-part [ "?" query ] [ "#" fragment ]

   relative-part = "//" authority path-abempty
                 / path-absolute
                 / path-noscheme
                 / path-empty

   scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )

   authority     = [ userinfo "@" ] host [ ":" port ]
   userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
   host          = IP-literal / IPv4address / reg-name
   port          = *DIGIT

   IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"

   IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )

   IPv6address   =                            6( h16 ":" ) ls32
                 /                       "::" 5( h16 ":" ) ls32
                 / [               h16 ] "::" 4( h16 ":" ) ls32
                 / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
                 / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
                 / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
                 / [ *4( h16 ":" ) h16 ] "::"              ls32
                 / [ *5( h16 ":" ) h16 ] "::"              h16
                 / [ *6( h16 ":" ) h16 ] "::"

   h16           = 1*4HEXDIG
   ls32          = ( h16 ":" h16 ) / IPv4address
   IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet

   dec-octet     = DIGIT                 ; 0-9
                 / %x31-39 DIGIT         ; 10-99
                 / "1" 2DIGIT            ; 100-199
                 / "2" %x30-34 DIGIT     ; 200-249
                 / "25" %x30-35          ; 250-255

   reg-name      = *( unreserved / pct-encoded / sub-delims )

   path          = path-abempty    ; begins with "/" or is empty
                 / path-absolute   ; begins with "/" but not "//"
                 / path-noscheme   ; begins with a non-colon segment
                 / path-rootless   ; begins with a segment
                 / path-empty      ; zero characters

   path-abempty  = *( "/" segment )
   path-absolute = "/" [ segment-nz *( "/" segment ) ]
   path-noscheme = segment-nz-nc *( "/" segment )
   path-rootless = segment-nz *( "/" segment )
   path-empty    = 0<pchar>

   segment       = *pchar
   segment-nz    = 1*pchar
   segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
                 ; non-zero-length segment without any colon ":"

   pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"

   query         = *( pchar / "/" / "?" )

   fragment      = *( pchar / "/" / "?" )

   pct-encoded   = "%" HEXDIG HEXDIG

   unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
   reserved      = gen-delims / sub-delims
   gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
   sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
                 / "*" / "+" / "," / ";" / "="
"##;

/// The rules of RFC 2234 Appendix A (now RFC 5234 Appendix B.1) that the grammar names.
pub const CORE: &str = r##"
   ALPHA  = %x41-5A / %x61-7A
   DIGIT  = %x30-39
   HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"##;

/// The grammar of Appendix A.
pub static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(&format!("{APPENDIX_A}{CORE}"), Notation::Abnf));

/// The components of a `URI-reference`.
#[must_use]
pub fn read(text: &str) -> Option<Components> {
    GRAMMAR.matches("URI-reference", text).then(|| components(text, &GRAMMAR))
}

/// The components that Appendix B finds in a text that is valid.
pub(super) fn components(text: &str, grammar: &Grammar) -> Components {
    let matched = appendix_b::matched(text);
    let mut components = Components {
        scheme: matched.scheme.map(str::to_owned),
        path: matched.path.to_owned(),
        query: matched.query.map(str::to_owned),
        fragment: matched.fragment.map(str::to_owned),
        ..Components::default()
    };
    if let Some(authority) = matched.authority {
        split_authority(authority, &mut components);
        components.host_kind = components.host.as_deref().map(|host| host_kind(host, grammar).to_owned());
    }
    components
}

/// 3.2.2: "the 'first-match-wins' algorithm ... if host matches the rule for IPv4address, then it should be considered
/// an IPv4 address literal and not a reg-name".
fn host_kind(host: &str, grammar: &Grammar) -> &'static str {
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(literal) if grammar.matches("IPv6address", literal) => "ipv6",
        Some(_) => "ipvfuture",
        None if grammar.matches("IPv4address", host) => "ipv4",
        None => "name",
    }
}
