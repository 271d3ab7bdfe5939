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
use super::unchanged::{Unchanged, print_fields};
use crate::input;
use crate::options::MailAttach;
use crate::output::{Answer, Message, Page, Session, Trouble, Value, shown};

const FIELDS: [&str; 10] =
    ["ok", "part", "url", "media_type", "size", "source", "notes", "reason", "message", "finding"];

pub(super) fn run(options: &MailAttach, session: &Session) -> Result<Answer, Trouble> {
    let printing = change::printing(&options.form, &options.output, &FIELDS, session)?;
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
    let (options, fields) = (&options.output, &FIELDS);
    let answer = Changer { options, printing: &printing, fields, change: &change, store: None, asks }.run()?;
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
        let values = [
            Value::Bool(true),
            Value::Text(&wanted.part),
            Value::Text(&wanted.url),
            Value::Text(&wanted.media_type),
            size(wanted.size),
            Value::Text(&source.name),
        ];
        if !print_fields(&FIELDS, values, page) {
            page.line(described(wanted));
        }
    }
}

fn size(size: Option<u64>) -> Value<'static> {
    size.map_or(Value::Null, |size| Value::Number(usize::try_from(size).unwrap_or(usize::MAX)))
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
            print_done(body, Some(&codes), &message, source, lists, page);
        }
        _ => print_done(body, None, "it is another way to what has been attached", source, lists, page),
    }
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
    unchanged.print(&FIELDS, page);
}

/// Prints that an object has been attached, with notes, or that this was redundant.
fn print_done(
    body: &AttachedBody,
    notes: Option<&str>,
    message: &str,
    source: &Source,
    lists: bool,
    page: &mut Page<'_>,
) {
    let values = [
        Value::Bool(true),
        Value::Text(&body.part),
        body.url.as_deref().into(),
        body.media_type.as_deref().into(),
        size(body.size),
        Value::Text(&source.name),
        notes.into(),
        notes.is_none().then_some("redundant").into(),
        Value::Text(message),
    ];
    if print_fields(&FIELDS, values, page) {
        return;
    }
    let (name, part) = (&source.name, &body.part);
    match notes {
        Some(_) if lists => page.columns(&[part, &"attached", &shown(message)]),
        Some(_) => page.note(&format!("{name}: part {part} attached: {}", shown(message))),
        None => page.note(&format!("{name}: part {part} stays: {message}")),
    }
}
