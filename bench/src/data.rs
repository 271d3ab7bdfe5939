//! Compares napkin's decoders of `data:` bodies with peers: `napkin-bench-data` prints Markdown tables.
//! `napkin-bench-data --once BODY PEER PASSES LENGTH` is for a tool that counts instructions.

mod bodies {
    pub(crate) mod kinds;
    pub(crate) mod peers;
}
#[expect(dead_code, reason = "only the tables of the generic syntax compare the rivals' results")]
mod timing;

use std::process::ExitCode;

use bodies::kinds::Body;
use bodies::peers::{self, Input};
use timing::fastest;

/// The lengths of the texts, and their names.
const LENGTHS: [(usize, &str); 3] = [(1 << 10, "1 KB"), (100 << 10, "100 KB"), (10 << 20, "10 MB")];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => {
            Body::ALL.into_iter().for_each(table);
            Ok(())
        }
        ["--once", body, peer, passes, length] => once(body, peer, passes, length),
        ref names => names.iter().try_for_each(|name| find(name).map(table)),
    };
    if let Err(message) = done {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn find(name: &str) -> Result<Body, String> {
    Body::ALL.into_iter().find(|body| body.name() == name).ok_or_else(|| format!("no such body: {name}"))
}

fn table(body: Body) {
    println!("## {}\n", body.title());
    println!("| length | peer | µs | GB/s | × |\n|---|---|--:|--:|--:|");
    for (length, name) in LENGTHS {
        let input = Input::new(body, length);
        let mut cases = peers::cases(&input);
        agree(&mut cases);
        let best = fastest(&mut cases);
        for (case, seconds) in cases.iter().zip(&best) {
            let speed = input.text.len() as f64 / seconds / 1e9;
            println!("| {name} | {} | {:.3} | {speed:.2} | {:.2} |", case.peer, seconds * 1e6, seconds / best[0]);
        }
    }
    println!();
}

/// Each peer produces as many bytes as napkin, except for the copy, which is last.
fn agree(cases: &mut [timing::Case<'_>]) {
    let last = cases.len() - 1;
    let lengths: Vec<usize> = cases[..last].iter_mut().map(|case| (case.run)()).collect();
    assert!(lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
}

fn once(body: &str, peer: &str, passes: &str, length: &str) -> Result<(), String> {
    let passes: usize = passes.parse().map_err(|_| "PASSES is a number")?;
    let length: usize = length.parse().map_err(|_| "LENGTH is a number")?;
    let input = Input::new(find(body)?, length);
    let mut cases = peers::cases(&input);
    let case = cases.iter_mut().find(|case| case.peer == peer).ok_or("no such peer there")?;
    for _ in 0..passes {
        std::hint::black_box((case.run)());
    }
    println!("{}", input.text.len());
    Ok(())
}
