//! The control connection.

use std::net::{IpAddr, SocketAddr};

use napkin::Rule;

use super::Facts;
use super::reply::Reply;
use crate::by_scheme::lines::{Lines, code, quoted, without_end};
use crate::rules;
use crate::{Credentials, Error, Limits, Operation, Permit, Target, Trail};

/// The password of `anonymous`: by custom an email address (RFC 1635); this one belongs to no one.
const NOBODY: &str = "anonymous@napkin.invalid";

/// How a session is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tls {
    None,
    /// From the first byte.
    Implicit,
    /// After `AUTH TLS`.
    Explicit,
}

impl Tls {
    pub(super) fn of(scheme: &str, needs_tls: bool) -> Self {
        match scheme {
            "ftps" => Self::Implicit,
            _ if needs_tls => Self::Explicit,
            _ => Self::None,
        }
    }
}

/// A control connection.
pub(super) struct Session {
    lines: Lines,
    target: Target,
    limits: Limits,
    tls: Tls,
    has_no_epsv: bool,
}

impl Session {
    /// Connects, reads the greeting, and logs in (RFC 959 section 5.4).
    pub(super) async fn begin(permit: Permit, tls: Tls, limits: &Limits, trail: &mut Trail) -> Result<Self, Error> {
        let target = permit.target().clone();
        let mut lines = Lines::new(permit.connect(limits, trail).await?, limits);
        if tls == Tls::Implicit {
            lines = lines.protected(limits).await?;
        }
        let mut session = Self { lines, target, limits: limits.clone(), tls, has_no_epsv: false };
        let mut greeting = session.reply().await?;
        while greeting.is_preliminary() {
            greeting = session.reply().await?;
        }
        if greeting.code != 220 {
            return Err(session.refused(&greeting));
        }
        if tls == Tls::Explicit {
            session = session.starting_tls().await?;
        }
        session.log_in().await?;
        if tls != Tls::None {
            session.protect_data().await?;
        }
        Ok(session)
    }

    /// RFC 4217 section 4: the password is sent only after the handshake.
    async fn starting_tls(mut self) -> Result<Self, Error> {
        let reply = self.tell(b"AUTH", b"TLS").await?;
        if reply.code != 234 {
            let said = quoted(without_end(reply.text()));
            let message = format!("expected a server that offers TLS, but found `{} {said}`", reply.code);
            return Err(self.error(rules::TLS_FAILED, message));
        }
        let limits = self.limits.clone();
        Ok(Self { lines: self.lines.protected(&limits).await?, ..self })
    }

    /// RFC 4217 section 9: data connections are private.
    async fn protect_data(&mut self) -> Result<(), Error> {
        self.tell(b"PBSZ", b"0").await?;
        let reply = self.tell(b"PROT", b"P").await?;
        if reply.is_completion() {
            return Ok(());
        }
        let message = format!("expected a server that protects data, but found reply {}", reply.code);
        Err(self.error(rules::TLS_FAILED, message))
    }

    /// Starts TLS on a data connection, if the session has it: after the reply to the command, because some servers accept the
    /// connection only then.
    pub(super) async fn with_tls(&self, data: Lines) -> Result<Lines, Error> {
        if self.tls == Tls::None { Ok(data) } else { data.protected(&self.limits).await }
    }

    pub(super) fn operation(&self) -> Operation {
        self.target.operation()
    }

