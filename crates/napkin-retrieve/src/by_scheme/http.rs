//! `http:` and `https:` URLs (RFC 9110, RFC 9112).
//!
//! Decides: which request is sent for a URL and what an answer means. Framing is hyper's; HTTP/2 is not offered, since one
//! connection carries one retrieval here. Redirects go back to the driver.

mod answer;
mod coding;
mod pool;
mod request;
mod stream;

use std::sync::Arc;

use http::header::CONTENT_ENCODING;
use http_body_util::Empty;
use hyper::body::Incoming;
use napkin::Rule;

use self::pool::{Key, Pool, Sender};
use crate::{Answer, BoxFuture, Error, Limits, Operation, Permit, Request, Retriever, Target, Trail};

/// Retrieves by HTTP/1.1, over connections that are kept and used again.
#[derive(Clone, Debug, Default)]
pub struct Http {
    pool: Arc<Pool>,
}

impl Retriever for Http {
    fn schemes(&self) -> &[&'static str] {
        &["http", "https"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get, Operation::Head]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let exchange = Exchange { target: permit.target().clone(), request, limits };
            self.exchange(&exchange, permit, trail).await
        })
    }
}

/// One request and its answer.
struct Exchange<'a> {
    target: Target,
    request: &'a Request,
    limits: &'a Limits,
}

type Response = http::Response<Incoming>;

impl Http {
    async fn exchange(&self, exchange: &Exchange<'_>, permit: Permit, trail: &mut Trail) -> Result<Answer, Error> {
        let (response, sender) = self.send(exchange, permit, trail).await?;
        trail.answered(response.status().as_u16());
        let kept = stream::Kept { pool: Arc::clone(&self.pool), key: Key::of(&exchange.target), sender };
        exchange.answer(response, kept)
    }

    /// The answer's head, over a connection that is idle or a new one. One that has been idle may turn out to be closed, in
    /// which case nothing has been read of the request (RFC 9112 section 9.3.1) and a new one is made.
    async fn send(
        &self,
        exchange: &Exchange<'_>,
        permit: Permit,
        trail: &mut Trail,
    ) -> Result<(Response, Sender), Error> {
        // What cannot be written is refused before anything is connected to.
        let request = exchange.request()?;
        while let Some(mut sender) = self.pool.take(&Key::of(&exchange.target), permit.addresses()).await {
            if let Ok(response) = sender.sender.send_request(request.clone()).await {
                trail.connected(sender.peer, true);
                return Ok((response, sender));
            }
        }
        let mut sender = connect(exchange, permit, trail).await?;
        let sent = sender.sender.send_request(request).await;
        sent.map(|response| (response, sender)).map_err(|error| exchange.broken(&error))
    }
}

async fn connect(exchange: &Exchange<'_>, permit: Permit, trail: &mut Trail) -> Result<Sender, Error> {
    let connection = match exchange.target.scheme() {
        "https" => permit.connect_tls(exchange.limits, trail).await?,
        _ => permit.connect(exchange.limits, trail).await?,
    };
    let peer = connection.peer();
    let io = hyper_util::rt::TokioIo::new(connection);
    let builder = hyper::client::conn::http1::Builder::new()
        // hyper's least.
        .max_buf_size(exchange.limits.fields.max(8192))
        .handshake::<_, Empty<bytes::Bytes>>(io);
    let (sender, connection) = builder.await.map_err(|error| exchange.broken(&error))?;
    // Ends with the connection; its error reaches whoever waits for the answer.
    tokio::spawn(async move { drop(connection.await) });
    Ok(Sender { sender, peer })
}

impl Exchange<'_> {
    fn url(&self) -> &str {
        self.target.url().as_str()
    }

    /// What an error of hyper means here.
    fn broken(&self, error: &hyper::Error) -> Error {
        stream::broken(self.url(), error)
    }

    /// The codings of the body, in the order in which they were applied (RFC 9110 section 8.4).
    fn codings(response: &Response) -> Vec<String> {
        let values = response.headers().get_all(CONTENT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let names = values.flat_map(|value| value.split(',')).map(|name| name.trim().to_ascii_lowercase());
        names.filter(|name| !name.is_empty() && name != "identity").collect()
    }

    fn error(&self, rule: Rule, message: impl Into<String>) -> Error {
        Error::new(rule, self.url(), message)
    }
}
