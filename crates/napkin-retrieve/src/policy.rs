//! Decides which URLs may be retrieved.
//!
//! A [`Permit`](crate::Permit) is made only after these checks, in this order: all standards read the same host; the scheme; the
//! user; the port; the host name; octets that a text protocol cannot carry in a line; the user's consent; and, after one
//! lookup, every address of the host. Nothing is retrieved without a permit, and only a policy makes one. The checks are in
//! `checks`, those of redirects in `redirect`.

mod checks;
mod media_types;
mod redirect;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use self::checks::Admitted;
pub use self::media_types::MediaTypes;
use crate::proxy::{Proxies, Proxy};
use crate::{Resolve, SystemResolver, Trust};
use napkin::Network;
use napkin::pattern::{Pattern, UrlFilter};

/// Which URLs may be retrieved, for whom, and from which addresses.
///
/// Start with one of three presets and restrict or widen it. Methods that restrict to a list are called `only_…`, methods that
/// forbid `deny_…`; both are stronger than those that widen, `allow_…` and [`trust_host`](Self::trust_host).
/// A [`Client`](crate::Client) and its clones share one policy.
///
/// ```
/// use napkin_retrieve::{Policy, Request};
/// let policy = Policy::public_web().only_hosts(["pub.example", ".pub.example"]).allow_port(8080);
/// assert!(policy.precheck(&Request::get("http://www.pub.example:8080/menu")).is_ok());
/// assert!(policy.precheck(&Request::get("http://evil.example/")).is_err());
/// ```
#[derive(Clone)]
pub struct Policy {
    /// The admitted schemes; `None` admits every scheme that has a retriever.
    schemes: Option<BTreeSet<String>>,
    /// Admitted ports besides the scheme's default.
    ports: BTreeSet<u16>,
    any_port: bool,
    reserved_ports: BTreeSet<u16>,
    trusted_hosts: BTreeSet<String>,
    /// `None` admits every host.
    only_hosts: Option<BTreeSet<String>>,
    denied_hosts: BTreeSet<String>,
    urls: UrlFilter,
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
    proxies: Proxies,
}

/// The folders whose files are admitted.
#[derive(Clone, Debug)]
enum Folders {
    Any,
    Only(Vec<PathBuf>),
}

/// The question that the callback of [`Policy::ask`] answers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Question<'a> {
    /// The URL, with its password masked.
    pub url: &'a str,
    /// The requested operation.
    pub operation: crate::Operation,
}

