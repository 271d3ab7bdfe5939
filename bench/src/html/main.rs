//! Compares napkin's HTML scanner with peers: `napkin-bench-html FOLDER...` prints a Markdown table for the pages of
//! each folder. `napkin-bench-html --once PEER PASSES FOLDER` is for a tool that counts instructions.

mod peers;
#[expect(dead_code, reason = "only the tables of the generic syntax compare the rivals' results")]
#[path = "../timing.rs"]
mod timing;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use peers::{Found, PEERS, Peer};
use timing::{Case, fastest};

/// The limit of bytes per folder.
const MOST: usize = 48 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => Err("expected folders with pages".to_owned()),
        ["--once", peer, passes, folder] => once(peer, passes, folder),
        ref folders => folders.iter().try_for_each(|folder| table(folder)),
    };
    if let Err(message) = done {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Takes every n-th page, so that `MOST` is hardly exceeded and each part of the folder is represented.
fn pages(folder: &str) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    walk(Path::new(folder), &mut paths).map_err(|error| format!("{folder}: {error}"))?;
    let total: u64 = paths.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum();
    let step = (total as usize).div_ceil(MOST).max(1);
    let read = |path: &PathBuf| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    paths.iter().step_by(step).map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), found)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|ending| ending == "html") {
            found.push(entry.path());
        }
    }
    Ok(())
}

fn count(peer: &Peer, pages: &[String]) -> usize {
    let mut count = 0;
    for page in pages {
        (peer.run)(page, &mut |element, attribute, value| {
            count += 1 + (element.len() ^ attribute.len() ^ value.len()) % 2;
        });
    }
    count
}

type Links = HashMap<(String, String, String), i64>;

/// Counts each link over all pages.
fn links(run: Found, pages: &[String], with_element: bool) -> (usize, Links) {
    let (mut count, mut links) = (0, Links::new());
    for (number, page) in pages.iter().enumerate() {
        run(page, &mut |element, attribute, value| {
            count += 1;
            let element =
                if with_element { String::from_utf8_lossy(element).to_ascii_lowercase() } else { String::new() };
            let attribute = String::from_utf8_lossy(attribute).to_ascii_lowercase();
            *links.entry((format!("{number} {element}"), attribute, value.to_owned())).or_default() += 1;
        });
    }
    (count, links)
}

/// Counts the links that are in one list only.
fn less(one: &Links, other: &Links) -> i64 {
    one.iter().map(|(link, count)| (count - other.get(link).copied().unwrap_or_default()).max(0)).sum()
}

fn table(folder: &str) -> Result<(), String> {
    let pages = pages(folder)?;
    let bytes: usize = pages.iter().map(String::len).sum();
    let mut cases: Vec<Case<'_>> = PEERS.iter().map(|peer| Case::new(peer.name, || count(peer, &pages))).collect();
    let best = fastest(&mut cases);
    let name = Path::new(folder).components().next_back().map(|last| last.as_os_str().to_string_lossy().into_owned());
    println!("## {}: {} pages, {:.1} MB\n", name.unwrap_or_default(), pages.len(), bytes as f64 / 1e6);
    println!("| peer | MB/s | × lol_html | links | lost | made up |\n|---|--:|--:|--:|--:|--:|");
    let reference = PEERS.iter().position(|peer| peer.name == "lol_html").unwrap_or_default();
    for (peer, seconds) in PEERS.iter().zip(&best) {
        let (_, expected) = links(peers::oracle, &pages, peer.has_elements);
        let (count, found) = links(peer.run, &pages, peer.has_elements);
        let (lost, made_up) = (less(&expected, &found), less(&found, &expected));
        let (speed, ratio) = (bytes as f64 / seconds / 1e6, best[reference] / seconds);
        match peer.is_comparable {
            true => println!("| {} | {speed:.0} | {ratio:.2} | {count} | {lost} | {made_up} |", peer.name),
            false => println!("| {} | {speed:.0} | {ratio:.2} | {count} | | |", peer.name),
        }
    }
    println!();
    Ok(())
}

fn once(peer: &str, passes: &str, folder: &str) -> Result<(), String> {
    let passes: usize = passes.parse().map_err(|_| "PASSES is a number")?;
    let peer = PEERS.iter().find(|known| known.name == peer).ok_or("no such peer")?;
    let pages = pages(folder)?;
    for _ in 0..passes {
        std::hint::black_box(count(peer, &pages));
    }
    println!("{}", pages.iter().map(String::len).sum::<usize>());
    Ok(())
}
