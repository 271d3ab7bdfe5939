//! Logs in SARIF 2.1.0 (OASIS Standard, 27 March 2020), with the properties that GitHub requires.
//!
//! The rules come first, then the results as they are found, then the notifications.

use std::borrow::Cow;

use napkin::percent::{PATH, encode};

use super::finding::{Finding, Fix, Print, Rule, Severity, Suppression, Tool};
use super::place::Place;
use crate::output::{Lacking, Value, object};

type Fields<'a> = Vec<(&'static str, Value<'a>)>;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Where people find out more about the tool.
const INFORMATION: &str = concat!("https://docs.rs/napkin-cli/", env!("CARGO_PKG_VERSION"));

#[derive(Default)]
pub(super) struct Sarif {
    has_results: bool,
    /// The codes of the rules, in the order of the log.
    rules: Vec<&'static str>,
}

impl Print for Sarif {
    fn begin(&mut self, tool: &Tool, out: &mut Vec<u8>) {
        self.rules = tool.rules.iter().map(|rule| rule.code).collect();
        put(out, "{\"$schema\":\"");
        put(out, SCHEMA);
        put(out, "\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"napkin\",\"fullName\":\"");
        put(out, tool.name);
        put(out, concat!("\",\"version\":\"", env!("CARGO_PKG_VERSION"), "\",\"informationUri\":\""));
        put(out, INFORMATION);
        put(out, "\",\"rules\":[");
        for (number, rule) in tool.rules.iter().enumerate() {
            put(out, if number == 0 { "\n" } else { ",\n" });
            descriptor(rule, tool.name, out);
        }
        put(out, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        put(out, if std::mem::replace(&mut self.has_results, true) { ",\n" } else { "\n" });
        let index = self.rules.iter().position(|code| *code == finding.rule);
        result(finding, index, out);
    }

    fn end(&mut self, _: &Tool, gaps: &[Lacking], _: &str, out: &mut Vec<u8>) {
        put(out, "],\"invocations\":[{\"executionSuccessful\":");
        put(out, if gaps.is_empty() { "true" } else { "false" });
        put(out, ",\"toolExecutionNotifications\":[");
        for (number, gap) in gaps.iter().enumerate() {
            put(out, if number == 0 { "\n" } else { ",\n" });
            notification(gap, out);
        }
        put(out, "]}]}]}\n");
    }
}

fn put(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

fn descriptor(rule: &Rule, tool: &str, out: &mut Vec<u8>) {
    let level = [("level", Value::Text(level(rule.severity)))];
    let sentence = [("text", Value::Text(rule.sentence))];
    let why = [("text", Value::Text(&rule.why))];
    let see = if rule.see.is_empty() { String::new() } else { format!("See {}. ", rule.see) };
    let more = format!("napkin explain {}", rule.code);
    let more = if tool == "napkin audit" { &more } else { "napkin check --help" };
    let help = format!("{}\n\n{see}Run {more} to read more.", rule.why);
    let markdown = format!("{}\n\n{see}Run `{more}` to read more.", rule.why);
    let help = [("text", Value::Text(&help)), ("markdown", Value::Text(&markdown))];
    let is_security = rule.tags.contains(&"security");
    let mut properties = vec![("tags", Value::Names(rule.tags))];
    if !rule.see.is_empty() {
        properties.push(("see", Value::Text(rule.see)));
    }
    // GitHub treats a rule with this property as one of security.
    if is_security {
        properties.push(("security-severity", Value::Text(score(rule.severity))));
    }
    let fields = [
        ("id", Value::Text(rule.code)),
        ("name", Value::Text(rule.code)),
        ("shortDescription", Value::Object(&sentence)),
        ("fullDescription", Value::Object(&why)),
        ("defaultConfiguration", Value::Object(&level)),
        ("help", Value::Object(&help)),
        ("helpUri", Value::Text(rule.help.as_deref().unwrap_or(INFORMATION))),
        ("properties", Value::Object(&properties)),
    ];
    object(&fields, out);
}

fn result(finding: &Finding<'_>, index: Option<usize>, out: &mut Vec<u8>) {
    let message = [("text", Value::Text(&finding.message))];
    let uri = uri(finding.file);
    let artifact = [("uri", Value::Text(&uri))];
    let snippet = finding.text.as_deref().map(|text| [("text", Value::Text(text))]);
    let mut region = finding.places.map(lines).unwrap_or_default();
    if let Some(span) = finding.span {
        region.push(("byteOffset", Value::Number(span.start)));
        region.push(("byteLength", Value::Number(span.len())));
    }
    region.extend(snippet.as_ref().map(|snippet| ("snippet", Value::Object(snippet))));
    let mut physical = vec![("artifactLocation", Value::Object(&artifact))];
    if !region.is_empty() {
        physical.push(("region", Value::Object(&region)));
    }
    let inside = finding.inside.map(|name| [vec![("fullyQualifiedName", Value::Text(name))]]);
    let mut location = vec![("physicalLocation", Value::Object(&physical))];
    location.extend(inside.as_ref().map(|inside| ("logicalLocations", Value::Objects(inside))));
    let locations = [location];
    let mut prints = vec![("napkin/v2", Value::Text(&finding.fingerprint))];
    prints.extend(finding.line_hash.as_deref().map(|hash| ("primaryLocationLineHash", Value::Text(hash))));
    let mut fields = vec![("ruleId", Value::Text(finding.rule))];
    fields.extend(index.map(|index| ("ruleIndex", Value::Number(index))));
    fields.push(("level", Value::Text(level(finding.severity))));
    fields.push(("message", Value::Object(&message)));
    fields.push(("locations", Value::Objects(&locations)));
    fields.push(("partialFingerprints", Value::Object(&prints)));
    let suppressed = finding.suppression.map(|reason| [suppression(reason)]);
    fields.extend(suppressed.as_ref().map(|reasons| ("suppressions", Value::Objects(reasons))));
    with_fix(finding.fix.as_ref(), &artifact, fields, out);
}

/// Prints a result, with its fix if there is one.
fn with_fix(fix: Option<&Fix<'_>>, artifact: &[(&'static str, Value<'_>)], fields: Fields<'_>, out: &mut Vec<u8>) {
    let Some(fix) = fix else { return object(&fields, out) };
    let mut deleted = fix.places.map(lines).unwrap_or_default();
    deleted.push(("byteOffset", Value::Number(fix.span.start)));
    deleted.push(("byteLength", Value::Number(fix.span.len())));
    let inserted = [("text", Value::Text(&fix.text))];
    let replacements =
        [vec![("deletedRegion", Value::Object(&deleted)), ("insertedContent", Value::Object(&inserted))]];
    let changes =
        [vec![("artifactLocation", Value::Object(artifact)), ("replacements", Value::Objects(&replacements))]];
    let fixes = [vec![("artifactChanges", Value::Objects(&changes))]];
    let mut fields: Fields<'_> = fields;
    fields.push(("fixes", Value::Objects(&fixes)));
    object(&fields, out);
}

fn lines((start, end): (Place, Place)) -> Fields<'static> {
    vec![
        ("startLine", Value::Number(start.line)),
        ("startColumn", Value::Number(start.column)),
        ("endLine", Value::Number(end.line)),
        ("endColumn", Value::Number(end.column)),
    ]
}

fn suppression(reason: Suppression) -> Fields<'static> {
    match reason {
        Suppression::InSource => vec![("kind", Value::Text("inSource")), ("status", Value::Text("accepted"))],
        Suppression::External(by) => vec![
            ("kind", Value::Text("external")),
            ("status", Value::Text("accepted")),
            ("justification", Value::Text(by)),
        ],
    }
}

