//! Converts between dates of the Gregorian calendar and days since 1970-01-01, without time zones and leap seconds.

/// Returns the days from 1970-01-01 to a date, given as year, month and day; `None` if the date does not exist.
///
/// ```
/// use napkin_mail::calendar::days;
/// assert_eq!(days([2000, 2, 29]), Some(11_016));
/// assert_eq!(days([2100, 2, 29]), None);
/// ```
#[must_use]
pub fn days([year, month, day]: [i64; 3]) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before = usize::try_from(month - 1).ok()?;
    if !(1..=*lengths.get(before)?).contains(&day) {
        return None;
    }
    // Leap years before this one.
    let past = year - 1;
    let leaps = past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400);
    const EPOCH: i64 = 1969 * 365 + 1969 / 4 - 1969 / 100 + 1969 / 400;
    Some(past * 365 + leaps - EPOCH + lengths[..before].iter().sum::<i64>() + day - 1)
}

/// Returns the date, as year, month and day, of a number of days from 1970-01-01.
///
/// ```
/// assert_eq!(napkin_mail::calendar::date(-1), [1969, 12, 31]);
/// ```
#[must_use]
pub fn date(days: i64) -> [i64; 3] {
    // The calendar repeats every 400 years. Years begin on the first of March here, so that the leap day is their last day.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12 + 1;
    [year_of_era + era * 400 + i64::from(month < 3), month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests every day of the 400 years before and after, because the calendar repeats every 400 years.
    #[test]
    fn dates_are_those_of_their_days() {
        for day in -146_097..146_097 {
            assert_eq!(days(date(day)), Some(day));
        }
        assert_eq!((date(0), date(146_097)), ([1970, 1, 1], [2370, 1, 1]));
        for none in [[2023, 2, 29], [2023, 13, 1], [2023, 0, 1], [2023, 1, 0], [2023, 4, 31]] {
            assert_eq!(days(none), None, "{none:?}");
        }
    }
}
