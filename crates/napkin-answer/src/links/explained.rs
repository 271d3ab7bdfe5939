//! Draws the layers of base URLs as draft-fielding-url-syntax-05 section 5.1 does: nested boxes, the innermost first, with a mark
//! at the layer that applies.

use std::fmt::Write;

use napkin_document::BaseLayer;
use napkin_mail::{Bases, Part, PartBase};
use unicode_width::UnicodeWidthStr;

use super::document::Document;
use crate::output::{Page, shown};

/// The least and the greatest inner width of the innermost layer, in columns; longer URLs are truncated.
const WIDTH: (usize, usize) = (48, 96);

pub(super) fn layers(document: &Document<'_>, page: &mut Page<'_>) {
    let of = |layer| label(document, layer);
    draw(document.based.found.layer, &of, page);
}

/// Draws the layers of a message part: its own header, its parent part, and the message.
pub(super) fn layers_of_part(part: Part<'_, '_>, bases: &Bases, document: &Document<'_>, page: &mut Page<'_>) {
    let own = bases.of(part);
    let outer = part.parent().map(|parent| bases.of(parent)).filter(|outer| outer.field.is_some());
    let field = |base: &PartBase| {
        let field = base.field?;
        Some(format!(", {} of part {}", field.name, part.message().part_at(field.part)?.number()))
    };
    let of = |layer: BaseLayer| {
        let section = layer.section();
        let applies = if layer == own.layer { "  <- applies" } else { "" };
        let (title, base) = match layer {
            BaseLayer::Content => ("in the header of the part", Some(own).filter(|own| own.layer == layer)),
            BaseLayer::EncapsulatingEntity => ("of the encapsulating entity", outer),
            BaseLayer::Retrieval => ("used to retrieve the message", Some(own).filter(|own| own.layer == layer)),
            _ if own.layer == layer && own.url.is_some() => {
                return vec![format!("{section} otherwise, by RFC 2557{applies}"), "      thismessage:/".to_owned()];
            }
            _ => return vec![format!("{section} otherwise none{applies}")],
        };
        let url = base.and_then(|base| base.url.as_deref()).or(document
            .based
            .entity
            .retrieval
            .filter(|_| layer == BaseLayer::Retrieval));
        match url {
            None => vec![format!("{section} {title}: none")],
            Some(url) => {
                let field = base.and_then(field).unwrap_or_default();
                vec![format!("{section} {title}{field}{applies}"), format!("      {}", shown(url))]
            }
        }
    };
    draw(own.layer, &of, page);
}

/// Draws all layers with their labels.
fn draw(found: BaseLayer, label: &dyn Fn(BaseLayer) -> Vec<String>, page: &mut Page<'_>) {
    let paint = page.paint();
    let (aside, answer) = (paint.aside(), paint.answer());
    let labels: Vec<(usize, String, bool)> = BaseLayer::ALL
        .iter()
        .enumerate()
        .flat_map(|(depth, &layer)| {
            let applies = layer == found;
            label(layer).into_iter().map(move |line| (depth, line, applies))
        })
        .collect();
    let wanted = labels.iter().map(|(depth, line, _)| line.width().saturating_sub(4 * depth)).max().unwrap_or(0);
    let figure = Figure { width: wanted.clamp(WIDTH.0, WIDTH.1) };
    for depth in (0..BaseLayer::ALL.len()).rev() {
        page.line(format_args!("  {aside}{}{aside:#}", figure.edge(depth, '┌', '┐')));
    }
    let inside = format!("{:^1$}", "<relative reference>", figure.width);
    page.line(format_args!("  {aside}{}{inside}{}{aside:#}", figure.left(0), figure.right(0)));
    for depth in 0..BaseLayer::ALL.len() {
        for (_, line, applies) in labels.iter().filter(|(of, ..)| *of == depth) {
            let style = if *applies { answer } else { aside };
            let line = figure.fitted(line, depth);
            let (left, right) = (figure.left(depth), figure.right(depth));
            page.line(format_args!("  {aside}{left}{aside:#}{style}{line}{style:#}{aside}{right}{aside:#}"));
        }
        page.line(format_args!("  {aside}{}{aside:#}", figure.edge(depth, '└', '┘')));
    }
}

/// Nested boxes; `width` is the inner width of the innermost box, in columns.
struct Figure {
    width: usize,
}

impl Figure {
    /// Returns the borders to the left of a layer's text, including its own; the innermost layer has depth 0.
    fn left(&self, depth: usize) -> String {
        "│ ".repeat(BaseLayer::ALL.len() - depth)
    }

    fn right(&self, depth: usize) -> String {
        " │".repeat(BaseLayer::ALL.len() - depth)
    }

    fn edge(&self, depth: usize, first: char, last: char) -> String {
        let (left, right) = (self.left(depth + 1), self.right(depth + 1));
        format!("{left}{first}{}{last}{right}", "─".repeat(self.width + 4 * depth + 2))
    }

    /// Pads or truncates a text to the width of its layer.
    fn fitted(&self, line: &str, depth: usize) -> String {
        let width = self.width + 4 * depth;
        let mut fitted = line.to_owned();
        if fitted.width() > width {
            // A URL may be very long, and measuring a prefix takes linear time: use a binary search.
            let ends: Vec<usize> = fitted.char_indices().map(|(at, _)| at).collect();
            let fitting = ends.partition_point(|&end| fitted[..end].width() < width);
            fitted.truncate(fitting.checked_sub(1).map_or(0, |last| ends[last]));
            fitted.push('…');
        }
        let blanks = width.saturating_sub(fitted.width());
        let _ = write!(fitted, "{:blanks$}", "");
        fitted
    }
}

/// Returns the lines of a layer: its title and its URL.
fn label(document: &Document<'_>, layer: BaseLayer) -> Vec<String> {
    let section = layer.section();
    let applies = if layer == document.based.found.layer { "  <- applies" } else { "" };
    let (title, url) = match layer {
        BaseLayer::Content => {
            let url = document.based.found.url.as_deref().filter(|_| document.based.found.layer == layer);
            let place = document.based.found.span.filter(|_| url.is_some()).map_or(String::new(), |_| {
                let (line, column) = document.declared.place;
                format!(", at {line}:{column}")
            });
            (format!("embedded in the content{place}"), url)
        }
        BaseLayer::EncapsulatingEntity => {
            ("of the encapsulating entity".to_owned(), document.based.entity.encapsulating)
        }
        BaseLayer::Retrieval => ("used to retrieve the document".to_owned(), document.based.entity.retrieval),
        _ => return vec![format!("{section} otherwise none: every reference has to be absolute{applies}")],
    };
    match url.map(shown) {
        None => vec![format!("{section} {title}: none")],
        Some(url) => vec![format!("{section} {title}{applies}"), format!("      {url}")],
    }
}
