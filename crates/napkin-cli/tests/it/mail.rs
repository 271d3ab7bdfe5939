//! Tests `napkin mail list`, and `napkin links` and `napkin screen` on messages, as users run them.

use crate::common::{assert_prints, napkin};

const MESSAGE: &str = "\
From: Sam <sam@pub.example>
Subject: =?utf-8?Q?Men=C3=BC?=
MIME-Version: 1.0
Content-Location: http://pub.example/menu/
Content-Type: multipart/mixed; boundary=a

--a
Content-Type: multipart/related; boundary=b; type=\"text/html\"

--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<a href=3D\"beer\">Beer</a><img src=3D\"cid:logo@pub=
.example\">
--b
Content-Type: image/png; name=\"logo.png\"
Content-ID: <logo@pub.example>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--b--
--a
Content-Type: message/external-body; access-type=URL;
 URL=\"http://pub.example/1/2/3/4/5/6/7/8/9/\n  menu.ps\"; size=300000;
 expiration=\"Fri, 14 Jun 1991 19:13:14 -0400 (EDT)\"

Content-Type: application/postscript
Content-ID: <menu@pub.example>
Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
Content-Description: the printed menu

--a--
";

/// Cases of `data/mail/commands.toml`.
#[test]
fn commands_on_messages_print_what_the_cases_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/commands.toml");
    let table: toml::Table = std::fs::read_to_string(path).expect(path).parse().expect("TOML");
    let list = |value: &toml::Value, key: &str| value.get(key).and_then(toml::Value::as_array).cloned();
    let mut count = 0;
    for case in table["case"].as_array().expect("a list") {
        let (name, message) = (&case["name"], case["message"].as_str().expect("a message"));
        for run in list(case, "runs").expect("runs") {
            let command = run["command"].as_str().expect("a command");
            let ran = napkin(command, message.trim_start_matches('\n'));
            let status = run.get("status").and_then(toml::Value::as_integer).unwrap_or(0);
            assert_eq!(i64::from(ran.status), status, "{name}: {command}: {}", ran.err);
            if let Some(out) = run.get("out").and_then(toml::Value::as_str) {
                assert_eq!(ran.out, out, "{name}: {command}");
            }
            for (key, text) in [("holds", &ran.out), ("says", &ran.err)] {
                for part in list(&run, key).unwrap_or_default() {
                    assert!(text.contains(part.as_str().expect("text")), "{name}: {command}: {text}");
                }
            }
            count += 1;
        }
    }
    assert!(count > 25, "{count}");
}

#[test]
fn fields_for_scripts() {
    let ran = napkin(
        "mail list --format {part}|{parent}|{kind}|{base_from}|{base_field}|{base_part}|{access_type}|{object_type}|\
         {object_size}|{expired}|{md5}|{object_id}|{ok}",
        MESSAGE,
    );
    let out = "\
0||multipart|content|Content-Location|0|||||||true
1|0|multipart|encapsulating-entity|Content-Location|0|||||||true
1.1|1|leaf|encapsulating-entity|Content-Location|0|||||||true
1.2|1|leaf|encapsulating-entity|Content-Location|0|||||||true
2|0|external-body|encapsulating-entity|Content-Location|0|URL|application/postscript|300000|true|\
436865636b20496e7465677269747921|menu@pub.example|true
";
    assert_eq!((ran.status, ran.out.as_str()), (0, out));
    let ran = napkin("mail list --json", "Content-Type: message/external-body; access-type=URL\n\nContent-ID: <a@b>\n");
    assert_eq!(ran.status, 1);
    let expected = "\"no_url\":\"missing-parameter\"";
    assert!(ran.out.contains(expected) && ran.out.contains("\"rule\":\"mail-access-parameter\""), "{}", ran.out);
    assert!(ran.out.contains("\"object_fields\":[\"Content-ID: <a@b>\"]"), "{}", ran.out);
}

/// Lost content is an error; a remark is printed only with `-v`.
#[test]
fn findings_of_mail_are_shown_at_their_places() {
    let message = "Content-Type: message/external-body; access-type=URL; URL=\"mailto:sam@pub.example\"\n\n";
    let err = "\
error: stdin:1:60: the URL of an external body has a scheme that retrieves nothing
  mailto:sam@pub.example
  ^^^^^^^^^^^^^^^^^^^^^^ mail-access-scheme, RFC 2017 section 2
";
    let out = "stdin\t1\tmessage/external-body\t0\tthismessage:/\tretrieves-nothing\n";
    assert_prints(&["mail", "list"], message, 1, out, err);
    let ran = napkin("mail list -v", message);
    assert!(ran.err.contains("note: stdin:1:1: an external body has no Content-ID"), "{}", ran.err);
    let ran = napkin(
        "mail list --max-part-depth 1",
        "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nA: b\n",
    );
    assert!(ran.status == 1 && ran.err.contains("mail-too-deep"), "{}", ran.err);
}

