//! News against leafnode, and test servers that lie.

use napkin_retrieve::{Client, Credentials, Policy, Request, rules};

use super::servers::{failed, got, policy, rule, scripted, short};
use crate::real::{BEER, leafnode};

fn news(port: u16) -> Client {
    let policy = policy("news", port).allow_scheme("nntp").with_server("news", "127.0.0.1", port);
    Client::new(policy).with_limits(short())
}

#[test]
fn leafnode_serves() {
    let Some((_root, port)) = leafnode() else { return };
    let client = news(port);
    let get = |url: &str| got(&client, Request::get(url.replace("PORT", &port.to_string())));
    let article = BEER.replace('\n', "\r\n");
    for url in [
        "news:beer.1@pub.example",
        "news:beer%2E1%40pub.example",
        "news://127.0.0.1:PORT/beer.1@pub.example",
        "nntp://127.0.0.1:PORT/pub.menu/1",
    ] {
        let (media_type, text) = get(url);
        assert_eq!(media_type, "message/rfc822");
        assert_eq!(text, article, "{url}");
    }
    for (url, first) in [
        ("news:pub.menu", "<li><a href=\"news:beer.1@pub.example\">Beer &lt;today&gt;</a>"),
        ("news://127.0.0.1:PORT/pub.menu", "<li><a href=\"news://127.0.0.1:PORT/beer.1@pub.example\">Beer"),
        ("nntp://127.0.0.1:PORT/pub.menu", "<li><a href=\"nntp://127.0.0.1:PORT/pub.menu/1\">Beer"),
        ("nntp://127.0.0.1:PORT/pub.menu/", "<li><a href=\"nntp://127.0.0.1:PORT/pub.menu/1\">Beer"),
        ("news:*", "<li><a href=\"news:pub.menu\">pub.menu</a>"),
        ("news:pub.*", "<li><a href=\"news:pub.menu\">pub.menu</a>"),
        ("news://127.0.0.1:PORT/", "<li><a href=\"news://127.0.0.1:PORT/pub.menu\">pub.menu</a>"),
    ] {
        let (media_type, page) = get(url);
        assert_eq!(media_type, "text/html;charset=utf-8");
        assert!(page.contains(&first.replace("PORT", &port.to_string())), "{url}: {page}");
    }
    let (media_type, lines) = got(&client, Request::get("news:pub.menu").with_accept("text/plain"));
    assert_eq!((media_type.as_str(), lines.lines().count()), ("text/plain", 2));
    assert!(lines.starts_with("1\tBeer <today>\tKim <kim@pub.example>\t"), "{lines}");
    let head = client.retrieve_blocking(&Request::head("news:beer.1@pub.example")).unwrap();
    assert_eq!((head.media_type(), head.entity().status), (Some("message/rfc822"), Some(223)));
    assert_eq!(head.trail().hops()[0].address().map(|address| address.port()), Some(port));
    assert_eq!(head.bytes().unwrap(), "");
    for url in ["news:none@pub.example", "news:pub.none", "nntp://127.0.0.1:PORT/pub.menu/77"] {
        assert_eq!(rule(&client, &url.replace("PORT", &port.to_string())), rules::OBJECT_UNREADABLE, "{url}");
    }
}

#[test]
fn news_urls_without_a_server_need_the_policy() {
    let client = Client::new(Policy::public_web().allow_scheme("news"));
    let error = failed(&client, Request::get("news:beer.1@pub.example"));
    assert_eq!(error.rule(), rules::SCHEME_NOT_RETRIEVABLE);
    let message = "expected a server of news in the policy, since the URL names none, but found none";
    assert_eq!(error.message(), message);
    // The server of the policy is checked like any other.
    let inside = Client::new(Policy::public_web().allow_scheme("news").with_server("news", "127.0.0.1", 119));
    assert_eq!(rule(&inside, "news:beer.1@pub.example"), rules::ADDRESS_SPECIAL);
}

#[test]
fn news_urls_with_invalid_names_are_refused() {
    let client = news(7000);
    for (url, expected) in [
        ("news:a%0D%0AQUIT", rules::ESCAPED_CONTROL),
        ("nntp://127.0.0.1:7000/a%0ab", rules::ESCAPED_CONTROL),
        ("news:a%20b", rules::OBJECT_UNREADABLE),
        ("news:a%C2%A0b", rules::OBJECT_UNREADABLE),
        ("news:%3Ca@b%3E", rules::OBJECT_UNREADABLE),
        ("news:%FF", rules::OBJECT_UNREADABLE),
        ("nntp://127.0.0.1:7000/", rules::OBJECT_UNREADABLE),
        ("nntp://127.0.0.1:7000/pub.menu/x", rules::OBJECT_UNREADABLE),
        ("nntp://127.0.0.1:25/pub.menu", rules::PORT_RESERVED),
        ("news://127.0.0.1:7001/pub.menu", rules::PORT_NOT_PERMITTED),
    ] {
        assert_eq!(rule(&client, url), expected, "{url}");
    }
}

