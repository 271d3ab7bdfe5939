//! Protocols beside HTTP, each against a real server of Debian's and against servers of these tests' own that lie.
//!
//! A real server that is not installed is skipped aloud, or, where `NAPKIN_REQUIRE_ALL` is 1, an error.

#![cfg(unix)]

mod ftp;
mod gopher;
mod messages;
mod news;
mod servers;
mod tftp;
