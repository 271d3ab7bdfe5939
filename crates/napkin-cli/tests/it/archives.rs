//! Archives that are documents: EPUB, OpenDocument, Office Open XML, and zip files that are named. The bases are those of EPUB 3.3 section
//! 4.1.5, ODF 1.3 part 2 section 3.3, and ISO/IEC 29500-2 section 9.3.2.2.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

use crate::common::{self, napkin_in};

/// Returns a zip file with these members.
pub(crate) fn archive(members: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in members {
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        zip.start_file(*path, options).expect("a member");
        zip.write_all(content.as_bytes()).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

const BOOK: [(&str, &str); 6] = [
    ("mimetype", "application/epub+zip"),
    (
        "OPS/content.opf",
        "<package xmlns='http://www.idpf.org/2007/opf'><item href='one.xhtml'/><item href='css/a.css'/></package>",
    ),
    (
        "OPS/one.xhtml",
        "<html xmlns='http://www.w3.org/1999/xhtml'><a href='two.xhtml#beer'/><a href='two.xhtml#wine'/><img src='../Beer.png'/></html>",
    ),
    ("OPS/two.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><p id='beer'/><a href='gone.xhtml'/></html>"),
    ("OPS/css/a.css", "a { background: url(../../beer.png) }"),
    ("beer.png", "\u{89}PNG"),
];

const LETTER: [(&str, &str); 3] = [
    ("[Content_Types].xml", "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"),
    ("word/document.xml", "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'/>"),
    (
        "word/_rels/document.xml.rels",
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
         <Relationship Id='a' Target='styles.xml'/>\
         <Relationship Id='b' Target='menu/beer.docx' TargetMode='External'/>\
         <Relationship Id='c' Target='http://pub.example/?a&amp;b' TargetMode='External'/></Relationships>",
    ),
];

const NOTES: [(&str, &str); 2] = [
    ("mimetype", "application/vnd.oasis.opendocument.text"),
    (
        "content.xml",
        "<d xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'>\
         <text:a xlink:href='../menu.odt'/><i xlink:href='Pictures/a.png'/><text:a xlink:href='#here'/>\
         <text:a xlink:href='#gone'/><text:bookmark text:name='here'/></d>",
    ),
];

/// Writes an archive, and returns the lines that a command prints for it.
fn lines(name: &str, members: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), archive(members)).expect("a file");
    let ran = napkin_in(folder.path(), &[arguments, &[name]].concat(), b"");
    (ran.status.code(), common::out(&ran).lines().map(str::to_owned).collect())
}

#[test]
fn members_have_the_base_of_their_place() {
    const FORM: [&str; 5] = ["links", "--base", "http://h/d/x", "--format", "{source} {absolute}"];
    for (name, members, expected) in [
        (
            "book.epub",
            &BOOK[..],
            &[
                "book.epub/OPS/content.opf http://h/d/x/OPS/one.xhtml",
                "book.epub/OPS/content.opf http://h/d/x/OPS/css/a.css",
                "book.epub/OPS/one.xhtml http://h/d/x/OPS/two.xhtml#beer",
                "book.epub/OPS/one.xhtml http://h/d/x/OPS/two.xhtml#wine",
                "book.epub/OPS/one.xhtml http://h/d/x/Beer.png",
                "book.epub/OPS/two.xhtml http://h/d/x/OPS/gone.xhtml",
                "book.epub/OPS/css/a.css http://h/d/x/beer.png",
            ][..],
        ),
        (
            "letter.docx",
            &LETTER[..],
            &[
                "letter.docx/word/_rels/document.xml.rels http://h/d/menu/beer.docx",
                "letter.docx/word/_rels/document.xml.rels http://pub.example/?a&b",
            ],
        ),
        (
            "notes.odt",
            &NOTES[..],
            &[
                "notes.odt/content.xml http://h/d/menu.odt",
                "notes.odt/content.xml http://h/d/x/Pictures/a.png",
                "notes.odt/content.xml http://h/d/x/content.xml#here",
                "notes.odt/content.xml http://h/d/x/content.xml#gone",
            ],
        ),
        ("pages.zip", &[("a/b.html", "<a href=c>")], &["pages.zip/a/b.html http://h/d/x/a/c"]),
    ] {
        assert_eq!(
            lines(name, members, &FORM),
            (Some(0), expected.iter().map(|line| (*line).to_owned()).collect()),
            "{name}"
        );
    }
}

