//! The checks of a policy: their order, special addresses, texts on which readers differ, and ports.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use napkin::Rule;
use napkin::{Network, Special};
use napkin_retrieve::{BoxFuture, Initiative, Policy, Request, Resolve, rules};

/// Resolves every name to one address, and counts the lookups.
#[derive(Clone)]
struct Names(IpAddr, Arc<AtomicUsize>);

impl Names {
    fn at(address: &str) -> Self {
        Self(address.parse().expect("an address"), Arc::default())
    }

    fn asked(&self) -> usize {
        self.1.load(Ordering::SeqCst)
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        self.1.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Ok(vec![self.0]) })
    }
}

fn public() -> Names {
    Names::at("93.184.215.14")
}

/// Returns the rule by which the public web policy refuses a URL; every name has a public address.
async fn refused(url: &str) -> Option<Rule> {
    let policy = Arc::new(Policy::public_web().with_resolver(public()));
    policy.permit(&Request::get(url)).await.err().map(|error| error.rule())
}

/// A URL that fails two checks is refused by the first. No name is resolved before all offline checks have passed.
#[tokio::test]
async fn policy_checks_run_in_order() {
    let checks = [
        // The same host for all readers, before the scheme and the user.
        (r"http://sam@pub.example\@10.0.0.1:22/", rules::STANDARDS_DISAGREE),
        // The scheme, before the user.
        ("gopher://sam@pub.example:25/x%0D%0A", rules::SCHEME_NOT_PERMITTED),
        ("ws://sam@10.0.0.1:25/", rules::SCHEME_NOT_RETRIEVABLE),
        // The user, before the port.
        ("http://sam@10.0.0.1:25/", rules::CREDENTIALS_NOT_PERMITTED),
        // The port, before the host.
        ("http://localhost:25/", rules::PORT_RESERVED),
        ("http://10.0.0.1:8080/", rules::PORT_NOT_PERMITTED),
        // The host's name, before its addresses.
        ("http://localhost/", rules::HOST_NOT_PERMITTED),
        // Octets of a line, and consent.
        ("ftp://pub.example/a%0D%0Ab", rules::ESCAPED_CONTROL),
        ("http://pub.example/", rules::CONSENT_MISSING),
    ];
    for (url, rule) in checks {
        let names = public();
        let policy = Policy::public_web().with_resolver(names.clone()).allow_scheme("ftp").refuse_documents();
        let judged = Arc::new(policy).permit(&Request::get(url).with_initiative(Initiative::Document)).await;
        assert_eq!(judged.expect_err(url).rule(), rule, "{url}");
        assert_eq!(names.asked(), 0, "{url}");
    }
    // Last the addresses, by one lookup.
    let names = Names::at("10.0.0.1");
    let policy = Arc::new(Policy::public_web().with_resolver(names.clone()));
    let judged = policy.permit(&Request::get("http://pub.example/")).await;
    assert_eq!((judged.expect_err("inward").rule(), names.asked()), (rules::ADDRESS_SPECIAL, 1));
}

/// The union of the blocks that smokescreen, ssrf_filter, daenney/ssrf, safeurl and AntiSSRF refuse.
const UNION: [&str; 39] = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
    "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "255.255.255.255/32", "::/128", "::1/128", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b:1::/48",
    "100::/64", "100:0:0:1::/64", "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "100.100.100.200/32",
];

/// Returns the first, the last and a middle address of a block.
fn of_block(text: &str) -> [IpAddr; 3] {
    let (first, length) = text.split_once('/').expect(text);
    let length: u32 = length.parse().expect(text);
    match first.parse().expect(text) {
        IpAddr::V4(first) => {
            let (first, rest) = (u32::from(first), u32::MAX.checked_shr(length).unwrap_or(0));
            [first, first | rest, first | (rest / 3)].map(|address| Ipv4Addr::from(address).into())
        }
        IpAddr::V6(first) => {
            let (first, rest) = (u128::from(first), u128::MAX.checked_shr(length).unwrap_or(0));
            [first, first | rest, first | (rest / 3)].map(|address| Ipv6Addr::from(address).into())
        }
    }
}

#[test]
fn blocks_refused_by_other_libraries_are_special() {
    for block in UNION {
        let network: Network = block.parse().expect(block);
        for address in of_block(block) {
            assert!(network.contains(address), "{address} of {block}");
            assert!(Special::of(address).is_some(), "{address} of {block}");
        }
    }
    // The NAT64 prefix is judged by the IPv4 address inside (RFC 6052).
    for (address, is_special) in [("64:ff9b::7f00:1", true), ("64:ff9b::a9fe:a9fe", true), ("64:ff9b::808:808", false)]
    {
        assert_eq!(Special::of(address.parse().unwrap()).is_some(), is_special, "{address}");
    }
}

