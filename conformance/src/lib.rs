//! Literal transcriptions of the standards, and the data and generators to test against them.
//!
//! [`oracle`] follows the text of each standard and shares no code with the engine. [`cases`] reads the tables in
//! `data/cases/`, [`wpt`] the Web Platform Tests, [`chromium`] a browser's results, [`screen`] documents of
//! `data/screen/`. [`generate`] generates references, most of them odd, and tag soup. `html` compares pages with html5ever.

pub mod cases;
pub mod chromium;
pub mod generate;
#[cfg(feature = "html")]
pub mod html;
pub mod oracle;
pub mod screen;
pub mod wpt;