#[test]
fn links_between_members_are_checked() {
    const FORM: [&str; 5] = ["check", "--offline", "-v", "--format", "{source} {verdict} {raw}"];
    let verdicts = |name: &str, members: &[(&str, &str)]| lines(name, members, &FORM).1;
    assert_eq!(
        verdicts("book.epub", &BOOK),
        [
            "book.epub/OPS/content.opf ok one.xhtml",
            "book.epub/OPS/content.opf ok css/a.css",
            "book.epub/OPS/one.xhtml ok two.xhtml#beer",
            "book.epub/OPS/one.xhtml fragment-missing two.xhtml#wine",
            "book.epub/OPS/one.xhtml broken ../Beer.png",
            "book.epub/OPS/two.xhtml broken gone.xhtml",
            "book.epub/OPS/css/a.css ok ../../beer.png",
        ]
    );
    assert_eq!(
        verdicts("notes.odt", &NOTES),
        [
            "notes.odt/content.xml skipped ../menu.odt",
            "notes.odt/content.xml broken Pictures/a.png",
            "notes.odt/content.xml ok #here",
            "notes.odt/content.xml fragment-missing #gone",
        ]
    );
    let letter = verdicts("letter.docx", &LETTER);
    assert_eq!(letter[0], "letter.docx/word/_rels/document.xml.rels broken menu/beer.docx");
}

/// What cannot be read is an error, and the other members are read.
#[test]
fn hostile_archives_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = ("b.html", "<a href=http://pub.example/>");
    let mut encrypted = archive(&[("a.html", "<a href=x>"), good]);
    // The flag of encryption, in the header of the first member and in its directory entry (APPNOTE 4.4.4).
    let directory = encrypted.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
    encrypted[6] |= 1;
    encrypted[directory + 8] |= 1;
    let mut damaged = archive(&[("a.html", "<a href=x>"), good]);
    damaged[40] ^= 0xff;
    let whole = archive(&[good]);
    for (name, bytes, is_good) in [
        ("encrypted.odt", encrypted, true),
        ("damaged.odt", damaged, true),
        ("nested.odt", archive(&[("a.docx", "PK"), good]), true),
        ("outside.odt", archive(&[("../../a.html", "<a href=x>"), good]), true),
        ("root.odt", archive(&[("/a.html", "<a href=x>"), good]), true),
        ("cut.odt", whole[..whole.len() - 9].to_vec(), false),
        ("short.odt", b"PK\x03\x04".to_vec(), false),
    ] {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let ran = napkin_in(folder.path(), &["links", "--json", name], b"");
        let out = common::out(&ran);
        assert_eq!(ran.status.code(), Some(2), "{name}: {out}");
        assert_eq!(out.contains("http://pub.example/"), is_good, "{name}: {out}");
        assert!(out.contains("\"rule\":\"archive-unreadable\""), "{name}: {out}");
    }
}

/// Returns a tar file with one member.
pub(crate) fn tar_of(path: &str, bytes: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    builder.append_data(&mut header, path, bytes).expect("memory");
    builder.into_inner().expect("memory")
}

