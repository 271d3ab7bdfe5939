//! Walks through a document and the data of its `data:` URLs. Start at `Unbundler::all`.
//!
//! Extracts each object once. Replacements consist of bytes that need no escape wherever a URL can be, so every
//! other byte is unchanged.

use super::base::Base;
use super::name::Names;
use super::report::{
    ExtractedObject, ExtractionFailure, ExtractionFailureReason, ExtractionNote, ExtractionRemark, Unbundled,
};
use super::{BundleLimits, File, content};
use crate::bundle::charset;
use crate::bundle::edit::{Edit, apply};
use crate::bundle::media_type;
use crate::bundle::tags::Tags;
use crate::lines::Lines;
use crate::screen::places::{Place, places};
use crate::screen::{Format, ScreenLimits};
use crate::usage::Use;
use napkin::Span;
use napkin::data::{DataUrl, MediaLimits, Reading};
use napkin::media::{MediaType, Reading as MediaReading};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Limits the recursion, whatever the options allow, to protect the call stack.
const DEPTH: usize = 128;

/// The URL that the bundler writes into a disabled hint.
const NOTHING: &str = "data:,%20";

/// The digest of the original bytes, their media type, and the format in which they are read.
type Key = ([u8; 32], String, Option<Format>);

pub(super) struct Unbundler<'s> {
    limits: BundleLimits,
    sink: &'s mut dyn FnMut(File<'_>) -> ControlFlow<()>,
    /// The last answer of the sink.
    flow: ControlFlow<()>,
    names: Names,
    /// The number of each extracted object, or the reason why it was not extracted.
    made: HashMap<Key, Result<usize, ExtractionFailureReason>>,
    /// The numbers of objects by file name.
    numbers: HashMap<String, usize>,
    objects: Vec<ExtractedObject>,
    found: Vec<(Span, String, String, Use, ExtractionFailureReason)>,
    notes: Vec<(Span, ExtractionRemark)>,
    total: usize,
    count: usize,
}

/// A document being unbundled.
struct Document<'d> {
    bytes: &'d [u8],
    format: Format,
    media_type: Option<&'d MediaType<'d>>,
    /// The span of the outermost reference; `None` for the document itself.
    outermost: Option<Span>,
    depth: usize,
}

impl Document<'_> {
    fn at(&self, span: Span) -> Span {
        self.outermost.unwrap_or(span)
    }
}

