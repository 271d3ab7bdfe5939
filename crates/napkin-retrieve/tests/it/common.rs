//! Servers for tests, which send exactly the given bytes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use napkin::Rule;
use napkin_retrieve::{Client, Policy, Request};

/// A server that passes each connection to a function, and keeps the heads of the requests.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers every request with what `answer` writes, then closes the connection.
    pub(crate) fn new(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (answer, seen) = (Arc::new(answer), Arc::clone(&requests));
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let (answer, seen) = (Arc::clone(&answer), Arc::clone(&seen));
                thread::spawn(move || {
                    let head = head(&mut stream);
                    seen.lock().expect("no panic").push(head.clone());
                    answer(&head, &mut stream);
                });
            }
        });
        Self { address, requests }
    }

    /// Answers with these bytes.
    pub(crate) fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        // The client may hang up first.
        Self::new(move |_, stream| drop(stream.write_all(&bytes)))
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the heads of the requests so far.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.requests.lock().expect("no panic").clone()
    }
}

/// Reads up to the empty line.
pub(crate) fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).into_owned()
}

/// Permits the public web, and the test servers on loopback.
pub(crate) fn policy(servers: &[&Server]) -> Policy {
    let policy = Policy::public_web().trust_host("127.0.0.1");
    servers.iter().fold(policy, |policy, server| policy.allow_port(server.address.port()))
}

/// Returns the body, or the rule of the failure.
pub(crate) fn fetch(client: &Client, request: Request) -> Result<Vec<u8>, Rule> {
    client
        .retrieve_blocking(&request)
        .and_then(|got| got.bytes())
        .map(|bytes| bytes.to_vec())
        .map_err(|failure| failure.error().rule())
}
