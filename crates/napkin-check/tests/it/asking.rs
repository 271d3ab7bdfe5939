//! How servers are asked: methods, limits, hosts, and what is remembered.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use napkin::{Mapping, Standard};
use napkin_check::{Ages, Checked, Checker, Document, HostRules, Options, Verdict};
use napkin_retrieve::{Client, Policy};

/// A request: `GET /path`, and its fields in lower case.
type Asked = (String, Vec<String>);

/// A server on a port of its own, which keeps its requests.
struct Server {
    host: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    /// The most requests that were on their way at a time.
    peak: Arc<AtomicUsize>,
}

impl Server {
    /// Answers with the status line, the fields and the body that `answer` makes of a method and a path.
    fn start(answer: impl Fn(&str, &str) -> String + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let (asked, peak, active) =
            (Arc::<Mutex<Vec<Asked>>>::default(), Arc::<AtomicUsize>::default(), AtomicUsize::new(0));
        let server = Self { host, asked: Arc::clone(&asked), peak: Arc::clone(&peak) };
        let (answer, active) = (Arc::new(answer), Arc::new(active));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, asked) = (Arc::clone(&answer), Arc::clone(&asked));
                let (peak, active) = (Arc::clone(&peak), Arc::clone(&active));
                std::thread::spawn(move || serve(stream, &*answer, &asked, (&peak, &active)));
            }
        });
        server
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|(line, _)| line.clone()).collect()
    }

    fn fields(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().flat_map(|(_, fields)| fields.clone()).collect()
    }
}

/// Answers one request, and closes the connection.
fn serve(
    mut stream: TcpStream,
    answer: &(impl Fn(&str, &str) -> String + ?Sized),
    asked: &Mutex<Vec<Asked>>,
    (peak, active): (&AtomicUsize, &AtomicUsize),
) {
    peak.fetch_max(active.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let fields = lines.take_while(|line| !line.is_empty()).map(|line| line.to_ascii_lowercase()).collect();
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    asked.lock().unwrap().push((format!("{method} {path}"), fields));
    let text = answer(method, path);
    active.fetch_sub(1, Ordering::SeqCst);
    let _ = stream.write_all(text.as_bytes());
}

fn status(status: u16, fields: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n{fields}\r\n{body}"
    )
}

fn checker(options: Options) -> Checker {
    let options = options.with_host_interval(Duration::ZERO);
    Checker::new(options).with_client(Client::new(Policy::public_web().allow_private())).unwrap()
}

fn check(checker: &mut Checker, urls: &[String]) -> Vec<Checked> {
    let page: String = urls.iter().map(|url| format!("<a href='{url}'></a>")).collect();
    let mut found = Vec::new();
    let _ = checker.check(&Document::new("page.html", page), &mut (), &mut |checked| found.push(checked));
    found
}

fn verdicts(found: &[Checked]) -> Vec<Verdict> {
    found.iter().map(|found| found.verdict).collect()
}

#[test]
fn head_is_followed_by_get_where_it_is_refused() {
    let server = Server::start(|method, path| {
        let refused: Option<u16> = path.strip_prefix("/refused").and_then(|status| status.parse().ok());
        match (method, refused) {
            ("HEAD", _) if path == "/closes" => String::new(),
            ("HEAD", Some(refused)) => status(refused, "", ""),
            ("HEAD", None) => "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n".into(),
            _ => status(200, "", "<p id=beer>"),
        }
    });
    let get = |path: &str| [format!("HEAD {path}"), format!("GET {path}")].map(String::from).to_vec();
    for (path, expected, asked) in [
        ("/plain", Verdict::Ok, vec!["HEAD /plain".to_owned()]),
        ("/plain2#beer", Verdict::Ok, vec!["GET /plain2".to_owned()]),
        ("/plain3#wine", Verdict::FragmentMissing, vec!["GET /plain3".to_owned()]),
        ("/refused405", Verdict::Ok, get("/refused405")),
        ("/refused501", Verdict::Ok, get("/refused501")),
        ("/refused403", Verdict::Ok, get("/refused403")),
        ("/refused404", Verdict::Ok, get("/refused404")),
        ("/refused500", Verdict::Ok, get("/refused500")),
        ("/refused401", Verdict::Auth, vec!["HEAD /refused401".to_owned()]),
        ("/refused410", Verdict::Gone, vec!["HEAD /refused410".to_owned()]),
        ("/closes", Verdict::Ok, get("/closes")),
    ] {
        server.asked.lock().unwrap().clear();
        let found = check(&mut checker(Options::default().with_head(true).with_tries(1)), &[server.url(path)]);
        assert_eq!((verdicts(&found), server.asked()), (vec![expected], asked), "{path}: {}", found[0].reason);
    }
    server.asked.lock().unwrap().clear();
    assert_eq!(verdicts(&check(&mut checker(Options::default()), &[server.url("/refused405")])), [Verdict::Ok]);
    assert_eq!(server.asked(), ["GET /refused405"]);
}

