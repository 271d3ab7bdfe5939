//! Tests against nginx: ranges, redirects, negotiation, codings, users, conditions, the cache, and TLS.
#![cfg(unix)]

use crate::certificates::Authority;
use crate::real;
use std::fs;
use std::net::{IpAddr, TcpListener, TcpStream};
use std::path::Path;

use napkin::Rule;
use napkin_retrieve::{BoxFuture, Cache, Cached, Client, Credentials, Limits, Policy, Request, Resolve, Trust, rules};

/// An nginx with its own folder, which stops at the end of the test.
struct Nginx {
    _running: real::Running,
    folder: tempfile::TempDir,
    http: u16,
    /// Certificates: for 127.0.0.1 and pub.example; for another name; expired; of an unknown authority; that of an authority.
    tls: [u16; 5],
    authority: String,
}

impl Nginx {
    fn start() -> Option<Self> {
        let program = real::program("nginx", "nginx-light")?;
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        fs::create_dir(at.join("www")).expect("a folder");
        let digits: String = (0..100_000).map(|number| format!("{number:09}\n")).collect();
        fs::write(at.join("www/digits.txt"), &digits).expect("a file");
        for (name, content) in
            [("menu.html", "<p>beer"), ("menu.txt", "beer"), ("menu.de.txt", "Bier"), ("secret.txt", "s")]
        {
            fs::write(at.join("www").join(name), content).expect("a file");
        }
        fs::write(at.join("users"), "sam:{PLAIN}secret\n").expect("a file");
        let authority = certificates(at);
        let (_running, [http, tls @ ..]) =
            real::start_nginx(&program, at, |[http, tls @ ..]: [u16; 6]| configuration(at, http, tls));
        Some(Self { _running, folder, http, tls, authority })
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.http)
    }

    fn policy(&self) -> Policy {
        let policy = Policy::public_web().trust_host("127.0.0.1").allow_port(self.http);
        self.tls.iter().fold(policy, |policy, port| policy.allow_port(*port))
    }

    fn client(&self) -> Client {
        Client::new(self.policy())
    }
}

fn configuration(at: &Path, http: u16, tls: [u16; 5]) -> String {
    let names = ["good", "other", "expired", "unknown", "own"];
    let tls: String = std::iter::zip(tls, names)
        .map(|(port, name)| {
            format!(
                "server {{ listen 127.0.0.1:{port} ssl; root www; ssl_certificate {name}.pem; \
                 ssl_certificate_key {name}.key; location = /down {{ return 302 http://127.0.0.1:{http}/menu.txt; }} }}\n"
            )
        })
        .collect();
    let at = at.display();
    format!(
        "daemon off; master_process off; pid pid; events {{}}\n\
         http {{ access_log off; default_type application/octet-stream;\n\
         types {{ text/html html; text/plain txt; }}\n\
         client_body_temp_path {at}/t1; proxy_temp_path {at}/t2; fastcgi_temp_path {at}/t3; uwsgi_temp_path {at}/t4;\n\
         scgi_temp_path {at}/t5;\n\
         map $http_accept $kind {{ default txt; ~text/html html; }}\n\
         map $http_accept_language $language {{ default ''; ~*^de .de; }}\n\
         server {{ listen 127.0.0.1:{http}; root www;\n\
         location = /old {{ return 301 /menu.txt; }}\n\
         location = /round {{ return 302 /round; }}\n\
         location = /kind {{ add_header Vary Accept; try_files /menu.$kind =404; }}\n\
         location = /language {{ try_files /menu$language.txt =404; }}\n\
         location /squeezed/ {{ alias www/; gzip on; gzip_types text/plain; gzip_min_length 1; }}\n\
         location /private/ {{ alias www/; auth_basic napkin; auth_basic_user_file users; }}\n\
         location /fresh/ {{ alias www/; expires 1h; }}\n\
         location /stale/ {{ alias www/; add_header Cache-Control no-cache; }}\n\
         location /never/ {{ alias www/; add_header Cache-Control no-store; }}\n\
         }}\n{tls}}}\n"
    )
}

/// Creates an authority and its certificates; returns the authority's own.
fn certificates(at: &Path) -> String {
    let (known, unknown) = (Authority::new("napkin's tests"), Authority::new("nobody"));
    for (name, hosts, year, authority) in [
        ("good", &["pub.example", "127.0.0.1"][..], 2090, &known),
        ("other", &["other.example"], 2090, &known),
        ("expired", &["pub.example", "127.0.0.1"], 2001, &known),
        ("unknown", &["pub.example", "127.0.0.1"], 2090, &unknown),
    ] {
        let certificate = authority.certificate(hosts, year);
        fs::write(at.join(format!("{name}.pem")), certificate.pem).expect("a file");
        fs::write(at.join(format!("{name}.key")), certificate.key).expect("a file");
    }
    let own = known.own_certificate();
    fs::write(at.join("own.pem"), own.pem).expect("a file");
    fs::write(at.join("own.key"), own.key).expect("a file");
    known.pem
}

