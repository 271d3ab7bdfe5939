//! The HTTP cache: which answers are stored, for how long, and up to which size (RFC 9111).

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use crate::common::{Server, policy};
use napkin_retrieve::{Cache, Cached, Client, Credentials, Request};
use serde::Deserialize;

fn server(fields: &str, body: &str) -> Server {
    let said = format!("HTTP/1.1 200 OK\r\n{fields}Content-Length: {}\r\n\r\n{body}", body.len());
    Server::saying(said)
}

fn cached(client: &Client, request: Request) -> Option<Cached> {
    let got = client.retrieve_blocking(&request).unwrap();
    let cached = got.trail().hops()[0].cached();
    got.bytes().unwrap();
    cached
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    see: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Step {
    answer: Option<u16>,
    fields: Vec<String>,
    body: String,
    asks: Vec<String>,
    not: Vec<String>,
    cached: Option<String>,
    gets: String,
    accept: Option<String>,
    head: bool,
    user: bool,
    range: Option<(u64, u64)>,
}

impl Step {
    fn answer(&self, status: u16) -> Vec<u8> {
        let has_length = self.fields.iter().any(|field| field.starts_with("Content-Length"));
        let length = format!("Content-Length: {}\r\n", self.body.len());
        let length = if has_length || status == 304 { "" } else { &length };
        let fields: String = self.fields.iter().map(|field| format!("{field}\r\n")).collect();
        format!("HTTP/1.1 {status} X\r\n{fields}{length}\r\n{}", self.body).into()
    }

    fn request(&self, url: String) -> Request {
        let mut request = if self.head { Request::head(url) } else { Request::get(url) };
        request = self.accept.iter().fold(request, Request::with_accept);
        request = self.range.iter().fold(request, |request, (first, last)| request.with_range(*first..=*last));
        if self.user { request.with_credentials(Credentials::new("sam", "secret")) } else { request }
    }
}

/// Every case of the table, with a new client per step, like programs that run one after the other.
#[test]
fn cache_follows_the_cases_of_rfc_9111() {
    let text = include_str!("../../data/cache.toml");
    let cases: Cases = toml::from_str(text).unwrap();
    assert!(cases.case.len() >= 25);
    for Case { name, see, steps } in cases.case {
        let folder = tempfile::tempdir().unwrap();
        let answer = Arc::new(Mutex::new(None::<Vec<u8>>));
        let next = Arc::clone(&answer);
        let server = Server::new(move |_, stream| {
            let said = next.lock().unwrap().take().unwrap_or_default();
            let _ = stream.write_all(&said);
        });
        for (number, step) in (1..).zip(&steps) {
            let at = format!("{name}, step {number} ({see})");
            *answer.lock().unwrap() = step.answer.map(|status| step.answer(status));
            let before = server.heads().len();
            let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
            let got = client.retrieve_blocking(&step.request(server.url("/menu")));
            let cached = got.as_ref().ok().and_then(|got| got.trail().hops()[0].cached()).map(Cached::name);
            let body = got.and_then(napkin_retrieve::RetrievedBlocking::bytes);
            let body = body.map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
            let body = body.unwrap_or_else(|failure| failure.error().rule().code().to_owned());
            assert_eq!((body.as_str(), cached), (step.gets.as_str(), step.cached.as_deref()), "{at}");
            let heads = server.heads();
            assert_eq!(heads.len() - before, usize::from(step.answer.is_some()), "{at}");
            for field in &step.asks {
                assert!(heads.last().unwrap().contains(&format!("\r\n{field}")), "{at}: {}", heads.last().unwrap());
            }
            for field in &step.not {
                assert!(!heads.last().unwrap().contains(&format!("\r\n{field}: ")), "{at}: {}", heads.last().unwrap());
            }
        }
    }
}

/// Section 4: an answer from the cache has its age, and is otherwise as it came.
#[test]
fn cached_answers_have_an_age() {
    let folder = tempfile::tempdir().unwrap();
    let date = "Sun, 06 Nov 1994 08:49:37 GMT";
    let fields = format!(
        "Expires: Fri, 01 Jan 2100 00:00:00 GMT\r\nDate: {date}\r\nLink: <a>\r\nLink: <b>\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n"
    );
    let server = server(&fields, "beer");
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
    assert_eq!(cached(&client, Request::get(server.url("/"))), Some(Cached::Stored));
    let got = client.retrieve_blocking(&Request::get(server.url("/"))).unwrap();
    assert_eq!(got.trail().hops()[0].cached(), Some(Cached::Hit));
    let of = |name: &str| -> Vec<_> {
        got.entity().fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str()).collect()
    };
    assert_eq!(
        (of("date"), of("link"), of("x-hop"), of("connection")),
        (vec![date], vec!["<a>", "<b>"], vec![], vec![])
    );
    let age: u64 = of("age")[0].parse().unwrap();
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap() - Duration::from_secs(784_111_777);
    assert!(age.abs_diff(since.as_secs()) < 60, "{age}");
}

