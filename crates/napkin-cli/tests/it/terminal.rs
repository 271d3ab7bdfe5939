//! No external text acts on a terminal, whichever command shows it.
#![cfg(all(unix, feature = "retrieve", feature = "serve"))]

use crate::common;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::http::{Server, ftp};
use crate::common::programs::{empty_folder, program};
use crate::common::server::{Server as WebServer, encoded};

/// Sequences that set a title, move the cursor, hide or reverse text, and characters that show nothing. No `%` in it
/// begins an escape.
const HOSTILE: &str = "\x1b]0;title\x07\x1b[2J\x1b[8m\x1bPq\x1b\\\u{9b}31m\u{9d}0;x\u{9c}\u{85}\r\t\x08\x7f\u{202e}\u{2066}\u{200f}\u{61c}\u{200d}\u{feff}\
                       \u{2028}\u{2029}\u{180e}\u{fff9}\u{ad}\u{fe0f}\u{e0041}\u{e0101}";

/// Commands that only have subcommands.
const GROUPS: [&str; 4] = ["archive", "data", "mail", "scheme"];

/// Returns all commands, from the command tree that `--help` prints.
fn commands() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for name in listed(&[]) {
        if GROUPS.contains(&&*name) {
            all.extend(listed(&[&name]).into_iter().map(|below| format!("{name} {below}")));
        } else {
            all.insert(name);
        }
    }
    all
}

