//! Splits each URL of a column into components, in one pass.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, StructArray};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Fields as ArrowFields};
use napkin::{Component, Reference, ReferenceKind, Standard};

use crate::blocks::Blocks;
use crate::column::Column;
use crate::dictionary::by_values;
use crate::names::{self, Names};
use crate::read::{Found, Group, rows};
use crate::values::Values;
use crate::views::{Changes, Views};

/// A field of the column of components, with the same name as in `napkin parse --json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Field {
    /// Whether the text is a valid reference under the standard; under the URL Standard, a URL. `Boolean`.
    Ok,
    /// `absolute`, `network-path`, ... ([`napkin::ReferenceKind`]). A dictionary of names.
    Kind,
    /// A component as written. `Utf8View`.
    Text(Component),
    /// `name`, `ipv4`, ... ([`napkin::HostKind`]). A dictionary of names.
    HostKind,
    /// The port as a number; null also if it is larger than 65535. `UInt16`.
    Port,
    /// The code of the first broken rule of an invalid text, null for valid texts. A dictionary of codes.
    Rule,
}

impl Field {
    /// All fields, in the order of the columns of a result.
    pub const ALL: &'static [Self] = &[
        Self::Ok,
        Self::Kind,
        Self::Text(Component::Scheme),
        Self::Text(Component::Authority),
        Self::Text(Component::User),
        Self::Text(Component::Password),
        Self::Text(Component::Host),
        Self::HostKind,
        Self::Port,
        Self::Text(Component::Port),
        Self::Text(Component::Path),
        Self::Text(Component::Query),
        Self::Text(Component::Fragment),
        Self::Rule,
    ];

    /// Returns the name: `host`, `host_kind`, `port`, and so on; the port as written is `port_text`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Kind => "kind",
            Self::Text(Component::Port) => "port_text",
            Self::Text(component) => component.name(),
            Self::HostKind => "host_kind",
            Self::Port => "port",
            Self::Rule => "rule",
        }
    }

    /// Returns the type of the field's column.
    #[must_use]
    pub fn data_type(self) -> DataType {
        match self {
            Self::Ok => DataType::Boolean,
            Self::Text(_) => DataType::Utf8View,
            Self::Port => DataType::UInt16,
            Self::Kind | Self::HostKind | Self::Rule => names::data_type(),
        }
    }
}

/// Returns the type of the column that [`parts`] returns for these fields.
#[must_use]
pub fn data_type(fields: &[Field]) -> DataType {
    DataType::Struct(arrow_fields(fields))
}

fn arrow_fields(fields: &[Field]) -> ArrowFields {
    fields.iter().map(|field| ArrowField::new(field.name(), field.data_type(), true)).collect()
}

/// Splits each text of a column under a standard, and returns a column of structures with the requested `fields`.
///
/// The column is `Utf8`, `LargeUtf8`, `Utf8View` or a dictionary of one of them. An undefined component is null, an empty
/// component is the empty text (RFC 3986 section 5.3). A null row stays null. For an invalid text `ok` is false, `rule` is the
/// broken rule, and all other fields are null. Components are views of the column's own bytes; only URLs that the URL Standard
/// rewrites are copied.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray, types::UInt16Type};
/// use napkin::{Component, Standard};
/// use napkin_columns::{Field, parts};
///
/// let urls = StringArray::from(vec![Some("http://pub.example:8080/menu"), Some("http://pub.example:8o/"), None]);
/// let found = parts(&urls, Standard::Rfc3986, &[Field::Text(Component::Host), Field::Port, Field::Rule])?;
/// let found = found.as_struct();
/// assert_eq!(found.column(0).as_string_view().value(0), "pub.example");
/// assert_eq!(found.column(1).as_primitive::<UInt16Type>().value(0), 8080);
/// # use arrow_array::Array;
/// assert!(found.column(0).is_null(1) && found.is_null(2));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn parts(array: &dyn Array, standard: Standard, fields: &[Field]) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| Ok(Arc::new(of_texts(&Column::of(array)?, standard, fields)?)))
}

fn of_texts(column: &Column<'_>, standard: Standard, fields: &[Field]) -> Result<StructArray, ArrowError> {
    let host = fields.iter().position(|&field| field == Field::Text(Component::Host));
    let maker = |&field: &Field| match field {
        Field::Text(Component::Authority) if host.is_some() => Maker::Authority(Changes::default()),
        field => Maker::of(field, column.len()),
    };
    let mut makers: Vec<Maker> = fields.iter().map(maker).collect();
    let mut blocks = Blocks::of(column);
    rows(column, standard, &mut blocks, |group| makers.iter_mut().for_each(|maker| maker.add(group)));
    let (blocks, nulls) = (blocks.finish(), column.nulls());
    // The authority's column derives from the host's column, which is therefore built first.
    let host = host.map(|place| (place, makers.remove(place).finish(&blocks, nulls, None)));
    let made = host.as_ref().map(|(_, column)| column);
    let mut columns: Vec<ArrayRef> = makers.into_iter().map(|maker| maker.finish(&blocks, nulls, made)).collect();
    if let Some((place, column)) = host {
        columns.insert(place, column);
    }
    StructArray::try_new_with_length(arrow_fields(fields), columns, nulls.cloned(), column.len())
}

