//! The places of references in each kind of document: one module per format, none of which knows another kind of document around it or in it.

pub(crate) mod css;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod script;
pub(crate) mod style;
pub(crate) mod text;
pub(crate) mod xml;
