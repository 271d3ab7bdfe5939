//! `file:` URLs (RFC 8089): local files and folders.

use std::fs::Metadata;
use std::io::{self, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use httpdate::fmt_http_date;
use tokio::fs;
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::{listing, media_types};
use crate::error::reason;
use crate::rules;
use crate::{
    Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Redirect, Request, Retriever, Target, Trail,
};

/// The age from which a later change of a file also changes its date, which has whole seconds.
const SETTLED: Duration = Duration::from_secs(2);

/// Retrieves files, and folders as pages of links. Refuses devices, pipes and sockets: reading them may not end, or may
/// have effects.
///
/// Files have an entity tag and a date, which decide the conditions and ranges of a [`Request`]. Folders have neither.
#[derive(Clone, Copy, Debug, Default)]
pub struct File;

impl Retriever for File {
    fn schemes(&self) -> &[&'static str] {
        &["file"]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        _: &'a Limits,
        _: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let target = permit.target().clone();
            let path = permit.path().unwrap_or_default();
            found(&path, &target, request).await
        })
    }
}

async fn found(path: &Path, target: &Target, request: &Request) -> Result<Answer, Error> {
    let unreadable = |error: io::Error| unreadable(target, &error);
    // Checked before it is opened, because opening a pipe waits for its other end.
    let metadata = fs::metadata(path).await.map_err(unreadable)?;
    if metadata.is_dir() {
        return folder(path, target).await;
    }
    regular(&metadata, target)?;
    let mut options = fs::OpenOptions::new();
    // A pipe that has replaced the file in the meantime does not block either.
    #[cfg(unix)]
    options.custom_flags(libc::O_NONBLOCK);
    let file = options.read(true).open(path).await.map_err(unreadable)?;
    let metadata = file.metadata().await.map_err(unreadable)?;
    regular(&metadata, target)?;
    entity(file, path, &metadata, target, request).await.map(Answer::Entity)
}

fn regular(metadata: &Metadata, target: &Target) -> Result<(), Error> {
    if metadata.is_file() {
        return Ok(());
    }
    let message = "expected a file or a folder, but found a device, a pipe or a socket";
    Err(Error::new(rules::OBJECT_UNREADABLE, target.url().as_str(), message))
}

async fn entity(
    mut file: fs::File,
    path: &Path,
    metadata: &Metadata,
    target: &Target,
    request: &Request,
) -> Result<Entity, Error> {
    let media_type = media_types::of(path).map(str::to_owned);
    let total = metadata.len();
    // Files of the kernel, such as those in `/proc`, report no length but have content.
    let length = (total > 0).then_some(total);
    let fields = validators(metadata, SystemTime::now());
    let entity = Entity { fields, ..Entity::new(media_type, length, Body::empty()) };
    if target.operation() == Operation::Head {
        return Ok(entity);
    }
    let is_part = request.wants_part_of(&entity);
    let range = if is_part { request.part_of(target.url().as_str(), total)? } else { None };
    let first = range.map_or(0, |range| range.first);
    file.seek(SeekFrom::Start(first)).await.map_err(|error| unreadable(target, &error))?;
    let length = range.map_or(length, |range| Some(range.last - range.first + 1));
    let url = target.clone();
    let body = Body::from_reader(file.take(length.unwrap_or(u64::MAX)), move |error| unreadable(&url, &error));
    Ok(Entity { range, length, body, ..entity })
}

/// Returns the validators of a file, made from its date and length. A file that changed within the last two seconds can
/// change again with the same date, so it has a weak tag and no date (RFC 9110 sections 8.8.1 and 8.8.2.2). A file
/// without a length, such as one of the kernel, has none: its content differs each time.
fn validators(metadata: &Metadata, now: SystemTime) -> Vec<(String, String)> {
    let Some(modified) = metadata.modified().ok().filter(|_| metadata.len() > 0) else { return Vec::new() };
    let Ok(since) = modified.duration_since(SystemTime::UNIX_EPOCH) else { return Vec::new() };
    let is_settled = now.duration_since(modified).is_ok_and(|age| age > SETTLED);
    let weak = if is_settled { "" } else { "W/" };
    let tag = format!("{weak}\"{:x}.{:x}-{:x}\"", since.as_secs(), since.subsec_nanos(), metadata.len());
    let date = is_settled.then(|| ("last-modified".to_owned(), fmt_http_date(modified)));
    [("etag".to_owned(), tag)].into_iter().chain(date).collect()
}

/// Returns a page of links. The URL of a folder ends with a slash, so that the references in the page resolve below it.
async fn folder(path: &Path, target: &Target) -> Result<Answer, Error> {
    let text = target.reference().path().as_str();
    if !text.ends_with('/') {
        let name = text.rsplit('/').next().unwrap_or_default();
        return Ok(Answer::Redirect(Redirect { reference: format!("./{name}/") }));
    }
    let page = page(path).await.map_err(|error| unreadable(target, &error))?;
    let length = page.len() as u64;
    let body = if target.operation() == Operation::Get { Body::from(page) } else { Body::empty() };
    Ok(Answer::Entity(Entity::listing(listing::HTML, Some(length), body)))
}

async fn page(path: &Path) -> io::Result<Bytes> {
    let mut names = Vec::new();
    let mut entries = fs::read_dir(path).await?;
    while let Some(entry) = entries.next_entry().await? {
        let is_folder = fs::metadata(entry.path()).await.is_ok_and(|metadata| metadata.is_dir());
        names.push((PathBuf::from(entry.file_name()), is_folder));
    }
    names.sort();
    let mut page = String::from(listing::HEAD);
    page.push_str("<ul>\n");
    for (name, is_folder) in names {
        listing::entry(&mut page, name.as_os_str().as_encoded_bytes(), is_folder);
    }
    page.push_str("</ul>\n");
    Ok(page.into())
}

fn unreadable(target: &Target, error: &io::Error) -> Error {
    let message = format!("expected a file that can be read, but found {}", reason(error));
    Error::new(rules::OBJECT_UNREADABLE, target.url().as_str(), message)
}
