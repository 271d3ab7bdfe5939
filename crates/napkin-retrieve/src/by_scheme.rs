//! The built-in retrievers, one file per scheme.

mod about;
mod data;
mod dot_stuffing;
mod file;
pub mod ftp;
pub mod gopher;
pub(crate) mod http;
mod lines;
mod listing;
mod media_types;
mod messages;
mod netascii;
mod news;
mod pull_body;
mod tftp;

pub use self::about::About;
pub use self::data::Data;
pub use self::file::File;
pub use self::ftp::Ftp;
pub use self::gopher::Gopher;
pub use self::http::Http;
pub use self::messages::{InMessages, MessagePart, Messages};
pub use self::news::News;
pub use self::tftp::Tftp;
use crate::retriever::Retrievers;

/// Adds every retriever of this crate. A new one has its file here, its `mod` above, and its line below.
pub(crate) fn add_all(retrievers: &mut Retrievers, http: Http) {
    retrievers.add(About);
    retrievers.add(Data);
    retrievers.add(File);
    retrievers.add(http);
    retrievers.add(Ftp::default());
    retrievers.add(Gopher);
    retrievers.add(News);
    retrievers.add(Tftp);
}