impl<'s> Unbundler<'s> {
    pub(super) fn new(limits: BundleLimits, sink: &'s mut dyn FnMut(File<'_>) -> ControlFlow<()>) -> Self {
        Self {
            limits: BundleLimits { depth: limits.depth.min(DEPTH), ..limits },
            sink,
            flow: ControlFlow::Continue(()),
            names: Names::default(),
            made: HashMap::new(),
            numbers: HashMap::new(),
            objects: Vec::new(),
            found: Vec::new(),
            notes: Vec::new(),
            total: 0,
            count: 0,
        }
    }

    /// Unbundles the document. `others` become files too.
    pub(super) fn all(
        mut self,
        bytes: &[u8],
        format: Format,
        label: Option<&str>,
        others: &[(Vec<u8>, String)],
    ) -> Unbundled {
        let stated = label.and_then(|label| MediaType::default_of_data().with_parameter("charset", label).ok());
        let document = Document { bytes, format, media_type: stated.as_ref(), outermost: None, depth: 0 };
        let done = self.document(&document);
        for (bytes, media_type) in others {
            if self.flow.is_break() {
                break;
            }
            self.other(bytes, media_type);
        }
        let lines = Lines::of(bytes);
        let position = |span: Span| lines.position(bytes, span.start);
        let failure = |(span, context, text, used, reason)| {
            let (line, column) = position(span);
            ExtractionFailure { span, line, column, context, text, used, reason }
        };
        let note = |(span, remark)| {
            let (line, column) = position(span);
            ExtractionNote { span, line, column, remark }
        };
        let failures = self.found.into_iter().map(failure).collect();
        let notes = self.notes.into_iter().map(note).collect();
        Unbundled { bytes: done, objects: self.objects, failures, notes }
    }

    fn document(&mut self, document: &Document<'_>) -> Vec<u8> {
        let Document { bytes, format, .. } = *document;
        let places = places(bytes, format, document.media_type, &ScreenLimits::default());
        let is_page = format == Format::Html;
        let base = if is_page && !places.is_empty() { Base::of(bytes) } else { Base::NONE };
        let mut edits = Vec::new();
        for place in places.iter().filter(|place| is_loaded(place)) {
            match self.place(place, document, &base) {
                Ok(Some(name)) => {
                    // Without a dot it would be a bare module name (HTML standard 8.1.6.2).
                    let dot = if place.context == "html importmap" { "./" } else { "" };
                    let bytes = [dot, &base.prefix, &name].concat().into_bytes();
                    edits.push(Edit { span: place.before_fragment, bytes });
                }
                Ok(None) => {}
                Err(reason) => {
                    let (context, text) = (place.context.clone(), place.text.clone());
                    self.found.push((document.at(place.span), context, text, place.used, reason));
                }
            }
        }
        if edits.is_empty() {
            return bytes.to_vec();
        }
        if is_page {
            self.remarks(document, &base, &edits);
        }
        let Some(emptied) = base.emptied(apply(bytes, edits), &self.names, self.limits.links) else {
            let span = base.elsewhere.as_ref().map_or(Span::new(0, 0), |(_, span)| *span);
            let text = String::from_utf8_lossy(&bytes[span.range()]).into_owned();
            self.found.push((
                document.at(span),
                "html base[href]".to_owned(),
                text,
                Use::Other,
                ExtractionFailureReason::LinksLimit,
            ));
            return bytes.to_vec();
        };
        emptied
    }

    /// Returns the name of the file that a reference becomes.
    fn place(
        &mut self,
        place: &Place,
        document: &Document<'_>,
        base: &Base,
    ) -> Result<Option<String>, ExtractionFailureReason> {
        if self.flow.is_break() {
            return Err(ExtractionFailureReason::Stopped);
        }
        if place.unread.is_some() {
            return Err(ExtractionFailureReason::DepthLimit);
        }
        if place.text == NOTHING {
            return Ok(None);
        }
        let raw = &document.bytes[place.before_fragment.range()];
        let is_written_out = raw.trim_ascii_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"data:"));
        if document.format == Format::Xml && !is_written_out {
            return Err(ExtractionFailureReason::Entity);
        }
        if base.is_other(place.span) {
            return Err(ExtractionFailureReason::Base);
        }
        if self.count >= self.limits.count {
            return Err(ExtractionFailureReason::CountLimit);
        }
        let wrong = |error: napkin::Error| ExtractionFailureReason::Wrong(*error.finding());
        let url = DataUrl::parse_with(&place.text, Reading::Whatwg, &MediaLimits::STREAM).map_err(wrong)?;
        let data = url.decode().map_err(wrong)?;
        if data.len() > self.limits.object {
            return Err(ExtractionFailureReason::ObjectLimit);
        }
        if data.len() > self.limits.total - self.total {
            return Err(ExtractionFailureReason::TotalLimit);
        }
        self.total += data.len();
        let media_type = url.media_type();
        let format = inner(media_type, place.used);
        let key = (Sha256::digest(&data).into(), media_type.to_string(), format);
        let number = match self.made.get(&key) {
            Some(made) => made.clone()?,
            None => {
                let made = self.object(data, media_type, format, place, document);
                self.made.insert(key, made.clone());
                made?
            }
        };
        if place.used == Use::Frame && may_run(media_type.essence()) {
            self.notes.push((document.at(place.span), ExtractionRemark::Origin));
        }
        self.count += 1;
        self.objects[number].times += 1;
        Ok(Some(self.objects[number].name.clone()))
    }

    /// Unbundles an object and passes it to the sink, after the objects inside it.
    fn object(
        &mut self,
        data: Vec<u8>,
        media_type: &MediaType<'_>,
        format: Option<Format>,
        place: &Place,
        document: &Document<'_>,
    ) -> Result<usize, ExtractionFailureReason> {
        let bytes = match format {
            Some(_) if document.depth >= self.limits.depth => return Err(ExtractionFailureReason::DepthLimit),
            Some(format) => {
                let data = if format == Format::Xml { data.into() } else { charset::utf8(&data) };
                let (outermost, depth) = (Some(document.at(place.span)), document.depth + 1);
                self.document(&Document { bytes: &data, format, media_type: Some(media_type), outermost, depth })
            }
            None => data,
        };
        let bytes = content::of_file(bytes, media_type).ok_or(ExtractionFailureReason::Charset)?;
        let (name, is_new) = self.names.of(&bytes, media_type.essence(), place.used);
        if !is_new {
            return Ok(self.numbers[&name]);
        }
        let media_type = media_type.to_string();
        if self.flow.is_break() {
            return Err(ExtractionFailureReason::Stopped);
        }
        self.flow = (self.sink)(File { name: &name, bytes: &bytes, media_type: &media_type });
        self.numbers.insert(name.clone(), self.objects.len());
        self.objects.push(ExtractedObject { name, used: place.used, media_type, size: bytes.len(), times: 0 });
        Ok(self.objects.len() - 1)
    }

    /// Passes an object without references to the sink.
    fn other(&mut self, bytes: &[u8], media_type: &str) {
        let read = MediaType::parse(media_type, MediaReading::Whatwg).unwrap_or_else(|_| MediaType::default_of_data());
        let bytes = content::of_file(bytes.to_vec(), &read).unwrap_or_else(|| bytes.to_vec());
        let (name, is_new) = self.names.of(&bytes, read.essence(), Use::Other);
        if is_new {
            self.flow = (self.sink)(File { name: &name, bytes: &bytes, media_type });
            let media_type = media_type.to_owned();
            self.objects.push(ExtractedObject { name, used: Use::Other, media_type, size: bytes.len(), times: 0 });
        }
    }

    /// Records remarks about a page and its files.
    fn remarks(&mut self, document: &Document<'_>, base: &Base, edits: &[Edit]) {
        let page = document.bytes;
        if let Some((_, span)) = base.elsewhere {
            self.notes.push((document.at(span), ExtractionRemark::Base));
        }
        for element in &Tags::of(page, 0).elements {
            let is = |name: &str, value: &str| {
                element.value(page, name).is_some_and(|found| found.trim().eq_ignore_ascii_case(value))
            };
            let is_changed = || {
                let first = edits.partition_point(|edit| edit.span.start < element.span.start);
                edits.get(first).is_some_and(|edit| edit.span.end <= element.span.end)
            };
            let remark = match element.name {
                "meta" if element.is_policy(page) => ExtractionRemark::Policy,
                "script" if is("type", "module") && is_changed() => ExtractionRemark::Module,
                _ => continue,
            };
            self.notes.push((document.at(element.span), remark));
        }
    }
}

