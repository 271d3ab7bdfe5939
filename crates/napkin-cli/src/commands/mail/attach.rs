//! `napkin mail attach`: puts external bodies back into a message.
//!
//! Nothing is retrieved before the user knows the object and agrees (RFC 2046 section 5.2.3.6). A failed retrieval is a
//! failure of the run, while a refusal answers "no". The library decides whether an object is the right one; the policy
//! decides whether it may be retrieved.

use std::io::{self, BufRead, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

use napkin_mail::{AttachFailure, AttachOptions, AttachOutcome, AttachedBody, Spaces, WantedObject};

use super::change::{self, Changer, Keep, Source};
use super::fetch_objects::Objects;
use super::parse_message::parse_message;
use super::unchanged::Unchanged;
use crate::input;
use crate::options::MailAttach;
use crate::output::{self, Answer, Message, Page, Session, Trouble, shown};
use napkin_answer::fields;

/// An object to attach, the outcome for an external body, or a part that stays.
struct Row<'r> {
    source: &'r str,
    part: Option<&'r str>,
    url: Option<&'r str>,
    media_type: Option<&'r str>,
    size: Option<u64>,
    does: Does<'r>,
}

/// The outcome, or the plan.
enum Does<'r> {
    /// The plan in words.
    Plans(String),
    /// The codes of the notes, and the notes.
    Attaches(String, String),
    /// Another external body has brought the object.
    IsRedundant,
    Stays(Unchanged<'r>),
}

/// The message about a redundant external body.
const REDUNDANT: &str = "it is another way to what has been attached";

impl<'r> Row<'r> {
    fn of(body: &'r AttachedBody, source: &'r Source, does: Does<'r>) -> Self {
        let (url, media_type) = (body.url.as_deref(), body.media_type.as_deref());
        Self { source: &source.name, part: Some(&body.part), url, media_type, size: body.size, does }
    }

    fn unchanged(&self) -> Option<&Unchanged<'r>> {
        match &self.does {
            Does::Stays(unchanged) => Some(unchanged),
            _ => None,
        }
    }
}

impl<'r> From<Unchanged<'r>> for Row<'r> {
    fn from(unchanged: Unchanged<'r>) -> Self {
        let Unchanged { source, part, media_type, size, url, .. } = unchanged;
        Self { source: &source.name, part, url, media_type, size, does: Does::Stays(unchanged) }
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        let (notes, reason, message) = match &self.does {
            Does::Plans(_) => (None, None, None),
            Does::Attaches(codes, notes) => (Some(&**codes), None, Some(&**notes)),
            Does::IsRedundant => (None, Some("redundant"), Some(REDUNDANT)),
            Does::Stays(unchanged) => (None, Some(unchanged.reason()), Some(unchanged.why)),
        };
        "ok" => self.unchanged().is_none_or(|unchanged| unchanged.is_right),
        "part" => self.part,
        "url" => self.url,
        "media_type" => self.media_type,
        "size" => self.size,
        "source" => self.source,
        "notes" => notes,
        "reason" => reason,
        "message" => message,
        "finding" => self.unchanged().map(Unchanged::worded),
    }

    fn plain(&self, page: &mut Page<'_>) {
        match &self.does {
            Does::Plans(plan) => page.line(plan),
            Does::Attaches(_, notes) => page.columns(&[&self.part.unwrap_or_default(), &"attached", &shown(notes)]),
            Does::IsRedundant | Does::Stays(_) => {}
        }
    }
}

