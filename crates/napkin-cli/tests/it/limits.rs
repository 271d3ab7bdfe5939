//! Every limit of `links`, `audit` and `screen` is reported when reached, and changes the exit status. The limits are
//! those of the table in `guide/limits.md`: a row without a case here fails, and so does a limit without a row.

use crate::common;
use std::collections::BTreeSet;

use crate::archives::{archive, tar_of};
use crate::common::napkin_in;
use napkin_document::rules;

const COMMANDS: [&str; 3] = ["links", "audit", "screen"];

/// A row of the guide's table.
#[derive(Debug)]
struct Row {
    limit: String,
    option: String,
    rule: String,
    /// The exit status of each command; `None` if the command has no such limit.
    statuses: [Option<i32>; 3],
}

fn rows() -> Vec<Row> {
    let guide = include_str!("../../../../guide/limits.md");
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let lines = guide.lines().filter(|line| line.starts_with('|')).skip(2).map(cells);
    let code = |cell: &str| cell.trim_matches('`').to_owned();
    let row = |cells: Vec<String>| {
        assert_eq!(cells.len(), 7, "{cells:?}");
        let statuses = std::array::from_fn(|command| match &*cells[4 + command] {
            "—" => None,
            status => Some(status.parse().expect("an exit status")),
        });
        Row { limit: cells[0].clone(), option: code(&cells[2]), rule: code(&cells[3]), statuses }
    };
    lines.map(row).collect()
}

/// A document that reaches a limit: its name, its content, and the options of each command.
struct Case {
    name: &'static str,
    content: Vec<u8>,
    options: [&'static str; 3],
}

fn case(name: &'static str, content: impl Into<Vec<u8>>, options: [&'static str; 3]) -> Case {
    Case { name, content: content.into(), options }
}

/// Returns pages nested in attributes of pages.
fn nested_pages(depth: usize) -> String {
    (0..depth).fold("<a href=x>".to_owned(), |page, _| {
        format!("<iframe srcdoc=\"{}\">", page.replace('&', "&amp;").replace('"', "&#34;"))
    })
}

/// Returns messages nested in messages.
fn nested_messages(depth: usize) -> String {
    let header = "From: a@b.example\nTo: c@d.example\n";
    format!("{header}{}\n\nhttp://e.example/", "Content-Type: message/rfc822\n\n".repeat(depth))
}

fn multipart(parts: usize) -> String {
    let header = "From: a@b.example\nTo: c@d.example\nContent-Type: multipart/mixed; boundary=b\n\n";
    format!("{header}{}", "--b\n\nx\n".repeat(parts))
}

fn encoded_message() -> String {
    let header =
        "From: a@b.example\nTo: c@d.example\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n";
    format!("{header}{}", "U3ViamVjdDogeAoKeAo=\n".repeat(8))
}

/// Returns nested `data:` URLs of style sheets.
fn nested_data(depth: usize) -> String {
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    (1..depth).fold("data:text/css,x".to_owned(), |url, _| {
        format!("data:text/css,{}", encoded(&format!("a{{b:url({url})}}")))
    })
}

