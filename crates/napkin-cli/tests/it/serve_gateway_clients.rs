//! Tests the gateway with common clients, curl and Python, as a proxy and through links, against real servers.
#![cfg(all(feature = "serve", unix))]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::common::http::real;
use crate::common::server::Server;

/// Returns whether a program succeeds, and its output. The environment does not affect its requests.
fn run(program: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(program);
    for name in
        ["http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
    {
        command.env_remove(name);
    }
    let output = command.args(arguments).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

fn admitting(ports: &[u16], more: &[&str]) -> Server {
    let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
    let mut options = vec!["--allow-host", "127.0.0.1"];
    ["ftp", "gopher", "news", "tftp"].iter().for_each(|scheme| options.extend(["--allow-scheme", scheme]));
    ports.iter().for_each(|port| options.extend(["--allow-port", port]));
    options.extend(more);
    Server::start(&options)
}

#[test]
fn curl() {
    let Some(curl) = real::program("curl", "curl") else { return };
    let folder = real::tree();
    let Some(ftp) = real::vsftpd(folder.path()) else { return };
    let Some((_nginx, http)) = real::nginx(folder.path()) else { return };
    let Some((_gopher, gopher)) = real::gophernicus() else { return };
    let server = admitting(&[ftp, http, gopher], &[]);
    let (ftp, http) = (format!("ftp://127.0.0.1:{ftp}"), format!("http://127.0.0.1:{http}"));
    let gopher = format!("gopher://127.0.0.1:{gopher}");
    let proxy = format!("http://{}", server.address);
    let get = |arguments: &[&str]| run(&curl, &[&["-sS", "--noproxy", ""], arguments].concat());
    for at in [&ftp, &http] {
        let text = |name: &str| format!("{at}/{name}");
        assert_eq!(get(&["-x", &proxy, &text("menu.txt")]), (true, "beer\ncider\n".into()), "{at}");
        assert_eq!(get(&["-x", &proxy, "-r", "5-9", &text("menu.txt")]), (true, "cider".into()), "{at}");
        assert_eq!(get(&["-x", &proxy, "-r", "-6", &text("menu.txt")]), (true, "cider\n".into()), "{at}");
        assert_eq!(get(&["-x", &proxy, &text("sub/a%20b/100%25;%23%3F.txt")]), (true, "odd".into()), "{at}");
        let (_, long) =
            get(&["-x", &proxy, "-o", "/dev/null", "-w", "%{size_download} %{http_code}", &text("long.bin")]);
        assert_eq!(long, "300000 200", "{at}");
        let (done, said) = get(&["-x", &proxy, "-f", &text("missing")]);
        assert!(!done && said.contains("404"), "{at}: {said}");
        let (_, head) = get(&["-x", &proxy, "-I", &text("menu.txt")]);
        assert!(head.contains("HTTP/1.1 200") && head.to_lowercase().contains("content-length: 11"), "{at}: {head}");
        let link = format!("{proxy}/get/{}", text("menu.txt"));
        assert_eq!(get(&[&link]), (true, "beer\ncider\n".into()), "{at}");
    }
    // An FTP folder is a page, through the proxy and through a link.
    let (done, page) = get(&["-L", "-x", &proxy, &format!("{ftp}/sub")]);
    assert!(done && page.contains("<a href=\"./page.html\">"), "{page}");
    // curl tunnels gopher through a proxy, which is refused; through a link it works.
    let (done, said) = get(&["-x", &proxy, &format!("{gopher}/0/menu.txt")]);
    assert!(!done && said.contains("501"), "{said}");
    assert_eq!(get(&[&format!("{proxy}/get/{gopher}/0/menu.txt")]), (true, "beer\r\n.cider\r\n".into()));
    assert_eq!(get(&["--path-as-is", &format!("{proxy}/get/data:,a%20b")]), (true, "a b".into()));
    // Two requests on the same connection.
    let two = [&*format!("{http}/menu.txt"), &format!("{ftp}/menu.txt")];
    assert_eq!(get(&["-x", &proxy, two[0], two[1]]), (true, "beer\ncider\nbeer\ncider\n".into()));
    // An unchanged object is not sent again.
    let tags = folder.path().join("tags");
    let tags = tags.to_str().unwrap();
    let link = format!("{proxy}/get/{http}/menu.txt");
    assert_eq!(get(&["--etag-save", tags, &link]), (true, "beer\ncider\n".into()));
    assert_eq!(get(&["--etag-compare", tags, "-w", "%{http_code}", &link]), (true, "304".into()));
    let (_, refused) = get(&["-x", &proxy, "-w", "%{http_code}", "http://169.254.169.254/latest/meta-data/"]);
    assert!(refused.contains("address-special") && refused.ends_with("403"), "{refused}");
}

/// RFC 9110 sections 8.8, 13 and 14, for a file.
#[test]
fn files_by_curl() {
    let Some(curl) = real::program("curl", "curl") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (at, path) = (folder.path().to_str().unwrap(), folder.path().join("menu.txt"));
    let changed = |text: &str, seconds: u64| {
        fs::write(&path, text).unwrap();
        let date = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        fs::File::options().write(true).open(&path).unwrap().set_modified(date).unwrap();
    };
    // `date -u -d @1793613600`: Mon, 02 Nov 2026 10:00:00
    changed("beer\ncider\n", 1_793_613_600);
    let server = admitting(&[], &["--allow-scheme", "file", "--only-below", at]);
    let proxy = format!("http://{}", server.address);
    let link = format!("{proxy}/get/file://{at}/menu.txt");
    // `get` returns the body and the status, `head` the fields in lower case.
    let get = |arguments: &[&str]| {
        let arguments = [&["-sS", "--noproxy", "*", "-w", " %{http_code}"], arguments, &[&link]].concat();
        run(&curl, &arguments).1
    };
    let head = |arguments: &[&str]| get(&[&["-D", "-", "-o", "/dev/null"], arguments].concat()).to_ascii_lowercase();
    let (whole, tags) = ("beer\ncider\n 200", folder.path().join("tags"));
    let tags = tags.to_str().unwrap();
    assert_eq!(get(&["--etag-save", tags]), whole);
    let tag = fs::read_to_string(tags).unwrap().trim().to_owned();
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    let fields = head(&["-I"]);
    assert!(fields.contains("last-modified: mon, 02 nov 2026 10:00:00 gmt\r\n"), "{fields}");
    assert!(fields.contains("content-length: 11\r\n") && fields.contains("accept-ranges: bytes\r\n"), "{fields}");

    let date = "Mon, 02 Nov 2026 10:00:00 GMT";
    let since = format!("If-Modified-Since: {date}");
    let if_range = |validator: &str| format!("If-Range: {validator}");
    let (same, other, weak) = (if_range(&tag), if_range("\"x\""), if_range(&format!("W/{tag}")));
    let cases: [(&[&str], &str); 17] = [
        (&["--etag-compare", tags], " 304"),
        (&["-H", "If-None-Match: *"], " 304"),
        (&["-H", "If-None-Match: \"x\""], whole),
        (&["-z", date], " 304"),
        (&["-z", "Tue, 03 Nov 2026 10:00:00 GMT"], " 304"),
        (&["-z", "Sun, 01 Nov 2026 10:00:00 GMT"], whole),
        // Section 13.1.3: with an entity tag, a date is ignored.
        (&["-H", &since, "-H", "If-None-Match: \"x\""], whole),
        (&["-r", "5-9"], "cider 206"),
        (&["-r", "5-"], "cider\n 206"),
        (&["-r", "-6"], "cider\n 206"),
        (&["-r", "0-0,-1"], whole),
        (&["-r", "5-9", "-H", &same], "cider 206"),
        (&["-r", "5-9", "-H", "If-Range: Mon, 02 Nov 2026 10:00:00 GMT"], "cider 206"),
        (&["-r", "5-9", "-H", &other], whole),
        (&["-r", "-6", "-H", &other], whole),
        // Section 13.1.5: with a weak tag, a part could be of a different version.
        (&["-r", "5-9", "-H", &weak], whole),
        // Section 13.2.2: conditions precede ranges.
        (&["-r", "99-", "--etag-compare", tags], " 304"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(get(arguments), expected, "{arguments:?}");
    }
    let outside = head(&["-r", "11-"]);
    assert!(outside.contains("content-range: bytes */11\r\n") && outside.ends_with("416"), "{outside}");
    // An interrupted download is resumed.
    let part = folder.path().join("part");
    fs::write(&part, "beer\n").unwrap();
    assert_eq!(get(&["-C", "-", "-o", part.to_str().unwrap()]).trim(), "206");
    assert_eq!(fs::read_to_string(&part).unwrap(), "beer\ncider\n");

    // A version with the same length and another time, and one with another length and the same time.
    changed("beer\nstout\n", 1_793_613_601);
    assert_eq!(get(&["--etag-compare", tags]), "beer\nstout\n 200");
    assert_eq!(get(&["-z", date]), "beer\nstout\n 200");
    changed("beer\n", 1_793_613_600);
    assert_eq!(get(&["--etag-compare", tags]), "beer\n 200");
    // A file that has just changed may change again within the resolution of the clock: there is no date, and the tag
    // is weak.
    fs::write(&path, "ale\n").unwrap();
    let fields = head(&[]);
    assert!(fields.contains("etag: w/\"") && !fields.contains("last-modified"), "{fields}");
}

/// Starts tftpd with a folder of its own.
fn tftpd() -> Option<(tempfile::TempDir, real::Running, u16)> {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("menu.txt"), "beer\ncider\n").unwrap();
    let (running, port) = real::tftpd(folder.path())?;
    Some((folder, running, port))
}

/// RFC 9110 sections 13 and 14, for an article. Its server declares no length, no date and no tag.
#[test]
fn articles_by_curl() {
    let Some(curl) = real::program("curl", "curl") else { return };
    let Some((_news, port)) = real::leafnode() else { return };
    let own = format!("127.0.0.1:{port}");
    let server = admitting(&[port], &["--news-server", &own]);
    let (at, url) = (format!("http://{}", server.address), "news:beer.1@pub.example");
    let link = format!("{at}/get/{url}");
    // curl does not support `news:`, but can send any request target, as to a proxy.
    let proxied = ["--request-target", url, &*at];
    let whole = real::BEER.replace('\n', "\r\n");
    let body = whole.find("One pint.").unwrap();
    let all = format!("{whole} 200");
    let (one, rest) = (format!("{body}-{}", body + 8), format!("{body}-"));
    let (date, none) = ("Mon, 02 Nov 2026 10:00:00 GMT", format!("{}-", whole.len()));
    let (end, last) = (format!("{} 206", &whole[body..]), format!("{} 206", &whole[whole.len() - 7..]));
    for door in [&[&*link][..], &proxied] {
        let get = |arguments: &[&str]| {
            run(&curl, &[&["-sS", "--noproxy", "*", "-w", " %{http_code}"], arguments, door].concat()).1
        };
        let cases: [(&[&str], &str); 13] = [
            (&[], &all),
            (&["-r", &one], "One pint. 206"),
            (&["-r", &rest], &end),
            (&["-r", "-7"], &last),
            (&["-r", "0-0,-1"], &all),
            (&["-H", "Range: lines=1-2"], &all),
            // Section 13.1.5: the article has no validator, so none matches.
            (&["-r", &one, "-H", "If-Range: \"x\""], &all),
            (&["-r", &one, "-H", &format!("If-Range: {date}")], &all),
            (&["-H", "If-None-Match: \"x\""], &all),
            // Section 13.1.2: `*` matches any existing object.
            (&["-H", "If-None-Match: *"], " 304"),
            (&["-r", &one, "-H", "If-None-Match: *"], " 304"),
            // Section 13.1.3: without a date of the object, this is ignored.
            (&["-z", date], &all),
            (&["-I", "-o", "/dev/null"], " 200"),
        ];
        for (arguments, expected) in cases {
            assert_eq!(get(arguments), expected, "{arguments:?} {door:?}");
        }
        let head =
            |arguments: &[&str]| get(&[&["-D", "-", "-o", "/dev/null"], arguments].concat()).to_ascii_lowercase();
        for (arguments, status, said) in [
            (&["-r", &*one][..], "206", format!("content-range: bytes {one}/{}\r\n", whole.len())),
            (&["-r", &none], "416", format!("content-range: bytes */{}\r\n", whole.len())),
            // Section 14.2: ranges apply to GET alone.
            (&["-I"], "200", "content-type: message/rfc822\r\n".to_owned()),
            (&["-I", "-r", &one], "200", "content-type: message/rfc822\r\n".to_owned()),
            (&["-I", "-H", "If-None-Match: *"], "304", String::new()),
        ] {
            let fields = head(arguments);
            assert!(fields.contains(&said) && fields.ends_with(status), "{arguments:?} {door:?}: {fields}");
            assert_eq!(fields.contains("content-range"), said.contains("content-range"), "{arguments:?}: {fields}");
        }
        assert!(get(&["-f"]).starts_with("Path: "), "{door:?}");
    }
    let missing = ["-sS", "--noproxy", "*", "-o", "/dev/null", "-w", "%{http_code}"];
    let target = ["--request-target", "news:missing@pub.example", &*at];
    assert_eq!(run(&curl, &[&missing[..], &target].concat()).1, "404");
}

/// Schemes that curl does not send to a proxy, by an explicit request target; and a password that curl sends only to a
/// proxy that asks.
#[test]
fn other_servers_by_curl() {
    let Some(curl) = real::program("curl", "curl") else { return };
    let folder = real::tree();
    let Some((_python, ftp)) = real::pyftpdlib(folder.path()) else { return };
    let Some((_gopher, gopher)) = real::gophernicus() else { return };
    let Some((_files, _tftpd, tftp)) = tftpd() else { return };
    let server = admitting(&[ftp, gopher, tftp], &["--allow-credentials"]);
    let at = format!("http://{}", server.address);
    let get = |arguments: &[&str]| {
        let (_, said) = run(&curl, &[&["-sS", "--noproxy", "", "-w", " %{http_code}"], arguments].concat());
        said
    };
    let proxied = |url: &str, more: &[&str]| get(&[&["--request-target", url, &*at], more].concat());
    for (url, range, whole, part) in [
        (format!("tftp://127.0.0.1:{tftp}/menu.txt"), "5-9", "beer\ncider\n", "cider"),
        (format!("gopher://127.0.0.1:{gopher}/0/menu.txt"), "7-11", "beer\r\n.cider\r\n", "cider"),
    ] {
        assert_eq!(proxied(&url, &[]), format!("{whole} 200"), "{url}");
        assert_eq!(proxied(&url, &["-r", range]), format!("{part} 206"), "{url}");
        assert_eq!(proxied(&url, &["-I", "-o", "/dev/null"]), " 200", "{url}");
        assert_eq!(get(&[&format!("{at}/get/{url}")]), format!("{whole} 200"), "{url}");
    }
    let missing = proxied(&format!("tftp://127.0.0.1:{tftp}/missing"), &[]);
    assert!(missing.contains("object-unreadable") && missing.ends_with(" 404"), "{missing}");
    // curl sends the user and the password in a separate field, which is for the server.
    let login = format!("ftp://sam:se%20cret@127.0.0.1:{ftp}");
    assert_eq!(get(&["-x", &at, &format!("{login}/menu.txt")]), "beer\ncider\n 200");
    assert_eq!(get(&["-x", &at, "-r", "-6", &format!("{login}/menu.txt")]), "cider\n 206");
    assert_eq!(get(&["--path-as-is", &format!("{at}/get/{login}/menu.txt")]), "beer\ncider\n 200");
    let wrong = get(&["-x", &at, &format!("ftp://sam:wrong@127.0.0.1:{ftp}/menu.txt")]);
    assert!(wrong.ends_with(" 404") && !wrong.contains("wrong"), "{wrong}");
}

#[test]
fn python() {
    let Some(python) = real::program("python3", "python3") else { return };
    let folder = real::tree();
    let Some(ftp) = real::vsftpd(folder.path()) else { return };
    let Some((_python, other)) = real::pyftpdlib(folder.path()) else { return };
    let Some((_nginx, http)) = real::nginx(folder.path()) else { return };
    let Some((_gopher, gopher)) = real::gophernicus() else { return };
    let Some((_news, news)) = real::leafnode() else { return };
    let Some((_files, _tftpd, tftp)) = tftpd() else { return };
    let own = format!("127.0.0.1:{news}");
    let ports = [ftp, other, http, gopher, news, tftp];
    let server = admitting(&ports, &["--news-server", &own, "--allow-credentials"]);
    // Python sends every scheme with a proxy to it; for URLs without an authority it has no value for `Host`.
    let program = format!(
        "import urllib.error, urllib.request as r\n\
         proxy = 'http://{}'\n\
         o = r.build_opener(r.ProxyHandler({{s: proxy for s in ('http', 'ftp', 'gopher', 'news', 'data', 'tftp')}}))\n\
         def show(url, **fields):\n\
         \x20   try:\n\
         \x20       with o.open(r.Request(url, headers={{'Host': 'proxy', **fields}})) as a: print(a.status, a.headers.get_content_type(), a.read())\n\
         \x20   except urllib.error.HTTPError as e: print(e.code, e.headers['napkin-rule'])\n\
         show('http://127.0.0.1:{http}/menu.txt')\n\
         show('ftp://127.0.0.1:{ftp}/menu.txt')\n\
         show('ftp://sam:se%20cret@127.0.0.1:{other}/menu.txt')\n\
         show('gopher://127.0.0.1:{gopher}/0/menu.txt')\n\
         show('tftp://127.0.0.1:{tftp}/menu.txt')\n\
         show('tftp://127.0.0.1:{tftp}/menu.txt', Range='bytes=5-9')\n\
         show('news:beer.1@pub.example')\n\
         show('news:beer.1@pub.example', Range='bytes=0-3')\n\
         show('data:text/css,p%7B%7D')\n\
         show('ftp://127.0.0.1:{ftp}/missing')\n\
         show('http://10.0.0.1/')\n\
         show('tftp://127.0.0.1:25/x')\n",
        server.address
    );
    let (done, said) = run(&python, &["-c", &program]);
    let article = real::BEER.replace('\n', "\\r\\n");
    let expected = format!(
        "200 text/plain b'beer\\ncider\\n'\n200 text/plain b'beer\\ncider\\n'\n200 text/plain b'beer\\ncider\\n'\n\
         200 text/plain b'beer\\r\\n.cider\\r\\n'\n200 text/plain b'beer\\ncider\\n'\n206 text/plain b'cider'\n\
         200 message/rfc822 b'{article}'\n206 message/rfc822 b'Path'\n200 text/css b'p{{}}'\n\
         404 object-unreadable\n403 address-special\n403 port-reserved\n"
    );
    assert_eq!((done, said), (true, expected));
}
