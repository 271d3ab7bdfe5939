//! Tests the whole output of the commands over references under the URL Standard. The expected values are from the
//! standard or from the Web Platform Tests.

use crate::common::{assert_prints, napkin, napkin_with};

/// Returns the arguments of a command with `--standard whatwg`.
fn whatwg<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, "--standard", "whatwg"], more].concat()
}

#[test]
fn the_examples_of_the_standard() {
    // URL Standard section 4.4: (input, base, valid, the URL or the error)
    let cases = [
        ("https:example.org", "", false, "https://example.org/"),
        ("https://////example.com///", "", false, "https://example.com///"),
        ("https://example.com/././foo", "", true, "https://example.com/foo"),
        ("hello:world", "https://example.com", true, "hello:world"),
        ("https:example.org", "https://example.com", false, "https://example.com/example.org"),
        ("\\example\\..\\demo/.\\", "https://example.com", false, "https://example.com/demo/"),
        ("example", "https://example.com/demo", true, "https://example.com/example"),
        ("file:///C|/demo", "", false, "file:///C:/demo"),
        ("..", "file:///C:/demo", true, "file:///C:/"),
        ("https://user:password@example.org/", "", false, "https://user:password@example.org/"),
        ("https://example.org/foo bar", "", false, "https://example.org/foo%20bar"),
        ("https://EXAMPLE.com/../x", "", true, "https://example.com/x"),
        ("https://ex ample.org/", "", false, "domain-to-ASCII"),
        ("example", "", false, "missing-scheme-non-relative-URL"),
        ("https://example.com:demo", "", false, "port-invalid"),
        ("http://[www.example.com]/", "", false, "IPv6-invalid-code-point"),
        ("https://example.org//", "", true, "https://example.org//"),
        ("https://example.com/[]?[]#[]", "", false, "https://example.com/[]?[]#[]"),
        ("https://example/%?%#%", "", false, "https://example/%?%#%"),
        ("https://example/%25?%25#%25", "", true, "https://example/%25?%25#%25"),
    ];
    for (input, base, valid, expected) in cases {
        let base = if base.is_empty() { vec![] } else { vec!["--base", base] };
        let given = [&base[..], &["--format", "{ok}|{href}|{violations}|{error}", input]].concat();
        let ran = napkin_with(&whatwg("parse", &given), "");
        let fields: Vec<&str> = ran.out.trim_end().split('|').collect();
        let (href, error) = (fields[1], fields[3].split(':').next().unwrap_or_default());
        let made = if fields[0] == "true" { href } else { error };
        assert_eq!((made, fields[2].is_empty()), (expected, valid), "{input}: {}", ran.out);
        assert_eq!(ran.status, i32::from(fields[0] == "false"), "{input}");
    }
}

#[test]
fn parse_for_people_draws_the_url_that_is_made() {
    let out = "\
http://h/a%20b
\\__/   |\\____/
 |     |  |
scheme | path
      host

  kind      absolute
  scheme    http
  host      h  domain
  path      /a%20b  decoded /a b
  origin    http://h
  made of   HTTP:\\\\H:80\\a b

";
    let err = "\
note: argument 1: a special scheme is followed by exactly `//`
  HTTP:\\\\H:80\\a b
       ^^ special-scheme-missing-following-solidus, URL Standard section 4.4
note: argument 1: a backslash is used as a slash
  HTTP:\\\\H:80\\a b
             ^ invalid-reverse-solidus, URL Standard section 4.4
note: argument 1: expected a URL code point or an escape, but found a space
  HTTP:\\\\H:80\\a b
               ^ invalid-URL-unit, URL Standard section 4.4
";
    let url = "HTTP:\\\\H:80\\a b";
    assert_prints(&whatwg("parse", &["--pretty", url]), "", 0, out, err);
    assert_prints(&whatwg("parse", &["--pretty", "-q", url]), "", 0, out, "");
    // In a pipe, a valid URL has no remarks; `-v` prints them.
    assert_prints(&whatwg("parse", &[url]), "", 0, "http:\t//h\t/a%20b\t\t\n", "");
    assert_prints(&whatwg("parse", &["-v", url]), "", 0, "http:\t//h\t/a%20b\t\t\n", err);
    let out = napkin_with(&whatwg("parse", &["--pretty", "data:,x"]), "").out;
    assert!(out.contains("\n  path      ,x\n  origin    null  opaque: like no other\n\n"), "{out}");
}

