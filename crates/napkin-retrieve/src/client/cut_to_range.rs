//! Cuts a complete object to the requested range.
//!
//! A server may ignore a range (RFC 9110 section 14.2), and schemes such as `data` have none. A program that requests
//! some bytes gets exactly these.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use futures_core::Stream;
use napkin::Url;

use super::{Failure, Retrieved};
use crate::body::Chunks;
use crate::{Body, ContentRange, Entity, Error};

impl Retrieved {
    /// Cuts a complete object to the bytes from `first` to `last`, or to the end. A body that is already a part of the
    /// object stays unchanged.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    ///
    /// let client = Client::new(Policy::public_web());
    /// let mut got = client.retrieve_blocking(&Request::get("data:,beer%20and%20bread"))?;
    /// got.cut_to_range(5, Some(7))?;
    /// assert_eq!(got.entity().range.unwrap().total, Some(14));
    /// assert_eq!(got.bytes()?, "and");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    ///
    /// # Errors
    /// `range-mismatch` if the object has no such bytes. If its length is known only at the end, reading the body
    /// returns this error.
    pub fn cut_to_range(&mut self, first: u64, last: Option<u64>) -> Result<(), Failure> {
        self.entity.cut_to_range(&self.url, first, last).map_err(|error| self.failed(error))
    }
}

impl Entity {
    /// Cuts an entity at `url` like [`Retrieved::cut_to_range`].
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// use napkin_retrieve::{Body, Entity};
    ///
    /// let mut menu = Entity::new(None, Some(14), Body::from("beer and bread"));
    /// menu.cut_to_range(&Url::parse("file:///menu", Standard::Rfc3986).unwrap().into(), 5, Some(7))?;
    /// assert_eq!((menu.length, menu.range.map(|range| range.last)), (Some(3), Some(7)));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Retrieved::cut_to_range`].
    pub fn cut_to_range(&mut self, url: &Arc<Url>, first: u64, last: Option<u64>) -> Result<(), Error> {
        if self.range.is_some() {
            return Ok(());
        }
        if let Some(total) = self.length {
            let range = ContentRange::within(first, last, total);
            let range = range.ok_or_else(|| Error::out_of_range(url.as_str(), first, total))?;
            self.range = Some(range);
            self.length = Some(range.last - range.first + 1);
        }
        let left = last.map_or(u64::MAX, |last| last.saturating_sub(first).saturating_add(1));
        let pieces = std::mem::replace(&mut self.body, Body::empty()).into_chunks();
        self.body = Body::new(Cut { pieces, url: Arc::clone(url), first, seen: 0, left });
        Ok(())
    }
}

/// Skips the bytes before the range, and ends after the last byte without waiting for the rest.
struct Cut {
    pieces: Chunks,
    url: Arc<Url>,
    first: u64,
    /// The number of bytes that have arrived.
    seen: u64,
    /// The number of bytes still to yield.
    left: u64,
}

impl Stream for Cut {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        while this.left > 0 {
            let Some(piece) = ready!(this.pieces.as_mut().poll_next(cx)) else {
                this.left = 0;
                // The object ends before the range.
                let ends_before = this.seen <= this.first;
                return Poll::Ready(
                    ends_before.then(|| Err(Error::out_of_range(this.url.as_str(), this.first, this.seen))),
                );
            };
            let mut piece = piece?;
            let before = this.first.saturating_sub(this.seen).min(piece.len() as u64);
            this.seen += piece.len() as u64;
            piece.advance(before as usize);
            piece.truncate(usize::try_from(this.left).unwrap_or(usize::MAX));
            if !piece.is_empty() {
                this.left -= piece.len() as u64;
                return Poll::Ready(Some(Ok(piece)));
            }
        }
        Poll::Ready(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use napkin::Standard;

    struct Each(Vec<Bytes>);

    impl Stream for Each {
        type Item = Result<Bytes, Error>;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Ready(self.0.pop().map(Ok))
        }
    }

    /// Tries every range of ten bytes, in chunks of every length, without an announced length.
    #[test]
    fn cut_to_range_returns_every_range() {
        let all = Bytes::from_static(b"0123456789");
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for (size, first) in (1..=10).flat_map(|size| (0..=10).map(move |first| (size, first))) {
            for last in (first..12).map(Some).chain([None]) {
                let pieces = Each(all.chunks(size).rev().map(Bytes::copy_from_slice).collect());
                let left = last.map_or(u64::MAX, |last| (last - first + 1) as u64);
                let (pieces, url) = (Box::pin(pieces), Url::parse("x:", Standard::Rfc3986).unwrap().into());
                let cut = Body::new(Cut { pieces, url, first: first as u64, seen: 0, left });
                let got = runtime.block_on(cut.bytes(100)).map_err(|error| error.rule());
                let end = last.map_or(10, |last| (last + 1).min(10));
                let expected = if first < 10 { Ok(all.slice(first..end)) } else { Err(rules::RANGE_MISMATCH) };
                assert_eq!(got, expected, "{first} to {last:?} in pieces of {size}");
            }
        }
    }
}
