//! A server that explains URLs: a workbench page, an API, and a gateway to other schemes over HTTP.
//!
//! The page explains a URL or a document. The API answers the questions of [`napkin_answer`] as JSON. The gateway retrieves URLs
//! of any scheme under a [policy](napkin_retrieve::Policy), by links and as a proxy. [`run`] serves until a signal ends it;
//! [`Settings`] has all limits.
//!
//! ```no_run
//! use napkin_retrieve::{Client, Policy};
//! use napkin_serve::{Settings, run};
//! let settings = Settings::new(Client::new(Policy::public_web()));
//! run(settings, &mut |address| println!("http://{address}/"))?;
//! # Ok::<(), napkin_serve::ServeError>(())
//! ```

mod answer;
mod api;
mod connection;
mod gateway;
mod guard;
mod layout;
mod log;
mod markup;
mod metrics;
mod opaque;
mod page;
mod parameters;
mod route;
mod routes;
mod seal;
mod server;
mod settings;
mod state;
mod work;

pub use self::server::{ServeError, run};
pub use self::settings::{Limits, Settings};
