//! Tests `napkin scheme`, as users run it.

use crate::common::{Ran, assert_prints, napkin, napkin_with};

/// A definition that breaks no rule.
const CLEAN: &str = include_str!("../../../../data/scheme-lint/base.toml");

#[test]
fn list_has_all_of_iana_and_those_that_are_defined() {
    let listed = napkin("scheme list", "");
    let names: Vec<&str> = listed.out.lines().filter_map(|line| line.split('\t').next()).collect();
    let of_iana =
        include_str!("../../../../data/iana-schemes.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let of_iana: Vec<&str> = of_iana.filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(of_iana.len(), 435);
    assert!(of_iana.iter().all(|name| names.contains(name)));
    assert!(names.is_sorted() && names.contains(&"javascript"), "{names:?}");
    let defined = napkin("scheme list --defined --format {name}", "").out;
    let expected = "about afs blob cid data file ftp gopher http https javascript mailto mid news nntp tel telnet tftp urn \
                    ws wss";
    assert_eq!(defined.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn list_filters() {
    let names = |options: &str| napkin(&format!("scheme list --format {{name}} {options}"), "").out.replace('\n', " ");
    assert_eq!(names("--retrievable"), "about afs blob cid data file ftp gopher http https mid news nntp tftp ");
    assert_eq!(names("--status unregistered"), "javascript ");
    assert_eq!(names("--status unconfirmed --status unregistered"), "ace javascript moz-extension seki tii ");
    assert_eq!(names("WEBSOCKET"), "ws wss ");
    assert_eq!(names("4266 menu"), "");
    assert_eq!(names("rfc telephone"), "tel ");
    assert_prints(&["scheme", "list", "no such scheme"], "", 1, "", "");
}

#[test]
fn list_as_json() {
    let listed = napkin("scheme list --json", "").out;
    let sip = "{\"name\":\"sip\",\"status\":\"permanent\",\"description\":\"session initiation protocol\",\"reference\":\
               \"RFC 3261\",\"port\":5060,\"defined\":false}";
    assert!(listed.lines().any(|line| line == sip), "{listed}");
}

#[test]
fn show_has_every_statement_as_json() {
    let shown = napkin("scheme show FTP: --json", "");
    assert_eq!((shown.status, shown.out.lines().count()), (0, 1));
    for piece in [
        "\"name\":\"ftp\"",
        "\"port\":21",
        "\"components\":[{\"name\":\"user\",\"part\":\"user\"",
        "\"actions\":[\"connect {host} {port}\",\"USER {user}\"",
        "\"accepted\":[{\"rule\":\"scheme-fragment-from-media-type\",\"reason\":",
        "\"security\":\"User and password stand in the URL",
    ] {
        assert!(shown.out.contains(piece), "{piece} {}", shown.out);
    }
}

#[test]
fn check_hides_passwords() {
    let ran = napkin("scheme check -v http://sam:secret@pub.example/ ftp://sam:sec%0Aret@pub.example/", "");
    assert_eq!(ran.status, 1);
    assert!(!ran.out.contains("ret@") && !ran.err.contains("ret@"), "{} {}", ran.out, ran.err);
}

#[test]
fn mailto_of_the_draft_has_no_fields() {
    let url = "mailto:sam@pub.example?subject=beer";
    let ran = napkin(&format!("scheme check -q --standard all {url}"), "");
    let expected = format!("draft1997\t{url}\tmail-field\nrfc3986\t{url}\tok\nrfc3987\t{url}\tok\nwhatwg\t{url}\tok\n");
    assert_eq!(ran.out, expected);
}

#[test]
fn lint_is_silent_about_what_is_clean() {
    assert_prints(&["scheme", "lint"], CLEAN, 0, "stdin:4\tpub\tok\n", "");
    let ours = napkin("scheme lint data/schemes.toml", "");
    assert_eq!((ours.status, ours.err.as_str(), ours.out.lines().count()), (0, "", 21));
    assert!(ours.out.lines().all(|line| line.ends_with("\tok")), "{}", ours.out);
}

#[test]
fn lint_underlines_in_the_file() {
    let text =
        CLEAN.replace("resolution = \"configured\"", "resolution = \"global\"").replace("7070\nports", "0\nports");
    let ran = napkin("scheme lint", &text);
    let err = "error: stdin:28:8: expected a port from 1 to 65535\n  port = 0\n         ^ default-port-stated, RFC 2718 section \
               2.2.2\nerror: stdin:58:10: expected two URLs that become equal by normalisation\n";
    assert_eq!((ran.status, ran.out.as_str()), (1, "stdin:4\tpub\t2 findings\n"));
    assert!(ran.err.starts_with(err), "{}", ran.err);
}

#[test]
fn lint_asks_what_it_cannot_judge() {
    let text = CLEAN.replace("\"Yes: the scheme says nothing of fragments.\"", "\"\"");
    let ran = napkin("scheme lint", text);
    let err = "note: stdin:4:8: Does the meaning of a fragment come from the media type of the retrieved object, and from \
               nothing in this scheme?\n  name = \"pub\"\n         ^^^^^ scheme-fragment-from-media-type, RFC 2718 section \
               2.1.1\n";
    assert_eq!(ran, Ran { status: 1, out: "stdin:4\tpub\t1 question\n".into(), err: err.into() });
}

#[test]
fn lint_within_limits() {
    let text = CLEAN.replace("pub.example:7071/garden/7\"]", "pub.example:7071/garden/7\", \"pub://pub.example/8\"]");
    let err = "error: stdin:57:96: a list of a definition has more items than the limit\n";
    let ran = napkin_with(&["scheme", "lint", "--max-items", "2"], &text);
    assert!(ran.err.contains(err), "{}", ran.err);
    let codes = napkin_with(&["scheme", "lint", "--json", "--max-depth", "5"], &text).out;
    assert!(codes.contains("\"findings\":[{\"rule\":\"definition-too-deep\""), "{codes}");
    assert_prints(&["scheme", "lint", "--max-items", "4", "--max-depth", "6"], &text, 0, "stdin:4\tpub\tok\n", "");
}

#[test]
fn lint_of_what_is_no_definition() {
    let err = "error: stdin:1:8: expected TOML\n  [scheme\n         ^ scheme-definition, RFC 7595 section 7.4\n";
    assert_prints(&["scheme", "lint"], "[scheme", 1, "stdin:1\t-\t1 finding\n", err);
    let missing = napkin("scheme lint no-such-file.toml", "");
    assert_eq!((missing.status, missing.err.as_str()), (2, "error: no-such-file.toml: no such file or directory\n"));
}

/// The skeleton parses, and lacks only what its author must supply; once it is filled in, it has no findings.
#[test]
fn the_skeleton_lints_once_it_is_filled_in() {
    let skeleton = napkin("scheme template beer", "").out;
    let json = napkin("scheme lint --json", &skeleton);
    assert_eq!(json.status, 1);
    let codes: Vec<&str> = json.out.split("{\"rule\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let empty = [
        "scheme-fragment-from-media-type",
        "security-unasked-retrieval",
        "registration-template-complete",
        "registration-template-complete",
        "registration-template-complete",
        "registration-template-complete",
        "semantics-stated",
        "semantics-stated",
        "get-not-implied",
        "operations-described",
        "proxy-running-code",
        "utility-stated",
        "security-stated",
        "security-requester-identity",
        "scheme-context-stated",
        "privacy-stated",
        "interop-stated",
        "mapping-complete",
        "non-protocol-notation",
    ];
    assert_eq!(codes, empty);
    let mut filled = skeleton.replace("# safe_unasked = true", "safe_unasked = true");
    filled = filled.replace("reference = []", "reference = [\"a book\"]").replace("does = \"\"", "does = \"pours\"");
    filled = filled.replace("kinds = []", "kinds = [\"pint\"]");
    filled = filled.replace("from = \"\"", "from = \"none\"").replace("type = \"\"", "type = \"Yes.\"");
    for key in "description applications contact change_controller resource utility security identity context privacy \
                interoperability notation running_code retriever"
        .split_whitespace()
    {
        let empty = format!("\n{key} = \"\"");
        assert!(filled.contains(&empty), "{key}");
        filled = filled.replace(&empty, &format!("\n{key} = \"said\""));
    }
    assert_prints(&["scheme", "lint"], &filled, 0, "stdin:5\tbeer\tok\n", "");
}

/// A user's own definitions are listed, shown and used for checks, before those of the registry.
#[test]
fn definitions_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pub.toml");
    std::fs::write(&file, CLEAN).expect("a file");
    let file = file.to_str().expect("text");
    let listed = napkin_with(&["scheme", "list", "--schemes", file, "--format", "{name} {defined}"], "");
    assert!(listed.out.lines().any(|line| line == "pub true"), "{}", listed.out);
    let shown = napkin_with(&["scheme", "show", "pub", "--schemes", file, "--format", "{port} {protocol}"], "");
    assert_eq!(shown.out, "7070 PUB/1.0\n");
    let urls =
        ["scheme", "check", "-q", "--schemes", file, "pub://pub.example/7", "pub:/7", "pub://pub.example/%0D%0AORDER"];
    let checked = napkin_with(&urls, "");
    let expected = "pub://pub.example/7\tok\npub:/7\thost-required\npub://pub.example/%0D%0AORDER\tescape-forbidden\n";
    assert_eq!((checked.status, checked.out.as_str()), (1, expected));
    std::fs::write(file, "[[scheme]]\nname = 7\n").expect("a file");
    let err = ": expected a text\n  name = 7\n         ^ scheme-definition, RFC 7595 section 7.4\n";
    let broken = napkin_with(&["scheme", "list", "--schemes", file], "");
    assert_eq!(broken.status, 2);
    assert!(broken.err.starts_with("error: ") && broken.err.ends_with(err), "{}", broken.err);
}

/// Every rule of schemes and of definitions is explained, with its example.
#[test]
fn explain_knows_the_rules_of_schemes() {
    let rule = napkin("explain security-password-in-clear", "").out;
    let expected = "security-password-in-clear: a URL contains a password in clear text\n\n\
                    The password is displayed, logged, and passed on with each document that contains the URL.\n\n  [[scheme]]\n  \
                    name = \"pub\"\n  components = [{ name = \"password\", part = \"password\" }]\n  \
                    \u{20}             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected no password; list a password \
                    that stays in `redact`\n\n  judged by  machine\n  guideline  RFC 2718 section 2.4\n  \
                    successor  RFC 7595 section 3.7\n";
    assert_eq!(rule, expected);
    let question = napkin("explain scheme-fragment-from-media-type", "").out;
    assert!(question.contains("\n\nDoes the meaning of a fragment"), "{question}");
}
