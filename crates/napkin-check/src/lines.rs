//! Fragments that name lines of a source, which the script of a host shows.

/// Hosts that show source code. Each row has the host, a part of the path of its pages, and the prefix of a line number.
#[cfg(feature = "retrieve")]
const HOSTS: [(&str, &str, &str); 15] = [
    ("github.com", "/blob/", "L"),
    ("github.com", "/blame/", "L"),
    ("gitlab.com", "/-/blob/", "L"),
    ("gitlab.com", "/-/blame/", "L"),
    ("gitlab.gnome.org", "/-/blob/", "L"),
    ("gitlab.freedesktop.org", "/-/blob/", "L"),
    ("salsa.debian.org", "/-/blob/", "L"),
    ("codeberg.org", "/src/", "L"),
    ("gitea.com", "/src/", "L"),
    ("git.sr.ht", "/tree/", "L"),
    ("bitbucket.org", "/src/", "lines-"),
    ("git.kernel.org", "/tree/", "n"),
    ("sources.debian.org", "/src/", "L"),
    ("android.googlesource.com", "/+/", ""),
    ("chromium.googlesource.com", "/+/", ""),
];

/// Returns whether a fragment names lines at a host that has them. Whether the lines exist cannot be told.
#[cfg(feature = "retrieve")]
pub(crate) fn names_lines(url: &str, fragment: &str) -> bool {
    let Some((host, path)) = url.split_once("://").and_then(|(_, rest)| rest.split_once('/')) else { return false };
    let path = format!("/{}", path.split(['?', '#']).next().unwrap_or_default());
    let is_there = |(name, part, _): &&(&str, &str, &str)| host.eq_ignore_ascii_case(name) && path.contains(part);
    HOSTS.iter().filter(is_there).any(|(.., mark)| has_form(fragment, mark))
}

/// Returns whether a fragment has the form of a line or of a range: `L10`, `L10-L20`, `L10-20`, `L10C5-L20C7`, `lines-10:20`.
pub(crate) fn has_form(fragment: &str, mark: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let line = |text: &str| match text.split_once('C') {
        Some((line, column)) if mark == "L" => number(line) && number(column),
        _ => number(text),
    };
    let Some(rest) = fragment.strip_prefix(mark) else { return false };
    let range = if mark == "lines-" { rest.split_once(':') } else { rest.split_once('-') };
    match range {
        Some((first, last)) => line(first) && line(last.strip_prefix(mark).unwrap_or(last)),
        None => line(rest),
    }
}

#[cfg(all(test, feature = "retrieve"))]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named_at_hosts_that_have_them() {
        for (url, fragment, is_named) in [
            ("https://github.com/a/b/blob/main/x.rs", "L10", true),
            ("https://github.com/a/b/blob/main/x.rs", "L10-L20", true),
            ("https://github.com/a/b/blob/main/x.rs", "L10C5-L20C7", true),
            ("https://gitlab.com/a/b/-/blob/main/x.rs?plain=1", "L10-20", true),
            ("https://bitbucket.org/a/b/src/main/x.rs", "lines-10:20", true),
            ("https://git.kernel.org/pub/tree/x.c", "n10", true),
            ("https://github.com/a/b/blob/main/x.rs", "L", false),
            ("https://github.com/a/b/blob/main/x.rs", "L10-", false),
            ("https://github.com/a/b/blob/main/x.rs", "beer", false),
            ("https://github.com/a/b", "L10", false),
            ("https://pub.example/a/b/blob/main/x.rs", "L10", false),
        ] {
            assert_eq!(names_lines(url, fragment), is_named, "{url}#{fragment}");
        }
    }
}
