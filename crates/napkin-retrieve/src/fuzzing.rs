//! Runs all code that reads the head of an answer or a cache file on plain bytes: the tests and the fuzz target require
//! that no bytes make it panic. Not part of the API.

use std::time::{Duration, UNIX_EPOCH};

use http::response::Parts;
use http::{HeaderName, HeaderValue, Response, StatusCode};

use crate::by_scheme::http::meant;
use crate::save::stored_part::{NextStep, StoredPart};
use crate::{Answer, Body, Entity, Request, cache};

/// The last second that a date in a field can express: the end of the year 9999.
const LAST: u64 = 253_402_300_799;

/// Reads a head (a status and lines of fields) twice: as the answer to a request for the whole object, and as the
/// answer to one for its rest. Then runs the cache's decisions on it: the request was sent at the first of these
/// times, the answer came at the second, and the entry is requested at the third.
///
/// ```
/// napkin_retrieve::fuzzing::answer(b"200\netag: \"1\"\ncontent-length: 4\n", [0, 1, 2]);
/// ```
///
/// # Panics
/// If a note or an entry for this head does not read back as written, or if an answer without a range would be appended
/// to a part.
pub fn answer(head: &[u8], seconds: [u64; 3]) {
    let Some(head) = parts(head) else { return };
    let [asked, at, later] = seconds.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds % LAST));
    const URL: &str = "http://pub.example/menu";
    cache::probe(URL, &head, [asked, at, later]);
    let whole = Request::get(URL).with_any_status(true);
    let begun = meant(&whole, &head, Body::empty()).ok().and_then(entity).and_then(|entity| {
        let part = StoredPart::of(URL, URL, &entity)?;
        assert_eq!(StoredPart::read(&part.to_string()).as_ref(), Some(&part));
        Some(part)
    });
    let Some(begun) = begun.or_else(|| StoredPart::read(NOTE)) else { return };
    for bytes in [1, 4, u64::MAX] {
        let Some(rest) = meant(&begun.rest(whole.clone(), bytes), &head, Body::empty()).ok().and_then(entity) else {
            continue;
        };
        let step = begun.next_step(bytes, URL, &rest);
        assert!(step != NextStep::Append || rest.range.is_some_and(|range| range.first == bytes));
    }
}

/// The note of an ordinary part.
const NOTE: &str = "napkin part 1\nasked: http://pub.example/menu\nurl: http://pub.example/menu\nstatus: 200\netag: \"1\"\nmodified: \
                    \nvalidator: \"1\"\ntotal: 10\noffset: 0\ncoding: identity\n";

/// Reads the bytes of a cache file, and runs the cache's decisions on it at a time in seconds.
///
/// ```
/// napkin_retrieve::fuzzing::entry(b"no entry", 1);
/// ```
pub fn entry(bytes: &[u8], later: u64) {
    cache::probe_entry(bytes, UNIX_EPOCH + Duration::from_secs(later % LAST));
}

/// Reads the note beside a part.
///
/// ```
/// napkin_retrieve::fuzzing::note(b"no note");
/// ```
pub fn note(bytes: &[u8]) {
    let Some(part) = std::str::from_utf8(bytes).ok().and_then(StoredPart::read) else { return };
    assert_eq!(StoredPart::read(&part.to_string()), Some(part));
}

fn entity(answer: Answer) -> Option<Entity> {
    match answer {
        Answer::Entity(entity) | Answer::NotModified(entity) => Some(entity),
        Answer::Redirect(_) => None,
    }
}

