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
stdin:1:60: error: the URL of an external body has a scheme that retrieves nothing
  mailto:sam@pub.example
  ^^^^^^^^^^^^^^^^^^^^^^ mail-access-scheme, RFC 2017 section 2
";
    let out = "stdin\t1\tmessage/external-body\t0\t0\tthismessage:/\tretrieves-nothing\n";
    assert_prints(&["mail", "list"], message, 1, out, err);
    let ran = napkin("mail list -v", message);
    assert!(ran.err.contains("stdin:1:1: note: an external body has no Content-ID"), "{}", ran.err);
    let ran = napkin(
        "mail list --max-part-depth 1",
        "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nA: b\n",
    );
    assert!(ran.status == 1 && ran.err.contains("mail-too-deep"), "{}", ran.err);
}

#[test]
fn profiles_and_spaces() {
    let message = "Content-Base: http://base/\nContent-Location: http://location/\n\nx";
    for (profile, base) in [
        ("lenient", "http://base/"),
        ("draft1997", "http://base/"),
        ("rfc2110", "http://base/"),
        ("rfc2557", "http://location/"),
    ] {
        let ran = napkin(&format!("mail list --profile {profile} --format {{base}}"), message);
        assert_eq!(ran.out.trim(), base, "{profile}");
    }
    let ran = napkin("mail list --pretty --color never --profile rfc2557", message);
    assert!(ran.out.contains("ignored   Content-Base http://base/, which RFC 2557 does not have\n"), "{}", ran.out);
    let message = "Content-Type: message/external-body; access-type=URL; URL=\"http://h/a b\"\n\nContent-ID: <a@b>\n";
    assert_eq!(napkin("mail list --format {url}", message).out, "http://h/ab\n");
    assert_eq!(napkin("mail list --keep-spaces --format {url}", message).out, "http://h/a%20b\n");
}

/// Edge case 70: a relative `Content-Location` is a base by draft-fielding-url-syntax-05 section 5.1.1, which the parts
/// inside inherit (5.1.2), and no base by RFC 2557 section 5 (b). The output has the answer of the chosen standard, and
/// the other one with its reason.
#[test]
fn both_readings_of_a_relative_location_are_shown() {
    let message = "Content-Type: multipart/related; boundary=b\nContent-Location: http://h/dir/\n\n--b\nContent-Type: text/html\n\
                   Content-Location: sub/page.html\n\n<img src=x.png>\n--b\nContent-Type: multipart/mixed; boundary=c\n\
                   Content-Location: in/\n\n--c\n\nx\n--c--\n--b--\n";
    let (draft, rfc2557) = ("draft-fielding-url-syntax-05 section 5.1", "RFC 2557 section 5");
    for (profile, rows) in [
        (
            "lenient",
            [
                "0 http://h/dir/  ".to_owned(),
                format!("1 http://h/dir/ http://h/dir/sub/page.html Content-Location of 1, by {draft}"),
                format!("2 http://h/dir/ http://h/dir/in/ Content-Location of 2, by {draft}"),
                format!("2.1 http://h/dir/ http://h/dir/in/ Content-Location of 2, by {draft}"),
            ],
        ),
        (
            "draft1997",
            [
                "0 http://h/dir/  ".to_owned(),
                format!("1 http://h/dir/sub/page.html http://h/dir/ Content-Location of 0, by {rfc2557}"),
                format!("2 http://h/dir/in/ http://h/dir/ Content-Location of 0, by {rfc2557}"),
                format!("2.1 http://h/dir/in/ http://h/dir/ Content-Location of 0, by {rfc2557}"),
            ],
        ),
    ] {
        let fields = ["mail", "list", "--profile", profile, "--format", "{part} {base} {other_base} {other_base_why}"];
        assert_prints(&fields, message, 0, &(rows.join("\n") + "\n"), "");
    }
    let ran = napkin("mail list --pretty --color never", message);
    let said = format!("or        http://h/dir/sub/page.html  (Content-Location of 1, by {draft})\n");
    assert!(ran.out.contains(&said), "{}", ran.out);
    // Without an absolute base it is no base by either standard, and `Content-Base` makes it irrelevant by both.
    for message in ["Content-Location: sub/\n\nx", "Content-Base: http://h/\nContent-Location: sub/\n\nx"] {
        assert_prints(&["mail", "list", "--format", "{other_base}{other_base_why}"], message, 0, "\n", "");
    }
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

/// A message is read under RFC 3986; a page saved as a message is read as browsers do.
#[test]
fn standards_of_messages() {
    let message = "Content-Type: text/html\n\n<a href='http:\\\\h\\x'>";
    for (kind, answer) in [("mail", ""), ("mhtml", "http://h/x")] {
        let ran = napkin(&format!("links --type {kind} --format {{absolute}}"), message);
        assert_eq!(ran.out.trim(), answer, "{kind}");
    }
    let ran = napkin(
        "links --format {standard}",
        "From: <Saved by Blink>\nSubject: x\nContent-Type: text/html\n\n<a href=x>",
    );
    assert_eq!(ran.out, "whatwg\n");
}

/// By draft1997, a relative reference is resolved against the URL of the file; by RFC 2557, against that of the
/// message.
#[test]
fn a_message_that_is_a_file() {
    let message = "Content-Type: text/html\n\n<a href=x>";
    let of = |options: &str| napkin(&format!("links --type mail --format {{absolute}} {options}"), message).out;
    assert_eq!(of(""), "thismessage:/x\n");
    assert_eq!(of("--base http://h/dir/"), "http://h/dir/x\n");
    assert_eq!(of("--profile rfc2110"), "\n");
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
            assert!(ran.err.contains(&format!(" {rule}, ")), "{command} {limit}: {}", ran.err);
            assert_eq!(napkin(command, message).status, 0, "{command}");
        }
    }
    // The page precedes the parts beyond the limit.
    let folder = std::env::temp_dir().join(format!("napkin-limits-{}", std::process::id()));
    let unbundle = format!("unbundle --output {} -", folder.display());
    for command in ["bundle --offline -", &unbundle] {
        let ran = napkin(&format!("{command} --max-parts 2"), multipart);
        assert!(ran.status == 1 && ran.err.contains(" mail-too-many-parts, "), "{command}: {}", ran.err);
    }
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