/// A tar file, a packed one, and a zip file from a pipe have the links of the same members in a zip file.
#[test]
fn archives_of_every_kind_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = archive(&BOOK);
    let packed = packed(&tar_of("d/book.epub", &book));
    let form = ["links", "--base", "http://h/x", "--format", "{source} {absolute}"];
    let lines = |name: &str, bytes: &[u8]| -> Vec<String> {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let ran = napkin_in(folder.path(), &[&form[..], &[name]].concat(), b"");
        assert_eq!(ran.status.code(), Some(0), "{name}: {}", common::error(&ran));
        common::out(&ran).lines().map(str::to_owned).collect()
    };
    let alone = lines("book.epub", &book);
    assert!(alone.len() > 2, "{alone:?}");
    for (name, bytes) in [("x.tar", tar_of("d/book.epub", &book)), ("x.tgz", packed.clone())] {
        let inside: Vec<String> = alone
            .iter()
            .map(|line| line.replace("book.epub/", &format!("{name}/d/book.epub/")).replace("h/x/", "h/x/d/book.epub/"))
            .collect();
        assert_eq!(lines(name, &bytes), inside, "{name}");
    }
    let piped = napkin_in(folder.path(), &form, &packed);
    assert_eq!(common::out(&piped).lines().count(), alone.len(), "{}", common::error(&piped));
    let piped = napkin_in(folder.path(), &form, &book);
    assert_eq!(common::out(&piped).lines().count(), alone.len(), "{}", common::error(&piped));
}

/// Links between members are looked up in the archive that has them, be it in another one.
#[test]
fn members_of_every_archive_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = archive(&BOOK);
    let check = |name: &str, bytes: &[u8], options: &[&str]| {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let ran = napkin_in(folder.path(), &[&["check", name][..], options].concat(), b"");
        (ran.status.code(), common::out(&ran).replace(&format!("{name}/d/book.epub/"), "book.epub/"))
    };
    let alone = check("book.epub", &book, &[]);
    assert!(alone.1.contains("\tbroken\t") && alone.1.contains("\tfragment-missing\t"), "{alone:?}");
    let tar = tar_of("d/book.epub", &book);
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("d/book.epub", SimpleFileOptions::default()).expect("a member");
    zip.write_all(&book).expect("memory");
    let zip = zip.finish().expect("memory").into_inner();
    for (name, bytes) in [("x.tar", &tar), ("x.tgz", &packed(&tar)), ("x.zip", &zip)] {
        assert_eq!(check(name, bytes, &[]), alone, "{name}");
    }
    let pages = tar_of("a.html", b"<a href=a.html#beer></a><a href=gone.html></a><p id=beer>");
    for (name, bytes) in [("y.tar", &pages), ("y.tgz", &packed(&pages))] {
        let (status, found) = check(name, bytes, &[]);
        assert_eq!(status, Some(1), "{found}");
        assert_eq!(found, format!("{name}/a.html:1:33\tbroken\tgone.html\tno file `gone.html`\n"));
    }
    // A packed tar file is unpacked as a whole, or not looked into.
    let (status, found) = check("y.tgz", &packed(&pages), &["--max-document", "1000"]);
    assert_eq!((status, found.contains("broken")), (Some(2), false), "{found}");
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// ISO/IEC 29500-1 section 22.2.2.11: the base of hyperlinks, relative to the package.
#[test]
fn hyperlink_bases_of_packages_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let relationships = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
        <Relationship Id='a' Target='menu.html' TargetMode='External'/></Relationships>";
    for (base, expected) in
        [("http://pub.example/d/", "http://pub.example/d/menu.html"), ("../e/", "http://h/e/menu.html")]
    {
        let properties = format!("<Properties><HyperlinkBase>{base}</HyperlinkBase></Properties>");
        let package = archive(&[("docProps/app.xml", &properties), ("word/_rels/document.xml.rels", relationships)]);
        std::fs::write(folder.path().join("x.docx"), package).expect("a file");
        let form = ["links", "--format", "{absolute}", "--base", "http://h/d/x.docx", "x.docx"];
        let ran = napkin_in(folder.path(), &form, b"");
        assert_eq!(common::out(&ran), format!("{expected}\n"), "{}", common::error(&ran));
    }
}

