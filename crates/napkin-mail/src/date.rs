//! Parses and writes the dates of email (RFC 822 section 5, RFC 1123 section 5.2.14, RFC 5322 section 4.3).
//!
//! Parsing is lenient. It ignores comments and the weekday, which is wrong in the examples of RFC 4483, and accepts a full
//! month name.

use jiff::SignedDuration;
use jiff::civil;
use jiff::fmt::rfc2822::DateTimeParser;

use crate::lexer;

/// Parses a date into seconds from 1970-01-01T00:00:00Z; returns `None` if the text is not a date.
pub(crate) fn seconds(text: &[u8]) -> Option<i64> {
    let words = words(text);
    let mut words = words.iter().map(String::as_str).peekable();
    words.next_if(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let (day, month, year, time) = (words.next()?, words.next()?.get(..3)?, words.next()?, words.next()?);
    let zone = words.next().unwrap_or("GMT");
    // The instants of `jiff` end a day before the year 9999 does. The calendar repeats every 400 years.
    let (year, later) = if year == "9999" { ("9599", 146_097 * 86_400) } else { (year, 0) };
    let read = |zone| DateTimeParser::new().parse_timestamp(format!("{day} {month} {year} {time} {zone}")).ok();
    // All unknown names count as zero (RFC 5322 section 4.3).
    let date = read(zone).or_else(|| read("GMT").filter(|_| !zone.starts_with(['+', '-'])))?;
    Some(date.as_second() + later)
}

/// Formats a time, in seconds from 1970-01-01T00:00:00Z, as a date of RFC 5322 section 3.3. Clamps times to the years 0 to 9999.
///
/// ```
/// assert_eq!(napkin_mail::write_date(1_795_204_830), "Fri, 20 Nov 2026 20:00:30 +0000");
/// ```
#[must_use]
pub fn write_date(seconds: i64) -> String {
    let date = civil::date(1970, 1, 1).at(0, 0, 0, 0).saturating_add(SignedDuration::from_secs(seconds));
    date.max(civil::date(0, 1, 1).at(0, 0, 0, 0)).strftime("%a, %d %b %Y %T +0000").to_string()
}

/// Returns the words of a date, without commas and comments.
fn words(text: &[u8]) -> Vec<String> {
    let mut words = Vec::new();
    let mut at = lexer::skip(text, 0);
    while at < text.len() {
        // The same white space as in the lexer; another character would be neither a word nor skipped.
        let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'(');
        let end = text[at..].iter().position(is_end).map_or(text.len(), |end| at + end);
        if end > at {
            words.push(String::from_utf8_lossy(&text[at..end]).into_owned());
        }
        at = lexer::skip(text, end + usize::from(text.get(end) == Some(&b',')));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected dates come from GNU `date -u -d @... -R`.
    #[test]
    fn dates_are_written() {
        for (seconds, expected) in [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (1_795_204_830, "Fri, 20 Nov 2026 20:00:30 +0000"),
            (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 +0000"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 +0000"),
        ] {
            assert_eq!(write_date(seconds), expected);
            assert_eq!(super::seconds(expected.as_bytes()), Some(seconds));
        }
    }

    /// The expected numbers come from GNU `date -u -d ... +%s`.
    #[test]
    fn dates() {
        for (text, expected) in [
            ("Fri, 14 Jun 1991 19:13:14 -0400 (EDT)", Some(676_941_194)),
            ("Fri, 14 Jun 1991 19:13:14 EDT", Some(676_941_194)),
            ("Mon, 24 June 2002 09:00:00 GMT", Some(1_024_909_200)),
            ("Sat, 20 Jun 2002 12:00:00 GMT", Some(1_024_574_400)),
            ("14 Jun 91 19:13 +0000", Some(676_926_780)),
            ("1 Jan 1970 00:00:00 +0000", Some(0)),
            ("29 Feb 2024 00:00:00 Z", Some(1_709_164_800)),
            ("29 Feb 2023 00:00:00 Z", None),
            ("31 Dec 49 23:59:59 GMT", Some(2_524_607_999)),
            ("1 Jan 1960 00:00:00 GMT", Some(-315_619_200)),
            ("soon", None),
            ("", None),
            ("14 Foo 1991 19:13:14 GMT", None),
            ("14 Jun 1991", None),
            ("14 Jun 1991 25:00 GMT", None),
            ("14 Jun 1991 12:00 +4", None),
            ("14 Jun 1991 12:00 W. Europe Standard Time", Some(676_900_800)),
            // Found by fuzzing: a form feed caused an endless loop.
            ("14 Jun\x0c 1991 12:00 GMT", Some(676_900_800)),
            ("\x0c", None),
            ("14 Jun 1991 12:00\x0b\x0c\0", None),
        ] {
            assert_eq!(seconds(text.as_bytes()), expected, "{text}");
        }
    }
}
