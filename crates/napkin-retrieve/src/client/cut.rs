//! The range that was asked for, of an object that came whole.
//!
//! Decides: that who asks for some bytes gets these and no others. A server may ignore a range (RFC 9110 section 14.2), and what has
//! no ranges of its own, such as `data`, gives all.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use futures_core::Stream;
use napkin::Url;

use super::{Failure, Retrieved};
use crate::body::Pieces;
use crate::{Body, ContentRange, Entity, Error};

impl Retrieved {
    /// Leaves the bytes from `first` to `last`, or to the end, of an object that came whole. A body that is a part of the object already
    /// stays as it is.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    ///
    /// let client = Client::new(Policy::public_web());
    /// let mut got = client.fetch(Request::get("data:,beer%20and%20bread"))?;
    /// got.cut(5, Some(7))?;
    /// assert_eq!(got.entity().range.unwrap().total, Some(14));
    /// assert_eq!(got.bytes()?, "and");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    ///
    /// # Errors
    /// `range-mismatch`, where the object is known to have no such bytes. Where its length shows only at its end, reading the body fails
    /// with that.
    pub fn cut(&mut self, first: u64, last: Option<u64>) -> Result<(), Failure> {
        self.entity.cut(&self.url, first, last).map_err(|error| self.failed(error))
    }
}

impl Entity {
    /// The same as [`Retrieved::cut`] of an entity at `url`.
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// use napkin_retrieve::{Body, Entity};
    ///
    /// let mut menu = Entity::new(None, Some(14), Body::from("beer and bread"));
    /// menu.cut(&Url::parse("file:///menu", Standard::Rfc3986).unwrap().into(), 5, Some(7))?;
    /// assert_eq!((menu.length, menu.range.map(|range| range.last)), (Some(3), Some(7)));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Retrieved::cut`].
    pub fn cut(&mut self, url: &Arc<Url>, first: u64, last: Option<u64>) -> Result<(), Error> {
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
        let pieces = std::mem::replace(&mut self.body, Body::empty()).into_pieces();
        self.body = Body::new(Cut { pieces, url: Arc::clone(url), first, seen: 0, left });
        Ok(())
    }
}

/// Passes over what is before the first byte, and ends behind the last one: the rest is not waited for.
struct Cut {
    pieces: Pieces,
    url: Arc<Url>,
    first: u64,
    /// How many bytes have come.
    seen: u64,
    /// How many are still to be handed out.
    left: u64,
}

impl Stream for Cut {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        while this.left > 0 {
            let Some(piece) = ready!(this.pieces.as_mut().poll_next(cx)) else {
                this.left = 0;
                // Not one byte of the range.
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

    /// Every range of ten bytes, in pieces of every length, where nobody has said how many there are.
    #[test]
    fn every_range_in_pieces() {
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