    pub(super) fn url(&self) -> &str {
        self.lines.url()
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn error(&self, rule: Rule, message: impl Into<String>) -> Error {
        self.lines.error(rule, message)
    }

    /// Quotes a reply only about `anonymous`: others may repeat the password.
    async fn log_in(&mut self) -> Result<(), Error> {
        let given = self.target.credentials().cloned();
        let credentials = given.unwrap_or_else(|| Credentials::new("anonymous", ""));
        let is_nobody = matches!(credentials.user(), "anonymous" | "ftp") && credentials.password().is_empty();
        let password = if is_nobody { NOBODY } else { credentials.password() };
        let mut reply = self.tell(b"USER", credentials.user().as_bytes()).await?;
        if reply.code == 331 && password.is_empty() {
            let message = "expected a password, for which the server asks, but found none";
            return Err(self.error(rules::OBJECT_UNREADABLE, message));
        }
        if reply.code == 331 {
            reply = self.tell(b"PASS", password.as_bytes()).await?;
        }
        match reply.code {
            230 | 202 => Ok(()),
            332 => {
                let message = "expected a user and a password to be enough, but found that an account is asked for";
                Err(self.error(rules::OBJECT_UNREADABLE, message))
            }
            code if is_nobody => {
                let said = quoted(without_end(reply.text()));
                let message = format!("expected a server that admits `anonymous`, but found `{code} {said}`");
                Err(self.error(rules::OBJECT_UNREADABLE, message))
            }
            code => {
                let message = format!("expected a user and a password that the server admits, but found reply {code}");
                Err(self.error(rules::OBJECT_UNREADABLE, message))
            }
        }
    }

    /// Reads a reply of one or more lines (RFC 959 section 4.2).
    pub(super) async fn reply(&mut self) -> Result<Reply, Error> {
        let mut lines = Vec::new();
        let mut own = None;
        loop {
            let Some(line) = self.lines.line().await? else {
                let message = "expected a reply, but found the end of the connection";
                return Err(self.error(rules::CONNECTION_FAILED, message));
            };
            lines.extend_from_slice(&line);
            if lines.len() > self.limits.max_fields {
                let message = format!("expected a reply of at most {} bytes, but found more", self.limits.max_fields);
                return Err(self.error(rules::FIELDS_TOO_LARGE, message));
            }
            let code = code(&line);
            let goes_on = line.get(3) == Some(&b'-');
            match (own, code) {
                (None, None) => {
                    let message = format!("expected a reply with its number, but found `{}`", quoted(&line));
                    return Err(self.error(rules::PROTOCOL_ERROR, message));
                }
                (None, Some(code)) if goes_on => own = Some(code),
                (None, Some(code)) => return Ok(Reply { code, lines }),
                (Some(own), Some(code)) if own == code && !goes_on => return Ok(Reply { code, lines }),
                (Some(_), _) => {}
            }
        }
    }

    /// Sends a command and reads its reply.
    pub(super) async fn tell(&mut self, verb: &[u8], argument: &[u8]) -> Result<Reply, Error> {
        // In RFC 1738 section 3.2.2 commands may have an empty argument.
        let has_argument = !argument.is_empty() || verb == b"CWD";
        let line = if has_argument { [verb, b" ", argument].concat() } else { verb.to_vec() };
        self.lines.send(&line).await?;
        self.reply().await
    }

    pub(super) async fn ask(&mut self, verb: &[u8], argument: &[u8], expected: &[u16]) -> Result<Reply, Error> {
        let reply = self.tell(verb, argument).await?;
        if expected.contains(&reply.code) { Ok(reply) } else { Err(self.refused(&reply)) }
    }

    pub(super) fn refused(&self, reply: &Reply) -> Error {
        let mut said = quoted(without_end(reply.text()));
        let password = self.target.credentials().map(Credentials::password).unwrap_or_default();
        if !password.is_empty() {
            said = said.replace(password, "******");
        }
        let message = format!("expected a file or a folder, but found `{} {said}`", reply.code);
        self.error(rules::OBJECT_UNREADABLE, message)
    }

    /// Asks the server about a file. The length of text is unknown (RFC 3659 section 4.2).
    pub(super) async fn facts(&mut self, name: &[u8], is_text: bool) -> Result<Facts, Error> {
        let mut facts = Facts::default();
        let size = if is_text { None } else { Some(self.tell(b"SIZE", name).await?) };
        match size {
            Some(reply) if reply.code == 213 => {
                (facts.length, facts.status) = (reply.length(), Some(reply.code));
                if facts.length.is_none() {
                    return Err(
                        self.error(rules::PROTOCOL_ERROR, "expected the length of a file, but found something else")
                    );
                }
            }
            other => facts.refusal = other,
        }
        let date = self.tell(b"MDTM", name).await?;
        if date.code == 213 {
            facts.last_modified = date.date();
            facts.status = Some(date.code);
            // Some servers report dates of folders, too; but some do not know `SIZE`.
            facts.refusal = facts.refusal.filter(|refusal| !(500..=504).contains(&refusal.code));
        } else if is_text {
            facts.refusal = Some(date);
        }
        Ok(facts)
    }

    /// Returns whether the server accepts this offset for the next file (RFC 3659 section 5).
    pub(super) async fn restarts_at(&mut self, first: u64) -> Result<bool, Error> {
        let reply = self.tell(b"REST", first.to_string().as_bytes()).await?;
        Ok(reply.code == 350)
    }

    /// RFC 3659 section 7.8: a server with `MLST` also has `MLSD`.
    pub(super) async fn has_mlsd(&mut self) -> Result<bool, Error> {
        let features = self.tell(b"FEAT", b"").await?;
        let is_mlst = |line: &[u8]| line.trim_ascii().get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"MLST"));
        Ok(features.code == 211 && features.lines.split(|&octet| octet == b'\n').any(is_mlst))
    }

    /// Opens a data connection to the address that the server names, if the policy permits it. Servers that choose any
    /// port above 1023 sometimes choose a reserved one: they are asked once more for another.
    pub(super) async fn data(&mut self) -> Result<Lines, Error> {
        let permit = match self.data_permit().await {
            Err(error) if error.rule() == rules::PORT_RESERVED => self.data_permit().await?,
            other => other?,
        };
        // The hop already has the address of the control connection.
        let connection = permit.connect(&self.limits, &mut Trail::new()).await?;
        Ok(Lines::new(connection, &self.limits).in_body())
    }

    /// Asks the server for an address for data, and the policy for a permit to connect to it.
    async fn data_permit(&mut self) -> Result<Permit, Error> {
        let address = match self.extended().await? {
            Some(address) => address,
            None => self.passive().await?,
        };
        self.lines.connection().permit_data(address)
    }

    /// RFC 2428: the address is that of the control connection.
    async fn extended(&mut self) -> Result<Option<SocketAddr>, Error> {
        if self.has_no_epsv {
            return Ok(None);
        }
        let reply = self.tell(b"EPSV", b"").await?;
        if !reply.is_completion() {
            self.has_no_epsv = true;
            return Ok(None);
        }
        match reply.port() {
            Some(port) => Ok(Some(SocketAddr::new(self.lines.connection().peer().ip(), port))),
            None => Err(self.error(rules::PROTOCOL_ERROR, "expected a port for data, but found none")),
        }
    }

    /// RFC 959 section 4.1.2. Servers that do not know their own address send `0.0.0.0`.
    async fn passive(&mut self) -> Result<SocketAddr, Error> {
        let reply = self.ask(b"PASV", b"", &[227]).await?;
        let Some((address, port)) = reply.address() else {
            return Err(self.error(rules::PROTOCOL_ERROR, "expected an address for data, but found none"));
        };
        let own = self.lines.connection().peer().ip();
        let address = if address.is_unspecified() { own } else { IpAddr::V4(address) };
        Ok(SocketAddr::new(address, port))
    }

    /// Reads the confirmation that the data is complete.
    pub(super) async fn finished(mut self) -> Result<Self, Error> {
        let incomplete = |lines: &Lines, found: &str| lines.incomplete("the server to say that it has sent all", found);
        let reply = match self.reply().await {
            Ok(reply) => reply,
            Err(error) if error.rule() == rules::CONNECTION_FAILED => {
                return Err(incomplete(&self.lines, "the end of the connection"));
            }
            Err(error) => return Err(error),
        };
        if reply.is_completion() {
            return Ok(self);
        }
        let said = format!("`{} {}`", reply.code, quoted(reply.text()));
        Err(incomplete(&self.lines, &said))
    }
}
