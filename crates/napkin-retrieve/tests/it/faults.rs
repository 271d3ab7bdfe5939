//! Servers that lie, stop, or never stop: each has its own finding, and no truncated body looks complete.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Server, fetch, policy};
use napkin::Rule;
use napkin_retrieve::{Client, Limits, Policy, Request, rules};

/// Short limits, so that tests need not wait.
fn quick() -> Limits {
    let short = Duration::from_millis(200);
    Limits::default().with_first_byte_timeout(short).with_read_timeout(short)
}

fn outcome(server: &Server, limits: Limits) -> Result<Vec<u8>, Rule> {
    fetch(&Client::new(policy(&[server])).with_limits(limits), Request::get(server.url("/")))
}

const OK: &str = "HTTP/1.1 200 OK\r\n";

/// Answers and their outcomes: RFC 9112 sections 6.3, 7.1 and 8, RFC 9110 section 8.4.
#[test]
fn http_answers_have_their_outcomes() {
    let gzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n";
    let many_fields = format!("{OK}{}\r\n", "X-Field: value\r\n".repeat(100_000));
    let cases: &[(&str, String, Result<&str, Rule>)] = &[
        ("a length that is right", format!("{OK}Content-Length: 4\r\n\r\nbeer"), Ok("beer")),
        ("more than the length, which is another answer", format!("{OK}Content-Length: 2\r\n\r\nbeer"), Ok("be")),
        ("closed midway", format!("{OK}Content-Length: 400\r\n\r\nbeer"), Err(rules::BODY_INCOMPLETE)),
        (
            "closed midway in a chunk",
            format!("{OK}Transfer-Encoding: chunked\r\n\r\n8\r\nbeer"),
            Err(rules::BODY_INCOMPLETE),
        ),
        ("no last chunk", format!("{OK}Transfer-Encoding: chunked\r\n\r\n4\r\nbeer\r\n"), Err(rules::BODY_INCOMPLETE)),
        ("chunks", format!("{OK}Transfer-Encoding: chunked\r\n\r\n4\r\nbeer\r\n0\r\n\r\n"), Ok("beer")),
        (
            "a chunk of no length",
            format!("{OK}Transfer-Encoding: chunked\r\n\r\nxyz\r\nbeer"),
            Err(rules::PROTOCOL_ERROR),
        ),
        ("two lengths", format!("{OK}Content-Length: 2\r\nContent-Length: 4\r\n\r\nbeer"), Err(rules::PROTOCOL_ERROR)),
        ("a length that is none", format!("{OK}Content-Length: four\r\n\r\nbeer"), Err(rules::PROTOCOL_ERROR)),
        ("closed before the answer", String::new(), Err(rules::BODY_INCOMPLETE)),
        ("closed in the head", OK.to_owned(), Err(rules::BODY_INCOMPLETE)),
        ("no HTTP", "220 pub.example ESMTP\r\n".to_owned(), Err(rules::PROTOCOL_ERROR)),
        ("no fields", "SSH-2.0-OpenSSH_9.2\r\n\r\n".to_owned(), Err(rules::PROTOCOL_ERROR)),
        ("too many fields", many_fields, Err(rules::FIELDS_TOO_LARGE)),
        ("bad gzip", format!("{gzip}Content-Length: 4\r\n\r\nbeer"), Err(rules::CONTENT_CODING)),
        (
            "a coding that nobody asked for",
            format!("{OK}Content-Encoding: lzma\r\n\r\nbeer"),
            Err(rules::CONTENT_CODING),
        ),
        (
            "an error",
            "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\noops".to_owned(),
            Err(rules::STATUS_NOT_SUCCESS),
        ),
        ("a redirect to nowhere", "HTTP/1.1 302 Found\r\n\r\n".to_owned(), Err(rules::STATUS_NOT_SUCCESS)),
        (
            "a part that nobody asked for",
            "HTTP/1.1 206 OK\r\nContent-Range: bytes 0-3/9\r\n\r\nbeer".to_owned(),
            Err(rules::RANGE_MISMATCH),
        ),
        ("not modified without a condition", "HTTP/1.1 304 OK\r\n\r\n".to_owned(), Err(rules::STATUS_NOT_SUCCESS)),
    ];
    for (name, said, expected) in cases {
        let server = Server::saying(said.as_str());
        let found = outcome(&server, Limits::default());
        assert_eq!(found, expected.map(|text| text.as_bytes().to_vec()), "{name}");
    }
}

