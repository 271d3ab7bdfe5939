//! A scheme of an application, by public items only: `finger://HOST/USER` (RFC 1288).

use napkin_retrieve::{
    Answer, Body, BoxFuture, Client, Entity, Error, Limits, Operation, Permit, Policy, Request, Retriever, Trail,
    rules, text_protocol,
};
use tokio::io::AsyncWriteExt;

use crate::common::Server;

struct Finger;

impl Retriever for Finger {
    fn schemes(&self) -> &[&'static str] {
        &["finger"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        _: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let target = permit.target().clone();
            let url = target.url().as_str().to_owned();
            let mut line = text_protocol::decoded_octets(target.reference().path(), b"", &target)?;
            line.remove(0);
            line.extend(b"\r\n\r\n");
            let mut connection = permit.connect(limits, trail).await?;
            let broken = move |error: std::io::Error| Error::new(rules::CONNECTION_FAILED, &url, error.to_string());
            connection.write_all(&line).await.map_err(&broken)?;
            Ok(Answer::Entity(Entity::new(Some("text/plain".into()), None, Body::from_reader(connection, broken))))
        })
    }
}

fn client(policy: Policy) -> Client {
    Client::new(policy).with_retriever(Finger)
}

#[test]
fn own_scheme_is_retrieved_within_policy_and_limits() {
    let server = Server::saying("Sam is at the bar.\r\n");
    let url = format!("finger://127.0.0.1:{}/sam", server.address.port());
    let policy = || Policy::public_web().allow_scheme("finger").allow_port(server.address.port());
    let inside = policy().trust_host("127.0.0.1");

    let got = client(inside.clone()).retrieve_blocking(&Request::get(&url)).unwrap();
    assert_eq!(got.trail().hops()[0].address(), Some(server.address));
    assert_eq!(got.bytes().unwrap(), "Sam is at the bar.\r\n");
    assert_eq!(server.heads(), ["sam\r\n\r\n"]);

    let rule = |client: Client, url: &str| {
        let got = client.retrieve_blocking(&Request::get(url)).and_then(napkin_retrieve::RetrievedBlocking::bytes);
        got.unwrap_err().error().rule()
    };
    assert_eq!(rule(client(policy()), &url), rules::ADDRESS_SPECIAL);
    assert_eq!(rule(client(Policy::public_web()), &url), rules::SCHEME_NOT_PERMITTED);
    assert_eq!(rule(Client::new(inside.clone()), &url), rules::SCHEME_NOT_RETRIEVABLE);
    assert_eq!(rule(client(inside.clone()), &format!("{url}%0D%0Aroot")), rules::ESCAPED_CONTROL);
    let limited = client(inside).with_limits(Limits::default().with_max_bytes(4));
    assert_eq!(rule(limited, &url), rules::DECODED_TOO_LARGE);
    assert_eq!(server.heads().len(), 2);
}
