//! `napkin explain`: explains what a rule finds, and why.

use napkin_answer::explain::{FIELDS, answer};
use napkin_answer::rules;

use crate::options::Explain;
use crate::output::{Answer, Form, Page, Printer, Printing, Session, Trouble};

pub(crate) fn run(options: &Explain, session: &Session) -> Result<Answer, Trouble> {
    let printing = match options.form.printing(session, &FIELDS)? {
        fields @ Printing { form: Form::Json | Form::Template(_), .. } => fields,
        _ => Printing::new(Form::Pretty, session),
    };
    let unknown = |code: &String| Trouble::Usage(format!("no rule `{code}`; `napkin explain` lists them"));
    let rule = options.rule.as_ref().map(|code| rules::find(code).ok_or_else(|| unknown(code))).transpose()?;
    let mut page = Page::new(&printing);
    answer(rule, &mut page);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}
