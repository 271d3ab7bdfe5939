//! Writes a result batch by batch, in any form.
//!
//! A table for people has the widths of its first rows. CSV follows RFC 4180: null is an empty field, the empty text is `""`, and
//! lists and structures become text. JSON Lines write null explicitly.

use std::io::{self, Write};
use std::path::Path;

use datafusion::arrow::array::{Array, ArrayRef, RecordBatch};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::{LineDelimited, Writer as JsonWriter};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::DataFusionError;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

use crate::options::Form;
use crate::output::{Output, Trouble};

/// A result that is written batch by batch.
pub(crate) enum Writer {
    Table { out: Output, widths: Vec<usize> },
    Csv { out: Output, is_begun: bool },
    Json(JsonWriter<Output, LineDelimited>),
    Parquet(Box<ArrowWriter<Output>>),
}

impl Writer {
    pub(crate) fn new(form: Form, out: Output, schema: &SchemaRef) -> Result<Self, Trouble> {
        Ok(match form {
            Form::Table => Self::Table { out, widths: Vec::new() },
            Form::Csv => Self::Csv { out, is_begun: false },
            Form::Json => Self::Json(WriterBuilder::new().with_explicit_nulls(true).build(out)),
            Form::Parquet => {
                let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()));
                let writer = ArrowWriter::try_new(out, schema.clone(), Some(properties.build()));
                Self::Parquet(Box::new(writer.map_err(of_parquet)?))
            }
        })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Trouble> {
        let failed = |error| Trouble::io("the answer".as_ref(), error);
        match self {
            Self::Table { out, widths } => table(batch, widths, out).map_err(failed),
            Self::Csv { out, is_begun } => {
                if !std::mem::replace(is_begun, true) {
                    let names = batch.schema();
                    let names = names.fields().iter().map(|field| Some(field.name().clone()));
                    csv_row(names, out).map_err(failed)?;
                }
                let columns = Texts::of(batch)?;
                (0..batch.num_rows()).try_for_each(|row| csv_row(columns.row(row), out)).map_err(failed)
            }
            Self::Json(writer) => writer.write(batch).map_err(of_arrow),
            Self::Parquet(writer) => writer.write(batch).map_err(of_parquet),
        }
    }

    /// Completes the output, and returns it.
    pub(crate) fn finish(self, schema: &SchemaRef) -> Result<Output, Trouble> {
        let failed = |error| Trouble::io("the answer".as_ref(), error);
        Ok(match self {
            Self::Table { mut out, widths } => {
                if widths.is_empty() {
                    table(&RecordBatch::new_empty(schema.clone()), &mut Vec::new(), &mut out).map_err(failed)?;
                }
                out
            }
            Self::Csv { mut out, is_begun } => {
                if !is_begun {
                    csv_row(schema.fields().iter().map(|field| Some(field.name().clone())), &mut out)
                        .map_err(failed)?;
                }
                out
            }
            Self::Json(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                writer.into_inner()
            }
            Self::Parquet(writer) => writer.into_inner().map_err(of_parquet)?,
        })
    }
}

fn of_parquet(error: ParquetError) -> Trouble {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => Trouble::io("the answer".as_ref(), *error),
            Err(error) => DataFusionError::External(error).into(),
        },
        error => DataFusionError::from(error).into(),
    }
}

fn of_arrow(error: datafusion::arrow::error::ArrowError) -> Trouble {
    match error {
        datafusion::arrow::error::ArrowError::IoError(_, error) => Trouble::io(Path::new("the answer"), error),
        error => DataFusionError::from(error).into(),
    }
}

/// The columns of a batch as texts, with their nulls, including nulls among the values of a dictionary.
struct Texts<'b>(Vec<(Option<NullBuffer>, ArrayFormatter<'b>)>);

impl<'b> Texts<'b> {
    fn of(batch: &'b RecordBatch) -> Result<Self, Trouble> {
        static OPTIONS: FormatOptions<'static> = FormatOptions::new().with_display_error(true);
        let column = |column: &'b ArrayRef| {
            let texts = ArrayFormatter::try_new(&**column, &OPTIONS).map_err(DataFusionError::from)?;
            Ok((column.logical_nulls(), texts))
        };
        Ok(Self(batch.columns().iter().map(column).collect::<Result<_, Trouble>>()?))
    }

    fn row(&self, row: usize) -> impl Iterator<Item = Option<String>> {
        let is_null = move |nulls: &Option<NullBuffer>| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
        self.0.iter().map(move |(nulls, texts)| (!is_null(nulls)).then(|| texts.value(row).to_string()))
    }
}

/// Writes a row by RFC 4180 section 2.
fn csv_row(fields: impl Iterator<Item = Option<String>>, out: &mut dyn Write) -> io::Result<()> {
    for (number, field) in fields.enumerate() {
        if number > 0 {
            out.write_all(b",")?;
        }
        match field {
            Some(text) if text.is_empty() || text.contains(['"', ',', '\r', '\n']) => {
                write!(out, "\"{}\"", text.replace('"', "\"\""))?;
            }
            Some(text) => out.write_all(text.as_bytes())?,
            None => {}
        }
    }
    out.write_all(b"\n")
}

/// The greatest width of a table's column, in characters.
const WIDEST: usize = 60;

/// Writes the rows of a batch; the first batch gets a heading.
fn table(batch: &RecordBatch, widths: &mut Vec<usize>, out: &mut dyn Write) -> io::Result<()> {
    let columns = Texts::of(batch).map_err(|trouble| io::Error::other(trouble.to_string()))?;
    // Control characters must not reach a terminal.
    let shown = |text: Option<String>| {
        text.map_or_else(
            || "NULL".to_owned(),
            |text| text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect(),
        )
    };
    let rows: Vec<Vec<String>> = (0..batch.num_rows()).map(|row| columns.row(row).map(shown).collect()).collect();
    if widths.is_empty() {
        let schema = batch.schema();
        let names: Vec<String> = schema.fields().iter().map(|field| shown(Some(field.name().clone()))).collect();
        *widths = names.iter().map(|name| name.chars().count()).collect();
        for row in &rows {
            let counts = row.iter().map(|text| text.chars().count().min(WIDEST));
            widths.iter_mut().zip(counts).for_each(|(width, count)| *width = count.max(*width));
        }
        table_row(&names, widths, out)?;
        let lines: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        table_row(&lines, widths, out)?;
    }
    rows.iter().try_for_each(|row| table_row(row, widths, out))
}

fn table_row(row: &[String], widths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for (text, &width) in row.iter().zip(widths) {
        line.push_str(text);
        line.extend(std::iter::repeat_n(' ', width.saturating_sub(text.chars().count()) + 2));
    }
    writeln!(out, "{}", line.trim_end())
}
