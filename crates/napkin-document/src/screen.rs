//! Finds the `data:` URLs of a document, at any depth, and checks them against a policy. Start at `screen` and
//! `Policy`.
//!
//! Searches HTML, CSS, XML (and so SVG), JSON, plain text and email. Each URL is read by the Fetch Standard, and
//! documents inside its data are searched in turn. draft-masinter-url-data-02 says in its security section that
//! proxies "will find it difficult to screen" types that are in the URL itself. Nothing is executed: URLs that a
//! script assembles are not found, nor are strings in scripts.
//!
//! A URL counts where a browser, or a reader of that format, treats it as a URL: not in comments, and not in
//! displayed text. Data declared as plain text, or as a type that contains no URLs, is also read as the format that
//! it looks like.
//!
//! ```
//! use napkin_document::screen::{Format, Policy, screen};
//! let page = b"<iframe src='data:text/html,<img src=data:image/svg%252Bxml,%26lt;svg>'></iframe>";
//! let policy = Policy::default().with_deny(vec!["text/html".parse()?]);
//! let mut found = Vec::new();
//! let screened = screen(page, Format::Html, &policy, &mut |find| {
//!     found.push((find.essence().to_owned(), find.depth(), find.is_denied()));
//! });
//! assert_eq!(found[0], ("text/html".to_owned(), 1, true));
//! assert_eq!(found[1], ("image/svg%2bxml".to_owned(), 2, false));
//! assert_eq!((screened.found, screened.denied), (2, 1));
//! # Ok::<(), napkin_document::screen::InvalidPattern>(())
//! ```

mod format;
mod judge;
pub(crate) mod places;
mod policy;
mod report;
mod sniff;
mod walk;

pub use self::format::Format;
pub use self::policy::{InvalidPattern, Policy, ScreenLimits, TypePattern};
pub use self::report::{Find, Screened};
pub use self::walk::{example_policy, screen, screen_url};
