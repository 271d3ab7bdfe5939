//! The environment does not affect where `napkin get` connects, unless `--proxy-from-env` says so.
#![cfg(feature = "retrieve")]

use std::io::{ErrorKind, Read, Write};
use std::net::TcpListener;

use crate::common::command;

/// A proxy resolves names itself, so only a proxy that the policy names is used.
#[test]
fn proxies_of_the_environment_are_not_used() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/menu", server.local_addr().expect("an address"));
    let port = server.local_addr().expect("an address").port().to_string();
    let served = std::thread::spawn(move || {
        let (mut stream, _) = server.accept().expect("a connection");
        let mut head = [0; 1000];
        let length = stream.read(&mut head).expect("a request");
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbeer").expect("an answer");
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let mut get = command(&["get", "--allow-host", "127.0.0.1", "--allow-port", &port, &url]);
    let address = format!("http://{}/", proxy.local_addr().expect("an address"));
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        get.env(name, &address);
    }
    let output = get.env_remove("no_proxy").env_remove("NO_PROXY").output().expect("the command ends");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"beer"[..]));
    assert!(served.join().expect("the server ends").starts_with("GET /menu HTTP/1.1\r\n"));
    proxy.set_nonblocking(true).expect("a socket");
    assert_eq!(proxy.accept().expect_err("nobody has come").kind(), ErrorKind::WouldBlock);
}

/// The proxy answers for a host that nobody can resolve; `no_proxy` excludes it.
#[test]
fn proxies_of_the_environment_are_used_on_request() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", proxy.local_addr().expect("an address"));
    let get = |no_proxy: &str| {
        let mut get = command(&["get", "--proxy-from-env", "http://pub.invalid/menu"]);
        get.env("http_proxy", &address).env("no_proxy", no_proxy).env_remove("NO_PROXY");
        get
    };
    let direct = get("invalid").output().expect("the command ends");
    assert_eq!(direct.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&direct.stderr).contains("host-not-found"));
    let served = std::thread::spawn(move || {
        let (mut stream, _) = proxy.accept().expect("a connection");
        let mut head = [0; 1000];
        let length = stream.read(&mut head).expect("a request");
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbeer").expect("an answer");
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let output = get("").output().expect("the command ends");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"beer"[..]));
    assert!(served.join().expect("the proxy ends").starts_with("GET http://pub.invalid/menu HTTP/1.1\r\n"));
    let wrong = get("").env("http_proxy", "socks5://127.0.0.1:9").output().expect("the command ends");
    assert!(
        wrong.status.code() == Some(2) && String::from_utf8_lossy(&wrong.stderr).contains("--proxy-from-env socks5:")
    );
}
