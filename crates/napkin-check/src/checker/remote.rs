//! The part of the checker that asks servers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use napkin::template::Template;

use super::{Checker, Pending};
use crate::servers::{Answer, Servers, Targets, host};
use crate::{Ages, Checked, Document, Verdict};

/// Stops a check from another thread or from a callback.
///
/// ```
/// use napkin_check::{Checker, Document, Options};
/// use napkin_retrieve::{Client, Policy};
/// let mut checker = Checker::new(Options::default()).with_client(Client::new(Policy::public_web()))?;
/// checker.stopper().stop();
/// let list = Document::new("list.txt", "https://pub.example/menu");
/// let _ = checker.check(&list, &mut (), &mut |checked| assert!(checked.is_unseen));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Stops the check: no further request is sent, and the targets that were still to be asked are skipped as unseen.
    ///
    /// ```
    /// napkin_check::Stopper::default().stop();
    /// ```
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Checker {
    /// Returns the checker that asks servers through a client, under its policy.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// use napkin_retrieve::{Client, Policy};
    /// let checker = Checker::new(Options::default()).with_client(Client::new(Policy::public_web()))?;
    /// assert_eq!(checker.summary().links(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// No runtime can be started.
    pub fn with_client(self, client: napkin_retrieve::Client) -> std::io::Result<Self> {
        Ok(Self { servers: Some(Servers::new(client, &self.options)?), ..self })
    }

    /// Returns whether servers are asked.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert!(!Checker::new(Options::default()).has_client());
    /// ```
    #[must_use]
    pub fn has_client(&self) -> bool {
        self.servers.is_some()
    }

    /// Returns the means to stop this checker. Without a client there is nothing to stop.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// Checker::new(Options::default()).stopper().stop();
    /// ```
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.servers.as_ref().map(|servers| Stopper(Arc::clone(servers.stop()))).unwrap_or_default()
    }

    /// Uses the answers of an earlier run again, as far as their ages and the options allow. Damaged lines are left out.
    ///
    /// ```
    /// use napkin_check::{Ages, Checker, Options};
    /// use napkin_retrieve::{Client, Policy};
    /// let checker = Checker::new(Options::default()).with_client(Client::new(Policy::public_web()))?;
    /// let record = checker.record();
    /// let checker = checker.with_record(record.as_bytes(), Ages::default());
    /// assert_eq!(checker.record(), record);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_record(mut self, record: &[u8], ages: Ages) -> Self {
        if let Some(servers) = &mut self.servers {
            servers.read_record(record, ages, &self.options);
        }
        self
    }

    /// Passes the record to `saver` every few seconds while servers are asked, so that a later run can go on from there.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// let checker = Checker::new(Options::default()).with_saver(|record| println!("{} bytes", record.len()));
    /// ```
    #[must_use]
    pub fn with_saver(mut self, saver: impl FnMut(&str) + Send + 'static) -> Self {
        if let Some(servers) = &mut self.servers {
            servers.save_with(saver);
        }
        self
    }

    /// Returns the answers of servers that a later run may use again, as a text for [`with_record`](Self::with_record). It contains
    /// no URL with a password.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert_eq!(Checker::new(Options::default()).record(), "");
    /// ```
    #[must_use]
    pub fn record(&self) -> String {
        self.servers.as_ref().map(|servers| servers.record(&self.options)).unwrap_or_default()
    }

    /// Asks about the targets that no answer covers yet.
    pub(super) fn ask(&mut self) {
        let (Some(servers), search) = (&mut self.servers, &mut self.search) else { return };
        if self.options.recurse && self.options.filter.is_selective() {
            // What the patterns leave out is not pending.
            let admitted = self.held.iter().filter_map(|held| held.pending.as_ref());
            search.origins.extend(admitted.map(|(url, _)| host(url).to_owned()));
        }
        let mut targets = Targets::new();
        for origin in &search.origins {
            let maps = servers.read_rules(origin).into_iter();
            let maps = maps.filter(|map| search.origins.contains(host(map)) && !search.seen.contains(map));
            maps.for_each(|map| targets.entry(map).or_default().keeps = true);
        }
        let pending = self.held.iter().filter_map(|held| held.pending.as_ref());
        for (url, fragment) in pending {
            let keeps = search.origins.contains(host(url)) && !search.seen.contains(url);
            if servers.knows(url, fragment, keeps) {
                continue;
            }
            // The target alone costs nothing in addition.
            let wanted = targets.entry(url.clone()).or_default();
            wanted.fragments.extend([String::new(), fragment.clone()]);
            wanted.keeps = keeps;
        }
        if targets.is_empty() {
            return;
        }
        let asked: Vec<String> = targets.keys().cloned().collect();
        for (url, page) in servers.ask(targets, &self.options, &self.end) {
            let is_new = search.seen.insert(url.clone()) | (url != page.url && search.seen.insert(page.url.clone()));
            if !is_new || !search.origins.contains(host(&page.url)) {
                continue;
            }
            if search.seen.len() > self.options.max_pages {
                self.summary.add_unread();
                continue;
            }
            let mut document = Document::new(napkin::mask_passwords(&page.url), page.bytes).retrieved_from(page.url);
            (document.kind, document.charset) = (Some(page.kind), page.charset);
            search.found.push(document);
        }
        self.ask_elsewhere(&asked);
    }

    /// Asks whether targets that are broken answer under https, and then whether an archive has copies.
    fn ask_elsewhere(&mut self, asked: &[String]) {
        if self.options.suggest {
            let is_broken = |verdict: Verdict| verdict.is_failure() && !verdict.is_unknown();
            self.ask_instead(asked, is_broken, |_, url| secure(url));
        }
        self.ask_instead(asked, is_lost, archived);
    }

    /// Asks for other URLs of targets with certain verdicts. The template of the archive is passed to `other`.
    fn ask_instead(
        &mut self,
        asked: &[String],
        is_asked: impl Fn(Verdict) -> bool,
        other: impl Fn(Option<&str>, &str) -> Option<String>,
    ) {
        let Some(servers) = &mut self.servers else { return };
        let mut targets = Targets::new();
        for url in asked.iter().filter(|url| servers.answer(url).is_some_and(|answer| is_asked(answer.verdict))) {
            let other = other(self.options.archive.as_deref(), url);
            if let Some(other) = other.filter(|other| !servers.knows(other, "", false)) {
                targets.entry(other).or_default().fragments.insert(String::new());
            }
        }
        if !targets.is_empty() {
            servers.ask(targets, &self.options, &self.end);
        }
    }

    /// Returns the URL of a target under https, if a server answers there.
    fn answers_securely(&self, url: &str) -> Option<String> {
        let secure = secure(url).filter(|_| self.options.suggest)?;
        self.good_answer(&secure).map(|_| secure)
    }

    /// Returns the URL of the archived copy of a target, if the archive has one.
    fn archived_copy(&self, url: &str) -> Option<String> {
        let archived = archived(self.options.archive.as_deref(), url)?;
        self.good_answer(&archived).map(|answer| answer.final_url.clone().unwrap_or(archived))
    }

    /// Returns the answer about a URL, if there is something.
    fn good_answer(&self, url: &str) -> Option<&Answer> {
        let answer = self.servers.as_ref()?.answer(url)?;
        (!answer.verdict.is_failure() && answer.verdict != Verdict::Skipped).then_some(answer)
    }

    /// Returns the pages that the last [`finish`](Self::finish) found at the origins of the documents, if the options ask for a
    /// search. Checking them finds further pages.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert!(Checker::new(Options::default().with_recurse(true)).take_pages().is_empty());
    /// ```
    pub fn take_pages(&mut self) -> Vec<Document> {
        std::mem::take(&mut self.search.found)
    }

    /// Adds what the server says to a link.
    pub(super) fn complete(&self, checked: &mut Checked, pending: Option<&Pending>, base: &str) {
        let Some((url, fragment)) = pending else { return };
        let Some(answer) = self.servers.as_ref().and_then(|servers| servers.answer(url)) else { return };
        (checked.verdict, checked.reason, checked.is_unseen) =
            (answer.verdict, answer.reason.clone(), answer.is_unseen);
        (checked.status, checked.redirects) = (answer.status, answer.redirects.clone());
        // A fragment that no redirect replaces stays (RFC 9110 section 10.2.2).
        let hash = if fragment.is_empty() { "" } else { "#" };
        let with = |url: &String| if url.contains('#') { url.clone() } else { format!("{url}{hash}{fragment}") };
        checked.final_url = answer.final_url.as_ref().map(with);
        if checked.verdict == Verdict::RedirectPermanent {
            let same_host = |url: &&String| host(url) == host(base);
            let relative =
                checked.final_url.as_ref().filter(same_host).and_then(|url| self.written(&checked.raw, url, base));
            checked.suggestion = relative.or_else(|| checked.final_url.clone());
            checked.is_certain = true;
        }
        if checked.verdict.is_failure() {
            let secure = self.answers_securely(url).map(|secure| format!("{secure}{hash}{fragment}"));
            let archived = || self.archived_copy(url).filter(|_| is_lost(checked.verdict));
            checked.suggestion = secure.or_else(archived);
        }
        if let Some(why) = answer.missing(fragment).filter(|_| !checked.verdict.is_failure()) {
            (checked.verdict, checked.reason) = (Verdict::FragmentMissing, why.to_owned().into());
        }
    }
}

/// Returns a URL of http under https. A port stays, because a server may speak TLS at it.
fn secure(url: &str) -> Option<String> {
    url.strip_prefix("http://").map(|rest| format!("https://{rest}"))
}

/// Returns whether an archive may have what a target was.
const fn is_lost(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Broken | Verdict::Gone | Verdict::Refused)
}

/// Returns the URL at which an archive has a target of the web.
fn archived(template: Option<&str>, url: &str) -> Option<String> {
    let template = Template::parse(template?).ok().filter(|_| url.starts_with("http"))?;
    Some(template.expand(&[("url", url.into())]).ok()?.into_owned())
}
