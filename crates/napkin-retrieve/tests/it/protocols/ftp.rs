//! FTP against vsftpd, which has `LIST`, pyftpdlib, which has `MLSD`, and test servers that lie.

use std::io::{BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use napkin_retrieve::by_scheme::Ftp;
use napkin_retrieve::{Client, Credentials, Request, Trust, rules};

use super::servers::{Told, client, failed, got, policy, read_line, rule, scripted, short};
use crate::certificates::Authority;
use crate::real::{long, nginx, pyftpdlib, serve, tree, vsftpd, vsftpd_with};

/// Checks what is the same for both servers.
fn serves(client: &Client, at: &str) {
    let get = |path: &str| got(client, Request::get(format!("{at}{path}")));
    let whole = client.retrieve_blocking(&Request::get(format!("{at}/long.bin"))).unwrap();
    assert_eq!((whole.media_type(), whole.entity().length, whole.entity().range), (None, Some(300_000), None));
    assert!(whole.entity().field("last-modified").unwrap().ends_with(" GMT"));
    assert!(whole.bytes().unwrap() == long());
    assert_eq!(get("/menu.txt"), ("text/plain".into(), "beer\ncider\n".into()));
    assert_eq!(get("/menu.txt;type=i").1, "beer\ncider\n");
    // The server sends CR LF.
    assert_eq!(get("/menu.txt;type=a").1, "beer\ncider\n");
    assert_eq!(get("/index.html").0, "text/html");
    assert_eq!(get("/sub/a%20b/100%25%3B%23%3F.txt").1, "odd");
    assert_eq!(get("/sub/a%20b/%C3%A4%3C%22.txt").1, "umlaut");
    assert_eq!(get("/%2Fsub/page.html").0, "text/html");

    for path in ["/", "", "/%2F/", "/;type=d"] {
        let (media_type, page) = get(path);
        assert_eq!(media_type, "text/html;charset=utf-8");
        let links = page.matches("<li>").count();
        assert_eq!(links, 4, "{page}");
        assert!(page.contains("<li><a href=\"./sub/\">sub/</a>"), "{page}");
        assert!(page.contains("<li><a href=\"./menu.txt\">menu.txt</a>"), "{page}");
    }
    for path in ["/sub/a%20b", "/sub/a%20b;type=d", "/sub/a%20b/"] {
        let fetched = client.retrieve_blocking(&Request::get(format!("{at}{path}"))).unwrap();
        assert!(fetched.url().ends_with("/sub/a%20b/"), "{}", fetched.url());
        assert_eq!(fetched.trail().hops().len(), if path.ends_with('/') { 1 } else { 2 });
        let page = String::from_utf8(fetched.bytes().unwrap().to_vec()).unwrap();
        assert!(page.contains("<a href=\"./100%25%3B%23%3F.txt\">100%;#?.txt</a>"), "{page}");
        assert!(page.contains("<a href=\"./%C3%A4%3C%22.txt\">\u{e4}&lt;&quot;.txt</a>"), "{page}");
    }
    assert_eq!(get("/sub/empty/").1, "<!DOCTYPE html>\n<meta charset=utf-8>\n<ul>\n</ul>\n");
    let (media_type, lines) = got(client, Request::get(format!("{at}/")).with_accept("text/plain"));
    assert_eq!(media_type, "text/plain");
    assert!(lines.lines().filter(|line| line.ends_with("menu.txt")).count() == 1, "{lines}");

    for (first, last) in [(0, Some(9)), (299_990, None), (100_000, Some(199_999)), (5, Some(u64::MAX))] {
        let request = Request::get(format!("{at}/long.bin"));
        let request = last.map_or(request.clone().from_byte(first), |last| request.with_range(first..=last));
        let part = client.retrieve_blocking(&request).unwrap();
        let last = last.unwrap_or(u64::MAX).min(299_999);
        let range = part.entity().range.unwrap();
        assert_eq!((range.first, range.last, range.total), (first, last, Some(300_000)));
        assert!(part.bytes().unwrap() == long()[first as usize..=last as usize], "{first}");
    }
    let outside = failed(client, Request::get(format!("{at}/long.bin")).from_byte(300_000));
    assert_eq!(outside.rule(), rules::RANGE_MISMATCH);
    // The missing part, only if the file is unchanged.
    let head = client.retrieve_blocking(&Request::head(format!("{at}/long.bin"))).unwrap();
    let date = head.entity().field("last-modified").unwrap().to_owned();
    assert_eq!((head.entity().length, head.bytes().unwrap().len()), (Some(300_000), 0));
    for (validator, length) in [(date.as_str(), 10), ("Sun, 06 Nov 1994 08:49:37 GMT", 300_000)] {
        let request = Request::get(format!("{at}/long.bin")).from_byte(299_990).with_if_range(validator);
        assert_eq!(client.retrieve_blocking(&request).unwrap().bytes().unwrap().len(), length, "{validator}");
    }
    let folder = client.retrieve_blocking(&Request::head(format!("{at}/sub"))).unwrap();
    assert!(folder.url().ends_with("/sub/"));
    for path in ["/nothing", "/nothing/x", "/nothing/", "/nothing;type=a"] {
        assert_eq!(rule(client, &format!("{at}{path}")), rules::OBJECT_UNREADABLE, "{path}");
        assert_eq!(failed(client, Request::head(format!("{at}{path}"))).rule(), rules::OBJECT_UNREADABLE, "{path}");
    }
}

/// vsftpd demands TLS for everything, and that data connections resume the session of the control connection.
#[test]
fn vsftpd_serves_over_tls() {
    let authority = Authority::new("napkin's tests");
    let certificate = authority.certificate(&["127.0.0.1"], 2090);
    let trust = || Trust::nobody().with_pem(authority.pem.as_bytes()).unwrap();
    for (scheme, more) in [("ftp", ""), ("ftps", "implicit_ssl=YES\n")] {
        let folder = tree();
        let at = folder.path().to_str().unwrap();
        std::fs::write(folder.path().join("own.pem"), &certificate.pem).unwrap();
        std::fs::write(folder.path().join("own.key"), &certificate.key).unwrap();
        let tls = format!(
            "ssl_enable=YES\nallow_anon_ssl=YES\nforce_anon_logins_ssl=YES\nforce_anon_data_ssl=YES\n\
             require_ssl_reuse=YES\nssl_ciphers=HIGH\nrsa_cert_file={at}/own.pem\nrsa_private_key_file={at}/own.key\n{more}"
        );
        let Some(port) = vsftpd_with(folder.path(), &tls) else { return };
        let trusting = policy(scheme, port).with_trust(trust());
        let client = Client::new(trusting).with_limits(short()).with_retriever(Ftp::over_tls());
        serves(&client, &format!("{scheme}://127.0.0.1:{port}"));
        // Mozilla's list does not contain the tests' authority.
        let stranger = Client::new(policy(scheme, port)).with_limits(short()).with_retriever(Ftp::over_tls());
        assert_eq!(rule(&stranger, &format!("{scheme}://127.0.0.1:{port}/menu.txt")), rules::TLS_FAILED);
        if scheme == "ftp" {
            let open = Client::new(policy(scheme, port)).with_limits(short());
            assert_eq!(rule(&open, &format!("ftp://127.0.0.1:{port}/menu.txt")), rules::OBJECT_UNREADABLE);
        }
    }
}

/// RFC 4217: without TLS, no name and no password is sent; and what came before TLS is not taken for what came in it.
#[test]
fn ftp_over_tls_sends_nothing_in_the_clear() {
    for (said, code) in [
        ("502 what?\r\n", "expected a server that offers TLS, but found `502 what?`"),
        ("234 go\r\n230 you are in\r\n", "expected the beginning of TLS, but found bytes before it"),
    ] {
        let (port, told) = scripted("220 hello", &[("AUTH TLS", said)]);
        let client = Client::new(policy("ftp", port)).with_limits(short()).with_retriever(Ftp::over_tls());
        let request = Request::get(format!("ftp://127.0.0.1:{port}/menu.txt"));
        let error = failed(&client, request.with_credentials(Credentials::new("sam", "secret")));
        assert_eq!((error.rule(), error.message()), (rules::TLS_FAILED, code));
        let told = told.lock().unwrap();
        assert!(told.iter().all(|line| line == "AUTH TLS" || !line.is_ascii()), "{told:?}");
    }
}

/// A certificate that is for another name, and the port of implicit TLS.
#[test]
fn ftps_has_its_port() {
    let policy = napkin_retrieve::Policy::public_web();
    let ftps = Request::get("ftps://pub.example/menu.txt");
    assert_eq!(policy.precheck(&ftps).unwrap_err().rule(), rules::SCHEME_NOT_PERMITTED);
    let policy = policy.allow_scheme("ftps");
    assert!(policy.precheck(&ftps).is_ok() && policy.precheck(&Request::get("ftps://pub.example:990/")).is_ok());
    let other = policy.precheck(&Request::get("ftps://pub.example:991/")).unwrap_err();
    assert_eq!(other.message(), "expected port 990, but found 991");
    let escaped = policy.precheck(&Request::get("ftps://pub.example/a%0D%0Ab")).unwrap_err();
    assert_eq!(escaped.rule(), rules::ESCAPED_CONTROL);
}

#[test]
fn vsftpd_serves() {
    let folder = tree();
    let Some(port) = vsftpd(folder.path()) else { return };
    let client = client("ftp", port);
    serves(&client, &format!("ftp://127.0.0.1:{port}"));
    let hop = client.retrieve_blocking(&Request::get(format!("ftp://127.0.0.1:{port}/menu.txt"))).unwrap();
    assert_eq!(hop.trail().hops()[0].address().map(|address| address.port()), Some(port));
    assert_eq!(hop.trail().hops()[0].status(), Some(213));
    // An unknown user.
    let request = Request::get(format!("ftp://127.0.0.1:{port}/")).with_credentials(Credentials::new("sam", "se cret"));
    assert_eq!(failed(&client, request).rule(), rules::OBJECT_UNREADABLE);
}

#[test]
fn pyftpdlib_serves() {
    let folder = tree();
    let Some((_running, port)) = pyftpdlib(folder.path()) else { return };
    let client = Client::new(policy("ftp", port).allow_credentials()).with_limits(short());
    serves(&client, &format!("ftp://sam:se%20cret@127.0.0.1:{port}"));
    for user in ["", "sam@", "sam:wrong-word@"] {
        let failure = client.retrieve_blocking(&Request::get(format!("ftp://{user}127.0.0.1:{port}/"))).unwrap_err();
        assert_eq!(failure.error().rule(), rules::OBJECT_UNREADABLE, "{user}");
        assert!(!format!("{failure} {failure:?}").contains("wrong-word"), "{failure:?}");
    }
    let message = "expected a password, for which the server asks, but found none";
    assert_eq!(failed(&client, Request::get(format!("ftp://sam@127.0.0.1:{port}/"))).message(), message);
}

/// Section 5 of draft-fielding-url-syntax-05: several schemes can serve the same tree of documents, and its relative
/// references stay the same.
#[test]
fn file_ftp_and_http_serve_the_same_links() {
    let folder = tree();
    let by_file = Client::new(napkin_retrieve::Policy::local_files());
    let root = napkin::whatwg::Url::from_file_path(folder.path().join("root")).unwrap().into_string();
    let of_file = links_below(&by_file, &format!("{root}/"));
    assert_eq!(of_file.len(), 15, "{of_file:?}");
    if let Some(port) = vsftpd(folder.path()) {
        assert_eq!(links_below(&client("ftp", port), &format!("ftp://127.0.0.1:{port}/")), of_file);
    }
    // HTTP has no folders here: only the pages.
    if let Some((_running, port)) = nginx(folder.path()) {
        let (client, root) = (client("http", port), format!("http://127.0.0.1:{port}/"));
        for page in ["index.html", "sub/page.html"] {
            let links = links_of(&client, &root, &format!("{root}{page}"));
            let same = of_file.iter().filter(|(from, _)| from == page).cloned();
            assert!(!links.is_empty());
            assert_eq!(links.into_iter().map(|(link, _)| link).collect::<Vec<_>>(), same.collect::<Vec<_>>(), "{page}");
        }
    }
}

/// A page and a link in it, relative to the folder.
type Link = (String, String);

/// Returns every link of every page below a folder, which is found by its lists.
fn links_below(client: &Client, root: &str) -> Vec<Link> {
    let (mut links, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(url) = open.pop() {
        for (link, is_listed) in links_of(client, root, &url) {
            if is_listed {
                open.push(format!("{root}{}", link.1));
            }
            links.push(link);
        }
    }
    links.sort();
    links
}

/// Returns the sorted links of a page, and which are those of a list; none if it is not a page.
fn links_of(client: &Client, root: &str, url: &str) -> Vec<(Link, bool)> {
    let (media_type, page) = got(client, Request::get(url));
    if !media_type.starts_with("text/html") {
        return Vec::new();
    }
    let mut links = Vec::new();
    let entity = napkin_document::Entity::new(page.as_bytes()).with_kind(napkin_document::Kind::Html);
    let base = napkin_document::base(&entity.retrieved_from(url)).url.unwrap();
    let base = napkin::Base::new(napkin::Reference::parse(&base, napkin::Standard::Rfc3986).unwrap()).unwrap();
    napkin_document::links(&entity, &napkin_document::Options::default(), &mut |link| {
        let reference = napkin::Reference::parse(&link.text, napkin::Standard::Rfc3986).unwrap();
        let napkin::Resolution::Absolute(to) = base.resolve(reference).unwrap() else { return };
        let to = to.into_string();
        let below =
            |url: &str| url.strip_prefix(root).unwrap_or_else(|| panic!("{url} is not below {root}")).to_owned();
        links.push(((below(url), below(&to)), link.text.starts_with("./")));
    });
    links.sort();
    links
}

/// How a test server departs from a correct one.
#[derive(Clone, Copy, Default)]
struct Lies {
    /// Commands, or their first words, and the replies. `None` closes the connection.
    said: &'static [(&'static str, &'static str)],
    /// The same, for the first time that a command comes.
    first: &'static [(&'static str, &'static str)],
    /// The data; `None` for endless octets.
    data: Option<&'static [u8]>,
    /// The reply after the data.
    done: &'static str,
}

impl Lies {
    const NONE: Self = Self { said: &[], first: &[], data: Some(b"beer"), done: "226 done\r\n" };

    fn serve(self) -> (u16, Told) {
        let told = Told::default();
        let heard = Told::clone(&told);
        let port = serve(move |stream| {
            let _ = self.converse(stream, &heard);
        });
        (port, told)
    }

    fn converse(self, mut control: TcpStream, heard: &Told) -> std::io::Result<()> {
        let own = |line: &str| {
            let verb = line.split(' ').next().unwrap_or_default();
            let known = |name: &str| self.said.iter().find(|(known, _)| *known == name).map(|(_, said)| *said);
            known(line).or_else(|| known(verb))
        };
        let mut reader = BufReader::new(control.try_clone()?);
        let mut listener = TcpListener::bind("127.0.0.1:0")?;
        control.write_all(own("greeting").unwrap_or("220-hello\r\n 220 x\r\n220 there\r\n").as_bytes())?;
        loop {
            let line = read_line(&mut reader);
            let verb = line.split(' ').next().unwrap_or_default().to_owned();
            let port = listener.local_addr()?.port();
            let [high, low] = port.to_be_bytes();
            let proper = match verb.as_str() {
                "USER" => "331 and?\r\n".to_owned(),
                "PASS" => "230 welcome\r\n".to_owned(),
                "TYPE" => "200 ok\r\n".to_owned(),
                "CWD" => "250 ok\r\n".to_owned(),
                "SIZE" => "213 4\r\n".to_owned(),
                "REST" => "350 ok\r\n".to_owned(),
                "EPSV" => format!("229 ok (|||{port}|)\r\n"),
                "PASV" => format!("227 ok (127,0,0,1,{high},{low})\r\n"),
                "RETR" | "LIST" | "MLSD" => "150 here it comes\r\n".to_owned(),
                _ => "502 what?\r\n".to_owned(),
            };
            let is_first = !heard.lock().unwrap().contains(&line);
            heard.lock().unwrap().push(line.clone());
            let first = self.first.iter().find(|(known, _)| is_first && *known == verb).map(|(_, said)| *said);
            let said = first.or_else(|| own(&line)).map_or(proper, str::to_owned);
            if line.is_empty() || said.is_empty() {
                return Ok(());
            }
            control.write_all(said.as_bytes())?;
            if said.starts_with("150") {
                let (mut data, _) = listener.accept()?;
                match self.data {
                    Some(octets) => data.write_all(octets)?,
                    None => while data.write_all(&[b'x'; 4096]).is_ok() {},
                }
                if self.done == "wait" {
                    let _ = control.read(&mut [0]);
                    return Ok(());
                }
                drop(data);
                if self.done.is_empty() {
                    return Ok(());
                }
                control.write_all(self.done.as_bytes())?;
                listener = TcpListener::bind("127.0.0.1:0")?;
            }
        }
    }
}

fn failed_at(lies: Lies, path: &str) -> napkin_retrieve::Error {
    let (port, _) = lies.serve();
    failed(&client("ftp", port), Request::get(format!("ftp://127.0.0.1:{port}{path}")))
}

/// RFC 1738 section 3.2.2.
#[test]
fn ftp_commands_are_sent_in_order() {
    for (path, told) in [
        ("/a/b/c", "CWD a|CWD b|TYPE I|SIZE c|MDTM c|EPSV|RETR c"),
        ("/%2Fetc/motd", "CWD /etc|TYPE I|SIZE motd|MDTM motd|EPSV|RETR motd"),
        ("//etc/motd", "CWD |CWD etc|TYPE I|SIZE motd|MDTM motd|EPSV|RETR motd"),
        ("/a%2Fb;type=A", "TYPE A|MDTM a/b|EPSV|RETR a/b"),
        ("/a;b;type=i", "TYPE I|SIZE a;b|MDTM a;b|EPSV|RETR a;b"),
        ("/a?b", "TYPE I|SIZE a?b|MDTM a?b|EPSV|RETR a?b"),
        ("/-l", "TYPE I|SIZE -l|MDTM -l|EPSV|RETR -l"),
        ("/a/", "CWD a|TYPE A|FEAT|EPSV|LIST"),
        ("/;type=d", "TYPE A|FEAT|EPSV|LIST"),
    ] {
        let (port, heard) = Lies::NONE.serve();
        got(&client("ftp", port), Request::get(format!("ftp://127.0.0.1:{port}{path}")));
        let expected = format!("USER anonymous|PASS anonymous@napkin.invalid|{told}");
        let heard = heard.lock().unwrap().join("|");
        assert_eq!(heard.trim_end_matches('|'), expected.trim_end_matches('|'), "{path}");
    }
    for (path, expected) in [
        ("/a%0D%0ADELE%20b", rules::ESCAPED_CONTROL),
        ("/a%0Ab", rules::ESCAPED_CONTROL),
        ("/a%00", rules::ESCAPED_CONTROL),
        ("/a;type=x", rules::OBJECT_UNREADABLE),
    ] {
        assert_eq!(rule(&client("ftp", 7000), &format!("ftp://127.0.0.1:7000{path}")), expected, "{path}");
    }
    let denied = Client::new(policy("ftp", 7000));
    assert_eq!(rule(&denied, "ftp://sam:secret@127.0.0.1:7000/"), rules::CREDENTIALS_NOT_PERMITTED);
    let with_break = Client::new(policy("ftp", 7000).allow_credentials());
    assert_eq!(rule(&with_break, "ftp://sam%0D%0ADELE:x@127.0.0.1:7000/"), rules::ESCAPED_CONTROL);
}

/// Servers with fewer features.
#[test]
fn ftp_servers_with_fewer_features_serve() {
    let cases: [&'static [(&str, &str)]; 4] = [
        &[("EPSV", "502 what?\r\n")],
        &[("SIZE", "502 what?\r\n")],
        &[("USER", "230 welcome\r\n")],
        &[("greeting", "120 soon\r\n220 now\r\n")],
    ];
    for said in cases {
        let (port, _) = Lies { said, ..Lies::NONE }.serve();
        let url = format!("ftp://127.0.0.1:{port}/x");
        assert_eq!(got(&client("ftp", port), Request::get(&url)).1, "beer", "{said:?}");
    }
    // A server that may choose any port above 1023 is asked for another one, if a policy reserves its first.
    for first in
        [&[("EPSV", "229 ok (|||6000|)\r\n")][..], &[("EPSV", "502 what?\r\n"), ("PASV", "227 (0,0,0,0,23,112)\r\n")]]
    {
        let (port, heard) = Lies { first, ..Lies::NONE }.serve();
        assert_eq!(got(&client("ftp", port), Request::get(format!("ftp://127.0.0.1:{port}/x"))).1, "beer", "{first:?}");
        let (again, _) = first[first.len() - 1];
        assert_eq!(heard.lock().unwrap().iter().filter(|line| *line == again).count(), 2, "{first:?}");
    }
    // Without ranges the whole file comes, and the entity says so.
    let (port, _) = Lies { said: &[("REST", "502 what?\r\n")], ..Lies::NONE }.serve();
    let whole =
        client("ftp", port).retrieve_blocking(&Request::get(format!("ftp://127.0.0.1:{port}/x")).from_byte(2)).unwrap();
    assert_eq!((whole.entity().range, &whole.bytes().unwrap()[..]), (None, &b"beer"[..]));
    // A list with `MLSD` whose names never become markup, and which shows lines that it cannot parse.
    let said = [("FEAT", "211-f\r\n MLST type*;\r\n211 end\r\n")];
    let said: &'static [(&str, &str)] = Box::leak(Box::new(said));
    let data = Some(&b"type=cdir; .\r\ntype=dir; a<b\r\ntype=file; c\"d\r\ntype <i>\r\n"[..]);
    let (port, heard) = Lies { said, data, ..Lies::NONE }.serve();
    let page = got(&client("ftp", port), Request::get(format!("ftp://127.0.0.1:{port}/"))).1;
    let lines = "<ul>\n<li><a href=\"./a%3Cb/\">a&lt;b/</a>\n<li><a href=\"./c%22d\">c&quot;d</a>\n\
                 <li>type &lt;i&gt;\n</ul>\n";
    assert!(page.ends_with(lines), "{page}");
    assert!(heard.lock().unwrap().contains(&"MLSD".to_owned()));
}

/// The data connection leads only to the server.
#[test]
fn ftp_data_elsewhere_is_refused() {
    for (said, expected) in [
        (("PASV", "227 ok (10,0,0,1,200,10)\r\n"), rules::ADDRESS_MISMATCH),
        (("PASV", "227 ok (127,0,0,2,200,10)\r\n"), rules::ADDRESS_MISMATCH),
        (("PASV", "227 ok (169,254,169,254,200,10)\r\n"), rules::ADDRESS_MISMATCH),
        (("PASV", "227 ok (127,0,0,1,0,25)\r\n"), rules::PORT_RESERVED),
        (("PASV", "227 ok (0,0,0,0,0,25)\r\n"), rules::PORT_RESERVED),
        (("PASV", "227 nowhere\r\n"), rules::PROTOCOL_ERROR),
        (("PASV", "421 no\r\n"), rules::OBJECT_UNREADABLE),
    ] {
        let said: &'static [(&str, &str)] = Box::leak(Box::new([("EPSV", "500 what?\r\n"), said]));
        let error = failed_at(Lies { said, ..Lies::NONE }, "/x");
        assert_eq!(error.rule(), expected, "{said:?} {error:?}");
    }
    let error = failed_at(Lies { said: &[("EPSV", "229 ok (|||25|)\r\n")], ..Lies::NONE }, "/x");
    assert_eq!(error.rule(), rules::PORT_RESERVED);
    let error = failed_at(Lies { said: &[("EPSV", "229 ok (|||)\r\n")], ..Lies::NONE }, "/x");
    assert_eq!(error.rule(), rules::PROTOCOL_ERROR);
    // No program listens there.
    let error = failed_at(Lies { said: &[("EPSV", "229 ok (|||1025|)\r\n")], ..Lies::NONE }, "/x");
    assert_eq!(error.rule(), rules::CONNECTION_FAILED);
    // If the policy admits data elsewhere, addresses are still checked.
    let said = &[("EPSV", "500 what?\r\n"), ("PASV", "227 ok (10,0,0,1,200,10)\r\n")];
    let (port, _) = Lies { said, ..Lies::NONE }.serve();
    let elsewhere = Client::new(policy("ftp", port).allow_data_elsewhere()).with_limits(short());
    assert_eq!(rule(&elsewhere, &format!("ftp://127.0.0.1:{port}/x")), rules::ADDRESS_SPECIAL);
}

#[test]
fn ftp_servers_that_lie_are_refused() {
    let none = Lies::NONE;
    for (at, (lies, path, expected)) in [
        // The length is wrong, in both directions.
        (Lies { said: &[("SIZE", "213 5\r\n")], ..none }, "/x", rules::BODY_INCOMPLETE),
        (Lies { said: &[("SIZE", "213 3\r\n")], ..none }, "/x", rules::BODY_INCOMPLETE),
        (Lies { said: &[("SIZE", "213 four\r\n")], ..none }, "/x", rules::PROTOCOL_ERROR),
        // The end of the data is not the end of the file, with or without a length.
        (Lies { done: "426 cut off\r\n", ..none }, "/x", rules::BODY_INCOMPLETE),
        (Lies { done: "", ..none }, "/x", rules::BODY_INCOMPLETE),
        (Lies { said: &[("SIZE", "502 what?\r\n")], done: "451 disk\r\n", ..none }, "/x", rules::BODY_INCOMPLETE),
        (Lies { said: &[("SIZE", "502 what?\r\n")], done: "", ..none }, "/x", rules::BODY_INCOMPLETE),
        (Lies { done: "426 cut off\r\n", ..none }, "/x;type=a", rules::BODY_INCOMPLETE),
        (Lies { done: "426 cut off\r\n", ..none }, "/", rules::BODY_INCOMPLETE),
        (Lies { done: "", ..none }, "/", rules::BODY_INCOMPLETE),
        (Lies { said: &[("SIZE", "213 9\r\n")], done: "wait", ..none }, "/x", rules::READ_TIMEOUT),
        (Lies { done: "nonsense\r\n", ..none }, "/x", rules::PROTOCOL_ERROR),
        // Neither a file, nor a folder, nor a list.
        (Lies { said: &[("RETR", "550 no\r\n"), ("CWD", "550 no\r\n")], ..none }, "/x", rules::OBJECT_UNREADABLE),
        (Lies { said: &[("CWD", "550 no\r\n")], ..none }, "/a/x", rules::OBJECT_UNREADABLE),
        (Lies { said: &[("LIST", "550 no\r\n")], ..none }, "/", rules::OBJECT_UNREADABLE),
        // Not an FTP server, or one that refuses.
        (Lies { said: &[("greeting", "421 full\r\n")], ..none }, "/x", rules::OBJECT_UNREADABLE),
        (Lies { said: &[("greeting", "SSH-2.0-x\r\n")], ..none }, "/x", rules::PROTOCOL_ERROR),
        (Lies { said: &[("greeting", "2")], ..none }, "/x", rules::FIRST_BYTE_TIMEOUT),
        (Lies { said: &[("USER", "")], ..none }, "/x", rules::CONNECTION_FAILED),
        (Lies { said: &[("PASS", "530 no\r\n")], ..none }, "/x", rules::OBJECT_UNREADABLE),
        (Lies { said: &[("PASS", "332 account?\r\n")], ..none }, "/x", rules::OBJECT_UNREADABLE),
    ]
    .into_iter()
    .enumerate()
    {
        let (port, _) = lies.serve();
        let hasty = client("ftp", port).with_limits(short().with_first_byte_timeout(Duration::from_secs(3)));
        let error = failed(&hasty, Request::get(format!("ftp://127.0.0.1:{port}{path}")));
        assert_eq!(error.rule(), expected, "{at} {error:?}");
    }
}

#[test]
fn ftp_servers_that_send_forever_are_ended() {
    let endless = Lies { data: None, ..Lies::NONE };
    let (port, _) = Lies { said: &[("SIZE", "502 what?\r\n")], ..endless }.serve();
    let url = format!("ftp://127.0.0.1:{port}/x");
    for (limits, expected) in [
        (short().with_max_decoded(1 << 20), rules::DECODED_TOO_LARGE),
        (short().with_max_bytes(1 << 20).with_max_decoded(1 << 34), rules::BODY_TOO_LARGE),
    ] {
        assert_eq!(rule(&client("ftp", port).with_limits(limits), &url), expected);
    }
    // More than the announced length ends the transfer.
    assert_eq!(failed_at(endless, "/x").rule(), rules::BODY_INCOMPLETE);
    // A list of one line, and a reply without a last line.
    assert_eq!(failed_at(endless, "/").rule(), rules::FIELDS_TOO_LARGE);
    let long: &'static str = Box::leak(format!("220-{}\r\n", "x\r\n".repeat(100 << 10)).into_boxed_str());
    let said: &'static [(&str, &str)] = Box::leak(Box::new([("greeting", long)]));
    assert_eq!(failed_at(Lies { said, ..Lies::NONE }, "/x").rule(), rules::FIELDS_TOO_LARGE);
}

/// The server's reply to a password may contain it.
#[test]
fn errors_of_ftp_show_no_password() {
    for said in [
        &[("PASS", "530 `se cret` is wrong\r\n")][..],
        &[("RETR", "550 se cret\r\n"), ("CWD", "550 se cret\r\n")],
        &[("PASS", "999 se cret\r\n")],
    ] {
        let (port, heard) = Lies { said, ..Lies::NONE }.serve();
        let client = Client::new(policy("ftp", port).allow_credentials()).with_limits(short());
        let url = format!("ftp://sam:se%20cret@127.0.0.1:{port}/x");
        let failure = client
            .retrieve_blocking(&Request::get(url))
            .and_then(napkin_retrieve::RetrievedBlocking::bytes)
            .unwrap_err();
        assert!(heard.lock().unwrap().contains(&"PASS se cret".to_owned()));
        let shown = format!("{failure} {failure:?} {:?}", failure.trail());
        assert!(!shown.contains("cret"), "{shown}");
    }
}