/// Asks the user for consent.
type Ask = Arc<dyn Fn(&Question<'_>) -> bool + Send + Sync>;

#[derive(Clone)]
enum Consent {
    NotNeeded,
    Asked(Ask),
    Refused,
}

impl Policy {
    /// Admits `http` and `https` on their default ports at public addresses, `data` and `about`, and no users in URLs.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let refused = Policy::public_web().precheck(&Request::get("http://192.168.0.1/")).unwrap_err();
    /// assert_eq!(refused.rule().code(), "address-special");
    /// ```
    #[must_use]
    pub fn public_web() -> Self {
        Self {
            schemes: Some(["http", "https", "data", "about"].map(str::to_owned).into()),
            ports: BTreeSet::new(),
            any_port: false,
            reserved_ports: BTreeSet::new(),
            trusted_hosts: BTreeSet::new(),
            only_hosts: None,
            denied_hosts: BTreeSet::new(),
            urls: UrlFilter::default(),
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
            proxies: Proxies::default(),
        }
    }

    /// Admits `file`, `data` and `about`; nothing is sent over a network.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::local_files();
    /// assert!(policy.precheck(&Request::get("file:///srv/menu")).is_ok());
    /// assert!(policy.precheck(&Request::get("http://pub.example/")).is_err());
    /// ```
    #[must_use]
    pub fn local_files() -> Self {
        Self { schemes: Some(["file", "data", "about"].map(str::to_owned).into()), ..Self::public_web() }
    }

    /// Admits every scheme that has a retriever, every port that is not reserved, every address except those at which clouds
    /// serve credentials, and users in URLs. For URLs that a user typed, never for URLs in documents.
    ///
    /// `gopher`, whose requests are text that the URL's author chooses, is admitted only on its default port and on ports
    /// passed to [`allow_port`](Self::allow_port). URLs whose host depends on the standard, escaped control characters, and
    /// redirects to files are still refused.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::everything();
    /// assert!(policy.precheck(&Request::get("ftp://sam@10.0.0.1:2121/menu")).is_ok());
    /// assert!(policy.precheck(&Request::get("http://169.254.169.254/latest/meta-data/")).is_err());
    /// ```
    #[must_use]
    pub fn everything() -> Self {
        Self { schemes: None, any_port: true, special_addresses: true, credentials: true, ..Self::public_web() }
    }

    /// Returns the preset of this name: `public-web`, `local-files`, `everything`.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// assert!(Policy::preset("public-web").is_some());
    /// assert!(Policy::preset("pub").is_none());
    /// ```
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "public-web" => Some(Self::public_web()),
            "local-files" => Some(Self::local_files()),
            "everything" => Some(Self::everything()),
            _ => None,
        }
    }

    /// Also admits this scheme.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().allow_scheme("ftp");
    /// assert!(policy.precheck(&Request::get("ftp://pub.example/menu")).is_ok());
    /// ```
    #[must_use]
    pub fn allow_scheme(mut self, scheme: &str) -> Self {
        if let Some(schemes) = &mut self.schemes {
            schemes.insert(scheme.to_ascii_lowercase());
        }
        self
    }

    /// Also admits this port, unless it is reserved.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().allow_port(8080).allow_port(25);
    /// assert!(policy.precheck(&Request::get("http://pub.example:8080/")).is_ok());
    /// assert_eq!(policy.precheck(&Request::get("http://pub.example:25/")).unwrap_err().rule().code(), "port-reserved");
    /// ```
    #[must_use]
    pub fn allow_port(mut self, port: u16) -> Self {
        self.ports.insert(port);
        self
    }

    /// Also admits this port, although it is reserved for another protocol.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().allow_reserved_port(6000);
    /// assert!(policy.precheck(&Request::get("http://pub.example:6000/")).is_ok());
    /// ```
    #[must_use]
    pub fn allow_reserved_port(mut self, port: u16) -> Self {
        self.reserved_ports.insert(port);
        self
    }

    /// Admits only these hosts, and those of further calls, at every hop: the first URL, redirects, and URLs that a proxy
    /// retrieves. All other checks still apply, including those of the hosts' addresses. A name that begins with a dot admits
    /// every name below it: `.pub.example` admits `www.pub.example`, but not `pub.example`. An empty list admits no host.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().only_hosts(["pub.example", "127.0.0.1"]);
    /// assert!(policy.precheck(&Request::get("http://pub.example/")).is_ok());
    /// assert_eq!(policy.precheck(&Request::get("http://evil.example/")).unwrap_err().rule().code(), "host-not-permitted");
    /// // Not a public address, although the host is listed.
    /// assert_eq!(policy.precheck(&Request::get("http://127.0.0.1/")).unwrap_err().rule().code(), "address-special");
    /// ```
    #[must_use]
    pub fn only_hosts<H: AsRef<str>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        let only = self.only_hosts.get_or_insert_default();
        only.extend(hosts.into_iter().map(|host| checks::comparable(host.as_ref())));
        self
    }

    /// Also admits this host, whatever its addresses are: the checks of addresses do not apply, so the caller trusts whoever
    /// controls the name. Write addresses as in URLs: `127.0.0.1`, `[::1]`.
    /// This does not restrict other hosts; [`only_hosts`](Self::only_hosts) does.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().trust_host("localhost");
    /// assert!(policy.precheck(&Request::get("http://localhost/")).is_ok());
    /// assert!(policy.precheck(&Request::get("http://pub.example/")).is_ok());
    /// ```
    #[must_use]
    pub fn trust_host(mut self, host: &str) -> Self {
        self.trusted_hosts.insert(checks::comparable(host));
        self
    }

    /// Refuses this host and all names below it: `pub.example` also refuses `ads.pub.example`. Stronger than
    /// [`trust_host`](Self::trust_host).
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().deny_host("pub.example");
    /// assert!(policy.precheck(&Request::get("http://ads.pub.example/")).is_err());
    /// ```
    #[must_use]
    pub fn deny_host(mut self, host: &str) -> Self {
        self.denied_hosts.insert(checks::comparable(host));
        self
    }

    /// Admits only URLs that match one of these patterns, and those of further calls, at every hop. All other checks still apply. The
    /// URL must match as it is written and in its normal form, so that `/%6Denu` is not `/menu` for one program alone.
    ///
    /// ```
    /// use napkin::pattern::Pattern;
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().only_urls([Pattern::parse("https://*.pub.example/menu/*", None)?]);
    /// assert!(policy.precheck(&Request::get("https://cork.pub.example/menu/stout")).is_ok());
    /// let refused = policy.precheck(&Request::get("https://cork.pub.example/till")).unwrap_err();
    /// assert_eq!(refused.rule().code(), "url-not-permitted");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn only_urls(mut self, patterns: impl IntoIterator<Item = Pattern>) -> Self {
        self.urls = self.urls.only(patterns);
        self
    }

    /// Refuses URLs that match one of these patterns, as they are written or in their normal form. Servers may read more spellings
    /// of a path alike: to protect a path, prefer [`only_urls`](Self::only_urls).
    ///
    /// ```
    /// use napkin::pattern::Pattern;
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().deny_urls([Pattern::parse("*://pub.example/till*", None)?]);
    /// assert!(policy.precheck(&Request::get("https://pub.example/menu")).is_ok());
    /// assert!(policy.precheck(&Request::get("https://pub.example/%74ill")).is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn deny_urls(mut self, patterns: impl IntoIterator<Item = Pattern>) -> Self {
        self.urls = self.urls.except(patterns);
        self
    }

    /// Also admits these addresses, under any name.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().allow_network("10.0.0.0/8".parse()?);
    /// assert!(policy.precheck(&Request::get("http://10.1.2.3/")).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_network(mut self, network: Network) -> Self {
        self.networks.push(network);
        self
    }

    /// Also admits loopback, private and other special addresses, and every port, also those of other protocols: for servers
    /// under development. Addresses at which clouds serve credentials are still refused.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().allow_private();
    /// assert!(policy.precheck(&Request::get("http://localhost:8000/")).is_ok());
    /// assert!(policy.precheck(&Request::get("http://169.254.169.254/latest/meta-data/")).is_err());
    /// ```
    #[must_use]
    pub fn allow_private(mut self) -> Self {
        (self.any_port, self.special_addresses) = (true, true);
        self.reserved_ports.extend((0..=u16::MAX).filter(|&port| napkin::is_reserved_port(port)));
        self
    }

    /// Refuses these addresses, under any name: for example the machine's own public addresses. Stronger than everything that
    /// admits. Applies to an IPv4 address inside an IPv6 address, too.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().deny_network("8.8.8.0/24".parse()?);
    /// assert!(policy.precheck(&Request::get("http://8.8.8.8/")).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deny_network(mut self, network: Network) -> Self {
        self.denied_networks.push(network);
        self
    }

    /// Refuses this port of these addresses, as strongly as [`deny_network`](Self::deny_network): for example the program's
    /// own listening socket, so that it never sends requests to itself.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::everything().deny_server("127.0.0.1".parse()?, 8640);
    /// assert!(policy.precheck(&Request::get("http://127.0.0.1:8640/")).is_err());
    /// assert!(policy.precheck(&Request::get("http://127.0.0.1/")).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deny_server(mut self, network: Network, port: u16) -> Self {
        self.denied_servers.push((network, port));
        self
    }

    /// Also admits URLs with a user and a password.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let request = Request::get("http://sam:secret@pub.example/");
    /// assert!(Policy::public_web().precheck(&request).is_err());
    /// assert!(Policy::public_web().allow_credentials().precheck(&request).is_ok());
    /// ```
    #[must_use]
    pub fn allow_credentials(mut self) -> Self {
        self.credentials = true;
        self
    }

    /// Admits only files below this folder and those of further calls, by their real paths: a link out of the folder is
    /// refused. Whoever can change the folder during a retrieval can change what is read.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let client = Client::new(Policy::local_files().only_below("/srv/menus"));
    /// assert!(client.retrieve_blocking(&Request::get("file:///etc/passwd")).is_err());
    /// ```
    #[must_use]
    pub fn only_below(mut self, folder: impl Into<PathBuf>) -> Self {
        let mut folders = match self.folders {
            Folders::Any => Vec::new(),
            Folders::Only(folders) => folders,
        };
        folders.push(folder.into());
        self.folders = Folders::Only(folders);
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

    /// Admits only these media types.
    ///
    /// ```
    /// use napkin_retrieve::{Client, MediaTypes, Policy, Request};
    /// let client = Client::new(Policy::public_web().with_media_types(MediaTypes::default().allow("image/*")));
    /// let refused = client.retrieve_blocking(&Request::get("data:text/html,x")).unwrap_err();
    /// assert_eq!(refused.error().rule().code(), "media-type-not-permitted");
    /// ```
    #[must_use]
    pub fn with_media_types(self, types: MediaTypes) -> Self {
        Self { media_types: types, ..self }
    }

    /// Also admits redirects from `https` to `http`.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// let policy = Policy::public_web().allow_downgrade();
    /// ```
    #[must_use]
    pub fn allow_downgrade(mut self) -> Self {
        self.downgrade = true;
        self
    }

    /// Asks for the user's consent before retrieving a URL that a document names
    /// ([`Initiative::Document`](crate::Initiative::Document); RFC 2046 section 5.2.3.6). `ask` returns whether the
    /// user consents.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Initiative, Policy, Request};
    /// let client = Client::new(Policy::public_web().ask(|question| question.url.starts_with("data:")));
    /// assert!(client.retrieve_blocking(&Request::get("data:,x").with_initiative(Initiative::Document)).is_ok());
    /// assert!(client.retrieve_blocking(&Request::get("about:blank").with_initiative(Initiative::Document)).is_err());
    /// ```
    #[must_use]
    pub fn ask(mut self, ask: impl Fn(&Question<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.consent = Consent::Asked(Arc::new(ask));
        self
    }

    /// Refuses URLs that a document names, for programs without a user to ask.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Initiative, Policy, Request};
    /// let client = Client::new(Policy::public_web().refuse_documents());
    /// let request = Request::get("data:,beer");
    /// assert!(client.retrieve_blocking(&request).is_ok());
    /// assert!(client.retrieve_blocking(&request.with_initiative(Initiative::Document)).is_err());
    /// ```
    #[must_use]
    pub fn refuse_documents(mut self) -> Self {
        self.consent = Consent::Refused;
        self
    }

    /// Sets the server for a scheme whose URLs name none, such as `news`. Its host is checked like any other, so an internal
    /// one also needs [`trust_host`](Self::trust_host).
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web().allow_scheme("news").with_server("news", "news.pub.example", 119);
    /// assert!(policy.precheck(&Request::get("news:comp.infosystems")).is_ok());
    /// ```
    #[must_use]
    pub fn with_server(mut self, scheme: &str, host: &str, port: u16) -> Self {
        self.servers.insert(scheme.to_ascii_lowercase(), (checks::comparable(host), port));
        self
    }

    /// Also admits data connections to other addresses than the server's (FTP between two servers), if the policy admits
    /// those addresses. By default data connections lead only to the server itself.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// let policy = Policy::public_web().allow_scheme("ftp").allow_data_elsewhere();
    /// ```
    #[must_use]
    pub fn allow_data_elsewhere(mut self) -> Self {
        self.data_elsewhere = true;
        self
    }

    /// Sets the authorities that may vouch for a server's name in TLS. Default: Mozilla's list.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Trust};
    /// let no_tls = Policy::public_web().with_trust(Trust::nobody());
    /// ```
    #[must_use]
    pub fn with_trust(self, trust: Trust) -> Self {
        Self { trust: Arc::new(trust), ..self }
    }

    /// Sends everything through this proxy: `http://proxy.example:3128`, optionally with a user and a password. A proxy
    /// retrieves `http` and `https`; other network schemes are then refused. The proxy resolves names itself, so that the
    /// policy can check only addresses that are written in URLs. Host names are checked as without a proxy.
    ///
    /// Without this no proxy is used; environment variables are ignored.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// assert!(Policy::public_web().with_proxy("http://proxy.example:3128").is_ok());
    /// assert!(Policy::public_web().with_proxy("ftp://proxy.example").is_err());
    /// ```
    ///
    /// # Errors
    /// Fails if the URL is not the URL of a proxy.
    pub fn with_proxy(mut self, url: &str) -> Result<Self, crate::Error> {
        self.proxies = Proxies::everything(Proxy::read(url)?);
        Ok(self)
    }

    /// Sends requests through the proxies of environment variables: `http_proxy` for `http`, `https_proxy` or `HTTPS_PROXY` for
    /// `https`, and `all_proxy` or `ALL_PROXY` for both. `no_proxy` or `NO_PROXY` lists hosts, networks and `*`, which are reached
    /// without a proxy. `variable` returns the value of a variable.
    ///
    /// ```
    /// use napkin_retrieve::Policy;
    /// let policy = Policy::public_web().with_proxies_of(&|name| std::env::var(name).ok());
    /// ```
    ///
    /// # Errors
    /// A value is not the URL of an HTTP proxy.
    pub fn with_proxies_of(mut self, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, crate::Error> {
        self.proxies = Proxies::of_variables(variable)?;
        Ok(self)
    }

    pub(crate) fn trusted(&self) -> &Trust {
        &self.trust
    }

    pub(crate) fn check_media_type(&self, url: &str, media_type: Option<&str>) -> Result<(), crate::Error> {
        self.media_types.check(url, media_type)
    }

    /// Sets the resolver of host names. Default: [`SystemResolver`].
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use napkin_retrieve::{BoxFuture, Client, Policy, Request, Resolve};
    ///
    /// /// Resolves every name to loopback.
    /// struct Loopback;
    ///
    /// impl Resolve for Loopback {
    ///     fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, std::io::Result<Vec<IpAddr>>> {
    ///         Box::pin(async { Ok(vec![[127, 0, 0, 1].into()]) })
    ///     }
    /// }
    ///
    /// let client = Client::new(Policy::public_web().with_resolver(Loopback));
    /// let refused = client.retrieve_blocking(&Request::get("http://pub.example/")).unwrap_err();
    /// assert_eq!(refused.error().rule().code(), "address-special");
    /// ```
    #[must_use]
    pub fn with_resolver(self, resolver: impl Resolve + 'static) -> Self {
        Self { resolver: Arc::new(resolver), ..self }
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("schemes", &self.schemes)
            .field("ports", &self.ports)
            .field("only_hosts", &self.only_hosts)
            .field("trusted_hosts", &self.trusted_hosts)
            .field("denied_hosts", &self.denied_hosts)
            .field("networks", &self.networks)
            .finish_non_exhaustive()
    }
}
