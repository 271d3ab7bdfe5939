//! The checks of a policy, in their order.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use napkin::{Component, Host, Reference, Rungs, Span, Standard, mask_passwords, normalize, whatwg};

use super::{Consent, Folders, Policy, Question};
use crate::error::reason;
use crate::proxy::Proxy;
use crate::rules;
use crate::scheme_registry::{self, default_port};
use crate::{Error, Initiative, Target, text_protocol};
use napkin::{Network, Special};

/// Schemes whose requests are text that the URL's author chooses, which servers of other protocols may execute as commands
/// (draft-fielding-url-syntax-05 section 7). Only their default port, and ports that the policy lists, are admitted.
const FREE_TEXT: [&str; 1] = ["gopher"];

/// Names of the machine itself or its network (RFC 6761, RFC 6762, RFC 8375, and names that ICANN never delegates), and of
/// the metadata services of clouds.
const INNER_NAMES: [&str; 9] = [
    "localhost", "localdomain", "local", "internal", "intranet", "lan", "home.arpa", "metadata.google.internal",
    "metadata.goog",
];

/// Returns a host in its form for comparison: lower case, without a final dot, IPv6 addresses in canonical form and brackets.
pub(super) fn comparable(host: &str) -> String {
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    if let Ok(address) = inside.parse::<std::net::Ipv6Addr>() {
        // The serialisation of the URL Standard, which target hosts have, too.
        return whatwg::Url::parse(&format!("http://[{address}]"), None)
            .map_or_else(|_| host.into(), |url| url.hostname().into());
    }
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

/// A target that has passed every check, and the addresses or the file it may be retrieved from.
pub(crate) struct Admitted {
    pub(crate) target: Target,
    /// In the order in which they are tried; empty if the scheme uses no network.
    pub(crate) addresses: Vec<SocketAddr>,
    /// The path of a `file:` URL.
    pub(crate) path: Option<PathBuf>,
    /// The proxy that has these addresses, if the policy names one.
    pub(crate) proxy: Option<Proxy>,
}

impl Policy {
    /// Checks everything that can be checked without a network request. The target has been parsed, so its host is
    /// safe. The first error carries the others, so that a user learns at once which options would be needed.
    pub(crate) fn check_offline(&self, target: &Target) -> Result<(), Error> {
        let checks = [
            self.check_scheme(target),
            self.check_user(target),
            self.check_port(target),
            self.check_name(target),
            self.check_pattern(target),
            text_protocol::check(target),
        ];
        let mut wrong = checks.into_iter().filter_map(Result::err);
        let Some(first) = wrong.next() else { return Ok(()) };
        let mut others: Vec<Error> = wrong.collect();
        if target.scheme() != "file" {
            others.extend(self.check_literal(target).err());
        }
        others.retain(|other| other.rule() != first.rule());
        Err(first.with_others(others))
    }

    /// Runs all checks on a target, with one lookup of its host name. `initiative` says on whose behalf.
    ///
    /// # Errors
    /// The first check that the URL fails.
    pub(crate) async fn admit(&self, target: Target, initiative: Initiative) -> Result<Admitted, Error> {
        let target = self.at_server(target);
        self.check_offline(&target)?;
        self.check_consent(&target, initiative)?;
        if target.scheme() == "file" {
            let path = Some(self.file(&target).await?);
            return Ok(Admitted { target, addresses: Vec::new(), path, proxy: None });
        }
        if let Some(proxy) = self.proxies.of(&target) {
            let addresses = self.proxy_addresses(proxy, &target).await?;
            return Ok(Admitted { target, addresses, path: None, proxy: Some(proxy.clone()) });
        }
        let addresses = self.addresses(&target).await?;
        Ok(Admitted { target, addresses, path: None, proxy: None })
    }

    /// Returns the addresses of the proxy, which the policy trusts. Checks the target's address if the URL contains one; the
    /// proxy resolves names.
    async fn proxy_addresses(&self, proxy: &Proxy, target: &Target) -> Result<Vec<SocketAddr>, Error> {
        if !matches!(target.scheme(), "http" | "https") {
            let message = format!("expected http or https, which the proxy takes, but found {}", target.scheme());
            return Err(Error::new(rules::SCHEME_NOT_PERMITTED, target.url().as_str(), message));
        }
        let host = target.host().unwrap_or_default();
        if let Some(address) = literal(host) {
            self.check_denied(address, target)?;
            if !self.trusted_hosts.contains(&comparable(host)) {
                self.check_address(address, target)?;
            }
        }
        let addresses = match literal(&proxy.host) {
            Some(address) => vec![address],
            None => self.resolved(target, &proxy.host).await?,
        };
        Ok(addresses.into_iter().map(|address| SocketAddr::new(address, proxy.port)).collect())
    }

    pub(crate) fn at_server(&self, target: Target) -> Target {
        match self.servers.get(target.scheme()) {
            Some((host, port)) if target.host().is_none() => target.at_server(host, *port),
            _ => target,
        }
    }

    fn check_scheme(&self, target: &Target) -> Result<(), Error> {
        let scheme = target.scheme();
        let span = target.reference().span(Component::Scheme).unwrap_or_default();
        let error = |rule, message: String| Err(Error::new(rule, target.url().as_str(), message).at(span));
        if let Some(why) = scheme_registry::not_retrievable(scheme) {
            return error(
                rules::SCHEME_NOT_RETRIEVABLE,
                format!("expected a URL of data, but found {scheme}, which {why}"),
            );
        }
        match &self.schemes {
            Some(schemes) if !schemes.contains(scheme) => {
                let names = schemes.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                error(rules::SCHEME_NOT_PERMITTED, format!("expected one of {names}, but found {scheme}"))
            }
            _ => Ok(()),
        }
    }

    fn check_user(&self, target: &Target) -> Result<(), Error> {
        let reference = target.reference();
        let Some(span) = reference.span(Component::User).or_else(|| reference.span(Component::Password)) else {
            return Ok(());
        };
        if self.credentials {
            return Ok(());
        }
        let message = "expected a URL without a user, but found one";
        Err(Error::new(rules::CREDENTIALS_NOT_PERMITTED, target.url().as_str(), message).at(span))
    }

    fn check_port(&self, target: &Target) -> Result<(), Error> {
        let Some(port) = target.port() else { return Ok(()) };
        let is_default = default_port(target.scheme()) == Some(port);
        let server = self.servers.get(target.scheme());
        let is_configured = server.is_some_and(|(host, own)| (Some(host.as_str()), *own) == (target.host(), port));
        if is_default || is_configured || self.reserved_ports.contains(&port) {
            return Ok(());
        }
        let span = target.reference().span(Component::Port).unwrap_or_default();
        let error = |rule, message: String| Err(Error::new(rule, target.url().as_str(), message).at(span));
        if napkin::is_reserved_port(port) {
            return error(
                rules::PORT_RESERVED,
                format!("expected a port of {}, but found {port}, another protocol's", target.scheme()),
            );
        }
        let is_any = self.any_port && !FREE_TEXT.contains(&target.scheme());
        if is_any || self.ports.contains(&port) {
            return Ok(());
        }
        let own = default_port(target.scheme()).map_or_else(|| "no port".to_owned(), |port| format!("port {port}"));
        error(rules::PORT_NOT_PERMITTED, format!("expected {own}, but found {port}"))
    }

    fn check_name(&self, target: &Target) -> Result<(), Error> {
        let Some(host) = target.host() else { return Ok(()) };
        let name = comparable(host);
        let span = target.reference().span(Component::Host).unwrap_or_default();
        let error =
            |message: String| Err(Error::new(rules::HOST_NOT_PERMITTED, target.url().as_str(), message).at(span));
        let is_below =
            |above: &str| name.strip_suffix(above).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        if self.denied_hosts.iter().any(|denied| is_below(denied)) {
            return error(format!("expected a host that the policy does not deny, but found {host}"));
        }
        let is_named = |only: &String| name == *only || (only.starts_with('.') && name.ends_with(only.as_str()));
        if self.only_hosts.as_ref().is_some_and(|hosts| !hosts.iter().any(is_named)) {
            return error(format!("expected one of the hosts that the policy names, but found {host}"));
        }
        if self.trusted_hosts.contains(&name) || literal(host).is_some() {
            return Ok(());
        }
        let is_metadata = is_below("metadata.google.internal") || is_below("metadata.goog") || name == "instance-data";
        if is_metadata || (!self.special_addresses && INNER_NAMES.iter().any(|inner| is_below(inner))) {
            return error(format!("expected a host of the public internet, but found {host}"));
        }
        if !self.special_addresses && !name.contains('.') {
            return error(format!("expected a host of the public internet, but found {host}, a name without a dot"));
        }
        Ok(())
    }

    /// Checks the patterns of URLs. A URL that browsers cannot read is refused.
    fn check_pattern(&self, target: &Target) -> Result<(), Error> {
        if self.urls.is_open() {
            return Ok(());
        }
        let url = target.url().as_str();
        let normal = normalize(target.reference(), Rungs::ALL).text;
        let admits = |text: &str| whatwg::Url::parse(text, None).is_ok_and(|url| self.urls.admits(&url));
        if admits(url) && admits(&normal) {
            return Ok(());
        }
        let message = "expected a URL that the patterns of the policy admit, but found another";
        Err(Error::new(rules::URL_NOT_PERMITTED, url, message).at(Span::new(0, url.len())))
    }

    fn check_consent(&self, target: &Target, initiative: Initiative) -> Result<(), Error> {
        let url = target.url().as_str();
        let is_given = match (&self.consent, initiative) {
            (Consent::NotNeeded, _) | (_, Initiative::User) => true,
            (Consent::Refused, _) => false,
            (Consent::Asked(ask), _) => ask(&Question { url: &mask_passwords(url), operation: target.operation() }),
        };
        if is_given {
            return Ok(());
        }
        Err(Error::new(rules::CONSENT_MISSING, url, "expected the user's consent, but found none"))
    }

    /// Returns every address of the host. One special address refuses the host even if others are public: whoever controls
    /// the name could choose which of them is used.
    async fn addresses(&self, target: &Target) -> Result<Vec<SocketAddr>, Error> {
        let (Some(host), Some(port)) = (target.host(), target.port()) else { return Ok(Vec::new()) };
        let addresses = match literal(host) {
            Some(address) => vec![address],
            None => self.resolved(target, host).await?,
        };
        let is_trusted = self.trusted_hosts.contains(&comparable(host));
        for address in &addresses {
            self.check_denied(*address, target)?;
            if !is_trusted {
                self.check_address(*address, target)?;
            }
        }
        Ok(addresses.into_iter().map(|address| SocketAddr::new(address, port)).collect())
    }

    /// Checks the host if it is an address.
    pub(crate) fn check_literal(&self, target: &Target) -> Result<(), Error> {
        let Some((host, address)) = target.host().and_then(|host| Some((host, literal(host)?))) else { return Ok(()) };
        self.check_denied(address, target)?;
        if self.trusted_hosts.contains(&comparable(host)) { Ok(()) } else { self.check_address(address, target) }
    }

    async fn resolved(&self, target: &Target, name: &str) -> Result<Vec<IpAddr>, Error> {
        let span = target.reference().span(Component::Host).unwrap_or_default();
        let error = |why: String| Error::new(rules::HOST_NOT_FOUND, target.url().as_str(), why).at(span);
        match self.resolver.resolve(name).await {
            Ok(addresses) if addresses.is_empty() => {
                Err(error(format!("expected an address of {name}, but found none")))
            }
            Ok(addresses) => Ok(addresses),
            Err(failed) => Err(error(format!("expected an address of {name}, but found none: {}", reason(&failed)))),
        }
    }

    /// Refuses addresses that the policy denies, also inside an IPv6 address.
    fn check_denied(&self, address: IpAddr, target: &Target) -> Result<(), Error> {
        let is_server =
            |(network, port): &(Network, u16), address| Some(*port) == target.port() && network.contains(address);
        let is_denied = |address| {
            self.denied_networks.iter().any(|network| network.contains(address))
                || self.denied_servers.iter().any(|server| is_server(server, address))
        };
        if !is_denied(address) && !Special::carried_by(address).any(is_denied) {
            return Ok(());
        }
        let message = format!("expected an address that the policy does not deny, but found {address}");
        let span = target.reference().span(Component::Host).unwrap_or_default();
        Err(Error::new(rules::HOST_NOT_PERMITTED, target.url().as_str(), message).at(span))
    }

    fn check_address(&self, address: IpAddr, target: &Target) -> Result<(), Error> {
        let Some(special) = Special::of(address) else { return Ok(()) };
        let is_admitted = self.special_addresses && !special.is_metadata();
        if is_admitted || self.networks.iter().any(|network| network.contains(address)) {
            return Ok(());
        }
        let message = format!("expected an address of the public internet, but found {address} ({special})");
        let span = target.reference().span(Component::Host).unwrap_or_default();
        Err(Error::new(rules::ADDRESS_SPECIAL, target.url().as_str(), message).at(span))
    }

    /// Checks the address that a server names for a data connection against the peer of its control connection.
    pub(crate) fn check_data(&self, address: SocketAddr, peer: IpAddr, target: &Target) -> Result<(), Error> {
        let url = target.url().as_str();
        if address.port() < 1024 || napkin::is_reserved_port(address.port()) {
            let message = format!("expected a port for data, but found {}, another protocol's", address.port());
            return Err(Error::new(rules::PORT_RESERVED, url, message));
        }
        if address.ip() == peer {
            return Ok(());
        }
        if !self.data_elsewhere {
            let message = format!("expected data at {peer}, which is the server, but found {}", address.ip());
            return Err(Error::new(rules::ADDRESS_MISMATCH, url, message));
        }
        self.check_denied(address.ip(), target)?;
        self.check_address(address.ip(), target)
    }

    /// Returns the path of a `file` URL, with links resolved, if it is local and below an admitted folder.
    async fn file(&self, target: &Target) -> Result<PathBuf, Error> {
        let url = target.url().as_str();
        let path = path(target)?;
        let Folders::Only(folders) = &self.folders else { return Ok(path) };
        let found = tokio::fs::canonicalize(&path).await;
        let found = found.map_err(|error| {
            Error::new(rules::OBJECT_UNREADABLE, url, format!("expected a file, but found {}", reason(&error)))
        })?;
        for folder in folders {
            let folder = tokio::fs::canonicalize(folder).await.unwrap_or_else(|_| folder.clone());
            if found.starts_with(&folder) {
                return Ok(with_slash(&path, found));
            }
        }
        Err(Error::new(
            rules::FILE_NOT_PERMITTED,
            url,
            "expected a file in the folders of the policy, but found one outside",
        ))
    }
}

/// Returns the path of a `file` URL without a host or with `localhost` (RFC 8089 section 2). Refuses escaped slashes: no file
/// name contains one.
fn path(target: &Target) -> Result<PathBuf, Error> {
    let reference = target.reference();
    let refuse = |message: String, component: Component| {
        let span = reference.span(component).unwrap_or_default();
        Err(Error::new(rules::FILE_NOT_PERMITTED, target.url().as_str(), message).at(span))
    };
    let host = reference.host_text().unwrap_or_default();
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return refuse(format!("expected a file of this machine, but found one of {host}"), Component::Host);
    }
    let text = reference.path().as_str();
    if !text.starts_with('/') {
        return refuse("expected a path from the root, but found another".into(), Component::Path);
    }
    let is_escaped = |escape: &str| text.to_ascii_lowercase().contains(escape);
    if is_escaped("%2f") || is_escaped("%00") || (cfg!(windows) && is_escaped("%5c")) {
        return refuse(
            "expected names of files, but found an escape for what no name contains".into(),
            Component::Path,
        );
    }
    let path = whatwg::Url::parse(&format!("file://{text}"), None).and_then(|url| url.to_file_path());
    path.map_err(|error| Error::invalid_url(target.url().as_str(), &error))
}

/// Keeps the final slash of the requested path, which requires a folder.
fn with_slash(asked: &Path, found: PathBuf) -> PathBuf {
    if asked.as_os_str().as_encoded_bytes().ends_with(b"/") { found.join("") } else { found }
}

/// Returns the address if the host is one.
fn literal(host: &str) -> Option<IpAddr> {
    let text = format!("//{host}");
    match Reference::parse(&text, Standard::Rfc3986).ok()?.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        _ => None,
    }
}
