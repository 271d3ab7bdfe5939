//! Draws a terminal session as SVG, from what the command prints, for the guide.

use std::fmt::Write;
use std::process::Command;

use crate::common;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The commands of the session. Each prints colours, which only the recording asks for.
const SESSION: [&str; 4] = [
    r"napkin audit 'http://pub.example\@evil.example/'",
    "napkin links --base http://pub.example/letters/ examples/letter.txt | head -6",
    "napkin normalize 'HTTP://Pub.Example:80/%7Esam/./menu/../napkin'",
    "napkin parse 'http://sam@pub.example:8080/menu;size=2?day=1#pie' | head -5",
];

/// The width of a character and the height of a line, in pixels.
const CELL: (f32, usize) = (8.4, 19);
/// The seconds between the commands.
const PAUSE: f32 = 1.5;

/// Returns the session as SVG. Commands appear one after the other, or at once for readers who prefer less motion.
pub(super) fn svg() -> String {
    let (mut lines, mut widest, mut count) = (String::new(), 0, 0);
    for (number, command) in SESSION.into_iter().enumerate() {
        let printed = printed(command);
        let _ = writeln!(lines, "<g style=\"animation-delay:{:.1}s\">", PAUSE * number as f32);
        let shown = format!("\u{1b}[32m$\u{1b}[0m {command}\n{printed}");
        for line in shown.trim_end().lines() {
            count += 1;
            let (spans, columns) = spans(line);
            widest = widest.max(columns);
            let _ = writeln!(lines, "<text x=\"16\" y=\"{}\">{spans}</text>", 14 + count * CELL.1);
        }
        lines.push_str("</g>\n");
        count += 1;
    }
    let (width, height) = ((32.0 + widest as f32 * CELL.0).ceil(), 14 + count * CELL.1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>napkin in a terminal</title>\n<style>\n{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\"/>\n{lines}</svg>\n"
    )
}

const STYLE: &str = "\
rect{fill:#16171a}text{fill:#ece9e3;font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}
.b{font-weight:700}.d{fill:#aca69b}.r{fill:#ff9d94}.g{fill:#86d8a2}.y{fill:#e8c97a}.c{fill:#8fd3e0}
@media(prefers-reduced-motion:no-preference){g{opacity:0;animation:show 0s forwards}}
@keyframes show{to{opacity:1}}
";

/// Returns what a command prints on a terminal, on both streams.
fn printed(command: &str) -> String {
    let binaries = std::path::Path::new(common::napkin_path()).parent().expect("a directory").display().to_string();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let command = command.replacen("napkin ", "napkin --pretty --color always ", 1);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{command} 2>&1")]).current_dir(ROOT).env("PATH", path).env("COLUMNS", "100");
    String::from_utf8(shell.output().expect("a shell").stdout).expect("text")
}

/// Returns a line as elements with the classes of its colours, and its number of columns.
fn spans(line: &str) -> (String, usize) {
    let (mut out, mut columns, mut classes) = (String::new(), 0, Vec::new());
    for (number, piece) in line.split("\u{1b}[").enumerate() {
        let text = match piece.split_once('m') {
            Some((codes, text)) if number > 0 => {
                for code in codes.split(';') {
                    match code {
                        "" | "0" => classes.clear(),
                        "1" => classes.push("b"),
                        "2" => classes.push("d"),
                        "31" | "91" => classes.push("r"),
                        "32" | "92" => classes.push("g"),
                        "33" | "93" => classes.push("y"),
                        "36" | "96" => classes.push("c"),
                        _ => {}
                    }
                }
                text
            }
            _ => piece,
        };
        columns += text.chars().count();
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        if classes.is_empty() || text.is_empty() {
            out.push_str(&text);
        } else {
            let _ = write!(out, "<tspan class=\"{}\">{text}</tspan>", classes.join(" "));
        }
    }
    (out, columns)
}

#[test]
fn escape_sequences_become_classes() {
    let (spans, columns) = spans("\u{1b}[1m\u{1b}[31mhigh:\u{1b}[0m a<b \u{1b}[2mx\u{1b}[0m");
    assert_eq!(spans, "<tspan class=\"b r\">high:</tspan> a&lt;b <tspan class=\"d\">x</tspan>");
    assert_eq!(columns, 11);
}
