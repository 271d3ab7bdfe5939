//! The registry of schemes, and definitions.

pub mod book;
pub mod card;
pub mod lint;
pub mod list;
pub mod show;
pub mod template;
