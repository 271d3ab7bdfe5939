//! Writes findings as a log in SARIF 2.1.0 (OASIS Standard, 27 March 2020).
//!
//! Results are written as they are found, so that a log of any length takes constant memory. The notifications and the
//! rules follow the results.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use napkin::percent::{PATH, encode};
use napkin::{Rule, Standard};
use napkin_audit::{Level, Settings};

use crate::output::{Lacking, Page, Value, object};
use napkin_answer::audit::Row;
use napkin_answer::rules;

/// The maximum number of notifications in a log. One more notification gives the number of those left out.
const NOTIFICATIONS: usize = 1000;

#[derive(Default)]
pub(super) struct Log {
    /// Whether a result has been written.
    has_results: AtomicBool,
    /// The reasons why the results are incomplete, and the number of further reasons that were not kept.
    lacking: Mutex<(Vec<Lacking>, usize)>,
}

/// A log with empty arrays for the results, the notifications and the rules.
const FRAME: &str = include_str!("sarif.json");

/// Returns the text of the frame before the results, before the notifications, before the rules, and after the rules.
fn frame() -> [&'static str; 4] {
    let mut pieces = FRAME.trim_end().split("[]");
    std::array::from_fn(|_| pieces.next().unwrap_or_default())
}

pub(super) fn begin(is_wanted: bool, page: &mut Page<'_>) {
    if is_wanted {
        page.text(frame()[0]);
        page.text("[\n");
    }
}

pub(super) fn end(log: Option<&Log>, settings: &Settings, page: &mut Page<'_>) {
    let Some(log) = log else { return };
    let [_, invocation, tool, behind] = frame();
    let (lacking, more) = std::mem::take(&mut *log.lacking.lock().unwrap_or_else(PoisonError::into_inner));
    page.text("]");
    page.text(&invocation.replace("SUCCESSFUL", if lacking.is_empty() { "true" } else { "false" }));
    page.text("[");
    for (number, lacking) in lacking.iter().enumerate() {
        page.text(if number == 0 { "\n" } else { ",\n" });
        notification(lacking, page);
    }
    if more > 0 {
        let message = format!("{more} more notifications are not listed");
        page.text(",\n");
        notification(&Lacking { rule: None, message, place: None }, page);
    }
    page.text("]");
    page.text(&tool.replace("VERSION", env!("CARGO_PKG_VERSION")));
    page.text("[\n");
    for (number, &rule) in rules::AUDIT_RULES.iter().enumerate() {
        page.text(if number == 0 { "" } else { ",\n" });
        self::rule(rule, settings, page);
    }
    page.text("]");
    page.text(behind);
    page.text("\n");
}

fn rule(rule: Rule, settings: &Settings, page: &mut Page<'_>) {
    let level = [("level", Value::Text(level(settings.level(rule))))];
    let sentence = [("text", Value::Text(rule.sentence()))];
    let why = [("text", Value::Text(rule.why()))];
    let see = rule.see(Standard::Rfc3986);
    let help = format!("{}\n\nSee {see}. `napkin explain {}` shows an example.", rule.why(), rule.code());
    let help_text = [("text", Value::Text(&help)), ("markdown", Value::Text(&help))];
    let uri = help_uri(see);
    let security = severity(settings.level(rule));
    let properties = [
        ("see", Value::Text(see)),
        ("security-severity", Value::Text(security)),
        ("tags", Value::Names(&["security", "url"])),
    ];
    let fields = [
        ("id", Value::Text(rule.code())),
        ("shortDescription", Value::Object(&sentence)),
        ("fullDescription", Value::Object(&why)),
        ("defaultConfiguration", Value::Object(&level)),
        ("help", Value::Object(&help_text)),
        ("properties", Value::Object(&properties)),
    ];
    let help_uri = uri.as_deref().map(|uri| ("helpUri", Value::Text(uri)));
    write(&fields.into_iter().chain(help_uri).collect::<Vec<_>>(), page);
}

/// Returns the address of the first document that a rule cites.
fn help_uri(see: &str) -> Option<String> {
    let number = |after: &str| {
        let rest = see.split_once(after)?.1;
        Some(&rest[..rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len())])
    };
    if let Some(weakness) = number("CWE-") {
        return Some(format!("https://cwe.mitre.org/data/definitions/{weakness}.html"));
    }
    if let Some(rfc) = number("RFC ") {
        let section = number("section ").map(|section| format!("#section-{section}"));
        return Some(format!("https://www.rfc-editor.org/rfc/rfc{rfc}{}", section.unwrap_or_default()));
    }
    let known = [
        ("Unicode Technical Standard 39", "https://www.unicode.org/reports/tr39/"),
        ("Unicode Technical Report 36", "https://www.unicode.org/reports/tr36/"),
        ("Public Suffix List", "https://publicsuffix.org/"),
        ("Mixed Content", "https://www.w3.org/TR/mixed-content/"),
        ("URL Standard", "https://url.spec.whatwg.org/"),
    ];
    known.iter().find(|(name, _)| see.starts_with(name)).map(|(_, uri)| (*uri).to_owned())
}

