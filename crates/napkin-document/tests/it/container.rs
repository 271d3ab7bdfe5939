//! Archives, archives in archives, and web archives in them.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use napkin_document::archive::{Archive, ArchiveError, ArchiveLimits};
use napkin_document::container::{ContainedDocument, Container, ContainerItem, ContainerKind, Members};
use napkin_document::{Options, links};
use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (path, bytes) in members {
        writer.start_file(*path, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, path, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn record(kind: &str, url: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let head =
        format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n{fields}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns the members as text: the path and the content of documents, the path, the URL and the block of records, and errors.
fn read_with(bytes: Vec<u8>, name: &str, limits: ArchiveLimits) -> Vec<String> {
    let container = match Container::of_bytes(bytes, name, limits).expect("a container") {
        Ok(container) => container,
        Err(error) => return vec![error.to_string()],
    };
    shown(container)
}

fn shown(container: Container) -> Vec<String> {
    container
        .map(|item| match item {
            Ok(ContainerItem::Document(document)) => {
                format!("{} {}", document.path, String::from_utf8_lossy(&document.bytes))
            }
            Ok(ContainerItem::Record(path, record)) => {
                let url = record.field("WARC-Target-URI").unwrap_or_default();
                format!("{path} {url} {}", String::from_utf8_lossy(&record.block))
            }
            Ok(_) => "another item".to_owned(),
            Err(error) => format!("error: {error}"),
        })
        .collect()
}

fn read(bytes: Vec<u8>, name: &str) -> Vec<String> {
    read_with(bytes, name, ArchiveLimits::default())
}

/// A file of each kind gives the same members, whatever packs it.
#[test]
fn containers_of_every_kind_have_the_same_members() {
    let members: [(&str, &[u8]); 4] =
        [("a.html", b"<a href=x>"), ("picture.png", b"\x89PNG"), ("d/b.css", b"a{}"), ("d/", b"")];
    let expected = ["a.html <a href=x>", "d/b.css a{}"];
    let files = &members[..3];
    for (name, bytes, kind) in [
        ("x.zip", zip(files), ContainerKind::Zip),
        ("x.tar", tar(files), ContainerKind::Tar),
        ("x.tar.gz", gzip(&tar(files)), ContainerKind::PackedTar),
    ] {
        assert_eq!(ContainerKind::of_content(&bytes), Some(kind), "{name}");
        assert_eq!(read(bytes.clone(), name), expected, "{name}");
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        let of_file = Container::of_file(file, name, ArchiveLimits::default()).unwrap().expect("a container").unwrap();
        assert_eq!(shown(of_file), expected, "{name} as a file");
        let stream = Container::of_stream(kind, Box::new(Cursor::new(bytes)), name, ArchiveLimits::default());
        assert_eq!(
            stream.map(shown).as_deref(),
            (kind != ContainerKind::Zip).then_some(&expected.map(str::to_owned)[..])
        );
    }
    assert_eq!(read(gzip(b"<a href=x>"), "folder/menu.unknown.gz"), ["menu.unknown <a href=x>"]);
}

/// POSIX.1-2001, pax; and the manual of GNU tar, "Basic Tar Format": names beyond the 100 bytes of a header.
#[test]
fn long_names_of_tar_files_are_read() {
    let long = format!("{}/a.html", "folder/".repeat(40));
    assert_eq!(read(tar(&[(&long, b"x"), ("b.html", b"y")]), "x.tar"), [format!("{long} x"), "b.html y".to_owned()]);
    // The name of a link's target may stand between a long name and its member.
    let mut builder = tar::Builder::new(Vec::new());
    for (kind, bytes) in [(b'L', long.as_bytes()), (b'K', &b"target"[..]), (b'0', b"x")] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::new(kind));
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, bytes).unwrap();
    }
    assert_eq!(read(builder.into_inner().unwrap(), "x.tar"), [format!("{long} x")]);
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_pax_extensions([("path", long.as_bytes())]).unwrap();
    let mut header = tar::Header::new_ustar();
    header.set_size(1);
    builder.append_data(&mut header, "short", &b"x"[..]).unwrap();
    assert_eq!(read(builder.into_inner().unwrap(), "x.tar"), [format!("{long} x")]);
}

