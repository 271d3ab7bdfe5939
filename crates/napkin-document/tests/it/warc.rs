//! Web archives: the records of ISO 28500:2017 (WARC 1.1), and the bodies of their responses by RFC 9110 and RFC 9112.

use std::io::{self, BufReader, Read, Write};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::warc::{Warc, WarcRecord, is_warc};
use proptest::prelude::*;

const URL: &str = "http://pub.example/menu";

/// Returns a record with this block, and the length that it states.
fn record_of_length(kind: &str, fields: &str, block: &[u8], length: usize) -> Vec<u8> {
    let head =
        format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {URL}\r\n{fields}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn record(kind: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    record_of_length(kind, fields, block, block.len())
}

/// Returns a record of a response with these fields and this body.
fn response(fields: &str, body: &[u8]) -> Vec<u8> {
    record("response", "", &[format!("HTTP/1.1 200 OK\r\n{fields}\r\n").as_bytes(), body].concat())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn read_with(file: &[u8], limits: ArchiveLimits) -> Vec<Result<WarcRecord, ArchiveError>> {
    Warc::new(file, limits).collect()
}

fn read(file: &[u8]) -> Vec<Result<WarcRecord, ArchiveError>> {
    read_with(file, ArchiveLimits::default())
}

/// Returns the blocks of records; `None` for one that is damaged.
fn blocks(file: &[u8]) -> Vec<Option<String>> {
    read(file).into_iter().map(|record| Some(String::from_utf8_lossy(&record.ok()?.block).into_owned())).collect()
}

fn body(file: &[u8], limits: ArchiveLimits) -> Result<Vec<u8>, ArchiveError> {
    let record = read_with(file, limits).remove(0).expect("a record");
    record.capture().expect("a capture").body(limits).map(std::borrow::Cow::into_owned)
}

#[test]
fn a_web_archive_is_known_by_its_first_bytes() {
    let one = record("resource", "", b"beer");
    assert!(is_warc(&one) && is_warc(&gzip(&one)) && is_warc(&gzip(&one.repeat(999))[..200]));
    assert!(!is_warc(b"") && !is_warc(b"WARC") && !is_warc(&gzip(b"<a href=x>")) && !is_warc(b"\x1f\x8b\x08"));
}

/// Section 4: records follow each other. Annex D: each is a member of gzip; some programs pack the whole file as one.
#[test]
fn records_are_read_one_after_the_other() {
    let [one, two] = [record("resource", "", b"beer"), record("resource", "", b"wine\r\n\r\nWARC/1.1\r\n")];
    let plain = [&one[..], &two].concat();
    let expected = [Some("beer".to_owned()), Some("wine\r\n\r\nWARC/1.1\r\n".to_owned())];
    let members = [gzip(&one), gzip(&two)].concat();
    let (head, tail) = plain.split_at(40);
    let pieces = [gzip(head), gzip(tail)].concat();
    for (file, name) in [(&plain, "plain"), (&members, "members"), (&gzip(&plain), "one member"), (&pieces, "pieces")] {
        assert_eq!(blocks(file), expected, "{name}");
    }
    let offsets = |file: &[u8]| read(file).into_iter().map(|record| record.unwrap().offset).collect::<Vec<_>>();
    assert_eq!(offsets(&plain), [0, one.len() as u64]);
    assert_eq!(offsets(&members), [0, gzip(&one).len() as u64]);
    // WARC 1.0 section 4: lines may continue others, and names of fields have no case.
    let folded = b"WARC/1.0\nwarc-type: resource\nX: a\n b\nWARC-target-uri: <http://h/>\nCONTENT-LENGTH: 1\n\nx\n\n";
    let record = read(folded).remove(0).unwrap();
    assert_eq!((record.field("x"), record.capture().unwrap().url), (Some("a b"), "http://h/"));
}

/// A damaged record is named, and the next one is read.
#[test]
fn damaged_records_are_passed_over() {
    let good = record("resource", "", b"beer");
    let garbage = b"no record\r\nWARC\r\n".to_vec();
    let broken_gzip = {
        let mut bytes = gzip(&record("resource", "", &b"0123456789".repeat(99)));
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        bytes
    };
    let cases: [(&str, Vec<u8>); 7] = [
        ("the length is too small", record_of_length("resource", "", b"beer", 2)),
        ("the length is too large", record_of_length("resource", "", b"beer", 150)),
        ("there is no length", b"WARC/1.1\r\nWARC-Type: resource\r\n\r\n\r\n\r\n".to_vec()),
        ("the length is no number", b"WARC/1.1\r\nContent-Length: four\r\n\r\nbeer\r\n\r\n".to_vec()),
        ("a field has no colon", b"WARC/1.1\r\nbeer\r\n\r\n".to_vec()),
        ("there is something else", garbage),
        ("a line has no end", vec![b'x'; 3 << 20]),
    ];
    for (name, bad) in cases {
        // A length that is too large takes the next record with it in a file without gzip.
        let between = if name.contains("too large") { [&*good, &*good].concat() } else { good.clone() };
        let plain = [&good[..], &bad, b"\r\n", &between, &good].concat();
        let good_block = Some("beer".to_owned());
        let found = blocks(&plain);
        assert_eq!((found.first(), found.last()), (Some(&good_block), Some(&good_block)), "{name}");
        assert_eq!(found.iter().filter(|block| block.is_none()).count(), 1, "{name}: {found:?}");
        let packed = [gzip(&good), gzip(&bad), gzip(&good)].concat();
        assert_eq!(blocks(&packed), [good_block.clone(), None, good_block], "{name}");
    }
    // Garbage without the end of a line does not hide the record behind it.
    for bad in [&b"garbage"[..], b"WARC", b"\r\ngarbage", b"WARC/1.1\r\nno colon"] {
        let packed = [gzip(&good), gzip(bad), gzip(&good)].concat();
        assert_eq!(blocks(&packed), [Some("beer".to_owned()), None, Some("beer".to_owned())], "{bad:?}");
    }
    let packed = [gzip(&good), broken_gzip, gzip(&good), b"garbage".to_vec(), gzip(&good)].concat();
    let found = blocks(&packed);
    assert_eq!(found.iter().flatten().count(), 3, "{found:?}");
    assert_eq!(found.iter().filter(|block| block.is_none()).count(), 2, "{found:?}");
    // The end of a file may be missing, but not that of a block.
    assert_eq!(blocks(good.strip_suffix(b"\r\n\r\n").unwrap()), [Some("beer".to_owned())]);
    for cut in [good.len() - 6, 20] {
        assert_eq!(blocks(&good[..cut]), [None], "{cut}");
    }
    let whole = gzip(&good);
    assert_eq!(blocks(&whole[..whole.len() - 9]).last(), Some(&None));
}

/// An error of the file is told once, and ends the iteration.
#[test]
fn errors_of_the_file_end_it() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no disk"))
        }
    }
    let good = record("resource", "", b"beer");
    for (start, name) in
        [(good.clone(), "plain"), (gzip(&good), "members"), (gzip(&good)[..30].to_vec(), "in a member")]
    {
        let file = BufReader::new((&start[..]).chain(Failing));
        let found: Vec<_> = Warc::new(file, ArchiveLimits::default()).take(9).collect();
        assert!(found.len() <= 2 && found.last().unwrap().is_err(), "{name}: {found:?}");
    }
}

