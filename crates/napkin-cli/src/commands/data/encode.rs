//! `napkin data encode`: writes a file as a `data:` URL.

use std::path::Path;

use napkin::Finding;
use napkin::data::{Encoder, Form, Reading, with_charset};
use napkin::media::MediaType;
use napkin_answer::fields;

use super::limits::INPUT;
use super::media_type::media_type;
use crate::input;
use crate::options::DataEncode;
use crate::output::{Answer, Page, Row, Session, Trouble, option_trouble, print_answer};

pub(super) fn run(options: &DataEncode, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Encoded<'_>>(session)?;
    let given = options.media_type.as_deref();
    let given = given.map(|text| {
        let read = MediaType::parse(text, Reading::Strict).map(MediaType::into_owned);
        read.map_err(|error| option_trouble("type", text, error, session))
    });
    let given = given.transpose()?;
    let path = options.file.as_deref().and_then(input::file);
    let name = || path.map_or(INPUT.into(), Path::to_string_lossy);
    let data = input::read_whole(path).map_err(|error| Trouble::io(name(), error))?;
    let media_type = with_charset(given.unwrap_or_else(|| media_type(&data, path)), &data);
    let mut encoder = Encoder::new(&media_type).with_max_length(options.max_length.unwrap_or(usize::MAX));
    if options.base64 || options.percent {
        encoder = encoder.with_form(if options.base64 { Form::Base64 } else { Form::Percent });
    }
    print_answer(&printing, |page| {
        answer(&encoder, &media_type, &data, page);
        Ok(())
    })
}

fn answer(encoder: &Encoder, media_type: &MediaType<'_>, data: &[u8], page: &mut Page<'_>) {
    let (form, length) = encoder.length(data);
    let url = encoder.encode(data);
    let error = url.as_ref().err().map(|error| *error.finding());
    if error.is_some() {
        page.say_no();
    }
    page.row(&Encoded {
        media_type: &media_type.to_string(),
        is_base64: form == Form::Base64,
        data: data.len(),
        length,
        url: url.as_deref().map_err(|error| error.finding()),
    });
    if let Some(finding) = error.filter(|_| !page.tells_errors()) {
        page.complain(&message(&finding, length));
    }
    if url.is_ok() && encoder.has_escapes() {
        page.note("browsers keep the escapes of this media type as they are (napkin explain media-type-escape)");
    }
}

/// A file as a `data:` URL, or the limit that the URL exceeds.
struct Encoded<'e> {
    media_type: &'e str,
    is_base64: bool,
    /// The length of the data, in bytes.
    data: usize,
    /// The length of the URL, in bytes.
    length: usize,
    url: Result<&'e str, &'e Finding>,
}

impl Row for Encoded<'_> {
    fields! { self;
        "ok" => self.url.is_ok(),
        "media_type" => self.media_type,
        "base64" => self.is_base64,
        "length" => self.data,
        "url_length" => self.length,
        "url" => self.url.ok(),
        "error" => self.url.err(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.url.iter().for_each(|url| page.line(url));
    }
}

/// Returns the message for a URL that would be too long.
fn message(finding: &Finding, length: usize) -> String {
    let (rule, see) = (finding.rule.code(), finding.see());
    format!("{finding}: it would have {length} bytes, and is intended for short values ({rule}, {see})")
}