fn bytes(client: &Client, request: Request) -> Result<Vec<u8>, Rule> {
    let got = client.retrieve_blocking(&request).and_then(|got| got.bytes());
    got.map(|bytes| bytes.to_vec()).map_err(|failure| failure.error().rule())
}

#[test]
fn nginx_objects_and_ranges() {
    let Some(server) = Nginx::start() else { return };
    let (client, url) = (server.client(), server.url("/digits.txt"));
    let got = client.retrieve_blocking(&Request::get(&url)).unwrap();
    assert_eq!(got.media_type(), Some("text/plain"));
    assert_eq!(got.entity().length, Some(1_000_000));
    let tag = got.entity().field("etag").unwrap().to_owned();
    let whole = got.bytes().unwrap();
    assert_eq!(whole.len(), 1_000_000);

    let got = client.retrieve_blocking(&Request::get(&url).with_range(10..=19)).unwrap();
    let range = got.entity().range.unwrap();
    assert_eq!((range.first, range.last, range.total), (10, 19, Some(1_000_000)));
    assert_eq!(got.bytes().unwrap(), "000000001\n");
    let rest = bytes(&client, Request::get(&url).from_byte(999_990).with_if_range(&tag));
    assert_eq!(rest, Ok(b"000099999\n".to_vec()));
    // Another version: the whole object comes.
    let changed = client.retrieve_blocking(&Request::get(&url).from_byte(999_990).with_if_range("\"other\"")).unwrap();
    assert_eq!((changed.entity().range, changed.entity().length), (None, Some(1_000_000)));
    assert_eq!(bytes(&client, Request::get(&url).from_byte(2_000_000)), Err(rules::RANGE_MISMATCH));

    let head = client.retrieve_blocking(&Request::head(&url)).unwrap();
    assert_eq!((head.entity().length, head.bytes().unwrap().len()), (Some(1_000_000), 0));
    assert_eq!(bytes(&client, Request::get(server.url("/gone"))), Err(rules::STATUS_NOT_SUCCESS));
}

#[test]
fn nginx_redirects_and_negotiation() {
    let Some(server) = Nginx::start() else { return };
    let client = server.client();
    let got = client.retrieve_blocking(&Request::get(server.url("/old#x"))).unwrap();
    assert_eq!(got.url(), server.url("/menu.txt#x"));
    // The connection is reused after the redirect.
    assert_eq!(got.trail().hops().iter().map(|hop| hop.is_reused()).collect::<Vec<_>>(), [false, true]);
    assert_eq!(got.bytes().unwrap(), "beer");
    assert_eq!(bytes(&client, Request::get(server.url("/round"))), Err(rules::TOO_MANY_REDIRECTS));

    let kind = |types: &str| bytes(&client, Request::get(server.url("/kind")).with_accept(types));
    assert_eq!(kind("text/html, */*;q=0.1"), Ok(b"<p>beer".to_vec()));
    assert_eq!(kind("text/plain"), Ok(b"beer".to_vec()));
    let language = |tags: &str| bytes(&client, Request::get(server.url("/language")).with_accept_language(tags));
    assert_eq!(language("de, en;q=0.5"), Ok("Bier".into()));
    assert_eq!(language("en"), Ok("beer".into()));
}

#[test]
fn nginx_content_codings() {
    let Some(server) = Nginx::start() else { return };
    let (client, url) = (server.client(), server.url("/squeezed/digits.txt"));
    let got = client.retrieve_blocking(&Request::get(&url)).unwrap();
    assert_eq!(got.entity().field("content-encoding"), Some("gzip"));
    assert_eq!(got.entity().length, None);
    assert_eq!(got.bytes().unwrap().len(), 1_000_000);
    let got = client.retrieve_blocking(&Request::get(&url).uncompressed()).unwrap();
    assert_eq!(got.entity().field("content-encoding"), None);
    assert_eq!(got.bytes().unwrap().len(), 1_000_000);
    // Small compressed bodies with large content reach the limit.
    let limits = Limits::default().with_max_decoded(500_000);
    assert_eq!(bytes(&server.client().with_limits(limits), Request::get(&url)), Err(rules::DECODED_TOO_LARGE));
    let limits = Limits::default().with_max_bytes(10_000).with_max_decoded(1 << 34);
    assert_eq!(bytes(&server.client().with_limits(limits), Request::get(&url)), Err(rules::BODY_TOO_LARGE));
}

