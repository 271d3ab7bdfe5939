//! References into plain text.
//!
//! Decides: what has to stand around a URL so that it is read back from prose: nothing more if what is there will do, else the
//! angle brackets that Appendix E of draft-fielding-url-syntax-05 recommends, else `<URL:`. What will do is found by reading.

use crate::context::Delimiter;
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
    let around = Around::of(bytes, link.span);
    let others = around.read(&bytes[link.span.range()], options).others;
    ways.into_iter().find(|way| {
        let read = around.read(way.as_bytes(), options);
        // What is written must not change what its neighbours are.
        matches!(&read.inside[..], [Some(inside)] if inside == url) && read.others == others
    })
}

/// Whether a way is read as the URL, and everything around it as it was: `data:,-ftp://h` is one URL, and `data:,-` would be
/// another if something else stood behind it.
fn reads_back(bytes: &[u8], span: Span, way: &str, url: &str, options: &Options) -> bool {
    let (_, around) = read(bytes, span, &bytes[span.range()], options);
    let (inside, still_around) = read(bytes, span, way.as_bytes(), options);
    inside == [url] && around == still_around
}

/// The links in some bytes that stand at a place of a text, and those near it.
fn read(bytes: &[u8], place: Span, inside: &[u8], options: &Options) -> (Vec<String>, Vec<String>) {
    let before = &bytes[place.start.saturating_sub(NEAR)..place.start];
    let behind = &bytes[place.end..bytes.len().min(place.end + NEAR)];
    let text = [before, inside, behind].concat();
    let place = Span::new(before.len(), before.len() + inside.len());
    let (mut found, mut around) = (Vec::new(), Vec::new());
    links::text::links(&text, options, &mut |link| {
        let touches = link.span.start < place.end && place.start < link.span.end;
        let is_within = place.start <= link.span.start && link.span.end <= place.end;
        let list = if touches && is_within { &mut found } else { &mut around };
        list.push(link.text.into_owned());
    });
    (found, around)
}
