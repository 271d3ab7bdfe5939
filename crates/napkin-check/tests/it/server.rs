//! The labelled server of `data/check/server.toml`.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use napkin::pattern::{Pattern, UrlFilter};
use napkin_check::{Checked, Checker, Document, Options, Verdict};
use napkin_retrieve::{Client, Policy};
use toml::Table;

use crate::folder::decoded;

/// A server on a port of its own.
struct Server {
    host: String,
    /// How often each path was asked for.
    asked: Arc<Mutex<HashMap<String, usize>>>,
}

impl Server {
    fn start(targets: Vec<Table>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let (asked, targets) = (Arc::new(Mutex::new(HashMap::new())), Arc::new(targets));
        let server = Self { host: host.clone(), asked: Arc::clone(&asked) };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (asked, targets, host) = (Arc::clone(&asked), Arc::clone(&targets), host.clone());
                std::thread::spawn(move || serve(stream, &targets, &host, &asked));
            }
        });
        server
    }

    fn count(&self, path: &str) -> usize {
        self.asked.lock().unwrap().get(path).copied().unwrap_or_default()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }
}

fn text<'t>(table: &'t Table, key: &str, default: &'t str) -> &'t str {
    table.get(key).map_or(default, |value| value.as_str().unwrap())
}

fn number(table: &Table, key: &str) -> Option<usize> {
    table.get(key).map(|value| usize::try_from(value.as_integer().unwrap()).unwrap())
}

/// Returns the path of a target as it is requested.
fn requested(target: &Table) -> String {
    text(target, "path", "").replace('|', "%7C").replace('é', "%C3%A9")
}

/// Reads the header of a request. Returns its method, its path, and whether it has a cookie.
fn request(stream: &TcpStream) -> (String, String, bool) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let mut words = first.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let has_cookie = lines
        .take_while(|line| !line.is_empty())
        .fold(false, |found, line| found | line.to_ascii_lowercase().starts_with("cookie:"));
    (method, path, has_cookie)
}

fn is_at(target: &Table, path: &str) -> bool {
    let wanted = requested(target);
    wanted == path || (target.contains_key("grows") && path.split('?').next() == Some(&*wanted))
}

