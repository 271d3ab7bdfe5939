//! `napkin links`: lists every reference of documents and mailboxes.

mod documents;
mod filter;
mod large_document;

use napkin_answer::links::{Lister, Row};
use napkin_answer::names::kind_of;

use self::documents::Documents;
use crate::entries::{self, Reading};
use crate::options::Links;
use crate::output::{Answer, Form, Printing, Session, Trouble};
use crate::parallel;

pub(crate) fn run(options: &Links, session: &Session) -> Result<Answer, Trouble> {
    let printing = match options.form.printing_of::<Row<'_, '_, '_>>(session)? {
        // The layers are drawn for people.
        Printing { form: Form::Plain, .. } if options.explain => Printing::new(Form::Pretty, session),
        asked => asked,
    };
    let question = options.question();
    let lister = Lister::new(&question);
    if let Some(standards) = options.standard {
        lister.check_base(standards, session)?;
    }
    let names = options.list.with(&options.documents)?;
    let is_mail = |name: &str, head: &[u8]| kind_of(options.reading.kind, name, head).is_message();
    let documents = Documents::new(options, &question, lister)?;
    // The first of several equal URLs is that of the first document.
    let threads = if options.filter.unique { 1 } else { parallel::threads(options.reading.inputs.mailboxes.jobs) };
    let reading = Reading::documents(&options.reading.inputs, &is_mail);
    Ok(entries::walk(&names, reading, threads, &printing, &documents))
}
