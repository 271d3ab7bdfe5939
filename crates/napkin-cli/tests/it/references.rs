//! Tests the whole output of the commands over references.

use crate::common::{assert_prints, napkin, napkin_with};

#[test]
fn standards_side_by_side() {
    let out = "\
http://[::1]/\u{e9}
             draft1997  rfc3986  rfc3987   whatwg
\u{2260} valid      no         no       yes       yes
\u{2260} kind       -          -        absolute  absolute
  scheme     http       http     http      http
  host       [::1]      [::1]    [::1]     [::1]
\u{2260} path       /\u{e9}         /\u{e9}       /\u{e9}        /%C3%A9
  grammar of draft1997: invalid
  href of whatwg: http://[::1]/%C3%A9
  origin of whatwg: http://[::1]

";
    let ran = napkin("parse --pretty --standard all http://[::1]/\u{e9}", "");
    assert_eq!((ran.status, ran.out.as_str()), (1, out));
    let lines = napkin("parse --standard all --json a", "").out;
    let standards: Vec<bool> = ["draft1997", "rfc3986", "rfc3987", "whatwg"]
        .iter()
        .zip(lines.lines())
        .map(|(name, line)| line.contains(name))
        .collect();
    assert_eq!(standards, [true; 4], "{lines}");
    assert_prints(
        &["resolve", "--standard", "all", "--base", "http://a/b", "?y"],
        "",
        0,
        "draft1997\thttp://a/?y\nrfc3986\thttp://a/b?y\nrfc3987\thttp://a/b?y\nwhatwg\thttp://a/b?y\n",
        "",
    );
}

#[test]
fn at_most_twenty_diagnostics_unless_asked() {
    let input = " \n".repeat(50);
    for jobs in ["1", "2"] {
        let ran = napkin(&format!("parse -j {jobs}"), &input);
        assert_eq!(ran.err.matches("stdin:").count(), 20);
        assert!(ran.err.ends_with("note: 30 more diagnostics; -v shows all\n"), "{}", ran.err);
    }
    assert_eq!(napkin("parse -v", &input).err.matches("stdin:").count(), 50);
}

#[test]
fn resolve_by_each_standard() {
    let references = ["g?y/../x", "../../../g", "", "#s", "?y"].join("\n");
    let base = "http://a/b/c/d;p?q";
    let rfc = "http://a/b/c/g?y/../x\nhttp://a/g\nhttp://a/b/c/d;p?q\nhttp://a/b/c/d;p?q#s\nhttp://a/b/c/d;p?y\n";
    assert_prints(&["resolve", "--base", base], &references, 0, rfc, "");
    let err = "\
note: stdin:2: there are more `..` segments than levels
  ../../../g
  ^^^^^^^^^^ above-root, RFC 3986 section 5.4.2
";
    assert_prints(&["resolve", "-v", "--base", base], &references, 0, rfc, err);
    let draft = "http://a/b/c/x\nhttp://a/../g\n\n#s\nhttp://a/b/c/?y\n";
    let ran = napkin_with(&["resolve", "--base", base, "--standard", "draft1997"], &references);
    assert_eq!((ran.status, ran.out.as_str()), (0, draft));
    let ask = ["resolve", "--json", "--standard", "draft1997", "--base", base, "--document", "http://x/doc", ""];
    let out = "{\"input\":\"\",\"standard\":\"draft1997\",\"base\":\"http://a/b/c/d;p?q\",\"ok\":true,\"absolute\":null,\
               \"same_document\":true,\"error\":null,\"findings\":[]}\n";
    assert_prints(&ask, "", 0, out, "");
    let new_request = [&ask[..8], &["--new-request", ""]].concat();
    let out = out.replace("null,\"same_document\":true", "\"http://x/doc\",\"same_document\":false");
    assert_prints(&new_request, "", 0, &out, "");
}

