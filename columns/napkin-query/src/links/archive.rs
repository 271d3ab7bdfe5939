//! Reads the documents of archives: web archives (WARC, WACZ), EPUB, office documents.

use std::borrow::Cow;
use std::path::Path;

use arrow_array::RecordBatch;
use datafusion_common::{DataFusionError, Result};
use napkin::{Standard, mask_passwords, percent};
use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::container::{ContainedDocument, Container, ContainerItem};
use napkin_document::warc::WarcRecord;
use napkin_document::{Kind, file_url};

use super::folder::Document;
use super::rows::Rows;
use super::shown;

/// Sends the rows of the documents. A damaged record fails the query, as a document that cannot be read does. Returns `false` if the receiver is
/// closed.
pub(super) fn read(
    path: &Path,
    container: Container,
    limits: ArchiveLimits,
    standard: Option<Standard>,
    rows: &mut Rows,
    send: &mut dyn FnMut(RecordBatch) -> bool,
) -> Result<bool> {
    let name = path.to_string_lossy();
    let url = file_url(path);
    for item in container {
        let is_open = match item.map_err(|error| failed(path, &error))? {
            ContainerItem::Document(member) => {
                let source = format!("{name}/{}", member.path);
                let document = of_member(&member, url.as_deref());
                document.rows(&source, standard, rows, send)?
            }
            ContainerItem::Record(inside, record) => match of_record(&record, limits) {
                None => true,
                Some(found) => {
                    let (bytes, document) = found.map_err(|error| failed(path, &error))?;
                    let between = if inside.is_empty() { "" } else { "/" };
                    let page = document.url.clone().unwrap_or_default();
                    let source = format!("{name}{between}{inside}/{}", mask_passwords(&page));
                    let document = Document { bytes: &bytes, ..document };
                    document.rows(&source, standard, rows, send)?
                }
            },
            _ => true,
        };
        if !is_open {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the error of an archive.
pub(super) fn failed(path: &Path, error: &ArchiveError) -> DataFusionError {
    DataFusionError::Execution(format!("{}: {error}", shown(path)))
}

/// Returns a member, whose URL is that which it would have if the archive were a folder.
fn of_member<'m>(member: &'m ContainedDocument, url: Option<&str>) -> Document<'m> {
    let kind = Kind::of_name(&member.path).unwrap_or_else(|| Kind::of_content(&member.bytes));
    let url = url.map(|url| match &member.place {
        Some(place) => format!("{url}/{}", percent::encode(place.as_bytes(), percent::PATH).as_str()),
        None => url.to_owned(),
    });
    let url = if kind.is_message() { None } else { url };
    Document { bytes: &member.bytes, kind, url, enclosing: member.base.clone(), charset: None }
}

/// A document that has been decoded, and what is known about it.
type Decoded<'r> = (Cow<'r, [u8]>, Document<'static>);

/// Returns the document of a record without its codings; `None` if the record has none.
fn of_record(record: &WarcRecord, limits: ArchiveLimits) -> Option<Result<Decoded<'_>, ArchiveError>> {
    let capture = record.capture().filter(|capture| capture.is_document())?;
    let bytes = match capture.body(limits) {
        Ok(bytes) => bytes,
        Err(error) => return Some(Err(error)),
    };
    let media_type = capture.media_type();
    let path = capture.url.split(['?', '#']).next().unwrap_or_default();
    let kind = media_type.and_then(Kind::of_media_type).or_else(|| Kind::of_name(path));
    let kind = kind.unwrap_or_else(|| Kind::of_content(&bytes));
    let charset = media_type.and_then(|text| {
        let read = napkin::media::MediaType::parse(text, napkin::media::Reading::Whatwg).ok()?;
        read.parameter("charset").map(str::to_owned)
    });
    let url = Some(capture.url.to_owned());
    Some(Ok((bytes, Document { bytes: &[], kind, url, enclosing: None, charset })))
}
