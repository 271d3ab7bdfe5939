//! Tests `napkin_links`: its rows for the documents of `examples/`, its bound by batches, and its refusals.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::common::{Row, columns, failure, row, rows, session};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::prelude::{SessionConfig, SessionContext};
use napkin_query::Links;
use object_store::ObjectStoreExt;
use object_store::memory::InMemory;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

fn with_links(session: SessionContext) -> SessionContext {
    session.register_udtf(Links::NAME, Arc::new(Links));
    session
}

/// Returns a new folder with the name of a test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn columns_are_the_fields_of_the_command() {
    let session = with_links(session());
    let names = columns(&session, &format!("SELECT * FROM napkin_links('{EXAMPLES}')"));
    let fields = include_str!("../../../../crates/napkin-answer/src/links/row.rs");
    let (_, fields) = fields.split_once("fields! {").unwrap();
    let (fields, _) = fields.split_once("    }\n").unwrap();
    let name = |line: &'static str| line.trim().strip_prefix('"')?.split_once("\" => ").map(|(name, _)| name);
    let fields: Vec<&str> = fields.lines().filter_map(name).chain(["page", "rel", "domain", "text"]).collect();
    assert_eq!(names, fields);
}

/// The rows of a page with a `base` and a non-ASCII letter of two bytes, derived by hand: HTML standard 4.2.3, and
/// draft-fielding-url-syntax-05 section 3. The error is at the letter in the port, where the URL Standard's port state
/// (4.4) fails.
#[test]
fn references_of_a_page() {
    let folder = folder("references_of_a_page");
    let page = "<base href='http://pub.example/menu/'>\n<a href='beer?size=pint&amp;x'>\u{e9}</a> <a href='#top'>\n<img src='http://h:8o/'>";
    fs::write(folder.join("page.html"), page).unwrap();
    let session = with_links(session());
    let sql = format!(
        "SELECT start, \"end\", line, \"column\", raw, context, absolute, base, base_from, standard, ok, same_document, scheme, \
         error['start'] FROM napkin_links('{}') ORDER BY start",
        folder.display()
    );
    let base = [Some("http://pub.example/menu/"), Some("content"), Some("whatwg")];
    let beer = "http://pub.example/menu/beer?size=pint&x";
    let expected: Vec<Row> = [
        ["48", "68", "2", "10", "beer?size=pint&amp;x", "html a[href]"],
        ["86", "90", "2", "47", "#top", "html a[href]"],
        ["103", "115", "3", "11", "http://h:8o/", "html img[src]"],
    ]
    .iter()
    .zip([(Some(beer), false, None), (Some("http://pub.example/menu/#top"), true, None), (None, false, Some("113"))])
    .map(|(place, (absolute, is_same, error))| {
        let mut texts: Vec<Option<&str>> = place.iter().copied().map(Some).collect();
        texts.push(absolute);
        texts.extend(base);
        let truth = |truth| Some(if truth { "true" } else { "false" });
        texts.extend([truth(error.is_none()), truth(is_same), absolute.map(|_| "http"), error]);
        row(&texts)
    })
    .collect();
    assert_eq!(rows(&session, &sql), expected);
}

/// The visible texts of links, in files and in the documents of archives. Without the column the answer is the same.
#[test]
fn texts_of_links() {
    let folder = folder("texts_of_links");
    fs::write(folder.join("a.html"), "<a href=beer>the <b>menu</b></a><img src=x><a href=ale></a>").unwrap();
    fs::write(folder.join("b.md"), "[wine](wine.html)").unwrap();
    let body = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=cider>a pint</a>";
    let record = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n",
        body.len()
    );
    fs::write(folder.join("c.warc"), record).unwrap();
    let session = with_links(session());
    let select = |columns: &str| {
        rows(&session, &format!("SELECT {columns} FROM napkin_links('{}') ORDER BY source, start", folder.display()))
    };
    let expected = [
        ["beer", "the menu"].map(Some).to_vec(),
        vec![Some("x"), None],
        vec![Some("ale"), None],
        ["wine.html", "wine"].map(Some).to_vec(),
        ["cider", "a pint"].map(Some).to_vec(),
    ];
    assert_eq!(select("raw, text"), expected.map(|texts| row(&texts)));
    assert_eq!(select("raw").len(), 5);
    assert_eq!(select("*").len(), 5);
}

/// Returns a session with a store in memory, `memory://pub`.
fn with_objects(objects: &[(String, Vec<u8>)]) -> SessionContext {
    let (session, store) = (with_links(session()), InMemory::new());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for (name, bytes) in objects {
        runtime.block_on(store.put(&name.as_str().into(), bytes.clone().into())).unwrap();
    }
    let url = ObjectStoreUrl::parse("memory://pub").unwrap();
    session.register_object_store(url.as_ref(), Arc::new(store));
    session
}