#[test]
fn long_bodies_are_not_read_unless_something_is_looked_up() {
    let server = Server::start(|_, _| {
        // The body never comes, so a client that waits for it fails.
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999999\r\n\r\n<p id=beer>".into()
    });
    let options = || Options::default().with_max_unread(1000);
    assert_eq!(verdicts(&check(&mut checker(options()), &[server.url("/long")])), [Verdict::Ok]);
    assert_eq!(verdicts(&check(&mut checker(options()), &[server.url("/long#beer")])), [Verdict::BodyBroken]);
    let found = check(&mut checker(options().with_max_document(1000)), &[server.url("/long#beer")]);
    assert_eq!((found[0].verdict, found[0].is_unseen), (Verdict::Skipped, true));
}

#[test]
fn the_beginning_of_large_files_is_asked_for() {
    let part = |first: usize, total: usize| {
        let body = "x".repeat(total.min(1000));
        status(206, &format!("Content-Range: bytes {first}-{}/{total}\r\n", first + body.len() - 1), &body)
    };
    let server = Server::start(move |_, path| match path {
        "/film.mp4" => part(0, 5_000_000),
        "/short.mp3" => part(0, 10),
        "/cut.mp3" => part(0, 5000).replace("xx", ""),
        "/other.zip" => part(7, 5000),
        "/empty.zip" => status(416, "Content-Range: bytes */0\r\n", ""),
        "/fails.zip" => status(500, "", ""),
        "/none.zip" => status(404, "", ""),
        // The body never comes, so a client that waits for it fails.
        "/ignores.iso" => "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 9999999\r\n\r\n".into(),
        _ => status(200, "", ""),
    });
    for (path, expected, asked) in [
        ("/film.mp4", Verdict::Ok, &["bytes=0-999"][..]),
        ("/short.mp3", Verdict::Ok, &["bytes=0-999"]),
        ("/cut.mp3", Verdict::BodyBroken, &["bytes=0-999"]),
        ("/none.zip", Verdict::Broken, &["bytes=0-999"]),
        ("/ignores.iso", Verdict::Ok, &["bytes=0-999"]),
        // These are asked again for the whole.
        ("/other.zip", Verdict::ServerError, &["bytes=0-999", ""]),
        ("/empty.zip", Verdict::Broken, &["bytes=0-999", ""]),
        ("/fails.zip", Verdict::ServerError, &["bytes=0-999", ""]),
        // Something is looked up, or the name is not that of a large file.
        ("/film.ogv#t=10", Verdict::FragmentMissing, &[""]),
        ("/menu", Verdict::Ok, &[""]),
    ] {
        server.asked.lock().unwrap().clear();
        let found = check(&mut checker(Options::default().with_max_unread(1000).with_tries(1)), &[server.url(path)]);
        let ranges: Vec<_> = server.asked.lock().unwrap().iter().map(|(_, fields)| range(fields)).collect();
        assert_eq!((verdicts(&found), &ranges[..]), (vec![expected], asked), "{path}: {}", found[0].reason);
    }
}

/// Returns the range that a request has asked for.
fn range(fields: &[String]) -> &'static str {
    let has = |text| fields.iter().any(|field| field.starts_with(text));
    match (has("range:"), has("range: bytes=0-999")) {
        (_, true) => "bytes=0-999",
        (true, false) => "another",
        (false, _) => "",
    }
}

