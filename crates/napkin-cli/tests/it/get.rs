//! Tests `napkin get`: its output, the files that it leaves, and its exit status.
#![cfg(feature = "retrieve")]

use std::fs;

use crate::common::http::Server;
use crate::common::{assert_prints, names, napkin_path, napkin_with};

const BEER: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nETag: \"1\"\r\n\r\nbeer";

#[test]
fn bytes_go_to_standard_output() {
    assert_prints(&["get", "data:text/plain,a%20napkin"], "", 0, "a napkin", "");
    let server = Server::new(|_| BEER.into());
    let ran = server.get("/", &[]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "beer", ""));
}

/// For one URL and for a list, a failure exits with 2 and a refusal with 1.
#[test]
fn exit_status_tells_failures_from_refusals() {
    let cases = [("http://nonexistent.invalid/", 2, "host-not-found"), ("http://127.0.0.1/", 1, "address-special")];
    for (url, status, rule) in cases {
        let ways: [&[&str]; 5] = [
            &["get", url],
            &["get", "data:,x", url],
            &["get", "--head", url, "data:,x"],
            &["links", url],
            &["bundle", url],
        ];
        for arguments in ways {
            let ran = napkin_with(arguments, "");
            assert_eq!(ran.status, status, "{arguments:?}: {}", ran.err);
            assert!(ran.err.contains(rule), "{arguments:?}: {}", ran.err);
        }
        let ran = napkin_with(&["get", "-"], format!("data:,x\n{url}\n"));
        assert_eq!((ran.status, ran.out.as_str()), (status, "x"), "{}", ran.err);
    }
}

#[test]
fn windows_paths_are_named_as_urls() {
    for (path, url) in [("C:/x", "file:///C:/x"), (r"c:\menu\a b.html", "file:///c:/menu/a%20b.html")] {
        let ran = napkin_with(&["get", path], "");
        let note = format!("help: a path of Windows is written {url}");
        assert_eq!((ran.status, ran.err.lines().last()), (1, Some(&*note)), "{}", ran.err);
        assert!(!ran.err.contains("--allow-scheme"), "{}", ran.err);
    }
}

#[test]
fn refusals_of_the_policy_name_their_rules() {
    let err = "\
error: URL: expected an address of the public internet, but found 127.0.0.1 (loopback)
  http://127.0.0.1/
         ^^^^^^^^^ address-special, RFC 6890, and the registries of IANA
help: pass `--allow-host 127.0.0.1` to allow it
";
    assert_prints(&["get", "http://127.0.0.1/"], "", 1, "", err);
    let err = "\
error: URL: expected port 80, but found 8080
  http://pub.example:8080/
                     ^^^^ port-not-permitted, RFC 3986 section 7.2
help: pass `--allow-port 8080` to allow it
";
    assert_prints(&["get", "http://pub.example:8080/"], "", 1, "", err);
    let err = "\
error: URL: expected a URL without a user, but found one
  http://sam:******@pub.example/
         ^^^ credentials-not-permitted, RFC 3986 section 7.5
help: pass `--allow-credentials` to allow it
";
    assert_prints(&["get", "http://sam:secret@pub.example/"], "", 1, "", err);
    let ran = napkin_with(&["get", "ftp://sam:secret@127.0.0.1:8999/"], "");
    let together = "pass `--allow-scheme ftp --allow-credentials --allow-port 8999 --allow-host 127.0.0.1` to allow it";
    assert_eq!((ran.status, ran.err.lines().last()), (1, Some(&*format!("help: {together}"))));
    let ran = napkin_with(&["get", r"http://pub.example\@10.0.0.1/"], "");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("standards-disagree, RFC 3986 section 7\n"), "{}", ran.err);
    let ran = napkin_with(&["get", "-q", "http://127.0.0.1/"], "");
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
}

#[test]
fn every_hop_with_v() {
    let server = Server::new(|head| match head.starts_with("GET / ") {
        true => b"HTTP/1.1 301 Moved\r\nLocation: /beer list\r\nContent-Length: 0\r\n\r\n".to_vec(),
        false => BEER.into(),
    });
    let ran = server.get("/", &["-v"]);
    let address = server.address;
    let err = format!(
        "\
note: GET http://{address}/ at {address}: 301
note: GET http://{address}/beer%20list at {address}: 200
"
    );
    assert_eq!((ran.status, ran.out.as_str(), ran.err), (0, "beer", err));
}