#[test]
fn archives_in_archives_are_read_to_a_depth() {
    let book = zip(&[("OPS/one.xhtml", b"<html/>")]);
    let inner = tar(&[("book.epub", &book), ("a.html", b"x")]);
    let outer = zip(&[("inner.tar", &inner), ("b.html", b"y"), ("c.xml.gz", &gzip(b"<z/>"))]);
    let expected =
        ["inner.tar/book.epub/OPS/one.xhtml <html/>", "inner.tar/a.html x", "b.html y", "c.xml.gz/c.xml <z/>"];
    assert_eq!(read(outer.clone(), "x.zip"), expected);
    let most = read_with(outer, "x.zip", ArchiveLimits::default().with_depth(2));
    let deep = "error: inner.tar/book.epub: is in more than 2 archives inside each other, which --max-archives allows";
    assert_eq!(most, [deep, expected[1], expected[2], expected[3]]);
}

/// ISO/IEC 29500-1 section 22.2.2.11, and 29500-2 section 9.3.2.2.
#[test]
fn relationships_and_fields_have_the_base_that_the_package_declares() {
    let properties = b"<Properties xmlns='x'><HyperlinkBase> http://pub.example/?a&amp;b </HyperlinkBase></Properties>";
    let package = zip(&[
        ("docProps/app.xml", properties),
        ("word/_rels/document.xml.rels", b"<a/>"),
        ("word/document.xml", b"<b/>"),
        ("customXml/item.xml", b"<c/>"),
        ("[Content_Types].xml", b"<Types/>"),
    ]);
    let documents = |bytes: Vec<u8>| -> Vec<ContainedDocument> {
        let container = Container::of_bytes(bytes, "x", ArchiveLimits::default()).unwrap().unwrap();
        container
            .map(|item| match item {
                Ok(ContainerItem::Document(document)) => document,
                other => panic!("{other:?}"),
            })
            .collect()
    };
    let about =
        |document: &ContainedDocument| (document.place.clone(), document.base.clone(), document.archive.clone());
    let base = Some("http://pub.example/?a&b".to_owned());
    let alone: Vec<_> = documents(package.clone()).iter().map(about).collect();
    assert_eq!(alone[1], (None, base.clone(), Some(String::new())));
    assert_eq!(alone[2], alone[1]);
    assert_eq!(alone[3], (Some("customXml/item.xml".to_owned()), None, Some(String::new())));
    let nested: Vec<_> = documents(tar(&[("d/menu.docx", &package)])).iter().map(about).collect();
    let package = "d/menu.docx".to_owned();
    assert_eq!(nested[1], (Some(package.clone()), base, Some(package.clone())));
    assert_eq!(nested[2], nested[1]);
    assert_eq!(nested[3], (Some(format!("{package}/customXml/item.xml")), None, Some(package)));
    let bytes = gzip(&tar(&[("d/a.html", b"<a>")]));
    let mut unpacked = Container::of_bytes(zip(&[("a.tgz", &bytes)]), "x", ArchiveLimits::default()).unwrap().unwrap();
    let Some(Ok(ContainerItem::Document(page))) = unpacked.next() else { panic!("expected a document") };
    assert_eq!(page.archive.as_deref(), Some("a.tgz"));
}

