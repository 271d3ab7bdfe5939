//! The environment does not affect where `napkin get` connects.
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
