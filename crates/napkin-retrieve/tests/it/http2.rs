//! Servers of HTTP/2 that lie, stop, or never stop: each has its own finding, and no truncated body looks complete.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use napkin::Rule;
use napkin_retrieve::{Client, Limits, Policy, Request, Trust, rules};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::certificates::{Authority, Certificate};
use crate::common::fetch;

// Types and flags of frames (RFC 9113 section 6).
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PRIORITY: u8 = 2;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PUSH_PROMISE: u8 = 5;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;
const UNKNOWN: u8 = 0xfa;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const PADDED: u8 = 8;

// Codes of errors (section 7).
const NO_ERROR: u32 = 0;
const INTERNAL_ERROR: u32 = 2;
const REFUSED_STREAM: u32 = 7;
const CANCEL: u32 = 8;
const HTTP_1_1_REQUIRED: u32 = 13;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The field `:status: 200` of HPACK's static table (RFC 7541 appendix A).
const STATUS_200: u8 = 0x88;

/// A field that is not indexed, with a new name (RFC 7541 section 6.2.2). Both texts are short.
fn field(name: &str, value: &str) -> Vec<u8> {
    [&[0, name.len() as u8], name.as_bytes(), &[value.len() as u8], value.as_bytes()].concat()
}

fn head(stream: u32, flags: u8, fields: &[u8]) -> Vec<u8> {
    frame(HEADERS, END_HEADERS | flags, stream, &[&[STATUS_200], fields].concat())
}

fn whole(stream: u32) -> Vec<u8> {
    [head(stream, 0, b""), frame(DATA, END_STREAM, stream, b"beer")].concat()
}

fn reset(code: u32) -> Vec<u8> {
    frame(RST_STREAM, 0, 1, &code.to_be_bytes())
}

fn goaway(last: u32, code: u32) -> Vec<u8> {
    frame(GOAWAY, 0, 0, &[last.to_be_bytes(), code.to_be_bytes()].concat())
}

type Stream = StreamOwned<ServerConnection, std::net::TcpStream>;

/// A server of HTTP/2 whose connections a function handles.
struct Server {
    port: u16,
    connections: Arc<AtomicUsize>,
}

/// One authority for all tests, because keys are slow.
fn authority() -> &'static (Authority, Certificate) {
    static MADE: OnceLock<(Authority, Certificate)> = OnceLock::new();
    MADE.get_or_init(|| {
        let authority = Authority::new("napkin's tests");
        let certificate = authority.certificate(&["127.0.0.1"], 2090);
        (authority, certificate)
    })
}

impl Server {
    /// Passes each connection, with its number from 1 on, to the function.
    fn new(handle: impl Fn(usize, &mut Peer) + Send + Sync + 'static) -> Self {
        let (_, certificate) = authority();
        let chain = vec![CertificateDer::from_pem_slice(certificate.pem.as_bytes()).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(certificate.key.as_bytes()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let mut config = builder.with_no_client_auth().with_single_cert(chain, key).unwrap();
        config.alpn_protocols = vec![b"h2".to_vec()];
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let (handle, counted) = (Arc::new(handle), Arc::clone(&connections));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let number = counted.fetch_add(1, Ordering::Relaxed) + 1;
                let (handle, config) = (Arc::clone(&handle), Arc::clone(&config));
                thread::spawn(move || {
                    let tls = ServerConnection::new(config).unwrap();
                    let mut peer = Peer { stream: StreamOwned::new(tls, stream) };
                    // The client's preface (section 3.4), and the server's.
                    if peer.read(24).is_some() {
                        // The second one accepts the client's.
                        peer.write(&[frame(SETTINGS, 0, 0, b""), frame(SETTINGS, 1, 0, b"")].concat());
                        handle(number, &mut peer);
                    }
                });
            }
        });
        Self { port, connections }
    }

    /// Sends these bytes after the first request, and then ends the connection.
    fn saying(bytes: Vec<u8>) -> Self {
        Self::new(move |_, peer| {
            peer.request();
            peer.write(&bytes);
            peer.end();
        })
    }

    /// Sends `first` after the first request, and then `again` until the client ends the connection.
    fn flooding(first: Vec<u8>, again: Vec<u8>) -> Self {
        let again = again.repeat(1 + 4000 / again.len());
        Self::new(move |_, peer| {
            peer.request();
            peer.write(&first);
            while peer.write(&again) {}
        })
    }

    fn request(&self) -> Request {
        Request::get(format!("https://127.0.0.1:{}/", self.port))
    }

    fn client(&self, limits: Limits) -> Client {
        let trust = Trust::nobody().with_pem(authority().0.pem.as_bytes()).unwrap();
        let policy = Policy::public_web().trust_host("127.0.0.1").allow_port(self.port).with_trust(trust);
        Client::new(policy).with_limits(limits)
    }

    fn outcome(&self, limits: Limits) -> Result<Vec<u8>, Rule> {
        fetch(&self.client(limits), self.request())
    }
}