#[test]
fn gzip_that_is_cut_off_is_an_error() {
    let mut whole = Vec::new();
    let mut encoder = flate2::write::GzEncoder::new(&mut whole, flate2::Compression::fast());
    encoder.write_all(&b"beer ".repeat(10_000)).unwrap();
    encoder.finish().unwrap();
    for length in [5, whole.len() / 2, whole.len() - 1] {
        let mut said = format!("{OK}Content-Encoding: gzip\r\nContent-Length: {length}\r\n\r\n").into_bytes();
        said.extend_from_slice(&whole[..length]);
        assert_eq!(outcome(&Server::saying(said), Limits::default()), Err(rules::CONTENT_CODING), "{length}");
    }
    // The answer is too short; the data is not.
    let mut said = format!("{OK}Content-Encoding: gzip\r\nContent-Length: {}\r\n\r\n", whole.len()).into_bytes();
    said.extend_from_slice(&whole[..whole.len() / 2]);
    assert_eq!(outcome(&Server::saying(said), Limits::default()), Err(rules::BODY_INCOMPLETE));
}

/// RFC 7932's "hello world" as an uncompressed block, and RFC 1950.
#[test]
fn content_codings_are_decoded() {
    let mut deflate = Vec::new();
    let mut encoder = flate2::write::ZlibEncoder::new(&mut deflate, flate2::Compression::fast());
    encoder.write_all(b"hello world").unwrap();
    encoder.finish().unwrap();
    let mut gzip = Vec::new();
    // Applied one after the other: the last one named is the outermost (RFC 9110 section 8.4).
    let mut encoder = flate2::write::GzEncoder::new(&mut gzip, flate2::Compression::fast());
    encoder.write_all(&deflate).unwrap();
    encoder.finish().unwrap();
    for (coding, bytes) in [
        ("br", b"\x0b\x05\x80hello world\x03".to_vec()),
        ("deflate", deflate),
        ("deflate, GZIP", gzip),
        ("identity", b"hello world".to_vec()),
    ] {
        let head = format!("{OK}Content-Encoding: {coding}\r\nContent-Length: {}\r\n\r\n", bytes.len());
        let server = Server::saying([head.into_bytes(), bytes].concat());
        assert_eq!(outcome(&server, Limits::default()), Ok(b"hello world".to_vec()), "{coding}");
    }
    let four = format!("{OK}Content-Encoding: gzip, gzip, gzip, gzip\r\n\r\n");
    assert_eq!(outcome(&Server::saying(four), Limits::default()), Err(rules::CONTENT_CODING));
}

/// RFC 9112 sections 6.1 and 6.3: the end of a body is trusted only by a length, by a single `chunked`, or, without
/// either, by the end of the connection. Otherwise a truncated body could pass for a complete one in each row that is
/// not `Ok`.
#[test]
fn transfer_codings_other_than_chunked_are_refused() {
    let chunks = "4\r\nbeer\r\n0\r\n\r\n";
    for (fields, body, expected) in [
        ("Transfer-Encoding: chunked", chunks, Ok("beer")),
        ("transfer-encoding:\tCHUNKED ", chunks, Ok("beer")),
        ("Transfer-Encoding: gzip, chunked", chunks, Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: gzip", "beer", Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", chunks, Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", chunks, Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: chunked, chunked", chunks, Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: chunked, gzip", chunks, Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: identity", "beer", Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: identity\r\nContent-Length: 4", "beer", Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: x-beer", "beer", Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding:", "beer", Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: chunked;level=9", chunks, Err(rules::PROTOCOL_ERROR)),
        ("Transfer-Encoding: chunked\r\nContent-Length: 4", chunks, Ok("beer")),
        ("Transfer-Encoding: chunked\r\nContent-Length: 3", chunks, Err(rules::BODY_INCOMPLETE)),
        ("Transfer-Encoding: chunked\r\nContent-Length: 99", chunks, Err(rules::BODY_INCOMPLETE)),
        ("Content-Length: 4\r\nContent-Length: 4", "beer", Ok("beer")),
        ("Content-Length: 4, 4", "beer", Ok("beer")),
        ("Content-Length: 4, 5", "beer!", Err(rules::PROTOCOL_ERROR)),
        ("Content-Length: +4", "beer", Err(rules::PROTOCOL_ERROR)),
        ("Content-Length: 18446744073709551616", "beer", Err(rules::PROTOCOL_ERROR)),
    ] {
        let server = Server::saying(format!("{OK}{fields}\r\n\r\n{body}"));
        let found = outcome(&server, Limits::default());
        assert_eq!(found, expected.map(|text| text.as_bytes().to_vec()), "{fields}");
    }
    // HTTP/1.0 has no transfer codings: an answer that names one is not the server's own.
    let old = format!("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}");
    assert_eq!(outcome(&Server::saying(old), Limits::default()), Err(rules::PROTOCOL_ERROR));
}

