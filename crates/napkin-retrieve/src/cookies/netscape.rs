//! Cookies as lines of the Netscape format, which curl, wget and browsers' tools read and write.
//!
//! A line has seven fields with tabs between them: the domain, `TRUE` if hosts below it get the cookie, the path, `TRUE` if the cookie
//! needs TLS, the second since 1970 at which it expires (0: at the end of a session), the name and the value. `#HttpOnly_` before
//! the domain marks a cookie that scripts must not see. Any other line that begins with `#` is a comment.

use std::fmt;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::PoisonError;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Cookie, Cookies};

/// The mark of a cookie that scripts must not see.
const HTTP_ONLY: &str = "#HttpOnly_";

/// The error that a line of a cookie file is not a cookie: its number from 1, and what was expected and found.
///
/// ```
/// use napkin_retrieve::Cookies;
/// let cookies = Cookies::new(|domain| domain == "example");
/// let error = cookies.add_lines("pub.example\tFALSE\t/\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: expected 7 fields with tabs between them, but found 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CookieLineError {
    line: usize,
    message: String,
}

impl fmt::Display for CookieLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for CookieLineError {}

impl Cookies {
    /// Adds the cookies of a text in the Netscape format, except those that have expired. Cookies that a program was given may be
    /// more than those that servers may set.
    ///
    /// ```
    /// use napkin_retrieve::Cookies;
    /// let cookies = Cookies::new(|domain| domain == "example");
    /// cookies.add_lines("#HttpOnly_pub.example\tFALSE\t/\tFALSE\t0\tid\t7\n")?;
    /// assert_eq!(cookies.count(), 1);
    /// # Ok::<(), napkin_retrieve::CookieLineError>(())
    /// ```
    ///
    /// # Errors
    /// A line is neither a cookie nor a comment, or its cookie would go to all hosts below a public suffix. No cookie is added then.
    pub fn add_lines(&self, text: &str) -> Result<(), CookieLineError> {
        let mut found = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |message: String| CookieLineError { line: number, message };
            let line = line.strip_suffix('\r').unwrap_or(line);
            let (line, is_http_only) = line.strip_prefix(HTTP_ONLY).map_or((line, false), |line| (line, true));
            if line.trim().is_empty() || (line.starts_with('#') && !is_http_only) {
                continue;
            }
            let (domain, cookie) = self.cookie(line).map_err(wrong)?;
            found.push((domain, Cookie { is_http_only, ..cookie }));
        }
        let now = SystemTime::now();
        let mut domains = self.0.domains.lock().unwrap_or_else(PoisonError::into_inner);
        for (domain, cookie) in found.into_iter().filter(|(_, cookie)| cookie.is_fresh(now)) {
            let own = domains.entry(domain).or_default();
            own.retain(|other| !other.is_replaced_by(&cookie));
            own.push(cookie);
        }
        Ok(())
    }

    fn cookie(&self, line: &str) -> Result<(String, Cookie), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let (domain, is_wide, path, is_secure, expires, name, value) = match fields[..] {
            [domain, is_wide, path, is_secure, expires, name, value] => {
                (domain, is_wide, path, is_secure, expires, name, value)
            }
            // An empty value, as some programs write it.
            [domain, is_wide, path, is_secure, expires, name] => (domain, is_wide, path, is_secure, expires, name, ""),
            _ => return Err(format!("expected 7 fields with tabs between them, but found {}", fields.len())),
        };
        let domain = domain.strip_prefix('.').unwrap_or(domain).to_ascii_lowercase();
        let is_address = domain.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        let is_host_only = is_address || !flag(is_wide)?;
        if domain.is_empty() || (!is_host_only && (self.0.is_public_suffix)(&domain)) {
            return Err(format!(
                "expected a domain of one owner, but found `{domain}`, under which anybody can have a name"
            ));
        }
        if !path.starts_with('/') {
            return Err(format!("expected a path from `/`, but found `{path}`"));
        }
        if name.is_empty() || line.contains(|c: char| c.is_control() && c != '\t') {
            return Err("expected a name and a value without control characters, but found others".to_owned());
        }
        let is_number = !expires.is_empty() && expires.bytes().all(|byte| byte.is_ascii_digit());
        let seconds: u64 = match expires {
            _ if is_number => expires.parse().unwrap_or(FAR).min(FAR),
            _ => return Err(format!("expected a number of seconds since 1970, but found `{expires}`")),
        };
        let domain = if domain.contains(':') && !domain.starts_with('[') { format!("[{domain}]") } else { domain };
        let expires = (seconds > 0).then(|| UNIX_EPOCH + Duration::from_secs(seconds));
        let (name, value, path) = (name.to_owned(), value.to_owned(), path.to_owned());
        let is_secure = flag(is_secure)?;
        Ok((domain, Cookie { name, value, path, is_host_only, is_secure, is_http_only: false, expires }))
    }

    /// Returns the cookies that have not expired as lines of the Netscape format, in the order of their domains.
    ///
    /// ```
    /// use napkin_retrieve::Cookies;
    /// let cookies = Cookies::new(|domain| domain == "example");
    /// cookies.add_lines(".pub.example\tTRUE\t/\tTRUE\t0\tid\t7\n")?;
    /// assert!(cookies.to_lines().ends_with("\n.pub.example\tTRUE\t/\tTRUE\t0\tid\t7\n"));
    /// # Ok::<(), napkin_retrieve::CookieLineError>(())
    /// ```
    #[must_use]
    pub fn to_lines(&self) -> String {
        // The first line is what some programs know the format by.
        let mut text = String::from("# Netscape HTTP Cookie File\n\n");
        let now = SystemTime::now();
        let domains = self.0.domains.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = domains.iter().collect();
        all.sort_by_key(|(domain, _)| *domain);
        for (domain, own) in all {
            own.iter().filter(|cookie| cookie.is_fresh(now)).for_each(|cookie| cookie.write(domain, &mut text));
        }
        text
    }
}