#[test]
fn nginx_admits_users_with_their_passwords() {
    let Some(server) = Nginx::start() else { return };
    let (client, url) = (server.client(), server.url("/private/secret.txt"));
    assert_eq!(bytes(&client, Request::get(&url)), Err(rules::STATUS_NOT_SUCCESS));
    let with = |password: &str| bytes(&client, Request::get(&url).with_credentials(Credentials::new("sam", password)));
    assert_eq!(with("secret"), Ok(b"s".to_vec()));
    assert_eq!(with("wrong"), Err(rules::STATUS_NOT_SUCCESS));
}

#[test]
fn nginx_conditions() {
    let Some(server) = Nginx::start() else { return };
    let (client, url) = (server.client(), server.url("/menu.txt"));
    let got = client.retrieve_blocking(&Request::get(&url)).unwrap();
    let (tag, modified) = ("etag", "last-modified");
    let [tag, modified] = [tag, modified].map(|name| got.entity().field(name).unwrap().to_owned());
    drop(got);
    let unchanged = client.retrieve_blocking(&Request::get(&url).with_if_none_match(&tag)).unwrap();
    assert_eq!((unchanged.entity().status, unchanged.bytes().unwrap().len()), (Some(304), 0));
    let unchanged = client.retrieve_blocking(&Request::get(&url).with_if_modified_since(&modified)).unwrap();
    assert_eq!(unchanged.entity().status, Some(304));
    assert_eq!(bytes(&client, Request::get(&url).with_if_none_match("\"other\"")), Ok(b"beer".to_vec()));
}

/// RFC 9111: fresh answers are used, stale ones revalidated, and others not stored.
#[test]
fn nginx_answers_are_cached() {
    let Some(server) = Nginx::start() else { return };
    let folder = server.folder.path().join("cache");
    let kept = || fs::read_dir(&folder).unwrap().count();
    let client = server.client().with_cache(Cache::at(&folder).unwrap());
    let get = |path: &str| {
        let got = client.retrieve_blocking(&Request::get(server.url(path))).unwrap();
        let cached = got.trail().hops()[0].cached();
        let asked = got.trail().hops()[0].address().is_some();
        assert_eq!(got.media_type(), Some("text/plain"));
        (cached, asked, got.bytes().unwrap().len())
    };
    assert_eq!(get("/fresh/digits.txt"), (Some(Cached::Stored), true, 1_000_000));
    assert_eq!(kept(), 1);
    assert_eq!(get("/fresh/digits.txt"), (Some(Cached::Hit), false, 1_000_000));
    assert_eq!(get("/stale/menu.txt"), (Some(Cached::Stored), true, 4));
    assert_eq!(get("/stale/menu.txt"), (Some(Cached::Validated), true, 4));
    fs::write(server.folder.path().join("www/menu.txt"), "stout").unwrap();
    assert_eq!(get("/stale/menu.txt"), (Some(Cached::Stored), true, 5));
    assert_eq!(get("/never/menu.txt"), (None, true, 5));
    assert_eq!(kept(), 2);

    // Neither a body that was not read to its end nor a part is stored.
    let mut got = client.retrieve_blocking(&Request::get(server.url("/fresh/digits.txt?x"))).unwrap();
    got.chunk().unwrap();
    drop(got);
    let part = client.retrieve_blocking(&Request::get(server.url("/fresh/digits.txt?y")).with_range(0..=9)).unwrap();
    assert_eq!(part.bytes().unwrap(), "000000000\n");
    assert_eq!(kept(), 2);

    // A file that is truncated or not an entry is ignored.
    for entry in fs::read_dir(&folder).unwrap().flatten() {
        let content = fs::read(entry.path()).unwrap();
        fs::write(entry.path(), &content[..content.len() - 1]).unwrap();
    }
    assert_eq!(get("/fresh/digits.txt"), (Some(Cached::Stored), true, 1_000_000));
    for entry in fs::read_dir(&folder).unwrap().flatten() {
        fs::write(entry.path(), "napkin cache 1\nx").unwrap();
    }
    assert_eq!(get("/fresh/digits.txt"), (Some(Cached::Stored), true, 1_000_000));
}

