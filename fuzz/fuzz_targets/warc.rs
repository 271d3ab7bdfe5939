//! Reads any bytes as a web archive, as they are and packed: no bytes cause a panic, records come in order, a block is no longer than
//! stated, and no record is lost behind them. Reads them as any container, too: limits hold, and reading ends.
#![no_main]

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use napkin_document::archive::ArchiveLimits;
use napkin_document::container::{Container, ContainerItem};
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

/// The documents of a container are no larger than the limits.
fn assert_within(file: Vec<u8>) {
    let limits = ArchiveLimits::default().with_member(1 << 16).with_total(1 << 20).with_members(99).with_ratio(9);
    let Some(Ok(container)) = Container::of_bytes(file, "file", limits) else { return };
    let (mut total, mut documents) = (0, 0);
    for item in container {
        if let Ok(ContainerItem::Document(document)) = item {
            assert!(document.bytes.len() <= 1 << 16);
            (total, documents) = (total + document.bytes.len(), documents + 1);
        }
    }
    assert!(total <= 1 << 20 && documents <= 99);
}

fuzz_target!(|input: &[u8]| {
    assert_within(input.to_vec());
    assert_within(gzip(input));
    read(input);
    read(&[input, LAST].concat());
    // What a member of gzip holds cannot hide the next one.
    let is_found = read(&[gzip(input), gzip(LAST)].concat());
    assert!(is_found || input.windows(5).any(|word| word == b"WARC/"));
});