/// Writes a notification that the results are incomplete: a limit was reached, or a document could not be read.
fn notification(lacking: &Lacking, page: &mut Page<'_>) {
    let message = [("text", Value::Text(&lacking.message))];
    let mut fields = vec![("level", Value::Text("error")), ("message", Value::Object(&message))];
    let descriptor = lacking.rule.map(|rule| [("id", Value::Text(rule.code()))]);
    if let Some(descriptor) = &descriptor {
        fields.insert(0, ("descriptor", Value::Object(descriptor)));
    }
    let Some((source, line, column)) = &lacking.place else { return write(&fields, page) };
    let uri = uri(source);
    let artifact = [("uri", Value::Text(&uri))];
    let region = [("startLine", Value::Number(*line)), ("startColumn", Value::Number(*column))];
    let physical = [("artifactLocation", Value::Object(&artifact)), ("region", Value::Object(&region))];
    let locations = [vec![("physicalLocation", Value::Object(&physical))]];
    fields.push(("locations", Value::Objects(&locations)));
    write(&fields, page);
}

/// Returns the URI reference of a file, or the URL of a document that was retrieved.
fn uri(file: &str) -> Cow<'_, str> {
    if file.contains("://") { Cow::Borrowed(file) } else { Cow::Owned(encode(file, PATH).as_str().to_owned()) }
}

fn write(fields: &[(&str, Value<'_>)], page: &mut Page<'_>) {
    let mut out = Vec::new();
    object(fields, &mut out);
    page.bytes(&out);
}

/// The score by which GitHub sorts alerts: from 7.0 high, from 4.0 medium.
const fn severity(level: Level) -> &'static str {
    match level {
        Level::High => "8.0",
        Level::Medium => "5.0",
        Level::Low => "2.0",
    }
}

const fn level(level: Level) -> &'static str {
    match level {
        Level::High => "error",
        Level::Medium => "warning",
        Level::Low => "note",
    }
}

impl Log {
    /// Keeps reasons why the results are incomplete, for the end of the log.
    pub(super) fn lacks(&self, all: impl Iterator<Item = Lacking>) {
        let mut kept = self.lacking.lock().unwrap_or_else(PoisonError::into_inner);
        for lacking in all {
            if kept.0.len() < NOTIFICATIONS {
                kept.0.push(lacking);
            } else {
                kept.1 += 1;
            }
        }
    }

    pub(super) fn result(&self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        page.text(if self.has_results.swap(true, Ordering::Relaxed) { ",\n" } else { "" });
        let (message, (quoted, _), fingerprint) = (row.message(), row.quoted(), row.fingerprint());
        let mailbox = row.mailbox();
        let file = mailbox.map_or(row.source(), |mailbox| &mailbox.file);
        let uri = uri(file);
        let in_mbox = |span| mailbox.and_then(|mailbox| mailbox.in_mbox(span));
        let is_in_mbox = in_mbox(row.span).is_some();
        let place = in_mbox(row.span).unwrap_or(row.span);
        let message = [("text", Value::Text(&message))];
        let snippet = [("text", Value::Text(quoted))];
        let artifact = [("uri", Value::Text(&uri))];
        let mut region = vec![
            ("byteOffset", Value::Number(place.start)),
            ("byteLength", Value::Number(place.len())),
            ("snippet", Value::Object(&snippet)),
        ];
        // Lines are counted in the message, byte offsets in its mbox file.
        if !is_in_mbox {
            region.splice(0..0, [("startLine", Value::Number(row.line)), ("startColumn", Value::Number(row.column))]);
            // Where the document has the text as it is quoted, its end is on the same line.
            if place.len() == quoted.len() && !quoted.contains(['\n', '\r']) {
                let end = row.column + quoted.chars().count();
                region.splice(2..2, [("endLine", Value::Number(row.line)), ("endColumn", Value::Number(end))]);
            }
        }
        let message_of_mbox = [vec![("fullyQualifiedName", Value::Text(row.source()))]];
        let physical = [("artifactLocation", Value::Object(&artifact)), ("region", Value::Object(&region))];
        let mut location = vec![("physicalLocation", Value::Object(&physical))];
        if is_in_mbox {
            location.push(("logicalLocations", Value::Objects(&message_of_mbox)));
        }
        let locations = [location];
        let prints = [("napkin/v2", Value::Text(&fingerprint))];
        let fix = row.fix();
        let (start, length, text) = fix.map_or((0, 0, ""), |(span, text)| {
            let span = in_mbox(span).unwrap_or(span);
            (span.start, span.len(), text)
        });
        let deleted = [("byteOffset", Value::Number(start)), ("byteLength", Value::Number(length))];
        let inserted = [("text", Value::Text(text))];
        let replacements =
            [vec![("deletedRegion", Value::Object(&deleted)), ("insertedContent", Value::Object(&inserted))]];
        let changes =
            [vec![("artifactLocation", Value::Object(&artifact)), ("replacements", Value::Objects(&replacements))]];
        let fixes = [vec![("artifactChanges", Value::Objects(&changes))]];
        let mut fields = vec![
            ("ruleId", Value::Text(row.rule().code())),
            ("level", Value::Text(level(row.level))),
            ("message", Value::Object(&message)),
            ("locations", Value::Objects(&locations)),
            ("partialFingerprints", Value::Object(&prints)),
        ];
        // For a list of URLs, offsets are relative to the record instead of a file, so no fix can be given.
        if fix.is_some() && row.context.is_some() {
            fields.push(("fixes", Value::Objects(&fixes)));
        }
        write(&fields, page);
    }
}
