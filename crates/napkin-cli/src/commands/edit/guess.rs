//! Guesses the scheme that people leave out.

/// The first label of a host, and the scheme that it suggests; curl guesses these.
const SCHEMES: [&str; 6] = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"];

/// Returns a text with a scheme before it if it begins with a host; `None` if it has a scheme or cannot begin with a host. The scheme
/// is suggested by the first label, such as `ftp`, otherwise `default`.
pub(super) fn with_scheme(text: &str, default: &str) -> Option<String> {
    if text.starts_with(['/', '?', '#', '.']) || text.is_empty() || has_scheme(text) {
        let host = text.strip_prefix("//").filter(|rest| !rest.is_empty() && !rest.starts_with('/'));
        return host.map(|host| format!("{}:{text}", scheme(host, default)));
    }
    Some(format!("{}://{text}", scheme(text, default)))
}

/// Returns whether a text begins with a scheme, and not with a host and a port or with a user and a password.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let port = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    is_scheme && !is_port
}

fn scheme<'a>(text: &str, default: &'a str) -> &'a str {
    let authority = text.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let label = host.split_once('.').map_or("", |(label, _)| label);
    SCHEMES.into_iter().find(|scheme| scheme.eq_ignore_ascii_case(label)).unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::with_scheme;

    /// As curl guesses (its manual, "URL"), but nothing that has a scheme, and nothing without a host, becomes another URL.
    #[test]
    fn schemes_are_guessed_from_hosts() {
        for (text, expected) in [
            ("pub.example", Some("http://pub.example")),
            ("ftp.pub.example/a", Some("ftp://ftp.pub.example/a")),
            ("localhost:8080/a", Some("http://localhost:8080/a")),
            ("sam@imap.pub.example", Some("imap://sam@imap.pub.example")),
            ("[::1]:80", Some("http://[::1]:80")),
            ("//pub.example/a", Some("http://pub.example/a")),
            ("mailto:sam@pub.example", None),
            ("data:,x", None),
            ("https://pub.example", None),
            ("/a", None),
            ("./a", None),
            ("?q", None),
            ("", None),
            ("///a", None),
        ] {
            assert_eq!(with_scheme(text, "http").as_deref(), expected, "{text}");
        }
    }
}
