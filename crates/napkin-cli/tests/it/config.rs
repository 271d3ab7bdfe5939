//! Settings: files, environment variables, and their order.

use std::fs;
use std::path::Path;

use crate::common::programs::empty_folder;
use crate::common::{Ran, command, error, napkin_in, out};

/// Writes a file that others cannot change, whatever the process's mask is.
fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
    #[cfg(unix)]
    set_mode(path, 0o644);
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("a mode");
}

/// Runs words in a folder, with variables.
fn run(folder: &Path, words: &str, variables: &[(&str, &str)]) -> Ran {
    let arguments: Vec<&str> = words.split(' ').collect();
    let mut command = command(&arguments);
    command.current_dir(folder).stdin(std::process::Stdio::null()).envs(variables.iter().copied());
    let output = command.output().expect("it runs");
    Ran { status: output.status.code().unwrap_or(-1), out: out(&output), err: error(&output) }
}

/// Returns the message with which a file of settings is refused.
fn refused(folder: &Path, text: &str) -> String {
    write(&folder.join("napkin.toml"), text);
    let ran = run(folder, "parse http://h/", &[]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{text}");
    ran.err
}

#[test]
fn settings_are_used_in_the_order_command_line_environment_file_default() {
    let folder = empty_folder("config-order");
    fs::create_dir_all(folder.join("a/b")).expect("folders");
    write(
        &folder.join("napkin.toml"),
        "quiet = true\n[resolve]\nbase = 'http://file.example/'\n[parse]\nstandard = 'whatwg'\n",
    );
    let below = folder.join("a/b");
    // A required option comes from the file, which is in a folder above.
    let ran = run(&below, "resolve x", &[]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "http://file.example/x\n"), "{}", ran.err);
    let ran = run(&below, "resolve --base http://line.example/ x", &[]);
    assert_eq!(ran.out, "http://line.example/x\n");
    // `--quiet` of the file conflicts with `-v`, which has priority wherever it is.
    for words in ["-v parse http://h:x/", "parse -v http://h:x/", "parse http://h:x/ --verbose"] {
        assert!(run(&below, words, &[]).err.contains("h:x"), "{words}");
    }
    assert_eq!(run(&below, "parse http://h:x/", &[]).err, "");
    assert!(run(&below, "parse http://h:x/", &[("NAPKIN_QUIET", "0")]).err.contains("h:x"));
    assert!(
        run(&below, "parse http://h:x/", &[("NAPKIN_VERBOSE", "1"), ("NAPKIN_QUIET", "false")]).err.contains("h:x")
    );
    // Without the file, the option is missing.
    let ran = run(&below, "--no-config resolve x", &[]);
    assert!(ran.status == 2 && ran.err.contains("--base <URL>"), "{}", ran.err);
    assert_eq!(run(&below, "resolve x", &[("NAPKIN_NO_CONFIG", "1")]).status, 2);
    // An empty variable is not set.
    assert_eq!(run(&below, "resolve x", &[("NAPKIN_NO_CONFIG", "")]).status, 0);
}

