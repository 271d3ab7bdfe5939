//! Help: suggestions for mistakes, manual pages and completions, as other programs read them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::programs::{empty_folder, has, run};
use crate::common::{napkin_path, napkin_with};

/// Returns the error for a command line.
#[track_caller]
fn refused(line: &str) -> String {
    let ran = napkin_with(&line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{line}");
    ran.err
}

#[test]
fn mistakes_in_names_suggest_the_right_name() {
    for (line, expected) in [
        ("lnks page.html", "a similar subcommand exists: 'links'"),
        ("mail lst message.eml", "a similar subcommand exists: 'list'"),
        ("data decod data:,x", "some similar subcommands exist: 'encode', 'decode'"),
        ("scheme shw http", "a similar subcommand exists: 'show'"),
        ("resolve --bse http://h/ x", "a similar argument exists: '--base'"),
        ("mail list --prfile lenient message.eml", "a similar argument exists: '--profile'"),
        ("parse --color alway x", "a similar value exists: 'always'"),
        ("parse --standard whatw x", "a similar value exists: 'whatwg'"),
        ("mail relink --wrap word message.eml", "a similar value exists: 'words'"),
    ] {
        let error = refused(line);
        assert!(error.starts_with("error: "), "{error}");
        assert!(error.contains(&format!("\nhelp: {expected}\n")), "{line}: {error}");
    }
}

#[test]
fn option_of_another_command_names_its_commands() {
    let error = refused("links --min-level low a.html");
    let expected = "error: unexpected argument '--min-level' found\nhelp: `--min-level` is an option of `audit`\n";
    assert!(error.starts_with(expected), "{error}");
    let error = refused("links --strip-tracking a.html");
    assert!(error.contains("\nhelp: `--strip-tracking` is an option of `edit`\n"), "{error}");
    let error = refused("explain --base http://h/ port");
    assert!(error.contains("\nhelp: `--base` is an option of `parse`, `resolve`, `relativize`, "), "{error}");
    let error = refused("explain -j 4 port");
    assert!(error.contains("\nhelp: `-j` is an option of `parse`, "), "{error}");
    // No command has it.
    assert!(!refused("links --zzzzzz a.html").contains("is an option of"));
    for (arguments, help) in [
        ("get -L http://pub.example/", "for `-L` of curl: redirects are followed without an option"),
        ("get --max-time 5 http://pub.example/", "for `--max-time` of curl: use `--timeout SECONDS`"),
        ("edit -s host=h http://pub.example/", "for `-s` of trurl: use `--set COMPONENT=VALUE`"),
        ("check --dump a.html", "for `--dump` of lychee: use `napkin links`"),
        ("bundle -I a.html", "for `-I` of monolith: use `--isolate`"),
        ("mail extract -d files a.eml", "for `-d` of ripmime: use `-o DIR`"),
    ] {
        let error = refused(arguments);
        assert!(cfg!(not(feature = "retrieve")) || error.contains(&format!("\nhelp: {help}\n")), "{error}");
    }
    let plain = refused("check --format json a.html");
    let expected = "error: --format: expected a template with a field in braces, such as '{source}', but found `json`; --json prints JSON\n";
    assert_eq!(plain, expected);
    assert!(!refused("parse -Z http://pub.example/").contains("to pass"));
}

#[test]
fn manual_pages_pass_the_checks_of_mandoc() {
    let folder = empty_folder("man");
    let ran = napkin_with(&["man", "--all", folder.join("new").to_str().expect("a path")], "");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let mut pages: Vec<_> =
        fs::read_dir(folder.join("new")).expect("pages").map(|page| page.expect("a page").path()).collect();
    pages.sort();
    let listed = napkin_with(&["man", "--list"], "").out;
    assert_eq!(pages.len(), listed.lines().count() + 1);
    let links = fs::read_to_string(folder.join("new/napkin-links.1")).expect("the page");
    assert_eq!(links, napkin_with(&["man", "links"], "").out);
    // The help of an option that only the long help has.
    let plain = links.replace("\\-", "-");
    assert!(plain.contains("--max-token") && plain.contains("Limit a tag, or the text of a style"), "{links}");
    assert!(plain.contains(".SH EXAMPLES\n.nf\nnapkin links page.html"), "{links}");
    // A second run replaces the pages.
    assert_eq!(napkin_with(&["man", "--all", folder.join("new").to_str().expect("a path")], "").status, 0);
    if has("mandoc", "mandoc") {
        let checked = Command::new("mandoc").args(["-T", "lint"]).args(&pages).output().expect("it runs");
        let faults = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert_eq!((checked.status.code(), faults.as_str()), (Some(0), ""));
    }
}

#[test]
fn misspelt_rule_suggests_the_right_rule() {
    let expected = "error: no rule `prt`; `napkin explain` lists them\n\
                    help: a similar rule is `port`; `napkin explain port` explains it\n";
    assert_eq!(refused("explain prt"), expected);
}

/// Returns the folder of the program, first on the path of a shell.
fn path() -> String {
    let program = Path::new(napkin_path()).parent().expect("a folder").display();
    format!("{program}:{}", std::env::var("PATH").unwrap_or_default())
}

/// Completes a command, an option and a value: the line as typed, and the word that completes it.
const TYPED: [(&str, &str); 4] = [
    ("napkin lin", "links"),
    ("napkin mail det", "detach"),
    ("napkin links --expl", "--explain"),
    ("napkin parse --color al", "always"),
];

#[test]
fn bash_completes_commands_options_and_values() {
    let script = "source <(napkin completions bash)\nCOMP_WORDS=($1)\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n\
                  COMP_LINE=$1\nCOMP_POINT=${#1}\n\
                  _napkin napkin \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"\nprintf '%s\\n' \"${COMPREPLY[@]}\"";
    if has("bash", "bash") {
        for (typed, word) in TYPED {
            let completed = run(Command::new("bash").args(["--norc", "-c", script, "bash", typed]).env("PATH", path()));
            assert_eq!(completed.trim(), word, "{typed}");
        }
    }
}

#[test]
fn fish_completes_commands_options_and_values() {
    if has("fish", "fish") {
        let home = empty_folder("fish");
        for (typed, word) in TYPED {
            let script = "napkin completions fish | source\ncomplete -C $argv[1]";
            let mut fish = Command::new("fish");
            fish.args(["--no-config", "-c", script, typed]).env("PATH", path()).env("HOME", &home);
            let completed = run(&mut fish);
            let words: Vec<_> = completed.lines().filter_map(|line| line.split('\t').next()).collect();
            assert_eq!(words, [word], "{typed}: {completed}");
        }
    }
}

/// Types into a shell on a terminal of its own, in which the function `napkin` prints its arguments.
const ZSH: &str = r#"
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -d $1/dump"
zpty -w shell 'napkin() { print -r -- "GOT""$*""END" }; print READ""Y'
zpty -r shell seen '*READY*'
zpty -w -n shell "$2"$'\t\n'
zpty -r shell seen '*GOT*END*'
print -r -- "${${seen##*GOT}%%END*}"
zpty -d shell
"#;

#[test]
fn zsh_completes_commands_options_and_values() {
    if has("zsh", "zsh") {
        let folder = empty_folder("zsh");
        fs::write(folder.join("_napkin"), napkin_with(&["completions", "zsh"], "").out).expect("a file");
        for (typed, word) in TYPED {
            // A shell that completes nothing would wait for more.
            let mut zsh = Command::new("timeout");
            zsh.args(["60", "zsh", "-f", "-c", ZSH, "zsh"]).arg(&folder).arg(typed).env("TERM", "dumb");
            let arguments = run(&mut zsh);
            let expected = typed.rsplit_once(' ').map(|(before, _)| format!("{before} {word}")).expect("two words");
            assert_eq!(format!("napkin {}", arguments.trim()), expected, "{typed}");
        }
    }
}

#[test]
fn completions_of_other_shells_name_every_command() {
    for shell in ["powershell", "elvish"] {
        let ran = napkin_with(&["completions", shell], "");
        for name in ["links", "mail", "detach", "--explain", "--strip-tracking"] {
            assert!(ran.status == 0 && ran.out.contains(name), "{shell}: {name}");
        }
    }
    let unknown =
        Command::new(napkin_path()).args(["completions", "bsh"]).stdin(Stdio::null()).output().expect("it runs");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("help: a similar value exists: 'bash'"));
}
