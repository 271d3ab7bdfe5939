//! `napkin links`: lists every reference of documents and mailboxes.

mod documents;
mod filter;
mod large_document;

use std::path::PathBuf;

use napkin_answer::links::{Lister, Row};
use napkin_answer::names::kind_of;

use self::documents::Documents;
use crate::entries::{self, Folders, Reading, Wants};
use crate::folders::Skipped;
use crate::options::Links;
use crate::output::{Answer, Session, Trouble};
use crate::parallel;

pub(crate) fn run(options: &Links, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_, '_, '_>>(session)?;
    let question = options.question();
    let lister = Lister::new(&question);
    if let Some(standards) = options.standard {
        lister.check_base(standards, session)?;
    }
    let standard_input = [PathBuf::from("-")];
    let names = if options.documents.is_empty() { &standard_input[..] } else { &options.documents };
    let is_mail = |name: &str, head: &[u8]| kind_of(options.kind, name, head).is_message();
    let documents = Documents::new(options, &question, lister)?;
    // The first of several equal URLs is that of the first document.
    let threads = if options.filter.unique { 1 } else { parallel::threads(options.mailboxes.jobs) };
    let skipped = Skipped::default();
    let folders = Some(Folders { options: &options.folders, skipped: &skipped });
    let reading = Reading { mailboxes: &options.mailboxes, folders, is_mail: &is_mail, wants: Wants::Documents };
    Ok(entries::walk(names, reading, threads, &printing, &documents))
}
