//! HTTP/2 against nginx.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;

use napkin_retrieve::{Client, Limits, Policy, Request, Retrieved, Trust, rules};
use tokio::task::JoinSet;

use crate::certificates::Authority;
use crate::common::fetch;
use crate::real;

/// Bytes of the large file: more than arrives before it is read.
const LARGE: usize = 3 << 20;

struct Nginx {
    _running: real::Running,
    _folder: tempfile::TempDir,
    /// Ports: without TLS; with HTTP/2; with two streams at a time; with a connection for three requests.
    ports: [u16; 4],
    authority: String,
}

impl Nginx {
    fn start() -> Option<Self> {
        let program = real::program("nginx", "nginx-light")?;
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        fs::create_dir(at.join("www")).expect("a folder");
        fs::write(at.join("www/menu.txt"), "beer").expect("a file");
        fs::write(at.join("www/large.bin"), vec![7; LARGE]).expect("a file");
        let authority = Authority::new("napkin's tests");
        let certificate = authority.certificate(&["127.0.0.1"], 2090);
        fs::write(at.join("own.pem"), certificate.pem).expect("a file");
        fs::write(at.join("own.key"), certificate.key).expect("a file");
        let (_running, ports) = real::start_nginx(&program, at, |[http, many, two, three]: [u16; 4]| {
            let at = at.display();
            let server = |listen: &str, more: &str| {
                format!(
                    "server {{ listen 127.0.0.1:{listen}; root www; ssl_certificate own.pem; ssl_certificate_key own.key;\n\
                     {more} add_header x-connection $connection always;\n\
                     location = /old {{ return 301 /menu.txt; }}\n\
                     location = /down {{ return 302 http://127.0.0.1:{http}/menu.txt; }}\n\
                     location = /host {{ return 200 $host:$server_port; }} }}\n"
                )
            };
            let servers = [
                server(&http.to_string(), ""),
                server(&format!("{many} ssl http2"), ""),
                server(&format!("{two} ssl http2"), "http2_max_concurrent_streams 2;"),
                server(&format!("{three} ssl http2"), "keepalive_requests 3;"),
            ];
            format!(
                "daemon off; master_process off; pid pid; events {{}}\n\
                 http {{ access_log off; types {{ text/plain txt; }}\n\
                 client_body_temp_path {at}/t1; proxy_temp_path {at}/t2; fastcgi_temp_path {at}/t3;\n\
                 uwsgi_temp_path {at}/t4; scgi_temp_path {at}/t5;\n{}}}\n",
                servers.concat()
            )
        });
        Some(Self { _running, _folder: folder, ports, authority: authority.pem })
    }

    fn client(&self) -> Client {
        let policy = Policy::public_web().trust_host("127.0.0.1").allow_credentials();
        let policy = self.ports.iter().fold(policy, |policy, port| policy.allow_port(*port));
        Client::new(policy.with_trust(Trust::nobody().with_pem(self.authority.as_bytes()).unwrap()))
    }
}

/// The version of HTTP and the connection of the last answer.
fn version(got: &Retrieved) -> Option<&'static str> {
    got.trail().hops().last()?.http_version()
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

#[test]
fn http2_is_used_where_the_server_offers_it() {
    let Some(server) = Nginx::start() else { return };
    let [http, many, ..] = server.ports;
    run(async {
        for (client, url, expected) in [
            (server.client(), format!("https://127.0.0.1:{many}/menu.txt"), "2"),
            (server.client(), format!("https://127.0.0.1:{many}/old"), "2"),
            (server.client().only_http1(), format!("https://127.0.0.1:{many}/menu.txt"), "1.1"),
            (server.client(), format!("http://127.0.0.1:{http}/menu.txt"), "1.1"),
        ] {
            let got = client.retrieve(&Request::get(&url)).await.unwrap();
            assert_eq!(version(&got), Some(expected), "{url}");
            assert_eq!(got.media_type(), Some("text/plain"));
            assert_eq!(got.bytes(1 << 30).await.unwrap(), "beer");
        }
        let client = server.client();
        let got = client.retrieve(&Request::get(format!("https://127.0.0.1:{many}/host"))).await.unwrap();
        assert_eq!(got.bytes(1 << 30).await.unwrap(), format!("127.0.0.1:{many}"));
        let range = Request::get(format!("https://127.0.0.1:{many}/large.bin")).with_range(10..=19);
        assert_eq!(client.retrieve(&range).await.unwrap().bytes(1 << 30).await.unwrap(), vec![7; 10]);
        let head = client.retrieve(&Request::head(format!("https://127.0.0.1:{many}/large.bin"))).await.unwrap();
        assert_eq!(head.entity().length, Some(LARGE as u64));
        let missing = client.retrieve(&Request::get(format!("https://127.0.0.1:{many}/none"))).await.unwrap_err();
        assert_eq!(missing.error().rule(), rules::STATUS_NOT_SUCCESS);
    });
}

