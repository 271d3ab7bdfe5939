//! Parses dates on the command line.
//!
//! A date is in RFC 3339 form, a day of UTC, or a number of seconds since 1970 as in `SOURCE_DATE_EPOCH`.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Parses a date into seconds since 1970-01-01T00:00:00Z.
pub(crate) fn date(text: &str) -> Result<i64, String> {
    let day = || Date::strptime("%F", text).and_then(|day| day.to_zoned_datetime(TimeZone::UTC));
    let time = || text.parse().or_else(|_| day().map(|day| day.timestamp())).map(Timestamp::as_second);
    let expected = "expected a date such as 2026-11-22 or 2026-11-22T06:30:00Z, or a number of seconds";
    text.parse().or_else(|_| time()).map_err(|_| expected.into())
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
            ("2026-11-20T21:00:30+01:00", Some(1_795_204_830)),
            ("2026-11-20T20:00:30", None),
            ("2026-13-01", None),
            ("yesterday", None),
        ] {
            assert_eq!(date(text).ok(), expected, "{text}");
        }
    }
}