/// Returns the document for a limit of the guide.
fn document(limit: &str) -> Option<Case> {
    const NONE: [&str; 3] = [""; 3];
    let many = |count: usize, text: &str| text.repeat(count);
    Some(match limit {
        "kinds that cannot be read" => case("x.html", [&b"\x7fELF\x02\x01\x01"[..], &[0; 64]].concat(), NONE),
        "bytes of a document that is held" => case("x.json", "{\"a\": \"http://b.example/\"}", ["--max-document 9"; 3]),
        "bytes of a tag, a `style` or a `noscript` of a page above 64 MiB" => {
            case("x.html", format!("<a title='{}' href=x>", many(4096, "x")), ["--max-token 300 --window 10", "", ""])
        }
        "documents inside documents" => case("x.html", nested_pages(10), NONE),
        "documents inside documents of a screen" => case("x.html", nested_pages(8), ["", "", "--max-depth 1"]),
        "`noscript` inside `noscript`" => case("x.html", format!("{}<a href=x>", many(6, "<noscript>")), NONE),
        "open elements between a tag and the element that it depends on" => {
            case("x.html", format!("<p>{}<p><a href=x>", many(600, "<span>")), NONE)
        }
        "open elements" => case("x.html", many((1 << 20) + 9, "<g>"), NONE),
        "bytes of long names of open elements" => {
            let names = (0..65).map(|number| format!("<x{number}-{}>", many(1 << 20, "x")));
            case("x.html", names.collect::<String>(), NONE)
        }
        "XML entities inside each other" | "XML entities inside each other in a screen" => {
            let declared = (1..20).map(|n| format!("<!ENTITY e{n} '&e{};'>", n - 1)).collect::<String>();
            let start = "<svg xmlns='http://www.w3.org/2000/svg'>";
            case("x.svg", format!("<!DOCTYPE svg [<!ENTITY e0 'x'>{declared}]>{start}<a href='&e19;'/></svg>"), NONE)
        }
        "bytes that XML entities expand to" | "bytes that XML entities expand to in a screen" => {
            let declared = (1..9).map(|n| format!("<!ENTITY e{n} \"{}\">", many(10, &format!("&e{};", n - 1))));
            let declared: String = declared.collect();
            case(
                "x.svg",
                format!(
                    "<!DOCTYPE svg [<!ENTITY e0 \"0123456789\">{declared}]>\
                <svg xmlns='http://www.w3.org/2000/svg'><a href='&e8;'/></svg>"
                ),
                NONE,
            )
        }
        "members of an archive" => {
            case("x.odt", archive(&[("a.xml", "<a/>"), ("b.xml", "<b/>")]), ["--max-members 1"; 3])
        }
        "bytes of an unpacked member" => case("x.odt", archive(&[("a.xml", "<a href='x'/>")]), ["--max-member 9"; 3]),
        "bytes of all unpacked members" => {
            let members = [("a.xml", "<a href='x'/>"), ("b.xml", "<a href='x'/>")];
            case("x.odt", archive(&members), ["--max-unpacked 20"; 3])
        }
        "bytes to which a byte of a member above 1 MiB unpacks" => {
            case("x.odt", archive(&[("a.xml", &many(2 << 20, " "))]), ["--max-ratio 20"; 3])
        }
        "archives inside each other" => {
            let inner = archive(&[("a.xml", "<a href='x'/>")]);
            case("x.tar", tar_of("inner.zip", &inner), ["--max-archives 1"; 3])
        }
        "members that are encrypted or damaged" => {
            case("x.odt", archive(&[("a.xml", "<a href='x'/>"), ("b.docx", "PK")]), NONE)
        }
        "bases inside bases" => case(
            "x.svg",
            format!("<svg xmlns='http://www.w3.org/2000/svg'>{}<a href='x'/>", many(300, "<g xml:base='b/'>")),
            NONE,
        ),
        "bytes of a reference in plain text" => {
            case("x.txt", format!("see data:text/plain,{} here", many((1 << 20) + 99, "a")), NONE)
        }
        "bytes that a delimited reference with white space covers in plain text" => {
            case("x.txt", format!("<data:text/plain,{}>", many(3000, "a/b\n")), NONE)
        }
        "line-end hyphens over which a reference continues in plain text" => {
            case("x.txt", format!("see http://a.example/b{} here", many(9, "-\nb")), NONE)
        }
        "parts of a message inside each other" => case("x.eml", nested_messages(105), NONE),
        "parts of a message" => case("x.eml", multipart(20), ["--max-parts 9", "--max-parts 9", ""]),
        "bytes of a header" => {
            let header = format!("From: a@b.example\nTo: c@d.example\nSubject: {}\n\nx", many(2 << 20, "x"));
            case("x.eml", header, NONE)
        }
        "bytes of encoded messages that are decoded" => {
            case("x.eml", encoded_message(), ["--max-encoded 9", "--max-encoded 9", ""])
        }
        "lines of a header that are no fields" => {
            case("x.eml", "Subject: x\nsoup\nContent-Type: text/html\n\n<a href=http://b.example/>", NONE)
        }
        "lines of a message that end with CR alone" => {
            case("x.eml", "Subject: x\rContent-Type: text/html\r\r<a href=http://b.example/>", NONE)
        }
        "bytes of a message of a mailbox" => {
            let message = "From a@b.example Mon Nov 23 00:00:00 2026\nFrom: a@b.example\nTo: c@d.example\n\n";
            let mailbox = format!("{message}{}\n\n{message}x\n", many(400, "x"));
            case("x.mbox", mailbox, ["--max-message 256", "--max-message 256", "--max-message 256"])
        }
        "bytes of a record of a list" => case("-", "http://a.example/0123456789\n", ["", "--max-length 9", ""]),
        "`data:` URLs inside each other" => {
            case("x.css", format!("a{{b:url({})}}", nested_data(4)), ["", "", "--max-depth 2"])
        }
        "`data:` URLs, and four times as many parts of a message" => {
            case("x.css", many(9, "a{b:url(data:,x)}"), ["", "", "--max-count 3"])
        }
        "bytes of the data of one URL, and of a header" => {
            case("x.css", "a{b:url(data:,0123456789)}", ["", "", "--max-size 9"])
        }
        "bytes of the data of all URLs" => {
            case("x.css", many(3, "a{b:url(data:,0123456789)}"), ["", "", "--max-total 20"])
        }
        "bytes of output for a document, and 1 KiB more per reference" => {
            let page = format!("<base href=http://a.example/{}/>{}", many(2000, "x"), many(300, "<a href=y>"));
            case("x.html", page, ["--max-output 1000", "", ""])
        }
        _ => return None,
    })
}

