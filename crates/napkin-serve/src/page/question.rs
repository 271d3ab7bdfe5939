//! What the forms of the workbench ask.

use std::borrow::Cow;

use napkin::{Span, Standard};

use super::{escapes, pairs};
use crate::answer::Problem;
use crate::parameters::Parameters;

/// What the forms ask.
#[derive(Default)]
pub(super) struct Question {
    /// As it was typed, or what the escapes in it stand for where they are read.
    pub(super) url: String,
    pub(super) base: String,
    pub(super) other: String,
    /// The three as their fields have them.
    pub(super) typed: [String; 3],
    pub(super) escapes: bool,
    /// The first of them that has an escape that is none.
    pub(super) wrong: Option<(usize, escapes::Wrong)>,
    /// Why the query is not what the fields of its pairs ask for.
    pub(super) unset: Option<String>,
    /// By which the URL is drawn and its findings come first.
    pub(super) standard: Option<Standard>,
    /// Whether passwords are shown.
    pub(super) open: bool,
    pub(super) document: String,
    /// The URL of the document, and its name.
    pub(super) at: String,
    pub(super) name: String,
    pub(super) kind: String,
}

impl Question {
    pub(super) fn of(mut parameters: Parameters) -> Result<Self, Problem> {
        let mut typed = <[String; 3]>::default();
        for (typed, name) in typed.iter_mut().zip(["url", "base", "other"]) {
            *typed = parameters.one(name)?.unwrap_or_default();
        }
        let escapes = parameters.one("escapes")?.is_some();
        let mut meant = typed.clone();
        let mut wrong = None;
        for (number, meant) in meant.iter_mut().enumerate().filter(|_| escapes) {
            match escapes::read(meant) {
                Ok(read) => *meant = read,
                Err(why) => wrong = wrong.or(Some((number, why))),
            }
        }
        let [url, base, other] = meant;
        let pairs = pairs::Sent::of(&mut parameters)?;
        let mut question = Self {
            url,
            base,
            other,
            typed,
            escapes,
            wrong,
            unset: None,
            standard: parameters.read("standard")?,
            open: parameters.one("passwords")?.is_some(),
            document: parameters.one("document")?.unwrap_or_default(),
            at: parameters.one("at")?.unwrap_or_default(),
            name: parameters.one("name")?.unwrap_or_default(),
            kind: parameters.one("type")?.unwrap_or_default(),
        };
        parameters.finish()?;
        question.set_pairs(&pairs);
        Ok(question)
    }

    /// Puts the query that the fields of its pairs make into the URL, as if that had been typed.
    fn set_pairs(&mut self, pairs: &pairs::Sent) {
        match pairs.set(&self.bare(&self.url).0, &self.bare(&self.base).0, self.standard()) {
            Some(Ok(url)) => {
                self.typed[0] = if self.escapes { escapes::written(&url) } else { url.clone() };
                self.url = url;
            }
            Some(Err(why)) => self.unset = Some(why),
            None => {}
        }
    }

    pub(super) fn standard(&self) -> Standard {
        self.standard.unwrap_or(Standard::Rfc3986)
    }

    /// A text without what people put around it, and what that was. With escapes every character is meant.
    pub(super) fn bare<'t>(&self, text: &'t str) -> (Cow<'t, str>, Vec<Span>) {
        if self.escapes {
            return (text.into(), Vec::new());
        }
        let typed = napkin_document::typed(text);
        (typed.text, typed.removed)
    }

    /// A text as it may be shown.
    pub(super) fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.open { text.into() } else { napkin::mask_passwords(text) }
    }
}
