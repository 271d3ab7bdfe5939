//! The table of functions and their kernels.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt16Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use datafusion_common::{Result, exec_err};
use napkin::data::Reading;
use napkin::{Component, Rungs};
use napkin_columns::{
    Decoding, Escapes, Field, common_crawl, common_crawl_type, data_decode, data_type, data_type_of_all, equivalence,
    equivalence_type, findings, findings_type, normalize, parts, parts_of_all, pattern_class_type, percent_decode,
    percent_encode, public_suffix, query_get, query_remove, query_set, registrable_domain, relativize, resolve, rows,
    surt_key, template_match_type, valid,
};

use crate::arguments::Arguments;
use crate::function::Function;
use crate::pattern::{url_pattern_class, url_pattern_match, url_template_match};
use crate::spark::{parse_url, texts, try_parse_url};

/// Describes a function of texts whose last argument is a standard.
const fn of(name: &'static str, texts: usize, run: fn(&Arguments) -> Result<ArrayRef>) -> Function {
    Function { name, arguments: (texts, texts + 1), before_standard: texts, output: text, run }
}

const fn with(function: Function, output: fn(Option<&str>) -> DataType) -> Function {
    Function { output, ..function }
}

/// Describes a function without a standard.
const fn plain(name: &'static str, run: fn(&Arguments) -> Result<ArrayRef>) -> Function {
    Function { name, arguments: (1, 1), before_standard: usize::MAX - 1, output: text, run }
}

/// Describes a function of a URL and a constant, without a standard.
const fn pair(name: &'static str, run: fn(&Arguments) -> Result<ArrayRef>) -> Function {
    Function { arguments: (2, 2), ..plain(name, run) }
}

fn text(_: Option<&str>) -> DataType {
    DataType::Utf8View
}

/// The functions; those of Spark and Trino come first.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function { name: "parse_url", arguments: (2, 4), before_standard: 3, output: text, run: parse_url },
    Function { name: "try_parse_url", arguments: (2, 4), before_standard: 3, output: text, run: try_parse_url },
    of("url_extract_protocol", 1, |arguments| component(arguments, Component::Scheme)),
    of("url_extract_host", 1, |arguments| component(arguments, Component::Host)),
    with(of("url_extract_port", 1, port), |_| DataType::Int64),
    of("url_extract_path", 1, |arguments| component(arguments, Component::Path)),
    of("url_extract_query", 1, |arguments| component(arguments, Component::Query)),
    of("url_extract_fragment", 1, |arguments| component(arguments, Component::Fragment)),
    of("url_extract_parameter", 2, |a| Ok(query_get(a.datum(0), a.datum(1), a.standard()?)?)),
    plain("url_encode", |arguments| Ok(percent_encode(arguments.array(0), Escapes::Form)?)),
    plain("url_decode", decode),
    plain("try_url_decode", |arguments| Ok(percent_decode(arguments.array(0), FORM)?)),
    with(of("url_parts", 1, all_parts), parts_type),
    of("url_resolve", 2, |a| Ok(resolve(a.datum(0), a.datum(1), a.standard()?)?)),
    of("url_relativize", 2, |a| Ok(relativize(a.datum(0), a.datum(1), a.standard()?)?)),
    of("url_normalize", 1, |a| Ok(normalize(a.array(0), a.standard()?, Rungs::ALL)?)),
    with(of("url_equivalence", 2, |a| Ok(equivalence(a.datum(0), a.datum(1), a.standard()?)?)), |_| equivalence_type()),
    of("url_query_set", 3, |a| Ok(query_set(a.datum(0), a.datum(1), a.datum(2), a.standard()?)?)),
    of("url_query_remove", 2, |a| Ok(query_remove(a.datum(0), a.datum(1), a.standard()?)?)),
    with(of("url_is_valid", 1, |a| Ok(valid(a.array(0), a.standard()?)?)), |_| DataType::Boolean),
    with(of("url_findings", 1, |a| Ok(findings(a.array(0), a.standard()?)?)), |_| findings_type()),
    section("url_registrable_domain", |a| Ok(registrable_domain(a.array(0), a.standard()?, a.section()?)?)),
    section("url_public_suffix", |a| Ok(public_suffix(a.array(0), a.standard()?, a.section()?)?)),
    plain("url_surt_key", |arguments| Ok(surt_key(arguments.array(0))?)),
    Function { output: |_| common_crawl_type(), ..plain("url_common_crawl", |a| Ok(common_crawl(a.array(0))?)) },
    with(pair("url_pattern_match", url_pattern_match), |_| DataType::Boolean),
    with(pair("url_pattern_class", url_pattern_class), |_| pattern_class_type()),
    with(pair("url_template_match", url_template_match), |_| template_match_type()),
    Function { output: |_| DataType::LargeBinary, ..plain("data_url_decode", data) },
];

/// Describes a function of a URL, a standard, and a section of the public suffix list.
const fn section(name: &'static str, run: fn(&Arguments) -> Result<ArrayRef>) -> Function {
    Function { arguments: (1, 3), ..of(name, 1, run) }
}

fn component(arguments: &Arguments, component: Component) -> Result<ArrayRef> {
    texts(arguments.array(0), arguments.standard()?, component)
}

fn port(arguments: &Arguments) -> Result<ArrayRef> {
    let read = rows(&parts(arguments.array(0), arguments.standard()?, &[Field::Port])?)?;
    let ports = read.as_struct().column(0).as_primitive::<UInt16Type>();
    Ok(Arc::new(ports.unary::<_, Int64Type>(i64::from)))
}

/// Spark and Trino fail at octets that are not UTF-8 and at a `%` that does not begin an escape. Spark also has a variant that
/// does not fail.
const FORM: Decoding = Decoding { plus: true, lossy: false, strict: true };

fn decode(arguments: &Arguments) -> Result<ArrayRef> {
    let array = rows(arguments.array(0))?;
    let decoded = percent_decode(&array, FORM)?;
    if let Some(row) = (0..array.len()).find(|&row| array.is_valid(row) && decoded.is_null(row)) {
        return exec_err!(
            "url_decode: expected escapes of UTF-8, but found others in row {row}; `try_url_decode` is null there"
        );
    }
    Ok(decoded)
}

/// The name that stands for all standards.
const ALL: &str = "all";

fn parts_type(standard: Option<&str>) -> DataType {
    if standard == Some(ALL) { data_type_of_all(Field::ALL) } else { data_type(Field::ALL) }
}

fn all_parts(arguments: &Arguments) -> Result<ArrayRef> {
    if arguments.standard_name()? == ALL {
        return Ok(parts_of_all(arguments.array(0), Field::ALL)?);
    }
    Ok(parts(arguments.array(0), arguments.standard()?, Field::ALL)?)
}

fn data(arguments: &Arguments) -> Result<ArrayRef> {
    let read = rows(&data_decode(arguments.array(0), Reading::Whatwg)?)?;
    let data = read.as_struct().column_by_name("data");
    data.map_or_else(|| exec_err!("no data"), |data| Ok(data.clone()))
}