pub(super) fn run(options: &MailAttach, session: &Session) -> Result<Answer, Trouble> {
    let printing = change::printing::<Row<'_>>(&options.form, &options.output, session)?;
    let objects = Objects::new(options)?;
    let asked = asked(options);
    let has_failed = AtomicBool::new(false);
    let change = |source: &Source, page: &mut Page<'_>, keep: &mut Keep<'_>| {
        let message = parse_message(&source.bytes, &source.name, options.output.limits, page);
        let plan = message.wanted(&asked);
        if options.output.dry_run {
            print_plan(&plan, source, page);
            keep(source.bytes.as_slice().into());
            return Ok(Vec::new());
        }
        plan.iter().flatten().try_for_each(|wanted| objects.admit(wanted, &source.name))?;
        if plan.iter().any(Result::is_ok) {
            agree(&plan, options, source, session)?;
        }
        let attached = message.attach(&asked, &mut |wanted| objects.get(wanted));
        let is_failure =
            |body: &AttachedBody| matches!(&body.outcome, AttachOutcome::Failed(why) if why.is_retrieval_failure());
        has_failed.fetch_or(attached.bodies.iter().any(is_failure), Ordering::Relaxed);
        print(&attached.bodies, options, source, page);
        keep(attached.bytes.into());
        Ok(Vec::new())
    };
    let asks = !options.yes && !options.output.dry_run;
    let (options, stays) =
        (&options.output, |unchanged: Unchanged<'_>, page: &mut Page<'_>| unchanged.print::<Row<'_>>(page));
    let answer = Changer { options, printing: &printing, stays, change: &change, store: None, asks }.run()?;
    // The message is written even so: the objects that could be read are complete.
    Ok(if has_failed.into_inner() { Answer::Incomplete } else { answer })
}

fn asked(options: &MailAttach) -> AttachOptions {
    let mut asked = AttachOptions::default()
        .with_expired(options.expired)
        .with_spaces(if options.keep_spaces { Spaces::Keep } else { Spaces::Remove })
        .with_max_object(options.max_object)
        .with_label(options.label);
    asked.now = Some(jiff::Timestamp::now().as_second());
    asked.parts = (!options.part.is_empty()).then(|| options.part.iter().cloned().collect());
    asked.retrieval = options.base.clone();
    asked
}

/// Describes a planned retrieval.
fn described(wanted: &WantedObject) -> String {
    let size = wanted.size.map(|size| format!(", {size} bytes")).unwrap_or_default();
    let digest = if wanted.has_digest { "" } else { ", which no digest verifies" };
    let login = if wanted.needs_login { ", with a password" } else { "" };
    let url = napkin::mask_passwords(&wanted.url).into_owned();
    let verb = if wanted.is_here() { "take" } else { "retrieve" };
    format!("part {}: {verb} {} as {}{size}{login}{digest}", wanted.part, shown(&url), shown(&wanted.media_type))
}

/// Prints the planned retrievals, and asks for confirmation.
fn agree(
    plan: &[Result<WantedObject, AttachedBody>],
    options: &MailAttach,
    source: &Source,
    session: &Session,
) -> Result<(), Trouble> {
    if session.diagnostics > 0 {
        for wanted in plan.iter().flatten() {
            Message::note(session.error_paint, format_args!("{}: {}", source.name, described(wanted))).tell();
        }
    }
    if options.yes {
        return Ok(());
    }
    let can_ask = input::file(&source.path).is_some() && io::stdin().is_terminal();
    let mut answer = String::new();
    if can_ask {
        Message::question("Retrieve? [y/N] ").tell();
        io::stdin().lock().read_line(&mut answer).map_err(|error| Trouble::io("stdin", error))?;
    }
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(Trouble::Usage(format!(
            "{}: nothing is retrieved unless somebody agrees (RFC 2046 section 5.2.3.6): --yes does",
            source.name
        ))),
    }
}

/// Prints the plan, one object per line.
fn print_plan(plan: &[Result<WantedObject, AttachedBody>], source: &Source, page: &mut Page<'_>) {
    for wanted in plan {
        page.count();
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(body) => {
                print_body(body, source, true, page);
                continue;
            }
        };
        page.row(&Row {
            source: &source.name,
            part: Some(&wanted.part),
            url: Some(&wanted.url),
            media_type: Some(&wanted.media_type),
            size: wanted.size,
            does: Does::Plans(described(wanted)),
        });
    }
}

fn print(bodies: &[AttachedBody], options: &MailAttach, source: &Source, page: &mut Page<'_>) {
    for body in bodies {
        page.count();
        print_body(body, source, change::lists(&options.output), page);
    }
}

/// Prints the outcome for an external body: on standard output if it is free for records.
fn print_body(body: &AttachedBody, source: &Source, lists: bool, page: &mut Page<'_>) {
    match &body.outcome {
        AttachOutcome::Failed(why) => print_failure(body, why, source, page),
        AttachOutcome::Attached(notes) => {
            let message = notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            let codes = notes.iter().map(|note| note.code()).collect::<Vec<_>>().join(" ");
            let note = format!("{}: part {} attached: {}", source.name, body.part, shown(&message));
            print_done(&Row::of(body, source, Does::Attaches(codes, message)), lists, &note, page);
        }
        _ => {
            let note = format!("{}: part {} stays: {REDUNDANT}", source.name, body.part);
            print_done(&Row::of(body, source, Does::IsRedundant), false, &note, page);
        }
    }
}

/// Prints that an object has been attached, or that this was redundant: as a row if standard output is free for records, or as
/// a note.
fn print_done(row: &Row<'_>, lists: bool, note: &str, page: &mut Page<'_>) {
    if lists || page.has_fields() { page.row(row) } else { page.note(note) }
}

fn print_failure(body: &AttachedBody, why: &AttachFailure, source: &Source, page: &mut Page<'_>) {
    let (finding, message) = (why.finding(body.span), why.to_string());
    let stays = if *why == AttachFailure::NoPart { "" } else { " stays" };
    let what = format!("part {}{stays}", body.part);
    let unchanged = Unchanged {
        part: Some(&body.part),
        media_type: body.media_type.as_deref(),
        size: body.size,
        url: body.url.as_deref(),
        ..Unchanged::wrongly(source, &what, &finding, &message)
    };
    unchanged.print::<Row<'_>>(page);
}
