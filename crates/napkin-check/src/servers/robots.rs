//! The rules of `robots.txt` (RFC 9309).

/// The name under which rules address this program.
const NAME: &str = "napkin";

/// The rules of a host that apply to this program, and the site maps that it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Robots {
    /// Patterns of paths, and whether they are allowed.
    rules: Vec<(String, bool)>,
    pub(super) sitemaps: Vec<String>,
}

/// The number of bytes that are read (RFC 9309 section 2.5 asks for at least 500 KiB).
pub(super) const MOST: u64 = 512 << 10;

/// The most rules and site maps that count.
const RULES: usize = 10_000;

impl Robots {
    /// The rules of a server that fails: nothing may be asked for (section 2.3.1.4).
    pub(super) fn nothing() -> Self {
        Self { rules: vec![("/".into(), false)], sitemaps: Vec::new() }
    }

    pub(super) fn read(text: &str) -> Self {
        let (mut own, mut any, mut sitemaps) = (None, Vec::new(), Vec::new());
        // Whether the group is of this program, or of all; and whether its rules have begun.
        let (mut is_own, mut is_any, mut has_begun) = (false, false, true);
        for line in text.trim_start_matches('\u{feff}').lines() {
            let Some((name, value)) = line.split('#').next().unwrap_or_default().split_once(':') else { continue };
            let value = value.trim();
            match &*name.trim().to_ascii_lowercase() {
                "user-agent" => {
                    if std::mem::take(&mut has_begun) {
                        (is_own, is_any) = (false, false);
                    }
                    is_any |= value == "*";
                    if value.eq_ignore_ascii_case(NAME) {
                        is_own = true;
                        own.get_or_insert_with(Vec::new);
                    }
                }
                rule @ ("allow" | "disallow") => {
                    has_begun = true;
                    let rule = (value.to_owned(), rule == "allow");
                    let list = if is_own { own.as_mut() } else { is_any.then_some(&mut any) };
                    if let Some(list) = list.filter(|list| !value.is_empty() && list.len() < RULES) {
                        list.push(rule);
                    }
                }
                "sitemap" if sitemaps.len() < RULES => sitemaps.push(value.to_owned()),
                _ => {}
            }
        }
        Self { rules: own.unwrap_or(any), sitemaps }
    }

    /// Returns whether the rules allow a request for a path with its query. The longest matching pattern decides. If two have the
    /// same length, the pattern that allows decides (section 2.2.2).
    pub(super) fn allows(&self, path: &str) -> bool {
        let matching = self.rules.iter().filter(|(pattern, _)| matches(pattern, path));
        matching.max_by_key(|(pattern, allows)| (pattern.len(), *allows)).is_none_or(|(_, allows)| *allows)
    }
}

/// Returns whether a path begins as a pattern says, in which `*` is any text and a final `$` the end.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut pieces = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return !is_whole || rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() && is_whole {
            return rest.ends_with(piece);
        }
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By RFC 9309 sections 2.2 and 5.
    #[test]
    fn robots_rules_are_those_of_the_standard() {
        let text = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\nDisallow:\n\
                    Sitemap: http://h/s.xml\n\nUser-agent: foobot\nUser-agent: barbot\nDisallow: /\n";
        let robots = Robots::read(text);
        assert_eq!(robots.sitemaps, ["http://h/s.xml"]);
        for (path, is_allowed) in [
            ("/", true),
            ("/a.gif", false),
            ("/a.gif?x", true),
            ("/example/page.html", false),
            ("/example", true),
            ("/publications/a", true),
        ] {
            assert_eq!(robots.allows(path), is_allowed, "{path}");
        }
        let robots = Robots::read(
            "user-agent: x\nuser-agent: NAPKIN\ndisallow: /a\nallow: /a/b # c\nallow: /c\ndisallow: /c\n\nuser-agent: *\ndisallow: /",
        );
        for (path, is_allowed) in [("/a", false), ("/a/b", true), ("/z", true), ("/c", true)] {
            assert_eq!(robots.allows(path), is_allowed, "{path}");
        }
        assert!(!Robots::nothing().allows("/x") && Robots::read("").allows("/x"));
        // An empty line does not end a group: section 2.2, `group`.
        assert!(!Robots::read("user-agent: napkin\n\nuser-agent: *\ndisallow: /").allows("/"));
    }

    #[test]
    fn patterns_match_the_beginning_of_paths() {
        for (pattern, path, is_matching) in [
            ("/a*b", "/axxb/c", true),
            ("/a*b$", "/axxb/c", false),
            ("/a*b$", "/ab/xb", true),
            ("*", "/x", true),
            ("/*a*b*c", "/xaybzcw", true),
            ("/*a*b*c", "/xcybza", false),
            ("/a$", "/a", true),
            ("/a$", "/ab", false),
        ] {
            assert_eq!(matches(pattern, path), is_matching, "{pattern} {path}");
        }
    }
}
