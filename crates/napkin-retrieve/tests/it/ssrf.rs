//! URLs that reach inward by spelling, redirect, answers of the resolver, forms of IPv6 and tricks with users: each is
//! refused, by the rule in the table. URLs of the public web are not refused.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use napkin_retrieve::{BoxFuture, Error, Permit, Policy, Request, Resolve};

const INWARD: &str = include_str!("../../../../data/ssrf.tsv");
const CONTROLS: &str = include_str!("../../../../data/ssrf-controls.tsv");
const PUBLIC: &str = "93.184.215.14";

/// Answers one lookup after the other, repeats the last answer, and counts.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<(VecDeque<Vec<IpAddr>>, usize)>>);

impl Answers {
    fn new(answers: &[&str]) -> Self {
        let read = |answer: &&str| match *answer {
            "none" => Vec::new(),
            list => list.split(',').map(|address| address.parse().expect(list)).collect(),
        };
        Self(Arc::new(Mutex::new((answers.iter().map(read).collect(), 0))))
    }

    fn look_ups(&self) -> usize {
        self.0.lock().unwrap().1
    }
}

impl Resolve for Answers {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let mut state = self.0.lock().unwrap();
        state.1 += 1;
        let answer = if state.0.len() > 1 { state.0.pop_front() } else { state.0.front().cloned() };
        Box::pin(async { Ok(answer.unwrap_or_default()) })
    }
}

fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('\t');
        (columns.next().unwrap(), columns.next().unwrap(), columns.next().unwrap_or_default())
    })
}

/// Runs the public web policy on a row of the table.
async fn judged(url: &str, how: &str) -> Result<Permit, Error> {
    let (kind, detail) = how.split_once(' ').unwrap_or((how, ""));
    let request = Request::get(url);
    match kind {
        "dns" => policy(&Answers::new(&[detail])).permit(&request).await,
        "redirect" => {
            let policy = policy(&Answers::new(&[PUBLIC]));
            let first = policy.permit(&Request::get(detail)).await.expect(detail);
            policy.permit_redirect(first.target(), url, &request).await
        }
        "change" => {
            let answers = Answers::new(&detail.split(" then ").collect::<Vec<_>>());
            let policy = policy(&answers);
            let first = policy.permit(&request).await.expect(url);
            // One lookup made the permit, and its answer is what will be connected to.
            assert_eq!(answers.look_ups(), 1, "{url}");
            let addresses: Vec<_> = first.addresses().iter().map(|address| address.ip().to_string()).collect();
            assert_eq!(addresses, [PUBLIC], "{url}");
            policy.permit_redirect(first.target(), "/again", &request).await
        }
        _ => {
            let policy = Policy::public_web().with_resolver(Answers::new(&[PUBLIC]));
            let text = ["ftp", "gopher", "tftp", "nntp", "news"].iter().filter(|_| kind == "text");
            Arc::new(text.fold(policy, |policy, scheme| policy.allow_scheme(scheme))).permit(&request).await
        }
    }
}

fn policy(answers: &Answers) -> Arc<Policy> {
    Arc::new(Policy::public_web().with_resolver(answers.clone()))
}