/// Files and objects of the same names: documents, archives that are read as they arrive, an archive that is not.
#[test]
fn objects_have_the_rows_of_files() {
    let folder = folder("objects_have_the_rows_of_files");
    let record = |body: &str| {
        let head =
            "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/\r\nContent-Type: text/html\r\n";
        format!("{head}Content-Length: {}\r\n\r\n{body}\r\n\r\n", body.len()).into_bytes()
    };
    let mut objects = vec![("crawl/long.warc".to_owned(), record("<a href=beer>").repeat(9000))];
    objects.push(("crawl/.hidden/a.html".to_owned(), b"<a href=hidden>".to_vec()));
    objects.push(("crawl/picture".to_owned(), b"PNG\0http://zero.example/".to_vec()));
    objects.push(("crawlers/a.html".to_owned(), b"<a href=elsewhere>".to_vec()));
    for file in fs::read_dir(EXAMPLES).unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
        objects.push((format!("crawl/{}", file.file_name().display()), fs::read(file.path()).unwrap()));
    }
    let mut book = ZipWriter::new(Cursor::new(Vec::new()));
    book.start_file("one.xhtml", SimpleFileOptions::default()).unwrap();
    book.write_all(b"<a href=two.xhtml>").unwrap();
    objects.push(("crawl/book.epub".to_owned(), book.finish().unwrap().into_inner()));
    for (name, bytes) in objects.iter().filter(|(name, _)| name.starts_with("crawl/")) {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    }
    let session = with_objects(&objects);
    let of = |place: &str| {
        let sql = format!("SELECT replace(source, '{place}', ''), start, raw, context FROM napkin_links('{place}')");
        let mut rows = rows(&session, &sql);
        rows.sort();
        rows
    };
    let (files, stored) = (of(&folder.join("crawl").display().to_string()), of("memory://pub/crawl"));
    assert!(files.len() > 9020 && files.iter().any(|row| row[2].as_deref() == Some("two.xhtml")), "{}", files.len());
    assert_eq!(files, stored);
}

/// The URL of an object is the base of its references (RFC 3986 section 5.1.3), and their page.
#[test]
fn objects_are_retrieved_from_their_urls() {
    let objects = [("a b/menu.html", "<a href=beer>"), ("list.txt", "http://pub.example/")];
    let session = with_objects(&objects.map(|(name, text)| (name.to_owned(), text.into())));
    let of = |place: &str| rows(&session, &format!("SELECT source, page, absolute FROM napkin_links('{place}')"));
    let menu = ["memory://pub/a%20b/menu.html"; 2].map(Some);
    let expected = [row(&[menu[0], menu[1], Some("memory://pub/a%20b/beer")])];
    assert_eq!(of("memory://pub/a%20b/"), expected);
    assert_eq!(of("memory://pub/a%20b/menu.html"), expected);
    assert_eq!(of("memory://pub").len(), 2);
    let said = failure(&session, "SELECT * FROM napkin_links('memory://pub/wine')");
    assert!(said.contains("memory://pub/wine: expected an object, but found none of this name"), "{said}");
    let said = failure(&session, "SELECT * FROM napkin_links('s3://pub/')");
    assert!(said.contains("napkin_links: s3://pub/: "), "{said}");
    let said = failure(&session, "SELECT * FROM napkin_links('memory://pub/', 'usual', 10)");
    assert!(said.contains("expected at most 10 bytes, but found"), "{said}");
}

