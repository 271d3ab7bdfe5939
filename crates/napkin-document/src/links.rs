//! Finds references in each kind of document: one module per format. The modules do not know the formats around or
//! inside theirs.

pub(crate) mod css;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod marked;
pub(crate) mod members;
pub(crate) mod script;
pub(crate) mod style;
pub(crate) mod text;
pub(crate) mod xml;
