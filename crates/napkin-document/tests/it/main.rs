//! The tests of this crate, in one program, which links once.

mod bad_input;
mod bundle;
#[path = "../../../napkin/tests/it/counting.rs"]
mod counting;
mod documents;
mod flow;
mod formats;
mod html;
mod labelled;
mod mail_bases;
mod mail_detach;
mod mail_edges;
mod mail_external;
mod mail_links;
mod mail_mailbox;
mod mail_mailbox_changes;
mod mail_memory;
mod mail_structure;
mod mhtml;
mod page_windows;
mod properties;
mod rewrite;
mod rewrite_formats;
mod rewrite_work;
mod score;
mod screen;
mod text;
mod unbundle;
mod unfinished;
mod windows;
