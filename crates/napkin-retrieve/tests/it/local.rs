//! Schemes without a network: `about`, `data`, `file`; and checks before a connection.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use napkin::Rule;
use napkin_retrieve::{Client, Initiative, Limits, MediaTypes, Operation, Policy, Request, rules};

fn rule(client: &Client, url: &str) -> Rule {
    let failure = client.retrieve_blocking(&Request::get(url)).and_then(|mut fetched| {
        while fetched.chunk()?.is_some() {}
        Ok(())
    });
    failure.expect_err(url).error().rule()
}

fn file_url(path: &std::path::Path) -> String {
    napkin::whatwg::Url::from_file_path(path).expect("a path").into_string()
}

#[test]
fn about_urls_are_retrieved() {
    let client = Client::new(Policy::public_web());
    let blank = client.retrieve_blocking(&Request::get("about:blank")).unwrap();
    assert_eq!(blank.media_type(), Some("text/html;charset=utf-8"));
    assert_eq!(blank.bytes().unwrap(), "");
    let own = client.retrieve_blocking(&Request::get("about:napkin")).unwrap().bytes().unwrap();
    assert!(own.starts_with(b"napkin-retrieve "));
    assert_eq!(rule(&client, "about:config"), rules::OBJECT_UNREADABLE);
}

/// Examples of RFC 2397 and of the tests of the Fetch Standard, read as that standard does.
#[test]
fn data_urls_are_retrieved() {
    let client = Client::new(Policy::public_web());
    for (url, media_type, bytes) in [
        ("data:,A%20brief%20note", "text/plain;charset=US-ASCII", "A brief note"),
        ("DATA:text/html;charset=utf-8;base64,PHA+", "text/html;charset=utf-8", "<p>"),
        ("data:text/plain,100%", "text/plain", "100%"),
        ("data:text/plain,a b<c>#fragment", "text/plain", "a b<c>"),
    ] {
        let got = client.retrieve_blocking(&Request::get(url)).unwrap();
        assert_eq!(got.media_type(), Some(media_type), "{url}");
        assert_eq!(got.bytes().unwrap(), bytes, "{url}");
    }
    let head = client.retrieve_blocking(&Request::head("data:,beer")).unwrap();
    assert_eq!((head.entity().length, head.bytes().unwrap().len()), (Some(4), 0));
    assert_eq!(rule(&client, "data:text/plain"), rules::DATA_COMMA);
}

#[test]
fn media_types_are_checked_for_data_urls() {
    let types = MediaTypes::default().deny("text/html").deny("application/*");
    let client = Client::new(Policy::public_web().with_media_types(types));
    assert_eq!(rule(&client, "data:text/HTML;charset=x,<p>"), rules::MEDIA_TYPE_NOT_PERMITTED);
    assert_eq!(rule(&client, "data:application/x-sh,ls"), rules::MEDIA_TYPE_NOT_PERMITTED);
    assert!(client.retrieve_blocking(&Request::get("data:image/png,x")).is_ok());
    assert_eq!(rule(&client, "about:blank"), rules::MEDIA_TYPE_NOT_PERMITTED);
}

