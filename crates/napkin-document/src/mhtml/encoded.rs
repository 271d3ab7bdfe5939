//! Encodes the bodies of parts. Start at `encoded`.
//!
//! Chooses the shortest transfer encoding: none if the body is plain enough, otherwise quoted-printable or base64
//! (RFC 2045 section 6). All of them preserve the bytes exactly.

use napkin::base64;
use std::borrow::Cow;

/// A body with its transfer encoding.
pub(super) struct Body<'b> {
    pub(super) encoding: &'static str,
    pub(super) text: Cow<'b, [u8]>,
}

/// The longest line of quoted-printable and base64 (section 6.7 rule 5, section 6.8).
const LINE: usize = 76;

/// The longest line of a body without encoding: RFC 5322 section 2.1.1 has 998.
const PLAIN_LINE: usize = 990;

/// Returns a body in its shortest encoding.
pub(super) fn encoded(bytes: &[u8]) -> Body<'_> {
    if is_plain(bytes) {
        return Body { encoding: "7bit", text: bytes.into() };
    }
    if quoted_length(bytes) <= base64_length(bytes) {
        return Body { encoding: "quoted-printable", text: quoted_printable(bytes).into() };
    }
    Body { encoding: "base64", text: base64_lines(bytes).into() }
}

/// Returns the approximate length in quoted-printable.
fn quoted_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        length += match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 1,
            b'\n' if at > 0 && bytes[at - 1] == b'\r' => 1,
            // Includes the soft line break after it.
            b'\n' => 6,
            _ if is_literal(byte) => 1,
            _ => 3,
        };
    }
    length + length / LINE * 3
}

const fn base64_length(bytes: &[u8]) -> usize {
    let length = bytes.len().div_ceil(3) * 4;
    length + length / LINE * 2
}

/// Returns whether a body needs no encoding: lines of ASCII that end with CRLF and that no mail system changes.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.split_inclusive(|&byte| byte == b'\n').all(|line| {
        let line = line.strip_suffix(b"\r\n").unwrap_or(line);
        line.len() <= PLAIN_LINE
            && line.iter().all(|byte| matches!(byte, b'\t' | b' '..=b'~'))
            && !["From ", "--"].iter().any(|start| line.starts_with(start.as_bytes()))
            && !line.ends_with(b" ")
            && !line.ends_with(b"\t")
    })
}

const fn is_literal(byte: u8) -> bool {
    matches!(byte, b'\t' | b' '..=b'~') && byte != b'='
}

/// Encodes as quoted-printable. CRLF stays a line break; any other line ending is escaped and followed by a soft line
/// break, so that lines stay recognizable.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 4);
    let (mut column, mut at) = (0, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        if bytes[at..].starts_with(b"\r\n") {
            out.extend_from_slice(b"\r\n");
            (column, at) = (0, at + 2);
            continue;
        }
        let is_at_end = bytes.get(at + 1).is_none_or(|_| bytes[at + 1..].starts_with(b"\r\n"));
        let is_white = matches!(byte, b' ' | b'\t');
        let is_literal = is_literal(byte) && !(is_white && is_at_end);
        let width = if is_literal { 1 } else { 3 };
        // One column is reserved for the soft line break.
        if column + width >= LINE {
            out.extend_from_slice(b"=\r\n");
            column = 0;
        }
        if is_literal {
            out.push(byte);
        } else {
            out.extend_from_slice(&[b'=', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
        column += width;
        at += 1;
        if byte == b'\n' && at < bytes.len() {
            out.extend_from_slice(b"=\r\n");
            column = 0;
        }
    }
    out
}

fn base64_lines(bytes: &[u8]) -> Vec<u8> {
    let text = base64::encode(bytes);
    let mut out = Vec::with_capacity(text.len() + text.len() / LINE * 2 + 2);
    for (number, line) in text.as_bytes().chunks(LINE).enumerate() {
        if number > 0 {
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin_mail::Message;

    fn decoded(body: &Body<'_>) -> Vec<u8> {
        let message = [format!("Content-Transfer-Encoding: {}\r\n\r\n", body.encoding).as_bytes(), &body.text].concat();
        Message::parse(&message).root().decoded().bytes.into_owned()
    }

    #[test]
    fn the_shortest_encoding_that_gives_the_bytes_back() {
        let long = "x".repeat(991);
        for (bytes, encoding, text) in [
            (&b""[..], "7bit", Some("")),
            (b"a\r\nb\r\n", "7bit", Some("a\r\nb\r\n")),
            (b"a line\nb=c and so on and on", "quoted-printable", Some("a line=0A=\r\nb=3Dc and so on and on")),
            (b"a\nb=c", "base64", Some("YQpiPWM=")),
            (b"abcde\xc3\xa9 \r\n", "quoted-printable", Some("abcde=C3=A9=20\r\n")),
            (b"--b", "quoted-printable", Some("--b")),
            (b"From here\r\n", "quoted-printable", None),
            (b"a \r\nb", "quoted-printable", Some("a=20\r\nb")),
            (b"a\rb and so on", "quoted-printable", Some("a=0Db and so on")),
            (long.as_bytes(), "quoted-printable", None),
            (b"\0\x01\x02\x03", "base64", Some("AAECAw==")),
        ] {
            let body = encoded(bytes);
            assert_eq!(decoded(&body), bytes, "{}", bytes.escape_ascii());
            assert_eq!(body.encoding, encoding, "{}", bytes.escape_ascii());
            if let Some(text) = text {
                assert_eq!(body.text, text.as_bytes());
            }
            let is_short =
                body.encoding == "7bit" || body.text.split(|&byte| byte == b'\n').all(|line| line.len() <= 77);
            assert!(is_short, "{}", body.text.escape_ascii());
        }
    }
}
