//! Proxies, which retrieve on behalf of others (RFC 9110 section 3.7).
//!
//! Decides: how a proxy is named and how a tunnel through it is asked for (section 9.3.6). Only a policy names one; what an
//! environment variable says plays no part, since a proxy resolves names itself.

use napkin::base64;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{Credentials, Error, Operation, Target, rules};

/// Where a proxy is, and who uses it.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) host: String,
    pub(crate) port: u16,
    credentials: Option<Credentials>,
}

/// The longest answer to `CONNECT` that is read. Proxies say a line or two.
const LONGEST_HEAD: usize = 16 << 10;

impl Proxy {
    /// By its URL: `http://proxy.example:3128/`.
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

    /// The value of `Proxy-Authorization`.
    pub(crate) fn authorization(&self) -> Option<String> {
        let credentials = self.credentials.as_ref()?;
        let pair = format!("{}:{}", credentials.user(), credentials.password());
        Some(format!("Basic {}", base64::encode(pair.as_bytes())))
    }

    /// Asks for a tunnel to the target's host and port. The error is what was found in its place.
    pub(crate) async fn tunnel(&self, stream: &mut TcpStream, target: &Target) -> Result<(), String> {
        let authority = format!("{}:{}", target.host().unwrap_or_default(), target.port().unwrap_or_default());
        let user = self.authorization().map(|value| format!("Proxy-Authorization: {value}\r\n")).unwrap_or_default();
        let request = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n{user}\r\n");
        stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut head = Vec::new();
        // Byte by byte: what follows belongs to the tunnel.
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
