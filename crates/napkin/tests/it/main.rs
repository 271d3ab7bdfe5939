//! The tests of this crate, in one program, which links once.

mod allocations;
mod cases;
mod counting;
mod data;
mod data_encode;
mod edits;
mod encoding;
mod file_paths;
mod normal_forms;
mod owned_text;
mod pattern;
mod prepared_bases;
mod proportion;
mod relativizing;
mod rules;
mod search_params;
mod template;
mod variants;