#[test]
fn recorded_answers_are_used_again_while_they_are_young() {
    let server = Server::start(|_, path| match path {
        "/gone" => status(410, "", ""),
        "/old" => status(301, "Location: /menu\r\n", ""),
        "/down" => status(500, "", ""),
        _ => status(200, "", "<p id=beer>"),
    });
    let urls = ["/menu#beer", "/menu#wine", "/gone", "/old", "/down"].map(|path| server.url(path));
    let expected =
        [Verdict::Ok, Verdict::FragmentMissing, Verdict::Gone, Verdict::RedirectPermanent, Verdict::ServerError];
    let options = || Options::default().with_tries(1).with_host_concurrency(1);
    let mut first = checker(options());
    assert_eq!(verdicts(&check(&mut first, &urls)), expected);
    let record = first.record();
    server.asked.lock().unwrap().clear();

    let mut second = checker(options()).with_record(record.as_bytes(), Ages::default());
    let found = check(&mut second, &urls);
    assert_eq!(verdicts(&found), expected);
    // A failure that may pass is asked for again.
    assert_eq!(server.asked(), ["GET /down"]);
    assert_eq!(found[3].suggestion, Some(server.url("/menu")));
    assert_eq!(second.record().lines().count(), record.lines().count());

    server.asked.lock().unwrap().clear();
    let none = Ages::default().with_longest(Duration::ZERO);
    check(&mut checker(options()).with_record(record.as_bytes(), none), &urls);
    assert_eq!(server.asked().len(), 4);
    server.asked.lock().unwrap().clear();
    check(&mut checker(options().with_head(true)).with_record(record.as_bytes(), Ages::default()), &urls);
    assert!(server.asked().len() >= 4, "a record of other options was used");
}

#[test]
fn records_are_saved_while_servers_are_asked() {
    let server = Server::start(|_, path| {
        if path != "/first" {
            std::thread::sleep(Duration::from_millis(2300));
        }
        status(200, "", "")
    });
    let saved = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&saved);
    let mut checker = checker(Options::default().with_host_concurrency(1))
        .with_saver(move |record| kept.lock().unwrap().push(record.to_owned()));
    check(&mut checker, &["/first", "/second", "/third"].map(|path| server.url(path)));
    let saved = saved.lock().unwrap();
    assert!(saved[0].contains("/first") && !saved[0].contains("/third"), "{saved:?}");
}

#[test]
fn secrets_of_a_host_stay_there_through_redirects() {
    let other = Server::start(|_, _| status(200, "", ""));
    let to = other.url("/end");
    let server = Server::start(move |_, path| match path {
        "/away" => status(302, &format!("Location: {to}\r\n"), ""),
        _ => status(200, "", ""),
    });
    let pattern = || format!("http://{}", server.host).parse().unwrap();
    let rules = HostRules::default().field(pattern(), "X-Token", "t0ken").login(pattern(), "sam", "secret");
    let urls = [server.url("/menu"), server.url("/away"), other.url("/menu")];
    check(&mut checker(Options::default().with_hosts(rules)), &urls);
    assert_eq!(server.fields().iter().filter(|field| *field == "x-token: t0ken").count(), 2);
    // `sam:secret` in base64.
    assert_eq!(server.fields().iter().filter(|field| *field == "authorization: basic c2ftonnly3jlda==").count(), 2);
    assert_eq!(other.asked().len(), 2);
    assert!(!other.fields().iter().any(|field| field.contains("token") || field.contains("authorization")));
}

#[test]
fn statuses_are_accepted_by_host() {
    let server = Server::start(|_, _| status(403, "", ""));
    let url = [server.url("/menu")];
    assert_eq!(verdicts(&check(&mut checker(Options::default()), &url)), [Verdict::Auth]);
    let rules = HostRules::default().accept("127.0.0.1".parse().unwrap(), 403..=403);
    assert_eq!(verdicts(&check(&mut checker(Options::default().with_hosts(rules)), &url)), [Verdict::Ok]);
    let rules = HostRules::default().accept("127.0.0.2".parse().unwrap(), 403..=403);
    assert_eq!(verdicts(&check(&mut checker(Options::default().with_hosts(rules)), &url)), [Verdict::Auth]);
}