/// ISO/IEC 29500-1 section 17.16.22: Word keeps the fragment of a hyperlink in the text, and its target in another member.
#[test]
fn every_command_adds_the_fragments_of_hyperlinks_to_their_targets() {
    let folder = tempfile::tempdir().expect("a folder");
    let office = "http://schemas.openxmlformats.org";
    let text = format!(
        "<w:document xmlns:w='{office}/wordprocessingml/2006/main' xmlns:r='{office}/officeDocument/2006/relationships'>\
         <w:hyperlink r:id='a' w:anchor='beer'/><w:hyperlink r:id='a' w:anchor='ale'/><w:hyperlink r:id='b' w:anchor='x y'/>\
         <w:fldSimple w:instr='HYPERLINK \"menu.html\" \\l \"wine\"'/></w:document>"
    );
    let relationships = format!(
        "<Relationships xmlns='{office}/package/2006/relationships'>\
         <Relationship Id='a' Target='menu.html' TargetMode='External'/>\
         <Relationship Id='b' Target='https://pub.example/' TargetMode='External'/></Relationships>"
    );
    let members = [
        ("[Content_Types].xml", "<Types/>"),
        ("word/_rels/document.xml.rels", &relationships),
        ("word/document.xml", &text),
    ];
    std::fs::write(folder.path().join("x.docx"), archive(&members)).expect("a file");
    std::fs::write(folder.path().join("menu.html"), "<p id=beer>").expect("a file");
    let ran = |line: &str| {
        let ran = napkin_in(folder.path(), &line.split(' ').collect::<Vec<_>>(), b"");
        (ran.status.code(), common::out(&ran).replace("x.docx/word/_rels/document.xml.rels:1", ""))
    };
    let links =
        "http://h/menu.html#ale\nhttp://h/menu.html#beer\nhttps://pub.example/#x%20y\nhttp://h/menu.html#wine\n";
    assert_eq!(ran("links --format {absolute} --base http://h/x.docx x.docx"), (Some(0), links.to_owned()));
    let (status, found) = ran("check --offline x.docx");
    assert_eq!((status, found.contains("no place named `ale`"), found.lines().count()), (Some(1), true, 2), "{found}");
    // A person is shown the reference, not the field.
    assert!(found.contains("\tmenu.html#wine\tno place named `wine`"), "{found}");
}

/// Nothing is written into an archive.
#[test]
fn archives_are_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = archive(&BOOK);
    std::fs::write(folder.path().join("book.epub"), &bytes).expect("a file");
    for command in
        [&["check", "--offline", "--fix"][..], &["rewrite", "--in-place", "--base", "http://h/", "--absolute"]]
    {
        let ran = napkin_in(folder.path(), &[command, &["book.epub"]].concat(), b"");
        assert_ne!(ran.status.code(), Some(0), "{command:?}: {}", common::out(&ran));
        assert_eq!(std::fs::read(folder.path().join("book.epub")).expect("a file"), bytes, "{command:?}");
    }
}

/// Pages, and what a server said about them: the URL, the fields, and the body.
const PAGES: [(&str, &str, &str); 4] = [
    (
        "http://pub.example/d/menu",
        "Content-Type: text/html",
        "<meta charset=utf-8><a href=beer>x</a><a href='http://paypal.com@evil.example/'>y</a><img src='data:text/html,x'>",
    ),
    ("http://pub.example/a.css", "Content-Type: text/css; charset=utf-8", "a { background: url(b.png) }"),
    ("http://sam:secret@pub.example/c", "Content-Type: application/json", "{\"@context\": {}, \"@id\": \"e\"}"),
    ("http://pub.example/f.png", "Content-Type: image/png", "http://pub.example/no-document"),
];

