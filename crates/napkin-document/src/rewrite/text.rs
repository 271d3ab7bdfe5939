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
    let around = Around::of(bytes, link.span);
    let others = around.read(&bytes[link.span.range()], options).others;
    ways.into_iter().find(|way| {
        let read = around.read(way.as_bytes(), options);
        // What is written must not change what its neighbours are.
        matches!(&read.inside[..], [Some(inside)] if inside == url) && read.others == others
    })
}

/// What stands near a place.
struct Around<'b> {
    before: &'b [u8],
    behind: &'b [u8],
}

/// The links of a place and of what stands near it.
#[derive(Default)]
struct Read {
    /// Those that share bytes with the place; none for one that reaches beyond it.
    inside: Vec<Option<String>>,
    others: Vec<String>,
}

impl<'b> Around<'b> {
    fn of(bytes: &'b [u8], span: Span) -> Self {
        let before = &bytes[span.start.saturating_sub(NEAR)..span.start];
        Self { before, behind: &bytes[span.end..bytes.len().min(span.end + NEAR)] }
    }

    /// What is read if the place has this text.
    fn read(&self, text: &[u8], options: &Options) -> Read {
        let place = Span::new(self.before.len(), self.before.len() + text.len());
        let mut read = Read::default();
        links::text::links(&[self.before, text, self.behind].concat(), options, &mut |link| {
            let text = || link.text.to_string();
            if link.span.end <= place.start || place.end <= link.span.start {
                read.others.push(text());
            } else {
                let is_within = place.start <= link.span.start && link.span.end <= place.end;
                let is_text = matches!(link.context, Context::Text(_));
                read.inside.push((is_within && is_text).then(text));
            }
        });
        read
    }
}
