//! `napkin data`: `data:` URLs, written, read and looked into.

mod decode;
mod encode;
pub(crate) mod inspect;
pub(super) mod kind;

use napkin::data::{Limits, Reading};

use crate::options::{Data, DataCommand, DataReading};
use crate::output::{Answer, Session, Trouble};

pub(crate) fn run(options: &Data, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        DataCommand::Encode(options) => encode::run(options, session),
        DataCommand::Decode(options) => decode::run(options, session),
        DataCommand::Inspect(options) => inspect::run(options, session),
    }
}

/// The name under which trouble with standard input is reported.
const INPUT: &str = "standard input";

impl DataReading {
    fn reading(&self) -> Reading {
        if self.strict { Reading::Strict } else { Reading::Whatwg }
    }

    fn limits(&self) -> Limits {
        Limits::STREAM.media_type(self.max_type_length).parameters(self.max_parameters)
    }
}