fn parts(head: &[u8]) -> Option<Parts> {
    let mut lines = head.split(|&byte| byte == b'\n');
    let mut response = Response::new(());
    *response.status_mut() = StatusCode::from_bytes(lines.next()?).ok()?;
    for line in lines.take(100) {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
        let name = HeaderName::from_bytes(&line[..colon]);
        let value = HeaderValue::from_bytes(line[colon + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (name, value) {
            response.headers_mut().append(name, value);
        }
    }
    Some(response.into_parts().0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    /// The fields that this crate, or a library below it, reads.
    const NAMES: [&str; 26] = [
        "Age", "Cache-Control", "Expires", "Date", "Last-Modified", "ETag", "Vary", "Pragma", "Warning", "Retry-After",
        "Content-Range", "Content-Length", "Content-Type", "Content-Encoding", "Content-Location",
        "Content-Disposition", "Transfer-Encoding", "Accept-Ranges", "Location", "Refresh", "Link", "Set-Cookie",
        "Connection", "Keep-Alive", "Trailer", "Strict-Transport-Security",
    ];

    const NUMBERS: [&str; 14] = [
        "0", "-1", "1", "60", "2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "1e400", "NaN",
    ];

    const DATES: [&str; 12] = [
        "Thu, 01 Jan 1970 00:00:00 GMT", "Wed, 31 Dec 1969 23:59:59 GMT", "Thu, 01 Jan 0000 00:00:00 GMT",
        "Mon, 01 Jan 1601 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Tue, 19 Jan 2038 03:14:08 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
        "Fri, 31 Dec 9999 23:59:60 +9999", "Fri, 99 Zzz 99999 99:99:99 GMT", "((((((((Sun, 06 Nov 1994 08:49:37 GMT",
    ];

    fn value() -> impl Strategy<Value = Vec<u8>> {
        let number = || select(&NUMBERS[..]);
        let word =
            select(vec!["max-age", "MAX-AGE", "no-store", "no-cache", "immutable", "public", "s-maxage", "*", "gzip"]);
        prop_oneof![
            number().prop_map(|number| number.as_bytes().to_vec()),
            select(&DATES[..]).prop_map(|date| date.as_bytes().to_vec()),
            (word, number()).prop_map(|(word, number)| format!("{word}={number}, public").into_bytes()),
            (number(), number(), number()).prop_map(|(a, b, c)| format!("bytes {a}-{b}/{c}").into_bytes()),
            (number(), number()).prop_map(|(a, b)| format!("{a}, {b}").into_bytes()),
            "\"[a-z]{0,3}\"".prop_map(String::into_bytes),
            "[ -~]{0,40}".prop_map(String::into_bytes),
            proptest::collection::vec(any::<u8>(), 0..40),
        ]
    }

    fn head() -> impl Strategy<Value = Vec<u8>> {
        let status = select(vec!["200", "200", "206", "206", "204", "301", "304", "404", "416", "500"]);
        let field = (select(&NAMES[..]), value());
        (status, proptest::collection::vec(field, 0..8)).prop_map(|(status, fields)| {
            let mut head = status.as_bytes().to_vec();
            for (name, value) in fields {
                head.extend([b"\n", name.as_bytes(), b": ", &value].concat());
            }
            head
        })
    }

    fn second() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), 0..4_000_000_000_u64, Just(0), Just(u64::MAX)]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

        /// RFC 9111 section 1.2.2: a number that overflows is a large number, and must not cause a failure.
        #[test]
        fn header_fields_of_any_value_never_panic(head in head(), seconds in [second(), second(), second()]) {
            super::answer(&head, seconds);
        }

        #[test]
        fn cache_files_of_any_bytes_never_panic(
            magic in any::<bool>(),
            time in value(),
            head in head(),
            bytes in proptest::collection::vec(any::<u8>(), 0..60),
            later in second(),
        ) {
            let begin = format!("napkin cache 2\n{}\n{:020}\n", "0".repeat(64), bytes.len());
            let begin = if magic { begin.as_bytes() } else { &bytes[..] };
            let middle = b"\nhttp://pub.example/menu\nas sent\naccept: */*\n\n";
            super::entry(&[begin, &time, middle, &head, b"\n\n", &bytes].concat(), later);
            super::entry(&bytes, later);
            super::note(&bytes);
        }
    }
}
