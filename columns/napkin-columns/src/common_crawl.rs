//! Computes the columns of Common Crawl's index that derive from `url`.
//!
//! The columns follow the index's schema (`cc-index-schema-flat.json` of `commoncrawl/cc-index-table`): a missing port is null,
//! hosts are in lower case without the root's dot, and IP addresses have no labels. The index contains crawled URLs, and no
//! standard admits all of them, so components are split by RFC 3986 appendix B, whatever they contain. The two sections of the
//! public suffix list are the schema's "registry suffix" and "private suffix".

mod host;

use std::sync::Arc;

use arrow_array::builder::PrimitiveBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use napkin::{Component, Parts, Reference, Span, Standard, check};

use self::host::Host;
use crate::blocks::Blocks;
use crate::column::{Column, INLINE, Place, Text};
use crate::domain::{Section, domain, suffix};
use crate::views::{Piece, Views};

/// The names of the text columns, in the order of the schema; `url_port` is a number, and comes after `url_protocol`.
const TEXTS: [&str; 15] = [
    "url_surtkey", "url_host_name", "url_host_tld", "url_host_2nd_last_part", "url_host_3rd_last_part",
    "url_host_4th_last_part", "url_host_5th_last_part", "url_host_registry_suffix", "url_host_registered_domain",
    "url_host_private_suffix", "url_host_private_domain", "url_host_name_reversed", "url_protocol", "url_path",
    "url_query",
];

/// The index of `url_port`.
const PORT: usize = 13;

/// Returns the type of the column that [`common_crawl`] returns.
#[must_use]
pub fn common_crawl_type() -> DataType {
    DataType::Struct(fields())
}

fn fields() -> Fields {
    let mut fields: Vec<Field> = TEXTS.iter().map(|name| Field::new(*name, DataType::Utf8View, true)).collect();
    fields.insert(PORT, Field::new("url_port", DataType::Int32, true));
    fields.into()
}

/// Returns the columns of Common Crawl's index that derive from `url`, as a column of structures: `url_surtkey`,
/// `url_host_name`, `url_host_tld` ... `url_host_name_reversed`, `url_protocol`, `url_port`, `url_path`, `url_query`.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// let urls = StringArray::from(vec!["https://www.Example.co.uk:8443/path/index.html?q=abc&lang=en"]);
/// let columns = napkin_columns::common_crawl(&urls)?;
/// let text = |name| columns.as_struct().column_by_name(name).unwrap().as_string_view().value(0).to_owned();
/// assert_eq!(text("url_surtkey"), "uk,co,example:8443)/path/index.html?lang=en&q=abc");
/// assert_eq!(text("url_host_registered_domain"), "example.co.uk");
/// assert_eq!(text("url_host_name_reversed"), "uk.co.example.www");
/// assert_eq!(text("url_query"), "q=abc&lang=en");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn common_crawl(array: &dyn Array) -> Result<ArrayRef, ArrowError> {
    crate::dictionary::by_values(array, |array| {
        let column = Column::of(array)?;
        let mut maker = Maker::of(&column);
        for row in 0..column.len() {
            match column.get(row) {
                Some(text) => maker.add(text),
                None => maker.null(),
            }
        }
        maker.finish(&column)
    })
}

struct Maker {
    blocks: Blocks,
    views: [Views; TEXTS.len()],
    ports: PrimitiveBuilder<Int32Type>,
    key: Vec<u8>,
}

/// Splits a text into components, even if it is not a valid reference.
fn read(text: &str) -> Parts {
    match Reference::parse(text, Standard::Rfc3986) {
        Ok(reference) => reference.parts(),
        Err(_) => check(text, Standard::Rfc3986, &mut ()),
    }
}

impl Maker {
    fn of(column: &Column<'_>) -> Self {
        let rows = column.len();
        Self {
            blocks: Blocks::of(column),
            views: core::array::from_fn(|_| Views::with_capacity(rows)),
            ports: PrimitiveBuilder::with_capacity(rows),
            key: Vec::new(),
        }
    }

    fn null(&mut self) {
        self.views.iter_mut().for_each(|views| views.push(None));
        self.ports.append_null();
    }

