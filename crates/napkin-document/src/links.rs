//! Where references stand in each kind of document; one module for each.

pub(crate) mod attributes;
pub(crate) mod css;
pub(crate) mod html;
pub(crate) mod references;
pub(crate) mod text;
pub(crate) mod values;
