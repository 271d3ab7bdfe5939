//! Tests the whole output of the commands over references under the URL Standard. The expected values are from the
//! standard or from the Web Platform Tests.

use crate::common::{assert_prints, napkin, napkin_with};

/// Returns the arguments of a command with `--standard whatwg`.
fn whatwg<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, "--standard", "whatwg"], more].concat()
}

#[test]
fn parse_json_has_the_fields_of_the_contract_under_whatwg() {
    let out = r#"{"input":"HTTP://u:p@H:80/a;x=1?q#f","standard":"whatwg","ok":true,"kind":"absolute","scheme":"http","authority":"u:p@h","user":"u","password":"p","host":"h","host_kind":"domain","port":null,"port_text":null,"path":"/a;x=1","query":"q","fragment":"f","href":"http://u:p@h/a;x=1?q#f","origin":"http://h","violations":[{"rule":"invalid-credentials","start":10,"end":11,"message":"a URL contains a user name or a password","see":"URL Standard section 4.4"}]}
{"input":"mailto:sam@pub.example","standard":"whatwg","ok":true,"kind":"opaque","scheme":"mailto","authority":null,"user":null,"password":null,"host":null,"host_kind":null,"port":null,"port_text":null,"path":"sam@pub.example","query":null,"fragment":null,"href":"mailto:sam@pub.example","origin":"null","violations":[]}
{"input":"a\\b:1","standard":"whatwg","ok":false,"error":{"rule":"missing-scheme-non-relative-URL","start":0,"end":0,"message":"expected a scheme or a base, but found `a`","see":"URL Standard section 4.4"},"findings":[{"rule":"missing-scheme-non-relative-URL","start":0,"end":0,"message":"expected a scheme or a base, but found `a`","see":"URL Standard section 4.4"}],"violations":[{"rule":"missing-scheme-non-relative-URL","start":0,"end":0,"message":"expected a scheme or a base, but found `a`","see":"URL Standard section 4.4"}]}
"#;
    let given = ["--json", "HTTP://u:p@H:80/a;x=1?q#f", "mailto:sam@pub.example", "a\\b:1"];
    assert_prints(&whatwg("parse", &given), "", 1, out, "");
}

