//! Compares `whatwg` with programs that follow the URL Standard, on the references of the models: Node and Bun (WebKit's
//! parser); and the hosts that the audit calls safe with Chromium, Deno and .NET.

use std::net::IpAddr;
use std::path::Path;
use std::process::Command;

use napkin::whatwg;
use napkin_audit::safe_host;

use crate::common::programs::{
    Answer, Asked, Number, Peer, ask, compare, known_texts, not_installed, pairs, references,
};

fn ours((text, base): &Asked) -> Answer {
    let read = || {
        let base = base.as_ref().map(|base| whatwg::Url::parse(base, None)).transpose()?;
        whatwg::Url::parse(text, base.as_ref())
    };
    match read() {
        Err(error) => Answer::Refused { why: error.to_string() },
        Ok(url) => Answer::Seen {
            scheme: Some(url.scheme().to_owned()),
            host: Some(url.hostname().to_owned()),
            port: url.port_number().map(|port| Number::Whole(port.into())),
            path: url.pathname().to_owned(),
        },
    }
}

/// A script of `models/`, run by a command.
pub(crate) fn script(command: &[&str], script: &str) -> Command {
    let mut found = Command::new(command[0]);
    found.args(&command[1..]).arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(script));
    found
}

/// The programs as `readers.sh` installs them; none without it, since older versions follow an older standard.
fn peers() -> Vec<Peer<'static>> {
    if std::env::var_os("NAPKIN_READERS").is_none() {
        eprintln!("not run: Node and Bun, because NAPKIN_READERS is not set: readers.sh installs them");
        return Vec::new();
    }
    let peer = |name, command| Peer { name, command: Some(command), required_by: "NAPKIN_READERS", ours: &ours };
    vec![peer("node", script(&["node"], "standard.mjs")), peer("bun", script(&["bun"], "standard.mjs"))]
}

#[test]
fn programs_of_the_url_standard_read_as_we_do() {
    compare(peers(), &references());
}

#[test]
fn programs_of_the_url_standard_resolve_as_we_do() {
    compare(peers(), &pairs());
}

/// The URL Standard and the models do not cover .NET, nor where Chromium and Deno (the crate `url`) depart from the
/// standard. What these read otherwise, other programs read otherwise too, so that the host is not safe.
#[test]
fn other_programs_find_the_host_of_each_safe_url() {
    let asked = references();
    let programs = [
        ("dotnet", "NAPKIN_READERS", script(&["python3"], "dotnet.py")),
        ("deno", "NAPKIN_READERS", script(&["deno", "run", "--allow-all"], "standard.mjs")),
        ("chromium", "NAPKIN_REQUIRE_ALL", script(&["python3"], "chromium.py")),
    ];
    for (name, required_by, mut program) in programs {
        let Some((version, answers)) = ask(&mut program, &asked) else {
            not_installed(name, required_by);
            continue;
        };
        let mut known = known_texts(name);
        let (mut safe, mut others) = (0, Vec::new());
        for ((text, _), answer) in asked.iter().zip(answers) {
            let (Ok(host), Some((_, found, ..))) = (safe_host(text), answer.plain()) else { continue };
            safe += 1;
            if plain(&found) != plain(host.as_str()) && !known.remove(text) {
                others.push(format!("{text:?}: safe {:?}, found {found:?}", host.as_str()));
            }
        }
        println!("{name}: {version}: {safe} of {} references have a safe host", asked.len());
        assert!(safe > 500, "{safe} references");
        assert!(others.is_empty(), "{} hosts differ:\n{}", others.len(), others.join("\n"));
        assert!(known.is_empty(), "known differences that are none any more: {known:?}");
    }
}

/// Returns a host in one spelling: programs write addresses of IPv6 in several.
fn plain(host: &str) -> String {
    let host = host.trim_matches(['[', ']']);
    host.parse::<IpAddr>().map_or_else(|_| host.to_ascii_lowercase(), |address| address.to_string())
}
