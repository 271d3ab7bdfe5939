//! Checks that no text leads to an internal address under the policy of the public web. A permitted URL has a scheme
//! that the policy allows, no user, its own port, a host on which all standards agree, and addresses that are public
//! by a predicate of this file, whatever the resolver answers and wherever a redirect leads. No control character
//! reaches a line of a protocol.
#![no_main]

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use libfuzzer_sys::fuzz_target;
use napkin::{default_port, whatwg};
use napkin_retrieve::{BoxFuture, Permit, Policy, Request, Resolve, Target};

/// The text protocols that a policy may allow in addition, and the characters that their lines may contain.
const TEXT: [(&str, &[u8]); 5] = [("ftp", b""), ("gopher", b"\t"), ("news", b""), ("nntp", b""), ("tftp", b"")];

fuzz_target!(|input: &[u8]| {
    // The input: the number of addresses that the resolver returns, whether text protocols are allowed, the addresses,
    // a URL, and after a line break a redirect.
    let [choice, rest @ ..] = input else { return };
    let (addresses, text) = addresses(usize::from(choice & 7), rest);
    let Ok(text) = str::from_utf8(text) else { return };
    let (url, reference) = text.split_once('\n').map_or((text, None), |(url, reference)| (url, Some(reference)));
    let named = if choice & 8 == 0 { &TEXT[..0] } else { &TEXT[..] };
    let policy = Policy::public_web().with_resolver(Answers(addresses.clone()));
    let policy = Arc::new(named.iter().fold(policy, |policy, (scheme, _)| policy.allow_scheme(scheme)));
    let Ok(first) = ready(policy.permit(&Request::get(url))) else { return };
    holds(&first, &addresses, url);
    let Some(reference) = reference else { return };
    if let Ok(second) = ready(policy.permit_redirect(first.target(), reference, &Request::get(url))) {
        holds(&second, &addresses, text);
        assert!(
            matches!(second.target().scheme(), "http" | "https") || second.target().scheme() == first.target().scheme()
        );
        assert!(first.target().scheme() != "https" || second.target().scheme() == "https", "{text:?}");
    }
});

/// Returns the same answer to every query.
struct Answers(Vec<IpAddr>);

impl Resolve for Answers {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

/// Reads the addresses at the beginning of the input: a byte for the family, then the address. For an odd IPv6 family,
/// four bytes follow a prefix that embeds them.
fn addresses(count: usize, mut input: &[u8]) -> (Vec<IpAddr>, &[u8]) {
    let mut addresses = Vec::new();
    for _ in 0..count {
        let [family, rest @ ..] = input else { break };
        if family & 1 == 0 {
            let Some((octets, rest)) = rest.split_first_chunk::<4>() else { break };
            addresses.push(carried(*family, Ipv4Addr::from(*octets)));
            input = rest;
        } else {
            let Some((octets, rest)) = rest.split_first_chunk::<16>() else { break };
            addresses.push(Ipv6Addr::from(*octets).into());
            input = rest;
        }
    }
    (addresses, input)
}

/// Returns an IPv4 address, as it is or in one of the IPv6 forms.
fn carried(family: u8, address: Ipv4Addr) -> IpAddr {
    let (high, low) = (u32::from(address) >> 16, u32::from(address) & 0xffff);
    let (high, low) = (high as u16, low as u16);
    let segments = match family >> 1 & 7 {
        1 => [0, 0, 0, 0, 0, 0xffff, high, low],
        2 => [0, 0, 0, 0, 0, 0, high, low],
        3 => [0, 0, 0, 0, 0xffff, 0, high, low],
        4 => [0x64, 0xff9b, 0, 0, 0, 0, high, low],
        5 => [0x2002, high, low, 0, 0, 0, 0, 1],
        6 => [0x2001, 0, high, low, 0, 0, 0, 1],
        7 => [0x2606, 0x4700, 0, 0, 0x200, 0x5efe, high, low],
        _ => return address.into(),
    };
    Ipv6Addr::from(segments).into()
}

/// A permit is ready immediately if the resolver has its answer.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("nothing is waited for"),
    }
}

