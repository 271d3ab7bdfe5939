//! Prints the URL inside of each link that a mail gateway, a redirector, an archive or a cache made.

use napkin_audit::{MAX_WRAPPERS, Wrapped, unwrap, unwrap_all};

use crate::answers::Answers;
use crate::fields;
use crate::output::{self, Page, Value};
use crate::record::Record;

/// Unwraps links.
#[derive(Clone, Copy, Debug)]
pub struct Unwrapper {
    /// The most links within each other that are opened.
    pub max_wrappers: usize,
}

impl Default for Unwrapper {
    fn default() -> Self {
        Self { max_wrappers: MAX_WRAPPERS }
    }
}

impl Answers for Unwrapper {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let text = record.text();
        let links = unwrap_all(&text, self.max_wrappers);
        let url = links.iter().rev().find_map(|link| link.url.as_deref()).unwrap_or(&text);
        let services: Vec<&str> = links.iter().map(|link| link.service).collect();
        let opaque = links.last().filter(|link| link.url.is_none());
        let error = match opaque {
            Some(Wrapped { service, .. }) => Some(format!("only {service} knows the target of this link")),
            None if unwrap(url).is_some() => Some("more links within each other; raise --max-wrappers".to_owned()),
            None => None,
        };
        if let Some(error) = &error {
            page.say_no();
            if !page.tells_errors() {
                page.complain(&format!("{}: {error}", output::shown(&text)));
            }
        }
        page.row(&Row { input: record.bytes, url, services: &services, error: error.as_deref() });
    }
}

/// The innermost URL of a link, and the services that made the links around it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    input: &'r [u8],
    url: &'r str,
    services: &'r [&'r str],
    error: Option<&'r str>,
}

impl output::Row for Row<'_> {
    fields! { self;
        "input" => self.input,
        "ok" => self.error.is_none(),
        "url" => self.url,
        "services" => Value::Names(self.services),
        "error" => self.error,
    }

    fn plain(&self, page: &mut Page<'_>) {
        page.text(self.url);
        if page.is_pretty() && !self.services.is_empty() {
            let style = page.paint().changed();
            page.put(format_args!("  {style}{}{style:#}", self.services.join(", ")));
        }
        page.line("");
    }
}
