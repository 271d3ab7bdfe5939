//! The picture of a finding: its text on one line, and the span underlined.

use core::fmt;

use crate::{Error, Finding, mask_passwords, password_span, shown};

/// How many characters of a text are quoted.
const WIDTH: usize = 100;

/// Prints a finding with the text that it is about: see [`Error::report`].
#[derive(Clone, Copy, Debug)]
pub struct Report<'t> {
    finding: Finding,
    text: &'t str,
}

impl Finding {
    /// Returns the message with a picture, for people: see [`Error::report`].
    ///
    /// ```
    /// use napkin::{Finding, Standard, check};
    /// let mut findings: Vec<Finding> = Vec::new();
    /// check("a b?c d", Standard::Rfc3986, &mut findings);
    /// assert_eq!(findings[1].report("a b?c d").to_string().lines().nth(2), Some("       ^ query, RFC 3986 section 3.4"));
    /// ```
    #[must_use]
    pub const fn report<'t>(&self, text: &'t str) -> Report<'t> {
        Report { finding: *self, text }
    }
}

impl Error {
    /// Returns the message with a picture, for people: the message, the text on one line, and a line that underlines the span
    /// and names the rule and the section of the standard.
    ///
    /// `text` is the text that was parsed. Its password is masked, characters that hide or act on a terminal have
    /// [visible stand-ins](crate::shown), and of a long text 100 characters around the span are quoted.
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// let text = "http://sam:secret@pub.example:8o/";
    /// let error = Url::parse(text, Standard::Rfc3986).unwrap_err();
    /// assert_eq!(error.report(text).to_string(), "\
    /// expected a digit, but found `o` at byte 31
    ///   http://sam:******@pub.example:8o/
    ///                                  ^ port, RFC 3986 section 3.2.3");
    /// ```
    #[must_use]
    pub const fn report<'t>(&self, text: &'t str) -> Report<'t> {
        self.finding().report(text)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = self.finding.redacted(password_span(self.text));
        let text = mask_passwords(self.text);
        let start = boundary(&text, finding.span.start);
        let end = boundary(&text, finding.span.end).max(start);
        let (before, behind) = text.split_at(start);
        // At most half of the line is for the text from the span on, unless little text is before the span.
        let ahead = behind.chars().take(WIDTH / 2).count();
        let back = before.chars().rev().take(WIDTH - ahead);
        let indent = back.clone().count();
        let from = start - back.map(char::len_utf8).sum::<usize>();
        let to = start + behind.chars().take(WIDTH - indent).map(char::len_utf8).sum::<usize>();
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        writeln!(f, "{}", Error::new(finding))?;
        writeln!(f, "  {}{}{}", cut(from > 0), shown(&text[from..to]), cut(to < text.len()))?;
        let indent = 2 + usize::from(from > 0) + indent;
        let carets = text[start..end.min(to)].chars().count().max(1);
        write!(f, "{:indent$}{:^>carets$} {}", "", "", finding.rule.code())?;
        if finding.see().is_empty() { Ok(()) } else { write!(f, ", {}", finding.see()) }
    }
}

/// Returns the last boundary between characters that is not behind a place.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::*;
    use crate::{Reference, Span, Standard, rules};

    /// Returns the quoted line and the underline.
    #[track_caller]
    fn drawn(text: &str, start: usize, end: usize) -> (String, String) {
        let finding = Finding::new(rules::PATH, Standard::Rfc3986, Span::new(start, end), "", None);
        let report = finding.report(text).to_string();
        let lines: Vec<&str> = report.lines().collect();
        let [_, line, underline] = lines[..] else { panic!("{report}") };
        (line[2..].into(), underline[2..].trim_end_matches(" path, RFC 3986 section 3.3").into())
    }

    #[test]
    fn reports_underline_the_span_of_any_text() {
        for (text, start, end, line, underline) in [
            ("a b", 1, 2, "a b", " ^"),
            ("a\tb", 1, 2, "a␉b", " ^"),
            ("é é", 3, 5, "é é", "  ^"),
            ("é", 1, 2, "é", "^"),
            ("abc", 3, 3, "abc", "   ^"),
            ("abc", 7, 9, "abc", "   ^"),
            ("", 0, 0, "", "^"),
            ("http:a:secret@h", 7, 13, "http:a:******@h", "       ^^^^^^"),
        ] {
            assert_eq!(drawn(text, start, end), (line.into(), underline.into()), "{text}");
        }
    }

    #[test]
    fn reports_quote_one_line_of_a_long_text() {
        let text = "é".repeat(1000);
        for start in [0, 2, 98, 100, 1000, 1900, 1998, 2000] {
            let (line, underline) = drawn(&text, start, 2000);
            assert!(line.chars().count() <= WIDTH + 2 && underline.chars().count() <= WIDTH + 2, "{start}");
            assert_eq!((line.starts_with('…'), line.ends_with('…')), (start > 100, start < 1900), "{start}");
        }
    }

    #[test]
    fn reports_hide_what_may_be_a_password() {
        let text = "http://sam:sec^ret@h/";
        let error = Reference::parse(text, Standard::Rfc3986).unwrap_err();
        let report = error.report(text).to_string();
        assert!(report.contains("found a masked character at byte 14\n  http://sam:*******@h/\n"), "{report}");
    }
}
