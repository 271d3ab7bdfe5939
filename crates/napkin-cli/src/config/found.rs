//! The options that a file may set that was found, and not named.
//!
//! Such a file can come with somebody else's folder. It may change how answers look and how input is read, and make retrieval stricter.
//! It may not widen the policy of retrieval, use credentials or keys, write or replace files, hide findings of a check, read files for a
//! bundle, or raise limits. An option that is not listed here is refused, so that a new option is safe by default.

/// Options of any command.
const ANYWHERE: &[&str] = &[
    "accept-language", "bare", "base", "charset", "color", "context", "default-port", "deny-host", "deny-network",
    "deny-type", "deny-url", "dry-run", "explain", "format", "guess-scheme", "head", "json", "keep-spaces", "level",
    "loose", "mbox-format", "new-request", "no-progress", "null", "offline", "only-below", "only-host", "only-url",
    "plus", "pretty", "profile", "punycode", "query-sort", "quiet", "sarif", "standard", "strict", "strip-tracking",
    "type", "typed", "unicode", "verbose", "wrap",
];

/// Options of single commands, in which they hide no finding and read no other files.
const OF_COMMANDS: &[(&str, &[&str])] = &[
    ("audit", &["enable"]),
    ("check", &["exclude", "fallback-extensions", "include", "index-files", "root", "suggest"]),
    (
        "links",
        &["except", "exclude", "external", "host", "include", "internal", "match", "relative", "scheme", "unique"],
    ),
    ("mail extract", &["inline", "min-size"]),
    ("screen", &["deny"]),
    ("serve", &["deny"]),
];

/// Commands that look for dangers: an option that changes how their input is read could hide one.
const CHECKS: &[&str] = &["audit", "screen"];

/// Options that change how input is read.
const READING: &[&str] = &["charset", "mbox-format", "null", "profile", "strict", "type", "typed"];

/// Returns whether a file that was found may set an option of a command, such as `mail list`; an empty command is all commands.
pub(super) fn may_set(command: &str, option: &str) -> bool {
    if CHECKS.contains(&command) && READING.contains(&option) {
        return false;
    }
    let of_command = OF_COMMANDS.iter().filter(|(name, _)| *name == command).flat_map(|(_, options)| *options);
    ANYWHERE.iter().chain(of_command).any(|name| *name == option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_file_may_not_set_dangerous_options() {
        for (command, option) in [
            ("get", "policy"),
            ("get", "allow-host"),
            ("get", "allow-network"),
            ("get", "allow-port"),
            ("get", "allow-scheme"),
            ("get", "allow-credentials"),
            ("get", "allow-private"),
            ("get", "proxy"),
            ("get", "authorities"),
            ("get", "user"),
            ("get", "password-file"),
            ("get", "header"),
            ("get", "output"),
            ("get", "cache"),
            ("audit", "disable"),
            ("audit", "baseline"),
            ("audit", "suppressions"),
            ("audit", "min-level"),
            ("audit", "retrieve"),
            ("audit", "exclude"),
            ("audit", "type"),
            ("audit", "verdict"),
            ("screen", "type"),
            ("screen", "allow"),
            ("screen", "exclude"),
            ("bundle", "root"),
            ("rewrite", "in-place"),
            ("serve", "listen"),
            ("serve", "token-file"),
            ("links", "max-document"),
            ("links", "option-of-tomorrow"),
        ] {
            assert!(!may_set(command, option), "{command} {option}");
        }
        for (command, option) in
            [("", "color"), ("links", "base"), ("links", "type"), ("get", "deny-host"), ("audit", "enable")]
        {
            assert!(may_set(command, option), "{command} {option}");
        }
    }
}