#[test]
fn every_standard_side_by_side() {
    let out = "\
http://example.com\\@evil.com/
             draft1997     rfc3986       rfc3987       whatwg
\u{2260} valid      no            no            no            1 violation
\u{2260} kind       -             -             -             absolute
  scheme     http          http          http          http
\u{2260} user       example.com\\  example.com\\  example.com\\  -
\u{2260} host       evil.com      evil.com      evil.com      example.com
\u{2260} path       /             /             /             /@evil.com/
  grammar of draft1997: invalid
  href of whatwg: http://example.com/@evil.com/
  origin of whatwg: http://example.com

";
    let given = ["parse", "--pretty", "-q", "--standard", "all"];
    assert_prints(&[&given[..], &["http://example.com\\@evil.com/"]].concat(), "", 1, out, "");
    let out = "\
C|/x
             draft1997  rfc3986  rfc3987  whatwg
\u{2260} valid      no         no       no       no
  kind       -          -        -        -
\u{2260} path       C|/x       C|/x     C|/x     -
  grammar of draft1997: invalid

";
    assert_prints(&[&given[..], &["C|/x"]].concat(), "", 1, &out.replacen('\u{2260}', " ", 1), "");
    let out = "\
C|/x
             draft1997  rfc3986  rfc3987  whatwg
\u{2260} valid      no         no       no       2 violations
\u{2260} kind       -          -        -        absolute
\u{2260} scheme     -          -        -        file
\u{2260} host       -          -        -        (empty)
\u{2260} path       C|/x       C|/x     C|/x     /C:/x
  grammar of draft1997: invalid
  href of whatwg: file:///C:/x
  origin of whatwg: null

";
    assert_prints(&[&given[..], &["--base", "file:///a/b", "C|/x"]].concat(), "", 1, out, "");
    // Under the draft, the last label of a host begins with a letter.
    let out = "\nrfc3986|0x7f.1|\nrfc3987|0x7f.1|\nwhatwg|127.0.0.1|http://127.0.0.1/\n";
    let ran = napkin("parse -q --standard all --format {standard}|{host}|{href} http://0x7f.1/", "");
    assert_eq!((ran.status, ran.out.as_str()), (1, out));
}

#[test]
fn resolve_joins() {
    let references = ["\\x\\y", "", " #s", "?y", "http:z", "//H:80", "mailto:a b"].join("\n");
    let out = "http://a/x/y\nhttp://a/b/c?q\nhttp://a/b/c?q#s\nhttp://a/b/c?y\nhttp://a/b/z\nhttp://h/\nmailto:a b\n";
    assert_prints(&whatwg("resolve", &["--base", "HTTP://a:80/b/c?q"]), &references, 0, out, "");
    let template = "{base}|{same_document}|{findings}";
    let given = ["--base", "HTTP://a:80/b/c?q", "--format", template];
    let out = "http://a/b/c?q|false|invalid-reverse-solidus,invalid-reverse-solidus\nhttp://a/b/c?q|true|\n\
               http://a/b/c?q|true|invalid-URL-unit\n";
    assert_prints(&whatwg("resolve", &given), "\\x\\y\n\n #s\n", 0, out, "");
    let out = "{\"input\":\"//h:8o\",\"standard\":\"whatwg\",\"base\":\"http://a/\",\"ok\":false,\"absolute\":null,\
               \"same_document\":false,\"error\":{\"rule\":\"port-invalid\",\"start\":5,\"end\":6,\
               \"message\":\"expected a digit, but found `o`\",\"see\":\"URL Standard section 4.4\"},\
               \"findings\":[{\"rule\":\"port-invalid\",\"start\":5,\"end\":6,\
               \"message\":\"expected a digit, but found `o`\",\"see\":\"URL Standard section 4.4\"}]}\n";
    assert_prints(&whatwg("resolve", &["--json", "--base", "http://a", "//h:8o"]), "", 1, out, "");
    // Every line begins with its standard, and has a line end.
    let ran = napkin("resolve -q --pretty --standard all --base http://a/b x\\y", "");
    assert_eq!((ran.status, ran.out.as_str()), (1, "draft1997\t\nrfc3986\t\nrfc3987\t\nwhatwg\thttp://a/x/y\n"));
}

