//! Reads the forms of the workbench.

use std::borrow::Cow;

use napkin::{Span, Standard};

use super::{escapes, query_pairs};
use crate::answer::Problem;
use crate::parameters::Parameters;

/// The content of the forms.
#[derive(Default)]
pub(super) struct Form {
    /// The URL as typed, or with its escapes decoded if `escapes` is set.
    pub(super) url: String,
    pub(super) base: String,
    pub(super) other: String,
    /// The URL, the base and the other URL, as typed.
    pub(super) typed: [String; 3],
    pub(super) escapes: bool,
    /// The first of the three fields with an invalid escape.
    pub(super) wrong: Option<(usize, escapes::Wrong)>,
    /// The reason why the pairs could not be put into the query.
    pub(super) unset: Option<String>,
    /// The standard by which the URL is drawn, and whose findings come first.
    pub(super) standard: Option<Standard>,
    /// Whether passwords are shown.
    pub(super) open: bool,
    /// Whether servers are asked about the links of the document.
    pub(super) servers: bool,
    pub(super) document: String,
    /// The URL of the document, and its name.
    pub(super) at: String,
    pub(super) name: String,
    pub(super) kind: String,
}

impl Form {
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
        let pairs = query_pairs::Sent::of(&mut parameters)?;
        let mut form = Self {
            url,
            base,
            other,
            typed,
            escapes,
            wrong,
            unset: None,
            standard: parameters.read("standard")?,
            open: parameters.one("passwords")?.is_some(),
            servers: parameters.one("servers")?.is_some(),
            document: parameters.one("document")?.unwrap_or_default(),
            at: parameters.one("at")?.unwrap_or_default(),
            name: parameters.one("name")?.unwrap_or_default(),
            kind: parameters.one("type")?.unwrap_or_default(),
        };
        parameters.finish()?;
        form.set_pairs(&pairs);
        Ok(form)
    }

    /// Puts the query from the fields of its pairs into the URL, as if it had been typed.
    fn set_pairs(&mut self, pairs: &query_pairs::Sent) {
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

    /// Removes quotes, `<>`, `URL:` and white space around a text, and returns their spans. With escapes, every character counts.
    pub(super) fn bare<'t>(&self, text: &'t str) -> (Cow<'t, str>, Vec<Span>) {
        if self.escapes {
            return (text.into(), Vec::new());
        }
        let typed = napkin_document::clean_typed(text);
        (typed.text, typed.removed)
    }

    /// Masks passwords, unless the form asks to show them.
    pub(super) fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.open { text.into() } else { napkin::mask_passwords(text) }
    }
}
