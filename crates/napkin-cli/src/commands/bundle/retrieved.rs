//! Retrieves the resources of a page.
//!
//! For a page in a file, `file:` URLs and URLs below the published folder are read from files; other URLs are retrieved
//! under the policy. A page that was retrieved reads no files, whatever it names.

use napkin::whatwg::Url;
use napkin_document::bundle::{Fetch, Fetched, NotFetched, Request};
use napkin_retrieve::{Client, Initiative, Request as Asked};

use super::super::retrieval::{document, is_too_large, trouble};
use super::Source;
use super::files::Files;
use crate::options::Bundle;
use crate::output::{Session, Trouble, option_trouble};

/// Retrieves a page. Its base is the last URL after redirects, unless `--base` is given.
pub(super) fn page(options: &Bundle, name: &str, session: &Session) -> Result<Source, Trouble> {
    let client = options.retrieval.client()?;
    let page =
        document(&client, Asked::get(name), options.retrieval.max_decoded).map_err(|why| trouble(&why, session))?;
    let base = options.base.as_deref().unwrap_or(&page.url);
    let url = Url::parse(base, None).map_err(|error| option_trouble("base", base, error, session))?;
    let client = (!options.offline).then_some(client);
    let fetch = Box::new(Everything { files: None, client });
    Ok(Source { name: napkin::mask_passwords(name).into_owned(), bytes: page.bytes, url: Some(url), fetch })
}

pub(super) struct Everything {
    files: Option<Files>,
    client: Option<Client>,
}

impl Everything {
    pub(super) fn new(options: &Bundle, files: Option<Files>) -> Result<Self, Trouble> {
        let client = if options.offline { None } else { Some(options.retrieval.client()?) };
        Ok(Self { files, client })
    }
}

impl Fetch for Everything {
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
        if let Some(files) = self.files.as_mut().filter(|files| files.has(request.url)) {
            return files.fetch(request);
        }
        let client = self.client.as_ref().ok_or_else(|| NotFetched::new("nothing is retrieved offline"))?;
        let asked = Asked::get(request.url).with_initiative(Initiative::Document);
        let limit = request.limit as u64;
        let found = document(client, asked, limit).map_err(|failure| match is_too_large(failure.error()) {
            true => NotFetched::too_large(),
            false => NotFetched::new(failure.error().message()),
        })?;
        let fetched = Fetched::new(found.bytes);
        let fetched = match found.media_type {
            Some(media_type) => fetched.of_type(media_type),
            None => fetched,
        };
        Ok(if found.url == request.url { fetched } else { fetched.found_at(found.url) })
    }
}