/// The members that links lead to are found by the same walk as those that are read, so that a name has the same limit.
#[test]
fn a_long_name_does_not_fill_the_memory() {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(2 << 20);
    header.set_cksum();
    let page = tar(&[("./d/a.html", b"<a>")]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tar");
    std::fs::write(&path, &page).unwrap();
    let mut members = Members::open(&path, ArchiveLimits::default()).unwrap();
    assert_eq!(members.paths().collect::<Vec<_>>(), ["d/a.html"]);
    assert_eq!(members.read("d/a.html").unwrap().unwrap(), b"<a>");
    std::fs::write(&path, [&page[..1024], header.as_bytes(), &vec![b'a'; 2 << 20], &page].concat()).unwrap();
    let error = Members::open(&path, ArchiveLimits::default()).unwrap_err();
    assert!(matches!(&error, ArchiveError::Damaged(why) if why.contains("a name has 2097152 bytes")), "{error}");
}

/// WACZ 1.1.1, section 5. The records are read in the file if they are stored, so that their number needs no memory.
#[test]
fn records_of_wacz_are_read() {
    let one = record("resource", "http://one.example/", "", b"1");
    let two = gzip(&record("resource", "http://two.example/", "", b"2"));
    let archive = zip(&[
        ("archive/one.warc", &one),
        ("archive/two.warc.gz", &two),
        ("datapackage.json", b"{\"a\": \"http://no.example/\"}"),
        ("pages/pages.jsonl", b"{}"),
    ]);
    let expected = ["archive/one.warc http://one.example/ 1", "archive/two.warc.gz http://two.example/ 2"];
    assert_eq!(read(archive.clone(), "x.wacz"), expected);
    let limits = ArchiveLimits::default().with_member(one.len() as u64 - 1);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&archive).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    let stored = Container::of_file(file, "x.wacz", limits).unwrap().expect("a container").unwrap();
    assert_eq!(shown(stored), expected);
}

/// RFC 8288 section 3: the fields of a response have links, whatever its body is.
#[test]
fn heads_of_records_are_documents() {
    let page = b"HTTP/1.1 200 OK\r\nlink: <a>; rel=next\r\nContent-Type: text/html\r\n\r\n<a href=b>";
    let image = b"HTTP/1.1 200 OK\r\nLink: <c>;\r\n rel=icon\r\nContent-Type: image/png\r\n\r\nx";
    let moved = b"HTTP/1.1 301 Moved\r\nLocation: d\r\nContent-Length: 0\r\n\r\n";
    let blocks = [&page[..], &image[..], &moved[..]];
    let records = blocks.map(|block| record("response", "http://one.example/x/", "", block)).concat();
    let limits = ArchiveLimits::default();
    let container = Container::of_bytes(records, "x.warc", limits).unwrap().unwrap();
    let mut found = Vec::new();
    for document in container.documents(None, limits) {
        let document = document.unwrap();
        assert_eq!(
            (&*document.path, document.url.as_deref()),
            ("http://one.example/x/", Some("http://one.example/x/"))
        );
        links(&document.entity(), &Options::default(), &mut |link| {
            found.push(format!("{} {} {:?}", link.context, link.text, link.rel.as_deref().unwrap_or_default()));
        });
    }
    let expected = ["http link a \"next\"", "html a[href] b \"\"", "http link c \"icon\"", "http location d \"\""];
    assert_eq!(found, expected);
}

/// ISO 28500:2017 section 6.7: the document of a revisit is in the record that it refers to, before it or behind it.
#[test]
fn revisits_have_the_document_of_another_record() {
    let date = "WARC-Date: 2026-01-01T00:00:00Z\r\n";
    let by_id = "WARC-Refers-To: <urn:x:1>\r\n";
    let by_url = "WARC-Refers-To-Target-URI: http://b/\r\nWARC-Refers-To-Date: 2026-01-01T00:00:00Z\r\n";
    let bytes = [
        record("revisit", "http://r1/", by_id, b"HTTP/1.1 304 Not Modified\r\n\r\n"),
        record("response", "http://a/", "WARC-Record-ID: <urn:x:1>\r\n", b"HTTP/1.1 200 OK\r\n\r\nbeer"),
        record("response", "http://b/", date, b"HTTP/1.1 200 OK\r\n\r\nale"),
        record("revisit", "http://r2/", by_url, b""),
        record("revisit", "http://r3/", by_id, b""),
        record("revisit", "http://lost/", "WARC-Refers-To: <urn:x:2>\r\n", b""),
    ]
    .concat();
    let expected = [
        " http://a/ HTTP/1.1 200 OK\r\n\r\nbeer",
        " http://b/ HTTP/1.1 200 OK\r\n\r\nale",
        " http://r1/ HTTP/1.1 200 OK\r\n\r\nbeer",
        " http://r3/ HTTP/1.1 200 OK\r\n\r\nbeer",
        " http://r2/ HTTP/1.1 200 OK\r\n\r\nale",
    ];
    let of_file = |bytes: &[u8], limits| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        Container::of_file(file, "x.warc", limits).unwrap().expect("a container").unwrap()
    };
    assert_eq!(shown(of_file(&bytes, ArchiveLimits::default())), expected);
    assert_eq!(shown(of_file(&gzip(&bytes), ArchiveLimits::default())), expected);
    let mut container = of_file(&bytes, ArchiveLimits::default());
    assert_eq!((container.by_ref().count(), container.unresolved_revisits()), (5, 1));
    let mut container = of_file(&bytes, ArchiveLimits::default().with_members(2));
    assert_eq!((container.by_ref().count(), container.unresolved_revisits()), (4, 2));
    // A stream is not read twice.
    let stream = Box::new(Cursor::new(bytes));
    let mut container = Container::of_stream(ContainerKind::Warc, stream, "x", ArchiveLimits::default()).unwrap();
    assert_eq!((container.by_ref().count(), container.unresolved_revisits()), (2, 4));
}

