//! `data:` URLs, as the Fetch Standard reads them (section 6).

use napkin::data::{DataUrl, Reading};

use crate::{Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Request, Retriever, Trail};

/// An entity tag belongs to a URL (RFC 9110 section 8.8.3), and the content of a `data:` URL never changes.
const TAG: &str = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");

/// Retrieves the data in a `data:` URL.
#[derive(Clone, Copy, Debug, Default)]
pub struct Data;

impl Retriever for Data {
    fn schemes(&self) -> &[&'static str] {
        &["data"]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        _: &'a Request,
        _: &'a Limits,
        _: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move { decoded(&permit).map(Answer::Entity) })
    }
}

fn decoded(permit: &Permit) -> Result<Entity, Error> {
    let target = permit.target();
    let url = target.url().as_str();
    let unread = |error: napkin::Error| Error::invalid_url(url, &error);
    let data = DataUrl::parse(url, Reading::Whatwg).map_err(unread)?;
    let bytes = data.decode().map_err(unread)?;
    let length = bytes.len() as u64;
    let body = if target.operation() == Operation::Get { Body::from(bytes) } else { Body::empty() };
    let fields = vec![("etag".to_owned(), TAG.to_owned())];
    Ok(Entity { fields, ..Entity::new(Some(data.media_type().to_string()), Some(length), body) })
}
