//! Tests the whole output of `napkin data`.

use crate::common::{assert_prints, command, napkin, napkin_with};

/// An error far from the beginning is shown at its place.
#[test]
fn an_error_far_behind_is_shown_in_its_place() {
    let text = format!("data:;base64,{}QUI!REVG", "QUJD".repeat(100_000));
    let ran = napkin("data decode -", &text);
    assert_eq!(ran.status, 1);
    let err = ran.err.lines().collect::<Vec<_>>();
    assert_eq!(err[0], "error: stdin:1: expected a character of base64, but found `!`");
    assert!(err[1].ends_with("QUI!REVG"), "{}", ran.err);
    assert_eq!(err[2].find('^').map(|at| err[1].chars().nth(at)), Some(Some('!')), "{}", ran.err);
}

/// A URL that is too long to hold in memory is inspected as a stream, with the same output.
#[test]
fn a_long_url_is_inspected_in_pieces() {
    let text = format!("data:image/gif;base64,{}QUI!REVG", "QUJD".repeat(500_000));
    let ran = napkin("data inspect -", &text);
    let err = ran.err.lines().collect::<Vec<_>>();
    assert_eq!((ran.status, ran.out.as_str(), err.len()), (1, "\n", 3));
    assert_eq!(err[0], "error: stdin:1: expected a character of base64, but found `!`");
    assert!(err[1].ends_with("QUI!REVG"), "{}", ran.err);
    assert_eq!(err[2].find('^').map(|at| err[1].chars().nth(at)), Some(Some('!')), "{}", ran.err);
    let ran = napkin("data inspect --json -", &text);
    let error = r#"{"rule":"base64-alphabet","start":2000025,"end":2000026,"message":"expected a character of base64, but found `!`","see":"Infra Standard section 7"}"#;
    let out = format!(
        "{{\"ok\":false,\"media_type\":\"image/gif\",\"essence\":\"image/gif\",\"charset\":null,\"base64\":true,\"length\":null,\"violations\":[{error}],\"error\":{error}}}\n"
    );
    assert_eq!((ran.status, ran.out, ran.err.as_str()), (1, out, ""));

    let text = format!("data:text/html;charset=utf-8,{}#Y", "X".repeat(2_000_000));
    let ran = napkin("data inspect -v", &text);
    assert_eq!((ran.status, ran.out.as_str()), (0, "text/html;charset=utf-8\tpercent\t2000000\n"));
    let err = ran.err.lines().collect::<Vec<_>>();
    assert_eq!(err[0], "note: stdin:1: the text after `#` is a fragment, not a part of the data");
    assert!(err.len() == 3 && err[1].ends_with("XXX#Y"), "{}", ran.err);
    assert!(err[2].ends_with(" ^^ data-fragment, Fetch Standard section 6"), "{}", ran.err);
    // A text that begins with `data:/` can only be parsed as a whole.
    let ran = napkin("data inspect -", format!("data:/{},X", "x".repeat(2_000_000)));
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("expected no more than can be kept until its meaning is known"), "{}", ran.err);
}

/// Returns the peak memory of a run, in KiB, when all but the end of its input has been read.
#[cfg(target_os = "linux")]
fn peak_memory(mebibytes: usize) -> usize {
    use std::io::Write;

    let mut child = command(&["data", "inspect", "-"]).spawn().expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"data:image/gif;base64,").expect("is read");
    let block = [b'A'; 1 << 20];
    (0..mebibytes).for_each(|_| stdin.write_all(&block).expect("is read"));
    let peak = crate::common::peak_memory(child.id());
    drop(stdin);
    let output = child.wait_with_output().expect("ends");
    let expected = format!("image/gif\tbase64\t{}\n", (mebibytes << 20) / 4 * 3);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn a_url_of_64_mebibytes_is_inspected_in_no_more_memory_than_one_of_four() {
    let (some, much) = (peak_memory(4), peak_memory(64));
    assert!(much < some + 2048, "{some} KiB for 4 MiB, {much} KiB for 64 MiB");
}

#[test]
fn limits_can_be_chosen() {
    let text = format!("data:text/plain;a={},X", "b".repeat(100));
    let ran = napkin("data decode --max-type-length 50 -", &text);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("the media type is longer than the limit"), "{}", ran.err);
    let ran = napkin("data inspect --max-parameters 0 -", &text);
    assert!(ran.err.contains("the media type has more parameters than the limit"), "{}", ran.err);
    let ran = napkin("data decode -", format!("data:text/plain;a={},X", "b".repeat(100_000)));
    assert!(ran.err.contains("the media type is longer than the limit"), "{}", ran.err);
}

#[test]
fn encode_says_what_it_cannot_do() {
    let err = "error: the `data:` URL is longer than the limit: it would have 22 bytes, and is intended for short values (data-long, RFC 2397 section 2)\n";
    assert_prints(&["data", "encode", "--max-length", "10"], "A brief note", 1, "", err);
    let out = "{\"ok\":false,\"media_type\":\"text/plain;charset=US-ASCII\",\"base64\":false,\"length\":12,\"url_length\":22,\"url\":null,\"error\":{\"rule\":\"data-long\",\"start\":10,\"end\":22,\"message\":\"the `data:` URL is longer than the limit\",\"see\":\"RFC 2397 section 2\"}}\n";
    assert_prints(&["data", "encode", "--max-length", "10", "--json"], "A brief note", 1, out, "");
    let err = "error: --type: expected `/` and a subtype, but found the end\n  html\n      ^ media-type, RFC 2045 section 5.1\n";
    assert_prints(&["data", "encode", "--type", "html"], "", 2, "", err);
    let err = "note: browsers keep the escapes of this media type as they are (napkin explain media-type-escape)\n";
    assert_prints(&["data", "encode", "--type", "x/y;a=\"b c\""], "", 0, "data:x/y;a=b%20c,\n", err);
    assert_eq!(napkin("data encode no-such-file", "").status, 2);
}

/// `decode` restores what `encode` writes, for every byte.
#[test]
fn there_and_back() {
    let bytes: Vec<u8> = (0..200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for form in ["--base64", "--percent"] {
        let url = napkin_with(&["data", "encode", "--type", "x/y", form], &bytes).out;
        let mut child = command(&["data", "decode"]).spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, url.as_bytes()));
        let output = child.wait_with_output().expect("the command ends");
        writer.join().expect("the writer ends").expect("all is read");
        assert!(output.status.success() && output.stdout == bytes, "{form}");
    }
}