/// RFC 3977 and RFC 4643, with servers that have fewer commands, or require a user.
#[test]
fn news_commands_are_sent_in_order() {
    let id = ("ARTICLE <a@b>", "220 0 <a@b>\r\nSubject: x\r\n\r\n..y\r\n.\r\n");
    let reader = ("MODE READER", "200 hello\r\n");
    let (port, told) = scripted("201 hello", &[reader, id]);
    assert_eq!(got(&news(port), Request::get("news:a@b")).1, "Subject: x\r\n\r\n.y\r\n");
    assert_eq!(*told.lock().unwrap(), ["MODE READER", "ARTICLE <a@b>"]);

    let group = ("GROUP a.b", "211 2 5 6 a.b\r\n");
    let over = "224 overview\r\n5\tS\tF\tD\t<x@y>\t\t1\t1\r\n.\r\n";
    for (more, told_last, link) in [
        (("XOVER 5-6", over), "XOVER 5-6", "<li><a href=\"news:x@y\">S</a> F, D\n".to_owned()),
        (("LISTGROUP a.b", "211 2 5 6 a.b\r\n5\r\n6\r\n.\r\n"), "LISTGROUP a.b", "/a.b/5\">5</a>\n".to_owned()),
        (("OVER 5-6", "423 none\r\n"), "OVER 5-6", "<ul>\n</ul>\n".to_owned()),
    ] {
        let (port, told) = scripted("200 hello", &[reader, group, more]);
        let page = got(&news(port), Request::get("news:a.b")).1;
        assert!(page.contains(&link), "{page}");
        let told = told.lock().unwrap();
        assert_eq!(told.last().map(String::as_str), Some(told_last));
    }
}

#[test]
fn news_servers_admit_users_with_their_passwords() {
    let wants = |article: &'static str| {
        scripted(
            "200 hello",
            &[
                ("MODE READER", "200 hello\r\n"),
                ("ARTICLE <a@b>", article),
                ("AUTHINFO USER sam", "381 more\r\n"),
                ("AUTHINFO PASS se cret", "481 no, `se cret` is wrong\r\n"),
            ],
        )
    };
    let (port, _) = wants("480 who are you?\r\n");
    let error = failed(&news(port), Request::get("news:a@b"));
    assert_eq!(error.rule(), rules::OBJECT_UNREADABLE);
    let request = Request::get("news:a@b").with_credentials(Credentials::new("sam", "se cret"));
    let (port, told) = wants("480 who are you?\r\n");
    let error = failed(&news(port), request);
    assert!(told.lock().unwrap().contains(&"AUTHINFO PASS se cret".to_owned()));
    assert_eq!(error.rule(), rules::OBJECT_UNREADABLE);
    assert!(!format!("{error:?}").contains("cret"), "{error:?}");
}

#[test]
fn news_servers_that_lie_are_refused() {
    let reader = ("MODE READER", "200 hello\r\n");
    for (greeting, said, expected) in [
        ("400 closing", "", rules::OBJECT_UNREADABLE),
        ("SSH-2.0-x", "", rules::PROTOCOL_ERROR),
        ("2000 x", "", rules::PROTOCOL_ERROR),
        ("200 hello", "", rules::CONNECTION_FAILED),
        ("200 hello", "nonsense\r\n", rules::PROTOCOL_ERROR),
        ("200 hello", "220 0 <a@b>\r\nSubject: x\r\n", rules::READ_TIMEOUT),
    ] {
        let (port, _) = scripted(greeting, &[reader, ("ARTICLE <a@b>", said)]);
        assert_eq!(rule(&news(port), "news:a@b"), expected, "{greeting} {said}");
    }
    // Cut off: in an article, after one whose last line looks like an end, and in a list.
    for (said, url) in [
        ("220 0 <a@b>\r\nSubject: x\r\n\r\nbee", "news:a@b"),
        ("220 0 <a@b>\r\nSubject: x\r\n\r\nbeer\n.\n", "news:a@b"),
        ("215 list\r\na.b 2 1 y\r\n", "news:*"),
    ] {
        let port = crate::real::serve(move |mut stream| {
            use std::io::Write;
            let mut reader = std::io::BufReader::new(stream.try_clone().unwrap());
            for said in ["200 hello\r\n", "200 hello\r\n", said] {
                stream.write_all(said.as_bytes()).unwrap();
                if !said.starts_with("2") || said.len() > 11 {
                    break;
                }
                super::servers::read_line(&mut reader);
            }
        });
        assert_eq!(rule(&news(port), url), rules::BODY_INCOMPLETE, "{said}");
    }
    let long = format!("215 list\r\n{} 2 1 y\r\n.\r\n", "x".repeat(300 << 10));
    let (port, _) = scripted("200 hello", &[reader, ("LIST ACTIVE *", &long)]);
    assert_eq!(rule(&news(port), "news:*"), rules::FIELDS_TOO_LARGE);
    let (port, _) = scripted("200 hello", &[reader, ("ARTICLE <a@b>", &format!("220 x\r\n{}", "x".repeat(3 << 20)))]);
    let limited = news(port).with_limits(short().with_max_decoded(1 << 20));
    assert_eq!(rule(&limited, "news:a@b"), rules::DECODED_TOO_LARGE);
}
