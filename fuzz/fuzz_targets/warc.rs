//! Reads any bytes as a web archive, as they are and packed: no bytes cause a panic, records come in order, a block is no longer than
//! stated, and no record is lost behind them.
#![no_main]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use napkin_document::archive::ArchiveLimits;
use napkin_document::warc::Warc;

const LAST: &[u8] = b"\nWARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 4\r\n\r\nbeer\r\n\r\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns whether the last record is `LAST`.
fn read(file: &[u8]) -> bool {
    let limits = ArchiveLimits::default().with_member(1 << 16).with_ratio(9);
    let (mut last, mut is_last) = (0, false);
    for record in Warc::new(file, limits) {
        is_last = false;
        let Ok(record) = record else { continue };
        assert!(record.offset >= last && record.block.len() as u64 <= record.length);
        last = record.offset;
        is_last = record.block == b"beer";
        if let Some(Ok(body)) = record.capture().map(|capture| capture.body(limits)) {
            assert!(body.len() <= 1 << 16);
        }
    }
    is_last
}

fuzz_target!(|input: &[u8]| {
    read(input);
    read(&[input, LAST].concat());
    // What a member of gzip holds cannot hide the next one.
    let is_found = read(&[gzip(input), gzip(LAST)].concat());
    assert!(is_found || input.windows(5).any(|word| word == b"WARC/"));
});
