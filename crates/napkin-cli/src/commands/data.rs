//! `napkin data`: encodes, decodes and inspects `data:` URLs.

mod decode;
mod encode;
pub(crate) mod inspect;
mod limits;
pub(super) mod media_type;

use crate::options::{Data, DataCommand};
use crate::output::{Answer, Session, Trouble};

pub(crate) fn run(options: &Data, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        DataCommand::Encode(options) => encode::run(options, session),
        DataCommand::Decode(options) => decode::run(options, session),
        DataCommand::Inspect(options) => inspect::run(options, session),
    }
}