/// Answers one request, and closes the connection.
fn serve(mut stream: TcpStream, targets: &[Table], host: &str, asked: &Mutex<HashMap<String, usize>>) {
    let (method, path, has_cookie) = request(&stream);
    let is_head = method == "HEAD";
    let key = if is_head { format!("HEAD {path}") } else { path.clone() };
    let mut asked = asked.lock().unwrap();
    let count = asked.entry(key).or_default();
    *count += 1;
    let count = *count;
    drop(asked);
    let Some(target) = targets.iter().find(|target| is_at(target, &path)) else {
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        return;
    };
    let status = status(target, count, is_head, has_cookie);
    if status == 0 {
        return;
    }
    if let Some(raw) = target.get("raw") {
        let _ = stream.write_all(&decoded(raw.as_str().unwrap()));
        return;
    }
    let mut body = if status == 204 { Vec::new() } else { body(target, host) };
    let mut head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\n");
    let fields = target.get("fields").map(|fields| fields.as_table().unwrap().clone()).unwrap_or_default();
    if !fields.contains_key("Content-Type") {
        head += "Content-Type: text/html\r\n";
    }
    for (name, value) in fields.iter().filter(|(name, value)| *name != "Content-Type" || value.as_str() != Some("")) {
        let value = value.as_str().unwrap().replace("{host}", host).replace("{count}", &count.to_string());
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    body.truncate(if is_head { 0 } else { number(target, "sends").unwrap_or(usize::MAX) });
    let _ = stream.write_all(&[head.as_bytes(), &body].concat());
}

fn status(target: &Table, count: usize, is_head: bool, has_cookie: bool) -> i64 {
    let integer = |key| target.get(key).map(|status| status.as_integer().unwrap());
    let statuses: Vec<i64> = target.get("statuses").map_or(vec![200], |statuses| {
        statuses.as_array().unwrap().iter().map(|status| status.as_integer().unwrap()).collect()
    });
    let head = integer("head").filter(|_| is_head);
    let with_cookie = integer("with_cookie").filter(|_| has_cookie);
    head.or(with_cookie).unwrap_or(statuses[(count - 1).min(statuses.len() - 1)])
}

fn body(target: &Table, host: &str) -> Vec<u8> {
    if let Some(body) = target.get("body64") {
        return decoded(body.as_str().unwrap());
    }
    match text(target, "body", "").split_once("\\xe9") {
        Some((before, behind)) => [before.as_bytes(), b"\xe9", behind.as_bytes()].concat(),
        None => text(target, "body", "<p>").replace("{host}", host).into_bytes(),
    }
}

fn targets() -> Vec<Table> {
    let data: Table = include_str!("../../../../data/check/server.toml").parse().unwrap();
    data["target"].as_array().unwrap().iter().map(|target| target.as_table().unwrap().clone()).collect()
}

/// Returns a checker that may ask servers on this machine.
fn checker(options: Options) -> Checker {
    let options = options.with_host_interval(Duration::ZERO);
    Checker::new(options).with_client(Client::new(Policy::public_web().allow_private())).unwrap()
}

fn check(checker: &mut Checker, page: &str) -> Vec<Checked> {
    let mut found = Vec::new();
    let _ = checker.check(&Document::new("page.html", page), &mut (), &mut |checked| found.push(checked));
    found
}

#[test]
fn links_to_servers_have_their_labelled_verdicts() {
    let targets = targets();
    let mut servers: HashMap<&str, Server> = HashMap::new();
    let mut expected = Vec::new();
    for target in &targets {
        let server = servers.entry(text(target, "host", "")).or_insert_with(|| Server::start(targets.clone()));
        let user = target.get("user").map(|user| format!("{}@", user.as_str().unwrap())).unwrap_or_default();
        let url = server.url(text(target, "path", "")).replacen("//", &format!("//{user}"), 1);
        for link in target["links"].as_array().unwrap() {
            let (verdict, fragment) = link.as_str().unwrap().split_once(' ').unwrap();
            expected.push((verdict.to_owned(), format!("{url}{fragment}")));
        }
    }
    let page: String = expected.iter().map(|(_, url)| format!("<a href='{url}'></a>")).collect();
    let found = check(&mut checker(Options::default()), &page);
    assert_eq!(found.len(), expected.len());
    assert!(!found.iter().any(|found| format!("{found:?}").contains("secret")), "a password is shown");
    let wrong = expected.iter().zip(&found).filter(|((verdict, _), found)| *verdict != found.verdict.name());
    let mut wrong: Vec<String> = wrong
        .map(|((verdict, url), found)| format!("{url}: {verdict}, found {}: {}", found.verdict, found.reason))
        .collect();
    for target in targets.iter().filter(|target| !target.contains_key("grows")) {
        let (path, most) = (requested(target), number(target, "asked").unwrap_or(1));
        let server = &servers[text(target, "host", "")];
        let (count, heads) = (server.count(&path), server.count(&format!("HEAD {path}")));
        if count > most || heads > most {
            wrong.push(format!("{path}: expected at most {most} requests, found {count} and {heads} by HEAD"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_target_is_asked_once_by_many_documents() {
    let server = Server::start(targets());
    let mut checker = checker(Options::default());
    let page = format!("<a href='{0}'></a><a href='{0}#beer'></a><img src='{0}'>", server.url("/menu"));
    for _ in 0..3 {
        assert!(check(&mut checker, &page).iter().all(|found| found.verdict == Verdict::Ok));
    }
    assert_eq!(server.count("/menu"), 1);
}

#[test]
fn the_target_of_several_redirects_is_asked_once() {
    let server = Server::start(targets());
    let mut checker = checker(Options::default().with_host_concurrency(1));
    let links = ["/301", "/301-chain", "/menu2", "/301#beer"].map(|path| format!("<a href='{}'>", server.url(path)));
    let found = check(&mut checker, &links.concat());
    assert!(found.iter().all(|found| !found.verdict.is_failure() && found.status == Some(200)), "{found:?}");
    assert_eq!((server.count("/menu2"), server.count("/301")), (1, 1));
}

#[test]
fn tries_are_counted_and_a_host_that_refuses_is_left_alone() {
    let server = Server::start(targets());
    let found = check(&mut checker(Options::default()), &format!("<a href='{}'>", server.url("/third")));
    assert_eq!((found[0].verdict, found[0].status, server.count("/third")), (Verdict::Ok, Some(200), 3));
    let found =
        check(&mut checker(Options::default().with_tries(1)), &format!("<a href='{}'>", server.url("/failing")));
    assert_eq!((found[0].verdict, found[0].status, server.count("/failing")), (Verdict::ServerError, Some(500), 1));
    let mut checker = checker(Options::default().with_tries(1).with_host_concurrency(1));
    let found =
        check(&mut checker, &format!("<a href='{}'><a href='{}'>", server.url("/limited"), server.url("/menu")));
    assert_eq!(found.iter().map(|found| found.verdict).collect::<Vec<_>>(), [Verdict::RateLimited; 2]);
    assert_eq!((server.count("/limited"), server.count("/menu")), (1, 0));
}

#[test]
fn redirects_are_recorded() {
    let server = Server::start(targets());
    let found = check(&mut checker(Options::default()), &format!("<a href='{}#beer'>", server.url("/mixed"))).remove(0);
    assert_eq!(found.redirects, [(server.url("/mixed"), 301), (server.url("/302"), 302)]);
    assert_eq!((found.status, found.final_url), (Some(200), Some(server.url("/menu2") + "#beer")));
    let found = check(&mut checker(Options::default()), &format!("<a href='{}'>", server.url("/301"))).remove(0);
    assert_eq!((found.suggestion, found.final_url), (Some(server.url("/menu2")), Some(server.url("/menu2"))));
    let page = Document::new("page", "<a href=301#beer></a>").retrieved_from(server.url("/x"));
    let mut suggested = Vec::new();
    let _ = checker(Options::default()).check(&page, &mut (), &mut |found| suggested.push(found.suggestion));
    assert_eq!(suggested, [Some("menu2#beer".to_owned())]);
}

#[test]
fn closed_ports_and_unknown_hosts_are_refused() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let found =
        check(&mut checker(Options::default()), &format!("<a href='http://{port}/'><a href=http://gone.invalid/>"));
    assert_eq!(found.iter().map(|found| found.verdict).collect::<Vec<_>>(), [Verdict::Refused; 2]);
}

#[test]
fn the_policy_keeps_private_servers_unseen() {
    let server = Server::start(targets());
    let mut checker = Checker::new(Options::default()).with_client(Client::new(Policy::public_web())).unwrap();
    let found = check(&mut checker, &format!("<a href='{}'>", server.url("/menu"))).remove(0);
    assert_eq!((found.verdict, found.is_unseen, server.count("/menu")), (Verdict::Skipped, true, 0));
}

/// The pages of a site with rules and a site map.
fn searched() -> Vec<Table> {
    let pages = r#"
[[target]]
path = "/"
body = "<a href=/a></a><a href=/secret></a><a href=/style.css></a>"
[[target]]
path = "/a"
body = "<a href='/#x'></a><a href=b></a>"
[[target]]
path = "/b"
body = "<a href=/none></a>"
[[target]]
path = "/secret"
body = "<a href=/hidden></a>"
[[target]]
path = "/style.css"
fields = { Content-Type = "text/css" }
body = "a { background: url(pic.png) }"
[[target]]
path = "/robots.txt"
fields = { Content-Type = "text/plain" }
body = """User-agent: *
Disallow: /secret
Sitemap: http://{host}/map.xml"""
[[target]]
path = "/map.xml"
fields = { Content-Type = "application/xml" }
body = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://{host}/mapped</loc></url></urlset>"
"#;
    let pages: Table = pages.parse().unwrap();
    pages["target"].as_array().unwrap().iter().map(|target| target.as_table().unwrap().clone()).collect()
}

#[test]
fn searches_follow_links_and_site_maps_and_obey_robots() {
    let server = Server::start(searched());
    let mut checker = checker(Options::default().with_recurse(true));
    let first = Document::new("/", "<a href=/a></a><a href=/secret></a><a href=/style.css></a>");
    let mut pages = vec![first.retrieved_from(server.url("/"))];
    let mut found = Vec::new();
    while !pages.is_empty() {
        let mut sink = |checked: Checked| {
            let source = checked.source.rsplit('/').next().unwrap_or_default().to_owned();
            found.push(format!("{source} {} {}", checked.raw.rsplit('/').next().unwrap_or_default(), checked.verdict));
        };
        for page in &pages {
            let _ = checker.hold(page, &mut (), &mut sink);
        }
        let _ = checker.finish(&mut sink);
        pages = checker.take_pages();
    }
    let expected = [
        " a ok", " secret skipped", " style.css ok", "a #x fragment-missing", "a b ok", "map.xml mapped broken",
        "style.css pic.png broken", "b none broken",
    ];
    assert_eq!(found, expected);
    assert_eq!((server.count("/secret"), server.count("/a"), server.count("/robots.txt")), (0, 1, 1));
}

/// A pattern widens a search to other origins, whose rules are obeyed too.
#[test]
fn searches_go_to_the_origins_of_a_pattern() {
    let (home, other) = (Server::start(searched()), Server::start(searched()));
    let found = |filter: UrlFilter| {
        let mut checker = checker(Options::default().with_recurse(true).with_filter(filter));
        let links = ["/a", "/secret"].map(|path| format!("<a href='{}'></a>", other.url(path)));
        let mut pages = vec![Document::new("/", links.concat()).retrieved_from(home.url("/"))];
        let mut found = Vec::new();
        while !pages.is_empty() {
            let mut sink = |checked: Checked| found.push(format!("{} {}", checked.raw, checked.verdict));
            for page in &pages {
                let _ = checker.hold(page, &mut (), &mut sink);
            }
            let _ = checker.finish(&mut sink);
            pages = checker.take_pages();
        }
        found
    };
    let is_searched = |found: &[String]| found.iter().any(|found| found == "/#x fragment-missing");
    assert!(!is_searched(&found(UrlFilter::default())) && other.count("/robots.txt") == 0);
    let asked = other.count("/secret");
    let pattern = Pattern::parse("http://127.0.0.1:*/*", None).unwrap();
    let found = found(UrlFilter::default().only([pattern]));
    assert!(is_searched(&found), "{found:?}");
    assert_eq!((other.count("/secret"), other.count("/robots.txt")), (asked, 1));
}
