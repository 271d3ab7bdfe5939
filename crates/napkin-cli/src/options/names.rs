//! Names that options take: of standards, of kinds of documents.

use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StandardName {
    One(napkin::Standard),
    All,
}

impl std::str::FromStr for StandardName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "all" => Ok(Self::All),
            _ => name.parse().map(Self::One).map_err(|_| "expected draft1997, rfc3986, rfc3987, whatwg or all".into()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindName {
    Auto,
    Html,
    Css,
    Svg,
    /// Feeds, site maps and other XML
    Xml,
    Text,
    Markdown,
    Json,
    /// The manifest of a web application
    Manifest,
    #[value(name = "sourcemap")]
    SourceMap,
    /// The address of its source map
    #[value(name = "javascript", alias = "js")]
    JavaScript,
    /// A message with all its parts
    Mail,
    /// A page saved as a message
    Mhtml,
}

impl KindName {
    /// Returns whether this is the kind of a message; only the parts of a message are documents.
    pub(crate) const fn is_message(&self) -> bool {
        matches!(self, Self::Mail | Self::Mhtml)
    }
}