impl Cookie {
    fn write(&self, domain: &str, text: &mut String) {
        let domain = domain.trim_matches(['[', ']']);
        let mark = if self.is_http_only { HTTP_ONLY } else { "" };
        let (dot, is_wide) = if self.is_host_only { ("", "FALSE") } else { (".", "TRUE") };
        let is_secure = if self.is_secure { "TRUE" } else { "FALSE" };
        let expires = self.expires.and_then(|expires| expires.duration_since(UNIX_EPOCH).ok());
        let expires = expires.map_or(0, |since| since.as_secs());
        let Self { path, name, value, .. } = self;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{mark}{dot}{domain}\t{is_wide}\t{path}\t{is_secure}\t{expires}\t{name}\t{value}");
    }
}

/// The last second that every clock has: the end of the year 9999.
const FAR: u64 = 253_402_300_799;

fn flag(text: &str) -> Result<bool, String> {
    match text {
        _ if text.eq_ignore_ascii_case("TRUE") => Ok(true),
        _ if text.eq_ignore_ascii_case("FALSE") => Ok(false),
        _ => Err(format!("expected TRUE or FALSE, but found `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::CookieTarget;
    use super::*;

    fn jar() -> Cookies {
        Cookies::new(|domain| ["example", "co.uk"].contains(&domain))
    }

    /// Each case has a line of the file, a host, whether the scheme is https, and the expected field `Cookie`. curl documents the
    /// format.
    #[test]
    fn cookie_lines_go_to_their_hosts() {
        let line = |domain: &str, is_wide: &str, more: &str| format!("{domain}\t{is_wide}\t{more}");
        let cases = [
            (line("pub.example", "FALSE", "/\tFALSE\t0\ta\t1"), "pub.example", true, Some("a=1")),
            (line("pub.example", "FALSE", "/\tFALSE\t0\ta\t1"), "www.pub.example", true, None),
            (line(".PUB.example", "TRUE", "/\tFALSE\t0\ta\t1\r"), "www.pub.example", true, Some("a=1")),
            (line(".pub.example", "TRUE", "/\tFALSE\t0\ta\t1"), "evil-pub.example", true, None),
            (line("#HttpOnly_.pub.example", "TRUE", "/\tFALSE\t0\ta\t1"), "pub.example", true, Some("a=1")),
            (line("pub.example", "FALSE", "/\tTRUE\t0\ta\t1"), "pub.example", false, None),
            (line("pub.example", "FALSE", "/menu\tFALSE\t0\ta\t1"), "pub.example", true, None),
            (line("pub.example", "FALSE", "/\tFALSE\t1\ta\t1"), "pub.example", true, None),
            (line("pub.example", "FALSE", "/\tFALSE\t99999999999999999999\ta\t1"), "pub.example", true, Some("a=1")),
            (line("pub.example", "FALSE", "/\tFALSE\t0\ta"), "pub.example", true, Some("a=")),
            (line("127.0.0.1", "TRUE", "/\tFALSE\t0\ta\t1"), "127.0.0.1", true, Some("a=1")),
            (line("::1", "FALSE", "/\tFALSE\t0\ta\t1"), "[::1]", true, Some("a=1")),
            (line("co.uk", "FALSE", "/\tFALSE\t0\ta\t1"), "co.uk", true, Some("a=1")),
            ("# a comment\n\n#\tx".to_owned(), "pub.example", true, None),
        ];
        for (text, host, is_https, expected) in cases {
            let jar = jar();
            jar.add_lines(&text).unwrap();
            let target = CookieTarget { is_https, host, path: "/" };
            assert_eq!(jar.header(&target, SystemTime::now()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn cookie_lines_with_errors_add_nothing() {
        let good = "pub.example\tFALSE\t/\tFALSE\t0\ta\t1\n";
        for (line, message) in [
            ("pub.example a=1", "expected 7 fields with tabs between them, but found 1"),
            ("pub.example\tFALSE\t/\tFALSE\t0\ta\t1\t2", "expected 7 fields with tabs between them, but found 8"),
            (
                ".co.uk\tTRUE\t/\tFALSE\t0\ta\t1",
                "expected a domain of one owner, but found `co.uk`, under which anybody can have a name",
            ),
            ("pub.example\tyes\t/\tFALSE\t0\ta\t1", "expected TRUE or FALSE, but found `yes`"),
            ("pub.example\tFALSE\tmenu\tFALSE\t0\ta\t1", "expected a path from `/`, but found `menu`"),
            ("pub.example\tFALSE\t/\tFALSE\t-1\ta\t1", "expected a number of seconds since 1970, but found `-1`"),
            (
                "pub.example\tFALSE\t/\tFALSE\t0\t\t1",
                "expected a name and a value without control characters, but found others",
            ),
        ] {
            let jar = jar();
            let error = jar.add_lines(&format!("{good}{line}\n")).unwrap_err();
            assert_eq!(error.to_string(), format!("line 2: {message}"));
            assert_eq!(jar.count(), 0);
        }
    }

    #[test]
    fn cookie_lines_are_written_as_they_were_read() {
        let text = "# Netscape HTTP Cookie File\n\n\
                    127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\n\
                    ::1\tFALSE\t/\tFALSE\t0\ta\t\n\
                    #HttpOnly_.pub.example\tTRUE\t/menu\tTRUE\t4102444800\tid\tx=y\n\
                    pub.example\tFALSE\t/\tFALSE\t0\tid\t7\n";
        let jar = jar();
        jar.add_lines(text).unwrap();
        let written = jar.to_lines();
        let (mut found, mut expected): (Vec<_>, Vec<_>) = (written.lines().collect(), text.lines().collect());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        let again = self::jar();
        again.add_lines(&written).unwrap();
        assert_eq!(again.to_lines(), written);
    }
}
