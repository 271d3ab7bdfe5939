//! `napkin explain`: explains what a rule finds, and why.

use napkin_answer::explain::{Row, answer};
use napkin_answer::rules;

use crate::options::Explain;
use crate::output::{Answer, Form, Printing, Session, Trouble, print_answer};

pub(crate) fn run(options: &Explain, session: &Session) -> Result<Answer, Trouble> {
    let printing = match options.form.printing_of::<Row>(session)? {
        fields @ Printing { form: Form::Json | Form::Template(_), .. } => fields,
        _ => Printing::new(Form::Pretty, session),
    };
    let unknown = |code: &String| Trouble::Usage(format!("no rule `{code}`; `napkin explain` lists them"));
    let rule = options.rule.as_ref().map(|code| rules::find(code).ok_or_else(|| unknown(code))).transpose()?;
    print_answer(&printing, |page| {
        answer(rule, page);
        Ok(())
    })
}
