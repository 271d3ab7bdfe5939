//! The body of a file.

use bytes::Bytes;

use super::session::Session;
use crate::Error;
use crate::by_scheme::lines::Lines;
use crate::by_scheme::netascii::Netascii;
use crate::by_scheme::pull_body::Source;

/// The bytes that are to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The announced number of bytes, from the first byte.
    pub(super) announced: Option<u64>,
    /// The requested number of bytes, if not all.
    pub(super) wanted: Option<u64>,
}

/// A file that is being read.
pub(super) struct Receiving {
    data: Lines,
    session: Session,
    span: Span,
    taken: u64,
    text: Option<Netascii>,
    is_done: bool,
}

impl Receiving {
    pub(super) fn new(data: Lines, session: Session, span: Span, is_text: bool) -> Self {
        Self { data, session, span, taken: 0, text: is_text.then(Netascii::default), is_done: false }
    }

    /// Returns the last decoded octets, which only text can have.
    fn rest(&mut self) -> Bytes {
        self.text.as_mut().map(|text| text.decoded(b"", true)).unwrap_or_default()
    }
}

impl Source for Receiving {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Error> {
        while !self.is_done {
            let left = self.span.wanted.map(|wanted| wanted - self.taken);
            if left == Some(0) {
                // The bytes after the range are not awaited.
                return Ok(None);
            }
            let Some(mut piece) = self.data.chunk().await? else {
                let is_short = self.span.announced.is_some_and(|announced| self.taken < announced);
                if is_short {
                    let announced = self.span.announced.unwrap_or_default();
                    let found = format!("{} and the end of the connection", self.taken);
                    return Err(self.data.incomplete(&format!("{announced} bytes"), &found));
                }
                let rest = self.rest();
                return finished(self, rest).await;
            };
            self.taken += piece.len() as u64;
            if let Some(announced) = self.span.announced.filter(|announced| self.taken > *announced) {
                return Err(self.data.incomplete(&format!("{announced} bytes"), "more"));
            }
            if let Some(left) = left.filter(|left| (piece.len() as u64) > *left) {
                piece.truncate(left as usize);
                self.taken = self.span.wanted.unwrap_or(self.taken);
            }
            let piece = match &mut self.text {
                Some(text) => text.decoded(&piece, false),
                None => piece,
            };
            if !piece.is_empty() {
                return Ok(Some((piece, self)));
            }
        }
        Ok(None)
    }
}

/// Ends the body if the server confirms the transfer.
async fn finished(receiving: Receiving, rest: Bytes) -> Result<Option<(Bytes, Receiving)>, Error> {
    let Receiving { mut data, session, span, taken, .. } = receiving;
    data.close().await;
    let session = session.finished().await?;
    let is_empty = rest.is_empty();
    let receiving = Receiving { data, session, span, taken, text: None, is_done: true };
    Ok((!is_empty).then_some((rest, receiving)))
}