/// The client, as a server sees it.
struct Peer {
    stream: Stream,
}

impl Peer {
    fn read(&mut self, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).ok().map(|()| bytes)
    }

    /// Returns whether the client still reads.
    fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).and_then(|()| self.stream.flush()).is_ok()
    }

    /// Returns the type and the stream of the next frame.
    fn frame(&mut self) -> Option<(u8, u32)> {
        let head = self.read(9)?;
        self.read(u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize)?;
        Some((head[3], u32::from_be_bytes([head[5], head[6], head[7], head[8]])))
    }

    /// Waits for a request, and returns its stream.
    fn request(&mut self) -> Option<u32> {
        loop {
            let (kind, stream) = self.frame()?;
            if kind == HEADERS {
                return Some(stream);
            }
        }
    }

    /// Ends the connection as TLS demands, and waits for the client's end: otherwise the system could drop what was sent.
    fn end(&mut self) {
        self.stream.conn.send_close_notify();
        let _ = self.stream.flush();
        let _ = self.stream.sock.shutdown(Shutdown::Write);
        let _ = std::io::copy(&mut self.stream.sock, &mut std::io::sink());
    }
}

#[test]
fn http2_answers_have_their_outcomes() {
    let begun = |rest: Vec<u8>| [head(1, 0, b""), frame(DATA, 0, 1, b"be"), rest].concat();
    let lengths = |length: &str| [head(1, 0, &field("content-length", length)), frame(DATA, END_STREAM, 1, b"beer")];
    let without_status = frame(HEADERS, END_HEADERS | END_STREAM, 1, &field("server", "x"));
    // RFC 9113 sections 6, 7, and 8.1 to 8.4.
    let cases: Vec<(&str, Vec<u8>, Result<&str, Rule>)> = vec![
        ("an answer", whole(1), Ok("beer")),
        ("a length that is right", lengths("4").concat(), Ok("beer")),
        ("a length that is too large", lengths("5").concat(), Err(rules::PROTOCOL_ERROR)),
        ("a length that is too small", lengths("3").concat(), Err(rules::PROTOCOL_ERROR)),
        ("an empty body", head(1, END_STREAM, b""), Ok("")),
        ("trailers", [begun(vec![]), frame(HEADERS, 5, 1, &field("x", "y"))].concat(), Ok("be")),
        ("the end of the connection in a body", begun(vec![]), Err(rules::BODY_INCOMPLETE)),
        ("the end of the connection before the answer", vec![], Err(rules::BODY_INCOMPLETE)),
        ("a reset without an error in a body", begun(reset(NO_ERROR)), Err(rules::BODY_INCOMPLETE)),
        ("a cancelled body", begun(reset(CANCEL)), Err(rules::BODY_INCOMPLETE)),
        ("a body that fails", begun(reset(INTERNAL_ERROR)), Err(rules::BODY_INCOMPLETE)),
        ("a whole body, and a reset", [whole(1), reset(NO_ERROR)].concat(), Ok("beer")),
        ("a refused request", reset(REFUSED_STREAM), Err(rules::CONNECTION_FAILED)),
        ("a server that goes away", goaway(0, NO_ERROR), Err(rules::CONNECTION_FAILED)),
        ("a server that goes away after its answer", [goaway(1, NO_ERROR), whole(1)].concat(), Ok("beer")),
        (
            "a server that goes away in a body",
            begun([goaway(1, NO_ERROR), frame(DATA, END_STREAM, 1, b"er")].concat()),
            Ok("beer"),
        ),
        (
            "a server that goes away in a body, without the rest",
            begun(goaway(1, NO_ERROR)),
            Err(rules::BODY_INCOMPLETE),
        ),
        ("a server that needs HTTP/1.1", reset(HTTP_1_1_REQUIRED), Err(rules::PROTOCOL_ERROR)),
        ("HTTP/1.1 in spite of the handshake", b"HTTP/1.1 200 OK\r\n\r\nbeer".to_vec(), Err(rules::PROTOCOL_ERROR)),
        ("no status", without_status, Err(rules::PROTOCOL_ERROR)),
        ("a name in upper case", head(1, END_STREAM, &field("Server", "x")), Err(rules::PROTOCOL_ERROR)),
        ("a field of connections", head(1, END_STREAM, &field("connection", "close")), Err(rules::PROTOCOL_ERROR)),
        ("a transfer coding", head(1, END_STREAM, &field("transfer-encoding", "gzip")), Err(rules::PROTOCOL_ERROR)),
        ("damaged compression", frame(HEADERS, END_HEADERS, 1, &[0x80]), Err(rules::PROTOCOL_ERROR)),
        ("data before the head", frame(DATA, END_STREAM, 1, b"beer"), Err(rules::PROTOCOL_ERROR)),
        ("data of a stream that nobody opened", frame(DATA, END_STREAM, 3, b"beer"), Err(rules::PROTOCOL_ERROR)),
        ("a pushed answer", frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2]), Err(rules::PROTOCOL_ERROR)),
        ("a frame that is too large", frame(UNKNOWN, 0, 0, &[0; 16_385]), Err(rules::PROTOCOL_ERROR)),
        ("settings of a wrong length", frame(SETTINGS, 0, 0, &[0; 5]), Err(rules::PROTOCOL_ERROR)),
    ];
    for (name, said, expected) in cases {
        let found = Server::saying(said).outcome(Limits::default());
        assert_eq!(found, expected.map(|text| text.as_bytes().to_vec()), "{name}");
    }
}