#[test]
fn records_are_what_they_are_under_every_standard() {
    // A record that is not text, one that is too long, and a typed one: each has its span in the input as given.
    let ran = napkin_with(&whatwg("parse", &["--json"]), b"a\xffb\n");
    let error = "\"error\":{\"rule\":\"utf-8\",\"start\":1,\"end\":2,\"message\":\"expected UTF-8, but found `\u{fffd}`\",\
                 \"see\":\"URL Standard section 4.4\"}";
    assert!(ran.status == 1 && ran.out.contains(error), "{}", ran.out);
    let ran =
        napkin_with(&whatwg("parse", &["--max-length", "10", "--format", "{ok} {error}"]), "http://h/\nhttp://h/ab\n");
    let out = "true \nfalse too-long: expected the end within --max-length, but found the end\n";
    assert_eq!((ran.status, ran.out.as_str()), (1, out));
    let ran = napkin_with(&whatwg("parse", &["-q", "--typed", "--json", "<http://h:8o/>"]), "");
    assert!(ran.out.contains("\"error\":{\"rule\":\"port-invalid\",\"start\":11,\"end\":12,"), "{}", ran.out);
    // A record has the fatal finding, a hundred others, and one that counts the rest.
    let ran =
        napkin_with(&whatwg("parse", &["--format", "{violations}"]), "http://h/".to_owned() + &" x".repeat(300) + "\n");
    assert_eq!(ran.out.matches("invalid-URL-unit").count(), 100);
    let hosts = "http:".to_owned() + &"\\".repeat(300) + "h:8o/\n";
    let ran = napkin_with(&whatwg("parse", &["--format", "{error}|{findings}"]), hosts);
    assert!(ran.out.starts_with("port-invalid: expected a digit, but found `o`|port-invalid,"), "{}", ran.out);
    assert_eq!(ran.out.split('|').next_back().map(|findings| findings.split(',').count()), Some(102));
}

#[test]
fn passwords_are_masked_where_only_browsers_see_them() {
    for url in ["http:sam:secret@h:8o/", "http:/sam:secret@h/a b", "ht\ttp:\\sam:secret@h"] {
        let err = napkin_with(&whatwg("parse", &["-v", "--format", "{host}", url]), "").err;
        assert!(err.contains("sam:******@h") && !err.contains("secret"), "{url}: {err}");
    }
}

#[test]
fn messages_contain_no_character_of_a_password() {
    // `^` is not permitted in a user name under RFC 3986; after `http:sam:` it is part of a password for browsers only.
    for url in ["http://sam:^@h/", "http:sam:^@h/"] {
        for command in [
            &["parse", "--format", "{error}", url][..],
            &["normalize", "--format", "{error}", url],
            &["edit", "--format", "{error}", url],
            &["resolve", "--base", "http://h/", "--format", "{error}", url],
            &["relativize", "--base", "http://h/", "--format", "{error}", url],
            &["compare", "--format", "{error}", "http://h/", url],
            &["compare", "--format", "{error}", url, "http://h/"],
        ] {
            let ran = napkin_with(command, "");
            assert!(
                ran.out.contains(", but found a masked character\n") && !ran.out.contains('^'),
                "{command:?}: {}",
                ran.out
            );
        }
    }
    // The authority ends at the slash, so `s` is a port; all of `s/e` is treated as the password.
    let ran = napkin_with(&whatwg("parse", &["--json", "http://sam:s/e@h/"]), "");
    assert_eq!(ran.out.matches("expected a digit, but found a masked character").count(), 3, "{}", ran.out);
    let page = "<a href='http://sam:s/e@h/'>";
    for form in [&["--format", "{error}"][..], &["--pretty", "-q", "--explain"]] {
        let out = napkin_with(&[&["links", "--type", "html"], form].concat(), page).out;
        assert!(out.contains("expected a digit, but found a masked character"), "{form:?}: {out}");
    }
}
