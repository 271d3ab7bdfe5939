//! One slow, literal transcription per standard.
//!
//! These files follow only the standard's text. Where napkin departs from it, the tests say so and why.

pub mod appendix_b;
pub mod data;
pub mod draft1997;
pub mod grammar;
pub mod normalize_rfc3986;
pub mod pattern;
pub mod resolve_draft1997;
pub mod resolve_rfc3986;
pub mod rfc3986;
pub mod rfc3987;
pub mod whatwg;

/// The components of a valid reference. `None` is undefined, an empty text is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    /// Without its colon.
    pub scheme: Option<String>,
    /// The user information before its first colon.
    pub user: Option<String>,
    /// The user information after its first colon.
    pub password: Option<String>,
    /// With the brackets of an IP literal.
    pub host: Option<String>,
    /// `name`, `ipv4`, `ipv6` or `ipvfuture`.
    pub host_kind: Option<String>,
    /// Without its colon.
    pub port_text: Option<String>,
    /// Never undefined.
    pub path: String,
    /// Without its question mark.
    pub query: Option<String>,
    /// Without its `#`.
    pub fragment: Option<String>,
}

/// Splits the text between `//` and the path by section 4.3.1 of the draft and 3.2 of the RFCs: user information ends at
/// the last `@`, its user at the first colon, and the host at its `]` or first colon.
fn split_authority(authority: &str, into: &mut Components) {
    let hostport = match authority.rsplit_once('@') {
        Some((userinfo, hostport)) => {
            let (user, password) = match userinfo.split_once(':') {
                Some((user, password)) => (user, Some(password)),
                None => (userinfo, None),
            };
            into.user = Some(user.to_owned());
            into.password = password.map(str::to_owned);
            hostport
        }
        None => authority,
    };
    let end_of_host = match hostport.find(']') {
        Some(bracket) => bracket + 1,
        None => hostport.find(':').unwrap_or(hostport.len()),
    };
    let (host, port) = hostport.split_at(end_of_host);
    into.host = Some(host.to_owned());
    into.port_text = port.strip_prefix(':').map(str::to_owned);
}