/// Returns a web archive with these pages, a revisit and a document that was cut off.
fn web_archive(is_packed: bool) -> Vec<u8> {
    let record = |kind: &str, url: &str, more: &str, block: &str| {
        let length = block.len();
        let record = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n{more}Content-Length: {length}\r\n\r\n{block}\r\n\r\n"
        );
        if !is_packed {
            return record.into_bytes();
        }
        let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        member.write_all(record.as_bytes()).expect("memory");
        member.finish().expect("memory")
    };
    let mut file = record("warcinfo", "", "", "see http://pub.example/no-document");
    for (url, fields, body) in PAGES {
        file.extend(record("request", url, "", "GET / HTTP/1.1\r\n\r\n"));
        let chunked = format!(
            "HTTP/1.1 200 OK\r\n{fields}\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
            body.len()
        );
        file.extend(record("response", url, "", &chunked));
    }
    file.extend(record(
        "revisit",
        "http://pub.example/again",
        "",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
    ));
    file.extend(record(
        "resource",
        "http://pub.example/g",
        "WARC-Truncated: length\r\nContent-Type: text/plain\r\n",
        "http://h/",
    ));
    file
}

/// The links of an archive are those of its pages as files, under the URLs from which they were retrieved.
#[test]
fn pages_of_web_archives_have_the_base_of_their_url() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut expected = Vec::new();
    for ((url, _, body), name) in PAGES.iter().zip(["menu.html", "a.css", "c.json"]) {
        std::fs::write(folder.path().join(name), body).expect("a file");
        let ran = napkin_in(
            folder.path(),
            &["links", "--base", url, "--format", "{line}:{column} {absolute} {context}", name],
            b"",
        );
        expected.extend(common::out(&ran).lines().map(str::to_owned));
    }
    expected.push("1:1 http://h/ text bare".to_owned());
    assert_eq!(expected.len(), 6, "{expected:?}");
    for (name, is_packed) in [("crawl.warc", false), ("crawl.warc.gz", true), ("crawl", true)] {
        let bytes = web_archive(is_packed);
        std::fs::write(folder.path().join(name), &bytes).expect("a file");
        for (arguments, input) in [(&[name][..], &b""[..]), (&[name, "-j1"], b""), (&[], &bytes)] {
            let form = ["links", "--format", "{line}:{column} {absolute} {context}"];
            let ran = napkin_in(folder.path(), &[&form, arguments].concat(), input);
            assert_eq!(ran.status.code(), Some(0), "{name}: {}", common::error(&ran));
            assert_eq!(common::out(&ran).lines().collect::<Vec<_>>(), expected, "{name} {arguments:?}");
            let said = common::error(&ran);
            assert!(said.contains("(revisit): 1; ") && said.contains("(WARC-Truncated): 1"), "{said}");
        }
    }
}

#[test]
fn web_archives_are_audited_screened_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("crawl.warc.gz"), web_archive(true)).expect("a file");
    for (arguments, status, expected) in [
        (&["audit", "--format", "{source} {rule}"][..], 1, "crawl.warc.gz/http://pub.example/d/menu brand-before-at"),
        (&["screen", "--format", "{source} {essence}"], 0, "crawl.warc.gz/http://pub.example/d/menu text/html"),
        (
            &["check", "--offline", "-v", "--format", "{source} {absolute} {verdict}"],
            0,
            "crawl.warc.gz/http://pub.example/a.css http://pub.example/b.png skipped",
        ),
        (&["links", "--format", "{source} {raw}"], 0, "crawl.warc.gz/http://sam:******@pub.example/c e"),
    ] {
        // A folder is read as a file is.
        for name in ["crawl.warc.gz", "."] {
            let ran = napkin_in(folder.path(), &[arguments, &[name]].concat(), b"");
            let (out, said) = (common::out(&ran), common::error(&ran));
            let name = if name == "." { format!("./{expected}") } else { expected.to_owned() };
            assert!(out.lines().any(|line| line == name || line == expected), "{arguments:?}: {out}{said}");
            assert_eq!(ran.status.code(), Some(status), "{arguments:?}: {out}{said}");
            assert!(!format!("{out}{said}").contains("secret"), "{arguments:?}: {out}{said}");
        }
    }
}

