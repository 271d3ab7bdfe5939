//! Spark's `parse_url`, under any standard.
//!
//! The parts are `HOST`, `PATH`, `QUERY`, `REF`, `PROTOCOL`, `FILE`, `AUTHORITY`, `USERINFO`, and `QUERY` with a key, whose value
//! is returned as written, not decoded. Any other name gives null, as in Spark.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringViewArray};
use datafusion_common::{Result, exec_err};
use napkin::{Component, Standard};
use napkin_columns::{Field, parts, rows};

use crate::arguments::Arguments;

/// Fails at the first text that is invalid under the standard.
pub(crate) fn parse_url(arguments: &Arguments) -> Result<ArrayRef> {
    let urls = rows(arguments.array(0))?;
    let read = rows(&parts(&urls, arguments.standard()?, &[Field::Rule])?)?;
    let rules = read.as_struct().column(0).as_any_dictionary();
    if let Some(row) = (0..rules.len()).find(|&row| rules.keys().is_valid(row)) {
        let rule = rules.values().as_string::<i32>().value(rules.normalized_keys()[row]);
        let advice = "`try_parse_url` is null there";
        return exec_err!(
            "parse_url: expected a URL of `{}`, but found `{rule}` broken in row {row}; {advice}",
            arguments.standard_name()?
        );
    }
    try_parse_url(arguments)
}

/// Returns null for a text that is invalid under the standard.
pub(crate) fn try_parse_url(arguments: &Arguments) -> Result<ArrayRef> {
    let (urls, standard) = (rows(arguments.array(0))?, arguments.standard()?);
    let one = |component| texts(&urls, standard, component);
    let Some(part) = arguments.text(1)? else { return Ok(nulls(urls.len())) };
    let key = arguments.text(2)?;
    Ok(match part {
        "HOST" => one(Component::Host)?,
        "PATH" => one(Component::Path)?,
        "QUERY" if key.is_none() => one(Component::Query)?,
        "QUERY" => map(&*one(Component::Query)?, |query| value(query, key.unwrap_or_default()).map(str::to_owned)),
        "REF" => one(Component::Fragment)?,
        "PROTOCOL" => one(Component::Scheme)?,
        "AUTHORITY" => one(Component::Authority)?,
        "USERINFO" => map(&*one(Component::Authority)?, |authority| Some(authority.rsplit_once('@')?.0.to_owned())),
        "FILE" => joined(&*one(Component::Path)?, &*one(Component::Query)?),
        _ => nulls(urls.len()),
    })
}

/// Returns one component of each text.
pub(crate) fn texts(urls: &dyn Array, standard: Standard, component: Component) -> Result<ArrayRef> {
    let read = rows(&parts(urls, standard, &[Field::Text(component)])?)?;
    Ok(read.as_struct().column(0).clone())
}

fn nulls(rows: usize) -> ArrayRef {
    Arc::new(StringViewArray::new_null(rows))
}

fn map(texts: &dyn Array, answer: impl Fn(&str) -> Option<String>) -> ArrayRef {
    let texts = texts.as_string_view().iter();
    Arc::new(texts.map(|text| text.and_then(&answer)).collect::<StringViewArray>())
}

fn joined(paths: &dyn Array, queries: &dyn Array) -> ArrayRef {
    let pairs = paths.as_string_view().iter().zip(queries.as_string_view().iter());
    let files = pairs.map(|(path, query)| match (path, query) {
        (Some(path), Some(query)) => Some(format!("{path}?{query}")),
        (path, _) => path.map(str::to_owned),
    });
    Arc::new(files.collect::<StringViewArray>())
}

/// Returns the value of the first pair with a name, as written.
fn value<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name).map(|pair| pair.1)
}
