//! `napkin data encode`: writes a file as a `data:` URL.

use std::path::Path;

use napkin::Finding;
use napkin::data::{Encoder, Form, Reading, with_charset};
use napkin::media::MediaType;

use super::limits::INPUT;
use super::media_type::media_type;
use crate::input;
use crate::options::DataEncode;
use crate::output::{Answer, Page, Printer, Session, Trouble, Value, option_trouble};

const FIELDS: [&str; 7] = ["ok", "media_type", "base64", "length", "url_length", "url", "error"];

pub(super) fn run(options: &DataEncode, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing(session, &FIELDS)?;
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
    let mut encoder = Encoder::new(&media_type).max_length(options.max_length.unwrap_or(usize::MAX));
    if options.base64 || options.percent {
        encoder = encoder.form(if options.base64 { Form::Base64 } else { Form::Percent });
    }
    let mut page = Page::new(&printing);
    answer(&encoder, &media_type, &data, &mut page);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

fn answer(encoder: &Encoder, media_type: &MediaType<'_>, data: &[u8], page: &mut Page<'_>) {
    let (form, length) = encoder.length(data);
    let url = encoder.encode(data);
    let error = url.as_ref().err().map(|error| *error.finding());
    let fields = [
        Value::Bool(url.is_ok()),
        Value::Text(&media_type.to_string()),
        Value::Bool(form == Form::Base64),
        Value::Number(data.len()),
        Value::Number(length),
        url.as_deref().ok().into(),
        error.as_ref().map_or(Value::Null, Value::Finding),
    ];
    let fields: [_; 7] = std::array::from_fn(|number| (FIELDS[number], fields[number]));
    if error.is_some() {
        page.say_no();
    }
    if !page.fields(&fields)
        && let Ok(url) = &url
    {
        page.line(url);
    }
    if let Some(finding) = error.filter(|_| !page.tells_errors()) {
        page.complain(&message(&finding, length));
    }
    if url.is_ok() && encoder.has_escapes() {
        page.note("browsers keep the escapes of this media type as they are (napkin explain media-type-escape)");
    }
}

/// Returns the message for a URL that would be too long.
fn message(finding: &Finding, length: usize) -> String {
    let (rule, see) = (finding.rule.code(), finding.see());
    format!("{finding}: it would have {length} bytes, and is intended for short values ({rule}, {see})")
}