/// Encoded data that is cut anywhere, or followed by more data, is an error and not the object.
#[test]
fn coded_data_with_extra_bytes_is_an_error() {
    let plain = b"beer and bread ".repeat(50);
    let mut deflate = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    deflate.write_all(&plain).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&plain).unwrap();
    // RFC 7932: an uncompressed block.
    let brotli = b"\x0b\x05\x80hello world\x03".to_vec();
    for (coding, whole) in [("gzip", gzip.finish().unwrap()), ("deflate", deflate.finish().unwrap()), ("br", brotli)] {
        let says = |bytes: &[u8]| {
            let head = format!("{OK}Content-Encoding: {coding}\r\nContent-Length: {}\r\n\r\n", bytes.len());
            outcome(&Server::saying([head.as_bytes(), bytes].concat()), Limits::default())
        };
        assert!(says(&whole).is_ok(), "{coding}");
        for length in 0..whole.len() {
            assert_eq!(says(&whole[..length]), Err(rules::CONTENT_CODING), "{coding} {length}");
        }
        for behind in [&b"\0"[..], b"x", b"beer and bread"] {
            assert_eq!(says(&[&whole, behind].concat()), Err(rules::CONTENT_CODING), "{coding} {behind:?}");
        }
        // The encoded data is complete, but its transport is not.
        let head = format!("{OK}Content-Encoding: {coding}\r\nContent-Length: {}\r\n\r\n", whole.len() + 1);
        let cut = outcome(&Server::saying([head.as_bytes(), &whole].concat()), Limits::default());
        assert_eq!(cut, Err(rules::BODY_INCOMPLETE), "{coding}");
    }
}

/// A body that only the end of the connection ends has a remark.
#[test]
fn body_without_a_length_has_a_remark() {
    let server = Server::saying(format!("{OK}\r\nbeer"));
    let got = Client::new(policy(&[&server])).retrieve_blocking(&Request::get(server.url("/"))).unwrap();
    let remarks: Vec<_> = got.trail().hops()[0].findings().iter().map(|finding| finding.rule()).collect();
    assert_eq!(remarks, [rules::BODY_UNFRAMED]);
    assert_eq!(got.bytes().unwrap(), "beer");
}

#[test]
fn decompression_bombs_reach_the_limit() {
    let mut bomb = Vec::new();
    let mut encoder = flate2::write::GzEncoder::new(&mut bomb, flate2::Compression::best());
    encoder.write_all(&vec![0; 64 << 20]).unwrap();
    encoder.finish().unwrap();
    let mut said = format!("{OK}Content-Encoding: gzip\r\nContent-Length: {}\r\n\r\n", bomb.len()).into_bytes();
    said.extend_from_slice(&bomb);
    let limits = Limits::default().with_max_decoded(1 << 20);
    assert!(bomb.len() < 100_000);
    assert_eq!(outcome(&Server::saying(said), limits), Err(rules::DECODED_TOO_LARGE));
}

#[test]
fn endless_bodies_reach_the_limit() {
    let server = Server::new(|_, stream| {
        let _ = stream.write_all(format!("{OK}\r\n").as_bytes());
        while stream.write_all(&[b'x'; 4096]).is_ok() {}
    });
    let limits = Limits::default().with_max_bytes(1 << 20).with_max_decoded(1 << 34);
    assert_eq!(outcome(&server, limits), Err(rules::BODY_TOO_LARGE));
    let limits = Limits::default().with_max_bytes(1 << 34).with_timeout(Duration::from_millis(300));
    assert_eq!(outcome(&server, limits), Err(rules::TOTAL_TIMEOUT));
}