#[test]
fn prefixes_of_urls_are_replaced() {
    let server =
        Server::start(|_, path| if path == "/new/menu" { status(200, "", "<p id=beer>") } else { status(404, "", "") });
    let mapping = Mapping::new("https://pub.example/", &server.url("/new/"), Standard::Rfc3986).unwrap();
    let options = Options::default().with_remap([mapping]);
    let found =
        check(&mut checker(options), &["https://pub.example/menu#beer".into(), "https://pub.example/gin".into()]);
    assert_eq!(verdicts(&found), [Verdict::Ok, Verdict::Broken]);
    assert_eq!(found[0].absolute.as_deref(), Some("https://pub.example/menu#beer"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("menu.html"), "<p id=beer>").unwrap();
    let to = napkin_document::file_url(folder.path()).unwrap() + "/";
    let mapping = Mapping::new("https://pub.example/", &to, Standard::Rfc3986).unwrap();
    let page = "<a href=https://pub.example/menu.html#beer><a href=https://pub.example/gin.html>";
    let page = Document::new("page.html", page).at_path(folder.path().join("page.html")).in_folder(folder.path());
    let mut found = Vec::new();
    let mut checker = Checker::new(Options::default().with_offline(true).with_remap([mapping]));
    let _ = checker.check(&page, &mut (), &mut |checked| found.push(checked.verdict));
    assert_eq!(found, [Verdict::Ok, Verdict::Broken]);
}

#[test]
fn pages_for_missing_targets_get_a_remark() {
    let soft = Server::start(|_, path| match path {
        "/menu" => status(200, "", "<p>our menu"),
        "/moved" => status(302, "Location: /lost\r\n", ""),
        "/lost" => status(200, "", "<p>nothing at /lost"),
        path => status(200, "", &format!("<p>nothing at {path}")),
    });
    let strict = Server::start(|_, path| if path == "/menu" { status(200, "", "") } else { status(404, "", "") });
    let urls = [soft.url("/menu"), soft.url("/stout"), strict.url("/menu"), strict.url("/stout")];
    let found = check(&mut checker(Options::default().with_soft_404(true)), &urls);
    assert_eq!(verdicts(&found), [Verdict::Ok, Verdict::Ok, Verdict::Ok, Verdict::Broken]);
    let remarks: Vec<bool> = found.iter().map(|found| found.reason.contains("cannot exist")).collect();
    assert_eq!(remarks, [false, true, false, false]);
    assert_eq!((soft.asked().len(), strict.asked().len()), (3, 3));
}

#[test]
fn archived_copies_are_suggested_for_lost_targets() {
    let archive =
        Server::start(|_, path| if path.ends_with("/stout") { status(200, "", "") } else { status(404, "", "") });
    let server = Server::start(|_, path| if path == "/menu" { status(200, "", "") } else { status(404, "", "") });
    let options = Options::default().with_archive(archive.url("/copy/{+url}"));
    let found = check(&mut checker(options), &["/menu", "/stout", "/gin"].map(|path| server.url(path)));
    let expected = archive.url(&format!("/copy/{}", server.url("/stout")));
    let suggestions: Vec<_> = found.iter().map(|found| found.suggestion.clone()).collect();
    assert_eq!(suggestions, [None, Some(expected), None]);
    assert!(!found[1].is_certain);
    assert_eq!(archive.asked().len(), 2);
}

#[test]
fn retries_have_a_budget() {
    let server = Server::start(|_, _| status(500, "", ""));
    let urls: Vec<String> = (0..4).map(|number| server.url(&format!("/{number}"))).collect();
    let found = check(&mut checker(Options::default().with_max_retries(2)), &urls);
    assert_eq!((verdicts(&found), server.asked().len()), (vec![Verdict::ServerError; 4], 6));
}

#[test]
fn requests_stay_within_their_limits() {
    let start = || {
        Server::start(|_, _| {
            std::thread::sleep(Duration::from_millis(20));
            status(200, "", "")
        })
    };
    for (all, host, most) in [(1, 4, 1), (128, 2, 2), (3, 8, 3)] {
        let server = start();
        let urls: Vec<String> = (0..12).map(|number| server.url(&format!("/{number}"))).collect();
        check(&mut checker(Options::default().with_concurrency(all).with_host_concurrency(host)), &urls);
        let peak = server.peak.load(Ordering::SeqCst);
        assert!(peak <= most && server.asked().len() == 12, "{peak} requests at a time");
    }
    let server = start();
    let urls: Vec<String> = (0..10).map(|number| server.url(&format!("/{number}"))).collect();
    let options = Options::default().with_host_interval(Duration::from_millis(50));
    let started = Instant::now();
    let mut checker = Checker::new(options).with_client(Client::new(Policy::public_web().allow_private())).unwrap();
    check(&mut checker, &urls);
    assert!(started.elapsed() >= Duration::from_millis(450));
}

#[test]
fn a_stopped_check_asks_no_further_server() {
    let server = Server::start(|_, _| {
        std::thread::sleep(Duration::from_millis(50));
        status(200, "", "")
    });
    let urls: Vec<String> = (0..100).map(|number| server.url(&format!("/{number}"))).collect();
    let mut checker = checker(Options::default().with_host_concurrency(1));
    let stopper = checker.stopper();
    let asked = Arc::clone(&server.asked);
    std::thread::spawn(move || {
        while asked.lock().unwrap().len() < 3 {
            std::thread::sleep(Duration::from_millis(1));
        }
        stopper.stop();
    });
    let found = check(&mut checker, &urls);
    assert_eq!(found.len(), 100);
    assert!(found.iter().filter(|found| found.is_unseen).count() >= 90);
    assert!(found.iter().any(|found| found.verdict == Verdict::Ok));
}

/// A target is asked for what all links want of it, also when redirects lead to it at the same time.
#[test]
fn redirects_in_flight_to_one_target_ask_for_it_once() {
    let server = Server::start(|_, path| {
        std::thread::sleep(Duration::from_millis(30));
        match path {
            "/menu" => status(200, "", "<p id=beer>"),
            "/old" => status(301, "Location: /menu\r\n", ""),
            _ => status(302, "Location: /old\r\n", ""),
        }
    });
    let mut paths: Vec<String> = (0..20).map(|number| format!("/{number}")).collect();
    paths.extend(["/1#beer", "/2#wine", "/menu", "/menu#beer", "/menu#wine"].map(str::to_owned));
    let urls: Vec<String> = paths.iter().map(|path| server.url(path)).collect();
    for options in [Options::default(), Options::default().with_head(true)] {
        server.asked.lock().unwrap().clear();
        let found = check(&mut checker(options.with_host_concurrency(16).with_concurrency(16)), &urls);
        let expected = |path: &String| match &**path {
            path if path.ends_with("#wine") => Verdict::FragmentMissing,
            path if path.starts_with("/menu") => Verdict::Ok,
            _ => Verdict::RedirectTemporary,
        };
        assert_eq!(verdicts(&found), paths.iter().map(expected).collect::<Vec<_>>());
        let asked = server.asked();
        for path in ["/menu", "/old", "/1"] {
            let count = asked.iter().filter(|line| line.split(' ').nth(1) == Some(path)).count();
            assert_eq!(count, 1, "{path}: {asked:?}");
        }
    }
}

#[test]
fn an_end_does_not_wait_for_servers() {
    let server = Server::start(|_, _| {
        std::thread::sleep(Duration::from_secs(60));
        String::new()
    });
    let begun = Instant::now();
    let mut checker = checker(Options::default()).with_end(move || begun.elapsed() > Duration::from_millis(300));
    let found = check(&mut checker, &[server.url("/a"), server.url("/b")]);
    assert!(found.len() == 2 && found.iter().all(|found| found.is_unseen), "{found:?}");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

/// Links of a long document are passed on before it ends.
#[test]
fn no_more_links_are_held_than_the_options_admit() {
    let server = Server::start(|_, _| status(200, "", ""));
    let page: String = (0..100).map(|number| format!("<a href={}>{number}</a>", server.url("/menu"))).collect();
    let mut checker = checker(Options::default().with_max_held(10).with_report_good(true));
    let mut texts = Vec::new();
    let mut sink = |checked: Checked| texts.push(checked.text.unwrap());
    let _ = checker.hold(&Document::new("menu.html", page.clone()), &mut (), &mut sink);
    assert_eq!(checker.held(), 0);
    assert_eq!(texts, (0..100).map(|number| number.to_string()).collect::<Vec<_>>());
    let mut passed = 0;
    let stopped = checker.hold(&Document::new("menu.html", page), &mut (), &mut |_: Checked| {
        passed += 1;
        if passed < 25 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(stopped.is_break() && passed == 25 && server.asked().len() == 1);
}

#[test]
fn redirect_loops_are_told_from_long_chains() {
    let server = Server::start(|_, path| match path {
        "/loop" => status(302, "Location: /loop\r\n", ""),
        path => status(302, &format!("Location: {path}x\r\n"), ""),
    });
    let found = check(&mut checker(Options::default()), &[server.url("/loop"), server.url("/x")]);
    assert_eq!(verdicts(&found), [Verdict::RedirectLoop; 2]);
    assert!(found[0].reason.contains("lead back") && found[1].reason.contains("at most 10"), "{found:?}");
}