#[test]
fn limits_are_said_and_change_the_exit_status() {
    let folder = tempfile::tempdir().expect("a folder");
    for row in rows() {
        let case = document(&row.limit).unwrap_or_else(|| panic!("no case meets the limit {:?}", row.limit));
        let is_input = case.name == "-";
        if !is_input {
            std::fs::write(folder.path().join(case.name), &case.content).expect("a file");
        }
        let input = if is_input { &case.content[..] } else { b"" };
        for (number, command) in COMMANDS.into_iter().enumerate() {
            let Some(status) = row.statuses[number] else { continue };
            for form in ["", "--json"] {
                let options = case.options[number].split(' ').chain([form]);
                let options = options.filter(|option| !option.is_empty());
                let arguments: Vec<&str> = [command].into_iter().chain(options).chain([case.name]).collect();
                let ran = napkin_in(folder.path(), &arguments, input);
                let (out, error) = (common::out(&ran), common::error(&ran));
                let about = format!("{arguments:?} for {:?}: {}", row.limit, &error[..error.len().min(2000)]);
                assert_eq!(ran.status.code(), Some(status), "{about}");
                let is_record = out.lines().any(|line| line.contains(&format!("\"{}\"", row.rule)));
                if form == "--json" {
                    // An overlong record of a list is a finding like any other of the audit.
                    let says_no = |line: &str| line.contains("\"ok\":false") || row.rule == "too-long";
                    let found = out.lines().any(|line| line.contains(&format!("\"{}\"", row.rule)) && says_no(line));
                    assert!(found && is_record, "{about}: {}", &out[..out.len().min(2000)]);
                } else {
                    let is_said = error.contains(&row.rule) || row.rule == "too-long" && out.contains(&row.rule);
                    assert!(is_said, "{about}");
                }
            }
        }
        if !is_input {
            std::fs::remove_file(folder.path().join(case.name)).expect("the file");
        }
    }
}

/// Returns a value of `--limit` that admits the document for a limit; `None` where the largest value is too small for it.
fn raised(name: &str) -> Option<usize> {
    let raised = match name {
        "documents" | "noscript" | "entity-depth" => 64,
        "look-back" => 4096,
        "hyphens" => 100,
        _ => 1 << 30,
    };
    // The entities of this document expand to 10 GB; the value only moves the limit.
    (name != "entities").then_some(raised)
}