#[test]
fn the_error_that_ends_the_parser_is_the_error_and_the_first_finding() {
    // Before this error, "special authority slashes state" reports one error, and "ignore slashes state" one for each
    // backslash.
    let template = "{ok}|{error}|{violations}";
    let out = "false|port-invalid: expected a digit, but found `o`|\
               special-scheme-missing-following-solidus,special-scheme-missing-following-solidus,special-scheme-missing-following-solidus,port-invalid\n";
    assert_prints(&whatwg("parse", &["--format", template, "http:\\\\h:8o/"]), "", 1, out, "");
    let findings = whatwg("parse", &["--format", "{error}|{findings}", "http:\\\\h:8o/"]);
    let out = "port-invalid: expected a digit, but found `o`|\
               port-invalid,special-scheme-missing-following-solidus,special-scheme-missing-following-solidus,special-scheme-missing-following-solidus\n";
    assert_prints(&findings, "", 1, out, "");
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
argument 1: note: a special scheme is followed by exactly `//`
  HTTP:\\\\H:80\\a b
       ^^ special-scheme-missing-following-solidus, URL Standard section 4.4
argument 1: note: a backslash is used as a slash
  HTTP:\\\\H:80\\a b
             ^ invalid-reverse-solidus, URL Standard section 4.4
argument 1: note: expected a URL code point or an escape, but found a space
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
fn a_base_matters_to_whatwg_alone() {
    assert_prints(&["parse", "--base", "no base", "a"], "", 0, "\t\ta\t\t\n", "");
    let err = "\
--base: error: expected a scheme or a base, but found `b`
  b/c
  ^ missing-scheme-non-relative-URL, URL Standard section 4.4
";
    for command in ["parse", "resolve"] {
        assert_prints(&whatwg(command, &["--base", "b/c", "x"]), "", 2, "", err);
    }
    assert_prints(&["parse", "--standard", "all", "--base", "b/c", "x"], "", 2, "", err);
    // "No scheme state": against a base with an opaque path, only a fragment can be resolved.
    let err = "\
argument 1: error: expected a scheme or a base with a hierarchical path, but found `x`
  x
  ^ missing-scheme-non-relative-URL, URL Standard section 4.4
";
    assert_prints(&whatwg("resolve", &["--base", "mailto:sam", "x", "#f"]), "", 1, "\nmailto:sam#f\n", err);
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
fn one_normal_form_and_one_rung() {
    let out = "{\"input\":\"HTTP://H/%7e/..\",\"standard\":\"whatwg\",\"ok\":true,\"normal\":\"http://h/\",\
               \"changed\":[\"serialize\"],\"error\":null}\n\
               {\"input\":\"http://h/%7e\",\"standard\":\"whatwg\",\"ok\":true,\"normal\":\"http://h/%7e\",\
               \"changed\":[],\"error\":null}\n";
    assert_prints(&whatwg("normalize", &["--json", "HTTP://H/%7e/..", "http://h/%7e"]), "", 0, out, "");
    assert_prints(&whatwg("normalize", &["--pretty", "HTTP://H"]), "", 0, "http://h/  serialize\n", "");
    // A domain with characters outside of ASCII.
    assert_prints(&whatwg("normalize", &["http://fa\u{df}.ExAmPlE/"]), "", 0, "http://xn--fa-hia.example/\n", "");
    assert_prints(&whatwg("normalize", &["-q", "a/b"]), "", 1, "\n", "");
    let err =
        "error: --level: whatwg has one normal form and no rungs; choose --standard draft1997, rfc3986 or rfc3987\n";
    assert_prints(&whatwg("normalize", &["--level", "case", "http://h/"]), "", 2, "", err);
}

#[test]
fn compare_by_serialisation() {
    for (a, b, rung, status) in [
        ("HTTP://H", "HTTP://H", "identical", 0),
        ("HTTP://H:80\\a\\..\\b", "http://h/b", "serialize", 0),
        ("http://127.1/", "http://0x7f.0.0.1/", "serialize", 0),
        // Escapes stay as they are.
        ("http://h/%7e", "http://h/~", "none", 1),
        ("http://h/#f", "http://h/", "none", 1),
    ] {
        assert_prints(&whatwg("compare", &[a, b]), "", status, &format!("{rung}\n"), "");
    }
    let out = "{\"a\":\"http://h/%7e\",\"b\":\"http://H/~\",\"standard\":\"whatwg\",\"equivalent\":false,\
               \"rung\":\"none\",\"component\":\"path\",\"error\":null}\n";
    assert_prints(&whatwg("compare", &["--json", "http://h/%7e", "http://H/~"]), "", 1, out, "");
    let out = "\
none: not equivalent, as they make different URLs (URL Standard section 4.6)
  http://h/
           ^ query
  http://h/?#f
            ^ query
";
    assert_prints(&whatwg("compare", &["--pretty", "http://h", "HTTP://h?#f"]), "", 1, out, "");
    let out = "serialize: equivalent, as both make the same URL (URL Standard section 4.6)\n  http://h/\n";
    assert_prints(&whatwg("compare", &["--pretty", "http://h", "HTTP://h"]), "", 0, out, "");
}

#[test]
fn edit_by_the_setters() {
    // (input, options, result); the first from `setters_tests.json` of the Web Platform Tests.
    let cases: [(&str, &[&str], &str); 24] = [
        ("https://example.net:80", &["--set", "scheme=http"], "http://example.net/"),
        ("https://example.net#nav", &["--set", "fragment=#main"], "https://example.net/##main"),
        ("https://example.net?lang=en-US#nav", &["--set", "query=lang=fr"], "https://example.net/?lang=fr#nav"),
        ("http://example.net:8080/path", &["--set", "authority=example.com:443"], "http://example.com:443/path"),
        ("http://example.net:8080", &["--set", "host=example.com"], "http://example.com:8080/"),
        ("http://example.net", &["--set", "port=8080"], "http://example.net:8080/"),
        ("http://example.net:8080", &["--delete", "port"], "http://example.net/"),
        ("https://example.net#nav", &["--set", "path=home"], "https://example.net/home#nav"),
        ("foo://somehost/some/path", &["--delete", "path"], "foo://somehost"),
        ("http://example.net", &["--set", "user=wario"], "http://wario@example.net/"),
        ("http://:secret@example.net", &["--set", "password:=%c3%89t\u{e9}"], "http://:%c3%89t%C3%A9@example.net/"),
        ("http://user:pass@h/", &["--delete", "user"], "http://h/"),
        ("http://u:p@h:8/", &["--set", "authority=x"], "http://x/"),
        ("http://h", &["--set", "query="], "http://h/?"),
        ("http://h/?#", &["--delete", "query", "--delete", "fragment"], "http://h/"),
        ("mailto:sam", &["--delete", "host", "--set", "query=cc=kim"], "mailto:sam?cc=kim"),
        ("http://h", &["--append", "path=a/b c%"], "http://h/a%2Fb%20c%25"),
        ("http://h/a", &["--append", "path=b", "--append", "path="], "http://h/a/b/"),
        ("foo://h", &["--append", "path=b"], "foo://h/b"),
        ("http://h/#f", &["--append", "fragment=%g"], "http://h/#f%g"),
        ("http://h/?a=|&utm_x=1", &["--query-trim", "utm_*", "--query-set", "b=&"], "http://h/?a=|&b=%26"),
        ("http://h/?utm_x=1", &["--query-trim", "*"], "http://h/"),
        ("sc:x?b='&a=[", &["--query-sort", "--append", "query=c=d e", "--plus"], "sc:x?a=[&b='&c=d+e"),
        ("HTTP://H", &["--get", "{href} {origin} {host_kind}"], "http://h/ http://h domain"),
    ];
    for (input, steps, result) in cases {
        assert_prints(&whatwg("edit", &[&[input], steps].concat()), "", 0, &format!("{result}\n"), "");
    }
}

#[test]
fn values_that_a_setter_ignores_are_errors() {
    let cases: [(&str, &[&str], &str); 18] = [
        ("http://h/", &["--set", "scheme=gopher"], "unrepresentable: expected a special scheme, as the URL's is"),
        (
            "foo://h/",
            &["--set", "scheme=http"],
            "unrepresentable: expected a scheme that is not special, as the URL's is not",
        ),
        ("file:///x", &["--set", "scheme=http"], "unrepresentable: expected the scheme `file`, as the URL has no host"),
        (
            "http://h:8/",
            &["--set", "scheme=file"],
            "unrepresentable: expected a scheme whose URLs can have a user and a port",
        ),
        ("http://h/", &["--set", "scheme=https:x"], "scheme: expected a scheme, but found `:`"),
        ("http://h/", &["--set", "scheme=0"], "scheme: expected a scheme, but found `0`"),
        ("http://h/", &["--delete", "scheme"], "unrepresentable: expected a URL with a scheme"),
        ("http://h/", &["--set", "host=x/y"], "host-invalid-code-point: expected a host, but found `/`"),
        ("http://h/", &["--set", "host=x\\y"], "host-invalid-code-point: expected a host, but found `\\`"),
        ("http://h/", &["--set", "host=x:8"], "host-invalid-code-point: expected a host without a port, but found `x`"),
        ("http://h/", &["--delete", "host"], "host-missing: a host is missing"),
        ("http://h/", &["--set", "port=8o"], "port-invalid: expected a digit, but found `o`"),
        ("http://h/", &["--set", "port=65536"], "port-out-of-range: a port is a number up to 65535"),
        ("http://h/", &["--set", "authority=x:65536"], "port-out-of-range: a port is a number up to 65535"),
        ("http://h/", &["--append", "path=.."], "unrepresentable: expected a segment other than `.` and `..`"),
        ("mailto:sam", &["--append", "path=x"], "unrepresentable: expected a URL whose path is not opaque"),
        ("file:///x", &["--set", "user=sam"], "unrepresentable: expected a URL with a host that is not a file's"),
        ("x", &["--set", "port=8"], "missing-scheme-non-relative-URL: expected a scheme or a base, but found `x`"),
    ];
    for (input, steps, error) in cases {
        let given = [&["--format", "{ok} {url}{error}", input], steps].concat();
        assert_prints(&whatwg("edit", &given), "", 1, &format!("false {error}\n"), "");
    }
}

#[test]
fn relativize_has_no_such_standard() {
    let err = "error: --standard whatwg: the URL Standard has no inverse of its parser; the other standards have\n";
    assert_prints(&whatwg("relativize", &["--base", "http://h/", "http://h/x"]), "", 2, "", err);
    let all = ["relativize", "--standard", "all", "--base", "http://h/a/", "http://h/x"];
    assert_prints(&all, "", 0, "draft1997\t/x\nrfc3986\t/x\nrfc3987\t/x\n", "");
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
            assert!(ran.out.contains(", but found `*`\n") && !ran.out.contains('^'), "{command:?}: {}", ran.out);
        }
    }
    // The authority ends at the slash, so `s` is a port; all of `s/e` is treated as the password.
    let ran = napkin_with(&whatwg("parse", &["--json", "http://sam:s/e@h/"]), "");
    assert_eq!(ran.out.matches("expected a digit, but found `*`").count(), 3, "{}", ran.out);
    let page = "<a href='http://sam:s/e@h/'>";
    for form in [&["--format", "{error}"][..], &["--pretty", "-q", "--explain"]] {
        let out = napkin_with(&[&["links", "--type", "html"], form].concat(), page).out;
        assert!(out.contains("expected a digit, but found `*`"), "{form:?}: {out}");
    }
}