/// Prints why the results are incomplete: a limit was reached, or a document could not be read.
fn notification(gap: &Lacking, out: &mut Vec<u8>) {
    let message = [("text", Value::Text(&gap.message))];
    let descriptor = gap.rule.map(|rule| [("id", Value::Text(rule.code()))]);
    let mut fields = Vec::new();
    fields.extend(descriptor.as_ref().map(|descriptor| ("descriptor", Value::Object(descriptor))));
    fields.push(("level", Value::Text("error")));
    fields.push(("message", Value::Object(&message)));
    let Some((source, line, column)) = &gap.place else { return object(&fields, out) };
    let uri = uri(source);
    let artifact = [("uri", Value::Text(&uri))];
    let region = [("startLine", Value::Number(*line)), ("startColumn", Value::Number(*column))];
    let physical = [("artifactLocation", Value::Object(&artifact)), ("region", Value::Object(&region))];
    let locations = [vec![("physicalLocation", Value::Object(&physical))]];
    fields.push(("locations", Value::Objects(&locations)));
    object(&fields, out);
}

/// Returns the URI reference of a file, or the URL of a document that was retrieved.
fn uri(file: &str) -> Cow<'_, str> {
    if file.contains("://") {
        return Cow::Borrowed(file);
    }
    let path = encode(file, PATH);
    // A colon in the first segment would end a scheme.
    let is_like_a_scheme = path.as_str().split('/').next().is_some_and(|first| first.contains(':'));
    Cow::Owned(format!("{}{}", if is_like_a_scheme { "./" } else { "" }, path.as_str()))
}

/// The score by which GitHub sorts alerts: from 7.0 high, from 4.0 medium.
const fn score(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "8.0",
        Severity::Warning => "5.0",
        Severity::Note => "2.0",
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
