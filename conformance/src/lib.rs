//! The standards, transcribed slowly, and what is held against them.
//!
//! [`oracle`] is written for reading beside the standard and shares nothing with the engine. [`cases`] reads the
//! tables in `data/cases/`, [`wpt`] the Web Platform Tests, [`chromium`] a browser's answers, [`screen`] documents of
//! `data/screen/`. [`generate`] makes references, most of them odd, and tag soup. `html` holds pages against html5ever.

pub mod cases;
pub mod chromium;
pub mod generate;
#[cfg(feature = "html")]
pub mod html;
pub mod oracle;
pub mod screen;
pub mod wpt;
