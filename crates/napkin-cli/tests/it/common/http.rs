//! HTTP servers for tests: custom ones and nginx.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use self::real::{Running, start_nginx};
use super::programs::program;
use super::{Ran, napkin_with};

#[path = "../../../../napkin-retrieve/tests/it/real.rs"]
pub(crate) mod real;

/// Runs `napkin get` with a port of this machine admitted, and a list on standard input.
fn list_from(port: u16, options: &[&str], list: &str) -> Ran {
    let port = port.to_string();
    let admitted = ["get", "--allow-host", "127.0.0.1", "--allow-port", &port];
    napkin_with(&[&admitted, options].concat(), list)
}

/// A server of the test, and the heads of the requests that it has read.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers each connection once, by the head of its request.
    pub(crate) fn new(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        // A client that hangs up first is no error here.
        Self::by(move |head, stream| drop(stream.write_all(&answer(head))))
    }

    /// Passes each connection, once the head of its request has been read, to a function on a separate thread.
    pub(crate) fn by(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (seen, answer) = (Arc::clone(&heads), Arc::new(answer));
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                std::thread::spawn(move || {
                    let head = head(&mut stream);
                    seen.lock().expect("no panic").push(head.clone());
                    answer(&head, &mut stream);
                });
            }
        });
        Self { address, heads }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Runs `napkin get` with the server admitted.
    pub(crate) fn get(&self, path: &str, options: &[&str]) -> Ran {
        let url = self.url(path);
        self.list(&[options, &[&url]].concat(), "")
    }

    /// Runs `napkin get` with the server admitted, and a list on standard input.
    pub(crate) fn list(&self, options: &[&str], list: &str) -> Ran {
        list_from(self.address.port(), options, list)
    }

    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().expect("no panic").clone()
    }
}

pub(crate) fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).into_owned()
}

/// nginx, which serves a folder until the test ends.
pub(crate) struct Nginx {
    _running: Running,
    pub(crate) port: u16,
    _own: tempfile::TempDir,
}

impl Nginx {
    /// Starts nginx; `locations` is added to its `server` block.
    pub(crate) fn start(root: &Path, locations: &str) -> Option<Self> {
        let program = program("nginx", "nginx-light")?;
        let own = tempfile::tempdir().expect("a folder");
        let (at, root) = (own.path().display(), root.display());
        let (running, [port]) = start_nginx(&program, own.path(), |[port]| {
            format!(
                "daemon off; master_process off; pid {at}/pid; error_log {at}/errors; events {{}}\n\
                 http {{ access_log off; types {{ text/html html; text/css css; text/plain txt; image/gif gif; image/svg+xml svg;\n\
                 text/markdown md; application/json json; application/xml xml; message/rfc822 eml; }} client_body_temp_path {at}/1; proxy_temp_path {at}/2;\n\
                 fastcgi_temp_path {at}/3; uwsgi_temp_path {at}/4; scgi_temp_path {at}/5; keepalive_requests 100000;\n\
                 server {{ listen 127.0.0.1:{port}; root {root}; {locations} }} }}\n"
            )
        });
        Some(Self { _running: running, port, _own: own })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(crate) fn list(&self, options: &[&str], list: &str) -> Ran {
        list_from(self.port, options, list)
    }
}

/// Starts pyftpdlib, for the user `anonymous`.
pub(crate) fn ftp(root: &Path) -> Option<(Running, u16)> {
    real::pyftpdlib_at(root, &[])
}
