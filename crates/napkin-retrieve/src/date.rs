//! Dates, as HTTP writes them (RFC 9110 section 5.6.7).
//!
//! Decides: the one form that is written. It is the only one that is read, too: the two obsolete ones are no dates here, as
//! they are none to what decides about freshness (`cache.rs`).

use std::time::{Duration, SystemTime};

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY: u64 = 24 * 60 * 60;

/// The time of a date: `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(crate) fn read(text: &str) -> Option<SystemTime> {
    let rest = text.trim().get(5..).filter(|_| text.contains(','))?.strip_suffix(" GMT")?;
    let mut words = rest.split(' ');
    let (day, month, year, time) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let month = MONTHS.iter().position(|name| *name == month)? as u64 + 1;
    let number = |text: &str, most| text.parse::<u64>().ok().filter(|number| *number <= most);
    let date = [number(year, 9999).filter(|year| *year >= 1970)?, month, number(day, 31).filter(|day| *day > 0)?];
    let mut time = time.split(':');
    let mut next = |most| number(time.next()?, most);
    let seconds = next(23)? * 3600 + next(59)? * 60 + next(60)?;
    let is_date = words.next().is_none() && civil(days(date)) == date;
    is_date.then(|| SystemTime::UNIX_EPOCH + Duration::from_secs(days(date) * DAY + seconds))
}

/// Now, as RFC 9110 section 5.6.7 writes it: when a reply came (section 6.6.1).
pub(crate) fn now() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    written(now / DAY, [now % DAY / 3600, now % 3600 / 60, now % 60])
}

/// A time of a day as RFC 9110 section 5.6.7 writes it.
pub(crate) fn written(days: u64, [hour, minute, second]: [u64; 3]) -> String {
    // From the first of January 1970.
    const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let [year, month, day] = civil(days);
    let (weekday, month) = (WEEKDAYS[(days % 7) as usize], MONTHS[(month - 1) as usize]);
    format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
}

/// Days since the first of January 1970, in the Gregorian calendar: years begin in March, so that the day that is not in
/// every year is the last.
pub(crate) fn days([year, month, day]: [u64; 3]) -> u64 {
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    // 719468 days lie between the first of March of the year 0 and that day.
    year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
}

/// Year, month and day.
pub(crate) fn civil(days: u64) -> [u64; 3] {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year, (month + 2) % 12 + 1);
    [if month < 3 { year + 1 } else { year }, month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every day of four hundred years, after which the calendar is the same again.
    #[test]
    fn days_and_dates() {
        for day in 0..146_097 {
            assert_eq!(days(civil(day)), day);
        }
        assert_eq!((civil(0), civil(146_097)), ([1970, 1, 1], [2370, 1, 1]));
        assert!(now().ends_with(" GMT"));
    }

    #[test]
    fn dates_are_read() {
        for (text, seconds) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(784_111_777)),
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", None),
            ("Sun Nov  6 08:49:37 1994", None),
            ("Tue, 30 Feb 2024 00:00:00 GMT", None),
            ("Sun, 06 Nov 1994 24:00:00 GMT", None),
            ("Sun, 06 Nov 1994 08:49:37 CET", None),
            ("Sun, 06 Nov 1994 08:49:37 GMT GMT", None),
            ("0", None),
            ("", None),
            ("\u{20ac}\u{20ac}\u{20ac}, GMT", None),
        ] {
            let expected = seconds.map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
