//! The options of reports for other programs.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgAction, Args, ValueHint};
use napkin_answer::report::Form;

use super::{OUTPUT, OutputPath};

/// Which reports are printed, and where to.
#[derive(Args)]
pub(crate) struct ReportOptions {
    /// Print a report: sarif, junit, markdown, github, gitlab or rdjson
    ///
    /// FORM=FILE writes the report to a file beside the other output, so that one run can write several reports. `github` prints
    /// annotations of GitHub Actions, `gitlab` a Code Quality report, and `rdjson` diagnostics of reviewdog.
    #[arg(long, value_name = "FORM[=FILE]", action = ArgAction::Append, help_heading = OUTPUT)]
    pub(crate) report: Vec<Report>,
    /// Write the report to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: Option<OutputPath>,
    /// Leave suppressed findings out of SARIF
    ///
    /// They are those in the baseline, or excused by a comment or an option. GitHub ignores that they are suppressed.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) hide_suppressed: bool,
}

/// A report, and the file to write it to; `None` for standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) form: Form,
    pub(crate) file: Option<PathBuf>,
}

impl FromStr for Report {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (form, file) = text.split_once('=').map_or((text, None), |(form, file)| (form, Some(file)));
        if file == Some("") {
            return Err("expected a file after `=`".to_owned());
        }
        Ok(Self { form: form.parse()?, file: file.filter(|file| *file != "-").map(PathBuf::from) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_option_has_a_form_and_perhaps_a_file() {
        let report = |form, file: Option<&str>| Ok(Report { form, file: file.map(PathBuf::from) });
        assert_eq!("junit".parse(), report(Form::Junit, None));
        assert_eq!("sarif=a=b".parse(), report(Form::Sarif, Some("a=b")));
        assert_eq!("sarif=-".parse(), report(Form::Sarif, None));
        assert!("sarif=".parse::<Report>().is_err() && "html".parse::<Report>().is_err());
    }
}
