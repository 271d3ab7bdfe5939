//! Parses dates on the command line.
//!
//! A date is in RFC 3339 form in UTC, with or without the time, or a number of seconds since 1970 as in
//! `SOURCE_DATE_EPOCH`.

use napkin_mail::calendar;

/// Parses a date into seconds since 1970-01-01T00:00:00Z.
pub(crate) fn date(text: &str) -> Result<i64, String> {
    let seconds = text.parse().ok().or_else(|| seconds(text));
    seconds.ok_or_else(|| "expected a date such as 2026-11-22 or 2026-11-22T06:30:00Z, or a number of seconds".into())
}

fn seconds(text: &str) -> Option<i64> {
    let (day, time) = match text.split_once(['T', 't', ' ']) {
        Some((day, time)) => (day, time.strip_suffix(['Z', 'z'])?),
        None => (text, "00:00:00"),
    };
    let days = calendar::days(numbers(day, '-', [4, 2, 2])?)?;
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    Some(days * 86_400 + hour * 3600 + minute * 60 + second)
}

/// Parses three numbers with exactly these numbers of digits.
fn numbers(text: &str, between: char, digits: [usize; 3]) -> Option<[i64; 3]> {
    let mut pieces = text.split(between);
    let mut numbers = [0; 3];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let piece = pieces.next()?;
        let is_number = piece.len() == digits && piece.bytes().all(|byte| byte.is_ascii_digit());
        *number = piece.parse().ok().filter(|_| is_number)?;
    }
    pieces.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected numbers are from GNU `date -u -d ... +%s`.
    #[test]
    fn dates_are_read_in_every_form() {
        for (text, expected) in [
            ("1970-01-01", Some(0)),
            ("2000-02-29T00:00:00Z", Some(951_782_400)),
            ("2026-11-20T20:00:30Z", Some(1_795_204_830)),
            ("1795204830", Some(1_795_204_830)),
            ("2100-02-29", None),
            ("2026-11-20T20:00:30", None),
            ("2026-13-01", None),
            ("yesterday", None),
        ] {
            assert_eq!(date(text).ok(), expected, "{text}");
        }
    }
}
