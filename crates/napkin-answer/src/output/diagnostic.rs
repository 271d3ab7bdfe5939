//! Diagnostics: the place, the message, and the exact characters underlined.
//!
//! A text of any length and content is quoted on one line with hidden characters visible. Passwords are masked before
//! anything is quoted.

use std::borrow::Cow;
use std::fmt;

use napkin::{Error, Finding, Severity, Span, mask_passwords, password_span, shown_char};

use super::shown::{columns, shown, width};
use super::{Message, Session, Trouble};
use crate::record::Place;

/// The most columns of a text that are quoted, so that a diagnostic stays readable in a log.
const QUOTED: usize = 120;

/// Limits the bytes quoted per column: combining and other zero-width characters have bytes and no columns.
const BYTES: usize = 8;

/// Creates a diagnostic of three lines: level, place and message; the text; the underline with rule and section.
pub fn diagnostic(text: &str, place: Place<'_>, finding: &Finding, session: &Session) -> Message {
    Quoted::new(text).diagnostic(place, finding, finding.rule.severity(), session)
}

/// Returns the error for an invalid URL in an option. `name` is the option, without `--`.
#[must_use]
pub fn option_trouble(name: &'static str, text: &str, error: Error, session: &Session) -> Trouble {
    let finding = error.finding().redacted(password_span(text));
    Trouble::Option { name, finding, diagnostic: diagnostic(text, Place::Option(name), error.finding(), session) }
}

/// A text to quote, with its password masked once for all its findings.
pub(super) struct Quoted<'t> {
    masked: Cow<'t, str>,
    password: Option<Span>,
}

impl<'t> Quoted<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { masked: mask_passwords(text), password: password_span(text) }
    }

    pub(super) fn diagnostic(
        &self,
        place: Place<'_>,
        finding: &Finding,
        severity: Severity,
        session: &Session,
    ) -> Message {
        let finding = finding.redacted(self.password);
        written(&self.masked, &place, &finding, &finding, severity, session)
    }
}

/// Creates a diagnostic with a custom message and place. The text must not contain a password.
pub fn worded(text: &str, place: &str, finding: &Finding, message: &str, session: &Session) -> Message {
    written(text, &place, finding, &message, finding.rule.severity(), session)
}

fn written(
    masked: &str,
    place: &dyn fmt::Display,
    finding: &Finding,
    message: &dyn fmt::Display,
    severity: Severity,
    session: &Session,
) -> Message {
    let (line, underline) = underlined(masked, finding.span, session.width.saturating_sub(4).clamp(20, QUOTED));
    let paint = session.error_paint;
    let (word, style) = match severity {
        Severity::Error => ("error", paint.error()),
        Severity::Remark => ("note", paint.note()),
    };
    let (heading, aside) = (paint.heading(), paint.aside());
    let (rule, see) = (finding.rule.code(), citation(finding));
    Message::line(format_args!("{style}{word}:{style:#} {heading}{place}:{heading:#} {message}"))
        .and(format_args!("  {line}"))
        .and(format_args!("  {style}{underline}{style:#} {aside}{rule}{see}{aside:#}"))
}

/// Returns a comma and the section of the standard, or nothing if the section does not help: for a limit, and for a failure of
/// the network or the system.
fn citation(finding: &Finding) -> String {
    let see = finding.see();
    if finding.rule.is_limit() || see.is_empty() { String::new() } else { format!(", {see}") }
}

/// Returns a text on one line of at most `width` columns around a span, and the line that underlines the span.
pub fn underlined(text: &str, span: Span, width: usize) -> (String, String) {
    let start = floor(text, span.start);
    let end = floor(text, span.end).max(start);
    let (before, behind) = text.split_at(start);
    // Gives half of the width to the text from the span on, the remainder to the text before, and what is left to the
    // text after.
    let room = Fitting { columns: width, bytes: width * BYTES };
    let ahead = fitting(behind.chars(), Fitting { columns: room.columns / 2, bytes: room.bytes / 2 });
    let back = fitting(before.chars().rev(), room.without(&ahead));
    let ahead = fitting(behind.chars(), room.without(&back));
    let (from, to) = (start - back.bytes, start + ahead.bytes);
    let mut line = String::new();
    let cut = if from > 0 { "…" } else { "" };
    line.push_str(cut);
    line.push_str(&shown(&text[from..to]));
    line.push_str(if to < text.len() { "…" } else { "" });
    let indent = columns(&text[from..start]) + usize::from(from > 0);
    let carets = columns(&text[start..end.min(to)]).max(1);
    (line, " ".repeat(indent) + &"^".repeat(carets))
}

