//! `tftp` URLs (RFC 3617) by TFTP (RFC 1350), with the options of RFC 2347 to 2349.
//!
//! Decides which packets belong to the transfer. They come from the checked address and, after the first one, from one
//! port; others are answered with an error and dropped. Only a short block marks the end of the file.

mod packet;

use std::time::Duration;

use bytes::Bytes;
use napkin::Rule;
use tokio::time::timeout;

use self::packet::{Packet, Request as Packets};
use super::media_types;
use super::netascii::Netascii;
use super::pull_body::{self, Source};
use crate::error::reason;
use crate::rules;
use crate::{
    Answer, Body, BoxFuture, Datagrams, Entity, Error, Limits, Operation, Permit, Request, Retriever, Target, Trail,
    text_protocol,
};

/// Retrieves files, as octets (`;mode=octet`, the default), or as text with LF at the end of lines (`;mode=netascii`).
///
/// It requests blocks of 1428 octets and the length of the file, and accepts servers that know neither option. Lost
/// packets are requested again after half a second, then after twice as long each time up to four seconds, until the
/// read timeout. Block numbers continue with 0 after 65535, so that files can have any length, with servers that do the
/// same. There are no folders and no ranges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tftp;

impl Retriever for Tftp {
    fn schemes(&self) -> &[&'static str] {
        &["tftp"]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        _: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let target = permit.target().clone();
            let wanted = Wanted::of(&target)?;
            let transfer = Transfer::new(permit.datagrams(trail).await?, &wanted, &target);
            transfer.begin(&wanted, limits).await.map(Answer::Entity)
        })
    }
}

/// Requested octets per block: what fits an Ethernet frame (RFC 2348).
const BLOCK: usize = 1428;

/// Octets per block without options.
const PLAIN_BLOCK: usize = 512;

/// The first and the longest time to wait for an answer.
const PATIENCE: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(4)];

/// The request that a URL means.
struct Wanted {
    name: Vec<u8>,
    is_text: bool,
    is_head: bool,
    media_type: Option<&'static str>,
}

impl Wanted {
    /// RFC 3617 section 2.
    fn of(target: &Target) -> Result<Self, Error> {
        let unreadable = |message: &str| Err(Error::new(rules::OBJECT_UNREADABLE, target.url().as_str(), message));
        let path = target.reference().path();
        // A semicolon in a name is escaped, so the mode is split off before escapes are decoded.
        let (text, mode) = match path.as_str().rsplit_once(";mode=") {
            Some((_, mode)) => (path.len() - ";mode=".len() - mode.len(), mode),
            None => (path.len(), "octet"),
        };
        let is_text = match mode.to_ascii_lowercase().as_str() {
            "octet" => false,
            "netascii" => true,
            _ => return unreadable("expected the mode netascii or octet, but found another"),
        };
        let mut name = text_protocol::decoded_octets(path, b"", target)?;
        let behind = path.as_str()[text..].len();
        name.truncate(name.len() - behind);
        if name.first() == Some(&b'/') {
            name.remove(0);
        }
        if let Some(query) = target.reference().query() {
            name.extend([&b"?"[..], &text_protocol::decoded_octets(query, b"", target)?].concat());
        }
        if name.is_empty() {
            return unreadable("expected the name of a file, but found none");
        }
        let media_type = std::str::from_utf8(&name).ok().and_then(|name| media_types::of(name.as_ref()));
        Ok(Self { name, is_text, is_head: target.operation() == Operation::Head, media_type })
    }
}

/// A file that is being read.
struct Transfer {
    socket: Datagrams,
    url: String,
    /// The server's port, which it chooses with its first answer (RFC 1350 section 4).
    port: Option<u16>,
    block_size: usize,
    /// The last packet sent, which is repeated if no answer comes.
    last_sent: Vec<u8>,
    /// The number of the last block received.
    block: u16,
    text: Option<Netascii>,
    /// The first block, if no options preceded it.
    first: Option<Bytes>,
    buffer: Vec<u8>,
    is_done: bool,
}

impl Transfer {
    fn new(socket: Datagrams, wanted: &Wanted, target: &Target) -> Self {
        Self {
            socket,
            url: target.url().as_str().to_owned(),
            port: None,
            block_size: PLAIN_BLOCK,
            last_sent: Vec::new(),
            block: 0,
            text: wanted.is_text.then(Netascii::default),
            first: None,
            // One octet more than the largest packet, so that a longer one is detected.
            buffer: vec![0; 4 + BLOCK + 1],
            is_done: false,
        }
    }

    fn error(&self, rule: Rule, message: impl Into<String>) -> Error {
        Error::new(rule, &self.url, message)
    }

    /// Sends the request and reads the answer: options, or the first block from servers without options.
    async fn begin(mut self, wanted: &Wanted, limits: &Limits) -> Result<Entity, Error> {
        let media_type = wanted.media_type.map(str::to_owned);
        self.ask(wanted, Some(BLOCK)).await?;
        let mut answer = self.receive().await?;
        if matches!(answer, Received::Declined) {
            // RFC 2347: the request is repeated without options, as another transfer with another port.
            self.port = None;
            self.ask(wanted, None).await?;
            answer = self.receive().await?;
        }
        let length = match answer {
            Received::Options { block_size, length } => {
                self.block_size = block_size.unwrap_or(PLAIN_BLOCK);
                // The length of text changes in transfer (RFC 2349 section 4).
                let length = length.filter(|_| !wanted.is_text);
                if !wanted.is_head {
                    self.acknowledge(0).await?;
                }
                length
            }
            Received::Block(block) => {
                self.take(&block);
                self.first = Some(block);
                None
            }
            Received::Declined => {
                return Err(self
                    .error(rules::PROTOCOL_ERROR, "expected a file, but found options declined that there were not"));
            }
        };
        if wanted.is_head {
            let _ = self.send(packet::ABORT.to_vec()).await;
            return Ok(Entity::new(media_type, length, Body::empty()));
        }
        let url = self.url.clone();
        Ok(Entity::new(media_type, length, pull_body::body(self, &url, limits)))
    }

