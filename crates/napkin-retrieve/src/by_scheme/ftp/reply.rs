//! The replies of FTP, and the addresses, lengths and dates in them.

use std::net::Ipv4Addr;
use std::time::SystemTime;

/// A reply, all of its lines.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) code: u16,
    /// The lines, with their ends.
    pub(super) lines: Vec<u8>,
}

impl Reply {
    /// Whether the transfer begins (RFC 959 section 4.2.1).
    pub(super) fn is_preliminary(&self) -> bool {
        self.code / 100 == 1
    }

    pub(super) fn is_completion(&self) -> bool {
        self.code / 100 == 2
    }

    /// What stands behind the number in the first line.
    pub(super) fn text(&self) -> &[u8] {
        let line = self.lines.split(|&octet| octet == b'\n').next().unwrap_or_default();
        line.get(4..).unwrap_or_default()
    }

    /// The port in a reply to `EPSV` (RFC 2428 section 3): `(|||6446|)`, with any delimiter.
    pub(super) fn port(&self) -> Option<u16> {
        let text = self.text();
        let inside = &text[text.iter().position(|&octet| octet == b'(')? + 1..];
        let inside = &inside[..inside.iter().position(|&octet| octet == b')')?];
        let (&delimiter, _) = inside.split_first()?;
        let mut fields = inside.split(|&octet| octet == delimiter);
        let is_empty = [fields.next()?, fields.next()?, fields.next()?].iter().all(|field| field.is_empty());
        let port = std::str::from_utf8(fields.next()?).ok()?.parse().ok()?;
        (is_empty && fields.next() == Some(b"") && fields.next().is_none()).then_some(port)
    }

    /// The address in a reply to `PASV` (RFC 959 section 4.1.2): six numbers, wherever they stand.
    pub(super) fn address(&self) -> Option<(Ipv4Addr, u16)> {
        let text = std::str::from_utf8(self.text()).ok()?;
        let is_part = |c: char| c.is_ascii_digit() || c == ',';
        let numbers = text.split(|c| !is_part(c)).find(|part| part.matches(',').count() == 5)?;
        let numbers: Vec<u8> = numbers.split(',').map_while(|number| number.parse().ok()).collect();
        let [a, b, c, d, high, low] = numbers[..] else { return None };
        Some((Ipv4Addr::new(a, b, c, d), u16::from_be_bytes([high, low])))
    }

    /// The length in a reply to `SIZE` (RFC 3659 section 4).
    pub(super) fn length(&self) -> Option<u64> {
        std::str::from_utf8(self.text()).ok()?.trim().parse().ok()
    }

    /// The date in a reply to `MDTM` (RFC 3659 section 2.3), as HTTP writes it.
    pub(super) fn date(&self) -> Option<String> {
        date(std::str::from_utf8(self.text()).ok()?.trim())
    }
}

/// `YYYYMMDDHHMMSS`, and perhaps parts of a second, in UTC; as RFC 9110 section 5.6.7 writes it.
fn date(text: &str) -> Option<String> {
    let digits = text.split('.').next()?;
    if digits.len() != 14 || !digits.bytes().all(|octet| octet.is_ascii_digit()) {
        return None;
    }
    let number = |from: usize, to: usize| digits[from..to].parse::<u64>().ok();
    let (date, time) =
        ([number(0, 4)?, number(4, 6)?, number(6, 8)?], [number(8, 10)?, number(10, 12)?, number(12, 14)?]);
    let [hour, minute, second] = time;
    let is_date = (1970..).contains(&date[0]) && (1..=12).contains(&date[1]) && (1..=31).contains(&date[2]);
    let is_time = hour < 24 && minute < 60 && second < 61;
    // The 31st of February is a day of March here, and so none.
    let days = is_date.then(|| days(date)).filter(|days| civil(*days) == date)?;
    is_time.then(|| written(days, time))
}

/// Now, as RFC 9110 section 5.6.7 writes it: when a reply came (section 6.6.1).
pub(super) fn now() -> String {
    const DAY: u64 = 24 * 60 * 60;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    written(now / DAY, [now % DAY / 3600, now % 3600 / 60, now % 60])
}

fn written(days: u64, [hour, minute, second]: [u64; 3]) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    // The first of January 1970.
    const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let [year, month, day] = civil(days);
    let (weekday, month) = (WEEKDAYS[(days % 7) as usize], MONTHS[(month - 1) as usize]);
    format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
}

/// Days since the first of January 1970, in the Gregorian calendar: years begin in March, so that the day that is not in
/// every year is the last.
fn days([year, month, day]: [u64; 3]) -> u64 {
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    // 719468 days lie between the first of March of the year 0 and that day.
    year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
}

/// Year, month and day.
fn civil(days: u64) -> [u64; 3] {
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

    fn reply(line: &str) -> Reply {
        Reply { code: 0, lines: format!("{line}\r\n").into_bytes() }
    }

    /// RFC 2428 section 3, and what is none of it.
    #[test]
    fn ports() {
        for (line, port) in [
            ("229 Entering Extended Passive Mode (|||6446|)", Some(6446)),
            ("229 ok (!!!21!)", Some(21)),
            ("229 (||127.0.0.1|6446|)", None),
            ("229 (|||65536|)", None),
            ("229 (|||6446)", None),
            ("229 (|||6446||)", None),
            ("229 ()", None),
            ("229 6446", None),
            ("229", None),
        ] {
            assert_eq!(reply(line).port(), port, "{line}");
        }
    }

    /// RFC 959 section 4.1.2.
    #[test]
    fn addresses() {
        for (line, address) in [
            ("227 Entering Passive Mode (127,0,0,1,25,46).", Some(([127, 0, 0, 1], 6446))),
            ("227 =10,1,2,3,4,5", Some(([10, 1, 2, 3], 1029))),
            ("227 Entering Passive Mode (127,0,0,256,25,46)", None),
            ("227 Entering Passive Mode (127,0,0,1,25)", None),
            ("227 Entering Passive Mode (127,0,0,1,25,46,47)", None),
            ("227 none", None),
        ] {
            let expected = address.map(|(octets, port)| (Ipv4Addr::from(octets), port));
            assert_eq!(reply(line).address(), expected, "{line}");
        }
    }

    /// Every day of four hundred years, after which the calendar is the same again.
    #[test]
    fn days_and_dates() {
        for day in 0..146_097 {
            assert_eq!(days(civil(day)), day);
        }
        assert_eq!((civil(0), civil(146_097)), ([1970, 1, 1], [2370, 1, 1]));
        assert!(now().ends_with(" GMT"));
    }

    /// The dates of RFC 9110 section 5.6.7 and others whose days of the week are known.
    #[test]
    fn dates() {
        for (text, written) in [
            ("19941106084937", Some("Sun, 06 Nov 1994 08:49:37 GMT")),
            ("19700101000000", Some("Thu, 01 Jan 1970 00:00:00 GMT")),
            ("20000229235959.999", Some("Tue, 29 Feb 2000 23:59:59 GMT")),
            ("20240101000000", Some("Mon, 01 Jan 2024 00:00:00 GMT")),
            ("20990228000000", Some("Sat, 28 Feb 2099 00:00:00 GMT")),
            ("20230229000000", None),
            ("19941306084937", None),
            ("19940006084937", None),
            ("19941132084937", None),
            ("00000106084937", None),
            ("1994110608493", None),
            ("1994110608493x", None),
            ("", None),
        ] {
            assert_eq!(date(text).as_deref(), written, "{text}");
        }
    }
}
