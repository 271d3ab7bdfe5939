//! URLs in SQL: functions for DataFusion over the kernels of `napkin-columns`.
//!
//! They are named as those of Spark (`parse_url`, `url_encode`) and Trino (`url_extract_host`) are, so that queries move; the others are
//! `url_...`. The last argument of each that reads a URL is the name of a standard, which may be left out: `rfc3986` then, whose grammar
//! succeeds that of `java.net.URI`, by which Spark and Trino read. `tests/it/differences.tsv` lists where the answers differ from Java's.
//!
//! ```
//! let names: Vec<String> = napkin_query::functions().iter().map(|function| function.name().to_owned()).collect();
//! assert!(names.iter().any(|name| name == "parse_url"));
//! ```
//!
//! A session has them after `for function in functions() { context.register_udf(function) }`; a Ballista cluster needs the same in
//! its scheduler and its executors.

mod arguments;
mod function;
#[cfg(feature = "links")]
mod links;
mod spark;
mod table;

use datafusion_expr::ScalarUDF;

#[cfg(feature = "links")]
pub use self::links::Links;

/// All functions.
#[must_use]
pub fn functions() -> Vec<ScalarUDF> {
    table::FUNCTIONS.iter().map(|function| ScalarUDF::new_from_impl(*function)).collect()
}

/// The function of a name.
///
/// ```
/// assert_eq!(napkin_query::function("url_resolve").unwrap().name(), "url_resolve");
/// assert!(napkin_query::function("url_guess").is_none());
/// ```
#[must_use]
pub fn function(name: &str) -> Option<ScalarUDF> {
    table::FUNCTIONS.iter().find(|function| function.name == name).map(|function| ScalarUDF::new_from_impl(*function))
}