/// A record that cannot be read is an error with its place, and the others are read.
#[test]
fn damaged_records_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut damaged, plain) = (web_archive(true), web_archive(false));
    let bad = damaged.len() / 2;
    damaged[bad] ^= 0x55;
    let cut = plain[..plain.len() - 9].to_vec();
    for (name, bytes, arguments, rule) in [
        ("damaged.warc.gz", damaged, &[][..], "archive-unreadable"),
        ("cut.warc", cut, &[], "archive-unreadable"),
        ("large.warc", plain, &["--max-member", "150"], "archive-too-large"),
    ] {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let ran = napkin_in(folder.path(), &[&["links", "--json", name], arguments].concat(), b"");
        let out = common::out(&ran);
        assert_eq!(ran.status.code(), Some(2), "{name}: {out}");
        assert!(
            out.contains("http://pub.example/b.png") && out.contains(&format!("\"rule\":\"{rule}\"")),
            "{name}: {out}"
        );
    }
}

/// ISO 28500:2017 section 5: the fields of each record; WACZ 1.1.1 section 5; the members of a zip file with the sizes of its directory.
#[test]
fn archives_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = web_archive(false);
    let mut wacz = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (path, bytes) in [("archive/data.warc", &plain[..]), ("datapackage.json", b"{}")] {
        wacz.start_file(path, stored).expect("a member");
        wacz.write_all(bytes).expect("memory");
    }
    let wacz = wacz.finish().expect("memory").into_inner();
    std::fs::write(folder.path().join("site.wacz"), &wacz).expect("a file");
    std::fs::write(folder.path().join("crawl.warc"), &plain).expect("a file");
    std::fs::write(folder.path().join("crawl.warc.gz"), web_archive(true)).expect("a file");
    std::fs::write(folder.path().join("book.epub"), archive(&BOOK)).expect("a file");
    let list = |arguments: &[&str], input: &[u8]| {
        let ran = napkin_in(folder.path(), &[&["archive", "list"], arguments].concat(), input);
        assert_eq!(ran.status.code(), Some(0), "{arguments:?}: {}", common::error(&ran));
        common::out(&ran)
    };
    let form = "{kind} {status} {type} {url}";
    for (arguments, input) in
        [(&["crawl.warc"][..], &b""[..]), (&["crawl.warc.gz"], b""), (&["site.wacz"], b""), (&[], &plain), (&[], &wacz)]
    {
        let out = list(&[&["--format", form], arguments].concat(), input);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 2 * PAGES.len() + 3, "{out}");
        assert_eq!(lines[..2], ["warcinfo   ", "request   http://pub.example/d/menu"], "{arguments:?}");
        assert_eq!(lines[2], "response 200 text/html http://pub.example/d/menu", "{arguments:?}");
        assert_eq!(lines[9..], ["revisit   http://pub.example/again", "resource  text/plain http://pub.example/g"]);
    }
    // The place of a record is that of its first byte in the file.
    let places = list(&["--format", "{offset}", "crawl.warc"], b"");
    for place in places.lines() {
        assert!(plain[place.parse::<usize>().expect("a number")..].starts_with(b"WARC/1.1\r\n"), "{place}");
    }
    let members = list(&["--format", "{path} {size} {type}", "book.epub"], b"");
    assert_eq!(members.lines().count(), BOOK.len(), "{members}");
    assert!(members.contains("OPS/css/a.css 37 css"), "{members}");
    let all = list(&["--json", "."], b"");
    assert!(
        all.lines().all(|line| line.starts_with("{\"source\":")) && all.contains("\"path\":\"archive/data.warc\""),
        "{all}"
    );
    let other = napkin_in(folder.path(), &["archive", "list"], b"no archive");
    assert_eq!(other.status.code(), Some(2), "{}", common::error(&other));
    assert!(common::error(&other).contains("expected a web archive or a zip file"), "{}", common::error(&other));
}
