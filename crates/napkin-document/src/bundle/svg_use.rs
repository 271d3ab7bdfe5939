//! Copies drawings that `use` of SVG takes from another file into the page. Start at `Page::sprite`.
//!
//! Browsers refuse `data:` URLs in `use` (SVG 2 section 5.6, and Chromium since 119). Each drawing is copied once,
//! hidden, at the end of the page, with ids of its own, and `use` refers to the copy. Only drawings of plain shapes
//! that refer to nothing but themselves are copied, because styles and scripts of the file would otherwise affect the
//! page. Style sheets of the page do apply to the shapes of the copy, unlike to those of the file.

use super::bundler::Bundler;
use super::edit::{Edit, apply};
use super::object::{Made, Wanted};
use super::page::Page;
use super::report::FailureReason;
use napkin::Span;
use napkin_html::{Fate, Sink, Tag, scan};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Shapes and elements that contain shapes, which HTML and XML read alike.
const PLAIN: [&str; 21] = [
    "symbol", "svg", "g", "defs", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
    "use", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "title",
];

impl Page<'_, '_> {
    /// Returns the reference to a drawing copied into the page.
    pub(super) fn sprite(&mut self, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Result<String, FailureReason> {
        let target = self.source.target(wanted.text).ok_or(FailureReason::NoUrl)?;
        let (url, id) = target.href().split_once('#').ok_or(FailureReason::ExternalUse)?;
        if let Some(&number) = self.sprites.numbers.get(target.href()) {
            return number.map(name).ok_or(FailureReason::ExternalUse);
        }
        let stored = bundler.retrieved(url, wanted.used, self.source.chain.url)?;
        let number = self.sprites.count;
        let is_svg = !self.source.is_xml && stored.media_type.essence() == "image/svg+xml" && self.has_an_end();
        let copy = std::str::from_utf8(&stored.bytes).ok().filter(|_| is_svg);
        let copy = copy.and_then(|svg| copied(svg, id, &name(number)[1..]));
        self.sprites.numbers.insert(target.href().to_owned(), copy.is_some().then_some(number));
        let copy = copy.ok_or(FailureReason::ExternalUse)?;
        let made = Made::new(Rc::clone(&stored.bytes), stored.media_type.clone(), stored.bytes.len());
        let kinds = bundler.kinds;
        let counted = bundler.count_in(&target, wanted.used, &made, copy.len());
        // The copy is no URL, so no policy has to admit it.
        bundler.kinds = kinds;
        counted?;
        self.sprites.count += 1;
        self.sprites.copies.extend_from_slice(&copy);
        Ok(name(number))
    }

    /// Inserts the drawings into the page.
    pub(super) fn sprites(&mut self) {
        if !self.sprites.copies.is_empty() {
            let end = self.source.bytes.len();
            let bytes = [b"<div hidden><svg>", &*self.sprites.copies, b"</svg></div>"].concat();
            self.edits.push(Edit { span: Span::new(end, end), bytes });
        }
    }

    /// Returns whether an element appended to the page would be an element of it, rather than text of an unclosed
    /// script or comment.
    fn has_an_end(&self) -> bool {
        let mut end = End { at: self.source.bytes.len(), is_there: false };
        let _ = scan(&[self.source.bytes, b"<div>"].concat(), &mut end);
        end.is_there
    }
}

fn name(number: usize) -> String {
    format!("#napkin-use-{number}")
}

struct End {
    at: usize,
    is_there: bool,
}

impl Sink for End {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let is_it = tag.offset + tag.span.start == self.at;
        self.is_there |= is_it && tag.fate == Fate::Element && !tag.in_template;
        ControlFlow::Continue(())
    }
}

/// Returns the element with this id, renamed to `new`; the other ids in it get `new` as a prefix.
fn copied(svg: &str, id: &str, new: &str) -> Option<Vec<u8>> {
    let is_svg =
        svg.contains("xmlns=\"http://www.w3.org/2000/svg\"") || svg.contains("xmlns='http://www.w3.org/2000/svg'");
    if !is_svg || svg.contains("<!DOCTYPE") || id.is_empty() || id.contains('%') {
        return None;
    }
    let mut copy = Copy { svg, new, ids: Vec::new(), names: Vec::new(), uses: Vec::new() };
    let mut reader = Reader::from_str(svg);
    // The offset at which the element begins, and the number of open elements in it.
    let mut inside: Option<(usize, usize)> = None;
    loop {
        let at = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let end = usize::try_from(reader.buffer_position()).ok()?;
        match (&event, &mut inside) {
            (Event::Eof, _) => return None,
            (Event::Start(tag) | Event::Empty(tag), None) if is_named(tag, id) => {
                copy.element(tag, Some(id))?;
                inside = Some((at, usize::from(matches!(event, Event::Start(_)))));
            }
            (Event::Start(tag) | Event::Empty(tag), Some((_, open))) => {
                copy.element(tag, None)?;
                *open += usize::from(matches!(event, Event::Start(_)));
            }
            (Event::End(_), Some((_, open))) => *open -= 1,
            (Event::PI(_) | Event::CData(_), Some(_)) => return None,
            // HTML does not know other entities of XML, or reads them differently.
            (Event::GeneralRef(name), Some(_)) if !matches!(&**name, "amp" | "lt" | "gt" | "quot" | "apos") => {
                return None;
            }
            _ => {}
        }
        if let Some((start, 0)) = inside {
            return copy.finished(Span::new(start, end));
        }
    }
}

