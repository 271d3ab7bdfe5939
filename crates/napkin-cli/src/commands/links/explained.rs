//! The layers of base URLs, drawn as draft-fielding-url-syntax-05 section 5.1 draws them: from the outside in.

use napkin_document::BaseLayer;

use super::document::Document;
use crate::output::Page;

pub(super) fn layers(document: &Document<'_>, page: &mut Page<'_>) {
    let paint = page.paint();
    let (aside, answer) = (paint.aside(), paint.answer());
    for (depth, layer) in BaseLayer::ALL.into_iter().rev().enumerate() {
        let applies = layer == document.found.layer;
        let (url, style) = (url(document, layer), if applies { answer } else { aside });
        let arrow = if applies { "  <- applies" } else { "" };
        let bars = "│ ".repeat(depth);
        page.line(format_args!(
            "  {aside}{bars}┌{aside:#} {style}{} {}: {url}{arrow}{style:#}",
            layer.section(),
            title(layer)
        ));
    }
    let bars = "│ ".repeat(BaseLayer::ALL.len());
    if document.found.span.is_some() {
        let (line, column) = document.declared.place;
        let raw = &document.declared.raw;
        page.line(format_args!("  {aside}{bars}{raw} at {line}:{column}{aside:#}"));
    }
    page.line(format_args!("  {aside}{bars}{aside:#}"));
}

const fn title(layer: BaseLayer) -> &'static str {
    match layer {
        BaseLayer::Content => "embedded in the content",
        BaseLayer::EncapsulatingEntity => "of the encapsulating entity",
        BaseLayer::Retrieval => "used to retrieve the document",
        _ => "otherwise",
    }
}

fn url<'a>(document: &'a Document<'_>, layer: BaseLayer) -> &'a str {
    let url = match layer {
        BaseLayer::Content if document.found.layer == BaseLayer::Content => document.found.url.as_deref(),
        BaseLayer::EncapsulatingEntity => document.entity.encapsulating,
        BaseLayer::Retrieval => document.entity.retrieval,
        BaseLayer::Content => None,
        _ => Some("every reference has to be absolute"),
    };
    url.unwrap_or("none")
}
