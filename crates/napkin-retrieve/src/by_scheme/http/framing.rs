//! Finds the end of an answer's body in HTTP/1.1 (RFC 9112 section 6). HTTP/2 frames bodies itself.
//!
//! Decides which framing is trusted. hyper parses lengths and chunks. It assumes that a body with an unknown transfer
//! coding ends with the connection, so a truncated body would look complete.

use http::header::{CONTENT_LENGTH, HeaderMap, TRANSFER_ENCODING};
use http::{StatusCode, Version};
use http_body::Body as _;
use hyper::body::Incoming;

use super::stream::Kept;
use super::{Exchange, Head};
use crate::{Error, Operation, Trail, rules};

impl Exchange<'_> {
    /// Returns the connection if it can be reused after this body, and notes a body that only the end of the connection
    /// ends (section 8).
    ///
    /// # Errors
    /// `protocol-error` for a transfer coding other than a single `chunked`.
    pub(super) fn framed(
        &self,
        head: &Head,
        body: &Incoming,
        kept: Kept,
        trail: &mut Trail,
    ) -> Result<Option<Kept>, Error> {
        let is_chunked = self.framing(head)?;
        if head.version == Version::HTTP_2 {
            return Ok(Some(kept));
        }
        if !is_chunked && body.size_hint().exact().is_none() {
            let message =
                "expected a length or chunks, but found neither: only the end of the connection ends the body";
            trail.note(self.error(rules::BODY_UNFRAMED, message));
        }
        // Section 6.3: two lengths may be an attempt to smuggle a second answer past an intermediary. The length is
        // still checked.
        let has_two_ends = is_chunked && head.headers.contains_key(CONTENT_LENGTH);
        Ok(Some(kept).filter(|_| !has_two_ends))
    }

    /// Returns whether the body is chunked.
    pub(super) fn framing(&self, head: &Head) -> Result<bool, Error> {
        let has_no_body = matches!(head.status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
        if has_no_body || self.target.operation() == Operation::Head {
            return Ok(false);
        }
        is_chunked(&head.headers).map_err(|found| {
            let message = format!("expected `chunked` as the only transfer coding, but found `{found}`");
            self.error(rules::PROTOCOL_ERROR, message)
        })
    }
}

/// Returns whether the body is chunked; any other transfer coding is the error.
fn is_chunked(fields: &HeaderMap) -> Result<bool, String> {
    let codings: Vec<_> =
        fields.get_all(TRANSFER_ENCODING).iter().map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    match &codings[..] {
        [] => Ok(false),
        [coding] if coding.trim().eq_ignore_ascii_case("chunked") => Ok(true),
        others => Err(others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9112 section 6.1: a server may apply other codings only if the client sends `TE`, which this client never
    /// sends.
    #[test]
    fn transfer_coding_is_a_single_chunked() {
        for (values, expected) in [
            (&[][..], Some(false)),
            (&["chunked"], Some(true)),
            (&[" Chunked "], Some(true)),
            (&["gzip, chunked"], None),
            (&["gzip"], None),
            (&["gzip", "chunked"], None),
            (&["chunked", "chunked"], None),
            (&["chunked, chunked"], None),
            (&["chunked, gzip"], None),
            (&["identity"], None),
            (&["identity, chunked"], None),
            (&["x-unknown"], None),
            (&["chunked;q=1"], None),
            (&["xchunked"], None),
            (&[""], None),
        ] {
            let mut fields = HeaderMap::new();
            for value in values {
                fields.append(TRANSFER_ENCODING, value.parse().unwrap());
            }
            assert_eq!(is_chunked(&fields).ok(), expected, "{values:?}");
        }
    }
}
