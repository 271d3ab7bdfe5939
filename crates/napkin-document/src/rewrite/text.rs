//! References into plain text.
//!
//! Decides: what has to stand around a URL so that it is read back from prose: nothing more if what is there will do, else the
//! angle brackets that Appendix E of draft-fielding-url-syntax-05 recommends, else `<URL:`. What will do is found by reading.

use crate::context::{Context, Delimiter};
use crate::link::Link;
use crate::links;
use crate::options::Options;
use napkin::Span;

/// How much of the text around counts. A scheme, a wrapper and a line break are within it.
const NEAR: usize = 64;

/// What is to be written in place of a link so that `url` is read there, if there is a way.
pub(super) fn written(
    bytes: &[u8],
    link: &Link<'_>,
    delimiter: Delimiter,
    url: &str,
    options: &Options,
) -> Option<String> {
    let mut ways = vec![url.to_owned()];
    match delimiter {
        Delimiter::Angle => ways.push(format!("URL:{url}")),
        Delimiter::AngleUrl => {}
        _ => ways.extend([format!("<{url}>"), format!("<URL:{url}>")]),
    }
    ways.into_iter().find(|way| reads_back(bytes, link.span, way, url, options))
}

fn reads_back(bytes: &[u8], span: Span, way: &str, url: &str, options: &Options) -> bool {
    let before = &bytes[span.start.saturating_sub(NEAR)..span.start];
    let behind = &bytes[span.end..bytes.len().min(span.end + NEAR)];
    let text = [before, way.as_bytes(), behind].concat();
    let place = Span::new(before.len(), before.len() + way.len());
    let (mut is_found, mut others) = (false, 0);
    links::text::links(&text, options, &mut |link| {
        let touches = link.span.start < place.end && place.start < link.span.end;
        let is_it = link.text == url && place.start <= link.span.start && link.span.end <= place.end;
        is_found |= is_it && matches!(link.context, Context::Text(_));
        others += usize::from(touches && !is_it);
    });
    is_found && others == 0
}
