//! What may be retrieved.
//!
//! Decides: which URLs a [`Permit`] is made for, in this order: whether all standards read the same host, the scheme, the
//! user, the port, the host's name, octets that no line of a protocol can carry, the user's consent, and at last, by one look-up,
//! every address that the name has. Nothing is retrieved without a permit, and only a policy makes one.

mod judge;
mod media_types;
mod redirect;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use self::judge::Admitted;
pub use self::media_types::MediaTypes;
use crate::proxy::Proxy;
use crate::{Resolve, SystemResolver, Trust};
use napkin::Network;

/// What may be retrieved, for whom, and from where.
///
/// Begins with one of three presets and is narrowed or widened from there. A [`Client`](crate::Client) and its clones share
/// one.
///
/// ```
/// use napkin_retrieve::Policy;
/// let policy = Policy::public_web().allow_port(8080).trust_host("intranet.example").deny_host("ads.example");
/// ```
#[derive(Clone)]
pub struct Policy {
    /// `None`: every one that has a retriever.
    schemes: Option<BTreeSet<String>>,
    /// Ports beside the scheme's own.
    ports: BTreeSet<u16>,
    any_port: bool,
    reserved_ports: BTreeSet<u16>,
    hosts: BTreeSet<String>,
    /// `None`: every host.
    only_hosts: Option<BTreeSet<String>>,
    denied_hosts: BTreeSet<String>,
    networks: Vec<Network>,
    denied_networks: Vec<Network>,
    denied_servers: Vec<(Network, u16)>,
    special_addresses: bool,
    credentials: bool,
    folders: Folders,
    media_types: MediaTypes,
    downgrade: bool,
    consent: Consent,
    servers: BTreeMap<String, (String, u16)>,
    data_elsewhere: bool,
    resolver: Arc<dyn Resolve>,
    trust: Arc<Trust>,
    proxy: Option<Proxy>,
}

/// Which files.
#[derive(Clone, Debug)]
enum Folders {
    Any,
    Of(Vec<PathBuf>),
}

/// What is shown to the user who is asked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Question<'a> {
    /// The URL, its password masked.
    pub url: &'a str,
    /// The operation.
    pub operation: crate::Operation,
}

