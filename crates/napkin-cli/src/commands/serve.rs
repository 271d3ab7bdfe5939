//! `napkin serve`: serves the workbench page, the API and the gateway over HTTP.

use std::io;
use std::time::Duration;

use napkin_serve::{Limits, ServeError, Settings, run as serve};

use crate::options::Serve;
use crate::output::{Answer, Message, Trouble};
use crate::panic_report;

/// The minimum length of a token, in characters.
const TOKEN: usize = 16;

pub(crate) fn run(options: &Serve) -> Result<Answer, Trouble> {
    panic_report::end_connection();
    let listen = |error| Trouble::io(format!("--listen {}", options.listen), error);
    let listening = &mut |address| Message::line(format_args!("listening on http://{address}/")).tell();
    match serve(options.settings()?, listening) {
        Ok(()) => Ok(Answer::Yes),
        Err(ServeError::Listen(error)) => Err(listen(error)),
        Err(ServeError::Io(what, error)) => Err(Trouble::io(what, error)),
        Err(error) => Err(listen(io::Error::other(error))),
    }
}

impl Serve {
    fn settings(&self) -> Result<Settings, Trouble> {
        Ok(Settings::new(self.retrieval.client()?)
            .with_listen(self.listen)
            .with_own_hosts(&self.own_host)
            .with_token(self.token()?)
            .with_log(self.log)
            .with_deny(self.deny.iter().cloned())
            .with_allow(self.allow.iter().cloned())
            .with_limits(self.limits()))
    }

    fn limits(&self) -> Limits {
        Limits::default()
            .with_header(self.max_header as usize)
            .with_body(self.max_body)
            .with_answer(self.max_answer)
            .with_definition(self.max_definition)
            .with_connections(self.max_connections)
            .with_large(self.max_large)
            .with_document(self.max_document)
            .with_retrievals(self.max_retrievals)
            .with_queue_time(Duration::from_secs(self.queue_timeout))
            .with_header_time(Duration::from_secs(self.header_timeout))
            .with_body_time(Duration::from_secs(self.body_timeout))
            .with_answer_time(Duration::from_secs(self.answer_timeout))
            .with_write_time(Duration::from_secs(self.write_timeout))
            .with_grace(Duration::from_secs(self.grace))
    }

    /// Returns the token.
    ///
    /// # Errors
    /// Fails if other machines can connect and no token is given, or if the token is too short or cannot be read.
    fn token(&self) -> Result<Option<Vec<u8>>, Trouble> {
        let Some(file) = &self.token_file else {
            if self.listen.ip().is_loopback() {
                return Ok(None);
            }
            let why = format!("--listen {}: others could ask there, so that --token-file is required", self.listen);
            return Err(Trouble::Usage(why));
        };
        let text = std::fs::read(file).map_err(|error| Trouble::io(file.to_string_lossy(), error))?;
        let token = text.trim_ascii().to_vec();
        if token.len() < TOKEN || !token.iter().all(u8::is_ascii_graphic) {
            let why = format!("{}: expected a token of {TOKEN} or more characters of ASCII, no space", file.display());
            return Err(Trouble::Usage(why));
        }
        Ok(Some(token))
    }
}
