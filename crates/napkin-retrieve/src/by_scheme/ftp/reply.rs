//! FTP replies, and the addresses, lengths and dates in them.

use std::net::Ipv4Addr;
use std::time::SystemTime;

use httpdate::fmt_http_date;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// A reply with all of its lines.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) code: u16,
    /// The lines, with their ends.
    pub(super) lines: Vec<u8>,
}

impl Reply {
    /// Returns whether the transfer begins (RFC 959 section 4.2.1).
    pub(super) fn is_preliminary(&self) -> bool {
        self.code / 100 == 1
    }

    pub(super) fn is_completion(&self) -> bool {
        self.code / 100 == 2
    }

    /// Returns the text after the number in the first line.
    pub(super) fn text(&self) -> &[u8] {
        let line = self.lines.split(|&octet| octet == b'\n').next().unwrap_or_default();
        line.get(4..).unwrap_or_default()
    }

    /// Returns the port in a reply to `EPSV` (RFC 2428 section 3): `(|||6446|)`, with any delimiter.
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

    /// Returns the address in a reply to `PASV` (RFC 959 section 4.1.2): six numbers at any offset.
    pub(super) fn address(&self) -> Option<(Ipv4Addr, u16)> {
        let text = std::str::from_utf8(self.text()).ok()?;
        let is_part = |c: char| c.is_ascii_digit() || c == ',';
        let numbers = text.split(|c| !is_part(c)).find(|part| part.matches(',').count() == 5)?;
        let numbers: Vec<u8> = numbers.split(',').map_while(|number| number.parse().ok()).collect();
        let [a, b, c, d, high, low] = numbers[..] else { return None };
        Some((Ipv4Addr::new(a, b, c, d), u16::from_be_bytes([high, low])))
    }

    /// Returns the length in a reply to `SIZE` (RFC 3659 section 4).
    pub(super) fn length(&self) -> Option<u64> {
        std::str::from_utf8(self.text()).ok()?.trim().parse().ok()
    }

    /// Returns the date in a reply to `MDTM` (RFC 3659 section 2.3), in the format of HTTP.
    pub(super) fn date(&self) -> Option<String> {
        date(std::str::from_utf8(self.text()).ok()?.trim())
    }
}

/// Converts `YYYYMMDDHHMMSS`, with optional fractions of a second, in UTC, to the format of RFC 9110 section 5.6.7. Dates
/// before 1970 are refused, because no reader of HTTP dates here accepts them.
fn date(text: &str) -> Option<String> {
    let digits = text.split('.').next().filter(|digits| digits.len() == 14)?;
    let date = DateTime::strptime("%Y%m%d%H%M%S", digits).ok()?.to_zoned_datetime(TimeZone::UTC).ok()?;
    let time = SystemTime::try_from(date.timestamp()).ok()?;
    (time >= SystemTime::UNIX_EPOCH).then(|| fmt_http_date(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(line: &str) -> Reply {
        Reply { code: 0, lines: format!("{line}\r\n").into_bytes() }
    }

    /// RFC 2428 section 3, and invalid replies.
    #[test]
    fn epsv_port_is_parsed() {
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
    fn pasv_address_is_parsed() {
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

    /// The dates of RFC 9110 section 5.6.7 and others whose days of the week are known.
    #[test]
    fn dates_of_ftp_replies_are_read() {
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
