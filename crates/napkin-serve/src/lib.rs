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

mod absolute_form;
mod answer;
mod api;
mod blocking;
mod connection;
mod dispatch;
mod gateway;
mod guard;
mod layout;
mod link_seal;
mod log;
mod markup;
mod metrics;
mod page;
mod parameters;
mod route;
mod server;
mod settings;
mod state;

pub use self::server::{ServeError, run};
pub use self::settings::{Limits, Settings};