/// Returns the commands that the help of a command lists.
fn listed(arguments: &[&str]) -> Vec<String> {
    let ran = common::napkin_with(&[arguments, &["--help"]].concat(), "");
    let (_, list) = ran.out.split_once("Commands:\n").expect("a list of commands");
    let lines = list
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    lines.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

/// Runs a command line in a folder on a terminal; returns the terminal's output.
fn shown(script: &Path, folder: &Path, arguments: &[OsString]) -> Vec<u8> {
    // A server is stopped after a second; all other commands end within twenty seconds.
    let seconds = if arguments[0] == "serve" { 1 } else { 20 };
    let mut line = OsString::from(format!("timeout --foreground {seconds} {}", common::napkin_path()));
    for argument in arguments {
        line.push(" '");
        line.push(OsString::from_vec(
            argument
                .as_bytes()
                .iter()
                .flat_map(|&byte| match byte {
                    b'\'' => b"'\\''".to_vec(),
                    _ => vec![byte],
                })
                .collect(),
        ));
        line.push("'");
    }
    let mut command = Command::new(script);
    command.arg("-qec").arg(line).arg("/dev/null").current_dir(folder).env("TERM", "xterm").env_remove("NO_COLOR");
    command.env_remove("RUST_BACKTRACE").stdin(Stdio::null()).output().expect("a terminal").stdout
}

/// Removes the escape sequences that the command itself writes: colours, and bold, dim and underlined.
fn without_colours(text: &str) -> String {
    let own = ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[4m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"];
    own.iter().fold(text.to_owned(), |text, sequence| text.replace(sequence, ""))
}

/// Returns the part of a terminal's output that acts on the terminal, if there is any.
fn acting(shown: &[u8], is_coloured: bool) -> Option<String> {
    // A terminal driver writes line ends in this way.
    let text = String::from_utf8_lossy(shown).replace("\r\n", "\n");
    let text = if is_coloured { without_colours(&text) } else { text };
    let acts = text.chars().find(|&character| character != '\n' && napkin::is_hidden(character))?;
    Some(format!("U+{:04X} in {text:?}", acts as u32))
}

/// Writes files with hostile names and contents: a page, a style sheet, a text, a message, a definition.
fn files(folder: &Path) -> Vec<OsString> {
    let text = format!("http://h:8o/{HOSTILE} <http://{HOSTILE}/> http://u:p@h/{HOSTILE}?{HOSTILE} \u{202e}a.example/");
    let page = format!(
        "<!DOCTYPE html><base href='x{HOSTILE}:y'><a href='{HOSTILE}'>x</a><img src='http://h:8o/{HOSTILE}'>\
         <a href='data:text/html;x={HOSTILE},<p>'>{HOSTILE}</a><img src='no{HOSTILE}.png'><{HOSTILE} {HOSTILE}='{HOSTILE}'>"
    );
    let message = format!(
        "Subject: {HOSTILE}\r\nFrom: {HOSTILE}\r\nContent-Base: {HOSTILE}\r\nDate: {HOSTILE}\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: {HOSTILE}/{HOSTILE}; name=\"{HOSTILE}\"; charset={HOSTILE}\r\n\
         Content-Disposition: {HOSTILE}; filename=\"{HOSTILE}.png\"\r\nContent-ID: {HOSTILE}\r\nContent-Location: {HOSTILE}\r\n\
         Content-Description: {HOSTILE}\r\n\r\nhttp://h:8o/{HOSTILE}\r\n--b\r\nContent-Type: message/external-body; access-type=URL;\r\n \
         URL=\"http://nonexistent.invalid/{HOSTILE}\"\r\n\r\nContent-Type: {HOSTILE}\r\n\r\n--b\r\nContent-Type: message/external-body;\r\n \
         access-type={HOSTILE}; name={HOSTILE}\r\n\r\nContent-Type: text/plain\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n{page}\r\n--b--\r\n"
    );
    let definition = format!(
        "[[scheme]]\nname = \"x\"\ndescription = \"{}\"\n",
        HOSTILE.escape_unicode().collect::<String>().replace("\\u{", "\\U").replace('}', "")
    );
    let contents = [
        ("html", &page),
        ("css", &format!("a{{b:url({HOSTILE})}}")),
        ("txt", &text),
        ("eml", &message),
        ("toml", &definition),
    ];
    let names = contents.into_iter().map(|(extension, content)| {
        let name = OsString::from(format!("a{HOSTILE}\n.{extension}"));
        fs::write(folder.join(&name), content).expect("a file");
        name
    });
    let mut names: Vec<_> = names.collect();
    let maildir = folder.join(format!("maildir{HOSTILE}"));
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir_all(maildir.join(name)).expect("a folder"));
    fs::write(maildir.join("cur").join(format!("1{HOSTILE}:2,S")), &message).expect("a message");
    names.push(maildir.file_name().expect("a name").to_owned());
    let mut name = format!("no{HOSTILE}").into_bytes();
    name.extend(b"\xff\xfe\x9b31m");
    names.push(OsString::from_vec(name));
    let record = format!(
        "WARC/1.1\r\nWARC-Type: {HOSTILE}\r\nWARC-Target-URI: http://h/{HOSTILE}\r\nContent-Type: {HOSTILE}\r\nWARC-Date: {HOSTILE}\r\n\
         Content-Length: 0\r\n\r\n\r\n\r\nno record {HOSTILE}\r\n"
    );
    for (extension, bytes) in [
        ("warc", record.into_bytes()),
        (
            "zip",
            crate::archives::archive(&[
                (&format!("{HOSTILE}.html"), "<a href=x>"),
                (&format!("../{HOSTILE}.css"), "x"),
            ]),
        ),
    ] {
        let name = OsString::from(format!("a{HOSTILE}.{extension}"));
        fs::write(folder.join(&name), bytes).expect("a file");
        names.push(name);
    }
    names
}

/// The arguments of each command, one line per run. `{page}` and the like are names of hostile files, `{missing}` names
/// no file, `{x}` is a hostile text. Requested output, such as a document or decoded data, may contain any bytes and
/// goes to a file here.
const RUNS: &[(&str, &[&str])] = &[
    (
        "parse",
        &[
            "{x}", "http://h/{x}", "http://{x}/", "{x}:y", "--standard all http://h/{x}?{x}#{x}", "--standard {x} a",
            "--base {x} --standard whatwg y", "--format {input} {x}", "--format {{x}} a", "--json {x}", "--{x}",
            "-{x}", "--typed <{x}>", "--standard whatwg http://h/{x}?{x}#{x}", "--standard rfc3987 http://h/{x}",
            "--jobs {x} a",
        ],
    ),
    (
        "resolve",
        &[
            "--base {x} y", "--base http://h/ {x}", "--base http://h/ --standard whatwg {x}",
            "--base http://h/ --standard all #{x}", "--base http://h/ --document {x} y",
        ],
    ),
    (
        "template",
        &[
            "expand /{a} a={x}", "expand {x} a=b", "expand /{a} {x}", "expand --json /{a} a={x}",
            "expand /{a} --values {text}", "expand /{a} --values {missing}", "match /{a} {x}", "match /{a*} /{x}",
            "match --json {x} {x}", "check {x}", "check --json {x}", "check /{a{x}", "{x}",
        ],
    ),
    (
        "pattern",
        &[
            "test /{x} http://h/{x}", "test {x} {x}", "test --json http://h/* http://h/{x}", "test http://h/* {text}",
            "exec http://h/:a http://h/{x}", "exec --json http://h/:a http://h/{x}", "exec {x} y", "check {x}",
            "check --json {x}", "check http://h/({x}", "{x}",
        ],
    ),
    (
        "check",
        &[
            "--offline {page}", "--offline {mail}", "--offline {text}", "--offline {folder}", "{missing}",
            "--offline --json {page}", "--offline -v --suggest {page}", "--offline --diff --fix {page}",
            "--offline --report junit {page}", "--offline --report markdown {page}",
            "--offline --report github {page}", "--offline --base {x} {page}", "--{x}",
        ],
    ),
    (
        "archive list",
        &["{archive}", "{zip}", "--json {archive}", "--json {zip}", "{page}", "{folder}", "{missing}", "--{x}"],
    ),
    ("unwrap", &["{x}", "--json https://t.co/{x}", "https://t.co/{x}", "https://www.google.com/url?q=http://h/{x}"]),
    ("relativize", &["--base {x} y", "--base http://h/ {x}", "--base http://h/ http://h/{x}"]),
    (
        "normalize",
        &[
            "{x}", "--standard whatwg http://h/{x}", "--standard all HTTP://H/{x}", "--level {x} y", "{text}",
            "./{page}",
        ],
    ),
    ("compare", &["{x} y", "x {x}", "--standard whatwg http://h/{x} http://h/", "a b {x}", "a"]),
    (
        "edit",
        &[
            "http://h/ --set {x}", "http://h/ --set {x}={x}", "http://h/ --set host={x}", "http://h/ --set path:={x}",
            "{x} --set path=y", "http://h/ --get {{x}}", "http://h/ --delete {x}", "http://h/ --query-set {x}",
        ],
    ),
    (
        "links",
        &[
            "{page}", "{text}", "{style}", "{mail}", "{folder}", "{missing}", "--explain {page}", "--explain {mail}",
            "--standard all {page}", "-v {page}", "--base {x} {page}", "--type {x} {page}", "--json {page}",
            "http://{x}/", "data:text/html,{x}", "--format {raw} {page}", "--charset {x} {page}",
            "--profile {x} {mail}", "{definition}", "{archive}", "{zip}",
        ],
    ),
    (
        "rewrite",
        &[
            "--absolute {page} -o out", "--absolute --dry-run {page}", "--relative-to {x} {page}", "--map {x} {page}",
            "--map {x}={x} {page}", "--map a=b {mail}", "--absolute {missing}", "--absolute {page} -o nowhere/{x}",
            "--absolute --base {x} {page}", "-v --absolute {text} -o out",
        ],
    ),
    (
        "bundle",
        &[
            "{page} -o out", "-v {page} -o out", "{mail} -o out", "{missing}", "{page} -o nowhere/{x}",
            "{page} --format {{x}}", "{page} --root {missing}", "--base {x} {page}", "{page} --json -o out",
            "http://{x}/ -o out", "{page} --date {x}",
        ],
    ),
    (
        "unbundle",
        &[
            "{page} -o dir", "{page} -o dir{x}", "{page} -o {text}", "-v {page} -o dir2", "{mail} -o dir3",
            "{missing} -o dir4", "{page}",
        ],
    ),
    ("data encode", &["{page}", "--type {x} {page}", "{missing}"]),
    ("data decode", &["{x}", "data:{x}", "--strict data:{x},x", "{x} y"]),
    (
        "data inspect",
        &["{x}", "data:{x}/{x};charset={x},x", "data:{x}", "--strict data:{x},x", "data:text/plain;charset={x},x"],
    ),
    (
        "mail list",
        &[
            "{mail}", "{folder}", "{missing}", "{page}", "--base {x} {mail}", "-v {mail}", "--json {mail}",
            "--profile {x} {mail}",
        ],
    ),
    (
        "mail extract",
        &[
            "{mail} -o dir5", "{mail} -o dir5{x}", "{mail} --inline -o {text}", "{missing} -o dir6", "{mail} -o dir5",
            "--inline --max-count 1 {mail} -o dir7", "--type {x} {folder} -o dir8", "--json --inline {mail} -o dir9",
            "--inline {mail} -o dir5 --force", "{mail}",
        ],
    ),
    (
        "mail detach",
        &[
            "{mail} --to to --url http://h/ --min-size 1 -o out",
            "{mail} --to to{x} --url {x} -o out",
            "{missing} --to to --url http://h/ -o out",
            "{folder} --to to --url http://h/{x} -o out{x}",
            "{mail} --to {text} --url http://h/ --min-size 1 --dry-run",
            "{mail} --to to",
        ],
    ),
    (
        "mail attach",
        &[
            "{mail} -o out", "{mail} --dry-run", "{mail} --offline --yes -o out", "{mail} --from {x} -o out",
            "{missing} --yes -o out", "{mail} --part {x} --yes -o out",
        ],
    ),
    (
        "mail relink",
        &[
            "{mail} --map {x}={x} -o out",
            "{mail} --map {x} -o out",
            "{mail} --map http://nonexistent.invalid/=http://h/ --dry-run",
            "{missing} --map a:=b: -o out",
        ],
    ),
    (
        "audit",
        &[
            "{x}",
            "http://{x}/",
            "http://u:{x}@h/{x}",
            "{page}",
            "{text}",
            "{mail}",
            "{folder}",
            "{missing}",
            "-v {page}",
            "--verdict http://{x}\\@h/",
            "--sarif {page}",
            "--json {page}",
            "--set {x} a",
            "--baseline {missing} {page}",
            "--retrieve http://nonexistent.invalid/{x}",
            "--base {x} a",
        ],
    ),
    (
        "screen",
        &[
            "{page}", "{mail}", "{missing}", "--deny {x} {page}", "--deny text/html {page}", "-v {page}",
            "--type {x} {page}", "{definition}",
        ],
    ),
    (
        "get",
        &[
            "{x}", "http://{x}/", "http://nonexistent.invalid/{x}", "http://127.0.0.1/{x}", "{x}://h/",
            "data:text/html;{x},x -o {missing}{x}", "data:text/html;x={x},x --head", "data:,x -o nowhere/{x}",
            "-i {missing}", "C:/{x}", "--allow-host {x} data:,x -o out", "--proxy {x} http://h/",
            "--header {x} http://h/", "-v data:,{x} -o out2", "--cache {text} http://h/",
            "--allow-scheme file {page} -o o", "--allow-scheme {x} data:,x -o o",
        ],
    ),
    ("scheme list", &["{x}", "--status {x}", "--schemes {definition}", "--schemes {missing}", "--schemes {page}"]),
    ("scheme show", &["{x}", "--schemes {definition} x", "http {x}"]),
    ("scheme check", &["{x}", "http://h/{x}", "--schemes {definition} x:{x}", "mailto:{x}", "--standard all tel:{x}"]),
    ("scheme lint", &["{definition}", "{text}", "{page}", "{missing}", "-v {definition}"]),
    ("scheme template", &["{x}", "a{x}"]),
    ("explain", &["{x}", "{x} {x}", "port", ""]),
    (
        "serve",
        &[
            "--listen {x}",
            "--listen 127.0.0.1:0 --own-host {x}",
            "--token-file {missing} --listen 127.0.0.1:0",
            "--{x}",
        ],
    ),
    ("config", &["{x}", "mail {x}", "--config {missing}", "--config {page}", "--config {definition}", "--{x}"]),
    ("completions", &["{x}", "bash"]),
    ("man", &["{x}", "mail {x}", ""]),
    ("help", &["{x}", "mail {x}", "mail"]),
    // Separate programs, which are responsible for their own output.
    ("query", &[]),
    ("columns", &[]),
];

fn fill(word: &str, files: &[OsString]) -> OsString {
    let names =
        ["{page}", "{style}", "{text}", "{mail}", "{definition}", "{folder}", "{missing}", "{archive}", "{zip}"];
    let hostile = OsStr::new(HOSTILE);
    let named = names.into_iter().zip(files.iter().map(OsString::as_os_str)).chain([("{x}", hostile)]);
    named.fold(OsString::from(word), |word, (name, value)| {
        let pieces: Vec<&[u8]> = split(word.as_bytes(), name.as_bytes());
        OsString::from_vec(pieces.join(value.as_bytes()))
    })
}

fn split<'b>(bytes: &'b [u8], at: &[u8]) -> Vec<&'b [u8]> {
    match bytes.windows(at.len()).position(|window| window == at) {
        Some(found) => {
            let mut pieces = vec![&bytes[..found]];
            pieces.extend(split(&bytes[found + at.len()..], at));
            pieces
        }
        None => vec![bytes],
    }
}