#[test]
fn settings_of_a_named_file_replace_those_of_a_found_file() {
    let folder = empty_folder("config-named");
    fs::create_dir(folder.join("other")).expect("a folder");
    write(&folder.join("napkin.toml"), "[resolve]\nbase = 'http://found.example/'\n");
    write(
        &folder.join("other/named.toml"),
        "[resolve]\nbase = 'http://named.example/'\n[audit]\ndisable = ['port-reserved']\nbaseline = 'base.json'\n",
    );
    for (words, variables) in [
        ("resolve --config other/named.toml x", &[][..]),
        ("--config=other/named.toml resolve x", &[]),
        ("resolve x", &[("NAPKIN_CONFIG", "other/named.toml")]),
        ("resolve --config other/named.toml x", &[("NAPKIN_CONFIG", "missing.toml")]),
    ] {
        assert_eq!(run(&folder, words, variables).out, "http://named.example/x\n", "{words}");
    }
    // Paths are relative to the folder of the file.
    let shown = run(&folder, "config audit --config other/named.toml", &[]);
    assert_eq!(
        shown.out,
        "audit\tdisable\t[\"port-reserved\"]\tother/named.toml:4:11\n\
         audit\tbaseline\t\"other/base.json\"\tother/named.toml:5:12\n"
    );
    let ran = run(&folder, "resolve --config missing.toml x", &[]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: missing.toml: no such file or directory\n"));
    let both = run(&folder, "resolve x", &[("NAPKIN_CONFIG", "a"), ("NAPKIN_NO_CONFIG", "1")]);
    assert_eq!(both.err, "error: NAPKIN_CONFIG and NAPKIN_NO_CONFIG: expected one of them, found both\n");
}

#[test]
fn settings_of_lists_are_replaced_by_the_command_line() {
    let folder = empty_folder("config-lists");
    write(
        &folder.join("napkin.toml"),
        "[audit]\nenable = ['hard-to-transcribe', 'port-not-default']\n[normalize]\nlevel = ['case']\n",
    );
    assert_eq!(run(&folder, "normalize HTTP://H:80/%7e", &[]).out.trim(), "http://h:80/%7E");
    assert_eq!(run(&folder, "normalize --level percent HTTP://h/%7e", &[]).out.trim(), "HTTP://h/~");
    // The user's `--json` replaces the template of the file.
    write(&folder.join("napkin.toml"), "[parse]\nformat = '{host}'\njobs = 1\n");
    let ran = run(&folder, "parse http://h/", &[]);
    assert!(ran.err.contains("napkin.toml:3:1: `jobs` can be set only in a file"), "{}", ran.err);
    write(&folder.join("napkin.toml"), "[parse]\nformat = '{host}'\n");
    assert_eq!(run(&folder, "parse http://h/", &[]).out, "h\n");
    assert!(run(&folder, "parse --json http://h/", &[]).out.starts_with("{\"input\""));
    // Settings of other commands, and words of the command line that look like names, change nothing.
    assert_eq!(run(&folder, "--color never parse parse", &[]).out, "\n");
}

#[test]
fn unknown_and_wrong_settings_are_errors_with_their_place() {
    let folder = empty_folder("config-wrong");
    for (text, expected) in [
        ("colour = 'never'\n", "napkin.toml:1:1: unknown setting `colour`\nhelp: a similar name is `color`\n"),
        (
            "[links]\n  bas = 'x'\n",
            "napkin.toml:2:3: unknown setting `bas` in `[links]`\nhelp: a similar name is `base`\n",
        ),
        ("[link]\nbase = 'x'\n", "napkin.toml:1:2: unknown section `link`\nhelp: a similar name is `links`\n"),
        ("[mail.lists]\n", "napkin.toml:1:7: unknown section `lists` in `[mail]`\nhelp: a similar name is `list`\n"),
        (
            "strip-tracking = true\n",
            "napkin.toml:1:1: unknown setting `strip-tracking`\n\
             help: `strip-tracking` is an option of `edit`: write it below `[edit]`\n",
        ),
        (
            "[links]\ncolor = 'never'\n",
            "napkin.toml:2:1: unknown setting `color` in `[links]`\n\
             help: `color` is an option of all commands: write it above the first section\n",
        ),
        ("links = 1\n", "napkin.toml:1:1: expected a section, found a value; write `[links]`\n"),
        ("quiet = 'yes'\n", "napkin.toml:1:9: `quiet`: expected true or false, found a text\n"),
        ("[links]\nbase = ['a']\n", "napkin.toml:2:8: `base`: expected a text, found a list\n"),
        ("[links]\nbase = 1979-05-27\n", "napkin.toml:2:8: `base`: expected a text, found a date\n"),
        (
            "color = 'alway'\n",
            "napkin.toml:1:9: invalid value 'alway' for '--color <WHEN>'; [possible values: auto, always, never]\n\
             help: a similar value exists: 'always'\n",
        ),
        ("quiet = true\nquiet = true\n", "napkin.toml:2:1: expected TOML: duplicate key\n"),
        (
            "no-config = true\n",
            "napkin.toml:1:1: unknown setting `no-config`\nhelp: `--no-config` is an option of the command line only\n",
        ),
        ("[query]\nsql = 'x'\n", "napkin.toml:2:1: unknown setting `sql` in `[query]`\n"),
    ] {
        assert_eq!(refused(&folder, text), format!("error: {expected}"), "{text}");
    }
    // The type of a number, and a setting that conflicts with another one.
    write(&folder.join("named.toml"), "[parse]\njobs = '4'\n");
    let ran = run(&folder, "config --config named.toml", &[]);
    assert_eq!(ran.err, "error: named.toml:2:8: `jobs`: expected a number, found a text\n");
    write(&folder.join("named.toml"), "quiet = true\nverbose = true\n");
    let ran = run(&folder, "--config named.toml parse a", &[]);
    assert!(
        ran.status == 2 && ran.err.starts_with("error: named.toml:1:9: the argument '--quiet' cannot be used"),
        "{}",
        ran.err
    );
    let ran = run(&folder, "--no-config parse a", &[("NAPKIN_QUIET", "maybe")]);
    assert_eq!(ran.err, "error: NAPKIN_QUIET: expected 1, true, 0 or false, found `maybe`\n");
    let ran = run(&folder, "--no-config parse a", &[("NAPKIN_COLOR", "red")]);
    assert!(ran.err.starts_with("error: NAPKIN_COLOR: invalid value 'red'"), "{}", ran.err);
}

#[test]
fn found_file_of_settings_may_not_set_dangerous_options() {
    let folder = empty_folder("config-dangerous");
    let text = "[audit]\ndisable = ['port-reserved']\n";
    let expected = "error: napkin.toml:2:1: `disable` can be set only in a file that --config or NAPKIN_CONFIG names\n\
                    help: pass `--config napkin.toml` if you trust the file, or move the setting to a file that NAPKIN_CONFIG names\n";
    assert_eq!(refused(&folder, text), expected);
    let audit = "audit --config napkin.toml http://pub.example:25/";
    assert_eq!(run(&folder, audit, &[]).status, 0, "the named file is trusted");
    assert_eq!(run(&folder, &audit.replace("--config napkin.toml", "--no-config"), &[]).status, 1);
    for text in ["[get]\nallow-host = ['localhost']\n", "[bundle]\nroot = '/'\n", "[serve]\nlisten = '0.0.0.0:80'\n"] {
        if cfg!(feature = "serve") {
            assert!(refused(&folder, text).contains("can be set only in a file that --config"), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn found_file_of_settings_that_others_can_change_is_refused() {
    let folder = empty_folder("config-others");
    let file = folder.join("napkin.toml");
    let help = "help: pass `--config napkin.toml` if you trust the file, or `--no-config` to ignore it\n";
    write(&file, "quiet = true\n");
    for mode in [0o664, 0o646, 0o666] {
        set_mode(&file, mode);
        let ran = run(&folder, "parse http://h/", &[]);
        assert_eq!(ran.err, format!("error: napkin.toml: other users can write to the file\n{help}"), "{mode:o}");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert_eq!(run(&folder, "parse http://h/ --no-config", &[]).status, 0);
        assert_eq!(run(&folder, "parse http://h/ --config napkin.toml", &[]).status, 0);
    }
    fs::rename(&file, folder.join("real.toml")).expect("another name");
    std::os::unix::fs::symlink("real.toml", &file).expect("a link");
    let ran = run(&folder, "parse http://h/", &[]);
    assert_eq!(ran.err, format!("error: napkin.toml: expected a regular file, found a symbolic link\n{help}"));
}

#[test]
fn file_of_settings_has_a_limit() {
    let folder = empty_folder("config-limit");
    write(&folder.join("napkin.toml"), "quiet = true\n");
    let large = "napkin.toml: the file is larger than the limit; raise --max-config\n";
    for words in ["--max-config 12 parse a", "parse --config napkin.toml --max-config=12 a"] {
        let ran = run(&folder, words, &[]);
        assert!(ran.status == 2 && ran.err.starts_with(&format!("error: {large}")), "{words}: {}", ran.err);
    }
    assert_eq!(run(&folder, "parse a", &[("NAPKIN_MAX_CONFIG", "12")]).status, 2);
    assert_eq!(run(&folder, "parse a --max-config 13", &[("NAPKIN_MAX_CONFIG", "12")]).status, 0);
    write(&folder.join("napkin.toml"), &format!("#{}\n", "x".repeat(1 << 20)));
    assert!(run(&folder, "parse a", &[]).err.contains(large));
    // Nesting is limited by the parser, which is recursive.
    write(&folder.join("napkin.toml"), &format!("x = {}{}\n", "[".repeat(100_000), "]".repeat(100_000)));
    assert!(run(&folder, "parse a", &[]).err.contains("expected TOML: "));
    fs::write(folder.join("napkin.toml"), b"quiet = true\n\xff\n").expect("a file");
    assert!(run(&folder, "parse a", &[]).err.contains("napkin.toml:2: expected UTF-8"));
}

#[test]
fn config_shows_each_setting_with_its_origin() {
    let folder = empty_folder("config-show");
    write(
        &folder.join("napkin.toml"),
        "no-progress = true\n\n[links]\nbase = \"http://pub.example/\"\n[mail.list]\njson = true\n",
    );
    let variables = [("NAPKIN_COLOR", "never")];
    let ran = run(&folder, "config", &variables);
    let expected = "\tcolor\t\"never\"\tNAPKIN_COLOR\n\
                    \tno-progress\ttrue\tnapkin.toml:1:15\n\
                    links\tbase\t\"http://pub.example/\"\tnapkin.toml:4:8\n\
                    mail list\tjson\ttrue\tnapkin.toml:6:8\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, expected, ""));
    let ran = run(&folder, "config mail list --pretty", &variables);
    let expected = "# napkin.toml\ncolor = \"never\"  # NAPKIN_COLOR\nno-progress = true  # napkin.toml:1:15\n\n\
                    [mail.list]\njson = true  # napkin.toml:6:8\n";
    assert_eq!(ran.out, expected);
    let ran = run(&folder, "config --show --json links", &variables);
    let line = |option: &str| {
        let start = format!("\"option\":\"{option}\",");
        ran.out.lines().find(|line| line.contains(&start)).unwrap_or_default().to_owned()
    };
    assert_eq!(
        line("base"),
        "{\"command\":\"links\",\"option\":\"base\",\"value\":\"http://pub.example/\",\"origin\":\"file\",\
         \"file\":\"napkin.toml\",\"line\":4,\"column\":8,\"variable\":null}"
    );
    assert_eq!(
        line("color"),
        "{\"command\":null,\"option\":\"color\",\"value\":\"never\",\"origin\":\"environment\",\
         \"file\":null,\"line\":null,\"column\":null,\"variable\":\"NAPKIN_COLOR\"}"
    );
    assert_eq!(
        line("max-document"),
        "{\"command\":\"links\",\"option\":\"max-document\",\"value\":\"1073741824\",\"origin\":\"default\",\
         \"file\":null,\"line\":null,\"column\":null,\"variable\":null}"
    );
    let unknown = run(&folder, "config mail lists", &[]);
    assert_eq!(unknown.err, "error: expected a command, found `mail lists`; `napkin man --list` lists the commands\n");
    assert_eq!(out(&napkin_in(&folder, &["config", "--no-config"], b"")), "");
}
