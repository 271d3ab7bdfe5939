//! Matches names of parameters with patterns.

/// Returns whether a name matches a pattern in which `*` matches any bytes and `?` a single byte. Takes at most as many
/// steps as the product of both lengths. Crates for globs take text only, and have classes and braces too.
///
/// ```
/// use napkin_answer::glob::matches;
/// assert!(matches(b"utm_*", b"utm_source") && !matches(b"utm_*", b"source"));
/// ```
#[must_use]
pub fn matches(glob: &[u8], name: &[u8]) -> bool {
    let (mut g, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        match glob.get(g) {
            Some(b'*') => {
                star = Some((g, n));
                g += 1;
            }
            Some(&byte) if byte == b'?' || byte == name[n] => (g, n) = (g + 1, n + 1),
            _ => {
                // Backtrack to the last star, which takes another byte.
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (g, n) = (at + 1, taken + 1);
            }
        }
    }
    glob[g..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn globs_match_bytes() {
        for (glob, name, expected) in [
            ("utm_*", "utm_source", true),
            ("utm_*", "utm_", true),
            ("utm_*", "xutm_", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*b*d", "abcabd", true),
            ("*b*d", "abcabde", false),
        ] {
            assert_eq!(matches(glob.as_bytes(), name.as_bytes()), expected, "{glob} {name}");
        }
    }
}