/// An entry with any changed byte in its head, or cut at any offset, is a miss or still correct.
#[test]
fn cache_entries_with_damage_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=60\r\n", "beer");
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
    let got = || client.retrieve_blocking(&Request::get(server.url("/"))).unwrap().bytes().unwrap();
    got();
    let path = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&path).unwrap();
    let head = whole.len() - "beer".len();
    for at in 0..head {
        for byte in [b'\n', 0xff] {
            let mut damaged = whole.clone();
            damaged[at] = byte;
            fs::write(&path, &damaged).unwrap();
            assert_eq!(got(), "beer", "{at} {byte}");
        }
    }
    for length in (0..whole.len()).step_by(7) {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(got(), "beer", "{length}");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    assert_eq!(got(), "beer");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_eq!(got(), "beer");
}

/// Programs that share a folder at the same time get whole answers, never a mixture of two.
#[test]
fn cache_folder_can_be_shared() {
    let folder = tempfile::tempdir().unwrap();
    let count = Mutex::new(0_usize);
    let server = Server::new(move |_, stream| {
        let number = {
            let mut count = count.lock().unwrap();
            *count += 1;
            *count
        };
        let body = format!("{number} ").repeat(1000 + number % 7 * 1000);
        let head = format!(
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nVary: Accept\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body.as_bytes());
    });
    let one = |accept: String| {
        let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap().with_limit(200_000));
        for _ in 0..20 {
            let bytes =
                client.retrieve_blocking(&Request::get(server.url("/")).with_accept(&accept)).unwrap().bytes().unwrap();
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let number = text.split(' ').next().unwrap();
            let times = 1000 + number.parse::<usize>().unwrap() % 7 * 1000;
            assert!(text == format!("{number} ").repeat(times), "{number}");
        }
    };
    std::thread::scope(|scope| {
        (0..8).for_each(|number| drop(scope.spawn(move || one(format!("text/{}", number % 2)))));
    });
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
}

/// An unfinished file of a killed program is removed after a day.
#[test]
fn abandoned_temporary_files_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join(".napkin-old"), folder.path().join(".napkin-new"));
    for path in [&old, &new] {
        fs::write(path, "napkin cache 1\n").unwrap();
    }
    let ago = SystemTime::now() - Duration::from_secs(2 * 24 * 3600);
    fs::File::options().write(true).open(&old).unwrap().set_modified(ago).unwrap();
    drop(Cache::at(folder.path()).unwrap().with_limit(1000));
    assert!(!old.exists() && new.exists());
}