/// Returns whether the object loads together with the document.
fn is_loaded(place: &Place) -> bool {
    if place.unread.is_some() {
        return true;
    }
    let (element, attribute) = match place.context.rsplit(' ').next().and_then(|place| place.split_once('[')) {
        Some((element, attribute)) => (element, attribute.trim_end_matches(']')),
        None => ("", ""),
    };
    match (element, attribute) {
        // Browsers refuse `data:` URLs here.
        (
            "use" | "pattern" | "filter" | "linearGradient" | "radialGradient" | "mpath" | "textPath",
            "href" | "xlink:href",
        ) => false,
        ("lineargradient" | "radialgradient" | "textpath", _) => false,
        // Browsers load nothing of these.
        (_, "dynsrc" | "lowsrc" | "icon" | "usemap") | ("bgsound" | "cursor" | "applet", _) => false,
        ("object", attribute) if attribute != "data" => false,
        _ => !matches!(place.used, Use::Navigation | Use::Other),
    }
}

/// Returns the format in which an object is unbundled further. Objects inside an image are not, because an image may
/// load nothing else.
fn inner(media_type: &MediaType<'_>, used: Use) -> Option<Format> {
    match (used, media_type.essence()) {
        (Use::Style, "text/css") => Some(Format::Css),
        (Use::Frame, _) if media_type::is_page(media_type) => Some(Format::Html),
        (Use::Frame, "image/svg+xml") => Some(Format::Xml),
        _ => None,
    }
}

/// Returns whether its scripts run in a frame.
fn may_run(essence: &str) -> bool {
    essence == "text/html" || essence.ends_with("xml")
}