/// Answers are stored as they came, and matched by the fields that `Vary` names.
#[test]
fn nginx_answers_are_cached_by_vary() {
    let Some(server) = Nginx::start() else { return };
    let folder = server.folder.path().join("cache");
    let client = server.client().with_cache(Cache::at(&folder).unwrap());
    for cached in [Cached::Stored, Cached::Validated] {
        let got = client.retrieve_blocking(&Request::get(server.url("/squeezed/digits.txt"))).unwrap();
        // nginx states no lifetime: a tenth of the age is used, which is zero here.
        assert!(got.trail().hops()[0].cached() == Some(cached) || got.trail().hops()[0].cached() == Some(Cached::Hit));
        assert_eq!(got.bytes().unwrap().len(), 1_000_000);
    }
    let kind = |types: &str| bytes(&client, Request::get(server.url("/kind")).with_accept(types));
    assert_eq!(kind("text/html"), Ok(b"<p>beer".to_vec()));
    assert_eq!(kind("text/plain"), Ok(b"beer".to_vec()));
    assert_eq!(kind("text/html"), Ok(b"<p>beer".to_vec()));
}

/// Resolves every name to loopback.
struct Loopback;

impl Resolve for Loopback {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, std::io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(vec![[127, 0, 0, 1].into()]) })
    }
}

#[test]
fn nginx_tls_certificates_are_checked() {
    let Some(server) = Nginx::start() else { return };
    let trust = Trust::nobody().with_pem(server.authority.as_bytes()).unwrap();
    let policy = server.policy().trust_host("pub.example").with_resolver(Loopback);
    let client = Client::new(policy.clone().with_trust(trust));
    let [good, other, expired, unknown, own] = server.tls;
    for url in [
        format!("https://127.0.0.1:{good}/menu.txt"),
        format!("https://pub.example:{good}/menu.txt"),
        format!("https://pub.example.:{good}/menu.txt"),
    ] {
        assert_eq!(bytes(&client, Request::get(&url)), Ok(b"beer".to_vec()), "{url}");
    }
    for (port, found) in [
        (other, "a certificate for another host: other.example"),
        (expired, "a certificate that has expired"),
        (unknown, "a certificate of an unknown issuer"),
        (own, "a self-signed certificate"),
    ] {
        let failure =
            client.retrieve_blocking(&Request::get(format!("https://pub.example:{port}/menu.txt"))).unwrap_err();
        let message = format!("expected a connection that is protected, but found {found}");
        assert_eq!((failure.error().rule(), failure.error().message()), (rules::TLS_FAILED, message.as_str()));
    }
    // Mozilla's list does not contain the tests' authority.
    let stranger = Client::new(policy);
    assert_eq!(bytes(&stranger, Request::get(format!("https://127.0.0.1:{good}/"))), Err(rules::TLS_FAILED));
    // A downgrade is followed only if the policy admits it.
    let down = format!("https://127.0.0.1:{good}/down");
    assert_eq!(bytes(&client, Request::get(&down)), Err(rules::REDIRECT_DOWNGRADE));
    let trust = Trust::nobody().with_pem(server.authority.as_bytes()).unwrap();
    let lax = Client::new(server.policy().with_trust(trust).allow_downgrade());
    assert_eq!(bytes(&lax, Request::get(&down)), Ok(b"beer".to_vec()));
    // In the other direction: that port speaks only TLS.
    assert_eq!(bytes(&client, Request::get(format!("http://127.0.0.1:{good}/"))), Err(rules::STATUS_NOT_SUCCESS));
}

/// Through a tunnel, the certificate is the server's own, and the proxy sees only the name.
#[test]
fn nginx_tls_through_a_proxy() {
    use std::io::{Read, Write, copy};
    let Some(server) = Nginx::start() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = format!("http://{}", listener.local_addr().unwrap());
    let [good, ..] = server.tls;
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                client.read_exact(&mut byte).unwrap();
                head.push(byte[0]);
            }
            assert!(head.starts_with(format!("CONNECT pub.example:{good} HTTP/1.1\r\n").as_bytes()));
            let mut there = TcpStream::connect(("127.0.0.1", good)).unwrap();
            client.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").unwrap();
            let (mut from, mut to) = (client.try_clone().unwrap(), there.try_clone().unwrap());
            std::thread::spawn(move || copy(&mut from, &mut to));
            std::thread::spawn(move || copy(&mut there, &mut client));
        }
    });
    let trust = Trust::nobody().with_pem(server.authority.as_bytes()).unwrap();
    let client = Client::new(server.policy().with_proxy(&proxy).unwrap().with_trust(trust));
    let url = format!("https://pub.example:{good}/menu.txt");
    assert_eq!(bytes(&client, Request::get(url)), Ok(b"beer".to_vec()));
}