    async fn ask(&mut self, wanted: &Wanted, block_size: Option<usize>) -> Result<(), Error> {
        self.last_sent = Packets { name: &wanted.name, is_text: wanted.is_text, block_size }.write();
        self.send_again().await
    }

    /// Remembers a block. A short block is the last.
    fn take(&mut self, block: &Bytes) {
        self.block = self.block.wrapping_add(1);
        self.is_done = block.len() < self.block_size;
    }

    async fn acknowledge(&mut self, block: u16) -> Result<(), Error> {
        self.last_sent = packet::acknowledgement(block);
        self.send_again().await
    }

    async fn send_again(&self) -> Result<(), Error> {
        self.send(self.last_sent.clone()).await
    }

    async fn send(&self, packet: Vec<u8>) -> Result<(), Error> {
        let port = self.port.unwrap_or(self.socket.address().port());
        let sent = self.socket.send(&packet, port).await;
        sent.map_err(|error| {
            self.error(rules::CONNECTION_FAILED, format!("expected a server, but found {}", reason(&error)))
        })
    }

    /// Returns the next packet of the transfer. Repeats the last packet sent while nothing comes; the client's time
    /// limits end this.
    async fn receive(&mut self) -> Result<Received, Error> {
        let [mut patience, longest] = PATIENCE;
        let mut buffer = std::mem::take(&mut self.buffer);
        let received = loop {
            match timeout(patience, self.arriving(&mut buffer)).await {
                Ok(received) => break received,
                Err(_) => {
                    patience = (patience * 2).min(longest);
                    if let Err(error) = self.send_again().await {
                        break Err(error);
                    }
                }
            }
        };
        self.buffer = buffer;
        received
    }

    async fn arriving(&mut self, buffer: &mut [u8]) -> Result<Received, Error> {
        loop {
            let (length, port) = match self.socket.receive(buffer).await {
                Ok(received) => received,
                // The machine reports that no program listens at that port, like a refused TCP connection.
                Err(error) => {
                    let message = format!("expected a server, but found {}", reason(&error));
                    return Err(self.error(rules::CONNECTION_FAILED, message));
                }
            };
            if self.port.is_some_and(|known| known != port) {
                // RFC 1350 section 4: sends an error to the stranger; the transfer continues.
                let _ = self.socket.send(packet::UNKNOWN_TRANSFER, port).await;
                continue;
            }
            let read = Packet::read(&buffer[..length]);
            let received =
                read.ok_or_else(|| self.error(rules::PROTOCOL_ERROR, "expected a packet of TFTP, but found another"));
            if let Some(received) = self.of_transfer(received?)? {
                self.port = Some(port);
                return Ok(received);
            }
        }
    }

    /// Interprets a packet; `None` if it repeats an earlier one.
    fn of_transfer(&self, packet: Packet<'_>) -> Result<Option<Received>, Error> {
        match packet {
            Packet::Data { block, octets } => {
                let is_too_long = octets.len() > self.block_size;
                if is_too_long {
                    let message = format!("expected blocks of {} octets, but found a longer one", self.block_size);
                    return Err(self.error(rules::PROTOCOL_ERROR, message));
                }
                let is_next = block == self.block.wrapping_add(1);
                Ok(is_next.then(|| Received::Block(Bytes::copy_from_slice(octets))))
            }
            Packet::Options(options) if self.port.is_none() => {
                let received = packet::agreed(options, BLOCK);
                let message = "expected the options that were asked for, but found others";
                received.map(Some).ok_or_else(|| self.error(rules::PROTOCOL_ERROR, message))
            }
            // A repeated block: the acknowledgement was lost.
            Packet::Options(_) => Ok(None),
            Packet::Error { code: packet::OPTIONS_DECLINED, .. } if self.port.is_none() => Ok(Some(Received::Declined)),
            Packet::Error { code, text } => Err(self.refused(code, text)),
            Packet::Other => Err(self.error(rules::PROTOCOL_ERROR, "expected data, but found another packet")),
        }
    }

    /// Before the first block the file is unavailable; after it, the file is cut off.
    fn refused(&self, code: u16, text: &[u8]) -> Error {
        let rule = if self.port.is_none() { rules::OBJECT_UNREADABLE } else { rules::BODY_INCOMPLETE };
        let said = super::lines::quoted(text);
        self.error(rule, format!("expected a file, but found the error {code} `{said}`"))
    }
}

/// A packet from the server.
enum Received {
    Options {
        block_size: Option<usize>,
        length: Option<u64>,
    },
    Block(Bytes),
    /// The server declines options.
    Declined,
}

impl Source for Transfer {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Error> {
        loop {
            let block = match self.first.take() {
                Some(first) => first,
                None if self.is_done => return Ok(None),
                None => match self.receive().await? {
                    Received::Block(block) => {
                        self.take(&block);
                        block
                    }
                    Received::Options { .. } | Received::Declined => continue,
                },
            };
            self.acknowledge(self.block).await?;
            let is_done = self.is_done;
            let piece = match &mut self.text {
                Some(text) => text.decoded(&block, is_done),
                None => block,
            };
            if !piece.is_empty() {
                return Ok(Some((piece, self)));
            }
        }
    }
}