/// A name, the frames of a connection, those that are repeated, and the rules that may refuse them.
type Flood<'r> = (&'static str, Vec<u8>, Vec<u8>, &'r [Rule]);

/// Every kind of frame that a server may repeat for ever reaches the same limit.
#[test]
fn http2_floods_reach_the_limit() {
    let started = frame(HEADERS, 0, 1, &[STATUS_200]);
    let begun = head(1, 0, b"");
    let unpadded = 0;
    let padding = [&[255][..], &[0; 255]].concat();
    // The first field adds 4000 bytes to the dynamic table. Each further byte repeats that field (RFC 7541 section 6.1).
    let long = [&[0x40, 1, b'x', 0x7f, 0xa1, 0x1e][..], &[b'y'; 4000]].concat();
    let bomb = [&[STATUS_200][..], &long, &[0xbe; 4000]].concat();
    let rules = [rules::FIELDS_TOO_LARGE];
    let cases: Vec<Flood<'_>> = vec![
        ("PING", vec![], frame(PING, 0, 0, &[0; 8]), &rules),
        ("answers to PING", vec![], frame(PING, 1, 0, &[0; 8]), &rules),
        ("SETTINGS", vec![], frame(SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 100]), &rules),
        ("PRIORITY", vec![], frame(PRIORITY, 0, 1, &[0, 0, 0, 0, 1]), &rules),
        ("WINDOW_UPDATE", vec![], frame(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1]), &rules),
        ("frames of no known type", vec![], frame(UNKNOWN, 0, 0, &[0; 100]), &rules),
        ("GOAWAY", vec![], goaway(1, NO_ERROR), &rules),
        ("interim answers", vec![], frame(HEADERS, END_HEADERS, 1, &field(":status", "103")), &rules),
        ("CONTINUATION without bytes", started.clone(), frame(CONTINUATION, 0, 1, b""), &rules),
        ("CONTINUATION", started, frame(CONTINUATION, 0, 1, &field("x", &"y".repeat(100))), &rules),
        ("DATA without bytes", begun.clone(), frame(DATA, 0, 1, b""), &rules),
        ("DATA of padding", begun.clone(), frame(DATA, PADDED, 1, &padding), &rules),
        ("PING in a body", begun.clone(), frame(PING, unpadded, 0, &[0; 8]), &rules),
        ("few bytes for many fields", frame(HEADERS, END_HEADERS, 1, &bomb), frame(PING, 0, 0, &[0; 8]), &rules),
    ];
    for (name, first, again, expected) in cases {
        let started = Instant::now();
        let found = Server::flooding(first, again).outcome(Limits::default());
        let rule = found.expect_err(name);
        assert!(expected.contains(&rule), "{name}: {rule:?}");
        assert!(started.elapsed() < Duration::from_secs(20), "{name}");
    }
}