/// RFC 9110 section 8.4 and RFC 9112 section 7.1. Archives often keep fields of codings that are no longer there.
#[test]
fn codings_come_off() {
    let page = b"<a href=beer>beer</a>".repeat(9);
    let chunked = |bytes: &[u8]| {
        let (one, two) = bytes.split_at(bytes.len() / 2);
        let sizes = [format!("{:x};x=y\r\n", one.len()), format!("\r\n{:X}\r\n", two.len())];
        [sizes[0].as_bytes(), one, sizes[1].as_bytes(), two, b"\r\n0\r\nA: b\r\n\r\n"].concat()
    };
    let zlib = {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&page).unwrap();
        encoder.finish().unwrap()
    };
    let raw = {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&page).unwrap();
        encoder.finish().unwrap()
    };
    // Brotli (RFC 7932) with one uncompressed meta-block, made by hand: WBITS 16, MNIBBLES 4, MLEN 4, ISUNCOMPRESSED.
    let brotli = b"\x30\x00\x10beer\x03".to_vec();
    for (fields, sent, expected) in [
        ("", page.clone(), &page[..]),
        ("Transfer-Encoding: chunked\r\n", chunked(&page), &page),
        ("Transfer-Encoding: chunked\r\n", page.clone(), &page),
        ("Content-Encoding: gzip\r\n", gzip(&page), &page),
        ("Content-Encoding: GZIP\r\nTransfer-encoding: Chunked\r\n", chunked(&gzip(&page)), &page),
        ("Content-Encoding: gzip\r\n", page.clone(), &page),
        ("Content-Encoding: deflate\r\n", zlib.clone(), &page),
        ("Content-Encoding: deflate\r\n", raw, &page),
        ("Content-Encoding: identity\r\n", page.clone(), &page),
        ("Content-Encoding: deflate, gzip\r\n", gzip(&zlib), &page),
        ("Content-Encoding: br\r\n", brotli, b"beer"),
    ] {
        assert_eq!(body(&response(fields, &sent), ArchiveLimits::default()).as_deref(), Ok(expected), "{fields}");
    }
    for (fields, sent) in [
        ("Content-Encoding: sdch\r\n", page.clone()),
        ("Content-Encoding: gzip, gzip, gzip, gzip\r\n", page.clone()),
        ("Content-Encoding: gzip\r\n", gzip(&page)[..40].to_vec()),
        ("Transfer-Encoding: chunked\r\n", b"5\r\nab".to_vec()),
        ("Transfer-Encoding: chunked\r\n", b"2\r\nab\r\nbeer".to_vec()),
        ("Transfer-Encoding: chunked\r\n", b"2\r\nab\r\nbeer\r\n".to_vec()),
    ] {
        let found = body(&response(fields, &sent), ArchiveLimits::default());
        assert!(matches!(found, Err(ArchiveError::Unreadable(..))), "{fields} {found:?}");
    }
}