#[test]
fn files_folders_and_ranges_are_retrieved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a napkin.html");
    fs::write(&path, "0123456789").unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let client = Client::new(Policy::local_files());
    let url = file_url(&path);

    let got = client.retrieve_blocking(&Request::get(&url)).unwrap();
    assert_eq!(got.media_type(), Some("text/html"));
    assert_eq!(got.entity().length, Some(10));
    assert_eq!(got.bytes().unwrap(), "0123456789");

    let got = client.retrieve_blocking(&Request::get(&url).with_range(3..=5)).unwrap();
    let range = got.entity().range.unwrap();
    assert_eq!((range.first, range.last, range.total), (3, 5, Some(10)));
    assert_eq!(got.bytes().unwrap(), "345");
    for (request, expected) in [
        (Request::get(&url).from_byte(8), "89"),
        (Request::get(&url).with_range(8..=99), "89"),
        (Request::get(&url).last_bytes(2), "89"),
        (Request::get(&url).last_bytes(99), "0123456789"),
    ] {
        assert_eq!(client.retrieve_blocking(&request).unwrap().bytes().unwrap(), expected, "{request:?}");
    }
    let nothing = client.retrieve_blocking(&Request::get(&url).last_bytes(0)).unwrap_err();
    assert_eq!(nothing.error().rule(), rules::RANGE_MISMATCH);
    let outside = client.retrieve_blocking(&Request::get(&url).from_byte(10)).unwrap_err();
    assert_eq!(outside.error().rule(), rules::RANGE_MISMATCH);

    // Validators decide whether a part belongs to the same object, and whether the object need not be sent (RFC 9110
    // section 13).
    let settled = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
    fs::File::options().write(true).open(&path).unwrap().set_modified(settled).unwrap();
    let got = client.retrieve_blocking(&Request::get(&url)).unwrap();
    assert_eq!(got.entity().field("last-modified"), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
    let tag = got.entity().field("etag").unwrap().to_owned();
    let same = client.retrieve_blocking(&Request::get(&url).with_if_none_match(&tag)).unwrap();
    assert_eq!((same.entity().status, same.bytes().unwrap().len()), (Some(304), 0));
    let rest =
        |validator: &str| client.retrieve_blocking(&Request::get(&url).from_byte(8).with_if_range(validator)).unwrap();
    assert_eq!((rest(&tag).bytes().unwrap(), rest("\"x\"").bytes().unwrap()), ("89".into(), "0123456789".into()));
    assert_eq!(
        client.retrieve_blocking(&Request::get(&url).from_byte(10)).unwrap_err().error().object_length(),
        Some(10)
    );

    // A folder without its slash is a redirect, so that the links in its page resolve.
    let got = client.retrieve_blocking(&Request::get(file_url(folder.path()).trim_end_matches('/'))).unwrap();
    assert!(got.url().ends_with('/'), "{}", got.url());
    assert_eq!(got.trail().hops().len(), 2);
    let page = String::from_utf8(got.bytes().unwrap().to_vec()).unwrap();
    assert!(page.contains(r#"<a href="./a%20napkin.html">a napkin.html</a>"#), "{page}");
    assert!(page.contains(r#"<a href="./sub/">sub/</a>"#), "{page}");
    assert_eq!(rule(&client, &(url + "x")), rules::OBJECT_UNREADABLE);
}

#[cfg(unix)]
#[test]
fn files_outside_of_the_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).unwrap();
    fs::write(folder.path().join("secret"), "s").unwrap();
    fs::write(inside.join("menu"), "m").unwrap();
    std::os::unix::fs::symlink(folder.path().join("secret"), inside.join("link")).unwrap();
    let client = Client::new(Policy::local_files().only_below(&inside));
    let at = |name: &str| format!("{}/{name}", file_url(&inside));
    assert_eq!(client.retrieve_blocking(&Request::get(at("menu"))).unwrap().bytes().unwrap(), "m");
    for name in ["link", "../secret", "%2e%2e/secret", "..%2fsecret", "%2e%2e%2Fsecret", "menu%00"] {
        assert_eq!(rule(&client, &at(name)), rules::FILE_NOT_PERMITTED, "{name}");
    }
    assert_eq!(rule(&client, "file://server.example/menu"), rules::FILE_NOT_PERMITTED);
    assert_eq!(rule(&client, "file:///etc/passwd"), rules::FILE_NOT_PERMITTED);
    let any = Client::new(Policy::local_files());
    assert_eq!(rule(&any, "file:///dev/zero"), rules::OBJECT_UNREADABLE);
    assert_eq!(rule(&Client::new(Policy::public_web()), "file:///etc/passwd"), rules::SCHEME_NOT_PERMITTED);
}

#[test]
fn limits_apply_to_files_and_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long");
    fs::write(&path, vec![b'x'; 100_000]).unwrap();
    let limits = Limits::default().with_max_decoded(99_999);
    let client = Client::new(Policy::local_files()).with_limits(limits);
    assert_eq!(rule(&client, &file_url(&path)), rules::BODY_TOO_LARGE);
}

#[test]
fn requests_of_documents_need_consent() {
    let request = || Request::get("data:,beer").with_initiative(Initiative::Document);
    let refused = Client::new(Policy::public_web().refuse_documents()).retrieve_blocking(&request()).unwrap_err();
    assert_eq!(refused.error().rule(), rules::CONSENT_MISSING);
    assert!(
        Client::new(Policy::public_web().refuse_documents()).retrieve_blocking(&Request::get("data:,beer")).is_ok()
    );
    let asked = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let policy = Policy::public_web().ask(move |question| {
        seen.lock().unwrap().push((question.url.to_owned(), question.operation));
        question.url.ends_with("beer")
    });
    let client = Client::new(policy);
    assert!(client.retrieve_blocking(&request()).is_ok());
    let refused =
        client.retrieve_blocking(&Request::get("data:,cider").with_initiative(Initiative::Document)).unwrap_err();
    assert_eq!(refused.error().rule(), rules::CONSENT_MISSING);
    let expected = [("data:,beer".to_owned(), Operation::Get), ("data:,cider".to_owned(), Operation::Get)];
    assert_eq!(*asked.lock().unwrap(), expected);
}

#[test]
fn errors_show_no_password() {
    let client = Client::new(Policy::public_web());
    let failure = client.retrieve_blocking(&Request::get("http://sam:secret@pub.example/")).unwrap_err();
    assert_eq!(failure.error().rule(), rules::CREDENTIALS_NOT_PERMITTED);
    let shown = format!("{failure} {failure:?} {} {:?}", failure.error().url(), failure.error());
    assert!(!shown.contains("secret"), "{shown}");
    assert!(shown.contains("sam:******@"), "{shown}");
}

/// For every rule that a URL alone can break, the example is refused by exactly that rule.
#[test]
fn rule_examples_are_refused_by_their_rule() {
    use napkin_retrieve::{BoxFuture, Resolve};

    struct Public;

    impl Resolve for Public {
        fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, std::io::Result<Vec<std::net::IpAddr>>> {
            let known = if name.ends_with(".invalid") { vec![] } else { vec![[93, 184, 215, 14].into()] };
            Box::pin(async { Ok(known) })
        }
    }

    let till = napkin::pattern::Pattern::parse("https://pub.example/till", None).unwrap();
    let policy = Policy::public_web().allow_scheme("gopher").allow_scheme("file").deny_urls([till]);
    let policy = Arc::new(policy.with_resolver(Public));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut checked = 0;
    let shared = [rules::PORT_RESERVED, rules::ESCAPED_CONTROL];
    for rule in rules::RETRIEVAL_RULES.iter().copied().chain(shared) {
        let Some(example) = rule.example() else { continue };
        checked += 1;
        let request = Request::get(example.base.unwrap_or(example.text));
        let permit = runtime.block_on(policy.permit(&request));
        let judged = match example.base {
            None => permit,
            Some(_) => runtime.block_on(policy.permit_redirect(permit.unwrap().target(), example.text, &request)),
        };
        match judged {
            Err(error) => assert_eq!(error.rule(), rule),
            Ok(permit) => {
                assert_eq!(
                    (rule, permit.target().url().as_str()),
                    (rules::REQUEST_ESCAPED, "http://pub.example/beer%20list")
                );
            }
        }
    }
    assert_eq!(checked, 15);
}

#[test]
fn non_ascii_names_are_refused_with_advice() {
    let failure =
        Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://b\u{fc}cher.example/")).unwrap_err();
    let expected = "expected a name in ASCII such as xn--bcher-kva.example, but found b\u{fc}cher.example";
    assert_eq!((failure.error().rule(), failure.error().message()), (rules::STANDARDS_DISAGREE, expected));
}
