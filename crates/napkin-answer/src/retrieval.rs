//! Suggests remedies for a refused retrieval.

use napkin_retrieve::{Error, UNKNOWN_AUTHORITY};

use crate::rules;

/// Suggests a remedy: write a Windows path as a URL, or pass the options that admit the refused URL.
#[must_use]
pub fn help(error: &Error) -> Option<String> {
    if let Some(url) = of_windows_path(error.url()) {
        return Some(format!("a path of Windows is written {url}"));
    }
    if let Some(url) = with_scheme(error.url()) {
        return Some(format!("write {url}"));
    }
    if error.message().ends_with(UNKNOWN_AUTHORITY) {
        return Some(
            "pass `--authorities FILE` with the certificate of the authority in PEM, if you trust it".to_owned(),
        );
    }
    let first = option(error)?;
    let mut others: Vec<String> = error.others().iter().filter_map(option).collect();
    others.dedup();
    let refused = error.others().iter().find(|other| option(other).is_none());
    Some(match (others.is_empty(), refused) {
        (_, Some(refused)) => format!("with `{first}` it would still be refused: {refused}"),
        (true, None) => format!("pass `{first}` to allow it"),
        (false, None) => format!("pass `{first} {}` to allow it", others.join(" ")),
    })
}

/// Returns the URL for a text that begins with a host: `pub.example/menu`, `localhost:8999`.
fn with_scheme(text: &str) -> Option<String> {
    let host = text.split(['/', '?', '#']).next()?;
    let (name, port) = host.split_once(':').unwrap_or((host, "80"));
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    let has_dot = name.trim_matches('.').contains('.') && !name.starts_with('.');
    if !is_name || !(has_dot || name == "localhost") || port.parse::<u16>().is_err() {
        return None;
    }
    let url = format!("https://{text}");
    napkin::whatwg::Url::parse(&url, None).ok().map(|_| url)
}

/// Returns the `file` URL of a Windows path with a drive, `C:\x` or `C:/x`.
fn of_windows_path(text: &str) -> Option<String> {
    let [drive, b':', b'/' | b'\\', ..] = text.as_bytes() else { return None };
    let path = text.get(2..).filter(|_| drive.is_ascii_alphabetic())?.replace('\\', "/");
    let url = napkin::whatwg::Url::parse(&format!("file:///{}:{path}", char::from(*drive)), None).ok()?;
    Some(url.href().to_owned())
}

/// Returns the option that would admit the refused URL.
#[must_use]
pub fn option(error: &Error) -> Option<String> {
    let part = error.finding().span.of(error.url());
    let is_of = |schemes: &[&str]| schemes.iter().any(|scheme| error.url().starts_with(scheme));
    let rule = error.rule();
    match rule {
        _ if [rules::SCHEME_NOT_PERMITTED, rules::SCHEME_NOT_RETRIEVABLE].contains(&rule)
            && is_of(&["cid:", "mid:"]) =>
        {
            Some("--message FILE".to_owned())
        }
        _ if rule == rules::SCHEME_NOT_RETRIEVABLE && is_of(&["news:"]) => Some("--news-server HOST".to_owned()),
        _ if of_windows_path(error.url()).is_some() => None,
        _ if rule == rules::SCHEME_NOT_PERMITTED => Some(format!("--allow-scheme {}", part.to_ascii_lowercase())),
        _ if rule == rules::PORT_NOT_PERMITTED => Some(format!("--allow-port {part}")),
        _ if [rules::HOST_NOT_PERMITTED, rules::ADDRESS_SPECIAL].contains(&rule) && !part.is_empty() => {
            Some(format!("--allow-host {part}"))
        }
        _ if rule == rules::CREDENTIALS_NOT_PERMITTED => Some("--allow-credentials".to_owned()),
        _ if rule == rules::REDIRECT_DOWNGRADE => Some("--allow-downgrade".to_owned()),
        _ => None,
    }
}
