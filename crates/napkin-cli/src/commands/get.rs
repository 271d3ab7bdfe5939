//! `napkin get`: retrieves URLs.
//!
//! A single URL that fails makes the command fail; in a list, a failed URL does not stop the run. Start at `run`.

mod cookie_jar;
mod file_name;
mod list;
mod outcome;
mod plan;
mod retry;
mod server_name;
mod totals;
mod urls;

use std::sync::Arc;
use std::time::Instant;

use self::cookie_jar::CookieJar;
use self::list::Event;
use self::outcome::{Form, OutcomeRow};
use self::plan::Plan;
use self::urls::Urls;
use super::retrieval;
use super::web_archive::WebArchive;
use crate::options::{Get, OutputPath};
use crate::output::{self, Answer, Page, Printer, Printing, Session, Trouble};

/// The default number of concurrent retrievals: browsers open as many connections per server.
const AT_ONCE: usize = 6;

pub(crate) fn run(options: &Get, session: &Session) -> Result<Answer, Trouble> {
    check(options)?;
    let printing = options.form.printing_of::<OutcomeRow<'_>>(session)?;
    let jar = CookieJar::open(&options.http)?;
    let archive =
        options.warc.as_deref().map(|path| Ok::<_, Trouble>((WebArchive::create(path)?, path))).transpose()?;
    let answer = retrieved(options, &jar, archive.as_ref().map(|(archive, _)| archive), &printing);
    // Servers may have ended sessions in any run. The first error is the one to report.
    let saved = jar.save();
    let archived = archive.map_or(Ok(()), |(archive, path)| archive.finish(path));
    answer.and_then(|answer| saved.and(archived).map(|()| answer))
}

fn retrieved(
    options: &Get,
    jar: &CookieJar,
    archive: Option<&WebArchive>,
    printing: &Printing<'_>,
) -> Result<Answer, Trouble> {
    let session = printing.session;
    let plan = Plan::new(options, jar.cookies.as_ref(), archive, session)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::io("the runtime", error))?;
    if let Some(asked) = Urls::only(options) {
        let done = runtime.block_on(plan.retrieved(asked, None));
        let answer = done.error().map_or(Answer::Yes, retrieval::answer);
        let mut printer = Printer::new(session);
        let mut page = Page::new(printing);
        done.print(form(options, true), session, &mut page);
        printer.print(&mut page);
        return Ok(printer.finish().max(answer));
    }
    all(Arc::new(plan), options, printing, &runtime)
}

/// Checks combinations of options that the option parser cannot express.
fn check(options: &Get) -> Result<(), Trouble> {
    let output = OutputPath::file(options.output.as_ref());
    let has_file = output.is_some() || options.folder().is_some();
    let has_fields = options.form.json || options.form.format.is_some();
    let wrong = if has_fields && !has_file && !options.head {
        "--json and --format say what was retrieved: they need --output, --to, -O or --head"
    } else if options.resume && !has_file {
        "--continue goes on with a file: it needs --output, --to or -O"
    } else if options.force && options.folder().is_none() {
        "--force replaces files of a folder: it needs --to or -O"
    } else if output.is_some() && Urls::only(options).is_none() {
        "one file is for one URL: several go into a folder (--to)"
    } else {
        return Ok(());
    };
    Err(Trouble::Usage(wrong.into()))
}

fn form(options: &Get, is_only: bool) -> Form {
    match (options.head, options.folder()) {
        (true, _) if is_only => Form::Head,
        (true, _) => Form::Heads,
        (false, Some(_)) => Form::Files,
        (false, None) => Form::Bytes,
    }
}

/// Retrieves a list of URLs. A failed URL is reported and skipped.
fn all(
    plan: Arc<Plan>,
    options: &Get,
    printing: &Printing<'_>,
    runtime: &tokio::runtime::Runtime,
) -> Result<Answer, Trouble> {
    // Ordered output can stall connections until servers hang up, so concurrency is opt-in there.
    let at_once = options.jobs.unwrap_or(if plan.takes_turns() { 1 } else { AT_ONCE });
    let total = if printing.session.progress_beside { Urls::total(options)? } else { None };
    let (urls, failed) = Urls::of(options)?.read();
    let begun = Instant::now();
    let mut printer = Printer::of_objects(printing.session, total, plan.takes_turns());
    let mut answer = Answer::Yes;
    let form = form(options, false);
    let mut page = Page::new(printing);
    let mut on_event = |event| match event {
        Event::Done(done, has_next) => {
            answer = answer.max(done.error().map_or(Answer::Yes, retrieval::answer));
            done.print(form, printing.session, &mut page);
            match has_next {
                true => printer.print_if_long(&mut page),
                false => printer.print(&mut page),
            }
        }
        Event::Tick => {
            let counts = plan.totals.now(total);
            printer.show_objects(counts.ended(), || counts.line(begun.elapsed()));
        }
    };
    runtime.block_on(list::in_order(&plan, urls, at_once, &mut on_event));
    // Remaining tasks, such as idle connections, are not awaited.
    let counts = plan.totals.now(total);
    // Without errors, a list in a script ends silently, like other filters.
    let is_counted = counts.failed > 0 || printing.session.progress_beside;
    if is_counted && counts.ended() > 1 && matches!(printing.form, output::Form::Plain | output::Form::Pretty) {
        printer.note(counts.summary(begun.elapsed()));
    }
    let answer = printer.finish().max(answer);
    failed.lock().ok().and_then(|mut failed| failed.take()).map_or(Ok(answer), Err)
}