#[test]
fn no_command_lets_hostile_text_act_on_a_terminal() {
    let Some(script) = program("script", "bsdutils") else { return };
    let known: BTreeSet<String> = RUNS.iter().map(|(command, _)| (*command).to_owned()).collect();
    assert_eq!(
        known,
        commands()
            .into_iter()
            .map(|name| name.trim_end_matches(" help").to_owned())
            .filter(|name| !GROUPS.contains(&&**name))
            .collect(),
        "each command has its runs"
    );
    let folder = empty_folder("terminal");
    let files = files(&folder);
    let (mut quoted, mut wrong) = (0, Vec::new());
    for colour in ["never", "always"] {
        for (command, runs) in RUNS {
            for run in *runs {
                let given = command.split(' ').chain(run.split(' ').filter(|word| !word.is_empty()));
                let mut arguments: Vec<OsString> = given.map(|word| fill(word, &files)).collect();
                if *command != "help" {
                    arguments.extend(["--color".into(), colour.into()]);
                }
                let text = shown(&script, &folder, &arguments);
                wrong.extend(
                    acting(&text, colour == "always" || *command == "help")
                        .map(|acts| format!("{arguments:?}: {acts}")),
                );
                quoted += usize::from(String::from_utf8_lossy(&text).contains("␛]0;title␇"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} runs: {}", wrong.len(), wrong.join("\n"));
    // Most runs have quoted their input: they reach the messages.
    assert!(quoted > 150, "{quoted}");
}

/// Answers like a server that attacks the terminal of its client: hostile text in the reason phrase, in fields or in a
/// body, by the path of the request.
fn hostile_answer(head: &str, stream: &mut TcpStream) {
    let path = head.split(' ').nth(1).expect("a target");
    // A field value may hold bytes beyond ASCII and a tab, but no other control character.
    let text: String = HOSTILE.chars().filter(|&character| !character.is_ascii_control()).collect();
    let answer = match path {
        "/reason" => format!("HTTP/1.1 404 {text}\r\nContent-Length: 0\r\n\r\n"),
        "/controls" => format!("HTTP/1.1 200 OK\r\nContent-Type: {HOSTILE}\r\nContent-Length: 0\r\n\r\n"),
        "/type" => {
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/{text}; charset={text}\r\nContent-Length: 1\r\n\r\nx")
        }
        "/moved" => format!("HTTP/1.1 302 Found\r\nLocation: /type?{text}\r\nContent-Length: 0\r\n\r\n"),
        "/away" => format!("HTTP/1.1 302 Found\r\nLocation: x{text}://{text}/\r\nContent-Length: 0\r\n\r\n"),
        "/coding" => {
            format!(
                "HTTP/1.1 200 OK\r\nContent-Encoding: {text}\r\nTransfer-Encoding: {text}\r\nETag: \"{text}\"\r\n\r\n"
            )
        }
        "/range" => format!("HTTP/1.1 206 Partial\r\nContent-Range: {text}\r\nContent-Length: 1\r\n\r\nx"),
        "/garbage" => format!("{HOSTILE}\r\n\r\n"),
        _ => "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".to_owned(),
    };
    // A client that hangs up first is no error here.
    drop(stream.write_all(answer.as_bytes()));
    if path.starts_with("/slow") {
        // Long enough for a progress line.
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(600));
            drop(stream.write_all(b"x"));
        }
    }
}

/// Removes the sequences by which a progress line moves the cursor and clears the line.
fn without_progress(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n");
    ["\x1b[2K", "\x1b[1A", "\x1b[1B", "\x1b[?25l", "\x1b[?25h", "\r"]
        .iter()
        .fold(text, |text, own| text.replace(own, ""))
        .into_bytes()
}

#[test]
fn no_server_lets_hostile_text_act_on_a_terminal() {
    let Some(script) = program("script", "bsdutils") else { return };
    let folder = empty_folder("terminal-servers");
    let server = Server::by(hostile_answer);
    let files = empty_folder("terminal-ftp");
    let name = format!("x{}", HOSTILE.replace('\r', ""));
    fs::write(files.join(&name), "soup").expect("a file");
    fs::create_dir(files.join(format!("d{name}"))).expect("a folder");
    let Some((_running, port)) = ftp(&files) else { return };
    let listing = format!("ftp://127.0.0.1:{port}/");
    let paths = ["/reason", "/controls", "/type", "/moved", "/away", "/coding", "/range", "/garbage", "/slow"];
    let urls = paths.map(|path| server.url(path));
    let admitted = [port, server.address.port()].map(|port| ["--allow-port".to_owned(), port.to_string()]).concat();
    let mut runs: Vec<Vec<&str>> = urls.iter().map(|url| vec![&**url, "-o", "out"]).collect();
    runs.extend(urls.iter().map(|url| vec![&**url, "--head"]));
    runs.extend([vec![&*listing], vec![&*listing, "-v"], vec![&*listing, "--head"], vec![&*listing, "-o", "out"]]);
    runs.push([urls.iter().map(String::as_str).collect(), vec!["--to", "to", "-v"]].concat());
    let mut wrong = Vec::new();
    let mut all = String::new();
    for run in runs {
        let admitted = admitted.iter().map(String::as_str);
        let given =
            ["get", "--allow-scheme", "ftp", "--allow-host", "127.0.0.1"].into_iter().chain(admitted).chain(run);
        let arguments: Vec<OsString> = given.map(OsString::from).collect();
        let text = without_progress(&shown(&script, &folder, &arguments));
        wrong.extend(acting(&text, true).map(|acts| format!("{arguments:?}: {acts}")));
        all.push_str(&String::from_utf8_lossy(&text));
    }
    assert!(wrong.is_empty(), "{} runs: {}", wrong.len(), wrong.join("\n"));
    // The runs have shown a progress line, the listing, and text of the server.
    assert!(all.contains("of 3 B") && all.contains("]0;title") && all.contains("404"), "{all}");
}

#[test]
fn log_of_the_server_does_not_act_on_a_terminal() {
    let server = WebServer::start(&["--log"]);
    let text: String = HOSTILE.chars().filter(|character| !matches!(character, '\r' | '\n')).collect();
    let host = server.address;
    for (target, field) in [
        (format!("/{text}"), text.clone()),
        (format!("/parse?url={text}"), String::new()),
        (format!("/get/{text}://h/"), String::new()),
        (format!("/api/v1/{}?url={}", encoded(&text), encoded(&text)), String::new()),
        (
            "/".to_owned(),
            String::from_utf8_lossy(text.as_bytes()).replace(|character: char| character.is_ascii_control(), ""),
        ),
    ] {
        let request =
            format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {field}\r\nConnection: close\r\n\r\n");
        assert!(server.exchange(request.as_bytes()).starts_with("HTTP/1.1 "), "{target:?}");
    }
    assert_eq!(server.get("/?last").status, 200);
    // Every request has a log line unless it is not HTTP. The line of the last request is at the end.
    let mut lines = vec![server.line()];
    while !lines.last().is_some_and(|line| line.contains("\"status\":200") && line.contains("\"route\":\"/\"")) {
        lines.push(server.line());
    }
    assert!(lines.iter().all(|line| !line.chars().any(napkin::is_hidden)), "{lines:?}");
}
