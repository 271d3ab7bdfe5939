//! Proxies (RFC 9110 section 3.7).
//!
//! Reads the URL of a proxy and requests tunnels (section 9.3.6). Only a policy names a proxy. Environment variables
//! count only if the policy takes them, because a proxy resolves names itself and so bypasses the checks of addresses.

mod choice;

use napkin::base64;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) use self::choice::Proxies;
use crate::{Credentials, Error, Operation, Target, rules};

/// The address and the user of a proxy.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) host: String,
    pub(crate) port: u16,
    credentials: Option<Credentials>,
}

/// Limits the answer to `CONNECT`, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

impl Proxy {
    /// Reads the URL of a proxy: `http://proxy.example:3128/`.
    pub(crate) fn read(url: &str) -> Result<Self, Error> {
        let (target, _) = Target::read(url, Operation::Get)?;
        let is_bare = matches!(target.reference().path().as_str(), "" | "/") && target.reference().query().is_none();
        match (target.scheme(), target.host(), target.port()) {
            ("http", Some(host), Some(port)) if is_bare => {
                Ok(Self { host: host.to_owned(), port, credentials: target.credentials().cloned() })
            }
            _ => Err(Error::new(
                rules::SCHEME_NOT_PERMITTED,
                url,
                "expected a proxy such as http://proxy.example:3128, but found another URL",
            )),
        }
    }

    /// Returns the value of `Proxy-Authorization`.
    pub(crate) fn authorization(&self) -> Option<String> {
        let credentials = self.credentials.as_ref()?;
        let pair = format!("{}:{}", credentials.user(), credentials.password());
        Some(format!("Basic {}", base64::encode(pair.as_bytes())))
    }

    /// Requests a tunnel to the target's host and port. The error describes the answer.
    pub(crate) async fn tunnel(&self, stream: &mut TcpStream, target: &Target) -> Result<(), String> {
        let authority = format!("{}:{}", target.host().unwrap_or_default(), target.port().unwrap_or_default());
        let user = self.authorization().map(|value| format!("Proxy-Authorization: {value}\r\n")).unwrap_or_default();
        let request = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n{user}\r\n");
        stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut head = Vec::new();
        // Byte by byte: the bytes after the head belong to the tunnel.
        while !head.ends_with(b"\r\n\r\n") {
            if head.len() == LONGEST_HEAD {
                return Err("an answer that is too long".to_owned());
            }
            head.push(stream.read_u8().await.map_err(|_| "the end of the connection".to_owned())?);
        }
        let line = String::from_utf8_lossy(&head);
        let line = line.lines().next().unwrap_or_default();
        let mut words = line.split(' ');
        let is_http = words.next().is_some_and(|version| version.starts_with("HTTP/1."));
        match words.next().filter(|status| is_http && status.len() == 3 && status.starts_with('2')) {
            Some(_) => Ok(()),
            None => Err(format!("`{}`", line.escape_default())),
        }
    }
}