#[test]
fn head_says_what_there_is() {
    let server = Server::new(|_| BEER.strip_suffix("beer").unwrap_or_default().into());
    let ran = server.get("/menu", &["--head"]);
    assert_eq!((ran.status, ran.out, ran.err), (0, format!("{}\ttext/plain\t4\n", server.url("/menu")), String::new()));
    assert!(server.heads()[0].starts_with("HEAD /menu HTTP/1.1\r\n"));
}

#[test]
fn records_for_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("napkin");
    let file = file.to_str().expect("text");
    let server = Server::new(|_| BEER.into());
    let (url, address) = (server.url("/"), server.address);
    let ran = server.get("/", &["--json", "-o", file]);
    let expected = format!(
        "{{\"input\":\"{url}\",\"ok\":true,\"url\":\"{url}\",\"status\":200,\"media_type\":\"text/plain\",\"length\":4,\
         \"first\":null,\"last\":null,\"bytes\":4,\"file\":\"{file}\",\"address\":\"{address}\",\"http_version\":\"1.1\",\"cached\":null,\
         \"hops\":[\"{url}\"],\"trail\":[{{\"url\":\"{url}\",\"operation\":\"GET\",\"status\":200,\"address\":\"{address}\",\
         \"reused\":false,\"http_version\":\"1.1\",\"cached\":null,\"findings\":[]}}],\"error\":null}}\n"
    );
    assert_eq!((ran.status, ran.out, ran.err), (0, expected, String::new()));
    let ran = napkin_with(&["get", "-q", "--head", "--format", "{ok} {error}", "http://localhost/"], "");
    let expected = "false host-not-permitted: expected a host of the public internet, but found localhost\n";
    assert_eq!((ran.status, ran.out.as_str()), (1, expected));
    let ran = napkin_with(&["get", "--json", "data:,x"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

/// A file is complete or absent; a partial download can be resumed if the server supports it.
#[test]
fn a_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    let path = file.to_str().expect("text");
    let cut = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nETag: \"v1\"\r\n\r\n01234";
    let server = Server::new(move |head| match head.contains("range: bytes=5-") {
        true => {
            b"HTTP/1.1 206 OK\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\nETag: \"v1\"\r\n\r\n56789".to_vec()
        }
        false => cut.into(),
    });
    fs::write(&file, "what was there").expect("a file");
    let ran = server.get("/", &["-o", path]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("body-incomplete"), "{}", ran.err);
    assert!(ran.err.contains("menu.part has 5 bytes; --continue goes on from there\n"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "what was there");

    let ran = server.get("/", &["-o", path, "--continue"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "0123456789");
    assert_eq!(names(folder.path()), ["menu"]);
    let second = &server.heads()[1];
    assert!(second.contains("if-range: \"v1\"\r\n"), "{second}");
    assert!(second.contains("accept-encoding: identity\r\n"), "{second}");
}

/// If the object has changed, or the server has no ranges, it is retrieved from the beginning.
#[test]
fn objects_that_have_changed_are_not_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    let path = file.to_str().expect("text");
    let part = folder.path().join("menu.part");
    let server = Server::new(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"v2\"\r\n\r\nnew".to_vec());
    fs::write(&part, "01234").expect("a file");
    let note = |url: String| {
        format!(
            "napkin part 1\nasked: {url}\nurl: {url}\nstatus: 200\netag: \"v1\"\nmodified: \nvalidator: \"v1\"\ntotal: \
             8\noffset: 0\ncoding: identity\n"
        )
    };
    fs::write(folder.path().join("menu.part.from"), note(server.url("/"))).expect("a file");
    let ran = server.get("/", &["-o", path, "--continue"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "new");

    // A server that ignores the condition and sends a part of another version.
    let liar = Server::new(|_| {
        b"HTTP/1.1 206 OK\r\nContent-Range: bytes 5-7/8\r\nContent-Length: 3\r\nETag: \"v2\"\r\n\r\nnew".to_vec()
    });
    fs::write(&part, "01234").expect("a file");
    fs::write(folder.path().join("menu.part.from"), note(liar.url("/"))).expect("a file");
    let ran = liar.get("/", &["-o", path, "--continue"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(liar.heads()[0].contains("range: bytes=5-\r\n"), "{}", liar.heads()[0]);
    assert!(!liar.heads()[1].contains("range: "), "{}", liar.heads()[1]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "new");
    // The next run starts from the beginning.
    assert_eq!(names(folder.path()), ["menu"]);
}

/// Without a strong validator, a partial file cannot be resumed, so it is removed.
#[test]
fn parts_that_cannot_be_resumed_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    for tag in ["", "ETag: W/\"1\"\r\n"] {
        let said = format!("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n{tag}\r\n01234");
        let server = Server::new(move |_| said.clone().into_bytes());
        let ran = server.get("/", &["-o", file.to_str().expect("text")]);
        assert_eq!(ran.status, 2);
        assert_eq!(names(folder.path()), [""; 0]);
    }
    let missing = Server::new(|_| b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\noops".to_vec());
    let ran = missing.get("/", &["-o", file.to_str().expect("text")]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("error: URL: expected an object, but found status 404 (Not Found)\n"), "{}", ran.err);
    assert_eq!(names(folder.path()), [""; 0]);
    let ran = missing.get("/", &["--any-status"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "oops"));
}

/// Without a length, nobody can tell whether the file is complete; this is reported.
#[test]
fn a_file_without_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    let server = Server::new(|_| b"HTTP/1.0 200 OK\r\n\r\nbeer".to_vec());
    let ran = server.get("/", &["-o", file.to_str().expect("text")]);
    assert_eq!((ran.status, fs::read_to_string(&file).expect("a file").as_str()), (0, "beer"));
    let err =
        "note: URL: expected a length or chunks, but found neither: only the end of the connection ends the body\n";
    assert!(ran.err.starts_with(err), "{}", ran.err);
    let ran = server.get("/", &[]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "beer", ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let server = Server::new(|_| BEER.into());
    let ran = server.get("/", &["-o", "/dev/full"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("error: URL: expected to write to /dev/full, but found no space left on device\n"));
    assert!(ran.err.contains("^ storage-failed\n"), "{}", ran.err);
}

#[test]
fn get_retrieves_ranges() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("digits");
    fs::write(&file, "0123456789").expect("a file");
    let url = format!("file://{}", file.display());
    let get = |range| napkin_with(&["get", "--policy", "local-files", "--range", range, &url], "");
    for (range, bytes) in [("0-3", "0123"), ("8-", "89"), ("5-100", "56789")] {
        let ran = get(range);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, bytes, ""), "{range}");
    }
    assert_eq!(get("3-1").status, 2);
    assert_eq!(get("10-").status, 2);
}

#[test]
fn users_and_what_is_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let password = folder.path().join("password");
    fs::write(&password, "secret\n").expect("a file");
    let server = Server::new(|_| BEER.into());
    let password = password.to_str().expect("text");
    let options =
        ["--user", "sam", "--password-file", password, "--accept", "text/html", "--accept-language", "de", "-v"];
    let ran = server.get("/", &options);
    assert_eq!(ran.status, 0);
    assert!(!ran.err.contains("secret"), "{}", ran.err);
    let head = server.heads().remove(0);
    for field in ["authorization: Basic c2FtOnNlY3JldA==\r\n", "accept: text/html\r\n", "accept-language: de\r\n"] {
        assert!(head.contains(field), "{head}");
    }
}

/// The header field determines the kind of a page, and its base is the last URL (section 5.1.3).
#[test]
fn links_of_a_url() {
    let server = Server::new(|head| match head.starts_with("GET /old ") {
        true => b"HTTP/1.1 302 Found\r\nLocation: /a/b.txt\r\nContent-Length: 0\r\n\r\n".to_vec(),
        false => b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<a href='c?\xe9'>".to_vec(),
    });
    let (url, port) = (server.url("/old"), server.address.port().to_string());
    let options = ["--allow-host", "127.0.0.1", "--allow-port", &port, &url];
    let ran = napkin_with(&[&["links"], &options[..]].concat(), "");
    let (page, link) = (server.url("/a/b.txt"), server.url("/a/c?%E9"));
    assert_eq!((ran.status, ran.out, ran.err), (0, format!("{page}:1:10\t{link}\thtml a[href]\n"), String::new()));
}

/// Header fields state a base by draft-fielding-url-syntax-05 section 5.1.1, and only under that draft: RFC 9110
/// section 8.7 has dropped this.
#[test]
fn bases_that_header_fields_state() {
    let fields = |path: &str| match path {
        "/base" => "Content-Location: /c/d\r\nContent-Base: http://pub.example/\ta/b\r\n",
        "/location" => "Content-Location: c/d\r\n",
        "/relative" => "Content-Base: a/b\r\n",
        _ => "",
    };
    let server = Server::new(move |head| {
        let fields = fields(head.split(' ').nth(1).unwrap_or_default());
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}Content-Length: 10\r\n\r\n<a href=x>")
            .into_bytes()
    });
    let port = server.address.port().to_string();
    let list = |path: &str, standard: &str| {
        let (url, root) = (server.url(path), server.url(""));
        let options = ["--allow-host", "127.0.0.1", "--allow-port", &port, "--standard", standard, &url];
        let ran = napkin_with(&[&["links", "--format", "{base_from} {absolute}"], &options[..]].concat(), "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{path}");
        ran.out.replace(&root, "ROOT")
    };
    assert_eq!(list("/base", "draft1997"), "encapsulating-entity http://pub.example/a/x\n");
    assert_eq!(list("/location", "draft1997"), "encapsulating-entity ROOT/c/x\n");
    assert_eq!(list("/relative", "draft1997"), "retrieval ROOT/x\n");
    assert_eq!(list("/base", "rfc3986"), "retrieval ROOT/x\n");
    assert_eq!(list("/base", "whatwg"), "retrieval ROOT/x\n");
}

/// Several URLs are listed in order.
#[test]
fn links_of_several_urls() {
    let server = Server::new(|head| {
        let path = head.split(' ').nth(1).unwrap_or_default();
        let body = format!("<a href='{path}x'>");
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            .into_bytes()
    });
    let port = server.address.port().to_string();
    let urls: Vec<String> = (0..20).map(|number| server.url(&format!("/{number}"))).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let options = ["links", "-j", "4", "--format", "{absolute}", "--allow-host", "127.0.0.1", "--allow-port", &port];
    let ran = napkin_with(&[&options[..], &urls[..]].concat(), "");
    let expected: String = urls.iter().map(|url| format!("{url}x\n")).collect();
    assert_eq!((ran.status, ran.out, ran.err), (0, expected, String::new()));
}

/// A bundled page embeds resources from the network, and none of the local files that it names.
#[test]
fn a_bundle_of_a_url() {
    let server = Server::new(|head| {
        let (media_type, body) = match head.split(' ').nth(1) {
            Some("/page") => ("text/html", "<img src=i.gif><img src=gone.gif><img src=file:///etc/passwd>"),
            Some("/i.gif") => ("image/gif", "GIF89a"),
            _ => return b"HTTP/1.1 404 Not Found\r\n\r\n".to_vec(),
        };
        format!("HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into()
    });
    let (url, port) = (server.url("/page"), server.address.port().to_string());
    let options = ["--allow-host", "127.0.0.1", "--allow-port", &port, &url];
    let ran = napkin_with(&[&["bundle"], &options[..]].concat(), "");
    let gone = server.url("/gone.gif");
    assert_eq!(ran.out, format!("<img src=data:image/gif,GIF89a><img src={gone}><img src=file:///etc/passwd>"));
    let err = format!(
        "error: {url}:1:25: html img[src] `gone.gif` is left as a link: expected an object, but found status 404 (Not \
         Found)\nerror: {url}:1:43: html img[src] `file:///etc/passwd` is left as a link: expected one of about, data, \
         http, https, but found file\n"
    );
    assert_eq!((ran.status, ran.err), (1, err));
    let ran = napkin_with(&[&["bundle", "-q", "--offline"], &options[..]].concat(), "");
    assert!(ran.out.contains(&format!("<img src={}>", server.url("/i.gif"))), "{}", ran.out);
}

/// A response is cached, and not requested again while it is fresh.
#[test]
fn a_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let fresh = BEER.replace("ETag", "Cache-Control: max-age=3600\r\nETag");
    let server = Server::new(move |_| fresh.clone().into_bytes());
    for asked in [1, 1] {
        let ran = server.get("/", &["--cache", folder.path().to_str().expect("text")]);
        assert_eq!((ran.status, ran.out.as_str(), server.heads().len()), (0, "beer", asked));
    }
}

/// If the disk is full in the middle of an object, no file and no partial file is left.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "x".repeat(1 << 20);
    let said = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nETag: \"1\"\r\n\r\n{body}", body.len());
    let server = Server::new(move |_| said.clone().into_bytes());
    // A limit on the file size simulates a full disk: the write fails in the same way.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    let (file, port) = (folder.path().join("large"), server.address.port().to_string());
    let ran = std::process::Command::new("bash")
        .args(["-c", script, "bash", napkin_path(), "get", "--allow-host", "127.0.0.1", "--allow-port", &port])
        .args(["-o", file.to_str().expect("text"), &server.url("/")])
        .output()
        .expect("a shell");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{err}");
    assert!(err.contains("but found file too large\n") && err.contains("^ storage-failed\n"), "{err}");
    assert_eq!(names(folder.path()), [""; 0]);
}

