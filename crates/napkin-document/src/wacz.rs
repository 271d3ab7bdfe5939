//! Writes a page and what it loads as a web archive that is one file (WACZ 1.1.1). Start with `write`.
//!
//! The page and each object are a record of their own in `archive/data.warc.gz`, with the response that a server would have sent. So programs
//! that replay web archives show the page. The output depends on neither the clock nor chance.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Cursor, Write as _};
use std::rc::Rc;

use jiff::Timestamp;
use napkin::whatwg::Url;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::archive::{ArchiveError, ArchiveLimits};
use crate::bundle::{BundleOptions, Bundled, Fetch, PartOfPage, beside, source};
use crate::container::{Container, ContainerItem};
use crate::entity::{Entity, Kind};
use crate::mhtml::{WriteOptions, joined, title, with_charset};
use crate::rewrite::json_string;
use crate::surt;
use crate::warc::{NewRecord, WarcWriter, labelled_digest};

/// The name of the web archive in the file.
const DATA: &str = "data.warc.gz";

/// Writes a page as WACZ, with each object that it needs as a record of its own. [`Bundled::bytes`] is the file; its reports are those of
/// [`bundle`](crate::bundle::bundle()). A failed object is listed, and missing in the archive.
///
/// ```
/// use napkin_document::Entity;
/// use napkin_document::archive::ArchiveLimits;
/// use napkin_document::bundle::{Fetched, NotFetched, Request};
/// use napkin_document::container::Container;
/// use napkin_document::mhtml::WriteOptions;
///
/// let page = Entity::new(b"<title>Menu</title><img src=napkin.gif>").retrieved_from("http://pub.example/menu");
/// let mut fetch = |_: &Request<'_>| Ok::<_, NotFetched>(Fetched::new(b"GIF89a\x01\x02".to_vec()).of_type("image/gif"));
/// let written = napkin_document::wacz::write(&page, &WriteOptions::default(), &mut fetch)?;
/// let container = Container::of_bytes(written.bytes, "menu.wacz", ArchiveLimits::default()).unwrap().unwrap();
/// assert_eq!(container.count(), 3);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The file has more than 4 GiB, so that a zip file in memory cannot hold it.
pub fn write(page: &Entity<'_>, options: &WriteOptions, fetch: &mut dyn Fetch) -> io::Result<Bundled> {
    let (mut bundled, parts, url) = beside(page, &BundleOptions { limits: options.limits }, fetch);
    let time = Timestamp::from_second(options.date).unwrap_or_default();
    let mut archive = Archive::new(time)?;
    archive.put(&url, &with_charset("text/html", page), page.bytes)?;
    for PartOfPage { url: part, media_type, bytes, .. } in &parts {
        if source::without_fragment(part) != url {
            archive.put(part, media_type, bytes)?;
        }
    }
    bundled.bytes = archive.file(&url, &title(page))?;
    Ok(bundled)
}

/// Returns the first page of a web archive and the objects in the archive as a message (MHTML), from which
/// [`Archive`](crate::mhtml::Archive) makes a page or files; `None` if the archive has no page.
///
/// An object that a redirect leads to is there under both URLs. Of several records of a URL, the first counts.
///
/// ```
/// use napkin_document::archive::ArchiveLimits;
/// use napkin_document::container::Container;
/// let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/\r\nContent-Type: text/html\r\n\
///     Content-Length: 3\r\n\r\n<p>\r\n\r\n";
/// let limits = ArchiveLimits::default();
/// let container = Container::of_bytes(file.to_vec(), "crawl.warc", limits).unwrap().unwrap();
/// let message = napkin_document::wacz::to_mhtml(container, limits).unwrap().unwrap();
/// assert!(message.windows(20).any(|text| text == b"Content-Location: ht"));
/// ```
///
/// # Errors
/// The archive is damaged, or larger than a limit.
pub fn to_mhtml(container: Container, limits: ArchiveLimits) -> Result<Option<Vec<u8>>, ArchiveError> {
    let (mut objects, mut redirects) = (Vec::<PartOfPage>::new(), Vec::new());
    let (mut known, mut left) = (HashSet::new(), limits.total);
    for item in container {
        let ContainerItem::Record(_, record) = item? else { continue };
        let Some(capture) = record.capture() else { continue };
        match (capture.status, capture.field("location")) {
            (Some(300..400), Some(location)) => redirects.extend(resolved(location, capture.url)),
            (None | Some(200..300), _) if known.insert(capture.url.to_owned()) => {
                let bytes = Rc::new(capture.body(limits)?.into_owned());
                left = left.checked_sub(bytes.len() as u64).ok_or(ArchiveError::Total(limits.total))?;
                let media_type = capture.media_type().unwrap_or("application/octet-stream").to_owned();
                objects.push(PartOfPage { url: capture.url.to_owned(), media_type, bytes });
            }
            _ => {}
        }
    }
    let is_page = |object: &PartOfPage| {
        let essence = object.media_type.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("text/html") || essence.eq_ignore_ascii_case("application/xhtml+xml")
    };
    let Some(first) = objects.iter().position(is_page) else { return Ok(None) };
    let page = objects.swap_remove(first);
    let mut places: HashMap<String, usize> =
        objects.iter().enumerate().map(|(number, object)| (object.url.clone(), number)).collect();
    // A chain of redirects is in its order, so its last one is looked up first.
    for (from, to) in redirects.into_iter().rev() {
        if let Some(&number) = places.get(&to).filter(|_| !known.contains(&from)) {
            places.insert(from.clone(), objects.len());
            objects.push(PartOfPage { url: from, ..objects[number].clone() });
        }
    }
    let entity = Entity::new(&page.bytes).with_kind(Kind::Html).retrieved_from(&page.url);
    Ok(Some(joined(&entity, page.url.clone(), page.media_type.clone(), &objects)))
}

