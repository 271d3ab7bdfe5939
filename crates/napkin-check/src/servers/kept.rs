//! What servers have said about URLs, so that each is asked for once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::answer::{Answer, Asked};
use super::target::Wanted;

/// What comes of one request.
pub(super) enum Step {
    /// The server answers with another URL and a status.
    Redirect(String, u16),
    Asked(Box<Asked>),
}

/// What servers have said about URLs, including those on the way to a target. So the target of several redirects is asked for once.
pub(super) type Known = Arc<Mutex<HashMap<String, Slot>>>;

/// What a server has said about a URL. It is locked while the server is asked, for one request at a time.
pub(super) type Slot = Arc<tokio::sync::Mutex<Option<Kept>>>;

/// What a server has said about a URL, without setting a cookie.
pub(super) enum Kept {
    /// Another URL, and the status.
    Redirect(String, u16),
    Answer {
        answer: Answer,
        /// Whether the page has been passed on with the answer.
        has_page: bool,
    },
}

impl Kept {
    /// Returns what is kept of a step: not an answer that may differ the next time.
    pub(super) fn of(step: &Step) -> Option<Self> {
        match step {
            Step::Redirect(url, status) => Some(Self::Redirect(url.clone(), *status)),
            Step::Asked(asked) => match &**asked {
                Asked::Done(answer) => {
                    let has_page = answer.page.is_some();
                    Some(Self::Answer { answer: Answer { page: None, ..answer.clone() }, has_page })
                }
                Asked::Again { .. } => None,
            },
        }
    }

    /// Returns the step, if it covers what is wanted.
    pub(super) fn step(&self, wanted: &Wanted) -> Option<Step> {
        match self {
            Self::Redirect(url, status) => Some(Step::Redirect(url.clone(), *status)),
            Self::Answer { answer, has_page } => {
                let is_covered = wanted.fragments.iter().all(|fragment| answer.knows(fragment));
                let is_enough = is_covered && (*has_page || !wanted.keeps);
                is_enough.then(|| Step::Asked(Box::new(Asked::Done(answer.clone()))))
            }
        }
    }
}