/// Asks the user.
type Asked = Arc<dyn Fn(&Question<'_>) -> bool + Send + Sync>;

#[derive(Clone)]
enum Consent {
    NotNeeded,
    Asked(Asked),
    Refused,
}

impl Policy {
    /// `http` and `https` on their own ports at public addresses, `data` and `about`; no users in URLs.
    #[must_use]
    pub fn public_web() -> Self {
        Self {
            schemes: Some(["http", "https", "data", "about"].map(str::to_owned).into()),
            ports: BTreeSet::new(),
            any_port: false,
            reserved_ports: BTreeSet::new(),
            hosts: BTreeSet::new(),
            only_hosts: None,
            denied_hosts: BTreeSet::new(),
            networks: Vec::new(),
            denied_networks: Vec::new(),
            denied_servers: Vec::new(),
            special_addresses: false,
            credentials: false,
            folders: Folders::Any,
            media_types: MediaTypes::default(),
            downgrade: false,
            consent: Consent::NotNeeded,
            servers: BTreeMap::new(),
            data_elsewhere: false,
            resolver: Arc::new(SystemResolver),
            trust: Arc::new(Trust::mozilla()),
            proxy: None,
        }
    }

    /// `file`, `data` and `about`: nothing is sent anywhere.
    #[must_use]
    pub fn local_files() -> Self {
        Self { schemes: Some(["file", "data", "about"].map(str::to_owned).into()), ..Self::public_web() }
    }

    /// Every scheme that has a retriever, every port that is not reserved, every address but those at which clouds hand out
    /// credentials, and users in URLs. For what a user typed, never for what a document names.
    ///
    /// Of `gopher`, whose requests are text of anybody's choice, only its own port is admitted, and those that are named. URLs
    /// on whose host the standards disagree, escaped controls, and redirects to files stay refused.
    #[must_use]
    pub fn everything() -> Self {
        Self { schemes: None, any_port: true, special_addresses: true, credentials: true, ..Self::public_web() }
    }

    /// The preset of this name: `public-web`, `local-files`, `everything`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "public-web" => Some(Self::public_web()),
            "local-files" => Some(Self::local_files()),
            "everything" => Some(Self::everything()),
            _ => None,
        }
    }

    /// Also this scheme.
    #[must_use]
    pub fn allow_scheme(mut self, scheme: &str) -> Self {
        if let Some(schemes) = &mut self.schemes {
            schemes.insert(scheme.to_ascii_lowercase());
        }
        self
    }

    /// Also this port, unless it is a reserved one.
    #[must_use]
    pub fn allow_port(mut self, port: u16) -> Self {
        self.ports.insert(port);
        self
    }

    /// Also this port, though it belongs to another protocol.
    #[must_use]
    pub fn allow_reserved_port(mut self, port: u16) -> Self {
        self.reserved_ports.insert(port);
        self
    }

    /// Only this host, and those of further calls, at every hop. All other checks stay, also those of its addresses. A name
    /// that begins with a dot admits all names below it: `.pub.example` admits `www.pub.example`, but not `pub.example`.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// use std::sync::Arc;
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let policy = Arc::new(Policy::public_web().only_host("1.1.1.1").only_host("127.0.0.1"));
    /// assert!(policy.permit(&Request::get("http://1.1.1.1/")).await.is_ok());
    /// assert!(policy.permit(&Request::get("http://8.8.8.8/")).await.is_err());
    /// // This address is still not a public one.
    /// assert!(policy.permit(&Request::get("http://127.0.0.1/")).await.is_err());
    /// # });
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn only_host(mut self, host: &str) -> Self {
        self.only_hosts.get_or_insert_default().insert(judge::comparable(host));
        self
    }

    /// Also this host, whatever its name means and whatever addresses it has: the checks of addresses do not apply to it, so
    /// the caller trusts whoever answers for the name. An address is written as in URLs: `127.0.0.1`, `[::1]`.
    /// Other hosts stay admitted as before; [`only_host`](Self::only_host) restricts them.
    #[must_use]
    pub fn trust_host(mut self, host: &str) -> Self {
        self.hosts.insert(judge::comparable(host));
        self
    }

    /// Not this host, nor what is below it: `pub.example` is also `ads.pub.example`. Stronger than
    /// [`trust_host`](Self::trust_host).
    #[must_use]
    pub fn deny_host(mut self, host: &str) -> Self {
        self.denied_hosts.insert(judge::comparable(host));
        self
    }

    /// Also these addresses, whatever name leads there.
    #[must_use]
    pub fn allow_network(mut self, network: Network) -> Self {
        self.networks.push(network);
        self
    }

    /// Not these addresses, whatever host has them: such as the machine's own public ones. Stronger than everything that
    /// admits, an IPv4 address inside an IPv6 address included.
    #[must_use]
    pub fn deny_network(mut self, network: Network) -> Self {
        self.denied_networks.push(network);
        self
    }

    /// Not this port of these addresses, as strongly as [`deny_network`](Self::deny_network): such as that at which the program
    /// itself is a server, so that it does not ask itself.
    #[must_use]
    pub fn deny_server(mut self, network: Network, port: u16) -> Self {
        self.denied_servers.push((network, port));
        self
    }

    /// Also URLs with a user and a password.
    #[must_use]
    pub fn allow_credentials(mut self) -> Self {
        self.credentials = true;
        self
    }

    /// Of files only those below this folder, or one of those named by further calls, by where they really are: a link out of
    /// it is refused. Who can change the folder while it is read can change what is read.
    #[must_use]
    pub fn only_below(mut self, folder: impl Into<PathBuf>) -> Self {
        let mut folders = match self.folders {
            Folders::Any => Vec::new(),
            Folders::Of(folders) => folders,
        };
        folders.push(folder.into());
        self.folders = Folders::Of(folders);
        self
    }

    /// Returns whether every file of the machine is admitted: the scheme `file` is admitted, and no folder has been
    /// named.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// assert!(Policy::local_files().admits_any_file());
    /// assert!(!Policy::local_files().only_below("/srv/menus").admits_any_file());
    /// assert!(!Policy::public_web().admits_any_file());
    /// ```
    #[must_use]
    pub fn admits_any_file(&self) -> bool {
        let has_scheme = self.schemes.as_ref().is_none_or(|schemes| schemes.contains("file"));
        has_scheme && matches!(self.folders, Folders::Any)
    }

    /// Only these media types.
    #[must_use]
    pub fn media_types(mut self, types: MediaTypes) -> Self {
        self.media_types = types;
        self
    }

    /// Also redirects from `https` to `http`.
    #[must_use]
    pub fn allow_downgrade(mut self) -> Self {
        self.downgrade = true;
        self
    }

    /// What documents ask for ([`Initiative::Document`](crate::Initiative::Document)) needs the user's consent, which
    /// `ask` gets (RFC 2046 section 5.2.3.6).
    #[must_use]
    pub fn ask(mut self, ask: impl Fn(&Question<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.consent = Consent::Asked(Arc::new(ask));
        self
    }

    /// What documents ask for is not retrieved: there is no user who could be asked.
    #[must_use]
    pub fn never_unasked(mut self) -> Self {
        self.consent = Consent::Refused;
        self
    }

    /// The server of a scheme whose URLs name none, such as `news`. It is judged like any other host, so that one inside
    /// needs [`trust_host`](Self::trust_host) too.
    #[must_use]
    pub fn server(mut self, scheme: &str, host: &str, port: u16) -> Self {
        self.servers.insert(scheme.to_ascii_lowercase(), (judge::comparable(host), port));
        self
    }

    /// Data connections also to other addresses than that of the server, as far as the policy admits them (FTP between two
    /// servers). By default they lead to the server itself.
    #[must_use]
    pub fn allow_data_elsewhere(mut self) -> Self {
        self.data_elsewhere = true;
        self
    }

    /// Which authorities may vouch for a server's name in TLS.
    #[must_use]
    pub fn trust(mut self, trust: Trust) -> Self {
        self.trust = Arc::new(trust);
        self
    }

    /// Everything on a network by way of this proxy, `http://proxy.example:3128`, which may carry a user and a password. It
    /// takes `http` and `https`; other schemes are refused then. A proxy resolves names itself, so that of the addresses only
    /// those that stand in URLs are judged here.
    ///
    /// Without this no proxy is used, whatever the environment says.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// assert!(Policy::public_web().proxy("http://proxy.example:3128").is_ok());
    /// assert!(Policy::public_web().proxy("ftp://proxy.example").is_err());
    /// ```
    ///
    /// # Errors
    /// The URL is none of a proxy.
    pub fn proxy(mut self, url: &str) -> Result<Self, crate::Error> {
        self.proxy = Some(Proxy::read(url)?);
        Ok(self)
    }

    pub(crate) fn trusted(&self) -> &Trust {
        &self.trust
    }

    pub(crate) fn judge_media_type(&self, url: &str, media_type: Option<&str>) -> Result<(), crate::Error> {
        self.media_types.judge(url, media_type)
    }

    /// Who resolves names. By default the system.
    #[must_use]
    pub fn resolver(mut self, resolver: impl Resolve + 'static) -> Self {
        self.resolver = Arc::new(resolver);
        self
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("schemes", &self.schemes)
            .field("ports", &self.ports)
            .field("hosts", &self.hosts)
            .field("denied_hosts", &self.denied_hosts)
            .field("networks", &self.networks)
            .finish_non_exhaustive()
    }
}
