//! The tests of this crate, in one program, which links once.

mod arbitrary_messages;
mod bases;
mod cases;
#[path = "../../../napkin/tests/it/counting.rs"]
mod counting;
mod detach;
mod edge_cases;
mod encoded_message;
mod external;
mod filenames;
mod mailbox;
mod mailbox_changes;
mod memory;
mod structure;