/// A packed file is no folder: its references are relative to where it is.
#[test]
fn packed_files_are_where_their_file_is() {
    let places = |bytes: Vec<u8>| -> Vec<Option<String>> {
        let container = Container::of_bytes(bytes, "d/menu.html.gz", ArchiveLimits::default()).unwrap().unwrap();
        container
            .map(
                |item| {
                    if let Ok(ContainerItem::Document(document)) = item { document.place } else { panic!("{item:?}") }
                },
            )
            .collect()
    };
    let packed = gzip(b"<a href=x>");
    assert_eq!(places(packed.clone()), [None]);
    assert_eq!(places(zip(&[("e/a.html.gz", &packed)])), [Some("e/a.html.gz".to_owned())]);
}

#[test]
fn limits_hold_across_archives() {
    let page = [b' '; 1000];
    let inner = zip(&[("a.html", &page), ("b.html", &page)]);
    let outer = tar(&[("1.zip", &inner), ("2.zip", &inner), ("c.html", b"c")]);
    let count = |limits| read_with(outer.clone(), "x.tar", limits);
    assert_eq!(count(ArchiveLimits::default()).len(), 5);
    // The archives inside count as members, too.
    let members = count(ArchiveLimits::default().with_members(5));
    assert_eq!((members.len(), &members[3][..7]), (3 + 1, "error: "), "{members:?}");
    let total = count(ArchiveLimits::default().with_total(2 * inner.len() as u64 + 2500));
    assert!(total.len() < 5 && total.last().unwrap().contains("--max-unpacked"), "{total:?}");
    let ratio = read_with(gzip(&vec![b' '; 4 << 20]), "a.html.gz", ArchiveLimits::default().with_ratio(20));
    assert_eq!(ratio, ["error: a.html: unpacks to more than 20 times its size, which --max-ratio allows"]);
    let member =
        read_with(tar(&[("a.html", &page), ("b.html", b"b")]), "x.tar", ArchiveLimits::default().with_member(999));
    assert_eq!(member, ["error: a.html: is larger than 999 bytes, which --max-member allows", "b.html b"]);
}

