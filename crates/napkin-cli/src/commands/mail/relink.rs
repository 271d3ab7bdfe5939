//! `napkin mail relink`: changes the URLs of external bodies.

use napkin::Standard;
use napkin_document::rewrite::Mapping;
use napkin_mail::RelinkOptions;

use super::change::{self, Changer, Keep, Source};
use super::parse_message::parse_message;
use super::unchanged::{Unchanged, print_fields};
use crate::options::MailRelink;
use crate::output::{Answer, Page, Session, Trouble, Value, shown};

const FIELDS: [&str; 9] = ["ok", "part", "form", "from", "to", "source", "reason", "message", "finding"];

pub(super) fn run(options: &MailRelink, session: &Session) -> Result<Answer, Trouble> {
    let printing = change::printing(&options.form, &options.output, &FIELDS, session)?;
    let mapping = |text: &String| Mapping::parse(text, Standard::Rfc3986);
    let mappings: Result<Vec<_>, _> = options.map.iter().map(mapping).collect();
    let mappings = mappings.map_err(|error| Trouble::Usage(format!("--map: {error}")))?;
    let mut asked = RelinkOptions::default().with_mappings(mappings).with_wrap(options.wrap);
    asked.deleted = options.deleted.clone();
    let change = |source: &Source, page: &mut Page<'_>, keep: &mut Keep<'_>| {
        keep(one(source, &asked, options, page).into());
        Ok(Vec::new())
    };
    let (options, fields) = (&options.output, &FIELDS);
    Changer { options, printing: &printing, fields, change: &change, store: None, asks: false }.run()
}

fn one(source: &Source, asked: &RelinkOptions, options: &MailRelink, page: &mut Page<'_>) -> Vec<u8> {
    let message = parse_message(&source.bytes, &source.name, options.output.limits, page);
    let relinked = message.relink(asked);
    for body in &relinked.bodies {
        page.count();
        let values = [
            Value::Bool(true),
            Value::Text(&body.part),
            Value::Text(&body.form),
            body.from.as_deref().into(),
            Value::Text(&body.to),
            Value::Text(&source.name),
        ];
        if change::lists(&options.output) && !print_fields(&FIELDS, values, page) {
            let from = body.from.as_deref().unwrap_or(&body.form);
            page.columns(&[&body.part, &shown(from), &shown(&body.to)]);
        }
    }
    for left in &relinked.left {
        let (finding, why) = (left.finding(), left.why.to_string());
        let what = format!("part {} stays", left.part);
        let unchanged = Unchanged { part: Some(&left.part), ..Unchanged::wrongly(source, &what, &finding, &why) };
        unchanged.print(&FIELDS, page);
    }
    relinked.bytes
}