/// A raised limit admits a document that the default refuses, and a lowered limit refuses more.
#[test]
fn limits_of_readers_are_adjustable() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut names = BTreeSet::new();
    for row in rows() {
        let Some(name) = row.option.strip_prefix("--limit ") else { continue };
        names.insert(name.to_owned());
        let (case, Some(value)) = (document(&row.limit).expect("a case"), raised(name)) else { continue };
        std::fs::write(folder.path().join(case.name), &case.content).expect("a file");
        for (_, command) in COMMANDS.into_iter().enumerate().filter(|(number, _)| row.statuses[*number].is_some()) {
            let limit = format!("{name}={value}");
            let ran = napkin_in(folder.path(), &[command, "--limit", &limit, "--json", case.name], b"");
            let out = common::out(&ran);
            assert!(
                !out.contains(&format!("\"{}\"", row.rule)),
                "{command} --limit {limit}: {}",
                &out[..out.len().min(2000)]
            );
        }
    }
    let of_library: BTreeSet<String> = napkin_document::Limits::all().map(|(name, ..)| name.to_owned()).collect();
    assert_eq!(names, of_library);
    std::fs::write(
        folder.path().join("x.svg"),
        "<!DOCTYPE svg [<!ENTITY e 'xx'>]><svg xmlns='http://www.w3.org/2000/svg'><a href='&e;'/></svg>",
    )
    .expect("a file");
    for (limit, status) in [("entities=2", 1), ("entities=20", 0)] {
        let ran = napkin_in(folder.path(), &["links", "--limit", limit, "x.svg"], b"");
        assert_eq!(ran.status.code(), Some(status), "{limit}: {}", common::error(&ran));
    }
}

/// `bundle` reaches the limits of the readers in its own traversal.
#[test]
fn bundle_lists_what_a_limit_keeps_from_being_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for limit in [
        "documents inside documents",
        "`noscript` inside `noscript`",
        "open elements between a tag and the element that it depends on",
    ] {
        let case = document(limit).expect("a case");
        std::fs::write(folder.path().join(case.name), &case.content).expect("a file");
        let ran = napkin_in(folder.path(), &["bundle", "--output", "y.html", "--json", case.name], b"");
        let out = common::out(&ran);
        assert_eq!(ran.status.code(), Some(1), "{limit}: {}", common::error(&ran));
        assert!(out.lines().any(|line| line.contains("\"unread\"")), "{limit}: {out}");
    }
}

/// A SARIF log states that it is incomplete, and why.
#[test]
fn sarif_logs_have_a_notification_for_each_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = |arguments: &[&str]| -> (Option<i32>, serde_json::Value) {
        let ran = napkin_in(folder.path(), &[&["audit", "--sarif"], arguments].concat(), b"");
        let log: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        (ran.status.code(), log["runs"][0]["invocations"][0].clone())
    };
    let case = document("documents inside documents").expect("a case");
    std::fs::write(folder.path().join("x.html"), case.content).expect("a file");
    let (status, invocation) = log(&["x.html"]);
    assert_eq!((status, &invocation["executionSuccessful"]), (Some(1), &false.into()), "{invocation}");
    let notification = &invocation["toolExecutionNotifications"][0];
    assert_eq!(notification["descriptor"]["id"], "document-too-deep", "{invocation}");
    assert_eq!(notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "x.html", "{invocation}");
    let (status, invocation) = log(&["--max-document", "9", "x.html"]);
    assert_eq!((status, &invocation["executionSuccessful"]), (Some(2), &false.into()), "{invocation}");
    let (status, invocation) = log(&["https://pub.example/menu"]);
    assert_eq!((status, &invocation["executionSuccessful"]), (Some(0), &true.into()), "{invocation}");
    assert_eq!(invocation["toolExecutionNotifications"], serde_json::json!([]));
}

/// The findings of a reference beyond the first hundred are summarized in a single finding with their span.
#[test]
fn findings_beyond_a_hundred_are_said_to_be_omitted() {
    let url = format!("http://h/{}", "\\".repeat(150));
    let ran = common::napkin_with(&["parse", "--standard", "whatwg", "--json", &url], "");
    let row: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let found = row["violations"].as_array().expect("a list");
    assert_eq!(found.len(), 101, "{found:?}");
    assert_eq!((&found[100]["rule"], &found[100]["start"]), (&"findings-omitted".into(), &109.into()), "{found:?}");
    assert_eq!(found[100]["end"], 159);
    let ran = common::napkin_with(&["audit", "--verdict", "--json", &url], "");
    let row: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((row["causes"].as_array().map(Vec::len), &row["causes_omitted"]), (Some(20), &130.into()), "{row}");
}

