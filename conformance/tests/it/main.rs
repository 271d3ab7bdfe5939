//! The tests of this crate, in one program, which links once.

#[cfg(feature = "engine")]
mod chromium_data_urls;
#[cfg(feature = "engine")]
mod common;
mod differences;
#[cfg(feature = "html")]
mod engine_bases;
#[cfg(feature = "engine")]
mod engine_cases;
#[cfg(feature = "engine")]
mod engine_data;
#[cfg(feature = "html")]
mod engine_html;
#[cfg(feature = "html")]
mod engine_links;
#[cfg(feature = "engine")]
mod engine_mail;
#[cfg(feature = "engine")]
mod engine_models;
#[cfg(feature = "engine")]
mod engine_pattern;
mod engine_pattern_programs;
#[cfg(feature = "engine")]
mod engine_random;
#[cfg(feature = "engine")]
mod engine_relativize;
#[cfg(feature = "engine")]
mod engine_standard_programs;
#[cfg(feature = "engine")]
mod engine_whatwg;
#[cfg(feature = "engine")]
mod engine_whatwg_cases;
#[cfg(feature = "engine")]
mod engine_whatwg_encoding;
#[cfg(feature = "engine")]
mod engine_whatwg_length;
#[cfg(feature = "engine")]
mod engine_whatwg_worst;
#[cfg(feature = "engine")]
mod engine_whatwg_writing;
#[cfg(feature = "engine")]
mod mail_detached;
#[cfg(feature = "engine")]
mod mail_programs;
mod oracle_data;
mod oracle_whatwg;
mod oracle_whatwg_cases;
mod oracle_whatwg_examples;
mod oracle_whatwg_writing;
mod oracles;
#[cfg(feature = "engine")]
#[path = "../../../crates/napkin-cli/tests/it/common/programs.rs"]
mod programs;
#[cfg(feature = "engine")]
mod rewriting;
#[cfg(feature = "engine")]
mod roytest;
#[cfg(feature = "engine")]
mod screen_cases;
