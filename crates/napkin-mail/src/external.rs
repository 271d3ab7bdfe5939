//! Parses external bodies (RFC 2046 section 5.2.3, RFC 2017, RFC 4483, RFC 1873).
//!
//! Start at `Part::external_body`. The module determines the access type of an object, its URL or the reason why it has none,
//! its expiration, its size and its digests. The module retrieves nothing, and does not decide whether retrieval is allowed:
//! that is the task of a policy.

mod access_type;
mod url;

pub use self::access_type::{AccessType, NoUrl};
pub(crate) use self::url::retrieves_nothing;

use crate::content_id::content_id;
use crate::mapped_bytes::Mapped;
use crate::message::{Part, PartKind};
use crate::parameters::ContentType;
use crate::tree::KnownField;
use crate::url_parameter::{self, Spaces};
use crate::{date, lexer, rules, transfer};
use napkin::map::SourceSink;
use napkin::percent;
use napkin::{Finding, Rule, Sink, Span, Standard};

/// A SHA-1 digest (RFC 4483 section 5.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hash {
    /// The digest.
    Sha1([u8; 20]),
    /// Text that is not forty hexadecimal digits, so that it verifies nothing.
    Unverifiable,
}

/// A date after which the object is not guaranteed to exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expiration {
    /// The date as written.
    pub text: String,
    /// Seconds since the beginning of 1970, UTC; `None` if the text is not a date. Such a text has no effect.
    pub seconds: Option<i64>,
}

/// An external body: a reference to an object outside the part.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExternalBody<'m> {
    /// The access type, if it is known.
    pub access: Option<AccessType>,
    /// The access type as written.
    pub access_text: Option<String>,
    /// The URL of the object, or why there is none. Resolve a relative URL against the base of the part.
    pub url: Result<String, NoUrl>,
    /// The place in the message of the URL, or of the access type if the URL is built from several parameters.
    pub url_span: Option<Span>,
    /// Whether the retrieval also needs a user name and a password (access type FTP).
    pub needs_login: bool,
    /// The size of the object in bytes, without transfer encoding.
    pub size: Option<u64>,
    /// The expiration date.
    pub expiration: Option<Expiration>,
    /// Whether the original object may change, so that a retrieved object is only a copy (`permission=read-write`).
    pub is_writable: bool,
    /// The digest that verifies the object (RFC 4483).
    pub hash: Option<Hash>,
    /// The MD5 digest of the canonical form (RFC 1864), which proves integrity, never authenticity.
    pub md5: Option<[u8; 16]>,
    /// The Content-ID of the inner header, else of the outer header, without brackets.
    pub content_id: Option<String>,
    /// All parameters.
    pub parameters: ContentType<'m>,
}

