//! `napkin explain`: explains what a rule finds, and why.

use napkin_answer::explain::{Row, answer};
use napkin_answer::rules;

use crate::config::similar;
use crate::options::Explain;
use crate::output::{Answer, Form, Message, Printing, Session, Trouble, print_answer};

pub(crate) fn run(options: &Explain, session: &Session) -> Result<Answer, Trouble> {
    let printing = match options.form.printing_of::<Row>(session)? {
        fields @ Printing { form: Form::Json | Form::Template(_), .. } => fields,
        _ => Printing::new(Form::Pretty, session),
    };
    let unknown = |code: &String| {
        let text = format!("no rule `{code}`; `napkin explain` lists them");
        let Some(similar) = similar(code, rules::all().map(|rule| rule.code())) else { return Trouble::Usage(text) };
        let error = Message::error(session.error_paint, text);
        let help = format!("a similar rule is `{similar}`; `napkin explain {similar}` explains it");
        Trouble::Diagnostic(error.with(&Message::help(session.error_paint, help)))
    };
    let rule = options.rule.as_ref().map(|code| rules::find(code).ok_or_else(|| unknown(code))).transpose()?;
    print_answer(&printing, |page| {
        answer(rule, page);
        Ok(())
    })
}