/// Builds the column of one field.
enum Maker {
    Ok(BooleanBufferBuilder),
    Kind(Names),
    Text(Component, Views),
    /// The authority if the host is requested too: in 99 of 100 URLs they are the same text.
    Authority(Changes),
    HostKind(Names),
    Port(Values<u16>),
    Rule(Names),
}

impl Maker {
    fn of(field: Field, rows: usize) -> Self {
        match field {
            Field::Ok => Self::Ok(BooleanBufferBuilder::new(rows)),
            Field::Kind => Self::Kind(Names::with_capacity(rows)),
            Field::Text(component) => Self::Text(component, Views::with_capacity(rows)),
            Field::HostKind => Self::HostKind(Names::with_capacity(rows)),
            Field::Port => Self::Port(Values::with_capacity(rows)),
            Field::Rule => Self::Rule(Names::with_capacity(rows)),
        }
    }

    fn add(&mut self, group: &Group<'_>) {
        match self {
            Self::Text(component, views) => add_component(*component, views, group),
            Self::Authority(changes) => {
                changes.extend(group, is_more_than_host, |reference| reference.span(Component::Authority));
            }
            Self::Port(ports) => {
                ports.extend_with(group, |found| port(found).is_some(), |found| port(found).unwrap_or_default());
            }
            Self::Kind(names) => names.extend(group, |found| Some(kind_of(&found.reference) as usize), kind),
            Self::HostKind(names) => {
                names.extend(group, |found| found.reference.host_kind().map(|kind| kind as usize), host_kind);
            }
            Self::Ok(answers) => {
                group.words().for_each(|(found, read)| answers.append_packed_range(0..found.len(), &read.to_le_bytes()))
            }
            Self::Rule(names) => names.extend_few(group.found.len(), group.wrong),
        }
    }

    /// Returns the column. An [`Authority`](Self::Authority) needs the column of the `host`.
    fn finish(self, blocks: &[Buffer], nulls: Option<&NullBuffer>, host: Option<&ArrayRef>) -> ArrayRef {
        match self {
            Self::Ok(mut answers) => Arc::new(BooleanArray::new(answers.finish(), nulls.cloned())),
            Self::Text(_, views) => Arc::new(views.finish(blocks)),
            Self::Authority(changes) => {
                Arc::new(changes.finish(host.expect("the host is made first").as_string_view()))
            }
            Self::Port(ports) => Arc::new(ports.column()),
            Self::Kind(names) | Self::HostKind(names) | Self::Rule(names) => names.finish(),
        }
    }
}

/// Returns whether the authority has a user or a port besides the host.
#[inline]
fn is_more_than_host(reference: &Reference<'_>) -> bool {
    reference.span(Component::User).is_some() || reference.span(Component::Port).is_some()
}

/// Returns the kind of a reference. The first test covers nearly all references without inspecting the path.
#[inline]
fn kind_of(reference: &Reference<'_>) -> ReferenceKind {
    if reference.is_absolute() && reference.host_kind().is_some() { ReferenceKind::Absolute } else { reference.kind() }
}

fn kind(found: &Found<'_>) -> &'static str {
    found.reference.kind().name()
}

fn host_kind(found: &Found<'_>) -> &'static str {
    found.reference.host_kind().map_or("", |kind| kind.name())
}

fn port(found: &Found<'_>) -> Option<u16> {
    found.reference.port()
}

/// Adds the pieces of one component. The match is outside of the loops, so that `span` compiles to a few loads in each loop.
fn add_component(component: Component, views: &mut Views, group: &Group<'_>) {
    macro_rules! add {
        ($component:expr) => {
            views.extend(group, |reference| reference.span($component))
        };
    }
    match component {
        Component::Scheme => add!(Component::Scheme),
        Component::Authority => add!(Component::Authority),
        Component::User => add!(Component::User),
        Component::Password => add!(Component::Password),
        Component::Host => add!(Component::Host),
        Component::Port => add!(Component::Port),
        Component::Path => add!(Component::Path),
        Component::Query => add!(Component::Query),
        Component::Fragment => add!(Component::Fragment),
        other => add!(other),
    }
}