/// Each hop of HTTP/2 needs a permit, and limits hold.
#[test]
fn http2_is_under_the_policy_and_the_limits() {
    let Some(server) = Nginx::start() else { return };
    let [_, many, ..] = server.ports;
    let large = Request::get(format!("https://127.0.0.1:{many}/large.bin"));
    let limited = server.client().with_limits(Limits::default().with_max_bytes(1 << 20));
    assert_eq!(fetch(&limited, large.clone()), Err(rules::BODY_TOO_LARGE));
    let down = Request::get(format!("https://127.0.0.1:{many}/down"));
    assert_eq!(fetch(&server.client(), down), Err(rules::REDIRECT_DOWNGRADE));
    // A kept connection is not used for a host that the policy does not admit.
    let client = server.client();
    assert_eq!(fetch(&client, large.clone()).map(|bytes| bytes.len()), Ok(LARGE));
    let denying = client.with_policy(|policy| policy.deny_network("127.0.0.0/8".parse().unwrap()));
    assert_eq!(fetch(&denying, large), Err(rules::HOST_NOT_PERMITTED));
}

/// Retrieves a file many times at once; returns the connections that the server counted.
async fn at_once(client: &Client, url: &str, times: usize) -> BTreeSet<String> {
    let mut tasks = JoinSet::new();
    for _ in 0..times {
        let (client, request) = (client.clone(), Request::get(url));
        tasks.spawn(async move {
            let got = client.retrieve(&request).await.unwrap();
            let connection = got.entity().field("x-connection").unwrap().to_owned();
            assert_eq!(got.bytes(1 << 30).await.unwrap(), "beer");
            connection
        });
    }
    tasks.join_all().await.into_iter().collect()
}

#[test]
fn http2_requests_share_a_connection() {
    let Some(server) = Nginx::start() else { return };
    let [_, many, two, three] = server.ports;
    run(async {
        let client = server.client();
        let url = format!("https://127.0.0.1:{many}/menu.txt");
        assert_eq!(at_once(&client, &url, 64).await.len(), 1);
        // A connection carries 64 requests at a time.
        let connections = at_once(&client, &url, 200).await.len();
        assert!((1..=4).contains(&connections), "{connections}");
        let alone = at_once(&server.client().only_http1(), &url, 8).await.len();
        assert!(alone > 1, "{alone}");
        // The server's own limit on streams is kept.
        let url = format!("https://127.0.0.1:{two}/menu.txt");
        assert_eq!(at_once(&server.client(), &url, 30).await.len(), 1);
        // After three requests the server sends GOAWAY.
        let url = format!("https://127.0.0.1:{three}/menu.txt");
        let client = server.client();
        for _ in 0..10 {
            assert_eq!(at_once(&client, &url, 1).await.len(), 1);
        }
        assert!(at_once(&client, &url, 20).await.len() > 1);
    });
}

/// Bodies that nobody reads yet must not block those behind them.
#[test]
fn http2_bodies_can_be_read_in_any_order() {
    let Some(server) = Nginx::start() else { return };
    let [_, many, ..] = server.ports;
    run(async {
        let client = server.client();
        let mut waiting = Vec::new();
        for _ in 0..40 {
            let request = Request::get(format!("https://127.0.0.1:{many}/large.bin"));
            waiting.push(client.retrieve(&request).await.unwrap());
        }
        let connections: BTreeSet<_> =
            waiting.iter().map(|got| got.entity().field("x-connection").unwrap().to_owned()).collect();
        assert_eq!(connections.len(), 1);
        while let Some(got) = waiting.pop() {
            assert_eq!(got.bytes(1 << 30).await.unwrap().len(), LARGE);
        }
    });
}
