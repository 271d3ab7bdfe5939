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