/// Returns the URL of a redirect, and that to which it leads.
fn resolved(location: &str, url: &str) -> Option<(String, String)> {
    let base = Url::parse(url, None).ok()?;
    Some((url.to_owned(), Url::parse(location, Some(&base)).ok()?.into_string()))
}

/// The web archive, and the lines of its index.
struct Archive {
    writer: WarcWriter<Vec<u8>>,
    index: Vec<String>,
    /// The date in RFC 3339.
    date: String,
    /// The date in 14 digits.
    digits: String,
}

impl Archive {
    fn new(time: Timestamp) -> io::Result<Self> {
        let date = time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let digits = time.strftime("%Y%m%d%H%M%S").to_string();
        let mut writer = WarcWriter::new(Vec::new(), true);
        writer.write_info(&date)?;
        Ok(Self { writer, index: Vec::new(), date, digits })
    }

    /// Writes an object as the response of a server, and its line of the index (CDXJ 0.1.0).
    fn put(&mut self, url: &str, media_type: &str, bytes: &[u8]) -> io::Result<()> {
        let plain: String = media_type.chars().filter(|character| !character.is_control()).collect();
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {plain}\r\nContent-Length: {}\r\n\r\n", bytes.len());
        let block = [head.as_bytes(), bytes].concat();
        let payload = labelled_digest(&Sha256::digest(bytes).into());
        let of_block = labelled_digest(&Sha256::digest(&block).into());
        let fields = [("WARC-Payload-Digest", &*payload), ("WARC-Block-Digest", &*of_block)];
        let record = NewRecord {
            kind: "response",
            url: Some(url),
            date: &self.date,
            content_type: "application/http;msgtype=response",
            fields: &fields,
            length: block.len() as u64,
        };
        let written = self.writer.write(&record, &mut &*block)?;
        let mut key = Vec::new();
        if surt::write(url, &mut key).is_some() {
            let essence = plain.split(';').next().unwrap_or_default().trim();
            let mut line = format!("{} {} {{", String::from_utf8_lossy(&key), self.digits);
            let (length, offset) = (written.length.to_string(), written.offset.to_string());
            members(
                &mut line,
                &[
                    ("url", url),
                    ("mime", essence),
                    ("status", "200"),
                    ("digest", &payload),
                    ("length", &length),
                    ("offset", &offset),
                    ("filename", DATA),
                ],
            );
            self.index.push(line + "}\n");
        }
        Ok(())
    }

    /// Returns the file with the archive, its index and its description.
    fn file(mut self, url: &str, title: &str) -> io::Result<Vec<u8>> {
        self.index.sort();
        let mut pages =
            String::from("{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\"}\n{");
        members(&mut pages, &[("id", "page-1"), ("url", url), ("title", title), ("ts", &self.date)]);
        pages.push_str("}\n");
        let resources = [
            ("archive/data.warc.gz", self.writer.into_inner()),
            ("indexes/index.cdx", self.index.concat().into_bytes()),
            ("pages/pages.jsonl", pages.into_bytes()),
        ];
        let mut about = String::from("{\n");
        members(
            &mut about,
            &[
                ("profile", "data-package"),
                ("wacz_version", "1.1.1"),
                ("software", concat!("napkin ", env!("CARGO_PKG_VERSION"))),
                ("created", &self.date),
                ("title", title),
                ("mainPageUrl", url),
                ("mainPageDate", &self.date),
            ],
        );
        about.push_str(",\n\"resources\": [");
        for (number, (path, bytes)) in resources.iter().enumerate() {
            about.push_str(if number > 0 { ",\n{" } else { "\n{" });
            let name = path.rsplit('/').next().unwrap_or_default();
            members(&mut about, &[("name", name), ("path", path), ("hash", &hexadecimal(bytes))]);
            let _ = write!(about, ", \"bytes\": {}}}", bytes.len());
        }
        about.push_str("\n]\n}\n");
        let mut digest = String::from("{");
        members(&mut digest, &[("path", "datapackage.json"), ("hash", &hexadecimal(about.as_bytes()))]);
        digest.push_str("}\n");
        let others = [("datapackage.json", about.into_bytes()), ("datapackage-digest.json", digest.into_bytes())];
        zipped(resources.iter().chain(&others))
    }
}

/// Returns a zip file, in which nothing is packed: a reader finds a record without unpacking others (section 5.2.1).
fn zipped<'f>(files: impl Iterator<Item = &'f (&'f str, Vec<u8>)>) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // The date of the format's first day; the crate has no clock without a feature.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (path, bytes) in files {
        zip.start_file(*path, stored)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Appends members of JSON.
fn members(json: &mut String, members: &[(&str, &str)]) {
    for (number, (name, value)) in members.iter().enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        let _ = write!(json, "{comma}\"{name}\": \"{}\"", json_string(value));
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::from("sha256:");
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
