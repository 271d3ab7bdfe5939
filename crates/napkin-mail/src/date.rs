//! Parses and writes the dates of email (RFC 822 section 5, RFC 1123 section 5.2.14, RFC 5322 section 4.3).
//!
//! Parsing is lenient. It ignores comments and the weekday, which is wrong in the examples of RFC 4483, and accepts a full
//! month name.

use crate::calendar;
use crate::lexer;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Parses a date into seconds from 1970-01-01T00:00:00Z; returns `None` if the text is not a date.
pub(crate) fn seconds(text: &[u8]) -> Option<i64> {
    let words = words(text);
    let mut words = words.iter().map(String::as_str).peekable();
    words.next_if(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let day: i64 = number(words.next()?, 1..=31)?;
    let name = words.next()?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|month| name.starts_with(month))? as i64 + 1;
    let year = words.next()?;
    let year = match (year.len(), number(year, 0..=9999)?) {
        (2, year @ 0..50) => year + 2000,
        (2 | 3, year) => year + 1900,
        (4, year) => year,
        _ => return None,
    };
    let mut time = words.next()?.split(':');
    let hour = number(time.next()?, 0..=23)?;
    let minute = number(time.next()?, 0..=59)?;
    let second = time.next().map_or(Some(0), |second| number(second, 0..=60))?;
    let zone = words.next().map_or(Some(0), zone)?;
    Some(calendar::days([year, month, day])? * 86_400 + hour * 3600 + minute * 60 + second - zone)
}

/// Formats a time, in seconds from 1970-01-01T00:00:00Z, as a date of RFC 5322 section 3.3. Clamps times to the years 0 to 9999.
#[must_use]
pub fn write_date(seconds: i64) -> String {
    const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let seconds = seconds.clamp(-62_167_219_200, 253_402_300_799);
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let [year, month, day] = calendar::date(days);
    let name = MONTHS[usize::try_from(month - 1).unwrap_or_default()];
    let weekday = WEEKDAYS[usize::try_from(days.rem_euclid(7)).unwrap_or_default()];
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    let (first, rest) = name.split_at(1);
    format!(
        "{weekday}, {day:02} {}{rest} {year:04} {hour:02}:{minute:02}:{second:02} +0000",
        first.to_ascii_uppercase()
    )
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

fn number(text: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && range.contains(number))
}

/// Returns the offset of a time zone in seconds. Military letters (RFC 1123) and unknown names count as zero.
fn zone(text: &str) -> Option<i64> {
    if let Some(sign) = text.strip_prefix('+').map(|_| 1).or(text.strip_prefix('-').map(|_| -1)) {
        let (hours, minutes) = text[1..].split_at_checked(2)?;
        return Some(sign * (number(hours, 0..=99)? * 3600 + number(minutes, 0..=59)? * 60));
    }
    let hours = match text.to_ascii_uppercase().as_str() {
        "EDT" => -4,
        "EST" | "CDT" => -5,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" => -8,
        _ => 0,
    };
    Some(hours * 3600)
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
            // Found by fuzzing: a form feed caused an endless loop.
            ("14 Jun\x0c 1991 12:00 GMT", Some(676_900_800)),
            ("\x0c", None),
            ("14 Jun 1991 12:00\x0b\x0c\0", None),
        ] {
            assert_eq!(seconds(text.as_bytes()), expected, "{text}");
        }
    }
}