#[test]
fn answers_to_users_and_to_head_are_never_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=60\r\n", "beer");
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
    let sam = || Credentials::new("sam", "secret");
    assert_eq!(cached(&client, Request::get(server.url("/")).with_credentials(sam())), None);
    assert_eq!(cached(&client, Request::head(server.url("/"))), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(cached(&client, Request::get(server.url("/"))), Some(Cached::Stored));
    // An answer stored without a user is not given to a user.
    assert_eq!(cached(&client, Request::get(server.url("/")).with_credentials(sam())), None);
    let content = fs::read_dir(folder.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    assert!(content.into_iter().all(|content| !String::from_utf8_lossy(&content).contains("c2Ft")));
}

/// Servers pass on bodies by their length, and do not poll for the end.
#[test]
fn bodies_read_by_their_length_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=60\r\n", "beer");
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
    let mut got = client.retrieve_blocking(&Request::get(server.url("/"))).unwrap();
    assert_eq!(got.chunk().unwrap().as_deref(), Some(&b"beer"[..]));
    drop(got);
    assert_eq!(cached(&client, Request::get(server.url("/"))), Some(Cached::Hit));
    // A part of a body is not stored.
    let long = Server::saying(format!(
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1000000\r\n\r\n{}",
        "x".repeat(1_000_000)
    ));
    let client = Client::new(policy(&[&long])).with_cache(Cache::at(folder.path()).unwrap());
    let mut got = client.retrieve_blocking(&Request::get(long.url("/long"))).unwrap();
    assert!(got.chunk().unwrap().is_some_and(|piece| piece.len() < 1_000_000));
    drop(got);
    assert_eq!(cached(&client, Request::get(long.url("/long"))), Some(Cached::Stored));
}

/// The policy checks cached answers like all others.
#[test]
fn cached_answers_are_checked_by_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=60\r\nContent-Type: text/html\r\n", "<p>");
    let keep = || Cache::at(folder.path()).unwrap();
    let client = Client::new(policy(&[&server])).with_cache(keep());
    assert_eq!(cached(&client, Request::get(server.url("/"))), Some(Cached::Stored));
    let strict = Client::new(policy(&[&server]).deny_host("127.0.0.1")).with_cache(keep());
    let failure = strict.retrieve_blocking(&Request::get(server.url("/"))).unwrap_err();
    assert_eq!(failure.error().rule(), napkin_retrieve::rules::HOST_NOT_PERMITTED);
    let types = napkin_retrieve::MediaTypes::default().deny("text/html");
    let strict = Client::new(policy(&[&server]).with_media_types(types)).with_cache(keep());
    let failure = strict.retrieve_blocking(&Request::get(server.url("/"))).unwrap_err();
    assert_eq!(failure.error().rule(), napkin_retrieve::rules::MEDIA_TYPE_NOT_PERMITTED);
}

#[test]
fn cache_size_is_limited() {
    let bytes = |folder: &Path| -> u64 {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
    };
    let folder = tempfile::tempdir().unwrap();
    // Files that are not entries are left alone.
    fs::write(folder.path().join("menu.txt"), "beer").unwrap();
    let server = server("Cache-Control: max-age=60\r\n", &"x".repeat(10_000));
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap().with_limit(100_000));
    for number in 0..30 {
        assert_eq!(cached(&client, Request::get(server.url(&format!("/{number}")))), Some(Cached::Stored));
        assert!(bytes(folder.path()) <= 120_000, "{number}");
    }
    assert!(bytes(folder.path()) > 50_000);
    // The last entry is present.
    assert_eq!(cached(&client, Request::get(server.url("/29"))), Some(Cached::Hit));
    assert_eq!(cached(&client, Request::get(server.url("/0"))), Some(Cached::Stored));
    drop(Cache::at(folder.path()).unwrap().with_limit(0));
    assert_eq!(bytes(folder.path()), 4);
}