#[test]
fn limits_hold() {
    let limits = ArchiveLimits::default().with_member(200);
    let too_large =
        |found: Result<Vec<u8>, ArchiveError>| assert!(matches!(found, Err(ArchiveError::Member(..))), "{found:?}");
    too_large(body(&response("", &[b'x'; 300]), limits));
    too_large(body(&response("Content-Encoding: gzip\r\n", &gzip(&[b'x'; 300])), limits));
    assert_eq!(body(&response("", &[b'x'; 100]), limits).unwrap().len(), 100);
    // A long block is passed over, and only its first bytes are kept.
    let file = [response("", &vec![b'x'; 5 << 20]), record("resource", "", b"beer")].concat();
    let found = read_with(&file, limits);
    assert_eq!(found.iter().map(|record| record.as_ref().unwrap().block.len()).collect::<Vec<_>>(), [201, 4]);
    let bomb = response("Content-Encoding: gzip\r\n", &gzip(&vec![0; 8 << 20]));
    assert!(matches!(body(&bomb, ArchiveLimits::default().with_ratio(9)), Err(ArchiveError::Ratio(_, 9))));
}

/// Sections 6.2 to 6.9: which records hold what a server sent.
#[test]
fn captures_are_responses_resources_and_conversions() {
    for (kind, content, expected) in [
        (
            "response",
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=utf-8\r\n\r\nno",
            Some((Some(404), Some("text/html; charset=utf-8"), true)),
        ),
        ("response", "HTTP/1.0 301\r\nLocation: /\r\n\r\n", Some((Some(301), None, false))),
        (
            "response",
            "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nno",
            Some((Some(200), Some("image/png"), false)),
        ),
        ("response", "HTTP/1.1 200 OK\r\nContent-Type:\r\n\r\nno", Some((Some(200), None, true))),
        ("RESOURCE", "beer", Some((None, Some("text/plain"), true))),
        ("conversion", "beer", Some((None, Some("text/plain"), true))),
        ("request", "GET / HTTP/1.1\r\n\r\n", None),
        ("revisit", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", None),
        ("warcinfo", "a: b", None),
        ("metadata", "a: b", None),
        ("continuation", "beer", None),
    ] {
        let file = record(kind, "Content-Type: text/plain\r\n", content.as_bytes());
        let record = read(&file).remove(0).unwrap();
        let found = record.capture();
        let found = found.as_ref().map(|found| (found.status, found.media_type(), found.is_document()));
        assert_eq!(found, expected, "{kind} {content}");
    }
}

proptest! {
    /// No bytes make the reader panic or run forever, and what follows them is read.
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200), is_packed: bool, cut in 0_usize..300) {
        let good = response("Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n", &bytes);
        let file = [&bytes[..], b"\n", &good[..cut.min(good.len())]].concat();
        let file = if is_packed { gzip(&file) } else { file };
        for record in read(&file).into_iter().flatten() {
            let _ = record.capture().map(|capture| capture.body(ArchiveLimits::default()));
        }
        let after = [&file[..], b"\n", &record("resource", "", b"beer")].concat();
        if !is_packed && !file.windows(5).any(|word| word == b"WARC/") && !file.starts_with(b"\x1f") {
            prop_assert_eq!(blocks(&after).pop(), Some(Some("beer".to_owned())));
        }
    }

    /// Blocks of any bytes are read as they were written.
    #[test]
    fn any_blocks_are_kept(all in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..99), 0..9), is_packed: bool) {
        let records = all.iter().map(|block| record("resource", "", block));
        let file: Vec<u8> = records.flat_map(|one| if is_packed { gzip(&one) } else { one }).collect();
        let found: Vec<Vec<u8>> = read(&file).into_iter().map(|record| record.unwrap().block).collect();
        prop_assert_eq!(found, all);
    }
}
