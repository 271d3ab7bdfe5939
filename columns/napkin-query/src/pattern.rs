//! The functions of patterns and templates, which are compiled once for a query.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrow_array::ArrayRef;
use datafusion_common::{Result, exec_datafusion_err};
use napkin::pattern::{Pattern, PatternOptions, PatternSet, Regex, list_lines};
use napkin::template::Template;
use napkin_columns::{pattern_class, pattern_match, template_match};

use crate::arguments::Arguments;

/// The number of lists of patterns that are kept: a query calls a function once for each batch, with the same patterns.
const KEPT: usize = 16;

/// The patterns of a text, and the text.
struct Compiled {
    text: String,
    /// Whether each line of the text is a pattern; otherwise the whole text is one.
    is_list: bool,
    set: PatternSet,
}

/// The lists that were compiled last; the newest one is the last.
static LISTS: LazyLock<Mutex<Vec<Arc<Compiled>>>> = LazyLock::new(Mutex::default);

/// Returns whether the pattern matches the URL.
pub(crate) fn url_pattern_match(arguments: &Arguments) -> Result<ArrayRef> {
    let compiled = compiled(arguments, false)?;
    Ok(pattern_match(arguments.array(0), &compiled.set.patterns()[0])?)
}

/// Returns the most specific pattern that matches the URL, with its groups.
pub(crate) fn url_pattern_class(arguments: &Arguments) -> Result<ArrayRef> {
    let compiled = compiled(arguments, true)?;
    let names: Vec<&str> = list_lines(&compiled.text).map(|(_, line)| line).collect();
    Ok(pattern_class(arguments.array(0), &compiled.set, &names)?)
}

/// Returns the variables from which the template makes the URL.
pub(crate) fn url_template_match(arguments: &Arguments) -> Result<ArrayRef> {
    let text = constant(arguments)?;
    let template = Template::parse(text).map_err(|error| exec_datafusion_err!("`{text}` is no template: {error}"))?;
    Ok(template_match(arguments.array(0), &template)?)
}

/// Returns the patterns of the second argument, which may have been compiled for an earlier batch.
fn compiled(arguments: &Arguments, is_list: bool) -> Result<Arc<Compiled>> {
    let text = constant(arguments)?;
    let lists = || LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = lists().iter().find(|kept| kept.text == text && kept.is_list == is_list) {
        return Ok(found.clone());
    }
    let patterns: Result<Vec<Pattern>> = match is_list {
        true => list_lines(text).map(|(_, line)| compile(line)).collect(),
        false => compile(text).map(|pattern| vec![pattern]),
    };
    let made = Arc::new(Compiled { text: text.to_owned(), is_list, set: PatternSet::new(patterns?) });
    let mut lists = lists();
    if lists.len() >= KEPT {
        lists.remove(0);
    }
    lists.push(made.clone());
    Ok(made)
}

fn constant(arguments: &Arguments) -> Result<&str> {
    arguments.text(1)?.ok_or_else(|| exec_datafusion_err!("expected a pattern or template, but found null"))
}

/// Compiles a pattern. Regular expressions run in linear time; those that cannot are errors.
fn compile(text: &str) -> Result<Pattern> {
    Pattern::parse_with(text, None, PatternOptions::default().with_engine(&Regex))
        .map_err(|error| exec_datafusion_err!("`{text}` is no pattern: {error}"))
}