/// Time values that a server can send lead to a miss or a hit and nothing else, and to at most 68 years of freshness
/// (RFC 9111 sections 1.2.2, 4.2, 5.1, 5.2 and 5.3). Each row says whether the second retrieval is answered from the
/// cache.
#[test]
fn cache_fields_of_every_kind_are_a_hit_or_a_miss() {
    const HUGE: &str = "18446744073709551615";
    let old = "Sun, 06 Nov 1994 08:49:37 GMT";
    let rows: &[(String, bool)] = &[
        (format!("Age: {HUGE}\r\nCache-Control: max-age=60"), false),
        (format!("Age: {HUGE}"), false),
        (format!("Age: {HUGE}0\r\nCache-Control: max-age=60"), false),
        ("Age: 99999999999999999999999999\r\nCache-Control: max-age=60".into(), false),
        (format!("Age: {HUGE}\r\nCache-Control: max-age={HUGE}"), false),
        (format!("Cache-Control: max-age={HUGE}"), true),
        (format!("Cache-Control: max-age={HUGE}0"), true),
        (format!("Cache-Control: max-age=\"{HUGE}\""), true),
        ("Cache-Control: max-age=2147483648".into(), true),
        ("Cache-Control: max-age=-1".into(), false),
        ("Cache-Control: max-age=+60".into(), false),
        ("Cache-Control: max-age=1e9".into(), false),
        ("Cache-Control: max-age=60.5".into(), false),
        ("Cache-Control: max-age=".into(), false),
        ("Cache-Control: max-age".into(), false),
        ("Cache-Control: MAX-AGE=60".into(), true),
        ("Cache-Control: max-age=60, No-Store".into(), false),
        ("Cache-Control: max-age=60\r\nCache-Control: no-store".into(), false),
        ("Cache-Control: max-age=60, x=\"\u{e9}\", no-store".into(), false),
        ("Cache-Control: max-age=60, x=\"a, no-store\"".into(), true),
        ("Cache-Control: max-age=60, no-cache=\"set-cookie\"".into(), false),
        ("Cache-Control: ,,,=,;".into(), false),
        (format!("Cache-Control: {}max-age=60", "x=1,".repeat(5000)), true),
        ("Age: -5\r\nCache-Control: max-age=60".into(), true),
        ("Age: 5, 600\r\nCache-Control: max-age=60".into(), true),
        ("Age: 600, 5\r\nCache-Control: max-age=60".into(), false),
        (format!("Expires: {HUGE}"), false),
        ("Expires: 0".into(), false),
        ("Expires: -1".into(), false),
        ("Expires: Fri, 31 Dec 9999 23:59:59 GMT".into(), true),
        ("Expires: Fri, 31 Dec 99999 23:59:59 GMT".into(), false),
        ("Expires: Thu, 01 Jan 1601 00:00:00 GMT".into(), false),
        ("Expires: Sun, 31 Feb 2100 00:00:00 GMT".into(), false),
        (format!("Expires: {}", "(".repeat(8000)), false),
        (format!("Date: Fri, 31 Dec 9999 23:59:59 GMT\r\nLast-Modified: {old}\r\nCache-Control: max-age=60"), true),
        (format!("Date: {old}\r\nCache-Control: max-age=60"), false),
        ("Date: Thu, 01 Jan 0000 00:00:00 GMT\r\nCache-Control: max-age=60".into(), true),
        ("Date: \u{e9}\r\nCache-Control: max-age=60".into(), true),
        ("Last-Modified: Fri, 31 Dec 9999 23:59:59 GMT".into(), false),
        ("Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT".into(), true),
        ("Vary: *\r\nCache-Control: max-age=60".into(), false),
        ("Vary: \u{e9}\r\nCache-Control: max-age=60".into(), false),
        (format!("Vary: {}\r\nCache-Control: max-age=60", "a,".repeat(5000)), true),
        ("Pragma: No-Cache\r\nExpires: Fri, 31 Dec 9999 23:59:59 GMT".into(), false),
        ("Warning: 199 - \"x\", 299 \u{e9}\r\nETag: \u{e9}\r\nCache-Control: max-age=60".into(), true),
        ("Connection: \u{e9}, a b, ,\r\nCache-Control: max-age=60".into(), true),
    ];
    assert!(rows.len() >= 26);
    for (fields, is_hit) in rows {
        let folder = tempfile::tempdir().unwrap();
        let server = server(&format!("{fields}\r\n"), "beer");
        let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
        for asked in 0..2 {
            let got = client
                .retrieve_blocking(&Request::get(server.url("/")))
                .unwrap_or_else(|failure| panic!("{fields}: {failure}"));
            let cached = got.trail().hops()[0].cached();
            assert_eq!(cached == Some(Cached::Hit), asked == 1 && *is_hit, "{fields}");
            let age: u64 = got.entity().field("age").filter(|_| *is_hit).map_or(0, |age| age.parse().unwrap_or(0));
            assert!(age <= 1 << 31, "{fields}");
            assert_eq!(got.bytes().unwrap(), "beer", "{fields}");
        }
    }
}

