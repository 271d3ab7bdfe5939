//! `napkin mail relink`: changes the URLs of external bodies.

use napkin::Standard;
use napkin_document::rewrite::Mapping;
use napkin_mail::{RelinkOptions, RelinkedBody};

use super::change::{self, Changer, Keep, Source};
use super::parse_message::parse_message;
use super::unchanged::Unchanged;
use crate::options::MailRelink;
use crate::output::{self, Answer, Page, Session, Trouble, shown};
use napkin_answer::fields;

/// A changed external body, or a part that stays as it is.
struct Row<'r> {
    source: &'r str,
    part: Option<&'r str>,
    /// The change; `None` if the part stays.
    body: Option<&'r RelinkedBody>,
    unchanged: Option<Unchanged<'r>>,
}

impl<'r> From<Unchanged<'r>> for Row<'r> {
    fn from(unchanged: Unchanged<'r>) -> Self {
        Self { source: &unchanged.source.name, part: unchanged.part, body: None, unchanged: Some(unchanged) }
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        "ok" => self.unchanged.is_none_or(|unchanged| unchanged.is_right),
        "part" => self.part,
        "form" => self.body.map(|body| &*body.form),
        "from" => self.body.and_then(|body| body.from.as_deref()),
        "to" => self.body.map(|body| &*body.to),
        "source" => self.source,
        "reason" => self.unchanged.map(|unchanged| unchanged.reason()),
        "message" => self.unchanged.map(|unchanged| unchanged.why),
        "finding" => self.unchanged.map(|unchanged| unchanged.worded()),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Some(body) = self.body else { return };
        let from = body.from.as_deref().unwrap_or(&body.form);
        page.columns(&[&body.part, &shown(from), &shown(&body.to)]);
    }
}

pub(super) fn run(options: &MailRelink, session: &Session) -> Result<Answer, Trouble> {
    let printing = change::printing::<Row<'_>>(&options.form, &options.output, session)?;
    let mapping = |text: &String| Mapping::parse(text, Standard::Rfc3986);
    let mappings: Result<Vec<_>, _> = options.map.iter().map(mapping).collect();
    let mappings = mappings.map_err(|error| Trouble::Usage(format!("--map: {error}")))?;
    let mut asked = RelinkOptions::default().with_mappings(mappings).with_wrap(options.wrap);
    asked.deleted = options.deleted.clone();
    let change = |source: &Source, page: &mut Page<'_>, keep: &mut Keep<'_>| {
        keep(one(source, &asked, options, page).into());
        Ok(Vec::new())
    };
    let (options, stays) =
        (&options.output, |unchanged: Unchanged<'_>, page: &mut Page<'_>| unchanged.print::<Row<'_>>(page));
    Changer { options, printing: &printing, stays, change: &change, store: None, asks: false }.run()
}

fn one(source: &Source, asked: &RelinkOptions, options: &MailRelink, page: &mut Page<'_>) -> Vec<u8> {
    let message = parse_message(&source.bytes, &source.name, options.output.limits, page);
    let relinked = message.relink(asked);
    for body in &relinked.bodies {
        page.count();
        if change::lists(&options.output) {
            page.row(&Row { source: &source.name, part: Some(&body.part), body: Some(body), unchanged: None });
        }
    }
    for left in &relinked.left {
        let (finding, why) = (left.finding(), left.why.to_string());
        let what = format!("part {} stays", left.part);
        let unchanged = Unchanged { part: Some(&left.part), ..Unchanged::wrongly(source, &what, &finding, &why) };
        unchanged.print::<Row<'_>>(page);
    }
    relinked.bytes
}
