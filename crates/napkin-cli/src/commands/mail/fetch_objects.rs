//! Fetches the objects of external bodies.
//!
//! A URL below a URL of `--from` names a file in that folder and in no other. Any other URL is retrieved under the
//! policy, as a request of the message. So `file:` and internal addresses are refused unless the user allows them, and
//! `--yes` alone never lets a message choose among all files of the machine.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use napkin_document::bundle::{Fetched, NotFetched};
use napkin_mail::WantedObject;
#[cfg(feature = "retrieve")]
use napkin_retrieve::{Client, Initiative, Request};

#[cfg(feature = "retrieve")]
use crate::commands::retrieval;
use crate::options::MailAttach;
use crate::output::Trouble;
#[cfg(feature = "retrieve")]
use crate::output::{Answer, shown};

pub(super) struct Objects<'o> {
    folders: &'o [(String, PathBuf)],
    #[cfg(feature = "retrieve")]
    client: Option<Client>,
    /// The limit of the retrieval itself, in bytes.
    #[cfg(feature = "retrieve")]
    limit: u64,
    /// Whether the message can read any file of the machine without confirmation.
    #[cfg(feature = "retrieve")]
    any_file_unseen: bool,
}

impl<'o> Objects<'o> {
    #[cfg(feature = "retrieve")]
    pub(super) fn new(options: &'o MailAttach) -> Result<Self, Trouble> {
        let client = if options.offline { None } else { Some(options.retrieval.client()?) };
        Ok(Self {
            folders: &options.from,
            client,
            limit: options.retrieval.max_decoded.min(options.retrieval.max_bytes),
            any_file_unseen: options.yes && !options.offline && options.retrieval.admits_any_file()?,
        })
    }

    #[cfg(not(feature = "retrieve"))]
    pub(super) fn new(options: &'o MailAttach) -> Result<Self, Trouble> {
        Ok(Self { folders: &options.from })
    }

    /// Fetches an object.
    pub(super) fn get(&self, wanted: &WantedObject) -> Result<Fetched, NotFetched> {
        match self.in_folder(wanted) {
            Some((rest, folder)) => file(rest, folder, wanted.limit),
            None => self.retrieve(wanted),
        }
    }

    /// Returns the folder of `--from` that contains an object, and the object's name there.
    fn in_folder<'w>(&self, wanted: &'w WantedObject) -> Option<(&'w str, &Path)> {
        self.folders.iter().find_map(|(url, folder)| Some((wanted.url.strip_prefix(url.as_str())?, folder.as_path())))
    }

    /// Refuses a file that the user has not confirmed: `--yes` is given before the URLs of the message are known.
    #[cfg(feature = "retrieve")]
    pub(super) fn admit(&self, wanted: &WantedObject, source: &str) -> Result<(), Trouble> {
        let is_file = wanted.url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
        if !(self.any_file_unseen && is_file && self.in_folder(wanted).is_none()) {
            return Ok(());
        }
        let (part, url) = (&wanted.part, shown(&wanted.url));
        Err(Trouble::Usage(format!(
            "{source}: part {part}: expected --only-below beside --yes, since the policy admits any file, but found {url}: \
             pass --only-below DIR with the folder of the objects"
        )))
    }

    #[cfg(not(feature = "retrieve"))]
    pub(super) const fn admit(&self, _: &WantedObject, _: &str) -> Result<(), Trouble> {
        Ok(())
    }

    #[cfg(feature = "retrieve")]
    fn retrieve(&self, wanted: &WantedObject) -> Result<Fetched, NotFetched> {
        let client = self.client.as_ref().ok_or_else(|| NotFetched::new("nothing is retrieved offline"))?;
        let asked = Request::get(&wanted.url).with_initiative(Initiative::Document).with_accept(&wanted.media_type);
        let found = retrieval::document(client, asked, wanted.limit);
        let found =
            found.map_err(|failure| match retrieval::is_too_large(failure.error()) && wanted.limit <= self.limit {
                true => NotFetched::too_large(),
                false => {
                    let words = retrieval::in_words(failure.error());
                    let has_failed = retrieval::answer(failure.error()) == Answer::Incomplete;
                    if has_failed { NotFetched::failed(words) } else { NotFetched::new(words) }
                }
            })?;
        let fetched = Fetched::new(found.bytes).found_at(found.url);
        Ok(match found.media_type {
            Some(media_type) => fetched.of_type(media_type),
            None => fetched,
        })
    }

    #[cfg(not(feature = "retrieve"))]
    fn retrieve(&self, _: &WantedObject) -> Result<Fetched, NotFetched> {
        Err(NotFetched::new("this build does not retrieve URLs, and no --from has it"))
    }
}

/// Reads a file of a folder. Its media type is unknown.
fn file(rest: &str, folder: &Path, limit: u64) -> Result<Fetched, NotFetched> {
    let trouble = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => NotFetched::new("no such file"),
        ErrorKind::PermissionDenied => NotFetched::new("permission denied"),
        _ => NotFetched::failed("cannot be read"),
    };
    let outside = || NotFetched::new("outside of the folder");
    let mut name = Vec::new();
    napkin::percent::decode_into(rest.as_bytes(), &mut name);
    let name = String::from_utf8(name).map_err(|_| outside())?;
    if name.split(['/', '\\']).any(|segment| matches!(segment, "" | "." | "..")) || name.contains('\0') {
        return Err(outside());
    }
    let folder = folder.canonicalize().map_err(trouble)?;
    let path = folder.join(name).canonicalize().map_err(trouble)?;
    if !path.starts_with(&folder) || !path.metadata().map_err(trouble)?.is_file() {
        return Err(outside());
    }
    let mut bytes = Vec::new();
    File::open(&path).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes)).map_err(trouble)?;
    if bytes.len() as u64 > limit { Err(NotFetched::too_large()) } else { Ok(Fetched::new(bytes)) }
}