#[test]
fn edit_gets_components_by_a_template_like_any_other() {
    let get = |template, url| ["edit", "--set", "host=x", "--get", template, url];
    assert_prints(&get("{host}\\t{path}", "http://h/a"), "", 0, "x\t/a\n", "");
    assert_prints(&get("{ok} {error}", "http://h:8o/"), "", 1, "false port: expected a digit, but found `o`\n", "");
    let ran = napkin_with(&get("{host}", "http://h:8o/"), "");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (1, "\n", 3), "{}", ran.err);
    let all = [&get("{standard} {href}", "http://h/a")[..], &["--standard", "all"]].concat();
    assert_prints(&all, "", 0, "draft1997 \nrfc3986 \nrfc3987 \nwhatwg http://x/a\n", "");
    let err = "error: no field `hose`; there are url, input, standard, ok, kind, scheme, authority, user, password, \
               host, host_kind, port, port_text, path, query, fragment, params, public_suffix, registrable_domain, href, \
               origin, error, findings, violations, grammar\n";
    assert_prints(&get("{hose}", "http://h/"), "", 2, "", err);
}

#[test]
fn typed_references_are_stripped_with_remarks() {
    let ran = napkin_with(&["parse", "--typed", "--format", "{host}{path}", "<URL:http://h/a b>"], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, "h/ab\n"));
    assert_eq!(ran.err.matches("note: argument 1: delimiters or white space were stripped").count(), 3, "{}", ran.err);
    // The span is in the input as given.
    let ran = napkin_with(&["parse", "--typed", "--json", "<http://h/ a[>"], "");
    assert!(ran.out.contains(r#""error":{"rule":"path","start":12,"end":13,"#), "{}", ran.out);
}

#[test]
fn passwords_are_shown_only_where_they_were_asked_for() {
    let url = "http://sam:se]cret@h:8o/";
    let commands = [
        &["parse"][..],
        &["parse", "--pretty"],
        &["parse", "--pretty", "--standard", "draft1997"],
        &["resolve", "--base", "http://h/"],
        &["normalize"],
        &["edit", "--set", "host=x"],
        &["relativize", "--base", "http://h/"],
        &["relativize", "--base", url],
        &["resolve", "--base", url],
        &["compare", "http://h/"],
        &["parse", "--standard", "whatwg"],
        &["resolve", "--standard", "whatwg", "--base", "http://h/"],
        &["resolve", "--standard", "whatwg", "--base", url],
        &["normalize", "--standard", "whatwg"],
        &["edit", "--standard", "whatwg", "--set", "host=x"],
        &["compare", "--standard", "whatwg", "http://h/"],
    ];
    for command in commands {
        let ran = napkin_with(&[command, &[url]].concat(), "");
        assert!(ran.err.contains("http://sam:*******@h:8o/"), "{command:?}: {}", ran.err);
        assert!(!ran.err.contains("cret") && !ran.out.contains("cret"), "{command:?}: {} {}", ran.out, ran.err);
        assert!(!ran.err.contains("found `]`"), "{command:?}: {}", ran.err);
    }
    assert_eq!(napkin("parse --format {password} http://u:p@h/", "").out, "p\n");
}

#[test]
fn rules_are_explained() {
    let rules = napkin("explain", "").out;
    assert!(rules.lines().count() >= 55);
    for code in rules.lines().filter_map(|line| line.split(' ').next()) {
        let explained = napkin_with(&["explain", code], "");
        assert!(explained.status == 0 && explained.out.starts_with(code), "{code}: {}", explained.out);
        // A limit is set by the caller. A failure of the network or the system has no section either.
        const WITHOUT: [&str; 15] = [
            "body-too-large", "connect-timeout", "connection-failed", "decoded-too-large", "fields-too-large",
            "file-exists", "first-byte-timeout", "host-not-found", "object-unreadable", "read-timeout",
            "status-not-success", "storage-failed", "tls-failed", "too-many-ranges", "total-timeout",
        ];
        let says_where = [" section ", "the caller's limit"].iter().any(|said| explained.out.contains(said));
        assert_ne!(says_where, WITHOUT.contains(&code), "{code}: {}", explained.out);
    }
    // The rule's sentence is printed once.
    let out = "\
invalid-reverse-solidus: a backslash is used as a slash

Only browsers read it as a slash, and only for special schemes: in `http://a\\@b/`, some programs see
the host `a`, others `b`.

  https://example.org\\path\\to\\file
                     ^ under whatwg

  whatwg     URL Standard section 4.4
";
    assert_prints(&["explain", "invalid-reverse-solidus"], "", 0, out, "");
    assert_prints(&["explain", "nonsense"], "", 2, "", "error: no rule `nonsense`; `napkin explain` lists them\n");
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(napkin(&format!("completions {shell}"), "").out.contains("relativize"), "{shell}");
    }
    assert!(napkin("man", "").out.starts_with(".ie"), "roff");
    assert!(napkin("man links", "").out.contains("explain"));
}

