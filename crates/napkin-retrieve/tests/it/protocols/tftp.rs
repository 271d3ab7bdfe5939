//! TFTP against tftpd-hpa, and test servers that lie.

use std::fs::{self, Permissions};
use std::net::{SocketAddr, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use napkin::Rule;
use napkin_retrieve::{Request, rules};

use super::servers::{client, failed, got, rule, short};
use crate::real::tftpd;

/// Returns octets that differ from their neighbours, with line ends among them.
fn octets(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at * 7 + at / 251) as u8).collect()
}

#[test]
fn tftpd_serves() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    // Lengths around the ends of blocks, and beyond 65535 blocks.
    let sizes = [0, 1, 511, 512, 513, 1427, 1428, 1429, 2856, 100_000, 1428 * 65_540 + 3];
    for size in sizes {
        fs::write(folder.path().join(format!("{size}.bin")), octets(size)).unwrap();
    }
    fs::write(folder.path().join("a menu;x.txt"), "beer\ncider\r\n").unwrap();
    let Some((_running, port)) = tftpd(folder.path()) else { return };
    let client = client("tftp", port);
    let at = |path: &str| format!("tftp://127.0.0.1:{port}/{path}");
    for size in sizes {
        let fetched = client.retrieve_blocking(&Request::get(at(&format!("{size}.bin")))).unwrap();
        assert_eq!(fetched.entity().length, Some(size as u64));
        assert!(fetched.bytes().unwrap() == octets(size), "{size}");
    }
    let head = client.retrieve_blocking(&Request::head(at("100000.bin;mode=octet"))).unwrap();
    assert_eq!((head.entity().length, head.bytes().unwrap().len()), (Some(100_000), 0));
    assert_eq!(got(&client, Request::get(at("a%20menu%3Bx.txt"))), ("text/plain".into(), "beer\ncider\r\n".into()));
    let text = got(&client, Request::get(at("a%20menu%3Bx.txt;mode=netascii"))).1;
    assert_eq!(text, "beer\ncider\r\n");
    let error = failed(&client, Request::get(at("nothing")));
    assert_eq!(error.rule(), rules::OBJECT_UNREADABLE);
    assert_eq!(error.message(), "expected a file, but found the error 1 `File not found`");
}

#[test]
fn tftp_urls_without_a_file_are_refused() {
    let client = client("tftp", 7000);
    for (path, expected) in [
        ("", rules::OBJECT_UNREADABLE),
        ("/", rules::OBJECT_UNREADABLE),
        ("/a;mode=mail", rules::OBJECT_UNREADABLE),
        ("/a%00octet%00", rules::ESCAPED_CONTROL),
        ("/a%0Ab", rules::ESCAPED_CONTROL),
    ] {
        assert_eq!(rule(&client, &format!("tftp://127.0.0.1:7000{path}")), expected, "{path}");
    }
}

/// The behaviour of a test server: its socket, and the address of the client.
type Conduct = fn(&UdpSocket, SocketAddr, &[u8]);

/// A server that answers each request from its own port, as the protocol requires.
fn lying(conduct: Conduct) -> u16 {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = socket.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let mut buffer = [0; 2048];
        while let Ok((length, from)) = socket.recv_from(&mut buffer) {
            if buffer[1] == 1 {
                let own = UdpSocket::bind("127.0.0.1:0").unwrap();
                own.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
                conduct(&own, from, &buffer[..length]);
            }
        }
    });
    port
}

fn send(socket: &UdpSocket, to: SocketAddr, head: [u8; 4], octets: &[u8]) {
    socket.send_to(&[&head[..], octets].concat(), to).unwrap();
}

/// Returns whether the packet acknowledges this block.
fn acknowledged(socket: &UdpSocket, block: u8) -> bool {
    let mut buffer = [0; 2048];
    matches!(socket.recv_from(&mut buffer), Ok((4, _))) && buffer[..4] == [0, 4, 0, block]
}

#[test]
fn tftp_servers_without_options_serve() {
    let port = lying(|own, to, _| {
        send(own, to, [0, 3, 0, 1], &[b'a'; 512]);
        assert!(acknowledged(own, 1));
        send(own, to, [0, 3, 0, 2], b"b");
        assert!(acknowledged(own, 2));
    });
    let text = got(&client("tftp", port), Request::get(format!("tftp://127.0.0.1:{port}/x.txt"))).1;
    assert_eq!(text, "a".repeat(512) + "b");
    let head =
        client("tftp", port).retrieve_blocking(&Request::head(format!("tftp://127.0.0.1:{port}/x.txt"))).unwrap();
    assert_eq!((head.media_type(), head.entity().length), (Some("text/plain"), None));
}

/// RFC 2347: a server may decline options, which are then not repeated.
#[test]
fn tftp_servers_that_decline_options_serve() {
    let port = lying(|own, to, request| {
        if request.windows(7).any(|text| text == b"blksize") {
            return send(own, to, [0, 5, 0, 8], b"no\0");
        }
        send(own, to, [0, 3, 0, 1], b"beer");
        assert!(acknowledged(own, 1));
    });
    assert_eq!(got(&client("tftp", port), Request::get(format!("tftp://127.0.0.1:{port}/x"))).1, "beer");
}