/// The limit on the fields is the one of HTTP/1.1.
#[test]
fn http2_fields_reach_the_limit() {
    let fields = field("x-menu", &"y".repeat(100)).repeat(100);
    let said = [head(1, 0, &fields), frame(DATA, END_STREAM, 1, b"beer")].concat();
    for (limit, expected) in [(8 << 10, Err(rules::FIELDS_TOO_LARGE)), (64 << 10, Ok(b"beer".to_vec()))] {
        assert_eq!(Server::saying(said.clone()).outcome(Limits::default().with_max_fields(limit)), expected, "{limit}");
    }
}

#[test]
fn http2_bodies_reach_the_limit() {
    let pieces: Vec<u8> = (0..50).flat_map(|_| frame(DATA, 0, 1, &[b'x'; 16_384])).collect();
    let server = Server::saying([head(1, 0, b""), pieces].concat());
    assert_eq!(server.outcome(Limits::default().with_max_bytes(100_000)), Err(rules::BODY_TOO_LARGE));
    let server = Server::saying(head(1, 0, &field("content-length", "2000000")));
    assert_eq!(server.outcome(Limits::default().with_max_bytes(100_000)), Err(rules::BODY_TOO_LARGE));
}

/// A server that answers every PING of its own, but no request, is as slow as a silent one.
#[test]
fn http2_time_limits_ignore_other_frames() {
    let pings = |peer: &mut Peer| {
        while peer.write(&frame(PING, 0, 0, &[0; 8])) {
            thread::sleep(Duration::from_millis(20));
        }
    };
    let short = Duration::from_millis(300);
    let silent = Server::new(move |_, peer| pings(peer));
    assert_eq!(silent.outcome(Limits::default().with_first_byte_timeout(short)), Err(rules::FIRST_BYTE_TIMEOUT));
    let stops = Server::new(move |_, peer| {
        peer.request();
        peer.write(&[head(1, 0, b""), frame(DATA, 0, 1, b"be")].concat());
        pings(peer);
    });
    assert_eq!(stops.outcome(Limits::default().with_read_timeout(short)), Err(rules::READ_TIMEOUT));
    let drips = Server::new(move |_, peer| {
        peer.request();
        peer.write(&head(1, 0, b""));
        while peer.write(&frame(DATA, 0, 1, b"x")) {
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert_eq!(drips.outcome(Limits::default().with_timeout(Duration::from_secs(1))), Err(rules::TOTAL_TIMEOUT));
}

/// A server that resets every stream at once gets a bounded number of requests.
#[test]
fn http2_rapid_resets_end() {
    const REQUESTS: usize = 10;
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let server = Server::new(move |_, peer| {
        while let Some(stream) = peer.request() {
            counted.fetch_add(1, Ordering::Relaxed);
            peer.write(&frame(RST_STREAM, 0, stream, &CANCEL.to_be_bytes()));
        }
    });
    let client = server.client(Limits::default());
    for _ in 0..REQUESTS {
        assert_eq!(fetch(&client, server.request()), Err(rules::BODY_INCOMPLETE));
    }
    let (asked, connections) = (asked.load(Ordering::Relaxed), server.connections.load(Ordering::Relaxed));
    assert!(asked <= 2 * REQUESTS && connections <= REQUESTS, "{asked} {connections}");
}

/// RFC 9113 section 6.8: requests after the last stream that the server names have not been processed, and are sent again.
#[test]
fn http2_requests_after_goaway_are_sent_again() {
    let server = Server::new(|number, peer| {
        let mut is_first = number == 1;
        while let Some(stream) = peer.request() {
            peer.write(&whole(stream));
            if is_first {
                peer.write(&goaway(stream, NO_ERROR));
                is_first = false;
            }
        }
    });
    let client = server.client(Limits::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let found = runtime.block_on(async {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..9 {
            let (client, request) = (client.clone(), server.request());
            tasks.spawn(async move { client.retrieve(&request).await.unwrap().bytes(1 << 30).await.unwrap() });
        }
        tasks.join_all().await
    });
    assert_eq!(found, ["beer"; 9]);
    assert!((2..=10).contains(&server.connections.load(Ordering::Relaxed)));
}

/// Requests with consequences are never sent twice, whatever the server says.
#[test]
fn http2_posts_are_sent_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let server = Server::new(move |_, peer| {
        while let Some(stream) = peer.request() {
            counted.fetch_add(1, Ordering::Relaxed);
            peer.write(&frame(RST_STREAM, 0, stream, &REFUSED_STREAM.to_be_bytes()));
        }
    });
    let order = server.request().sending(napkin_retrieve::Operation::Post, "beer=1");
    assert_eq!(fetch(&server.client(Limits::default()), order), Err(rules::CONNECTION_FAILED));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}
