//! URLs in SQL: functions for DataFusion over the kernels of `napkin-columns`.
//!
//! Functions of Spark (`parse_url`, `url_encode`) and Trino (`url_extract_host`) have the same names here, so that queries are
//! portable; the other functions are named `url_...`. The last argument of each function that reads a URL is the name of a
//! standard. The default is `rfc3986`, whose grammar succeeds that of `java.net.URI`, which Spark and Trino use.
//! `tests/it/differences.tsv` lists the differences from Java's results.
//!
//! ```
//! let names: Vec<String> = napkin_query::functions().iter().map(|function| function.name().to_owned()).collect();
//! assert!(names.iter().any(|name| name == "parse_url"));
//! ```
//!
//! Register the functions with `for function in functions() { context.register_udf(function) }`. A Ballista cluster needs the
//! same in its scheduler and its executors.

mod arguments;
mod function;
#[cfg(feature = "links")]
mod links;
mod pattern;
mod spark;
mod table;

use datafusion_expr::ScalarUDF;

#[cfg(feature = "links")]
pub use self::links::{Links, LinksCall, LinksExec, LinksTable};

/// Returns all functions.
#[must_use]
pub fn functions() -> Vec<ScalarUDF> {
    table::FUNCTIONS.iter().map(|function| ScalarUDF::new_from_impl(*function)).collect()
}

/// Returns the function with a name.
///
/// ```
/// assert_eq!(napkin_query::function("url_resolve").unwrap().name(), "url_resolve");
/// assert!(napkin_query::function("url_guess").is_none());
/// ```
#[must_use]
pub fn function(name: &str) -> Option<ScalarUDF> {
    table::FUNCTIONS.iter().find(|function| function.name == name).map(|function| ScalarUDF::new_from_impl(*function))
}
