//! What a server says about a target.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use napkin_document::Kind;

use crate::Verdict;

/// The answer about a target.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) reason: Cow<'static, str>,
    pub(crate) status: Option<u16>,
    /// The URL after redirects, if there were any.
    pub(crate) final_url: Option<String>,
    pub(crate) redirects: Vec<(String, u16)>,
    pub(crate) is_unseen: bool,
    /// Why each fragment names nothing.
    pub(super) fragments: BTreeMap<String, Option<String>>,
    /// The page, if its links will be checked.
    pub(super) page: Option<Page>,
    /// A digest of the page without its own path, to recognise the page for missing targets.
    pub(super) likeness: Option<u64>,
    /// When the server was asked, in seconds since 1970.
    pub(super) asked: u64,
    /// Whether the answer is from an earlier run.
    pub(super) is_recorded: bool,
}

/// A page of a server.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) url: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: Kind,
    pub(crate) charset: Option<String>,
}

/// The outcome of one try.
pub(super) enum Asked {
    Done(Answer),
    /// Another try may have another outcome.
    Again {
        answer: Answer,
        /// The pause that the server asks for.
        after: Option<Duration>,
        /// Whether the server wants fewer requests.
        is_limit: bool,
    },
}

impl Answer {
    pub(super) fn new(verdict: Verdict, reason: impl Into<Cow<'static, str>>) -> Self {
        let (status, final_url, redirects, fragments) = Default::default();
        let (is_unseen, is_recorded, page, likeness, asked) = Default::default();
        let reason = reason.into();
        Self { verdict, reason, status, final_url, redirects, is_unseen, fragments, page, likeness, asked, is_recorded }
    }

    pub(super) fn unseen(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { is_unseen: true, ..Self::new(Verdict::Skipped, reason) }
    }

    /// The answer for a host that is left alone.
    pub(super) fn not_asked() -> Self {
        Self::new(Verdict::RateLimited, "the server wants fewer requests, so it was not asked again")
    }

    /// The answer for a target that was still to be asked when the check was stopped.
    pub(super) fn stopped() -> Self {
        Self::unseen("the check was stopped before the server was asked")
    }

    /// The answer for a target that `robots.txt` keeps from programs.
    pub(super) fn disallowed() -> Self {
        Self::new(Verdict::Skipped, "robots.txt does not allow programs to ask for it")
    }

    /// Returns whether the answer covers a fragment.
    pub(super) fn knows(&self, fragment: &str) -> bool {
        self.verdict.is_failure() || self.is_unseen || self.fragments.contains_key(fragment)
    }

    /// Returns why a fragment names nothing.
    pub(crate) fn missing(&self, fragment: &str) -> Option<&str> {
        self.fragments.get(fragment)?.as_deref()
    }
}

impl Asked {
    pub(super) fn into_answer(self) -> Answer {
        let (Self::Done(answer) | Self::Again { answer, .. }) = self;
        answer
    }
}
