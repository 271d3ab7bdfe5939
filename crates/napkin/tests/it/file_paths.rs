//! Tests conversions between file paths and URLs, by the documentation and tests of other libraries, and by RFC 8089.

use std::ops::Range;

use napkin::whatwg::Url;
use napkin::{Error, HostKind, Reference, Standard, whatwg};

fn url(text: &str) -> Url {
    Url::parse(text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// (path, URL), each of which becomes the other
const UNIX: [(&str, &str); 36] = [
    // Node.js, test-url-pathtofileurl.js and test-url-fileurltopath.js
    ("/foo", "file:///foo"),
    ("/FOO", "file:///FOO"),
    ("/dir/foo", "file:///dir/foo"),
    ("/dir/", "file:///dir/"),
    ("/foo.mjs", "file:///foo.mjs"),
    ("/foo bar", "file:///foo%20bar"),
    ("/foo?bar", "file:///foo%3Fbar"),
    ("/foo#bar", "file:///foo%23bar"),
    ("/foo&bar", "file:///foo&bar"),
    ("/foo=bar", "file:///foo=bar"),
    ("/foo:bar", "file:///foo:bar"),
    ("/foo;bar", "file:///foo;bar"),
    ("/foo%bar", "file:///foo%25bar"),
    ("/foo\\bar", "file:///foo%5Cbar"),
    ("/foo\u{8}bar", "file:///foo%08bar"),
    ("/foo\tbar", "file:///foo%09bar"),
    ("/foo\nbar", "file:///foo%0Abar"),
    ("/foo\rbar", "file:///foo%0Dbar"),
    ("/f\u{f3}\u{f3}b\u{e0}r", "file:///f%C3%B3%C3%B3b%C3%A0r"),
    ("/\u{20ac}", "file:///%E2%82%AC"),
    ("/\u{1f680}", "file:///%F0%9F%9A%80"),
    ("/foo^bar", "file:///foo%5Ebar"),
    ("/foo[bar", "file:///foo%5Bbar"),
    ("/foo]bar", "file:///foo%5Dbar"),
    // Node.js, the documentation of url.fileURLToPath and url.pathToFileURL
    ("/\u{4f60}\u{597d}.txt", "file:///%E4%BD%A0%E5%A5%BD.txt"),
    ("/hello world", "file:///hello%20world"),
    ("/foo#1", "file:///foo%231"),
    ("/some/path%.c", "file:///some/path%25.c"),
    // Python, the documentation and tests of pathlib's as_uri
    ("/etc/passwd", "file:///etc/passwd"),
    ("/", "file:///"),
    ("/a/b%#c", "file:///a/b%25%23c"),
    // RFC 8089, appendix B
    ("/path/to/file", "file:///path/to/file"),
    // Text that the URL Standard's path state would read as a drive, a host or dots
    ("/c:/x", "file:///c%3A/x"),
    ("/c|/x", "file:///c%7C/x"),
    ("//host/x//", "file:////host/x//"),
    ("/%2e/..%2f/.../x/c:/~", "file:///%252e/..%252f/.../x/c:/~"),
];

#[test]
fn paths_of_unix_are_urls() {
    for (path, expected) in UNIX {
        let url = Url::from_unix_path(path).unwrap();
        assert_eq!(url.href(), expected, "{path}");
        assert_eq!(url.to_unix_path().as_deref(), Ok(path.as_bytes()), "{path}");
        assert!(whatwg::is_valid_url_string(expected, None), "{path}");
    }
    // RFC 8089, section 4: the URL has the bytes of the path, in any encoding.
    let latin1 = Url::from_unix_path(b"/caf\xe9").unwrap();
    assert_eq!((latin1.href(), latin1.to_unix_path().as_deref()), ("file:///caf%E9", Ok(&b"/caf\xe9"[..])));
}

/// (path, URL), each of which becomes the other
const WINDOWS: [(&str, &str); 39] = [
    // Node.js, test-url-pathtofileurl.js and test-url-fileurltopath.js
    (r"C:\foo", "file:///C:/foo"),
    (r"C:\FOO", "file:///C:/FOO"),
    (r"C:\dir\foo", "file:///C:/dir/foo"),
    (r"C:\dir\", "file:///C:/dir/"),
    (r"C:\foo.mjs", "file:///C:/foo.mjs"),
    (r"C:\foo bar", "file:///C:/foo%20bar"),
    (r"C:\foo?bar", "file:///C:/foo%3Fbar"),
    (r"C:\foo#bar", "file:///C:/foo%23bar"),
    (r"C:\foo&bar", "file:///C:/foo&bar"),
    (r"C:\foo=bar", "file:///C:/foo=bar"),
    (r"C:\foo:bar", "file:///C:/foo:bar"),
    (r"C:\foo;bar", "file:///C:/foo;bar"),
    (r"C:\foo%bar", "file:///C:/foo%25bar"),
    (r"C:\foo\bar", "file:///C:/foo/bar"),
    ("C:\\foo\u{8}bar", "file:///C:/foo%08bar"),
    ("C:\\foo\tbar", "file:///C:/foo%09bar"),
    ("C:\\foo\nbar", "file:///C:/foo%0Abar"),
    ("C:\\foo\rbar", "file:///C:/foo%0Dbar"),
    ("C:\\f\u{f3}\u{f3}b\u{e0}r", "file:///C:/f%C3%B3%C3%B3b%C3%A0r"),
    ("C:\\\u{20ac}", "file:///C:/%E2%82%AC"),
    ("C:\\\u{1f680}", "file:///C:/%F0%9F%9A%80"),
    (r"C:\foo^bar", "file:///C:/foo%5Ebar"),
    (r"C:\foo[bar", "file:///C:/foo%5Bbar"),
    (r"C:\foo]bar", "file:///C:/foo%5Dbar"),
    (r"\\nas\My Docs\File.doc", "file://nas/My%20Docs/File.doc"),
    // Node.js, the documentation of url.fileURLToPath
    (r"C:\path\", "file:///C:/path/"),
    (r"\\nas\foo.txt", "file://nas/foo.txt"),
    // Python, the documentation and tests of pathlib's as_uri
    (r"c:\Windows", "file:///c:/Windows"),
    (r"c:\", "file:///c:/"),
    (r"c:\a\b.c", "file:///c:/a/b.c"),
    (r"c:\a\b%#c", "file:///c:/a/b%25%23c"),
    ("c:\\a\\b\u{e9}", "file:///c:/a/b%C3%A9"),
    (r"\\some\share\", "file://some/share/"),
    (r"\\some\share\a\b.c", "file://some/share/a/b.c"),
    ("\\\\some\\share\\a\\b%#c\u{e9}", "file://some/share/a/b%25%23c%C3%A9"),
    // RFC 8089, appendices E.2 and E.3.1
    (r"c:\path\to\file", "file:///c:/path/to/file"),
    (r"\\host.example.com\Share\path\to\file.txt", "file://host.example.com/Share/path/to/file.txt"),
    // Text that the URL Standard would read differently; a server by its address
    (r"C:\c|\%2e\...", "file:///C:/c%7C/%252e/..."),
    (r"\\192.0.2.1\c$\_", "file://192.0.2.1/c$/_"),
];

#[test]
fn paths_of_windows_are_urls() {
    for (path, expected) in WINDOWS {
        let url = Url::from_windows_path(path).unwrap();
        assert_eq!(url.href(), expected, "{path}");
        assert_eq!(url.to_windows_path().as_deref(), Ok(path), "{path}");
        assert!(whatwg::is_valid_url_string(expected, None), "{path}");
    }
}

/// (path, URL) of paths that return in another spelling
const RESOLVED_UNIX: [(&str, &str); 9] = [
    ("/.", "file:///"),
    ("/..", "file:///"),
    ("/a/./b/../c", "file:///a/c"),
    ("/a/b/..", "file:///a/"),
    ("/../../a", "file:///a"),
    ("/a/../c:/x", "file:///c%3A/x"),
    ("/c:/../x", "file:///x"),
    // The URL parser alone would return `/a/b`; a file system has no empty names.
    ("/a//../b", "file:///b"),
    ("/a/.//b", "file:///a//b"),
];

/// The same for Windows
const RESOLVED_WINDOWS: [(&str, &str); 17] = [
    (r"C:/foo/bar", "file:///C:/foo/bar"),
    (r"C:\foo/bar\", "file:///C:/foo/bar/"),
    (r"C:\\foo\\\bar", "file:///C:/foo/bar"),
    (r"C:\.", "file:///C:/"),
    (r"C:\..\..\x", "file:///C:/x"),
    (r"C:\a\..\.\b\..", "file:///C:/"),
    // .NET, Path.GetFullPath: neither the server nor the share is removed
    (r"\\server\share\..\..\x", "file://server/share/x"),
    (r"\\server\share\a\..\..", "file://server/share/"),
    (r"//server/share/x", "file://server/share/x"),
    (r"\\SERVER\Share", "file://server/Share"),
    (r"\\server\c:\x", "file://server/c%3A/x"),
    // Node.js, test-url-pathtofileurl.js: local and UNC extended paths
    (r"\\?\C:\path\to\file.txt", "file:///C:/path/to/file.txt"),
    (r"\\?\UNC\server\share\folder\file.txt", "file://server/share/folder/file.txt"),
    (r"\\?\C:\", "file:///C:/"),
    (r"\\?\unc\server\share", "file://server/share"),
    (r"\\?\UNC\server\share\", "file://server/share/"),
    (r"\\?\c:\...a\.b\", "file:///c:/...a/.b/"),
];

#[test]
fn dots_and_prefixes_are_resolved() {
    for (path, expected) in RESOLVED_UNIX {
        assert_eq!(Url::from_unix_path(path).unwrap().href(), expected, "{path}");
    }
    for (path, expected) in RESOLVED_WINDOWS {
        assert_eq!(Url::from_windows_path(path).unwrap().href(), expected, "{path}");
    }
}

/// (URL, its Unix path, its Windows path) of URLs that no path becomes
const READ: [(&str, Option<&str>, Option<&str>); 21] = [
    // RFC 8089, appendices B, E.2, E.2.2 and E.4
    ("file:/path/to/file", Some("/path/to/file"), None),
    ("file://localhost/path/to/file", Some("/path/to/file"), None),
    ("file:c:/path/to/file", Some("/c:/path/to/file"), Some(r"c:\path\to\file")),
    ("file:/c:/path/to/file", Some("/c:/path/to/file"), Some(r"c:\path\to\file")),
    ("file:///c|/path/to/file", Some("/c:/path/to/file"), Some(r"c:\path\to\file")),
    ("file:/c|/path/to/file", Some("/c:/path/to/file"), Some(r"c:\path\to\file")),
    ("file:c|/path/to/file", Some("/c:/path/to/file"), Some(r"c:\path\to\file")),
    (r"file:///c:\path\to\file", Some("/c:/path/to/file"), Some(r"c:\path\to\file")),
    ("file://host.example.com/path/to/file", None, Some(r"\\host.example.com\path\to\file")),
    // Appendix E.3.2, which Node.js refuses too: the server of such a path is not in the URL's host
    ("file:////host.example.com/path/to/file", Some("//host.example.com/path/to/file"), None),
    ("file://///host.example.com/path/to/file", Some("///host.example.com/path/to/file"), None),
    // Editors write a drive like this: gluon-lang/lsp-types#284
    ("file:///c%3A/Users/x", Some("/c:/Users/x"), Some(r"c:\Users\x")),
    ("file:///%43%3a", Some("/C:"), Some(r"C:\")),
    ("file:///C:", Some("/C:"), Some(r"C:\")),
    // The URL parser does not treat this as a drive, and neither does Windows.
    ("file:///c%7C/x", Some("/c|/x"), None),
    ("file:///c:x", Some("/c:x"), None),
    ("file:///C:/a//b", Some("/C:/a//b"), Some(r"C:\a\\b")),
    ("file:///C:/a?query#fragment", Some("/C:/a"), Some(r"C:\a")),
    ("file:///C:/%2e%2E/x/%2e", Some("/C:/x/"), Some(r"C:\x\")),
    ("file:///C:/%ff", Some("/C:/\u{fffd}"), None),
    ("file://EX%41MPLE/share", None, Some(r"\\example\share")),
];

#[test]
fn urls_of_files_are_paths() {
    for (text, unix, windows) in READ {
        let url = url(text);
        let found = url.to_unix_path().ok();
        assert_eq!(found.as_deref().map(String::from_utf8_lossy).as_deref(), unix, "{text}");
        assert_eq!(url.to_windows_path().ok().as_deref(), windows, "{text}");
    }
}

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(found: Result<T, Error>, input: &str, range: Range<usize>, message: &str) {
    let error = found.expect_err(input);
    assert_eq!((error.span(), error.finding().to_string().as_str()), (range.into(), message), "{input}");
}

#[test]
fn relative_paths_are_refused() {
    for path in ["", "a", "./a", "~/a", "C:\\a", "file:///a"] {
        assert_refused(Url::from_unix_path(path), path, 0..path.len(), "expected an absolute path");
    }
    assert_refused(Url::from_unix_path("/a\0b"), "NUL", 2..3, "expected a path without NUL");

    const ABSOLUTE: &str = "expected an absolute path";
    const DEVICE: &str = "expected a path that is not a device's";
    const SERVER: &str = "expected a server by its name or its IPv4 address";
    const VERBATIM: &str = r"expected a name that means the same without `\\?\`";
    // (path, the refused span, message)
    let cases = [
        ("", 0..0, ABSOLUTE),
        ("x", 0..1, ABSOLUTE),
        (r"C:", 0..2, ABSOLUTE),
        (r"C:x", 0..3, ABSOLUTE),
        (r"C|\x", 0..4, ABSOLUTE),
        (r"\x", 0..2, ABSOLUTE),
        (r"\??\C:\x", 0..8, ABSOLUTE),
        ("\u{e9}:\\x", 0..5, ABSOLUTE),
        (r"\\.\C:\x", 0..4, DEVICE),
        (r"\\.\pipe\x", 0..4, DEVICE),
        (r"\\.", 0..3, DEVICE),
        (r"//?/C:/x", 0..4, DEVICE),
        (r"\\?", 0..3, DEVICE),
        (r"\\?\Volume{1}\x", 0..15, DEVICE),
        (r"\\?\C:", 0..6, DEVICE),
        (r"\\?\C:x", 0..7, DEVICE),
        (r"\\?\GLOBALROOT\x", 0..16, DEVICE),
        (r"\\?\C:\a/b", 8..9, VERBATIM),
        (r"\\?\C:\a\..\b", 9..11, VERBATIM),
        (r"\\?\C:\.", 7..8, VERBATIM),
        (r"\\?\C:\a.\b", 7..9, VERBATIM),
        (r"\\?\C:\a ", 7..9, VERBATIM),
        (r"\\?\C:\a\\b", 9..9, VERBATIM),
        (r"\\?\UNC\s\share.\b", 10..16, VERBATIM),
        (r"\\?\UNC\s\share\..", 16..18, VERBATIM),
        // Node.js: "Missing UNC resource path" and "Empty UNC servername"
        (r"\\host", 6..6, "expected a share"),
        (r"\\host\", 7..7, "expected a share"),
        (r"\\host\\x", 7..7, "expected a share"),
        (r"\\host\..\x", 7..9, "expected a share"),
        (r"\\\no-server", 2..2, "expected a server"),
        (r"\\?\UNC\\x", 8..8, "expected a server"),
        // Servers that a URL would contain as another server, or not at all
        (r"\\localhost\x", 2..11, SERVER),
        (r"\\C:\x", 2..4, SERVER),
        (r"\\..\x", 2..4, SERVER),
        (r"\\2024\x", 2..6, SERVER),
        (r"\\0x7f.1\x", 2..8, SERVER),
        (r"\\a%41\x", 2..6, SERVER),
        (r"\\a?b\x", 2..5, SERVER),
        (r"\\a#b\x", 2..5, SERVER),
        ("\\\\a\tb\\x", 2..5, SERVER),
        (r"\\[::1]\x", 2..7, SERVER),
    ];
    for (path, range, message) in cases {
        assert_refused(Url::from_windows_path(path), path, range, message);
    }
    assert_refused(Url::from_windows_path("C:\\a\0"), "NUL", 4..5, "expected a path without NUL");
    let error = Url::from_windows_path(r"\\server@SSL\x").unwrap_err();
    assert_eq!((error.span(), error.rule().code()), ((2..12).into(), "domain-to-ASCII"));
}

#[test]
fn servers_beyond_ascii_are_in_their_ascii_form() {
    let found = Url::from_windows_path("\\\\b\u{fc}cher\\x");
    if cfg!(feature = "idna") {
        assert_eq!(found.unwrap().href(), "file://xn--bcher-kva/x");
    } else {
        let error = found.unwrap_err();
        assert_eq!((error.span(), error.rule().code()), ((2..9).into(), "idna-missing"));
    }
    // Soft hyphens are removed, `%` and full-width digits are mapped, `?` would end the host.
    for server in ["local\u{ad}host", "\u{e9}%41", "\u{ff11}\u{ff12}", "\u{e9}?", "\u{e9}#", "\u{e9}\tx"] {
        let error = Url::from_windows_path(&format!(r"\\{server}\x")).unwrap_err();
        assert_eq!(error.span(), (2..2 + server.len()).into(), "{server}");
    }
}

#[test]
fn urls_that_no_path_stands_for_are_refused() {
    const SEPARATOR: &str = "expected a name without a separator of names";
    const NUL: &str = "expected a path without NUL";
    // (URL, the refused span, message)
    let unix = [
        ("https://a/b/c", 0..5, "expected a file URL"),
        ("mailto:a", 0..6, "expected a file URL"),
        ("file://host/a", 7..11, "expected a file URL without a host"),
        ("file:///a%2F/", 9..12, SEPARATOR),
        ("file:///..%2f..%2fetc", 10..13, SEPARATOR),
        ("file:///a%00.png", 9..12, NUL),
    ];
    for (text, range, message) in unix {
        assert_refused(url(text).to_unix_path(), text, range, message);
    }
    let windows = [
        ("https://a/b/c", 0..5, "expected a file URL"),
        ("file:///C:/a%2F/", 12..15, SEPARATOR),
        ("file:///C:/a%5C/", 12..15, SEPARATOR),
        ("file:///C:%5cx", 10..13, SEPARATOR),
        ("file:///C:/%00", 11..14, NUL),
        ("file:///C:/a%2525%E9/%ff", 17..20, "expected a path in UTF-8"),
        ("file:///?:/", 7..8, "expected a path that begins with a drive"),
        ("file:///x/y", 7..11, "expected a path that begins with a drive"),
        ("file:///", 7..8, "expected a path that begins with a drive"),
        ("file://host", 11..12, "expected a path that begins with a share"),
        ("file://host/.../x", 11..17, "expected a path that begins with a share"),
        ("file://host//x", 11..14, "expected a path that begins with a share"),
        // `\\.\C:\x` would be a device.
        ("file://./C:/x", 7..8, "expected a server by its name or its IPv4 address"),
        ("file://%2e/C:/x", 7..8, "expected a server by its name or its IPv4 address"),
        ("file://[::1]/x", 7..12, "expected a server by its name or its IPv4 address"),
    ];
    for (text, range, message) in windows {
        assert_refused(url(text).to_windows_path(), text, range, message);
    }
}

#[cfg(feature = "std")]
#[test]
fn the_system_at_hand_has_its_own_paths() {
    let here = std::env::current_exe().unwrap();
    let url = Url::from_file_path(&here).unwrap();
    assert_eq!(url.to_file_path(), Ok(here.clone()));
    let same = if cfg!(windows) {
        url.to_windows_path().unwrap()
    } else {
        String::from_utf8(url.to_unix_path().unwrap()).unwrap()
    };
    assert_eq!(here.to_str(), Some(same.as_str()));
    assert!(Url::from_file_path("relative").is_err());
}

/// Knuth's generator, so that each run makes the same paths.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

const RUNS: usize = 50_000;

#[test]
fn every_path_of_unix_comes_back() {
    let mut random = Random(1);
    let names = ["", "c:", "c|", "C%3A", "%2e", "...", ".a", "a.", "\\..", "a;b", "?", "#", "localhost", "\u{e9}", "~"];
    for _ in 0..RUNS {
        let mut path = Vec::new();
        for _ in 0..=random.below(5) {
            path.extend_from_slice(b"/");
            if random.below(2) == 0 {
                path.extend_from_slice(random.of(&names).as_bytes());
            } else {
                let name: Vec<u8> = (0..random.below(6)).map(|_| 1 + random.below(255) as u8).collect();
                let is_dots = name == b"." || name == b"..";
                path.extend(name.into_iter().filter(|&byte| byte != b'/' && !is_dots));
            }
        }
        if path.split(|&byte| byte == b'/').any(|name| name == b"." || name == b"..") {
            continue;
        }
        let url = Url::from_unix_path(&path).unwrap();
        assert_eq!(url.to_unix_path().as_deref(), Ok(&path[..]), "{url}");
        assert_eq!(Url::parse(url.href(), None).as_ref(), Ok(&url));
        assert!(whatwg::is_valid_url_string(url.href(), None), "{url}");
        assert!(Reference::parse(url.href(), Standard::Rfc3986).is_ok(), "{url}");
        // A host stays, and a text that is not a drive is not kept as one.
        assert_eq!(url.join("/x").unwrap().href(), "file:///x", "{url}");
    }
}

#[test]
fn every_path_of_windows_comes_back() {
    let mut random = Random(2);
    let names =
        ["a", "c:", "c|", "C%3A", "%2e", "...", ".a", "a.", "a b", "a;b", "?", "#", "[", "\u{e9}", "~", "\u{1}"];
    for _ in 0..RUNS {
        let root = random.of(&["C:", "z:", r"\\server\share", r"\\192.0.2.1\c$", r"\\a-b.example\c:", r"\\x\%2e"]);
        let mut path = String::from(root);
        for _ in 0..=random.below(4) {
            path.push('\\');
            path.push_str(random.of(&names));
        }
        if random.below(4) == 0 {
            path.push('\\');
        }
        let url = Url::from_windows_path(&path).unwrap();
        assert_eq!(url.to_windows_path().as_deref(), Ok(&*path), "{url}");
        assert_eq!(Url::parse(url.href(), None).as_ref(), Ok(&url));
        assert!(whatwg::is_valid_url_string(url.href(), None), "{url}");
        let slashes = path.replace('\\', "/");
        assert_eq!(Url::from_windows_path(&slashes).as_ref(), Ok(&url));
    }
}

#[test]
fn paths_of_any_url_make_a_url_of_the_same_path() {
    let mut random = Random(3);
    let pieces = [
        "/", "/", "/", "\\", "c:", "c|", "C%3a", "%5C", "%2F", "%00", "%2e", "..", ".", "%", "%25", "%ff", "%C3%A9",
        "a", "\u{e9}", ":", "|", " ", "?", "#", "host", "localhost", "127.1", "[::1]", "@",
    ];
    let (mut unix, mut windows) = (0, 0);
    for _ in 0..4 * RUNS {
        let mut text =
            String::from(random.of(&["file:", "file:/", "file:///", "file://", "file://host/", "http://h/"]));
        (0..random.below(8)).for_each(|_| text.push_str(random.of(&pieces)));
        let Ok(url) = Url::parse(&text, None) else { continue };
        if let Ok(path) = url.to_unix_path() {
            let made = Url::from_unix_path(&path).unwrap_or_else(|error| panic!("{url}: {error}"));
            assert_eq!(made.to_unix_path().as_deref(), Ok(&path[..]), "{url}");
            let again = Url::from_unix_path(made.to_unix_path().unwrap());
            assert_eq!(again, Ok(made), "a URL that a path has made is made of it again");
            unix += 1;
        }
        if let Ok(path) = url.to_windows_path() {
            assert!(url.reference().host_kind() != Some(HostKind::Ipv6) && !path.starts_with(r"\\.\"), "{url}");
            let made = Url::from_windows_path(&path).unwrap_or_else(|error| panic!("{url}: {error}"));
            let again = made.to_windows_path().unwrap();
            // Adjacent separators count as one, which names the same file.
            assert!(again == path || path[2..].contains(r"\\"), "{url}: {path} {again}");
            windows += 1;
        }
    }
    assert!(unix > RUNS && windows > RUNS / 4, "{unix} {windows}");
}
