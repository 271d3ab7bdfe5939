//! What a check costs the servers that it asks, counted by the servers.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use napkin_check::{Checker, Document, Options, Verdict};
use napkin_retrieve::{Client, Policy};

/// What a server has seen: when each request came, and how many it worked on at a time.
#[derive(Default)]
struct Seen {
    requests: Vec<(Instant, String, u16)>,
    now: usize,
    most: usize,
}

/// Answers each request after a pause, with the status of `status`, which gets the time since the first request.
fn server(pause: Duration, status: impl Fn(Duration) -> u16 + Send + Sync + 'static) -> (String, Arc<Mutex<Seen>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (seen, status) = (Arc::<Mutex<Seen>>::default(), Arc::new(status));
    let shared = Arc::clone(&seen);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (seen, status) = (Arc::clone(&shared), Arc::clone(&status));
            std::thread::spawn(move || answer(stream, &seen, pause, &*status));
        }
    });
    (host, seen)
}

/// Answers the requests of a connection.
fn answer(mut stream: TcpStream, seen: &Mutex<Seen>, pause: Duration, status: &dyn Fn(Duration) -> u16) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    while let Some(Ok(line)) = lines.next() {
        lines.by_ref().map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
        let now = Instant::now();
        let status = {
            let mut seen = seen.lock().unwrap();
            let first = seen.requests.first().map_or(now, |(first, ..)| *first);
            let status = status(now - first);
            seen.requests.push((now, line, status));
            seen.now += 1;
            seen.most = seen.most.max(seen.now);
            status
        };
        std::thread::sleep(pause);
        seen.lock().unwrap().now -= 1;
        let head = format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n");
        if stream.write_all(head.as_bytes()).is_err() {
            return;
        }
    }
}

fn page(host: &str, count: usize) -> Document {
    let links: String = (0..count).map(|number| format!("<a href='http://{host}/{number}'></a>")).collect();
    Document::new("page.html", links.repeat(2))
}

fn verdicts(options: Options, page: &Document) -> Vec<Verdict> {
    let client = Client::new(Policy::public_web().allow_private());
    let mut found = Vec::new();
    let _ =
        Checker::new(options).with_client(client).unwrap().check(page, &mut (), &mut |link| found.push(link.verdict));
    found
}

#[test]
fn a_host_gets_no_more_requests_than_the_limits_allow() {
    let (host, seen) = server(Duration::from_millis(30), |_| 200);
    let interval = Duration::from_millis(10);
    let options = Options::default().with_host_concurrency(3).with_host_interval(interval).with_report_good(true);
    assert_eq!(verdicts(options, &page(&host, 40)), [Verdict::Ok; 80]);
    let seen = seen.lock().unwrap();
    assert!(seen.most <= 3, "{} at a time", seen.most);
    let gets = seen.requests.iter().filter(|(_, line, _)| line.starts_with("GET ")).count();
    // One by HEAD, one by GET at most.
    assert!(gets <= 40 && seen.requests.len() <= 80, "{} requests for 40 targets", seen.requests.len());
    let time = seen.requests.last().unwrap().0 - seen.requests[0].0;
    // The first may come a little late.
    assert!(time >= interval * 36, "{} requests in {time:?}", seen.requests.len());
}

#[test]
fn a_host_that_limits_requests_refuses_one_only() {
    // It refuses until the second that it asks for is over.
    let (host, seen) = server(Duration::ZERO, |since| if since < Duration::from_secs(1) { 429 } else { 200 });
    let options = Options::default().with_host_concurrency(1).with_host_interval(Duration::ZERO).with_report_good(true);
    assert_eq!(verdicts(options, &page(&host, 10)), [Verdict::Ok; 20]);
    let seen = seen.lock().unwrap();
    let refused = seen.requests.iter().filter(|(.., status)| *status == 429).count();
    assert_eq!((refused, seen.requests.len()), (1, 11));
}