fn is_named(tag: &BytesStart<'_>, id: &str) -> bool {
    tag.attributes().flatten().any(|attribute| attribute.key.0 == "id" && *attribute.value == *id)
}

struct Copy<'c> {
    svg: &'c str,
    new: &'c str,
    ids: Vec<&'c str>,
    /// The ids at their definitions.
    names: Vec<Edit>,
    /// The references to ids.
    uses: Vec<(Span, &'c str)>,
}

impl<'c> Copy<'c> {
    /// Records the ids and references of an element. Returns `None` if it may not be copied.
    fn element(&mut self, tag: &BytesStart<'_>, root: Option<&str>) -> Option<()> {
        if !PLAIN.contains(&tag.name().0) {
            return None;
        }
        for attribute in tag.attributes() {
            let attribute = attribute.ok()?;
            let std::borrow::Cow::Borrowed(value) = &attribute.value else { return None };
            let start = (value.as_ptr() as usize).checked_sub(self.svg.as_ptr() as usize)?;
            let span = Span::new(start, start + value.len());
            let value: &'c str = self.svg.get(span.range())?;
            match attribute.key.0 {
                "id" => {
                    // `use` refers to the root by the new name alone.
                    let new = if root.is_some() { self.new.to_owned() } else { format!("{}-{value}", self.new) };
                    self.ids.push(value);
                    self.names.push(Edit { span, bytes: new.into_bytes() });
                }
                "href" | "xlink:href" => self.uses.push((Span::new(start + 1, span.end), value.strip_prefix('#')?)),
                key if key.starts_with("on") || key == "class" || key.starts_with("xml:") => return None,
                _ => self.in_value(value, start)?,
            }
        }
        Some(())
    }

    /// Records the references in a value. Returns `None` if one leads outside the file.
    fn in_value(&mut self, value: &'c str, start: usize) -> Option<()> {
        let mut at = 0;
        while let Some(found) = value[at..].find("url(") {
            let name = value[at + found + 4..].strip_prefix('#')?;
            let name = &name[..name.find(')')?];
            let begins = at + found + 5;
            self.uses.push((Span::new(start + begins, start + begins + name.len()), name));
            at = begins + name.len();
        }
        // CSS escapes may hide further references.
        (!value.contains('\\')).then_some(())
    }

    fn finished(mut self, span: Span) -> Option<Vec<u8>> {
        let root = *self.ids.first()?;
        for (place, name) in std::mem::take(&mut self.uses) {
            if !self.ids.contains(&name) {
                return None;
            }
            let new = if name == root { self.new.to_owned() } else { format!("{}-{name}", self.new) };
            self.names.push(Edit { span: place, bytes: new.into_bytes() });
        }
        self.names.sort_by_key(|edit| edit.span.start);
        let shift = |edit: Edit| {
            let span = Span::new(edit.span.start - span.start, edit.span.end - span.start);
            Edit { span, ..edit }
        };
        Some(apply(&self.svg.as_bytes()[span.range()], self.names.into_iter().map(shift).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_contained_symbols_are_copied() {
        for (inner, expected) in [
            ("<path id='a' d='M0'/>", Some("<path id='n' d='M0'/>")),
            ("<g><symbol id=\"a\"><path/></symbol></g>", Some("<symbol id=\"n\"><path/></symbol>")),
            (
                "<symbol id='a'><mask id='m'/><rect mask='url(#m)'/><use href='#m'/></symbol>",
                Some("<symbol id='n'><mask id='n-m'/><rect mask='url(#n-m)'/><use href='#n-m'/></symbol>"),
            ),
            ("<g id='a'><title>Beer &amp; wine</title></g>", Some("<g id='n'><title>Beer &amp; wine</title></g>")),
            ("<g id='b'/>", None),
            ("<g id='a'>", None),
            ("<mask id='m'/><g id='a' mask='url(#m)'/>", None),
            ("<g id='a'><image href='b.png'/></g>", None),
            ("<g id='a'><use href='b.svg#c'/></g>", None),
            ("<g id='a' style='fill:url(b.svg#c)'/>", None),
            ("<g id='a' class='b'/>", None),
            ("<g id='a' onload='b()'/>", None),
            ("<g id='a'><style>a{}</style></g>", None),
            ("<g id='a'><script/></g>", None),
            ("<g id='a'><x:path/></g>", None),
            ("<g id='a'>&b;</g>", None),
            ("<g id='a'><![CDATA[b]]></g>", None),
            ("<g id='a'><?b?></g>", None),
        ] {
            let svg = format!("<svg xmlns='http://www.w3.org/2000/svg'>{inner}</svg>");
            let copy = copied(&svg, "a", "n").map(|copy| String::from_utf8(copy).unwrap());
            assert_eq!(copy.as_deref(), expected, "{inner}");
        }
        assert_eq!(copied("<svg><g id='a'/></svg>", "a", "n"), None);
    }
}