    fn add(&mut self, text: Text<'_>) {
        let parts = read(text.text);
        let component = |component| parts.span(component);
        let [key, host_columns @ .., protocol, path, query] = &mut self.views;
        self.key.clear();
        let made = napkin_document::surt::write(text.text, &mut self.key).map(|()| String::from_utf8_lossy(&self.key));
        push_new(key, made.as_deref(), &mut self.blocks);

        let host = component(Component::Host).map(|span| Host::of(span.of(text.text)));
        host_texts(host, text, component(Component::Host), host_columns, &mut self.blocks);

        match component(Component::Scheme) {
            Some(scheme) if scheme.of(text.text).bytes().any(|byte| byte.is_ascii_uppercase()) => {
                push_new(protocol, Some(&scheme.of(text.text).to_ascii_lowercase()), &mut self.blocks);
            }
            scheme => protocol.push(scheme.map(|scheme| text.piece(scheme))),
        }
        path.push(component(Component::Path).map(|span| text.piece(span)));
        query.push(component(Component::Query).map(|span| text.piece(span)));
        self.ports.append_option(component(Component::Port).and_then(|port| port.of(text.text).parse().ok()));
    }

    fn finish(mut self, column: &Column<'_>) -> Result<ArrayRef, ArrowError> {
        let blocks = self.blocks.finish();
        let mut columns: Vec<ArrayRef> =
            self.views.into_iter().map(|views| Arc::new(views.finish(&blocks)) as ArrayRef).collect();
        columns.insert(PORT, Arc::new(self.ports.finish()));
        let made = StructArray::try_new_with_length(fields(), columns, column.nulls().cloned(), column.len())?;
        Ok(Arc::new(made))
    }
}

/// Adds a new text; it is copied to a block only if its view cannot contain it.
fn push_new(views: &mut Views, text: Option<&str>, blocks: &mut Blocks) {
    let kept = text.map(|text| kept(text, blocks).piece(Span::new(0, text.len())));
    views.push(kept);
}

fn kept<'t>(text: &'t str, blocks: &mut Blocks) -> Text<'t> {
    if text.len() <= INLINE {
        return Text { text, tail: text.as_bytes(), place: Place::default() };
    }
    blocks.keep(text)
}

/// Adds the columns of the host: its name, five labels from the last, two suffixes each with its domain, and the reversed name.
fn host_texts(host: Option<Host<'_>>, text: Text<'_>, span: Option<Span>, views: &mut [Views], blocks: &mut Blocks) {
    let Some((host, span)) = host.zip(span) else { return views.iter_mut().for_each(|views| views.push(None)) };
    let name = &*host.name;
    // A piece of the URL if the host is written the same there, otherwise a new text.
    let place = if text.text.get(span.start..span.start + name.len()) == Some(name) {
        Text { text: name, tail: &text.tail[span.start..], place: text.place.behind(span.start) }
    } else {
        blocks.keep(name)
    };
    let [whole, labels @ .., registry, registered, private, below, reversed] = views else { return };
    whole.push(Some(place.piece(Span::new(0, name.len()))));
    if !host.is_name {
        let others = labels.iter_mut().chain([registry, registered, private, below, reversed]);
        return others.for_each(|views| views.push(None));
    }
    push_labels(place, labels);
    let end = |part: Option<&str>| -> Option<Piece<'_>> {
        Some(place.piece(Span::new(name.len() - part?.len(), name.len())))
    };
    private.push(end(suffix(name, Section::All)));
    below.push(end(domain(name, Section::All)));
    registry.push(end(suffix(name, Section::Icann)));
    registered.push(end(domain(name, Section::Icann)));
    if name.contains('.') {
        let backwards: Vec<&str> = name.rsplit('.').collect();
        push_new(reversed, Some(&backwards.join(".")), blocks);
    } else {
        reversed.push(Some(place.piece(Span::new(0, name.len()))));
    }
}

fn push_labels(name: Text<'_>, views: &mut [Views]) {
    let mut end = Some(name.text.len());
    for views in views {
        let start = end.map(|end| name.text[..end].rfind('.').map_or(0, |dot| dot + 1));
        views.push(start.zip(end).map(|(start, end)| name.piece(Span::new(start, end))));
        end = start.filter(|&start| start > 0).map(|start| start - 1);
    }
}
