//! `about:` URLs (RFC 6694).

use crate::{Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Request, Retriever, Trail, rules};

/// Retrieves `about:blank`, an empty page, and `about:napkin`, the version of this crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct About;

impl Retriever for About {
    fn schemes(&self) -> &[&'static str] {
        &["about"]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        _: &'a Request,
        _: &'a Limits,
        _: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move { page(&permit).map(Answer::Entity) })
    }
}

fn page(permit: &Permit) -> Result<Entity, Error> {
    let target = permit.target();
    let (media_type, text) = match target.reference().path().as_str() {
        "blank" => ("text/html;charset=utf-8", ""),
        "napkin" => ("text/plain;charset=utf-8", concat!("napkin-retrieve ", env!("CARGO_PKG_VERSION"), "\n")),
        other => {
            let message = format!("expected blank or napkin, but found {other}");
            return Err(Error::new(rules::OBJECT_UNREADABLE, target.url().as_str(), message));
        }
    };
    let body = if target.operation() == Operation::Get { Body::from(text) } else { Body::empty() };
    Ok(Entity::new(Some(media_type.into()), Some(text.len() as u64), body))
}