/// Links are found in encoded parts, with the number of the part and the field that gives the base.
#[test]
fn links_of_a_message() {
    let ran = napkin(
        "links --format {part}|{line}:{column}|{context}|{absolute}|{base_from}|{base_field}|{base_part}|{to_part}",
        MESSAGE,
    );
    let out = "\
0|4:19|header Content-Location|http://pub.example/menu/|none|||
1.1|14:12|html a[href]|http://pub.example/menu/beer|encapsulating-entity|Content-Location|0|
1.1|14:38|html img[src]|cid:logo@pub.example|encapsulating-entity|Content-Location|0|1.2
2|25:7|header Content-Type; URL|http://pub.example/1/2/3/4/5/6/7/8/9/menu.ps|encapsulating-entity|Content-Location|0|
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
    let ran = napkin("links --pretty --color never --explain", MESSAGE);
    assert!(ran.out.contains("part 1.1  base http://pub.example/menu/  from section 5.1.2"), "{}", ran.out);
    assert!(ran.out.contains("of the encapsulating entity, Content-Location of part 0  <- applies"), "{}", ran.out);
    assert!(ran.out.contains("cid:logo@pub.example  = part 1.2"), "{}", ran.out);
    let places =
        "against http://pub.example/menu/ from section 5.1.2 (encapsulating-entity, header Content-Location of part 0)";
    assert!(ran.out.contains(places), "{}", ran.out);
}

/// In messages nested three deep, the limit admits a single level.
#[test]
fn limits_of_messages_are_options_of_every_command() {
    let message =
        "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nContent-Type: text/html\n\n<p>soup\n";
    let multipart = "MIME-Version: 1.0\nSubject: soup\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>\n--b\n\n1\n--b\n\n2\n--b--\n";
    let encoded =
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQ29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjxwPgo=\n";
    for command in [
        "mail list",
        "mail detach --dry-run --to kept --url http://pub.example/",
        "mail attach --dry-run",
        "mail relink --dry-run",
        "mail extract --output target/nothing",
        "links --type mail",
    ] {
        for (limit, message, rule) in [
            ("--max-part-depth 1", message, "mail-too-deep"),
            ("--max-parts 2", multipart, "mail-too-many-parts"),
            ("--max-header 20", multipart, "mail-header-too-large"),
            ("--max-encoded 8", encoded, "mail-decoded-too-large"),
        ] {
            let ran = napkin(&format!("{command} {limit}"), message);
            assert_eq!(ran.status, 1, "{command} {limit}: {}", ran.err);
            assert!(ran.err.contains(&format!(" {rule}\n")), "{command} {limit}: {}", ran.err);
            assert_eq!(napkin(command, message).status, 0, "{command}");
        }
    }
    // The page precedes the parts beyond the limit.
    let folder = std::env::temp_dir().join(format!("napkin-limits-{}", std::process::id()));
    let unbundle = format!("unbundle --output {} -", folder.display());
    for command in ["bundle --offline -", &unbundle] {
        let ran = napkin(&format!("{command} --max-parts 2"), multipart);
        assert!(ran.status == 1 && ran.err.contains(" mail-too-many-parts\n"), "{command}: {}", ran.err);
    }
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

/// For every field that gives a base, valid or not, `mail list` and `links` name the same base and the same field. If
/// the base is not a URL by RFC 3986, which applies to mail, both report it.
#[test]
fn bases_of_mail_list_and_links_agree() {
    const NONE: Option<bool> = None;
    for (base, is_url) in [
        ("http://h/a/", Some(true)),
        ("HTTP://h/a/b.html?c#d", Some(true)),
        ("mailto:sam@pub.example", Some(true)),
        ("file:///E|/x/y.html", Some(false)),
        ("http://h:8o/", Some(false)),
        ("http://[::1/", Some(false)),
        ("http://h/%zz/", Some(false)),
        ("http://h/{a}/", Some(false)),
        ("http://h/\u{e9}/", Some(false)),
        ("http://h/\\a/", Some(false)),
        ("a1+-.:x^y", Some(false)),
        ("menu/", NONE),
        ("//h/a/", NONE),
        ("data:text/html,x", NONE),
        ("JavaScript:x", NONE),
    ] {
        for field in ["Content-Base", "Content-Location", "Snapshot-Content-Location"] {
            let message = format!("{field}: {base}\nContent-Type: text/html\n\n<a href=z.html>");
            let list = napkin("mail list -v --format {base}|{base_from}|{base_field}|{base_part}", &message);
            let links = "links --type mail --format {raw}|{base}|{base_from}|{base_field}|{base_part}|{error}";
            let links = napkin(links, &message);
            let link = links.out.lines().find_map(|line| line.strip_prefix("z.html|")).expect("a link");
            let listed = list.out.trim_end();
            assert!(link.starts_with(&format!("{listed}|")), "{message}: {listed}, {link}");
            let expected = match is_url {
                Some(_) => format!("{base}|content|{field}|1"),
                None => "thismessage:/|none||".to_owned(),
            };
            assert_eq!(listed, expected, "{message}");
            let is_refused = link.contains("expected a base that is a URL");
            assert_eq!(is_refused, is_url == Some(false), "{message}: {link}");
            assert!(is_url.is_none() || list.err.contains("mail-base") == is_refused, "{message}: {}", list.err);
        }
    }
}