/// IANA's registries as published: every block except NAT64's is special, under IANA's name or that of a narrower
/// block.
#[test]
fn blocks_of_iana_registries_are_special() {
    let registries = [
        include_str!("../../../../data/addresses/iana-ipv4-special-registry-1.csv"),
        include_str!("../../../../data/addresses/iana-ipv6-special-registry-1.csv"),
    ];
    let mut count = 0;
    for line in registries.into_iter().flat_map(str::lines) {
        // The second line of a cell begins with spaces.
        let cell = line.strip_prefix('"').map_or_else(|| line.split(',').next(), |rest| rest.split('"').next());
        for block in cell.into_iter().flat_map(|cell| cell.split(", ")).filter(|_| !line.starts_with(' ')) {
            let block = block.split(' ').next().unwrap_or_default();
            if !block.contains('/') || block == "64:ff9b::/96" {
                continue;
            }
            count += 1;
            for address in of_block(block) {
                let special = Special::of(address).unwrap_or_else(|| panic!("{address} of {block}"));
                assert!(!special.class().is_empty() && !special.source().is_empty(), "{block}");
            }
        }
    }
    assert_eq!(count, 50);
}

/// Addresses that the predicates of the standard libraries of Python, Go, Rust, Java or Ruby accept, as measured:
/// refused in URLs, and as the answer of a resolver.
#[tokio::test]
async fn addresses_that_other_predicates_accept_are_refused() {
    for text in [
        "::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1",
        "2002:7f00:1::", "2001:0:7f00:1::1", "100.100.100.200", "192.0.0.192", "168.63.129.16", "0.1.2.3",
        "198.18.0.1", "240.0.0.1", "fec0::1", "3fff::1", "5f00::1", "fd00:ec2::254", "fc00::1", "224.0.0.1",
    ] {
        let host = if text.contains(':') { format!("[{text}]") } else { text.to_owned() };
        assert_eq!(refused(&format!("http://{host}/")).await, Some(rules::ADDRESS_SPECIAL), "{text}");
        let policy = Arc::new(Policy::public_web().with_resolver(Names::at(text)));
        let judged = policy.permit(&Request::get("http://pub.example/")).await;
        assert_eq!(judged.expect_err(text).rule(), rules::ADDRESS_SPECIAL, "{text}");
    }
}

/// Texts on which 28 measured readers differ: one reads `good.example`, another something else. If no standard reads
/// the URL, the error is that of the parser.
#[tokio::test]
async fn urls_on_which_readers_differ_are_refused() {
    for url in [
        r"http://evil.example\@good.example/",
        "http://foo@evil.example:80@good.example/",
        "http:///good.example/",
        "https:/evil.example",
        "http://127.1/",
        "http://0127.0.0.1/",
        "http://%6c%6f%63%61%6c%68%6f%73%74/",
        "http://[::1]evil.example/",
        "http://good.example:80:90/",
        "http://good.example\t.evil.example/",
        "http://good.example\0.evil.example/",
        "http://evil.example\u{2100}good.example/",
        "http://evil.example\u{ff0f}good.example/",
        "http://evil.example\u{ff20}good.example/",
        "1http://evil.example/",
        r"git://evil.example\@good.example/",
    ] {
        let rule = refused(url).await.unwrap_or_else(|| panic!("{url:?} is permitted"));
        let is_of_syntax = ["reference", "url-standard"].contains(&rule.family());
        assert!(rule == rules::STANDARDS_DISAGREE || is_of_syntax, "{url:?}: {}", rule.code());
    }
    // All read the same host, which is not the one it seems to be: the scheme is refused.
    for url in ["good.example:80/x", " javascript:alert(1)", "\u{1}javascript:alert(1)", "java\tscript:alert(1)"] {
        assert!(refused(url).await.is_some(), "{url:?}");
    }
}

/// The bad ports of the Fetch Standard under any policy, and for gopher every port except its own.
#[tokio::test]
async fn reserved_ports_are_refused_under_every_policy() {
    // https://fetch.spec.whatwg.org/#port-blocking
    let bad = [
        0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
        109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526,
        530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
        4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    ];
    let everything = Arc::new(Policy::everything().with_resolver(public()));
    for port in bad {
        let judged = everything.permit(&Request::get(format!("http://pub.example:{port}/"))).await;
        assert_eq!(judged.expect_err("a reserved port").rule(), rules::PORT_RESERVED, "{port}");
    }
    assert!(everything.permit(&Request::get("http://pub.example:6379/")).await.is_ok());
    for (port, expected) in [(70, None), (6379, Some(rules::PORT_NOT_PERMITTED)), (25, Some(rules::PORT_RESERVED))] {
        let judged = everything.permit(&Request::get(format!("gopher://pub.example:{port}/0x"))).await;
        assert_eq!(judged.err().map(|error| error.rule()), expected, "{port}");
    }
    let named = Arc::new(Policy::everything().with_resolver(public()).allow_port(7070));
    assert!(named.permit(&Request::get("gopher://pub.example:7070/0x")).await.is_ok());
}