#[test]
fn announced_length_beyond_the_limit_is_an_error() {
    let server = Server::saying(format!("{OK}Content-Length: 2000000\r\n\r\n"));
    let limits = Limits::default().with_max_bytes(1 << 20).with_max_decoded(1 << 34);
    let client = Client::new(policy(&[&server])).with_limits(limits);
    let failure = client.retrieve_blocking(&Request::get(server.url("/"))).unwrap_err();
    assert_eq!(failure.error().message(), "expected at most 1048576 bytes, but found 2000000");
}

#[test]
fn slow_servers_reach_time_limits() {
    let silent = Server::new(|_, _| sleep(Duration::from_secs(5)));
    assert_eq!(outcome(&silent, quick()), Err(rules::FIRST_BYTE_TIMEOUT));
    let stops = Server::new(|_, stream| {
        let _ = stream.write_all(format!("{OK}Content-Length: 9\r\n\r\nbeer").as_bytes());
        sleep(Duration::from_secs(5));
    });
    // The first byte may take any time on a busy machine.
    let patient = quick().with_first_byte_timeout(Limits::default().first_byte_timeout);
    assert_eq!(outcome(&stops, patient.clone()), Err(rules::READ_TIMEOUT));
    let drips = Server::new(|_, stream| {
        let _ = stream.write_all(format!("{OK}Content-Length: 1000\r\n\r\n").as_bytes());
        while stream.write_all(b"x").is_ok() {
            sleep(Duration::from_millis(20));
        }
    });
    let limits = patient.with_timeout(Duration::from_secs(1)).with_read_timeout(Limits::default().read_timeout);
    assert_eq!(outcome(&drips, limits), Err(rules::TOTAL_TIMEOUT));
    let drips_its_head = Server::new(|_, stream| {
        while stream.write_all(b"H").is_ok() {
            sleep(Duration::from_millis(20));
        }
    });
    let rule = outcome(&drips_its_head, quick()).unwrap_err();
    assert!([rules::FIRST_BYTE_TIMEOUT, rules::PROTOCOL_ERROR].contains(&rule), "{rule:?}");
}

#[test]
fn refused_connections_fail() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let policy = Policy::public_web().trust_host("127.0.0.1").allow_port(port);
    let failure =
        Client::new(policy).retrieve_blocking(&Request::get(format!("http://127.0.0.1:{port}/"))).unwrap_err();
    assert_eq!(failure.error().rule(), rules::CONNECTION_FAILED);
    let expected = format!("expected a connection to 127.0.0.1:{port}, but found connection refused");
    assert_eq!(failure.error().message(), expected);
}

#[test]
fn tls_to_a_server_without_it_fails() {
    // It speaks first, like email servers.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"220 pub.example ESMTP\r\n");
            sleep(Duration::from_secs(5));
        }
    });
    let client = Client::new(Policy::public_web().trust_host("127.0.0.1").allow_port(port));
    assert_eq!(fetch(&client, Request::get(format!("https://127.0.0.1:{port}/"))), Err(rules::TLS_FAILED));
}

/// A truncated body yields its bytes, and then the error, so that a file of it is never taken for complete.
#[test]
fn truncated_bodies_yield_bytes_then_the_error() {
    let server = Server::saying(format!("{OK}Content-Length: 400\r\n\r\nbeer"));
    let mut got = Client::new(policy(&[&server])).retrieve_blocking(&Request::get(server.url("/"))).unwrap();
    assert_eq!(got.chunk().unwrap().unwrap(), "beer");
    let failure = got.chunk().unwrap_err();
    assert_eq!(failure.error().rule(), rules::BODY_INCOMPLETE);
    assert_eq!(failure.trail().hops()[0].findings().len(), 1);
}

/// Time limits beyond the range of the clock never expire and cause no failure.
#[test]
fn time_limits_can_be_of_any_length() {
    let server = Server::saying(format!("{OK}Content-Length: 4\r\n\r\nbeer"));
    let most = Duration::MAX;
    let limits = Limits::default()
        .with_connect_timeout(most)
        .with_first_byte_timeout(most)
        .with_read_timeout(most)
        .with_timeout(most);
    assert_eq!(outcome(&server, limits), Ok(b"beer".to_vec()));
}