/// An error in a password that an option sets is reported with its place, and without any character of the password.
#[test]
fn passwords_that_are_set_are_not_shown() {
    // (standard, option, its value, message)
    let cases = [
        ("rfc3986", "--set", "password:=^", "expected a user or password character, but found a masked character"),
        ("draft1997", "--set", "password:=[", "expected a user or password character, but found a masked character"),
        ("rfc3987", "--set", "password:=\u{1}", "expected a user or password character, but found a masked character"),
        ("rfc3986", "--set", "password:=Z/Y", "expected a digit, but found a masked character"),
        ("rfc3986", "--set", "password:=Z?Y", "expected a digit, but found a masked character"),
        ("rfc3986", "--set", "user:=sam:^", "expected a user or password character, but found a masked character"),
        (
            "rfc3986",
            "--set",
            "authority:=sam:^@h",
            "expected a user or password character, but found a masked character",
        ),
        ("whatwg", "--set", "authority:=sam:Zecret@h", "expected a digit, but found a masked character"),
        ("whatwg", "--set", "authority=sam:Z@h", "expected a digit, but found a masked character"),
        ("whatwg", "--set", "host:=sam:Zecret@h", "expected a host without a port, but found a masked character"),
        ("whatwg", "--set", "authority:=sam:Z/Y@h", "expected a host, but found a masked character"),
        ("whatwg", "--append", "authority=x", "expected a digit, but found a masked character"),
    ];
    for (standard, option, change, expected) in cases {
        for form in ["-v", "--json", "--pretty"] {
            let arguments = ["edit", "--standard", standard, option, change, form, "http://kim:Zecret@pub.example/"];
            let ran = napkin_with(&arguments, "");
            let said = if form == "--json" { &ran.out } else { &ran.err };
            assert_eq!((ran.status, said.matches(expected).count()), (1, 1), "{arguments:?}: {said}");
            assert!(!ran.err.contains('Z'), "{arguments:?}: {}", ran.err);
        }
    }
    // The name may be misspelt, or a sign missing, so that the component of the value is unknown.
    for change in ["pasword:=Zecret", "password:Zecret=", "Zecret", "password Zecret", "password"] {
        for option in ["--set", "--append"] {
            let ran = napkin_with(&["edit", option, change, "http://h/"], "");
            assert_eq!(ran.status, 2, "{option} {change}");
            assert!(ran.err.starts_with(&format!("error: {option}: ")) && !ran.err.contains('Z'), "{}", ran.err);
        }
    }
}

/// `--from` reads files as standard input is read, after the arguments.
#[test]
fn from_reads_lists_in_files() {
    let folder = crate::common::programs::empty_folder("from");
    std::fs::write(folder.join("one"), "HTTP://A/\nhttp://h:8o/\n").expect("a list");
    std::fs::write(folder.join("two"), "HTTP://B/\0HTTP://C/").expect("a list");
    let run = |arguments: &[&str]| {
        let ran = crate::common::napkin_in(&folder, arguments, b"HTTP://I/\n");
        (crate::common::out(&ran), crate::common::error(&ran), ran.status.code())
    };
    let (out, said, status) = run(&["normalize", "--from", "one", "HTTP://D/", "--from", "-"]);
    assert_eq!((out.as_str(), status), ("http://d/\nhttp://a/\n\nhttp://i/\n", Some(1)));
    assert!(said.starts_with("error: one:2: expected a digit, but found `o`\n"), "{said}");
    let (out, _, status) = run(&["normalize", "-0", "--from", "two"]);
    assert_eq!((out.as_str(), status), ("http://b/\nhttp://c/\n", Some(0)));
    let (_, said, status) = run(&["normalize", "--from", "none"]);
    assert_eq!((said.as_str(), status), ("error: none: no such file or directory\n", Some(2)));
    let (out, _, _) = run(&["audit", "--format", "{source}:{line} {rule}", "--only", "dotless-host", "--from", "one"]);
    assert!(out.starts_with("one:1 dotless-host\n"), "{out}");
}
