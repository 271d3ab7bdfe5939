//! The ways to ask for a URL. The next one is tried if the server refuses the one before. Start at `Way::first`.

use napkin_retrieve::{Failure, Hop, HopResult, Operation, Request, rules};

use super::target::{Wanted, host};
use crate::Options;

/// A way to ask for a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Head,
    /// GET of the first bytes, as many as are read of a body in which nothing is looked up. So a server does not send a film, and the
    /// connection can be used again.
    Part,
    /// GET of all bytes.
    Whole,
}

/// The endings of names of files that tend to be large.
const LARGE: &[&str] = &[
    "7z", "aac", "apk", "appimage", "avi", "bin", "bz2", "cab", "crate", "deb", "dmg", "exe", "flac", "flv", "gz",
    "img", "iso", "jar", "lzma", "m4a", "m4v", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg", "msi", "oga", "ogg", "ogv",
    "opus", "ova", "pdf", "pkg", "qcow2", "rar", "rpm", "snap", "tar", "tgz", "txz", "vmdk", "war", "warc", "wav",
    "webm", "whl", "wmv", "xz", "zip", "zst",
];

impl Way {
    /// Returns the way to ask for a URL first.
    pub(super) fn first(url: &str, wanted: &Wanted, options: &Options, is_head_refused: bool) -> Self {
        let is_head = !is_head_refused && !options.soft_404 && !wanted.needs_body();
        if is_head { Self::Head } else { Self::get(url, wanted, options) }
    }

    /// Returns the way to ask for the body of a URL.
    fn get(url: &str, wanted: &Wanted, options: &Options) -> Self {
        let is_searched = wanted.needs_body() || url.contains('#');
        let is_part = url.starts_with("http") && options.max_unread > 0 && !is_searched && has_large_name(url);
        if is_part { Self::Part } else { Self::Whole }
    }

    /// Returns the way to ask after this one, if the server refuses this one.
    pub(super) fn after(
        self,
        hop: &Result<HopResult, Failure>,
        url: &str,
        wanted: &Wanted,
        options: &Options,
    ) -> Option<Self> {
        match self {
            Self::Head => refuses_head(hop).then(|| Self::get(url, wanted, options)),
            Self::Part => refuses_part(hop).then_some(Self::Whole),
            Self::Whole => None,
        }
    }

    /// Returns the request that asks in this way.
    pub(super) fn of(self, request: Request, options: &Options) -> Request {
        match self {
            Self::Head => request.with_operation(Operation::Head),
            Self::Part => request.with_range(0..=options.max_unread.saturating_sub(1)),
            Self::Whole => request,
        }
    }
}

/// Returns whether the name of the file in the path of a URL has the ending of a large one.
fn has_large_name(url: &str) -> bool {
    let path = url[host(url).len()..].split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    ending.is_some_and(|ending| LARGE.iter().any(|large| large.eq_ignore_ascii_case(ending)))
}

/// Returns whether a server does not answer HEAD as it may answer GET. Statuses that tell the client to stay away are final.
fn refuses_head(hop: &Result<HopResult, Failure>) -> bool {
    match hop {
        Ok(HopResult::Found(_)) => status(hop).is_some_and(|status| !matches!(status, 401 | 407 | 410 | 429)),
        Ok(_) => false,
        Err(failure) => {
            let broken = [rules::BODY_INCOMPLETE, rules::PROTOCOL_ERROR, rules::FIRST_BYTE_TIMEOUT];
            broken.contains(&failure.error().rule()) || status(hop).is_some()
        }
    }
}

/// Returns whether a server may answer a request for the whole, though it does not for a part: an empty file has no part (RFC 9110
/// section 14.1.2), some programs send another part, and some fail.
fn refuses_part(hop: &Result<HopResult, Failure>) -> bool {
    match hop {
        Ok(_) => status(hop).is_some_and(|status| matches!(status, 400 | 406 | 412 | 416 | 500 | 501)),
        Err(failure) => failure.error().rule() == rules::RANGE_MISMATCH,
    }
}

/// Returns the status behind which a failure came.
pub(super) fn status_of(failure: &Failure) -> Option<u16> {
    failure.trail().hops().last().and_then(Hop::status)
}

/// Returns the status of a failure, other than that of a server that wants fewer requests.
fn status(hop: &Result<HopResult, Failure>) -> Option<u16> {
    let (status, is_limit) = match hop {
        Ok(HopResult::Found(retrieved)) => {
            let entity = retrieved.entity();
            (entity.status, entity.status == Some(503) && entity.field("retry-after").is_some())
        }
        Ok(_) => (None, false),
        Err(failure) => (status_of(failure), false),
    };
    status.filter(|status| *status >= 400 && !is_limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_large_files_end_their_path() {
        for (url, is_large) in [
            ("http://h/debian.iso", true),
            ("http://h/a/DEBIAN.ISO?mirror=1#x", true),
            ("ftp://h/a.tar.gz", true),
            ("http://h/page.html?file=debian.iso", false),
            ("http://h/debian.iso/notes", false),
            ("http://h.zip", false),
            ("http://h.zip/", false),
            ("http://h/zip", false),
        ] {
            assert_eq!(has_large_name(url), is_large, "{url}");
        }
    }
}
