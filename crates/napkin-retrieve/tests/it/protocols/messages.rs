//! Messages and their parts, and retrievers of an application.

use napkin_retrieve::by_scheme::{InMessages, MessagePart, Messages};
use napkin_retrieve::rules;
use napkin_retrieve::{
    Answer, Body, BoxFuture, Client, Entity, Error, Limits, Operation, Permit, Policy, Request, Retriever, Trail,
};

use super::servers::{failed, got, rule};

/// Message, content, media type, octets.
struct Table(&'static [(&'static str, &'static str, Option<&'static str>, &'static str)]);

impl Table {
    fn found(&self, message: &str, content: &str) -> Option<MessagePart> {
        let row = self.0.iter().find(|row| (row.0, row.1) == (message, content))?;
        Some(MessagePart::new(row.2.map(str::to_owned), row.3))
    }
}

impl Messages for Table {
    fn part(&self, message: Option<&str>, content: &str) -> Option<MessagePart> {
        self.found(message.unwrap_or("this one"), content)
    }

    fn message(&self, message: &str) -> Option<MessagePart> {
        self.found(message, "")
    }
}

/// The examples of RFC 2392 section 2 and 5.
#[test]
fn cid_and_mid_urls_are_retrieved() {
    let table = Table(&[
        ("960830.1639@XIson.com", "", Some("message/rfc822"), "From: x"),
        ("960830.1639@XIson.com", "partA.960830.1639@XIson.com", Some("image/gif"), "GIF89a"),
        ("this one", "foo4*foo1@bar.net", Some("text/html;charset=utf-8"), "<p>"),
        ("this one", "foo4%25foo1@bar.net", None, "percent"),
        ("this one", "a/b?c@d", None, "slash"),
    ]);
    let policy = Policy::public_web().allow_scheme("cid").allow_scheme("mid");
    let client = Client::new(policy).with_retriever(InMessages(table));
    for (url, media_type, text) in [
        ("mid:960830.1639@XIson.com", "message/rfc822", "From: x"),
        ("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", "image/gif", "GIF89a"),
        ("cid:foo4*foo1@bar.net", "text/html;charset=utf-8", "<p>"),
        ("cid:foo4%2Afoo1%40bar.net#top", "text/html;charset=utf-8", "<p>"),
        ("CID:foo4%2525foo1@bar.net", "text/plain;charset=us-ascii", "percent"),
        ("cid:a/b?c@d", "text/plain;charset=us-ascii", "slash"),
        ("cid:a%2Fb%3Fc@d", "text/plain;charset=us-ascii", "slash"),
    ] {
        assert_eq!(got(&client, Request::get(url)), (media_type.to_owned(), text.to_owned()), "{url}");
    }
    let head = client.retrieve_blocking(&Request::head("cid:foo4*foo1@bar.net")).unwrap();
    assert_eq!((head.entity().length, head.bytes().unwrap().len()), (Some(3), 0));
    for url in ["cid:gone@bar.net", "mid:gone@bar.net", "mid:960830.1639@XIson.com/gone@x", "cid:", "mid:/x", "cid:%FF"]
    {
        assert_eq!(rule(&client, url), rules::OBJECT_UNREADABLE, "{url}");
    }
}

/// A scheme of an application.
struct Test;

impl Retriever for Test {
    fn schemes(&self) -> &[&'static str] {
        &["x-test"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        _: &'a Request,
        _: &'a Limits,
        _: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        let path = permit.target().reference().path().as_str().to_owned();
        Box::pin(async move { Ok(Answer::Entity(Entity::new(Some("text/plain".into()), None, Body::from(path)))) })
    }
}

/// A scheme without a retriever says what to add. An added retriever is used, if the policy admits the scheme.
#[test]
fn retrievers_of_applications_are_used() {
    let everything = || Client::new(Policy::everything());
    for (url, message) in [
        ("x-test:beer", "expected a scheme that is built in, but found x-test; a retriever for it can be added"),
        (
            "cid:a@b",
            "expected a scheme that is built in, but found cid (content identifier, RFC 2392); add `InMessages` with the \
             messages that it is about",
        ),
        (
            "xmpp:sam@pub.example",
            "expected a scheme that is built in, but found xmpp (Extensible Messaging and Presence Protocol, RFC 5122); a \
             retriever for it can be added",
        ),
        (
            "mailto:sam@pub.example",
            "expected a URL of data, but found mailto, which names no data but one or more mailboxes",
        ),
        (
            "blob:https://pub.example/9115d58c-bcda-ff47-86e5-083e9a215304",
            "expected a URL of data, but found blob, which names an object that a script holds in memory, and means nothing \
             elsewhere",
        ),
    ] {
        let error = failed(&everything(), Request::get(url));
        assert_eq!((error.rule(), error.message()), (rules::SCHEME_NOT_RETRIEVABLE, message));
    }
    assert_eq!(got(&everything().with_retriever(Test), Request::get("x-test:beer")).1, "beer");
    assert_eq!(
        failed(&everything().with_retriever(Test), Request::head("x-test:beer")).rule(),
        rules::OPERATION_NOT_OFFERED
    );
    assert_eq!(
        rule(&Client::new(Policy::public_web()).with_retriever(Test), "x-test:beer"),
        rules::SCHEME_NOT_PERMITTED
    );
    let built_in: Vec<_> = everything().schemes().collect();
    for scheme in ["about", "data", "file", "ftp", "ftps", "gopher", "http", "https", "news", "nntp", "tftp"] {
        assert!(built_in.contains(&scheme), "{scheme}");
    }
}