/// RFC 2557 section 5 (b) ignores a relative `Content-Location`; the draft of 1997 resolves it first, section 5.1.1.
#[test]
fn pages_are_bundled_by_profile() {
    let message = "Content-Location: http://h/dir/\nContent-Type: multipart/related; boundary=b\n\n\
        --b\nContent-Type: text/html\nContent-Location: sub/page.html\n\n<img src=x.png>\n\
        --b\nContent-Type: image/png\nContent-Location: http://h/dir/x.png\n\nouter\n\
        --b\nContent-Type: image/png\nContent-Location: http://h/dir/sub/x.png\n\ninner\n--b--\n";
    for (profile, picture) in [("lenient", "outer"), ("rfc2557", "outer"), ("draft1997", "inner")] {
        let ran = napkin(&format!("bundle --profile {profile} -"), message);
        assert_eq!(
            (ran.status, ran.out.trim()),
            (0, format!("<img src=data:image/png,{picture}>").as_str()),
            "{profile}"
        );
    }
}

/// `uuencode` in old mail: the lines are those of Python's `binascii.b2a_uu`.
#[test]
fn uuencoded_bodies_are_read() {
    let message = "Content-Type: text/html\nContent-Transfer-Encoding: x-uuencode\n\n\
        begin 644 page.html\n;/&$@:')E9CUH='1P.B\\O<'5B+F5X86UP;&4^\n`\nend\n";
    let ran = napkin("mail list --format {encoding}|{size}", message);
    assert_eq!(ran.out, "x-uuencode|27\n");
    let ran = napkin("links --type mail --format {line}:{column}|{absolute}", message);
    assert_eq!(ran.out, "5:1|http://pub.example\n");
}

/// `mail list` and `links` agree about a base that is not a URL by the generic syntax; `links` reports the error.
#[test]
fn base_that_is_no_url_is_named_by_links_as_mail_list_has_it() {
    let message = "Content-Base: \"file:///E|/x/y.html\"\nContent-Type: text/html\n\n<a href=z.html><a href=http://h/>";
    assert_prints(
        &["mail", "list", "--format", "{base} {base_from} {base_field}"],
        message,
        0,
        "file:///E|/x/y.html content Content-Base\n",
        "",
    );
    let ran =
        napkin("links --type mail --format {absolute}|{base}|{base_from}|{base_field}|{base_part}|{error}", message);
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(lines[0].starts_with("|file:///E|/x/y.html|content|Content-Base|1|"), "{}", ran.out);
    assert!(lines[0].contains("expected a base that is a URL, but found `|`"), "{}", ran.out);
    assert!(lines[1].starts_with("http://h/|"), "{}", ran.out);
    assert_eq!(ran.status, 1);
    let ran = napkin("links --type mail", message);
    assert!(ran.err.contains("expected a base that is a URL, but found `|`"), "{}", ran.err);
    // The URL Standard accepts the base, so it resolves the link.
    let ran = napkin("links --type mail --standard whatwg --format {absolute}", message);
    assert_eq!(ran.out.lines().next(), Some("file:///E:/x/z.html"), "{}", ran.err);
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

/// The default base of a message without a field is reported as coming from no field, by `links` and `mail list`.
#[test]
fn base_of_a_message_without_a_field_is_given_by_none() {
    let message = "Subject: Menu\n\nSee http://pub.example/\n";
    for command in ["links --type mail", "mail list"] {
        let ran = napkin(&format!("{command} --format {{base}}|{{base_from}}|{{base_field}}"), message);
        assert_eq!(ran.out, "thismessage:/|none|\n", "{command}");
    }
}
