//! The extension module `napkin._napkin` of the Python package `napkin`.
//!
//! Each module binds one part of the engine. Values without behaviour (findings, links) are named tuples of Python, see
//! `python/napkin/_values.py`; `values` makes them. Places in a `str` are counted in characters, as Python does, and
//! places in `bytes` in bytes: `text` converts them.

mod audit;
mod checker;
mod columns;
mod data;
mod document;
mod edit;
mod finding;
mod mail;
mod normal;
mod pattern;
mod query;
mod reference;
mod screen;
mod template;
mod text;
mod url;
mod values;

/// The functions and the types in Rust. `napkin/__init__.py` exports them.
#[pyo3::pymodule]
mod _napkin {
    #[pymodule_export]
    use crate::audit::{AllowList, audit, audit_document, registrable_domain, safe_host, unwrap};
    #[pymodule_export]
    use crate::checker::LinkChecker;
    #[pymodule_export]
    use crate::columns::{
        column_match, column_normalize, column_of, column_part, column_parts, column_set_param, column_template,
        column_with,
    };
    #[pymodule_export]
    use crate::data::{DataUrl, data_url, encode_data_url};
    #[pymodule_export]
    use crate::document::{base, links, rewrite};
    #[pymodule_export]
    use crate::finding::check;
    #[pymodule_export]
    use crate::mail::{attach, detach, wanted};
    #[pymodule_export]
    use crate::pattern::{Pattern, PatternSet};
    #[pymodule_export]
    use crate::query::Params;
    #[pymodule_export]
    use crate::reference::Reference;
    #[pymodule_export]
    use crate::screen::screen;
    #[pymodule_export]
    use crate::template::Template;
    #[pymodule_export]
    use crate::url::Url;
}
