//! The tests of this crate, in one program, which links once.

mod cache;
mod common;
mod faults;
mod local;
mod nginx;
mod own_scheme;
mod policy;
mod protocols;
mod real;
mod redirects;
mod save;
mod ssrf;
mod tls;
