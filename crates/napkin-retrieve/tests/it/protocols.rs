//! Protocols other than HTTP, each against a real server of Debian and against test servers that lie.
//!
//! A real server that is not installed is skipped with a message, or, if `NAPKIN_REQUIRE_ALL` is 1, an error.

#![cfg(unix)]

mod ftp;
mod gopher;
mod messages;
mod news;
mod servers;
mod tftp;
