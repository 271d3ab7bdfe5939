//! `napkin check --fix` on a thousand generated moves: afterwards a link is right, or its document has the bytes that it had.

use std::fs;
use std::path::Path;

use crate::common::{napkin_in, out};

/// A document: its name, and what is before and behind the reference.
struct Form(&'static str, &'static str, &'static str);

/// Every way to write a reference that has an escape of its own.
const FORMS: [Form; 14] = [
    Form("page.html", "<p>\u{e9} &amp;<a href=\"", "\">x</a>\r\n"),
    Form("page.html", "<A CLASS=x HREF='", "' ID=y>x</A><!-- MENU -->"),
    Form("page.html", "<img alt='' srcset=\"", " 2x\">"),
    Form("page.html", "<p style=\"background: url('", "')\">"),
    Form("page.html", "<meta http-equiv=refresh content=\"0; url=", "\">"),
    Form("page.html", "<iframe srcdoc=\"<a href='", "'>x</a>\"></iframe>"),
    Form("notes.md", "# \u{e9}\n\n[x](<", "> 'title') `code`\n"),
    Form("notes.md", "[x][y]\r\n\r\n[y]: <", ">\r\n"),
    Form("notes.md", "text <img src=\"", "\"> text\n"),
    Form("style.css", "/* x */ a { background: url(\"", "\") }\n"),
    Form("style.css", "@import '", "' screen;\n"),
    Form("pic.svg", "<svg xmlns='http://www.w3.org/2000/svg'><!-- x --><a href=\"", "\"/></svg>"),
    Form("pic.svg", "<svg xmlns='http://www.w3.org/2000/svg'><image href='", "'/></svg>\n"),
    Form("feed.atom", "<feed xmlns='http://www.w3.org/2005/Atom'><link href=\"", "\"/></feed>"),
];

/// Pieces of names, with the same piece as the real file writes it and as links may write it.
const PIECES: [(&str, &[&str]); 12] = [
    ("Menu", &["menu", "MENU", "Menu"]),
    ("ALE", &["ale", "Ale", "%41le"]),
    (" ", &["%20"]),
    ("-", &["-"]),
    ("\u{c9}", &["\u{e9}", "%C3%A9", "\u{c9}"]),
    ("&", &["&amp;", "%26"]),
    ("+", &["+", "%2B"]),
    ("x'y", &["x%27Y"]),
    ("(b)", &["%28B%29"]),
    ("#", &["%23"]),
    ("100%", &["100%25"]),
    ("Beer", &["bEER", "beer"]),
];

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

struct Move {
    document: String,
    before: &'static str,
    written: String,
    behind: &'static str,
}

impl Move {
    fn bytes(&self) -> String {
        format!("{}{}{}", self.before, self.written, self.behind)
    }
}

/// Writes a document of its own folder, and the file that it means.
fn generate(root: &Path, number: usize, numbers: &mut Numbers) -> Move {
    let Form(name, before, behind) = FORMS[numbers.below(FORMS.len())];
    let (mut real, mut written) = (String::new(), String::new());
    for _ in 0..=numbers.below(4) {
        let (piece, links) = PIECES[numbers.below(PIECES.len())];
        real.push_str(piece);
        let link = links[numbers.below(links.len())];
        // Only markup has character references.
        written.push_str(if link == "&amp;" && name.ends_with("css") { "&" } else { link });
    }
    let folder = root.join(format!("d{number}"));
    fs::create_dir_all(folder.join("Files")).unwrap();
    fs::write(folder.join("Files").join(format!("{real}.html")), "<p id=x>").unwrap();
    let tail = ["", "#x", "?q=1"][numbers.below(3)];
    let written =
        format!("{}/{written}.{}{tail}", ["Files", "files"][numbers.below(2)], ["html", "HTML"][numbers.below(2)]);
    let document = format!("d{number}/{name}");
    let made = Move { document, before, written, behind };
    fs::write(root.join(&made.document), made.bytes()).unwrap();
    made
}

fn moves(root: &Path) -> Vec<Move> {
    let mut numbers = Numbers(25);
    (0..1000).map(|number| generate(root, number, &mut numbers)).collect()
}

/// Returns the documents with a broken link.
fn broken(root: &Path) -> Vec<String> {
    let ran = napkin_in(root, &["-q", "check", "--offline", "--format", "{verdict} {source}", "."], b"");
    let lines = out(&ran);
    lines.lines().filter_map(|line| line.strip_prefix("broken ")).map(str::to_owned).collect()
}

#[test]
fn check_mends_a_thousand_moves_or_leaves_them() {
    let site = tempfile::tempdir().unwrap();
    let moves = moves(site.path());
    let before = broken(site.path());
    assert!(before.len() > 800, "{}", before.len());
    napkin_in(site.path(), &["-q", "check", "--offline", "--fix", "."], b"");
    let after = broken(site.path());
    let mut mended = 0;
    for made in &moves {
        let now = fs::read_to_string(site.path().join(&made.document)).unwrap();
        if now == made.bytes() {
            assert_eq!(before.contains(&made.document), after.contains(&made.document), "{}", made.document);
            continue;
        }
        mended += 1;
        assert!(now.starts_with(made.before) && now.ends_with(made.behind), "{}: {now}", made.document);
        assert!(!after.contains(&made.document), "{}: {} became {now}", made.document, made.bytes());
    }
    assert_eq!(mended, before.len() - after.len());
    assert!(mended * 100 >= before.len() * 95, "{mended} of {}: {after:?}", before.len());
}

#[test]
#[cfg(unix)]
fn check_that_is_killed_while_it_mends_leaves_whole_documents() {
    let (site, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let moves = moves(site.path());
    self::moves(whole.path());
    napkin_in(whole.path(), &["-q", "check", "--offline", "--fix", "."], b"");
    for pause in [20, 60, 120] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_napkin"));
        let mut child =
            command.args(["-q", "check", "--offline", "--fix", "."]).current_dir(site.path()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        for made in &moves {
            let now = fs::read_to_string(site.path().join(&made.document)).unwrap();
            let new = fs::read_to_string(whole.path().join(&made.document)).unwrap();
            assert!(now == made.bytes() || now == new, "{}: {now}", made.document);
        }
    }
    napkin_in(site.path(), &["-q", "check", "--offline", "--fix", "."], b"");
    for made in &moves {
        let read = |root: &Path| fs::read_to_string(root.join(&made.document)).unwrap();
        assert_eq!(read(site.path()), read(whole.path()));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn check_on_a_full_disk_changes_nothing_and_says_so() {
    let site = tempfile::tempdir().unwrap();
    let page = "<a href=beer.html></a>".repeat(1000);
    fs::write(site.path().join("a.html"), &page).unwrap();
    fs::write(site.path().join("Beer.html"), "").unwrap();
    // Files beyond a block are refused, as on a disk without space.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" -q check --offline --fix a.html";
    let mut command = std::process::Command::new("bash");
    let ran = command.args(["-c", script, env!("CARGO_BIN_EXE_napkin")]).current_dir(site.path()).output().unwrap();
    assert_eq!(ran.status.code(), Some(2), "{ran:?}");
    assert_eq!(fs::read_to_string(site.path().join("a.html")).unwrap(), page);
    assert_eq!(crate::common::names(site.path()), ["Beer.html", "a.html"]);
    let ran = napkin_in(site.path(), &["check", "--offline", "--write-baseline", "/dev/full", "a.html"], b"");
    assert_eq!(ran.status.code(), Some(2));
    assert!(crate::common::error(&ran).contains("/dev/full"), "{ran:?}");
}

/// Permanent redirects: the new URL is written where it needs no escape, and nothing else.
#[test]
#[cfg(feature = "retrieve")]
fn check_mends_permanent_redirects_or_leaves_them() {
    let server = crate::common::http::Server::new(|head| {
        let path = head.split(' ').nth(1).unwrap_or_default();
        let answer = match path.strip_prefix("/old/") {
            Some(rest) if rest.ends_with('7') => format!("302 X\r\nLocation: /new/{rest}"),
            Some(rest) if rest.ends_with('5') => format!("301 X\r\nLocation: /new/{rest}?a=b&c=\u{e9}'"),
            Some(rest) => format!("308 X\r\nLocation: /new/{rest}/"),
            None => "200 X".to_owned(),
        };
        format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").into_bytes()
    });
    let site = tempfile::tempdir().unwrap();
    let mut expected = Vec::new();
    for number in 0..200 {
        let Form(name, before, behind) = FORMS[number % FORMS.len()];
        let (name, url) = (format!("{number}-{name}"), server.url(&format!("/old/{number}")));
        let new = server.url(&format!("/new/{number}/"));
        fs::write(site.path().join(&name), format!("{before}{url}{behind}")).unwrap();
        let is_moved = !number.to_string().ends_with(['5', '7']);
        expected.push((name, number, format!("{before}{}{behind}", if is_moved { new } else { url })));
    }
    napkin_in(site.path(), &["-q", "check", "--allow-private", "--host-interval", "0", "--fix", "."], b"");
    for (name, number, expected) in expected {
        let now = fs::read_to_string(site.path().join(&name)).unwrap();
        // A target with `&` may be written or left, but stays the same reference.
        let is_right =
            now == expected || (number % 10 == 5 && now.contains(&format!("/new/{number}?a=b&amp;c=%C3%A9%27")));
        assert!(is_right, "{name}: {now}");
    }
}