#[test]
fn limits_are_all_in_the_guide() {
    let rows = rows();
    let rules: BTreeSet<&str> = rows.iter().map(|row| row.rule.as_str()).collect();
    for rule in rules::all().filter(|rule| rule.is_limit()) {
        assert!(rules.contains(rule.code()), "guide/limits.md lacks {}", rule.code());
    }
    for row in &rows {
        assert!(rules::find(&row.rule).is_some_and(|rule| rule.is_limit() || rule == rules::TOO_LONG), "{row:?}");
        assert!(row.statuses.iter().flatten().all(|status| matches!(status, 1 | 2)), "{row:?}");
    }
    // Every option of the commands that sets a limit is in the table.
    for (number, command) in COMMANDS.into_iter().enumerate() {
        let help = common::napkin(&format!("{command} --help"), "").out;
        let options = help.split_whitespace().filter(|word| word.starts_with("--max-"));
        let of_table: BTreeSet<&str> =
            rows.iter().filter(|row| row.statuses[number].is_some()).map(|row| row.option.as_str()).collect();
        // The guide's page about retrieval lists the limits of retrieval. `--max-ahead` limits work in progress, not an
        // answer, `--max-findings` lists, whose rest is counted, `--max-config` the file of settings, and beyond
        // `--max-unique` URLs are listed twice.
        let elsewhere = include_str!("../../../../guide/retrieval.md");
        let no_limits = ["--max-ahead", "--max-findings", "--max-config", "--max-unique"];
        let is_no_limit = |option: &str| no_limits.contains(&option);
        let is_known = |option: &&str| of_table.contains(option) || elsewhere.contains(*option) || is_no_limit(option);
        let missing: Vec<&str> = options.filter(|option| !is_known(option)).collect();
        assert!(missing.is_empty(), "{command}: guide/limits.md lacks {missing:?}");
    }
}

/// A document is read as the type in `--type`, and text is never refused.
#[test]
fn documents_of_a_type_that_is_given_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &str, content: &[u8]| {
        std::fs::write(folder.path().join("x"), content).expect("a file");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        napkin_in(folder.path(), &arguments, b"")
    };
    let elf = [&b"\x7fELF\x02\x01\x01"[..], &[0; 64], b" http://a.example/b "].concat();
    for command in COMMANDS {
        assert_eq!(run(&format!("{command} x"), &elf).status.code(), Some(2), "{command}");
    }
    let ran = run("links --type text x", &elf);
    assert!(
        ran.status.code() == Some(0) && common::out(&ran).contains("http://a.example/b"),
        "{}",
        common::error(&ran)
    );
    let wide: Vec<u8> = "\u{feff}see http://a.example/b here".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (options, content) in [
        ("links x", &wide[..]),
        ("links --charset utf-16le x", &wide[2..]),
        ("links x", b"see http://a.example/b \xe4"),
    ] {
        let ran = run(options, content);
        assert!(
            ran.status.code() == Some(0) && common::out(&ran).contains("http://a.example/b"),
            "{options}: {}",
            common::error(&ran)
        );
    }
    for command in ["rewrite --absolute x", "bundle x", "unbundle x --output y", "mail list x", "mail extract x -o y"] {
        let ran = run(command, &elf);
        let error = common::error(&ran);
        assert!(ran.status.code() == Some(2) && error.contains("document-unreadable"), "{command}: {error}");
    }
}

/// Names that collide with `plaintext` and `xmp` under a 64-bit key once hid the rest of the page.
#[test]
fn html_names_that_collide_hide_nothing_from_a_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["w(,!:[67hb24", "a^(*5;^4hqik"] {
        let page = format!("<{name}><a href='http://user@127.1/'>x</a><iframe src='data:text/html,x'></iframe>");
        std::fs::write(folder.path().join("x.html"), page).expect("a file");
        for (arguments, expected, status) in [
            (&["links", "x.html"][..], "http://user@127.0.0.1/", 0),
            (&["audit", "x.html"], "127.1", 1),
            (&["rewrite", "--map", "http://user@127.1/=http://other.example/", "x.html"], "http://other.example/", 0),
            (&["screen", "--deny", "text/html", "x.html"], "data-type-denied", 1),
        ] {
            let ran = napkin_in(folder.path(), arguments, b"");
            let (out, error) = (common::out(&ran), common::error(&ran));
            assert!(out.contains(expected) && ran.status.code() == Some(status), "{name} {arguments:?}: {out} {error}");
        }
    }
}
