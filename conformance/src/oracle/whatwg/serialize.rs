//! "URL serializing", "URL equivalence" and "Origin".

use super::{Errors, Path, Record, parse};

/// "URL serializer".
#[must_use]
pub fn serialize(url: &Record, exclude_fragment: bool) -> String {
    let mut output = format!("{}:", url.scheme);
    if let Some(host) = &url.host {
        output.push_str("//");
        if url.includes_credentials() {
            output.push_str(&url.username);
            if !url.password.is_empty() {
                output.push(':');
                output.push_str(&url.password);
            }
            output.push('@');
        }
        output.push_str(&host.to_string());
        if let Some(port) = url.port {
            output.push_str(&format!(":{port}"));
        }
    }
    if let (None, Path::List(segments)) = (&url.host, &url.path)
        && segments.len() > 1
        && segments[0].is_empty()
    {
        output.push_str("/.");
    }
    output.push_str(&serialize_path(url));
    if let Some(query) = &url.query {
        output.push_str(&format!("?{query}"));
    }
    if let (false, Some(fragment)) = (exclude_fragment, &url.fragment) {
        output.push_str(&format!("#{fragment}"));
    }
    output
}

/// "URL path serializer".
#[must_use]
pub fn serialize_path(url: &Record) -> String {
    match &url.path {
        Path::Opaque(path) => path.clone(),
        Path::List(segments) => segments.iter().map(|segment| format!("/{segment}")).collect(),
    }
}

/// "equals".
#[must_use]
pub fn equals(a: &Record, b: &Record, exclude_fragments: bool) -> bool {
    serialize(a, exclude_fragments) == serialize(b, exclude_fragments)
}

/// "origin" of a URL, in HTML's "serialization of an origin": an opaque origin is `null`.
///
/// A `file:` URL's origin is what the standard says "when in doubt": opaque.
#[must_use]
pub fn origin(url: &Record) -> String {
    const OPAQUE: &str = "null";
    match url.scheme.as_str() {
        "blob" => match parse(&serialize_path(url), None, &mut Errors::new()) {
            Some(path_url) if ["http", "https", "file"].contains(&path_url.scheme.as_str()) => origin(&path_url),
            _ => OPAQUE.to_owned(),
        },
        "ftp" | "http" | "https" | "ws" | "wss" => {
            let host = url.host.as_ref().expect("a special URL but a file's has a host");
            let port = url.port.map_or(String::new(), |port| format!(":{port}"));
            format!("{}://{host}{port}", url.scheme)
        }
        _ => OPAQUE.to_owned(),
    }
}
