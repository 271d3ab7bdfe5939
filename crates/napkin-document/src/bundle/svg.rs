//! Rewrites the references of a framed SVG document. Start at `Bundler::svg`.
//!
//! SVG in an image may load nothing (SVG Integration, "secure animated mode"), so it stays unchanged; in a frame it
//! is a document like a page. Browsers ignore `xml:base`. References inside an entity stay, because the entity may be
//! used elsewhere too.

use super::bundler::Bundler;
use super::edit::{Edit, apply};
use super::object::{Role, Wanted};
use super::options::Form;
use super::report::FailureReason;
use super::source::{Source, is_let_alone};
use crate::context::Context;
use crate::link::Link;
use crate::links::xml::{Piece, pieces};
use crate::rules;
use crate::usage::Use;
use napkin::Span;
use std::ops::ControlFlow;

impl Bundler<'_> {
    /// Rewrites an SVG document so that it contains what it needs.
    pub(super) fn svg(&mut self, source: &Source<'_>) -> Vec<u8> {
        let mut found = Vec::new();
        let _ = pieces(source.bytes, &crate::Limits::default(), true, None, &mut |piece| {
            match piece {
                Piece::Link(link, used) => found.push((link, used)),
                // Browsers ignore `xml:base`.
                Piece::Limit(finding) if finding.rule != rules::BASES_TOO_DEEP => {
                    self.unread(source, finding.span, finding.rule);
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
        let mut edits = Vec::new();
        for (link, used) in found {
            let span = link.source_span(Span::new(0, link.text.len()));
            let text = &*link.text;
            if text.is_empty()
                || text.starts_with('#')
                || is_let_alone(text)
                || source.bytes[span.start..].starts_with(b"&")
            {
                continue;
            }
            if let Some(new) = self.of_svg(source, &link, used, span) {
                edits.push(Edit { span, bytes: new.into_bytes() });
            }
        }
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        apply(source.bytes, edits)
    }

    fn of_svg(&mut self, source: &Source<'_>, link: &Link<'_>, used: Use, span: Span) -> Option<String> {
        let role = match used {
            Use::Style => Role::Style,
            Use::Frame => Role::Frame,
            _ => Role::Raw,
        };
        let (text, context) = (&*link.text, link.context.to_string());
        let wanted = Wanted { role, ..Wanted::new(span, text, &context, used) };
        let is_use = matches!(&link.context, Context::Xml { element, .. } if element == "use");
        let new = match used {
            Use::Navigation | Use::Other if self.form == Form::Parts => None,
            Use::Navigation | Use::Other if !self.completes(source, &wanted) => None,
            Use::Navigation | Use::Other => source.target(text).and_then(|target| source.staying(text, &target)),
            _ if is_use && self.form != Form::Parts => {
                let target = self.wanted(source, &wanted)?;
                self.left(source, &wanted, Some(target), FailureReason::ExternalUse)
            }
            _ => self.embedded(source, &wanted),
        }?;
        let is_css = link.context.to_string().starts_with("css") || source.bytes[span.range()].contains(&b'\\');
        match new.contains(['&', '<', '"', '\'', '(', ')']) {
            false => Some(new),
            // A style sheet may be in a CDATA section, where escapes do not count.
            true if is_css || !matches!(&link.context, Context::Xml { attribute: Some(_), .. }) => {
                let target = source.target(text);
                self.left(source, &wanted, target, FailureReason::Unwritable);
                None
            }
            true => Some(new.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\'', "&#39;")),
        }
    }
}