/// The directory of a zip file is not read if its end states too many members; the end alone is here, as in APPNOTE 4.3.14 to 4.3.16.
#[test]
fn stated_members_are_limited_before_the_directory_is_read() {
    let end = |members: u16, comment: &[u8]| {
        let members = members.to_le_bytes();
        let length = u16::try_from(comment.len()).unwrap().to_le_bytes();
        [b"PK\x05\x06\0\0\0\0", &members[..], &members, &[0, 0, 1, 0, 9, 9, 0, 0], &length, comment].concat()
    };
    let zip64 = |members: u64| {
        let members = members.to_le_bytes();
        let record = [b"PK\x06\x06", &44_u64.to_le_bytes()[..], &[0; 12], &members, &members, &[0; 16]].concat();
        [&record[..], b"PK\x06\x07\0\0\0\0", &[0; 8], &[1, 0, 0, 0], &*end(u16::MAX, b"")].concat()
    };
    let limits = ArchiveLimits::default().with_members(100);
    let open = |bytes: Vec<u8>| Archive::open(Cursor::new(bytes), limits).unwrap_err();
    for bytes in [end(101, b""), end(101, &[b' '; 65_535]), end(u16::MAX, b"x"), zip64(101), zip64(u64::MAX)] {
        assert!(matches!(open(bytes.clone()), ArchiveError::Members(100)), "{bytes:?}");
    }
    for bytes in [end(100, b""), zip64(100), b"PK\x05\x06".to_vec(), Vec::new()] {
        assert!(matches!(open(bytes.clone()), ArchiveError::Damaged(_)), "{bytes:?}");
    }
}

#[test]
fn damaged_containers_are_reported() {
    let whole = tar(&[("a.html", b"a"), ("b.html", b"b")]);
    let cut = read(whole[..1024 + 700].to_vec(), "x.tar");
    assert_eq!(cut, ["a.html a", "b.html b"], "the padding of the last member may be missing");
    assert_eq!(
        read(whole[..1024 + 512].to_vec(), "x.tar")[1],
        "error: the archive cannot be read: it ends in a member"
    );
    let mut wrong = whole.clone();
    wrong[1024] ^= 1;
    let reason = "error: the archive cannot be read: expected the header of a member, but found something else";
    assert_eq!(read(wrong, "x.tar"), ["a.html a", reason]);
    let outside = read(zip(&[("x.tar", &tar_with_name(b"../a.html"))]), "x.zip");
    assert_eq!(outside, ["error: x.tar/../a.html: the name of the member leads out of the archive"]);
    let named = read(zip(&[("x.docx", b"PK")]), "x.zip");
    assert_eq!(named, ["error: x.docx: cannot be unpacked: expected an archive, as its name says, but found none"]);
    let nested = read(zip(&[("x.zip", b"PK\x03\x04"), ("a.html", b"a")]), "x.zip");
    assert!(nested[0].starts_with("error: x.zip: cannot be unpacked: ") && nested[1] == "a.html a", "{nested:?}");
    let packed = read(zip(&[("a.xml.gz", &gzip(b"<a/>")[..15])]), "x.zip");
    assert!(packed[0].starts_with("error: a.xml.gz/a.xml: cannot be unpacked: "), "{packed:?}");
}

/// Returns a tar file with a member of this name, which the crate would refuse.
fn tar_with_name(name: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.as_mut_bytes()[..name.len()].copy_from_slice(name);
    header.set_size(0);
    header.set_cksum();
    [header.as_bytes().as_slice(), &[0; 1024]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Damage is reported or has no effect, and reading ends.
    #[test]
    fn damaged_archives_end(at in 0.0..1.0_f64, byte: u8, cut in 0.0..1.0_f64) {
        let inner = zip(&[("a.html", b"<a href=x>"), ("b.tar", &tar(&[("c.html", b"c")]))]);
        let warc = record("response", "http://a/", "", b"HTTP/1.1 200 OK\r\n\r\nbeer");
        for (name, bytes) in [
            ("x.zip", zip(&[("i.zip", &inner), ("datapackage.json", b"{}"), ("archive/a.warc.gz", &gzip(&warc))])),
            ("x.tar", tar(&[("i.zip", &inner), ("a.warc", &warc)])),
            ("x.tar.gz", gzip(&tar(&[("i.zip", &inner), ("a.warc", &warc)]))),
        ] {
            let mut bytes = bytes;
            let place = (at * bytes.len() as f64) as usize;
            bytes[place] = byte;
            bytes.truncate((cut * 2.0 * bytes.len() as f64) as usize + 1);
            if let Some(Ok(container)) = Container::of_bytes(bytes, name, ArchiveLimits::default()) {
                prop_assert!(container.filter(|item| !matches!(item, Err(ArchiveError::Damaged(_)))).count() < 20);
            }
        }
    }
}
