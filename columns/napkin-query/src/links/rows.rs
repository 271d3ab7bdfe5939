//! Builds the rows of the table, one per reference.
//!
//! The columns are the fields of `napkin links --json`, in the same order and with the same names.

use std::sync::{Arc, LazyLock};

use arrow_array::builder::{BooleanBuilder, ListBuilder, StringViewBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use datafusion_common::Result;
use napkin::{Finding, Standard, Url};
use napkin_columns::{Section, finding_column, finding_type, registrable_domain};
use napkin_document::{InnerBase, Link, LinkResolver, ResolvedLink};
use napkin_mail::{Message, Related};

/// The column whose texts need a second reading of the document.
pub(super) const TEXT: &str = "text";

/// Returns the columns of the table.
pub(super) fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let (text, number, truth) = (DataType::Utf8View, DataType::UInt64, DataType::Boolean);
        let readings = DataType::new_list(DataType::Utf8View, true);
        let fields = [
            ("source", text.clone()),
            ("part", text.clone()),
            ("start", number.clone()),
            ("end", number.clone()),
            ("raw", text.clone()),
            ("context", text.clone()),
            ("base", text.clone()),
            ("base_from", text.clone()),
            ("standard", text.clone()),
            ("ok", truth.clone()),
            ("absolute", text.clone()),
            ("same_document", truth),
            ("scheme", text.clone()),
            ("error", finding_type()),
            ("line", number.clone()),
            ("column", number),
            ("readings", readings),
            ("base_field", text.clone()),
            ("base_part", text.clone()),
            ("to_part", text.clone()),
            ("page", text.clone()),
            ("rel", text.clone()),
            ("domain", text.clone()),
            (TEXT, text),
        ];
        Arc::new(Schema::new(fields.map(|(name, kind)| Field::new(name, kind, true)).to_vec()))
    });
    Arc::clone(&SCHEMA)
}

/// The parts of a message that its links may refer to.
pub(super) struct Target<'t, 'a> {
    pub(super) message: Option<(&'t Message<'a>, &'t Related<'t, 'a>)>,
}

impl Target<'_, '_> {
    /// Returns the number of the message part that the reference points to (RFC 2557 section 8.2).
    fn of(&self, link: &Link<'_>, absolute: Option<&Url>) -> Option<String> {
        let (message, related) = self.message?;
        let from = message.part_at(link.part.as_ref()?.index)?;
        // By RFC 2110 an unresolved reference is compared as written.
        let url = absolute.map_or(&*link.text, Url::as_str);
        Some(related.find(from, url)?.part.number())
    }
}

/// The document of a row.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    pub(super) name: &'s str,
    /// The URL from which it was retrieved.
    pub(super) page: Option<&'s str>,
}

/// Builds a batch of rows.
pub(super) struct Rows {
    size: usize,
    /// `source`, `base`, `base_from`, `standard`, `context`, `base_field`, `page`: few distinct texts in many rows.
    same: [StringViewBuilder; 7],
    /// `part`, `raw`, `absolute`, `scheme`, `base_part`, `to_part`, `rel`, `text`.
    own: [StringViewBuilder; 8],
    /// `start`, `end`, `line`, `column`.
    numbers: [UInt64Builder; 4],
    /// `ok`, `same_document`.
    truths: [BooleanBuilder; 2],
    errors: Vec<Option<Finding>>,
    readings: ListBuilder<StringViewBuilder>,
}

impl Rows {
    /// Creates a builder for batches of `size` rows.
    pub(super) fn new(size: usize) -> Self {
        Self {
            size: size.max(1),
            same: std::array::from_fn(|_| StringViewBuilder::new().with_deduplicate_strings()),
            own: std::array::from_fn(|_| StringViewBuilder::new()),
            numbers: std::array::from_fn(|_| UInt64Builder::new()),
            truths: std::array::from_fn(|_| BooleanBuilder::new()),
            errors: Vec::new(),
            readings: ListBuilder::new(StringViewBuilder::new()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= self.size
    }

    /// Adds one row.
    #[expect(clippy::too_many_arguments, reason = "each is one of what the columns are made of")]
    pub(super) fn push(
        &mut self,
        source: Source<'_>,
        link: &Link<'_>,
        (line, column): (usize, usize),
        resolver: &LinkResolver<'_>,
        done: &ResolvedLink,
        standard: Standard,
        target: &Target<'_, '_>,
        text: Option<&str>,
    ) {
        let (base, layer) = resolver.base_of(done);
        let absolute = done.absolute.as_ref().ok().and_then(Option::as_ref);
        let error = done.absolute.as_ref().err();
        let field = done.given().and_then(InnerBase::field);
        let context = link.context.to_string();
        let standard = Some(standard.name());
        let source = (Some(source.name), source.page);
        let texts = [source.0, base, Some(layer.name()), standard, Some(&*context), field.as_deref(), source.1];
        self.same.iter_mut().zip(texts).for_each(|(column, text)| column.append_option(text));
        let to_part = target.of(link, absolute);
        let texts = [
            link.part.as_ref().map(|part| &*part.number),
            Some(&*link.raw_lossy()),
            absolute.map(Url::as_str),
            absolute.map(Url::scheme),
            done.given().and_then(|given| given.part()),
            to_part.as_deref(),
            link.rel.as_deref(),
            text,
        ];
        self.own.iter_mut().zip(texts).for_each(|(column, text)| column.append_option(text));
        let numbers = [link.span.start, link.span.end, line, column];
        self.numbers.iter_mut().zip(numbers).for_each(|(column, number)| column.append_value(number as u64));
        let is_same = !link.new_request && (link.text.is_empty() || link.text.starts_with('#'));
        self.truths.iter_mut().zip([error.is_none(), is_same]).for_each(|(column, truth)| column.append_value(truth));
        self.errors.push(error.map(|error| error.with_span(link.source_span(error.span))));
        self.readings.append_value(link.readings().map(Some));
    }

    /// Returns the rows so far as a batch.
    pub(super) fn finish(&mut self) -> Result<RecordBatch> {
        fn finished(column: &mut StringViewBuilder) -> ArrayRef {
            Arc::new(column.finish())
        }
        let [source, base, base_from, standard, context, base_field, page] = self.same.each_mut().map(finished);
        let [part, raw, absolute, scheme, base_part, to_part, rel, text] = self.own.each_mut().map(finished);
        let number = |column: &mut UInt64Builder| Arc::new(column.finish()) as ArrayRef;
        let [start, end, line, column] = self.numbers.each_mut().map(number);
        let truth = |column: &mut BooleanBuilder| Arc::new(column.finish()) as ArrayRef;
        let [ok, same_document] = self.truths.each_mut().map(truth);
        let domain = registrable_domain(&*absolute, Standard::Whatwg, Section::default())?;
        let error = Arc::new(finding_column(&std::mem::take(&mut self.errors)));
        let readings = Arc::new(self.readings.finish());
        let columns = vec![
            source, part, start, end, raw, context, base, base_from, standard, ok, absolute, same_document, scheme,
            error, line, column, readings, base_field, base_part, to_part, page, rel, domain, text,
        ];
        Ok(RecordBatch::try_new(schema(), columns)?)
    }
}
