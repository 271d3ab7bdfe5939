//! Messages, MHTML among them, as what is bundled.
//!
//! Decides: that a message is one by its name, else by its content; and that files are read for it only where the command line
//! says from where, since it comes from elsewhere and may name any.

use napkin::whatwg::Url;
use napkin_document::bundle::{Bundled, Fetch, Fetched, NotFetched, Options, Request};
use napkin_document::mhtml::{Archive, WriteOptions};
use napkin_document::screen::Format;
use napkin_mail::{Message, Profile};

use super::{Source, files, limits};
use crate::commands::mail::reading;
use crate::commands::mailbox;
use crate::options::Bundle;
use crate::output::{Page, Trouble};

/// Whether a file is a message.
pub(crate) fn is(name: &str, bytes: &[u8]) -> bool {
    Format::of_name(name).unwrap_or_else(|| Format::of_content(bytes)) == Format::Mail
}

/// The bundle of a message's page, the URL of that, and what the user calls it.
pub(super) fn bundled(
    options: &Bundle,
    source: &Source,
    page: &mut Page<'_>,
) -> Result<(Bundled, String, String), Trouble> {
    // Where a file is says nothing of where what is in it was.
    let base = source.url.as_ref().filter(|url| options.base.is_some() || url.scheme() != "file").map(Url::href);
    let shown = &*source.name;
    mailbox::expect_one(shown, &source.bytes)?;
    let message = reading::message(&source.bytes, shown, options.limits, page);
    let mut archive = archive(&message, options.profile, base, shown)?;
    let mut elsewhere: Box<dyn Fetch> = match options.root.is_some() || options.allow_outside {
        true => Box::new(files(options, shown == "stdin", None)?),
        false => Box::new(nowhere),
    };
    let limits = limits(options, &source.bytes);
    let done = match options.makes_mhtml() {
        true => archive.write(&WriteOptions { limits, date: options.date.unwrap_or_default() }, &mut *elsewhere),
        false => archive.bundle(&Options { limits }, &mut *elsewhere),
    };
    let url = archive.url().unwrap_or_default().to_owned();
    Ok((done, url, format!("{shown} part {}", archive.page().number())))
}

/// A message as a page.
pub(crate) fn archive<'m, 'a>(
    message: &'m Message<'a>,
    profile: Profile,
    base: Option<&str>,
    shown: &str,
) -> Result<Archive<'m, 'a>, Trouble> {
    let none = || Trouble::Usage(format!("{shown}: expected a page in the message, but found no part that is HTML"));
    Archive::with_profile(message, profile, base).ok_or_else(none)
}

/// What is in no part is not had.
pub(crate) fn nowhere(_: &Request<'_>) -> Result<Fetched, NotFetched> {
    Err(NotFetched::new("no part of the message"))
}
