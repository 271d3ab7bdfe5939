//! The tests of this crate, in one program, which links once.

#[path = "../../../napkin-mail/tests/it/arbitrary_messages.rs"]
mod arbitrary_messages;
mod bad_input;
mod bundle;
mod cases;
mod container;
#[path = "../../../napkin/tests/it/counting.rs"]
mod counting;
mod documents;
#[path = "../../../napkin-mail/tests/it/encoded_message.rs"]
mod encoded_message;
mod flow;
mod formats;
mod html;
mod labelled;
mod mail_links;
mod mail_memory;
mod mhtml;
mod office;
mod page_windows;
mod properties;
mod rewrite;
mod rewrite_work;
mod score;
mod screen;
mod text;
mod unbundle;
mod unfinished;
mod warc;
mod windows;
