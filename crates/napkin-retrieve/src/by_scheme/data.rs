//! `data:` URLs, as the Fetch Standard reads them (section 6).

use napkin::data::{DataUrl, Reading};

use crate::{Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Request, Retriever, Trail};

/// A tag is one of a URL's (RFC 9110 section 8.8.3), and what this URL names stands in itself: it never is another, but by another
/// reading.
const TAG: &str = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");

/// Retrieves the data that a `data:` URL carries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Data;

impl Retriever for Data {
    fn schemes(&self) -> &[&'static str] {
        &["data"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get, Operation::Head]
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
    let unread = |error: napkin::Error| Error::unread(url, &error);
    let data = DataUrl::parse(url, Reading::Whatwg).map_err(unread)?;
    let bytes = data.decode().map_err(unread)?;
    let length = bytes.len() as u64;
    let body = if target.operation() == Operation::Get { Body::from(bytes) } else { Body::empty() };
    let fields = vec![("etag".to_owned(), TAG.to_owned())];
    Ok(Entity { fields, ..Entity::new(Some(data.media_type().to_string()), Some(length), body) })
}
