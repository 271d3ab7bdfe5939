//! Bundles the HTML page of an email message or an MHTML archive.
//!
//! A file is a message by its name, otherwise by its content. A message is untrusted and may name any file, so files
//! are read only if `--root` or `--allow-outside` is given.

use napkin::whatwg::Url;
use napkin_document::bundle::{BundleOptions, Bundled, Fetch, Fetched, NotFetched, Request};
use napkin_document::mhtml::{Archive, WriteOptions};
use napkin_document::screen::Format;
use napkin_mail::{Message, Profile};

use super::page::{Source, files};
use crate::commands::mail::parse_message::parse_message;
use crate::entries;
use crate::options::{Bundle, Made};
use crate::output::{Page, Trouble};

/// Returns whether a file is a message.
pub(crate) fn is(name: &str, bytes: &[u8]) -> bool {
    Format::of_name(name).unwrap_or_else(|| Format::of_content(bytes)) == Format::Mail
}

/// Returns the bundle of a message's page, the URL of the page, and its name for diagnostics.
pub(super) fn bundled(
    options: &Bundle,
    source: &Source,
    page: &mut Page<'_>,
) -> Result<(Bundled, String, String), Trouble> {
    // The path of a message file says nothing about the original URL of its page.
    let base = source.url.as_ref().filter(|url| options.base.is_some() || url.scheme() != "file").map(Url::href);
    let shown = &*source.name;
    entries::expect_one(shown, &source.bytes)?;
    let message = parse_message(&source.bytes, shown, options.limits, page);
    let mut archive = archive(&message, options.profile, base, shown)?;
    let mut elsewhere: Box<dyn Fetch> = match options.root.is_some() || options.allow_outside {
        true => Box::new(files(options, shown == "stdin", None)?),
        false => Box::new(nowhere),
    };
    let limits = options.objects.limits(source.bytes.len(), options.max_links);
    let done = match options.made() {
        Made::Wacz => {
            return Err(Trouble::Usage(format!("{shown}: expected a page for --format wacz, but found a message")));
        }
        Made::Mhtml => archive.write(
            &WriteOptions::default().with_limits(limits).with_date(options.date.unwrap_or_default()),
            &mut *elsewhere,
        ),
        Made::Html => archive.bundle(&BundleOptions::default().with_limits(limits), &mut *elsewhere),
    };
    let url = archive.url().unwrap_or_default().to_owned();
    Ok((done, url, format!("{shown} part {}", archive.page().number())))
}

/// Returns the message as an archive. Fails if no part is HTML.
pub(crate) fn archive<'m, 'a>(
    message: &'m Message<'a>,
    profile: Profile,
    base: Option<&str>,
    shown: &str,
) -> Result<Archive<'m, 'a>, Trouble> {
    let none = || Trouble::Usage(format!("{shown}: expected a page in the message, but found no part that is HTML"));
    Archive::with_profile(message, profile, base).ok_or_else(none)
}

/// Fetches nothing: only the parts of the message are available.
pub(crate) fn nowhere(_: &Request<'_>) -> Result<Fetched, NotFetched> {
    Err(NotFetched::new("no part of the message"))
}