/// The rows do not depend on the size of batches or the number of partitions.
#[test]
fn batches_and_partitions_make_no_difference() {
    let answers = [(1, 1), (3, 2), (8192, 5)].map(|(size, partitions)| {
        let config = SessionConfig::new().with_batch_size(size).with_target_partitions(partitions);
        let session = with_links(SessionContext::new_with_config(config));
        let sql = format!(
            "SELECT source, start, raw, absolute, to_part FROM napkin_links('{EXAMPLES}') ORDER BY source, start, raw"
        );
        rows(&session, &sql)
    });
    assert!(answers[0].len() > 20, "{}", answers[0].len());
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

/// RFC 2557 section 8.2: a reference to a part of the message.
#[test]
fn parts_of_messages() {
    let session = with_links(session());
    let sql = format!("SELECT part, to_part FROM napkin_links('{EXAMPLES}/menu.eml') WHERE to_part IS NOT NULL");
    let found = rows(&session, &sql);
    assert!(!found.is_empty() && found.iter().all(|row| row[0].is_some()), "{found:?}");
}

/// Reads only as many rows and batches as are requested: the next file is never read.
#[test]
fn a_limit_ends_the_reading() {
    let folder = folder("a_limit_ends_the_reading");
    fs::write(folder.join("a.txt"), "http://pub.example/\n".repeat(1000)).unwrap();
    // This file would be an error.
    fs::write(folder.join("b.txt"), "x".repeat(20_001)).unwrap();
    let config = SessionConfig::new().with_batch_size(10).with_target_partitions(1);
    let session = with_links(SessionContext::new_with_config(config));
    let table = format!("napkin_links('{}', 'usual', 20000)", folder.display());
    assert_eq!(rows(&session, &format!("SELECT line FROM {table} LIMIT 3")).len(), 3);
    let said = failure(&session, &format!("SELECT count(*) FROM {table}"));
    assert!(said.contains("b.txt: expected at most 20000 bytes, but found 20001; argument 3"), "{said}");
}

#[test]
fn texts_that_are_no_documents_are_not_read() {
    let folder = folder("texts_that_are_no_documents_are_not_read");
    fs::create_dir_all(folder.join(".git")).unwrap();
    fs::create_dir_all(folder.join("inner")).unwrap();
    for (name, text) in [
        (".git/config.txt", "http://hidden.example/"),
        ("picture", "PNG\0http://zero.example/"),
        ("inner/notes.txt", "http://pub.example/"),
        ("wide.txt", "\u{feff}http://beer.example/"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder, folder.join("circle")).unwrap();
    let session = with_links(session());
    let sql = format!("SELECT absolute FROM napkin_links('{}') ORDER BY absolute", folder.display());
    assert_eq!(rows(&session, &sql), [row(&[Some("http://beer.example/")]), row(&[Some("http://pub.example/")])]);
}

#[test]
fn calls_of_links_with_wrong_arguments_are_refused() {
    let session = with_links(session());
    for (call, said) in [
        ("napkin_links()", "expected 1 to 3 arguments, but found 0"),
        ("napkin_links(1)", "expected the name of a folder as argument 1"),
        ("napkin_links('/nowhere/at/all')", "/nowhere/at/all: "),
        ("napkin_links('.', 'rfc2396')", "but found `rfc2396`"),
        ("napkin_links('.', 'usual', 0)", "expected a number of bytes as argument 3, but found 0"),
    ] {
        let found = failure(&session, &format!("SELECT * FROM {call}"));
        assert!(found.contains(said), "{call}: {found}");
    }
}

/// Uses the functions: the hosts to which the examples refer.
#[test]
fn with_the_functions() {
    let session = with_links(session());
    let sql = format!(
        "SELECT count(*) FROM napkin_links('{EXAMPLES}') WHERE ok AND url_extract_host(absolute, 'whatwg') = 'pub.example'"
    );
    let count: usize = rows(&session, &sql)[0][0].as_deref().unwrap().parse().unwrap();
    assert!(count > 0);
}

/// The links of the pages in a web archive, packed and not, with the URL of each page; those of a book, with the URL that it would have as a
/// folder. Other zip files of a folder are no documents. `example` is no suffix of the list.
#[test]
fn references_of_archives() {
    let folder = folder("references_of_archives");
    let record = |url: &str, body: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        let length = block.len();
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
        )
    };
    let crawl = [
        record("http://a.example/d/", "<a rel=next href=../x>"),
        record("http://b.example/", "<base href=http://www.c.co.uk/><a href=y><img src=//d.example/z>"),
    ];
    fs::write(folder.join("one.warc"), crawl.concat()).unwrap();
    fs::write(folder.join("no.zip"), b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    let session = with_links(session());
    let sql = format!("SELECT page, absolute, rel, domain FROM napkin_links('{}') ORDER BY absolute", folder.display());
    let expected = [
        ["http://a.example/d/", "http://a.example/x", "next", ""],
        ["http://b.example/", "http://d.example/z", "", ""],
        ["http://b.example/", "http://www.c.co.uk/y", "", "c.co.uk"],
    ];
    let expected: Vec<Row> =
        expected.iter().map(|texts| row(&texts.map(|text| (!text.is_empty()).then_some(text)))).collect();
    assert_eq!(rows(&session, &sql), expected);
    let sql = format!("SELECT count(*) FROM napkin_links('{}/one.warc')", folder.display());
    assert_eq!(rows(&session, &sql), [row(&[Some("3")])]);
    fs::write(folder.join("cut.warc"), &crawl[0][..crawl[0].len() - 20]).unwrap();
    let failed = failure(&session, &format!("SELECT count(*) FROM napkin_links('{}')", folder.display()));
    assert!(failed.contains("cut.warc: the record at byte 0: cannot be unpacked"), "{failed}");
}
