//! The kind of a document, as options name it.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use napkin_answer::names::{AUTO, kind};
use napkin_document::Kind;

/// Parses a kind of document: `auto` or the name of a kind, which are completed and listed.
pub(crate) fn kinds() -> impl TypedValueParser<Value = Option<Kind>> {
    among(Kind::ALL.into_iter())
}

/// Parses the kind of a document that can be rewritten: any kind but a message.
pub(crate) fn rewritten() -> impl TypedValueParser<Value = Option<Kind>> {
    among(Kind::ALL.into_iter().filter(|&kind| !kind.is_message()))
}

fn among(kinds: impl Iterator<Item = Kind>) -> impl TypedValueParser<Value = Option<Kind>> {
    let names = [AUTO].into_iter().chain(kinds.map(Kind::name)).map(named);
    PossibleValuesParser::new(names).map(|name| kind(&name).expect("one of the possible values"))
}

fn named(name: &'static str) -> PossibleValue {
    let value = PossibleValue::new(name);
    match name {
        "xml" => value.help("Feeds, site maps and other XML"),
        "manifest" => value.help("The manifest of a web application"),
        "javascript" => value.help("The address of its source map").alias("js"),
        "mail" => value.help("A message with all its parts"),
        "mhtml" => value.help("A page saved as a message"),
        _ => value,
    }
}