/// Returns a window of at most `most` bytes around a span; a longer span is cut to its beginning.
pub fn window(text: &str, span: Span, most: usize) -> Span {
    if text.len() <= most {
        return Span::new(0, text.len());
    }
    let around = (most - span.len().min(most)) / 2;
    let start = span.start.saturating_sub(around).min(text.len() - most);
    let end = floor(text, start + most);
    let start = (start..=end).find(|&at| text.is_char_boundary(at)).unwrap_or(end);
    Span::new(start, end)
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

struct Fitting {
    bytes: usize,
    columns: usize,
}

impl Fitting {
    const fn without(&self, taken: &Self) -> Self {
        Self { bytes: self.bytes - taken.bytes, columns: self.columns - taken.columns }
    }
}

/// Returns how many columns and bytes of the characters fit into the limits.
fn fitting(characters: impl Iterator<Item = char>, room: Fitting) -> Fitting {
    let mut fitting = Fitting { bytes: 0, columns: 0 };
    for character in characters {
        let (width, bytes) = (width(shown_char(character)), character.len_utf8());
        if fitting.columns + width > room.columns || fitting.bytes + bytes > room.bytes {
            break;
        }
        fitting.bytes += bytes;
        fitting.columns += width;
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn underlines_stand_under_what_they_mean() {
        let cases = [
            ("http://h:8o/", (10, 11), "http://h:8o/", "          ^"),
            ("a\tb c", (1, 2), "a␉b c", " ^"),
            ("漢字 x", (6, 7), "漢字 x", "    ^"),
            ("漢字", (3, 6), "漢字", "  ^^"),
            ("abc", (3, 3), "abc", "   ^"),
            ("", (0, 0), "", "^"),
            ("\u{202e}x", (0, 3), "\u{fffd}x", "^"),
            ("0123456789abcdefghijklmnopqrstuvwxyz", (20, 22), "…abcdefghijklmnopqrst…", "           ^^"),
            ("0123456789abcdefghijklmnopqrstuvwxyz", (0, 36), "0123456789abcdefghij…", "^^^^^^^^^^^^^^^^^^^^"),
            ("0123456789abcdefghijklmnopqrstuvwxyz", (35, 36), "…ghijklmnopqrstuvwxyz", "                    ^"),
        ];
        for (text, (start, end), line, underline) in cases {
            let expected = (line.to_owned(), underline.to_owned());
            assert_eq!(underlined(text, Span::new(start, end), 20), expected, "{text}");
        }
    }

    #[test]
    fn quoted_text_of_no_width_has_a_limit_in_bytes() {
        for character in ['\u{300}', '\u{fe0f}', '\u{200d}', '\u{e0100}', '\u{1160}'] {
            let text: String = std::iter::repeat_n(character, 100_000).collect();
            for at in [0, 150_000, text.len()] {
                let (line, underline) = underlined(&text, Span::new(at, text.len()), 120);
                assert!(line.len() <= 120 * BYTES + 6 && underline.len() <= 122, "{character:?} {}", line.len());
            }
        }
    }

    #[test]
    fn window_is_whole_characters_around_a_span() {
        let text = "é".repeat(50);
        for start in 0..=text.len() {
            let window = window(&text, Span::new(start, text.len().min(start + 1)), 20);
            assert!((18..=20).contains(&window.len()) && text.get(window.range()).is_some(), "{start}");
            assert!(window.start <= start && start <= window.end, "{start} {window:?}");
        }
        assert_eq!(window("abc", Span::new(1, 2), 3), Span::new(0, 3));
        assert_eq!(window("", Span::new(0, 0), 3), Span::new(0, 0));
    }
}
