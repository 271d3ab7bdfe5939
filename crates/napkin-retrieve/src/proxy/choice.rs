//! Chooses the proxy for a request, by its scheme and its host.

use std::net::IpAddr;

use napkin::Network;

use super::Proxy;
use crate::{Error, Target};

/// The proxies of a policy, and the hosts that are reached without one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies {
    http: Option<Proxy>,
    https: Option<Proxy>,
    /// The proxy of all other schemes, which refuses them.
    other: Option<Proxy>,
    direct: Vec<Direct>,
}

/// Hosts that are reached without a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Direct {
    Everything,
    Addresses(Network),
    /// A host and all hosts below it, and their port if only that one counts.
    Name(String, Option<u16>),
}

impl Proxies {
    /// Sends everything through one proxy.
    pub(crate) fn everything(proxy: Proxy) -> Self {
        Self { http: Some(proxy.clone()), https: Some(proxy.clone()), other: Some(proxy), direct: Vec::new() }
    }

    /// Reads the variables that programs use by convention. `HTTP_PROXY` is ignored, because a CGI program receives it from its
    /// client.
    pub(crate) fn of_variables(variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let value =
            |names: &[&str]| names.iter().find_map(|name| variable(name)).filter(|value| !value.trim().is_empty());
        let read = |names: &[&str]| {
            let Some(text) = value(names) else { return Ok(None) };
            let text = text.trim();
            let url = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
            Proxy::read(&url).map(Some)
        };
        let all = ["all_proxy", "ALL_PROXY"];
        let http = read(&[&["http_proxy"], &all[..]].concat())?;
        let https = read(&[&["https_proxy", "HTTPS_PROXY"], &all[..]].concat())?;
        let list = value(&["no_proxy", "NO_PROXY"]).unwrap_or_default();
        let direct =
            list.split([',', ' ']).map(str::trim).filter(|entry| !entry.is_empty()).map(Direct::read).collect();
        Ok(Self { http, https, other: None, direct })
    }

    /// Returns the proxy for a target; `None` if it is reached without one.
    pub(crate) fn of(&self, target: &Target) -> Option<&Proxy> {
        let host = target.host()?;
        let proxy = match target.scheme() {
            "http" => self.http.as_ref(),
            "https" => self.https.as_ref(),
            _ => self.other.as_ref(),
        };
        proxy.filter(|_| !self.direct.iter().any(|direct| direct.is_of(host, target.port())))
    }
}

impl Direct {
    fn read(entry: &str) -> Self {
        if entry == "*" {
            return Self::Everything;
        }
        if let Ok(network) = entry.trim_matches(['[', ']']).parse() {
            return Self::Addresses(network);
        }
        let (name, port) = match entry.rsplit_once(':').and_then(|(name, port)| Some((name, port.parse().ok()?))) {
            Some((name, port)) => (name, Some(port)),
            None => (entry, None),
        };
        Self::Name(name.trim_start_matches("*.").trim_matches('.').to_ascii_lowercase(), port)
    }

    fn is_of(&self, host: &str, port: Option<u16>) -> bool {
        match self {
            Self::Everything => true,
            Self::Addresses(network) => {
                host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| network.contains(address))
            }
            Self::Name(name, own) => {
                let front = host.trim_end_matches('.').strip_suffix(name.as_str());
                let is_below = !name.is_empty() && front.is_some_and(|front| front.is_empty() || front.ends_with('.'));
                is_below && own.is_none_or(|own| Some(own) == port)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;

    /// Returns the host of the proxy for a URL, with these variables.
    fn host(variables: &[(&str, &str)], url: &str) -> Option<String> {
        let variable =
            |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
        let proxies = Proxies::of_variables(&variable).expect("proxies");
        let (target, _) = Target::read(url, Operation::Get).expect("a URL");
        proxies.of(&target).map(|proxy| proxy.host.clone())
    }

    #[test]
    fn proxies_of_variables_depend_on_the_scheme() {
        let both = [("http_proxy", "http://one.example:1/"), ("HTTPS_PROXY", "two.example:2")];
        let all = [("all_proxy", "http://all.example:3")];
        type Case<'c> = (&'c [(&'c str, &'c str)], &'c str, Option<&'c str>);
        let cases: &[Case<'_>] = &[
            (&both, "http://pub.example/", Some("one.example")),
            (&both, "https://pub.example/", Some("two.example")),
            (&both, "ftp://pub.example/", None),
            (&all, "https://pub.example/", Some("all.example")),
            (&[("HTTP_PROXY", "http://one.example:1/")], "http://pub.example/", None),
            (&[("http_proxy", "")], "http://pub.example/", None),
            (&[], "http://pub.example/", None),
        ];
        for (variables, url, expected) in cases {
            assert_eq!(host(variables, url).as_deref(), *expected, "{variables:?} {url}");
        }
        for wrong in ["socks5://h:1", "https://h:1", "http://h:1/path"] {
            assert!(Proxies::of_variables(&|_| Some(wrong.to_owned())).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_proxy_names_hosts_and_addresses() {
        let cases = [
            ("pub.example", "http://pub.example/", true),
            ("pub.example", "http://www.pub.example/", true),
            (".pub.example", "http://www.pub.example/", true),
            ("*.pub.example", "http://www.pub.example/", true),
            ("pub.example", "http://otherpub.example/", false),
            ("a.example, PUB.example", "http://pub.example/", true),
            ("pub.example:8080", "http://pub.example:8080/", true),
            ("pub.example:8080", "http://pub.example/", false),
            ("*", "http://pub.example/", true),
            ("10.0.0.0/8", "http://10.1.2.3/", true),
            ("10.0.0.0/8", "http://11.1.2.3/", false),
            ("::1", "http://[::1]/", true),
            ("127.0.0.1", "http://127.0.0.1/", true),
            ("", "http://pub.example/", false),
            (".", "http://pub.example/", false),
        ];
        for (list, url, is_direct) in cases {
            let found = host(&[("http_proxy", "http://one.example:1"), ("no_proxy", list)], url);
            assert_eq!(found.is_none(), is_direct, "{list} {url}");
        }
    }
}