#[tokio::test]
async fn urls_that_reach_inward_are_refused() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (url, how, rule) in rows(INWARD) {
        count += 1;
        match judged(url, how).await {
            Ok(permit) => wrong.push(format!("{url} ({how}) is permitted: {:?}", permit.addresses())),
            Err(error) if error.rule().code() != rule && !is_reading(&error, rule) => {
                wrong.push(format!("{url} ({how}) is {} and not {rule}: {error}", error.rule().code()));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 300, "{count}");
}

/// If no standard reads a URL, the error is that of the parser, which is equivalent to a disagreement.
fn is_reading(error: &Error, rule: &str) -> bool {
    rule == "standards-disagree" && ["reference", "url-standard"].contains(&error.rule().family())
}

#[tokio::test]
async fn public_addresses_are_not_refused() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (url, how, _) in rows(CONTROLS) {
        count += 1;
        if let Err(error) = judged(url, how).await {
            wrong.push(format!("{url} ({how}): {}: {error}", error.rule().code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 300, "{count}");
}

/// Even a policy that admits every address refuses metadata services, and redirects to files.
#[tokio::test]
async fn some_urls_are_refused_under_every_policy() {
    let policy = Arc::new(Policy::everything().with_resolver(Answers::new(&["169.254.169.254"])));
    for (url, rule) in [
        ("http://169.254.169.254/", "address-special"),
        ("http://[::ffff:169.254.169.254]/", "address-special"),
        ("http://name.example/", "address-special"),
        ("http://metadata.google.internal/", "host-not-permitted"),
        ("http://10.0.0.1:25/", "port-reserved"),
        (r"http://pub.example\@10.0.0.1/", "standards-disagree"),
        ("gopher://10.0.0.1/0x%0D%0AQUIT", "escaped-control"),
        ("javascript:x", "scheme-not-retrievable"),
    ] {
        let error = policy.permit(&Request::get(url)).await.expect_err(url);
        assert_eq!(error.rule().code(), rule, "{url}");
    }
    for url in ["http://10.0.0.1:8080/", "http://sam:secret@localhost.example/", "file:///etc/hostname"] {
        let policy = Arc::new(Policy::everything().with_resolver(Answers::new(&["127.0.0.1"])));
        policy.permit(&Request::get(url)).await.expect(url);
    }
    let permit = policy.permit(&Request::get("http://10.0.0.1/")).await.unwrap();
    let error = policy.permit_redirect(permit.target(), "file:///etc/passwd", &Request::get("")).await.unwrap_err();
    assert_eq!(error.rule().code(), "redirect-scheme");
}

/// A trusted host is admitted in any spelling, and no other host with it.
#[tokio::test]
async fn trust_host_admits_any_spelling_of_the_host() {
    let named = ["127.0.0.1", "::1", "[0:0::ffff:10.0.0.1]", "Intranet", "wiki.internal."];
    let policy = Policy::public_web().with_resolver(Answers::new(&["10.1.2.3"]));
    let policy = Arc::new(named.iter().fold(policy, |policy, host| policy.trust_host(host)).deny_host("Ads.example."));
    for url in [
        "http://127.0.0.1/", "http://[0:0::1]/", "http://[::ffff:a00:1]/", "http://INTRANET./", "http://wiki.internal/",
    ] {
        policy.permit(&Request::get(url)).await.expect(url);
    }
    for (url, rule) in [
        ("http://127.0.0.2/", "address-special"),
        ("http://[::2]/", "address-special"),
        ("http://name.example/", "address-special"),
        ("http://x.wiki.internal/", "host-not-permitted"),
        ("http://ads.example/", "host-not-permitted"),
        ("http://x.ADS.example./", "host-not-permitted"),
    ] {
        assert_eq!(policy.permit(&Request::get(url)).await.expect_err(url).rule().code(), rule, "{url}");
    }
}

/// `only_hosts` refuses all other hosts, trusted ones too, and keeps all other checks of the listed hosts.
#[tokio::test]
async fn only_hosts_refuses_other_hosts_and_keeps_all_checks() {
    let policy = Policy::public_web().only_hosts(["Pub.Example.", ".bar.example", "[::1]"]).only_hosts(["10.0.0.1"]);
    let policy = Arc::new(policy.trust_host("inner").trust_host("10.0.0.1").with_resolver(Answers::new(&["8.8.8.8"])));
    for (url, rule) in [
        ("http://pub.example/", None),
        ("http://PUB.example./", None),
        ("http://www.bar.example/", None),
        ("http://10.0.0.1/", None),
        ("data:,x", None),
        ("http://bar.example/", Some("host-not-permitted")),
        ("http://foobar.example/", Some("host-not-permitted")),
        ("http://evil.example/", Some("host-not-permitted")),
        ("http://x.pub.example/", Some("host-not-permitted")),
        ("http://inner/", Some("host-not-permitted")),
        ("http://8.8.8.8/", Some("host-not-permitted")),
        ("http://[::1]/", Some("address-special")),
    ] {
        let judged = policy.permit(&Request::get(url)).await;
        assert_eq!(judged.map_err(|error| error.rule().code()).err(), rule, "{url}");
    }
    let none = Arc::new(Policy::everything().only_hosts::<&str>([]).with_resolver(Answers::new(&["8.8.8.8"])));
    assert_eq!(
        none.permit(&Request::get("http://pub.example/")).await.unwrap_err().rule().code(),
        "host-not-permitted"
    );
}

/// `public_web().only_hosts(["pub.example"])`: another host, a redirect to it, and an address inside.
#[tokio::test]
async fn only_hosts_applies_to_redirects_and_addresses() {
    let only = || Policy::public_web().only_hosts(["pub.example"]);
    let permit_at = async |address: &str, url: &str| {
        let policy = Arc::new(only().with_resolver(Answers::new(&[address])));
        policy.permit(&Request::get(url)).await.map_err(|error| error.rule().code())
    };
    assert_eq!(permit_at(PUBLIC, "http://evil.example/").await.unwrap_err(), "host-not-permitted");
    assert_eq!(permit_at("127.0.0.1", "http://pub.example/").await.unwrap_err(), "address-special");
    assert_eq!(permit_at("10.0.0.1", "http://pub.example/").await.unwrap_err(), "address-special");
    let permit = permit_at(PUBLIC, "http://pub.example/").await.unwrap();
    let policy = Arc::new(only().with_resolver(Answers::new(&[PUBLIC])));
    for (next, rule) in [("http://pub.example/menu", None), ("http://evil.example/", Some("host-not-permitted"))] {
        let judged = policy.permit_redirect(permit.target(), next, &Request::get("")).await;
        assert_eq!(judged.map_err(|error| error.rule().code()).err(), rule, "{next}");
    }
}

/// The same by the client, with real redirects: nothing is sent to the other host.
#[tokio::test]
async fn only_hosts_applies_to_every_hop_of_a_client() {
    use std::io::Write;

    use crate::common::Server;
    let evil = Server::saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let to = format!("http://evil.example:{}/", evil.address.port());
    let server = Server::new(move |_, stream| {
        let _ = write!(stream, "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
    });
    let policy = Policy::public_web().only_hosts(["pub.example"]).allow_network("127.0.0.1".parse().unwrap());
    let policy = policy.allow_port(server.address.port()).allow_port(evil.address.port());
    let client = napkin_retrieve::Client::new(policy.with_resolver(Answers::new(&["127.0.0.1"])));
    let url = format!("http://pub.example:{}/", server.address.port());
    let failure = client.retrieve(&Request::get(url)).await.unwrap_err();
    assert_eq!((failure.error().rule().code(), failure.hop()), ("host-not-permitted", 1));
    let port = evil.address.port();
    let place = format!("redirect 1: http://evil.example:{port}/ (bytes 7 to 19): ");
    assert_eq!(
        failure.to_string(),
        format!("{place}expected one of the hosts that the policy names, but found evil.example")
    );
    assert_eq!((server.heads().len(), evil.heads().len()), (1, 0));
}

/// Patterns apply to the first URL and to redirects, to each spelling that the normal form shows, and beside all other checks.
#[tokio::test]
async fn patterns_of_urls_apply_to_every_hop_and_spelling() {
    let patterns = |texts: &[&str]| {
        texts.iter().map(|text| napkin::pattern::Pattern::parse(text, None).expect(text)).collect::<Vec<_>>()
    };
    let policy = Policy::public_web()
        .only_urls(patterns(&["http{s}?://*.pub.example/menu/*"]))
        .only_urls(patterns(&["http://10.0.0.1/*"]))
        .deny_urls(patterns(&["*://*/menu/till*", r"*://*/*\?*secret*"]));
    let policy = Arc::new(policy.with_resolver(Answers::new(&[PUBLIC])));
    let permit = policy.permit(&Request::get("http://cork.pub.example/menu/")).await.unwrap();
    for (url, rule) in [
        ("http://cork.pub.example/menu/stout", None),
        ("https://cork.pub.example/menu/stout?size=pint#top", None),
        ("http://CORK.pub.example/menu/../menu/stout", None),
        ("http://cork.pub.example/m%65nu/stout", Some("url-not-permitted")),
        ("http://cork.pub.example/menu/../till", Some("url-not-permitted")),
        ("http://cork.pub.example/menu/%2e%2e/till", Some("url-not-permitted")),
        ("http://cork.pub.example/menu/till", Some("url-not-permitted")),
        ("http://cork.pub.example/menu/%74ill", Some("url-not-permitted")),
        ("http://cork.pub.example/menu/?%73ecret=1", Some("url-not-permitted")),
        ("http://pub.example/menu/stout", Some("url-not-permitted")),
        ("http://pub.example.evil.example/menu/stout", Some("url-not-permitted")),
        ("http://evil.example/.pub.example/menu/", Some("url-not-permitted")),
        ("http://cork.pub.example@evil.example/menu/", Some("credentials-not-permitted")),
        ("http://cork.pub.example:81/menu/", Some("port-not-permitted")),
        ("http://10.0.0.1/", Some("address-special")),
        ("data:,x", Some("url-not-permitted")),
    ] {
        let first = policy.permit(&Request::get(url)).await;
        assert_eq!(first.map_err(|error| error.rule().code()).err(), rule, "{url}");
        let next = policy.permit_redirect(permit.target(), url, &Request::get("")).await;
        assert_eq!(next.is_err(), rule.is_some(), "redirect to {url}");
    }
}

/// Through a proxy, which resolves names itself, host names and literal addresses are checked as without one.
#[tokio::test]
async fn only_hosts_applies_through_a_proxy() {
    use crate::common::Server;
    let proxy = Server::saying("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbeer");
    let policy = Policy::public_web().only_hosts(["pub.example", "10.0.0.1"]);
    let client = napkin_retrieve::Client::new(policy.with_proxy(&proxy.url("")).unwrap());
    for (url, rule) in [
        ("http://pub.example/", None),
        ("http://evil.example/", Some("host-not-permitted")),
        ("https://evil.example/", Some("host-not-permitted")),
        ("http://10.0.0.1/", Some("address-special")),
    ] {
        let got = client.retrieve(&Request::get(url)).await;
        assert_eq!(got.err().map(|failure| failure.error().rule().code()), rule, "{url}");
    }
    assert_eq!(proxy.heads().len(), 1);
}

/// A machine's own public addresses are not special; a server for others denies them.
#[tokio::test]
async fn deny_network_overrides_trusted_hosts() {
    for (url, answer, is_denied) in [
        ("http://8.8.8.8/", "none", true),
        ("http://[64:ff9b::808:808]/", "none", true),
        ("http://name.example/", "8.8.8.8", true),
        ("http://named.example/", "1.1.1.1,8.8.8.8", true),
        ("http://name.example/", "8.8.4.4", false),
    ] {
        let policy = Policy::public_web().deny_network("8.8.8.8".parse().unwrap()).trust_host("named.example");
        let policy = Arc::new(policy.with_resolver(Answers::new(&[answer])));
        let judged = policy.permit(&Request::get(url)).await;
        assert_eq!(
            judged.map_err(|error| error.rule()).err(),
            is_denied.then_some(napkin_retrieve::rules::HOST_NOT_PERMITTED),
            "{url}"
        );
    }
}

/// One lookup per hop, whose answer is connected to. The next hop resolves and checks the name again.
#[tokio::test]
async fn names_are_resolved_once_per_hop() {
    use napkin_retrieve::Client;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 1000];
        let read = stream.read(&mut request).await.unwrap();
        let said =
            format!("HTTP/1.1 302 Found\r\nLocation: http://name.example:{port}/again\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(said.as_bytes()).await.unwrap();
        String::from_utf8_lossy(&request[..read]).into_owned()
    });
    let answers = Answers::new(&["127.0.0.1", "127.0.0.2", "127.0.0.1"]);
    let policy = Policy::public_web().allow_port(port).allow_network("127.0.0.1".parse().unwrap());
    let client = Client::new(policy.with_resolver(answers.clone()));
    let failure = client.retrieve(&Request::get(format!("http://name.example:{port}/"))).await.unwrap_err();
    assert_eq!(failure.error().rule(), napkin_retrieve::rules::ADDRESS_SPECIAL);
    assert_eq!(answers.look_ups(), 2);
    let hops = failure.trail().hops();
    assert_eq!(hops.len(), 2);
    assert_eq!(hops[0].address().unwrap().to_string(), format!("127.0.0.1:{port}"));
    assert_eq!(hops[1].address(), None);
    let request = served.await.unwrap();
    assert!(request.starts_with(&format!("GET / HTTP/1.1\r\nhost: name.example:{port}\r\n")), "{request}");
}

/// The first of several addresses that answers is used.
#[tokio::test]
async fn next_address_is_tried_if_one_fails() {
    use napkin_retrieve::{Limits, Trail};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let policy = Policy::public_web().allow_port(port).allow_network("127.0.0.0/8".parse().unwrap());
    let policy = Arc::new(policy.with_resolver(Answers::new(&["127.0.0.2,127.0.0.1"])));
    let permit = policy.permit(&Request::get(format!("http://name.example:{port}/"))).await.unwrap();
    let connection = permit.connect(&Limits::default(), &mut Trail::new()).await.unwrap();
    assert_eq!(connection.peer().to_string(), format!("127.0.0.1:{port}"));
}

/// A silent resolver reaches a time limit.
#[tokio::test]
async fn silent_resolver_reaches_a_limit() {
    use napkin_retrieve::{Client, Limits};

    struct Silent;

    impl Resolve for Silent {
        fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
            Box::pin(std::future::pending())
        }
    }

    let limits = Limits::default().with_connect_timeout(std::time::Duration::from_millis(50));
    let client = Client::new(Policy::public_web().with_resolver(Silent)).with_limits(limits);
    let failure = client.retrieve(&Request::get("http://name.example/")).await.unwrap_err();
    assert_eq!(failure.error().rule(), napkin_retrieve::rules::CONNECT_TIMEOUT);
}

/// A data connection leads only to the server (`PASV` of FTP may name another host).
#[tokio::test]
async fn data_connections_are_checked() {
    use napkin_retrieve::{Limits, Trail};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    for (elsewhere, address, expected) in [
        (false, "127.0.0.1:50000", Ok(())),
        (false, "127.0.0.1:22", Err("port-reserved")),
        (false, "127.0.0.1:6667", Err("port-reserved")),
        (false, "127.0.0.2:50000", Err("address-mismatch")),
        (false, "8.8.8.8:50000", Err("address-mismatch")),
        (false, "[::1]:50000", Err("address-mismatch")),
        (true, "10.0.0.1:50000", Err("address-special")),
        (true, "8.8.8.8:50000", Ok(())),
    ] {
        let policy = Policy::public_web().allow_scheme("ftp").trust_host("127.0.0.1").allow_port(port);
        let policy = Arc::new(if elsewhere { policy.allow_data_elsewhere() } else { policy });
        let permit = policy.permit(&Request::get(format!("ftp://127.0.0.1:{port}/"))).await.unwrap();
        let connection = permit.connect(&Limits::default(), &mut Trail::new()).await.unwrap();
        let judged = connection.permit_data(address.parse().unwrap());
        assert_eq!(judged.map(drop).map_err(|error| error.rule().code()), expected, "{address}");
    }
}

/// No text causes a panic. A permitted URL has a host that all standards read, and public addresses.
#[tokio::test]
async fn mutated_urls_never_reach_inward() {
    let seeds: Vec<&str> = rows(INWARD).chain(rows(CONTROLS)).map(|(url, ..)| url).collect();
    let pieces = [
        "@", ":", "/", "//", "\\", "?", "#", "[", "]", "%00", "%2f", "%40", ".", "127.0.0.1", "0x7f", "\t", "::1",
        "\u{ff0e}", "é", "",
    ];
    let policy = policy(&Answers::new(&[PUBLIC]));
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut permitted = 0;
    for _ in 0..30_000 {
        let mut text = seeds[random(seeds.len())].to_owned();
        for _ in 0..=random(3) {
            let at = (0..=random(text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let end = (at..=(at + random(4)).min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(at);
            text.replace_range(at..end.max(at), pieces[random(pieces.len())]);
        }
        let Ok(permit) = policy.permit(&Request::get(&text)).await else { continue };
        permitted += 1;
        let target = permit.target();
        if matches!(target.scheme(), "data" | "about") {
            continue;
        }
        let safe = napkin_audit::standard_host(target.url().as_str()).expect(&text);
        assert_eq!(Some(safe.as_str()), target.host(), "{text}");
        let url = napkin::whatwg::Url::parse(&text, None).expect(&text);
        assert!(url.hostname().eq_ignore_ascii_case(safe.as_str()), "{text}");
        let special = |address: &std::net::SocketAddr| napkin::Special::of(address.ip());
        assert!(permit.addresses().iter().all(|address| special(address).is_none()), "{text}");
    }
    assert!(permitted > 2000, "{permitted}");
}
