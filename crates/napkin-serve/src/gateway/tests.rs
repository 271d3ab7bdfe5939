//! Tests URLs that reach internal servers: the same table as for the policy, by links and by proxy.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use hyper::http::request::Parts;
use hyper::{Request, Uri};
use napkin_retrieve::{
    Answer, Body, BoxFuture, Client, Entity, Error, Limits, Permit, Policy, Redirect, Request as Wanted, Resolve,
    Retriever, Trail,
};

use super::{Guard, State, answer};
use crate::settings::Settings;

const INWARD: &str = include_str!("../../../../data/ssrf.tsv");
const PUBLIC: &str = "93.184.215.14";
const OWN: &str = "127.0.0.1:8640";

/// Answers look-ups in turn; the last answer repeats for ever.
struct Answers(Mutex<VecDeque<Vec<IpAddr>>>);

impl Answers {
    fn new<'a>(answers: impl IntoIterator<Item = &'a str>) -> Self {
        let read = |answer: &str| match answer {
            "none" => Vec::new(),
            list => list.split(',').map(|address| address.parse().expect("an address")).collect(),
        };
        Self(Mutex::new(answers.into_iter().map(read).collect()))
    }
}

impl Resolve for Answers {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let mut answers = self.0.lock().expect("no panic");
        let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
        Box::pin(async { Ok(answer.unwrap_or_default()) })
    }
}

/// Replaces every network: redirects once, then returns an object that no client may receive.
struct Network(Mutex<Option<String>>);

impl Retriever for Network {
    fn schemes(&self) -> &[&'static str] {
        &["http", "https", "ftp", "gopher", "news", "nntp", "tftp", "file"]
    }

    fn retrieve<'a>(
        &'a self,
        _: Permit,
        _: &'a Wanted,
        _: &'a Limits,
        _: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        let next = self.0.lock().expect("no panic").take();
        Box::pin(async move {
            Ok(match next {
                Some(reference) => Answer::Redirect(Redirect::new(reference)),
                None => Answer::Entity(Entity::new(Some("text/plain".into()), None, Body::from("what is inside"))),
            })
        })
    }
}

/// Creates a server with default options, further schemes, the test network, and these answers to look-ups.
fn state(answers: Answers, redirect: Option<&str>, schemes: &[&str]) -> Arc<State> {
    let guard = Guard::new(OWN.parse().expect("an address"), &[], None);
    let policy = schemes.iter().fold(Policy::public_web(), |policy, scheme| policy.allow_scheme(scheme));
    let client =
        Client::new(policy.with_resolver(answers)).with_retriever(Network(Mutex::new(redirect.map(str::to_owned))));
    Arc::new(State::new(Settings::new(client), guard))
}

fn request(target: Uri) -> Parts {
    Request::builder().uri(target).header("host", OWN).body(()).expect("a request").into_parts().0
}

/// Returns the server and the requests for a row: by a link, and by proxy if HTTP can express the target.
fn asked(url: &str, how: &str) -> (impl Fn() -> Arc<State>, Vec<Uri>) {
    let (kind, detail) = how.split_once(' ').unwrap_or((how, ""));
    let (kind, detail, url) = (kind.to_owned(), detail.to_owned(), url.to_owned());
    let first = if kind == "redirect" { detail.clone() } else { url.clone() };
    let encoded: String = first.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let link = format!("http://{OWN}/get?url={encoded}").parse().expect("a link");
    // A client of a proxy follows redirects by itself.
    let proxied =
        first.parse::<Uri>().ok().filter(|uri| uri.authority().is_some() && kind != "redirect" && kind != "change");
    let server = move || match kind.as_str() {
        "dns" => state(Answers::new([&*detail]), None, &[]),
        "redirect" => state(Answers::new([PUBLIC]), Some(&url), &[]),
        "change" => state(Answers::new(detail.split(" then ")), Some("/again"), &[]),
        "text" => state(Answers::new([PUBLIC]), None, &["ftp", "gopher", "news", "nntp", "tftp"]),
        _ => state(Answers::new([PUBLIC]), None, &[]),
    };
    (server, std::iter::once(link).chain(proxied).collect())
}

#[tokio::test]
async fn urls_that_reach_inward_are_refused() {
    let (mut count, mut proxied, mut wrong) = (0, 0, Vec::new());
    let rows = INWARD.lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let (url, how, rule) = (columns[0], columns[1], columns[2]);
        let (server, targets) = asked(url, how);
        count += 1;
        proxied += targets.len() - 1;
        for target in targets {
            let peer = OWN.parse().expect("an address");
            let message = answer(&server(), peer, &request(target.clone()), false).await;
            let status = message.status().as_u16();
            let said = message.headers().get("napkin-rule").and_then(|rule| rule.to_str().ok()).unwrap_or_default();
            // A URL that no standard can parse counts as a disagreement of the standards.
            let is_unread = rule == "standards-disagree" && status == 400;
            if status < 400 || (said != rule && !is_unread) {
                wrong.push(format!("{url} ({how}) at {target}: {status} {said}, not {rule}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 490 && proxied >= 200, "{count} by links, {proxied} by proxy");
}

/// The same network returns permitted objects, so the test above can detect a leak.
#[tokio::test]
async fn public_objects_are_handed_out() {
    let target = format!("http://{OWN}/get/http://pub.example/").parse().expect("a link");
    let server = state(Answers::new([PUBLIC]), None, &[]);
    let message = answer(&server, OWN.parse().expect("an address"), &request(target), false).await;
    assert_eq!(message.status(), 200);
}