impl<'m> Part<'m, '_> {
    /// Returns the reference that an external body holds; `None` for any other entity.
    ///
    /// ```
    /// use napkin_mail::{AccessType, Message};
    /// let message = b"Content-Type: message/external-body; access-type=anon-ftp;\n name=\"menu.ps\"; site=\"pub.example\"; directory=pub; mode=image\n\n";
    /// let message = Message::parse(message);
    /// let external = message.root().external_body().unwrap();
    /// assert_eq!(external.access, Some(AccessType::AnonFtp));
    /// assert_eq!(external.url.as_deref(), Ok("ftp://pub.example/pub/menu.ps;type=i"));
    /// ```
    #[must_use]
    pub fn external_body(&self) -> Option<ExternalBody<'m>> {
        self.external_body_with(Spaces::default(), &mut ())
    }

    /// Like `external_body`, with a choice of what white space in the URL means, and findings. Spans
    /// refer to the message.
    ///
    /// ```
    /// use napkin_mail::{Message, Spaces};
    /// let message = Message::parse(b"Content-Type: message/external-body; access-type=URL; URL=\"http://h/a b#c\"\n\n");
    /// let external = message.root().external_body_with(Spaces::Keep, &mut ()).unwrap();
    /// assert_eq!(external.url.as_deref(), Ok("http://h/a%20b#c"));
    /// ```
    pub fn external_body_with(&self, spaces: Spaces, findings: &mut dyn Sink) -> Option<ExternalBody<'m>> {
        match self.kind() {
            PartKind::ExternalBody => {}
            // An external body beyond the depth limit.
            PartKind::Leaf if self.is_typed("message/external-body") => {}
            _ => return None,
        }
        let parameters = self.content_type()?;
        match self.level() {
            Some(level) => Some(self.external(parameters, spaces, &mut SourceSink::new(level, findings))),
            None => Some(self.external(parameters, spaces, findings)),
        }
    }

    fn external(&self, parameters: ContentType<'m>, spaces: Spaces, findings: &mut dyn Sink) -> ExternalBody<'m> {
        parameters.check(findings);
        let names = parameters.values("access-type");
        if names.len() > 1 {
            parameters.parameter_with("access-type", findings);
        }
        let accesses: Vec<AccessType> = names.iter().filter_map(|name| AccessType::of_name(name)).collect();
        let can_be_used = |access: &&AccessType| access.needs().iter().all(|name| parameters.parameter(name).is_some());
        let access = accesses.iter().find(can_be_used).or(accesses.first()).copied();
        let place = parameters.parameter("access-type").map_or(Span::default(), |access| access.span());
        let mut say = |rule, span| findings.report(Finding::new(rule, Standard::Rfc3986, span, "", None));
        if access.is_none() {
            let whole = self.field("content-type").map_or(Span::default(), |field| field.name_span());
            say(rules::MAIL_ACCESS_TYPE, if names.is_empty() { whole } else { place });
        }
        let inner = self.children().next();
        let content_id = self.inner_content_id(inner, &mut say);
        let mut external = ExternalBody {
            access,
            access_text: names.first().cloned(),
            url: Err(if names.is_empty() { NoUrl::NoAccessType } else { NoUrl::UnknownAccessType }),
            url_span: None,
            needs_login: access == Some(AccessType::Ftp),
            size: None,
            expiration: None,
            is_writable: parameters
                .parameter("permission")
                .is_some_and(|it| it.text().eq_ignore_ascii_case("read-write")),
            hash: None,
            md5: None,
            content_id,
            parameters,
        };
        external.read_numbers(&mut say);
        external.md5 = inner.and_then(|inner| md5(&inner, &mut say));
        if access != Some(AccessType::MailServer)
            && let Some(inner) = inner
            && !inner.raw_body().trim_ascii().is_empty()
        {
            say(rules::MAIL_PHANTOM_BODY, inner.body());
        }
        external.find_url(self.text(), place, spaces, findings);
        if let Some(span) = &mut external.url_span {
            *span = self.source_span(*span);
        }
        external
    }

    /// Returns the `URL` parameter of an external body, with a map to its text.
    pub(crate) fn external_url(&self) -> Option<Mapped> {
        let parameters = self.content_type()?;
        let parameter = parameters.parameter("url").or_else(|| parameters.parameter("uri"))?;
        Some(url_parameter::read(&parameter, self.text(), Spaces::default(), &mut ()))
    }

    fn inner_content_id(&self, inner: Option<Part<'m, '_>>, say: &mut dyn FnMut(Rule, Span)) -> Option<String> {
        let of = |part: &Part<'m, '_>| part.known(KnownField::Id).and_then(|field| content_id(field.value()));
        inner.as_ref().and_then(of).or_else(|| {
            say(rules::MAIL_CONTENT_ID, self.field("content-type").map_or(Span::default(), |field| field.name_span()));
            of(self)
        })
    }
}

/// Returns the Content-MD5 of an entity, if it has one.
fn md5(part: &Part<'_, '_>, say: &mut dyn FnMut(Rule, Span)) -> Option<[u8; 16]> {
    let field = part.known(KnownField::Md5)?;
    let digest = parse_md5(field.value());
    if digest.is_none() {
        say(rules::MAIL_HASH, field.value_span());
    }
    digest
}

