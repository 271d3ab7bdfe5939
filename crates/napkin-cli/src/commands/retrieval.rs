//! Retrieving for every command: the policy that the options make, and how its refusals are told.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use napkin::media::{MediaType, Reading};
use napkin::{Base, ReferenceBuf, Resolution, Severity, Standard};
use napkin_retrieve::by_scheme::InMessages;
use napkin_retrieve::{
    Cache, Client, Error, ErrorKind, Failure, Hop, Limits, MediaTypes, Policy, Request, Trail, Trust,
};

use napkin_answer::retrieval::help;

use super::messages::Kept;
use crate::options::Retrieval;
use crate::output::{Answer, Message, Session, Trouble, shown, worded};
use napkin_answer::rules;

impl Retrieval {
    /// A client by these options.
    pub(super) fn client(&self) -> Result<Client, Trouble> {
        let mut client = Client::new(self.policy()?).limits(self.limits());
        if !self.messages.is_empty() {
            client = client.with(InMessages(Kept::of(&self.messages)?));
        }
        match &self.cache {
            None => Ok(client),
            Some(folder) => {
                let cache = Cache::at(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
                Ok(client.cache(cache.limit(self.max_cache)))
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
        policy = self.only_host.iter().fold(policy, |policy, host| policy.only_host(host));
        policy = self.deny_host.iter().fold(policy, |policy, host| policy.deny_host(host));
        policy = self.allow_port.iter().fold(policy, |policy, port| policy.allow_port(*port));
        policy = self.allow_reserved_port.iter().fold(policy, |policy, port| policy.allow_reserved_port(*port));
        policy = self.allow_network.iter().fold(policy, |policy, network| policy.allow_network(*network));
        policy = self.deny_network.iter().fold(policy, |policy, network| policy.deny_network(*network));
        policy = self.only_below.iter().fold(policy, Policy::only_below);
        let types = self.allow_type.iter().fold(MediaTypes::default(), |types, one| types.allow(one));
        policy = policy.media_types(self.deny_type.iter().fold(types, |types, one| types.deny(one)));
        if !self.messages.is_empty() {
            policy = policy.allow_scheme("cid").allow_scheme("mid");
        }
        policy = if self.allow_credentials { policy.allow_credentials() } else { policy };
        policy = if self.allow_downgrade { policy.allow_downgrade() } else { policy };
        if let Some((host, port)) = &self.news_server {
            policy = policy.server("news", host, *port);
        }
        if let Some(proxy) = &self.proxy {
            let url = napkin::mask_passwords(proxy);
            policy = policy.proxy(proxy).map_err(|error| Trouble::Usage(format!("--proxy {url}: {error}")))?;
        }
        match &self.authorities {
            None => Ok(policy),
            Some(path) => {
                let name = path.to_string_lossy();
                let pem = fs::read(path).map_err(|error| Trouble::io(&*name, error))?;
                let trust = Trust::mozilla().with_pem(&pem);
                trust.map(|trust| policy.trust(trust)).map_err(|error| Trouble::Usage(format!("{name}: {error}")))
            }
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            body: self.max_bytes,
            decoded: self.max_decoded,
            fields: self.max_fields,
            connect: self.connect_timeout,
            first_byte: self.first_byte_timeout,
            read: self.read_timeout,
            total: self.timeout,
            ranges: self.max_ranges,
            redirects: self.max_redirects,
        }
    }
}

/// A document that has been retrieved.
pub(super) struct Document {
    pub(super) bytes: Vec<u8>,
    /// The last URL, after redirects (section 5.1.3).
    pub(super) url: String,
    pub(super) media_type: Option<String>,
    fields: Vec<(String, String)>,
}

impl Document {
    /// The base URL that the header fields state, by section 5.1.1 of draft-fielding-url-syntax-05: `Content-Base`, else
    /// `Content-Location` against the URL of the retrieval. White space inside of them is ignored. Later standards have
    /// dropped both (RFC 9110 section 8.7).
    pub(super) fn stated_base(&self) -> Option<String> {
        let field = |name: &str| {
            let value = self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
            value.map(|value| value.split_ascii_whitespace().collect::<String>())
        };
        let read = |text: &str| ReferenceBuf::parse(text, Standard::Draft1997).ok();
        if let Some(base) =
            field("content-base").filter(|base| read(base).is_some_and(|base| base.reference().is_absolute()))
        {
            return Some(base);
        }
        let (retrieval, location) = (read(&self.url)?, read(&field("content-location")?)?);
        match Base::new(retrieval.reference()).ok()?.resolve(location.reference()).ok()? {
            Resolution::Absolute(url) => Some(url.into_string()),
            Resolution::SameDocument => None,
        }
    }

    /// The charset that its header fields name.
    pub(super) fn charset(&self) -> Option<String> {
        let media_type = MediaType::parse(self.media_type.as_deref()?, Reading::Whatwg).ok()?;
        media_type.parameter("charset").map(str::to_owned)
    }
}

/// Retrieves a whole document of at most so many bytes.
pub(super) fn document(client: &Client, request: Request, limit: u64) -> Result<Document, Failure> {
    let limits = client.own_limits();
    let limits = Limits { body: limits.body.min(limit), decoded: limits.decoded.min(limit), ..limits.clone() };
    let fetched = client.clone().limits(limits).fetch(request)?;
    let (url, media_type) = (fetched.url().to_owned(), fetched.media_type().map(str::to_owned));
    let fields = fetched.entity().fields.clone();
    Ok(Document { bytes: fetched.bytes()?.into(), url, media_type, fields })
}

/// Whether a document's name is a URL: it has a scheme, and there is no such file.
pub(super) fn is_url(name: &str) -> bool {
    let scheme = name.split(':').next().unwrap_or_default();
    let has_authority = name.get(scheme.len()..).is_some_and(|rest| rest.starts_with("://"));
    let is_bare = ["data", "about", "file", "news", "cid", "mid"].iter().any(|bare| scheme.eq_ignore_ascii_case(bare));
    let is_scheme = scheme.len() > 1 && scheme.len() < name.len() && (has_authority || is_bare);
    is_scheme && !Path::new(name).exists()
}

/// Why a document could not be had, as trouble.
pub(super) fn trouble(failure: &Failure, session: &Session) -> Trouble {
    let diagnostic = told(failure.error(), &place(URL, failure.trail().hops().len()), session);
    match answer(failure.error()) {
        Answer::No => Trouble::Refused(diagnostic),
        Answer::Yes | Answer::Incomplete => Trouble::Diagnostic(diagnostic),
    }
}

/// What an error answers: "no" where the policy refused or there is no such object, and else that something failed.
pub(super) fn answer(error: &Error) -> Answer {
    match error.kind() {
        ErrorKind::Refused | ErrorKind::NoObject | ErrorKind::Invalid => Answer::No,
        ErrorKind::Remark => Answer::Yes,
        _ => Answer::Incomplete,
    }
}

/// What an only URL is called in diagnostics.
pub(super) const URL: &str = "URL";

/// What the last of so many hops is called, where the first one stands at `start`.
pub(super) fn place(start: &str, hops: usize) -> String {
    match hops.saturating_sub(1) {
        0 => start.to_owned(),
        redirect if start == URL => format!("redirect {redirect}"),
        redirect => format!("{start}, redirect {redirect}"),
    }
}

/// The diagnostic for an error, or a remark, and which option would help.
pub(super) fn told(error: &Error, place: &str, session: &Session) -> Message {
    let text = worded(error.url(), place, error.finding(), &error.to_string(), session);
    let style = session.error_paint.note();
    match help(error) {
        Some(help) => text.and(format_args!("  {style}note:{style:#} {help}")),
        None => text,
    }
}

/// An error on one line, with its rule, and the option that would admit what was refused.
pub(super) fn in_words(error: &Error) -> String {
    let help = help(error).map(|help| format!("; {help}")).unwrap_or_default();
    format!("{error} ({}{help})", error.rule().code())
}

/// Whether a body was larger than the limit, as it came or without its content coding.
pub(super) fn is_too_large(error: &Error) -> bool {
    [rules::BODY_TOO_LARGE, rules::DECODED_TOO_LARGE].contains(&error.rule())
}

/// The hops, one a line, with what was remarked at each.
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
    if let Some(status) = hop.status() {
        let _ = write!(line, ": {status}");
    }
    if let Some(cached) = hop.cached() {
        let _ = write!(line, ", cache {}", cached.name());
    }
    line
}
