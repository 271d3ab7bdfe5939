//! Dates of mail.
//!
//! Decides: which moment a date names (RFC 822 section 5, RFC 1123 section 5.2.14, RFC 5322 section 4.3), read leniently: comments
//! count for nothing, nor does the weekday, which the examples of RFC 4483 have wrong; a month may be written out.

use super::lexer;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The seconds from 1970-01-01T00:00:00Z to a date; `None` where it is none.
pub(super) fn seconds(text: &[u8]) -> Option<i64> {
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
    Some(days(year, month, day)? * 86_400 + hour * 3600 + minute * 60 + second - zone)
}

/// The words of a date, without commas and comments.
fn words(text: &[u8]) -> Vec<String> {
    let mut words = Vec::new();
    let mut at = lexer::skip(text, 0);
    while at < text.len() {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'(');
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

/// The offset of a zone in seconds. Letters of the military are worth nothing (RFC 1123), nor is a name that is unknown.
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

/// Days from 1970-01-01 in the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before = usize::try_from(month - 1).ok()?;
    if day > *lengths.get(before)? {
        return None;
    }
    // Leap years before this one.
    let past = year - 1;
    let leaps = past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400);
    const EPOCH: i64 = 1969 * 365 + 1969 / 4 - 1969 / 100 + 1969 / 400;
    Some(past * 365 + leaps - EPOCH + lengths[..before].iter().sum::<i64>() + day - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of GNU `date -u -d ... +%s`.
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
        ] {
            assert_eq!(seconds(text.as_bytes()), expected, "{text}");
        }
    }
}