/// Parses the value of a `Content-MD5` field (RFC 1864 section 2): sixteen octets in base64. Ignores comments and folds, and
/// accepts missing padding.
///
/// ```
/// use napkin_mail::parse_md5;
/// assert_eq!(parse_md5(b" Q2hlY2sgSW50ZWdyaXR5IQ== (really)"), Some(*b"Check Integrity!"));
/// assert_eq!(parse_md5(b"d41d8cd98f00b204e9800998ecf8427e"), None);
/// ```
#[must_use]
pub fn parse_md5(value: &[u8]) -> Option<[u8; 16]> {
    let mut text = Vec::with_capacity(24);
    let mut at = lexer::skip(value, 0);
    while at < value.len() {
        text.push(value[at]);
        at = lexer::skip(value, at + 1);
    }
    let end = text.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
    let is_alphabet = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    if end != 22 || text.len() > 24 || !text[..end].iter().all(is_alphabet) {
        return None;
    }
    let decoded = transfer::decode(&text[..end], 0, transfer::Encoding::Base64);
    decoded.bytes.as_ref().try_into().ok()
}

impl ExternalBody<'_> {
    /// Returns the URL for a request: without its fragment, which only the client uses (RFC 3986 section 3.5).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: message/external-body; access-type=URL; URL=\"http://h/a b#c\"\n\n");
    /// assert_eq!(message.root().external_body().unwrap().request_url(), Some("http://h/ab"));
    /// ```
    #[must_use]
    pub fn request_url(&self) -> Option<&str> {
        let url = self.url.as_deref().ok()?;
        Some(url.split('#').next().unwrap_or(url))
    }

    /// Returns a `mailto:` URL for the email that requests the object from a mail server, for a person to send. Never send it
    /// automatically (RFC 2046 section 5.2.3.6). `command` is the phantom body.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = b"Content-Type: message/external-body; access-type=mail-server; server=\"list@pub.example\"; subject=menu\n\n";
    /// let message = Message::parse(message);
    /// let external = message.root().external_body().unwrap();
    /// let url = external.request_by_mail(b"get menu\n");
    /// assert_eq!(url.as_deref(), Some("mailto:list@pub.example?subject=menu&body=get%20menu"));
    /// ```
    #[must_use]
    pub fn request_by_mail(&self, command: &[u8]) -> Option<String> {
        let server = self.parameters.parameter("server").filter(|_| self.access == Some(AccessType::MailServer))?;
        let encode = |bytes: &[u8]| percent::encode(bytes, percent::QUERY_PAIR).as_str().to_owned();
        let address = encode(server.text().trim().as_bytes());
        let subject = self.parameters.parameter("subject").map(|it| encode(it.bytes())).unwrap_or_default();
        // RFC 6068 section 5: line breaks are `%0D%0A`.
        let lines: Vec<String> =
            command.trim_ascii().split(|&byte| byte == b'\n').map(|line| encode(line.trim_ascii_end())).collect();
        Some(format!("mailto:{address}?subject={subject}&body={}", lines.join("%0D%0A")))
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.parameters.parameter(name).map(|it| it.text().trim().to_owned())
    }

    fn read_numbers(&mut self, say: &mut dyn FnMut(Rule, Span)) {
        if let Some(size) = self.parameters.parameter("size") {
            self.size = size.text().trim().parse().ok();
            if self.size.is_none() {
                say(rules::MAIL_HASH, size.span());
            }
        }
        if let Some(expiration) = self.parameters.parameter("expiration") {
            let seconds = date::seconds(expiration.bytes());
            if seconds.is_none() {
                say(rules::MAIL_EXPIRATION, expiration.span());
            }
            self.expiration = Some(Expiration { text: expiration.text().trim().to_owned(), seconds });
        }
        if let Some(hash) = self.parameters.parameter("hash") {
            let digest = hexadecimal(hash.text().trim().as_bytes());
            if digest.is_none() {
                say(rules::MAIL_HASH, hash.span());
            }
            self.hash = Some(digest.map_or(Hash::Unverifiable, Hash::Sha1));
        }
    }
}

fn hexadecimal(text: &[u8]) -> Option<[u8; 20]> {
    let mut digest = [0; 20];
    if text.len() != 40 {
        return None;
    }
    for (byte, digits) in digest.iter_mut().zip(text.chunks_exact(2)) {
        let digits = Span::new(0, 2).of_bytes(digits);
        let value = |digit: u8| char::from(digit).to_digit(16);
        *byte = u8::try_from(value(digits[0])? << 4 | value(digits[1])?).ok()?;
    }
    Some(digest)
}