/// Returns the only entry of a folder.
fn entry(folder: &Path) -> std::path::PathBuf {
    fs::read_dir(folder).unwrap().next().unwrap().unwrap().path()
}

/// An entry with any changed byte, in its head or its body, is retrieved again and replaced; so is an entry of an
/// earlier format, of another URL, with an invalid time, or from the future.
#[test]
fn cache_entries_that_are_not_as_written_are_a_miss() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=600\r\n", "beer");
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
    let ask = || cached(&client, Request::get(server.url("/")));
    assert_eq!((ask(), ask()), (Some(Cached::Stored), Some(Cached::Hit)));
    let path = entry(folder.path());
    let whole = fs::read(&path).unwrap();
    let mut others: Vec<Vec<u8>> = (0..whole.len())
        .map(|at| {
            let mut other = whole.clone();
            other[at] ^= 1;
            other
        })
        .collect();
    let text = String::from_utf8(whole.clone()).unwrap();
    let time = text.lines().nth(3).unwrap();
    others.extend([
        text.replace(time, "18446744073709551615").into_bytes(),
        text.replace(time, "9223372036854775807").into_bytes(),
        text.replace(time, "-1").into_bytes(),
        text.replace("napkin cache 2", "napkin cache 1").into_bytes(),
        [&whole[..], b"\n"].concat(),
        Vec::new(),
    ]);
    for other in others {
        fs::write(&path, &other).unwrap();
        assert_eq!(ask(), Some(Cached::Stored), "{}", String::from_utf8_lossy(&other));
        assert_eq!(ask(), Some(Cached::Hit));
    }
    // A complete entry of another URL.
    assert_eq!(cached(&client, Request::get(server.url("/other"))), Some(Cached::Stored));
    let other = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).find(|other| *other != path);
    fs::copy(other.unwrap(), &path).unwrap();
    assert_eq!(ask(), Some(Cached::Stored));
}

/// Anything but a regular file at the place of an entry is neither waited for nor followed.
#[cfg(unix)]
#[test]
fn cache_entries_are_regular_files() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=600\r\n", "beer");
    let client = Client::new(policy(&[&server])).with_cache(Cache::at(folder.path()).unwrap());
    let ask = || cached(&client, Request::get(server.url("/")));
    assert_eq!(ask(), Some(Cached::Stored));
    let path = entry(folder.path());
    let target = elsewhere.path().join("target");
    fs::rename(&path, &target).unwrap();
    let kept = fs::read(&target).unwrap();
    symlink(&target, &path).unwrap();
    assert_eq!(ask(), Some(Cached::Stored));
    assert_eq!(fs::read(&target).unwrap(), kept);
    fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_eq!(ask(), Some(Cached::Stored));
    assert_eq!(ask(), Some(Cached::Hit));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    // No entry can be stored there, and the retrieval succeeds anyway.
    assert_eq!((ask(), ask()), (Some(Cached::Stored), Some(Cached::Stored)));
}
