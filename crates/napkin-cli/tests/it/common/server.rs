//! Starts `napkin serve`, and sends it any bytes, valid or not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The time after which a test fails. It measures nothing.
const FAILED: Duration = Duration::from_secs(60);

/// A server that runs until the test ends.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    lines: Receiver<String>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Server {
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut arguments = vec!["serve", "--listen", "127.0.0.1:0"];
        arguments.extend(options);
        let mut child = super::command(&arguments).spawn().expect("the command starts");
        let stderr = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let line = lines.recv_timeout(FAILED).expect("the server says where it listens");
        let address = line.strip_prefix("listening on http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.and_then(|address| address.parse().ok()).unwrap_or_else(|| panic!("{line}"));
        Self { child, address, lines }
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(FAILED)).expect("a time limit");
        stream
    }

    /// Sends bytes, and returns the response up to the end of the connection.
    pub(crate) fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may have answered and closed the connection already.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request on a new connection.
    pub(crate) fn request(&self, method: &str, target: &str, fields: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if !fields.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in fields {
            head += &format!("{name}: {value}\r\n");
        }
        if method == "POST" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        let text = self.exchange(&[head.as_bytes(), b"\r\n", body].concat());
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {target}: {text}"));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
        let pair =
            |line: &str| line.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        let fields: Vec<_> = lines.filter_map(pair).collect();
        let is_chunked = fields.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = if is_chunked { joined(body) } else { body.to_owned() };
        Answer { status: status.expect("a status"), fields, body }
    }

    pub(crate) fn get(&self, target: &str) -> Answer {
        self.request("GET", target, &[], b"")
    }

    pub(crate) fn post(&self, target: &str, media_type: &str, body: &str) -> Answer {
        self.request("POST", target, &[("Content-Type", media_type)], body.as_bytes())
    }

    /// Returns the next line of standard error.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(FAILED).expect("a line")
    }

    /// Sends the server a signal, waits, and returns its exit status.
    pub(crate) fn end(&mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.child.wait().expect("the server ends").code()
    }

    pub(crate) fn signal(&self, signal: &str) {
        let sent = std::process::Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }
}

impl Answer {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Returns the rule by which a request was refused.
    pub(crate) fn rule(&self) -> String {
        self.json()["error"]["rule"].as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the remaining bytes of a connection: none if the server has closed it.
pub(crate) fn rest(mut stream: TcpStream) -> String {
    let _ = stream.shutdown(Shutdown::Write);
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    text
}

/// Joins chunks (RFC 9112 section 7.1). A truncated body yields the bytes received.
fn joined(chunks: &str) -> String {
    let (mut rest, mut all) = (chunks, String::new());
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a size");
        let Some((chunk, next)) = more.split_at_checked(size).filter(|_| size > 0) else { break };
        all.push_str(chunk);
        rest = next.strip_prefix("\r\n").unwrap_or_default();
    }
    all
}

/// Percent-encodes a text for a form or a query.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}