/// Packets are lost, repeated, late, or from strangers.
#[test]
fn tftp_survives_lost_and_strange_packets() {
    let port = lying(|own, to, _| {
        let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
        stranger.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let elsewhere = UdpSocket::bind("127.0.0.2:0").unwrap();
        send(own, to, [0, 3, 0, 1], &[b'a'; 512]);
        assert!(acknowledged(own, 1));
        // From another address: it is ignored.
        send(&elsewhere, to, [0, 3, 0, 2], b"evil");
        // From another port: it is answered with an error (RFC 1350 section 4).
        send(&stranger, to, [0, 3, 0, 2], b"evil");
        let mut buffer = [0; 64];
        assert!(stranger.recv_from(&mut buffer).is_ok() && buffer[..4] == [0, 5, 0, 5]);
        // The same block again, and one that is too early.
        send(own, to, [0, 3, 0, 1], &[b'x'; 512]);
        send(own, to, [0, 3, 0, 3], b"late");
        // No packet: the acknowledgement is repeated.
        assert!(acknowledged(own, 1));
        send(own, to, [0, 3, 0, 2], b"b");
        assert!(acknowledged(own, 2));
    });
    let patient = client("tftp", port).with_limits(short().with_read_timeout(Duration::from_secs(10)));
    let text = got(&patient, Request::get(format!("tftp://127.0.0.1:{port}/x"))).1;
    assert_eq!(text, "a".repeat(512) + "b");
}

#[test]
fn tftp_servers_that_lie_are_refused() {
    let conducts: [(Conduct, Rule); 10] = [
        // The file is longer or shorter than announced.
        (|own, to, _| send_file(own, to, "9"), rules::BODY_INCOMPLETE),
        (|own, to, _| send_file(own, to, "3"), rules::BODY_INCOMPLETE),
        // The server stops, silently or with an error.
        (|own, to, _| send(own, to, [0, 3, 0, 1], &[b'a'; 512]), rules::READ_TIMEOUT),
        (
            |own, to, _| {
                send(own, to, [0, 3, 0, 1], &[b'a'; 512]);
                assert!(acknowledged(own, 1));
                send(own, to, [0, 5, 0, 0], b"disk on fire\0");
            },
            rules::BODY_INCOMPLETE,
        ),
        (|own, to, _| send(own, to, [0, 5, 0, 2], b"no\0"), rules::OBJECT_UNREADABLE),
        (|own, to, _| send(own, to, [0, 5, 0, 8], b"never\0"), rules::PROTOCOL_ERROR),
        (|own, to, _| send(own, to, [0, 6, b'b', b'l'], b"ksize\x0065464\0"), rules::PROTOCOL_ERROR),
        (|own, to, _| send(own, to, [0, 3, 0, 1], &[b'a'; 600]), rules::PROTOCOL_ERROR),
        (|own, to, _| send(own, to, *b"HTTP", b"/1.1 200"), rules::PROTOCOL_ERROR),
        (|own, to, _| send(own, to, [0, 1, b'x', 0], b"octet\0"), rules::PROTOCOL_ERROR),
    ];
    for (at, (conduct, expected)) in conducts.into_iter().enumerate() {
        let port = lying(conduct);
        assert_eq!(rule(&client("tftp", port), &format!("tftp://127.0.0.1:{port}/x")), expected, "{at}");
    }
}

/// Sends four octets, as many as the options announce.
fn send_file(own: &UdpSocket, to: SocketAddr, length: &str) {
    own.send_to(format!("\0\x06tsize\0{length}\0").as_bytes(), to).unwrap();
    assert!(acknowledged(own, 0));
    send(own, to, [0, 3, 0, 1], b"beer");
    assert!(acknowledged(own, 1));
}

#[test]
fn tftp_servers_that_send_forever_or_nothing_are_ended() {
    let forever = lying(|own, to, _| {
        for block in 1..=u16::MAX {
            let [high, low] = block.to_be_bytes();
            send(own, to, [0, 3, high, low], &[b'x'; 512]);
            let mut buffer = [0; 64];
            if own.recv_from(&mut buffer).is_err() {
                return;
            }
        }
    });
    let limited = client("tftp", forever).with_limits(short().with_max_decoded(100_000));
    assert_eq!(rule(&limited, &format!("tftp://127.0.0.1:{forever}/x")), rules::DECODED_TOO_LARGE);
    let silent = lying(|_, _, _| ());
    let hasty = client("tftp", silent).with_limits(short().with_first_byte_timeout(Duration::from_millis(700)));
    assert_eq!(rule(&hasty, &format!("tftp://127.0.0.1:{silent}/x")), rules::FIRST_BYTE_TIMEOUT);
}
