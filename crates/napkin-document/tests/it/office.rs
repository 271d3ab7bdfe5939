//! Packages of Office Open XML, whose hyperlinks keep targets and fragments in different members.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use napkin::Finding;
use napkin_document::archive::ArchiveLimits;
use napkin_document::container::Container;
use napkin_document::{Kind, Limits, Link, Options, collect_links, read_links};
use proptest::prelude::*;
use zip::write::SimpleFileOptions;

const WORD: &str = "xmlns='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'";

const SHEET: &str = "xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'";

const STRICT: &str = "xmlns='http://purl.oclc.org/ooxml/spreadsheetml/main' \
    xmlns:rel='http://purl.oclc.org/ooxml/officeDocument/relationships'";

/// Returns a package with a part that has this content, and its relationships to targets outside: identifiers and URLs.
fn package(part: &str, content: &[u8], targets: &[(&str, &str)]) -> Vec<u8> {
    let mut relationships =
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>".to_owned();
    for (id, target) in targets {
        write!(relationships, "<Relationship Id='{id}' Target='{target}' TargetMode='External'/>").unwrap();
    }
    relationships.push_str("</Relationships>");
    let (folder, name) = part.rsplit_once('/').expect("a folder");
    let path = format!("{folder}/_rels/{name}.rels");
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let members = [("[Content_Types].xml", &b"<Types/>"[..]), (&path, relationships.as_bytes()), (part, content)];
    for (path, bytes) in members {
        writer.start_file(path, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the links of a package, and what could not be read.
fn links_within(package: Vec<u8>, limits: ArchiveLimits, readers: Limits) -> (Vec<String>, Vec<String>) {
    let (mut links, mut errors) = (Vec::new(), Vec::new());
    let options = Options::default().with_limits(readers);
    let container = Container::of_bytes(package, "x", limits).unwrap().unwrap();
    for document in container.documents(None, limits) {
        let document = match document {
            Ok(document) => document,
            Err(error) => {
                errors.push(error.to_string());
                continue;
            }
        };
        let as_text = document.entity().with_kind(Kind::Text);
        assert_eq!(collect_links(&as_text, &options).iter().filter(|link| link.text.contains('#')).count(), 0);
        let mut findings: Vec<Finding> = Vec::new();
        read_links(&document.entity(), &options, &mut findings, &mut |link: Link<'_>| {
            assert_eq!(&document.bytes[link.span.range()], link.raw);
            links.push(link.text.into_owned());
        });
        errors.extend(findings.iter().map(|finding| finding.rule.code().to_owned()));
    }
    (links, errors)
}

fn links_of(part: &str, content: &[u8], targets: &[(&str, &str)]) -> Vec<String> {
    let limits = (ArchiveLimits::default(), Limits::default());
    let (links, errors) = links_within(package(part, content, targets), limits.0, limits.1);
    assert!(errors.is_empty(), "{errors:?}");
    links
}

/// ISO/IEC 29500-1 sections 17.16.22 and 18.3.1.47; python-docx and openpyxl join the pieces so, see `conformance/made-documents.py`.
#[test]
fn fragments_of_hyperlinks_are_added_to_their_targets() {
    let word = |inside: &str| format!("<w:document {WORD}>{inside}</w:document>").into_bytes();
    let document = word(
        "<w:hyperlink r:id='a' w:anchor='beer&amp;ale'/><w:hyperlink r:id='b'/><w:hyperlink r:id='c' w:anchor='y'/>\
         <w:hyperlink r:id='c' w:anchor='x'/><w:hyperlink r:id='c' w:anchor='x'/><w:hyperlink w:anchor='inside'/>\
         <w:hyperlink r:id='d' w:anchor='z'/><w:drawing><a r:id='d'/></w:drawing><w:other r:id='e' w:anchor='no'/>\
         <w:hyperlink r:id='f' w:anchor=''/>",
    );
    let targets =
        [("a", "http://h/?a&amp;b "), ("b", "b.html"), ("c", "c.html"), ("d", "d.html"), ("e", "e"), ("f", "f")];
    let expected = ["http://h/?a&b#beer&ale", "b.html", "c.html#x", "c.html#y", "d.html", "d.html#z", "e", "f"];
    assert_eq!(links_of("word/document.xml", &document, &targets), expected);
    let sheet = |space: &str, id: &str| {
        format!(
            "<worksheet {space}><hyperlinks><hyperlink ref='A1' {id}='a' location='Sheet1!A1' display='x'/></hyperlinks></worksheet>"
        )
    };
    for sheet in [sheet(SHEET, "r:id"), sheet(STRICT, "rel:id")] {
        let found = links_of("xl/worksheets/sheet1.xml", sheet.as_bytes(), &[("a", "book.xlsx")]);
        assert_eq!(found, ["book.xlsx#Sheet1!A1"], "{sheet}");
        let utf16: Vec<u8> = format!("\u{feff}{sheet}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(links_of("xl/worksheets/sheet1.xml", &utf16, &[("a", "book.xlsx")]), found);
    }
}

/// The same relationship twice, and one part for many: the fragments of a part are given to one target each.
#[test]
fn a_relationship_that_is_repeated_gets_its_fragments_once() {
    let document =
        format!("<document {WORD}><hyperlink r:id='a' w:anchor='x'/><hyperlink r:id='a' w:anchor='y'/></document>");
    let found = links_of("word/document.xml", document.as_bytes(), &[("a", "b"), ("a", "c")]);
    assert_eq!(found, ["b#x", "b#y", "c"]);
}

/// The text of a target times the number of its fragments would be quadratic.
#[test]
fn targets_are_not_repeated_beyond_the_limit_of_entities() {
    let mut document = format!("<document {WORD}>");
    (0..1000).for_each(|number| write!(document, "<hyperlink r:id='a' w:anchor='{number:04}'/>").unwrap());
    document.push_str("</document>");
    let targets = [("a", "http://pub.example/"), ("b", "b")];
    let read = |limit| {
        let package = package("word/document.xml", document.as_bytes(), &targets);
        links_within(package, ArchiveLimits::default(), Limits::default().with_entities(limit))
    };
    let of_one = "http://pub.example/#0000".len();
    let (links, errors) = read(1001 * of_one);
    assert_eq!((links.len(), links.last().map(|link| &**link)), (1001, Some("b")), "{errors:?}");
    assert!(errors.is_empty(), "{errors:?}");
    let (links, errors) = read(10 * of_one);
    assert_eq!(links.last().map(|link| &**link), Some("b"));
    assert_eq!((links.len(), errors), (11, vec!["entities-too-large".to_owned()]));
}

/// A part is unpacked once more for its relationships, within the same limit.
#[test]
fn parts_that_are_read_for_fragments_count_towards_the_limit() {
    let document = format!("<document {WORD}><hyperlink r:id='a' w:anchor='x'/>{}</document>", " ".repeat(10_000));
    let package = package("word/document.xml", document.as_bytes(), &[("a", "b")]);
    let read = |total| links_within(package.clone(), ArchiveLimits::default().with_total(total), Limits::default());
    assert_eq!(read(25_000), (vec!["b#x".to_owned()], vec![]));
    for total in [15_000, 5000] {
        let (links, errors) = read(total);
        assert_eq!(errors.len(), 1, "{links:?} {errors:?}");
        assert!(errors[0].contains("--max-unpacked"), "{errors:?}");
    }
    // What is too large alone is reported once, and the target stays.
    let limits = ArchiveLimits::default().with_member(9000);
    let (links, errors) = links_within(package, limits, Limits::default());
    assert_eq!((links, errors.len()), (vec!["b".to_owned()], 1), "{errors:?}");
}

proptest! {
    /// Each target has the fragments that the hyperlinks of its relationship name, each once, and none is lost.
    #[test]
    fn every_use_of_a_relationship_is_found(
        uses in proptest::collection::vec(("[abc]", "[xy&]{0,2}"), 0..8),
        targets in proptest::collection::vec("[abcd]", 0..5),
    ) {
        let mut part = format!("<document {WORD}>");
        for (id, place) in &uses {
            let place = place.replace('&', "&amp;");
            write!(part, "<hyperlink r:id='{id}' w:anchor='{place}'/>").unwrap();
        }
        part.push_str("</document>");
        let targets: Vec<(&str, &str)> = targets.iter().map(|id| (&**id, &**id)).collect();
        let (mut expected, mut joined) = (Vec::new(), Vec::new());
        for &(id, target) in &targets {
            let mut places: Vec<&str> = uses.iter().filter(|(of, _)| of == id).map(|(_, place)| &**place).collect();
            places.sort_unstable();
            places.dedup();
            if joined.contains(&id) || places.is_empty() {
                places = vec![""];
            }
            joined.push(id);
            let fragment = |place: &&str| if place.is_empty() { String::new() } else { format!("#{place}") };
            expected.extend(places.iter().map(|place| format!("{target}{}", fragment(place))));
        }
        prop_assert_eq!(links_of("word/document.xml", part.as_bytes(), &targets), expected);
    }
}
