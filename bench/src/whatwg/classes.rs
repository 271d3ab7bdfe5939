//! Classes of input, made from a list of URLs, so that ordinary URLs hide no other class.

use crate::lists::Texts;

/// A class of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Unchanged URLs of the list.
    Ordinary,
    /// Hosts that end in `.de`, `.be`, `.me`: an `x`, a digit or a letter up to `f` makes some parsers look closer.
    HexEnd,
    Upper,
    NoPath,
    File,
    Ipv4,
    Ipv6,
    User,
    Port,
    DefaultPort,
    Escapes,
    EncodedSpace,
    Dots,
    NonAsciiPath,
    NonAsciiHost,
    NotSpecial,
    Opaque,
    RelativePath,
    RelativeDots,
    Query,
    Spaces,
    InvalidPort,
    InvalidHost,
    NoScheme,
}

impl Class {
    /// In the order of the table.
    pub(crate) const ALL: [Self; 24] = [
        Self::Ordinary,
        Self::HexEnd,
        Self::Upper,
        Self::NoPath,
        Self::File,
        Self::Ipv4,
        Self::Ipv6,
        Self::User,
        Self::Port,
        Self::DefaultPort,
        Self::Escapes,
        Self::EncodedSpace,
        Self::Dots,
        Self::NonAsciiPath,
        Self::NonAsciiHost,
        Self::NotSpecial,
        Self::Opaque,
        Self::RelativePath,
        Self::RelativeDots,
        Self::Query,
        Self::Spaces,
        Self::InvalidPort,
        Self::InvalidHost,
        Self::NoScheme,
    ];

    /// Returns the name in a table.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Ordinary => "as in the list",
            Self::HexEnd => "host in `.de`",
            Self::Upper => "scheme and host in upper case",
            Self::NoPath => "no path",
            Self::File => "`file:`",
            Self::Ipv4 => "IPv4 host",
            Self::Ipv6 => "IPv6 host",
            Self::User => "user and password",
            Self::Port => "port",
            Self::DefaultPort => "default port",
            Self::Escapes => "escapes in the path",
            Self::EncodedSpace => "a space in the path",
            Self::Dots => "dot segments",
            Self::NonAsciiPath => "path beyond ASCII",
            Self::NonAsciiHost => "host beyond ASCII",
            Self::NotSpecial => "`git:`",
            Self::Opaque => "opaque path",
            Self::RelativePath => "relative: path, query",
            Self::RelativeDots => "relative: `../`",
            Self::Query => "relative: query",
            Self::Spaces => "white space around and a newline within",
            Self::InvalidPort => "invalid: port",
            Self::InvalidHost => "invalid: host",
            Self::NoScheme => "invalid: no scheme",
        }
    }
}

/// Returns the start of the host in an http(s) URL, and its end.
fn host(url: &str) -> Option<(usize, usize)> {
    let start = url.find("://")? + 3;
    let end = url[start..].find(['/', '?', '#', ':', '@']).map_or(url.len(), |end| start + end);
    (start < end && url.starts_with("http") && !url[end..].starts_with(['@', ':'])).then_some((start, end))
}

/// Returns the texts of a class, made from `urls`: at most twenty thousand.
pub(crate) fn texts(class: Class, urls: &[&str]) -> Texts {
    let stride = (urls.len() / 20_000).max(1);
    urls.iter().step_by(stride).filter_map(|url| text(class, url)).collect()
}

fn text(class: Class, url: &str) -> Option<String> {
    if class == Class::Ordinary {
        return Some(url.into());
    }
    if class == Class::File {
        return url.starts_with("file:").then(|| url.into()).or_else(|| {
            let (_, end) = host(url)?;
            Some(format!("file://{}", &url[end..]))
        });
    }
    let (start, end) = host(url)?;
    let (scheme, name, rest) = (&url[..start], &url[start..end], &url[end..]);
    let path_end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (path, tail) = rest.split_at(path_end);
    let base = "http://pub.example/menu/tonight/drinks?x\u{1}";
    let middle = path.rfind('/').map_or(0, |slash| slash + 1);
    let (directory, last) = path.split_at(middle);
    Some(match class {
        Class::Ordinary | Class::File => return None,
        Class::HexEnd => format!("{scheme}{}.de{rest}", name.rsplit_once('.').map_or(name, |(name, _)| name)),
        Class::Upper => format!("{}{}{rest}", scheme.to_uppercase(), name.to_uppercase()),
        Class::NoPath => format!("{scheme}{name}"),
        Class::Ipv4 => format!("{scheme}192.168.{}.7{rest}", url.len() % 256),
        Class::Ipv6 => format!("{scheme}[2001:db8::{:x}:7]{rest}", url.len()),
        Class::User => format!("{scheme}sam:secret@{name}{rest}"),
        Class::Port => format!("{scheme}{name}:8080{rest}"),
        Class::DefaultPort => format!("{scheme}{name}:{}{rest}", if scheme.contains('s') { 443 } else { 80 }),
        Class::Escapes => format!("{scheme}{name}{directory}a%20b%C3%A9{last}{tail}"),
        Class::EncodedSpace => format!("{scheme}{name}{directory}a b{last}{tail}"),
        Class::Dots => format!("{scheme}{name}/./x/..{rest}"),
        Class::NonAsciiPath => format!("{scheme}{name}{directory}caf\u{e9}{last}{tail}"),
        Class::NonAsciiHost => format!("{scheme}b\u{fc}cher.{name}{rest}"),
        Class::NotSpecial => format!("git://{name}{rest}"),
        Class::Opaque => format!("mailto:{name}{rest}"),
        Class::RelativePath => format!("{base}{}", rest.trim_start_matches('/')),
        Class::RelativeDots => format!("{base}../{last}"),
        Class::Query => format!("{base}?{last}"),
        Class::Spaces => format!(" {scheme}{name}{directory}\n{last}{tail} "),
        Class::InvalidPort => format!("{scheme}{name}:8o80{rest}"),
        Class::InvalidHost => format!("{scheme}a b{name}{rest}"),
        Class::NoScheme => format!("{name}{rest}"),
    })
}
