//! Invalid and hostile input gets a clear message and the right exit status, and nothing is lost.

use std::io::{Read, Write};

use crate::common::{command, napkin, napkin_with};

#[test]
fn bytes_that_are_not_text() {
    let ran = napkin("parse --json", b"a\xffb\nc\n\0\n");
    let error = "{\"rule\":\"utf-8\",\"start\":1,\"end\":2,\"message\":\"expected UTF-8, but found `\u{fffd}`\",\
                 \"see\":\"RFC 3986 section 2\"}";
    let first = format!(
        "{{\"input\":\"a\u{fffd}b\",\"input_base64\":\"Yf9i\",\"standard\":\"rfc3986\",\"ok\":false,\"error\":{error},\
         \"findings\":[{error}]}}"
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.status, lines.len(), lines[0]), (1, 3, first.as_str()));
    assert!(lines[2].starts_with(r#"{"input":"\u0000","standard":"rfc3986","ok":false"#), "{}", lines[2]);
}

#[test]
fn nul_separates_records_when_asked() {
    let ran = napkin("normalize -0", b"HTTP://a/\0\0a b\0HTTP://b/");
    assert_eq!((ran.status, ran.out.as_str()), (1, "http://a/\n\n\nhttp://b/\n"));
    assert!(ran.err.starts_with("error: stdin:3: expected a path character, but found a space\n"), "{}", ran.err);
}

#[test]
fn a_line_of_many_megabytes_is_a_record() {
    let line = "http://h/".to_owned() + &"x".repeat(24 << 20);
    for jobs in ["1", "2"] {
        let ran = napkin(&format!("normalize -j {jobs}"), format!("HTTP://a/\n{line}\nHTTP://b/\n"));
        assert!(ran.status == 0 && ran.out == format!("http://a/\n{line}\nhttp://b/\n"), "{jobs}: {}", ran.out.len());
    }
    let ran = napkin("parse --format {host}", format!("{line} \n"));
    assert_eq!((ran.status, ran.out.as_str()), (1, "\n"));
    assert!(ran.err.len() < 500, "{}", ran.err.len());
}

#[test]
fn a_record_beyond_the_limit_is_an_error_in_its_place() {
    let input = format!("http://a/\nhttp://h/{}\nhttp://b/\n", "x".repeat(1 << 20));
    let ran = napkin("parse --max-length 1000 --format {host}", input);
    assert_eq!((ran.status, ran.out.as_str()), (1, "a\n\nb\n"));
    assert!(
        ran.err.starts_with("error: stdin:2: expected the end within --max-length, but found the end"),
        "{}",
        ran.err
    );
}

#[test]
fn ten_million_dot_segments() {
    let path = "../".repeat(10_000_000);
    let ran = napkin("resolve --base http://h/a/b", format!("{path}x\n/a/./{path}y\n"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "http://h/x\nhttp://h/y\n"));
}

#[test]
fn a_link_of_errors_alone_gets_a_hundred_remarks() {
    let bars = "|".repeat(1 << 20);
    for page in [format!("<a href='http://h/{bars}'>"), format!("<base href='http://h/{bars}'><a href=x>")] {
        let ran = napkin("links -v --type html", page);
        assert_eq!((ran.status, ran.err.matches(" invalid-URL-unit, ").count()), (0, 100));
    }
}

#[test]
fn a_base_that_is_no_base_is_an_error_of_usage() {
    let err = "\
error: --base: expected a URL with a scheme, but found `b`
  b/c
  ^^^ base-not-absolute, RFC 3986 section 5.1
";
    for command in
        [&["resolve", "--base", "b/c", "x"][..], &["relativize", "--base", "b/c", "x"], &["links", "--base", "b/c"]]
    {
        let ran = napkin_with(command, "");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", err), "{command:?}");
    }
    let ran = napkin("resolve --base http://h:8o/ x", "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("error: --base: expected a digit, but found `o`\n"), "{}", ran.err);
}

#[test]
fn an_unknown_standard_is_an_error_of_usage() {
    let ran = napkin("parse --standard rfc1 x", "");
    assert!(ran.status == 2 && ran.err.contains("expected draft1997, rfc3986, rfc3987, whatwg or all"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_directory_is_not_a_list() {
    let directory = std::fs::File::open("/").expect("the root");
    let output = command(&["parse"]).stdin(directory).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: standard input: is a directory\n");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [&["parse", "-j", "1"][..], &["parse", "-j", "2"], &["normalize", "--json"]] {
        let mut child = command(arguments).spawn().expect("starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = child.stdout.take().expect("a pipe");
        // The input is infinite, but the reader of the output stops.
        let writer = std::thread::spawn(move || while stdin.write_all(&b"http://h/\n".repeat(1000)).is_ok() {});
        stdout.read_exact(&mut [0; 10]).expect("some output");
        drop(stdout);
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!((child.wait().expect("ends").code(), err.as_str()), (Some(141), ""), "{arguments:?}");
        writer.join().expect("the writer ends when nobody reads");
    }
}

#[test]
fn output_that_nobody_reads_ends_quietly() {
    for arguments in [&["man"][..], &["man", "links"], &["completions", "bash"], &["explain"], &["parse", "http://h/"]]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(arguments).stdout(writer).output().expect("runs");
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(141), &b""[..]), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let output = command(&["parse", "http://h/"]).stdout(full).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: standard output: no space left on device\n");
}

/// Returns the peak memory of the process, in KiB, when all but the last of its input has been answered.
#[cfg(target_os = "linux")]
fn peak_memory(lines: usize) -> usize {
    let mut child = command(&["parse", "--json", "-j", "2"]).spawn().expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let (mut buffer, mut lines) = (vec![0; 1 << 16], 0);
        while let Ok(read @ 1..) = stdout.read(&mut buffer) {
            lines += buffer[..read].iter().filter(|&&byte| byte == b'\n').count();
        }
        lines
    });
    let block = b"http://sam@pub.example:8080/napkins;size=2?ink=blue#url\n".repeat(1000);
    (0..lines / 1000).for_each(|_| stdin.write_all(&block).expect("is read"));
    let peak = crate::common::peak_memory(child.id());
    drop(stdin);
    assert_eq!(reader.join().expect("reads to the end"), lines);
    assert_eq!(child.wait().expect("ends").code(), Some(0));
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn a_million_lines_take_no_more_memory_than_fifty_thousand() {
    let (some, many) = (peak_memory(50_000), peak_memory(1_000_000));
    assert!(many < some + 16_384, "{some} KiB for 50,000 lines, {many} KiB for 1,000,000");
}