fn holds(permit: &Permit, answers: &[IpAddr], text: &str) {
    let target = permit.target();
    let scheme = target.scheme();
    if matches!(scheme, "data" | "about") {
        assert!(permit.addresses().is_empty() && target.host().is_none(), "{text:?}");
        return;
    }
    assert!(matches!(scheme, "http" | "https") || TEXT.iter().any(|(name, _)| *name == scheme), "{text:?}");
    assert!(target.reference().user().is_none() && target.reference().password().is_none(), "{text:?}");
    in_lines(target, text);
    let Some(host) = target.host() else {
        // `news:` has no server.
        return assert!(scheme == "news" && permit.addresses().is_empty(), "{text:?}");
    };
    assert_eq!(target.port(), default_port(scheme), "{text:?}");
    let read = whatwg::Url::parse(target.url().as_str(), None).expect("every standard reads it");
    assert!(read.hostname().eq_ignore_ascii_case(host), "{text:?}: {host}");
    let name = host.strip_suffix('.').unwrap_or(host);
    assert!(
        !["localhost", "internal", "local"].iter().any(|inner| name.rsplit('.').next() == Some(*inner)),
        "{text:?}"
    );
    assert!(!permit.addresses().is_empty(), "{text:?}");
    for address in permit.addresses() {
        assert!(is_public(address.ip()), "{text:?} leads to {address}");
        assert_eq!(Some(address.port()), target.port(), "{text:?}");
        let is_literal = host.trim_matches(['[', ']']).parse() == Ok(address.ip());
        assert!(is_literal || answers.contains(&address.ip()), "{text:?}: {address} is no answer");
    }
}

/// No control character is in a line of a protocol: text protocols decode escapes, HTTP keeps them.
fn in_lines(target: &Target, text: &str) {
    let reference = target.reference();
    let also = TEXT.iter().find(|(name, _)| *name == target.scheme()).map(|(_, also)| *also);
    for part in [Some(reference.path()), reference.query()].into_iter().flatten() {
        let octets = if also.is_some() { part.decode_bytes().into_owned() } else { part.as_str().as_bytes().to_vec() };
        let is_control = |octet: &u8| (*octet <= 0x1f || *octet == 0x7f) && !also.unwrap_or_default().contains(octet);
        assert!(!octets.iter().any(is_control), "{text:?}");
        assert!(also.is_some() || !octets.contains(&b' '), "{text:?}");
    }
    assert!(target.authority().bytes().all(|octet| octet.is_ascii_graphic()), "{text:?}");
}

/// Written from the RFCs and not from the table: the address space without each special block.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, d] = address.octets();
    let is_private = address.is_private() || address.is_loopback() || address.is_link_local();
    let is_reserved = a == 0 || a >= 224 || address.is_documentation();
    let is_shared = (a, b & 0xc0) == (100, 64);
    let is_assigned =
        matches!((a, b, c), (192, 0, 0) | (192, 31, 196) | (192, 52, 193) | (192, 88, 99) | (192, 175, 48));
    let is_benchmark = (a, b & 0xfe) == (198, 18);
    !(is_private || is_reserved || is_shared || is_assigned || is_benchmark || (a, b, c, d) == (168, 63, 129, 16))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let inside = |high: u16, low: u16| is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    if (a, b, c, d, e, f) == (0x64, 0xff9b, 0, 0, 0, 0) {
        return inside(g, h);
    }
    if matches!(e, 0 | 0x200) && f == 0x5efe && !inside(g, h) {
        return false;
    }
    let is_global = (0x2000..0x4000).contains(&a);
    // 2001::/23, 2001:db8::/32, 6to4, AS112, and documentation.
    let is_special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002 || (a, b, c) == (0x2620, 0x4f, 0x8000);
    is_global && !is_special && !(a == 0x3fff && b < 0x1000)
}
