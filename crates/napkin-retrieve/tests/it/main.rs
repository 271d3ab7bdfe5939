//! The tests of this crate, in one program, which links once.

mod cache;
mod certificates;
mod common;
mod faults;
mod http2;
mod http2_nginx;
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
