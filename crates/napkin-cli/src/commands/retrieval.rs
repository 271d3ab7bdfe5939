//! Retrieval for all commands: builds the client and its policy from the options, and reports refusals.

use std::fmt::Write;
use std::fs;

use napkin::Severity;
use napkin_retrieve::by_scheme::{Ftp, InMessages};
use napkin_retrieve::{
    Cache, Client, Error, ErrorKind, Failure, Hop, Limits, MediaTypes, Policy, Request, Trail, Trust,
};

use napkin_answer::retrieval::help;

use super::content_ids::ContentIds;
use crate::entries::Retrieved;
use crate::options::{Retrieval, patterns};
use crate::output::{Answer, Message, Session, Trouble, shown, worded};
use napkin_answer::rules;

impl Retrieval {
    /// Builds a client without a cache from these options.
    pub(super) fn client_without_cache(&self) -> Result<Client, Trouble> {
        let mut client = Client::new(self.policy()?).with_limits(self.limits());
        if self.http1 {
            client = client.only_http1();
        }
        if self.ftp_tls {
            client = client.with_retriever(Ftp::over_tls());
        }
        if !self.messages.is_empty() {
            client = client.with_retriever(InMessages(ContentIds::of(&self.messages)?));
        }
        Ok(client)
    }

    /// Builds a client from these options.
    pub(super) fn client(&self) -> Result<Client, Trouble> {
        let client = self.client_without_cache()?;
        match &self.cache {
            None => Ok(client),
            Some(folder) => {
                let cache = Cache::at(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
                Ok(client.with_cache(cache.with_limit(self.max_cache)))
            }
        }
    }

    /// Returns whether these options admit every file of the machine.
    pub(super) fn admits_any_file(&self) -> Result<bool, Trouble> {
        Ok(self.policy()?.admits_any_file())
    }

    fn policy(&self) -> Result<Policy, Trouble> {
        let mut policy = Policy::preset(&self.policy).unwrap_or_else(Policy::public_web);
        policy = self.allow_scheme.iter().fold(policy, |policy, scheme| policy.allow_scheme(scheme));
        policy = self.allow_host.iter().fold(policy, |policy, host| policy.trust_host(host));
        policy = if self.only_host.is_empty() { policy } else { policy.only_hosts(&self.only_host) };
        policy = if self.only_url.is_empty() { policy } else { policy.only_urls(patterns(&self.only_url)?) };
        policy = policy.deny_urls(patterns(&self.deny_url)?);
        policy = self.deny_host.iter().fold(policy, |policy, host| policy.deny_host(host));
        policy = self.allow_port.iter().fold(policy, |policy, port| policy.allow_port(*port));
        policy = self.allow_reserved_port.iter().fold(policy, |policy, port| policy.allow_reserved_port(*port));
        policy = self.allow_network.iter().fold(policy, |policy, network| policy.allow_network(*network));
        policy = self.deny_network.iter().fold(policy, |policy, network| policy.deny_network(*network));
        policy = self.only_below.iter().fold(policy, Policy::only_below);
        let types = self.allow_type.iter().fold(MediaTypes::default(), |types, one| types.allow(one));
        policy = policy.with_media_types(self.deny_type.iter().fold(types, |types, one| types.deny(one)));
        if !self.messages.is_empty() {
            policy = policy.allow_scheme("cid").allow_scheme("mid");
        }
        policy = if self.allow_credentials { policy.allow_credentials() } else { policy };
        policy = if self.allow_downgrade { policy.allow_downgrade() } else { policy };
        if let Some((host, port)) = &self.news_server {
            policy = policy.with_server("news", host, *port);
        }
        if let Some(proxy) = &self.proxy {
            let url = napkin::mask_passwords(proxy);
            policy = policy
                .with_proxy(proxy)
                .map_err(|error| Trouble::Usage(format!("--proxy {url}: {}", error.message())))?;
        }
        if self.proxy_from_env {
            let failed =
                |error: Error| Trouble::Usage(format!("--proxy-from-env {}: {}", error.url(), error.message()));
            policy = policy.with_proxies_of(&|name| std::env::var(name).ok()).map_err(failed)?;
        }
        match &self.authorities {
            None => Ok(policy),
            Some(path) => {
                let name = path.to_string_lossy();
                let pem = fs::read(path).map_err(|error| Trouble::io(&*name, error))?;
                let trust = Trust::mozilla().with_pem(&pem);
                trust.map(|trust| policy.with_trust(trust)).map_err(|error| Trouble::Usage(format!("{name}: {error}")))
            }
        }
    }

    fn limits(&self) -> Limits {
        Limits::default()
            .with_max_bytes(self.max_bytes)
            .with_max_decoded(self.max_decoded)
            .with_max_fields(self.max_fields)
            .with_connect_timeout(self.connect_timeout)
            .with_first_byte_timeout(self.first_byte_timeout)
            .with_read_timeout(self.read_timeout)
            .with_timeout(self.timeout)
            .with_max_ranges(self.max_ranges)
            .with_max_redirects(self.max_redirects)
    }
}

/// Retrieves a whole document of at most `limit` bytes.
pub(super) fn document(client: &Client, request: Request, limit: u64) -> Result<Retrieved, Failure> {
    let limits = client.limits().clone();
    let (max_bytes, max_decoded) = (limits.max_bytes.min(limit), limits.max_decoded.min(limit));
    let limits = limits.with_max_bytes(max_bytes).with_max_decoded(max_decoded);
    let fetched = client.clone().with_limits(limits).retrieve_blocking(&request)?;
    let (url, media_type) = (fetched.url().to_owned(), fetched.media_type().map(str::to_owned));
    let fields = fetched.entity().fields.clone();
    Ok(Retrieved { bytes: fetched.bytes()?.into(), url, media_type, fields })
}

/// Returns the error for a failed retrieval.
pub(super) fn trouble(failure: &Failure, session: &Session) -> Trouble {
    let diagnostic = told(failure.error(), &place(URL, failure.trail().hops().len()), session);
    match answer(failure.error()) {
        Answer::No => Trouble::Refused(diagnostic),
        Answer::Yes | Answer::Incomplete => Trouble::Diagnostic(diagnostic),
    }
}

/// Returns the exit status for an error: "no" if the policy refused or the object does not exist, "incomplete" if
/// something failed.
pub(super) fn answer(error: &Error) -> Answer {
    match error.kind() {
        ErrorKind::Refused | ErrorKind::NoObject | ErrorKind::Invalid => Answer::No,
        ErrorKind::Remark => Answer::Yes,
        _ => Answer::Incomplete,
    }
}

/// The place of a single URL in diagnostics.
pub(super) const URL: &str = "URL";

/// Returns the place of the last of `hops` hops in diagnostics; `start` is the place of the first.
pub(super) fn place(start: &str, hops: usize) -> String {
    match hops.saturating_sub(1) {
        0 => start.to_owned(),
        redirect if start == URL => format!("redirect {redirect}"),
        redirect => format!("{start}, redirect {redirect}"),
    }
}

/// Returns the diagnostic for an error or a remark, with the option that helps.
pub(super) fn told(error: &Error, place: &str, session: &Session) -> Message {
    let text = worded(error.url(), place, error.finding(), error.message(), session);
    match help(error) {
        Some(help) => text.with(&Message::help(session.error_paint, help)),
        None => text,
    }
}

/// Formats an error on one line, with its rule and the option that would admit the refused request.
pub(super) fn in_words(error: &Error) -> String {
    let help = help(error).map(|help| format!("; {help}")).unwrap_or_default();
    format!("{} ({}{help})", error.message(), error.rule().code())
}

/// Returns whether a body was larger than the limit, with or without its content coding.
pub(super) fn is_too_large(error: &Error) -> bool {
    [rules::BODY_TOO_LARGE, rules::DECODED_TOO_LARGE].contains(&error.rule())
}

/// Returns the hops, one per line, each followed by its remarks.
pub(super) fn trail(trail: &Trail, start: &str, session: &Session) -> Message {
    let mut text = Message::default();
    for (hops, hop) in (1..).zip(trail.hops()) {
        text = text.with(&Message::note(session.error_paint, line(hop)));
        let remarks = hop.findings().iter().filter(|finding| finding.rule().severity() == Severity::Remark);
        text = remarks.fold(text, |text, remark| text.with(&told(remark, &place(start, hops), session)));
    }
    text
}

fn line(hop: &Hop) -> String {
    let mut line = format!("{} {}", hop.operation().name(), shown(hop.url()));
    if let Some(address) = hop.address() {
        let _ = write!(line, " at {address}{}", if hop.is_reused() { ", connection kept" } else { "" });
    }
    if let Some(version) = hop.http_version().filter(|version| *version != "1.1") {
        let _ = write!(line, ", HTTP/{version}");
    }
    if let Some(status) = hop.status() {
        let _ = write!(line, ": {status}");
    }
    if let Some(cached) = hop.cached() {
        let _ = write!(line, ", cache {}", cached.name());
    }
    line
}
