//! Compares napkin under the URL Standard with `ada-url` and `url`: `napkin-bench-whatwg URLS...` prints Markdown
//! tables. `napkin-bench-whatwg --worst` prints how the time for hostile inputs grows with their length.
//! `--class TITLE URLS` only measures the classes of input whose title contains `TITLE`.
//! `napkin-bench-whatwg --once OPERATION PEER PASSES CLASS URLS` and `--worst OPERATION INPUT BYTES` are for a tool that
//! counts instructions; `--worst names` lists the inputs, `--class names` the classes.

#[path = "../../conformance/tests/it/common/attributes.rs"]
mod attributes;
mod lists;
#[expect(dead_code, reason = "only the tables of the generic syntax compare the rivals' results")]
mod timing;
mod whatwg {
    pub(crate) mod classes;
    pub(crate) mod peers;
    pub(crate) mod worst;
}

use std::path::Path;
use std::process::ExitCode;

use lists::{Texts, load, name, shuffled};
use timing::{Case, fastest};
use whatwg::classes::{self, Class};
use whatwg::peers::{self, Operation};
use whatwg::worst;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => Err("usage: napkin-bench-whatwg URLS... | --worst".into()),
        ["--worst"] => worst::table(),
        ["--worst", "names"] => worst::names(),
        ["--worst", operation, input, bytes] => worst::once(operation, input, bytes),
        ["--class", "names"] => {
            Class::ALL.into_iter().for_each(|class| println!("{}", class.title()));
            Ok(())
        }
        ["--class", title, file] => some_classes(title, Path::new(file)),
        ["--once", operation, peer, passes, class, file] => once(operation, peer, passes, class, Path::new(file)),
        ref files => files.iter().try_for_each(|file| tables(Path::new(file))),
    };
    if let Err(message) = done {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn read(file: &Path) -> Result<Texts, String> {
    load(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn tables(file: &Path) -> Result<(), String> {
    let texts = read(file)?;
    println!("## {}, under whatwg: {} URLs of {:.1} bytes on average\n", name(file), texts.count(), texts.mean());
    println!("ns a URL; × is the ratio to `napkin` in the same column.\n");
    println!("| operation | peer | list's order | × | shuffled | × |\n|---|---|--:|--:|--:|--:|");
    let mixed = shuffled(&texts.views());
    for operation in Operation::ALL {
        let (rows, mixed_rows) = (measure(operation, &texts.views()), measure(operation, &mixed.views()));
        for ((peer, time), (_, mixed)) in rows.iter().zip(&mixed_rows) {
            let (ratio, mixed_ratio) = (time / rows[0].1, mixed / mixed_rows[0].1);
            println!("| {} | {peer} | {time:.1} | {ratio:.2} | {mixed:.1} | {mixed_ratio:.2} |", operation.title());
        }
    }
    println!("\n### {}, by class of input\n", name(file));
    println!("| class | URLs | bytes | parse: napkin | ada-url | × | url | × | can_parse: napkin | ada-url | × |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for class in Class::ALL {
        by_class(class, &classes::texts(class, &texts.views()));
    }
    println!();
    Ok(())
}

fn some_classes(title: &str, file: &Path) -> Result<(), String> {
    let texts = read(file)?;
    for class in Class::ALL.into_iter().filter(|class| class.title().contains(title)) {
        by_class(class, &classes::texts(class, &texts.views()));
    }
    Ok(())
}

fn by_class(class: Class, texts: &Texts) {
    if texts.count() < 20 {
        return;
    }
    let mixed = shuffled(&texts.views());
    let parse = measure(Operation::Parse, &mixed.views());
    let can = measure(Operation::CanParse, &mixed.views());
    let (ours, ada, url) = (parse[0].1, parse[1].1, parse[2].1);
    println!(
        "| {} | {} | {:.0} | {ours:.1} | {ada:.1} | {:.2} | {url:.1} | {:.2} | {:.1} | {:.1} | {:.2} |",
        class.title(),
        texts.count(),
        texts.mean(),
        ada / ours,
        url / ours,
        can[0].1,
        can[1].1,
        can[1].1 / can[0].1
    );
}

/// Returns the nanoseconds per URL of each peer.
fn measure(operation: Operation, texts: &[&str]) -> Vec<(&'static str, f64)> {
    let mut cases: Vec<Case<'_>> = peers::cases(operation, texts);
    let best = fastest(&mut cases);
    let per_url = 1e9 / texts.len().max(1) as f64;
    cases.iter().zip(best).map(|(case, seconds)| (case.peer, seconds * per_url)).collect()
}

fn once(operation: &str, peer: &str, passes: &str, class: &str, file: &Path) -> Result<(), String> {
    let operation = Operation::ALL.into_iter().find(|known| known.name() == operation).ok_or("no such operation")?;
    let passes: usize = passes.parse().map_err(|_| "PASSES is a number")?;
    let class = Class::ALL.into_iter().find(|known| known.title() == class).ok_or("no such class")?;
    let texts = read(file)?;
    let sample: Vec<&str> = texts.views().into_iter().step_by(20).collect();
    let texts = classes::texts(class, &sample);
    let sample = texts.views();
    let mut cases = peers::cases(operation, &sample);
    let case = cases.iter_mut().find(|case| case.peer == peer).ok_or("no such peer there")?;
    for _ in 0..passes {
        std::hint::black_box((case.run)());
    }
    println!("{}", sample.len());
    Ok(())
}