/// ISO 28500:2017 sections 6.3, 6.5 and 6.6: each exchange is a response with its request and metadata, redirects and errors included. What
/// the archive has is what was sent, and `links` reads the pages in it as it reads the files.
#[test]
fn retrievals_are_written_to_a_web_archive() {
    let server = Server::new(|head| match head.split(' ').nth(1) {
        Some("/old") => b"HTTP/1.1 302 Found\r\nLocation: /menu\r\nContent-Length: 5\r\n\r\nmoved".to_vec(),
        Some("/menu") => b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n\
            b\r\n<a href='x'\r\n1\r\n>\r\n0\r\n\r\n"
            .to_vec(),
        _ => b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\noops".to_vec(),
    });
    for name in ["crawl.warc", "crawl.warc.gz"] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (archive, objects) = (path(name), path("objects"));
        let urls = [server.url("/old"), server.url("/gone"), "data:,x".to_owned()];
        let port = server.address.port().to_string();
        let options = ["get", "--allow-host", "127.0.0.1", "--allow-port", &port, "-H", "cookie: secret=1", "-j1"];
        let options = [&options[..], &["--to", &objects, "--warc", &archive]].concat();
        let ran = napkin_with(&[&options[..], &urls.each_ref().map(String::as_str)].concat(), "");
        assert_eq!(ran.status, 1, "{}", ran.err);
        let listed = napkin_with(&["archive", "list", "--format", "{kind} {status} {type} {url}", &archive], "");
        let of = |path: &str, response: &str| {
            let url = server.url(path);
            format!(
                "response {response} {url}\nrequest  application/http;msgtype=request {url}\nmetadata  application/warc-fields {url}\n"
            )
        };
        let expected = [
            "warcinfo  application/warc-fields \n".to_owned(),
            of("/old", "302 "),
            of("/menu", "200 text/html"),
            of("/gone", "404 "),
        ];
        assert_eq!((listed.status, listed.out), (0, expected.concat()), "{}", listed.err);
        let links = napkin_with(&["links", "--format", "{context} {absolute}", &archive], "");
        let expected = format!("http location {}\nhtml a[href] {}\n", server.url("/menu"), server.url("/x"));
        assert_eq!(links.out, expected, "{}", links.err);
        let bytes = fs::read(&archive).unwrap();
        if name == "crawl.warc" {
            let text = String::from_utf8(bytes).unwrap();
            let response = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<a href='x'>\r\n\r\n";
            assert!(text.contains(response) && text.contains("\r\n\r\nmoved\r\n\r\n"), "{text}");
            // RFC 4648 section 6, of `printf moved | sha256sum`.
            assert!(
                text.contains(
                    "WARC-Payload-Digest: sha256:L3ORQMW7EXRPDJZFQXAO4VOB4WC6P5EQF2Y5CX32X4OHDQNSS2XA====\r\n"
                ),
                "{text}"
            );
            assert!(!text.contains("secret"), "{text}");
        }
        // An archive is never replaced.
        let again = napkin_with(&["get", "--warc", &archive, "data:,x"], "");
        assert_eq!(again.status, 2, "{}", again.err);
    }
}
